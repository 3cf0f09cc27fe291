/* test_module.c - what modules are: their parameters and their devices. test_module_runs.c runs them. */
#include "framework/tests/test_clean.h"

#include <math.h>

static const int sizes[] = {4, 3, 2};

/* The parameter `name` has the shape and is on the device. */
static void check_parameter(const Module *module, int index, const char *name, Shape shape,
			    Device d)
{
	const Tensor *value = module_parameter(module, index);
	const Tensor *gradient = module_gradient(module, index);
	assert_string_equal(module_parameter_name(module, index), name);
	assert_int_equal(module_parameter_find(module, name), index);
	assert_non_null(value);
	assert_non_null(gradient);
	for (int k = 0; k < 2; k++) {
		const Tensor *t = k ? gradient : value;
		assert_int_equal(tensor_shape(t).rank, shape.rank);
		for (int i = 0; i < shape.rank; i++)
			assert_int_equal(tensor_shape(t).dim[i], shape.dim[i]);
		assert_true(device_equal(tensor_device(t), d));
		assert_int_equal(tensor_dtype(t), DTYPE_FLOAT32);
	}
}

static void check_mlp(const Module *module, Device d)
{
	assert_int_equal(module_parameter_count(module), 4);
	check_parameter(module, 0, "0.weight", SHAPE(4, 3), d);
	check_parameter(module, 1, "0.bias", SHAPE(3), d);
	check_parameter(module, 2, "2.weight", SHAPE(3, 2), d);
	check_parameter(module, 3, "2.bias", SHAPE(2), d);
	assert_true(device_equal(module_device(module), d));
	assert_null(module_parameter(module, 4));
	assert_null(module_gradient(module, -1));
	assert_null(module_parameter_name(module, 4));
	assert_int_equal(module_parameter_find(module, "1.weight"), -1);
	assert_int_equal(module_parameter_find(module, NULL), -1);
}

static bool same_parameters(const Module *a, const Module *b)
{
	bool same = module_parameter_count(a) == module_parameter_count(b);
	for (int i = 0; same && i < module_parameter_count(a); i++) {
		float *x = test_elements(module_parameter(a, i));
		float *y = test_elements(module_parameter(b, i));
		same = memcmp(x, y, tensor_bytes(module_parameter(a, i))) == 0;
		free(y);
		free(x);
	}
	return same;
}

/* The layers of an MLP of `sizes` are a linear one, a relu and a linear one. */
static void test_layers(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Module *mlp = module_mlp(sizes, 3, 41, device_cpu());
		assert_non_null(mlp);
		assert_int_equal(module_to(mlp, d), 0);
		assert_int_equal(module_layer_count(mlp), 3);
		const Module *last = module_layer(mlp, 2);
		check_parameter(last, 0, "weight", SHAPE(3, 2), d);
		check_parameter(last, 1, "bias", SHAPE(2), d);
		assert_true(device_equal(module_device(last), d));
		assert_ptr_equal(module_parameter(last, 0), module_parameter(mlp, 2));
		assert_ptr_equal(module_gradient(last, 1), module_gradient(mlp, 3));
		assert_int_equal(module_parameter_count(module_layer(mlp, 1)), 0);
		assert_int_equal(module_layer_count(last), 0);
		assert_null(module_layer(last, 0));
		assert_null(module_layer(mlp, 3));
		assert_null(module_layer(mlp, -1));
		Module *inner = module_mlp(sizes, 3, 7, d);
		Module *outer = module_sequential((Module *[]){inner, module_relu()}, 2);
		assert_ptr_equal(module_layer(outer, 0), inner);
		assert_int_equal(module_layer_count(module_layer(outer, 0)), 3);
		module_free(outer);
		module_free(mlp);
	}
	assert_int_equal(module_layer_count(NULL), 0);
	assert_null(module_layer(NULL, 0));
}

static void test_parameters(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Module *module = module_mlp(sizes, 3, 1, d);
		check_mlp(module, d);
		module_free(module);
		module = module_linear(4, 3, 1, d);
		assert_int_equal(module_parameter_count(module), 2);
		check_parameter(module, 0, "weight", SHAPE(4, 3), d);
		check_parameter(module, 1, "bias", SHAPE(3), d);
		module_free(module);
	}
	assert_int_equal(module_parameter_count(NULL), 0);
	assert_null(module_parameter(NULL, 0));
}

/* Nested: names say the way. */
static void test_nested(void **state)
{
	(void)state;
	Device d = device_gpu(1);
	Module *inner =
		module_sequential((Module *[]){module_relu(), module_linear(3, 3, 5, d)}, 2);
	Module *outer = module_sequential((Module *[]){module_linear(4, 3, 4, d), inner}, 2);
	assert_non_null(outer);
	assert_int_equal(module_parameter_count(outer), 4);
	check_parameter(outer, 2, "1.1.weight", SHAPE(3, 3), d);
	check_parameter(outer, 3, "1.1.bias", SHAPE(3), d);
	Module *flat = module_sequential(
		(Module *[]){module_linear(4, 3, 4, d), module_relu(), module_linear(3, 3, 5, d)},
		3);
	assert_true(same_parameters(flat, outer));
	Tensor *x = tensor_uniform(SHAPE(5, 4), 3, d), *y = module_forward(outer, x);
	float *wanted = test_elements(y);
	test_tensor_is(module_forward(flat, x), SHAPE(5, 3), d, DTYPE_FLOAT32, wanted);
	free(wanted);
	tensor_free(y);
	tensor_free(x);
	module_free(flat);
	module_free(outer);
}

/* The same bits everywhere for a seed, other bits for another, within the bound, and both halves of
 * the range are used. Biases and gradients are zero. */
static void test_initial_values(void **state)
{
	(void)state;
	double bound = sqrt(6.0 / (30 + 20));
	Module *first = module_linear(30, 20, 7, device_cpu());
	Module *other = module_linear(30, 20, 8, device_cpu());
	Tensor *uniform = tensor_uniform(SHAPE(30, 20), 7, device_cpu());
	assert_false(same_parameters(first, other));
	FOR_EACH_DEVICE(d)
	{
		Module *module = module_linear(30, 20, 7, d);
		assert_true(same_parameters(first, module));
		float *w = test_elements(module_parameter(module, 0));
		float *u = test_elements(uniform), *b = test_elements(module_parameter(module, 1));
		float *g = test_elements(module_gradient(module, 0));
		for (int i = 0; i < 600; i++) {
			assert_true(fabs(w[i] - (2.0 * u[i] - 1) * bound) <= 1e-7 * bound);
			assert_true(g[i] == 0);
		}
		for (int i = 0; i < 20; i++)
			assert_true(b[i] == 0);
		free(g);
		free(b);
		free(u);
		free(w);
		module_free(module);
	}
	tensor_free(uniform);
	module_free(other);
	module_free(first);
	/* an MLP's layers are seeded one after the other */
	Module *mlp = module_mlp(sizes, 3, 7, device_cpu());
	Module *layers = module_sequential((Module *[]){module_linear(4, 3, 7, device_cpu()),
							module_linear(3, 2, 8, device_cpu())},
					   2);
	assert_true(same_parameters(mlp, layers));
	module_free(layers);
	module_free(mlp);
}

static void test_print(void **state)
{
	char *text;
	size_t length;
	(void)state;
	Module *module = module_mlp(sizes, 3, 1, device_gpu(0));
	FILE *out = open_memstream(&text, &length);
	assert_int_equal(module_print(out, module), 0);
	fclose(out);
	assert_string_equal(text, "0.weight (4, 3) float32 gpu:0\n0.bias (3,) float32 gpu:0\n"
				  "2.weight (3, 2) float32 gpu:0\n2.bias (2,) float32 gpu:0\n");
	free(text);
	FAILS(STATUS_ARGUMENT, "module_print: module is NULL", module_print(stdout, NULL));
	FAILS(STATUS_ARGUMENT, "module_print: out is NULL", module_print(NULL, module));
	module_free(module);
}

/* --- devices ---------------------------------------------------------------------------------- */

static void test_copy_and_move(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(from)
	{
		Module *module = module_mlp(sizes, 3, 1, from);
		FOR_EACH_DEVICE(to)
		{
			Module *copy = module_copy_to(module, to);
			check_mlp(copy, to);
			assert_true(same_parameters(module, copy));
			for (int i = 0; i < 4; i++)
				assert_true(module_parameter(copy, i) !=
					    module_parameter(module, i));
			assert_int_equal(module_to(copy, from), 0);
			check_mlp(copy, from);
			assert_true(same_parameters(module, copy));
			/* there already: the very same tensors */
			Tensor *weight = module_parameter(copy, 0);
			assert_int_equal(module_to(copy, from), 0);
			assert_ptr_equal(module_parameter(copy, 0), weight);
			module_free(copy);
		}
		module_free(module);
	}
	Module *relu = module_relu();
	assert_int_equal(module_to(relu, device_gpu(0)), 0);
	assert_true(device_equal(module_device(relu), device_cpu()));
	module_free(relu);
}

/* Gradients move along, and an optimizer follows its module with its velocities. */
static void test_move_in_training(void **state)
{
	(void)state;
	Module *module[2];
	for (int k = 0; k < 2; k++) {
		module[k] = module_mlp(sizes, 3, 1, device_cpu());
		Sgd *sgd = sgd_create(module[k], 0.5f, 0.5f);
		for (int step = 0; step < 4; step++) {
			if (k == 1)
				assert_int_equal(module_to(module[k], test_devices[step % 3]), 0);
			Device d = module_device(module[k]);
			for (int p = 0; p < 4; p++) {
				Tensor *g = module_gradient(module[k], p);
				Tensor *ones = tensor_ones(tensor_shape(g), d);
				assert_int_equal(tensor_add_scaled(g, 1, ones), 0);
				tensor_free(ones);
			}
			assert_int_equal(sgd_step(sgd), 0);
		}
		sgd_free(sgd);
	}
	assert_true(same_parameters(module[0], module[1]));
	/* gradients 1, 2, 3, 4 give velocities 1, 2.5, 4.25, 6.125, half of which is taken off */
	float *bias = test_elements(module_parameter(module[1], 1));
	assert_true(bias[0] == -0.5f * (1 + 2.5f + 4.25f + 6.125f));
	free(bias);
	module_free(module[1]);
	module_free(module[0]);
}

static void test_wrong_device(void **state)
{
	(void)state;
	Module *module = module_mlp(sizes, 3, 1, device_gpu(1));
	Tensor *x = tensor_uniform(SHAPE(5, 4), 1, device_cpu());
	FAILS_NULL(STATUS_DEVICE,
		   "module_forward: the module is on gpu:1, x is on cpu; both must be on one "
		   "device",
		   module_forward(module, x));
	Tensor *near = tensor_copy_to(x, device_gpu(1)), *y = module_forward(module, near);
	Tensor *g = tensor_ones(SHAPE(5, 2), device_gpu(0));
	FAILS_NULL(
		STATUS_DEVICE,
		"module_backward: the output is on gpu:1, output_gradient is on gpu:0; both must "
		"be on one device",
		module_backward(module, g));
	/* the policy that copies */
	float *wanted = test_elements(y);
	assert_int_equal(device_set_policy(POLICY_COPY), 0);
	test_tensor_is(module_forward(module, x), SHAPE(5, 2), device_gpu(1), DTYPE_FLOAT32,
		       wanted);
	Tensor *dx = module_backward(module, g);
	assert_true(device_equal(tensor_device(dx), device_gpu(1)));
	assert_int_equal(device_set_policy(POLICY_ERROR), 0);
	free(wanted);
	tensor_free(dx);
	tensor_free(g);
	tensor_free(y);
	tensor_free(near);
	tensor_free(x);
	module_free(module);

	FAILS_NULL(STATUS_DEVICE,
		   "module_linear: gpu:7 does not exist; there are 2 GPUs, gpu:0 to gpu:1",
		   module_linear(2, 2, 1, device_gpu(7)));
	module = module_linear(2, 2, 1, device_cpu());
	FAILS(STATUS_DEVICE, "module_to: gpu:2 does not exist; there are 2 GPUs, gpu:0 to gpu:1",
	      module_to(module, device_gpu(2)));
	FAILS_NULL(STATUS_DEVICE,
		   "module_copy_to: gpu:2 does not exist; there are 2 GPUs, gpu:0 to gpu:1",
		   module_copy_to(module, device_gpu(2)));
	FAILS_NULL(STATUS_DEVICE,
		   "module_sequential: layer 0 is on cpu, layer 2 is on gpu:0; all must be on one "
		   "device",
		   module_sequential((Module *[]){module, module_relu(),
						  module_linear(2, 2, 1, device_gpu(0))},
				     3));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_parameters, test_nothing_left),
		cmocka_unit_test_teardown(test_layers, test_nothing_left),
		cmocka_unit_test_teardown(test_nested, test_nothing_left),
		cmocka_unit_test_teardown(test_initial_values, test_nothing_left),
		cmocka_unit_test_teardown(test_print, test_nothing_left),
		cmocka_unit_test_teardown(test_copy_and_move, test_nothing_left),
		cmocka_unit_test_teardown(test_move_in_training, test_nothing_left),
		cmocka_unit_test_teardown(test_wrong_device, test_nothing_left),
	};

	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("module", tests, test_three_devices, test_no_findings);
}
