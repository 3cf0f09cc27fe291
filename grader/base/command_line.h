/* command_line.h - a command of usegpu: its table of options, and reading them into texts and
 * flags. */
#ifndef GRADER_BASE_COMMAND_LINE_H
#define GRADER_BASE_COMMAND_LINE_H

#include <argp.h>

/* A row of the table of all commands (grader/command). */
typedef struct Command {
	/* argv[0] is "usegpu NAME"; returns the exit status */
	int (*run)(int argc, char **argv);
	/* for --help, the man page and completion; NULL: no options of its own */
	const struct argp *argp;
} Command;

/* The keys of options. Options that take a text are numbered from 0, and so are flags. */
#define OPTION_KEY(number) (0x100 + (number))
#define FLAG_KEY(number)   (0x200 + (number))

typedef struct CommandLine {
	const struct argp *argp;
	const char **given; /* gets the text of each option that takes one and was given */
	int *const *flags;  /* those that were given become 1; NULL: there are none */
	int ends_early;     /* 1: options end at the first word that is none */
	int first;          /* set by command_line_read: where in argv the other words begin */
} CommandLine;

/* Reads the options in argv, from argv[1] on, and moves all other words to the end of argv. 0; 1 when
 * --help was asked for and has been printed; -1 with a line on stderr. */
int command_line_read(CommandLine *line, int argc, char **argv);

/* The option that a word names: `--name`, `--name=value`, or the beginning of a name that fits no
 * other option. NULL: none. */
const struct argp_option *command_option(const struct argp *argp, const char *word);

#endif
