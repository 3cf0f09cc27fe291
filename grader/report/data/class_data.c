/* class_data.c - the gradebook's views, read into lists. */
#include "grader/report/data/class_data.h"

#include <errno.h>
#include <math.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/path_key.h"
#include "grader/base/text.h"
#include "grader/report/data/class_rows.h"
#include "grader/setup/class_folder.h"

#define APPLICATION  0x75736770 /* "usgp" */
#define VERSION      4
#define VERSION_OLD  1
#define VERSION_WORK 3 /* since then it knows causes, and marks from before the last run */
#define WAIT_MS      10000

static const char students_sql[] =
	"SELECT t.student, t.name, t.section, t.folder, t.status, t.attempt, t.late_s, t.score,"
	" t.max_score, t.unjudged, t.penalty, t.final, g.compile_s, g.check_s, g.total_s,"
	" (SELECT message FROM grading WHERE submission = s.id AND status = 'failed'"
	"   ORDER BY id DESC LIMIT 1), g.isolation"
	" FROM total t LEFT JOIN submission s ON s.student = t.student AND s.attempt = t.attempt"
	" LEFT JOIN grading g ON g.id ="
	"  (SELECT max(id) FROM grading WHERE submission = s.id AND status = 'graded')"
	" ORDER BY t.name, t.student";
static const char marks_sql[] =
	"SELECT student, lab, \"check\", title, verdict, message, hint, points, max_points,"
	" overridden FROM mark ORDER BY lab, \"check\", student";
bool student_is_graded(const Student *s)
{
	return strcmp(s->status, "graded") == 0;
}

char *column_text(sqlite3_stmt *row, int i)
{
	const char *text = (const char *)sqlite3_column_text(row, i);

	return text_new("%s", !text ? "" : text);
}

static void student_add(ClassData *data, sqlite3_stmt *row)
{
	data->students = list_grown(data->students, data->student_count, sizeof *data->students);
	data->students[data->student_count++] = (Student){
		.id = column_text(row, 0),
		.name = column_text(row, 1),
		.section = column_text(row, 2),
		.folder = column_text(row, 3),
		.status = column_text(row, 4),
		.attempt = sqlite3_column_int(row, 5),
		.late_s = sqlite3_column_int(row, 6),
		.score = sqlite3_column_double(row, 7),
		.max_score = sqlite3_column_double(row, 8),
		.unjudged = sqlite3_column_double(row, 9),
		.penalty = sqlite3_column_double(row, 10),
		.final = sqlite3_column_type(row, 11) == SQLITE_NULL
				 ? NAN
				 : sqlite3_column_double(row, 11),
		.compile_s = sqlite3_column_double(row, 12),
		.check_s = sqlite3_column_double(row, 13),
		.total_s = sqlite3_column_double(row, 14),
		.why = column_text(row, 15),
		.isolation = column_text(row, 16),
		.was_status = text_new("%s", ""),
		.was_final = NAN,
	};
}

static void mark_add(ClassData *data, sqlite3_stmt *row)
{
	data->marks = list_grown(data->marks, data->mark_count, sizeof *data->marks);
	data->marks[data->mark_count++] = (Mark){
		.student = column_text(row, 0),
		.lab = column_text(row, 1),
		.check = column_text(row, 2),
		.title = column_text(row, 3),
		.verdict = column_text(row, 4),
		.message = column_text(row, 5),
		.hint = column_text(row, 6),
		.points = sqlite3_column_double(row, 7),
		.max_points = sqlite3_column_double(row, 8),
		.by_hand = sqlite3_column_int(row, 9),
		.cause = text_new("%s", ""),
		.page = text_new("%s", ""),
	};
}

int rows_read(sqlite3 *db, const char *sql, ClassData *data,
	      void (*add)(ClassData *data, sqlite3_stmt *row))
{
	sqlite3_stmt *row = NULL;
	int code = sqlite3_prepare_v2(db, sql, -1, &row, NULL);

	while (code == SQLITE_OK || code == SQLITE_ROW) {
		code = sqlite3_step(row);
		if (code == SQLITE_ROW)
			add(data, row);
	}
	sqlite3_finalize(row);
	return code == SQLITE_DONE ? 0 : -1;
}

static int pragma_read(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *row = NULL;
	int value = -1;

	if (sqlite3_prepare_v2(db, sql, -1, &row, NULL) == SQLITE_OK &&
	    sqlite3_step(row) == SQLITE_ROW)
		value = sqlite3_column_int(row, 0);
	sqlite3_finalize(row);
	return value;
}

static int book_read(const char *book, sqlite3 *db, ClassData *data)
{
	sqlite3_busy_timeout(db, WAIT_MS);
	if (pragma_read(db, "PRAGMA application_id") != APPLICATION)
		return refuse("%s: expected a gradebook, and this is another file", book);
	if (pragma_read(db, "PRAGMA user_version") < VERSION_OLD ||
	    pragma_read(db, "PRAGMA user_version") > VERSION)
		return refuse("%s: expected a gradebook of version %d to %d", book, VERSION_OLD,
			      VERSION);
	/* One read transaction, so that both lists are consistent. */
	if (sqlite3_exec(db, "BEGIN", NULL, NULL, NULL) != SQLITE_OK ||
	    rows_read(db, students_sql, data, student_add) < 0 ||
	    rows_read(db, marks_sql, data, mark_add) < 0 ||
	    (pragma_read(db, "PRAGMA user_version") >= VERSION_WORK && history_read(db, data) < 0))
		return refuse("%s: %s", book, sqlite3_errmsg(db));
	sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
	return 0;
}

/* --- whose folder is whose -------------------------------------------------------------------- */

/* Sets the student's folder of results, if it exists. */
static void key_find(const ClassData *data, Student *student)
{
	char key[PATH_KEY_SIZE], *path;

	if (*student->folder == '\0')
		return;
	path_key(student->folder, key);
	path = text_new("%s/students/%s/results.json", data->folder, key);
	if (access(path, F_OK) == 0)
		student->key = text_new("%s", key);
	free(path);
}

/* The absolute path of `folder` or, if it is NULL, of the book's folder; to be freed. NULL with
 * errno. */
static char *folder_find(const char *book, const char *folder)
{
	char *whole = realpath(folder ? folder : book, NULL);

	if (whole && !folder) {
		char *last = strrchr(whole, '/');

		last[last == whole] = '\0';
	}
	return whole;
}

/* "gpu26", or "gpu26, lab4" for .../gpu26/assignments/lab4. To be freed. */
static char *class_title(const char *folder)
{
	const char *name = strrchr(folder, '/') + 1, *class = class_assignment(folder);

	if (!class)
		return text_new("%s", name);

	const char *begin = class;

	while (begin > folder && begin[-1] != '/')
		begin--;
	return text_new("%.*s, %s", (int)(class - begin), begin, name);
}

int class_load(const char *book, const char *folder, ClassData *data)
{
	sqlite3 *db = NULL;
	int bad;

	memset(data, 0, sizeof *data);
	data->folder = folder_find(book, folder);
	if (!data->folder)
		return refuse("%s: %s", folder ? folder : book, strerror(errno));
	data->title = class_title(data->folder);
	bad = sqlite3_open_v2(book, &db, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK;
	if (bad)
		refuse("%s: %s", book, !db ? "out of memory" : sqlite3_errmsg(db));
	else
		bad = book_read(book, db, data) < 0;
	sqlite3_close(db);
	for (int i = 0; !bad && i < data->student_count; i++)
		key_find(data, &data->students[i]);
	return bad ? -1 : 0;
}

void class_release(ClassData *data)
{
	for (int i = 0; i < data->student_count; i++) {
		Student *s = &data->students[i];
		char *const texts[] = {s->id,  s->name, s->section,   s->folder,    s->status,
				       s->why, s->key,  s->isolation, s->was_status};

		for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
			free(texts[k]);
	}
	for (int i = 0; i < data->mark_count; i++) {
		Mark *m = &data->marks[i];
		char *const texts[] = {m->student, m->lab,  m->check, m->title, m->verdict,
				       m->message, m->hint, m->cause, m->page};

		for (size_t k = 0; k < sizeof texts / sizeof *texts; k++)
			free(texts[k]);
	}
	for (int i = 0; i < data->attempt_count; i++)
		free(data->attempts[i].student);
	free(data->attempts);
	free(data->students);
	free(data->marks);
	free(data->folder);
	free(data->title);
	memset(data, 0, sizeof *data);
}
