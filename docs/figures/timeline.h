/* timeline.h - what the programs that draw a timeline share. docs/site.sh runs each with
 * SIMCUDA_TIMELINE, so that the picture is that of the run; figure_begin() and figure_end() say
 * which part of it. */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <cuda_profiler_api.h>

#include "must.h"

static inline void figure_begin(void)
{
	for (int i = 0; i < device_gpu_count(); i++)
		MUST(device_synchronize(device_gpu(i)) == 0);
	CUDA(cudaProfilerStart());
}

static inline void figure_end(void)
{
	CUDA(cudaProfilerStop());
}

#endif
