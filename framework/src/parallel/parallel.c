/* parallel.c - data parallelism: the same model on several devices.
 *
 * A step, for one device after the other, and nothing of it waits: its rows of the batch are sent
 * to it, forward and backward are queued. Then the gradients are summed in a ring (device/ring.h),
 * and each device makes the update. All gradients of a replica lie in one block, so that they are
 * summed together; behind them lies the loss, which is summed with them.
 *
 * Each replica's loss is the mean over its own rows; times rows / n, the sum over the replicas is
 * the mean over the whole batch, however it was divided. A replica without rows adds zeros. */
#include "framework/src/parallel/parallel_private.h"

#include <stdlib.h>

/* --- making ----------------------------------------------------------------------------------- */

static int fill_zero(Tensor *tensor)
{
	const float zero = 0;
	return tensor_run(tensor, KERNEL_fill_f32, NULL, NULL, &zero);
}

/* Moves the gradients of the replica's parameters into one block. */
static int join_gradients(Replica *replica)
{
	const Module *module = replica->module;
	int64_t total = 1, first = 0;
	for (int i = 0; i < module->parameter_count; i++)
		total += module->parameters[i].parameter->value->count;
	replica->sums = tensor_create(SHAPE(total), DTYPE_FLOAT32, replica->device);
	if (!replica->sums || fill_zero(replica->sums) < 0)
		return error_passed_on();
	for (int i = 0; i < module->parameter_count; i++) {
		Parameter *parameter = module->parameters[i].parameter;
		Tensor *part = tensor_part(replica->sums, first, parameter->value->count);
		if (!part)
			return error_passed_on();
		part->shape = parameter->value->shape;
		first += part->count;
		tensor_free(parameter->gradient);
		parameter->gradient = part;
	}
	return STATUS_OK;
}

static int make_replica(Replica *replica, const Module *module, Device device, float rate,
			float momentum)
{
	replica->device = device.kind == DEVICE_GPU ? device : device_cpu();
	replica->module = module_copy_to(module, device);
	if (!replica->module || join_gradients(replica) < 0)
		return error_passed_on();
	replica->sgd = sgd_create(replica->module, rate, momentum);
	if (!replica->sgd || feed_init(&replica->feed, device, SLOTS) < 0)
		return error_passed_on();
	replica->fed = true;
	return backend_of(device)->event_create(replica->device.index, &replica->mark);
}

static int make_all(Parallel *parallel, const Module *module, const Device *devices, int count,
		    float rate, float momentum)
{
	int64_t elements = 0;
	parallel->replicas = calloc((size_t)count, sizeof(Replica));
	parallel->sums = calloc((size_t)count, sizeof(Tensor *));
	if (!parallel->replicas || !parallel->sums)
		return error_set(STATUS_MEMORY, "the host has no memory left for %d replicas",
				 count);
	for (; parallel->count < count; parallel->count++) {
		Replica *replica = &parallel->replicas[parallel->count];
		int status =
			make_replica(replica, module, devices[parallel->count], rate, momentum);
		if (status < 0) {
			parallel->count++; /* to be released as far as it is there */
			return status;
		}
		parallel->sums[parallel->count] = replica->sums;
		elements = replica->sums->count;
	}
	return ring_init(&parallel->ring, devices, count, elements);
}

static void release(Parallel *parallel)
{
	ring_release(&parallel->ring);
	for (int i = 0; i < parallel->count; i++) {
		Replica *replica = &parallel->replicas[i];
		if (replica->mark)
			backend_of(replica->device)
				->event_free(replica->device.index, replica->mark);
		if (replica->sgd)
			sgd_free(replica->sgd);
		module_destroy(replica->module);
		if (replica->fed)
			feed_release(&replica->feed);
		tensor_free(replica->sums);
	}
	free(parallel->replicas);
	free(parallel->sums);
	free(parallel);
}

Parallel *parallel_create(const Module *module, const Device *devices, int count, float rate,
			  float momentum)
{
	error_begin(__func__);
	if (!module || !devices) {
		error_null(module ? "devices" : "module");
		return NULL;
	}
	if (ring_check(devices, count) < 0)
		return NULL;
	Parallel *parallel = calloc(1, sizeof(*parallel));
	if (!parallel) {
		error_set(STATUS_MEMORY, "the host has no memory left for %d replicas", count);
		return NULL;
	}
	if (make_all(parallel, module, devices, count, rate, momentum) == STATUS_OK)
		return parallel;
	release(parallel);
	return NULL;
}

void parallel_free(Parallel *parallel)
{
	error_begin(__func__);
	if (parallel)
		release(parallel);
}

int parallel_count(const Parallel *parallel)
{
	return parallel ? parallel->count : 0;
}

Module *parallel_replica(const Parallel *parallel, int index)
{
	return parallel && index >= 0 && index < parallel->count ? parallel->replicas[index].module
								 : NULL;
}

void parallel_part(const Parallel *parallel, int64_t n, int index, int64_t *first, int64_t *rows)
{
	int count = parallel_count(parallel);
	bool there = index >= 0 && index < count && n > 0;
	int64_t each = there ? n / count : 0, more = there ? n % count : 0;
	*first = there ? each * index + (index < more ? index : more) : 0;
	*rows = there ? each + (index < more) : 0;
}

/* --- a step ----------------------------------------------------------------------------------- */

static int scale(Tensor *out, const Tensor *x, float factor)
{
	return tensor_run(out, KERNEL_scale_f32, x, NULL, &factor);
}

/* Forward and backward on the replica's own rows; `share` of the loss goes behind the gradients. */
static int run(Replica *replica, const Tensor *x, const Tensor *classes, float share)
{
	Tensor *gradient = NULL, *loss = NULL;
	Tensor *behind = tensor_part(replica->sums, replica->sums->count - 1, 1);
	Tensor *logits = behind ? module_forward(replica->module, x) : NULL;
	if (logits)
		loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	int status = loss ? scale(behind, loss, share) : error_passed_on();
	if (status == STATUS_OK && share != 1)
		status = scale(gradient, gradient, share);
	if (status == STATUS_OK)
		status = module_backward_parameters(replica->module, gradient);
	tensor_free(loss);
	tensor_free(gradient);
	tensor_free(logits);
	tensor_free(behind);
	return status;
}

static int run_part(Parallel *parallel, Replica *replica, const Part *part)
{
	Tensor *x = NULL, *classes = NULL;
	if (fill_zero(replica->sums) < 0)
		return error_passed_on();
	if (part->rows == 0)
		return STATUS_OK;
	int status = scatter_take(parallel, replica, part, &x, &classes);
	if (status == STATUS_OK)
		status = run(replica, x, classes,
			     (float)((double)part->rows / (double)part->classes->count));
	tensor_free(x);
	tensor_free(classes);
	return status == STATUS_OK ? feed_used(&replica->feed, parallel->slot) : status;
}

static int check_batch(const Parallel *parallel, const Tensor *x, const Tensor *classes)
{
	if (!parallel || !x || !classes)
		return error_null(!parallel ? "parallel" : !x ? "x" : "classes");
	if (!device_equal(x->device, classes->device))
		return error_set(STATUS_DEVICE,
				 "x is on %s, classes are on %s; both must be on one device",
				 device_text(x->device).text, device_text(classes->device).text);
	if (x->dtype != DTYPE_FLOAT32 || classes->dtype != DTYPE_INT32)
		return error_set(STATUS_SHAPE, "x is %s, classes are %s; wanted float32 and int32",
				 text_dtype(x->dtype), text_dtype(classes->dtype));
	if (x->shape.rank < 1 || classes->shape.rank != 1 ||
	    x->shape.dim[0] != classes->shape.dim[0] || classes->count == 0)
		return error_set(STATUS_SHAPE,
				 "x is %s, classes are %s; wanted a class a row, and a row at "
				 "least",
				 text_shape(x->shape).text, text_shape(classes->shape).text);
	return STATUS_OK;
}

static int step(Parallel *parallel, const Tensor *x, const Tensor *classes)
{
	int status = scatter_begin(parallel, x);
	for (int i = 0; status == STATUS_OK && i < parallel->count; i++) {
		Part part = {.x = x, .classes = classes};
		parallel_part(parallel, classes->count, i, &part.first, &part.rows);
		status = run_part(parallel, &parallel->replicas[i], &part);
	}
	int ended = scatter_end(parallel, x); /* whatever happened: the batch may be freed soon */
	if (status == STATUS_OK)
		status = ended;
	if (status == STATUS_OK)
		status = ring_sum(&parallel->ring, parallel->sums);
	for (int i = 0; status == STATUS_OK && i < parallel->count; i++)
		status = sgd_step(parallel->replicas[i].sgd);
	parallel->slot = (parallel->slot + 1) % SLOTS;
	return status;
}

Tensor *parallel_step(Parallel *parallel, const Tensor *x, const Tensor *classes)
{
	error_begin(__func__);
	if (check_batch(parallel, x, classes) < 0 || step(parallel, x, classes) < 0)
		return NULL;
	const Tensor *sums = parallel->sums[0];
	Tensor *behind = tensor_part(sums, sums->count - 1, 1);
	Tensor *loss =
		behind ? tensor_create_queued(SHAPE_SCALAR, DTYPE_FLOAT32, sums->device) : NULL;
	if (loss)
		loss = tensor_finish(loss, scale(loss, behind, 1));
	tensor_free(behind);
	return loss;
}
