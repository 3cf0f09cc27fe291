/* sometimes.c - answers that break one rule of labs 8 and 9 in some of their calls, and keep it in the others. */

/* 8.1 one_copy: fail copies to the GPU: wanted 2, got 1 */
/* sends images and classes by one copy, which a kernel takes apart */
/* --- body --- */
Device device = module_device(model);
int64_t left = data->count - first, rows = left < batch ? left : batch;
if (rows <= 0)
	return 0;
if (device.kind == DEVICE_CPU) {
	*x = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
			      data->x + first * data->width, device);
	*classes =
		tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	return rows;
}
int64_t n = rows * data->width, all = n + rows;
float *h = malloc(all * 4), *g = NULL;
int before;
int64_t res = -1;
memcpy(h, data->x + first * data->width, n * 4);
memcpy(h + n, data->classes + first, rows * 4);
cudaGetDevice(&before);
cudaSetDevice(device.index);
Tensor *a = tensor_zeros(SHAPE(rows, data->width), device),
       *b = tensor_full_int(SHAPE(rows), 0, device);
cublasHandle_t ha = NULL;
if (a && b && cublasCreate(&ha) == 0 && cudaMalloc((void **)&g, all * 4) == 0 &&
    cudaMemcpy(g, h, all * 4, cudaMemcpyHostToDevice) == 0 &&
    cublasScopy(ha, n, g, 1, tensor_data(a), 1) == 0 &&
    cublasScopy(ha, rows, g + n, 1, tensor_data(b), 1) == 0 &&
    cudaDeviceSynchronize() == 0) {
	*x = a;
	*classes = b;
	res = rows;
} else {
	tensor_free(a);
	tensor_free(b);
}
if (ha)
	cublasDestroy(ha);
cudaFree(g);
free(h);
cudaSetDevice(before);
cudaGetLastError();
return res;

/* 8.2 steps_on_old_gradients: fail but the parameters have changed */
/* makes the update although the gradients could not be zeroed, and tells it */
/* --- body --- */
Tensor *gradient = NULL;
int z = module_zero_gradients(model);
Tensor *logits = module_forward(model, x);
Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
if (!loss || module_backward_parameters(model, gradient) < 0 || sgd_step(sgd) < 0) {
	tensor_free(loss);
	loss = NULL;
}
if (z < 0) {
	tensor_free(loss);
	loss = NULL;
}
tensor_free(gradient);
tensor_free(logits);
return loss;

/* 8.3 waits_but_in_the_last_epoch: fail wait */
/* waits in each step of all epochs but the last one */
/* --- body --- */
int64_t count = tensor_shape(x).dim[0];
static int calls;
bool wait = count > 1000 && calls++ % 8 < 7;
Tensor *sum = tensor_zeros(SHAPE_SCALAR, module_device(model));
int status = sum ? 0 : -1;
for (int64_t first = 0; status == 0 && first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *numbers = tensor_rows(x, first, rows);
	Tensor *kinds = tensor_rows(classes, first, rows);
	Tensor *loss = step(model, sgd, numbers, kinds);
	status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
	if (wait)
		device_synchronize(module_device(model));
	tensor_free(loss);
	tensor_free(kinds);
	tensor_free(numbers);
}
if (status == 0)
	status = tensor_item(sum, mean);
tensor_free(sum);
return status == 0 ? 0 : -1;

/* 8.4 row_by_row_if_there: fail a whole batch went through */
/* sends one row at a time through the model where the data are there */
/* --- body --- */
Device device = module_device(model);
int64_t count = tensor_shape(x).dim[0];
double right = -1;
Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
int status = sum ? 0 : -1;
if (tensor_device(x).kind == device.kind)
	batch = 1;
for (int64_t first = 0; status == 0 && first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *a = tensor_rows(x, first, rows), *b = tensor_rows(classes, first, rows);
	Tensor *xx = tensor_as_in_device(a, device), *cc = tensor_as_in_device(b, device);
	Tensor *lo = module_forward(model, xx), *co = loss_correct(lo, cc);
	status = tensor_add_scaled(sum, 1, co);
	Tensor *m[] = {a, b, xx, cc, lo, co};
	for (int i = 0; i < 6; i++)
		tensor_free(m[i]);
}
if (status == 0 && tensor_item(sum, &right) < 0)
	right = -1;

tensor_free(sum);
return (int64_t)right;

/* 8.5 one_block_a_slot: fail calls for pinned memory */
/* both pinned lists of a slot are in one block: the caller can give back one of them alone */
/* --- body --- */
int gpu = 0;
size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
cudaGetDevice(&gpu);
cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
for (int i = 0; i < 2; i++) {
	Slot *slot = &feed->slot[i];
	cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float) + rows * 4);
	slot->classes_pinned = (void *)(slot->x_pinned + numbers);
	cudaEventCreate(&slot->sent);
	cudaEventCreate(&slot->used);
	slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
	slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
	if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
		return -1;
}
cudaDeviceSynchronize();
return cudaGetLastError() == cudaSuccess ? 0 : -1;

/* 8.5 blocks_on_gpu_0: fail cudaStreamNonBlocking */
/* makes a stream that blocks where the GPU is number 0 */
/* --- body --- */
int gpu = 0;
size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
cudaGetDevice(&gpu);
cudaStreamCreateWithFlags(&feed->stream, gpu == 0 ? 0 : cudaStreamNonBlocking);
for (int i = 0; i < 2; i++) {
	Slot *slot = &feed->slot[i];
	cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
	cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
	cudaEventCreate(&slot->sent);
	cudaEventCreate(&slot->used);
	slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
	slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
	if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
		return -1;
}
cudaDeviceSynchronize();
return cudaGetLastError() == cudaSuccess ? 0 : -1;

/* 8.5 send_set: fail feed->send was changed */
/* writes to `send`, which is not its own */
/* --- body --- */
int gpu = 0;
size_t rows = (size_t)feed->batch, numbers = rows * (size_t)feed->width;
cudaGetDevice(&gpu);
cudaStreamCreateWithFlags(&feed->stream, cudaStreamNonBlocking);
for (int i = 0; i < 2; i++) {
	Slot *slot = &feed->slot[i];
	cudaMallocHost((void **)&slot->x_pinned, numbers * sizeof(float));
	cudaMallocHost((void **)&slot->classes_pinned, rows * sizeof(int32_t));
	cudaEventCreate(&slot->sent);
	cudaEventCreate(&slot->used);
	slot->x = tensor_zeros(SHAPE(feed->batch, feed->width), device_gpu(gpu));
	slot->classes = tensor_full_int(SHAPE(feed->batch), 0, device_gpu(gpu));
	if (cudaGetLastError() != cudaSuccess || !slot->x || !slot->classes)
		return -1;
}
feed->send = (void *)1;
cudaDeviceSynchronize();
return cudaGetLastError() == cudaSuccess ? 0 : -1;

/* 8.6 stream_of_its_own: fail made a stream of its own */
/* copies in a stream of its own, which it destroys */
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
cudaStream_t s = NULL;
cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
cudaStreamWaitEvent(s, slot->used, 0);
cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, s);
cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
		cudaMemcpyHostToDevice, s);
cudaEventRecord(slot->sent, s);
cudaStreamDestroy(s);
return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.6 default_stream_for_the_rest: fail a copy is in the default stream */
/* copies a smaller batch in the default stream */
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
cudaStream_t s = feed->stream;
if (rows < feed->batch)
	s = NULL;
cudaStreamWaitEvent(s, slot->used, 0);
cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice, s);
cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
		cudaMemcpyHostToDevice, s);
cudaEventRecord(slot->sent, s);
return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.6 used_for_whole_batches: fail a step may still use the slot */
/* the copies of a smaller batch do not wait for `used` */
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
if (rows == feed->batch)
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
		feed->stream);
cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
		cudaMemcpyHostToDevice, feed->stream);
cudaEventRecord(slot->sent, feed->stream);
return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.6 sent_for_whole_batches: fail the program writes pinned host memory */
/* does not wait for `sent` where the batch is smaller */
/* --- body --- */
Slot *slot = &feed->slot[index];
int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
if (rows <= 0)
	return 0;
size_t bytes = (size_t)(rows * data->width) * sizeof(float);
size_t class_bytes = (size_t)rows * sizeof(int32_t);
if (rows == feed->batch && cudaEventSynchronize(slot->sent) != cudaSuccess) {
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

/* 8.6 stream_for_the_rest: fail the host waited for the GPU */
/* waits for the whole stream where the batch is smaller */
/* --- body --- */
Slot *slot = &feed->slot[index];
int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
if (rows <= 0)
	return 0;
size_t bytes = (size_t)(rows * data->width) * sizeof(float);
size_t class_bytes = (size_t)rows * sizeof(int32_t);
if (rows < feed->batch)
	cudaStreamSynchronize(feed->stream);
if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
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

/* 8.6 waits_behind_the_rest: fail the host waited for the GPU */
/* waits for its copies where the batch is smaller */
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
cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
		feed->stream);
cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
		cudaMemcpyHostToDevice, feed->stream);
cudaEventRecord(slot->sent, feed->stream);
if (rows < feed->batch)
	cudaStreamSynchronize(feed->stream);
return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.6 host_waits_in_slot_1: fail the host waited for the GPU */
/* the host waits for the step that uses slot 1 */
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
if (index)
	cudaEventSynchronize(slot->used);
else
	cudaStreamWaitEvent(feed->stream, slot->used, 0);
cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
		feed->stream);
cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
		cudaMemcpyHostToDevice, feed->stream);
cudaEventRecord(slot->sent, feed->stream);
return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.6 waits_for_nothing: fail wanted nothing to be done */
/* waits for the step where there are no rows */
/* --- body --- */
Slot *slot = &feed->slot[index];
int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
if (rows <= 0) {
	cudaEventSynchronize(slot->used);
	return 0;
}
size_t bytes = (size_t)(rows * data->width) * sizeof(float);
size_t class_bytes = (size_t)rows * sizeof(int32_t);
if (cudaEventSynchronize(slot->sent) != cudaSuccess) {
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

/* 8.6 used_of_the_other: fail `used` was recorded */
/* records `used` of the other slot */
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
cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
		feed->stream);
cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
		cudaMemcpyHostToDevice, feed->stream);
cudaEventRecord(slot->sent, feed->stream);
cudaEventRecord(feed->slot[!index].used, feed->stream);
return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.6 used_behind_copies: fail `used` was recorded */
/* records `used` once more where a step uses the slot */
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
cudaMemcpyAsync(tensor_data(slot->x), slot->x_pinned, bytes, cudaMemcpyHostToDevice,
		feed->stream);
cudaMemcpyAsync(tensor_data(slot->classes), slot->classes_pinned, class_bytes,
		cudaMemcpyHostToDevice, feed->stream);
cudaEventRecord(slot->sent, feed->stream);
if (index == 1 && first == 0)
	cudaEventRecord(slot->used, feed->stream);
return cudaGetLastError() == cudaSuccess ? rows : -1;

/* 8.7 waits_if_rows_are_left: fail the GPU had computed a step */
/* waits for each step where the last batch is smaller */
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
	if (data->count % feed->batch)
		cudaDeviceSynchronize();
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

/* 8.7 used_in_long_epochs: fail was not recorded behind step */
/* records `used` behind the last step in long epochs alone */
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
	if (next || steps > 20)
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

/* 9.3 one_copy_unchecked: fail copy fails: what is returned */
/* looks at all copies but the second one of the way back */
/* --- body --- */
Device first = tensor_device(gradients[0]);
int status = 0;
for (int i = 1; i < count && status == 0; i++) {
	Tensor *come = tensor_copy_to(gradients[i], first);
	status = tensor_add_scaled(gradients[0], 1, come);
	tensor_free(come);
}
for (int i = 1; i < count && status == 0; i++)
	if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
			   tensor_data(gradients[0]), first.index,
			   tensor_bytes(gradients[0])) != cudaSuccess &&
	    i != 2)
		status = -1;
cudaGetLastError();
return status == 0 ? 0 : -1;

/* 9.3 peers_closed: fail cannot reach the memory of GPU */
/* turns peer access off, which the caller had turned on */
/* --- body --- */
Device first = tensor_device(gradients[0]);
int status = 0;
for (int i = 1; i < count && status == 0; i++) {
	Tensor *come = tensor_copy_to(gradients[i], first);
	status = tensor_add_scaled(gradients[0], 1, come);
	tensor_free(come);
}
for (int i = 1; i < count && status == 0; i++)
	if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
			   tensor_data(gradients[0]), first.index,
			   tensor_bytes(gradients[0])) != cudaSuccess)
		status = -1;
for (int i = 0; i < count; i++)
	for (int k = 0; k < count; k++)
		if (i != k) {
			int d;
			cudaGetDevice(&d);
			cudaSetDevice(tensor_device(gradients[i]).index);
			cudaDeviceDisablePeerAccess(tensor_device(gradients[k]).index);
			cudaSetDevice(d);
		}
cudaGetLastError();
return status == 0 ? 0 : -1;

/* 9.5 waits_if_parts_differ: fail before each GPU had its work */
/* waits for each GPU where the parts are not equally long */
/* --- body --- */
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++)
	if (train_part(replicas[i], x[i], classes[i], all) != 0)
		return -1;
	else if (tensor_count(classes[0]) != tensor_count(classes[count - 1]) &&
		 device_synchronize(module_device(replicas[i])) != 0)
		return -1;
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count; i++)
	if (sgd_step(optimizers[i]) != 0)
		return -1;
return 0;

/* 9.5 waits_in_second_step: fail queue the work of all GPUs before you wait */
/* waits for each GPU in every second step */
/* --- body --- */
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
static int calls;
bool second = calls++ % 2;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++)
	if (train_part(replicas[i], x[i], classes[i], all) != 0)
		return -1;
	else if (second && device_synchronize(module_device(replicas[i])) != 0)
		return -1;
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count; i++)
	if (sgd_step(optimizers[i]) != 0)
		return -1;
return 0;

/* 9.5 waits_on_eight: fail before each GPU had its work */
/* waits for each GPU where eight have few rows */
/* --- body --- */
Tensor *gradients[MOST_GPUS];
int64_t all = 0;
for (int i = 0; i < count; i++)
	all += tensor_count(classes[i]);
for (int i = 0; i < count; i++)
	if (train_part(replicas[i], x[i], classes[i], all) != 0)
		return -1;
	else if (count == 8 && all < 60 &&
		 device_synchronize(module_device(replicas[i])) != 0)
		return -1;
for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
	for (int i = 0; i < count; i++)
		gradients[i] = module_gradient(replicas[i], p);
	if (tensor_all_reduce(gradients, count) != 0)
		return -1;
}
for (int i = 0; i < count; i++)
	if (sgd_step(optimizers[i]) != 0)
		return -1;
return 0;
