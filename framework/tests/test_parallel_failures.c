/* test_parallel_failures.c - batches and data parallelism when memory runs out, at every point
 * where it is asked for. */
#include "framework/tests/test_failing.h"

#define ROWS 11

static Device device;
static Tensor *x, *classes;

static bool read_epoch(void)
{
	return all_rows_come(x, classes, device, ROWS);
}

static bool sum_up(void)
{
	Tensor *a = tensor_ones(SHAPE(5), device_gpu(0)), *b = tensor_ones(SHAPE(5), device_gpu(1));
	bool good = a && b && tensor_all_reduce((Tensor *[]){a, b}, 2) == 0;
	tensor_free(a);
	tensor_free(b);
	return good;
}

/* Steps on batches from the host and from a GPU. */
static bool step(void)
{
	const Device devices[] = {device, device_gpu(1)};
	int count = device_equal(device, device_gpu(0)) ? 2 : 1, good = 0;
	Module *module = module_linear(2, 3, 1, device_cpu());
	Parallel *parallel = module ? parallel_create(module, devices, count, 0.1F, 0.5F) : NULL;
	Tensor *there = tensor_copy_to(x, device_gpu(0));
	Tensor *classes_there = tensor_copy_to(classes, device_gpu(0));
	for (int i = 0; parallel && there && classes_there && i < 4; i++) {
		Tensor *loss = i % 2 ? parallel_step(parallel, there, classes_there)
				     : parallel_step(parallel, x, classes);
		good += loss != NULL;
		tensor_free(loss);
		if (!loss)
			break;
	}
	tensor_free(there);
	tensor_free(classes_there);
	parallel_free(parallel);
	module_free(module);
	return good == 4;
}

static bool (*const actions[])(void) = {read_epoch, sum_up, step};

static void test_allocations_fail(void **state)
{
	int failures = 0;
	(void)state;
	test_replace_allocations();
	FOR_EACH_DEVICE(d)
	{
		device = d;
		for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
			failures += test_fail_one_by_one(actions[i]);
	}
	assert_true(failures > 100);
}

/* After a batch that could not be sent the epoch goes on with that batch. */
static void test_again(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Tensor *bx, *bc;
		int rows = 0, failures = 0, tries = 0;
		Batches *batches = batches_create(x, classes, 4, 1, d);
		assert_int_equal(batches_start(batches, 0), 0);
		for (;;) {
			calls_left = tries++;
			int got = batches_next(batches, &bx, &bc);
			calls_left = -1;
			if (got == 0)
				break;
			if (got < 0) {
				assert_int_equal(got, STATUS_MEMORY);
				assert_true(!bx && !bc);
				failures++;
				continue;
			}
			tries = 0;
			int32_t *numbers = test_elements(bc);
			for (int k = 0; k < tensor_count(bc); k++)
				assert_int_equal(numbers[k], (rows + k) % 3);
			rows += (int)tensor_count(bc);
			free(numbers);
			tensor_free(bx);
			tensor_free(bc);
		}
		assert_int_equal(rows, ROWS);
		assert_true(failures > 2);
		batches_free(batches);
	}
}

static int setup(void **state)
{
	int32_t numbers[ROWS];
	(void)state;
	test_find_devices();
	for (int i = 0; i < ROWS; i++)
		numbers[i] = i % 3;
	x = tensor_uniform(SHAPE(ROWS, 2), 1, device_cpu());
	classes = tensor_from_host(SHAPE(ROWS), DTYPE_INT32, numbers, device_cpu());
	return test_device_count == 3 && x && classes ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	tensor_free(x);
	tensor_free(classes);
	return simcuda_finish();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_allocations_fail),
		cmocka_unit_test(test_again),
	};
	setenv("SIMCUDA_MACHINE", "2xtiny", 1);
	return cmocka_run_group_tests_name("parallel failures", tests, setup, teardown);
}
