/* gemm_grouped.c - groups of products: those of a group share their shape and their scalars, and
 * are where arrays of pointers say, group after group. Sizes and scalars lie in host arrays, so the
 * pointer mode must be that of the host; cuBLAS answers CUBLAS_STATUS_NOT_SUPPORTED to the other.
 *
 * Each group is queued as one batch. On a GPU all groups are one launch, so ours are charged with a
 * few launches too many. */
#include "framework/simcuda/api/cublas/products/gemm_ex.h"

typedef struct Groups {
	const cublasOperation_t *transa, *transb;
	const void *alpha, *beta;
	const void *const *array[3];
	int64_t count;
	bool wide; /* the other fields are arrays of int64_t, else of int */
	const void *m, *n, *k, *lda, *ldb, *ldc, *size;
} Groups;

static int64_t size_at(const Groups *g, const void *sizes, int64_t i)
{
	return g->wide ? ((const int64_t *)sizes)[i] : ((const int *)sizes)[i];
}

/* Group i; its batch's pointers begin at `first`. */
static cublasStatus_t queue_group(const BlasCall *call, const GemmKind *kind, const Groups *g,
				  int64_t i, int64_t first)
{
	BlasCall one = *call;
	size_t scalar = (size_t)i * blas_bytes(kind->scalar);
	Gemm gemm = {.transa = g->transa[i],
		     .transb = g->transb[i],
		     .m = size_at(g, g->m, i),
		     .n = size_at(g, g->n, i),
		     .k = size_at(g, g->k, i),
		     .alpha = (const char *)g->alpha + scalar,
		     .beta = (const char *)g->beta + scalar,
		     .lda = size_at(g, g->lda, i),
		     .ldb = size_at(g, g->ldb, i),
		     .ldc = size_at(g, g->ldc, i),
		     .batch = size_at(g, g->size, i),
		     .kind = kind};

	return gemm_queue_batched(&one, &gemm,
				  (const void *const[]){g->array[0] + first, g->array[1] + first,
							g->array[2] + first});
}

static bool groups_given(const Groups *g)
{
	return g->transa && g->transb && g->alpha && g->beta && g->array[0] && g->array[1] &&
	       g->array[2] && g->m && g->n && g->k && g->lda && g->ldb && g->ldc && g->size;
}

/* Grouped products are there for fewer compute types than single ones. */
static bool grouped_supported(const GemmTypes *t)
{
	bool wide = t->a == CUDA_R_32F || t->a == CUDA_R_64F;
	bool narrow = t->a == CUDA_R_16F || t->a == CUDA_R_16BF;

	return t->a == t->c && (wide || narrow) &&
	       (t->compute == CUBLAS_COMPUTE_32F ||
		(wide &&
		 (t->compute == CUBLAS_COMPUTE_32F_PEDANTIC ||
		  t->compute == CUBLAS_COMPUTE_32F_FAST_TF32 || t->compute == CUBLAS_COMPUTE_64F ||
		  t->compute == CUBLAS_COMPUTE_64F_PEDANTIC)));
}

static cublasStatus_t grouped(BlasCall *call, const GemmTypes *t, const Groups *g)
{
	GemmKind kind;

	call->handle = blas_handle(call->handle);
	if (!call->handle)
		return CUBLAS_STATUS_NOT_INITIALIZED;
	if (!grouped_supported(t) || !gemm_ex_types(call, &kind, t) ||
	    call->handle->pointer_mode != CUBLAS_POINTER_MODE_HOST)
		return CUBLAS_STATUS_NOT_SUPPORTED;
	if (g->count < 0 || (g->count > 0 && !groups_given(g)))
		return CUBLAS_STATUS_INVALID_VALUE;
	for (int64_t i = 0; i < g->count; i++)
		if (size_at(g, g->size, i) < 0)
			return CUBLAS_STATUS_INVALID_VALUE;
	cublasStatus_t status = CUBLAS_STATUS_SUCCESS;
	int64_t first = 0;
	for (int64_t i = 0; i < g->count && status == CUBLAS_STATUS_SUCCESS; i++) {
		status = queue_group(call, &kind, g, i, first);
		first += size_at(g, g->size, i);
	}
	return status;
}

#define GROUPS(wide)                                                                               \
	(&(Groups){transa_array,                                                                   \
		   transb_array,                                                                   \
		   alpha_array,                                                                    \
		   beta_array,                                                                     \
		   {(const void *const *)Aarray, (const void *const *)Barray,                      \
		    (const void *const *)Carray},                                                  \
		   group_count,                                                                    \
		   wide,                                                                           \
		   m_array,                                                                        \
		   n_array,                                                                        \
		   k_array,                                                                        \
		   lda_array,                                                                      \
		   ldb_array,                                                                      \
		   ldc_array,                                                                      \
		   group_size})

#define GROUPED_EX(v, I, wide)                                                                     \
	cublasStatus_t cublasGemmGroupedBatchedEx##v(                                              \
		cublasHandle_t handle, const cublasOperation_t transa_array[],                     \
		const cublasOperation_t transb_array[], const I m_array[], const I n_array[],      \
		const I k_array[], const void *alpha_array, const void *const Aarray[],            \
		cudaDataType_t Atype, const I lda_array[], const void *const Barray[],             \
		cudaDataType_t Btype, const I ldb_array[], const void *beta_array,                 \
		void *const Carray[], cudaDataType_t Ctype, const I ldc_array[], I group_count,    \
		const I group_size[], cublasComputeType_t computeType)                             \
	{                                                                                          \
		return grouped(BLAS_CALL(handle, S),                                               \
			       &(GemmTypes){Atype, Btype, Ctype, computeType, BLAS_TYPES_ALL},     \
			       GROUPS(wide));                                                      \
	}
GROUPED_EX(, int, false)
GROUPED_EX(_64, int64_t, true)

#define GROUPED(T, P, type, compute, v, I, wide)                                                   \
	cublasStatus_t cublas##T##gemmGroupedBatched##v(                                           \
		cublasHandle_t handle, const cublasOperation_t transa_array[],                     \
		const cublasOperation_t transb_array[], const I m_array[], const I n_array[],      \
		const I k_array[], const P alpha_array[], const P *const Aarray[],                 \
		const I lda_array[], const P *const Barray[], const I ldb_array[],                 \
		const P beta_array[], P *const Carray[], const I ldc_array[], I group_count,       \
		const I group_size[])                                                              \
	{                                                                                          \
		return grouped(BLAS_CALL(handle, T),                                               \
			       &(GemmTypes){type, type, type, compute, BLAS_##T}, GROUPS(wide));   \
	}
GROUPED(S, float, CUDA_R_32F, CUBLAS_COMPUTE_32F, , int, false)
GROUPED(S, float, CUDA_R_32F, CUBLAS_COMPUTE_32F, _64, int64_t, true)
GROUPED(D, double, CUDA_R_64F, CUBLAS_COMPUTE_64F, , int, false)
GROUPED(D, double, CUDA_R_64F, CUBLAS_COMPUTE_64F, _64, int64_t, true)
