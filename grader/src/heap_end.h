/* heap_end.h - a run that ended because of a block of host memory (drive_heap.h). */
#ifndef HEAP_END_H
#define HEAP_END_H

#include "channel.h"
#include "run_end.h"

/* Says what was done to the block, and where the program had asked for it. `how` is what the signal
 * is called. 0 when the program has told of no block, and nothing is said. */
int heap_describe(const Run *run, const Channel *channel, const char *how, Ending *ending);

#endif
