/* unsupported.c - what the simulator does not do yet says so, with its name, and fails. */
#include "runtime.h"

cudaError_t unsupported_call(const char *symbol)
{
	fprintf(stderr, "simcuda: %s is not simulated\n", symbol);
	return runtime_return(cudaErrorNotSupported);
}

cudaError_t cudaMallocManaged(void **devPtr, size_t size, unsigned int flags)
{
	(void)devPtr, (void)size, (void)flags;
	return unsupported_call("cudaMallocManaged");
}

cudaError_t cudaStreamAttachMemAsync(cudaStream_t stream, void *devPtr, size_t length,
				     unsigned int flags)
{
	(void)stream, (void)devPtr, (void)length, (void)flags;
	return unsupported_call("cudaStreamAttachMemAsync");
}
