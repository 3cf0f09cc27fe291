/* wrap.h - breaks long lines for a terminal, between words. */
#ifndef GRADER_BASE_WRAP_H
#define GRADER_BASE_WRAP_H

#include <stdio.h>

/* The columns of the terminal on stdout, at least 60; 0 when stdout is no terminal: then a line
 * stays one line, for grep and for scripts. */
int wrap_width(void);

/* Prints one line of text, and a newline, when `column` columns are in use already. A line that
 * would be longer than `width` goes on in the next one, behind `prefix`; 0 never breaks. */
void wrap_print(FILE *out, int width, int column, const char *prefix, const char *text);

#endif
