/* book_options.c - the options, with those that do not belong to the sub-command refused. */
#include "book_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "refuse.h"
#include "text.h"

static int is_allowed(const char *allowed, const char *name)
{
	char *word = text_new(" %s ", name);
	int found = strstr(allowed, word) != NULL;

	free(word);
	return found;
}

int book_options_read(BookOptions *o, int argc, char **argv, const char *allowed, const char *usage)
{
	enum { BUILD, SUBMISSIONS, BOOK, OF_ALL };
	enum { CHECK = OF_ALL, POINTS, REASON, SUBMITTED, POLICY, DUE, LATE, GRACE, TEXTS };
	enum { REVOKE = TEXTS, YES, HELP };
	static const struct option known[] = {
		{"build", required_argument, NULL, BUILD},
		{"submissions", required_argument, NULL, SUBMISSIONS},
		{"book", required_argument, NULL, BOOK},
		{"check", required_argument, NULL, CHECK},
		{"points", required_argument, NULL, POINTS},
		{"reason", required_argument, NULL, REASON},
		{"submitted", required_argument, NULL, SUBMITTED},
		{"policy", required_argument, NULL, POLICY},
		{"due", required_argument, NULL, DUE},
		{"late", required_argument, NULL, LATE},
		{"grace", required_argument, NULL, GRACE},
		{"revoke", no_argument, NULL, REVOKE},
		{"yes", no_argument, NULL, YES},
		{"help", no_argument, NULL, HELP},
		{NULL, 0, NULL, 0},
	};
	const char *given[TEXTS] = {"build"};
	int *const flags[] = {&o->revoke, &o->yes};
	const CommandLine line = {known, given, TEXTS, flags, usage, 0};
	int read;

	memset(o, 0, sizeof *o);
	read = command_line_read(&line, argc, argv);
	if (read != 0)
		return read;
	for (int i = OF_ALL; i < HELP; i++)
		if ((i < TEXTS ? given[i] != NULL : *flags[i - TEXTS]) &&
		    !is_allowed(allowed, known[i].name))
			return refuse("--%s: this is not for %s; see --help", known[i].name,
				      argv[0]);
	*o = (BookOptions){.build = given[BUILD],
			   .submissions = given[SUBMISSIONS],
			   .book = given[BOOK],
			   .check = given[CHECK],
			   .points = given[POINTS],
			   .reason = given[REASON],
			   .submitted = given[SUBMITTED],
			   .policy = given[POLICY],
			   .due = given[DUE],
			   .late = given[LATE],
			   .grace = given[GRACE],
			   .revoke = o->revoke,
			   .yes = o->yes};
	if (argc - optind > is_allowed(allowed, "student"))
		return refuse("%s: not expected here; see --help",
			      argv[optind + is_allowed(allowed, "student")]);
	o->student = argv[optind];
	return 0;
}

Book *book_of_options(const BookOptions *o, BookMode mode)
{
	char *path = book_place(o->build, o->submissions, o->book);
	Book *book = path == NULL ? NULL : book_open(path, mode);

	free(path);
	return book;
}
