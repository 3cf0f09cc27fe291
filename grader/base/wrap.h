/* wrap.h - breaks long lines for a terminal, between words. */
#ifndef GRADER_BASE_WRAP_H
#define GRADER_BASE_WRAP_H

#include <stdio.h>

/* The columns of the terminal on stdout, at least 60. 0 when stdout is not a terminal: then lines are
 * not broken, for grep and for scripts. */
int wrap_width(void);

/* Prints one line of text and a newline; `column` columns of the line are in use already. Text beyond
 * `width` goes to a next line, behind `prefix`. A width of 0 never breaks. */
void wrap_print(FILE *out, int width, int column, const char *prefix, const char *text);

#endif
