/* command_note.c - usegpu comment, request and answer: what people write to each other about marks. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/book/book_find.h"
#include "grader/class/book/book_note.h"
#include "grader/class/book/book_part.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/book/who.h"
#include "grader/class/cli/book_options.h"
#include "grader/class/cli/commands.h"
#include "grader/class/cli/marks.h"

static const struct argp_option of_comment[] = {
	{"check", OPTION_KEY(BOOK_CHECK), "N.M", 0, "about this check (else about all of it)", 0},
	{"text", OPTION_KEY(BOOK_TEXT), "TEXT", 0, "the comment; the student's page shows it", 0},
	{"revoke", FLAG_KEY(BOOK_REVOKE), NULL, 0, "take the newest one back", 0},
	BOOK_PART_OPTIONS,
	BOOK_PLACE_OPTIONS,
	{0},
};

static const struct argp_option of_request[] = {
	{"check", OPTION_KEY(BOOK_CHECK), "N.M", 0, "about this check (else about all of it)", 0},
	{"text", OPTION_KEY(BOOK_TEXT), "TEXT", 0, "what the student says", 0},
	BOOK_PART_OPTIONS,
	BOOK_PLACE_OPTIONS,
	{0},
};

static const struct argp_option of_answer[] = {
	{"check", OPTION_KEY(BOOK_CHECK), "N.M", 0, "to the request about this check", 0},
	{"text", OPTION_KEY(BOOK_TEXT), "TEXT", 0, "the answer; the student's page shows it", 0},
	BOOK_PLACE_OPTIONS,
	{0},
};

#define ARGP(options, words, doc)                                                                  \
	{                                                                                          \
		options, NULL, words, doc, NULL, NULL, NULL                                        \
	}
static const struct argp comment_argp = ARGP(
	of_comment, "[STUDENT]",
	"Keeps a comment on a student's work, or on that of each of a section or of an assistant's "
	"students, with who made it and when.");
static const struct argp request_argp =
	ARGP(of_request, "[STUDENT]",
	     "Keeps a student's request to look at a mark again; without a student it lists those "
	     "that nobody has answered.");
static const struct argp answer_argp =
	ARGP(of_answer, "STUDENT", "Answers the oldest request of a student that has no answer.");

/* "1001: check 3.2: WHAT: text" */
static void done_print(const BookNote *note, const char *what)
{
	char *student = clean_copy(note->student);

	printf("%s: %s%s: %s%s\n", student, !note->check ? "all of it" : "check ",
	       !note->check ? "" : note->check, what, !note->text ? "" : note->text);
	free(student);
}

static int comment(Book *book, const BookNote *note, const BookOptions *o)
{
	if (o->revoke && *note->text != '\0')
		return refuse("TEXT= and REVOKE=1 at once: expected one of them");
	if (o->revoke) {
		const BookNote revoked = {.student = note->student, .check = note->check};

		if (book_comment_revoke(book, note->student, note->check) < 0)
			return -1;
		done_print(&revoked, "the comment is taken back");
		return 0;
	}
	if (book_comment_put(book, note) < 0)
		return -1;
	done_print(note, "comment: ");
	return 0;
}

static int request(Book *book, const BookNote *note, const BookOptions *o)
{
	(void)o;
	if (book_request_put(book, note) < 0)
		return -1;
	done_print(note, "request: ");
	return 0;
}

static int answer(Book *book, const BookNote *note, const BookOptions *o)
{
	(void)o;
	if (book_request_answer(book, note) < 0)
		return -1;
	char *student = clean_copy(note->student);

	printf("%s: answer: %s\n", student, note->text);
	free(student);
	return 0;
}

typedef int Doing(Book *book, const BookNote *note, const BookOptions *o);

static int student_note(const BookOptions *o, Doing *doing)
{
	Book *book = book_of_options(o, BOOK_WRITE);
	char *student = !book ? NULL : book_student_find(book, o->student);
	char *text = clean_copy(o->text);
	const BookNote note = {
		.student = student, .check = o->check, .text = text, .made_by = user_name()};
	int done = !student ? -1 : doing(book, &note, o);

	free(text);
	free(student);
	book_close(book);
	return done < 0 ? 2 : 0;
}

/* Leaves in the list the students of that part. 0, or -1 with a line on stderr. */
static int part_keep(Book *book, const BookPart *part, char **list)
{
	int kept = 0, is = 0;

	for (int i = 0; list[i]; i++) {
		is = is < 0 ? is : book_part_has(book, part, list[i]);
		if (is > 0)
			list[kept++] = list[i];
		else
			free(list[i]);
	}
	list[kept] = NULL;
	return is < 0 ? -1 : 0;
}

/* The same comment on each. */
static int part_comment(const BookOptions *o)
{
	const BookPart part = {.section = o->section, .ta = o->ta};
	Book *book = book_of_options(o, BOOK_WRITE);
	char **list =
		!book || book_part_check(book, &part) < 0
			? NULL
			: book_texts(book,
				     book_query(book, "SELECT id FROM student ORDER BY id", ""));
	char *text = clean_copy(o->text);
	int done = !list ? -1 : part_keep(book, &part, list);

	for (int i = 0; list && list[i]; i++) {
		const BookNote note = {.student = list[i],
				       .check = o->check,
				       .text = text,
				       .made_by = user_name()};

		if (done == 0)
			done = comment(book, &note, o);
		free(list[i]);
	}
	free(list);
	free(text);
	book_close(book);
	return done < 0 ? 2 : 0;
}

static int requests_list(const BookOptions *o)
{
	const BookPart part = {.section = o->section, .ta = o->ta};
	Book *book = book_of_options(o, BOOK_READ);
	int done = !book || book_part_check(book, &part) < 0 ? -1 : requests_print(book, &part);

	book_close(book);
	return done < 0 ? 2 : 0;
}

static int command_note(int argc, char **argv, const struct argp *argp, Doing *doing)
{
	BookOptions o;
	int read = book_options_read(&o, argc, argv, argp);

	if (read != 0)
		return read < 0 ? 2 : 0;
	if ((!o.student || *o.student == '\0') && doing == request && !o.text)
		return requests_list(&o);
	bool is_part = doing == comment && (o.section || o.ta),
	     named = o.student && *o.student != '\0';

	if (is_part && !named && !o.revoke)
		return part_comment(&o);
	if (is_part) {
		refuse("%s= is a part of the class: expected a comment for it, without STUDENT= "
		       "and "
		       "REVOKE=1",
		       o.section ? "SECTION" : "TA");
		return 2;
	}
	if (!named) {
		refuse("STUDENT= is missing: expected an id of the gradebook");
		return 2;
	}
	return student_note(&o, doing);
}

static int command_comment(int argc, char **argv)
{
	return command_note(argc, argv, &comment_argp, comment);
}

static int command_request(int argc, char **argv)
{
	return command_note(argc, argv, &request_argp, request);
}

static int command_answer(int argc, char **argv)
{
	return command_note(argc, argv, &answer_argp, answer);
}

extern const Command usegpu_comment, usegpu_request, usegpu_answer;
const Command usegpu_comment = {command_comment, &comment_argp};
const Command usegpu_request = {command_request, &request_argp};
const Command usegpu_answer = {command_answer, &answer_argp};
