/* main.c - usegpu page: makes pages of what gradings left behind. Nothing on a page is decided
 * here: marks come from results.json or from the gradebook.
 *
 * Exit status: 0, or 2 with a line on stderr. */
#include <errno.h>
#include <jansson.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/command_line.h"
#include "grader/base/diagnostic.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/report/class/class_report.h"
#include "grader/report/submission/reference.h"
#include "grader/report/submission/see.h"
#include "grader/report/submission/submission_page.h"
#include "grader/report/worklog/worklog.h"
#include "grader/setup/class_folder.h"
#include "grader/setup/kit_settings.h"
#include "grader/setup/result_dir.h"

/* The handout for students has no page of a class: it would tell what similarity is found by. */
#pragma weak class_report

enum {
	SUBMISSION,
	SUBMISSIONS,
	NAME,
	CLASS,
	REFERENCE,
	SEE,
	BUILD,
	KIT,
	SHOW_HIDDEN,
	ASSIGNMENT,
	EARLIER,
	PUBLIC,
	TEXTS
};
enum { QUIET, WORKLOG };

static const struct argp_option options[] = {
	{"submission", OPTION_KEY(SUBMISSION), "PATH", 0,
	 "the folder that was graded: FOLDER is where its results are kept", 0},
	{"submissions", OPTION_KEY(SUBMISSIONS), "PATH", 0,
	 "the class that was graded: its folder is BUILD/class/ and the last part", 0},
	{"assignment", OPTION_KEY(ASSIGNMENT), "NAME", 0, "which of the class's assignments", 0},
	{"name", OPTION_KEY(NAME), "NAME", 0, "whose it is, instead of the folder's name", 0},
	{"class", OPTION_KEY(CLASS), "GRADEBOOK", 0,
	 "the gradebook of a class; FOLDER is the class's, else the book's", 0},
	{"reference", OPTION_KEY(REFERENCE), "FILE", 0,
	 "keep the timelines of that grading, of the solutions, in FILE", 0},
	{"see", OPTION_KEY(SEE), "N.M", 0,
	 "print the timeline of that check, graded with --see into FOLDER/see, beside that of the "
	 "solution, and make FOLDER/see-N.M.html",
	 0},
	{"earlier", OPTION_KEY(EARLIER), "PATHS", 0,
	 "folders of earlier years' submissions, between commas: the class is compared with them",
	 0},
	{"public", OPTION_KEY(PUBLIC), "PATHS", 0, "folders of known public copies, likewise", 0},
	{"build", OPTION_KEY(BUILD), "DIR", 0, "where the kit is built (build)", 0},
	{"kit", OPTION_KEY(KIT), "DIR", 0, "the kit's folder (.)", 0},
	{"show-hidden", OPTION_KEY(SHOW_HIDDEN), "HOW", 0,
	 "hidden checks as they were announced, or in full (announced)", 0},
	{"worklog", FLAG_KEY(WORKLOG), NULL, 0,
	 "of the submission: make worklog.html, of what its own gradings left", 0},
	{"quiet", FLAG_KEY(QUIET), NULL, 0, "do not print where the page is", 0},
	{0},
};

static const struct argp argp = {options,
				 NULL,
				 "FOLDER\n--submission PATH\n--submissions PATH\n--class GRADEBOOK "
				 "[FOLDER]\n--reference FILE FOLDER",
				 "Makes FOLDER/report.html of the results.json that usegpu grade "
				 "left in FOLDER, or the page "
				 "class.html beside a gradebook.",
				 NULL,
				 NULL,
				 NULL};

typedef struct Asked {
	const char *submission, *submissions, *name, *class, *reference, *see, *build, *kit,
		*assignment, *earlier, *public;
	int quiet, worklog, conceals;
	char *folder;
} Asked;

/* Where usegpu grade keeps what it made of a submission. To be freed; NULL with a line. */
static char *submission_folder(const Asked *a)
{
	char *whole = realpath(a->submission, NULL), *kit = realpath(a->kit, NULL), *place, *folder;

	if (!whole) {
		refuse("%s: %s", a->submission, strerror(errno));
		free(kit);
		return NULL;
	}
	place = result_dir(a->build, !kit ? "" : kit, path_last(whole), whole);
	folder = text_new("%s/grade/%s", a->build, place);
	free(place);
	free(kit);
	free(whole);
	return folder;
}

/* Where usegpu class keeps what it made; what was handed in may be gone. To be freed; NULL with a line. */
static char *class_results(const Asked *a)
{
	char *name = class_name(a->submissions);
	char *folder = !name ? NULL : class_folder(a->build, name, a->assignment);

	if (folder && access(folder, F_OK) != 0) {
		refuse("SUBMISSIONS=%s: no class of that name was graded: %s is not there",
		       a->submissions, folder);
		free(folder);
		folder = NULL;
	}
	free(name);
	return folder;
}

/* 0, 1 when nothing is to be done any more, -1 with a line. */
static int asked_read(Asked *a, int argc, char **argv)
{
	const char *given[TEXTS] = {
		[BUILD] = kit_build(), [KIT] = ".", [SHOW_HIDDEN] = "announced"};
	int *const flags[] = {&a->quiet, &a->worklog};
	CommandLine line = {&argp, given, flags, 0, 0};
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
		     .see = given[SEE],
		     .build = given[BUILD],
		     .kit = given[KIT],
		     .assignment = given[ASSIGNMENT],
		     .earlier = given[EARLIER],
		     .public = given[PUBLIC],
		     .quiet = a->quiet,
		     .worklog = a->worklog,
		     .conceals = strcmp(given[SHOW_HIDDEN], "announced") == 0};
	if (!a->conceals && strcmp(given[SHOW_HIDDEN], "full") != 0) {
		refuse("SHOW_HIDDEN=%s: expected announced or full", given[SHOW_HIDDEN]);
		return -1;
	}

	if (a->worklog && !a->submission) {
		refuse("--worklog: expected --submission too");
		return -1;
	}
	if ((a->earlier || a->public) && !a->class && !a->submissions) {
		refuse("--earlier and --public are for the page of a class");
		return -1;
	}

	int folders = argc - line.first, of_class = a->class || a->submissions;

	if (folders > 1 || (a->submission != NULL) + (of_class || folders == 1) != 1 ||
	    (a->submissions && folders == 1)) {
		refuse("arguments: expected one of FOLDER, --submission, --submissions, --class; "
		       "see --help");
		return -1;
	}
	if (folders == 1)
		a->folder = text_new("%s", argv[line.first]);
	else if (a->submission)
		a->folder = submission_folder(a);
	else if (a->submissions)
		a->folder = class_results(a);
	return !a->folder && !a->class ? -1 : 0;
}

static int submission_make(const Asked *a)
{
	Graded graded;
	int bad = graded_load(a->folder, &graded);

	if (bad == 0) {
		if (a->conceals)
			graded_conceal(&graded);
		graded.reference = reference_find(a->build, a->kit, graded.results, NULL);
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

static int worklog_make(const Asked *a)
{
	json_t *attempts = own_attempts(a->build, path_last(a->folder));
	char *path = text_new("%s/worklog.html", a->folder);
	const WorkLog log = {.name = a->name ? a->name : path_last(a->folder),
			     .assignment = "",
			     .attempts = attempts,
			     .is_own = true,
			     .doubt = ""};
	int bad = !attempts ? -1 : 0;

	if (bad == 0 && json_array_size(attempts) == 0)
		bad = refuse("there is no work log yet: make check or make grade begins it");
	if (bad == 0 && folder_create(a->folder) < 0)
		bad = refuse("%s cannot be made: %s", a->folder, strerror(errno));
	if (bad == 0)
		bad = worklog_page(path, &log);
	if (bad == 0 && !a->quiet) {
		char clean[1000];

		text_clean(clean, sizeof clean, path, strlen(path));
		printf("       %s\n", clean);
	}
	json_decref(attempts);
	free(path);
	return bad;
}

static int class_make(const Asked *a)
{
	if (!class_report)
		return refuse(
			"--class and --submissions belong to the instructor's kit; what you have "
			"is the handout for students");

	char *book = a->class ? text_new("%s", a->class) : text_new("%s/gradebook.db", a->folder);
	const ClassAsked class = {.book = book,
				  .folder = a->folder,
				  .build = a->build,
				  .kit = a->kit,
				  .earlier = a->earlier,
				  .public = a->public,
				  .quiet = a->quiet};
	int bad = class_report(&class);

	free(book);
	return bad;
}

static int command_page(int argc, char **argv)
{
	Asked asked;
	int status;

	signal(SIGPIPE, SIG_IGN);
	status = asked_read(&asked, argc, argv);
	json_set_alloc_funcs(memory_new, free);
	if (status == 0 && (asked.class || asked.submissions))
		status = class_make(&asked);
	else if (status == 0 && asked.reference)
		status = reference_make(asked.folder, asked.reference);
	else if (status == 0 && asked.see)
		status = see_make(asked.folder, asked.see, asked.build, asked.kit);
	else if (status == 0 && asked.worklog)
		status = worklog_make(&asked);
	else if (status == 0)
		status = submission_make(&asked);
	free(asked.folder);
	if (fflush(stdout) != 0)
		status = -1;
	return status < 0 ? 2 : 0;
}

const Command usegpu_page = {command_page, &argp};
