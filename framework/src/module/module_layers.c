/* module_layers.c - the layers: linear and relu.
 *
 * linear   y = x w + b       dw += x' dy     db += the sum of dy's rows     dx = dy w'
 * relu     y = max(x, 0)     dx = dy where y is positive, else 0
 *
 * So linear keeps its input for backward, and relu its output, which the next layer mostly keeps
 * too. */
#include "framework/src/module/module_private.h"

#include <math.h>

static Tensor *linear_forward(Module *module, const Tensor *x)
{
	const Tensor *weight = module->own[0].value, *bias = module->own[1].value;
	Tensor *y = tensor_create_queued(SHAPE(x->shape.dim[0], module->out), DTYPE_FLOAT32,
					 weight->device);
	if (!y)
		return NULL;
	int status = tensor_product(y, x, false, weight, false, false);
	if (status == STATUS_OK)
		status = tensor_run_rows(ROWS_add_row, y, NULL, y, bias, ROWS_MATRIX(y));
	module->kept = tensor_retain((Tensor *)(uintptr_t)x);
	return tensor_finish(y, status);
}

static int linear_backward(Module *module, const Tensor *dy, Tensor **dx)
{
	const Tensor *weight = module->own[0].value, *x = module->kept;
	Tensor *made = NULL;
	if (dx) {
		made = tensor_create_queued(x->shape, DTYPE_FLOAT32, x->device);
		if (!made)
			return error_passed_on();
	}
	int status = tensor_product(module->own[0].gradient, x, true, dy, false, true);
	if (status == STATUS_OK)
		status = tensor_sum_columns(module->own[1].gradient, dy, module->out, 1, true);
	if (status == STATUS_OK)
		module_tell_gradients(module);
	if (status == STATUS_OK && made)
		status = tensor_product(made, dy, false, weight, true, false);
	if (status == STATUS_OK && dx)
		*dx = made;
	else
		tensor_free(made);
	return status;
}

static const ModuleKind linear = {{"weight", "bias"}, linear_forward, linear_backward};

/* The weights before their spread: uniform in [0, 1), bit-equal on every device. */
static int fill_weight(Tensor *weight, int in, int out, uint64_t seed)
{
	float limit = sqrtf(6 / ((float)in + (float)out));
	int status = tensor_run(weight, KERNEL_uniform_f32, NULL, NULL, &seed);
	return status < 0 ? status : tensor_run(weight, KERNEL_spread_f32, weight, NULL, &limit);
}

static int fill_linear(Module *module, uint64_t seed, Device device)
{
	const float zero = 0;
	const Shape shapes[] = {SHAPE(module->in, module->out), SHAPE(module->out)};
	module->own_count = 2;
	for (int i = 0; i < module->own_count; i++) {
		Parameter *p = &module->own[i];
		p->value = tensor_create(shapes[i], DTYPE_FLOAT32, device);
		p->gradient = p->value ? tensor_create(shapes[i], DTYPE_FLOAT32, device) : NULL;
		if (!p->gradient || tensor_run(p->gradient, KERNEL_fill_f32, NULL, NULL, &zero) < 0)
			return error_passed_on();
	}
	if (fill_weight(module->own[0].value, module->in, module->out, seed) < 0 ||
	    tensor_run(module->own[1].value, KERNEL_fill_f32, NULL, NULL, &zero) < 0)
		return error_passed_on();
	return module_list_parameters(module);
}

Module *linear_create(int in, int out, uint64_t seed, Device device)
{
	if (in < 1 || out < 1) {
		error_set(STATUS_ARGUMENT, "%d inputs, %d outputs; wanted at least one of each", in,
			  out);
		return NULL;
	}
	Module *module = module_create(&linear, in, out);
	if (module && fill_linear(module, seed, device) < 0) {
		module_destroy(module);
		return NULL;
	}
	return module;
}

Module *module_linear(int in, int out, uint64_t seed, Device device)
{
	error_begin(__func__);
	return linear_create(in, out, seed, device);
}

static Tensor *relu_forward(Module *module, const Tensor *x)
{
	const float unused = 0;
	Tensor *y = tensor_create_queued(x->shape, DTYPE_FLOAT32, x->device);
	if (y)
		y = tensor_finish(y, tensor_run(y, KERNEL_relu_f32, x, NULL, &unused));
	module->kept = tensor_retain(y);
	return y;
}

static int relu_backward(Module *module, const Tensor *dy, Tensor **dx)
{
	const float unused = 0;
	const Tensor *y = module->kept;
	if (!dx)
		return STATUS_OK;
	Tensor *made = tensor_create_queued(y->shape, DTYPE_FLOAT32, y->device);
	if (!made)
		return error_passed_on();
	*dx = tensor_finish(made, tensor_run(made, KERNEL_relu_gradient_f32, y, dy, &unused));
	return *dx ? STATUS_OK : error_passed_on();
}

static const ModuleKind relu = {{NULL, NULL}, relu_forward, relu_backward};

Module *relu_create(void)
{
	return module_create(&relu, 0, 0);
}

Module *module_relu(void)
{
	error_begin(__func__);
	return relu_create();
}
