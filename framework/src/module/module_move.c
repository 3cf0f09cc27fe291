/* module_move.c - modules on another device: moved, or copied. */
#include "framework/src/module/module_private.h"

#include <stdlib.h>

/* Everything is copied before anything is replaced, so that a failure leaves the module whole. */
static int copy_all(const Module *module, Device device, Parameter *moved)
{
	for (int i = 0; i < module->parameter_count; i++) {
		const Parameter *from = module->parameters[i].parameter;
		moved[i].value = tensor_duplicate(from->value, device);
		if (!moved[i].value)
			return error_passed_on();
		moved[i].gradient = tensor_duplicate(from->gradient, device);
		if (!moved[i].gradient)
			return error_passed_on();
	}
	return STATUS_OK;
}

static void swap_all(const Module *module, Parameter *moved)
{
	for (int i = 0; i < module->parameter_count; i++) {
		Parameter *parameter = module->parameters[i].parameter, before = *parameter;
		*parameter = moved[i];
		moved[i] = before;
	}
}

static void free_all(Parameter *parameters, int count)
{
	for (int i = 0; i < count; i++) {
		tensor_free(parameters[i].value);
		tensor_free(parameters[i].gradient);
	}
	free(parameters);
}

int module_to(Module *module, Device device)
{
	error_begin(__func__);
	if (!module)
		return error_null("module");
	if (device_require(device) < 0)
		return error_passed_on();
	int count = module->parameter_count;
	if (count == 0 || device_equal(module_device(module), device))
		return STATUS_OK;
	Parameter *moved = calloc((size_t)count, sizeof(Parameter));
	if (!moved)
		return error_set(STATUS_MEMORY, "the host has no memory left to move a module");
	int status = copy_all(module, device, moved);
	if (status == STATUS_OK) {
		swap_all(module, moved);
		module_forget(module); /* the batch that it kept is on the device before */
	}
	free_all(moved, count);
	return status;
}

static int copy_parameters(Module *copy, const Module *module, Device device)
{
	const float zero = 0;
	copy->own_count = module->own_count;
	for (int i = 0; i < module->own_count; i++) {
		Parameter *p = &copy->own[i];
		const Tensor *value = module->own[i].value;
		p->value = tensor_duplicate(value, device);
		p->gradient = p->value ? tensor_create(value->shape, DTYPE_FLOAT32, device) : NULL;
		if (!p->gradient || tensor_run(p->gradient, KERNEL_fill_f32, NULL, NULL, &zero) < 0)
			return error_passed_on();
	}
	return STATUS_OK;
}

static Module *copy_module(const Module *module, Device device);

static int copy_layers(Module *copy, const Module *module, Device device)
{
	if (module->layer_count == 0)
		return STATUS_OK;
	copy->layers = calloc((size_t)module->layer_count, sizeof(Module *));
	if (!copy->layers)
		return error_set(STATUS_MEMORY, "the host has no memory left for a module");
	for (int i = 0; i < module->layer_count; i++) {
		Module *layer = copy_module(module->layers[i], device);
		if (!layer)
			return error_passed_on();
		copy->layers[copy->layer_count++] = layer;
	}
	return STATUS_OK;
}

static Module *copy_module(const Module *module, Device device)
{
	Module *copy = module_create(module->kind, module->in, module->out);
	if (copy && (copy_parameters(copy, module, device) < 0 ||
		     copy_layers(copy, module, device) < 0 || module_list_parameters(copy) < 0)) {
		module_destroy(copy);
		return NULL;
	}
	return copy;
}

Module *module_copy_to(const Module *module, Device device)
{
	error_begin(__func__);
	if (!module) {
		error_null("module");
		return NULL;
	}
	return device_require(device) == STATUS_OK ? copy_module(module, device) : NULL;
}
