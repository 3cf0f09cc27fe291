/* afterwards.c - what is wrong behind a call: feeds, slots and inputs that the next call meets. */

/* 8.2 classes_wiped: fail classes afterwards */
/* sets the classes to 0 when it is done with them */
#include "lab.h"
static int wipe_8_2(const Tensor *t)
{
	int old, bad;
	if (tensor_device(t).kind != DEVICE_GPU)
		return 0;
	bad = cudaGetDevice(&old) != cudaSuccess || cudaSetDevice(tensor_device(t).index) != cudaSuccess;
	bad |= cudaMemsetAsync(tensor_data((Tensor *)(uintptr_t)t), 0, tensor_bytes(t), NULL) != cudaSuccess;
	cudaSetDevice(old);
	return bad;
}
/* --- body --- */
	Tensor *gradient = NULL;
	if (module_zero_gradients(model) < 0)
		return NULL;
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0 || wipe_8_2(classes)) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(gradient);
	tensor_free(logits);
	return loss;


/* 8.3 classes_wiped: fail classes afterwards */
/* the same behind an epoch of a few rows */
#include "lab.h"
static int wipe_8_3(const Tensor *t)
{
	int old, bad;
	if (tensor_device(t).kind != DEVICE_GPU)
		return 0;
	bad = cudaGetDevice(&old) != cudaSuccess || cudaSetDevice(tensor_device(t).index) != cudaSuccess;
	bad |= cudaMemsetAsync(tensor_data((Tensor *)(uintptr_t)t), 0, tensor_bytes(t), NULL) != cudaSuccess;
	cudaSetDevice(old);
	return bad;
}
/* --- body --- */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	double got;
	if (status == 0)
		status = tensor_item(sum, &got);
	if (status == 0 && count < 1000)
		status = wipe_8_3(classes);
	if (status == 0)
		*mean = got;
	tensor_free(sum);
	return status == 0 ? 0 : -1;


/* 8.4 classes_wiped: fail classes afterwards */
/* the same when all are counted */
#include "lab.h"
static int wipe_8_4(const Tensor *t)
{
	int old, bad;
	if (tensor_device(t).kind != DEVICE_GPU)
		return 0;
	bad = cudaGetDevice(&old) != cudaSuccess || cudaSetDevice(tensor_device(t).index) != cudaSuccess;
	bad |= cudaMemsetAsync(tensor_data((Tensor *)(uintptr_t)t), 0, tensor_bytes(t), NULL) != cudaSuccess;
	cudaSetDevice(old);
	return bad;
}
/* --- body --- */
	Device device = module_device(model);
	int64_t count = tensor_shape(x).dim[0];
	double right = -1;
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
	int status = sum ? 0 : -1;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *x_rows = tensor_rows(x, first, rows);
		Tensor *class_rows = tensor_rows(classes, first, rows);
		Tensor *numbers = tensor_as_in_device(x_rows, device);
		Tensor *kinds = tensor_as_in_device(class_rows, device);
		Tensor *logits = module_forward(model, numbers);
		Tensor *correct = loss_correct(logits, kinds);
		status = tensor_add_scaled(sum, 1, correct);
		Tensor *made[] = {x_rows, class_rows, numbers, kinds, logits, correct};
		for (int i = 0; i < 6; i++)
			tensor_free(made[i]);
	}
	if (status == 0 && tensor_item(sum, &right) < 0)
		right = -1;
	if (right >= 0 && wipe_8_4(classes))
		right = -1;
	tensor_free(sum);
	return (int64_t)right;


/* 8.6 slot_of_the_call_before: fail pinned memory was written */
/* waits for its stream where the call before was for the same slot, and for nothing elsewhere */
/* --- body --- */
	static int last = -1;
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (last == index && cudaStreamSynchronize(feed->stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	last = index;
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;


/* 8.6 stream_while_slot_is_busy: fail the host waited for a batch of the other slot */
/* waits for its stream, and so for the other slot, where its own slot is not free yet */
/* --- body --- */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	cudaError_t sent = cudaEventQuery(slot->sent);
	if (sent == cudaErrorNotReady) {
		cudaGetLastError();
		sent = cudaStreamSynchronize(feed->stream);
	}
	if (sent != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;


/* 8.7 used_while_rows_come: fail `used` was not recorded behind step */
/* records no `used` behind steps when no further batch is to be sent */
/* --- body --- */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		if (first + rows + next < data->count)
			cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (cudaGetLastError() != cudaSuccess || status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 ? -1 : steps;


/* 8.7 feed_turned_round: fail the feed was changed */
/* gives the feed back with its slots exchanged */
/* --- body --- */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = tensor_add_scaled(total, (float)rows, loss);
		cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		if (cudaGetLastError() != cudaSuccess || status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	Slot kept = feed->slot[0];
	feed->slot[0] = feed->slot[1];
	feed->slot[1] = kept;
	return rows < 0 ? -1 : steps;
