/* class_options.h - the command line of `usegpu class`. */
#ifndef GRADER_CLASS_CLI_CLASS_OPTIONS_H
#define GRADER_CLASS_CLI_CLASS_OPTIONS_H

#include <argp.h>

#include "grader/class/run/class.h"

extern const struct argp class_argp;

/* Reads and checks it. -1 with one line on stderr that names what was wrong and what was expected;
 * 1 when --help was asked for and printed; else 0. The texts stay where they are in argv. */
int class_options_read(ClassOptions *options, int argc, char **argv);

#endif
