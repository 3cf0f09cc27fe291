/* cublas_api.h - the part of cuBLAS that the simulated GPUs offer, under the names that the library
 * exports. Programs include cublas_v2.h, or cublas.h for the older interface without handles.
 *
 * Names, values and argument orders are those of NVIDIA's cuBLAS 13, so that a program compiles
 * unchanged against either header. Matrices lie column by column (as in Fortran): element (i, j) of
 * A is A[i + j * lda], and lda is at least the number of rows that A has as it lies in memory.
 * Matrices and vectors are device memory. Scalars (alpha, beta, results) are host memory, unless
 * cublasSetPointerMode says CUBLAS_POINTER_MODE_DEVICE.
 *
 * A routine returns as soon as its work is queued on the handle's stream; one that hands a scalar
 * result to the host waits for it.
 *
 * Element types are told apart by a letter: S float, D double, C cuComplex, Z cuDoubleComplex. The
 * regular families, of which cublasSgemm, cublasDgemm, cublasCgemm and cublasZgemm are one, are in
 * simcublas_families.h; types as arguments, and halves, in simcublas_mixed.h; batches of systems
 * and factorizations in simcublas_batched.h; a handle's further settings in simcublas_settings.h.
 */
#ifndef CUBLAS_API_H_
#define CUBLAS_API_H_

#include <stddef.h>
#include <stdint.h>

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime_api.h"
#include "library_types.h"

#ifdef __cplusplus
extern "C" {
#endif

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 1
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VERSION   (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)

typedef enum {
	CUBLAS_STATUS_SUCCESS = 0,
	CUBLAS_STATUS_NOT_INITIALIZED = 1,
	CUBLAS_STATUS_ALLOC_FAILED = 3,
	CUBLAS_STATUS_INVALID_VALUE = 7,
	CUBLAS_STATUS_ARCH_MISMATCH = 8,
	CUBLAS_STATUS_MAPPING_ERROR = 11,
	CUBLAS_STATUS_EXECUTION_FAILED = 13,
	CUBLAS_STATUS_INTERNAL_ERROR = 14,
	CUBLAS_STATUS_NOT_SUPPORTED = 15,
	CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

/* What is done to a matrix before it is used: nothing, transposed, transposed and conjugated. */
typedef enum {
	CUBLAS_OP_N = 0,
	CUBLAS_OP_T = 1,
	CUBLAS_OP_C = 2,
	CUBLAS_OP_HERMITAN = 2,
	CUBLAS_OP_CONJG = 3 /* refused by every routine */
} cublasOperation_t;

/* Which triangle of a matrix is used; the other one is not looked at. */
typedef enum {
	CUBLAS_FILL_MODE_LOWER = 0,
	CUBLAS_FILL_MODE_UPPER = 1,
	CUBLAS_FILL_MODE_FULL = 2
} cublasFillMode_t;

/* Whether a triangle's diagonal is taken as ones, unseen. */
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;

/* On which side of the other matrix the special one stands. */
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;

typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;

typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;

/* Kept by the handle. The simulated GPU computes alike in every mode; products of single precision
 * take the time of the tensor cores where the mode allows them. */
typedef enum {
	CUBLAS_DEFAULT_MATH = 0,
	CUBLAS_TENSOR_OP_MATH = 1,
	CUBLAS_PEDANTIC_MATH = 2,
	CUBLAS_TF32_TENSOR_OP_MATH = 3,
	CUBLAS_FP32_EMULATED_BF16X9_MATH = 4,
	CUBLAS_FP64_EMULATED_FIXEDPOINT_MATH = 8,
	CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;

typedef struct cublasContext *cublasHandle_t;

/* --- handles ---------------------------------------------------------------------------------- */

/* A handle belongs to the device that is current when it is made. */
cublasStatus_t cublasCreate_v2(cublasHandle_t *handle);

/* Waits for the device. */
cublasStatus_t cublasDestroy_v2(cublasHandle_t handle);

/* The stream that later routines of this handle are queued on; 0 is the default stream of the
 * handle's device. A stream of another device is refused with CUBLAS_STATUS_INVALID_VALUE. */
cublasStatus_t cublasSetStream_v2(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream_v2(cublasHandle_t handle, cudaStream_t *stream);

cublasStatus_t cublasSetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode_v2(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);

/* Device memory for cuBLAS to work in, aligned to 256 bytes. */
cublasStatus_t cublasSetWorkspace_v2(cublasHandle_t handle, void *workspace, size_t bytes);

cublasStatus_t cublasGetVersion_v2(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

/* --- copies between host and device ----------------------------------------------------------- */

/* Vectors: n elements of elemSize bytes, `inc` elements from each to the next on either side.
 * Matrices: rows x cols of them. INVALID_VALUE for a negative size, an increment below 1 or a
 * leading dimension that is too small; CUBLAS_STATUS_MAPPING_ERROR when the copy fails. Async: in a
 * stream; returns at once when the host memory is pinned. */
#define CUBLAS_H_COPIES(v, I)                                                                      \
	cublasStatus_t cublasSetVector##v(I n, I elemSize, const void *host, I inchost,            \
					  void *device, I incdevice);                              \
	cublasStatus_t cublasGetVector##v(I n, I elemSize, const void *device, I incdevice,        \
					  void *host, I inchost);                                  \
	cublasStatus_t cublasSetVectorAsync##v(I n, I elemSize, const void *host, I inchost,       \
					       void *device, I incdevice, cudaStream_t stream);    \
	cublasStatus_t cublasGetVectorAsync##v(I n, I elemSize, const void *device, I incdevice,   \
					       void *host, I inchost, cudaStream_t stream);        \
	cublasStatus_t cublasSetMatrix##v(I rows, I cols, I elemSize, const void *host, I ldhost,  \
					  void *device, I lddevice);                               \
	cublasStatus_t cublasGetMatrix##v(I rows, I cols, I elemSize, const void *device,          \
					  I lddevice, void *host, I ldhost);                       \
	cublasStatus_t cublasSetMatrixAsync##v(I rows, I cols, I elemSize, const void *host,       \
					       I ldhost, void *device, I lddevice,                 \
					       cudaStream_t stream);                               \
	cublasStatus_t cublasGetMatrixAsync##v(I rows, I cols, I elemSize, const void *device,     \
					       I lddevice, void *host, I ldhost,                   \
					       cudaStream_t stream);
CUBLAS_H_COPIES(, int)
CUBLAS_H_COPIES(_64, int64_t)
#undef CUBLAS_H_COPIES

#include "simcublas_families.h"
#include "simcublas_mixed.h"
#include "simcublas_batched.h"
#include "simcublas_settings.h"

#ifdef __cplusplus
}
#endif

#endif
