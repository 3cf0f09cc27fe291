/* belongings.c - folders of results, found by name and by what is in them, and a line of the
 * roster.
 *
 * A submission's folder may have had another name once, and its results are still there under that:
 * they are known by results.json, of which the gradebook has the text. */
#include "belongings.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book_sql.h"
#include "csv.h"
#include "file.h"
#include "folder_key.h"
#include "refuse.h"
#include "roster.h"
#include "text.h"
#include "work.h"

#define RESULTS_MAX ((size_t)64 << 20)

/* --- finding ------------------------------------------------------------------------------------
 */

static int is_there(const char *folder, const char *name)
{
	char *path = text_new("%s/%s", folder, name);
	int there = access(path, F_OK) == 0;

	free(path);
	return there;
}

/* To be freed; NULL: none. */
static char *class_folder(Book *book, const char *build)
{
	const char *path = book_path(book), *slash = strrchr(path, '/');
	char *folder = slash == NULL
			       ? text_new(".")
			       : text_new("%.*s", slash == path ? 1 : (int)(slash - path), path);
	char *submissions;

	if (is_there(folder, "students"))
		return folder;
	free(folder);
	submissions = book_setting(book, "submissions");
	slash = submissions == NULL ? NULL : strrchr(submissions, '/');
	folder = slash == NULL
			 ? NULL
			 : text_new("%s/class/%s", build, slash[1] != '\0' ? slash + 1 : "root");
	free(submissions);
	if (folder == NULL || is_there(folder, "students"))
		return folder;
	free(folder);
	return NULL;
}

enum { OWNER_UNKNOWN = -1, OWNER_NOBODY, OWNER_STUDENT, OWNER_ANOTHER };

/* Whose folder it is that has this name below students/; OWNER_UNKNOWN after a line on stderr. */
static int key_owner(Book *book, const char *student, const char *name)
{
	sqlite3_stmt *rows = book_ask(
		book, "SELECT folder, id = ?1 FROM student WHERE folder IS NOT NULL", "s", student);
	int more = rows == NULL ? -1 : 0, owner = OWNER_NOBODY;

	while (rows != NULL && owner == OWNER_NOBODY && (more = book_next(book, rows)) > 0) {
		char key[FOLDER_KEY_SIZE];

		folder_key((const char *)sqlite3_column_text(rows, 0), key);
		if (strcmp(key, name) == 0)
			owner = sqlite3_column_int(rows, 1) ? OWNER_STUDENT : OWNER_ANOTHER;
	}
	sqlite3_finalize(rows);
	return more < 0 ? OWNER_UNKNOWN : owner;
}

/* The same by what was graded there: OWNER_NOBODY stands for others too. */
static int results_owner(Book *book, const char *student, const char *folder)
{
	char *path = text_new("%s/results.json", folder);
	size_t bytes;
	char *text = file_load(AT_FDCWD, path, RESULTS_MAX, &bytes);
	int64_t one;
	int found = OWNER_NOBODY;

	if (text != NULL) {
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

static int result_add(Belongings *b, char *path)
{
	char **longer = reallocarray(b->results, (size_t)b->count + 1, sizeof *longer);

	if (longer == NULL)
		return refuse("out of memory");
	b->results = longer;
	b->results[b->count++] = path;
	return 0;
}

static int results_find(Belongings *b, Book *book, const char *student)
{
	char *above = text_new("%s/students", b->folder);
	DIR *list = opendir(above);
	const struct dirent *each;
	int bad = 0;

	while (!bad && list != NULL && (each = readdir(list)) != NULL) {
		if (each->d_name[0] == '.')
			continue;

		char *path = text_new("%s/%s", above, each->d_name);
		int owner = key_owner(book, student, each->d_name);

		if (owner == OWNER_NOBODY)
			owner = results_owner(book, student, path);
		bad = owner == OWNER_UNKNOWN;
		if (owner == OWNER_STUDENT)
			bad = result_add(b, path) < 0;
		else
			free(path);
	}
	if (list != NULL)
		closedir(list);
	free(above);
	return bad ? -1 : 0;
}

static int roster_find(Belongings *b, const char *student)
{
	char *path = text_new("%s/roster.csv", b->folder);
	Roster roster = {.students = NULL};
	int bad = access(path, F_OK) == 0 && roster_read(&roster, path) < 0;

	for (int i = 0; !bad && i < roster.count; i++)
		if (strcmp(roster.students[i].id, student) == 0)
			b->roster_line = roster.students[i].line;
	roster_release(&roster);
	free(path);
	return bad ? -1 : 0;
}

int belongings_find(Belongings *b, Book *book, const char *student, const char *build)
{
	*b = (Belongings){.folder = class_folder(book, build)};
	if (b->folder == NULL)
		return 0;
	b->has_page = is_there(b->folder, "class.html");
	return results_find(b, book, student) < 0 || roster_find(b, student) < 0 ? -1 : 0;
}

void belongings_release(Belongings *b)
{
	for (int i = 0; i < b->count; i++)
		free(b->results[i]);
	free(b->results);
	free(b->folder);
	*b = (Belongings){.folder = NULL};
}

/* --- removing -----------------------------------------------------------------------------------
 */

/* The roster without the row that begins in that line; the rest byte for byte. */
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

static int roster_remove(const Belongings *b)
{
	char *path = text_new("%s/roster.csv", b->folder), *fresh = text_new("%s.new", path);
	FILE *out = fopen(fresh, "we");
	int bad = out == NULL;

	if (!bad && row_leave_out(path, b->roster_line, out) < 0) {
		fclose(out);
		unlink(fresh);
		free(fresh);
		free(path);
		return -1;
	}
	bad = bad || fflush(out) != 0 || fsync(fileno(out)) < 0;
	bad = (out != NULL && fclose(out) != 0) || bad || rename(fresh, path) < 0;
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

static int page_remove(const Belongings *b)
{
	char *path = text_new("%s/class.html", b->folder);
	int bad = unlink(path) < 0 && errno != ENOENT;

	if (bad)
		refuse("%s cannot be removed: %s", path, strerror(errno));
	free(path);
	return bad ? -1 : 0;
}

int belongings_remove(const Belongings *b)
{
	for (int i = 0; i < b->count; i++)
		if (result_remove(b->results[i]) < 0)
			return -1;
	if (b->has_page && page_remove(b) < 0)
		return -1;
	return b->roster_line > 0 ? roster_remove(b) : 0;
}
