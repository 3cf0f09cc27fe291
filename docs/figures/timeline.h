/* timeline.h - what the programs that draw a timeline share. docs/site.sh runs each with
 * SIMCUDA_TIMELINE, so that the picture is that of the run; figure_begin() and figure_end() say
 * which part of it. */
#ifndef TIMELINE_H
#define TIMELINE_H

#include <cublas_v2.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include "usegpu/usegpu.h"

/* A figure is drawn from a program in which everything works. */
#define MUST(call)                                                                                 \
	do {                                                                                       \
		if (!(call)) {                                                                     \
			fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call);          \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)
#define CUDA(call) MUST((call) == cudaSuccess)

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
