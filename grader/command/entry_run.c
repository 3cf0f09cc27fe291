/* entry_run.c - finds the command, goes where it works, and runs it. */
#include <errno.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/command/table.h"
#include "grader/setup/kit_settings.h"

static bool option_is_path(const struct argp_option *option)
{
	static const char *const kinds[] = {"DIR", "FILE", "PATH", "GRADEBOOK"};

	for (size_t i = 0; option->arg && i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(option->arg, kinds[i]) == 0)
			return true;
	return false;
}

/* The word, from the beginning of a path in it, as seen from another folder. */
static char *word_moved(const char *word, const char *path, const char *from)
{
	if (*path == '/' || *path == '\0' || strcmp(path, "-") == 0)
		return (char *)(uintptr_t)word;
	return text_new("%.*s%s/%s", (int)(path - word), word, from, path);
}

/* A command works in the kit's folder. Called from elsewhere, and without --build, it goes there,
 * and paths among its words become absolute. */
static int kit_enter(int argc, char **argv, const struct argp *argp)
{
	char from[PATH_MAX];

	if (access("grader/stubs/lab.h", F_OK) == 0 || !kit_root())
		return 0;
	for (int i = 1; i < argc && strcmp(argv[i], "--") != 0; i++)
		if (strncmp(argv[i], "--build", 7) == 0)
			return 0;
	if (!getcwd(from, sizeof from) || chdir(kit_root()) < 0)
		return refuse("%s: %s", kit_root(), strerror(errno));
	for (int i = 1; i < argc; i++) {
		const struct argp_option *option = NULL;
		char *value = strchr(argv[i], '=');

		if (argv[i][0] != '-') {
			char *moved = word_moved(argv[i], argv[i], from);

			if (access(moved, F_OK) == 0) /* else no path: a student's id */
				argv[i] = moved;
			continue;
		}
		if (strncmp(argv[i], "--", 2) == 0 && argp && argv[i][2] != '\0')
			option = command_option(argp, argv[i]);
		if (!option || !option->arg)
			continue;
		if (value && option_is_path(option))
			argv[i] = word_moved(argv[i], value + 1, from);
		else if (!value && ++i < argc && option_is_path(option))
			argv[i] = word_moved(argv[i], argv[i], from);
	}
	return 0;
}

int entry_run(int argc, char **argv)
{
	const Entry *entry = entry_find(argv[1]);
	char **words = memory_new(((size_t)argc + 2) * sizeof *words), *name;
	int count = 0, status;

	if (!entry) {
		const char *near = name_near(argv[1], &entries[0].name, sizeof *entries);

		free((void *)words);
		if (!near)
			return refuse("%s: no such command; see --help", argv[1]), 2;
		return refuse("%s: no such command; did you mean %s?", argv[1], near), 2;
	}
	name = text_new("usegpu %s", entry->name);
	words[count++] = name;
	if (entry->implied)
		words[count++] = (char *)(uintptr_t)entry->implied;
	for (int i = 2; i < argc; i++)
		words[count++] = argv[i];
	if (!entry->command) {
		refuse("%s: this belongs to the instructor's kit; what you have is the handout "
		       "for students",
		       entry->name);
		status = 2;
	} else {
		status = kit_enter(count, words, entry->command->argp) < 0
				 ? 2
				 : entry->command->run(count, words);
	}
	free(name);
	free((void *)words);
	return status;
}
