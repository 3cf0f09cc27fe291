/* main.c - usegpu-report: makes pages of what gradings left behind. Nothing on a page is decided
 * here: marks come from results.json or from the gradebook.
 *
 * Exit status: 0, or 2 with a line on stderr. */
#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "class_page.h"
#include "reference.h"
#include "submission.h"
#include "text.h"

static const char usage[] =
	"usage: usegpu-report [options] FOLDER\n"
	"       usegpu-report [options] --submission PATH\n"
	"       usegpu-report [options] --class GRADEBOOK\n"
	"       usegpu-report --reference FILE FOLDER\n"
	"Makes FOLDER/report.html of the results.json that usegpu-grade left in FOLDER, or the "
	"page\n"
	"class.html beside a gradebook.\n"
	"  --submission PATH  the folder that was graded: FOLDER is BUILD/grade/ and its last "
	"part\n"
	"  --name NAME        whose it is, instead of the folder's name\n"
	"  --class GRADEBOOK  the page of a class\n"
	"  --reference FILE   keep the timelines of that grading, of the solutions, in FILE\n"
	"  --build DIR        where the kit is built (build)\n"
	"  --kit DIR          the kit's folder (.)\n"
	"  --quiet            do not print where the page is\n";

typedef struct Asked {
	const char *submission, *name, *class, *reference, *build, *kit;
	int quiet;
	char *folder;
} Asked;

static int refuse(const char *what, const char *expected)
{
	char clean[300];

	text_clean(clean, sizeof clean, what, strlen(what));
	fprintf(stderr, "usegpu-report: %s: %s\n", clean, expected);
	return -1;
}

/* BUILD/grade/NAME, where NAME is the last part of the submission's path, as usegpu-grade has it.
 */
static char *folder_of(const char *build, const char *submission)
{
	char *whole = realpath(submission, NULL), *folder;
	const char *name = whole == NULL ? "" : strrchr(whole, '/') + 1;

	if (whole == NULL) {
		refuse(submission, strerror(errno));
		return NULL;
	}
	folder = text_new("%s/grade/%s", build, *name != '\0' ? name : "root");
	free(whole);
	return folder;
}

/* 0, 1 when nothing is to be done any more, -1 with a line. */
static int asked_read(Asked *a, int argc, char **argv)
{
	enum { SUBMISSION, NAME, CLASS, REFERENCE, BUILD, KIT, QUIET, HELP };
	static const struct option known[] = {
		{"submission", required_argument, NULL, SUBMISSION},
		{"name", required_argument, NULL, NAME},
		{"class", required_argument, NULL, CLASS},
		{"reference", required_argument, NULL, REFERENCE},
		{"build", required_argument, NULL, BUILD},
		{"kit", required_argument, NULL, KIT},
		{"quiet", no_argument, NULL, QUIET},
		{"help", no_argument, NULL, HELP},
		{NULL, 0, NULL, 0},
	};
	int code;

	*a = (Asked){.build = "build", .kit = "."};
	const char **const texts[] = {&a->submission, &a->name,  &a->class,
				      &a->reference,  &a->build, &a->kit};
	opterr = 0;
	while ((code = getopt_long(argc, argv, ":", known, NULL)) != -1) {
		if (code == '?' || code == ':')
			return refuse(argv[optind - 1], "unknown option, or without its value; "
							"see --help");
		if (code == HELP)
			return fputs(usage, stdout), 1;
		if (code == QUIET)
			a->quiet = 1;
		else
			*texts[code] = optarg;
	}

	int folders = argc - optind, ways = (a->submission != NULL) + (a->class != NULL) + folders;

	if (ways != 1)
		return refuse("arguments",
			      "expected one of FOLDER, --submission, --class; see --help");
	if (folders == 1)
		a->folder = text_new("%s", argv[optind]);
	else if (a->submission != NULL)
		a->folder = folder_of(a->build, a->submission);
	return a->folder == NULL && a->class == NULL ? -1 : 0;
}

static int submission_make(const Asked *a)
{
	Graded graded;
	int bad = graded_load(a->folder, &graded);

	if (bad == 0) {
		graded.reference = reference_find(a->build, a->kit, graded.results);
		bad = submission_report(a->folder, &graded, a->name);
	}
	graded_release(&graded);
	if (bad == 0 && !a->quiet)
		printf("       %s/report.html\n", a->folder);
	return bad;
}

int main(int argc, char **argv)
{
	Asked asked;
	int status = asked_read(&asked, argc, argv);

	signal(SIGPIPE, SIG_IGN);
	if (status == 0 && asked.class != NULL)
		status = class_report(asked.class, asked.build, asked.kit, asked.quiet);
	else if (status == 0 && asked.reference != NULL)
		status = reference_make(asked.folder, asked.reference);
	else if (status == 0)
		status = submission_make(&asked);
	free(asked.folder);
	if (fflush(stdout) != 0)
		status = -1;
	return status < 0 ? 2 : 0;
}
