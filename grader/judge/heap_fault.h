/* heap_fault.h - a run that ended because of a block of host memory (heap.h). */
#ifndef GRADER_JUDGE_HEAP_FAULT_H
#define GRADER_JUDGE_HEAP_FAULT_H

#include "grader/judge/run_outcome.h"
#include "grader/wire/channel.h"

/* Says what was done to the block, and where the program had asked for it. `how` is what the signal
 * is called. 0 when the program has told of no block, and nothing is said. */
int heap_describe(const Run *run, const Channel *channel, const char *how, Ending *ending);

#endif
