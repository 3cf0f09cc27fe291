/* arguments.c - reads and checks the command line. Messages call the options as make does. */
#include "arguments.h"

#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "refuse.h"
#include "text.h"

enum { LIST = TEXTS, HELP };

static const char usage[] =
	"usage: usegpu-export --format NAME [options]\n"
	"Writes the marks of a submission or of a class in another program's format.\n"
	"  --format NAME        one of --list\n"
	"  --list               the formats, what each is made of, and what it is called\n"
	"  --submission PATH    a graded submission (labs)\n"
	"  --results FILE       its results.json, if it lies elsewhere\n"
	"  --submissions PATH   a graded class\n"
	"  --book FILE          its gradebook, if it lies elsewhere\n"
	"  --in FILE            the platform's own file, to be filled in (canvas, moodle)\n"
	"  --out FILE           where to (BUILD/grade/NAME/exports/ or "
	"BUILD/class/NAME/exports/);\n"
	"                       - is standard output\n"
	"  --columns total      one column for all labs together\n"
	"  --columns labs       one for each lab\n"
	"  --assignment TITLE   of the column that the total goes to (usegpu)\n"
	"  --grade-column NAME  Moodle: the heading of the grades, where it cannot be told\n"
	"  --absent zero        who sent nothing gets 0 (keep: stays without a mark)\n"
	"  --show-hidden WORD   of hidden checks what was announced (announced), or all (full), "
	"or,\n"
	"                       for Gradescope, all with this visibility: hidden, "
	"after_due_date,\n"
	"                       after_published\n"
	"  --build DIR          where the kit is built (build)\n";

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
	refuse("FORMAT=%s: expected one of %s; of make also gradescope-zip, autolab-tar", name,
	       list);
	free(list);
}

/* One of two words; -1 with a line when it is another. */
static int word_read(const char *name, const char *text, const char *first, const char *second)
{
	if (text == NULL || strcmp(text, first) == 0 || strcmp(text, second) == 0)
		return 0;
	return refuse("%s=%s: expected %s or %s", name, text, first, second);
}

static int show_hidden_read(Arguments *a, const char *word)
{
	static const char *const visibilities[] = {"hidden", "after_due_date", "after_published"};
	int gradescope = strcmp(a->format->name, "gradescope") == 0;

	a->conceals = word == NULL || strcmp(word, "announced") == 0;
	if (a->conceals || strcmp(word, "full") == 0)
		return 0;
	for (size_t i = 0; i < sizeof visibilities / sizeof *visibilities; i++)
		if (gradescope && strcmp(word, visibilities[i]) == 0)
			a->visibility = visibilities[i];
	if (a->visibility != NULL)
		return 0;
	return refuse("SHOW_HIDDEN=%s: expected announced or full%s", word,
		      gradescope ? ", or hidden, after_due_date, after_published" : "");
}

static int arguments_check(Arguments *a)
{
	const char *const *g = a->given;
	int is_class = g[SUBMISSIONS] != NULL || g[BOOK] != NULL;

	a->format = g[FORMAT] == NULL ? NULL : format_find(g[FORMAT]);
	if (a->format == NULL)
		return format_refuse(g[FORMAT] == NULL ? "" : g[FORMAT]), -1;
	if (word_read("COLUMNS", g[COLUMNS], "total", "labs") < 0 ||
	    word_read("ABSENT", g[ABSENT], "keep", "zero") < 0)
		return -1;
	if (a->format->need == NEEDS_SUBMISSION && is_class)
		return refuse("FORMAT=%s is of one submission; expected SUBMISSION=folder, or "
			      "RESULTS= with the results.json of one student of the class",
			      a->format->name);
	if (a->format->need == NEEDS_CLASS_AND_IN && g[IN] == NULL)
		return refuse("FORMAT=%s fills in a file of the platform's; expected IN=file.csv",
			      a->format->name);
	if (g[IN] != NULL && a->format->need != NEEDS_CLASS_AND_IN &&
	    strcmp(a->format->name, "canvas") != 0)
		return refuse("FORMAT=%s takes no file; expected no IN=", a->format->name);
	return show_hidden_read(a, g[SHOW_HIDDEN]);
}

int arguments_read(Arguments *a, int argc, char **argv)
{
	static const struct option known[] = {
		{"format", required_argument, NULL, FORMAT},
		{"submission", required_argument, NULL, SUBMISSION},
		{"results", required_argument, NULL, RESULTS},
		{"submissions", required_argument, NULL, SUBMISSIONS},
		{"book", required_argument, NULL, BOOK},
		{"in", required_argument, NULL, IN},
		{"out", required_argument, NULL, OUT},
		{"columns", required_argument, NULL, COLUMNS},
		{"assignment", required_argument, NULL, ASSIGNMENT},
		{"grade-column", required_argument, NULL, GRADE},
		{"absent", required_argument, NULL, ABSENT},
		{"show-hidden", required_argument, NULL, SHOW_HIDDEN},
		{"build", required_argument, NULL, BUILD},
		{"list", no_argument, NULL, LIST},
		{"help", no_argument, NULL, HELP},
		{NULL, 0, NULL, 0},
	};
	int list = 0, *const flags[] = {&list};
	const CommandLine line = {known, a->given, TEXTS, flags, usage, 0};
	int read = command_line_read(&line, argc, argv);

	if (read != 0)
		return read;
	if (list)
		return formats_print(), 1;
	for (int i = 0; i < TEXTS; i++)
		if (a->given[i] != NULL && *a->given[i] == '\0')
			a->given[i] = NULL;
	if (optind < argc)
		return refuse("%s: expected options only; see --help", argv[optind]);
	if (a->given[BUILD] == NULL)
		a->given[BUILD] = "build";
	return arguments_check(a);
}
