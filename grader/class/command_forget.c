/* command_forget.c - usegpu-class forget: removes a student, who may ask for that. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "belongings.h"
#include "book_find.h"
#include "book_forget.h"
#include "book_options.h"
#include "commands.h"
#include "place_class.h"
#include "refuse.h"
#include "regrade.h"
#include "text.h"

static const char usage[] =
	"usage: usegpu-class forget [options] STUDENT\n"
	"Removes the student (an id, folder or e-mail address of the gradebook) for good: rows of "
	"the\n"
	"gradebook, results and pages, the line of the roster that the class keeps.\n"
	"  --yes             do it (else: say what would be removed)\n"
	"  --submissions DIR the class; --book FILE: its gradebook; --build DIR (build)\n";

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

/* What there is beside the rows of the gradebook. */
typedef struct Besides {
	Belongings belongings;
	char *regrade; /* what a regrade that was stopped began with; NULL: there was none */
} Besides;

/* What goes, and what stays and holds the student all the same. */
static int holdings_print(Book *book, const char *student, const Besides *besides, int yes)
{
	const Belongings *b = &besides->belongings;
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
	if (besides->regrade != NULL) {
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

	if (belongings_remove(&besides->belongings) < 0)
		return -1;
	if (besides->regrade != NULL && unlink(besides->regrade) < 0)
		return refuse("%s cannot be removed", besides->regrade);
	return 0;
}

/* Behind the lock of the class: a run that is under way would bring the student back. */
static int student_forget(Book *book, const char *student, const BookOptions *o)
{
	Besides besides = {.regrade = regrade_file(book)};
	int done = belongings_find(&besides.belongings, book, student, o->build);
	const char *folder = besides.belongings.folder;
	int lock = done == 0 && o->yes && folder != NULL ? class_lock(folder, folder) : -1;

	if (access(besides.regrade, F_OK) < 0) {
		free(besides.regrade);
		besides.regrade = NULL;
	}
	if (done == 0 && o->yes && folder != NULL && lock < 0)
		done = -1;
	if (done == 0)
		done = holdings_print(book, student, &besides, o->yes);
	if (done == 0)
		done = o->yes ? book_forget(book, student, files_remove, &besides)
			      : refuse("nothing was removed: YES=1 removes it for good");
	if (lock >= 0)
		close(lock);
	free(besides.regrade);
	belongings_release(&besides.belongings);
	return done;
}

int command_forget(int argc, char **argv)
{
	BookOptions o;
	int read = book_options_read(&o, argc, argv, " student yes ", usage), done = -1;

	if (read != 0)
		return read < 0 ? 2 : 0;
	if (o.student == NULL || *o.student == '\0') {
		refuse("STUDENT= is missing: expected an id of the gradebook");
		return 2;
	}

	Book *book = book_of_options(&o, o.yes ? BOOK_WRITE : BOOK_READ);
	char *student = book == NULL ? NULL : book_student_find(book, o.student);

	if (student != NULL)
		done = student_forget(book, student, &o);
	free(student);
	book_close(book);
	return done < 0 ? 2 : 0;
}
