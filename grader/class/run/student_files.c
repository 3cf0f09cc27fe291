/* student_files.c - finds a student's folders of results, by name and by content, and the row of
 * the roster.
 *
 * A submission may once have had another name, under which its results are still kept. These are
 * found by comparing results.json with the texts in the gradebook. */
#include "grader/class/run/student_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/csv.h"
#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/folder.h"
#include "grader/base/path_key.h"
#include "grader/base/text.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/intake/roster.h"
#include "grader/class/run/students.h"
#include "grader/setup/work_dir.h"

#define RESULTS_MAX ((size_t)64 << 20)

/* --- finding ---------------------------------------------------------------------------------- */

static int is_there(const char *folder, const char *name)
{
	char *path = text_new("%s/%s", folder, name);
	int there = access(path, F_OK) == 0;

	free(path);
	return there;
}

char *class_home(Book *book, const char *build)
{
	const char *path = book_path(book), *slash = strrchr(path, '/');
	char *folder = !slash ? text_new(".")
			      : text_new("%.*s", slash == path ? 1 : (int)(slash - path), path);
	char *submissions;

	if (is_there(folder, "students"))
		return folder;
	free(folder);
	submissions = book_setting(book, "submissions");
	slash = !submissions ? NULL : strrchr(submissions, '/');
	folder = !slash ? NULL
			: text_new("%s/class/%s", build, slash[1] != '\0' ? slash + 1 : "root");
	free(submissions);
	if (!folder || is_there(folder, "students"))
		return folder;
	free(folder);
	return NULL;
}

enum { OWNER_UNKNOWN = -1, OWNER_NOBODY, OWNER_STUDENT, OWNER_ANOTHER };

/* The owner of the folder of this name below students/; OWNER_UNKNOWN after a line on stderr. */
static int key_owner(Book *book, const char *student, const char *name)
{
	sqlite3_stmt *rows = book_query(
		book, "SELECT folder, id = ?1 FROM student WHERE folder IS NOT NULL", "s", student);
	int more = !rows ? -1 : 0, owner = OWNER_NOBODY;

	while (rows && owner == OWNER_NOBODY && (more = book_step(book, rows)) > 0) {
		char key[PATH_KEY_SIZE];

		path_key((const char *)sqlite3_column_text(rows, 0), key);
		if (strcmp(key, name) == 0)
			owner = sqlite3_column_int(rows, 1) ? OWNER_STUDENT : OWNER_ANOTHER;
	}
	sqlite3_finalize(rows);
	return more < 0 ? OWNER_UNKNOWN : owner;
}

/* The owner by the results in the folder. OWNER_NOBODY is returned for other students too. */
static int results_owner(Book *book, const char *student, const char *folder)
{
	char *path = text_new("%s/results.json", folder);
	size_t bytes;
	char *text = file_load(AT_FDCWD, path, RESULTS_MAX, &bytes);
	int64_t one;
	int found = OWNER_NOBODY;

	if (text) {
		text[bytes] = '\0';
		found = book_number(book, &one,
				    "SELECT 1 FROM grading JOIN submission ON submission.id ="
				    " grading.submission WHERE student = ?1 AND results = ?2",
				    "ss", student, text);
	}
	free(text);
	free(path);
	return found;
}

static int results_find(StudentFiles *b, Book *book, const char *student)
{
	char *above = text_new("%s/students", b->folder);
	DIR *list = opendir(above);
	const struct dirent *each;
	int bad = 0;

	while (!bad && list && (each = readdir(list))) {
		if (each->d_name[0] == '.')
			continue;

		char *path = text_new("%s/%s", above, each->d_name);
		int owner = key_owner(book, student, each->d_name);

		if (owner == OWNER_NOBODY)
			owner = results_owner(book, student, path);
		bad = owner == OWNER_UNKNOWN;
		if (owner != OWNER_STUDENT) {
			free(path);
			continue;
		}
		b->results = list_grown(b->results, b->count, sizeof *b->results);
		b->results[b->count++] = path;
	}
	if (list)
		closedir(list);
	free(above);
	return bad ? -1 : 0;
}

static int roster_find(StudentFiles *b, const char *student)
{
	char *path = text_new("%s/roster.csv", b->folder);
	char *id = roster_id_kept(b->folder);
	Roster roster = {.students = NULL};
	int bad = access(path, F_OK) == 0 && roster_read(&roster, path, id) < 0;

	for (int i = 0; !bad && i < roster.count; i++)
		if (strcmp(roster.students[i].id, student) == 0)
			b->roster_line = roster.students[i].line;
	roster_release(&roster);
	free(id);
	free(path);
	return bad ? -1 : 0;
}

static int term_is_there(const char *folder)
{
	return is_there(folder, "term.csv") || is_there(folder, "term.html");
}

int student_files_above(StudentFiles *b, const char *folder, const char *student)
{
	*b = (StudentFiles){.folder = text_new("%s", folder)};
	b->has_term = term_is_there(folder);
	return roster_find(b, student);
}

int student_files_find(StudentFiles *b, Book *book, const char *student, const char *build)
{
	*b = (StudentFiles){.folder = class_home(book, build)};
	if (!b->folder)
		return 0;
	b->has_page = is_there(b->folder, "class.html") || is_there(b->folder, "class-pages");
	b->has_similar = is_there(b->folder, "similar");
	b->has_feedback = is_there(b->folder, "feedback");
	b->has_term = term_is_there(b->folder);
	return results_find(b, book, student) < 0 || roster_find(b, student) < 0 ? -1 : 0;
}

void student_files_release(StudentFiles *b)
{
	for (int i = 0; i < b->count; i++)
		free(b->results[i]);
	free(b->results);
	free(b->folder);
	*b = (StudentFiles){.folder = NULL};
}

/* --- removing --------------------------------------------------------------------------------- */

/* Copies the roster without the row that begins in that line; the rest byte for byte. */
static int row_leave_out(const char *path, int line, FILE *out)
{
	Csv csv = {0};
	int bad = csv_load(&csv, path) < 0, row = 1;

	if (bad)
		return -1;
	while (row < csv.count && csv.rows[row].line != line)
		row++;

	size_t first = row < csv.count ? csv.rows[row].cells[0].first : csv.size;
	size_t after = row + 1 < csv.count ? csv.rows[row + 1].cells[0].first : csv.size;

	bad = fwrite(csv.bytes, 1, first, out) != first ||
	      fwrite(csv.bytes + after, 1, csv.size - after, out) != csv.size - after;
	csv_release(&csv);
	return bad ? refuse("%s cannot be written: %s", path, strerror(errno)) : 0;
}

static int roster_remove(const StudentFiles *b)
{
	char *path = text_new("%s/roster.csv", b->folder), *fresh = text_new("%s.new", path);
	FILE *out = fopen(fresh, "we");
	int bad = !out || fchmod(fileno(out), 0600) < 0;

	if (out && !bad && row_leave_out(path, b->roster_line, out) < 0) {
		fclose(out);
		unlink(fresh);
		free(fresh);
		free(path);
		return -1;
	}
	bad = bad || fflush(out) != 0 || fsync(fileno(out)) < 0;
	bad = (out && fclose(out) != 0) || bad || rename(fresh, path) < 0;
	if (bad)
		refuse("%s cannot be written: %s", path, strerror(errno));
	free(fresh);
	free(path);
	return bad ? -1 : 0;
}

static int result_remove(const char *path)
{
	folder_remove(path);
	return access(path, F_OK) == 0 ? refuse("%s cannot be removed", path) : 0;
}

static int file_drop(const StudentFiles *b, const char *name)
{
	char *path = text_new("%s/%s", b->folder, name);
	int bad = unlink(path) < 0 && errno != ENOENT;

	if (bad)
		refuse("%s cannot be removed: %s", path, strerror(errno));
	free(path);
	return bad ? -1 : 0;
}

static int folder_drop(const StudentFiles *b, const char *name)
{
	char *path = text_new("%s/%s", b->folder, name);
	int bad = result_remove(path);

	free(path);
	return bad;
}

int student_files_remove(const StudentFiles *b)
{
	for (int i = 0; i < b->count; i++)
		if (result_remove(b->results[i]) < 0)
			return -1;
	if (b->has_page && (file_drop(b, "class.html") < 0 || folder_drop(b, "class-pages") < 0))
		return -1;
	if (b->has_similar && folder_drop(b, "similar") < 0)
		return -1;
	if (b->has_feedback && folder_drop(b, "feedback") < 0)
		return -1;
	if (b->has_term && (file_drop(b, "term.csv") < 0 || file_drop(b, "term.html") < 0))
		return -1;
	return b->roster_line > 0 ? roster_remove(b) : 0;
}
