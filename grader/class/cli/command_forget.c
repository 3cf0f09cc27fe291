/* command_forget.c - usegpu forget: erases all data of a student who asks for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/book/book_find.h"
#include "grader/class/book/book_forget.h"
#include "grader/class/book/regrade.h"
#include "grader/class/cli/book_options.h"
#include "grader/class/cli/commands.h"
#include "grader/class/run/class_dir.h"
#include "grader/class/run/student_files.h"

static const struct argp_option options[] = {
	{"yes", FLAG_KEY(BOOK_YES), NULL, 0, "do it (else: say what would be removed)", 0},
	BOOK_PLACE_OPTIONS,
	{0},
};

static const struct argp argp = {
	options,
	NULL,
	"STUDENT",
	"Removes the student (an id, folder or e-mail address of the gradebook) for good: rows of "
	"the gradebook, results and pages, the line of the roster that the class keeps.",
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
} Besides;

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
	line = text_new("  %s: %lld attempt%s, %lld grading%s, %lld time%s points by hand",
			book_path(book), (long long)h.attempts, many(h.attempts),
			(long long)h.gradings, many(h.gradings), (long long)h.overrides,
			many(h.overrides));
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
	if (besides->regrade) {
		line = text_new("  %s: what a regrade that was stopped began with",
				besides->regrade);
		line_print(line);
		free(line);
	}
	puts("stays, for you to look after: what was handed in, your own roster, exports, copies");
	return fflush(stdout) == 0 ? 0 : -1;
}

static int files_remove(void *context)
{
	const Besides *besides = context;

	if (student_files_remove(&besides->belongings) < 0)
		return -1;
	if (besides->regrade && unlink(besides->regrade) < 0)
		return refuse("%s cannot be removed", besides->regrade);
	return 0;
}

/* Holds the lock of the class, because a run in progress would add the student again. */
static int student_forget(Book *book, const char *student, const BookOptions *o)
{
	Besides besides = {.regrade = regrade_file(book)};
	int done = student_files_find(&besides.belongings, book, student, o->build);
	const char *folder = besides.belongings.folder;
	int lock = done == 0 && o->yes && folder ? class_lock(folder, folder) : -1;

	if (access(besides.regrade, F_OK) < 0) {
		free(besides.regrade);
		besides.regrade = NULL;
	}
	if (done == 0 && o->yes && folder && lock < 0)
		done = -1;
	if (done == 0)
		done = holdings_print(book, student, &besides, o->yes);
	if (done == 0)
		done = o->yes ? book_forget(book, student, files_remove, &besides)
			      : refuse("nothing was removed: YES=1 removes it for good");
	if (lock >= 0)
		close(lock);
	free(besides.regrade);
	student_files_release(&besides.belongings);
	return done;
}

static int command_forget(int argc, char **argv)
{
	BookOptions o;
	int read = book_options_read(&o, argc, argv, &argp), done = -1;

	if (read != 0)
		return read < 0 ? 2 : 0;
	if (!o.student || *o.student == '\0') {
		refuse("STUDENT= is missing: expected an id of the gradebook");
		return 2;
	}

	Book *book = book_of_options(&o, o.yes ? BOOK_WRITE : BOOK_READ);
	char *student = !book ? NULL : book_student_find(book, o.student);

	if (student)
		done = student_forget(book, student, &o);
	free(student);
	book_close(book);
	return done < 0 ? 2 : 0;
}

const Command usegpu_forget = {command_forget, &argp};
