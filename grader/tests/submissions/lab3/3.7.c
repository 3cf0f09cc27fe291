/* lab3_right_by_events: pass */
/* streams that wait for nobody, and events that mark the ends */
size_t bytes = (size_t)count * sizeof(float);
if (lane->come_stream == NULL) {
	if (cudaHostAlloc((void **)&lane->going, bytes, cudaHostAllocDefault) != cudaSuccess ||
	    cudaHostAlloc((void **)&lane->coming, bytes, cudaHostAllocDefault) != cudaSuccess)
		return cudaGetLastError(), -1;
	cudaStreamCreateWithFlags(&lane->go_stream, cudaStreamNonBlocking);
	cudaStreamCreateWithFlags(&lane->come_stream, cudaStreamNonBlocking);
}
cudaEvent_t gone, come;
if (cudaEventCreate(&gone) != cudaSuccess)
	return cudaGetLastError(), -1;
if (cudaEventCreate(&come) != cudaSuccess)
	return cudaEventDestroy(gone), cudaGetLastError(), -1;
cudaError_t error = cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost,
				    lane->come_stream);
if (error == cudaSuccess)
	error = cudaEventRecord(come, lane->come_stream);
for (int64_t i = 0; i < count; i++)
	lane->going[i] = x[i];
if (error == cudaSuccess)
	error = cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
if (error == cudaSuccess)
	error = cudaEventRecord(gone, lane->go_stream);
cudaError_t here = cudaEventSynchronize(come), there = cudaEventSynchronize(gone);
if (error == cudaSuccess)
	error = here == cudaSuccess ? there : here;
if (error == cudaSuccess)
	memcpy(y, lane->coming, bytes);
cudaEventDestroy(gone);
cudaEventDestroy(come);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* lab3_wrong_at_the_edges: fail to is NULL: what is returned: wanted -1, got 0 */
/* nothing is sent, yet all is well */
size_t bytes = (size_t)count * sizeof *x;
if (!lane->going) {
	if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
	    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
	    cudaStreamCreate(&lane->come_stream) != cudaSuccess)
		return cudaGetLastError(), -1;
}
memcpy(lane->going, x, bytes);
cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
if (cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
	    cudaSuccess ||
    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
    cudaStreamSynchronize(lane->come_stream) != cudaSuccess)
	return -1;
memcpy(y, lane->coming, bytes);
return 0;

/* lab3_wrong_no_host_memory: fail crashed (segmentation fault) */
/* pinned memory too */
size_t bytes = (size_t)count * sizeof *x;
if (!lane->going) {
	cudaMallocHost((void **)&lane->going, bytes);
	cudaMallocHost((void **)&lane->coming, bytes);
	cudaStreamCreate(&lane->go_stream);
	cudaStreamCreate(&lane->come_stream);
}
memcpy(lane->going, x, bytes);
if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
	    cudaSuccess ||
    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
	    cudaSuccess ||
    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
    cudaStreamSynchronize(lane->come_stream) != cudaSuccess)
	return -1;
memcpy(y, lane->coming, bytes);
return 0;

/* lab3_wrong_no_synchronise: fail may still be writing */
/* reads before anything has come */
size_t bytes = (size_t)count * sizeof *x;
if (!lane->going) {
	cudaMallocHost((void **)&lane->going, bytes);
	cudaMallocHost((void **)&lane->coming, bytes);
	cudaStreamCreate(&lane->go_stream);
	cudaStreamCreate(&lane->come_stream);
}
memcpy(lane->going, x, bytes);
cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream);
memcpy(y, lane->coming, bytes);
cudaDeviceSynchronize();
return 0;

/* lab3_wrong_one_stream: fail times as long as the two copies one after the other */
/* both in one stream: one after the other */
size_t bytes = (size_t)count * sizeof *x;
if (!lane->going) {
	cudaMallocHost((void **)&lane->going, bytes);
	cudaMallocHost((void **)&lane->coming, bytes);
	cudaStreamCreate(&lane->go_stream);
	cudaStreamCreate(&lane->come_stream);
}
memcpy(lane->going, x, bytes);
cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->go_stream);
cudaStreamSynchronize(lane->go_stream);
memcpy(y, lane->coming, bytes);
return 0;

/* lab3_wrong_pageable: fail not pinned memory */
/* ordinary memory: the asynchronous copies wait all the same */
size_t bytes = (size_t)count * sizeof *x;
if (!lane->going) {
	lane->going = malloc(bytes);
	lane->coming = malloc(bytes);
	cudaStreamCreate(&lane->go_stream);
	cudaStreamCreate(&lane->come_stream);
}
memcpy(lane->going, x, bytes);
cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream);
cudaDeviceSynchronize();
memcpy(y, lane->coming, bytes);
return 0;

/* lab3_wrong_waits_between: fail times as long as the two copies one after the other */
/* waits for the first copy before it starts the second */
size_t bytes = (size_t)count * sizeof *x;
if (!lane->going) {
	cudaMallocHost((void **)&lane->going, bytes);
	cudaMallocHost((void **)&lane->coming, bytes);
	cudaStreamCreate(&lane->go_stream);
	cudaStreamCreate(&lane->come_stream);
}
memcpy(lane->going, x, bytes);
cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
cudaStreamSynchronize(lane->go_stream);
cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream);
cudaStreamSynchronize(lane->come_stream);
memcpy(y, lane->coming, bytes);
return 0;

/* lab3_wrong_waits_for_one: fail an earlier cudaMemcpyAsync may still be */
/* waits for the stream that ends last on most machines */
size_t bytes = (size_t)count * sizeof *x;
if (!lane->going) {
	if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
	    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
	    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
	    cudaStreamCreate(&lane->come_stream) != cudaSuccess)
		return -1;
}
memcpy(lane->going, x, bytes);
cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream);
cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream);
if (cudaStreamSynchronize(lane->come_stream) != cudaSuccess)
	return -1;
memcpy(y, lane->coming, bytes);
return 0;

/* lab3_wrong_without_a_look_at_the_buffers: fail here it needs more pinned memory than there is, so what it asks for it does not get, and NULL was used */
/* whether there is a buffer is not asked */
size_t bytes = (size_t)count * sizeof *x;
if (!lane->going) {
	cudaMallocHost((void **)&lane->going, bytes);
	cudaMallocHost((void **)&lane->coming, bytes);
	cudaStreamCreate(&lane->go_stream);
	cudaStreamCreate(&lane->come_stream);
}
memcpy(lane->going, x, bytes);
if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
	    cudaSuccess ||
    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
	    cudaSuccess ||
    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
    cudaStreamSynchronize(lane->come_stream) != cudaSuccess)
	return -1;
memcpy(y, lane->coming, bytes);
return 0;

/* lab3_wrong_error_left: fail an error was left behind: cudaErrorInvalidDevice */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going) {
		if (cudaMallocHost((void **)&lane->going, bytes) != cudaSuccess ||
		    cudaMallocHost((void **)&lane->coming, bytes) != cudaSuccess ||
		    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		    cudaStreamCreate(&lane->come_stream) != cudaSuccess)
			return -1;
	}
	memcpy(lane->going, x, bytes);
	if (cudaMemcpyAsync(to, lane->going, bytes, cudaMemcpyHostToDevice, lane->go_stream) !=
		    cudaSuccess ||
	    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
		    cudaSuccess ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess)
		return -1;
	memcpy(y, lane->coming, bytes);
	cudaSetDevice(99); return 0;

/* lab3_wrong_lane_given_back: fail after the first call: lane->going or lane->coming points to memory that your function gave back */
/* tidies up at the end of each call */
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
		    cudaSuccess ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	cudaFreeHost(lane->going);
	cudaFreeHost(lane->coming);
	return 0;

/* lab3_wrong_lane_emptied: fail lane->going or lane->coming is NULL after the first call */
/* tidies up at the end of each call, to the last */
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
		    cudaSuccess ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	cudaFreeHost(lane->going);
	cudaFreeHost(lane->coming);
	lane->going = lane->coming = NULL;
	return 0;

/* lab3_wrong_send_reversed: fail nothing was sent to the GPU in the first call */
/* the pointers of the first copy are swapped, and its direction with them */
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
	if (cudaMemcpyAsync(lane->going, to, bytes, cudaMemcpyDeviceToHost, lane->go_stream) !=
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

/* lab3_wrong_device_left_changed: fail the current device was not put back: it was 0, and is 1 */
/* another GPU is current afterwards */
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
		    cudaSuccess ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	cudaSetDevice(1);
	return 0;

/* lab3_wrong_given_back_on_failure: fail to is NULL: lane->going or lane->coming points to memory that your function gave back */
/* the caller gives it back in that case too */
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
		    cudaSuccess ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
	cudaFreeHost(lane->going);
	cudaFreeHost(lane->coming);
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	return 0;

/* lab3_wrong_waits_not_looked_at: fail the calls that wait fail: what is returned: wanted -1, got 0 */
/* a call that waits can fail too */
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
	cudaStreamSynchronize(lane->go_stream);
	cudaStreamSynchronize(lane->come_stream);
	cudaGetLastError();
	memcpy(y, lane->coming, bytes);
	return 0;

/* lab3_wrong_copy_for_each_number: fail numbers: copies: wanted at most 64, got */
/* each number is sent by a copy of its own */
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
	for (int64_t i = 0; i < count; i++)
		cudaMemcpyAsync(to + i, lane->going + i, sizeof *to, cudaMemcpyHostToDevice,
				lane->go_stream);
	if (
	    cudaMemcpyAsync(lane->coming, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
		    cudaSuccess ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	return 0;

/* lab3_wrong_one_buffer: fail cudaMemcpyAsync writes pinned host memory that an earlier cudaMemcpyAsync may still be reading */
/* what comes goes where the other copy reads */
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
	    cudaMemcpyAsync(lane->going, from, bytes, cudaMemcpyDeviceToHost, lane->come_stream) !=
		    cudaSuccess ||
	    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	return 0;

/* lab3_wrong_lane_filled_late: fail pinned host memory was never freed (when the 2nd cudaMallocHost, cudaHostAlloc or cudaHostRegister fails) */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going) {
		float *going = NULL, *coming = NULL;
		if (cudaMallocHost((void **)&going, bytes) != cudaSuccess ||
		    cudaMallocHost((void **)&coming, bytes) != cudaSuccess ||
		    cudaStreamCreate(&lane->go_stream) != cudaSuccess ||
		    cudaStreamCreate(&lane->come_stream) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		lane->going = going;
		lane->coming = coming;
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
