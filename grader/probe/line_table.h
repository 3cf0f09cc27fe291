/* line_table.h - which line of the student's file the code at an address of the built program is of.
 *
 * Debug information says so, which comes from the student's source. It is read once, when the
 * program was built, in a process apart; what that answers is kept as a file of spans beside the
 * program. Judges look addresses up there, which come from the student's process: any number may be
 * asked for, and any table is safe to ask. */
#ifndef GRADER_PROBE_LINE_TABLE_H
#define GRADER_PROBE_LINE_TABLE_H

#include <stdint.h>

#include "grader/probe/apart.h"
#include "grader/wire/timeline.h"

/* Makes the file `table` for the open program. `source` is the file's name, "lab3_copies.c"; `tier`
 * and `box` are as in Apart. `why` as of apart_run(). The caller must have no other children. */
ApartEnd line_table_make(SandboxTier tier, const char *box, int program, const char *source,
			 const char *table, char *why, size_t why_size);

/* Looks at the places, innermost first, and returns the line of the first one that lies in the
 * student's file; 0 when none does, or the table cannot be read. */
int line_table_find(const char *table, const uint64_t *places, int count);

/* Fills in the lines of call sites: the innermost frame outside of headers says where a call is. */
LineFinder line_table_calls;

#endif
