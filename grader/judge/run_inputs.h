/* run_inputs.h - a run's inputs on their way to its program. */
#ifndef RUN_INPUTS_H
#define RUN_INPUTS_H

#include <stdint.h>

#include "grader/include/judge.h"
#include "grader/wire/channel.h"

/* All of them, then the frame that starts the drive. linked: the machine has a link to the judge. -1: it could not
 * be. */
int run_inputs_queue(const Run *r, Channel *channel, ChannelQueue *queue, uint32_t start,
		     int linked);

#endif
