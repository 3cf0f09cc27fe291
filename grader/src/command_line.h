/* command_line.h - long options, read into texts and flags. */
#ifndef COMMAND_LINE_H
#define COMMAND_LINE_H

#include <getopt.h>

/* The options are numbered (`val` in `known`): those with a text first, then the flags, then
 * --help. */
typedef struct CommandLine {
	const struct option *known; /* closed by one without a name */
	const char **given; /* a text for each option that has one; what is not given stays */
	int texts;          /* how many these are */
	int *const *flags;  /* set to 1; NULL: there are none */
	const char *usage;  /* what --help prints */
	int ends_early;     /* 1: the first word that is no option ends them */
} CommandLine;

/* Reads the options of argv behind argv[0]; `optind` is where the words begin that are none. 0, 1
 * when --help was asked for and printed, -1 with a line on stderr. */
int command_line_read(const CommandLine *line, int argc, char **argv);

#endif
