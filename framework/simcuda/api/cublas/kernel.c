/* kernel.c - what the kernels of all routines share, and the list of them. */
#include <string.h>

#include "blas.h"

int blas_ranges(const void *const *arguments, uint64_t threads, SimRange *ranges)
{
	const BlasJob *job = arguments[0];

	(void)threads;
	memcpy(ranges, job->range, (size_t)job->ranges * sizeof *ranges);
	return job->ranges;
}

void blas_cost(const void *const *arguments, uint64_t threads, SimCost *cost)
{
	const BlasJob *job = arguments[0];

	(void)threads;
	*cost = job->cost;
}

const void *blas_value(const BlasScalar *scalar, void *const *memory)
{
	return scalar->range < 0 ? &scalar->value : memory[scalar->range];
}

/* Families of all four types, and those of the complex types only. */
#define FAMILIES(X)         VECTOR_FAMILIES(X) MATRIX_FAMILIES(X)
#define VECTOR_FAMILIES(X)  X(axpy) X(copy) X(swap) X(scal) X(dot) X(nrm2) X(asum) X(amax) X(amin)
#define MATRIX_FAMILIES(X)  X(gemv) X(ger) X(gemm) X(symm) X(syrk) X(trsm) X(trmm) X(geam)
#define COMPLEX_FAMILIES(X) X(scal_real) X(dotc) X(gerc)

#define DECLARE(family) extern const SimKernel blas_##family[BLAS_ANY];
FAMILIES(DECLARE)
COMPLEX_FAMILIES(DECLARE)

#define LIST_COMPLEX(family) &blas_##family[BLAS_C], &blas_##family[BLAS_Z],
#define LIST(family)         &blas_##family[BLAS_S], &blas_##family[BLAS_D], LIST_COMPLEX(family)
const SimKernel *const simcuda_kernels[] = {FAMILIES(LIST) COMPLEX_FAMILIES(LIST_COMPLEX) NULL};
