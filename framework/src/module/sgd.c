/* sgd.c - stochastic gradient descent, where the parameters are. */
#include "framework/src/module/module_private.h"

#include <math.h>
#include <stdlib.h>

struct Sgd {
	Module *module; /* borrowed */
	float rate, momentum;
	Tensor **velocity; /* one for each of `count` parameters; NULL without momentum */
	int count;
};

/* A velocity of zeros for each parameter. */
static int make_velocities(Sgd *sgd)
{
	const float zero = 0;
	sgd->velocity = calloc((size_t)sgd->count + 1, sizeof(Tensor *));
	if (!sgd->velocity)
		return error_set(STATUS_MEMORY, "the host has no memory left for an optimizer");
	for (int i = 0; i < sgd->count; i++) {
		const Tensor *value = module_parameter(sgd->module, i);
		sgd->velocity[i] = tensor_create(value->shape, DTYPE_FLOAT32, value->device);
		if (!sgd->velocity[i] ||
		    tensor_run(sgd->velocity[i], KERNEL_fill_f32, NULL, NULL, &zero) < 0)
			return error_passed_on();
	}
	return STATUS_OK;
}

static void destroy(Sgd *sgd)
{
	for (int i = 0; sgd->velocity && i < sgd->count; i++)
		tensor_free(sgd->velocity[i]);
	free(sgd->velocity);
	free(sgd);
}

Sgd *sgd_create(Module *module, float rate, float momentum)
{
	error_begin(__func__);
	if (!module) {
		error_null("module");
		return NULL;
	}
	if (!(isfinite(rate) && rate >= 0 && momentum >= 0 && momentum < 1)) {
		error_set(STATUS_ARGUMENT,
			  "rate %g, momentum %g; wanted a rate of at least 0 and a momentum from 0 "
			  "to less than 1",
			  (double)rate, (double)momentum);
		return NULL;
	}
	Sgd *sgd = calloc(1, sizeof(*sgd));
	if (!sgd) {
		error_set(STATUS_MEMORY, "the host has no memory left for an optimizer");
		return NULL;
	}
	sgd->module = module;
	sgd->count = module->parameter_count;
	sgd->rate = rate;
	sgd->momentum = momentum;
	if (momentum > 0 && make_velocities(sgd) < 0) {
		destroy(sgd);
		return NULL;
	}
	return sgd;
}

void sgd_free(Sgd *sgd)
{
	error_begin(__func__);
	if (sgd)
		destroy(sgd);
}

/* The velocities follow a module that module_to() has moved. */
static int follow(Sgd *sgd)
{
	Device device = module_device(sgd->module);
	for (int i = 0; sgd->velocity && i < sgd->count; i++) {
		if (device_equal(sgd->velocity[i]->device, device))
			continue;
		Tensor *moved = tensor_duplicate(sgd->velocity[i], device);
		if (!moved)
			return error_passed_on();
		tensor_free(sgd->velocity[i]);
		sgd->velocity[i] = moved;
	}
	return STATUS_OK;
}

static int update(const Sgd *sgd, int index)
{
	Tensor *value = module_parameter(sgd->module, index);
	const Tensor *gradient = module_gradient(sgd->module, index);
	const float factor = -sgd->rate;
	if (!sgd->velocity)
		return tensor_run(value, KERNEL_add_scaled_f32, value, gradient, &factor);
	return tensor_run_rows(
		ROWS_sgd, value, sgd->velocity[index], gradient, NULL,
		(RowsArguments){.n = (uint64_t)value->count, .s = sgd->rate, .t = sgd->momentum});
}

int sgd_step(Sgd *sgd)
{
	error_begin(__func__);
	if (!sgd)
		return error_null("sgd");
	if (follow(sgd) < 0)
		return error_passed_on();
	for (int i = 0; i < sgd->count; i++)
		if (update(sgd, i) < 0)
			return error_passed_on();
	return STATUS_OK;
}
