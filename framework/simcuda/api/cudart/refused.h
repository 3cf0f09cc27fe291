/* refused.h - launches that failed, and of which the program never asked. */
#ifndef SIMCUDA_CUDART_REFUSED_H
#define SIMCUDA_CUDART_REFUSED_H

#include "framework/simcuda/api/cudart/runtime.h"

#define LAUNCH_MAX_THREADS 1024 /* in a block */

/* A launch by <<<>>> that failed with this error. */
typedef struct RefusedLaunch {
	const char *name; /* the kernel's */
	cudaError_t error;
	dim3 grid, block;
	int block_fits;
	size_t shared, shared_limit; /* bytes of static and dynamic shared memory */
} RefusedLaunch;

void refused_note(const RefusedLaunch *launch, const SimSite *site);
/* The program has asked for an error. */
void refused_asked(void);
/* Says on stderr what was noted and never asked for; once. */
void refused_tell(void);

#endif
