/* command_line.h - a command of usegpu: its table of options, and reading them into texts and
 * flags. */
#ifndef GRADER_BASE_COMMAND_LINE_H
#define GRADER_BASE_COMMAND_LINE_H

#include <argp.h>

/* A command as the table of all (grader/command) knows it. */
typedef struct Command {
	/* argv[0] is "usegpu NAME"; returns the exit status */
	int (*run)(int argc, char **argv);
	/* for --help, the man page and completion; NULL: no options of its own */
	const struct argp *argp;
} Command;

/* The keys of options: those with a text and the flags are numbered from 0, each by themselves. */
#define OPTION_KEY(number) (0x100 + (number))
#define FLAG_KEY(number)   (0x200 + (number))

typedef struct CommandLine {
	const struct argp *argp;
	const char **given; /* a text for each option that has one; what is not given stays */
	int *const *flags;  /* each set to 1; NULL: there are none */
	int ends_early;     /* 1: the first word that is no option ends them */
	int first;          /* set by command_line_read: where in argv the other words begin */
} CommandLine;

/* Reads the options of argv behind argv[0]; the other words come last in argv then. 0, 1 when
 * --help was asked for and printed, -1 with a line on stderr. */
int command_line_read(CommandLine *line, int argc, char **argv);

/* The option that a word names, `--name` or `--name=value`, or the beginning of only one name;
 * NULL: none. */
const struct argp_option *command_option(const struct argp *argp, const char *word);

#endif
