/* api_blas_lapack.c - cuBLAS's factorizations of batches of matrices, put back together: L U is P
 * A, A times its inverse is 1, Q R is A, residues are orthogonal. */
#include "framework/simcuda/tests/cublas/blas_handle.h"
#include "framework/simcuda/tests/cublas/blas_small.h"

enum { BATCH = 5, MOST = 12 };

static const cudaDataType types[] = {CUDA_R_32F, CUDA_R_64F, CUDA_C_32F, CUDA_C_64F};

/* A batch of matrices in one block, `ld` apart, with every second in the wrong order. */
typedef struct Batch {
	Data block;
	int rows, cols, ld, size;
	void **pointers;
	int place[BATCH]; /* where in the block matrix i is */
} Batch;

static Batch batch_make(int type, int rows, int cols, int gap)
{
	Batch b = {.rows = rows, .cols = cols, .ld = rows + gap};
	void *host[BATCH];

	b.size = b.ld * cols;
	b.block = data_make(types[type], (size_t)b.size * BATCH);
	for (int i = 0; i < BATCH; i++) {
		b.place[i] = (i * 2 + 1) % BATCH * b.size;
		host[i] = (char *)b.block.device + (size_t)b.place[i] * data_bytes(b.block.type);
	}
	assert_int_equal(cudaMalloc((void **)&b.pointers, sizeof host), cudaSuccess);
	assert_int_equal(cudaMemcpy(b.pointers, host, sizeof host, cudaMemcpyHostToDevice),
			 cudaSuccess);
	return b;
}

static void batch_free(Batch *b)
{
	assert_int_equal(cudaFree(b->pointers), cudaSuccess);
	data_free(&b->block);
}

static double complex *matrix(const Batch *b, double complex *all, int i)
{
	return all + b->place[i];
}

/* What lies between the columns is as it was. */
static void gaps_check(const Batch *b, const double complex *got)
{
	for (int i = 0; i < b->size * BATCH; i++)
		if (i % b->ld >= b->rows)
			assert_true(got[i] == b->block.host[i]);
}

static int *ints_make(int count)
{
	int *p;

	assert_int_equal(cudaMalloc((void **)&p, (size_t)count * sizeof *p), cudaSuccess);
	assert_int_equal(cudaMemset(p, 0x55, (size_t)count * sizeof *p), cudaSuccess);
	return p;
}

static void ints_get(const int *device, int *host, int count)
{
	assert_int_equal(
		cudaMemcpy(host, device, (size_t)count * sizeof *host, cudaMemcpyDeviceToHost),
		cudaSuccess);
}

#define SELECT(type, CALL)                                                                         \
	((type) == S ? CALL(S) : (type) == D ? CALL(D) : (type) == C ? CALL(C) : CALL(Z))

static cublasStatus_t getrf(cublasHandle_t h, int type, int n, void **a, int lda, int *pivots,
			    int *info, int batch)
{
#define GETRF(t) cublas##t##getrfBatched(h, n, (void *)a, lda, pivots, info, batch)
	return SELECT(type, GETRF);
}

static cublasStatus_t getri(cublasHandle_t h, int type, int n, void **a, int lda, int *pivots,
			    void **c, int ldc, int *info, int batch)
{
#define GETRI(t) cublas##t##getriBatched(h, n, (void *)a, lda, pivots, (void *)c, ldc, info, batch)
	return SELECT(type, GETRI);
}

static cublasStatus_t getrs(cublasHandle_t h, int type, cublasOperation_t op, int n, int nrhs,
			    void **a, int lda, int *pivots, void **b, int ldb, int *info, int batch)
{
#define GETRS(t)                                                                                   \
	cublas##t##getrsBatched(h, op, n, nrhs, (void *)a, lda, pivots, (void *)b, ldb, info, batch)
	return SELECT(type, GETRS);
}

static cublasStatus_t matinv(cublasHandle_t h, int type, int n, void **a, int lda, void **c,
			     int ldc, int *info, int batch)
{
#define MATINV(t) cublas##t##matinvBatched(h, n, (void *)a, lda, (void *)c, ldc, info, batch)
	return SELECT(type, MATINV);
}

static cublasStatus_t geqrf(cublasHandle_t h, int type, int m, int n, void **a, int lda, void **tau,
			    int *info, int batch)
{
#define GEQRF(t) cublas##t##geqrfBatched(h, m, n, (void *)a, lda, (void *)tau, info, batch)
	return SELECT(type, GEQRF);
}

static cublasStatus_t gels(cublasHandle_t h, int type, cublasOperation_t op, int m, int n, int nrhs,
			   void **a, int lda, void **c, int ldc, int *info, int *infos, int batch)
{
#define GELS(t)                                                                                    \
	cublas##t##gelsBatched(h, op, m, n, nrhs, (void *)a, lda, (void *)c, ldc, info, infos,     \
			       batch)
	return SELECT(type, GELS);
}

static void near(int type, double complex got, double complex wanted, double size)
{
	if (!(cabs(got - wanted) <= 30 * type_tolerance(type) * size))
		fail_msg("type %c: got %g%+gi, wanted %g%+gi", "SDCZ"[type], creal(got), cimag(got),
			 creal(wanted), cimag(wanted));
}

/* Makes the diagonal large, where no rows are to be exchanged. */
static void dominate(Batch *b)
{
	for (int i = 0; i < BATCH; i++)
		for (int k = 0; k < b->rows && k < b->cols; k++)
			matrix(b, b->block.host, i)[k + k * b->ld] = 40 + k;
	data_upload(&b->block);
}

/* L U against the rows of A as the pivots exchange them. */
static void lu_check(int type, int n, const double complex *lu, const double complex *a, int ld,
		     const int *pivots)
{
	int row[MOST];

	for (int i = 0; i < n; i++)
		row[i] = i;
	for (int i = 0; i < n && pivots; i++) {
		int with = pivots[i] - 1, old = row[i];
		assert_true(with >= i && with < n);
		row[i] = row[with];
		row[with] = old;
	}
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++) {
			double complex sum = 0;
			for (int k = 0; k <= (i < j ? i : j); k++)
				sum += (k == i ? 1 : lu[i + k * ld]) * lu[k + j * ld];
			near(type, sum, a[row[i] + j * ld], 50);
			if (pivots && i > j) /* a complex one's size is |re| + |im| */
				assert_true(cabs(lu[i + j * ld]) <= 1.42);
		}
}

static void test_getrf(void **state)
{
	static const int sizes[] = {1, 2, 5, MOST};
	(void)state;

	for (int run = 0; run < TYPES * 4 * 2; run++) {
		int type = run % TYPES, n = sizes[run / TYPES % 4], pivoting = run / TYPES / 4;
		int *pivots = ints_make(n * BATCH), *infos = ints_make(BATCH);
		int host_pivots[MOST * BATCH], host_infos[BATCH];
		Batch a = batch_make(type, n, n, n % 3);

		if (!pivoting)
			dominate(&a);
		assert_ok(getrf(handle, type, n, a.pointers, a.ld, pivoting ? pivots : NULL, infos,
				BATCH));
		double complex *got = data_download(&a.block);
		ints_get(pivots, host_pivots, n * BATCH);
		ints_get(infos, host_infos, BATCH);
		for (int i = 0; i < BATCH; i++) {
			assert_int_equal(host_infos[i], 0);
			lu_check(type, n, matrix(&a, got, i), matrix(&a, a.block.host, i), a.ld,
				 pivoting ? host_pivots + i * n : NULL);
		}
		if (!pivoting)
			assert_int_equal(host_pivots[0], 0x55555555);
		gaps_check(&a, got);
		free(got);
		assert_int_equal(cudaFree(pivots), cudaSuccess);
		assert_int_equal(cudaFree(infos), cudaSuccess);
		batch_free(&a);
	}
}

/* A and X: op(A) X = B. */
static void solution_check(int type, int n, cublasOperation_t op, const double complex *a, int lda,
			   const double complex *x, int ldx, int cols, const double complex *b,
			   int ldb, double size)
{
	for (int j = 0; j < cols; j++)
		for (int i = 0; i < n; i++) {
			double complex sum = 0;
			for (int k = 0; k < n; k++) {
				double complex z =
					op == CUBLAS_OP_N ? a[i + k * lda] : a[k + i * lda];
				sum += (op == CUBLAS_OP_C ? conj(z) : z) * x[k + j * ldx];
			}
			near(type, sum, b ? b[i + j * ldb] : i == j, size);
		}
}

static double largest(const double complex *x, int count)
{
	double most = 1;

	for (int i = 0; i < count; i++)
		most = fmax(most, cabs(x[i]));
	return most;
}

/* A comes with a large diagonal in a wrong place, so that rows must be exchanged and the matrix is
 * well conditioned. */
static void shuffle(Batch *b)
{
	for (int i = 0; i < BATCH; i++)
		for (int k = 0; k < b->cols; k++)
			matrix(b, b->block.host, i)[(k + 1 + i) % b->rows + k * b->ld] = 40 + k;
	data_upload(&b->block);
}

static void test_solve_and_invert(void **state)
{
	static const int sizes[] = {1, 3, 8};
	(void)state;

	for (int run = 0; run < TYPES * 3 * 2 * 3; run++) {
		int type = run % TYPES, n = sizes[run / TYPES % 3], pivoting = run / TYPES / 3 % 2;
		cublasOperation_t op = (cublasOperation_t)(run / TYPES / 6);
		int *pivots = ints_make(n * BATCH), *infos = ints_make(BATCH);
		int host_infos[BATCH], info = -9, nrhs = 2;
		Batch a = batch_make(type, n, n, 1), b = batch_make(type, n, nrhs, 0);
		Batch c = batch_make(type, n, n, 2), d = batch_make(type, n, n, 0);

		if (pivoting)
			shuffle(&a);
		else
			dominate(&a);
		double size = 60 * largest(a.block.host, a.size) / 40;
		assert_ok(
			matinv(handle, type, n, a.pointers, a.ld, d.pointers, d.ld, infos, BATCH));
		double complex *untouched = data_download(&a.block);
		for (int i = 0; i < a.size * BATCH; i++)
			assert_true(untouched[i] == a.block.host[i]);
		free(untouched);
		ints_get(infos, host_infos, BATCH);
		for (int i = 0; i < BATCH; i++)
			assert_int_equal(host_infos[i], 0);
		int *given = pivoting ? pivots : NULL;
		assert_ok(getrf(handle, type, n, a.pointers, a.ld, given, infos, BATCH));
		assert_ok(getrs(handle, type, op, n, nrhs, a.pointers, a.ld, given, b.pointers,
				b.ld, &info, BATCH));
		assert_int_equal(info, 0);
		assert_ok(getri(handle, type, n, a.pointers, a.ld, given, c.pointers, c.ld, infos,
				BATCH));
		ints_get(infos, host_infos, BATCH);
		double complex *x = data_download(&b.block), *inverse = data_download(&c.block);
		double complex *small = data_download(&d.block);
		for (int i = 0; i < BATCH; i++) {
			const double complex *from = matrix(&a, a.block.host, i);
			assert_int_equal(host_infos[i], 0);
			solution_check(type, n, op, from, a.ld, matrix(&b, x, i), b.ld, nrhs,
				       matrix(&b, b.block.host, i), b.ld, size);
			solution_check(type, n, CUBLAS_OP_N, from, a.ld, matrix(&c, inverse, i),
				       c.ld, n, NULL, 0, size);
			solution_check(type, n, CUBLAS_OP_N, from, a.ld, matrix(&d, small, i), d.ld,
				       n, NULL, 0, size);
		}
		gaps_check(&c, inverse);
		free(x);
		free(inverse);
		free(small);
		assert_int_equal(cudaFree(pivots), cudaSuccess);
		assert_int_equal(cudaFree(infos), cudaSuccess);
		batch_free(&a);
		batch_free(&b);
		batch_free(&c);
		batch_free(&d);
	}
}

/* The second column is twice the first: U(2, 2) is 0, the inverse is left alone. Two matrices of
 * the batch are singular, the others are not. */
static void test_singular(void **state)
{
	(void)state;

	for (int type = 0; type < TYPES; type++) {
		int *pivots = ints_make(3 * BATCH), *infos = ints_make(3 * BATCH);
		int host_infos[3 * BATCH];
		Batch a = batch_make(type, 3, 3, 0), c = batch_make(type, 3, 3, 0);
		Batch d = batch_make(type, 3, 3, 0);

		shuffle(&a);
		for (int i = 0; i < 3; i++) {
			double complex *bad = matrix(&a, a.block.host, 2);
			bad[i] = 1 << i;
			bad[i + 3] = 2 << i;
			for (int col = 0; col < 3; col++) /* all pivots 0: the first counts */
				matrix(&a, a.block.host, 4)[i + col * 3] = 0;
		}
		data_upload(&a.block);
		assert_ok(matinv(handle, type, 3, a.pointers, 3, d.pointers, 3, infos + 2 * BATCH,
				 BATCH));
		assert_ok(getrf(handle, type, 3, a.pointers, 3, pivots, infos, BATCH));
		assert_ok(getri(handle, type, 3, a.pointers, 3, pivots, c.pointers, 3,
				infos + BATCH, BATCH));
		ints_get(infos, host_infos, 3 * BATCH);
		for (int i = 0; i < 3 * BATCH; i++)
			assert_int_equal(host_infos[i], i % BATCH == 2   ? 2
							: i % BATCH == 4 ? 1
									 : 0);
		double complex *got = data_download(&c.block), *small = data_download(&d.block);
		for (int i = 0; i < 9; i++) {
			assert_true(matrix(&c, got, 2)[i] == matrix(&c, c.block.host, 2)[i]);
			assert_true(matrix(&d, small, 2)[i] == matrix(&d, d.block.host, 2)[i]);
		}
		solution_check(type, 3, CUBLAS_OP_N, matrix(&a, a.block.host, 3), 3,
			       matrix(&c, got, 3), 3, 3, NULL, 0, 60);
		free(got);
		free(small);
		assert_int_equal(cudaFree(pivots), cudaSuccess);
		assert_int_equal(cudaFree(infos), cudaSuccess);
		batch_free(&a);
		batch_free(&c);
		batch_free(&d);
	}
}

/* Applies the stored reflections, last one first, to R: Q R must be A. */
static void qr_check(int type, const Batch *a, const double complex *qr, const double complex *old,
		     const double complex *tau)
{
	double complex full[MOST * MOST] = {0};
	int m = a->rows, n = a->cols, ld = a->ld, reflections = m < n ? m : n;

	for (int j = 0; j < n; j++)
		for (int i = 0; i <= j && i < m; i++)
			full[i + j * m] = qr[i + j * ld];
	for (int k = reflections - 1; k >= 0; k--)
		for (int j = 0; j < n; j++) {
			double complex sum = full[k + j * m];
			for (int i = k + 1; i < m; i++)
				sum += conj(qr[i + k * ld]) * full[i + j * m];
			full[k + j * m] -= tau[k] * sum;
			for (int i = k + 1; i < m; i++)
				full[i + j * m] -= tau[k] * sum * qr[i + k * ld];
		}
	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++)
			near(type, full[i + j * m], old[i + j * ld], 40);
	for (int k = 0; k < reflections; k++) /* |tau - 1| <= 1, and r is real */
		assert_true(cabs(tau[k] - 1) <= 1.0001 && cimag(qr[k + k * ld]) == 0);
}

static void test_geqrf(void **state)
{
	static const int shapes[][2] = {{1, 1}, {4, 4}, {7, 3}, {3, 7}, {MOST, 5}};
	(void)state;

	for (int run = 0; run < TYPES * 5; run++) {
		int type = run % TYPES, m = shapes[run / TYPES][0], n = shapes[run / TYPES][1];
		int info = -9;
		Batch a = batch_make(type, m, n, 1), tau = batch_make(type, m < n ? m : n, 1, 0);

		for (int i = 1; i < m && run / TYPES == 2; i++) {
			matrix(&a, a.block.host, 1)[i] = 0;  /* a column that is one of R already */
			matrix(&a, a.block.host, 2)[0] = -3; /* and one that nearly is */
			matrix(&a, a.block.host, 2)[i] = 1e-5;
		}
		data_upload(&a.block);
		assert_ok(geqrf(handle, type, m, n, a.pointers, a.ld, tau.pointers, &info, BATCH));
		assert_int_equal(info, 0);
		double complex *got = data_download(&a.block), *taus = data_download(&tau.block);
		for (int i = 0; i < BATCH; i++)
			qr_check(type, &a, matrix(&a, got, i), matrix(&a, a.block.host, i),
				 matrix(&tau, taus, i));
		gaps_check(&a, got);
		free(got);
		free(taus);
		batch_free(&a);
		batch_free(&tau);
	}
}

/* The residue of a least squares solution is orthogonal to A's columns. */
static void test_gels(void **state)
{
	enum { M = 7, N = 3, RIGHT = 2 };
	(void)state;

	for (int type = 0; type < TYPES; type++) {
		Batch a = batch_make(type, M, N, 2), c = batch_make(type, M, RIGHT, 1);
		int *infos = ints_make(BATCH), host_infos[BATCH], info = -9;

		for (int i = 0; i < M; i++) /* matrix 3 has a column of zeros */
			matrix(&a, a.block.host, 3)[i + a.ld] = 0;
		data_upload(&a.block);
		assert_ok(gels(handle, type, CUBLAS_OP_N, M, N, RIGHT, a.pointers, a.ld, c.pointers,
			       c.ld, &info, type % 2 ? infos : NULL, BATCH));
		assert_int_equal(info, 0);
		double complex *x = data_download(&c.block);
		ints_get(infos, host_infos, BATCH);
		for (int p = 0; p < BATCH; p++) {
			const double complex *from = matrix(&a, a.block.host, p);
			const double complex *right = matrix(&c, c.block.host, p);
			if (type % 2)
				assert_int_equal(host_infos[p], p == 3 ? 2 : 0);
			for (int j = 0; j < RIGHT && p != 3; j++) {
				double complex residue[M];
				for (int i = 0; i < M; i++) {
					residue[i] = right[i + j * c.ld];
					for (int k = 0; k < N; k++)
						residue[i] -= from[i + k * a.ld] *
							      matrix(&c, x, p)[k + j * c.ld];
				}
				for (int k = 0; k < N; k++) {
					double complex sum = 0;
					for (int i = 0; i < M; i++)
						sum += conj(from[i + k * a.ld]) * residue[i];
					near(type, sum, 0, 200);
				}
			}
		}
		free(x);
		assert_int_equal(cudaFree(infos), cudaSuccess);
		batch_free(&a);
		batch_free(&c);
	}
}

static void test_refused(void **state)
{
	int *ints = ints_make(8), info;
	void **p = (void **)ints;
	const cublasOperation_t N = CUBLAS_OP_N;
	(void)state;

	assert_ok(getrf(handle, S, 2, NULL, 2, NULL, NULL, 0));
	assert_ok(getrf(handle, S, 0, p, 1, NULL, ints, 1));
	assert_status(getrf(NULL, S, 2, p, 2, NULL, ints, 1), NOT_INITIALIZED);
	assert_status(getrf(handle, S, -1, p, 2, NULL, ints, 1), INVALID_VALUE);
	assert_status(getrf(handle, S, 2, p, 1, NULL, ints, 1), INVALID_VALUE);
	assert_status(getrf(handle, S, 2, p, 2, NULL, ints, -1), INVALID_VALUE);
	assert_status(getrf(handle, S, 2, p, 2, NULL, NULL, 1), INVALID_VALUE);
	assert_status(getrf(handle, S, 2, NULL, 2, NULL, ints, 1), INVALID_VALUE);
	assert_ok(getri(handle, S, 2, p, 2, NULL, p, 2, ints, 0));
	assert_status(getri(handle, S, 2, p, 2, NULL, p, 1, ints, 1), INVALID_VALUE);
	assert_status(getri(handle, S, 2, p, 2, NULL, NULL, 2, ints, 1), INVALID_VALUE);
	assert_ok(matinv(handle, S, 32, p, 32, p, 32, ints, 0));
	assert_status(matinv(handle, S, 33, p, 33, p, 33, ints, 0), INVALID_VALUE);

#define GETRS_INFO(op, n, nrhs, lda, ldb, batch, wanted)                                           \
	info = 99;                                                                                 \
	assert_int_equal(getrs(handle, D, op, n, nrhs, p, lda, NULL, p, ldb, &info, batch),        \
			 (wanted) ? CUBLAS_STATUS_INVALID_VALUE : CUBLAS_STATUS_SUCCESS);          \
	assert_int_equal(info, wanted)
	GETRS_INFO(N, 2, 1, 2, 2, 0, 0);
	GETRS_INFO((cublasOperation_t)3, 2, 1, 2, 2, 1, -1);
	GETRS_INFO(N, -1, 1, 2, 2, 1, -2);
	GETRS_INFO(N, 2, -1, 2, 2, 1, -3);
	GETRS_INFO(N, 2, 1, 1, 2, 1, -5);
	GETRS_INFO(N, 2, 1, 2, 1, 1, -8);
	GETRS_INFO(N, 2, 1, 2, 2, -1, -10);
	assert_status(getrs(handle, D, N, 2, 1, p, 2, NULL, p, 2, NULL, 1), INVALID_VALUE);
	assert_status(geqrf(handle, C, 2, 2, p, 1, p, &info, 1), INVALID_VALUE);
	assert_int_equal(info, -4);
	assert_ok(geqrf(handle, C, 0, 2, p, 1, p, &info, 1));
	assert_status(gels(handle, Z, CUBLAS_OP_T, 3, 2, 1, p, 3, p, 3, &info, NULL, 1),
		      NOT_SUPPORTED);
	assert_status(gels(handle, Z, N, 2, 3, 1, p, 3, p, 3, &info, NULL, 1), NOT_SUPPORTED);
	assert_status(gels(handle, Z, N, 3, 2, 1, p, 3, p, 2, &info, NULL, 1), INVALID_VALUE);
	assert_int_equal(info, -8);
	assert_int_equal(cudaFree(ints), cudaSuccess);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_getrf),    cmocka_unit_test(test_solve_and_invert),
		cmocka_unit_test(test_singular), cmocka_unit_test(test_geqrf),
		cmocka_unit_test(test_gels),     cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
