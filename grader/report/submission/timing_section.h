/* timing_section.h - timings on real GPUs, in the page of a submission. */
#ifndef GRADER_REPORT_SUBMISSION_TIMING_SECTION_H
#define GRADER_REPORT_SUBMISSION_TIMING_SECTION_H

#include <jansson.h>
#include <stdio.h>

/* A table for each time that was taken: all runs of the program, and of the kit's own in turn with
 * it. Nothing where nothing was timed. */
void measured_write(FILE *out, const json_t *detail);

#endif
