/* gemm.h - products of matrices: what the entry points of all forms share. */
#ifndef GEMM_H
#define GEMM_H

#include "framework/simcuda/api/cublas/base/blas.h"

/* The element types of a mixed product, and what it costs. */
typedef struct GemmKind {
	BlasType in, out; /* of A and B; of C */
	BlasType scalar;  /* of alpha and beta */
	SimWork work;
} GemmKind;

/* The arguments of a product, or of each product of a batch. */
typedef struct Gemm {
	cublasOperation_t transa, transb;
	int64_t m, n, k;
	const void *alpha, *a, *b, *beta;
	void *c;
	int64_t lda, ldb, ldc;
	int64_t stride_a, stride_b, stride_c;
	int64_t batch;
	bool saving;          /* gemm3m */
	const GemmKind *kind; /* NULL: every type is the call's, and the math mode says the rest */
} Gemm;

/* gemm.c: queues a product or a batch with strides. call->type is the type that is computed in. */
cublasStatus_t gemm_queue(BlasCall *call, const Gemm *g);

/* What a product of the call's type costs, by the handle's math mode. */
SimWork gemm_work(const BlasCall *call);

/* The kernel that does it. */
const SimKernel *gemm_kernel(const BlasCall *call, const Gemm *g);

/* gemm_batched.c: queues a batch whose matrices are where three arrays of pointers say. */
cublasStatus_t gemm_queue_batched(BlasCall *call, const Gemm *g, const void *const array[3]);

/* gemm_mixed.c: the kernel for products whose types differ, or are not S, D, C or Z. */
extern const SimKernel gemm_mixed;
extern const SimKernel gemv_mixed; /* gemv_batched.c */

/* Whether the tensor cores do it, of floats; and the work of the kernel then. Parts of a batch by pointers, of which the
 * first one alone has its work, are computed with all digits. */
static inline bool gemm_is_rounded(const BlasJob *j)
{
	if (j->range[BLAS_RANGES].width != 0)
		return false;
	return j->cost.work == SIM_WORK_GEMM_TF32 || j->cost.work == SIM_WORK_GEMM_F16;
}
void gemm_run_rounded(const BlasJob *j, void *const *memory);

/* SimKernel.element of a lone product: a row of op(A) times a column of op(B). */
bool gemm_element(const void *const *arguments, int range, uint64_t offset, const SimElements *in,
		  float *value);

#endif
