/* test_module_runs.c - modules that run: in batches, in order, with hooks; and what they refuse. */
#include "framework/tests/test_clean.h"

#include <math.h>

static const int sizes[] = {4, 3, 2};

/* --- running ---------------------------------------------------------------------------------- */

/* relu alone takes any shape, and runs where its input is. */
static void test_relu(void **state)
{
	const float x[4] = {-1, 2, 0, 3}, y[4] = {0, 2, 0, 3}, dy[4] = {5, 6, 7, 8},
		    dx[4] = {0, 6, 0, 8};
	(void)state;
	Module *relu = module_relu();
	FOR_EACH_DEVICE(d)
	{
		Tensor *in = tensor_from_host(SHAPE(2, 1, 2), DTYPE_FLOAT32, x, d);
		Tensor *g = tensor_from_host(SHAPE(2, 1, 2), DTYPE_FLOAT32, dy, d);
		test_tensor_is(module_forward(relu, in), SHAPE(2, 1, 2), d, DTYPE_FLOAT32, y);
		test_tensor_is(module_backward(relu, g), SHAPE(2, 1, 2), d, DTYPE_FLOAT32, dx);
		tensor_free(g);
		tensor_free(in);
	}
	module_free(relu);
}

static void test_batch_sizes(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Module *module = module_mlp(sizes, 3, 1, d);
		Tensor *all = tensor_uniform(SHAPE(6, 4), 2, d), *y = module_forward(module, all);
		float *rows = test_elements(y);
		for (int i = 0; i < 6; i++) { /* batches of 1 are the rows of the large one */
			Tensor *x = tensor_rows(all, i, 1), *one = module_forward(module, x);
			float *row = test_elements(one);
			for (int j = 0; j < 2; j++)
				assert_true(fabsf(row[j] - rows[2 * i + j]) <= 1e-6f);
			free(row);
			tensor_free(one);
			tensor_free(x);
		}
		Tensor *none = tensor_rows(all, 0, 0);
		Tensor *empty = module_forward(module, none);
		Tensor *dx = module_backward(module, empty);
		test_tensor_is(dx, SHAPE(0, 4), d, DTYPE_FLOAT32, "");
		test_tensor_is(empty, SHAPE(0, 2), d, DTYPE_FLOAT32, "");
		for (int p = 0; p < 4; p++) {
			float *g = test_elements(module_gradient(module, p));
			for (int i = 0; i < tensor_count(module_gradient(module, p)); i++)
				assert_true(g[i] == 0);
			free(g);
		}
		free(rows);
		tensor_free(none);
		tensor_free(y);
		tensor_free(all);
		module_free(module);
	}
}

static void test_order_of_calls(void **state)
{
	(void)state;
	Module *module = module_mlp(sizes, 3, 1, device_gpu(0));
	Tensor *g = tensor_ones(SHAPE(5, 2), device_gpu(0));
	Tensor *x = tensor_ones(SHAPE(5, 4), device_gpu(0)),
	       *bad = tensor_ones(SHAPE(5, 3), device_gpu(0));
	const char *none = "module_backward: no module_forward came before, or its backward has "
			   "been made already";
	FAILS_NULL(STATUS_ARGUMENT, none, module_backward(module, g));
	tensor_free(module_forward(module, x));
	FAILS_NULL(STATUS_SHAPE, "module_forward: x is (5, 3); the module takes (n, 4)",
		   module_forward(module, bad)); /* the good forward is still there */
	FAILS_NULL(STATUS_SHAPE,
		   "module_backward: output_gradient is (5, 4), the output is (5, 2); both must "
		   "have one shape",
		   module_backward(module, x));
	tensor_free(module_backward(module, g));
	FAILS_NULL(STATUS_ARGUMENT, none, module_backward(module, g));
	tensor_free(module_forward(module, x));
	assert_int_equal(module_to(module, device_cpu()), 0);
	FAILS_NULL(STATUS_ARGUMENT, none, module_backward(module, g));
	tensor_free(bad);
	tensor_free(x);
	tensor_free(g);
	module_free(module);
}

/* --- hooks ------------------------------------------------------------------------------------ */

typedef struct Told {
	const Module *module;
	int count, parameter[8];
	float *gradient[8]; /* as they were when the hook was called */
} Told;

static void note(void *data, Module *module, int parameter)
{
	Told *told = data;
	assert_ptr_equal(module, told->module);
	assert_true(told->count < 8);
	told->parameter[told->count] = parameter;
	told->gradient[told->count++] = test_elements(module_gradient(module, parameter));
}

/* Sequentials in a sequential: the numbers are those of the outer one. */
static Module *nested_net(Device d)
{
	Module *inner[] = {module_linear(4, 3, 1, d), module_relu()};
	Module *outer[] = {module_sequential(inner, 2), module_linear(3, 2, 2, d)};
	return module_sequential(outer, 2);
}

static void test_hook(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Module *module = nested_net(d), *copy;
		Tensor *x = tensor_uniform(SHAPE(5, 4), 7, d), *g = tensor_full(SHAPE(5, 2), 1, d);
		Told told = {.module = module};
		assert_int_equal(module_on_gradient(module, note, &told), 0);
		copy = module_copy_to(module, d);
		assert_true(module_has_hook(module) && !module_has_hook(copy));
		tensor_free(module_forward(module, x));
		assert_int_equal(module_backward_parameters(module, g), 0);
		assert_int_equal(told.count, 4);
		for (int i = 0; i < told.count; i++) {
			static const int order[] = {2, 3, 0, 1};
			const Tensor *gradient = module_gradient(module, order[i]);
			float *now = test_elements(gradient);
			assert_int_equal(told.parameter[i], order[i]);
			assert_memory_equal(now, told.gradient[i], tensor_bytes(gradient));
			free(told.gradient[i]);
			free(now);
		}
		tensor_free(module_forward(copy, x));
		tensor_free(module_backward(copy, g)); /* tells nobody */
		assert_int_equal(module_on_gradient(module, NULL, NULL), 0);
		tensor_free(module_forward(module, x));
		tensor_free(module_backward(module, g));
		assert_int_equal(told.count, 4);
		tensor_free(g);
		tensor_free(x);
		module_free(copy);
		module_free(module);
	}
	assert_true(module_on_gradient(NULL, note, NULL) < 0);
}

static void test_misfits(void **state)
{
	(void)state;
	Device d = device_gpu(0);
	Module *module = module_mlp(sizes, 3, 1, d);
	Tensor *v = tensor_ones(SHAPE(4), d), *i = tensor_full_int(SHAPE(5, 4), 1, d);
	FAILS_NULL(STATUS_SHAPE, "module_forward: x is (4,); the module takes (n, 4)",
		   module_forward(module, v));
	FAILS_NULL(STATUS_SHAPE, "module_forward: x is int32; wanted float32",
		   module_forward(module, i));
	FAILS_NULL(STATUS_ARGUMENT, "module_forward: x is NULL", module_forward(module, NULL));
	FAILS_NULL(STATUS_ARGUMENT, "module_forward: module is NULL", module_forward(NULL, v));
	FAILS(STATUS_ARGUMENT, "module_backward_parameters: output_gradient is NULL",
	      module_backward_parameters(module, NULL));
	FAILS(STATUS_ARGUMENT, "module_to: module is NULL", module_to(NULL, d));
	FAILS_NULL(STATUS_ARGUMENT, "module_copy_to: module is NULL", module_copy_to(NULL, d));
	FAILS(STATUS_ARGUMENT, "module_zero_gradients: module is NULL",
	      module_zero_gradients(NULL));
	FAILS_NULL(STATUS_ARGUMENT,
		   "module_linear: 0 inputs, 3 outputs; wanted at least one of "
		   "each",
		   module_linear(0, 3, 1, d));
	FAILS_NULL(STATUS_ARGUMENT, "module_sequential: 0 layers; wanted at least one",
		   module_sequential(&module, 0));
	FAILS_NULL(STATUS_ARGUMENT, "module_sequential: layers is NULL",
		   module_sequential(NULL, 1));
	FAILS_NULL(STATUS_SHAPE,
		   "module_sequential: layer 2 takes 4 columns, the layers before it give 3",
		   module_sequential((Module *[]){module_linear(4, 3, 1, d), module_relu(),
						  module_linear(4, 2, 1, d)},
				     3));
	Module *twice = module_relu();
	FAILS_NULL(STATUS_ARGUMENT,
		   "module_sequential: layers 0 and 1 are one module; each has to be one of its "
		   "own",
		   module_sequential((Module *[]){twice, twice}, 2));
	FAILS_NULL(STATUS_ARGUMENT, "module_sequential: layer 1 is NULL",
		   module_sequential((Module *[]){module_linear(4, 3, 1, d), NULL}, 2));
	FAILS_NULL(STATUS_ARGUMENT, "module_mlp: 1 sizes; wanted at least two",
		   module_mlp(sizes, 1, 1, d));
	FAILS_NULL(STATUS_ARGUMENT, "module_mlp: sizes is NULL", module_mlp(NULL, 2, 1, d));
	FAILS_NULL(STATUS_ARGUMENT, "module_mlp: 2 inputs, -1 outputs; wanted at least one of each",
		   module_mlp((int[]){3, 2, -1}, 3, 1, d));
	FAILS_NULL(STATUS_ARGUMENT, "sgd_create: module is NULL", sgd_create(NULL, 1, 0));
	FAILS_NULL(STATUS_ARGUMENT,
		   "sgd_create: rate -1, momentum 0; wanted a rate of at least 0 and a momentum "
		   "from 0 to less than 1",
		   sgd_create(module, -1, 0));
	assert_null(sgd_create(module, NAN, 0));
	assert_null(sgd_create(module, INFINITY, 0));
	assert_null(sgd_create(module, 0.1f, 1));
	assert_null(sgd_create(module, 0.1f, NAN));
	FAILS(STATUS_ARGUMENT, "sgd_step: sgd is NULL", sgd_step(NULL));
	sgd_free(NULL);
	module_free(NULL);
	tensor_free(i);
	tensor_free(v);
	module_free(module);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_relu, test_nothing_left),
		cmocka_unit_test_teardown(test_batch_sizes, test_nothing_left),
		cmocka_unit_test_teardown(test_order_of_calls, test_nothing_left),
		cmocka_unit_test_teardown(test_hook, test_nothing_left),
		cmocka_unit_test_teardown(test_misfits, test_nothing_left),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("module runs", tests, test_three_devices,
					   test_no_findings);
}
