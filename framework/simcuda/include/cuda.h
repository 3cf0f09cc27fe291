/* cuda.h - of CUDA's driver interface what programs for the runtime take: its version, and the names of its
 * handles. Its functions (cuInit, cuLaunchKernel) are not simulated, and not declared. */
#ifndef __cuda_cuda_h__ /* NVIDIA's name */
#define __cuda_cuda_h__

#include "driver_types.h"

#define CUDA_VERSION 13000

typedef int CUdevice;
typedef struct CUctx_st *CUcontext;
typedef cudaStream_t CUstream;
typedef cudaEvent_t CUevent;
typedef unsigned long long CUdeviceptr;

#endif
