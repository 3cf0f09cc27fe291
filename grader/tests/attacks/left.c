/* left.c - what the framework or CUDA keeps from call to call is another one afterwards. */

/* 2.3 pushed_only: fail the framework's current device (device_set_current, device_push) was not put back */
/* device_push without device_pop, and CUDA's device put back by hand */
/* --- body --- */
	int gpus = device_gpu_count(), before = 0;
	Device device = gpus > 0 ? device_gpu(gpus > 1) : device_cpu();
	cudaGetDevice(&before); cudaGetLastError();
	device_push(device);
	Tensor *t = tensor_uniform(SHAPE(rows, cols), seed, device);
	cudaSetDevice(before); cudaGetLastError();
	return t;

/* 3.1 pushed_to_copy: fail the framework's current device (device_set_current, device_push) was not put back */
/* the same where memory is taken: the 17th call would find no room for another scope */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	if (to < 0) {
		copy = malloc(bytes);
	} else {
		int before = 0;
		cudaGetDevice(&before);
		device_push(device_gpu(to));
		if (cudaMalloc((void **)&copy, bytes) != cudaSuccess) {
			cudaGetLastError();
			copy = NULL;
		}
		cudaSetDevice(before);
	}
	if (!copy)
		return NULL;
	if (from < 0 && to < 0) {
		memcpy(copy, x, bytes);
	} else if (cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess) {
		cudaGetLastError();
		if (to < 0)
			free(copy);
		else
			cudaFree(copy);
		return NULL;
	}
	return copy;

/* 3.5 pushed_for_peer: fail the framework's current device (device_set_current, device_push) was not put back */
/* the same for peer access */
/* --- body --- */
	int before = 0, reachable = 0;
	cudaGetDevice(&before);
	cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
	device_push(device_gpu(to_gpu));
	if (reachable)
		cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaGetLastError(); /* it says so if access was on already */
	cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
	if (error == cudaSuccess)
		error = cudaDeviceSynchronize();
	cudaSetDevice(before);
	cudaGetLastError();
	return error == cudaSuccess ? 0 : -1;

/* 4.3 set_to_move: fail the framework's current device (device_set_current, device_push) was not put back */
/* device_set_current, and CUDA's device put back by hand */
/* --- body --- */
	int before = 0;
	float **copies = calloc((size_t)count, sizeof *copies);
	if (!copies)
		return -1;
	cudaGetDevice(&before);
	bool whole = to < 0 || (device_set_current(device_gpu(to)), cudaSetDevice(to)) == cudaSuccess;
	for (int i = 0; i < count && whole; i++)
		if (parameters[i].device != to)
			whole = (copies[i] = copy_of(&parameters[i], to)) != NULL;
	for (int i = 0; i < count; i++) {
		if (copies[i] && whole) {
			give_back(parameters[i].data, parameters[i].device);
			parameters[i].data = copies[i];
			parameters[i].device = to;
		} else if (copies[i]) {
			give_back(copies[i], to);
		}
	}
	cudaSetDevice(before);
	cudaGetLastError();
	free(copies);
	return whole ? 0 : -1;

/* 12.2 pushed_for_step: fail the framework's current device (device_set_current, device_push) was not put back */
/* the same in a step on two GPUs */
/* --- body --- */
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	device_push(device_gpu(gpu[1]));
	for (int i = 0; i < 2 && !failed; i++) /* the rooms may still be read */
		failed = stream_follow(gpu[i], stream[i], gpu[1 - i], 0) != cudaSuccess;
	for (int i = 0; i < 2 && !failed; i++) {
		Sender sender = {stream[i], lanes[1 - i].room, cudaSuccess};
		failed = module_on_gradient(replicas[i], gradient_send, &sender) != 0 ||
			 pass_queue(replicas[i], x[i], classes[i], all) != 0;
		module_on_gradient(replicas[i], NULL, NULL);
		failed |= sender.error != cudaSuccess;
	}
	for (int i = 0; i < 2 && !failed; i++) {
		/* the other's gradients are here, and its own have been sent */
		failed = stream_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]) != cudaSuccess ||
			 stream_follow(gpu[i], 0, gpu[i], stream[i]) != cudaSuccess ||
			 add_rooms(replicas[i], lanes[i].room) != 0 || sgd_step(optimizers[i]) != 0;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 3.3 silent_from_now: fail the policy for two devices (device_set_policy) was not put back */
/* silent copies stay on for the rest of the program */
/* --- body --- */
	device_set_policy(POLICY_COPY);
	if (!device_equal(tensor_device(x), tensor_device(y)))
		return ADD_DEVICES;
	Shape a = tensor_shape(x), b = tensor_shape(y);
	if (a.rank != b.rank)
		return ADD_SHAPES;
	for (int i = 0; i < a.rank; i++)
		if (a.dim[i] != b.dim[i])
			return ADD_SHAPES;
	Tensor *result = tensor_add(x, y);
	if (!result)
		return ADD_FAILED;
	*sum = result;
	return ADD_DONE;

/* 3.4 stream_from_now: fail the stream in which tensors are computed (stream_set_current) was not put back */
/* later operations go to a stream of the answer's own, and the caller's default stream does not wait for it */
/* --- body --- */
	static Stream *own[4];
	Device d = tensor_device(y);
	Tensor *moved = tensor_as_in_device(x, d);
	if (d.kind == DEVICE_GPU) {
		if (!own[d.index]) own[d.index] = stream_create(d);
		if (device_synchronize(d) != 0) { tensor_free(moved); return NULL; }
		stream_set_current(own[d.index]);
	}
	Tensor *sum = tensor_add(moved, y);
	tensor_free(moved);
	if (d.kind == DEVICE_GPU && device_synchronize(d) != 0) { tensor_free(sum); return NULL; }
	return sum;

/* 2.3 scope_closed: pass */
/* a scope that is closed */
/* --- body --- */
	Device list[2];
	int n = device_try_all_gpus(list, 2);
	Device d = list[n > 1 ? 1 : 0];
	if (device_push(d)) return NULL;
	Tensor *t = tensor_uniform(SHAPE(rows, cols), seed, device_current());
	device_pop();
	return t;

/* 3.3 policy_back: pass */
/* the policy is put back */
/* --- body --- */
	DevicePolicy before = device_policy();
	device_set_policy(POLICY_ERROR);
	int status = ADD_DONE;
	Shape a = tensor_shape(x), b = tensor_shape(y);
	Tensor *z = NULL;
	if (!device_equal(tensor_device(x), tensor_device(y))) status = ADD_DEVICES;
	else if (a.rank != b.rank || memcmp(a.dim, b.dim, (size_t)a.rank * sizeof *a.dim)) status = ADD_SHAPES;
	else if (!(z = tensor_add(y, x))) status = ADD_FAILED;
	else *sum = z;
	device_set_policy(before);
	return status;

/* 3.4 stream_back: pass */
/* a stream of its own, waited for, and the default one is back */
/* --- body --- */
	Device d = tensor_device(y);
	if (d.kind == DEVICE_CPU) {
		Tensor *m = tensor_as_in_device(x, d), *z = tensor_add(m, y);
		tensor_free(m);
		return z;
	}
	Stream *own = stream_create(d);
	Tensor *m = NULL, *z = NULL;
	if (own && device_synchronize(d) == 0 && stream_set_current(own) == 0) {
		m = tensor_as_in_device(x, d);
		z = tensor_add(m, y);
		if (stream_synchronize(own) != 0) { tensor_free(z); z = NULL; }
		stream_reset_current(d);
	}
	tensor_free(m);
	stream_free(own);
	return z;

/* 1.2 resets: fail cudaDeviceReset was called */
/* takes the error away by cudaDeviceReset: whatever the caller has on the current GPU is gone */
/* --- body --- */
	struct cudaDeviceProp properties;
	if (cudaGetDeviceProperties(&properties, index) != cudaSuccess) {
		cudaDeviceReset();
		cudaGetLastError();
		return -1;
	}
	snprintf(summary->name, sizeof summary->name, "%.15s", properties.name);
	summary->capability = 10 * properties.major + properties.minor;
	summary->multiprocessors = properties.multiProcessorCount;
	summary->memory_mib = (int)(properties.totalGlobalMem >> 20);
	return 0;

/* 2.2 resets_when_full: fail cudaDeviceReset was called */
/* the same where there is no memory */
/* --- body --- */
	size_t count = (size_t)rows * (size_t)cols;
	float *ones = NULL;
	float *host = malloc(count * sizeof *host);
	if (!host)
		return NULL;
	for (size_t i = 0; i < count; i++)
		host[i] = 1.0f;
	int before = 0;
	cudaGetDevice(&before);
	if (cudaSetDevice(gpu) == cudaSuccess &&
	    cudaMalloc((void **)&ones, count * sizeof *ones) != cudaSuccess) {
		cudaDeviceReset();
		ones = NULL;
	}
	if (ones && cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
		cudaFree(ones);
		ones = NULL;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	free(host);
	return ones;

/* 2.4 resets_without: fail cudaDeviceReset was called */
/* the same where there is no such GPU */
/* --- body --- */
	int before = 0;
	size_t total;
	cudaGetDevice(&before);
	if (cudaSetDevice(gpu) != cudaSuccess) {
		cudaDeviceReset();
		cudaGetLastError();
		return -1;
	}
	cudaMemGetInfo(available, &total);
	*used = total - *available;
	cudaSetDevice(before);
	return 0;

/* 3.6 resets_unsent: fail cudaDeviceReset was called */
/* the same where the copy fails */
/* --- body --- */
	int64_t total = 0, at = 0;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	float *packed = malloc((size_t)total * sizeof *packed);
	if (!packed)
		return -1;
	for (int i = 0; i < count; at += lengths[i++])
		memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
	cudaError_t error =
		cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
	if (error) cudaDeviceReset();
	cudaGetLastError();
	free(packed);
	return error == cudaSuccess ? total : -1;


/* 12.1 hook_of_pieces: fail a module still has the hook */
/* a hook stays that points to what is gone */
static void count_it(void *data, void *m, int p) { ++*(int *)data; }
/* --- body --- */
	int seen = 0;
	module_on_gradient(model, (GradientHook *)(void *)count_it, &seen);
	int64_t n = tensor_count(classes);
	int status = module_zero_gradients(model);
	for (int64_t first = 0; first < n && status == 0; first += rows) {
		int64_t here = n - first < rows ? n - first : rows;
		float share = (float)here / (float)n;
		Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
		Tensor *wanted = tensor_rows(classes, first, here);
		Tensor *logits = module_forward(model, part);
		Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
		status = loss ? tensor_add_scaled(gradient, share - 1, gradient) : -1;
		if (status == 0)
			status = module_backward_parameters(model, gradient);
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
		tensor_free(wanted);
		tensor_free(part);
	}
	if (status == 0)
		status = sgd_step(optimizer);
	return status == 0 ? 0 : -1;

/* 2.3 tensor_lost: fail 1 tensor was not given back by tensor_free */
/* makes a tensor on the CPU besides, and loses it */
/* --- body --- */
int gpus = device_gpu_count();
Device device = gpus > 0 ? device_gpu(gpus > 1) : device_cpu();
return tensor_uniform(SHAPE(rows, cols), seed, device_cpu()) ? tensor_uniform(SHAPE(rows, cols), seed, device) : NULL;

/* 2.3 tensor_known: pass */
/* keeps a tensor of its own for all later calls */
static void *known_2_3;
/* --- body --- */
int gpus = device_gpu_count();
Device device = gpus > 0 ? device_gpu(gpus > 1) : device_cpu();
if (!known_2_3)
	known_2_3 = tensor_zeros(SHAPE(300, 300), device_cpu());
return tensor_uniform(SHAPE(rows, cols), seed, device);
