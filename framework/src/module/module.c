/* module.c - modules as a whole: they come, run forward and backward, and go.
 *
 * What fits is checked here, once, on the way in; the layers then run without checks of their own.
 * Outputs and gradients that pass from layer to layer are queued memory (tensor/tensor_private.h),
 * so that a step asks no device to wait. */
#include "framework/src/module/module_private.h"

#include <limits.h>
#include <stdlib.h>

#include "framework/src/tensor/policy.h"

Module *module_create(const ModuleKind *kind, int in, int out)
{
	Module *module = calloc(1, sizeof(*module));
	if (!module) {
		error_set(STATUS_MEMORY, "the host has no memory left for a module");
		return NULL;
	}
	module->kind = kind;
	module->in = in;
	module->out = out;
	return module;
}

void module_destroy(Module *module)
{
	if (!module)
		return;
	tensor_free(module->kept);
	for (int i = 0; i < OWN_PARAMETERS; i++) {
		tensor_free(module->own[i].value);
		tensor_free(module->own[i].gradient);
	}
	for (int i = 0; i < module->layer_count; i++)
		module_destroy(module->layers[i]);
	for (int i = 0; i < module->parameter_count; i++)
		free(module->parameters[i].name);
	free(module->parameters);
	free(module->layers);
	free(module);
}

void module_free(Module *module)
{
	error_begin(__func__);
	module_destroy(module);
}

void module_forget(Module *module)
{
	tensor_free(module->kept);
	module->kept = NULL;
	module->ran = false;
	for (int i = 0; i < module->layer_count; i++)
		module_forget(module->layers[i]);
}

/* --- forward ---------------------------------------------------------------------------------- */

static int check_input(const Module *module, const Tensor *x)
{
	if (!module)
		return error_null("module");
	if (check_there(x, "x") < 0)
		return error_passed_on();
	if (module->parameter_count > 0 &&
	    policy_check(module_device(module), "the module", x, "x") < 0)
		return error_passed_on();
	if (check_float(x, "x") < 0)
		return error_passed_on();
	if (module->in == 0)
		return STATUS_OK;
	if (x->shape.rank != 2 || x->shape.dim[1] != module->in)
		return error_set(STATUS_SHAPE, "x is %s; the module takes (n, %d)",
				 text_shape(x->shape).text, module->in);
	if (x->shape.dim[0] > INT_MAX)
		return error_set(STATUS_SHAPE, "x is %s; the BLAS counts to %d at most",
				 text_shape(x->shape).text, INT_MAX);
	return STATUS_OK;
}

/* Where x has to be: a module without parameters runs where its input is. */
static Device device_for(const Module *module, const Tensor *x)
{
	return module->parameter_count > 0 ? module_device(module) : x->device;
}

Tensor *module_forward(Module *module, const Tensor *x)
{
	Tensor *copy;
	error_begin(__func__);
	if (check_input(module, x) < 0 ||
	    policy_bring(device_for(module, x), "the module", &x, "x", &copy) < 0)
		return NULL;
	module_forget(module);
	Tensor *out = module->kind->forward(module, x);
	tensor_free(copy);
	if (!out) {
		module_forget(module);
		return NULL;
	}
	module->ran = true;
	module->output_shape = out->shape;
	module->output_device = out->device;
	return out;
}

/* --- backward --------------------------------------------------------------------------------- */

static int check_gradient(const Module *module, const Tensor *gradient)
{
	if (!module)
		return error_null("module");
	if (check_there(gradient, "output_gradient") < 0)
		return error_passed_on();
	if (!module->ran)
		return error_set(STATUS_ARGUMENT, "no module_forward came before, or its backward "
						  "has been made already");
	if (policy_check(module->output_device, "the output", gradient, "output_gradient") < 0 ||
	    check_float(gradient, "output_gradient") < 0)
		return error_passed_on();
	if (!shape_equal(gradient->shape, module->output_shape))
		return error_set(STATUS_SHAPE,
				 "output_gradient is %s, the output is %s; both must "
				 "have one shape",
				 text_shape(gradient->shape).text,
				 text_shape(module->output_shape).text);
	return STATUS_OK;
}

static int run_backward(Module *module, const Tensor *gradient, Tensor **input_gradient)
{
	Tensor *copy;
	if (check_gradient(module, gradient) < 0 ||
	    policy_bring(module->output_device, "the output", &gradient, "output_gradient", &copy) <
		    0)
		return error_passed_on();
	int status = module->kind->backward(module, gradient, input_gradient);
	module_forget(module);
	tensor_free(copy);
	return status;
}

void module_tell_gradients(Module *leaf)
{
	const Listener *listener = &leaf->listener;
	for (int i = 0; listener->hook && i < leaf->own_count; i++)
		listener->hook(listener->data, listener->module, listener->first + i);
}

/* Lets the leaves below `part` tell the module's hook; *first is that of the next leaf. */
static void listen(Module *part, const Listener *listener, int *first)
{
	part->listener = *listener;
	part->listener.first = *first;
	*first += part->own_count;
	for (int i = 0; i < part->layer_count; i++)
		listen(part->layers[i], listener, first);
}

int module_on_gradient(Module *module, GradientHook *hook, void *data)
{
	int first = 0;
	error_begin(__func__);
	if (!module)
		return error_null("module");
	listen(module, &(Listener){hook, data, module, 0}, &first);
	return STATUS_OK;
}

bool module_has_hook(const Module *module)
{
	return module && module->listener.hook != NULL;
}

Tensor *module_backward(Module *module, const Tensor *output_gradient)
{
	Tensor *input_gradient = NULL;
	error_begin(__func__);
	if (run_backward(module, output_gradient, &input_gradient) < 0)
		return NULL;
	return input_gradient;
}

int module_backward_parameters(Module *module, const Tensor *output_gradient)
{
	error_begin(__func__);
	return run_backward(module, output_gradient, NULL);
}
