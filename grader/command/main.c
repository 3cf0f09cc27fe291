/* main.c - usegpu: all that the kit does, a command each (table.c).
 *
 * Theory of operation. A command is a function of its part of the kit. `usegpu --make COMMAND` does
 * what `make COMMAND` stands for: the settings are read from make's command line (make_settings.c),
 * and the command is run with the options that they are (recipes.c).
 *
 * Exit status: that of the command; 2 when there is no such command. */
#include <fcntl.h>
#include <jansson.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/command/make_settings.h"
#include "grader/command/recipes.h"
#include "grader/command/table.h"
#include "grader/setup/kit_settings.h"

/* Whatever whoever starts us has closed: a report must not go into a file that got the number of a
 * closed output. */
static void outputs_open(void)
{
	int null;

	do /* for reading: what is printed there will be missed */
		null = open("/dev/null", O_RDONLY | O_CLOEXEC);
	while (null >= 0 && null <= STDERR_FILENO);
	if (null >= 0)
		close(null);
}

/* What is printed of the table; -1: no such option. */
static int table_print(const char *option)
{
	static const struct {
		const char *option;
		void (*print)(void);
	} printed[] = {{"--help", commands_print},
		       {"--man", man_print},
		       {"--bash-completion", completion_bash_print},
		       {"--zsh-completion", completion_zsh_print}};

	if (strcmp(option, "--version") == 0) {
		printf("usegpu %s\n", kit_setting("version", "(its build is not known)"));
		return 0;
	}
	for (size_t i = 0; i < sizeof printed / sizeof *printed; i++)
		if (strcmp(option, printed[i].option) == 0)
			return printed[i].print(), 0;
	return refuse("%s: unknown option; see --help", option);
}

int main(int argc, char **argv)
{
	int status = 2;

	outputs_open();
	/* Libraries that read debug information ask those hosts for more of it, and who wrote the
	 * program chooses for what. Nothing that is started from here needs that. */
	unsetenv("DEBUGINFOD_URLS");
	json_set_alloc_funcs(memory_new, free);
	signal(SIGPIPE, SIG_IGN);
	setlocale(LC_CTYPE, "C.UTF-8"); /* names are UTF-8, wherever the terminal stands */
	if (argc < 2)
		refuse("expected a command; see --help");
	else if (strcmp(argv[1], "--make") == 0 && argc == 3)
		status = recipe_run(argv[2]);
	else if (argv[1][0] == '-')
		status = table_print(argv[1]) < 0 ? 2 : 0;
	else
		status = entry_run(argc, argv);
	if (fflush(stdout) != 0)
		status = 2;
	return status;
}
