/* recipes.c - a table of what make's targets stand for; the ways of those that take several steps.
 */
#include "grader/command/recipes.h"

#include <glob.h>
#include <stdbool.h>
#include <stdint.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/random.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/command/make_settings.h"
#include "grader/command/scripts.h"
#include "grader/command/settings_fit.h"
#include "grader/command/table.h"
#include "grader/command/words.h"
#include "grader/setup/kit_settings.h"

const char *or_else(const char *name, const char *otherwise)
{
	return setting(name) ? setting(name) : otherwise;
}

static void build_add(Words *words)
{
	words_add(words, "--build");
	words_add(words, kit_build());
}

int grader_add(Words *words)
{
	words_add(words, "--gpu");
	words_add(words, or_else("GPU", kit_setting("gpu", "sim")));
	words_add(words, "--machine");
	words_add(words, or_else("MACHINE", "2xa100"));
	words_add_settings(words, "LAB CHECK ISOLATION SIMULATOR");
	if (setting("HIDDEN")) {
		char *built = hidden_build();

		if (!built)
			return -1;
		words_add(words, "--hidden");
		words_add(words, built);
	}
	return 0;
}

static int submission_add(Words *words, const char *how)
{
	words_add(words, "usegpu");
	words_add(words, "grade");
	words_add(words, how);
	if (grader_add(words) < 0)
		return -1;
	words_add_settings(words, "SEED +STRICT");
	words_add(words, "--");
	words_add(words, or_else("SUBMISSION", "labs"));
	return 0;
}

/* HIDDEN= of the first run is that of the later ones: the gradebook knows it. */
static int hidden_recall(void)
{
	const char *words[12] = {!kit_program() ? "usegpu" : kit_program(), "rules", "--build",
				 kit_build(), "--hidden-kept"};
	char *kept = NULL;
	int count = 5, status;

	if (setting("HIDDEN"))
		return 0;
	words[count++] = "--submissions";
	words[count++] = setting("SUBMISSIONS");
	if (setting("BOOK")) {
		words[count++] = "--book";
		words[count++] = setting("BOOK");
	}
	if (setting("ASSIGNMENT")) {
		words[count++] = "--assignment";
		words[count++] = setting("ASSIGNMENT");
	}
	status = program_run(words, &kept);
	if (status == 0 && kept && *kept != '\0') {
		setting_put("HIDDEN", kept);
		printf("hidden checks: those of %s, as before\n", kept);
	}
	free(kept);
	return status == 0 ? 0 : -1;
}

static int class_words(const char *command)
{
	Words words = {.count = 0};

	/* Where make is killed nobody would know that the class is still being graded, and locked. The next run
	 * goes on where this one is ended. */
	prctl(PR_SET_PDEATHSIG, SIGKILL);

	if (!entry_find("class")->command)
		return refuse("SUBMISSIONS= is for the instructor's kit"), 2;
	if (hidden_recall() < 0)
		return 2;
	words_add(&words, "usegpu");
	words_add(&words, command);
	words_add_settings(&words, strcmp(command, "regrade") == 0 ? "STUDENT SECTION" : "SECTION");
	build_add(&words);
	words_add_settings(&words, "JOBS ROSTER ROSTER_ID ENGINE SLURM BOOK ASSIGNMENT SEED DUE "
				   "+CHANGE_MAXIMUM +STRICT");
	if (setting("HIDDEN")) {
		words_add(&words, "--hidden-source");
		words_add(&words, setting("HIDDEN"));
	}
	if (kit_program() && entry_find("page")->command) {
		words_add(&words, "--report");
		words_add(&words, kit_program());
		words_add_settings(&words, "SHOW_HIDDEN");
	}
	words_add(&words, setting("SUBMISSIONS"));
	words_add(&words, "--");
	words_add(&words, kit_program());
	words_add(&words, "grade");
	build_add(&words);
	return grader_add(&words) < 0 ? 2 : words_run(&words);
}

/* The page of what was graded, unless it was not. */
static int page_after(int status)
{
	Words words = {.count = 0};

	if (status == 2)
		return 2;
	words_add(&words, "usegpu");
	words_add(&words, "page");
	words_add_settings(&words, "SHOW_HIDDEN");
	words_add(&words, "--submission");
	words_add(&words, or_else("SUBMISSION", "labs"));
	return words_run(&words) != 0 ? 2 : status;
}

/* One for both passes, if none was typed: lines are those of the same inputs. */
static void seed_choose(void)
{
	uint32_t drawn;
	char *text;

	if (setting("SEED") || getrandom(&drawn, sizeof drawn, 0) != sizeof drawn)
		return;
	text = text_new("%u", (unsigned)(drawn & 0x7fffffff));
	setting_put("SEED", text);
	free(text);
}

/* COVERAGE=1: every check once more, with the lines counted. */
static int lines_count(void)
{
	Words lines = {.count = 0};

	if (submission_add(&lines, "--covered") < 0)
		return -1;
	if (words_run_apart(&lines, 0) == 0)
		return 0;
	return remark("grade: which lines are reached could not be counted"), -1;
}

static int recipe_grade(const char *name)
{
	const char *counted = or_else("COVERAGE", "");
	bool lines = strcmp(counted, "1") == 0;
	Words words = {.count = 0};
	int status;

	if (*counted != '\0' && !lines)
		return refuse("%s: COVERAGE=%s: expected COVERAGE=1", name, counted), 2;
	if (lines && setting("SUBMISSIONS"))
		return refuse("%s: COVERAGE=1 is for one SUBMISSION", name), 2;
	if (setting("SUBMISSIONS"))
		return class_words("class");
	if (lines)
		seed_choose();
	if (submission_add(&words, "--details") < 0)
		return 2;
	status = words_run_apart(&words, 0);
	if (lines && status != 2 && lines_count() < 0)
		status = 2;
	return page_after(status);
}

/* check, hint, progress, debug */
static int recipe_quick(const char *name)
{
	char *how = text_new("--%s", strcmp(name, "check") == 0 ? "quick" : name);
	Words words = {.count = 0};
	int status = submission_add(&words, how) < 0 ? 2 : words_run(&words);

	free(how);
	return status;
}

static int recipe_report(const char *name)
{
	Words timelines = {.count = 0}, lines = {.count = 0};
	int status;

	(void)name;
	if (!setting("SEED"))
		setting_put("SEED", "1");
	if (access("solutions", F_OK) == 0 && reference_build("") != 0)
		return 2;
	if (submission_add(&timelines, "--timelines") < 0 ||
	    submission_add(&lines, "--coverage") < 0)
		return 2;
	status = words_run_apart(&timelines, 0);
	if (status == 0 && words_run_apart(&lines, 1) != 0)
		remark("report: which lines are reached could not be counted");
	return page_after(status);
}

static int recipe_regrade(const char *name)
{
	if (!setting("SUBMISSIONS"))
		return refuse("%s: expected SUBMISSIONS=folder of a class", name), 2;
	return class_words(name);
}

static int recipe_class_report(const char *name)
{
	Words words = {.count = 0};

	if (!setting("SUBMISSIONS"))
		return refuse("%s: expected SUBMISSIONS=folder of a class", name), 2;
	words_add(&words, "usegpu");
	words_add(&words, "page");
	words_add_settings(&words, "SHOW_HIDDEN SUBMISSIONS ASSIGNMENT EARLIER PUBLIC");
	if (setting("BOOK")) {
		words_add(&words, "--class");
		words_add(&words, setting("BOOK"));
	}
	return words_run(&words);
}

static int book_run(const char *name, const char *options, int always)
{
	Words words = {.count = 0};

	words_add(&words, "usegpu");
	words_add(&words, name);
	build_add(&words);
	words_add_settings(&words, "SUBMISSIONS BOOK ASSIGNMENT");
	words_add_settings(&words, options);
	if (always || setting("STUDENT")) {
		words_add(&words, "--");
		words_add(&words, or_else("STUDENT", ""));
	}
	return words_run(&words);
}

static int recipe_marks(const char *name)
{
	return book_run(name, "SECTION TA", 0);
}

static int recipe_comment(const char *name)
{
	return book_run(name, "CHECK TEXT SECTION TA +REVOKE", 1);
}

static int recipe_request(const char *name)
{
	return book_run(name, "CHECK TEXT SECTION TA", 0);
}

static int recipe_feedback(const char *name)
{
	return book_run(name, "FORMAT OUT IN COURSE TITLE SHOW_HIDDEN SECTION TA", 0);
}

static int recipe_answer(const char *name)
{
	return book_run(name, "CHECK TEXT", 1);
}

/* That of a class from its gradebook; without one a student's own. */
static int recipe_worklog(const char *name)
{
	Words words = {.count = 0};

	if (setting("STUDENT") || setting("SUBMISSIONS") || setting("BOOK")) {
		if (!entry_find(name)->command)
			return refuse("%s: STUDENT, SUBMISSIONS and BOOK are for the instructor's "
				      "kit",
				      name),
			       2;
		return book_run(name, "", 0);
	}
	words_add(&words, "usegpu");
	words_add(&words, "page");
	build_add(&words);
	words_add(&words, "--worklog");
	words_add(&words, "--submission");
	words_add(&words, or_else("SUBMISSION", "labs"));
	return words_run(&words);
}

static int recipe_rules(const char *name)
{
	return book_run(name, "POLICY DUE LATE GRACE", 0);
}

static int recipe_override(const char *name)
{
	return book_run(name, "CHECK POINTS TOTAL REASON SUBMITTED DUE RUBRIC ITEM +REVOKE", 1);
}

static int recipe_forget(const char *name)
{
	return book_run(name, "BEFORE +YES", 0);
}

static int recipe_term(const char *name)
{
	Words words = {.count = 0};

	words_add(&words, "usegpu");
	words_add(&words, name);
	build_add(&words);
	words_add_settings(&words, "SUBMISSIONS SECTION");
	return words_run(&words);
}

static int recipe_export(const char *name)
{
	const char *format = or_else("FORMAT", "");
	Words words = {.count = 0};

	if (strcmp(format, "gradescope-zip") == 0 || strcmp(format, "autolab-tar") == 0 ||
	    strcmp(format, "classroom50-folder") == 0 || strcmp(format, "prairielearn-folder") == 0)
		return package_make(format);
	words_add(&words, "usegpu");
	words_add(&words, name);
	build_add(&words);
	words_add(&words, "--format");
	words_add(&words, format);
	words_add(&words, "--submission");
	words_add(&words, or_else("SUBMISSION", "labs"));
	words_add_settings(&words, "RESULTS SUBMISSIONS BOOK IN OUT COLUMNS ASSIGNMENT "
				   "GRADE_COLUMN ABSENT SHOW_HIDDEN SECTION");
	return words_run(&words);
}

static int recipe_quiz(const char *name)
{
	Words words = {.count = 0};

	words_add(&words, "usegpu");
	words_add(&words, name);
	build_add(&words);
	if (setting("PAGE"))
		words_add(&words, setting("PAGE"));
	return words_run(&words);
}

static int recipe_selfcheck(const char *name)
{
	Words words = {.count = 0};
	glob_t solutions;
	int status;

	words_add(&words, "usegpu");
	words_add(&words, name);
	build_add(&words);
	words_add_settings(&words, "JOBS LAB CHECK SEED SAMPLE");
	if (glob("solutions/lab*.c", 0, NULL, &solutions) != 0)
		return refuse("solutions: expected lab*.c there"), 2;
	(void)glob("solutions/lab*.cu", GLOB_APPEND, NULL,
		   &solutions); /* without them: what is there */
	for (size_t i = 0; i < solutions.gl_pathc; i++)
		words_add(&words, solutions.gl_pathv[i]);
	status = words_run(&words);
	globfree(&solutions);
	return status;
}

static const struct {
	const char *name;
	int (*recipe)(const char *name);
} recipes[] = {
	{"grade", recipe_grade},
	{"check", recipe_quick},
	{"hint", recipe_quick},
	{"progress", recipe_quick},
	{"debug", recipe_quick},
	{"report", recipe_report},
	{"see", recipe_see},
	{"regrade", recipe_regrade},
	{"class-report", recipe_class_report},
	{"marks", recipe_marks},
	{"worklog", recipe_worklog},
	{"rules", recipe_rules},
	{"override", recipe_override},
	{"forget", recipe_forget},
	{"term", recipe_term},
	{"feedback", recipe_feedback},
	{"comment", recipe_comment},
	{"request", recipe_request},
	{"answer", recipe_answer},
	{"export", recipe_export},
	{"selfcheck", recipe_selfcheck},
	{"watch", script_run},
	{"reset", script_run},
	{"run", script_run},
	{"handout", script_run},
	{"stubs", script_run},
	{"new-lab", script_run},
	{"quiz", recipe_quiz},
};

int recipe_go(const char *name)
{
	if (settings_fit(name) < 0)
		return 2;
	for (size_t i = 0; i < sizeof recipes / sizeof *recipes; i++)
		if (strcmp(recipes[i].name, name) == 0)
			return recipes[i].recipe(name);
	return refuse("--make %s: no such target", name), 2;
}

int recipe_run(const char *name)
{
	int status = settings_read(getenv("MAKEFLAGS")) < 0 ? 2 : recipe_go(name);

	settings_forget();
	return status;
}
