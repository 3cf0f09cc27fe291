/* sweep.h - the plot of lab 5: how long a product took on the CPU and on the GPU, by its size. */
#ifndef GRADER_REPORT_SUBMISSION_SWEEP_H
#define GRADER_REPORT_SUBMISSION_SWEEP_H

#include <jansson.h>
#include <stdio.h>

#include "grader/report/data/graded.h"

/* Writes table and plot where the runs of the check measured such times (5.5 does); else nothing.
 * The plot needs gnuplot; without it there is the table, and a line that says so. */
void sweep_write(FILE *out, const Graded *graded, const json_t *check, const json_t *detail);

#endif
