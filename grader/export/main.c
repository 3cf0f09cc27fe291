/* main.c - usegpu-export: marks in the formats of others.
 *
 * Theory of operation. What was graded is read into papers (paper.h): one from a submission's
 * results.json, or those of a class from its gradebook. A format (format.h) is a function that
 * writes papers. Its text is made in memory and becomes a file only when it is whole.
 *
 * What the grader itself failed at has no mark: a format that can say so says it, for all others
 * the submission is refused, or, in a class, left out and named. It never becomes a zero.
 *
 * Exit status: 0 exported; 2 not, with one line on stderr. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "format.h"
#include "output.h"
#include "text.h"

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
	"  --build DIR          where the kit is built (build)\n";

enum {
	FORMAT,
	SUBMISSION,
	RESULTS,
	SUBMISSIONS,
	BOOK,
	IN,
	OUT,
	COLUMNS,
	ASSIGNMENT,
	GRADE,
	ABSENT,
	BUILD,
	TEXTS
};
enum { LIST = TEXTS, HELP };

typedef struct Arguments {
	const char *given[TEXTS]; /* NULL: not given; the empty text counts as that */
	const Format *format;
} Arguments;

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

static int format_refuse(const char *name)
{
	char *clean = clean_copy(name), *list = text_new("%s", formats[0].name);

	for (int i = 1; i < format_count; i++) {
		char *more = text_new("%s, %s", list, formats[i].name);

		free(list);
		list = more;
	}
	export_refuse("FORMAT=%s: expected one of %s", clean, list);
	free(list);
	free(clean);
	return -1;
}

/* One of two words; -1 with a line when it is another. */
static int word_read(const char *name, const char *text, const char *first, const char *second)
{
	char *clean;

	if (text == NULL || strcmp(text, first) == 0 || strcmp(text, second) == 0)
		return 0;
	clean = clean_copy(text);
	export_refuse("%s=%s: expected %s or %s", name, clean, first, second);
	free(clean);
	return -1;
}

static int arguments_check(Arguments *a)
{
	const char *const *g = a->given;
	int is_class = g[SUBMISSIONS] != NULL || g[BOOK] != NULL;

	a->format = g[FORMAT] == NULL ? NULL : format_find(g[FORMAT]);
	if (a->format == NULL)
		return format_refuse(g[FORMAT] == NULL ? "" : g[FORMAT]);
	if (word_read("COLUMNS", g[COLUMNS], "total", "labs") < 0 ||
	    word_read("ABSENT", g[ABSENT], "keep", "zero") < 0)
		return -1;
	if (a->format->need == NEEDS_SUBMISSION && is_class)
		return export_refuse(
			"FORMAT=%s is of one submission; expected SUBMISSION=folder, not "
			"a class",
			a->format->name);
	if (a->format->need != NEEDS_SUBMISSION && !is_class)
		return export_refuse(
			"FORMAT=%s is of a class; expected SUBMISSIONS=folder that was "
			"graded, or BOOK=gradebook.db",
			a->format->name);
	if (a->format->need == NEEDS_CLASS_AND_IN && g[IN] == NULL)
		return export_refuse(
			"FORMAT=%s fills in a file of the platform's; expected IN=file.csv",
			a->format->name);
	if (g[IN] != NULL && a->format->need != NEEDS_CLASS_AND_IN &&
	    strcmp(a->format->name, "canvas") != 0)
		return export_refuse("FORMAT=%s takes no file; expected no IN=", a->format->name);
	return 0;
}

/* 0, 1 when there is nothing more to do, or -1 with one line on stderr. */
static int arguments_read(Arguments *a, int argc, char **argv)
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
		{"build", required_argument, NULL, BUILD},
		{"list", no_argument, NULL, LIST},
		{"help", no_argument, NULL, HELP},
		{NULL, 0, NULL, 0},
	};
	int code;

	while ((code = getopt_long(argc, argv, "", known, NULL)) != -1) {
		if (code == '?')
			return -1; /* getopt has said why */
		if (code == HELP)
			return fputs(usage, stdout), 1;
		if (code == LIST)
			return formats_print(), 1;
		a->given[code] = *optarg == '\0' ? NULL : optarg;
	}
	if (optind < argc) {
		char *clean = clean_copy(argv[optind]);

		export_refuse("%s: expected options only; see --help", clean);
		free(clean);
		return -1;
	}
	if (a->given[BUILD] == NULL)
		a->given[BUILD] = "build";
	return arguments_check(a);
}

/* The last part of a path, as the grader names its folder: links, "." and ".." are resolved. */
static char *name_of(const char *path)
{
	char *whole = realpath(path, NULL), *copy = text_new("%s", whole == NULL ? path : whole);
	size_t length = strlen(copy);

	while (length > 1 && copy[length - 1] == '/')
		copy[--length] = '\0';
	char *slash = strrchr(copy, '/'), *name = slash == NULL ? copy : slash + 1;
	char *out = text_new("%s", *name == '\0' ? "root" : name);

	free(copy);
	free(whole);
	return out;
}

/* Where things are; all to be freed. */
typedef struct Places {
	char *name, *source, *out;
	int is_own; /* `out` was chosen here, and may be replaced */
} Places;

static Places places_find(const Arguments *a)
{
	const char *const *g = a->given;
	int one = a->format->need == NEEDS_SUBMISSION;
	const char *folder =
		one ? (g[SUBMISSION] == NULL ? "labs" : g[SUBMISSION]) : g[SUBMISSIONS];
	const char *source = one ? g[RESULTS] : g[BOOK];
	Places p = {.is_own = g[OUT] == NULL};

	p.name = folder == NULL ? text_new("class") : name_of(folder);
	p.source = source != NULL ? text_new("%s", source)
		   : one          ? text_new("%s/grade/%s/results.json", g[BUILD], p.name)
				  : text_new("%s/class/%s/gradebook.db", g[BUILD], p.name);
	p.out = g[OUT] != NULL ? text_new("%s", g[OUT])
			       : text_new("%s/%s/%s/exports/%s", g[BUILD], one ? "grade" : "class",
					  p.name, a->format->file);
	return p;
}

static int source_read(const Arguments *a, const Places *p, PaperList *list)
{
	*list = (PaperList){.papers = NULL};
	if (access(p->source, R_OK) < 0) {
		char *clean = clean_copy(p->source);
		const char *do_first = a->format->need == NEEDS_SUBMISSION
					       ? "make grade SUBMISSION=folder"
					       : "make grade SUBMISSIONS=folder";

		export_refuse("%s: %s; expected the marks of an earlier %s", clean, strerror(errno),
			      do_first);
		free(clean);
		return -1;
	}
	if (a->format->need != NEEDS_SUBMISSION)
		return papers_read(list, p->source);
	list->papers = list_grown(NULL, 0, sizeof *list->papers);
	if (paper_read(&list->papers[0], p->source, p->name) < 0)
		return -1;
	list->count = 1;
	return 0;
}

static int job_write(const Arguments *a, const Places *p, const Job *job)
{
	const Paper *only = a->format->need == NEEDS_SUBMISSION ? &job->list->papers[0] : NULL;
	char *bytes = NULL;
	size_t size = 0;
	FILE *out;
	int bad;

	if (only != NULL && paper_refusal(only) != NULL && !a->format->takes_failed) {
		/* an older export would pass for this one */
		if (p->is_own)
			unlink(p->out);
		return export_refuse("%s has no mark: %s; not exported", only->name,
				     paper_refusal(only));
	}
	out = open_memstream(&bytes, &size);
	if (out == NULL)
		return export_refuse("out of memory");
	bad = a->format->write(out, job);
	if (ferror(out) != 0 || fclose(out) != 0)
		bad = export_refuse("out of memory");
	if (!bad)
		bad = (p->is_own && output_folders(p->out) < 0) ||
		      output_put(p->out, bytes, size, !p->is_own) < 0;
	free(bytes);
	return bad ? -1 : 0;
}

int main(int argc, char **argv)
{
	Arguments a = {.given = {NULL}};
	PaperList list;
	int read = arguments_read(&a, argc, argv), bad;

	if (read != 0)
		return read < 0 || fflush(stdout) != 0 ? 2 : 0;
	signal(SIGPIPE, SIG_IGN);

	Places p = places_find(&a);
	char *name = clean_copy(p.name), *shown = clean_copy(p.out);

	bad = source_read(&a, &p, &list);
	if (!bad) {
		const char *const *g = a.given;
		Job job = {.list = &list,
			   .name = name,
			   .in_name = g[IN],
			   .assignment = g[ASSIGNMENT],
			   .grade_column = g[GRADE],
			   .by_lab = g[COLUMNS] != NULL && strcmp(g[COLUMNS], "labs") == 0,
			   .by_total = g[COLUMNS] != NULL && strcmp(g[COLUMNS], "total") == 0,
			   .absent_zero = g[ABSENT] != NULL && strcmp(g[ABSENT], "zero") == 0};

		bad = job_write(&a, &p, &job);
	}
	if (!bad && strcmp(p.out, "-") != 0)
		printf("%s: %s\n", a.format->name, shown);
	papers_release(&list);
	free(shown);
	free(name);
	free(p.name);
	free(p.source);
	free(p.out);
	return bad || fflush(stdout) != 0 ? 2 : 0;
}
