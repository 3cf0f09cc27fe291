/* api_blas_unwritten.c - cuBLAS and memory that was never written. A routine that does not read it
 * must not be accused of it: the other triangle, the corners of a band, a target that beta = 0
 * discards. One that does read it is reported.
 *
 * Each test runs in a process of its own, which answers how many findings it made. */
#include "framework/simcuda/tests/cublas/blas_reference.h"

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "simcuda.h"

#define N 4

static cublasHandle_t handle;
static const double one = 1, none = 0;

static void *made[64]; /* all memory, to be freed: leaks are findings too */
static int made_count;

static double *fresh(int count)
{
	double *p = NULL;

	assert_true(made_count < 64);
	assert_int_equal(cudaMalloc((void **)&p, (size_t)count * sizeof *p), cudaSuccess);
	made[made_count++] = p;
	return p;
}

static double *written(int count)
{
	double *p = fresh(count), value = 1;

	for (int i = 0; i < count; i++)
		assert_int_equal(cudaMemcpy(p + i, &value, sizeof value, cudaMemcpyDefault),
				 cudaSuccess);
	return p;
}

/* The lower triangle of (N, N), or of a band with one diagonal below the main one. */
static double *triangle(int band)
{
	double *p = fresh(N * N), value = 2;

	for (int j = 0; j < N; j++)
		for (int i = j; i < N && (!band || i < j + 2); i++)
			assert_int_equal(cudaMemcpy(p + (band ? i - j + 2 * j : i + j * N), &value,
						    sizeof value, cudaMemcpyDefault),
					 cudaSuccess);
	return p;
}

#define L    CUBLAS_FILL_MODE_LOWER
#define NO   CUBLAS_OP_N
#define NU   CUBLAS_DIAG_NON_UNIT
#define LEFT CUBLAS_SIDE_LEFT

/* Nothing that is read here was not written. */
static void proper(void)
{
	double *full = triangle(0), *band = triangle(1), *packed = written(N * (N + 1) / 2);
	double *x = written(N), *b = written(N * N), *general = written(N * N);

	assert_ok(cublasDsymv(handle, L, N, &one, full, N, x, 1, &none, fresh(N), 1));
	assert_ok(cublasDsbmv(handle, L, N, 1, &one, band, 2, x, 1, &none, fresh(N), 1));
	assert_ok(cublasDspmv(handle, L, N, &one, packed, x, 1, &none, fresh(N), 1));
	assert_ok(cublasDgbmv(handle, NO, N, N, 1, 0, &one, band, 2, x, 1, &none, fresh(N), 1));
	assert_ok(cublasDgemv(handle, NO, N, N, &one, general, N, x, 1, &none, fresh(N), 1));
	assert_ok(cublasDtrmv(handle, L, NO, NU, N, full, N, x, 1));
	assert_ok(cublasDtbsv(handle, L, NO, NU, N, 1, band, 2, x, 1));
	assert_ok(cublasDtpmv(handle, L, NO, NU, N, packed, x, 1));
	assert_ok(cublasDsyr(handle, L, N, &one, x, 1, full, N));
	assert_ok(cublasDsyr2(handle, L, N, &one, x, 1, x, 1, full, N));
	assert_ok(cublasDspr(handle, L, N, &one, x, 1, packed));
	assert_ok(cublasDsymm(handle, LEFT, L, N, N, &one, full, N, b, N, &none, fresh(N * N), N));
	assert_ok(cublasDtrmm(handle, LEFT, L, NO, NU, N, N, &one, full, N, b, N, fresh(N * N), N));
	assert_ok(cublasDtrsm(handle, LEFT, L, NO, NU, N, N, &one, full, N, b, N));
	assert_ok(cublasDsyrk(handle, L, NO, N, N, &one, b, N, &one, full, N));
	assert_ok(cublasDsyr2k(handle, L, NO, N, N, &one, b, N, b, N, &none, fresh(N * N), N));
	assert_ok(cublasDsyrkx(handle, L, NO, N, N, &one, b, N, b, N, &one, full, N));
	/* a diagonal of ones, and what the flag of a rotation leaves out, need not be there */
	double *beside = fresh(3), *rotation = fresh(5), numbers[2] = {0.5, 0.25};
	assert_int_equal(cudaMemcpy(beside + 1, &one, sizeof one, cudaMemcpyDefault), cudaSuccess);
	assert_ok(cublasDtpmv(handle, L, NO, CUBLAS_DIAG_UNIT, 2, beside, x, 1));
	assert_int_equal(cudaMemset(rotation, 0, sizeof *rotation), cudaSuccess);
	assert_int_equal(cudaMemcpy(rotation + 2, numbers, sizeof numbers, cudaMemcpyDefault),
			 cudaSuccess);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
	assert_ok(cublasDrotm(handle, 2, x, 1, x + 2, 1, rotation));
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_ok(cublasDtrttp(handle, L, N, full, N, fresh(N * (N + 1) / 2)));
	assert_ok(cublasDtpttr(handle, L, N, packed, fresh(N * N), N));
	assert_ok(cublasDdgmm(handle, LEFT, N, N, b, N, x, 1, fresh(N * N), N));
	assert_ok(cublasDgeam(handle, NO, NO, N, N, &one, b, N, &none, fresh(N * N), N,
			      fresh(N * N), N));
	assert_ok(cublasDgemm(handle, NO, NO, N, N, N, &one, b, N, b, N, &none, fresh(N * N), N));
}

/* beta in device memory may be 0, so that C need not have been written. */
static void device_beta(void)
{
	double *x = written(N), *b = written(N * N), *full = triangle(0), *alpha = written(1);
	double *beta = fresh(1);

	assert_int_equal(cudaMemset(beta, 0, sizeof *beta), cudaSuccess);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
	assert_ok(cublasDgemv(handle, NO, N, N, alpha, b, N, x, 1, beta, fresh(N), 1));
	assert_ok(cublasDsymv(handle, L, N, alpha, full, N, x, 1, beta, fresh(N), 1));
	assert_ok(cublasDgemm(handle, NO, NO, N, N, N, alpha, b, N, b, N, beta, fresh(N * N), N));
	assert_ok(cublasDsymm(handle, LEFT, L, N, N, alpha, full, N, b, N, beta, fresh(N * N), N));
	assert_ok(cublasDsyrk(handle, L, NO, N, N, alpha, b, N, beta, fresh(N * N), N));
	/* real scalars of complex routines: what is behind them is not looked at */
	cuDoubleComplex *zb = (cuDoubleComplex *)b, *za = (cuDoubleComplex *)written(2);
	cuDoubleComplex *zc = (cuDoubleComplex *)written(8), *zx = (cuDoubleComplex *)written(4);
	assert_ok(cublasZher2k(handle, L, NO, 2, 2, za, zb, 2, zb, 2, beta, zc, 2));
	assert_ok(cublasZherk(handle, L, NO, 2, 2, alpha, zb, 2, beta, zc, 2));
	assert_ok(cublasZherkx(handle, L, NO, 2, 2, za, zb, 2, zb, 2, beta, zc, 2));
	assert_ok(cublasZher(handle, L, 2, alpha, zx, 1, zc, 2));
	assert_ok(cublasZhpr(handle, L, 2, alpha, zx, 1, zc));
	assert_ok(cublasZdrot(handle, 1, zx, 1, zx + 1, 1, alpha, beta));
}

/* Between the columns of a batch's matrices, and between the matrices. */
static void gaps(void)
{
	double *a = fresh(64), *c = fresh(64), value = 1;

	for (int k = 0; k < 3; k++)
		for (int i = 0; i < 4; i++)
			assert_int_equal(cudaMemcpy(a + 20 * k + i / 2 * 5 + i % 2, &value,
						    sizeof value, cudaMemcpyDefault),
					 cudaSuccess);
	assert_ok(cublasDgemmStridedBatched(handle, NO, NO, 2, 2, 2, &one, a, 5, 20, a, 5, 20,
					    &none, c, 5, 20, 3));
}

/* Reads what was never written: a whole matrix, a vector, an element of a packed triangle, C. */
static void careless(void)
{
	double *x = written(N), *b = written(N * N);

	assert_ok(cublasDgemv(handle, NO, N, N, &one, fresh(N * N), N, x, 1, &none, fresh(N), 1));
	assert_ok(cublasDsymv(handle, L, N, &one, b, N, fresh(N), 1, &none, fresh(N), 1));
	assert_ok(cublasDspmv(handle, L, N, &one, fresh(N * N), x, 1, &none, fresh(N), 1));
	assert_ok(cublasDgemm(handle, NO, NO, N, N, N, &one, b, N, b, N, &one, fresh(N * N), N));
}

static const struct {
	void (*work)(void);
	int findings;
} works[] = {{proper, 0}, {device_beta, 0}, {gaps, 0}, {careless, 4}};

/* In a process of its own, which ends with how many findings there were. */
static int child(int which)
{
	setenv("CMOCKA_TEST_ABORT", "1", 1); /* a failed assertion ends the process */
	assert_ok(cublasCreate(&handle));
	works[which].work();
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	for (int i = 0; i < made_count; i++)
		assert_int_equal(cudaFree(made[i]), cudaSuccess);
	assert_ok(cublasDestroy(handle));
	return simcuda_finish();
}

static void test_in_child(void **state)
{
	char self[] = "/proc/self/exe", number[4];
	char *const arguments[] = {self, number, NULL};
	int which = *(const int *)*state, status = -1;
	pid_t id;

	snprintf(number, sizeof number, "%d", which);
	assert_int_equal(posix_spawn(&id, self, NULL, NULL, arguments, environ), 0);
	assert_int_equal(waitpid(id, &status, 0), id);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), works[which].findings);
}

#define TEST(name, row)                                                                            \
	{                                                                                          \
#name, test_in_child, NULL, NULL, &(int)                                           \
		{                                                                                  \
			row                                                                        \
		}                                                                                  \
	}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {TEST(proper, 0), TEST(device_beta, 1), TEST(gaps, 2),
					   TEST(careless, 3)};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	if (argc > 1)
		return child(atoi(argv[1]));
	return cmocka_run_group_tests(tests, NULL, NULL);
}
