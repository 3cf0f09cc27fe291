/* api_blas_rotate.c - cuBLAS's rotations. Turned vectors are compared with plain loops; a generated
 * rotation is judged by what it does: it takes the pair to (r, 0) and keeps lengths. */
#include "framework/simcuda/tests/cublas/blas_handle.h"
#include "framework/simcuda/tests/cublas/blas_stored.h"

#define ROT_ARGS int n, void *x, int incx, void *y, int incy, const void *c, const void *s
#define ROT(name)                                                                                  \
	static cublasStatus_t name(ROT_ARGS)                                                       \
	{                                                                                          \
		return cublas##name(handle, n, x, incx, y, incy, c, s);                            \
	}
ROT(Srot)
ROT(Drot)
ROT(Crot)
ROT(Zrot)
ROT(Csrot)
ROT(Zdrot)

static void check_rot(int type, int s_type, cublasStatus_t (*rot)(ROT_ARGS), const Case *c,
		      cublasPointerMode_t mode)
{
	Buffer x = vector_make(type, c->n, c->incx), y = vector_make(type, c->n, c->incy);
	Scalar cosine, sine;

	scalar_make(&cosine, type & ~2, mode, 0.75);
	scalar_make(&sine, s_type, mode, 0.5 - 0.25 * I);
	assert_ok(cublasSetPointerMode(handle, mode));
	assert_ok(rot(c->n, x.device, c->incx, y.device, c->incy, cosine.pointer, sine.pointer));
	for (int i = 0; i < c->n; i++) {
		double complex *a = &x.host[at(c->n, c->incx, i)], before = *a;
		double complex *b = &y.host[at(c->n, c->incy, i)];
		*a = cosine.value * before + sine.value * *b;
		*b = cosine.value * *b - conj(sine.value) * before;
	}
	buffer_check(&x);
	buffer_check(&y);
	scalar_free(&cosine);
	scalar_free(&sine);
	buffer_free(&x);
	buffer_free(&y);
}

static void test_rot(void **state)
{
	(void)state;
	for (int run = 0; run < CASES * 2; run++) {
		const Case *c = &cases[run / 2];
		cublasPointerMode_t mode = (cublasPointerMode_t)(run % 2);
		check_rot(S, S, Srot, c, mode);
		check_rot(D, D, Drot, c, mode);
		check_rot(C, C, Crot, c, mode);
		check_rot(Z, Z, Zrot, c, mode);
		check_rot(C, S, Csrot, c, mode);
		check_rot(Z, D, Zdrot, c, mode);
	}
}

/* --- rotm ------------------------------------------------------------------------------------ */

static cublasStatus_t rotm(int type, int n, void *x, int incx, void *y, int incy, const void *param)
{
	return type == S ? cublasSrotm(handle, n, x, incx, y, incy, param)
			 : cublasDrotm(handle, n, x, incx, y, incy, param);
}

/* The matrix {h11, h12, h21, h22} that param stands for. */
static void rotm_matrix(const double complex *param, double *h)
{
	double flag = creal(param[0]);
	int all = flag == -1;

	h[0] = all || flag == 1 ? creal(param[1]) : 1;
	h[3] = all || flag == 1 ? creal(param[4]) : 1;
	h[2] = all || flag == 0 ? creal(param[2]) : flag == 1 ? -1 : 0;
	h[1] = all || flag == 0 ? creal(param[3]) : flag == 1 ? 1 : 0;
}

/* What the flag says does not count is NaN. */
static void test_rotm(void **state)
{
	static const double params[][5] = {{-1, 0.5, -2, 3, 1.5},
					   {0, NAN, -2, 3, NAN},
					   {1, 0.5, NAN, NAN, 1.5},
					   {-2, NAN, NAN, NAN, NAN}};
	(void)state;

	for (int run = 0; run < CASES * 16; run++) {
		int type = run % 2;
		cublasPointerMode_t mode = (cublasPointerMode_t)(run / 2 % 2);
		const double *from = params[run / 4 % 4];
		const Case *c = &cases[run / 16];
		Buffer x = vector_make(type, c->n, c->incx), y = vector_make(type, c->n, c->incy);
		Buffer param = buffer_make(type, 5);
		double h[4];
		char host[5 * sizeof(double)];

		for (int i = 0; i < 5; i++) {
			param.host[i] = from[i];
			type_store(type, host + i * (int)type_bytes(type), from[i]);
		}
		buffer_upload(&param);
		rotm_matrix(param.host, h);
		assert_ok(cublasSetPointerMode(handle, mode));
		assert_ok(rotm(type, c->n, x.device, c->incx, y.device, c->incy,
			       mode == CUBLAS_POINTER_MODE_HOST ? host : param.device));
		for (int i = 0; i < c->n; i++) {
			double complex *a = &x.host[at(c->n, c->incx, i)], before = *a;
			double complex *b = &y.host[at(c->n, c->incy, i)];
			*a = h[0] * before + h[1] * *b;
			*b = h[2] * before + h[3] * *b;
		}
		buffer_check(&x);
		buffer_check(&y);
		buffer_free(&param);
		buffer_free(&x);
		buffer_free(&y);
	}
}

/* In pinned memory too, of which a kernel sees what it is said to read and no more. */
static void test_rotm_pinned(void **state)
{
	const double from[5] = {-1, 0.5, -2, 3, 1.5};
	Buffer x = buffer_make(D, 1), y = buffer_make(D, 1);
	double complex before = x.host[0];
	double *param;
	(void)state;

	assert_int_equal(cudaMallocHost((void **)&param, sizeof from), cudaSuccess);
	memcpy(param, from, sizeof from);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
	assert_ok(rotm(D, 1, x.device, 1, y.device, 1, param));
	x.host[0] = 0.5 * before + 3 * y.host[0];
	y.host[0] = -2 * before + 1.5 * y.host[0];
	buffer_check(&x);
	buffer_check(&y);
	assert_int_equal(cudaFreeHost(param), cudaSuccess);
	buffer_free(&x);
	buffer_free(&y);
}

/* --- rotg and rotmg: on the host's numbers, or the GPU's ------------------------------------- */

/* Up to five numbers, on both sides. */
typedef struct Numbers {
	Buffer buffer;
	_Alignas(16) char host[5 * 16];
} Numbers;

static void *numbers_make(Numbers *n, int type, cublasPointerMode_t mode, int count,
			  const double complex *from)
{
	n->buffer = buffer_make(type, (size_t)count);
	for (int i = 0; i < count; i++) {
		n->buffer.host[i] = from[i];
		type_store(type, n->host + (size_t)i * type_bytes(type), from[i]);
	}
	buffer_upload(&n->buffer);
	return mode == CUBLAS_POINTER_MODE_HOST ? n->host : n->buffer.device;
}

/* Reads what has become of them, and lets go of them. */
static void numbers_take(Numbers *n, cublasPointerMode_t mode, double complex *to)
{
	size_t bytes = n->buffer.count * type_bytes(n->buffer.type);

	if (mode == CUBLAS_POINTER_MODE_DEVICE)
		assert_int_equal(cudaMemcpy(n->host, n->buffer.device, bytes, cudaMemcpyDefault),
				 cudaSuccess);
	for (size_t i = 0; i < n->buffer.count; i++)
		to[i] = type_load(n->buffer.type, n->host + i * type_bytes(n->buffer.type));
	buffer_free(&n->buffer);
}

static cublasStatus_t rotg(int type, void *a, void *b, void *c, void *s)
{
	return type == S   ? cublasSrotg(handle, a, b, c, s)
	       : type == D ? cublasDrotg(handle, a, b, c, s)
	       : type == C ? cublasCrotg(handle, a, b, c, s)
			   : cublasZrotg(handle, a, b, c, s);
}

/* What z says c and s are: see the header. */
static void check_z(int type, double z, double c, double s)
{
	if (z == 1) {
		assert_close(type, c, 0);
		assert_close(type, s, 1);
	} else if (fabs(z) < 1) {
		assert_close(type, s, z);
		assert_close(type, c, sqrt(1 - z * z));
	} else {
		assert_close(type, c, 1 / z);
		assert_close(type, s, sqrt(1 - c * c));
	}
}

static void check_rotg(int type, cublasPointerMode_t mode, double complex a0, double complex b0)
{
	Numbers a, b, c, s;
	double complex r, z, cosine, sine, nothing = 7;
	double complex from_a = type >= C ? a0 : creal(a0), from_b = type >= C ? b0 : creal(b0);
	double length = hypot(cabs(from_a), cabs(from_b));
	void *pa = numbers_make(&a, type, mode, 1, &from_a);
	void *pb = numbers_make(&b, type, mode, 1, &from_b);
	void *pc = numbers_make(&c, type & ~2, mode, 1, &nothing);
	void *ps = numbers_make(&s, type, mode, 1, &nothing);

	assert_ok(cublasSetPointerMode(handle, mode));
	assert_ok(rotg(type, pa, pb, pc, ps));
	numbers_take(&a, mode, &r);
	numbers_take(&b, mode, &z);
	numbers_take(&c, mode, &cosine);
	numbers_take(&s, mode, &sine);
	assert_close(type, cabs(cosine) * cabs(cosine) + cabs(sine) * cabs(sine), 1);
	if (length > 0) { /* divided by their length, numbers of any size are compared alike */
		from_a /= length;
		from_b /= length;
		assert_close(type, cosine * from_a + sine * from_b, r / length);
		assert_close(type, cosine * from_b - conj(sine) * from_a, 0);
	} else {
		assert_true(r == 0);
	}
	if (type < C)
		check_z(type, creal(z), creal(cosine), creal(sine));
}

static void test_rotg(void **state)
{
	static const double pairs[][2] = {{3, 4}, {4, 3},  {-4, 3}, {-3, 4},     {3, -4},
					  {0, 0}, {0, -2}, {2, 0},  {1e30, 2e30}};
	(void)state;

	for (int run = 0; run < TYPES * 2; run++)
		for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
			double a = pairs[i][0], b = pairs[i][1];
			check_rotg(run / 2, (cublasPointerMode_t)(run % 2), a, b);
			check_rotg(run / 2, (cublasPointerMode_t)(run % 2), a - 0.5 * a * I,
				   b + 0.25 * b * I);
		}
}

static cublasStatus_t rotmg(int type, void *d1, void *d2, void *x1, const void *y1, void *param)
{
	return type == S ? cublasSrotmg(handle, d1, d2, x1, y1, param)
			 : cublasDrotmg(handle, d1, d2, x1, y1, param);
}

/* With H of param: H (x1, y1) is (new x1, 0), and H keeps d1 x^2 + d2 y^2 with the new d1, d2. */
static void check_rotmg(int type, cublasPointerMode_t mode, const double *from)
{
	Numbers d1, d2, x1, y1, param;
	double complex in[4] = {from[0], from[1], from[2], from[3]}, out[3], p[5];
	double complex fresh[5] = {9, 9, 9, 9, 9};
	double h[4];
	void *pd1 = numbers_make(&d1, type, mode, 1, &in[0]);
	void *pd2 = numbers_make(&d2, type, mode, 1, &in[1]);
	void *px1 = numbers_make(&x1, type, mode, 1, &in[2]);
	void *py1 = numbers_make(&y1, type, mode, 1, &in[3]);
	void *pp = numbers_make(&param, type, mode, 5, fresh);

	assert_ok(cublasSetPointerMode(handle, mode));
	assert_ok(rotmg(type, pd1, pd2, px1, py1, pp));
	numbers_take(&d1, mode, &out[0]);
	numbers_take(&d2, mode, &out[1]);
	numbers_take(&x1, mode, &out[2]);
	numbers_take(&param, mode, p);
	numbers_take(&y1, mode, &in[3]);
	assert_true(creal(p[0]) == from[4]);
	rotm_matrix(p, h);
	if (from[0] < 0) { /* no such rotation: all becomes 0 */
		assert_true(out[0] == 0 && out[1] == 0 && out[2] == 0);
		assert_true(h[0] == 0 && h[1] == 0 && h[2] == 0 && h[3] == 0);
		return;
	}
	assert_close(type, h[0] * from[2] + h[1] * from[3], out[2]);
	assert_close(type, h[2] * from[2] + h[3] * from[3], from[1] == 0 ? from[3] : 0);
	assert_close(type, out[0] * out[2] * out[2],
		     from[0] * from[2] * from[2] + from[1] * from[3] * from[3]);
	/* the two rows of H are orthogonal where the new d1 and d2 weigh them */
	assert_close(type, out[0] * h[0] * h[1] + out[1] * h[2] * h[3], 0);
	/* what does not count is left alone */
	assert_true(from[4] < 0 || (p[from[4] == 0 ? 1 : 2] == 9 && p[from[4] == 0 ? 4 : 3] == 9));
}

static void test_rotmg(void **state)
{
	/* d1, d2, x1, y1, and the flag that comes of them */
	static const double sets[][5] = {{1, 2, 3, 4, 1},        {2, 1, 1, 1, 0},
					 {-1, 2, 1, 1, -1},      {1, 0, 2, 3, -2},
					 {0, 1, 2, 4, 1},        {1e-9, 1, 4, 0.0625, -1},
					 {1, 1 / 16.0, 1, 2, 0}, {1e9, 1, 1, 1, -1}};
	(void)state;

	for (int run = 0; run < 4; run++)
		for (size_t i = 0; i < sizeof sets / sizeof *sets; i++)
			check_rotmg(run / 2, (cublasPointerMode_t)(run % 2), sets[i]);
}

static void test_refused(void **state)
{
	Buffer x = buffer_make(D, 5);
	double a = 3, b = 4, c = 5, s = 6, p[5] = {0};
	(void)state;

	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST));
	assert_status(cublasDrot(NULL, 2, x.device, 1, x.device, 1, &c, &s), NOT_INITIALIZED);
	assert_status(Drot(2, x.device, 1, x.device, 1, NULL, &s), INVALID_VALUE);
	assert_status(Drot(2, x.device, 1, x.device, 1, &c, NULL), INVALID_VALUE);
	assert_status(Drot(2, NULL, 1, x.device, 1, &c, &s), INVALID_VALUE);
	assert_ok(Drot(0, NULL, 1, NULL, 1, &c, &s));
	assert_ok(Drot(-3, NULL, 1, NULL, 1, &c, &s));
	assert_status(cublasDrotg(NULL, &a, &b, &c, &s), NOT_INITIALIZED);
	assert_status(cublasDrotg(handle, &a, &b, &c, NULL), INVALID_VALUE);
	assert_true(a == 3 && b == 4 && c == 5 && s == 6);
	assert_status(rotm(D, 2, x.device, 1, x.device, 1, NULL), INVALID_VALUE);
	assert_status(cublasDrotmg(NULL, &a, &b, &c, &s, p), NOT_INITIALIZED);
	assert_status(cublasDrotmg(handle, &a, &b, &c, NULL, p), INVALID_VALUE);
	assert_status(cublasDrotmg(handle, &a, &b, &c, &s, NULL), INVALID_VALUE);
	assert_ok(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE));
	assert_status(rotg(D, x.device, NULL, x.device, x.device), INVALID_VALUE);
	buffer_check(&x);
	buffer_free(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rot),         cmocka_unit_test(test_rotm),
		cmocka_unit_test(test_rotm_pinned), cmocka_unit_test(test_rotg),
		cmocka_unit_test(test_rotmg),       cmocka_unit_test(test_refused),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests(tests, setup, teardown);
}
