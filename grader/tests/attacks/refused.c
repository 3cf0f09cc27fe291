/* refused.c - answers that go on where something is refused: nobody waits then, or nothing is sent; and what is given back that
 * is the caller's, or is too small. */

/* 2.5 second_is_tiny: fail the second buffer does not have that many bytes */
/* the first buffer has the bytes of both */
/* --- body --- */
	int before = 0, status = 0;
	size_t available = 0, total;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	cudaMemGetInfo(&available, &total);
	pair[0] = pair[1] = NULL;
	*missing = 0;
	if (cudaMalloc(&pair[0], 2 * bytes) != cudaSuccess || cudaMalloc(&pair[1], 4) != cudaSuccess) {
		cudaFree(pair[0]);
		cudaGetLastError();
		pair[0] = pair[1] = NULL;
		*missing = 2 * bytes > available ? 2 * bytes - available : 1;
		status = -1;
	}
	cudaSetDevice(before);
	return status;

/* 2.6 no_event_no_wait: fail wanted -1 returned or the numbers printed */
/* nobody waits where no event can be made */
/* --- body --- */
	int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
	size_t bytes = tensor_bytes(x);
	float *host = NULL;
	int status = 0, before = 0;
	if (tensor_device(x).kind == DEVICE_CPU) {
		host = malloc(bytes);
		if (!host || tensor_to_host(x, host) != 0) {
			free(host);
			return -1;
		}
	} else {
		cudaEvent_t event;
		cudaGetDevice(&before);
		cudaSetDevice(tensor_device(x).index);
		if (cudaMallocHost((void **)&host, bytes) != cudaSuccess) {
			cudaGetLastError();
			cudaSetDevice(before);
			return -1;
		}
		if (cudaMemcpyAsync(host, tensor_data(x), bytes, cudaMemcpyDeviceToHost, 0) != cudaSuccess)
			status = -1;
		if (status == 0 && cudaEventCreate(&event) == cudaSuccess) {
			if (cudaEventRecord(event, 0) != cudaSuccess || cudaEventSynchronize(event) != cudaSuccess)
				status = -1;
			cudaEventDestroy(event);
		}
		cudaSetDevice(before);
		cudaGetLastError();
	}
	if (status == 0) {
		fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
			device_text(tensor_device(x)).text);
		for (int64_t i = 0; i < rows * cols; i++)
			fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
	}
	if (tensor_device(x).kind == DEVICE_CPU)
		free(host);
	else
		cudaFreeHost(host);
	return status;

/* 3.1 x_freed_on_failure: fail gave x back */
/* when the copy fails x is given back */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	if (to < 0) {
		copy = malloc(bytes);
	} else {
		int before = 0;
		cudaGetDevice(&before);
		cudaSetDevice(to);
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
		if (from >= 0)
			cudaFree((void *)x);
		else
			free((void *)x);
		return NULL;
	}
	return copy;

/* 3.2 x_freed_on_failure: fail gave x back */
/* when the copy fails x is given back */
/* --- body --- */
	if (device_equal(tensor_device(x), device))
		return tensor_retain(x);
	Tensor *copy = tensor_copy_to(x, device);
	if (!copy)
		tensor_free(x);
	*copies += copy != NULL;
	return copy;

/* 3.2 waits_unread: fail the 1st wait fails: wanted NULL */
/* what waits is not looked at */
/* --- body --- */
	Device home = tensor_device(x);
	if (device_equal(home, device))
		return tensor_retain(x);
	if (home.kind == DEVICE_GPU)
		device_synchronize(home);
	Tensor *z = tensor_dtype(x) == DTYPE_INT32 ? tensor_full_int(tensor_shape(x), 0, device) : tensor_zeros(tensor_shape(x), device);
	if (!z)
		return NULL;
	if (device.kind == DEVICE_GPU)
		device_synchronize(device);
	if (cudaMemcpy(tensor_data(z), tensor_data(x), tensor_bytes(x), cudaMemcpyDefault) != cudaSuccess) {
		cudaGetLastError();
		tensor_free(z);
		return NULL;
	}
	cudaDeviceSynchronize();
	cudaGetLastError();
	*copies += 1;
	return z;

/* 3.4 waits_unread: fail a call has failed, yet NULL was not returned */
/* what waits is not looked at */
/* --- body --- */
	Tensor *moved = tensor_as_in_device(x, tensor_device(y));
	device_synchronize(tensor_device(y));
	Tensor *sum = tensor_add(moved, y);
	device_synchronize(tensor_device(y));
	cudaGetLastError();
	tensor_free(moved);
	return sum;

/* 3.4 by_policy: refused */
/* the framework copies behind the back of its caller */
/* --- body --- */
	device_set_policy(POLICY_COPY);
	Tensor *sum = tensor_add(y, x);
	device_set_policy(POLICY_ERROR);
	return sum;

/* 3.5 no_event_no_wait: fail and -1 was not returned */
/* nobody waits where no event can be made */
/* --- body --- */
	int before = 0, reachable = 0;
	cudaGetDevice(&before);
	cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
	cudaSetDevice(to_gpu);
	if (reachable)
		cudaDeviceEnablePeerAccess(from_gpu, 0);
	cudaGetLastError();
	cudaEvent_t event;
	cudaError_t error = cudaMemcpyPeerAsync(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to, 0);
	if (error == cudaSuccess && cudaEventCreate(&event) == cudaSuccess) {
		error = cudaEventRecord(event, 0);
		if (error == cudaSuccess)
			error = cudaEventSynchronize(event);
		cudaEventDestroy(event);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return error == cudaSuccess ? 0 : -1;

/* 3.6 not_registered_not_sent: fail  */
/* nothing is sent where memory cannot be pinned */
/* --- body --- */
	int64_t total = 0, at = 0;
	for (int i = 0; i < count; i++)
		total += lengths[i];
	if (total == 0)
		return 0;
	size_t bytes = (size_t)total * sizeof *to;
	float *packed = malloc(bytes);
	if (!packed)
		return -1;
	for (int i = 0; i < count; at += lengths[i++])
		memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
	cudaError_t error = cudaSuccess;
	if (cudaHostRegister(packed, bytes, cudaHostRegisterDefault) == cudaSuccess) {
		error = cudaMemcpyAsync(to, packed, bytes, cudaMemcpyHostToDevice, 0);
		if (error == cudaSuccess)
			error = cudaStreamSynchronize(0);
		cudaHostUnregister(packed);
	}
	cudaGetLastError();
	free(packed);
	return error == cudaSuccess ? total : -1;

/* 3.7 no_event_no_wait: fail and -1 was not returned */
/* nobody waits where no event can be made */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going) {
		if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
	}
	memcpy(lane->going, x, bytes);
	if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
		    cudaSuccess ||
	    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
		    cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	int status = 0;
	cudaStream_t streams[] = {lane->go_stream, lane->come_stream};
	for (int i = 0; i < 2; i++) {
		cudaEvent_t event;
		if (cudaEventCreate(&event) != cudaSuccess)
			continue;
		if (cudaEventRecord(event, streams[i]) != cudaSuccess || cudaEventSynchronize(event) != cudaSuccess)
			status = -1;
		cudaEventDestroy(event);
	}
	cudaGetLastError();
	if (status == 0)
		memcpy(y, lane->coming, bytes);
	return status;

/* 3.7 no_stream_not_sent: fail and -1 was not returned */
/* nothing is sent where no stream can be made */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going) {
		if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		if (cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
			cudaGetLastError();
			return 0;
		}
	}
	memcpy(lane->going, x, bytes);
	if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
		    cudaSuccess ||
	    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
		    cudaSuccess ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	return 0;

/* 2.5 front_is_tiny: fail  */
/* the tiny one lies in front of one that has the bytes of both */
/* --- body --- */
	int before = 0, status = 0;
	size_t available = 0, total;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	cudaMemGetInfo(&available, &total);
	pair[0] = pair[1] = NULL;
	*missing = 0;
	if (cudaMalloc(&pair[1], 4) != cudaSuccess || cudaMalloc(&pair[0], 2 * bytes) != cudaSuccess) {
		cudaFree(pair[1]);
		cudaGetLastError();
		pair[0] = pair[1] = NULL;
		*missing = 2 * bytes > available ? 2 * bytes - available : 1;
		status = -1;
	}
	cudaSetDevice(before);
	return status;

/* 3.3 waits_unread: fail wanted ADD_FAILED, got ADD_DONE */
/* what waits is not looked at */
/* --- body --- */
	if (!device_equal(tensor_device(x), tensor_device(y)))
		return ADD_DEVICES;
	Shape a = tensor_shape(x), b = tensor_shape(y);
	if (memcmp(&a, &b, sizeof a) != 0)
		return ADD_SHAPES;
	Tensor *result = tensor_add(x, y);
	if (!result)
		return ADD_FAILED;
	if (tensor_device(x).kind == DEVICE_GPU)
		device_synchronize(tensor_device(x));
	cudaGetLastError();
	*sum = result;
	return ADD_DONE;
