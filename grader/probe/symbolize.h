/* symbolize.h - the line of the student's file that an address in the built program belongs to. */
#ifndef GRADER_PROBE_SYMBOLIZE_H
#define GRADER_PROBE_SYMBOLIZE_H

#include <stdint.h>

#include "grader/wire/timeline.h"

/* Looks at the places, innermost first, and returns the line of the first one that lies in `source`
 * ("lab3_copies.c"); 0 when none does. The places come from the student's process and the debug
 * information from the student's source, so a child process reads them: it may crash, or take too
 * long. The caller must have no other children. */
int symbolize_line(const char *program, const char *source, const uint64_t *places, int count);

/* Fills in the lines of call sites, likewise in a child process. */
LineFinder symbolize_calls;

#endif
