/* failing.h - operations that fail because somebody asked for it: a way to see what a program does
 * when a call fails, which on a simulated machine hardly any does by itself.
 *
 * The core answers requests as they come; whoever hands them to it asks here first. */
#ifndef SIMCUDA_CORE_FAILING_H
#define SIMCUDA_CORE_FAILING_H

#include <stdint.h>

#include "framework/simcuda/core/sim.h"

#define SIM_FAILING_NAME 8 /* bytes of a kind's name, with the 0 */

/* All zero: nothing fails. */
typedef struct SimFailing {
	const struct SimFailingKind *kind; /* NULL: none */
	int64_t first, last;               /* which operations of that kind fail, */
	int64_t seen;                      /* of so many that there were; */
	int64_t failed;                    /* so many did */
	uint64_t
		what; /* 0: any; else those alone are of it that have this SimNote.what, as who notes them sees to */
	uint64_t launch; /* which launch failed first; a hash, */
	int thread;      /* and of which thread */
} SimFailing;

/* Lets the `at`-th operation of that kind fail (the kinds of simcuda_fail(); 1: the
 * next one) and `times` - 1 behind it; NULL: none. 0; -1 for an unknown kind or numbers below 1. The kind "again" is
 * "launch", but those behind the first fail only where they ask for the same kernel on the same memory once more. */
int sim_failing_set(SimFailing *failing, const char *kind, int64_t at, int64_t times);

/* Of which kind the request is, in less than SIM_FAILING_NAME bytes; NULL: of none. */
const char *sim_failing_kind(const SimRequest *request);

/* What the request has to be answered with, instead of being carried out; cudaSuccess: nothing. */
cudaError_t sim_failing_due(SimFailing *failing, const SimRequest *request);

#endif
