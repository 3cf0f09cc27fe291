/* test_print.c - a tensor as text. */
#include "framework/tests/test_clean.h"

#include <math.h>

/* What tensor_print() writes; free() it. Gives the tensor's reference back. */
static char *printed(Tensor *tensor)
{
	char *text = NULL;
	size_t size = 0;
	FILE *out = open_memstream(&text, &size);
	assert_non_null(out);
	assert_non_null(tensor);
	assert_int_equal(tensor_print(out, tensor), 0);
	assert_int_equal(fclose(out), 0);
	tensor_free(tensor);
	return text;
}

/* The text is `elements`, then " shape dtype device" and a newline. */
static void print_is(Tensor *tensor, const char *elements, const char *shape_and_dtype)
{
	char wanted[4096];
	snprintf(wanted, sizeof(wanted), "%s %s %s\n", elements, shape_and_dtype,
		 device_text(tensor_device(tensor)).text);
	char *text = printed(tensor);
	assert_string_equal(text, wanted);
	free(text);
}

static void test_layout(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		print_is(tensor_ones(SHAPE(2, 3), d), "[[1, 1, 1],\n [1, 1, 1]]", "(2, 3) float32");
		print_is(tensor_full(SHAPE(3), -.5f, d), "[-0.5, -0.5, -0.5]", "(3,) float32");
		print_is(tensor_full(SHAPE_SCALAR, 7, d), "7", "() float32");
		print_is(tensor_full_int(SHAPE(1, 1), INT32_MIN, d), "[[-2147483648]]",
			 "(1, 1) int32");
		print_is(tensor_zeros(SHAPE(2, 2, 2), d),
			 "[[[0, 0],\n  [0, 0]],\n\n [[0, 0],\n  [0, 0]]]", "(2, 2, 2) float32");
		print_is(tensor_full_int(SHAPE(2, 1, 2, 1), 3, d),
			 "[[[[3],\n   [3]]],\n\n\n [[[3],\n   [3]]]]", "(2, 1, 2, 1) int32");
		print_is(tensor_zeros(SHAPE(2, 0), d), "[]", "(2, 0) float32");
	}
}

static void test_numbers(void **state)
{
	const float x[] = {1.0f / 3, 12345.678f, -0.0f, NAN, INFINITY, -INFINITY, 1e-20f, 99999};
	float negative_nan = copysignf(NAN, -1);
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		print_is(tensor_from_host(SHAPE(8), DTYPE_FLOAT32, x, d),
			 "[0.3333, 1.235e+04, -0, nan, inf, -inf, 1e-20, 1e+05]", "(8,) float32");
		print_is(tensor_full(SHAPE(1), negative_nan, d), "[nan]", "(1,) float32");
	}
}

static void test_shortening(void **state)
{
	int32_t counted[1001], grid[40 * 30];
	(void)state;
	for (int i = 0; i < 1001; i++)
		counted[i] = i;
	for (int i = 0; i < 40 * 30; i++)
		grid[i] = i;
	FOR_EACH_DEVICE(d)
	{
		print_is(tensor_from_host(SHAPE(1001), DTYPE_INT32, counted, d),
			 "[0, 1, 2, ..., 998, 999, 1000]", "(1001,) int32");
		print_is(tensor_from_host(SHAPE(40, 30), DTYPE_INT32, grid, d),
			 "[[0, 1, 2, ..., 27, 28, 29],\n"
			 " [30, 31, 32, ..., 57, 58, 59],\n"
			 " [60, 61, 62, ..., 87, 88, 89],\n"
			 " ...,\n"
			 " [1110, 1111, 1112, ..., 1137, 1138, 1139],\n"
			 " [1140, 1141, 1142, ..., 1167, 1168, 1169],\n"
			 " [1170, 1171, 1172, ..., 1197, 1198, 1199]]",
			 "(40, 30) int32");
		/* A dimension of up to six entries is whole even in a long tensor. */
		print_is(tensor_from_host(SHAPE(6, 200), DTYPE_INT32, grid, d),
			 "[[0, 1, 2, ..., 197, 198, 199],\n"
			 " [200, 201, 202, ..., 397, 398, 399],\n"
			 " [400, 401, 402, ..., 597, 598, 599],\n"
			 " [600, 601, 602, ..., 797, 798, 799],\n"
			 " [800, 801, 802, ..., 997, 998, 999],\n"
			 " [1000, 1001, 1002, ..., 1197, 1198, 1199]]",
			 "(6, 200) int32");
		/* A thousand are not shortened. */
		char *text = printed(tensor_from_host(SHAPE(1000), DTYPE_INT32, counted, d));
		assert_null(strstr(text, "..."));
		assert_non_null(strstr(text, ", 499, 500, 501, "));
		free(text);
	}
}

static void test_one_copy(void **state)
{
	SimcudaCounters before, after;
	(void)state;
	Tensor *x = tensor_ones(SHAPE(500, 4), device_gpu(0));
	simcuda_counters(&before);
	free(printed(tensor_retain(x)));
	simcuda_counters(&after);
	assert_int_equal(after.copies_d2h - before.copies_d2h, 1);
	assert_int_equal(after.bytes_d2h - before.bytes_d2h, 8000);
	tensor_free(x);
}

static void test_print_misuse(void **state)
{
	(void)state;
	Tensor *x = tensor_ones(SHAPE(2), device_cpu());
	FAILS(STATUS_ARGUMENT, "tensor_print: out is NULL", tensor_print(NULL, x));
	FAILS(STATUS_ARGUMENT, "tensor_print: tensor is NULL", tensor_print(stdout, NULL));
	FILE *unwritable = fopen("/dev/null", "r");
	assert_non_null(unwritable);
	FAILS(STATUS_IO, "tensor_print: the text cannot be written", tensor_print(unwritable, x));
	fclose(unwritable);
	tensor_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_layout),       cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_shortening),   cmocka_unit_test(test_one_copy),
		cmocka_unit_test(test_print_misuse),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("print", tests, test_three_devices, NULL);
}
