/* must.h - what programs of the pages share: a page is made from programs in which everything
 * works. */
#ifndef MUST_H
#define MUST_H

#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>

#include "usegpu/usegpu.h"

#define MUST(call)                                                                                 \
	do {                                                                                       \
		if (!(call)) {                                                                     \
			fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call);          \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)
#define CUDA(call) MUST((call) == cudaSuccess)

#endif
