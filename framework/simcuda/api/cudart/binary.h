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

/* Makes the managed variables of the binary what they are: they have their first values, and the machine knows
 * of them. What has been done is not done again. */
cudaError_t binary_managed(Binary *binary);

/* managed_variable.c: of a binary. `pointer` gets told where it is made (nvcc's programs go by that); or it
 * is the program's own `memory` (clang's). */
void managed_variable_add(Binary *binary, const char *name, void **pointer, void *memory,
			  size_t bytes);
/* Their names, which NULL ends; the caller frees. NULL: there are none. */
const char **managed_variable_names(const Binary *binary);
cudaError_t managed_variables_ready(const Binary *binary, const SimPtx *ptx);
/* 0: no such variable. */
uint64_t managed_variable_address(const Binary *binary, const char *name);
/* The machine has forgotten them. */
void managed_variables_reset(void);
/* Whether clang's __managed__ put that variable of the program where it lies. */
int managed_variable_is(const void *variable);
/* Whose variable lies there; NULL: none does. */
Binary *managed_variable_binary(const void *memory, const char **name);
int managed_variables_any(const Binary *binary);

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
