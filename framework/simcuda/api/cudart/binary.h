/* binary.h - the device code that a program registers: its PTX, which is read when it is first
 * needed, and its variables in the memory of each GPU. */
#ifndef SIMCUDA_CUDART_BINARY_H
#define SIMCUDA_CUDART_BINARY_H

#include "framework/simcuda/api/cudart/runtime.h"

typedef struct Binary Binary;

Binary *binary_new(const void *wrapper);

/* The kernel of that device name. NULL, and *problem says why, with the error that CUDA would give. */
const SimKernel *binary_kernel(Binary *binary, const char *name, const char **problem,
			       cudaError_t *error);

/* Where the variables of the binary lie in memory of the current device; 0 in *address: it has none. */
cudaError_t binary_image(Binary *binary, uint64_t *address);

/* Where one of them lies. */
cudaError_t binary_variable(Binary *binary, const char *name, uint64_t *address, uint64_t *bytes);

/* The memory of that device has gone. */
void binaries_reset(int device);

/* register.c */
Binary *register_binary(const void *function);
Binary *register_variable(const void *variable, const char **name);

#endif
