/* module_sequential.c - one layer after the other. */
#include "framework/src/module/module_private.h"

#include <stdlib.h>
#include <string.h>

static Tensor *sequential_forward(Module *module, const Tensor *x)
{
	Tensor *y = tensor_retain((Tensor *)(uintptr_t)x);
	for (int i = 0; y && i < module->layer_count; i++) {
		Tensor *next = module->layers[i]->kind->forward(module->layers[i], y);
		tensor_free(y);
		y = next;
	}
	return y;
}

/* Below the first layer with parameters nothing needs a gradient, unless the caller does. */
static int first_needed(const Module *module)
{
	int i = 0;
	while (i < module->layer_count && module->layers[i]->parameter_count == 0)
		i++;
	return i;
}

static int sequential_backward(Module *module, const Tensor *dy, Tensor **dx)
{
	int last = dx ? 0 : first_needed(module), status = STATUS_OK;
	Tensor *gradient = tensor_retain((Tensor *)(uintptr_t)dy);
	for (int i = module->layer_count - 1; status == STATUS_OK && i >= last; i--) {
		Tensor *next = NULL;
		status = module->layers[i]->kind->backward(module->layers[i], gradient,
							   dx || i > last ? &next : NULL);
		tensor_free(gradient);
		gradient = next;
	}
	if (status == STATUS_OK && dx)
		*dx = gradient;
	else
		tensor_free(gradient);
	return status;
}

static const ModuleKind sequential = {{NULL, NULL}, sequential_forward, sequential_backward};

/* Widths: what each layer takes is what the ones before it give. */
static int join_widths(Module *module)
{
	for (int i = 0; i < module->layer_count; i++) {
		const Module *layer = module->layers[i];
		if (layer->in != 0 && module->out != 0 && layer->in != module->out)
			return error_set(STATUS_SHAPE,
					 "layer %d takes %d columns, the layers before it give %d",
					 i, layer->in, module->out);
		if (module->in == 0)
			module->in = layer->in;
		module->out = layer->out != 0 ? layer->out : module->out;
	}
	return STATUS_OK;
}

static int check_devices(const Module *module)
{
	const Module *first = NULL;
	int first_place = 0;
	for (int i = 0; i < module->layer_count; i++) {
		const Module *layer = module->layers[i];
		if (layer->parameter_count == 0)
			continue;
		if (!first) {
			first = layer;
			first_place = i;
		} else if (!device_equal(module_device(first), module_device(layer))) {
			return error_set(STATUS_DEVICE,
					 "layer %d is on %s, layer %d is on %s; all must be on one "
					 "device",
					 first_place, device_text(module_device(first)).text, i,
					 device_text(module_device(layer)).text);
		}
	}
	return STATUS_OK;
}

/* The places of layers that are there, and no other's. */
static int check_layers(Module *const *layers, int count)
{
	for (int i = 0; i < count; i++) {
		char name[32];
		snprintf(name, sizeof(name), "layer %d", i);
		if (!layers[i])
			return error_null(name);
		for (int k = 0; k < i; k++)
			if (layers[k] == layers[i])
				return error_set(STATUS_ARGUMENT,
						 "layers %d and %d are one module; each has to be "
						 "one of its own",
						 k, i);
	}
	return STATUS_OK;
}

/* Each once, though a module may be named twice. */
static void destroy_layers(Module *const *layers, int count)
{
	for (int i = 0; i < count; i++) {
		int k = 0;
		while (k < i && layers[k] != layers[i])
			k++;
		if (k == i)
			module_destroy(layers[i]);
	}
}

static Module *sequential_create(Module *const *layers, int count)
{
	Module *module = NULL;
	if (check_layers(layers, count) == STATUS_OK)
		module = module_create(&sequential, 0, 0);
	if (module)
		module->layers = calloc((size_t)count, sizeof(Module *));
	if (!module || !module->layers) {
		if (module)
			error_set(STATUS_MEMORY, "the host has no memory left for a module");
		module_destroy(module);
		destroy_layers(layers, count);
		return NULL;
	}
	memcpy(module->layers, layers, (size_t)count * sizeof(Module *));
	module->layer_count = count;
	if (join_widths(module) < 0 || check_devices(module) < 0 ||
	    module_list_parameters(module) < 0) {
		module_destroy(module);
		return NULL;
	}
	return module;
}

Module *module_sequential(Module *const *layers, int count)
{
	error_begin(__func__);
	if (!layers) {
		error_null("layers");
		return NULL;
	}
	if (count < 1) {
		error_set(STATUS_ARGUMENT, "%d layers; wanted at least one", count);
		return NULL;
	}
	return sequential_create(layers, count);
}

/* An MLP's layers into layers[]: 2 count - 3 of them. How many were made. */
static int make_mlp(const int *sizes, int count, uint64_t seed, Device device, Module **layers)
{
	int made = 0;
	for (int i = 0; i + 1 < count; i++) {
		if (i > 0 && !(layers[made++] = relu_create()))
			return made;
		layers[made] = linear_create(sizes[i], sizes[i + 1], seed + (uint64_t)i, device);
		if (!layers[made++])
			return made;
	}
	return made;
}

Module *module_mlp(const int *sizes, int count, uint64_t seed, Device device)
{
	error_begin(__func__);
	if (!sizes) {
		error_null("sizes");
		return NULL;
	}
	if (count < 2) {
		error_set(STATUS_ARGUMENT, "%d sizes; wanted at least two", count);
		return NULL;
	}
	Module **layers = calloc(2 * (size_t)count, sizeof(Module *));
	if (!layers) {
		error_set(STATUS_MEMORY, "the host has no memory left for a module");
		return NULL;
	}
	int made = make_mlp(sizes, count, seed, device, layers);
	Module *module = NULL;
	if (layers[made - 1])
		module = sequential_create(layers, made);
	else
		destroy_layers(layers, made);
	free(layers);
	return module;
}
