/* module_parameters.c - parameters by number and by name. */
#include "framework/src/module/module_private.h"

#include <stdlib.h>
#include <string.h>

/* "name", or with a layer's number before it "2.name"; NULL without memory. */
static char *join_name(int layer, const char *name)
{
	size_t bytes = strlen(name) + 16;
	char *out = malloc(bytes);
	if (out && layer < 0)
		snprintf(out, bytes, "%s", name);
	else if (out)
		snprintf(out, bytes, "%d.%s", layer, name);
	return out;
}

static int list_parameter(Module *module, int layer, const char *name, Parameter *parameter)
{
	NamedParameter *entry = &module->parameters[module->parameter_count];
	entry->name = join_name(layer, name);
	if (!entry->name)
		return error_set(STATUS_MEMORY, "the host has no memory left for a module");
	entry->parameter = parameter;
	module->parameter_count++;
	return STATUS_OK;
}

int module_list_parameters(Module *module)
{
	int count = module->own_count;
	for (int i = 0; i < module->layer_count; i++)
		count += module->layers[i]->parameter_count;
	if (count == 0)
		return STATUS_OK;
	module->parameters = calloc((size_t)count, sizeof(NamedParameter));
	if (!module->parameters)
		return error_set(STATUS_MEMORY, "the host has no memory left for a module");
	for (int i = 0; i < module->own_count; i++)
		if (list_parameter(module, -1, module->kind->own_names[i], &module->own[i]) < 0)
			return error_passed_on();
	for (int i = 0; i < module->layer_count; i++) {
		const Module *layer = module->layers[i];
		for (int k = 0; k < layer->parameter_count; k++)
			if (list_parameter(module, i, layer->parameters[k].name,
					   layer->parameters[k].parameter) < 0)
				return error_passed_on();
	}
	return STATUS_OK;
}

/* The entry with that number, or NULL. */
static const NamedParameter *entry_at(const Module *module, int index)
{
	if (!module || index < 0 || index >= module->parameter_count)
		return NULL;
	return &module->parameters[index];
}

void module_set_parameter(Module *module, int index, Tensor *value)
{
	Parameter *parameter = module->parameters[index].parameter;
	tensor_free(parameter->value);
	parameter->value = value;
}

Device module_device(const Module *module)
{
	const NamedParameter *first = entry_at(module, 0);
	return first ? first->parameter->value->device : device_cpu();
}

int module_parameter_count(const Module *module)
{
	return module ? module->parameter_count : 0;
}

const char *module_parameter_name(const Module *module, int index)
{
	const NamedParameter *entry = entry_at(module, index);
	return entry ? entry->name : NULL;
}

Tensor *module_parameter(const Module *module, int index)
{
	const NamedParameter *entry = entry_at(module, index);
	return entry ? entry->parameter->value : NULL;
}

Tensor *module_gradient(const Module *module, int index)
{
	const NamedParameter *entry = entry_at(module, index);
	return entry ? entry->parameter->gradient : NULL;
}

int module_parameter_find(const Module *module, const char *name)
{
	for (int i = 0; name && i < module_parameter_count(module); i++)
		if (strcmp(module->parameters[i].name, name) == 0)
			return i;
	return -1;
}

int module_layer_count(const Module *module)
{
	return module ? module->layer_count : 0;
}

const Module *module_layer(const Module *module, int index)
{
	return index >= 0 && index < module_layer_count(module) ? module->layers[index] : NULL;
}

int module_print(FILE *out, const Module *module)
{
	error_begin(__func__);
	if (!out || !module)
		return error_null(out ? "module" : "out");
	for (int i = 0; i < module->parameter_count; i++) {
		const Tensor *value = module->parameters[i].parameter->value;
		if (fprintf(out, "%s %s %s %s\n", module->parameters[i].name,
			    text_shape(value->shape).text, text_dtype(value->dtype),
			    device_text(value->device).text) < 0)
			return error_set(STATUS_IO, "the output cannot be written");
	}
	return STATUS_OK;
}

int module_zero_gradients(Module *module)
{
	const float zero = 0;
	error_begin(__func__);
	if (!module)
		return error_null("module");
	for (int i = 0; i < module->parameter_count; i++)
		if (tensor_run(module->parameters[i].parameter->gradient, KERNEL_fill_f32, NULL,
			       NULL, &zero) < 0)
			return error_passed_on();
	return STATUS_OK;
}
