/* test_blas.c - OpenBLAS cannot be loaded: products on the CPU say so, all else works; and once it
 * can be, they work too. */
#include "framework/tests/test_common.h"

#include <dlfcn.h>
#include <string.h>

static int missing, asked;

/* The loader's, but for OpenBLAS. */
void *dlopen(const char *name, int flags)
{
	void *(*real)(const char *, int);

	if (name != NULL && strstr(name, "blas") != NULL) {
		asked++;
		if (missing)
			return NULL;
	}
	*(void **)&real = dlsym(RTLD_NEXT, "dlopen");
	return real(name, flags);
}

static void test_products_say_so(void **state)
{
	const float numbers[] = {1, 2, 3, 4};
	const float wanted[] = {7, 10, 15, 22}; /* (1 2; 3 4) squared */
	Tensor *x = tensor_from_host(SHAPE(2, 2), DTYPE_FLOAT32, numbers, device_cpu());
	Tensor *column = tensor_from_host(SHAPE(2, 1), DTYPE_FLOAT32, numbers, device_cpu());
	(void)state;
	missing = 1;
	Tensor *sum = tensor_add(x, x);
	assert_non_null(sum);
	assert_int_equal(asked, 0); /* nobody has multiplied */
	FAILS_NULL(STATUS_MEMORY,
		   "tensor_matmul: OpenBLAS, which multiplies on cpu, cannot be loaded",
		   tensor_matmul(x, x));
	FAILS_NULL(STATUS_MEMORY,
		   "tensor_matmul: OpenBLAS, which multiplies on cpu, cannot be loaded",
		   tensor_matmul(x, column));
	assert_int_equal(asked, 2);

	missing = 0;
	Tensor *product = tensor_matmul(x, x), *again = tensor_matmul(x, column);
	assert_non_null(product);
	assert_memory_equal(tensor_data(product), wanted, sizeof wanted);
	assert_non_null(again);
	assert_int_equal(asked, 3); /* the second one finds it loaded */
	tensor_free(again);
	tensor_free(product);
	tensor_free(sum);
	tensor_free(column);
	tensor_free(x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_products_say_so)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
