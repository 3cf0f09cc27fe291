/* server_blas.c - cuBLAS's jobs, made anew from what a program may choose.
 *
 * A job (blas.h) says what its kernel touches and costs. One that comes from a program could say
 * less than the kernel then does, and so reach past device memory into this process, or cost
 * nothing. So only sizes, steps, modes, addresses and scalars are taken from it: with these the
 * entry point is called here once more, on a handle of our own, and the job that it queues counts.
 * Of routines without a line in the tables we cannot do so, and refuse them.
 *
 * A batch whose matrices lie where arrays of pointers say comes in parts (batch.h). The first
 * carries the cost of all, told by how long the arrays are; the ones that follow at once are free
 * until there are as many matrices as that. All parts are one call: they have its sizes, steps and
 * scalars, and their matrices lie where the arrays say, which are read here once more. Else each part
 * would take numbers of its own along, and the batch as many as it has parts. */
#include "framework/simcuda/remote/server/server_blas.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/sim_judge.h"
#include "framework/simcuda/remote/server/server.h"

/* What the entry point queues comes here instead of to a machine. */
static struct Queued {
	const SimKernel *kernel;
	BlasJob job;
	bool any;
} queued;

/* What is left of a batch. */
static struct Rest {
	const SimKernel *kernel;
	BlasJob job; /* its first part, as it was queued */
	uint64_t total;
	uint64_t matrices;              /* 0: nothing */
	uint64_t *pointer[BLAS_ARRAYS]; /* `total` of each array */
} rest;

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

const void *replay_place(const BlasJob *j, int operand)
{
	return (const void *)(uintptr_t)j->range[operand].address;
}

void *replay_target(const BlasJob *j, int operand)
{
	return (void *)(uintptr_t)j->range[operand].address;
}

const void *replay_scalar(const BlasJob *j, const BlasScalar *scalar)
{
	int own = BLAS_OPERANDS + (scalar == &j->beta);
	return scalar->range < 0 ? &scalar->value : replay_place(j, own);
}

cublasOperation_t replay_operation(enum CBLAS_TRANSPOSE from)
{
	return from == CblasNoTrans     ? CUBLAS_OP_N
	       : from == CblasTrans     ? CUBLAS_OP_T
	       : from == CblasConjTrans ? CUBLAS_OP_C
					: (cublasOperation_t)-1;
}

cublasSideMode_t replay_side(enum CBLAS_SIDE from)
{
	return from == CblasLeft    ? CUBLAS_SIDE_LEFT
	       : from == CblasRight ? CUBLAS_SIDE_RIGHT
				    : (cublasSideMode_t)-1;
}

cublasFillMode_t replay_uplo(enum CBLAS_UPLO from)
{
	return from == CblasLower   ? CUBLAS_FILL_MODE_LOWER
	       : from == CblasUpper ? CUBLAS_FILL_MODE_UPPER
				    : (cublasFillMode_t)-1;
}

cublasDiagType_t replay_diag(enum CBLAS_DIAG from)
{
	return from == CblasNonUnit ? CUBLAS_DIAG_NON_UNIT
	       : from == CblasUnit  ? CUBLAS_DIAG_UNIT
				    : (cublasDiagType_t)-1;
}

/* --- batches ---------------------------------------------------------------------------------- */

static BatchPart part;
static bool in_parts;

const BatchPart *replay_part(void)
{
	return in_parts ? &part : NULL;
}

void server_blas_over(void)
{
	rest.matrices = 0;
	for (int i = 0; i < BLAS_ARRAYS; i++) {
		free(rest.pointer[i]);
		rest.pointer[i] = NULL;
	}
}

static bool is_gemm(const SimKernel *kernel)
{
	return strlen(kernel->name) == 11 && strcmp(kernel->name + 7, "gemm") == 0;
}

static uint64_t element_bytes(const SimKernel *gemm)
{
	static const BlasType types[] = {
		['S'] = BLAS_S, ['D'] = BLAS_D, ['C'] = BLAS_C, ['Z'] = BLAS_Z};
	return blas_bytes(types[(unsigned char)gemm->name[6]]);
}

/* Fills in the part that the job is; false when it can be none. */
static bool part_take(const SimKernel *kernel, const BlasJob *j, bool follows)
{
	uint64_t total = j->range[BLAS_RANGES].width / sizeof(void *);
	part = (BatchPart){.first = follows, .count = j->batch, .arrays = BLAS_ARRAYS};
	in_parts = follows || total > 0;
	if (!in_parts)
		return true;
	if (!is_gemm(kernel) || j->batch <= 0)
		return false;
	if (follows)
		return rest.kernel == kernel && (uint64_t)j->batch <= rest.matrices;
	if (total > INT32_MAX || total < (uint64_t)j->batch)
		return false;
	part.total = (int)total;
	for (int i = 0; i < BLAS_ARRAYS; i++)
		part.array[i] = replay_place(j, BLAS_RANGES + i);
	return true;
}

/* A new batch: its arrays are read as work that is queued now would find them. */
static bool rest_begin(Server *server, const SimRequest *launch)
{
	bool read = true;
	server_blas_over();
	rest.kernel = launch->u.launch.kernel;
	rest.job = queued.job;
	rest.total = rest.matrices = (uint64_t)part.total;
	for (int i = 0; i < BLAS_ARRAYS && read; i++) {
		rest.pointer[i] = malloc((size_t)rest.total * sizeof *rest.pointer[i]);
		read = rest.pointer[i] &&
		       server_fetch(server, launch, rest.pointer[i], part.array[i],
				    (size_t)rest.total * sizeof *rest.pointer[i]);
	}
	return read;
}

static bool scalar_same(const BlasScalar *one, const BlasScalar *other, int range)
{
	/* all bytes, of whatever type it is: a program's parts are copies of one call */
	const unsigned char *bytes = (const unsigned char *)&one->value,
			    *others = (const unsigned char *)&other->value;
	return one->range == other->range && memcmp(bytes, others, sizeof one->value) == 0 &&
	       queued.job.range[range].address == rest.job.range[range].address;
}

static bool call_same(const BlasJob *one, const BlasJob *other)
{
	return one->m == other->m && one->n == other->n && one->k == other->k &&
	       one->transa == other->transa && one->transb == other->transb &&
	       memcmp(one->step, other->step, BLAS_OPERANDS * sizeof *one->step) == 0 &&
	       scalar_same(&one->alpha, &other->alpha, BLAS_OPERANDS) &&
	       scalar_same(&one->beta, &other->beta, BLAS_OPERANDS + 1);
}

/* Whether the matrices of an operand lie where its array says; one that is not used lies nowhere. */
static bool operand_there(int operand, uint64_t first)
{
	const BlasJob *j = &queued.job;
	uint64_t at = j->range[operand].address,
		 step = (uint64_t)j->stride[operand] * element_bytes(rest.kernel);
	bool there = true;
	for (int i = 0; i < j->batch && j->range[operand].width > 0 && there; i++)
		there = rest.pointer[operand][first + (uint64_t)i] == at + (uint64_t)i * step;
	return there;
}

/* Whether what is queued is the next part of a batch. */
static bool part_note(Server *server, const SimRequest *launch)
{
	if (!in_parts)
		return true;
	if (!part.first && !rest_begin(server, launch))
		return false;
	uint64_t first = rest.total - rest.matrices;
	bool good = call_same(&queued.job, &rest.job);
	for (int i = 0; i < BLAS_ARRAYS && good; i++)
		good = operand_there(i, first);
	rest.matrices -= (uint64_t)part.count;
	if (!good) /* which only forged ones are not: else whoever asks again and again knows what is in the arrays */
		sim_told(server->sim, BLAS_ARRAYS * sizeof(uint64_t) * (uint64_t)part.count);
	return good;
}

/* --- the machine's side ----------------------------------------------------------------------- */

static Replay *replay_of(const char *name)
{
	const ReplayLine *const tables[] = {replay_vectors, replay_matrices, replay_products};
	for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
		for (const ReplayLine *line = tables[i]; line->name; line++)
			if (strcmp(line->name, name) == 0)
				return line->replay;
	return NULL;
}

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

bool server_blas_made(uint64_t address, uint64_t bytes)
{
	bool made = false;
	for (int i = 0; i < queued.job.ranges && !made; i++) {
		const SimRange *range = &queued.job.range[i];
		made = range->access & SIM_WRITE && range->address == address &&
		       range->width == bytes && range->rows == 1;
	}
	return made;
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

/* Of a factor that the call has, and not memory of a GPU. */
static bool is_next_to_nothing(const SimKernel *kernel, const BlasScalar *scalar)
{
	const char type = kernel->name[strlen("cublas")];
	const double factor = type == 'S'   ? scalar->value.s
			      : type == 'D' ? scalar->value.d
					    : scalar->value.i != 0;
	return scalar->range < 0 && fabs(factor) < SIM_FACTOR_LEAST;
}

cudaError_t server_blas_job(Server *server, SimRequest *launch, void *job)
{
	const SimKernel *kernel = launch->u.launch.kernel;
	static cublasHandle_t handle;
	static BlasJob given; /* the program's, no longer in its reach */
	Replay *replay = replay_of(kernel->name);
	memcpy(&given, job, sizeof given);
	if (!replay)
		return cudaErrorNotSupported;
	if (!part_take(kernel, &given, launch->internal))
		return is_gemm(kernel) ? cudaErrorInvalidValue : cudaErrorNotSupported;
	if (!handle && cublasCreate_v2(&handle) != CUBLAS_STATUS_SUCCESS)
		return cudaErrorMemoryAllocation;
	queued.any = false;
	if (!handle_ready(handle, &given) || !replay(handle, &given) || !queued.any ||
	    queued.kernel != kernel || !part_note(server, launch))
		return cudaErrorInvalidValue;
	memcpy(job, &queued.job, sizeof queued.job);
	launch->u.launch.still = (unsigned)is_next_to_nothing(kernel, &queued.job.alpha) |
				 (unsigned)is_next_to_nothing(kernel, &queued.job.beta) << 1;
	return cudaSuccess;
}
