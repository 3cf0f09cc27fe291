/* own_report.h - reads the report that the student's process leaves behind (SIMCUDA_REPORT). */
#ifndef GRADER_PROBE_OWN_REPORT_H
#define GRADER_PROBE_OWN_REPORT_H

#include "grader/sandbox/sandbox.h"
#include "grader/wire/findings.h"

/* Reads the file of that name in the folder; `tier` and `box` are as in Apart. What is not the
 * report of a run without findings, byte for byte, is parsed in a process apart. 0, or -1 with a
 * line when there was no such process. *own is to be released with own_report_free() in both
 * cases. The caller must have no other children. */
int own_report_read(SandboxTier tier, const char *box, int folder, const char *name, OwnReport *own,
		    char *why, size_t why_size);

void own_report_free(OwnReport *own);

#endif
