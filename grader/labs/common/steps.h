/* steps.h - how long steps take of which each is queued by the host and run by the GPU. */
#ifndef GRADER_LABS_COMMON_STEPS_H
#define GRADER_LABS_COMMON_STEPS_H

#include <stdbool.h>
#include <stdint.h>

/* Host and GPU as two lines of a timeline: when each is free again. A result is fetched after each
 * step, or once in the end. */
static inline double steps_us(int64_t steps, double queue, double compute, double fetch, bool each)
{
	double host = 0, gpu = 0;
	for (int64_t i = 0; i < steps; i++) {
		host += queue;
		gpu = (gpu > host ? gpu : host) + compute;
		if (each || i + 1 == steps)
			host = gpu + fetch;
	}
	return host;
}

#endif
