/* options_which.h - which labs and checks of the command line are asked for. */
#ifndef GRADER_SETUP_OPTIONS_WHICH_H
#define GRADER_SETUP_OPTIONS_WHICH_H

#include "grader/setup/options.h"

/* LAB=1,2 (NULL: all of the chapter), and CHECK= as it stands in `o`. 0, or -1 with a line that says what there is. */
int options_read_labs(Options *o, const char *labs);

/* A number of digits alone, at most `most`. 0, or -1. */
int option_number(const char *text, unsigned long most, unsigned long *number);

#endif
