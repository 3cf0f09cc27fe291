/* book_options.c - getopt, with the options that do not belong to the sub-command refused. */
#include "book_options.h"

#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
	static const struct option known[] = {
		{"build", required_argument, NULL, 0},
		{"submissions", required_argument, NULL, 1},
		{"book", required_argument, NULL, 2},
		{"check", required_argument, NULL, 3},
		{"points", required_argument, NULL, 4},
		{"reason", required_argument, NULL, 5},
		{"submitted", required_argument, NULL, 6},
		{"policy", required_argument, NULL, 7},
		{"due", required_argument, NULL, 8},
		{"late", required_argument, NULL, 9},
		{"grace", required_argument, NULL, 10},
		{"revoke", no_argument, NULL, 11},
		{"yes", no_argument, NULL, 12},
		{"help", no_argument, NULL, 13},
		{NULL, 0, NULL, 0},
	};
	const char **const texts[] = {&o->build,  &o->submissions, &o->book,      &o->check,
				      &o->points, &o->reason,      &o->submitted, &o->policy,
				      &o->due,    &o->late,        &o->grace};
	int code;

	memset(o, 0, sizeof *o);
	o->build = "build";
	opterr = 0;
	optind = 0; /* begin anew: glibc's way to say so */
	while ((code = getopt_long(argc, argv, ":", known, NULL)) != -1) {
		if (code == '?' || code == ':')
			return refuse("%s: %s; see --help", argv[optind - 1],
				      code == ':' ? "a value must follow" : "unknown option");
		if (code == 13)
			return fputs(usage, stdout), 1;
		if (code >= 3 && !is_allowed(allowed, known[code].name))
			return refuse("--%s: this is not for %s; see --help", known[code].name,
				      argv[0]);
		if (code >= 11)
			*(code == 11 ? &o->revoke : &o->yes) = 1;
		else
			*texts[code] = optarg;
	}
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
