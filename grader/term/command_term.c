/* command_term.c - usegpu term: a class over all its assignments. */
#include <stdio.h>
#include <stdlib.h>

#include "grader/base/command_line.h"
#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/setup/kit_settings.h"
#include "grader/term/term.h"

enum { SUBMISSIONS, BUILD, SECTION, TEXTS };

static const struct argp_option options[] = {
	{"submissions", OPTION_KEY(SUBMISSIONS), "DIR", 0, "the class (the only one)", 0},
	{"section", OPTION_KEY(SECTION), "NAME", 0, "only students of this section, and no files",
	 0},
	{"build", OPTION_KEY(BUILD), "DIR", 0, "where the kit is built (build)", 0},
	{0},
};

static const struct argp argp = {options,
				 NULL,
				 "",
				 "Prints the marks of a class in all its assignments, and writes "
				 "them to term.csv and term.html in the "
				 "folder of the class.",
				 NULL,
				 NULL,
				 NULL};

/* A part of the class is printed alone: the files are of all. */
static int files_write(const Term *term)
{
	char *csv = text_new("%s/term.csv", term->books.folder);
	char *page = text_new("%s/term.html", term->books.folder);
	int bad = term_csv(term, csv) < 0 || term_page(term, page) < 0;

	if (!bad)
		printf("table: %s\npage:  %s\n", csv, page);
	free(page);
	free(csv);
	return bad ? -1 : 0;
}

static int command_term(int argc, char **argv)
{
	const char *given[TEXTS] = {[BUILD] = kit_build()};
	CommandLine line = {&argp, given, NULL, 0, 0};
	int read = command_line_read(&line, argc, argv), bad;
	Term term;

	if (read != 0)
		return read < 0 ? 2 : 0;
	if (line.first < argc)
		return refuse("%s: not expected here; see --help", argv[line.first]), 2;
	bad = term_read(&term, given[BUILD], given[SUBMISSIONS], given[SECTION]) < 0;
	if (!bad) {
		term_print(&term);
		bad = !given[SECTION] && files_write(&term) < 0;
	}
	term_release(&term);
	return bad || fflush(stdout) != 0 ? 2 : 0;
}

const Command usegpu_term = {command_term, &argp};
