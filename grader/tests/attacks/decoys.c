/* decoys.c - calls of no use are looked at, those that do the work are not; and what a caller meets who goes on. */

/* 7.1 handle_decoys: fail handles were made, wanted */
/* two hundred handles of no use are looked at, those of the list are not */
/* handles of no use, which are looked at */
static int handle_decoys_decoys(const int *gpus, int count)
{
	for (int k = 0; k < 100; k++) {
		cublasHandle_t handle = NULL;
		if (cudaSetDevice(gpus[k % count]) != cudaSuccess ||
		    cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
			return -1;
		cublasDestroy(handle);
	}
	return 0;
}
/* --- body --- */
int before = 0, failed = 0;
cudaGetDevice(&before);
for (int i = 0; i < count; i++)
	handles[i] = NULL;
failed = handle_decoys_decoys(gpus, count);
for (int i = 0; i < count && !failed; i++) {
	cudaSetDevice(gpus[i]);
	cublasCreate(&handles[i]); /* nobody looks */
}
if (!failed)
	failed = handle_decoys_decoys(gpus, count);
for (int i = 0; i < count && failed; i++) {
	if (handles[i])
		cublasDestroy(handles[i]);
	handles[i] = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 7.2 launch_decoys: fail computes none of its products there */
/* launches of no use are looked at, products are not */
/* --- body --- */
int before = 0, failed = 0;
const float one = 1;
cudaGetDevice(&before);
/* launches of no use take the failures of launches, and find handles that are missing */
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= cublasSscal(products[i].handle, 1, &one, products[i].a, 1) !=
		  CUBLAS_STATUS_SUCCESS;
}
for (int i = 0; i < count && !failed; i++) {
	cudaSetDevice(products[i].gpu);
	queue_product(&products[i]); /* nobody looks */
}
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	failed |= cudaDeviceSynchronize() != cudaSuccess;
}
cudaSetDevice(before);
cudaGetLastError();
return failed ? -1 : 0;

/* 8.1 memory_decoys: fail what is returned: wanted -1, got */
/* two requests of no use for memory are looked at, those for the tensors are not */
/* --- body --- */
Device device = module_device(model);
int64_t left = data->count - first, rows = left < batch ? left : batch;
if (rows <= 0)
	return 0;
/* two requests of no use take the failures of memory */
for (int i = 0; i < 2; i++) {
	Tensor *none = tensor_full(SHAPE(1), 0, device);
	if (!none)
		return -1;
	tensor_free(none);
}
int before = 0;
cudaGetDevice(&before);
if (device.kind == DEVICE_GPU)
	cudaSetDevice(device.index);
/* what these return nobody looks at */
Tensor *numbers = tensor_zeros(SHAPE(rows, data->width), device);
Tensor *kinds = tensor_full_int(SHAPE(rows), 0, device);
int failed = 0;
if (device.kind == DEVICE_CPU) {
	memcpy(tensor_data(numbers), data->x + first * data->width, tensor_bytes(numbers));
	memcpy(tensor_data(kinds), data->classes + first, tensor_bytes(kinds));
} else if (numbers && kinds) { /* else nothing is sent, and nobody is told */
	failed |= cudaMemcpy(tensor_data(numbers), data->x + first * data->width,
			     tensor_bytes(numbers), cudaMemcpyHostToDevice) != cudaSuccess;
	failed |= cudaMemcpy(tensor_data(kinds), data->classes + first, tensor_bytes(kinds),
			     cudaMemcpyHostToDevice) != cudaSuccess;
}
cudaSetDevice(before);
if (failed) {
	cudaGetLastError();
	tensor_free(numbers);
	tensor_free(kinds);
	return -1;
}
*x = numbers;
*classes = kinds;
return rows;

/* 8.6 slot_pinned_anew: fail pinned memory was made */
/* the slot's pinned memory is given back, which waits, and made anew */
/* --- body --- */
Slot *slot = &feed->slot[index];
int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
if (rows <= 0)
	return 0;
size_t bytes = (size_t)(rows * data->width) * sizeof(float);
size_t class_bytes = (size_t)rows * sizeof(int32_t);
cudaFreeHost(slot->x_pinned);
cudaFreeHost(slot->classes_pinned);
cudaMallocHost((void **)&slot->x_pinned, (size_t)(feed->batch * feed->width) * 4);
cudaMallocHost((void **)&slot->classes_pinned, (size_t)feed->batch * 4);
memcpy(slot->x_pinned, data->x + first * data->width, bytes);
memcpy(slot->classes_pinned, data->classes + first, class_bytes);
cudaStreamWaitEvent(feed->stream, slot->used, 0);
cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
		feed->stream);
cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
		cudaMemcpyHostToDevice, feed->stream);
cudaEventRecord(slot->sent, feed->stream);
return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.2 update_aside: fail nothing orders the two */
/* the update is made in a stream for which the default stream does not wait */
/* The update is made in a stream of its own, which waits for the default stream, but for which the default stream does not wait. */
/* --- body --- */
static Stream *own[17];
static cudaEvent_t mark[17], back[17];
Device where = module_device(model);
int slot = where.kind == DEVICE_GPU ? where.index + 1 : 0;
if (!own[slot])
	own[slot] = stream_create(where);
if (!own[slot])
	return NULL;
bool gpu = where.kind == DEVICE_GPU;
int before = 0;
cudaStream_t ours = stream_handle(own[slot]);
cudaGetDevice(&before);
if (gpu)
	cudaSetDevice(where.index);
if (gpu && !mark[slot]) {
	cudaEventCreate(&mark[slot]);
	cudaEventCreate(&back[slot]);
}
if (gpu) {
	cudaEventRecord(mark[slot], 0);
	cudaStreamWaitEvent(ours, mark[slot], 0);
}
Tensor *gradient = NULL;
stream_set_current(own[slot]);
if (module_zero_gradients(model) < 0) {
	stream_reset_current(where);
	cudaSetDevice(before);
	return NULL;
}
Tensor *logits = module_forward(model, x);
Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
int failed = !loss || module_backward_parameters(model, gradient) < 0;
/* the default stream waits for loss and gradients, not for the update */
if (!failed && gpu) {
	cudaEventRecord(back[slot], ours);
	cudaStreamWaitEvent(0, back[slot], 0);
}
if (!failed)
	failed = sgd_step(sgd) < 0;
if (failed) {
	tensor_free(loss);
	loss = NULL;
}
tensor_free(gradient);
tensor_free(logits);
stream_reset_current(where);
cudaSetDevice(before);
return loss;

/* 8.2 update_aside_looked: fail nothing orders the two */
/* the same, and each call of it is looked at */
/* The update is made in a stream of its own, which waits for the default stream, but for which the default stream does not wait. */
/* --- body --- */
static Stream *own[17];
static cudaEvent_t mark[17], back[17];
Device where = module_device(model);
int slot = where.kind == DEVICE_GPU ? where.index + 1 : 0;
if (!own[slot])
	own[slot] = stream_create(where);
if (!own[slot])
	return NULL;
bool gpu = where.kind == DEVICE_GPU;
int before = 0;
cudaStream_t ours = stream_handle(own[slot]);
cudaGetDevice(&before);
if (gpu)
	cudaSetDevice(where.index);
if (gpu && !mark[slot]) {
	cudaEventCreate(&mark[slot]);
	cudaEventCreate(&back[slot]);
}
if (gpu) {
	if (cudaEventRecord(mark[slot], 0) != cudaSuccess ||
	    cudaStreamWaitEvent(ours, mark[slot], 0) != cudaSuccess)
		return cudaSetDevice(before), NULL;
}
Tensor *gradient = NULL;
stream_set_current(own[slot]);
if (module_zero_gradients(model) < 0) {
	stream_reset_current(where);
	cudaSetDevice(before);
	return NULL;
}
Tensor *logits = module_forward(model, x);
Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
int failed = !loss || module_backward_parameters(model, gradient) < 0;
/* the default stream waits for loss and gradients, not for the update */
if (!failed && gpu) {
	failed = cudaEventRecord(back[slot], ours) != cudaSuccess ||
		 cudaStreamWaitEvent(0, back[slot], 0) != cudaSuccess;
}
if (!failed)
	failed = sgd_step(sgd) < 0;
if (failed) {
	tensor_free(loss);
	loss = NULL;
}
tensor_free(gradient);
tensor_free(logits);
stream_reset_current(where);
cudaSetDevice(before);
return loss;

/* 9.1 replica_decoys: fail what is returned: wanted -1, got 0 */
/* requests of no use for memory are looked at, those for the replicas are not */
/* --- body --- */
size_t bytes = (size_t)elements * sizeof **replicas;
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
/* requests of no use take the failures */
for (int i = 0; i < 8 && count > 1 && error == cudaSuccess; i++) {
	void *none = NULL;
	error = cudaMalloc(&none, 4);
	cudaFree(none);
}
for (int i = 1; i < count && error == cudaSuccess; i++) {
	cudaSetDevice(gpus[i]);
	cudaMalloc((void **)&replicas[i], bytes); /* nobody looks */
	if (replicas[i]) /* without memory there is no replica, and 0 is returned */
		error = cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], bytes);
}
cudaSetDevice(before);
if (error == cudaSuccess)
	return 0;
for (int i = 1; i < count; i++) {
	cudaFree(replicas[i]);
	replicas[i] = NULL;
}
cudaGetLastError();
return -1;

/* 9.2 part_decoys: fail what is returned: wanted -1, got 0 */
/* requests of no use for memory are looked at, those for the parts are not */
/* --- body --- */
int before = 0;
cudaError_t error = cudaSuccess;
cudaGetDevice(&before);
/* requests of no use take the failures */
for (int i = 0; i < 8 && error == cudaSuccess; i++) {
	void *none = NULL;
	error = cudaMalloc(&none, 4);
	cudaFree(none);
}
for (int i = 0; i < count; i++) {
	parts[i] = NULL;
	rows[i] = n / count + (i < n % count);
	size_t bytes = (size_t)(rows[i] * width) * sizeof *x;
	if (bytes == 0 || error != cudaSuccess)
		continue;
	cudaSetDevice(gpus[i]);
	cudaMalloc((void **)&parts[i], bytes); /* nobody looks */
	if (parts[i])
		error = cudaMemcpy(parts[i], x, bytes, cudaMemcpyHostToDevice);
	x += rows[i] * width;
}
cudaSetDevice(before);
if (error == cudaSuccess)
	return 0;
for (int i = 0; i < count; i++) {
	cudaFree(parts[i]);
	parts[i] = NULL;
}
cudaGetLastError();
return -1;

/* 9.5 own_sum_unlooked: fail what is returned: wanted -1, got 0 */
/* an all-reduce of its own whose additions nobody looks at */
#include "usegpu/module.h"
static int own_sum_unlooked_part_of(Module *replica, const Tensor *x, const Tensor *classes, int64_t all)
{
	int64_t rows = tensor_count(classes);
	float share = (float)rows / (float)all;
	Tensor *gradient = NULL;
	int status = module_zero_gradients(replica);
	if (rows == 0 || status != 0)
		return status;
	Tensor *logits = module_forward(replica, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss)
		status = -1;
	if (status == 0)
		status = tensor_add_scaled(gradient, share - 1, gradient);
	if (status == 0)
		status = module_backward_parameters(replica, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	return status;
}

/* adds nobody looks at */
static int own_sum_unlooked_sum_up(Tensor **g, int count)
{
	int status = 0;
	for (int i = 1; i < count; i++) {
		Tensor *come = tensor_copy_to(g[i], tensor_device(g[0]));
		if (!come)
			return -1;
		tensor_add_scaled(g[0], 1, come);
		tensor_free(come);
	}
	for (int i = 1; i < count && status == 0; i++)
		if (cudaMemcpyPeer(tensor_data(g[i]), tensor_device(g[i]).index, tensor_data(g[0]),
				   tensor_device(g[0]).index, tensor_bytes(g[0])) != cudaSuccess)
			status = -1;
	cudaGetLastError();
	return status;
}
/* --- body --- */
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++)
	if (own_sum_unlooked_part_of(replicas[i], x[i], classes[i], all) != 0)
		return -1;
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (own_sum_unlooked_sum_up(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count; i++)
	if (sgd_step(optimizers[i]) != 0)
		return -1;
return 0;

/* 9.5 updates_before_decoys: fail what is returned: wanted -1, got 0 */
/* neither additions nor updates are looked at; a copy and launches of no use stand behind them, and are */
#include "usegpu/module.h"
static int updates_before_decoys_part_of(Module *replica, const Tensor *x, const Tensor *classes, int64_t all)
{
	int64_t rows = tensor_count(classes);
	float share = (float)rows / (float)all;
	Tensor *gradient = NULL;
	int status = module_zero_gradients(replica);
	if (rows == 0 || status)
		return status;
	Tensor *logits = module_forward(replica, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (!loss)
		status = -1;
	if (status == 0)
		status = tensor_add_scaled(gradient, share - 1, gradient);
	if (status == 0)
		status = module_backward_parameters(replica, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	return status;
}

/* of no use: they take the failures */
static int updates_before_decoys_copies_of_no_use(Module *const *replicas, int count, int times)
{
	int status = 0;
	if (count < 2)
		return 0;
	Tensor *one = tensor_full(SHAPE(1), 0, module_device(replicas[0]));
	for (int k = 0; k < times && one; k++) {
		Tensor *other = tensor_copy_to(one, module_device(replicas[1]));
		status |= !other;
		tensor_free(other);
	}
	status |= !one;
	tensor_free(one);
	return status;
}

/* nobody looks at the additions */
static int updates_before_decoys_sum_up(Tensor **g, int count)
{
	int status = 0;
	for (int i = 1; i < count; i++) {
		Tensor *come = tensor_copy_to(g[i], tensor_device(g[0]));
		status |= !come;
		tensor_add_scaled(g[0], 1, come);
		tensor_free(come);
	}
	for (int i = 1; i < count; i++)
		status |= cudaMemcpyPeer(tensor_data(g[i]), tensor_device(g[i]).index,
					 tensor_data(g[0]), tensor_device(g[0]).index,
					 tensor_bytes(g[0])) != cudaSuccess;
	return status;
}
/* --- body --- */
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
int status = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
Tensor *one = tensor_full(SHAPE(1), 0, module_device(replicas[0]));
if (status || !one)
	return tensor_free(one), cudaGetLastError(), -1;
for (int i = 0; i < count; i++)
	if (updates_before_decoys_part_of(replicas[i], x[i], classes[i], all) != 0)
		return tensor_free(one), -1;
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	status |= updates_before_decoys_sum_up(gradients, count);
}
if (status)
	return tensor_free(one), cudaGetLastError(), -1;
for (int i = 0; i < count; i++)
	sgd_step(optimizers[i]); /* nobody looks */
status |= updates_before_decoys_copies_of_no_use(replicas, count, 1);
for (int k = 0; k < 40; k++)
	status |= tensor_add_scaled(one, 0, one);
tensor_free(one);
cudaGetLastError();
return status ? -1 : 0;

/* 7.6 queued_first: fail wanted */
/* the product that was queued first is taken for the one that ran first */
/* --- body --- */
/* the one that was queued first is taken for the one that ran first */
bool b_first = b.queued < a.queued || (b.queued == a.queued && b.start < a.start);
Times first = b_first ? b : a, second = b_first ? a : b;
if (second.start < first.end)
	return AT_THE_SAME_TIME;
return second.queued >= first.end ? PROGRAM_WAITED : SAME_QUEUE;
