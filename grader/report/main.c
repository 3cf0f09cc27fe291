/* main.c - usegpu-report: makes pages of what gradings left behind. Nothing on a page is decided
 * here: marks come from results.json or from the gradebook.
 *
 * Exit status: 0, or 2 with a line on stderr. */
#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class_page.h"
#include "command_line.h"
#include "grade_place.h"
#include "reference.h"
#include "refuse.h"
#include "submission.h"
#include "text.h"

static const char usage[] =
	"usage: usegpu-report [options] FOLDER\n"
	"       usegpu-report [options] --submission PATH\n"
	"       usegpu-report [options] --submissions PATH\n"
	"       usegpu-report [options] --class GRADEBOOK [FOLDER]\n"
	"       usegpu-report --reference FILE FOLDER\n"
	"Makes FOLDER/report.html of the results.json that usegpu-grade left in FOLDER, or the "
	"page\n"
	"class.html beside a gradebook.\n"
	"  --submission PATH  the folder that was graded: FOLDER is where its results are kept\n"
	"  --show-hidden HOW  hidden checks as they were announced, or in full (announced)\n"
	"  --name NAME        whose it is, instead of the folder's name\n"
	"  --submissions PATH the class that was graded: its folder is BUILD/class/ and the last "
	"part\n"
	"  --class GRADEBOOK  the gradebook of a class; FOLDER is the class's, else the book's\n"
	"  --reference FILE   keep the timelines of that grading, of the solutions, in FILE\n"
	"  --build DIR        where the kit is built (build)\n"
	"  --kit DIR          the kit's folder (.)\n"
	"  --quiet            do not print where the page is\n";

typedef struct Asked {
	const char *submission, *submissions, *name, *class, *reference, *build, *kit;
	int quiet, conceals;
	char *folder;
} Asked;

/* Where usegpu-grade (part "grade") and usegpu-class ("class") keep what they made of a folder. */
static char *folder_of(const Asked *a, const char *part, const char *path)
{
	char *whole = realpath(path, NULL), *kit = realpath(a->kit, NULL), *place, *folder;

	if (whole == NULL) {
		refuse("%s: %s", path, strerror(errno));
		free(kit);
		return NULL;
	}
	place = strcmp(part, "grade") == 0
			? grade_place(a->build, kit == NULL ? "" : kit, grade_name(whole), whole)
			: text_new("%s", grade_name(whole));
	folder = text_new("%s/%s/%s", a->build, part, place);
	free(place);
	free(kit);
	free(whole);
	return folder;
}

/* 0, 1 when nothing is to be done any more, -1 with a line. */
static int asked_read(Asked *a, int argc, char **argv)
{
	enum { SUBMISSION, SUBMISSIONS, NAME, CLASS, REFERENCE, BUILD, KIT, SHOW_HIDDEN, TEXTS };
	enum { QUIET = TEXTS, HELP };
	static const struct option known[] = {
		{"submission", required_argument, NULL, SUBMISSION},
		{"submissions", required_argument, NULL, SUBMISSIONS},
		{"name", required_argument, NULL, NAME},
		{"class", required_argument, NULL, CLASS},
		{"reference", required_argument, NULL, REFERENCE},
		{"build", required_argument, NULL, BUILD},
		{"kit", required_argument, NULL, KIT},
		{"show-hidden", required_argument, NULL, SHOW_HIDDEN},
		{"quiet", no_argument, NULL, QUIET},
		{"help", no_argument, NULL, HELP},
		{NULL, 0, NULL, 0},
	};
	const char *given[TEXTS] = {[BUILD] = "build", [KIT] = ".", [SHOW_HIDDEN] = "announced"};
	int *const flags[] = {&a->quiet};
	const CommandLine line = {known, given, TEXTS, flags, usage, 0};
	int read;

	*a = (Asked){.quiet = 0};
	read = command_line_read(&line, argc, argv);
	if (read != 0)
		return read;
	*a = (Asked){.submission = given[SUBMISSION],
		     .submissions = given[SUBMISSIONS],
		     .name = given[NAME],
		     .class = given[CLASS],
		     .reference = given[REFERENCE],
		     .build = given[BUILD],
		     .kit = given[KIT],
		     .quiet = a->quiet,
		     .conceals = strcmp(given[SHOW_HIDDEN], "announced") == 0};
	if (!a->conceals && strcmp(given[SHOW_HIDDEN], "full") != 0) {
		refuse("SHOW_HIDDEN=%s: expected announced or full", given[SHOW_HIDDEN]);
		return -1;
	}

	int folders = argc - optind, of_class = a->class != NULL || a->submissions != NULL;

	if (folders > 1 || (a->submission != NULL) + (of_class || folders == 1) != 1 ||
	    (a->submissions != NULL && folders == 1)) {
		refuse("arguments: expected one of FOLDER, --submission, --submissions, --class; "
		       "see --help");
		return -1;
	}
	if (folders == 1)
		a->folder = text_new("%s", argv[optind]);
	else if (a->submission != NULL)
		a->folder = folder_of(a, "grade", a->submission);
	else if (a->submissions != NULL)
		a->folder = folder_of(a, "class", a->submissions);
	return a->folder == NULL && a->class == NULL ? -1 : 0;
}

static int submission_make(const Asked *a)
{
	Graded graded;
	int bad = graded_load(a->folder, &graded);

	if (bad == 0) {
		if (a->conceals)
			graded_conceal(&graded);
		graded.reference = reference_find(a->build, a->kit, graded.results);
		bad = submission_report(a->folder, &graded, a->name);
	}
	graded_release(&graded);
	if (bad == 0 && !a->quiet) {
		char clean[1000];

		text_clean(clean, sizeof clean, a->folder, strlen(a->folder));
		printf("       %s/report.html\n", clean);
	}
	return bad;
}

static int class_make(const Asked *a)
{
	char *book = a->class != NULL ? text_new("%s", a->class)
				      : text_new("%s/gradebook.db", a->folder);
	int bad = class_report(book, a->folder, a->build, a->kit, a->quiet);

	free(book);
	return bad;
}

int main(int argc, char **argv)
{
	Asked asked;
	int status;

	refuse_as("usegpu-report");
	signal(SIGPIPE, SIG_IGN);
	status = asked_read(&asked, argc, argv);
	json_set_alloc_funcs(memory_new, free);
	if (status == 0 && (asked.class != NULL || asked.submissions != NULL))
		status = class_make(&asked);
	else if (status == 0 && asked.reference != NULL)
		status = reference_make(asked.folder, asked.reference);
	else if (status == 0)
		status = submission_make(&asked);
	free(asked.folder);
	if (fflush(stdout) != 0)
		status = -1;
	return status < 0 ? 2 : 0;
}
