/* by_hand.c - commands that are recipes alone, called without make: an option is a setting. */
#include <string.h>

#include "grader/base/command_line.h"
#include "grader/base/diagnostic.h"
#include "grader/command/make_settings.h"
#include "grader/command/recipes.h"
#include "grader/command/table.h"

#define OPTION(number, name, arg, doc)                                                             \
	{                                                                                          \
		name, OPTION_KEY(number), arg, 0, doc, 0                                           \
	}
#define END                                                                                        \
	{                                                                                          \
		0                                                                                  \
	}

static const struct argp_option of_report[] = {
	OPTION(0, "lab", "N", "only this lab"),
	OPTION(1, "check", "N.M", "only this check"),
	OPTION(2, "seed", "S", "draw the inputs from this seed (1)"),
	OPTION(3, "gpu", "KIND", "sim, cuda or none"),
	OPTION(4, "machine", "NAME", "the simulated machine (2xa100)"),
	OPTION(5, "isolation", "TIER", "full, reduced or none (full)"),
	OPTION(6, "show-hidden", "HOW", "hidden checks as they were announced, or in full"),
	OPTION(7, "hidden", "DIR", "an instructor's hidden checks"),
	END};
static const struct argp_option of_see[] = {
	OPTION(0, "check", "N.M", "the check to see (needed)"),
	OPTION(1, "seed", "S", "draw the inputs from this seed (1)"),
	OPTION(2, "machine", "NAME", "the simulated machine (2xa100)"),
	OPTION(3, "isolation", "TIER", "full, reduced or none (full)"),
	OPTION(4, "hidden", "DIR", "an instructor's hidden checks"),
	END};
static const struct argp_option of_reset[] = {OPTION(0, "lab", "N", "the lab, or all"), END};
static const struct argp_option of_run[] = {
	OPTION(0, "gpu", "KIND", "sim, cuda or none"),
	OPTION(1, "machine", "NAME", "the simulated machine (2xa100)"), END};
static const struct argp_option of_class_report[] = {
	OPTION(0, "book", "FILE", "the gradebook"),
	OPTION(1, "show-hidden", "HOW", "hidden checks as they were announced, or in full"),
	OPTION(2, "earlier", "DIRS", "compare with these folders of earlier years' submissions"),
	OPTION(3, "public", "DIRS", "compare with known public copies in these folders"), END};
static const struct argp_option of_handout[] = {
	OPTION(0, "hidden", "DIR", "tell of these hidden checks"), END};
static const struct argp_option of_new_lab[] = {
	OPTION(0, "lab", "N", "its number (the first one that is free behind all others)"), END};
static const struct argp_option of_none[] = {END};

static int command_recipe(int argc, char **argv);

#define RECIPE(symbol, options, words, doc)                                                        \
	static const struct argp symbol##_argp = {options, NULL, words, doc, NULL, NULL, NULL};    \
	extern const Command usegpu_##symbol;                                                      \
	const Command usegpu_##symbol = {command_recipe, &symbol##_argp};

RECIPE(report, of_report, "[SUBMISSION]",
       "Grades the folder SUBMISSION (labs), and makes a page with all timelines.")
RECIPE(see, of_see, "[SUBMISSION]",
       "Grades one check of the folder SUBMISSION (labs), and shows its timeline beside that of "
       "the "
       "solution: here, and in a page.")
RECIPE(reset, of_reset, "[SUBMISSION]", "Puts the empty lab back; the file is kept beside it.")
RECIPE(watch, of_reset, "[SUBMISSION]", "Checks a lab each time that it is saved.")
RECIPE(run, of_run, "FILE", "Compiles a program of your own with the framework, and runs it.")
RECIPE(class_report, of_class_report, "SUBMISSIONS", "Makes the page of a class that was graded.")
RECIPE(handout, of_handout, NULL, "Packs what students get: BUILD/handout.tar.gz.")
RECIPE(stubs, of_none, NULL, "Makes the empty labs from the solutions.")
RECIPE(new_lab, of_new_lab, "NAME",
       "Makes a lab of one exercise, called labN_NAME: it builds and is graded as it is.")

static int command_recipe(int argc, char **argv)
{
	const char *name = strchr(argv[0], ' ') + 1, *given[16] = {NULL};
	const struct argp *argp = entry_find(name)->command->argp;
	CommandLine line = {argp, given, NULL, 0, 0};
	int read = command_line_read(&line, argc, argv), status;

	if (read != 0)
		return read < 0 ? 2 : 0;
	if (argc - line.first > (argp->args_doc != NULL))
		return refuse("%s: not expected here; see --help", argv[argc - 1]), 2;
	for (int i = 0; argp->options[i].name; i++)
		if (given[i])
			setting_put(argp->options[i].name, given[i]);
	if (line.first < argc && argp->args_doc)
		setting_put(argp->args_doc + strspn(argp->args_doc, "["), argv[line.first]);
	status = recipe_go(name);
	settings_forget();
	return status;
}
