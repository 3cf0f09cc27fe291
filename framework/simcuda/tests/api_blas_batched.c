/* api_blas_batched.c - batches whose matrices are where arrays of pointers in device memory say:
 * the results, wherever the matrices lie; that nothing waits and no time passes; what is reported.
 */
#include "blas_handle.h"
#include "blas_small.h"

#include <sys/wait.h>
#include <unistd.h>

#include "simcuda.h"

#define BATCH 9

/* Matrices of n x n, each in memory of its own or all in one block, and the arrays that name them.
 */
typedef struct Set {
	Data data[BATCH];
	void **pointers; /* device memory */
} Set;

enum { APART, TOGETHER, BACKWARDS, MIXED };

static Data part_of(const Data *block, int place, int size)
{
	size_t bytes = data_bytes(block->type);

	return (Data){block->type, (size_t)size, block->host + (size_t)place * (size_t)size,
		      (char *)block->device + (size_t)place * (size_t)size * bytes};
}

static void set_make(Set *s, cudaDataType type, int size, int layout, Data *block)
{
	void *host[BATCH];

	*block = data_make(type, (size_t)size * BATCH);
	for (int i = 0; i < BATCH; i++) {
		int place = layout == BACKWARDS ? BATCH - 1 - i : layout == MIXED ? i * 2 % 9 : i;
		s->data[i] = layout == APART ? data_make(type, (size_t)size)
					     : part_of(block, place, size);
		host[i] = s->data[i].device;
	}
	assert_int_equal(cudaMalloc((void **)&s->pointers, sizeof host), cudaSuccess);
	assert_int_equal(cudaMemcpy(s->pointers, host, sizeof host, cudaMemcpyHostToDevice),
			 cudaSuccess);
}

static void set_free(Set *s, int layout, Data *block)
{
	for (int i = 0; i < BATCH && layout == APART; i++)
		data_free(&s->data[i]);
	assert_int_equal(cudaFree(s->pointers), cudaSuccess);
	data_free(block);
}

static double complex conjugate_if(int condition, double complex z)
{
	return condition ? conj(z) : z;
}

/* C := alpha op(A) B + beta C for one of the batch, n x n, without gaps. */
static void product(const Data *a, cublasOperation_t op, const Data *b, Data *c, int n,
		    double complex alpha, double complex beta)
{
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) {
			double complex sum = 0;
			for (int k = 0; k < n; k++)
				sum += conjugate_if(
					       op == CUBLAS_OP_C,
					       a->host[op == CUBLAS_OP_N ? i + k * n : k + i * n]) *
				       b->host[k + j * n];
			c->host[i + j * n] =
				alpha * sum + (beta == 0 ? 0 : beta * c->host[i + j * n]);
		}
}

static void check(const Data *d, size_t count)
{
	double bound[64];

	for (int i = 0; i < 64; i++)
		bound[i] = 500;
	assert_true(count <= 64);
	data_check(d, bound);
}

static const cudaDataType types[] = {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F};

static cublasStatus_t gemm(int type, cublasOperation_t op, int n, const void *alpha, void **a,
			   void **b, const void *beta, void **c, int count)
{
#define CALL(t)                                                                                    \
	cublas##t##gemmBatched(handle, op, CUBLAS_OP_N, n, n, n, alpha, (void *)a, n, (void *)b,   \
			       n, beta, (void *)c, n, count)
	return type == S ? CALL(S) : type == D ? CALL(D) : type == C ? CALL(C) : CALL(Z);
#undef CALL
}

static void test_gemm(void **state)
{
	enum { N = 5 };
	(void)state;

	for (int run = 0; run < TYPES * 4 * 3 * 2; run++) {
		int type = run % TYPES, layout = run / TYPES % 4;
		cublasOperation_t op = (cublasOperation_t)(run / TYPES / 4 % 3);
		cublasPointerMode_t mode = (cublasPointerMode_t)(run / TYPES / 12);
		Set a, b, c;
		Data blocks[3];
		Scalar alpha, beta;

		set_make(&a, types[type], N * N, layout, &blocks[0]);
		set_make(&b, types[type], N * N, layout == MIXED ? APART : layout, &blocks[1]);
		set_make(&c, types[type], N * N, layout, &blocks[2]);
		scalar_make(&alpha, type, mode, 2 - I);
		scalar_make(&beta, type, mode, run % 5 ? 0.5 : 0);
		assert_ok(cublasSetPointerMode(handle, mode));
		assert_ok(gemm(type, op, N, alpha.pointer, a.pointers, b.pointers, beta.pointer,
			       c.pointers, BATCH));
		for (int i = 0; i < BATCH; i++) {
			product(&a.data[i], op, &b.data[i], &c.data[i], N, alpha.value, beta.value);
			check(&c.data[i], N * N);
			check(&a.data[i], N * N);
		}
		scalar_free(&alpha);
		scalar_free(&beta);
		set_free(&a, layout, &blocks[0]);
		set_free(&b, layout == MIXED ? APART : layout, &blocks[1]);
		set_free(&c, layout, &blocks[2]);
	}
}

/* One launch, no copy, no wait; the host's clock moves by a launch; and scattered matrices take the
 * same time on the GPU as a batch in one piece. */
static void test_costs(void **state)
{
	enum { N = 6 };
	int64_t spent[2];
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	for (int apart = 0; apart < 2; apart++) {
		Set a, b, c;
		Data blocks[3];
		float one = 1, zero = 0;
		SimcudaCounters before, after, done;

		set_make(&a, CUDA_R_32F, N * N, apart ? APART : TOGETHER, &blocks[0]);
		set_make(&b, CUDA_R_32F, N * N, apart ? APART : TOGETHER, &blocks[1]);
		set_make(&c, CUDA_R_32F, N * N, apart ? MIXED : TOGETHER, &blocks[2]);
		assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
		simcuda_counters(&before);
		assert_ok(gemm(S, CUBLAS_OP_N, N, &one, a.pointers, b.pointers, &zero, c.pointers,
			       BATCH));
		simcuda_counters(&after);
		assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
		simcuda_counters(&done);
		assert_int_equal(after.api_calls - before.api_calls, 1);
		assert_int_equal(after.launches - before.launches, 1);
		assert_int_equal(after.copies_d2h, before.copies_d2h);
		assert_int_equal(after.synchronizes, before.synchronizes);
		spent[apart] = done.host_ns - before.host_ns;
		set_free(&a, apart ? APART : TOGETHER, &blocks[0]);
		set_free(&b, apart ? APART : TOGETHER, &blocks[1]);
		set_free(&c, apart ? MIXED : TOGETHER, &blocks[2]);
	}
	assert_int_equal(spent[0], spent[1]);
}

/* The arrays may still be on their way: what is ordered before the call is seen, and the host does
 * not wait for it; what comes after is not. */
static void test_pending_arrays(void **state)
{
	enum { N = 4 };
	Data m[4];
	void *first[3], *second[3], **arrays, **pinned;
	float one = 1, zero = 0;
	cudaStream_t stream;
	SimcudaCounters before, after;
	(void)state;

	for (int i = 0; i < 4; i++)
		m[i] = data_make(CUDA_R_32F, N * N);
	for (int i = 0; i < 3; i++)
		first[i] = second[i] = m[i].device;
	second[2] = m[3].device;
	assert_int_equal(cudaMalloc((void **)&arrays, sizeof first), cudaSuccess);
	assert_int_equal(cudaMallocHost((void **)&pinned, sizeof first), cudaSuccess);
	assert_int_equal(cudaMemcpy(arrays, second, sizeof second, cudaMemcpyHostToDevice),
			 cudaSuccess);
	memcpy(pinned, first, sizeof first);
	assert_int_equal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking), cudaSuccess);
	assert_ok(cublasSetStream(handle, stream));
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	assert_int_equal(
		cudaMemcpyAsync(arrays, pinned, sizeof first, cudaMemcpyHostToDevice, stream),
		cudaSuccess);
	simcuda_counters(&before);
	assert_ok(gemm(S, CUBLAS_OP_T, N, &one, arrays, arrays + 1, &zero, arrays + 2, 1));
	simcuda_counters(&after);
	assert_int_equal(after.synchronizes, before.synchronizes);
	assert_int_equal(cudaStreamQuery(stream), cudaErrorNotReady);
	assert_int_equal(
		cudaMemcpyAsync(arrays, second, sizeof second, cudaMemcpyHostToDevice, stream),
		cudaSuccess);
	assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
	product(&m[0], CUBLAS_OP_T, &m[1], &m[2], N, 1, 0);
	for (int i = 0; i < 4; i++) {
		check(&m[i], N * N);
		data_free(&m[i]);
	}
	assert_ok(cublasSetStream(handle, NULL));
	assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
	assert_int_equal(cudaFree(arrays), cudaSuccess);
	assert_int_equal(cudaFreeHost(pinned), cudaSuccess);
}

/* Groups of different shapes, types by name and by argument. */
static void test_grouped(void **state)
{
	static const int n[] = {2, 5, 3}, size[] = {4, 0, 5}, first[] = {0, 4, 4};
	const cublasOperation_t opa[] = {CUBLAS_OP_N, CUBLAS_OP_N, CUBLAS_OP_T};
	const cublasOperation_t opb[] = {CUBLAS_OP_N, CUBLAS_OP_N, CUBLAS_OP_N};
	static const struct {
		cudaDataType type;
		cublasComputeType_t compute;
	} kinds[] = {{CUDA_R_32F, CUBLAS_COMPUTE_32F},
		     {CUDA_R_64F, CUBLAS_COMPUTE_64F},
		     {CUDA_R_16F, CUBLAS_COMPUTE_32F},
		     {CUDA_R_16BF, CUBLAS_COMPUTE_32F},
		     {CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32},
		     {CUDA_R_32F, CUBLAS_COMPUTE_32F},
		     {CUDA_R_64F, CUBLAS_COMPUTE_64F}};
	float alpha[] = {1, 2, 3}, beta[] = {0.5, 0, -1};
	double dalpha[] = {1, 2, 3}, dbeta[] = {0.5, 0, -1};
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	for (int run = 0; run < 7; run++) {
		cudaDataType type = kinds[run].type;
		Data block[3];
		Set s[3];
		void **p[3];

		for (int i = 0; i < 3; i++) {
			set_make(&s[i], type, 25, MIXED, &block[i]);
			p[i] = s[i].pointers;
		}
		if (run == 5)
			assert_ok(cublasSgemmGroupedBatched(handle, opa, opb, n, n, n, alpha,
							    (void *)p[0], n, (void *)p[1], n, beta,
							    (void *)p[2], n, 3, size));
		else if (run == 6)
			assert_ok(cublasDgemmGroupedBatched(handle, opa, opb, n, n, n, dalpha,
							    (void *)p[0], n, (void *)p[1], n, dbeta,
							    (void *)p[2], n, 3, size));
		else
			assert_ok(cublasGemmGroupedBatchedEx(
				handle, opa, opb, n, n, n,
				type == CUDA_R_64F ? (void *)dalpha : (void *)alpha, (void *)p[0],
				type, n, (void *)p[1], type, n,
				type == CUDA_R_64F ? (void *)dbeta : (void *)beta, (void *)p[2],
				type, n, 3, size, kinds[run].compute));
		for (int g = 0; g < 3; g++)
			for (int i = first[g]; i < first[g] + size[g]; i++)
				product(&s[0].data[i], opa[g], &s[1].data[i], &s[2].data[i], n[g],
					alpha[g], beta[g]);
		for (int i = 0; i < BATCH; i++)
			check(&s[2].data[i], 25);
		for (int i = 0; i < 3; i++)
			set_free(&s[i], MIXED, &block[i]);
	}
}

static void test_grouped_refused(void **state)
{
	const cublasOperation_t op[] = {CUBLAS_OP_N};
	int n[] = {1}, one_group[] = {1}, minus[] = {-1};
	float alpha[] = {1};
	void **arrays;
	(void)state;

	assert_int_equal(cudaMalloc((void **)&arrays, 64), cudaSuccess);
#define GROUPED(h, transa, m, al, count, size)                                                     \
	cublasSgemmGroupedBatched(h, transa, op, m, n, n, al, (void *)arrays, n, (void *)arrays,   \
				  n, alpha, (void *)arrays, n, count, size)
#define GROUPED_EX(type, compute)                                                                  \
	cublasGemmGroupedBatchedEx(handle, op, op, n, n, n, alpha, (void *)arrays, type, n,        \
				   (void *)arrays, type, n, alpha, (void *)arrays, type, n, 0, n,  \
				   compute)
	assert_ok(GROUPED(handle, op, n, alpha, 0, one_group));
	assert_ok(GROUPED(handle, NULL, NULL, NULL, 0, NULL));
	assert_status(GROUPED(NULL, op, n, alpha, 1, one_group), NOT_INITIALIZED);
	assert_status(GROUPED(handle, NULL, n, alpha, 1, one_group), INVALID_VALUE);
	assert_status(GROUPED(handle, op, NULL, alpha, 1, one_group), INVALID_VALUE);
	assert_status(GROUPED(handle, op, n, NULL, 1, one_group), INVALID_VALUE);
	assert_status(GROUPED(handle, op, minus, alpha, 1, one_group), INVALID_VALUE);
	assert_status(GROUPED(handle, op, n, alpha, 1, minus), INVALID_VALUE);
	assert_status(GROUPED(handle, op, n, alpha, -1, one_group), INVALID_VALUE);
	assert_ok(GROUPED_EX(CUDA_R_16BF, CUBLAS_COMPUTE_32F));
	assert_status(GROUPED_EX(CUDA_R_16F, CUBLAS_COMPUTE_16F), NOT_SUPPORTED);
	assert_status(GROUPED_EX(CUDA_R_16F, CUBLAS_COMPUTE_32F_PEDANTIC), NOT_SUPPORTED);
	assert_status(GROUPED_EX(CUDA_C_32F, CUBLAS_COMPUTE_32F), NOT_SUPPORTED);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
	assert_status(GROUPED(handle, op, n, alpha, 1, one_group), NOT_SUPPORTED);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_int_equal(cudaFree(arrays), cudaSuccess);
}

static void test_gemv(void **state)
{
	enum { N = 6 };
	(void)state;

	for (int run = 0; run < TYPES * 4 * 3 * 2; run++) {
		int type = run % TYPES, layout = run / TYPES % 4, strided = run / TYPES / 12;
		cublasOperation_t op = (cublasOperation_t)(run / TYPES / 4 % 3);
		int incx = run % 3 ? 1 : -2, incy = run % 2 ? 2 : -1;
		Set a, x, y;
		Data blocks[3];
		Scalar alpha, beta;

		set_make(&a, types[type], N * N, strided ? TOGETHER : layout, &blocks[0]);
		set_make(&x, types[type], 16, strided ? TOGETHER : layout, &blocks[1]);
		set_make(&y, types[type], 16, strided ? TOGETHER : layout, &blocks[2]);
		scalar_make(&alpha, type, CUBLAS_POINTER_MODE_HOST, 1 + I);
		scalar_make(&beta, type, CUBLAS_POINTER_MODE_HOST, run % 5 ? 2 : 0);
		assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
#define CALL(t)                                                                                    \
	(strided ? cublas##t##gemvStridedBatched(handle, op, N, N, alpha.pointer,                  \
						 a.data[0].device, N, N * N, x.data[0].device,     \
						 incx, 16, beta.pointer, y.data[0].device, incy,   \
						 16, BATCH)                                        \
		 : cublas##t##gemvBatched(handle, op, N, N, alpha.pointer, (void *)a.pointers, N,  \
					  (void *)x.pointers, incx, beta.pointer,                  \
					  (void *)y.pointers, incy, BATCH))
		assert_ok(type == S   ? CALL(S)
			  : type == D ? CALL(D)
			  : type == C ? CALL(C)
				      : CALL(Z));
#undef CALL
		for (int p = 0; p < BATCH; p++) {
			for (int i = 0; i < N; i++) {
				double complex sum = 0, *to = &y.data[p].host[at(N, incy, i)];
				for (int k = 0; k < N; k++)
					sum += conjugate_if(op == CUBLAS_OP_C,
							    a.data[p].host[op == CUBLAS_OP_N
										   ? i + k * N
										   : k + i * N]) *
					       x.data[p].host[at(N, incx, k)];
				*to = alpha.value * sum + (beta.value == 0 ? 0 : beta.value * *to);
			}
			check(&y.data[p], 16);
		}
		scalar_free(&alpha);
		scalar_free(&beta);
		set_free(&a, strided ? TOGETHER : layout, &blocks[0]);
		set_free(&x, strided ? TOGETHER : layout, &blocks[1]);
		set_free(&y, strided ? TOGETHER : layout, &blocks[2]);
	}
}

/* C programs have no declaration of these. */
#define MIXED_GEMV(name)                                                                           \
	cublasStatus_t cublas##name##gemvStridedBatched(                                           \
		cublasHandle_t handle, cublasOperation_t trans, int m, int n, const float *alpha,  \
		const void *A, int lda, long long int strideA, const void *x, int incx,            \
		long long int stridex, const float *beta, void *y, int incy,                       \
		long long int stridey, int batchCount);
MIXED_GEMV(HSH)
MIXED_GEMV(HSS)
MIXED_GEMV(TST)
MIXED_GEMV(TSS)

static void test_gemv_mixed(void **state)
{
	enum { M = 5, N = 7, COUNT = 3 };
	static const struct {
		cublasStatus_t (*call)(cublasHandle_t, cublasOperation_t, int, int, const float *,
				       const void *, int, long long int, const void *, int,
				       long long int, const float *, void *, int, long long int,
				       int);
		cudaDataType in, out;
	} kinds[] = {{cublasHSHgemvStridedBatched, CUDA_R_16F, CUDA_R_16F},
		     {cublasHSSgemvStridedBatched, CUDA_R_16F, CUDA_R_32F},
		     {cublasTSTgemvStridedBatched, CUDA_R_16BF, CUDA_R_16BF},
		     {cublasTSSgemvStridedBatched, CUDA_R_16BF, CUDA_R_32F}};
	float alpha = 1.5f, beta = 0.25f;
	(void)state;

	for (int run = 0; run < 8; run++) {
		int trans = run / 4, rows = trans ? N : M, cols = trans ? M : N;
		Data a = data_make(kinds[run % 4].in, M * N * COUNT);
		Data x = data_make(kinds[run % 4].in, 8 * COUNT);
		Data y = data_make(kinds[run % 4].out, 8 * COUNT);
		double bound[8 * COUNT];

		assert_ok(kinds[run % 4].call(handle, trans ? CUBLAS_OP_C : CUBLAS_OP_N, M, N,
					      &alpha, a.device, M, M * N, x.device, 1, 8, &beta,
					      y.device, -1, 8, COUNT));
		for (int p = 0; p < COUNT; p++)
			for (int i = 0; i < rows; i++) {
				double sum = 0;
				size_t to = (size_t)(p * 8 + rows - 1 - i);
				for (int k = 0; k < cols; k++)
					sum += creal(a.host[p * M * N +
							    (trans ? k + i * M : i + k * M)]) *
					       creal(x.host[p * 8 + k]);
				y.host[to] = alpha * sum + beta * y.host[to];
			}
		for (int i = 0; i < 8 * COUNT; i++)
			bound[i] = 500;
		data_check(&y, bound);
		data_free(&a);
		data_free(&x);
		data_free(&y);
	}
}

/* op(A) X = alpha B or X op(A) = alpha B, put back into its equation. */
static void test_trsm(void **state)
{
	enum { N = 4, M = 3 };
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	for (int run = 0; run < TYPES * 4 * 12; run++) {
		int type = run % TYPES, layout = run / TYPES % 4, how = run / TYPES / 4;
		int left = how % 2, lower = how / 2 % 2, unit = run % 2;
		cublasOperation_t op = (cublasOperation_t)(how / 4);
		int order = left ? N : M, rows = N, cols = M;
		Set a, b;
		Data blocks[2];
		Scalar alpha;
		double complex old[BATCH][N * M];

		set_make(&a, types[type], order * order, layout, &blocks[0]);
		set_make(&b, types[type], N * M, layout, &blocks[1]);
		for (int p = 0; p < BATCH; p++) {
			for (int i = 0; i < order; i++)
				a.data[p].host[i + i * order] = 9 + i; /* well conditioned */
			data_upload(&a.data[p]);
			memcpy(old[p], b.data[p].host, sizeof old[p]);
		}
		scalar_make(&alpha, type, CUBLAS_POINTER_MODE_HOST, 2 + I);
#define CALL(t)                                                                                    \
	cublas##t##trsmBatched(handle, left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT,                \
			       lower ? CUBLAS_FILL_MODE_LOWER : CUBLAS_FILL_MODE_UPPER, op,        \
			       unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT, N, M,               \
			       alpha.pointer, (void *)a.pointers, order, (void *)b.pointers, N,    \
			       BATCH)
		assert_ok(type == S   ? CALL(S)
			  : type == D ? CALL(D)
			  : type == C ? CALL(C)
				      : CALL(Z));
#undef CALL
		for (int p = 0; p < BATCH; p++) {
			double complex full[N * N], *x = data_download(&b.data[p]);
			double largest = 1;
			for (int j = 0; j < order; j++) /* op(A) as a full matrix */
				for (int i = 0; i < order; i++) {
					int r = op == CUBLAS_OP_N ? i : j;
					int c = op == CUBLAS_OP_N ? j : i;
					double complex z = a.data[p].host[r + c * order];
					if (r == c && unit)
						z = 1;
					else if (lower ? r < c : r > c)
						z = 0;
					full[i + j * order] = conjugate_if(op == CUBLAS_OP_C, z);
				}
			for (int i = 0; i < N * M; i++)
				largest = fmax(largest, cabs(x[i]));
			for (int j = 0; j < cols; j++)
				for (int i = 0; i < rows; i++) {
					double complex sum = 0;
					for (int k = 0; k < order; k++)
						sum += left ? full[i + k * order] * x[k + j * N]
							    : x[i + k * N] * full[k + j * order];
					double complex wanted = alpha.value * old[p][i + j * N];
					assert_true(cabs(sum - wanted) <=
						    type_tolerance(type) * 40 * largest);
				}
			free(x);
		}
		scalar_free(&alpha);
		set_free(&a, layout, &blocks[0]);
		set_free(&b, layout, &blocks[1]);
	}
}

static void test_refused(void **state)
{
	float one = 1;
	void **p;
	(void)state;

	assert_int_equal(cudaMalloc((void **)&p, 64), cudaSuccess);
	assert_int_equal(cudaMemset(p, 0, 64), cudaSuccess);
	assert_status(gemm(S, CUBLAS_OP_N, 2, &one, NULL, p, &one, p, 1), INVALID_VALUE);
	assert_status(gemm(S, CUBLAS_OP_N, 2, &one, p, p, &one, NULL, 1), INVALID_VALUE);
	assert_status(gemm(S, CUBLAS_OP_N, 2, NULL, p, p, &one, p, 1), INVALID_VALUE);
	assert_status(gemm(S, CUBLAS_OP_N, -2, &one, p, p, &one, p, 1), INVALID_VALUE);
	assert_status(gemm(S, CUBLAS_OP_N, 2, &one, p, p, &one, p, -1), INVALID_VALUE);
	assert_ok(gemm(S, CUBLAS_OP_N, 2, &one, NULL, NULL, &one, NULL, 0));
#define TRSM(h, side, m, lda, batch)                                                               \
	cublasStrsmBatched(h, side, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, m, 2,   \
			   &one, (void *)p, lda, (void *)p, 2, batch)
	assert_ok(TRSM(handle, CUBLAS_SIDE_LEFT, 2, 2, 0));
	assert_status(TRSM(NULL, CUBLAS_SIDE_LEFT, 2, 2, 1), NOT_INITIALIZED);
	assert_status(TRSM(handle, (cublasSideMode_t)7, 2, 2, 1), INVALID_VALUE);
	assert_status(TRSM(handle, CUBLAS_SIDE_LEFT, -1, 2, 1), INVALID_VALUE);
	assert_status(TRSM(handle, CUBLAS_SIDE_LEFT, 2, 1, 1), INVALID_VALUE);
	assert_status(TRSM(handle, CUBLAS_SIDE_LEFT, 2, 2, -1), INVALID_VALUE);
#define GEMV(h, lda, incx, incy, batch)                                                            \
	cublasSgemvBatched(h, CUBLAS_OP_N, 2, 2, &one, (void *)p, lda, (void *)p, incx, &one,      \
			   (void *)p, incy, batch)
	assert_ok(GEMV(handle, 2, 1, 1, 0));
	assert_status(GEMV(NULL, 2, 1, 1, 1), NOT_INITIALIZED);
	assert_status(GEMV(handle, 1, 1, 1, 1), INVALID_VALUE);
	assert_status(GEMV(handle, 2, 0, 1, 1), INVALID_VALUE);
	assert_status(GEMV(handle, 2, 1, 0, 1), INVALID_VALUE);
	assert_status(GEMV(handle, 2, 1, 1, -1), INVALID_VALUE);
	assert_int_equal(cudaFree(p), cudaSuccess);
}

/* What a bad array or a bad pointer in it leads to, in a process of its own: the call succeeds, and
 * the GPU answers an illegal access from then on, as on hardware. */
static void illegal(int which)
{
	cublasHandle_t own;
	void **arrays, *host[3];
	float one = 1, *matrix;

	handle = NULL;
	if (cublasCreate(&own) || cudaMalloc((void **)&arrays, 3 * sizeof *arrays) ||
	    cudaMalloc((void **)&matrix, 2 * 2 * sizeof *matrix) ||
	    cudaMemset(matrix, 0, 2 * 2 * sizeof *matrix))
		_exit(2);
	for (int i = 0; i < 3; i++)
		host[i] = matrix;
	if (which == 0)
		host[1] = &one; /* the host's */
	else if (which == 1)
		host[2] = matrix + 2; /* the last column is beyond the end */
	else if (which == 2)
		host[0] = NULL;
	if (cudaMemcpy(arrays, host, sizeof host, cudaMemcpyHostToDevice))
		_exit(2);
	void **a = which == 3 ? host : arrays; /* the array itself is the host's */
	cublasStatus_t status =
		cublasSgemmBatched(own, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, (void *)a, 2,
				   (void *)(arrays + 1), 2, &one, (void *)(arrays + 2), 2, 1);
	if (status != CUBLAS_STATUS_SUCCESS || cudaDeviceSynchronize() != cudaErrorIllegalAddress ||
	    simcuda_finish() < 1)
		_exit(1);
	_exit(0);
}

static void test_illegal(void **state)
{
	(void)state;

	for (int which = 0; which < 4; which++) {
		int status;
		char name[8];
		pid_t child = fork();
		if (child == 0) {
			snprintf(name, sizeof name, "%d", which);
			execl("/proc/self/exe", "api_blas_batched", name, (char *)NULL);
			_exit(3);
		}
		assert_true(child > 0);
		assert_int_equal(waitpid(child, &status, 0), child);
		assert_int_equal(status, 0);
	}
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_gemm),
		cmocka_unit_test(test_costs),
		cmocka_unit_test(test_pending_arrays),
		cmocka_unit_test(test_grouped),
		cmocka_unit_test(test_grouped_refused),
		cmocka_unit_test(test_gemv),
		cmocka_unit_test(test_gemv_mixed),
		cmocka_unit_test(test_trsm),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_illegal),
	};

	if (argc > 1)
		illegal(atoi(argv[1]));
	return cmocka_run_group_tests(tests, setup, teardown);
}
