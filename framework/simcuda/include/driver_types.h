/* driver_types.h - the types and flags that CUDA calls take. */
#ifndef DRIVER_TYPES_H
#define DRIVER_TYPES_H

#include "simcuda_device.h"
#include "simcuda_errors.h"
#include "vector_types.h"

#define CUDART_CB /* how CUDA's callbacks are called: as any function on Linux */

typedef struct CUstream_st *cudaStream_t;
typedef struct CUevent_st *cudaEvent_t;
typedef struct CUkern_st *cudaKernel_t;
typedef void(CUDART_CB *cudaHostFn_t)(void *userData);

enum cudaMemcpyKind {
	cudaMemcpyHostToHost = 0,
	cudaMemcpyHostToDevice = 1,
	cudaMemcpyDeviceToHost = 2,
	cudaMemcpyDeviceToDevice = 3,
	cudaMemcpyDefault = 4, /* the direction follows from the pointers */
};

enum cudaMemoryType {
	cudaMemoryTypeUnregistered = 0, /* ordinary host memory */
	cudaMemoryTypeHost = 1,         /* pinned host memory */
	cudaMemoryTypeDevice = 2,
	cudaMemoryTypeManaged = 3,
};

struct cudaPointerAttributes {
	enum cudaMemoryType type;
	int device;
	void *devicePointer; /* NULL when no GPU can reach it */
	void *hostPointer;   /* NULL when the host cannot */
	long reserved[8];
};

#define cudaStreamDefault     0x00
#define cudaStreamNonBlocking 0x01
#define cudaStreamLegacy      ((cudaStream_t)0x1)
#define cudaStreamPerThread   ((cudaStream_t)0x2)

#define cudaEventDefault        0x00
#define cudaEventBlockingSync   0x01
#define cudaEventDisableTiming  0x02
#define cudaEventInterprocess   0x04
#define cudaEventRecordDefault  0x00
#define cudaEventRecordExternal 0x01
#define cudaEventWaitDefault    0x00
#define cudaEventWaitExternal   0x01

#define cudaHostAllocDefault       0x00
#define cudaHostAllocPortable      0x01
#define cudaHostAllocMapped        0x02
#define cudaHostAllocWriteCombined 0x04

#define cudaHostRegisterDefault  0x00
#define cudaHostRegisterPortable 0x01
#define cudaHostRegisterMapped   0x02
#define cudaHostRegisterIoMemory 0x04
#define cudaHostRegisterReadOnly 0x08

#define cudaMemAttachGlobal 0x01
#define cudaMemAttachHost   0x02
#define cudaMemAttachSingle 0x04

#define cudaDeviceScheduleAuto         0x00
#define cudaDeviceScheduleSpin         0x01
#define cudaDeviceScheduleYield        0x02
#define cudaDeviceScheduleBlockingSync 0x04

#define cudaCpuDeviceId     ((int)-1)
#define cudaInvalidDeviceId ((int)-2)

#endif
