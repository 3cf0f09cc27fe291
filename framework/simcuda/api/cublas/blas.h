/* blas.h - how the routines of the simulated cuBLAS are made.
 *
 * Theory of operation. An entry point (cublasSgemm_v2 ...) fills a BlasCall: blas_begin() looks the
 * handle up, blas_scalar() takes alpha and beta, blas_vector() and blas_matrix() describe the
 * operands in the order of the routine's arguments, and blas_launch() queues the whole as one
 * kernel on the handle's stream. Everything that the work needs is in the BlasJob, the kernel's
 * only argument: it runs later, when the machine needs its bytes, perhaps in another process.
 *
 * A family of routines (gemm) is four kernels, one for each element type; the work itself is done
 * by the host's BLAS (cblas), which is column-major too when told so. */
#ifndef BLAS_H
#define BLAS_H

#include <cblas.h>
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

#include "api/api.h"
#include "cublas_v2.h"

typedef enum BlasType { BLAS_S, BLAS_D, BLAS_C, BLAS_Z, BLAS_ANY } BlasType;

/* Uses X for the four types: as cuBLAS writes it, as cblas writes it, cuBLAS's C type. */
#define BLAS_TYPES(X) X(S, s, float) X(D, d, double) X(C, c, cuComplex) X(Z, z, cuDoubleComplex)

/* The same types for arithmetic on the host. */
typedef float blas_s;
typedef double blas_d;
typedef float complex blas_c;
typedef double complex blas_z;

/* cblas takes real scalars by value and complex ones by address. */
#define BLAS_PASS_s(pointer) (*(const blas_s *)(pointer))
#define BLAS_PASS_d(pointer) (*(const blas_d *)(pointer))
#define BLAS_PASS_c(pointer) (pointer)
#define BLAS_PASS_z(pointer) (pointer)

#define BLAS_CONJ_s(z) (z)
#define BLAS_CONJ_d(z) (z)
#define BLAS_CONJ_c(z) conjf(z)
#define BLAS_CONJ_z(z) conj(z)

/* --- the kernel's argument -------------------------------------------------------------------- */

/* alpha or beta: captured at the call, or in device memory. */
typedef struct BlasScalar {
	int range; /* which range holds it; -1: value does */
	union {
		blas_s s;
		blas_d d;
		blas_c c;
		blas_z z;
	} value;
} BlasScalar;

#define BLAS_OPERANDS 3

typedef struct BlasJob {
	SimRange range[BLAS_OPERANDS + 2]; /* the operands, then scalars in device memory */
	int ranges;
	int operands;
	int step[BLAS_OPERANDS];       /* a vector's increment, a matrix's leading dimension */
	int64_t stride[BLAS_OPERANDS]; /* elements from one matrix of a batch to the next */
	int batch;
	int m, n, k;
	enum CBLAS_TRANSPOSE transa, transb;
	enum CBLAS_SIDE side;
	enum CBLAS_UPLO uplo;
	enum CBLAS_DIAG diag;
	BlasScalar alpha, beta;
	SimCost cost;
} BlasJob;

/* --- the entry point's side: call.c ----------------------------------------------------------- */

typedef struct BlasCall {
	struct cublasContext *handle;
	BlasType type;
	BlasType
		scalar_type; /* of alpha and beta: the same, except for a real alpha on complex x */
	cublasStatus_t status; /* the first thing that was wrong */
	BlasJob job;
} BlasCall;

/* Begins a call. False, with call->status set, when the handle is none. */
bool blas_begin(BlasCall *call, cublasHandle_t handle, BlasType type);

/* Notes that an argument is not allowed, unless something was wrong before. */
void blas_require(BlasCall *call, bool holds);

/* Each translates an enumerator and notes one that is not allowed. */
enum CBLAS_TRANSPOSE blas_operation(BlasCall *call, cublasOperation_t operation);
enum CBLAS_SIDE blas_side(BlasCall *call, cublasSideMode_t side);
enum CBLAS_UPLO blas_uplo(BlasCall *call, cublasFillMode_t uplo);
enum CBLAS_DIAG blas_diag(BlasCall *call, cublasDiagType_t diag);

/* Takes a scalar as the handle's pointer mode says. True if it may be other than 0: what it scales
 * is read only then. */
bool blas_scalar(BlasCall *call, BlasScalar *to, const void *from);

/* Describe the next operand. One that is `unused` keeps its place with an empty range. */
#define BLAS_UNUSED ((SimAccess)0)
void blas_vector(BlasCall *call, const void *x, int n, int inc, SimAccess access);
void blas_matrix(BlasCall *call, const void *a, int rows, int cols, int ld, SimAccess access);

/* As blas_matrix, for job.batch matrices, `stride` elements apart. */
void blas_matrices(BlasCall *call, const void *a, int rows, int cols, int ld, int64_t stride,
		   SimAccess access);

/* Queues the work, unless something was wrong. `multiply_adds` counts in elements of the type. */
cublasStatus_t blas_launch(BlasCall *call, const SimKernel kernel[BLAS_ANY], double multiply_adds,
			   bool product);

/* The same for a routine with a scalar result of so many bytes: the result is the next operand. In
 * host pointer mode it goes through the handle's workspace, and the host waits for it. */
cublasStatus_t blas_launch_result(BlasCall *call, const SimKernel kernel[BLAS_ANY],
				  double multiply_adds, void *result, uint64_t bytes);

/* The status that stands for what a request returned. */
cublasStatus_t blas_status(cudaError_t error);

size_t blas_bytes(BlasType type);

/* --- handles: handle.c ------------------------------------------------------------------------ */

#define BLAS_WORKSPACE_BYTES 256

struct cublasContext {
	struct cublasContext *next;
	int device;
	uint64_t stream;
	uint64_t workspace; /* device memory of our own, for scalar results on their way to the host
			     */
	cublasPointerMode_t pointer_mode;
	cublasMath_t math_mode;
	cublasAtomicsMode_t atomics_mode;
};

/* The handle itself, or NULL when it is not a live one. */
struct cublasContext *blas_handle(cublasHandle_t handle);

/* Copies device memory of the handle's device to the host, in its stream, and waits. */
cublasStatus_t blas_fetch(struct cublasContext *handle, void *to, uint64_t from, uint64_t bytes);

/* --- the kernels' side: kernel.c -------------------------------------------------------------- */

int blas_ranges(const void *const *arguments, uint64_t threads, SimRange *ranges);
void blas_cost(const void *const *arguments, uint64_t threads, SimCost *cost);

/* Where the scalar is, in host memory. */
const void *blas_value(const BlasScalar *scalar, void *const *memory);

#define BLAS_KERNEL(text, function)                                                                \
	{                                                                                          \
		.name = text, .arguments = 1, .argument_bytes = {sizeof(BlasJob)},                 \
		.ranges = blas_ranges, .cost = blas_cost, .run = function                          \
	}

/* The four kernels of a family: run_sgemm ... are its work, cublasSgemm ... its names. */
#define BLAS_FAMILY(family)                                                                        \
	const SimKernel blas_##family[BLAS_ANY] = {BLAS_KERNEL("cublasS" #family, run_s##family),  \
						   BLAS_KERNEL("cublasD" #family, run_d##family),  \
						   BLAS_KERNEL("cublasC" #family, run_c##family),  \
						   BLAS_KERNEL("cublasZ" #family, run_z##family)};

/* The head of a kernel's work: `j` is the job, memory[i] where operand i begins. */
#define BLAS_RUN(name)                                                                             \
	static void work_##name(const BlasJob *j, void *const *memory);                            \
	static void run_##name(const void *const *arguments, uint64_t threads,                     \
			       void *const *memory)                                                \
	{                                                                                          \
		(void)threads;                                                                     \
		work_##name(arguments[0], memory);                                                 \
	}                                                                                          \
	static void work_##name(const BlasJob *j, void *const *memory)

#define BLAS_ALPHA(t) BLAS_PASS_##t(blas_value(&j->alpha, memory))
#define BLAS_BETA(t)  BLAS_PASS_##t(blas_value(&j->beta, memory))

/* Every kernel of the library, closed by NULL. */
extern const SimKernel *const simcuda_kernels[];

#endif
