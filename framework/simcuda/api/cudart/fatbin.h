/* fatbin.h - the PTX in a fat binary. */
#ifndef SIMCUDA_CUDART_FATBIN_H
#define SIMCUDA_CUDART_FATBIN_H

#include <stddef.h>

/* Finds the newest PTX that a GPU of that compute capability (75 for 7.5) can use, in what a program
 * registers: nvcc's fat binary, or plain PTX that ends with a 0. A copy, to be given to free(); NULL,
 * and *problem says in one sentence why there is none. */
char *fatbin_ptx(const void *wrapper, int capability, size_t *bytes, char *problem, size_t size);

#endif
