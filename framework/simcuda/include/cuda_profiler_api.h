/* cuda_profiler_api.h - marks the part of a program that a profiler should look at. Without a
 * profiler, and so in the simulator, both calls succeed and do nothing. */
#ifndef CUDA_PROFILER_API_H
#define CUDA_PROFILER_API_H

#include "driver_types.h"

#ifdef __cplusplus
extern "C" {
#endif

cudaError_t cudaProfilerStart(void);
cudaError_t cudaProfilerStop(void);

#ifdef __cplusplus
}
#endif

#endif
