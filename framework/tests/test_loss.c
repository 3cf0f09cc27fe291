/* test_loss.c - the loss and the count of right answers, against plain loops in long double. */
#include "framework/tests/test_clean.h"

#include <math.h>

/* The loss of one row: log(sum exp(x)) - x[class], without overflow. */
static long double row_loss(const float *x, int m, int32_t at)
{
	long double most = x[0];
	for (int j = 1; j < m; j++)
		most = x[j] > most ? x[j] : most;
	long double sum = expl(x[0] - most);
	for (int j = 1; j < m; j++)
		sum += expl(x[j] - most);
	return logl(sum) + most - x[at];
}

static double item(Tensor *tensor)
{
	double value;
	assert_non_null(tensor);
	assert_int_equal(tensor_shape(tensor).rank, 0);
	assert_int_equal(tensor_item(tensor, &value), 0);
	tensor_free(tensor);
	return value;
}

static bool near(double got, double wanted)
{
	return fabs(got - wanted) <= 1e-30 + 3e-7 * fabs(wanted);
}

/* Loss, gradient and right answers of logits x (n, m), of which no two in a row are equal. */
static void check(const float *x, const int32_t *y, int n, int m, Device d)
{
	long double loss = 0, correct = 0;
	Tensor *gradient;
	Tensor *logits = tensor_from_host(SHAPE(n, m), DTYPE_FLOAT32, x, d);
	Tensor *classes = tensor_from_host(SHAPE(n), DTYPE_INT32, y, d);
	double got = item(loss_softmax_cross_entropy(logits, classes, &gradient));
	float *rows = test_elements(gradient);
	assert_true(device_equal(tensor_device(gradient), d));
	for (int i = 0; i < n; i++) {
		int best = 0;
		for (int j = 0; j < m; j++) {
			/* softmax of j: exp(minus the loss that class j would have) */
			long double part = expl(-row_loss(x + i * m, m, j)) - (j == y[i]);
			assert_true(fabsl(rows[i * m + j] - part / n) <= 2e-7L / n);
			best = x[i * m + j] > x[i * m + best] ? j : best;
		}
		loss += row_loss(x + i * m, m, y[i]);
		correct += best == y[i];
	}
	assert_true(near(got, (double)(loss / n)));
	assert_true(item(loss_correct(logits, classes)) == (double)correct);
	assert_true(item(loss_softmax_cross_entropy(logits, classes, NULL)) == got);
	free(rows);
	tensor_free(gradient);
	tensor_free(classes);
	tensor_free(logits);
}

static void test_sizes(void **state)
{
	static const int sizes[][2] = {{1, 1}, {1, 10}, {2, 2}, {7, 3}, {256, 10}, {3000, 4}};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++) {
			int n = sizes[k][0], m = sizes[k][1];
			float *x = malloc((size_t)(n * m) * sizeof(*x));
			int32_t *y = malloc((size_t)n * sizeof(*y));
			assert_non_null(x);
			assert_non_null(y);
			for (int i = 0; i < n * m; i++)
				x[i] = (float)(i * 389 % 997 - 498) / 100;
			for (int i = 0; i < n; i++)
				y[i] = i * i % m;
			check(x, y, n, m, d);
			free(y);
			free(x);
		}
	}
}

/* Logits whose exp would overflow or vanish. */
static void test_large_logits(void **state)
{
	const float x[4 * 3] = {1e4f,  9.9e3f, -1e4f, -2e4f, -2.00001e4f, -3e4f,
				3e38f, -3e38f, 0,     100,   99,          -100};
	const int32_t y[4] = {0, 0, 0, 1}, wrong[4] = {1, 2, 2, 2};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		check(x, y, 4, 3, d);
		check(x, wrong, 2, 3, d);
	}
}

/* A class that does not exist spoils the loss and its own row, and is never right. */
static void test_unknown_class(void **state)
{
	const float x[6] = {1, 2, 3, 4, 5, 6};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		static const int32_t unknown[] = {-1, 3, INT32_MAX, INT32_MIN};
		for (size_t k = 0; k < sizeof(unknown) / sizeof(unknown[0]); k++) {
			const int32_t y[2] = {2, unknown[k]};
			Tensor *gradient;
			Tensor *logits = tensor_from_host(SHAPE(2, 3), DTYPE_FLOAT32, x, d);
			Tensor *classes = tensor_from_host(SHAPE(2), DTYPE_INT32, y, d);
			assert_true(isnan(
				item(loss_softmax_cross_entropy(logits, classes, &gradient))));
			float *rows = test_elements(gradient);
			for (int j = 0; j < 6; j++)
				assert_int_equal(isnan(rows[j]) != 0, j >= 3);
			assert_true(item(loss_correct(logits, classes)) == 1);
			free(rows);
			tensor_free(gradient);
			tensor_free(classes);
			tensor_free(logits);
		}
	}
}

/* Several largest logits: each of them counts as right; a NaN in the row: none does. */
static void test_ties(void **state)
{
	const float x[12] = {2, 2, 1, 2, 2, 1, 2, 2, 1, NAN, 2, 1};
	const int32_t y[4] = {0, 1, 2, 1};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Tensor *logits = tensor_from_host(SHAPE(4, 3), DTYPE_FLOAT32, x, d);
		Tensor *classes = tensor_from_host(SHAPE(4), DTYPE_INT32, y, d);
		assert_true(item(loss_correct(logits, classes)) == 2);
		assert_true(isnan(item(loss_softmax_cross_entropy(logits, classes, NULL))));
		tensor_free(classes);
		tensor_free(logits);
	}
}

static void test_empty_batch(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Tensor *gradient, *logits = tensor_zeros(SHAPE(0, 3), d);
		Tensor *classes = tensor_full_int(SHAPE(0), 0, d);
		assert_true(item(loss_softmax_cross_entropy(logits, classes, &gradient)) == 0);
		test_tensor_is(gradient, SHAPE(0, 3), d, DTYPE_FLOAT32, "");
		assert_true(item(loss_correct(logits, classes)) == 0);
		tensor_free(classes);
		tensor_free(logits);
	}
}

static void test_misfits(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Tensor *x = tensor_ones(SHAPE(2, 3), d), *y = tensor_full_int(SHAPE(2), 1, d);
		Tensor *three = tensor_full_int(SHAPE(3), 1, d), *f = tensor_ones(SHAPE(2), d);
		Tensor *i = tensor_full_int(SHAPE(2, 3), 1, d), *untouched = x;
		FAILS_NULL(STATUS_SHAPE,
			   "loss_softmax_cross_entropy: logits is (2, 3), classes is (3,); wanted "
			   "(n, classes) and (n,)",
			   loss_softmax_cross_entropy(x, three, &untouched));
		FAILS_NULL(STATUS_SHAPE,
			   "loss_correct: logits is (2,), classes is (2,); wanted (n, classes) and "
			   "(n,)",
			   loss_correct(f, y));
		FAILS_NULL(STATUS_SHAPE,
			   "loss_softmax_cross_entropy: classes is float32; wanted int32",
			   loss_softmax_cross_entropy(x, f, &untouched));
		FAILS_NULL(STATUS_SHAPE, "loss_correct: logits is int32; wanted float32",
			   loss_correct(i, y));
		FAILS_NULL(STATUS_ARGUMENT, "loss_softmax_cross_entropy: logits is NULL",
			   loss_softmax_cross_entropy(NULL, y, &untouched));
		FAILS_NULL(STATUS_ARGUMENT, "loss_correct: classes is NULL", loss_correct(x, NULL));
		assert_ptr_equal(untouched, x);
		tensor_free(i);
		tensor_free(f);
		tensor_free(three);
		tensor_free(y);
		tensor_free(x);
	}
	Tensor *x = tensor_ones(SHAPE(2, 3), device_gpu(1));
	Tensor *y = tensor_full_int(SHAPE(2), 1, device_cpu());
	FAILS_NULL(
		STATUS_DEVICE,
		"loss_softmax_cross_entropy: logits is on gpu:1, classes is on cpu; both must be "
		"on one device",
		loss_softmax_cross_entropy(x, y, NULL));
	assert_int_equal(device_set_policy(POLICY_COPY), 0);
	assert_true(near(item(loss_softmax_cross_entropy(x, y, NULL)), log(3)));
	assert_true(item(loss_correct(x, y)) == 2);
	assert_int_equal(device_set_policy(POLICY_ERROR), 0);
	tensor_free(y);
	tensor_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_sizes, test_nothing_left),
		cmocka_unit_test_teardown(test_large_logits, test_nothing_left),
		cmocka_unit_test_teardown(test_unknown_class, test_nothing_left),
		cmocka_unit_test_teardown(test_ties, test_nothing_left),
		cmocka_unit_test_teardown(test_empty_batch, test_nothing_left),
		cmocka_unit_test_teardown(test_misfits, test_nothing_left),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("loss", tests, test_three_devices, test_no_findings);
}
