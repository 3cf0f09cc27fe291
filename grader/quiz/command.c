/* command.c - usegpu quiz: which page, and how many were right. */
#include <string.h>
#include <unistd.h>

#include "grader/base/command_line.h"
#include "grader/base/diagnostic.h"
#include "grader/base/file.h"
#include "grader/base/folder.h"
#include "grader/base/text.h"
#include "grader/quiz/quiz.h"
#include "grader/setup/kit_settings.h"

#include <fcntl.h>
#include <stdlib.h>

extern const Command usegpu_quiz;

/* In the order in which they are read. */
static const char *const pages[] = {"index",    "devices",  "tensors",      "copying", "side-notes",
				    "networks", "training", "several-gpus", "servers", "kernels"};
enum { PAGES = sizeof pages / sizeof *pages };

static char *page_path(const char *name)
{
	return text_new("docs/chapter/%s.md", name);
}

/* How many were right at best; 0 as long as none was. */
static int best_read(const char *build, const char *name)
{
	char *path = text_new("%s/quiz/%s", build, name);
	size_t bytes;
	char *text = file_load(AT_FDCWD, path, 16, &bytes);
	int best = text ? atoi(text) : 0;

	free(text);
	free(path);
	return best;
}

/* What cannot be kept is only not remembered. */
static void best_keep(const char *build, const char *name, int right)
{
	char *folder = text_new("%s/quiz", build), *path = text_new("%s/%s", folder, name);
	char number[16];

	snprintf(number, sizeof number, "%d\n", right);
	if (right > best_read(build, name) &&
	    (folder_create(folder) < 0 || file_put(path, number, strlen(number)) < 0))
		remark("%s: cannot be written, so this is not remembered", path);
	free(path);
	free(folder);
}

/* *all: every answer was right. The exit status. */
static int page_ask(const char *build, const char *name, bool *all)
{
	char *path = page_path(name);
	Quiz quiz;
	int status = 2, right;

	*all = false;

	if (quiz_read(path, &quiz) == 0) {
		printf("%s   (docs/chapter/%s.md)\n\n", quiz.title, name);
		right = quiz_ask(&quiz, stdin, stdout);
		status = 0;
		*all = right == quiz.questions;
		if (right >= 0) {
			printf("%d of %d right at once\n\n", right, quiz.questions);
			best_keep(build, name, right);
		}
	}
	quiz_free(&quiz);
	free(path);
	return status;
}

/* All pages, and how far each is. The first that is not all right, or NULL. */
static const char *pages_list(const char *build)
{
	const char *next = NULL;

	for (int i = 0; i < PAGES; i++) {
		char *path = page_path(pages[i]);
		Quiz quiz;

		if (quiz_read(path, &quiz) == 0 && quiz.questions > 0) {
			int best = best_read(build, pages[i]);

			printf("  %d of %d  %-13s %s\n", best, quiz.questions, pages[i],
			       quiz.title);
			if (!next && best < quiz.questions)
				next = pages[i];
		}
		quiz_free(&quiz);
		free(path);
	}
	return next;
}

static int page_is_known(const char *name)
{
	for (int i = 0; i < PAGES; i++)
		if (strcmp(pages[i], name) == 0)
			return 1;
	refuse("%s: no page of the chapter; expected index, devices, tensors, copying, side-notes, "
	       "networks, training, several-gpus, servers or kernels",
	       name);
	return 0;
}

static int command_quiz(int argc, char **argv)
{
	const char *given[1] = {NULL};
	CommandLine line = {usegpu_quiz.argp, given, NULL, 0, 0};
	int read = command_line_read(&line, argc, argv);

	if (read != 0)
		return read < 0 ? 2 : 0;
	if (argc - line.first > 1)
		return refuse("%s: not expected here; see --help", argv[argc - 1]), 2;

	const char *build = given[0] ? given[0] : kit_build(), *next = NULL;
	bool all = true;
	int status = 0;

	if (line.first < argc)
		return page_is_known(argv[line.first]) ? page_ask(build, argv[line.first], &all)
						       : 2;
	while (status == 0 && all && (next = pages_list(build)) != NULL) {
		printf("\n");
		status = page_ask(build, next, &all);
	}
	if (!next)
		printf("All of it is right.\n");
	return status;
}

static const struct argp_option options[] = {
	{"build", OPTION_KEY(0), "DIR", 0, "the build folder, where it is remembered", 0}, {0}};
static const struct argp argp = {
	options,
	NULL,
	"[PAGE]",
	"Asks the questions at the end of a page of the chapter, and answers at "
	"once.",
	NULL,
	NULL,
	NULL};

const Command usegpu_quiz = {command_quiz, &argp};
