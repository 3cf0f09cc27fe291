/* class_options.h - the command line of `usegpu-class run`. */
#ifndef CLASS_OPTIONS_H
#define CLASS_OPTIONS_H

#include "class.h"

/* Reads and checks it. -1 with one line on stderr that names what was wrong and what was expected;
 * 1 when --help was asked for and printed; else 0. The texts stay where they are in argv. */
int class_options_read(ClassOptions *options, int argc, char **argv);

#endif
