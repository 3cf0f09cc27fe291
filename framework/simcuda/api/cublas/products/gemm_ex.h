/* gemm_ex.h - products whose element types are arguments: which types go together. */
#ifndef GEMM_EX_H
#define GEMM_EX_H

#include "framework/simcuda/api/cublas/products/gemm.h"
#include "framework/simcuda/api/cublas/base/number.h"

/* Kinds of compute types. FAST: single precision that may be rounded on the way. */
typedef enum GemmClass { GEMM_HALF, GEMM_INTEGER, GEMM_SINGLE, GEMM_FAST, GEMM_DOUBLE } GemmClass;

typedef struct GemmTypes {
	cudaDataType a, b, c;
	cublasComputeType_t compute;
	BlasType scalar; /* what alpha and beta are; BLAS_TYPES_ALL: what the others say */
} GemmTypes;

/* Sets *kind and the call's type. False, with the call's status set, when cuBLAS does not know the
 * combination. The call's handle must be a live one. */
bool gemm_ex_types(BlasCall *call, GemmKind *kind, const GemmTypes *t);

/* Does the product g, or the batch of it that three arrays of pointers describe. */
cublasStatus_t gemm_ex(BlasCall *call, const GemmTypes *t, cublasGemmAlgo_t algo, const Gemm *g,
		       const void *const *array);

#endif
