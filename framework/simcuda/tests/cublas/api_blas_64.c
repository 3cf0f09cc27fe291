/* api_blas_64.c - cuBLAS's names in _64: the same results as the plain ones, from the same
 * arguments; a size that an int does not hold is refused, and the refusal names the routine. */
#include "framework/simcuda/tests/cublas/blas_handle.h"

#include <unistd.h>

#define N 6

/* What all calls work on: three matrices, of which the third is written, and three vectors. */
typedef struct Memory {
	double *a, *b, *c, *x, *y;
} Memory;

static const double two = 2, half = 0.5;
#define L CUBLAS_FILL_MODE_LOWER
#define T CUBLAS_OP_T

/* One routine of each function in the library that takes sizes, called with size n: `wide` under
 * the name in _64. */
#define ROUTINES(X)                                                                                \
	X(axpy, n, &two, m->a, 1, m->c, 2)                                                         \
	X(copy, n, m->a, 2, m->c, 1)                                                               \
	X(swap, n, m->x, 1, m->c, -1)                                                              \
	X(scal, n, &two, m->c, 1)                                                                  \
	X(rot, n, m->x, 1, m->c, 1, &two, &half)                                                   \
	X(rotm, n, m->x, 1, m->c, 1, param)                                                        \
	X(gemv, T, n, 5, &two, m->a, N, m->x, 1, &half, m->c, 1)                                   \
	X(gbmv, T, n, 5, 1, 1, &two, m->a, N, m->x, 1, &half, m->c, 1)                             \
	X(ger, n, 5, &two, m->x, 1, m->y, 1, m->c, N)                                              \
	X(symv, L, n, &two, m->a, N, m->x, 1, &half, m->c, 1)                                      \
	X(sbmv, L, n, 2, &two, m->a, N, m->x, 1, &half, m->c, 1)                                   \
	X(spmv, L, n, &two, m->a, m->x, 1, &half, m->c, 1)                                         \
	X(trmv, L, T, CUBLAS_DIAG_UNIT, n, m->a, N, m->c, 1)                                       \
	X(trsv, L, T, CUBLAS_DIAG_UNIT, n, m->a, N, m->c, 1)                                       \
	X(tbmv, L, T, CUBLAS_DIAG_UNIT, n, 2, m->a, N, m->c, 1)                                    \
	X(tpsv, L, T, CUBLAS_DIAG_UNIT, n, m->a, m->c, 1)                                          \
	X(syr, L, n, &two, m->x, 1, m->c, N)                                                       \
	X(spr2, L, n, &two, m->x, 1, m->y, 1, m->c)                                                \
	X(gemm, T, T, n, 5, 4, &two, m->a, N, m->b, N, &half, m->c, N)                             \
	X(symm, CUBLAS_SIDE_LEFT, L, n, 5, &two, m->a, N, m->b, N, &half, m->c, N)                 \
	X(syrk, L, T, n, 3, &two, m->a, N, &half, m->c, N)                                         \
	X(syr2k, L, T, n, 3, &two, m->a, N, m->b, N, &half, m->c, N)                               \
	X(syrkx, L, T, n, 3, &two, m->a, N, m->b, N, &half, m->c, N)                               \
	X(trsm, CUBLAS_SIDE_LEFT, L, T, CUBLAS_DIAG_UNIT, n, 5, &two, m->a, N, m->c, N)            \
	X(trmm, CUBLAS_SIDE_LEFT, L, T, CUBLAS_DIAG_UNIT, n, 5, &two, m->a, N, m->b, N, m->c, N)   \
	X(geam, T, T, n, 5, &two, m->a, N, &half, m->b, N, m->c, N)                                \
	X(dgmm, CUBLAS_SIDE_LEFT, n, 5, m->a, N, m->x, 1, m->c, N)

static const double param[5] = {-1, 2, 3, 4, 5};

#define CALLS(name, ...)                                                                           \
	static cublasStatus_t plain_##name(const Memory *m, int n)                                 \
	{                                                                                          \
		return cublasD##name(handle, __VA_ARGS__);                                         \
	}                                                                                          \
	static cublasStatus_t wide_##name(const Memory *m, int64_t n)                              \
	{                                                                                          \
		return cublasD##name##_64(handle, __VA_ARGS__);                                    \
	}
ROUTINES(CALLS)

#define ROW(name, ...) {"cublasD" #name, plain_##name, wide_##name},
static const struct {
	const char *name;
	cublasStatus_t (*plain)(const Memory *, int), (*wide)(const Memory *, int64_t);
} routines[] = {ROUTINES(ROW)};
#define COUNT (sizeof routines / sizeof *routines)

#define ELEMENTS (N * N)

/* Fresh memory, the same each time. */
static void fill(const Memory *m)
{
	double values[ELEMENTS];
	double *const all[] = {m->a, m->b, m->c, m->x, m->y};

	for (int k = 0; k < 5; k++) {
		for (int i = 0; i < ELEMENTS; i++)
			values[i] = ((i * 7 + k * 3) % 11 - 5) / 8.0;
		assert_int_equal(cudaMemcpy(all[k], values, sizeof values, cudaMemcpyDefault),
				 cudaSuccess);
	}
}

static void take(const Memory *m, double to[2 * ELEMENTS])
{
	size_t bytes = ELEMENTS * sizeof *to;

	assert_int_equal(cudaMemcpy(to, m->c, bytes, cudaMemcpyDefault), cudaSuccess);
	assert_int_equal(cudaMemcpy(to + ELEMENTS, m->x, bytes, cudaMemcpyDefault), cudaSuccess);
}

static void memory_make(Memory *m)
{
	double **const all[] = {&m->a, &m->b, &m->c, &m->x, &m->y};

	for (int k = 0; k < 5; k++)
		assert_int_equal(cudaMalloc((void **)all[k], ELEMENTS * sizeof(double)),
				 cudaSuccess);
}

static void memory_free(Memory *m)
{
	double *const all[] = {m->a, m->b, m->c, m->x, m->y};

	for (int k = 0; k < 5; k++)
		assert_int_equal(cudaFree(all[k]), cudaSuccess);
}

static void test_same(void **state)
{
	double plain[2 * ELEMENTS], wide[2 * ELEMENTS], before[2 * ELEMENTS];
	Memory m;
	(void)state;

	memory_make(&m);
	for (size_t i = 0; i < COUNT; i++) {
		fill(&m);
		take(&m, before);
		assert_ok(routines[i].plain(&m, 5));
		take(&m, plain);
		fill(&m);
		assert_ok(routines[i].wide(&m, 5));
		take(&m, wide);
		assert_memory_equal(plain, wide, sizeof plain);
		assert_memory_not_equal(plain, before, sizeof plain);
	}
	memory_free(&m);
}

/* Runs a call with stderr in a file, and reads what came. */
static cublasStatus_t overheard(cublasStatus_t (*call)(const Memory *, int64_t), const Memory *m,
				int64_t n, char *text, size_t room)
{
	FILE *file = tmpfile();
	int saved = dup(STDERR_FILENO);

	assert_non_null(file);
	assert_true(saved >= 0 && dup2(fileno(file), STDERR_FILENO) >= 0);
	cublasStatus_t status = call(m, n);
	assert_true(dup2(saved, STDERR_FILENO) >= 0);
	close(saved);
	rewind(file);
	text[fread(text, 1, room - 1, file)] = 0;
	fclose(file);
	return status;
}

static void test_too_large(void **state)
{
	char text[200], name[40];
	Memory m;
	(void)state;

	memory_make(&m);
	fill(&m);
	for (size_t i = 0; i < COUNT; i++) {
		assert_status(overheard(routines[i].wide, &m, INT64_C(1) << 31, text, sizeof text),
			      NOT_SUPPORTED);
		snprintf(name, sizeof name, "simcuda: %s", routines[i].name);
		assert_true(strncmp(text, name, strlen(name)) == 0);
		assert_non_null(strstr(text, "_64: "));
		assert_int_equal(strchr(text, '\n') - text, (ptrdiff_t)strlen(text) - 1);
		/* what an int would make 5 of is as large */
		assert_status(
			overheard(routines[i].wide, &m, (INT64_C(1) << 32) + 5, text, sizeof text),
			NOT_SUPPORTED);
	}
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	memory_free(&m);
}

/* Results that are places are of 64 bits. */
static void test_places(void **state)
{
	const float values[4] = {1, -3, 2, 0.5f};
	int64_t place = -1, *on_device;
	double sum = 1;
	double *y;
	float *x;
	(void)state;

	assert_int_equal(cudaMalloc((void **)&x, sizeof values), cudaSuccess);
	assert_int_equal(cudaMalloc((void **)&y, 2 * sizeof *y), cudaSuccess);
	assert_int_equal(cudaMemset(y, 0, 2 * sizeof *y), cudaSuccess);
	assert_int_equal(cudaMalloc((void **)&on_device, sizeof *on_device), cudaSuccess);
	assert_int_equal(cudaMemcpy(x, values, sizeof values, cudaMemcpyDefault), cudaSuccess);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_ok(cublasIsamax_64(handle, 4, x, 1, &place));
	assert_true(place == 2);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
	assert_int_equal(cudaMemset(on_device, 0xFF, sizeof *on_device), cudaSuccess);
	assert_int_equal(cudaMemcpy(&place, on_device, sizeof place, cudaMemcpyDefault),
			 cudaSuccess);
	assert_true(place == -1);
	assert_ok(cublasIsamin_64(handle, 4, x, 1, on_device));
	assert_int_equal(cudaMemcpy(&place, on_device, sizeof place, cudaMemcpyDefault),
			 cudaSuccess);
	assert_true(place == 4);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_ok(cublasDdot_64(handle, 2, y, 1, y, 1, &sum));
	assert_true(sum == 0);
	assert_status(cublasIsamax_64(handle, INT64_C(1) << 31, x, 1, &place), NOT_SUPPORTED);
	assert_status(cublasDdot_64(handle, INT64_C(1) << 31, y, 1, y, 1, &sum), NOT_SUPPORTED);
	assert_int_equal(cudaFree(x), cudaSuccess);
	assert_int_equal(cudaFree(y), cudaSuccess);
	assert_int_equal(cudaFree(on_device), cudaSuccess);
}

/* Copies take any size that memory has. */
static void test_copies(void **state)
{
	const double from[6] = {1, 2, 3, 4, 5, 6};
	double to[6] = {0}, *device;
	(void)state;

	assert_int_equal(cudaMalloc((void **)&device, 12 * sizeof *device), cudaSuccess);
	assert_ok(cublasSetVector_64(6, sizeof *from, from, 1, device, 2));
	assert_ok(cublasGetVector_64(6, sizeof *from, device, 2, to, 1));
	assert_memory_equal(from, to, sizeof from);
	assert_ok(cublasSetMatrix_64(2, 3, sizeof *from, from, 2, device, 4));
	memset(to, 0, sizeof to);
	assert_ok(cublasGetMatrixAsync_64(2, 3, sizeof *from, device, 4, to, 2, NULL));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	assert_memory_equal(from, to, sizeof from);
	assert_status(cublasSetVector_64(INT64_MAX, 8, from, 1, device, 1), INVALID_VALUE);
	assert_status(cublasSetMatrix_64(2, INT64_MAX / 4, 8, from, 2, device, 4), INVALID_VALUE);
	assert_int_equal(cudaFree(device), cudaSuccess);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same),
		cmocka_unit_test(test_too_large),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_copies),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests(tests, setup, teardown);
}
