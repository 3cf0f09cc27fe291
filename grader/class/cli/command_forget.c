/* command_forget.c - usegpu forget: erases all data of a student who asks for it. */
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/book/book_find.h"
#include "grader/class/book/book_forget.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/book/regrade.h"
#include "grader/class/book/timestamp.h"
#include "grader/class/cli/book_options.h"
#include "grader/class/cli/commands.h"
#include "grader/class/run/class_dir.h"
#include "grader/class/run/student_files.h"

static const struct argp_option options[] = {
	{"before", OPTION_KEY(BOOK_BEFORE), "DAY", 0,
	 "instead of a student all of whom nothing is newer than this day, such as 2025-10-01", 0},
	{"yes", FLAG_KEY(BOOK_YES), NULL, 0, "do it (else: say what would be removed)", 0},
	BOOK_PLACE_OPTIONS,
	{0},
};

static const struct argp argp = {
	options,
	NULL,
	"[STUDENT]",
	"Removes the student (an id, folder or e-mail address of the gradebook) for good: rows of "
	"the gradebook, results, pages and what goes back to students, the line of the roster that "
	"the class keeps, older copies of the gradebook.",
	NULL,
	NULL,
	NULL};

static const char *many(int64_t count)
{
	return count == 1 ? "" : "s";
}

static void line_print(const char *text)
{
	char clean[1000];

	text_clean(clean, sizeof clean, text, strlen(text));
	puts(clean);
}

/* A student's data outside the gradebook. */
typedef struct Besides {
	StudentFiles belongings;
	char *regrade; /* file of a regrade that was stopped (regrade.h); NULL: none */
	glob_t older;  /* copies of the gradebook from before it was brought up to date */
} Besides;

/* book_migrate keeps them as BOOK.v1, BOOK.v2 ... */
static void older_find(Book *book, glob_t *older)
{
	char *pattern = memory_new(2 * strlen(book_path(book)) + 16), *at = pattern;

	for (const char *c = book_path(book); *c != '\0'; c++) {
		*at++ = '\\';
		*at++ = *c;
	}
	strcpy(at, ".v[0-9]*"); /* NOLINT: there is room */
	if (glob(pattern, 0, NULL, older) != 0)
		older->gl_pathc = 0;
	free(pattern);
}

/* Where pages of the student were put: what is not in the class's folder is not ours to remove. */
static int places_print(Book *book, const char *student)
{
	sqlite3_stmt *rows = book_query(
		book, "SELECT DISTINCT place FROM handback WHERE student = ?1 ORDER BY place", "s",
		student);
	int more = -1;

	while (rows && (more = book_step(book, rows)) > 0) {
		char *line =
			text_new("given back in: %s", (const char *)sqlite3_column_text(rows, 0));

		line_print(line);
		free(line);
	}
	sqlite3_finalize(rows);
	return more;
}

/* Prints what is removed, and what is not although it names the student. */
static int holdings_print(Book *book, const char *student, const Besides *besides, int yes)
{
	const StudentFiles *b = &besides->belongings;
	BookHoldings h;
	char *line;

	if (book_holdings(book, student, &h) < 0)
		return -1;
	line = text_new("%s: %s", student, yes ? "this is removed" : "this would be removed");
	line_print(line);
	free(line);
	line = text_new("  %s: %lld attempt%s, %lld grading%s, %lld time%s points by hand, %lld "
			"comment%s, %lld request%s, %lld time%s given back",
			book_path(book), (long long)h.attempts, many(h.attempts),
			(long long)h.gradings, many(h.gradings), (long long)h.overrides,
			many(h.overrides), (long long)h.comments, many(h.comments),
			(long long)h.requests, many(h.requests), (long long)h.handbacks,
			many(h.handbacks));
	line_print(line);
	free(line);
	for (int i = 0; i < b->count; i++) {
		line = text_new("  %s/", b->results[i]);
		line_print(line);
		free(line);
	}
	if (b->roster_line > 0) {
		line = text_new("  %s/roster.csv: line %d", b->folder, b->roster_line);
		line_print(line);
		free(line);
	}
	if (b->has_page) {
		line = text_new("  %s/class.html: it names every student; make class-report makes "
				"it anew",
				b->folder);
		line_print(line);
		free(line);
	}
	if (b->has_similar) {
		line = text_new(
			"  %s/similar/: texts of students beside each other; make class-report "
			"makes them anew",
			b->folder);
		line_print(line);
		free(line);
	}
	if (b->has_feedback) {
		line = text_new("  %s/feedback/: pages of all that went back; make feedback makes "
				"them anew",
				b->folder);
		line_print(line);
		free(line);
	}
	for (size_t i = 0; i < besides->older.gl_pathc; i++) {
		line = text_new("  %s: the gradebook before it was brought up to date",
				besides->older.gl_pathv[i]);
		line_print(line);
		free(line);
	}
	if (besides->regrade) {
		line = text_new("  %s: what a regrade that was stopped began with",
				besides->regrade);
		line_print(line);
		free(line);
	}
	if (places_print(book, student) < 0)
		return -1;
	puts("stays, for you to look after: what was handed in, your own roster, exports, copies, "
	     "and what was given back elsewhere than in the folder of the class");
	return fflush(stdout) == 0 ? 0 : -1;
}

static int files_remove(void *context)
{
	const Besides *besides = context;

	if (student_files_remove(&besides->belongings) < 0)
		return -1;
	if (besides->regrade && unlink(besides->regrade) < 0)
		return refuse("%s cannot be removed", besides->regrade);
	for (size_t i = 0; i < besides->older.gl_pathc; i++)
		if (unlink(besides->older.gl_pathv[i]) < 0)
			return refuse("%s cannot be removed", besides->older.gl_pathv[i]);
	return 0;
}

/* Holds the lock of the class, because a run in progress would add the student again. */
static int student_forget(Book *book, const char *student, const BookOptions *o)
{
	Besides besides = {.regrade = regrade_file(book)};
	int done = student_files_find(&besides.belongings, book, student, o->build);
	const char *folder = besides.belongings.folder;
	int lock = done == 0 && o->yes && folder ? class_lock(folder, folder) : -1;

	older_find(book, &besides.older);
	if (access(besides.regrade, F_OK) < 0) {
		free(besides.regrade);
		besides.regrade = NULL;
	}
	if (done == 0 && o->yes && folder && lock < 0)
		done = -1;
	if (done == 0)
		done = holdings_print(book, student, &besides, o->yes);
	if (done == 0 && o->yes)
		done = book_forget(book, student, files_remove, &besides);
	if (lock >= 0)
		close(lock);
	free(besides.regrade);
	if (besides.older.gl_pathc > 0)
		globfree(&besides.older);
	student_files_release(&besides.belongings);
	return done;
}

/* One after the other: what is interrupted has forgotten the first ones. */
static int old_forget(Book *book, const BookOptions *o)
{
	int64_t before;
	char **list;
	int done = 0;

	if (timestamp_read(o->before, 0, &before) < 0)
		return refuse("BEFORE=%s: expected a day such as 2025-10-01", o->before);
	list = book_older(book, before);
	if (!list)
		return -1;
	if (!list[0])
		printf("nobody: of every student something is newer than %s\n", o->before);
	for (int i = 0; list[i]; i++) {
		if (done == 0)
			done = student_forget(book, list[i], o);
		free(list[i]);
	}
	free(list);
	return done;
}

static int named_forget(Book *book, const BookOptions *o)
{
	char *student = book_student_find(book, o->student);
	int done = !student ? -1 : student_forget(book, student, o);

	free(student);
	return done;
}

static int command_forget(int argc, char **argv)
{
	BookOptions o;
	int read = book_options_read(&o, argc, argv, &argp), done = -1;

	if (read != 0)
		return read < 0 ? 2 : 0;

	int named = o.student && *o.student != '\0';

	if (!named && !o.before)
		refuse("STUDENT= is missing: expected an id of the gradebook, or BEFORE=day");
	else if (named && o.before)
		refuse("STUDENT= and BEFORE= at once: expected one of them");
	if (named == (o.before != NULL))
		return 2;

	Book *book = book_of_options(&o, o.yes ? BOOK_WRITE : BOOK_READ);

	if (book)
		done = named ? named_forget(book, &o) : old_forget(book, &o);
	if (done == 0 && !o.yes)
		done = refuse("nothing was removed: YES=1 removes it for good");
	book_close(book);
	return done < 0 ? 2 : 0;
}

const Command usegpu_forget = {command_forget, &argp};
