/* command_worklog.c - usegpu worklog: the log of a student, or of a class, looked through and as pages.
 *
 * Theory of operation. This room puts together what grader/class/book keeps (the log and whether it is as
 * it was written) and grader/report/worklog draws. It runs in the process of usegpu worklog and only
 * reads the gradebook. A page lies in the folder of the student's results, which goes with the student who
 * is forgotten.
 *
 * Exit status: 0; 1 when the log is not as it was written, which a line says; 2 with a line on stderr. */
#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/base/diagnostic.h"
#include "grader/base/folder.h"
#include "grader/base/path_key.h"
#include "grader/base/text.h"
#include "grader/class/book/book_find.h"
#include "grader/class/book/book_log.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/cli/book_options.h"
#include "grader/class/run/student_files.h"
#include "grader/report/worklog/worklog.h"
#include "grader/setup/kit_settings.h"

#define DIGEST_SHOWN 16 /* figures of a digest on a page */

static const struct argp_option options[] = {BOOK_PLACE_OPTIONS, {0}};
static const struct argp argp = {
	options,
	NULL,
	"[STUDENT]",
	"Looks whether the log of gradings is as it was written, and makes of each student, or of "
	"one, the page worklog.html: each attempt, with the times and counts of its checks.",
	NULL,
	NULL,
	NULL};

/* What is not as it was written; "" for the student is the whole log. */
typedef struct Fault {
	char *student;
	char line[300];
} Fault;

typedef struct Faults {
	Fault *list;
	int count;
} Faults;

static void fault_take(void *context, const char *student, int64_t grading, const char *what)
{
	Faults *faults = context;
	Fault *fault;
	char clean[200];

	faults->list = list_grown(faults->list, faults->count, sizeof *faults->list);
	fault = &faults->list[faults->count++];
	fault->student = text_new("%s", student);
	text_clean(clean, sizeof clean, student, strlen(student));
	if (grading > 0)
		text_format(fault->line, sizeof fault->line, "grading %lld of %s %s",
			    (long long)grading, clean, what);
	else
		text_format(fault->line, sizeof fault->line, "%s", what);
	printf("%s\n", fault->line);
}

static const char *doubt_of(const Faults *faults, const char *student)
{
	for (int i = 0; i < faults->count; i++)
		if (*faults->list[i].student == '\0' ||
		    strcmp(faults->list[i].student, student) == 0)
			return faults->list[i].line;
	return "";
}

static void faults_release(Faults *faults)
{
	for (int i = 0; i < faults->count; i++)
		free(faults->list[i].student);
	free(faults->list);
}

/* --- what the book has of a student ----------------------------------------------------------- */

/* The columns of attempts_sql. */
enum { ATTEMPT, GRADED_AT, SEED, RESULTS, DIGEST, AGAIN };
static const char attempts_sql[] =
	"SELECT s.attempt, strftime('%Y-%m-%d %H:%M UTC', g.graded_at), g.seed, g.results, "
	"l.digest,"
	" (SELECT count(*) FROM grading o WHERE o.submission = g.submission AND o.id < g.id)"
	" FROM grading g JOIN submission s ON s.id = g.submission"
	" LEFT JOIN log l ON l.grading = g.id"
	" WHERE s.student = ?1 AND g.status = 'graded' ORDER BY g.id";

static json_t *attempt_make(sqlite3_stmt *row)
{
	const char *text = (const char *)sqlite3_column_text(row, RESULTS);
	const char *at = (const char *)sqlite3_column_text(row, GRADED_AT);
	const char *digest = (const char *)sqlite3_column_text(row, DIGEST);
	json_t *results = !text ? NULL : json_loads(text, 0, NULL);
	json_t *labs = json_object_get(results, "labs");
	char name[60];

	text_format(name, sizeof name, "attempt %d%s", sqlite3_column_int(row, ATTEMPT),
		    sqlite3_column_int(row, AGAIN) > 0 ? ", graded again" : "");

	json_t *attempt = json_pack("{s:s, s:s, s:I, s:s%, s:O}", "when", !at ? "" : at, "name",
				    name, "seed", (json_int_t)sqlite3_column_int64(row, SEED),
				    "digest", !digest ? "not in the log" : digest,
				    !digest || strlen(digest) < DIGEST_SHOWN
					    ? strlen(!digest ? "not in the log" : digest)
					    : (size_t)DIGEST_SHOWN,
				    "labs", labs ? labs : json_null());

	json_decref(results);
	return attempt;
}

static json_t *attempts_of(Book *book, const char *student)
{
	sqlite3_stmt *rows = book_query(book, attempts_sql, "s", student);
	json_t *attempts = json_array();
	int more = -1;

	while (rows && (more = book_step(book, rows)) > 0)
		json_array_append_new(attempts, attempt_make(rows));
	sqlite3_finalize(rows);
	if (more == 0)
		return attempts;
	json_decref(attempts);
	return NULL;
}

/* The folder of the student's results, made if it is not there; "" where the student handed in nothing.
 * NULL with a line on stderr. */
static char *folder_make(Book *book, const char *home, const char *folder)
{
	char key[PATH_KEY_SIZE], *whole;

	if (!folder)
		return text_new("%s", "");
	path_key(folder, key);
	whole = text_new("%s/students/%s", home, key);
	if (folder_create(whole) == 0 && chmod(whole, 0700) == 0)
		return whole;
	book_fail(book, "%s cannot be made: %s", whole, strerror(errno));
	free(whole);
	return NULL;
}

typedef struct Making {
	Book *book;
	const char *home, *assignment;
	int pages;
	bool tells; /* where the page is */
} Making;

static int student_make(Making *m, const char *id, const char *name, const char *given,
			const char *doubt)
{
	json_t *attempts = attempts_of(m->book, id);
	char *folder = !attempts ? NULL : folder_make(m->book, m->home, given);
	int bad = !folder;

	if (!bad && *folder != '\0' && json_array_size(attempts) > 0) {
		char *path = text_new("%s/worklog.html", folder);
		const WorkLog log = {.name = name,
				     .assignment = m->assignment,
				     .attempts = attempts,
				     .doubt = doubt};

		bad = worklog_page(path, &log) < 0;
		m->pages += !bad;
		if (!bad && m->tells) {
			char clean[1000];

			text_clean(clean, sizeof clean, path, strlen(path));
			printf("page:  %s\n", clean);
		}
		free(path);
	}
	free(folder);
	json_decref(attempts);
	return bad ? -1 : 0;
}

static int students_make(Making *m, const char *only, Faults *faults)
{
	sqlite3_stmt *rows;
	int64_t logged = 0;
	int more = -1;

	if (book_log_check(m->book, only, fault_take, faults, &logged) < 0)
		return -1;
	rows = book_query(m->book,
			  "SELECT id, name, folder FROM student WHERE ?1 IS NULL OR id = ?1"
			  " ORDER BY id",
			  "s", only);
	while (rows && (more = book_step(m->book, rows)) > 0) {
		const char *id = (const char *)sqlite3_column_text(rows, 0);

		if (student_make(m, id, (const char *)sqlite3_column_text(rows, 1),
				 (const char *)sqlite3_column_text(rows, 2),
				 doubt_of(faults, id)) < 0) {
			more = -1;
			break;
		}
	}
	sqlite3_finalize(rows);
	if (more == 0)
		printf("log:   %lld grading%s, %s\n", (long long)logged, logged == 1 ? "" : "s",
		       faults->count > 0 ? "not all as they were written"
					 : "all as they were written");
	return more;
}

static int command_worklog(int argc, char **argv)
{
	BookOptions o;
	int read = book_options_read(&o, argc, argv, &argp), done = -1;
	Faults faults = {.count = 0};

	if (read != 0)
		return read < 0 ? 2 : 0;

	Book *book = book_of_options(&o, BOOK_READ);

	if (!book)
		return 2;

	Making making = {.book = book,
			 .home = class_home(book, o.build ? o.build : kit_build()),
			 .assignment = o.assignment ? o.assignment : "",
			 .tells = o.student != NULL};
	char *id = o.student ? book_student_find(book, o.student) : NULL;

	if (!making.home)
		book_fail(book, "there is no folder of the class to put pages into");
	else if (id || !o.student)
		done = students_make(&making, id, &faults);
	if (done == 0 && making.pages == 0)
		puts("page:  none: nothing was graded");
	else if (done == 0 && !o.student)
		printf("pages: %d, students/*/worklog.html in the folder of the class\n",
		       making.pages);
	free((void *)(uintptr_t)making.home);
	free(id);
	book_close(book);
	done = done < 0 || fflush(stdout) != 0 ? 2 : faults.count > 0;
	faults_release(&faults);
	return done;
}

const Command usegpu_worklog = {command_worklog, &argp};
