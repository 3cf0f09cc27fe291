/* arguments.c - reads and checks the command line. Messages call the options as make does. */
#include "grader/export/arguments.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/command_line.h"
#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/setup/kit_settings.h"

enum { LIST };

static const struct argp_option options[] = {
	{"format", OPTION_KEY(FORMAT), "NAME", 0, "one of --list", 0},
	{"submission", OPTION_KEY(SUBMISSION), "PATH", 0, "a graded submission (labs)", 0},
	{"results", OPTION_KEY(RESULTS), "FILE", 0, "its results.json, if it lies elsewhere", 0},
	{"submissions", OPTION_KEY(SUBMISSIONS), "PATH", 0, "a graded class", 0},
	{"book", OPTION_KEY(BOOK), "FILE", 0, "its gradebook, if it lies elsewhere", 0},
	{"in", OPTION_KEY(IN), "FILE", 0,
	 "the platform's own file, to be filled in (canvas, moodle)", 0},
	{"out", OPTION_KEY(OUT), "FILE", 0,
	 "where to (BUILD/grade/NAME/exports/ or BUILD/class/NAME/exports/); - is standard output",
	 0},
	{"columns", OPTION_KEY(COLUMNS), "WORD", 0,
	 "one column for all labs together (total), or one for each lab (labs)", 0},
	{"assignment", OPTION_KEY(ASSIGNMENT), "TITLE", 0,
	 "which of the class's assignments; without GRADE_COLUMN also the title of the column "
	 "that the total goes to (usegpu)",
	 0},
	{"grade-column", OPTION_KEY(GRADE), "NAME", 0,
	 "the title of the column that the total goes to; Moodle: where it cannot be told", 0},
	{"absent", OPTION_KEY(ABSENT), "WORD", 0,
	 "who sent nothing gets 0 (zero; usual for nbgrader), or stays without a mark (keep)", 0},
	{"show-hidden", OPTION_KEY(SHOW_HIDDEN), "WORD", 0,
	 "of hidden checks what was announced (announced), or all (full), or, for Gradescope, all "
	 "with this visibility: hidden, after_due_date, after_published",
	 0},
	{"section", OPTION_KEY(SECTION), "NAME", 0,
	 "of a class only this section of the roster; the others' rows stay as they were", 0},
	{"build", OPTION_KEY(BUILD), "DIR", 0, "where the kit is built (build)", 0},
	{"list", FLAG_KEY(LIST), NULL, 0,
	 "the formats, what each is made of, and what it is called", 0},
	{0},
};

const struct argp export_argp = {
	options, NULL,
	NULL,    "Writes the marks of a submission or of a class in another program's format.",
	NULL,    NULL,
	NULL};

static const char *need_words(FormatNeed need)
{
	static const char *const words[] = {"a submission", "a class", "a class, IN="};

	return words[need];
}

static void formats_print(void)
{
	for (int i = 0; i < format_count; i++)
		printf("%-17s %-13s %-21s %s\n", formats[i].name, need_words(formats[i].need),
		       formats[i].file, formats[i].what);
}

static void format_refuse(const char *name)
{
	char *list = text_new("%s", formats[0].name);

	for (int i = 1; i < format_count; i++) {
		char *more = text_new("%s, %s", list, formats[i].name);

		free(list);
		list = more;
	}
	refuse("FORMAT=%s: expected one of %s; of make also gradescope-zip, autolab-tar, "
	       "classroom50-folder, prairielearn-folder",
	       name, list);
	free(list);
}

/* One of two words; -1 with a line when it is another. */
static int word_read(const char *name, const char *text, const char *first, const char *second)
{
	if (!text || strcmp(text, first) == 0 || strcmp(text, second) == 0)
		return 0;
	return refuse("%s=%s: expected %s or %s", name, text, first, second);
}

static int show_hidden_read(Arguments *a, const char *word)
{
	static const char *const visibilities[] = {"hidden", "after_due_date", "after_published"};
	int gradescope = strcmp(a->format->name, "gradescope") == 0;

	a->conceals = !word || strcmp(word, "announced") == 0;
	if (a->conceals || strcmp(word, "full") == 0)
		return 0;
	for (size_t i = 0; i < sizeof visibilities / sizeof *visibilities; i++)
		if (gradescope && strcmp(word, visibilities[i]) == 0)
			a->visibility = visibilities[i];
	if (a->visibility)
		return 0;
	return refuse("SHOW_HIDDEN=%s: expected announced or full%s", word,
		      gradescope ? ", or hidden, after_due_date, after_published" : "");
}

static int arguments_check(Arguments *a)
{
	const char *const *g = a->given;
	int is_class = g[SUBMISSIONS] || g[BOOK];

	a->format = !g[FORMAT] ? NULL : format_find(g[FORMAT]);
	if (!a->format)
		return format_refuse(!g[FORMAT] ? "" : g[FORMAT]), -1;
	if (word_read("COLUMNS", g[COLUMNS], "total", "labs") < 0 ||
	    word_read("ABSENT", g[ABSENT], "keep", "zero") < 0)
		return -1;
	if (g[GRADE] && g[COLUMNS] && strcmp(g[COLUMNS], "labs") == 0)
		return refuse("GRADE_COLUMN=%s COLUMNS=labs: expected one of them", g[GRADE]);
	if (a->format->need == NEEDS_SUBMISSION && is_class)
		return refuse("FORMAT=%s is of one submission; expected SUBMISSION=folder, or "
			      "RESULTS= with the results.json of one student of the class",
			      a->format->name);
	if (a->format->need == NEEDS_SUBMISSION && g[SECTION])
		return refuse("SECTION=%s: FORMAT=%s is of one submission; expected a format of a "
			      "class",
			      g[SECTION], a->format->name);
	if (a->format->need == NEEDS_CLASS_AND_IN && !g[IN])
		return refuse("FORMAT=%s fills in a file of the platform's; expected IN=file.csv",
			      a->format->name);
	if (g[IN] && a->format->need != NEEDS_CLASS_AND_IN &&
	    strcmp(a->format->name, "canvas") != 0)
		return refuse("FORMAT=%s takes no file; expected no IN=", a->format->name);
	return show_hidden_read(a, g[SHOW_HIDDEN]);
}

int arguments_read(Arguments *a, int argc, char **argv)
{
	int list = 0, *const flags[] = {&list};
	CommandLine line = {&export_argp, a->given, flags, 0, 0};
	int read = command_line_read(&line, argc, argv);

	if (read != 0)
		return read;
	if (list)
		return formats_print(), 1;
	for (int i = 0; i < TEXTS; i++)
		if (a->given[i] && *a->given[i] == '\0')
			a->given[i] = NULL;
	if (line.first < argc)
		return refuse("%s: expected options only; see --help", argv[line.first]);
	if (!a->given[BUILD])
		a->given[BUILD] = kit_build();
	return arguments_check(a);
}
