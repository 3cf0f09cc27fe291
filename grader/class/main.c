/* main.c - usegpu-class: grades a class, and keeps its gradebook.
 *
 * Theory of operation. `run` (command_run.c) grades: it starts usegpu-grade once a submission, so
 * that a hostile one costs only itself, and stores what comes of it in the gradebook (book.h). All
 * other sub-commands read that book, or change what an instructor decides: the rules, and points
 * given by hand. None of them touches a submission.
 *
 * Exit status: 0; 2 when something failed, or it was called wrongly. */
#include <jansson.h>
#include <locale.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "commands.h"
#include "refuse.h"
#include "text.h"

static const struct {
	const char *name;
	int (*command)(int argc, char **argv);
	const char *line; /* NULL: not for people; these stand last */
} commands[] = {
	{"run", command_run, "grade a class: one folder or archive a student"},
	{"marks", command_marks, "show the marks of the class, or of one student"},
	{"rules", command_rules, "show or set what counts: attempts, deadline, lateness"},
	{"override", command_override, "give points by hand, with a reason; or revoke that"},
	{"regrade", command_regrade, "grade anew, and say whose marks changed and why"},
	{"forget", command_forget, "remove a student for good"},
	{"task", command_task, NULL},
};

#define COMMANDS (sizeof commands / sizeof *commands)

static int help(void)
{
	puts("usage: usegpu-class COMMAND [options]");
	for (size_t i = 0; i < COMMANDS && commands[i].line != NULL; i++)
		printf("  %-10s %s\n", commands[i].name, commands[i].line);
	puts("COMMAND --help tells its options.");
	return 0;
}

int main(int argc, char **argv)
{
	int status = 2;

	refuse_as("usegpu-class");
	signal(SIGPIPE, SIG_IGN);
	json_set_alloc_funcs(memory_new, free);
	setlocale(LC_CTYPE, "C.UTF-8"); /* names are UTF-8, wherever the terminal stands */
	if (argc > 1 && strcmp(argv[1], "--help") == 0) {
		status = help();
	} else if (argc < 2) {
		refuse("expected a command; see --help");
	} else {
		size_t i = 0;

		while (i < COMMANDS && strcmp(commands[i].name, argv[1]) != 0)
			i++;
		if (i < COMMANDS)
			status = commands[i].command(argc - 1, argv + 1);
		else
			refuse("%s: there is no such command; see --help", argv[1]);
	}
	if (fflush(stdout) != 0)
		status = 2;
	return status;
}
