/* us.h - what the programs share that print the tables of the labs' pages. docs/tests/snippets.test
 * compares tables and programs. */
#ifndef US_H
#define US_H

#include "lab.h"

#include "../figures/must.h"

#define CUBLAS(call) MUST((call) == CUBLAS_STATUS_SUCCESS)

/* Microseconds by the host's clock. */
static inline double us_since(double start)
{
	return 1e6 * (timer_now() - start);
}

#endif
