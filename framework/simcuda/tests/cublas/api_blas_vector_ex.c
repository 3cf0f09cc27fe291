/* api_blas_vector_ex.c - cuBLAS's routines on vectors whose element types are arguments: each type
 * against plain loops in double, and every other combination refused. */
#include "framework/simcuda/tests/cublas/blas_handle.h"
#include "framework/simcuda/tests/cublas/blas_small.h"

static const cudaDataType types[] = {CUDA_R_16F, CUDA_R_16BF, CUDA_R_32F,
				     CUDA_R_64F, CUDA_C_32F,  CUDA_C_64F};
#define TYPES_EX 6
#define KNOWN    40 /* so far cudaDataType's values go, and beyond */

static cudaDataType wide(cudaDataType type)
{
	return type == CUDA_R_16F || type == CUDA_R_16BF ? CUDA_R_32F : type;
}

static cudaDataType real(cudaDataType type)
{
	return type == CUDA_C_32F ? CUDA_R_32F : type == CUDA_C_64F ? CUDA_R_64F : type;
}

/* Vectors of each case: n elements, and their increments. */
static const struct {
	int n, incx, incy;
} cases[] = {{1, 1, 1}, {7, 1, 1}, {6, 2, 3}, {5, -1, 2}, {4, -2, -3}, {0, 1, 1}};
#define CASES ((int)(sizeof cases / sizeof *cases))

typedef struct Pair {
	int n, incx, incy;
	cudaDataType type;
	Data x, y;
} Pair;

static Pair pair_make(int run)
{
	int c = run / TYPES_EX % CASES;
	Pair p = {cases[c].n,
		  cases[c].incx,
		  cases[c].incy,
		  types[run % TYPES_EX],
		  data_make(types[run % TYPES_EX], 20),
		  data_make(types[run % TYPES_EX], 20)};

	return p;
}

static double complex *x_at(Pair *p, int i)
{
	return &p->x.host[at(p->n, p->incx, i)];
}

static double complex *y_at(Pair *p, int i)
{
	return &p->y.host[at(p->n, p->incy, i)];
}

static void pair_free(Pair *p)
{
	double bound[20];

	for (int i = 0; i < 20; i++)
		bound[i] = 100;
	data_check(&p->x, bound);
	data_check(&p->y, bound);
	data_free(&p->x);
	data_free(&p->y);
}

/* A scalar of a type, where the pointer mode wants it. */
typedef struct Factor {
	Data data;
	char host[16];
	const void *at;
	double complex value;
} Factor;

static void factor_make(Factor *f, cudaDataType type, int on_device, double complex value)
{
	f->data = data_make(type, 1);
	f->data.host[0] = data_is_complex(type) ? value : creal(value);
	data_upload(&f->data);
	f->value = f->data.host[0];
	data_store(type, f->host, f->value);
	f->at = on_device ? f->data.device : (void *)f->host;
	assert_ok(cublasSetPointerMode(handle, on_device ? CUBLAS_POINTER_MODE_DEVICE
							 : CUBLAS_POINTER_MODE_HOST));
}

#define RUNS           (TYPES_EX * CASES * 2)
#define ON_DEVICE(run) ((run) / TYPES_EX / CASES)

static void test_axpy_and_scal(void **state)
{
	(void)state;

	for (int run = 0; run < RUNS; run++) {
		Pair p = pair_make(run);
		Factor alpha;

		factor_make(&alpha, wide(p.type), ON_DEVICE(run), 1.25 - 2 * I);
		assert_ok(cublasAxpyEx(handle, p.n, alpha.at, wide(p.type), p.x.device, p.type,
				       p.incx, p.y.device, p.type, p.incy, wide(p.type)));
		for (int i = 0; i < p.n; i++)
			*y_at(&p, i) += alpha.value * *x_at(&p, i);
		assert_ok(cublasScalEx(handle, p.n, alpha.at, wide(p.type), p.x.device, p.type,
				       p.incx, wide(p.type)));
		for (int i = 0; i < p.n && p.incx > 0; i++)
			*x_at(&p, i) *= alpha.value;
		data_free(&alpha.data);
		pair_free(&p);
	}
}

static void test_copy_and_swap(void **state)
{
	(void)state;

	for (int run = 0; run < TYPES_EX * CASES; run++) {
		Pair p = pair_make(run);

		assert_ok(cublasSwapEx(handle, p.n, p.x.device, p.type, p.incx, p.y.device, p.type,
				       p.incy));
		for (int i = 0; i < p.n; i++) {
			double complex old = *x_at(&p, i);
			*x_at(&p, i) = *y_at(&p, i);
			*y_at(&p, i) = old;
		}
		pair_free(&p);
		p = pair_make(run);
		assert_ok(cublasCopyEx(handle, p.n, p.x.device, p.type, p.incx, p.y.device, p.type,
				       p.incy));
		for (int i = 0; i < p.n; i++)
			*y_at(&p, i) = *x_at(&p, i);
		pair_free(&p);
	}
}

static void test_rot(void **state)
{
	(void)state;

	for (int run = 0; run < RUNS * 2; run++) {
		Pair p = pair_make(run);
		cudaDataType type = run / RUNS ? p.type : real(p.type);
		Factor c, s;

		factor_make(&c, type, ON_DEVICE(run % RUNS), 0.75);
		factor_make(&s, type, ON_DEVICE(run % RUNS), -0.5 + 0.25 * I);
		assert_ok(cublasRotEx(handle, p.n, p.x.device, p.type, p.incx, p.y.device, p.type,
				      p.incy, c.at, s.at, type, wide(p.type)));
		for (int i = 0; i < p.n; i++) {
			double complex x = *x_at(&p, i), y = *y_at(&p, i);
			*x_at(&p, i) = c.value * x + s.value * y;
			*y_at(&p, i) = c.value * y - conj(s.value) * x;
		}
		data_free(&c.data);
		data_free(&s.data);
		pair_free(&p);
	}
}

/* The result, of a type, from where the pointer mode wants it. */
static double complex result_get(const Data *d, const char *host, int on_device)
{
	double complex *got, z = data_load(d->type, host);

	if (!on_device)
		return z;
	got = data_download(d);
	z = got[0];
	free(got);
	return z;
}

static void result_check(cudaDataType type, double complex got, double complex wanted, double size)
{
	double allowed = data_epsilon(type) * cabs(wanted) * 1.001 +
			 8 * fmin(data_epsilon(type), ldexp(1, -24)) * size + ldexp(1, -25);

	if (!(cabs(got - wanted) <= allowed))
		fail_msg("type %d: got %g%+gi, wanted %g%+gi", (int)type, creal(got), cimag(got),
			 creal(wanted), cimag(wanted));
}

static void test_sums(void **state)
{
	(void)state;

	for (int run = 0; run < RUNS; run++) {
		int on_device = ON_DEVICE(run);
		Pair p = pair_make(run);
		Data full = data_make(p.type, 1), half = data_make(real(p.type), 1);
		char host[16];
		void *to = on_device ? full.device : (void *)host;
		void *to_real = on_device ? half.device : (void *)host;
		double complex dot = 0, dotc = 0;
		double squares = 0, absolute = 0;

		for (int i = 0; i < p.n; i++) {
			double complex x = *x_at(&p, i), y = *y_at(&p, i);
			dot += x * y;
			dotc += conj(x) * y;
			squares += cabs(x) * cabs(x);
			absolute += fabs(creal(x)) + fabs(cimag(x));
		}
		if (p.incx < 0)
			squares = absolute = 0;
		assert_ok(cublasSetPointerMode(handle, on_device ? CUBLAS_POINTER_MODE_DEVICE
								 : CUBLAS_POINTER_MODE_HOST));
		assert_ok(cublasDotEx(handle, p.n, p.x.device, p.type, p.incx, p.y.device, p.type,
				      p.incy, to, p.type, wide(p.type)));
		result_check(p.type, result_get(&full, host, on_device), dot, 72.0 * p.n);
		assert_ok(cublasDotcEx(handle, p.n, p.x.device, p.type, p.incx, p.y.device, p.type,
				       p.incy, to, p.type, wide(p.type)));
		result_check(p.type, result_get(&full, host, on_device), dotc, 72.0 * p.n);
		assert_ok(cublasNrm2Ex(handle, p.n, p.x.device, p.type, p.incx, to_real,
				       real(p.type), wide(real(p.type))));
		result_check(real(p.type), result_get(&half, host, on_device), sqrt(squares),
			     72.0 * p.n);
		assert_ok(cublasAsumEx(handle, p.n, p.x.device, p.type, p.incx, to_real,
				       real(p.type), wide(real(p.type))));
		result_check(real(p.type), result_get(&half, host, on_device), absolute,
			     72.0 * p.n);
		data_free(&full);
		data_free(&half);
		pair_free(&p);
	}
}

static void test_places(void **state)
{
	(void)state;

	for (int run = 0; run < RUNS; run++) {
		int on_device = ON_DEVICE(run), most = 0, least = 0, got[2], *device;
		int64_t wide_got = -1;
		double best[2] = {0};
		Pair p = pair_make(run);

		for (int i = 0; i < p.n && p.incx > 0; i++) {
			double complex x = *x_at(&p, i);
			double size = fabs(creal(x)) + fabs(cimag(x));
			if (i == 0 || size > best[0]) {
				best[0] = size;
				most = i + 1;
			}
			if (i == 0 || size < best[1]) {
				best[1] = size;
				least = i + 1;
			}
		}
		assert_int_equal(cudaMalloc((void **)&device, sizeof got), cudaSuccess);
		assert_ok(cublasSetPointerMode(handle, on_device ? CUBLAS_POINTER_MODE_DEVICE
								 : CUBLAS_POINTER_MODE_HOST));
		int *to = on_device ? device : got;
		assert_ok(cublasIamaxEx(handle, p.n, p.x.device, p.type, p.incx, to));
		assert_ok(cublasIaminEx(handle, p.n, p.x.device, p.type, p.incx, to + 1));
		if (on_device)
			assert_int_equal(
				cudaMemcpy(got, device, sizeof got, cudaMemcpyDeviceToHost),
				cudaSuccess);
		else
			assert_ok(cublasIamaxEx_64(handle, p.n, p.x.device, p.type, p.incx,
						   &wide_got));
		assert_int_equal(got[0], most);
		assert_int_equal(got[1], least);
		assert_int_equal(wide_got, on_device ? -1 : most);
		assert_int_equal(cudaFree(device), cudaSuccess);
		pair_free(&p);
	}
}

/* The rotations of scalars: (a, b) becomes (r, 0). Halves are refused. */
static void test_rotations(void **state)
{
	float a = 3, b = 4, c = 0, s = 0, param[5] = {-1, 1, 2, 3, 4}, d1 = 2, d2 = 3, x1 = 1.5f,
	      y1 = 0.5f;
	double da = 5, db = 12, dc = 0, ds = 0;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_ok(cublasRotgEx(handle, &a, &b, CUDA_R_32F, &c, &s, CUDA_R_32F, CUDA_R_32F));
	assert_true(fabsf(c * 3 + s * 4 - a) < 1e-5f && fabsf(c * 4 - s * 3) < 1e-5f);
	assert_ok(cublasRotgEx(handle, &da, &db, CUDA_R_64F, &dc, &ds, CUDA_R_64F, CUDA_R_64F));
	assert_true(fabs(dc * 5 + ds * 12 - da) < 1e-13 && fabs(dc * 12 - ds * 5) < 1e-13);
	assert_status(cublasRotgEx(handle, &a, &b, CUDA_R_16F, &c, &s, CUDA_R_16F, CUDA_R_32F),
		      NOT_SUPPORTED);
	assert_status(cublasRotgEx(handle, &a, &b, CUDA_R_32F, &c, &s, CUDA_R_32F, CUDA_R_64F),
		      NOT_SUPPORTED);

	Data x = data_make(CUDA_R_32F, 4), y = data_make(CUDA_R_32F, 4);
	assert_ok(cublasRotmEx(handle, 4, x.device, CUDA_R_32F, 1, y.device, CUDA_R_32F, 1, param,
			       CUDA_R_32F, CUDA_R_32F));
	for (int i = 0; i < 4; i++) {
		double complex old = x.host[i];
		x.host[i] = 1 * old + 3 * y.host[i];
		y.host[i] = 2 * old + 4 * y.host[i];
	}
	double bound[] = {50, 50, 50, 50};
	data_check(&x, bound);
	data_check(&y, bound);
	assert_status(cublasRotmEx(handle, 4, x.device, CUDA_R_16F, 1, y.device, CUDA_R_16F, 1,
				   param, CUDA_R_16F, CUDA_R_32F),
		      NOT_SUPPORTED);
	data_free(&x);
	data_free(&y);

	/* what rotmg makes takes the second of (x1, y1) to 0: h21 x1 + h22 y1 */
	assert_ok(cublasRotmgEx(handle, &d1, CUDA_R_32F, &d2, CUDA_R_32F, &x1, CUDA_R_32F, &y1,
				CUDA_R_32F, param, CUDA_R_32F, CUDA_R_32F));
	assert_true(param[0] == 0); /* h11 and h22 are 1 */
	assert_true(fabsf(param[2] * 1.5f + 0.5f) < 1e-6f);
	assert_status(cublasRotmgEx(handle, &d1, CUDA_R_32F, &d2, CUDA_R_64F, &x1, CUDA_R_32F, &y1,
				    CUDA_R_32F, param, CUDA_R_32F, CUDA_R_32F),
		      NOT_SUPPORTED);
}

static int is_element(cudaDataType type)
{
	for (int i = 0; i < TYPES_EX; i++)
		if (types[i] == type)
			return 1;
	return 0;
}

#define assert_known(call, known)                                                                  \
	assert_int_equal(call, (known) ? CUBLAS_STATUS_SUCCESS : CUBLAS_STATUS_NOT_SUPPORTED)

/* Every combination of three types, on no elements: known or refused. */
static void test_every_combination(void **state)
{
	char room[16] = {0};
	int place, known = 0;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	for (int run = 0; run < KNOWN * KNOWN * KNOWN; run++) {
		cudaDataType x = (cudaDataType)(run % KNOWN);
		cudaDataType other = (cudaDataType)(run / KNOWN % KNOWN);
		cudaDataType in = (cudaDataType)(run / KNOWN / KNOWN);
		int element = is_element(x), plain = element && other == x && in == wide(x);

		assert_known(cublasAxpyEx(handle, 0, room, other, room, x, 1, room, x, 1, in),
			     element && other == wide(x) && in == wide(x));
		assert_known(cublasScalEx(handle, 0, room, other, room, x, 1, in),
			     element && other == wide(x) && in == wide(x));
		assert_known(cublasRotEx(handle, 0, room, x, 1, room, x, 1, room, room, other, in),
			     element && (other == x || other == real(x)) && in == wide(x));
		if (!plain) /* those that work wait for the GPU */
			assert_known(
				cublasDotEx(handle, 0, NULL, x, 1, NULL, x, 1, room, other, in), 0);
		if (!(element && other == real(x) && in == wide(real(x))))
			assert_known(cublasNrm2Ex(handle, 0, NULL, x, 1, room, other, in), 0);
		known += plain;
	}
	assert_int_equal(known, TYPES_EX);
	for (int run = 0; run < KNOWN * KNOWN; run++) {
		cudaDataType x = (cudaDataType)(run % KNOWN), y = (cudaDataType)(run / KNOWN);
		int same = x == y && is_element(x);
		assert_known(cublasCopyEx(handle, 0, room, x, 1, room, y, 1), same);
		assert_known(cublasSwapEx(handle, 0, room, x, 1, room, y, 1), same);
	}
	assert_known(cublasIamaxEx(handle, 0, NULL, CUDA_R_8I, 1, &place), 0);
	assert_known(cublasIaminEx(handle, 0, NULL, CUDA_R_32I, 1, &place), 0);
}

static void test_refused(void **state)
{
	Data x = data_make(CUDA_R_16F, 4);
	float alpha = 1;
	uint16_t result;
	int place;
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	for (int i = 0; i < 2; i++) {
		cudaDataType h = i ? CUDA_R_16BF : CUDA_R_16F, s = CUDA_R_32F;
		assert_status(cublasAxpyEx(NULL, 4, &alpha, s, x.device, h, 1, x.device, h, 1, s),
			      NOT_INITIALIZED);
		assert_status(cublasAxpyEx(NULL, 4, &alpha, h, x.device, h, 1, x.device, h, 1, s),
			      NOT_INITIALIZED);
		assert_status(cublasAxpyEx(handle, 4, NULL, s, x.device, h, 1, x.device, h, 1, s),
			      INVALID_VALUE);
		assert_status(cublasAxpyEx(handle, 4, &alpha, s, NULL, h, 1, x.device, h, 1, s),
			      INVALID_VALUE);
		assert_status(cublasScalEx(handle, 4, NULL, s, x.device, h, 1, s), INVALID_VALUE);
		assert_status(cublasDotEx(handle, 4, x.device, h, 1, x.device, h, 1, NULL, h, s),
			      INVALID_VALUE);
		assert_status(cublasDotEx(handle, 4, x.device, h, 1, NULL, h, 1, &result, h, s),
			      INVALID_VALUE);
		assert_status(cublasNrm2Ex(handle, 4, x.device, h, 1, NULL, h, s), INVALID_VALUE);
		assert_status(cublasIamaxEx(handle, 4, NULL, h, 1, &place), INVALID_VALUE);
		assert_status(
			cublasRotEx(handle, 4, x.device, h, 1, x.device, h, 1, NULL, &result, h, s),
			INVALID_VALUE);
		assert_status(cublasAxpyEx_64(handle, (int64_t)1 << 40, &alpha, s, x.device, h, 1,
					      x.device, h, 1, s),
			      NOT_SUPPORTED);
	}
	data_free(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_axpy_and_scal),
		cmocka_unit_test(test_copy_and_swap),
		cmocka_unit_test(test_rot),
		cmocka_unit_test(test_sums),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_rotations),
		cmocka_unit_test(test_every_combination),
		cmocka_unit_test(test_refused),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
