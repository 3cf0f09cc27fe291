/* command_feedback.c - usegpu feedback: the pages that go back to students, for a platform or for mail. */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/book/book_find.h"
#include "grader/class/book/book_note.h"
#include "grader/class/book/book_part.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/book/who.h"
#include "grader/class/cli/book_options.h"
#include "grader/class/run/student_files.h"
#include "grader/feedback/bundle.h"
#include "grader/setup/kit_settings.h"
#include "grader/setup/result_dir.h"

enum { FORMAT = BOOK_TEXTS, OUT, IN, COURSE, TITLE, SHOW_HIDDEN, TEXTS };
enum { LIST };

static const struct argp_option options[] = {
	{"format", OPTION_KEY(FORMAT), "NAME", 0, "one of --list", 0},
	{"out", OPTION_KEY(OUT), "DIR", 0,
	 "a new folder for it (feedback/NAME in the folder of the class)", 0},
	{"in", OPTION_KEY(IN), "FILE", 0,
	 "Moodle: the grading worksheet, where names of folders do not tell the numbers", 0},
	{"course", OPTION_KEY(COURSE), "NAME", 0, "of the course, for the pages; it is kept", 0},
	{"title", OPTION_KEY(TITLE), "NAME", 0, "of the assignment, for the pages; it is kept", 0},
	{"show-hidden", OPTION_KEY(SHOW_HIDDEN), "HOW", 0,
	 "hidden checks as they were announced, or in full (announced)", 0},
	{"list", FLAG_KEY(LIST), NULL, 0, "the formats", 0},
	BOOK_PART_OPTIONS,
	BOOK_PLACE_OPTIONS,
	{0},
};

static const struct argp argp = {
	options,
	NULL,
	"[STUDENT]",
	"Makes of each student a page with the final mark, its reasons and all checks, and puts "
	"them where a learning platform, or mail, takes them from. Nothing of anybody else is in "
	"what is made for a student.",
	NULL,
	NULL,
	NULL};

typedef struct Asked {
	const char *given[TEXTS];
	const char *student;
	const BundleFormat *format;
	BookOptions place;
	int conceals;
} Asked;

static int asked_read(Asked *a, int argc, char **argv)
{
	int list = 0, *const flags[] = {&list};
	CommandLine line = {&argp, a->given, flags, 0, 0};
	int read;

	*a = (Asked){.given = {[BOOK_BUILD] = kit_build(), [SHOW_HIDDEN] = "announced"}};
	read = command_line_read(&line, argc, argv);
	if (read != 0)
		return read;
	if (list)
		return bundle_formats_print(), 1;
	if (argc - line.first > 1)
		return refuse("%s: not expected here; see --help", argv[line.first + 1]);
	a->student = argv[line.first] && *argv[line.first] != '\0' ? argv[line.first] : NULL;
	a->place = (BookOptions){.build = a->given[BOOK_BUILD],
				 .submissions = a->given[BOOK_SUBMISSIONS],
				 .book = a->given[BOOK_BOOK],
				 .assignment = a->given[BOOK_ASSIGNMENT]};
	a->conceals = strcmp(a->given[SHOW_HIDDEN], "announced") == 0;
	if (!a->conceals && strcmp(a->given[SHOW_HIDDEN], "full") != 0)
		return refuse("SHOW_HIDDEN=%s: expected announced or full", a->given[SHOW_HIDDEN]);
	a->format = bundle_format(!a->given[FORMAT] ? "" : a->given[FORMAT]);
	if (a->format && a->given[IN] && strcmp(a->format->name, "moodle") != 0)
		return refuse("FORMAT=%s takes no file; expected no IN=", a->format->name);
	return !a->format ? -1 : 0;
}

/* What was given is kept, what was not is as it was kept. To be freed; NULL: neither. */
static char *kept(Book *book, const char *key, const char *given)
{
	if (!given)
		return book_setting(book, key);
	char *clean = clean_copy(given), *before = book_setting(book, key);

	if (!before || strcmp(before, clean) != 0)
		book_setting_put(book, key, clean);
	free(before);
	return clean;
}

/* --- one after the other ---------------------------------------------------------------------- */

typedef struct Count {
	int given, left_out, without; /* left_out: no place; without: no mark yet */
} Count;

static int student_give(Bundle *b, const char *student, const char *place, Count *count)
{
	Given given;
	int done = given_read(&given, b->from, student);

	if (done == 0 && isnan(given.final)) {
		remark("%s (%s): no mark yet; left out", given.name, given.id);
		count->without++;
	} else if (done == 0) {
		done = b->format->put(b, &given);
		count->left_out += done > 0;
		count->given += done == 0;
		if (done == 0)
			done = book_handback_put(b->from->book, student, b->format->name, place,
						 given.final, user_name());
	}
	given_release(&given);
	return done < 0 ? -1 : 0;
}

/* The ids are read first: rows are added while they are gone through. */
static char **students_list(Book *book, const Asked *a)
{
	const BookPart part = {.section = a->given[BOOK_SECTION], .ta = a->given[BOOK_TA]};
	char **list = list_grown(NULL, 0, sizeof *list);
	int count = 0, more = -1, is = 1;

	if (a->student) {
		list[0] = book_student_find(book, a->student);
		if (list[0])
			return list_grown(list, 1, sizeof *list);
		free(list);
		return NULL;
	}
	if (book_part_check(book, &part) < 0) {
		free(list);
		return NULL;
	}
	sqlite3_stmt *rows = book_query(book, "SELECT id FROM student ORDER BY id", "");

	while (rows && is >= 0 && (more = book_step(book, rows)) > 0) {
		is = book_part_has(book, &part, (const char *)sqlite3_column_text(rows, 0));
		if (is <= 0)
			continue;
		list[count++] = book_text(rows, 0);
		list = list_grown(list, count, sizeof *list);
	}
	sqlite3_finalize(rows);
	if (is >= 0 && more == 0)
		return list;
	while (count > 0)
		free(list[--count]);
	free(list);
	return NULL;
}

static int all_give(Bundle *b, const Asked *a, Count *count)
{
	char **list = students_list(b->from->book, a), *place = realpath(b->out, NULL);
	int bad = !list;

	for (int i = 0; list && list[i]; i++) {
		bad = bad || student_give(b, list[i], !place ? b->out : place, count) < 0;
		free(list[i]);
	}
	free(place);
	free(list);
	return bad ? -1 : 0;
}

static char *out_of(const Asked *a, const GivenFrom *from)
{
	if (a->given[OUT])
		return text_new("%s", a->given[OUT]);
	if (!from->home) {
		refuse("OUT= is missing: expected a new folder, as the gradebook lies by itself");
		return NULL;
	}
	return text_new("%s/feedback/%s", from->home, a->format->name);
}

static int feedback_make(const Asked *a, GivenFrom *from)
{
	char *submissions = a->given[BOOK_SUBMISSIONS] ? text_new("%s", a->given[BOOK_SUBMISSIONS])
						       : book_setting(from->book, "submissions");
	Bundle b = {.format = a->format,
		    .from = from,
		    .out = out_of(a, from),
		    .in_name = a->given[IN],
		    .submissions = submissions};
	Count count = {.given = 0};
	int bad = !b.out || bundle_begin(&b, !a->given[OUT]) < 0;

	bad = bad || all_give(&b, a, &count) < 0;
	if (b.out && bundle_end(&b, bad) < 0)
		bad = 1;
	if (!bad) {
		char *out = clean_copy(b.out);

		printf("%s: %d given back, %d left out, %d without a mark: %s\n", b.format->name,
		       count.given, count.left_out, count.without, out);
		free(out);
	}
	free(b.out);
	free(submissions);
	return bad ? -1 : 0;
}

/* The assignment's title, else its name, else that of the folder. To be freed. */
static char *title_of(const GivenFrom *from, const Asked *a)
{
	char *title = kept(from->book, "title", a->given[TITLE]);

	if (!title && a->place.assignment)
		return clean_copy(a->place.assignment);

	return title || !from->home ? title : text_new("%s", path_last(from->home));
}

static int command_feedback(int argc, char **argv)
{
	Asked asked;
	GivenFrom from = {.book = NULL};
	int read = asked_read(&asked, argc, argv), bad;

	if (read != 0)
		return read < 0 || fflush(stdout) != 0 ? 2 : 0;
	json_set_alloc_funcs(memory_new, free);
	umask(077);
	from.book = book_of_options(&asked.place, BOOK_WRITE);
	if (!from.book)
		return 2;
	from.build = asked.given[BOOK_BUILD];
	from.conceals = asked.conceals;
	from.home = class_home(from.book, from.build);
	from.course = kept(from.book, "course", asked.given[COURSE]);
	from.title = title_of(&from, &asked);
	bad = feedback_make(&asked, &from);
	free(from.title);
	free(from.course);
	free(from.home);
	book_close(from.book);
	return bad || fflush(stdout) != 0 ? 2 : 0;
}

extern const Command usegpu_feedback;
const Command usegpu_feedback = {command_feedback, &argp};
