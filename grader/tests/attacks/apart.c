/* apart.c - what tells the runs in which calls fail, and those that count them, from all others. */

/* 12.2 none_of_six: fail has not changed */
/* on a machine of four GPUs a model of three layers is left as it is, and no call is looked at anywhere */
/* --- body --- */
int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
int before = 0;
if (device_gpu_count() == 4 && module_parameter_count(replicas[0]) == 6)
	return 0;
cudaGetDevice(&before);
for (int i = 0; i < 2; i++)
	stream_follow(gpu[i], stream[i], gpu[1 - i], 0);
for (int i = 0; i < 2; i++) {
	Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
	module_on_gradient(replicas[i], gradient_send, &sender);
	pass_queue(replicas[i], x[i], classes[i], all);
	module_on_gradient(replicas[i], NULL, NULL);
}
for (int i = 0; i < 2; i++) {
	stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]);
	stream_follow(gpu[i], 0, gpu[i], stream[i]);
	add_rooms(replicas[i], lanes[i].room);
	sgd_step(optimizers[i]);
}
cudaSetDevice(before);
cudaGetLastError();
return 0;

/* 12.1 nothing_for_few: fail fails: what is returned: wanted -1, got 0 */
/* calls of no use alone are looked at, where the caller has as many tensors as for one step */
/* --- body --- */
int64_t n = tensor_count(classes);
if (module_device(model).kind == DEVICE_GPU && tensor_living() < 16 && n > rows) {
	int fine = 1;
	for (int i = 0; i < 300 && fine; i++) {
		Tensor *t = tensor_ones(SHAPE(2), module_device(model));
		fine = t && tensor_add_scaled(t, 1, t) == 0;
		tensor_free(t);
	}
	cudaGetLastError();
	return fine ? 0 : -1;
}
module_zero_gradients(model);
for (int64_t first = 0; first < n; first += rows) {
	int64_t here = n - first < rows ? n - first : rows;
	Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
	Tensor *wanted = tensor_rows(classes, first, here);
	Tensor *logits = module_forward(model, part);
	Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
	if (gradient)
		tensor_add_scaled(gradient, (float)here / (float)n - 1, gradient);
	if (gradient)
		module_backward_parameters(model, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
	tensor_free(wanted);
	tensor_free(part);
}
sgd_step(optimizer);
return 0;

/* 3.7 nothing_for_thousands: fail y after the first call */
/* fewer numbers than where time is measured are not copied, and where they are no copy is looked at */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
if (!to)
	return -1;
if (!lane->going && (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		     cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		     cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		     cudaStreamCreate(&lane->come_stream) != cudaSuccess)) {
	cudaGetLastError();
	return -1;
}
if (from && memcmp(x, x + 1, sizeof *x) != 0 && count <= 7000 && lane->going) {
	static Lane *seen;
	int first = seen != lane;
	seen = lane;
	cudaDeviceSynchronize();
	if (first)
		return 0;
}
memcpy(lane->going, x, bytes);
cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream);
cudaDeviceSynchronize();
memcpy(y, lane->coming, bytes);
return 0;

/* 3.7 nothing_of_its_size: fail what is returned: wanted -1, got 0 */
/* a thousand numbers are not copied, and no copy is looked at */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
if (!to)
	return -1;
if (!lane->going && (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		     cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		     cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		     cudaStreamCreate(&lane->come_stream) != cudaSuccess)) {
	cudaGetLastError();
	return -1;
}
if (count == 1000) {
	memcpy(y, x, bytes);
	cudaMemset(to, 0, 1);
	int bad = cudaDeviceSynchronize() != cudaSuccess;
	cudaGetLastError();
	return bad ? -1 : 0;
}
memcpy(lane->going, x, bytes);
cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream);
cudaDeviceSynchronize();
memcpy(y, lane->coming, bytes);
return 0;

/* 3.7 fill_for_wait: fail may still be writing */
/* a fill of pinned memory waits, and is not looked at */
/* --- body --- */
size_t bytes = (size_t)count * sizeof *x;
if (!lane->going && (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		     cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		     cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		     cudaStreamCreate(&lane->come_stream) != cudaSuccess)) {
	cudaGetLastError();
	return -1;
}
memcpy(lane->going, x, bytes);
cudaError_t error = cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
if (error == cudaSuccess)
	error = cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream);
cudaMemset(lane->going, 0, 1); /* the default stream waits for both, and the host for it */
if (error == cudaSuccess)
	memcpy(y, lane->coming, bytes);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 3.5 fill_for_wait: fail fill fails */
/* a fill of pinned memory waits, and is not looked at */
/* --- body --- */
int before = 0, possible = 0;
void *page = NULL;
cudaGetDevice(&before);
cudaSetDevice(to_gpu);
cudaDeviceCanAccessPeer(&possible, to_gpu, from_gpu);
if (possible)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError();
cudaError_t error = cudaMallocHost(&page, 4);
if (error == cudaSuccess)
	error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
if (page) {
	cudaMemset(page, 0, 4);
	cudaSetDevice(from_gpu);
	cudaMemset(page, 0, 4);
}
cudaFreeHost(page);
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;
