/* server_blas.c - cuBLAS's jobs, made anew from what a program may choose.
 *
 * A job (blas.h) says what its kernel touches and costs. One that comes from a program could say
 * less than the kernel then does, and so reach past device memory into this process, or cost
 * nothing. So only sizes, steps, modes, addresses and scalars are taken from it: with these the
 * entry point is called here once more, on a handle of our own, and the job that it queues counts.
 * Of routines without a line in the table below we cannot do so, and refuse them. */
#include <string.h>

#include "api/cublas/blas.h"
#include "api/cublas/gemm.h"
#include "server.h"

/* What the entry point queues comes here instead of to a machine. */
static struct Queued {
	const SimKernel *kernel;
	BlasJob job;
	bool any;
} queued;

cudaError_t simcuda_request(SimRequest *request, SimReply *reply)
{
	memset(reply, 0, sizeof *reply);
	if (request->code == SIM_MALLOC)
		reply->value[0] = BLAS_WORKSPACE_BYTES; /* an address; nobody goes there */
	if (request->code == SIM_LAUNCH && request->u.launch.kernel->arguments == 1) {
		queued.kernel = request->u.launch.kernel;
		memcpy(&queued.job, request->u.launch.arguments[0], sizeof queued.job);
		queued.any = true;
	}
	return cudaSuccess;
}

/* --- reading a job ---------------------------------------------------------------------------- */

static const void *place(const BlasJob *j, int operand)
{
	return (const void *)(uintptr_t)j->range[operand].address;
}

static void *target(const BlasJob *j, int operand)
{
	return (void *)(uintptr_t)j->range[operand].address;
}

/* Both scalars are where the handle's pointer mode says. */
static const void *scalar(const BlasJob *j, const BlasScalar *scalar)
{
	int own = BLAS_OPERANDS + (scalar == &j->beta);
	return scalar->range < 0 ? &scalar->value : place(j, own);
}

static bool operation(enum CBLAS_TRANSPOSE from, cublasOperation_t *to)
{
	*to = from == CblasNoTrans ? CUBLAS_OP_N : from == CblasTrans ? CUBLAS_OP_T : CUBLAS_OP_C;
	return from == CblasNoTrans || from == CblasTrans || from == CblasConjTrans;
}

/* --- replaying -------------------------------------------------------------------------------- */

/* Calls the entry point again. False: the job is none of that routine. */
typedef bool Replay(cublasHandle_t handle, const BlasJob *j);

static bool replay_gemm(cublasHandle_t handle, const BlasJob *j, BlasType type, bool saving)
{
	BlasCall call = {.handle = handle,
			 .type = type,
			 .scalar_type = type,
			 .name = "cuBLAS",
			 .job = {.batch = 1, .alpha.range = -1, .beta.range = -1}};
	Gemm g = {.m = j->m,
		  .n = j->n,
		  .k = j->k,
		  .alpha = scalar(j, &j->alpha),
		  .beta = scalar(j, &j->beta),
		  .a = place(j, 0),
		  .b = place(j, 1),
		  .c = target(j, 2),
		  .lda = j->step[0],
		  .ldb = j->step[1],
		  .ldc = j->step[2],
		  .stride_a = j->stride[0],
		  .stride_b = j->stride[1],
		  .stride_c = j->stride[2],
		  .batch = j->batch,
		  .saving = saving};
	return operation(j->transa, &g.transa) && operation(j->transb, &g.transb) &&
	       gemm_queue(&call, &g) == CUBLAS_STATUS_SUCCESS;
}

#define REPLAY_GEMM(T, t, P)                                                                       \
	static bool gemm_##T(cublasHandle_t handle, const BlasJob *j)                              \
	{                                                                                          \
		return replay_gemm(handle, j, BLAS_##T, false);                                    \
	}
BLAS_TYPES(REPLAY_GEMM)

static bool gemm3m_C(cublasHandle_t handle, const BlasJob *j)
{
	return replay_gemm(handle, j, BLAS_C, true);
}

static bool gemm3m_Z(cublasHandle_t handle, const BlasJob *j)
{
	return replay_gemm(handle, j, BLAS_Z, true);
}

#define DONE(call) ((call) == CUBLAS_STATUS_SUCCESS)

#define REPLAY_ALL(T, t, P)                                                                        \
	static bool axpy_##T(cublasHandle_t handle, const BlasJob *j)                              \
	{                                                                                          \
		return DONE(cublas##T##axpy_v2(handle, j->n, scalar(j, &j->alpha), place(j, 0),    \
					       j->step[0], target(j, 1), j->step[1]));             \
	}                                                                                          \
	static bool copy_##T(cublasHandle_t handle, const BlasJob *j)                              \
	{                                                                                          \
		return DONE(cublas##T##copy_v2(handle, j->n, place(j, 0), j->step[0],              \
					       target(j, 1), j->step[1]));                         \
	}                                                                                          \
	static bool swap_##T(cublasHandle_t handle, const BlasJob *j)                              \
	{                                                                                          \
		return DONE(cublas##T##swap_v2(handle, j->n, target(j, 0), j->step[0],             \
					       target(j, 1), j->step[1]));                         \
	}                                                                                          \
	static bool scal_##T(cublasHandle_t handle, const BlasJob *j)                              \
	{                                                                                          \
		return DONE(cublas##T##scal_v2(handle, j->n, scalar(j, &j->alpha), target(j, 0),   \
					       j->step[0]));                                       \
	}                                                                                          \
	static bool gemv_##T(cublasHandle_t handle, const BlasJob *j)                              \
	{                                                                                          \
		cublasOperation_t trans;                                                           \
		return operation(j->transa, &trans) &&                                             \
		       DONE(cublas##T##gemv_v2(handle, trans, j->m, j->n, scalar(j, &j->alpha),    \
					       place(j, 0), j->step[0], place(j, 1), j->step[1],   \
					       scalar(j, &j->beta), target(j, 2), j->step[2]));    \
	}                                                                                          \
	static bool geam_##T(cublasHandle_t handle, const BlasJob *j)                              \
	{                                                                                          \
		cublasOperation_t ta, tb;                                                          \
		return operation(j->transa, &ta) && operation(j->transb, &tb) &&                   \
		       DONE(cublas##T##geam(handle, ta, tb, j->m, j->n, scalar(j, &j->alpha),      \
					    place(j, 0), j->step[0], scalar(j, &j->beta),          \
					    place(j, 1), j->step[1], target(j, 2), j->step[2]));   \
	}
BLAS_TYPES(REPLAY_ALL)

/* Routines with a result: where it goes is the operand after the inputs. */
#define REPLAY_REAL(T)                                                                             \
	static bool ger_##T(cublasHandle_t handle, const BlasJob *j)                               \
	{                                                                                          \
		return DONE(cublas##T##ger_v2(handle, j->m, j->n, scalar(j, &j->alpha),            \
					      place(j, 0), j->step[0], place(j, 1), j->step[1],    \
					      target(j, 2), j->step[2]));                          \
	}                                                                                          \
	static bool dot_##T(cublasHandle_t handle, const BlasJob *j)                               \
	{                                                                                          \
		cublasSetPointerMode_v2(handle, CUBLAS_POINTER_MODE_DEVICE);                       \
		return DONE(cublas##T##dot_v2(handle, j->n, place(j, 0), j->step[0], place(j, 1),  \
					      j->step[1], target(j, 2)));                          \
	}                                                                                          \
	static bool nrm2_##T(cublasHandle_t handle, const BlasJob *j)                              \
	{                                                                                          \
		cublasSetPointerMode_v2(handle, CUBLAS_POINTER_MODE_DEVICE);                       \
		return DONE(                                                                       \
			cublas##T##nrm2_v2(handle, j->n, place(j, 0), j->step[0], target(j, 1)));  \
	}                                                                                          \
	static bool asum_##T(cublasHandle_t handle, const BlasJob *j)                              \
	{                                                                                          \
		cublasSetPointerMode_v2(handle, CUBLAS_POINTER_MODE_DEVICE);                       \
		return DONE(                                                                       \
			cublas##T##asum_v2(handle, j->n, place(j, 0), j->step[0], target(j, 1)));  \
	}
REPLAY_REAL(S)
REPLAY_REAL(D)

#define REPLAY_PLACE(name, Entry)                                                                  \
	static bool name(cublasHandle_t handle, const BlasJob *j)                                  \
	{                                                                                          \
		cublasSetPointerMode_v2(handle, CUBLAS_POINTER_MODE_DEVICE);                       \
		return DONE(Entry(handle, j->n, place(j, 0), j->step[0], target(j, 1)));           \
	}
REPLAY_PLACE(amax_S, cublasIsamax_v2)
REPLAY_PLACE(amax_D, cublasIdamax_v2)
REPLAY_PLACE(amin_S, cublasIsamin_v2)
REPLAY_PLACE(amin_D, cublasIdamin_v2)

#define LINE_ALL(family)                                                                           \
	{"cublasS" #family, family##_S}, {"cublasD" #family, family##_D},                          \
		{"cublasC" #family, family##_C},                                                   \
	{                                                                                          \
		"cublasZ" #family, family##_Z                                                      \
	}
#define LINE_REAL(family)                                                                          \
	{"cublasS" #family, family##_S},                                                           \
	{                                                                                          \
		"cublasD" #family, family##_D                                                      \
	}

static const struct {
	const char *name;
	Replay *replay;
} lines[] = {
	LINE_ALL(gemm),
	LINE_ALL(axpy),
	LINE_ALL(copy),
	LINE_ALL(swap),
	LINE_ALL(scal),
	LINE_ALL(gemv),
	LINE_ALL(geam),
	LINE_REAL(ger),
	LINE_REAL(dot),
	LINE_REAL(nrm2),
	LINE_REAL(asum),
	{"cublasIsamax", amax_S},
	{"cublasIdamax", amax_D},
	{"cublasIsamin", amin_S},
	{"cublasIdamin", amin_D},
	{"cublasCgemm3m", gemm3m_C},
	{"cublasZgemm3m", gemm3m_Z},
};

static Replay *replay_of(const char *name)
{
	for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++)
		if (strcmp(lines[i].name, name) == 0)
			return lines[i].replay;
	return NULL;
}

/* --- the machine's side ----------------------------------------------------------------------- */

const SimKernel *server_blas_find(const char *name)
{
	for (const SimKernel *const *kernel = simcuda_kernels; *kernel; kernel++)
		if (strcmp((*kernel)->name, name) == 0)
			return *kernel;
	return NULL;
}

bool server_is_blas(const SimKernel *kernel)
{
	return kernel->ranges == blas_ranges;
}

static bool handle_ready(cublasHandle_t handle, const BlasJob *j)
{
	bool device = j->alpha.range >= 0 || j->beta.range >= 0;
	cublasMath_t math = j->cost.work == SIM_WORK_GEMM_TF32  ? CUBLAS_TF32_TENSOR_OP_MATH
			    : j->cost.work == SIM_WORK_GEMM_F16 ? CUBLAS_TENSOR_OP_MATH
								: CUBLAS_DEFAULT_MATH;
	return cublasSetMathMode(handle, math) == CUBLAS_STATUS_SUCCESS &&
	       cublasSetPointerMode_v2(handle, device ? CUBLAS_POINTER_MODE_DEVICE
						      : CUBLAS_POINTER_MODE_HOST) ==
		       CUBLAS_STATUS_SUCCESS;
}

/* A batch whose matrices lie where an array of pointers says comes in parts, which belong together;
 * so we have none of it. */
static bool is_part(const BlasJob *j)
{
	bool part = j->cost.work == SIM_WORK_PART;
	for (int i = 0; i < BLAS_ARRAYS; i++)
		part |= j->range[BLAS_RANGES + i].width > 0;
	return part;
}

cudaError_t server_blas_job(const SimKernel *kernel, void *job)
{
	static cublasHandle_t handle;
	static BlasJob given; /* the program's, no longer in its reach */
	Replay *replay = replay_of(kernel->name);
	memcpy(&given, job, sizeof given);
	if (!replay || is_part(&given))
		return cudaErrorNotSupported;
	if (!handle && cublasCreate_v2(&handle) != CUBLAS_STATUS_SUCCESS)
		return cudaErrorMemoryAllocation;
	queued.any = false;
	if (!handle_ready(handle, &given) || !replay(handle, &given) || !queued.any ||
	    queued.kernel != kernel)
		return cudaErrorInvalidValue;
	memcpy(job, &queued.job, sizeof queued.job);
	return cudaSuccess;
}
