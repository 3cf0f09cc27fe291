/* us.h - what the programs share that print the tables of the labs' pages. A table is made by a
 * program in which everything works. docs/tests/snippets.test compares tables and programs. */
#ifndef US_H
#define US_H

#include "lab.h"

#define MUST(call)                                                                                 \
	do {                                                                                       \
		if (!(call)) {                                                                     \
			fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call);          \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)
#define CUDA(call)   MUST((call) == cudaSuccess)
#define CUBLAS(call) MUST((call) == CUBLAS_STATUS_SUCCESS)

/* Microseconds by the host's clock. */
static inline double us_since(double start)
{
	return 1e6 * (timer_now() - start);
}

#endif
