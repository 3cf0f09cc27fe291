/* kernels.c - the list of the kernels of all routines, by which another process finds them
 * (remote/server/server_blas.c). */
#include "framework/simcuda/api/cublas/base/blas.h"
#include "framework/simcuda/api/cublas/products/gemm.h"
#include "framework/simcuda/api/cublas/vectors/small.h"

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
