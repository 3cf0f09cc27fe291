/* test_matrix.c - transposed products, rows, sums, views and the operation in place, against plain
 * loops. */
#include "framework/tests/test_clean.h"

#include <math.h>

#define COLUMNS 7
static float numbers[4096]; /* of both signs, with halves and thirds */

static Tensor *matrix(int n, int m, Device d)
{
	return tensor_from_host(SHAPE(n, m), DTYPE_FLOAT32, numbers, d);
}

/* --- products --------------------------------------------------------------------------------- */

static void check_product(int n, int k, int m, bool ta, bool tb, Device d)
{
	Tensor *a = ta ? matrix(k, n, d) : matrix(n, k, d);
	Tensor *b = tb ? matrix(m, k, d) : matrix(k, m, d);
	Tensor *c = tensor_matmul_with(a, ta, b, tb);
	assert_non_null(c);
	assert_int_equal(tensor_shape(c).rank, 2);
	assert_int_equal(tensor_shape(c).dim[0], n);
	assert_int_equal(tensor_shape(c).dim[1], m);
	float *out = test_elements(c);
	for (int i = 0; i < n; i++) {
		for (int j = 0; j < m; j++) {
			double wanted = 0, size = 1e-30;
			for (int l = 0; l < k; l++) {
				double x = numbers[ta ? l * n + i : i * k + l];
				double y = numbers[tb ? j * k + l : l * m + j];
				wanted += x * y;
				size += fabs(x * y);
			}
			assert_true(fabs(out[i * m + j] - wanted) <= 1e-6 * size);
		}
	}
	free(out);
	tensor_free(c);
	tensor_free(b);
	tensor_free(a);
}

static void test_transposed_products(void **state)
{
	static const int sizes[][3] = {{1, 1, 1}, {2, 3, 4}, {1, 5, 7}, {7, 5, 1},    {1, 9, 1},
				       {6, 1, 6}, {5, 0, 3}, {0, 4, 3}, {33, 25, 17}, {3, 4, 0}};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
			for (int t = 0; t < 4; t++)
				check_product(sizes[i][0], sizes[i][1], sizes[i][2], t & 1, t & 2,
					      d);
	}
}

/* --- rows and sums ---------------------------------------------------------------------------- */

static void check_rows(int n, int m, Device d)
{
	float *added = malloc((size_t)(n * m) * sizeof(float) + 1);
	float *sums = malloc((size_t)m * sizeof(float) + 1);
	assert_non_null(added);
	assert_non_null(sums);
	for (int j = 0; j < m; j++) {
		double sum = 0;
		for (int i = 0; i < n; i++) {
			added[i * m + j] = numbers[i * m + j] + numbers[j];
			sum += numbers[i * m + j];
		}
		sums[j] = (float)sum;
	}
	Tensor *x = matrix(n, m, d);
	Tensor *row = tensor_from_host(SHAPE(m), DTYPE_FLOAT32, numbers, d);
	test_tensor_is(tensor_add_row(x, row), SHAPE(n, m), d, DTYPE_FLOAT32, added);
	test_tensor_is(tensor_sum_rows(x), SHAPE(m), d, DTYPE_FLOAT32, sums);
	test_tensor_is(x, SHAPE(n, m), d, DTYPE_FLOAT32, numbers);
	tensor_free(row);
	free(sums);
	free(added);
}

static void test_rows(void **state)
{
	static const int sizes[][2] = {{1, 1},  {2, 3},  {3, 2}, {1, 40}, {50, 1}, {31, 16},
				       {9, 17}, {8, 33}, {0, 5}, {5, 0},  {0, 0},  {60, 64}};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
			check_rows(sizes[i][0], sizes[i][1], d);
	}
}

/* Sums of up to 1024 numbers are made in one go, of more in two. */
static void test_sum_and_mean(void **state)
{
	static const int counts[] = {1, 2, 1000, 1024, 1025, 2047, 4096};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		for (size_t i = 0; i < sizeof(counts) / sizeof(counts[0]); i++) {
			int n = counts[i];
			double wanted = 0, size = 0, got;
			for (int k = 0; k < n; k++) {
				wanted += numbers[k];
				size += fabsf(numbers[k]);
			}
			Tensor *x = tensor_from_host(SHAPE(n), DTYPE_FLOAT32, numbers, d);
			Tensor *sum = tensor_sum(x), *mean = tensor_mean(x);
			assert_int_equal(tensor_shape(sum).rank, 0);
			assert_true(device_equal(tensor_device(mean), d));
			assert_int_equal(tensor_item(sum, &got), 0);
			assert_true(fabs(got - wanted) <= 1e-7 * size);
			assert_int_equal(tensor_item(mean, &got), 0);
			assert_true(fabs(got - wanted / n) <= 2e-7 * size / n);
			tensor_free(mean);
			tensor_free(sum);
			tensor_free(x);
		}
		const float zero = 0;
		Tensor *none = tensor_zeros(SHAPE(0, 3), d);
		test_tensor_is(tensor_sum(none), SHAPE_SCALAR, d, DTYPE_FLOAT32, &zero);
		FAILS_NULL(STATUS_SHAPE,
			   "tensor_mean: x is (0, 3); there is no mean of no elements",
			   tensor_mean(none));
		tensor_free(none);
	}
}

static void test_relu(void **state)
{
	const float x[6] = {-1, 2, -0.5f, 0, INFINITY, -INFINITY};
	const float wanted[6] = {0, 2, 0, 0, INFINITY, 0}, not_a_number = NAN;
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		double value;
		Tensor *a = tensor_from_host(SHAPE(2, 3), DTYPE_FLOAT32, x, d);
		test_tensor_is(tensor_relu(a), SHAPE(2, 3), d, DTYPE_FLOAT32, wanted);
		tensor_free(a);
		a = tensor_from_host(SHAPE(1), DTYPE_FLOAT32, &not_a_number, d);
		Tensor *y = tensor_relu(a);
		assert_int_equal(tensor_item(y, &value), 0);
		assert_true(isnan(value));
		tensor_free(y);
		tensor_free(a);
	}
}

/* --- in place, and views ---------------------------------------------------------------------- */

static void test_add_scaled(void **state)
{
	float wanted[60], tripled[60];
	(void)state;
	for (int i = 0; i < 60; i++) {
		wanted[i] = numbers[i] + -0.3f * numbers[60 + i];
		tripled[i] = wanted[i] + 2 * wanted[i];
	}
	FOR_EACH_DEVICE(d)
	{
		Tensor *y = matrix(6, 10, d), *both = matrix(12, 10, d);
		Tensor *x = tensor_rows(both, 6, 6);
		assert_int_equal(tensor_add_scaled(y, -0.3f, x), 0);
		test_tensor_is(tensor_retain(y), SHAPE(6, 10), d, DTYPE_FLOAT32, wanted);
		assert_int_equal(tensor_add_scaled(y, 2, y), 0);
		test_tensor_is(y, SHAPE(6, 10), d, DTYPE_FLOAT32, tripled);
		test_tensor_is(both, SHAPE(12, 10), d, DTYPE_FLOAT32, numbers);
		tensor_free(x);
	}
}

static void test_views(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		uint64_t before = test_live_bytes();
		Tensor *x = matrix(10, COLUMNS, d);
		Tensor *rows = tensor_rows(x, 2, 6), *inner = tensor_rows(rows, 1, 3);
		Tensor *none = tensor_rows(x, 10, 0);
		tensor_free(x); /* the views keep the memory */
		test_tensor_is(tensor_retain(rows), SHAPE(6, COLUMNS), d, DTYPE_FLOAT32,
			       numbers + 2 * COLUMNS);
		test_tensor_is(tensor_copy_to(inner, device_cpu()), SHAPE(3, COLUMNS), device_cpu(),
			       DTYPE_FLOAT32, numbers + 3 * COLUMNS);
		assert_true((char *)tensor_data(inner) ==
			    (char *)tensor_data(rows) + COLUMNS * sizeof(float));
		assert_null(tensor_data(none));
		test_tensor_is(none, SHAPE(0, COLUMNS), d, DTYPE_FLOAT32, numbers);
		assert_int_equal(tensor_add_scaled(inner, -1, inner), 0); /* seen in both */
		float *elements = test_elements(rows);
		for (int i = 0; i < 6 * COLUMNS; i++) {
			bool cleared = i / COLUMNS >= 1 && i / COLUMNS < 4;
			assert_true(elements[i] == (cleared ? 0 : numbers[2 * COLUMNS + i]));
		}
		free(elements);
		tensor_free(rows);
		if (d.kind == DEVICE_GPU)
			assert_true(test_live_bytes() > before);
		tensor_free(inner);
		assert_int_equal(test_live_bytes(), before);
	}
}

/* Views of other ranks and of integers. */
static void test_view_shapes(void **state)
{
	const int32_t classes[5] = {4, 3, 2, 1, 0};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Tensor *c = tensor_from_host(SHAPE(5), DTYPE_INT32, classes, d);
		test_tensor_is(tensor_rows(c, 1, 3), SHAPE(3), d, DTYPE_INT32, classes + 1);
		Tensor *x = tensor_from_host(SHAPE(4, 3, 2, 5), DTYPE_FLOAT32, numbers, d);
		test_tensor_is(tensor_rows(x, 3, 1), SHAPE(1, 3, 2, 5), d, DTYPE_FLOAT32,
			       numbers + 90);
		tensor_free(x);
		tensor_free(c);
	}
}

/* --- what does not fit ------------------------------------------------------------------------ */

static void test_misfits(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Tensor *x = tensor_ones(SHAPE(2, 3), d), *v = tensor_ones(SHAPE(3), d);
		Tensor *i = tensor_full_int(SHAPE(2, 3), 1, d), *w = tensor_ones(SHAPE(2), d);
		Tensor *s = tensor_ones(SHAPE_SCALAR, d);
		Tensor *top = tensor_rows(v, 0, 2), *end = tensor_rows(v, 1, 2);
		FAILS_NULL(STATUS_SHAPE,
			   "tensor_matmul_with: a is (2, 3) transposed, b is (2, 3) transposed; a "
			   "has 2 columns, b has 3 rows",
			   tensor_matmul_with(x, true, x, true));
		FAILS_NULL(STATUS_SHAPE,
			   "tensor_add_row: x is (2, 3), row is (2,); row must have x's columns",
			   tensor_add_row(x, w));
		FAILS_NULL(STATUS_SHAPE, "tensor_add_row: x is (3,); wanted 2 dimensions",
			   tensor_add_row(v, v));
		FAILS_NULL(STATUS_SHAPE, "tensor_add_row: row is int32; wanted float32",
			   tensor_add_row(x, i));
		FAILS_NULL(STATUS_SHAPE, "tensor_sum_rows: x is int32; wanted float32",
			   tensor_sum_rows(i));
		FAILS_NULL(STATUS_SHAPE, "tensor_sum: x is int32; wanted float32", tensor_sum(i));
		FAILS_NULL(STATUS_SHAPE, "tensor_relu: x is int32; wanted float32", tensor_relu(i));
		FAILS_NULL(STATUS_SHAPE,
			   "tensor_rows: x is (2, 3); wanted 2 of its rows from row 1 on",
			   tensor_rows(x, 1, 2));
		FAILS_NULL(STATUS_SHAPE,
			   "tensor_rows: x is (2, 3); wanted 1 of its rows from row -1 on",
			   tensor_rows(x, -1, 1));
		FAILS_NULL(STATUS_SHAPE, "tensor_rows: x is (); wanted 0 of its rows from row 0 on",
			   tensor_rows(s, 0, 0));
		FAILS(STATUS_SHAPE,
		      "tensor_add_scaled: y is (3,), x is (2,); both must have one shape",
		      tensor_add_scaled(v, 1, w));
		FAILS(STATUS_SHAPE, "tensor_add_scaled: y is int32; wanted float32",
		      tensor_add_scaled(i, 1, x));
		FAILS(STATUS_ARGUMENT,
		      "tensor_add_scaled: y and x share some of their memory; wanted all or none "
		      "of it",
		      tensor_add_scaled(top, 1, end));
		FAILS_NULL(STATUS_ARGUMENT, "tensor_add_row: row is NULL", tensor_add_row(x, NULL));
		FAILS_NULL(STATUS_ARGUMENT, "tensor_sum_rows: x is NULL", tensor_sum_rows(NULL));
		FAILS_NULL(STATUS_ARGUMENT, "tensor_rows: x is NULL", tensor_rows(NULL, 0, 0));
		FAILS_NULL(STATUS_ARGUMENT, "tensor_mean: x is NULL", tensor_mean(NULL));
		FAILS(STATUS_ARGUMENT, "tensor_add_scaled: y is NULL",
		      tensor_add_scaled(NULL, 1, x));
		tensor_free(end);
		tensor_free(top);
		tensor_free(s);
		tensor_free(w);
		tensor_free(i);
		tensor_free(v);
		tensor_free(x);
	}
}

static void test_mixed_devices(void **state)
{
	(void)state;
	Tensor *c = tensor_ones(SHAPE(2, 2), device_cpu());
	Tensor *g = tensor_ones(SHAPE(2, 2), device_gpu(0)),
	       *row = tensor_ones(SHAPE(2), device_gpu(1));
	FAILS_NULL(STATUS_DEVICE,
		   "tensor_matmul_with: a is on cpu, b is on gpu:0; both must be on one device",
		   tensor_matmul_with(c, true, g, false));
	FAILS_NULL(STATUS_DEVICE,
		   "tensor_add_row: x is on gpu:0, row is on gpu:1; both must be on one device",
		   tensor_add_row(g, row));
	FAILS(STATUS_DEVICE,
	      "tensor_add_scaled: y is on gpu:0, x is on cpu; both must be on one device",
	      tensor_add_scaled(g, 1, c));
	tensor_free(row);
	tensor_free(g);
	tensor_free(c);
}

static int setup(void **state)
{
	(void)state;
	for (int i = 0; i < 4096; i++)
		numbers[i] = (float)((i * 7919 + 13) % 1009 - 504) / (float)(1 + i % 3);
	test_find_devices();
	return test_device_count == 3 ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_transposed_products, test_nothing_left),
		cmocka_unit_test_teardown(test_rows, test_nothing_left),
		cmocka_unit_test_teardown(test_sum_and_mean, test_nothing_left),
		cmocka_unit_test_teardown(test_relu, test_nothing_left),
		cmocka_unit_test_teardown(test_add_scaled, test_nothing_left),
		cmocka_unit_test_teardown(test_views, test_nothing_left),
		cmocka_unit_test_teardown(test_view_shapes, test_nothing_left),
		cmocka_unit_test_teardown(test_misfits, test_nothing_left),
		cmocka_unit_test_teardown(test_mixed_devices, test_nothing_left),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("matrix", tests, setup, test_no_findings);
}
