/* api_blas_vector.c - cuBLAS on vectors, each routine against a plain loop, in every type, with
 * both pointer modes and increments of either sign. */
#include "framework/simcuda/tests/cublas/blas_handle.h"

typedef struct Case {
	int n, incx, incy;
} Case;

static const Case cases[] = {{0, 1, 1},  {1, 1, 1},  {7, 1, 1},   {5, 2, 3},
			     {6, -1, 1}, {4, 3, -2}, {9, -2, -1}, {300, 1, 2}};
#define CASES ((int)(sizeof cases / sizeof *cases))

#define AXPY(t)                                                                                    \
	static cublasStatus_t axpy_##t(int n, const void *alpha, const void *x, int incx, void *y, \
				       int incy)                                                   \
	{                                                                                          \
		return cublas##t##axpy(handle, n, alpha, x, incx, y, incy);                        \
	}                                                                                          \
	static cublasStatus_t copy_##t(int n, const void *x, int incx, void *y, int incy)          \
	{                                                                                          \
		return cublas##t##copy(handle, n, x, incx, y, incy);                               \
	}                                                                                          \
	static cublasStatus_t swap_##t(int n, void *x, int incx, void *y, int incy)                \
	{                                                                                          \
		return cublas##t##swap(handle, n, x, incx, y, incy);                               \
	}                                                                                          \
	static cublasStatus_t scal_##t(int n, const void *alpha, void *x, int incx)                \
	{                                                                                          \
		return cublas##t##scal(handle, n, alpha, x, incx);                                 \
	}
EACH_TYPE(AXPY)

static void test_two_vectors(void **state)
{
	static cublasStatus_t (*const axpy[])(int, const void *, const void *, int, void *,
					      int) = {axpy_S, axpy_D, axpy_C, axpy_Z};
	static cublasStatus_t (*const copy[])(int, const void *, int, void *,
					      int) = {copy_S, copy_D, copy_C, copy_Z};
	static cublasStatus_t (*const swap[])(int, void *, int, void *, int) = {swap_S, swap_D,
										swap_C, swap_Z};
	(void)state;

	for (int run = 0; run < TYPES * CASES * 3; run++) {
		int type = run % TYPES, what = run / TYPES % 3;
		const Case *c = &cases[run / TYPES / 3];
		cublasPointerMode_t mode = (cublasPointerMode_t)(run / 2 % 2);
		Buffer x = buffer_make(type, span(c->n, c->incx));
		Buffer y = buffer_make(type, span(c->n, c->incy));
		Scalar alpha;

		scalar_make(&alpha, type, mode, 1.5 - 0.5 * I);
		assert_ok(cublasSetPointerMode(handle, mode));
		if (what == 0)
			assert_ok(axpy[type](c->n, alpha.pointer, x.device, c->incx, y.device,
					     c->incy));
		else if (what == 1)
			assert_ok(copy[type](c->n, x.device, c->incx, y.device, c->incy));
		else
			assert_ok(swap[type](c->n, x.device, c->incx, y.device, c->incy));
		for (int i = 0; i < c->n; i++) {
			double complex *a = &x.host[at(c->n, c->incx, i)];
			double complex *b = &y.host[at(c->n, c->incy, i)];
			double complex old = *b;
			*b = what == 0 ? alpha.value * *a + *b : *a;
			*a = what == 2 ? old : *a;
		}
		buffer_check(&x);
		buffer_check(&y);
		scalar_free(&alpha);
		buffer_free(&x);
		buffer_free(&y);
	}
}

static void test_scal(void **state)
{
	static cublasStatus_t (*const scal[])(int, const void *, void *, int) = {scal_S, scal_D,
										 scal_C, scal_Z};
	(void)state;

	for (int run = 0; run < TYPES * CASES * 2; run++) {
		int type = run % TYPES;
		const Case *c = &cases[run / TYPES / 2];
		cublasPointerMode_t mode = (cublasPointerMode_t)(run / TYPES % 2);
		Buffer x = buffer_make(type, span(c->n, c->incx));
		Scalar alpha;

		scalar_make(&alpha, type, mode, -0.75 + 2 * I);
		assert_ok(cublasSetPointerMode(handle, mode));
		assert_ok(scal[type](c->n, alpha.pointer, x.device, c->incx));
		for (int i = 0; i < c->n && c->incx > 0; i++)
			x.host[i * c->incx] *= alpha.value;
		buffer_check(&x);
		scalar_free(&alpha);
		buffer_free(&x);
	}
}

static void test_scal_complex_by_real(void **state)
{
	(void)state;

	for (int run = 0; run < 4; run++) {
		int type = run % 2 ? Z : C;
		cublasPointerMode_t mode = (cublasPointerMode_t)(run / 2);
		Buffer x = buffer_make(type, 11);
		Scalar alpha;

		scalar_make(&alpha, type == Z ? D : S, mode, 0.25);
		assert_ok(cublasSetPointerMode(handle, mode));
		if (type == C)
			assert_ok(cublasCsscal(handle, 6, alpha.pointer, x.device, 2));
		else
			assert_ok(cublasZdscal(handle, 6, alpha.pointer, x.device, 2));
		for (int i = 0; i < 6; i++)
			x.host[2 * i] *= 0.25;
		buffer_check(&x);
		scalar_free(&alpha);
		buffer_free(&x);
	}
}

/* --- routines with a result ------------------------------------------------------------------- */

static cublasStatus_t call_dot(int type, int conjugate, const Case *c, const Buffer *x,
			       const Buffer *y, void *result)
{
	switch (type) {
	case S:
		return cublasSdot(handle, c->n, x->device, c->incx, y->device, c->incy, result);
	case D:
		return cublasDdot(handle, c->n, x->device, c->incx, y->device, c->incy, result);
	case C:
		return (conjugate ? cublasCdotc : cublasCdotu)(handle, c->n, x->device, c->incx,
							       y->device, c->incy, result);
	default:
		return (conjugate ? cublasZdotc : cublasZdotu)(handle, c->n, x->device, c->incx,
							       y->device, c->incy, result);
	}
}

static void test_dot(void **state)
{
	(void)state;

	for (int run = 0; run < TYPES * CASES * 4; run++) {
		int type = run % TYPES, conjugate = run / TYPES % 2;
		const Case *c = &cases[run / TYPES / 4];
		cublasPointerMode_t mode = (cublasPointerMode_t)(run / TYPES / 2 % 2);
		Buffer x = buffer_make(type, span(c->n, c->incx));
		Buffer y = buffer_make(type, span(c->n, c->incy));
		Buffer result = buffer_make(type, 1);
		double complex got, wanted = 0;

		for (int i = 0; i < c->n; i++) {
			double complex a = x.host[at(c->n, c->incx, i)];
			wanted += (conjugate ? conj(a) : a) * y.host[at(c->n, c->incy, i)];
		}
		assert_ok(cublasSetPointerMode(handle, mode));
		if (mode == CUBLAS_POINTER_MODE_HOST) {
			assert_ok(call_dot(type, conjugate, c, &x, &y, &got));
			assert_close(type, type_load(type, &got), wanted);
		} else {
			assert_ok(call_dot(type, conjugate, c, &x, &y, result.device));
			result.host[0] = wanted;
		}
		buffer_check(&result);
		buffer_check(&x);
		buffer_check(&y);
		buffer_free(&x);
		buffer_free(&y);
		buffer_free(&result);
	}
}

#define REAL(t) ((t) == C ? S : (t) == Z ? D : (t))

#define SUM(name, s, d, c, z)                                                                      \
	static cublasStatus_t name(int type, int n, const void *x, int incx, void *result)         \
	{                                                                                          \
		return type == S   ? s(handle, n, x, incx, result)                                 \
		       : type == D ? d(handle, n, x, incx, result)                                 \
		       : type == C ? c(handle, n, x, incx, result)                                 \
				   : z(handle, n, x, incx, result);                                \
	}
SUM(nrm2, cublasSnrm2, cublasDnrm2, cublasScnrm2, cublasDznrm2)
SUM(asum, cublasSasum, cublasDasum, cublasScasum, cublasDzasum)
SUM(amax, cublasIsamax, cublasIdamax, cublasIcamax, cublasIzamax)
SUM(amin, cublasIsamin, cublasIdamin, cublasIcamin, cublasIzamin)

static double size(double complex z)
{
	return fabs(creal(z)) + fabs(cimag(z));
}

static void test_sums(void **state)
{
	(void)state;

	for (int run = 0; run < TYPES * CASES * 4; run++) {
		int type = run % TYPES, norm = run / TYPES % 2, real = REAL(type);
		const Case *c = &cases[run / TYPES / 4];
		cublasPointerMode_t mode = (cublasPointerMode_t)(run / TYPES / 2 % 2);
		Buffer x = buffer_make(type, span(c->n, c->incx));
		Buffer result = buffer_make(real, 1);
		double complex got;
		double wanted = 0;

		for (int i = 0; i < c->n && c->incx > 0; i++) {
			double complex z = x.host[i * c->incx];
			wanted += norm ? creal(z * conj(z)) : size(z);
		}
		wanted = norm ? sqrt(wanted) : wanted;
		void *to = mode == CUBLAS_POINTER_MODE_HOST ? (void *)&got : result.device;
		assert_ok(cublasSetPointerMode(handle, mode));
		assert_ok((norm ? nrm2 : asum)(type, c->n, x.device, c->incx, to));
		if (mode == CUBLAS_POINTER_MODE_HOST)
			assert_close(real, type_load(real, &got), wanted);
		else
			result.host[0] = wanted;
		buffer_check(&result);
		buffer_free(&x);
		buffer_free(&result);
	}
}

static void test_places(void **state)
{
	(void)state;

	for (int run = 0; run < TYPES * CASES * 2; run++) {
		int type = run % TYPES, largest = run / TYPES % 2;
		const Case *c = &cases[run / TYPES / 2];
		Buffer x = buffer_make(type, span(c->n, c->incx));
		int got = -1, wanted = 0;
		int *device;

		for (int i = 0; i < c->n && c->incx > 0; i++) {
			double a = size(x.host[i * c->incx]);
			double b = wanted ? size(x.host[(wanted - 1) * c->incx]) : 0;
			if (!wanted || (largest ? a > b : a < b))
				wanted = i + 1;
		}
		assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
		assert_ok((largest ? amax : amin)(type, c->n, x.device, c->incx, &got));
		assert_int_equal(got, wanted);

		assert_int_equal(cudaMalloc((void **)&device, sizeof got), cudaSuccess);
		assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
		assert_ok((largest ? amax : amin)(type, c->n, x.device, c->incx, device));
		got = -1;
		assert_int_equal(cudaMemcpy(&got, device, sizeof got, cudaMemcpyDeviceToHost),
				 cudaSuccess);
		assert_int_equal(got, wanted);
		assert_int_equal(cudaFree(device), cudaSuccess);
		buffer_free(&x);
	}
}

/* Of equal values the first counts, and a NaN in the vector reaches sums. */
static void test_ties_and_nan(void **state)
{
	Buffer x = buffer_make(S, 6);
	float sum = 0;
	int place = 0;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	buffer_fill(&x, -3);
	assert_ok(cublasIsamax(handle, 6, x.device, 1, &place));
	assert_int_equal(place, 1);
	assert_ok(cublasIsamin(handle, 6, x.device, 1, &place));
	assert_int_equal(place, 1);
	x.host[4] = NAN;
	buffer_upload(&x);
	assert_ok(cublasSnrm2(handle, 6, x.device, 1, &sum));
	assert_true(isnan(sum));
	float zero = 0;
	assert_ok(cublasSscal(handle, 6, &zero, x.device, 1));
	for (int i = 0; i < 6; i++)
		x.host[i] = i == 4 ? NAN : 0;
	buffer_check(&x);
	buffer_free(&x);
}

/* Operands and results may lie in pinned host memory. */
static void test_pinned(void **state)
{
	float *x, *y, result = 0, *late;
	(void)state;

	assert_int_equal(cudaMallocHost((void **)&x, 4 * sizeof *x), cudaSuccess);
	assert_int_equal(cudaHostAlloc((void **)&y, 4 * sizeof *y, 0), cudaSuccess);
	assert_int_equal(cudaMallocHost((void **)&late, sizeof *late), cudaSuccess);
	for (int i = 0; i < 4; i++) {
		x[i] = (float)(i + 1);
		y[i] = 2;
	}
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_ok(cublasSdot(handle, 4, x, 1, y, 1, &result));
	assert_true(result == 20);
	assert_ok(cublasSnrm2(handle, 4, y, 1, &result));
	assert_true(result == 4);
	*late = -1;
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
	assert_ok(cublasSdot(handle, 2, x, 2, y, 1, late));
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	assert_true(*late == 8);
	assert_ok(cublasSaxpy(handle, 4, late, x, 1, y, 1)); /* alpha is pinned too */
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	assert_true(y[3] == 34);
	assert_int_equal(cudaFreeHost(x), cudaSuccess);
	assert_int_equal(cudaFreeHost(y), cudaSuccess);
	assert_int_equal(cudaFreeHost(late), cudaSuccess);
}

static void test_refused(void **state)
{
	Buffer x = buffer_make(D, 4), y = buffer_make(D, 4);
	double one = 1;
	int place;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_status(cublasDaxpy(NULL, 4, &one, x.device, 1, y.device, 1), NOT_INITIALIZED);
	assert_status(cublasDaxpy(handle, 4, NULL, x.device, 1, y.device, 1), INVALID_VALUE);
	assert_status(cublasDaxpy(handle, 4, &one, NULL, 1, y.device, 1), INVALID_VALUE);
	assert_status(cublasDaxpy(handle, 4, &one, x.device, 1, NULL, 1), INVALID_VALUE);
	assert_status(cublasDdot(handle, 4, x.device, 1, y.device, 1, NULL), INVALID_VALUE);
	assert_status(cublasIdamax(handle, 4, x.device, 1, NULL), INVALID_VALUE);
	assert_status(cublasIdamax(NULL, 4, x.device, 1, &place), NOT_INITIALIZED);
	assert_status(cublasDscal(handle, 4, &one, (void *)((char *)x.device + 4), 1),
		      INVALID_VALUE);
	assert_ok(cublasDaxpy(handle, -1, &one, NULL, 1, NULL, 1));
	buffer_check(&x);
	buffer_check(&y);
	buffer_free(&x);
	buffer_free(&y);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_two_vectors),
		cmocka_unit_test(test_scal),
		cmocka_unit_test(test_scal_complex_by_real),
		cmocka_unit_test(test_dot),
		cmocka_unit_test(test_sums),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_ties_and_nan),
		cmocka_unit_test(test_pinned),
		cmocka_unit_test(test_refused),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests(tests, setup, teardown);
}
