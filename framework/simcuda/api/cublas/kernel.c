/* kernel.c - what the kernels of all routines share, and the list of them. */
#include <string.h>

#include "blas.h"
#include "gemm.h"
#include "small.h"

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

void blas_clear_vector(void *y, size_t bytes, int64_t n, int64_t inc)
{
	size_t step = (size_t)(inc < 0 ? -inc : inc) * bytes;

	if (step == bytes) {
		bytes *= (size_t)n;
		n = 1;
	}
	for (int64_t i = 0; i < n; i++)
		memset((char *)y + (size_t)i * step, 0, bytes);
}

BlasRows blas_rows(enum CBLAS_UPLO uplo, int64_t n, int64_t column)
{
	return uplo == CblasLower ? (BlasRows){column, n} : (BlasRows){0, column + 1};
}

void blas_clear_triangle(void *c, size_t bytes, enum CBLAS_UPLO uplo, int64_t n, int64_t ld)
{
	for (int64_t col = 0; col < n; col++) {
		BlasRows rows = blas_rows(uplo, n, col);
		memset((char *)c + (size_t)(rows.first + col * ld) * bytes, 0,
		       (size_t)(rows.end - rows.first) * bytes);
	}
}

int64_t blas_place(int64_t n, int64_t inc, int64_t i)
{
	return inc < 0 ? (i - n + 1) * inc : i * inc;
}

/* Families of all four types, those of the real types only, and of the complex ones. */
#define FAMILIES(X) VECTOR_FAMILIES(X) MATRIX_VECTOR_FAMILIES(X) MATRIX_FAMILIES(X)
#define VECTOR_FAMILIES(X)                                                                         \
	X(axpy) X(copy) X(swap) X(scal) X(dot) X(nrm2) X(asum) X(amax) X(amin) X(rot) X(rotg)
#define MATRIX_VECTOR_FAMILIES(X)                                                                  \
	X(gemv)                                                                                    \
	X(gbmv)                                                                                    \
	X(symv)                                                                                    \
	X(sbmv)                                                                                    \
	X(spmv) X(trmv) X(trsv) X(tbmv) X(tbsv) X(tpmv) X(tpsv) X(ger) X(syr) X(spr) X(syr2) X(spr2)
#define MATRIX_FAMILIES(X)                                                                         \
	X(gemm) X(symm) X(syrk) X(syr2k) X(syrkx) X(trsm) X(trmm) X(geam) X(dgmm) X(tpttr) X(trttp)
#define REAL_FAMILIES(X) X(rotm) X(rotmg)
#define COMPLEX_FAMILIES(X)                                                                        \
	X(scal_real)                                                                               \
	X(dotc)                                                                                    \
	X(rot_real) X(gerc) X(hemv) X(her) X(her2) X(hemm) X(herk) X(her2k) X(herkx) X(gemm3m)

#define BATCH_FAMILIES(X)                                                                          \
	X(gemvBatched)                                                                             \
	X(trsmBatched)                                                                             \
	X(getrfBatched)                                                                            \
	X(getrsBatched) X(getriBatched) X(matinvBatched) X(geqrfBatched) X(gelsBatched)

#define DECLARE(family) extern const SimKernel blas_##family[BLAS_ANY];
FAMILIES(DECLARE)
BATCH_FAMILIES(DECLARE)
REAL_FAMILIES(DECLARE)
COMPLEX_FAMILIES(DECLARE)

#define LIST_REAL(family)    &blas_##family[BLAS_S], &blas_##family[BLAS_D],
#define LIST_COMPLEX(family) &blas_##family[BLAS_C], &blas_##family[BLAS_Z],
#define LIST(family)         LIST_REAL(family) LIST_COMPLEX(family)
#define LIST_SMALL(name)     &small_##name##_kernels[BLAS_F16], &small_##name##_kernels[BLAS_BF16],
const SimKernel *const simcuda_kernels[] = {&gemm_mixed, &gemv_mixed,
					    SMALL_ROUTINES(LIST_SMALL) BATCH_FAMILIES(LIST)
						    FAMILIES(LIST) REAL_FAMILIES(LIST_REAL)
							    COMPLEX_FAMILIES(LIST_COMPLEX) NULL};
