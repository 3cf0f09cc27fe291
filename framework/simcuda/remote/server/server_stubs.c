/* server_stubs.c - what cuBLAS's objects want from the runtime library besides simcuda_request():
 * the machine's process has no such library. The routines that would call these are never called
 * here. */
#include "framework/simcuda/remote/server/server.h"

cudaError_t cudaMalloc(void **devPtr, size_t size)
{
	(void)devPtr, (void)size;
	return cudaErrorNotSupported;
}

cudaError_t cudaFree(void *devPtr)
{
	(void)devPtr;
	return cudaErrorNotSupported;
}

cudaError_t cudaRuntimeGetVersion(int *runtimeVersion)
{
	*runtimeVersion = CUDART_VERSION;
	return cudaSuccess;
}

const SimMachine *simcuda_machine(void)
{
	static const SimMachine none;
	return &none; /* a trace only wants its name */
}
