/* api_blas_legacy.c - the older interface of cuBLAS, without handles. Each routine must do what the
 * one with a handle does, whose results other tests check: both get the same numbers, and leave the
 * same. cublas_v2.h cannot be included beside cublas.h, so the plain names are the old ones here.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cublas.h>

#define N     6
#define ROOM  (N * N)
#define BYTES (ROOM * sizeof(cuDoubleComplex))

static cublasHandle_t handle;

/* Two copies of three operands: the old routine works on a, b, c, the new one on a2, b2, c2. */
static void *a, *b, *c, *a2, *b2, *c2;
static _Alignas(16) unsigned char start[BYTES];

static void fill(void)
{
	void *all[] = {a, b, c, a2, b2, c2};

	for (int i = 0; i < 6; i++)
		assert_int_equal(cudaMemcpy(all[i], start, BYTES, cudaMemcpyHostToDevice),
				 cudaSuccess);
}

static void same(const char *what)
{
	unsigned char old[BYTES], new[BYTES];
	void *pairs[][2] = {{a, a2}, {b, b2}, {c, c2}};

	for (int i = 0; i < 3; i++) {
		assert_int_equal(cudaMemcpy(old, pairs[i][0], BYTES, cudaMemcpyDeviceToHost),
				 cudaSuccess);
		assert_int_equal(cudaMemcpy(new, pairs[i][1], BYTES, cudaMemcpyDeviceToHost),
				 cudaSuccess);
		if (memcmp(old, new, BYTES) != 0)
			fail_msg("%s leaves other numbers in operand %d", what, i);
	}
	assert_int_equal(cublasGetError(), CUBLAS_STATUS_SUCCESS);
}

/* Some operand differs from what it was: two routines that do nothing would leave the same. */
static void changed(const char *what)
{
	unsigned char now[BYTES];
	void *all[] = {a, b, c};
	int differ = 0;

	for (int i = 0; i < 3; i++) {
		assert_int_equal(cudaMemcpy(now, all[i], BYTES, cudaMemcpyDeviceToHost),
				 cudaSuccess);
		differ |= memcmp(now, start, BYTES) != 0;
	}
	if (!differ)
		fail_msg("%s does nothing", what);
}
#define BOTH(text, old, new)                                                                       \
	do {                                                                                       \
		fill();                                                                            \
		old;                                                                               \
		assert_int_equal(new, CUBLAS_STATUS_SUCCESS);                                      \
		same(text);                                                                        \
		changed(text);                                                                     \
	} while (0)

/* Numbers of a type: halves of small ones, no 0 among them. */
static void start_real_float(void)
{
	for (int i = 0; i < (int)(BYTES / sizeof(float)); i++)
		((float *)(void *)start)[i] = 0.5f * (float)((i * 7 + 3) % 11 - 5) + 0.25f;
}

static void start_real_double(void)
{
	for (int i = 0; i < (int)(BYTES / sizeof(double)); i++)
		((double *)(void *)start)[i] = 0.5 * ((i * 7 + 3) % 11 - 5) + 0.25;
}
#define start_S start_real_float
#define start_C start_real_float
#define start_D start_real_double
#define start_Z start_real_double

static const float number_S = 1.5f;
static const double number_D = 1.5;
static const cuComplex number_C = {1.5f, -0.5f};
static const cuDoubleComplex number_Z = {1.5, -0.5};

#define OP   CUBLAS_OP_T
#define UP   CUBLAS_FILL_MODE_UPPER
#define UNIT CUBLAS_DIAG_UNIT
#define LEFT CUBLAS_SIDE_LEFT

#define OLD(T, name, ...) cublas##T##name(__VA_ARGS__)
#define NEW(T, name, ...) cublas##T##name##_v2(handle, __VA_ARGS__)

/* What all four types have. */
#define COMMON(T)                                                                                  \
	static void test_common_##T(void **state)                                                  \
	{                                                                                          \
		(void)state;                                                                       \
		start_##T();                                                                       \
		BOTH("scal", OLD(T, scal, N, number_##T, a, 2),                                    \
		     NEW(T, scal, N, &number_##T, a2, 2));                                         \
		BOTH("axpy", OLD(T, axpy, N, number_##T, a, 2, b, 1),                              \
		     NEW(T, axpy, N, &number_##T, a2, 2, b2, 1));                                  \
		BOTH("copy", OLD(T, copy, N, a, 2, b, 3), NEW(T, copy, N, a2, 2, b2, 3));          \
		BOTH("swap", OLD(T, swap, N, a, 2, b, 3), NEW(T, swap, N, a2, 2, b2, 3));          \
		BOTH("gemv", OLD(T, gemv, 't', N, N, number_##T, a, N, b, 1, number_##T, c, 2),    \
		     NEW(T, gemv, OP, N, N, &number_##T, a2, N, b2, 1, &number_##T, c2, 2));       \
		BOTH("gbmv",                                                                       \
		     OLD(T, gbmv, 'T', N, N, 1, 2, number_##T, a, 4, b, 1, number_##T, c, 2),      \
		     NEW(T, gbmv, OP, N, N, 1, 2, &number_##T, a2, 4, b2, 1, &number_##T, c2, 2)); \
		BOTH("trmv", OLD(T, trmv, 'U', 'T', 'U', N, a, N, b, 1),                           \
		     NEW(T, trmv, UP, OP, UNIT, N, a2, N, b2, 1));                                 \
		BOTH("trsv", OLD(T, trsv, 'u', 't', 'u', N, a, N, b, 1),                           \
		     NEW(T, trsv, UP, OP, UNIT, N, a2, N, b2, 1));                                 \
		BOTH("tbmv", OLD(T, tbmv, 'U', 'T', 'U', N, 2, a, 3, b, 1),                        \
		     NEW(T, tbmv, UP, OP, UNIT, N, 2, a2, 3, b2, 1));                              \
		BOTH("tbsv", OLD(T, tbsv, 'U', 'T', 'U', N, 2, a, 3, b, 1),                        \
		     NEW(T, tbsv, UP, OP, UNIT, N, 2, a2, 3, b2, 1));                              \
		BOTH("tpmv", OLD(T, tpmv, 'U', 'T', 'U', N, a, b, 1),                              \
		     NEW(T, tpmv, UP, OP, UNIT, N, a2, b2, 1));                                    \
		BOTH("tpsv", OLD(T, tpsv, 'U', 'T', 'U', N, a, b, 1),                              \
		     NEW(T, tpsv, UP, OP, UNIT, N, a2, b2, 1));                                    \
		BOTH("gemm",                                                                       \
		     OLD(T, gemm, 'N', 'T', N, N, 3, number_##T, a, N, b, N, number_##T, c, N),    \
		     NEW(T, gemm, CUBLAS_OP_N, OP, N, N, 3, &number_##T, a2, N, b2, N,             \
			 &number_##T, c2, N));                                                     \
		BOTH("syrk", OLD(T, syrk, 'U', 'N', N, 3, number_##T, a, N, number_##T, c, N),     \
		     NEW(T, syrk, UP, CUBLAS_OP_N, N, 3, &number_##T, a2, N, &number_##T, c2, N)); \
		BOTH("syr2k",                                                                      \
		     OLD(T, syr2k, 'U', 'N', N, 3, number_##T, a, N, b, N, number_##T, c, N),      \
		     NEW(T, syr2k, UP, CUBLAS_OP_N, N, 3, &number_##T, a2, N, b2, N, &number_##T,  \
			 c2, N));                                                                  \
		BOTH("symm",                                                                       \
		     OLD(T, symm, 'L', 'U', N, 4, number_##T, a, N, b, N, number_##T, c, N),       \
		     NEW(T, symm, LEFT, UP, N, 4, &number_##T, a2, N, b2, N, &number_##T, c2, N)); \
		BOTH("trsm", OLD(T, trsm, 'L', 'U', 'T', 'U', N, 4, number_##T, a, N, b, N),       \
		     NEW(T, trsm, LEFT, UP, OP, UNIT, N, 4, &number_##T, a2, N, b2, N));           \
		BOTH("trmm", OLD(T, trmm, 'L', 'U', 'T', 'U', N, 4, number_##T, a, N, b, N),       \
		     NEW(T, trmm, LEFT, UP, OP, UNIT, N, 4, &number_##T, a2, N, b2, N, b2, N));    \
	}
COMMON(S)
COMMON(D)
COMMON(C)
COMMON(Z)

/* Symmetric for the real types, Hermitian for the complex ones; R is the real type's letter. */
#define PAIRED(T, R, symv, sbmv, spmv, syr, spr, syr2, spr2)                                       \
	static void test_paired_##T(void **state)                                                  \
	{                                                                                          \
		(void)state;                                                                       \
		start_##T();                                                                       \
		BOTH(#symv, OLD(T, symv, 'U', N, number_##T, a, N, b, 1, number_##T, c, 2),        \
		     NEW(T, symv, UP, N, &number_##T, a2, N, b2, 1, &number_##T, c2, 2));          \
		BOTH(#sbmv, OLD(T, sbmv, 'U', N, 2, number_##T, a, N, b, 1, number_##T, c, 2),     \
		     NEW(T, sbmv, UP, N, 2, &number_##T, a2, N, b2, 1, &number_##T, c2, 2));       \
		BOTH(#spmv, OLD(T, spmv, 'U', N, number_##T, a, b, 1, number_##T, c, 2),           \
		     NEW(T, spmv, UP, N, &number_##T, a2, b2, 1, &number_##T, c2, 2));             \
		BOTH(#syr, OLD(T, syr, 'U', N, number_##R, b, 1, a, N),                            \
		     NEW(T, syr, UP, N, &number_##R, b2, 1, a2, N));                               \
		BOTH(#spr, OLD(T, spr, 'U', N, number_##R, b, 1, a),                               \
		     NEW(T, spr, UP, N, &number_##R, b2, 1, a2));                                  \
		BOTH(#syr2, OLD(T, syr2, 'U', N, number_##T, b, 1, c, 2, a, N),                    \
		     NEW(T, syr2, UP, N, &number_##T, b2, 1, c2, 2, a2, N));                       \
		BOTH(#spr2, OLD(T, spr2, 'U', N, number_##T, b, 1, c, 2, a),                       \
		     NEW(T, spr2, UP, N, &number_##T, b2, 1, c2, 2, a2));                          \
	}
PAIRED(S, S, symv, sbmv, spmv, syr, spr, syr2, spr2)
PAIRED(D, D, symv, sbmv, spmv, syr, spr, syr2, spr2)
PAIRED(C, S, hemv, hbmv, hpmv, her, hpr, her2, hpr2)
PAIRED(Z, D, hemv, hbmv, hpmv, her, hpr, her2, hpr2)

#define HERMITIAN(T, R)                                                                            \
	static void test_hermitian_##T(void **state)                                               \
	{                                                                                          \
		(void)state;                                                                       \
		start_##T();                                                                       \
		BOTH("hemm",                                                                       \
		     OLD(T, hemm, 'L', 'U', N, 4, number_##T, a, N, b, N, number_##T, c, N),       \
		     NEW(T, hemm, LEFT, UP, N, 4, &number_##T, a2, N, b2, N, &number_##T, c2, N)); \
		BOTH("herk", OLD(T, herk, 'U', 'N', N, 3, number_##R, a, N, number_##R, c, N),     \
		     NEW(T, herk, UP, CUBLAS_OP_N, N, 3, &number_##R, a2, N, &number_##R, c2, N)); \
		BOTH("her2k",                                                                      \
		     OLD(T, her2k, 'U', 'N', N, 3, number_##T, a, N, b, N, number_##R, c, N),      \
		     NEW(T, her2k, UP, CUBLAS_OP_N, N, 3, &number_##T, a2, N, b2, N, &number_##R,  \
			 c2, N));                                                                  \
		BOTH("geru", OLD(T, geru, N, N, number_##T, b, 1, c, 2, a, N),                     \
		     NEW(T, geru, N, N, &number_##T, b2, 1, c2, 2, a2, N));                        \
		BOTH("gerc", OLD(T, gerc, N, N, number_##T, b, 1, c, 2, a, N),                     \
		     NEW(T, gerc, N, N, &number_##T, b2, 1, c2, 2, a2, N));                        \
		BOTH("rot", OLD(T, rot, N, b, 1, c, 2, number_##R, number_##T),                    \
		     NEW(T, rot, N, b2, 1, c2, 2, &number_##R, &number_##T));                      \
	}
HERMITIAN(C, S)
HERMITIAN(Z, D)

/* What only some types have, and names of their own. */
static void test_others(void **state)
{
	float sparam[] = {-1, 2, 0.5f, -1, 3};
	double dparam[] = {-1, 2, 0.5, -1, 3};
	(void)state;

	start_S();
	BOTH("Sger", cublasSger(N, N, number_S, b, 1, c, 2, a, N),
	     cublasSger_v2(handle, N, N, &number_S, b2, 1, c2, 2, a2, N));
	BOTH("Srot", cublasSrot(N, b, 1, c, 2, 0.6f, number_S),
	     cublasSrot_v2(handle, N, b2, 1, c2, 2, &(float){0.6f}, &number_S));
	BOTH("Srotm", cublasSrotm(N, b, 1, c, 2, sparam),
	     cublasSrotm_v2(handle, N, b2, 1, c2, 2, sparam));
	BOTH("Csrot", cublasCsrot(N, b, 1, c, 2, 0.6f, number_S),
	     cublasCsrot_v2(handle, N, b2, 1, c2, 2, &(float){0.6f}, &number_S));
	BOTH("Csscal", cublasCsscal(N, number_S, b, 1),
	     cublasCsscal_v2(handle, N, &number_S, b2, 1));
	start_D();
	BOTH("Dger", cublasDger(N, N, number_D, b, 1, c, 2, a, N),
	     cublasDger_v2(handle, N, N, &number_D, b2, 1, c2, 2, a2, N));
	BOTH("Drot", cublasDrot(N, b, 1, c, 2, 0.6, number_D),
	     cublasDrot_v2(handle, N, b2, 1, c2, 2, &(double){0.6}, &number_D));
	BOTH("Drotm", cublasDrotm(N, b, 1, c, 2, dparam),
	     cublasDrotm_v2(handle, N, b2, 1, c2, 2, dparam));
	BOTH("Zdrot", cublasZdrot(N, b, 1, c, 2, 0.6, number_D),
	     cublasZdrot_v2(handle, N, b2, 1, c2, 2, &(double){0.6}, &number_D));
	BOTH("Zdscal", cublasZdscal(N, number_D, b, 1),
	     cublasZdscal_v2(handle, N, &number_D, b2, 1));
}

/* Results come back by value. */
#define RESULT(name, R)                                                                            \
	do {                                                                                       \
		R wanted, got = cublas##name(N, a, 2);                                             \
		assert_int_equal(cublas##name##_v2(handle, N, a2, 2, &wanted),                     \
				 CUBLAS_STATUS_SUCCESS);                                           \
		assert_true(got == wanted && got != 0);                                            \
	} while (0)
#define DOT(name, P)                                                                               \
	do {                                                                                       \
		P wanted, got = cublas##name(N, a, 2, b, 1), zero;                                 \
		memset(&zero, 0, sizeof zero);                                                     \
		assert_int_equal(cublas##name##_v2(handle, N, a2, 2, b2, 1, &wanted),              \
				 CUBLAS_STATUS_SUCCESS);                                           \
		assert_memory_equal(&got, &wanted, sizeof got);                                    \
		assert_memory_not_equal(&got, &zero, sizeof got);                                  \
	} while (0)

static void test_results(void **state)
{
	(void)state;

	start_real_float();
	fill();
	RESULT(Snrm2, float);
	RESULT(Scnrm2, float);
	RESULT(Sasum, float);
	RESULT(Scasum, float);
	RESULT(Isamax, int);
	RESULT(Icamax, int);
	RESULT(Isamin, int);
	RESULT(Icamin, int);
	DOT(Sdot, float);
	DOT(Cdotu, cuComplex);
	DOT(Cdotc, cuComplex);
	start_real_double();
	fill();
	RESULT(Dnrm2, double);
	RESULT(Dznrm2, double);
	RESULT(Dasum, double);
	RESULT(Dzasum, double);
	RESULT(Idamax, int);
	RESULT(Izamax, int);
	RESULT(Idamin, int);
	RESULT(Izamin, int);
	DOT(Ddot, double);
	DOT(Zdotu, cuDoubleComplex);
	DOT(Zdotc, cuDoubleComplex);
	assert_int_equal(cublasGetError(), CUBLAS_STATUS_SUCCESS);
}

/* rotg and rotmg work on host memory at once. */
static void test_rotations(void **state)
{
	float x = 3, y = 4, c1 = 0, s1 = 0, d1 = 2, d2 = 3, x1 = 1.5f, y1 = 0.5f, p[5];
	float e1 = 2, e2 = 3, z1 = 1.5f, q[5];
	double dx = 5, dy = 12, dc = 0, ds = 0;
	cuComplex cx = {3, 0}, cy = {0, 4}, cs = {0, 0};
	(void)state;

	memset(p, 0, sizeof p);
	memset(q, 0, sizeof q);
	cublasSrotg(&x, &y, &c1, &s1);
	assert_true(x > 4.9999f && x < 5.0001f && c1 > 0.5999f && c1 < 0.6001f);
	cublasDrotg(&dx, &dy, &dc, &ds);
	assert_true(dx > 12.999 && dx < 13.001 && ds > 0.923 && ds < 0.9231);
	cublasCrotg(&cx, cy, &c1, &cs);
	assert_true(c1 > 0.5999f && c1 < 0.6001f); /* |a| / hypot(|a|, |b|) */
	cublasSrotmg(&d1, &d2, &x1, &y1, p);
	assert_int_equal(cublasSrotmg_v2(handle, &e1, &e2, &z1, &y1, q), CUBLAS_STATUS_SUCCESS);
	assert_memory_equal(p, q, sizeof p);
	assert_true(d1 == e1 && d1 != 2);
	assert_int_equal(cublasGetError(), CUBLAS_STATUS_SUCCESS);
}

/* The first error stays until it is asked for. */
static void test_errors(void **state)
{
	(void)state;

	cublasSgemm('X', 'N', 2, 2, 2, 1, a, 2, b, 2, 0, c, 2);
	assert_int_equal(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE);
	assert_int_equal(cublasGetError(), CUBLAS_STATUS_SUCCESS);
	cublasSgemm('N', 'N', 2, 2, 2, 1, a, 1, b, 2, 0, c, 2);
	cublasSscal(2, 1, a, 1);
	assert_int_equal(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE);
	cublasStrsm('L', 'X', 'N', 'N', 2, 2, 1, a, 2, b, 2);
	assert_int_equal(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE);
	cublasStrsm('?', 'U', 'N', 'N', 2, 2, 1, a, 2, b, 2);
	assert_int_equal(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE);
	cublasStrsm('L', 'U', 'N', 'n', 2, 2, 1, a, 2, b, 2);
	assert_int_equal(cublasGetError(), CUBLAS_STATUS_SUCCESS);
	cublasStrsm('L', 'U', 'N', 'z', 2, 2, 1, a, 2, b, 2);
	assert_int_equal(cublasGetError(), CUBLAS_STATUS_INVALID_VALUE);
}

static void test_helpers(void **state)
{
	void *memory = NULL;
	int version = 0;
	cudaStream_t stream;
	(void)state;

	assert_int_equal(cublasAlloc(10, 8, &memory), CUBLAS_STATUS_SUCCESS);
	assert_int_equal(cudaMemset(memory, 0, 80), cudaSuccess);
	assert_int_equal(cublasFree(memory), CUBLAS_STATUS_SUCCESS);
	assert_int_equal(cublasAlloc(0, 8, &memory), CUBLAS_STATUS_INVALID_VALUE);
	assert_int_equal(cublasAlloc(8, -1, &memory), CUBLAS_STATUS_INVALID_VALUE);
	assert_int_equal(cublasAlloc(0x7fffffff, 0x7fff, &memory), CUBLAS_STATUS_ALLOC_FAILED);
	assert_int_equal(cudaGetLastError(), cudaErrorMemoryAllocation);
	assert_int_equal(cublasGetVersion(&version), CUBLAS_STATUS_SUCCESS);
	assert_true(version >= 130000);
	assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
	assert_int_equal(cublasSetKernelStream(stream), CUBLAS_STATUS_SUCCESS);
	cublasSscal(2, 1, a, 1);
	assert_int_equal(cudaStreamQuery(stream), cudaErrorNotReady);
	assert_int_equal(cublasSetKernelStream(NULL), CUBLAS_STATUS_SUCCESS);
	assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
}

/* Before cublasInit() and after cublasShutdown() nothing works. */
static void test_without_init(void **state)
{
	void *memory;
	(void)state;

	assert_int_equal(cublasShutdown(), CUBLAS_STATUS_SUCCESS);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(cublasShutdown(), CUBLAS_STATUS_NOT_INITIALIZED);
		assert_int_equal(cublasAlloc(1, 1, &memory), CUBLAS_STATUS_NOT_INITIALIZED);
		assert_int_equal(cublasFree(NULL), CUBLAS_STATUS_NOT_INITIALIZED);
		assert_int_equal(cublasSetKernelStream(NULL), CUBLAS_STATUS_NOT_INITIALIZED);
		assert_true(cublasSdot(2, a, 1, b, 1) == 0);
		assert_int_equal(cublasGetError(), CUBLAS_STATUS_NOT_INITIALIZED);
	}
	assert_int_equal(cublasInit(), CUBLAS_STATUS_SUCCESS);
	assert_int_equal(cublasInit(), CUBLAS_STATUS_SUCCESS);
}

static int setup(void **state)
{
	void **all[] = {&a, &b, &c, &a2, &b2, &c2};
	(void)state;

	for (int i = 0; i < 6; i++)
		if (cudaMalloc(all[i], BYTES))
			return 1;
	return cublasInit() || cublasCreate_v2(&handle);
}

static int teardown(void **state)
{
	void *all[] = {a, b, c, a2, b2, c2};
	(void)state;

	for (int i = 0; i < 6; i++)
		if (cudaFree(all[i]))
			return 1;
	return cublasDestroy_v2(handle) || cublasShutdown();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_common_S),    cmocka_unit_test(test_common_D),
		cmocka_unit_test(test_common_C),    cmocka_unit_test(test_common_Z),
		cmocka_unit_test(test_paired_S),    cmocka_unit_test(test_paired_D),
		cmocka_unit_test(test_paired_C),    cmocka_unit_test(test_paired_Z),
		cmocka_unit_test(test_hermitian_C), cmocka_unit_test(test_hermitian_Z),
		cmocka_unit_test(test_others),      cmocka_unit_test(test_results),
		cmocka_unit_test(test_rotations),   cmocka_unit_test(test_errors),
		cmocka_unit_test(test_helpers),     cmocka_unit_test(test_without_init),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
