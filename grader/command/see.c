/* see.c - usegpu see: grades one check, has the solution graded where it is here, and has both shown. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/command/make_settings.h"
#include "grader/command/recipes.h"
#include "grader/command/scripts.h"
#include "grader/setup/kit_settings.h"
#include "grader/setup/result_dir.h"

/* The submission's folder of results, or NULL with a line. */
static char *results_folder(void)
{
	const char *submission = or_else("SUBMISSION", "labs");
	char *whole = realpath(submission, NULL), *kit = realpath(".", NULL), *place,
	     *folder = NULL;

	if (!whole || !kit) {
		refuse("%s: %s; wanted a folder of labN_*.c files", submission, strerror(errno));
	} else {
		place = result_dir(kit_build(), kit, path_last(whole), whole);
		folder = text_new("%s/grade/%s", kit_build(), place);
		free(place);
	}
	free(kit);
	free(whole);
	return folder;
}

static int see_fits(const char *name)
{
	const char *gpu = or_else("GPU", kit_setting("gpu", "sim"));

	if (!setting("CHECK") || strchr(setting("CHECK"), ','))
		return refuse("%s: wanted one check, such as CHECK=3.7", name), -1;
	if (strcmp(gpu, "sim") != 0)
		return refuse("%s: GPU=%s: timelines are those of simulated GPUs; wanted GPU=sim",
			      name, gpu),
		       -1;
	return 0;
}

/* Grades the check into a folder of its own, so that the results of the whole stay. */
static int see_grade(const char *folder)
{
	Words words = {.count = 0};
	char *own = text_new("%s/see", folder);
	int status = 2;

	words_add(&words, "usegpu");
	words_add(&words, "grade");
	words_add(&words, "--see");
	words_add(&words, "--output");
	words_add(&words, own);
	if (folder_create(folder) < 0)
		refuse("%s: %s", folder, strerror(errno));
	else if (grader_add(&words) == 0) {
		words_add_settings(&words, "SEED");
		words_add(&words, "--");
		words_add(&words, or_else("SUBMISSION", "labs"));
		status = words_run_apart(&words, 0);
	}
	free(own);
	return status;
}

int recipe_see(const char *name)
{
	Words words = {.count = 0};
	char *folder;
	int status;

	if (see_fits(name) < 0)
		return 2;
	if (!setting("SEED"))
		setting_put("SEED", "1"); /* that of the timelines that come with a handout */
	folder = results_folder();
	status = !folder ? 2 : see_grade(folder);
	if (status == 0 && access("solutions", F_OK) == 0 && !setting("HIDDEN"))
		status = reference_build(setting("CHECK"));
	if (status == 0) {
		words_add(&words, "usegpu");
		words_add(&words, "page");
		words_add(&words, "--see");
		words_add(&words, setting("CHECK"));
		words_add(&words, folder);
		status = words_run(&words);
	}
	free(folder);
	return status;
}
