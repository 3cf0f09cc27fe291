/* command_line.c - argp reads the words; the messages are ours, because argp's take several lines. */
#include "grader/base/command_line.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/edit_distance.h"

const struct argp_option *command_option(const struct argp *argp, const char *word)
{
	const struct argp_option *found = NULL;
	size_t length = strcspn(word + 2, "=");
	int count = 0;

	for (const struct argp_option *each = argp->options; each->name; each++) {
		if (strncmp(each->name, word + 2, length) != 0)
			continue;
		if (each->name[length] == '\0')
			return each;
		found = each;
		count++;
	}
	return count == 1 ? found : NULL;
}

static int unknown_refuse(const struct argp *argp, const char *word)
{
	const struct argp_option *near = NULL;
	char name[64];
	int distance = 3;

	snprintf(name, sizeof name, "%.*s", (int)strcspn(word + 2, "="), word + 2);
	for (const struct argp_option *each = argp->options; each->name; each++) {
		if (edit_distance(each->name, name) < distance) {
			distance = edit_distance(each->name, name);
			near = each;
		}
	}
	if (!near)
		return refuse("%s: unknown option; see --help", word);
	return refuse("%s: unknown option; did you mean --%s?", word, near->name);
}

static int help_print(const CommandLine *line, char *name)
{
	argp_help(line->argp, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK, name);
	return 1;
}

/* Looks for what argp would complain about. Returns what command_line_read returns. */
static int words_check(const CommandLine *line, int argc, char **argv)
{
	for (int i = 1; i < argc; i++) {
		const struct argp_option *option;
		const char *word = argv[i];

		if (word[0] != '-' || word[1] == '\0') {
			if (line->ends_early)
				return 0;
			continue;
		}
		if (word[1] != '-')
			return refuse("-%c: unknown option; see --help", word[1]);
		if (word[2] == '\0')
			return 0;
		option = command_option(line->argp, word);
		if (strcmp(word, "--help") == 0)
			return help_print(line, argv[0]);
		if (!option)
			return unknown_refuse(line->argp, word);
		if (option->arg && !strchr(word, '=') && ++i == argc)
			return refuse("%s: a value must follow; see --help", word);
		if (!option->arg && strchr(word, '='))
			return refuse("%s: expected no value; see --help", word);
	}
	return 0;
}

static error_t option_take(int key, char *text, struct argp_state *state)
{
	CommandLine *line = state->input;

	if (key == ARGP_KEY_ARGS) {
		line->first = state->next;
		return 0;
	}
	if (key < OPTION_KEY(0) || key >= 0x300)
		return ARGP_ERR_UNKNOWN;
	if (key < FLAG_KEY(0))
		line->given[key - OPTION_KEY(0)] = text;
	else
		*line->flags[key - FLAG_KEY(0)] = 1;
	return 0;
}

int command_line_read(CommandLine *line, int argc, char **argv)
{
	struct argp argp = *line->argp;
	unsigned flags = ARGP_NO_HELP | ARGP_NO_EXIT | ARGP_NO_ERRS;
	int first = argc, read = words_check(line, argc, argv);

	if (read != 0)
		return read;
	argp.parser = option_take;
	line->first = argc;
	read = argp_parse(&argp, argc, argv, flags | (line->ends_early ? ARGP_NO_ARGS : 0), &first,
			  line);
	if (read != 0)
		return refuse("out of memory");
	if (line->ends_early)
		line->first = first;
	return 0;
}
