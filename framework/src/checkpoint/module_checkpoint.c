/* module_checkpoint.c - a model's parameters to and from a safetensors file.
 *
 * Loading reads all into new tensors on the parameters' device, and only then puts them in the
 * parameters' places, which cannot fail and copies nothing. So for a moment the device holds the
 * parameters twice: reading into their own memory would need less, but a disk that fails half-way
 * would leave a model that is half of each. */
#include <stdlib.h>

#include "framework/src/checkpoint/checkpoint_private.h"
#include "framework/src/module/module_private.h"

static int no_memory(void)
{
	return error_set(STATUS_MEMORY, "the host has no memory for a list of parameters");
}

int module_save(const Module *module, const char *path)
{
	error_begin(__func__);
	if (!module || !path)
		return error_null(module ? "path" : "module");
	int count = module_parameter_count(module);
	const char **names = calloc((size_t)count + 1, sizeof(const char *));
	const Tensor **tensors = calloc((size_t)count + 1, sizeof(const Tensor *));
	int status = names && tensors ? STATUS_OK : no_memory();
	for (int i = 0; i < count && status == STATUS_OK; i++) {
		names[i] = module_parameter_name(module, i);
		tensors[i] = module_parameter(module, i);
	}
	if (status == STATUS_OK)
		status = checkpoint_write(path, names, tensors, count);
	free(tensors);
	free(names);
	return status;
}

/* That the file has parameter i, as the module wants it. */
static int check_parameter(const Module *module, int i, const Checkpoint *file, const char *path)
{
	const char *name = module_parameter_name(module, i);
	const Tensor *parameter = module_parameter(module, i);
	int index = checkpoint_find(file, name);
	if (index < 0)
		return error_set(STATUS_ARGUMENT, "%s has no tensor %s; the model wants one", path,
				 text_name(name).text);
	Shape shape = checkpoint_shape(file, index);
	if (!shape_equal(shape, parameter->shape))
		return error_set(STATUS_SHAPE, "parameter %s has shape %s, in %s it has %s",
				 text_name(name).text, text_shape(parameter->shape).text, path,
				 text_shape(shape).text);
	Dtype dtype = checkpoint_dtype(file, index);
	if (dtype != parameter->dtype)
		return error_set(STATUS_SHAPE, "parameter %s is of %s, in %s it is of %s",
				 text_name(name).text, text_dtype(parameter->dtype), path,
				 text_dtype(dtype));
	return STATUS_OK;
}

/* parameters[i] becomes the index of the parameter for tensor i of the file, one to one. */
static int match(const Module *module, const Checkpoint *file, const char *path, int *parameters)
{
	for (int i = 0; i < checkpoint_count(file); i++)
		parameters[i] = module_parameter_find(module, checkpoint_name(file, i));
	for (int i = 0; i < module_parameter_count(module); i++)
		if (check_parameter(module, i, file, path) < 0)
			return error_passed_on();
	for (int i = 0; i < checkpoint_count(file); i++)
		if (parameters[i] < 0)
			return error_set(STATUS_ARGUMENT,
					 "%s has the tensor %s; the model has no such parameter",
					 path, text_name(checkpoint_name(file, i)).text);
	return STATUS_OK;
}

/* New tensors like the parameters, with the bytes of the file. */
static int read_new(const Module *module, const Checkpoint *file, const int *parameters,
		    Tensor **new)
{
	for (int i = 0; i < checkpoint_count(file); i++) {
		const Tensor *like = module_parameter(module, parameters[i]);
		new[i] = tensor_create(like->shape, like->dtype, like->device);
		if (!new[i])
			return error_passed_on();
	}
	return checkpoint_fill(file, new);
}

/* What a forward kept was computed with the parameters before, so it goes too. */
static void replace_all(Module *module, const int *parameters, Tensor **new, int count)
{
	for (int i = 0; i < count; i++) {
		module_set_parameter(module, parameters[i], new[i]);
		new[i] = NULL;
	}
	module_forget(module);
}

static int load(Module *module, const Checkpoint *file, const char *path)
{
	int count = checkpoint_count(file);
	int *parameters = calloc((size_t)count + 1, sizeof(*parameters));
	Tensor **new = calloc((size_t)count + 1, sizeof(Tensor *));
	int status = parameters && new ? match(module, file, path, parameters) : no_memory();
	if (status == STATUS_OK)
		status = read_new(module, file, parameters, new);
	if (status == STATUS_OK)
		replace_all(module, parameters, new, count);
	for (int i = 0; new &&i < count; i++)
		tensor_free(new[i]);
	free(new);
	free(parameters);
	return status;
}

int module_load(Module *module, const char *path)
{
	error_begin(__func__);
	if (!module || !path)
		return error_null(module ? "path" : "module");
	Checkpoint *file = checkpoint_start(path);
	if (!file)
		return error_passed_on();
	int status = load(module, file, path);
	checkpoint_end(file);
	return status;
}
