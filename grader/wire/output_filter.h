/* output_filter.h - what a program printed, without what tells its author nothing. */
#ifndef GRADER_WIRE_OUTPUT_FILTER_H
#define GRADER_WIRE_OUTPUT_FILTER_H

#include <stddef.h>

/* Rewrites what the simulator prints of its findings ("simcuda: race: ... (a.c:1; and b.c:2)"):
 * lines of a kind among the bits `allowed` (findings.h) go, because the check brought those about
 * itself; of the places only those in `source` stay. All other lines stay as they are. Works in
 * place; returns how many bytes are left. */
size_t printed_strip(char *text, size_t bytes, unsigned allowed, const char *source);

#endif
