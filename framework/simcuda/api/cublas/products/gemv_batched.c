/* gemv_batched.c - batches of products of a matrix and a vector: y := alpha op(A) x + beta y, with
 * strides or where arrays of pointers say, in the four types and with halves (H) or bfloat16s (T).
 * A name as HSS is made of the types of A and x, of the computation, and of y. */
#include "framework/simcuda/api/cublas/base/batch.h"
#include "framework/simcuda/api/cublas/base/number.h"

/* Vectors of a batch are described as matrices of one row, whose columns are `inc` apart. */
typedef struct Gemv {
	const BlasCall *call;
	BlasType in, out;
	cublasOperation_t trans;
	int64_t m, n;
	const void *alpha, *a;
	int64_t lda, stride_a;
	const void *x;
	int64_t incx, stride_x;
	const void *beta;
	const void *y;
	int64_t incy, stride_y;
	int64_t batch;
} Gemv;

static int64_t inputs(const BlasJob *j)
{
	return j->transa == CblasNoTrans ? j->n : j->m;
}

static int64_t results(const BlasJob *j)
{
	return j->transa == CblasNoTrans ? j->m : j->n;
}

/* With beta = 0 y is not read; A and x are absent when alpha is 0. */
#define GEMV_RUN(T, t, P)                                                                          \
	BLAS_RUN(t##gemvBatched)                                                                   \
	{                                                                                          \
		const blas_##t *beta = blas_value(&j->beta, memory);                               \
                                                                                                   \
		for (int64_t i = 0; i < j->batch; i++) {                                           \
			const blas_##t *a = memory[0], *x = memory[1];                             \
			blas_##t *y = (blas_##t *)memory[2] + i * j->stride[2];                    \
			if (*beta == 0)                                                            \
				blas_clear_vector(y, sizeof *y, results(j), j->step[2]);           \
			cblas_##t##gemv(CblasColMajor, j->transa, j->m, j->n, BLAS_ALPHA(t),       \
					a ? a + i * j->stride[0] : NULL, j->step[0],               \
					x ? x + i * j->stride[1] : NULL, j->step[1],               \
					BLAS_PASS_##t(beta), y, j->step[2]);                       \
		}                                                                                  \
	}
BLAS_TYPES(GEMV_RUN)
BLAS_FAMILY(gemvBatched)

/* Sums in float; each result is rounded once. */
BLAS_RUN(mixed)
{
	float alpha = *(const float *)blas_value(&j->alpha, memory);
	float beta = *(const float *)blas_value(&j->beta, memory);
	int64_t row_step = j->transa == CblasNoTrans ? 1 : j->step[0];
	int64_t col_step = j->transa == CblasNoTrans ? j->step[0] : 1;

	for (int64_t i = 0; i < j->batch; i++)
		for (int64_t row = 0; row < results(j); row++) {
			int64_t a = i * j->stride[0] + row * row_step, x = i * j->stride[1];
			int64_t y = i * j->stride[2] + blas_place(results(j), j->step[2], row);
			float sum = 0;
			for (int64_t k = 0; alpha != 0 && k < inputs(j); k++)
				sum += number_load(j->in, memory[0], a + k * col_step) *
				       number_load(j->in, memory[1],
						   x + blas_place(inputs(j), j->step[1], k));
			float old = beta != 0 ? beta * number_load(j->out, memory[2], y) : 0;
			number_store(j->out, memory[2], y, alpha * sum + old);
		}
}

const SimKernel gemv_mixed = BLAS_KERNEL("cublasHSHgemvBatched", run_mixed);

static const SimKernel *kernel_of(const Gemv *g)
{
	return g->in >= BLAS_ANY ? &gemv_mixed : &blas_gemvBatched[g->in];
}

static void describe_vector(BlasCall *call, const void *x, int64_t n, int64_t inc, int64_t stride,
			    SimAccess access)
{
	int i = call->job.operands;

	blas_require(call, inc != 0);
	blas_matrices(call, x, 1, n, inc < 0 ? -inc : inc, stride, access);
	call->job.step[i] = blas_size(call, inc);
}

static cublasStatus_t queue(const Gemv *g, const BatchPart *part)
{
	BlasCall call = *g->call;
	BlasJob *job = &call.job;

	if (!blas_enter(&call))
		return call.status;
	call.part = part;
	job->m = blas_size(&call, g->m);
	job->n = blas_size(&call, g->n);
	job->batch = blas_size(&call, g->batch);
	job->transa = blas_operation(&call, g->trans);
	job->in = g->in;
	job->out = g->out;
	bool empty = g->m <= 0 || g->n <= 0 || g->batch <= 0, plain = job->transa == CblasNoTrans;
	SimAccess in = blas_scalar(&call, &job->alpha, g->alpha) ? SIM_READ : BLAS_UNUSED;
	SimAccess out = blas_target(&call, &job->beta, g->beta);

	blas_require(&call, g->m >= 0 && g->n >= 0 && g->batch >= 0);
	call.type = g->in;
	blas_matrices(&call, g->a, g->m, g->n, g->lda, g->stride_a, empty ? BLAS_UNUSED : in);
	describe_vector(&call, g->x, plain ? g->n : g->m, g->incx, g->stride_x,
			empty ? BLAS_UNUSED : in);
	call.type = g->out;
	describe_vector(&call, g->y, plain ? g->m : g->n, g->incy, g->stride_y,
			empty ? BLAS_UNUSED : out);
	if (empty)
		return call.status;
	job->cost.batch = (double)g->batch;
	double multiply_adds = (double)g->m * (double)g->n * (double)g->batch;
	bool pairs = g->in == BLAS_C || g->in == BLAS_Z;
	return blas_launch_as(&call, kernel_of(g), SIM_WORK_MEMORY,
			      multiply_adds * (pairs ? 8 : 2));
}

static cublasStatus_t queue_part(const void *routine, const BatchPart *part)
{
	Gemv g = *(const Gemv *)routine;

	g.a = part->pointer[0];
	g.x = part->pointer[1];
	g.y = part->pointer[2];
	g.stride_a = part->stride[0];
	g.stride_x = part->stride[1];
	g.stride_y = part->stride[2];
	g.batch = part->count;
	return queue(&g, part);
}

static uint64_t vector_span(int64_t n, int64_t inc, uint64_t element)
{
	return batch_span(1, n, inc < 0 ? -inc : inc, element);
}

static cublasStatus_t gemv_pointers(const Gemv *g, const void *const array[3])
{
	uint64_t in = blas_bytes(g->in), out = blas_bytes(g->out);
	bool plain = g->trans == CUBLAS_OP_N;
	Gemv none = *g;
	BlasCall call = *g->call;

	/* all that does not depend on the pointers is checked by a batch of none */
	none.batch = g->batch < 0 ? g->batch : 0;
	cublasStatus_t status = queue(&none, NULL);
	int count = blas_size(&call, g->batch);
	if (status != CUBLAS_STATUS_SUCCESS || g->m == 0 || g->n == 0 || g->batch == 0)
		return status;
	if (call.status != CUBLAS_STATUS_SUCCESS)
		return call.status;
	return batch_run(&(Batch){.handle = blas_handle(g->call->handle),
				  .count = count,
				  .arrays = 3,
				  .array = {array[0], array[1], array[2]},
				  .element = {in, in, out},
				  .span = {batch_span(g->m, g->n, g->lda, in),
					   vector_span(plain ? g->n : g->m, g->incx, in),
					   vector_span(plain ? g->m : g->n, g->incy, out)},
				  .kernel = kernel_of(g),
				  .queue = queue_part,
				  .routine = g});
}

#define GEMV(prefix, T, IN, OUT, P, PY, PS, v, I)                                                  \
	cublasStatus_t cublas##prefix##gemvStridedBatched##v(                                      \
		cublasHandle_t handle, cublasOperation_t trans, I m, I n, const PS *alpha,         \
		const P *A, I lda, long long int strideA, const P *x, I incx,                      \
		long long int stridex, const PS *beta, PY *y, I incy, long long int stridey,       \
		I batchCount)                                                                      \
	{                                                                                          \
		return queue(&(Gemv){BLAS_CALL(handle, T), BLAS_##IN, BLAS_##OUT, trans, m, n,     \
				     alpha, A, lda, strideA, x, incx, stridex, beta, y, incy,      \
				     stridey, batchCount},                                         \
			     NULL);                                                                \
	}                                                                                          \
	cublasStatus_t cublas##prefix##gemvBatched##v(                                             \
		cublasHandle_t handle, cublasOperation_t trans, I m, I n, const PS *alpha,         \
		const P *const Aarray[], I lda, const P *const xarray[], I incx, const PS *beta,   \
		PY *const yarray[], I incy, I batchCount)                                          \
	{                                                                                          \
		return gemv_pointers(&(Gemv){BLAS_CALL(handle, T), BLAS_##IN, BLAS_##OUT, trans,   \
					     m, n, alpha, NULL, lda, 0, NULL, incx, 0, beta, NULL, \
					     incy, 0, batchCount},                                 \
				     (const void *const[]){Aarray, xarray, yarray});               \
	}
#define GEMV_PLAIN(T, t, P) BLAS_SIZES(GEMV, T, T, T, T, P, P, P)
BLAS_TYPES(GEMV_PLAIN)
/* C++ programs only know these: the bits of what is a class there. */
BLAS_SIZES(GEMV, HSH, S, F16, F16, __half_raw, __half_raw, float)
BLAS_SIZES(GEMV, HSS, S, F16, S, __half_raw, float, float)
BLAS_SIZES(GEMV, TST, S, BF16, BF16, __nv_bfloat16_raw, __nv_bfloat16_raw, float)
BLAS_SIZES(GEMV, TSS, S, BF16, S, __nv_bfloat16_raw, float, float)
