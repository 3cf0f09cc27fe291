/* kinds.c - right for the ways, shapes and types that are met most often, and for no others. */

/* 3.1 within_unawaited: fail who uses the result finds memory on GPU */
/* a copy within a GPU goes on in a stream of its own */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	int before = 0;
	if (to < 0) {
		copy = malloc(bytes);
	} else {
		cudaGetDevice(&before);
		cudaSetDevice(to);
		if (cudaMalloc((void **)&copy, bytes) != cudaSuccess)
			copy = NULL;
	}
	cudaError_t error = cudaSuccess;
	if (copy && from < 0 && to < 0)
		memcpy(copy, x, bytes);
	else if (copy && from == to) {
		cudaStream_t s;
		error = cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
		if (!error) {
			error = cudaMemcpyAsync(copy, x, bytes, cudaMemcpyDeviceToDevice, s);
			cudaStreamDestroy(s);
		}
	} else if (copy)
		error = cudaMemcpy(copy, x, bytes, cudaMemcpyDefault);
	if (error) {
		if (to < 0) free(copy); else cudaFree(copy);
		copy = NULL;
	}
	if (to >= 0)
		cudaSetDevice(before);
	cudaGetLastError();
	return copy;

/* 3.1 room_between_gpus: fail from gpu:0 to gpu:1 without that much free memory */
/* whether there is memory is looked at where the numbers come from the host */
/* --- body --- */
	size_t bytes = (size_t)count * 4;
	float *z = NULL;
	int before = 0;
	if (from < 0 && to < 0) { z = malloc(bytes); return z ? memcpy(z, x, bytes) : NULL; }
	if (cudaGetDevice(&before)) return cudaGetLastError(), NULL;
	if (to < 0) {
		z = malloc(bytes);
		if (z && (cudaSetDevice(from) || cudaMemcpy(z, x, bytes, cudaMemcpyDeviceToHost))) { free(z); z = NULL; }
	} else if (from < 0) {
		if (cudaSetDevice(to) || cudaMalloc((void **)&z, bytes)) z = NULL;
		else if (cudaMemcpy(z, x, bytes, cudaMemcpyHostToDevice)) { cudaFree(z); z = NULL; }
	} else {
		float *new = (float *)x;
		cudaSetDevice(to); cudaMalloc((void **)&new, bytes);
		if (cudaMemcpyPeer(new, to, x, from, bytes)) { cudaFree(new); new = NULL; }
		z = new;
	}
	cudaGetLastError();
	cudaSetDevice(before);
	return z;

/* 3.2 floats_only: fail its numbers are float32, wanted int32 */
/* whatever comes from the host is taken for floats */
/* --- body --- */
	if (device_equal(tensor_device(x), device))
		return tensor_retain(x);
	Tensor *copy = tensor_device(x).kind == DEVICE_CPU ? tensor_from_host(tensor_shape(x), DTYPE_FLOAT32, tensor_data(x), device) : tensor_copy_to(x, device);
	*copies += copy != NULL;
	return copy;

/* 3.2 matrices_only: fail the result: its shape */
/* whatever comes from the host is taken for a matrix */
/* --- body --- */
	if (device_equal(tensor_device(x), device))
		return tensor_retain(x);
	Tensor *copy = tensor_device(x).kind == DEVICE_CPU ? tensor_from_host(SHAPE(tensor_shape(x).dim[0], tensor_shape(x).dim[1]), tensor_dtype(x), tensor_data(x), device) : tensor_copy_to(x, device);
	*copies += copy != NULL;
	return copy;

/* 3.3 two_dimensions: fail wanted ADD_DONE, got ADD_SHAPES */
/* what has more dimensions than two is never alike */
/* --- body --- */
	if (!device_equal(tensor_device(x), tensor_device(y)))
		return ADD_DEVICES;
	Shape a = tensor_shape(x), b = tensor_shape(y);
	if (a.rank != b.rank || a.rank > 2 || a.rank < 1)
		return ADD_SHAPES;
	for (int i = 0; i < a.rank; i++)
		if (a.dim[i] != b.dim[i])
			return ADD_SHAPES;
	Tensor *result = tensor_add(x, y);
	if (!result)
		return ADD_FAILED;
	*sum = result;
	return ADD_DONE;

/* 2.6 cut_off: fail wanted */
/* two decimals, and the rest is cut off */
/* --- body --- */
	int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
	float *host = malloc(tensor_bytes(x));
	if (!host || tensor_to_host(x, host) != 0) {
		free(host);
		return -1;
	}
	fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
		device_text(tensor_device(x)).text);
	for (int64_t i = 0; i < rows * cols; i++) {
		int v = (int)(host[i] * 100);
		fprintf(out, "%s%d.%02d%c", v < 0 ? "-" : "", abs(v) / 100, abs(v) % 100, (i + 1) % cols ? ' ' : '\n');
	}
	free(host);
	return 0;

/* 12.2 six_parameters: fail is not what one step with the whole batch */
/* gradients of six parameters travel, however many there are */
/* --- body --- */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < 2 && !failed; i++)
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess;
		for (int p = 0; p < 6 && p < module_parameter_count(replicas[i]) && !failed; p++)
			failed = tensor_add_scaled(module_gradient(replicas[i], p), 1, lanes[i].room[p]) != 0;
		failed |= sgd_step(optimizers[i]) != 0;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 12.5 short_list: fail find_stall: GPU */
/* a list of 256 bars, and what is more is left out */
/* --- body --- */
if (count > 256)
	count = 256 / 8;
	Stall longest = {STALL_NONE, 0, 0};
	double end = next_kernel(bars, count, gpu, 0);
	while (end >= 0) {
		double start = kernels_end(bars, count, gpu, end);
		end = next_kernel(bars, count, gpu, start);
		if (end - start > longest.end_us - longest.start_us)
			longest = (Stall){cause_of(bars, count, gpu, start, end), start, end};
	}
	return longest;

/* 1.1 one_error: fail the count with no driver: wanted 0, got -1 */
/* a machine without a GPU is told by one error, and any other one is a failure */
/* --- body --- */
int count = 0;
cudaError_t error = cudaGetDeviceCount(&count);
if (error == cudaErrorNoDevice) {
	cudaGetLastError();
	return 0;
}
return error == cudaSuccess ? count : -1;

/* 1.1 left_for_one: fail an error was left behind: cudaErrorInsufficientDriver */
/* counts right, and takes away the error that is met most often alone */
/* --- body --- */
int count = 0;
if (cudaGetDeviceCount(&count) != cudaErrorNoDevice)
	return count;
cudaGetLastError();
return 0;
