/* run_gnuplot.h - runs another program over text: gnuplot. */
#ifndef GRADER_REPORT_SUBMISSION_RUN_GNUPLOT_H
#define GRADER_REPORT_SUBMISSION_RUN_GNUPLOT_H

#include <stddef.h>

/* Runs argv[0] (looked for in PATH) with `input` on its standard input and returns what it printed,
 * to be freed; NULL when it is not there, failed, took longer than 20 seconds or printed more than
 * `most` bytes. It must be given nothing of a submission's. */
char *tool_filter(char *const *argv, const char *input, size_t most);

#endif
