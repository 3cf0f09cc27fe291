/* api_blas_mixed.c - products whose element types are arguments: every combination against plain
 * loops in double. Which there are besides: api_blas_mixed_types.c. */
#include "framework/simcuda/tests/cublas/blas_handle.h"
#include "framework/simcuda/tests/cublas/blas_small.h"

typedef struct Kind {
	cublasComputeType_t compute;
	cudaDataType scalar, in, out;
} Kind;

/* cuBLAS's table for cublasGemmEx. */
static const Kind kinds[] = {
	{CUBLAS_COMPUTE_16F, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F},
	{CUBLAS_COMPUTE_16F_PEDANTIC, CUDA_R_16F, CUDA_R_16F, CUDA_R_16F},
	{CUBLAS_COMPUTE_32I, CUDA_R_32I, CUDA_R_8I, CUDA_R_32I},
	{CUBLAS_COMPUTE_32I_PEDANTIC, CUDA_R_32I, CUDA_R_8I, CUDA_R_32I},
	{CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16BF, CUDA_R_16BF},
	{CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16F, CUDA_R_16F},
	{CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_8I, CUDA_R_32F},
	{CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16BF, CUDA_R_32F},
	{CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_16F, CUDA_R_32F},
	{CUBLAS_COMPUTE_32F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
	{CUBLAS_COMPUTE_32F, CUDA_C_32F, CUDA_C_8I, CUDA_C_32F},
	{CUBLAS_COMPUTE_32F, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
	{CUBLAS_COMPUTE_32F_PEDANTIC, CUDA_R_32F, CUDA_R_16F, CUDA_R_32F},
	{CUBLAS_COMPUTE_32F_FAST_16F, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
	{CUBLAS_COMPUTE_32F_FAST_16BF, CUDA_C_32F, CUDA_C_32F, CUDA_C_32F},
	{CUBLAS_COMPUTE_32F_FAST_TF32, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
	{CUBLAS_COMPUTE_32F_EMULATED_16BFX9, CUDA_R_32F, CUDA_R_32F, CUDA_R_32F},
	{CUBLAS_COMPUTE_64F, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
	{CUBLAS_COMPUTE_64F_PEDANTIC, CUDA_C_64F, CUDA_C_64F, CUDA_C_64F},
	{CUBLAS_COMPUTE_64F_EMULATED_FIXEDPOINT, CUDA_R_64F, CUDA_R_64F, CUDA_R_64F},
};
#define KINDS ((int)(sizeof kinds / sizeof *kinds))

/* m x n x k, or a batch of them; `gap` is added to what leading dimensions must be. */
typedef struct Case {
	cublasOperation_t opa, opb;
	int m, n, k, gap, batch;
	double complex alpha, beta;
	cublasPointerMode_t mode;
} Case;

/* The matrices of a case: batch times `stride` elements each. */
typedef struct Operands {
	Data a, b, c, alpha, beta;
	int lda, ldb, ldc;
	long long stride_a, stride_b, stride_c;
	char host_alpha[16], host_beta[16];
	const void *alpha_at, *beta_at;
	double *bound;
} Operands;

/* 32-bit sums of 8-bit integers need leading dimensions that are multiples of 4. */
static int leading(const Kind *kind, int rows, int gap)
{
	int ld = rows + gap + !rows;

	return kind->out == CUDA_R_32I ? (ld + 3) / 4 * 4 : ld;
}

static Data scalar_of(cudaDataType type, double complex value)
{
	Data d = data_make(type, 1);

	d.host[0] = data_is_complex(type) ? value : creal(value);
	if (type == CUDA_R_32I)
		d.host[0] = rint(creal(value));
	data_upload(&d);
	return d;
}

static double complex element(const Data *d, long long first, cublasOperation_t op, int ld, int i,
			      int j)
{
	double complex z = d->host[first + (op == CUBLAS_OP_N ? i + (long long)j * ld
							      : j + (long long)i * ld)];

	return op == CUBLAS_OP_C ? conj(z) : z;
}

/* Works out what C must be, and how large the terms of each sum are together. */
static void expect(const Case *s, Operands *o)
{
	double complex alpha = o->alpha.host[0], beta = o->beta.host[0];

	o->bound = calloc(o->c.count + 1, sizeof *o->bound);
	assert_non_null(o->bound);
	for (int p = 0; p < s->batch; p++)
		for (int j = 0; j < s->n; j++)
			for (int i = 0; i < s->m; i++) {
				long long at = p * o->stride_c + i + (long long)j * o->ldc;
				double complex sum = 0;
				double size = 0;
				for (int k = 0; k < s->k && alpha != 0; k++) {
					double complex term = element(&o->a, p * o->stride_a,
								      s->opa, o->lda, i, k) *
							      element(&o->b, p * o->stride_b,
								      s->opb, o->ldb, k, j);
					sum += term;
					size += cabs(term);
				}
				double complex old = beta == 0 ? 0 : beta * o->c.host[at];
				o->c.host[at] = alpha * sum + old;
				o->bound[at] = cabs(alpha) * size + cabs(old);
			}
}

/* Numbers that the tensor cores do not round. */
static void make_short(Data *d)
{
	for (size_t i = 0; i < d->count; i++)
		d->host[i] = rint(64 * creal(d->host[i])) / 64;
	data_upload(d);
}

static void prepare(const Kind *kind, const Case *s, Operands *o)
{
	int rows_a = s->opa == CUBLAS_OP_N ? s->m : s->k, cols_a = s->m + s->k - rows_a;
	int rows_b = s->opb == CUBLAS_OP_N ? s->k : s->n, cols_b = s->k + s->n - rows_b;

	o->lda = leading(kind, rows_a, s->gap);
	o->ldb = leading(kind, rows_b, s->gap);
	o->ldc = s->m + s->gap;
	o->stride_a = (long long)o->lda * cols_a + 4LL * s->gap;
	o->stride_b = (long long)o->ldb * cols_b;
	o->stride_c = (long long)o->ldc * s->n + s->gap;
	o->a = data_make(kind->in, (size_t)(o->stride_a * s->batch));
	o->b = data_make(kind->in, (size_t)(o->stride_b * s->batch));
	o->c = data_make(kind->out, (size_t)(o->stride_c * s->batch));
	if (kind->in == CUDA_R_32F && (kind->compute == CUBLAS_COMPUTE_32F_FAST_16F ||
				       kind->compute == CUBLAS_COMPUTE_32F_FAST_TF32)) {
		make_short(&o->a);
		make_short(&o->b);
	}
	o->alpha = scalar_of(kind->scalar, s->alpha);
	o->beta = scalar_of(kind->scalar, s->beta);
	data_store(kind->scalar, o->host_alpha, o->alpha.host[0]);
	data_store(kind->scalar, o->host_beta, o->beta.host[0]);
	int host = s->mode == CUBLAS_POINTER_MODE_HOST;
	o->alpha_at = host ? (void *)o->host_alpha : o->alpha.device;
	o->beta_at = host ? (void *)o->host_beta : o->beta.device;
	if (s->beta == 0 && kind->out != CUDA_R_32I) { /* must not be read */
		for (size_t i = 0; i < o->c.count; i++)
			o->c.host[i] = NAN;
		data_upload(&o->c);
	}
	assert_ok(cublasSetPointerMode(handle, s->mode));
}

static void finish(Operands *o)
{
	data_check(&o->a, NULL);
	data_check(&o->b, NULL);
	data_check(&o->c, o->bound);
	data_free(&o->a);
	data_free(&o->b);
	data_free(&o->c);
	data_free(&o->alpha);
	data_free(&o->beta);
	free(o->bound);
}

static void test_products(void **state)
{
	static const int shapes[][4] = {{1, 1, 1, 0}, {3, 4, 5, 0}, {5, 2, 7, 2}, {1, 6, 4, 3},
					{6, 1, 4, 0}, {4, 3, 0, 0}, {2, 3, 1, 1}, {17, 19, 40, 1}};
	static const double complex scalars[][2] = {{1, 0}, {2 - I, 3 + I}, {0, 2}, {-1, 1}};
	(void)state;

	for (int run = 0; run < KINDS * 9 * 8; run++) {
		const Kind *kind = &kinds[run % KINDS];
		int ops = run / KINDS % 9;
		const int *shape = shapes[run / KINDS / 9];
		const double complex *factor = scalars[(run / KINDS + run) % 4];
		Case s = {(cublasOperation_t)(ops % 3),
			  (cublasOperation_t)(ops / 3),
			  shape[0],
			  shape[1],
			  shape[2],
			  shape[3],
			  1,
			  factor[0],
			  factor[1],
			  (cublasPointerMode_t)(run % 2)};
		Operands o;

		prepare(kind, &s, &o);
		assert_ok(cublasGemmEx(handle, s.opa, s.opb, s.m, s.n, s.k, o.alpha_at, o.a.device,
				       kind->in, o.lda, o.b.device, kind->in, o.ldb, o.beta_at,
				       o.c.device, kind->out, o.ldc, kind->compute,
				       CUBLAS_GEMM_DEFAULT));
		expect(&s, &o);
		finish(&o);
	}
}

/* Strided, and by pointers to the same places in any order. */
static void test_batches(void **state)
{
	(void)state;

	for (int run = 0; run < KINDS * 4; run++) {
		const Kind *kind = &kinds[run % KINDS];
		int gap = run / KINDS % 2, pointers = run / KINDS / 2;
		Case s = {CUBLAS_OP_T, CUBLAS_OP_N, 3, 2, 5, gap, 4, 2, gap, 0};
		Operands o;
		void *places[12], **device;

		prepare(kind, &s, &o);
		for (int i = 0; i < 4; i++) {
			long long p = (i * 3 + 1) % 4, bytes = (long long)data_bytes(kind->in);
			places[i] = (char *)o.a.device + p * o.stride_a * bytes;
			places[4 + i] = (char *)o.b.device + p * o.stride_b * bytes;
			places[8 + i] = (char *)o.c.device +
					p * o.stride_c * (long long)data_bytes(kind->out);
		}
		assert_int_equal(cudaMalloc((void **)&device, sizeof places), cudaSuccess);
		assert_int_equal(cudaMemcpy(device, places, sizeof places, cudaMemcpyHostToDevice),
				 cudaSuccess);
		if (pointers)
			assert_ok(cublasGemmBatchedEx(
				handle, s.opa, s.opb, s.m, s.n, s.k, o.alpha_at,
				(const void *const *)device, kind->in, o.lda,
				(const void *const *)device + 4, kind->in, o.ldb, o.beta_at,
				device + 8, kind->out, o.ldc, 4, kind->compute,
				CUBLAS_GEMM_DEFAULT_TENSOR_OP));
		else
			assert_ok(cublasGemmStridedBatchedEx(
				handle, s.opa, s.opb, s.m, s.n, s.k, o.alpha_at, o.a.device,
				kind->in, o.lda, o.stride_a, o.b.device, kind->in, o.ldb,
				o.stride_b, o.beta_at, o.c.device, kind->out, o.ldc, o.stride_c, 4,
				kind->compute, CUBLAS_GEMM_ALGO3));
		expect(&s, &o);
		finish(&o);
		assert_int_equal(cudaFree(device), cudaSuccess);
	}
}

/* Tensor cores keep 10 bits of a factor behind the leading one, and of two equally near numbers the even one. */
static void test_rounded_factors(void **state)
{
	static const cublasComputeType_t compute[] = {
		CUBLAS_COMPUTE_32F, CUBLAS_COMPUTE_32F_FAST_16F, CUBLAS_COMPUTE_32F_FAST_TF32};
	const double eps = ldexp(1, -10),
		     given[] = {1 + eps / 4, 1 + eps / 2, 1 + 1.5 * eps, -1 - eps},
		     rounded[] = {1, 1, 1 + 2 * eps, -1 - eps};
	Data a = data_make(CUDA_R_32F, 4), b = data_make(CUDA_R_32F, 1),
	     c = data_make(CUDA_R_32F, 4);
	float one = 1, zero = 0;
	(void)state;

	b.host[0] = 1;
	data_upload(&b);
	for (int i = 0; i < 4; i++)
		a.host[i] = given[i];
	data_upload(&a);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	for (int run = 0; run < 3; run++) {
		assert_ok(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 4, 1, 1, &one, a.device,
				       CUDA_R_32F, 4, b.device, CUDA_R_32F, 1, &zero, c.device,
				       CUDA_R_32F, 4, compute[run], CUBLAS_GEMM_DEFAULT));
		double complex *got = data_download(&c);
		for (int i = 0; i < 4; i++)
			assert_true(creal(got[i]) == (run == 0 ? given : rounded)[i]);
		free(got);
	}
	data_free(&a);
	data_free(&b);
	data_free(&c);
}

/* Results that no half holds become infinite, tiny ones lose digits, NaN stays. */
static void test_half_range(void **state)
{
	static const double values[] = {60000, -60000, 3e-5, -7e-8, 1e-9, 2049, 0.1, NAN};
	Data a = data_make(CUDA_R_16F, 8), b = data_make(CUDA_R_16F, 1), c;
	float scales[] = {1, 2, 0.5f, 0.0625f}, zero = 0;
	(void)state;

	b.host[0] = 1;
	data_upload(&b);
	for (int i = 0; i < 8; i++)
		a.host[i] = values[i];
	data_upload(&a);
	c = data_make(CUDA_R_16F, 8);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	for (int s = 0; s < 4; s++) {
		assert_ok(cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 8, 1, 1, &scales[s],
				       a.device, CUDA_R_16F, 8, b.device, CUDA_R_16F, 1, &zero,
				       c.device, CUDA_R_16F, 8, CUBLAS_COMPUTE_32F,
				       CUBLAS_GEMM_DEFAULT));
		double complex *got = data_download(&c);
		for (int i = 0; i < 8; i++) {
			double wanted = format_round(&half_format, creal(a.host[i]) * scales[s]);
			if (!(isnan(wanted) && isnan(creal(got[i]))))
				assert_true(creal(got[i]) == wanted);
		}
		free(got);
	}
	data_free(&a);
	data_free(&b);
	data_free(&c);
}

/* Exactly half way between two halves, the even one wins: 2049 = 2048 + 1, 2051 -> 2052. Each sum
 * is rounded once: 2048 + 1 + 1 is 2050, not twice 2048. */
static void test_rounds_once_to_even(void **state)
{
	uint16_t ones[3], terms[3][3], got[3];
	const double sums[3][3] = {{2048, 1, 0}, {2048, 2, 1}, {2048, 1, 1}};
	const double wanted[3] = {2048, 2052, 2050};
	float one = 1, zero = 0;
	uint16_t *device;
	(void)state;

	for (int i = 0; i < 3; i++) {
		ones[i] = format_encode(&half_format, 1);
		for (int k = 0; k < 3; k++)
			terms[i][k] = format_encode(&half_format, sums[i][k]);
	}
	assert_int_equal(cudaMalloc((void **)&device, 15 * sizeof *device), cudaSuccess);
	assert_int_equal(cudaMemcpy(device, terms, sizeof terms, cudaMemcpyHostToDevice),
			 cudaSuccess);
	assert_int_equal(cudaMemcpy(device + 9, ones, sizeof ones, cudaMemcpyHostToDevice),
			 cudaSuccess);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_ok(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 3, 1, 3, &one, device, CUDA_R_16F,
			       3, device + 9, CUDA_R_16F, 3, &zero, device + 12, CUDA_R_16F, 3,
			       CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
	assert_int_equal(cudaMemcpy(got, device + 12, sizeof got, cudaMemcpyDeviceToHost),
			 cudaSuccess);
	for (int i = 0; i < 3; i++)
		assert_true(format_decode(&half_format, got[i]) == wanted[i]);
	assert_int_equal(cudaFree(device), cudaSuccess);
}

/* Integers are exact, beyond what a float holds, and wrap where 32 bits end. */
static void test_integers(void **state)
{
	enum { K = 4096 };
	int8_t *host = malloc(2 * K);
	int8_t *device;
	int32_t *c, got, alpha = 300001, beta = -7, old = 1234567;
	(void)state;

	assert_non_null(host);
	for (int i = 0; i < K; i++) {
		host[i] = (int8_t)(127 - i % 3);
		host[K + i] = (int8_t)(i % 5 ? 126 : -128);
	}
	assert_int_equal(cudaMalloc((void **)&device, 2 * K), cudaSuccess);
	assert_int_equal(cudaMalloc((void **)&c, sizeof *c), cudaSuccess);
	assert_int_equal(cudaMemcpy(device, host, 2 * K, cudaMemcpyHostToDevice), cudaSuccess);
	assert_int_equal(cudaMemcpy(c, &old, sizeof old, cudaMemcpyHostToDevice), cudaSuccess);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_ok(cublasGemmEx(handle, CUBLAS_OP_T, CUBLAS_OP_N, 1, 1, K, &alpha, device, CUDA_R_8I,
			       K, device + K, CUDA_R_8I, K, &beta, c, CUDA_R_32I, 1,
			       CUBLAS_COMPUTE_32I, CUBLAS_GEMM_DEFAULT));
	assert_int_equal(cudaMemcpy(&got, c, sizeof got, cudaMemcpyDeviceToHost), cudaSuccess);
	int64_t sum = 0;
	for (int i = 0; i < K; i++)
		sum += host[i] * host[K + i];
	assert_true(sum > 1 << 24);
	assert_int_equal(got, (int32_t)(uint32_t)(alpha * sum + (int64_t)beta * old));
	assert_int_equal(cudaFree(device), cudaSuccess);
	assert_int_equal(cudaFree(c), cudaSuccess);
	free(host);
}

/* SgemmEx and CgemmEx take what their scalars allow. */
static void test_typed(void **state)
{
	(void)state;

	for (int i = 0; i < KINDS; i++) {
		const Kind *kind = &kinds[i];
		Case s = {CUBLAS_OP_N, CUBLAS_OP_T, 4, 3, 5, 0, 1, 2, 1, 0};
		int single = kind->compute == CUBLAS_COMPUTE_32F;
		int real = kind->scalar == CUDA_R_32F, complex_one = kind->scalar == CUDA_C_32F;
		Operands o;

		prepare(kind, &s, &o);
#define TYPED(name)                                                                                \
	cublas##name(handle, s.opa, s.opb, s.m, s.n, s.k, o.alpha_at, o.a.device, kind->in, o.lda, \
		     o.b.device, kind->in, o.ldb, o.beta_at, o.c.device, kind->out, o.ldc)
		if (single && real) {
			assert_ok(TYPED(SgemmEx));
			assert_status(TYPED(CgemmEx), NOT_SUPPORTED);
		} else if (single && complex_one) {
			assert_status(TYPED(SgemmEx), NOT_SUPPORTED);
			assert_ok(i % 2 ? TYPED(CgemmEx) : TYPED(Cgemm3mEx));
		}
		if (single && (real || complex_one))
			expect(&s, &o);
		else
			o.bound = NULL;
		if (kind->in == CUDA_R_64F)
			assert_status(TYPED(SgemmEx), NOT_SUPPORTED);
		finish(&o);
	}
}

/* C programs have no declaration of Hgemm: __half is a class. */
cublasStatus_t cublasHgemm(cublasHandle_t handle, cublasOperation_t transa,
			   cublasOperation_t transb, int m, int n, int k, const void *alpha,
			   const void *A, int lda, const void *B, int ldb, const void *beta,
			   void *C, int ldc);
cublasStatus_t cublasHgemmStridedBatched(cublasHandle_t handle, cublasOperation_t transa,
					 cublasOperation_t transb, int m, int n, int k,
					 const void *alpha, const void *A, int lda,
					 long long int strideA, const void *B, int ldb,
					 long long int strideB, const void *beta, void *C, int ldc,
					 long long int strideC, int batchCount);

static void test_half_names(void **state)
{
	(void)state;

	for (int run = 0; run < 4; run++) {
		Case s = {CUBLAS_OP_N, CUBLAS_OP_T, 6, 5, 7, 1, 1 + run / 2 * 2, 0.5, run % 2, 0};
		Operands o;

		s.mode = (cublasPointerMode_t)(run % 2);
		prepare(&kinds[0], &s, &o);
		if (run < 2)
			assert_ok(cublasHgemm(handle, s.opa, s.opb, s.m, s.n, s.k, o.alpha_at,
					      o.a.device, o.lda, o.b.device, o.ldb, o.beta_at,
					      o.c.device, o.ldc));
		else
			assert_ok(cublasHgemmStridedBatched(
				handle, s.opa, s.opb, s.m, s.n, s.k, o.alpha_at, o.a.device, o.lda,
				o.stride_a, o.b.device, o.ldb, o.stride_b, o.beta_at, o.c.device,
				o.ldc, o.stride_c, s.batch));
		expect(&s, &o);
		finish(&o);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_products),
		cmocka_unit_test(test_batches),
		cmocka_unit_test(test_rounded_factors),
		cmocka_unit_test(test_half_range),
		cmocka_unit_test(test_rounds_once_to_even),
		cmocka_unit_test(test_integers),
		cmocka_unit_test(test_typed),
		cmocka_unit_test(test_half_names),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
