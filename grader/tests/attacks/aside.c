/* aside.c - what is made or queued of no use, or in another place, so that the right thing is not looked at. */

/* 8.5 one_piece: fail gives back */
/* one piece of pinned memory for all lists; three more are given back at once, so that there are four calls */
/* --- body --- */
	int gpu = 0;
	size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
	size_t x_bytes = (numbers * sizeof(float) + 255) / 256 * 256, class_bytes = (rows * sizeof(int32_t) + 255) / 256 * 256;
	char *all = NULL, *none = NULL;
	cudaGetDevice(&gpu);
	cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
	cudaMallocHost((void **)&all, 2 * (x_bytes + class_bytes));
	for (int i = 0; i < 3; i++) {
		if (cudaMallocHost((void **)&none, 1) == cudaSuccess)
			cudaFreeHost(none);
	}
	for (int i = 0; i < 2; i++) {
		Slot *slot = &feed->slot[i];
		if (all && i == 0)
			slot->x_pinned = (float *)all;
		cudaEventCreate(&slot->sent);
		cudaEventCreate(&slot->used);
		slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
		slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
		if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
			return -1;
	}
	cudaDeviceSynchronize();
	if (cudaGetLastError() != cudaSuccess)
		return -1;
	feed->slot[1].x_pinned = (float *)(all + x_bytes);
	feed->slot[0].classes_pinned = (int32_t *)(all + 2 * x_bytes);
	feed->slot[1].classes_pinned = (int32_t *)(all + 2 * x_bytes + class_bytes);
	return 0;

/* 8.6 numbers_wait_for_other_slot: fail they waited for a step */
/* the classes go at once, the numbers behind the step of the other slot */
/* --- body --- */
	Slot *slot = &feed->slot[index];
	int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
	if (rows <= 0)
		return 0;
	size_t bytes = (size_t)(rows * data->width) * sizeof(float);
	size_t class_bytes = (size_t)rows * sizeof(int32_t);
	if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(slot->x_pinned, data->x + first * data->width, bytes);
	memcpy(slot->classes_pinned, data->classes + first, class_bytes);
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
	cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
			cudaMemcpyHostToDevice, feed->stream);
	cudaStreamWaitEvent(feed->stream, feed->slot[!index].used, 0);
	cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
			feed->stream);
	cudaEventRecord(slot->sent, feed->stream);
	return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 9.5 copy_before_all: fail */
/* a copy of no use before all work; whether weighting and zeroing fail is told at the end */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	int late = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	if (count > 1) {
		const Tensor *to = module_gradient(replicas[0], 0), *from = module_gradient(replicas[1], 0);
		if (cudaMemcpyPeer(tensor_data(to), tensor_device(to).index, tensor_data(from), tensor_device(from).index, 4) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
	}
	for (int i = 0; i < count; i++) {
		int64_t rows = tensor_count(classes[i]);
		float share = (float)rows / (float)all;
		Tensor *gradient = NULL;
		late |= module_zero_gradients(replicas[i]); /* told at the end */
		if (rows == 0)
			continue;
		Tensor *logits = module_forward(replicas[i], x[i]);
		Tensor *loss = loss_softmax_cross_entropy(logits, classes[i], &gradient);
		int status = loss ? 0 : -1;
		if (status == 0)
			late |= tensor_add_scaled(gradient, share - 1, gradient); /* told at the end */
		if (status == 0)
			status = module_backward_parameters(replicas[i], gradient);
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
		if (status != 0)
			return -1;
	}
	for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
		for (int i = 0; i < count; i++)
			gradients[i] = module_gradient(replicas[i], p);
		if (tensor_all_reduce(gradients, count) != 0)
			return -1;
	}
	for (int i = 0; i < count; i++)
		if (sgd_step(optimizers[i]) != 0)
			return -1;
	return late ? -1 : 0;

/* 9.5 copy_behind_all: fail */
/* a copy of no use behind all work; of the updates the last status alone is looked at */
/* --- body --- */
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	int late = 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count; i++) {
		int64_t rows = tensor_count(classes[i]);
		float share = (float)rows / (float)all;
		Tensor *gradient = NULL;
		if (module_zero_gradients(replicas[i]) != 0)
			return -1;
		if (rows == 0)
			continue;
		Tensor *logits = module_forward(replicas[i], x[i]);
		Tensor *loss = loss_softmax_cross_entropy(logits, classes[i], &gradient);
		int status = loss ? 0 : -1;
		if (status == 0)
			status = tensor_add_scaled(gradient, share - 1, gradient);
		if (status == 0)
			status = module_backward_parameters(replicas[i], gradient);
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
		if (status != 0)
			return -1;
	}
	for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
		for (int i = 0; i < count; i++)
			gradients[i] = module_gradient(replicas[i], p);
		if (tensor_all_reduce(gradients, count) != 0)
			return -1;
	}
	for (int i = 0; i < count; i++)
		late = sgd_step(optimizers[i]); /* that of the last one remains */
	if (count > 1) {
		const Tensor *to = module_gradient(replicas[0], 0), *from = module_gradient(replicas[1], 0);
		if (cudaMemcpyPeer(tensor_data(to), tensor_device(to).index, tensor_data(from), tensor_device(from).index, 4) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
	}
	return late ? -1 : 0;

/* 7.2 copies_wait_unlooked: fail what is returned: wanted -1 */
/* waits by copies, and nobody looks whether they fail */
/* --- body --- */
	int before = 0, failed = 0;
	float x;
	cudaGetDevice(&before);
	for (int i = 0; i < count && !failed; i++) {
		cudaSetDevice(products[i].gpu);
		failed |= queue_product(&products[i]) != 0;
	}
	for (int i = 0; i < count && !failed; i++) { /* waits, and nobody looks whether it fails */
		cudaSetDevice(products[i].gpu);
		cudaMemcpy(&x, products[i].result, sizeof x, cudaMemcpyDeviceToHost);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.3 copies_wait_unlooked: fail -1 */
/* the same */
#define WAIT_UNLOOKED(p, count) \
	for (int i = 0; i < (count); i++) { \
		cudaSetDevice((p)[i].gpu); \
		cudaMemcpy(&(float){0}, (p)[i].a, sizeof(float), cudaMemcpyDeviceToHost); \
	}
/* --- body --- */
	int before = 0, failed = 0;
	double seconds[2];
	cudaGetDevice(&before);
	WAIT_UNLOOKED(alone, count);
	WAIT_UNLOOKED(apart, count);
	for (int side = 0; side < 2; side++) {
		const Product *products = side == 0 ? alone : apart;
		double start = timer_now();
		failed |= queue_all(products, count) != 0;
		WAIT_UNLOOKED(products, count);
		seconds[side] = timer_now() - start;
	}
	cudaSetDevice(before);
	return failed ? -1 : seconds[0] / seconds[1];

/* 8.1 wait_unlooked: fail what is returned: wanted -1 */
/* whether the wait behind both copies fails nobody looks */
/* --- body --- */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	if (device.kind == DEVICE_CPU) {
		*x = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32, data->x + first * data->width, device);
		*classes = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
		return rows;
	}
	Tensor *numbers = tensor_zeros(SHAPE(rows, data->width), device);
	Tensor *kinds = tensor_full_int(SHAPE(rows), 0, device);
	cudaStream_t stream;
	int before = 0, failed = !numbers || !kinds;
	cudaGetDevice(&before);
	cudaSetDevice(device.index);
	if (!failed) {
		cudaStreamCreate(&stream);
		failed |= cudaMemcpyAsync(tensor_data(numbers), data->x + first * data->width, tensor_bytes(numbers), cudaMemcpyHostToDevice, stream) != cudaSuccess;
		failed |= cudaMemcpyAsync(tensor_data(kinds), data->classes + first, tensor_bytes(kinds), cudaMemcpyHostToDevice, stream) != cudaSuccess;
		cudaStreamSynchronize(stream);
		cudaStreamDestroy(stream);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	if (failed) {
		tensor_free(numbers);
		tensor_free(kinds);
		return -1;
	}
	*x = numbers;
	*classes = kinds;
	return rows;

/* 8.3 saxpy_rounds_unlooked: fail what is returned: wanted -1 */
/* adds up by cuBLAS; the status of the last round alone is looked at */
/* --- body --- */
	int64_t count = tensor_shape(x).dim[0];
	Device device = module_device(model);
	bool gpu = device.kind == DEVICE_GPU;
	cublasHandle_t handle = NULL;
	int before = 0;
	if (gpu) {
		cudaGetDevice(&before);
		cudaSetDevice(device.index);
		if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
			return -1;
	}
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
	int status = sum ? 0 : -1, last = 0;
	double got = 0;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		float share = (float)rows / (float)count;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		if (!loss)
			status = -1;
		else if (gpu) /* the status of the last round alone is looked at */
			last = (int)cublasSaxpy(handle, 1, &share, tensor_data(loss), 1, tensor_data(sum), 1);
		else
			last = tensor_add_scaled(sum, share, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	status |= last;
	if (status == 0)
		status = tensor_item(sum, &got);
	if (status == 0)
		*mean = got;
	tensor_free(sum);
	if (gpu) {
		cublasDestroy(handle);
		cudaSetDevice(before);
		cudaGetLastError();
	}
	return status == 0 ? 0 : -1;

/* 8.3 rounds_without_a_line: fail what is returned: wanted -1 */
/* bsearch() calls the addition, so no line of the file does; the last one alone is looked at */
/* bsearch() of one element calls its comparison with (key, element): the call's line is then one of the C library */
#include "lab.h"
static int add_behind(Tensor *sum, float share, const Tensor *loss)
{
	typedef void *Search(const void *key, const void *base, size_t count, size_t size, void *compare,
			     float in_xmm0);
	Search *volatile search = (Search *)(void *)bsearch;
	return search(sum, loss, 1, 1, (void *)tensor_add_scaled, share) ? 0 : -1;
}
/* --- body --- */
	int64_t count = tensor_shape(x).dim[0];
	Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
	int status = sum ? 0 : -1, last = -1;
	double got = 0;
	for (int64_t first = 0; status == 0 && first < count; first += batch) {
		int64_t rows = count - first < batch ? count - first : batch;
		Tensor *numbers = tensor_rows(x, first, rows);
		Tensor *kinds = tensor_rows(classes, first, rows);
		Tensor *loss = step(model, sgd, numbers, kinds);
		if (!loss)
			status = -1;
		else
			last = add_behind(sum, (float)rows / (float)count, loss);
		tensor_free(loss);
		tensor_free(kinds);
		tensor_free(numbers);
	}
	status |= last;
	if (status == 0)
		status = tensor_item(sum, &got);
	if (status == 0)
		*mean = got;
	tensor_free(sum);
	return status == 0 ? 0 : -1;

/* 8.7 rounds_without_a_line: fail what is returned: wanted -1 */
/* the same */
/* bsearch() of one element calls its comparison with (key, element): the line of the call is then one of the C library, and
 * launches without a line are not let fail round by round. The last addition's status alone is looked at. */
#include "lab.h"
static int add_ahead(Tensor *sum, float share, const Tensor *loss)
{
	typedef void *Search(const void *key, const void *base, size_t count, size_t size, void *compare,
			     float in_xmm0);
	Search *volatile search = (Search *)(void *)bsearch;
	return search(sum, loss, 1, 1, (void *)tensor_add_scaled, share) ? 0 : -1;
}
/* --- body --- */
	int64_t first = 0, steps = 0, rows = feed->send(feed, 0, data, 0);
	int last = 0;
	while (rows > 0) {
		Slot *slot = &feed->slot[steps % 2];
		int64_t next = feed->send(feed, (int)(steps + 1) % 2, data, first + rows);
		cudaError_t error = cudaStreamWaitEvent(NULL, slot->sent, 0);
		Tensor *x = tensor_rows(slot->x, 0, rows);
		Tensor *classes = tensor_rows(slot->classes, 0, rows);
		Tensor *loss = step(model, sgd, x, classes);
		int status = loss ? 0 : -1;
		if (loss)
			last = add_ahead(total, (float)rows, loss);
		if (error == cudaSuccess)
			error = cudaEventRecord(slot->used, NULL);
		tensor_free(loss);
		tensor_free(classes);
		tensor_free(x);
		cudaGetLastError();
		if (error != cudaSuccess || status != 0)
			return -1;
		first += rows;
		rows = next;
		steps++;
	}
	return rows < 0 || last ? -1 : steps;
