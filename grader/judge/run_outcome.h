/* run_outcome.h - what it means how a run ended. */
#ifndef GRADER_JUDGE_RUN_OUTCOME_H
#define GRADER_JUDGE_RUN_OUTCOME_H

#include "grader/gpu/machine_client.h"
#include "grader/include/judge.h"
#include "grader/include/verdict.h"
#include "grader/sandbox/process.h"
#include "grader/wire/findings.h"

#define MEMORY_GIB  4  /* that a program may occupy */
#define FILE_MIB    16 /* that a file may have */
#define ROOM_MIB    64 /* that all its files may have */
#define REPORT_FILE "report.json"
#define TRACE_FILE  "trace.json"

/* kind is VERDICT_PASS when nothing was wrong with the run. */
typedef struct Ending {
	VerdictKind kind;
	char message[400];
	char where[80];
	const char *cause; /* of a failure, one of causes.c; else NULL */
	int is_second;     /* 1: it is about the second round, and the first one was right so far */
} Ending;

void ending_set(Ending *ending, VerdictKind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

void ending_fail(Ending *ending, const char *cause, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* Decides by what came over the channel, how the process ended and what the simulator reported. The
 * run is the one whose round was under way. `own` is the report of the process itself; `machine`
 * has ended too, NULL when it was inside. `folder` is the process's, as the judge sees it. */
void ending_find(const Run *run, const Channel *channel, const ProcessEnd *end, int simulated,
		 const OwnReport *own, const Remote *machine, const char *folder, Ending *ending);

#endif
