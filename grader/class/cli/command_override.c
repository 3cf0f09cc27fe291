/* command_override.c - usegpu override: sets or revokes an override of points, or sets the
 * time of a submission. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/book/book_find.h"
#include "grader/class/book/book_override.h"
#include "grader/class/book/timestamp.h"
#include "grader/class/cli/book_options.h"
#include "grader/class/cli/commands.h"
#include "grader/class/book/who.h"
#include "grader/class/book/rubric.h"

static const struct argp_option options[] = {
	{"check", OPTION_KEY(BOOK_CHECK), "N.M", 0, "for this check, with --points or --revoke", 0},
	{"points", OPTION_KEY(BOOK_POINTS), "P", 0, "so many for the check", 0},
	{"total", OPTION_KEY(BOOK_TOTAL), "P", 0,
	 "so many in all, also after lateness; none takes that back", 0},
	{"reason", OPTION_KEY(BOOK_REASON), "TEXT", 0, "why; it is kept in the gradebook", 0},
	{"submitted", OPTION_KEY(BOOK_SUBMITTED), "TIME", 0,
	 "instead: when the newest attempt was handed in", 0},
	{"due", OPTION_KEY(BOOK_DUE), "TIME", 0,
	 "instead: the student's own deadline, for all attempts; none takes it back", 0},
	{"rubric", OPTION_KEY(BOOK_RUBRIC), "FILE", 0,
	 "instead: items of this file, which has points and reasons", 0},
	{"item", OPTION_KEY(BOOK_ITEM), "NAMES", 0, "these items of it, between commas", 0},
	{"revoke", FLAG_KEY(BOOK_REVOKE), NULL, 0, "take the check's points back", 0},
	BOOK_PLACE_OPTIONS,
	{0},
};

static const struct argp argp = {
	options,
	NULL,
	"STUDENT",
	"Gives the student (an id, folder or e-mail address of the gradebook) points by hand.",
	NULL,
	NULL,
	NULL};

static int points_read(const char *name, const char *text, const char *besides, double *points)
{
	char *end;

	*points = strtod(text, &end);
	if (*text == '\0' || *end != '\0' || text[strspn(text, "0123456789.")] != '\0')
		return refuse("%s=%s: expected a number such as 1.5%s", name, text, besides);
	return 0;
}

/* A check's points and a total each have a word of their own: a word that is missing, or misspelt, must
 * not make the one the other. */
static int words_check(const BookOptions *o)
{
	if (o->total && (o->check || o->points || o->revoke))
		return refuse("TOTAL= is about the final mark: expected it without CHECK, POINTS "
			      "and REVOKE");
	if (o->total)
		return 0;
	if (o->points && o->revoke)
		return refuse("POINTS= and REVOKE=1 at once: expected one of them");
	if (o->points && !o->check)
		return refuse("CHECK= is missing: expected POINTS=%s for a check, as in CHECK=3.2; "
			      "TOTAL=%s sets the final mark",
			      o->points, o->points);
	if (o->revoke && !o->check)
		return refuse("CHECK= is missing: expected whose points are taken back, as in "
			      "CHECK=3.2; TOTAL=none is for the final mark");
	if (!o->points && !o->revoke)
		return refuse("expected CHECK= with POINTS= or REVOKE=1, or TOTAL=, or SUBMITTED=, "
			      "or DUE=");
	return 0;
}

/* Begins a line that says what was done. */
static void student_print(const char *student)
{
	char clean[300];

	text_clean(clean, sizeof clean, student, strlen(student));
	printf("%s: ", clean);
}

static int points_give(Book *book, const char *student, const BookOptions *o, const char *reason)
{
	BookOverride override = {
		.student = student, .check = o->check, .reason = reason, .made_by = user_name()};
	const char *name = o->total ? "TOTAL" : "POINTS", *text = o->total ? o->total : o->points;

	if (points_read(name, text, o->total ? ", or none" : "", &override.points) < 0 ||
	    book_override_put(book, &override) < 0)
		return -1;
	student_print(student);
	printf("%s%s: %g points by hand: %s\n", !o->check ? "total" : "check ",
	       !o->check ? "" : o->check, override.points, reason);
	return 0;
}

static int points_revoke(Book *book, const char *student, const BookOptions *o)
{
	if (book_override_revoke(book, student, o->check) < 0)
		return -1;
	student_print(student);
	printf("%s%s: as the grader says\n", !o->check ? "total" : "check ",
	       !o->check ? "" : o->check);
	return 0;
}

static int time_give(Book *book, const char *student, const BookOptions *o, const char *reason)
{
	char local[TIMESTAMP_SIZE];
	int64_t at;

	if (o->points || o->check || o->revoke || o->total)
		return refuse("SUBMITTED= is about the whole attempt: expected it without CHECK, "
			      "POINTS, TOTAL and REVOKE");
	if (timestamp_read(o->submitted, 0, &at) < 0)
		return refuse("SUBMITTED=%s: expected a time such as 2026-12-01T23:59, with Z or "
			      "+01:00 behind it unless it is the local time",
			      o->submitted);
	if (book_submitted_put(book, student, at, reason) < 0)
		return -1;
	timestamp_local(at, local);
	student_print(student);
	printf("handed in at %s: %s\n", local, reason);
	return 0;
}

static int due_give(Book *book, const char *student, const BookOptions *o, const char *reason)
{
	char local[TIMESTAMP_SIZE];
	int64_t at;

	if (o->points || o->check || o->revoke || o->total || o->submitted)
		return refuse("DUE= is about the whole assignment: expected it without CHECK, "
			      "POINTS, TOTAL, SUBMITTED and REVOKE");
	if (strcmp(o->due, "none") == 0) {
		if (book_due_revoke(book, student) < 0)
			return -1;
		student_print(student);
		puts("due as for all");
		return 0;
	}
	if (timestamp_read(o->due, 1, &at) < 0)
		return refuse("DUE=%s: expected a time such as 2026-12-01T23:59, with Z or +01:00 "
			      "behind it unless it is the local time, or none",
			      o->due);
	if (book_due_put(book, student, at, reason, user_name()) < 0)
		return -1;
	timestamp_local(at, local);
	student_print(student);
	printf("due at %s: %s\n", local, reason);
	return 0;
}

static int items_give(Book *book, const char *student, const BookOptions *o)
{
	Rubric rubric;
	int given = 0, done = -1;

	if (o->points || o->check || o->revoke || o->submitted || o->reason || o->total || o->due)
		return refuse("RUBRIC= says check, points and reason: expected it with ITEM= "
			      "alone");
	if (!o->item || *o->item == '\0')
		return refuse("ITEM= is missing: expected names of the rubric, between commas");
	if (rubric_read(&rubric, o->rubric) == 0)
		done = rubric_apply(&rubric, book, student, o->item, user_name(), &given);
	rubric_release(&rubric);
	if (done < 0)
		return -1;
	student_print(student);
	printf("%d check%s by the rubric\n", given, given == 1 ? "" : "s");
	return 0;
}

static int command_override(int argc, char **argv)
{
	BookOptions o;
	int read = book_options_read(&o, argc, argv, &argp), done = -1, revoke;

	if (read != 0)
		return read < 0 ? 2 : 0;
	if (!o.student || *o.student == '\0') {
		refuse("STUDENT= is missing: expected an id of the gradebook");
		return 2;
	}
	if (!o.submitted && !o.rubric && !o.due && words_check(&o) < 0)
		return 2;
	revoke = o.revoke || (o.total && strcmp(o.total, "none") == 0);

	Book *book = book_of_options(&o, BOOK_WRITE);
	char *student = !book ? NULL : book_student_find(book, o.student);
	char *reason = clean_copy(o.reason);

	if (student)
		done = o.rubric      ? items_give(book, student, &o)
		       : o.due       ? due_give(book, student, &o, reason)
		       : o.submitted ? time_give(book, student, &o, reason)
		       : revoke      ? points_revoke(book, student, &o)
				     : points_give(book, student, &o, reason);
	free(reason);
	free(student);
	book_close(book);
	return done < 0 ? 2 : 0;
}

const Command usegpu_override = {command_override, &argp};
