/* test_math.c - operations on the CPU and on two GPUs, against plain loops. */
#include "framework/tests/test_clean.h"

#include <float.h>
#include <math.h>

/* Numbers of all signs and sizes, without any generator of the framework. */
static uint32_t next_word(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state ^ *state >> 15;
}

static float *new_floats(int64_t count, uint32_t seed)
{
	float *out = malloc((size_t)count * sizeof(float) + 1);
	assert_non_null(out);
	for (int64_t i = 0; i < count; i++)
		out[i] = (float)(next_word(&seed) >> 8) / 8388608 - 1;
	return out;
}

static void test_floats(void **state)
{
	enum { N = 1003 };
	float *x = new_floats(N, 1), *y = new_floats(N, 2);
	float sum[N], difference[N], product[N], scaled[N];
	(void)state;
	x[0] = INFINITY, x[1] = -0.0f, x[2] = FLT_MAX, y[2] = FLT_MAX, x[3] = 1e-45f, y[3] = 0;
	for (int i = 0; i < N; i++) {
		sum[i] = x[i] + y[i];
		difference[i] = x[i] - y[i];
		product[i] = x[i] * y[i];
		scaled[i] = x[i] * -1.7f;
	}
	FOR_EACH_DEVICE(d)
	{
		Shape shape = SHAPE(17, 59);
		Tensor *a = tensor_from_host(shape, DTYPE_FLOAT32, x, d);
		Tensor *b = tensor_from_host(shape, DTYPE_FLOAT32, y, d);
		test_tensor_is(tensor_add(a, b), shape, d, DTYPE_FLOAT32, sum);
		test_tensor_is(tensor_sub(a, b), shape, d, DTYPE_FLOAT32, difference);
		test_tensor_is(tensor_mul(a, b), shape, d, DTYPE_FLOAT32, product);
		test_tensor_is(tensor_scale(a, -1.7f), shape, d, DTYPE_FLOAT32, scaled);
		test_tensor_is(a, shape, d, DTYPE_FLOAT32, x); /* inputs are left alone */
		test_tensor_is(b, shape, d, DTYPE_FLOAT32, y);
	}
	free(y);
	free(x);
}

static void test_ints(void **state)
{
	enum { N = 261 };
	int32_t x[N], y[N], sum[N], difference[N], product[N];
	uint32_t seed = 5;
	(void)state;
	for (int i = 0; i < N; i++) {
		x[i] = (int32_t)next_word(&seed);
		y[i] = i % 3 ? (int32_t)next_word(&seed) : -1 - i;
	}
	x[0] = INT32_MAX, y[0] = 1, x[1] = INT32_MIN, y[1] = INT32_MIN, x[2] = INT32_MIN, y[2] = 1;
	for (int i = 0; i < N; i++) { /* the low 32 bits of the exact result */
		sum[i] = (int32_t)(uint32_t)((int64_t)x[i] + y[i]);
		difference[i] = (int32_t)(uint32_t)((int64_t)x[i] - y[i]);
		product[i] = (int32_t)(uint32_t)((int64_t)x[i] * y[i]);
	}
	FOR_EACH_DEVICE(d)
	{
		Tensor *a = tensor_from_host(SHAPE(N), DTYPE_INT32, x, d);
		Tensor *b = tensor_from_host(SHAPE(N), DTYPE_INT32, y, d);
		test_tensor_is(tensor_add(a, b), SHAPE(N), d, DTYPE_INT32, sum);
		test_tensor_is(tensor_sub(a, b), SHAPE(N), d, DTYPE_INT32, difference);
		test_tensor_is(tensor_mul(a, b), SHAPE(N), d, DTYPE_INT32, product);
		tensor_free(b);
		tensor_free(a);
	}
}

/* An input may be used twice, and empty tensors have empty results. */
static void test_same_and_empty(void **state)
{
	const float twice[2] = {3, 3}, nothing[1] = {0};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Tensor *x = tensor_full(SHAPE(2), 1.5f, d);
		Tensor *none = tensor_zeros(SHAPE(4, 0), d);
		test_tensor_is(tensor_add(x, x), SHAPE(2), d, DTYPE_FLOAT32, twice);
		test_tensor_is(tensor_mul(none, none), SHAPE(4, 0), d, DTYPE_FLOAT32, nothing);
		test_tensor_is(tensor_scale(none, 2), SHAPE(4, 0), d, DTYPE_FLOAT32, nothing);
		tensor_free(none);
		tensor_free(x);
	}
}

static void check_product(int n, int k, int m, Device d)
{
	float *x = new_floats((int64_t)n * k, 7), *y = new_floats((int64_t)k * m, 8);
	Tensor *a = tensor_from_host(SHAPE(n, k), DTYPE_FLOAT32, x, d);
	Tensor *b = tensor_from_host(SHAPE(k, m), DTYPE_FLOAT32, y, d);
	Tensor *c = tensor_matmul(a, b);
	assert_non_null(c);
	assert_int_equal(tensor_shape(c).rank, 2);
	assert_int_equal(tensor_shape(c).dim[0], n);
	assert_int_equal(tensor_shape(c).dim[1], m);
	assert_true(device_equal(tensor_device(c), d));
	float *out = test_elements(c);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) {
			double wanted = 0, size = 0;
			for (int l = 0; l < k; l++) {
				double term = (double)x[i * k + l] * y[l * m + j];
				wanted += term;
				size += fabs(term);
			}
			assert_true(fabs(out[i * m + j] - wanted) <= 1e-6 * size);
		}
	}
	free(out);
	tensor_free(c);
	tensor_free(b);
	tensor_free(a);
	free(y);
	free(x);
}

static void test_matmul(void **state)
{
	static const int sizes[][3] = {{1, 1, 1},    {2, 3, 4}, {4, 3, 2},  {1, 5, 7},
				       {7, 5, 1},    {1, 9, 1}, {6, 1, 6},  {33, 65, 17},
				       {64, 64, 64}, {5, 0, 3}, {0, 4, 3},  {3, 4, 0},
				       {0, 0, 0},    {1, 0, 1}, {100, 1, 1}};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
			check_product(sizes[i][0], sizes[i][1], sizes[i][2], d);
	}
}

/* A NaN in memory that the result takes over must not shine through. */
static void test_matmul_ignores_old_result(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		for (int i = 0; i < 20; i++)
			tensor_free(tensor_full(SHAPE(8, 8), NAN, d));
		check_product(8, 8, 8, d);
	}
}

static void check_norm(const float *elements, int64_t count, double wanted, Device d)
{
	double value;
	Tensor *x = tensor_from_host(SHAPE(count), DTYPE_FLOAT32, elements, d);
	Tensor *norm = tensor_norm(x);
	assert_non_null(norm);
	assert_int_equal(tensor_shape(norm).rank, 0);
	assert_true(device_equal(tensor_device(norm), d));
	assert_int_equal(tensor_item(norm, &value), 0);
	assert_true(fabs(value - wanted) <= 2e-6 * wanted);
	tensor_free(norm);
	tensor_free(x);
}

static void test_norm(void **state)
{
	enum { N = 10000 };
	const float huge[2] = {3e30f, 4e30f}, tiny[2] = {3e-30f, -4e-30f}, zeros[3] = {0};
	float *x = new_floats(N, 11);
	long double sum = 0;
	(void)state;
	for (int i = 0; i < N; i++)
		sum += (long double)x[i] * x[i];
	FOR_EACH_DEVICE(d)
	{
		check_norm(x, N, (double)sqrtl(sum), d);
		check_norm(x, 1, fabsf(x[0]), d);
		check_norm(x, 0, 0, d);
		check_norm(zeros, 3, 0, d);
		check_norm(huge, 2, 5e30, d); /* squares beyond a float's range */
		check_norm(tiny, 2, 5e-30, d);
	}
	free(x);
}

/* The chapter's log: a thousand norms on the GPU, and nothing of them crosses to the host. */
static void test_norm_stays_on_gpu(void **state)
{
	SimcudaCounters a, b;
	(void)state;
	Tensor *x = tensor_uniform(SHAPE(30, 30), 1, device_gpu(1));
	tensor_free(tensor_norm(x)); /* what is made on first use is made */
	simcuda_counters(&a);
	Tensor *norm = tensor_norm(x);
	simcuda_counters(&b);
	assert_int_equal(b.copies_d2h, a.copies_d2h);
	assert_int_equal(b.synchronizes, a.synchronizes);
	assert_int_equal(b.launches - a.launches, 1);
	tensor_free(norm);
	tensor_free(x);
}

static void test_mixed_devices(void **state)
{
	(void)state;
	Tensor *c = tensor_ones(SHAPE(2, 2), device_cpu());
	Tensor *g = tensor_ones(SHAPE(2, 2), device_gpu(0));
	Tensor *h = tensor_ones(SHAPE(2, 2), device_gpu(1));
	SimcudaCounters before, after;
	simcuda_counters(&before);
	FAILS_NULL(STATUS_DEVICE,
		   "tensor_add: x is on cpu, y is on gpu:0; both must be on one device",
		   tensor_add(c, g));
	FAILS_NULL(STATUS_DEVICE,
		   "tensor_sub: x is on gpu:1, y is on gpu:0; both must be on one device",
		   tensor_sub(h, g));
	FAILS_NULL(STATUS_DEVICE,
		   "tensor_mul: x is on gpu:0, y is on cpu; both must be on one device",
		   tensor_mul(g, c));
	FAILS_NULL(STATUS_DEVICE,
		   "tensor_matmul: a is on gpu:0, b is on gpu:1; both must be on one device",
		   tensor_matmul(g, h));
	simcuda_counters(&after);
	assert_int_equal(after.allocations, before.allocations);
	assert_int_equal(after.launches, before.launches);
	tensor_free(h);
	tensor_free(g);
	tensor_free(c);
}

static void test_misfits(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Tensor *x = tensor_ones(SHAPE(2, 3), d), *y = tensor_ones(SHAPE(3, 2), d);
		Tensor *i = tensor_full_int(SHAPE(2, 3), 1, d), *v = tensor_ones(SHAPE(3), d);
		FAILS_NULL(STATUS_SHAPE,
			   "tensor_add: x is (2, 3), y is (3, 2); both must have one "
			   "shape",
			   tensor_add(x, y));
		FAILS_NULL(STATUS_SHAPE,
			   "tensor_mul: x is (2, 3), y is (3,); both must have one "
			   "shape",
			   tensor_mul(x, v));
		FAILS_NULL(STATUS_SHAPE,
			   "tensor_sub: x is float32, y is int32; both must have one dtype",
			   tensor_sub(x, i));
		FAILS_NULL(STATUS_SHAPE, "tensor_scale: x is int32; wanted float32",
			   tensor_scale(i, 2));
		FAILS_NULL(STATUS_SHAPE, "tensor_norm: x is int32; wanted float32", tensor_norm(i));
		FAILS_NULL(STATUS_SHAPE, "tensor_matmul: b is int32; wanted float32",
			   tensor_matmul(y, i));
		FAILS_NULL(STATUS_SHAPE,
			   "tensor_matmul: a is (2, 3), b is (3,); both must have 2 dimensions",
			   tensor_matmul(x, v));
		FAILS_NULL(STATUS_SHAPE,
			   "tensor_matmul: a is (2, 3), b is (2, 3); a has 3 columns, b has 2 rows",
			   tensor_matmul(x, x));
		FAILS_NULL(STATUS_ARGUMENT, "tensor_add: x is NULL", tensor_add(NULL, x));
		FAILS_NULL(STATUS_ARGUMENT, "tensor_sub: y is NULL", tensor_sub(x, NULL));
		FAILS_NULL(STATUS_ARGUMENT, "tensor_mul: x is NULL", tensor_mul(NULL, NULL));
		FAILS_NULL(STATUS_ARGUMENT, "tensor_matmul: b is NULL", tensor_matmul(x, NULL));
		FAILS_NULL(STATUS_ARGUMENT, "tensor_scale: x is NULL", tensor_scale(NULL, 1));
		FAILS_NULL(STATUS_ARGUMENT, "tensor_norm: x is NULL", tensor_norm(NULL));
		tensor_free(v);
		tensor_free(i);
		tensor_free(y);
		tensor_free(x);
	}
}

/* The BLAS counts in int; an empty tensor can be larger than that without any memory. */
static void test_beyond_int(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Tensor *a = tensor_zeros(SHAPE(1LL << 31, 0), d), *b = tensor_zeros(SHAPE(0, 2), d);
		FAILS_NULL(STATUS_SHAPE,
			   "tensor_matmul: a is (2147483648, 0), b is (0, 2); the BLAS counts to "
			   "2147483647 at most",
			   tensor_matmul(a, b));
		tensor_free(b);
		tensor_free(a);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_floats, test_nothing_left),
		cmocka_unit_test_teardown(test_ints, test_nothing_left),
		cmocka_unit_test_teardown(test_same_and_empty, test_nothing_left),
		cmocka_unit_test_teardown(test_matmul, test_nothing_left),
		cmocka_unit_test_teardown(test_matmul_ignores_old_result, test_nothing_left),
		cmocka_unit_test_teardown(test_norm, test_nothing_left),
		cmocka_unit_test_teardown(test_norm_stays_on_gpu, test_nothing_left),
		cmocka_unit_test_teardown(test_mixed_devices, test_nothing_left),
		cmocka_unit_test_teardown(test_misfits, test_nothing_left),
		cmocka_unit_test_teardown(test_beyond_int, test_nothing_left),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("math", tests, test_three_devices, NULL);
}
