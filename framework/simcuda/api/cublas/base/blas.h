/* blas.h - how the routines of the simulated cuBLAS are made.
 *
 * Theory of operation. An entry point (cublasSgemm_v2 ...) fills a BlasCall: blas_begin() looks the
 * handle up, blas_scalar() takes alpha and beta, blas_vector() and blas_matrix() describe the
 * operands in the order of the routine's arguments, and blas_launch() queues the whole as one
 * kernel on the handle's stream. Everything that the work needs is in the BlasJob, the kernel's
 * only argument: it runs later, when the machine needs its bytes, perhaps in another process.
 *
 * A family of routines (gemm) is four kernels, one for each element type; the work itself is done
 * by the host's BLAS (cblas), which is column-major too when told so. Its entry points come from
 * one macro, used for each type and for both kinds of sizes: int, and int64_t under names in _64.
 * Both lead to one function, which takes sizes as int64_t and refuses what an int does not hold.
 *
 * The folders: base/ is what all routines share, vectors/ has level 1, matrices/ level 2 and what of
 * level 3 is not gemm, products/ gemm in all its forms, solvers/ factorizations of batches, legacy/
 * the interface without handles. kernels.c lists the kernels of all. */
#ifndef SIMCUDA_BLAS_H
#define SIMCUDA_BLAS_H

#include <cblas.h>
#include <complex.h>
#include <stdbool.h>
#include <stdint.h>

#include "framework/simcuda/api/cudart/request.h"
#include "cublas_v2.h"

/* The four types of the regular families, and those that only the routines of mixed types know:
 * half and bfloat16, integers of 8 bits, also in complex pairs, and of 32. */
typedef enum BlasType {
	BLAS_S,
	BLAS_D,
	BLAS_C,
	BLAS_Z,
	BLAS_ANY,
	BLAS_F16 = BLAS_ANY,
	BLAS_BF16,
	BLAS_I8,
	BLAS_CI8,
	BLAS_I32,
	BLAS_TYPES_ALL
} BlasType;

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

#define BLAS_REAL_PART_s(z) (z)
#define BLAS_REAL_PART_d(z) (z)
#define BLAS_REAL_PART_c(z) crealf(z)
#define BLAS_REAL_PART_z(z) creal(z)

/* Use X(..., T, P, R, v, I) for entry points: the type's letter, cuBLAS's C type and the real one
 * that belongs to it, the end of the name, and the type of sizes. */
#define BLAS_SIZES(X, ...) X(__VA_ARGS__, , int) X(__VA_ARGS__, _64, int64_t)
#define BLAS_REAL_ENTRIES(X, ...)                                                                  \
	BLAS_SIZES(X, __VA_ARGS__, S, float, float)                                                \
	BLAS_SIZES(X, __VA_ARGS__, D, double, double)
#define BLAS_COMPLEX_ENTRIES(X, ...)                                                               \
	BLAS_SIZES(X, __VA_ARGS__, C, cuComplex, float)                                            \
	BLAS_SIZES(X, __VA_ARGS__, Z, cuDoubleComplex, double)
#define BLAS_ENTRIES(X, ...) BLAS_REAL_ENTRIES(X, __VA_ARGS__) BLAS_COMPLEX_ENTRIES(X, __VA_ARGS__)

/* --- the kernel's argument -------------------------------------------------------------------- */

/* alpha or beta: captured at the call, or in device memory. */
typedef struct BlasScalar {
	int range; /* which range holds it; -1: value does */
	union {
		blas_s s;
		blas_d d;
		blas_c c;
		blas_z z;
		uint16_t h; /* the bits of a half or a bfloat16 */
		int32_t i;
		double rotation[5]; /* param of rotm, of either type */
	} value;
} BlasScalar;

#define BLAS_OPERANDS 3
#define BLAS_RANGES   (BLAS_OPERANDS + 2)
#define BLAS_ARRAYS   3 /* of pointers, of a batch */

typedef struct BlasJob {
	SimRange range[BLAS_RANGES + BLAS_ARRAYS]; /* the operands, then scalars in device memory;
						    * without scalars, their places are free for
						    * operands too; then a batch's pointers */
	int ranges;
	int operands;
	int step[BLAS_RANGES];       /* a vector's increment, a matrix's leading dimension */
	int64_t stride[BLAS_RANGES]; /* elements from one matrix of a batch to the next */
	int batch;
	int m, n, k;
	int kl, ku; /* diagonals of a band below and above the main one */
	enum CBLAS_TRANSPOSE transa, transb;
	enum CBLAS_SIDE side;
	enum CBLAS_UPLO uplo;
	enum CBLAS_DIAG diag;
	BlasScalar alpha, beta;
	BlasType in, out, scalar; /* of mixed products: A and B; C; alpha and beta */
	SimCost cost;
} BlasJob;

/* --- the entry point's side: call.c, operand.c ----------------------------------------------- */

typedef struct BlasCall {
	struct cublasContext *handle;
	BlasType type;
	const char *name;             /* the entry point's, for messages */
	BlasType scalar_type;         /* of alpha and beta; see blas_scalars_real() */
	cublasStatus_t status;        /* the first thing that was wrong */
	const struct BatchPart *part; /* of a batch: see batch.h; or NULL */
	BlasJob job;
} BlasCall;

/* A call of the entry point that this is written in. blas_enter() begins it. */
#define BLAS_CALL(handle_, T)                                                                      \
	(&(BlasCall){.handle = (handle_),                                                          \
		     .type = BLAS_##T,                                                             \
		     .scalar_type = BLAS_##T,                                                      \
		     .name = __func__,                                                             \
		     .job = {.batch = 1, .alpha.range = -1, .beta.range = -1}})

/* False, with call->status set, when the handle is none. */
bool blas_enter(BlasCall *call);

/* Fills in a call, without a name, and begins it. */
bool blas_begin(BlasCall *call, cublasHandle_t handle, BlasType type);

/* Notes that an argument is not allowed, unless something was wrong before. */
void blas_require(BlasCall *call, bool holds);

/* Takes a size. One that an int does not hold prints a line and is noted as not supported. */
int blas_size(BlasCall *call, int64_t size);

/* Scalars that are taken after this are real though the type is complex. */
void blas_scalars_real(BlasCall *call);

/* Each translates an enumerator and notes one that is not allowed. */
enum CBLAS_TRANSPOSE blas_operation(BlasCall *call, cublasOperation_t operation);
enum CBLAS_SIDE blas_side(BlasCall *call, cublasSideMode_t side);
enum CBLAS_UPLO blas_uplo(BlasCall *call, cublasFillMode_t uplo);
enum CBLAS_DIAG blas_diag(BlasCall *call, cublasDiagType_t diag);

/* Takes a scalar as the handle's pointer mode says. True if it may be other than 0: what it scales
 * is read only then. */
bool blas_scalar(BlasCall *call, BlasScalar *to, const void *from);

/* Takes beta and says how its target is used: only written if beta is 0. A beta in device memory
 * leaves that open. */
SimAccess blas_target(BlasCall *call, BlasScalar *beta, const void *from);

/* Describe the next operand. One that is `unused` keeps its place with an empty range. */
#define BLAS_UNUSED ((SimAccess)0)
void blas_vector(BlasCall *call, const void *x, int64_t n, int64_t inc, SimAccess access);
void blas_matrix(BlasCall *call, const void *a, int64_t rows, int64_t cols, int64_t ld,
		 SimAccess access);

/* As blas_matrix, for job.batch matrices, `stride` elements apart. */
void blas_matrices(BlasCall *call, const void *a, int64_t rows, int64_t cols, int64_t ld,
		   int64_t stride, SimAccess access);

/* As blas_matrix, for a square of which one triangle is used. The cost counts that triangle. */
void blas_triangle(BlasCall *call, const void *a, int64_t n, int64_t ld, SimAccess access);

/* How a symmetric or triangular matrix is stored: see simcublas_families.h. */
typedef enum BlasStorage { BLAS_FULL, BLAS_BAND, BLAS_PACKED } BlasStorage;

/* A matrix of order n of which one triangle is stored so; k is the number of diagonals beside the
 * main one of a band. */
void blas_stored(BlasCall *call, BlasStorage storage, const void *a, int64_t n, int64_t k,
		 int64_t ld, SimAccess access);

/* The (m, n) matrix of a band of kl + 1 + ku diagonals. */
void blas_band(BlasCall *call, const void *a, int64_t n, int64_t kl, int64_t ku, int64_t ld,
	       SimAccess access);

/* `bytes` bytes in one run; and how often an access goes over them. */
SimRange blas_range_plain(const void *pointer, uint64_t bytes, SimAccess access);
int blas_access_times(SimAccess access);

/* Queues the work, unless something was wrong. `multiply_adds` counts in elements of the type. */
cublasStatus_t blas_launch(BlasCall *call, const SimKernel kernel[BLAS_ANY], double multiply_adds,
			   bool product);

/* The same with everything said: one kernel, the kind of work, its floating point operations. */
cublasStatus_t blas_launch_as(BlasCall *call, const SimKernel *kernel, SimWork work, double flops);

/* As blas_launch for a routine with a scalar result of so many bytes: the result is the next
 * operand. In host pointer mode it goes through the handle's workspace, and the host waits for it.
 */
cublasStatus_t blas_launch_result(BlasCall *call, const SimKernel kernel[BLAS_ANY],
				  double multiply_adds, void *result, uint64_t bytes);

/* log.c: notes in cuBLAS's log that a routine has been queued. */
void blas_log(const char *routine);

/* The status that stands for what a request returned. */
cublasStatus_t blas_status(cudaError_t error);

size_t blas_bytes(BlasType type);

/* --- handles: handle.c ------------------------------------------------------------------------ */

#define BLAS_WORKSPACE_BYTES 256

/* What settings.c keeps. */
typedef struct BlasSettings {
	int multiprocessors;
	cublasEmulationStrategy_t strategy;
	cudaEmulationSpecialValuesSupport special_values;
	cudaEmulationMantissaControl mantissa_control;
	int mantissa_bits, mantissa_offset;
} BlasSettings;

struct cublasContext {
	struct cublasContext *next;
	int device;
	uint64_t stream;
	uint64_t workspace; /* device memory of our own, for scalar results on their way to the host
			     */
	cublasPointerMode_t pointer_mode;
	cublasMath_t math_mode;
	cublasAtomicsMode_t atomics_mode;
	BlasSettings settings;
};

/* The handle itself, or NULL when it is not a live one. */
struct cublasContext *blas_handle(cublasHandle_t handle);

/* What a handle keeps: set when `allowed` holds of the value, handed back when asked for. */
#define BLAS_KEPT(Name, type, field, allowed)                                                      \
	cublasStatus_t cublasSet##Name(cublasHandle_t handle, type value)                          \
	{                                                                                          \
		struct cublasContext *own = blas_handle(handle);                                   \
                                                                                                   \
		if (!own)                                                                          \
			return CUBLAS_STATUS_NOT_INITIALIZED;                                      \
		if (!(allowed))                                                                    \
			return CUBLAS_STATUS_INVALID_VALUE;                                        \
		own->field = value;                                                                \
		return CUBLAS_STATUS_SUCCESS;                                                      \
	}                                                                                          \
	cublasStatus_t cublasGet##Name(cublasHandle_t handle, type *value)                         \
	{                                                                                          \
		struct cublasContext *own = blas_handle(handle);                                   \
                                                                                                   \
		if (!own)                                                                          \
			return CUBLAS_STATUS_NOT_INITIALIZED;                                      \
		if (!value)                                                                        \
			return CUBLAS_STATUS_INVALID_VALUE;                                        \
		*value = own->field;                                                               \
		return CUBLAS_STATUS_SUCCESS;                                                      \
	}

/* Copies device memory of the handle's device to the host, in its stream, and waits. */
cublasStatus_t blas_fetch(struct cublasContext *handle, void *to, uint64_t from, uint64_t bytes);

/* --- the kernels' side: kernel.c -------------------------------------------------------------- */

int blas_ranges(const void *const *arguments, uint64_t threads, SimRange *ranges);
void blas_cost(const void *const *arguments, uint64_t threads, SimCost *cost);

/* Set to 0 what a vector holds, or the triangle of a matrix; `bytes` is the size of an element. For
 * beta = 0: what was there, NaN perhaps, must not spread. */
void blas_clear_vector(void *y, size_t bytes, int64_t n, int64_t inc);
void blas_clear_triangle(void *c, size_t bytes, enum CBLAS_UPLO uplo, int64_t n, int64_t ld);

/* The rows that a triangle has in a column: from the first to before the end. */
typedef struct BlasRows {
	int64_t first, end;
} BlasRows;
BlasRows blas_rows(enum CBLAS_UPLO uplo, int64_t n, int64_t column);

/* Where in a vector its i-th element is: a negative increment begins at the end. */
int64_t blas_place(int64_t n, int64_t inc, int64_t i);

/* Where the scalar is, in host memory. */
const void *blas_value(const BlasScalar *scalar, void *const *memory);

#define BLAS_KERNEL(text, function) BLAS_KERNEL_ELEMENTS(text, function, NULL)
/* That can tell single numbers of its result. */
#define BLAS_KERNEL_ELEMENTS(text, function, tell)                                                 \
	{                                                                                          \
		.name = text, .arguments = 1, .argument_bytes = {sizeof(BlasJob)},                 \
		.ranges = blas_ranges, .cost = blas_cost, .run = function, .element = tell         \
	}

/* The four kernels of a family: run_sgemm ... are its work, cublasSgemm ... its names. */
#define BLAS_FAMILY(family)                                                                        \
	const SimKernel blas_##family[BLAS_ANY] = {BLAS_KERNEL("cublasS" #family, run_s##family),  \
						   BLAS_KERNEL("cublasD" #family, run_d##family),  \
						   BLAS_KERNEL("cublasC" #family, run_c##family),  \
						   BLAS_KERNEL("cublasZ" #family, run_z##family)};

/* Where only the complex types are, and where the complex routines have a name of their own. */
#define BLAS_COMPLEX_FAMILY(family)                                                                \
	const SimKernel blas_##family[BLAS_ANY] = {                                                \
		[BLAS_C] = BLAS_KERNEL("cublasC" #family, run_c##family),                          \
		[BLAS_Z] = BLAS_KERNEL("cublasZ" #family, run_z##family)};
#define BLAS_MIXED_FAMILY(real, complex_)                                                          \
	const SimKernel blas_##real[BLAS_ANY] = {                                                  \
		BLAS_KERNEL("cublasS" #real, run_s##real),                                         \
		BLAS_KERNEL("cublasD" #real, run_d##real),                                         \
		BLAS_KERNEL("cublasC" #complex_, run_c##complex_),                                 \
		BLAS_KERNEL("cublasZ" #complex_, run_z##complex_)};

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
