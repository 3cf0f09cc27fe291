/* command_override.c - usegpu-class override: points by hand, taken back, or another time of
 * submission. */
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book_find.h"
#include "book_options.h"
#include "book_override.h"
#include "commands.h"
#include "refuse.h"
#include "text.h"
#include "when.h"

static const char usage[] =
	"usage: usegpu-class override [options] STUDENT\n"
	"Gives the student (an id, folder or e-mail address of the gradebook) points by hand.\n"
	"  --check N.M       for this check (else for the total, also after lateness)\n"
	"  --points P        so many\n"
	"  --reason TEXT     why; it is kept in the gradebook\n"
	"  --revoke          take them back\n"
	"  --submitted TIME  instead: when the newest attempt was handed in\n"
	"  --submissions DIR the class; --book FILE: its gradebook; --build DIR (build)\n";

static int points_read(const char *text, double *points)
{
	char *end;

	if (text == NULL)
		return refuse("POINTS= is missing: expected points such as 1.5, or REVOKE=1");
	*points = strtod(text, &end);
	if (*text == '\0' || *end != '\0' || text[strspn(text, "0123456789.")] != '\0')
		return refuse("POINTS=%s: expected a number such as 1.5", text);
	return 0;
}

/* Who sits here: with sudo the one who called it. */
static const char *user_name(void)
{
	const char *sudo = getenv("SUDO_USER");
	const struct passwd *user = getpwuid(getuid());

	return sudo != NULL && *sudo != '\0' ? sudo : user == NULL ? NULL : user->pw_name;
}

/* In one line of a book there are no line breaks and no escapes. */
static char *reason_clean(const char *reason)
{
	size_t size = reason == NULL ? 8 : 4 * strlen(reason) + 8;
	char *clean = memory_new(size);

	text_clean(clean, size, reason == NULL ? "" : reason, reason == NULL ? 0 : strlen(reason));
	return clean;
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

	if (points_read(o->points, &override.points) < 0 || book_override_put(book, &override) < 0)
		return -1;
	student_print(student);
	printf("%s%s: %g points by hand: %s\n", o->check == NULL ? "total" : "check ",
	       o->check == NULL ? "" : o->check, override.points, reason);
	return 0;
}

static int points_revoke(Book *book, const char *student, const BookOptions *o)
{
	if (o->points != NULL)
		return refuse("POINTS= and REVOKE=1 at once: expected one of them");
	if (book_override_revoke(book, student, o->check) < 0)
		return -1;
	student_print(student);
	printf("%s%s: as the grader says\n", o->check == NULL ? "total" : "check ",
	       o->check == NULL ? "" : o->check);
	return 0;
}

static int time_give(Book *book, const char *student, const BookOptions *o, const char *reason)
{
	char local[WHEN_SIZE];
	int64_t at;

	if (o->points != NULL || o->check != NULL || o->revoke)
		return refuse("SUBMITTED= is about the whole attempt: expected it without CHECK, "
			      "POINTS and REVOKE");
	if (when_read(o->submitted, 0, &at) < 0)
		return refuse("SUBMITTED=%s: expected a time such as 2026-12-01T23:59, with Z or "
			      "+01:00 behind it unless it is the local time",
			      o->submitted);
	if (book_submitted_put(book, student, at, reason) < 0)
		return -1;
	when_local(at, local);
	student_print(student);
	printf("handed in at %s: %s\n", local, reason);
	return 0;
}

int command_override(int argc, char **argv)
{
	BookOptions o;
	int read = book_options_read(&o, argc, argv,
				     " student check points reason submitted revoke ", usage),
	    done = -1;

	if (read != 0)
		return read < 0 ? 2 : 0;
	if (o.student == NULL || *o.student == '\0') {
		refuse("STUDENT= is missing: expected an id of the gradebook");
		return 2;
	}

	Book *book = book_of_options(&o, BOOK_WRITE);
	char *student = book == NULL ? NULL : book_student_find(book, o.student);
	char *reason = reason_clean(o.reason);

	if (student != NULL)
		done = o.submitted != NULL ? time_give(book, student, &o, reason)
		       : o.revoke          ? points_revoke(book, student, &o)
					   : points_give(book, student, &o, reason);
	free(reason);
	free(student);
	book_close(book);
	return done < 0 ? 2 : 0;
}
