/* command_forget.c - usegpu forget: erases all data of a student who asks for it. */
#include <glob.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/book/book_all.h"
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
	"Removes the student (an id, folder or e-mail address of the gradebook) for good, from all "
	"assignments of the class, or the one that is named: rows of the gradebook, results, pages "
	"and what goes back to students, the line of the roster that "
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

/* What names every student, or is the student's, in a folder of the class. */
static void files_print(const StudentFiles *files)
{
	const struct {
		bool is_there;
		const char *what;
	} all[] = {
		{files->has_page,
		 "class.html: it names every student; make class-report makes it anew"},
		{files->has_similar, "similar/: texts of students beside each other; make "
				     "class-report makes them anew"},
		{files->has_feedback,
		 "feedback/: pages of all that went back; make feedback makes them anew"},
		{files->has_term,
		 "term.csv, term.html: they name every student; make term makes them anew"},
	};
	char *line;

	if (files->roster_line > 0) {
		line = text_new("  %s/roster.csv: line %d", files->folder, files->roster_line);
		line_print(line);
		free(line);
	}
	for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
		if (!all[i].is_there)
			continue;
		line = text_new("  %s/%s", files->folder, all[i].what);
		line_print(line);
		free(line);
	}
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
	files_print(b);
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

/* --- several gradebooks ----------------------------------------------------------------------- */

/* The gradebooks in which somebody is forgotten: the one that was named, or all of the class. */
typedef struct Books {
	Book **list;
	int count;
	BookAll all; /* folder NULL: one was named */
} Books;

static void books_close(Books *books)
{
	for (int i = 0; i < books->count; i++)
		book_close(books->list[i]);
	free((void *)books->list);
	book_all_release(&books->all);
}

static int books_open(Books *books, const BookOptions *o)
{
	BookMode mode = o->yes ? BOOK_WRITE : BOOK_READ;

	*books = (Books){.count = 0};
	if (!o->book && !o->assignment && book_all_find(&books->all, o->build, o->submissions) < 0)
		return -1;
	books->list = memory_new(((size_t)books->all.count + 1) * sizeof(Book *));
	for (int i = 0; i < books->all.count; i++)
		if (!(books->list[books->count++] = book_open(books->all.paths[i], mode)))
			return -1;
	if (!books->all.folder && !(books->list[books->count++] = book_of_options(o, mode)))
		return -1;
	return 0;
}

/* 1: the student is in the book; 0; -1 with a line on stderr. */
static int book_has(Book *book, const char *id)
{
	int64_t one;

	return book_number(book, &one, "SELECT 1 FROM student WHERE id = ?1", "s", id);
}

/* What the class itself has besides its assignments. */
static int above_forget(const Books *books, const char *id, int yes)
{
	StudentFiles above;
	int bad = student_files_above(&above, books->all.folder, id);

	if (bad == 0) {
		files_print(&above);
		if (yes)
			bad = student_files_remove(&above);
	}
	student_files_release(&above);
	return bad;
}

/* In one after the other: what is interrupted has forgotten in the first ones. */
static int everywhere_forget(const Books *books, const char *id, const BookOptions *o)
{
	int done = 0, is;

	for (int i = 0; done == 0 && i < books->count; i++) {
		is = book_has(books->list[i], id);
		done = is < 0 ? -1 : is == 0 ? 0 : student_forget(books->list[i], id, o);
	}
	if (done == 0 && books->all.folder)
		done = above_forget(books, id, o->yes);
	if (done == 0)
		puts("stays, for you to look after: what was handed in, your own roster, exports, "
		     "copies, "
		     "and what was given back elsewhere than in the folder of the class");
	return done == 0 && fflush(stdout) == 0 ? 0 : -1;
}

/* Whether something of the student is newer in another of the books. -1 with a line on stderr. */
static int is_newer(const Books *books, char ***older, const char *id)
{
	for (int i = 0; i < books->count; i++) {
		int is = book_has(books->list[i], id);

		if (is < 0)
			return -1;
		for (int k = 0; is && older[i][k]; k++)
			if (strcmp(older[i][k], id) == 0)
				is = 0;
		if (is)
			return 1;
	}
	return 0;
}

/* Whether an earlier book lists the student too: then it was told, or forgotten, with that one. */
static int is_listed_before(char ***older, int book, const char *id)
{
	for (int i = 0; i < book; i++)
		for (int k = 0; older[i][k]; k++)
			if (strcmp(older[i][k], id) == 0)
				return 1;
	return 0;
}

/* Counts them in *count. */
static int each_forget(const Books *books, char ***older, const BookOptions *o, int *count)
{
	int done = 0;

	for (int i = 0; i < books->count; i++)
		for (int k = 0; done == 0 && older[i][k]; k++) {
			const char *id = older[i][k];
			int newer = is_listed_before(older, i, id) ? 1 : is_newer(books, older, id);

			done = newer < 0 ? -1 : newer > 0 ? 0 : everywhere_forget(books, id, o);
			*count += newer == 0;
		}
	if (done == 0 && *count == 0)
		printf("nobody: of every student something is newer than %s\n", o->before);
	return done;
}

static int old_forget(const Books *books, const BookOptions *o, int *count)
{
	char ***older = memory_new(((size_t)books->count + 1) * sizeof(char **));
	int64_t before;
	int done = 0;

	if (timestamp_read(o->before, 0, &before) < 0)
		done = refuse("BEFORE=%s: expected a day such as 2025-10-01", o->before);
	for (int i = 0; done == 0 && i < books->count; i++)
		done = (older[i] = book_older(books->list[i], before)) ? 0 : -1;
	if (done == 0)
		done = each_forget(books, older, o, count);
	for (int i = 0; i < books->count; i++) {
		for (int k = 0; older[i] && older[i][k]; k++)
			free(older[i][k]);
		free((void *)older[i]);
	}
	free((void *)older);
	return done;
}

/* By the first book that knows the student so: ids are those of the roster in all of them. */
static int named_forget(const Books *books, const BookOptions *o)
{
	static const char known[] = "SELECT 1 FROM student WHERE ?1 IN (id, folder, email)";
	int at = 0, done;
	int64_t one;
	char *id;

	while (at + 1 < books->count &&
	       book_number(books->list[at], &one, known, "s", o->student) == 0)
		at++;
	id = book_student_find(books->list[at], o->student);
	done = !id ? -1 : everywhere_forget(books, id, o);
	free(id);
	return done;
}

static int command_forget(int argc, char **argv)
{
	BookOptions o;
	int read = book_options_read(&o, argc, argv, &argp), done = -1, count = 0;

	if (read != 0)
		return read < 0 ? 2 : 0;

	int named = o.student && *o.student != '\0';

	if (!named && !o.before)
		refuse("STUDENT= is missing: expected an id of the gradebook, or BEFORE=day");
	else if (named && o.before)
		refuse("STUDENT= and BEFORE= at once: expected one of them");
	if (named == (o.before != NULL))
		return 2;

	Books books;

	if (books_open(&books, &o) == 0)
		done = named ? named_forget(&books, &o) : old_forget(&books, &o, &count);
	if (done == 0 && !o.yes && (named || count > 0))
		done = refuse("nothing was removed: YES=1 removes it for good");
	books_close(&books);
	return done < 0 ? 2 : 0;
}

const Command usegpu_forget = {command_forget, &argp};
