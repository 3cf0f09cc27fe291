/* test_operations_fail.c - copies, launches, fills and waits that fail, one by one, in everything
 * that takes several of them: it is reported, nothing is left behind, and no memory is freed or
 * used out of order. */
#include <unistd.h>

#include <cuda_runtime.h>

#include "framework/tests/test_clean.h"

#define ROWS 6

static Tensor *x, *classes;
static char path[64];

static bool sum_up(void)
{
	Tensor *a = tensor_ones(SHAPE(5), device_gpu(0)), *b = tensor_ones(SHAPE(5), device_gpu(1));
	bool good = a && b && tensor_all_reduce((Tensor *[]){a, b}, 2) == 0 &&
		    device_synchronize(device_gpu(0)) == 0 &&
		    device_synchronize(device_gpu(1)) == 0;
	tensor_free(a);
	tensor_free(b);
	return good;
}

static bool step_in_parallel(void)
{
	const Device devices[] = {device_gpu(0), device_gpu(1)};
	Module *module = module_linear(2, 3, 1, device_cpu());
	Parallel *parallel = module ? parallel_create(module, devices, 2, 0.1F, 0.5F) : NULL;
	Tensor *loss = parallel ? parallel_step(parallel, x, classes) : NULL;
	bool good = loss != NULL;
	tensor_free(loss);
	parallel_free(parallel);
	module_free(module);
	return good;
}

static bool step(void)
{
	Tensor *there = tensor_copy_to(x, device_gpu(1)), *gradient = NULL;
	Tensor *kinds = tensor_copy_to(classes, device_gpu(1));
	Module *module = module_mlp((int[]){2, 4, 3}, 3, 1, device_gpu(1));
	Sgd *sgd = module ? sgd_create(module, 0.1F, 0.5F) : NULL;
	Tensor *logits = sgd && there ? module_forward(module, there) : NULL;
	Tensor *loss =
		logits && kinds ? loss_softmax_cross_entropy(logits, kinds, &gradient) : NULL;
	bool good = loss && module_backward_parameters(module, gradient) == 0 &&
		    sgd_step(sgd) == 0 && device_synchronize(device_gpu(1)) == 0;
	tensor_free(loss);
	tensor_free(gradient);
	tensor_free(logits);
	sgd_free(sgd);
	module_free(module);
	tensor_free(kinds);
	tensor_free(there);
	return good;
}

static bool read_epoch(void)
{
	return all_rows_come(x, classes, device_gpu(0), ROWS);
}

static bool save_and_load(void)
{
	Module *module = module_linear(2, 3, 1, device_gpu(1));
	bool good = module && module_save(module, path) == 0 && module_load(module, path) == 0;
	module_free(module);
	return good;
}

static bool move_and_print(void)
{
	Module *module = module_linear(2, 3, 1, device_cpu());
	FILE *out = fopen("/dev/null", "w");
	bool good = module && module_to(module, device_gpu(0)) == 0 &&
		    module_to(module, device_gpu(1)) == 0 &&
		    tensor_print(out, module_parameter(module, 0)) == 0 &&
		    module_to(module, device_cpu()) == 0;
	module_free(module);
	fclose(out);
	return good;
}

static bool compute(void)
{
	float norm = -1;
	Tensor *a = tensor_normal(SHAPE(4, 4), 1, device_gpu(0)), *product = NULL, *sum = NULL;
	Tensor *length = NULL;
	bool good = a && (product = tensor_matmul(a, a)) && (sum = tensor_add(product, a)) &&
		    (length = tensor_norm(sum)) && tensor_to_host(length, &norm) == 0;
	tensor_free(length);
	tensor_free(sum);
	tensor_free(product);
	tensor_free(a);
	return good && norm > 0;
}

typedef struct Action {
	const char *name;
	bool (*run)(void);
} Action;

static const Action actions[] = {
	{"all-reduce", sum_up},  {"parallel step", step_in_parallel}, {"step", step},
	{"epoch", read_epoch},   {"checkpoint", save_and_load},       {"move", move_and_print},
	{"arithmetic", compute},
};

/* A product is tried once more, in case that its GPU was reset; so two launches in a row fail. A
 * wait may belong to something that returns nothing, such as tensor_free(). */
typedef struct Kind {
	const char *name;
	int times;
	bool may_pass;
} Kind;

static const Kind kinds[] = {
	{"copy", 1, false},   {"fill", 1, false}, {"launch", 2, false},
	{"memory", 1, false}, {"sync", 1, true},
};

/* Returns how often something failed. */
static int fail_one_by_one(const Action *action, const Kind *kind)
{
	for (int n = 1;; n++) {
		simcuda_fail(kind->name, n, kind->times);
		bool good = action->run();
		int failed = simcuda_fail(NULL, 0, 0);
		bool told = error_status() != STATUS_OK && *error_message();
		error_clear();
		cudaGetLastError();
		bool right = failed > 0 ? told && (!good || kind->may_pass) : good;
		if (!right || test_live_bytes() != 0)
			fail_msg("%s, %s number %d of which %d failed: %s, %s, %lld bytes left",
				 action->name, kind->name, n, failed, good ? "good" : "bad",
				 told ? "told" : "not told", (long long)test_live_bytes());
		if (failed == 0)
			return n - 1;
	}
}

static void test_each(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof actions / sizeof *actions; i++) {
		int failures = 0;
		assert_true(actions[i].run()); /* what a first use makes and keeps is there */
		for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
			failures += fail_one_by_one(&actions[i], &kinds[k]);
		assert_true(failures > 4);
	}
}

static int setup(void **state)
{
	int32_t numbers[ROWS];
	(void)state;
	for (int i = 0; i < ROWS; i++)
		numbers[i] = i % 3;
	snprintf(path, sizeof path, "/tmp/usegpu_operations_%d", (int)getpid());
	x = tensor_uniform(SHAPE(ROWS, 2), 1, device_cpu());
	classes = tensor_from_host(SHAPE(ROWS), DTYPE_INT32, numbers, device_cpu());
	return test_three_devices(state) == 0 && x && classes ? 0 : -1;
}

static int teardown(void **state)
{
	tensor_free(x);
	tensor_free(classes);
	unlink(path);
	return test_no_findings(state);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_each)};
	return cmocka_run_group_tests(tests, setup, teardown);
}
