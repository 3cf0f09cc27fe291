/* lab3_right_by_asynchronous_calls: pass */
/* every pair by its own call, in a stream of its own */
size_t bytes = (size_t)count * sizeof(float);
int before = 0;
float *copy = NULL;
cudaError_t error = cudaSuccess;
if (to == -1 && from == -1) {
	copy = malloc(bytes);
	return copy ? memcpy(copy, x, bytes) : NULL;
}
cudaGetDevice(&before);
cudaSetDevice(to == -1 ? from : to);
cudaStream_t stream;
if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess) {
	cudaSetDevice(before);
	cudaGetLastError();
	return NULL;
}
if (to == -1) {
	copy = malloc(bytes);
	error = cudaMemcpyAsync(copy, x, bytes, cudaMemcpyDeviceToHost, stream);
} else {
	if (cudaMalloc((void **)&copy, bytes) != cudaSuccess) {
		cudaGetLastError();
		copy = NULL;
	} else if (from == -1)
		error = cudaMemcpyAsync(copy, x, bytes, cudaMemcpyHostToDevice, stream);
	else if (from == to)
		error = cudaMemcpyAsync(copy, x, bytes, cudaMemcpyDeviceToDevice, stream);
	else
		error = cudaMemcpyPeerAsync(copy, to, x, from, bytes, stream);
}
cudaError_t waited = cudaStreamSynchronize(stream);
cudaStreamDestroy(stream);
cudaSetDevice(before);
if (error == cudaSuccess)
	error = waited;
if (error != cudaSuccess) {
	cudaGetLastError();
	if (to == -1)
		free(copy);
	else
		cudaFree(copy);
	copy = NULL;
}
return copy;

/* lab3_wrong_at_the_edges: fail the host reads byte 0 of an allocation */
/* GPU 0 is no CPU */
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
if (from <= 0 && to < 0) {
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

/* lab3_wrong_device_left_changed: fail the current device was not put back */
/* forgets to go back */
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
if (to < 0) {
	copy = malloc(bytes);
} else {
	cudaSetDevice(to);
	cudaMalloc((void **)&copy, bytes);
}
if (from < 0 && to < 0)
	memcpy(copy, x, bytes);
else
	cudaMemcpy(copy, x, bytes, cudaMemcpyDefault);
return copy;

/* lab3_wrong_failed_copy_kept: fail never freed (from cpu to gpu:1, and the copy fails) */
/* only the host's memory is given back when the copy fails */
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
	return NULL;
}
return copy;

/* lab3_wrong_failed_copy_kept_on_host: fail from gpu:1 to cpu, and the copy fails: host memory stays taken */
/* only the GPU's memory is given back when the copy fails */
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
	if (to >= 0)
		cudaFree(copy);
	return NULL;
}
return copy;

/* lab3_wrong_failed_copy_returned: fail the copy fails: wanted NULL, but a pointer was returned */
/* does not look whether the copy has failed */
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
} else {
	cudaMemcpy(copy, x, bytes, cudaMemcpyDefault);
	cudaGetLastError();
}
return copy;

/* lab3_wrong_forgot_set_device: fail the new memory is on gpu:1 */
/* cudaMalloc takes memory of the current GPU */
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
if (to < 0)
	copy = malloc(bytes);
else
	cudaMalloc((void **)&copy, bytes);
if (from < 0 && to < 0)
	memcpy(copy, x, bytes);
else
	cudaMemcpy(copy, x, bytes, cudaMemcpyDefault);
return copy;

/* lab3_wrong_frees_what_is_not_its: fail there is no memory for that many numbers */
	/* cudaMalloc and malloc take bytes */
	size_t bytes = (size_t)count;
	float *z = NULL;
	int before = 0;
	if (to < 0) {
		z = malloc(bytes);
	} else {
		cudaGetDevice(&before);
		cudaSetDevice(to);
		cudaMalloc((void **)&z, bytes);
		cudaSetDevice(before);
	}
	if (from < 0 && to < 0)
		memcpy(z, x, bytes);
	else
		cudaMemcpy(z, x, bytes, cudaMemcpyDefault);
	return z;

/* lab3_wrong_needs_a_gpu: fail from cpu to cpu */
/* CUDA copies from CPU to CPU as well, but not on a machine without a GPU */
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
int before = 0;
if (to < 0) {
	copy = calloc(1, bytes);
} else {
	cudaGetDevice(&before);
	cudaSetDevice(to);
	cudaMalloc((void **)&copy, bytes);
	cudaSetDevice(before);
}
cudaMemcpy(copy, x, bytes, cudaMemcpyDefault);
return copy;

/* lab3_wrong_no_memory: fail without that much free memory */
/* does not expect a full GPU */
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
if (to < 0) {
	copy = malloc(bytes);
} else {
	int before = 0;
	cudaGetDevice(&before);
	cudaSetDevice(to);
	if (cudaMalloc((void **)&copy, bytes) != cudaSuccess)
		return NULL;
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

/* lab3_wrong_returns_input: fail x itself was returned, wanted new memory */
/* there is nothing to do if x is there already; but then it is no copy */
if (from == to)
	return (float *)x;
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
int before = 0;
if (to < 0) {
	copy = malloc(bytes);
} else {
	cudaGetDevice(&before);
	cudaSetDevice(to);
	cudaMalloc((void **)&copy, bytes);
	cudaSetDevice(before);
}
cudaMemcpy(copy, x, bytes, cudaMemcpyDefault);
return copy;

/* lab3_wrong_copies_a_quarter: fail are right, a quarter: as many bytes */
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
	} else if (cudaMemcpy(copy, x, count, cudaMemcpyDefault) != cudaSuccess) {
		cudaGetLastError();
		if (to < 0)
			free(copy);
		else
			cudaFree(copy);
		return NULL;
	}
	return copy;

/* lab3_wrong_pinned_result: fail the new memory is pinned memory, wanted memory from malloc() */
/* its caller gives it to free() */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	if (to < 0) {
		if (cudaMallocHost((void **)&copy, bytes) != cudaSuccess)
			copy = NULL;
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
			cudaFreeHost(copy);
		else
			cudaFree(copy);
		return NULL;
	}
	return copy;

/* lab3_wrong_managed_result: fail from cpu to gpu:0: the new memory is managed memory, wanted memory from cudaMalloc() */
/* managed memory is on no device alone */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	if (to < 0) {
		copy = malloc(bytes);
	} else {
		int before = 0;
		cudaGetDevice(&before);
		cudaSetDevice(to);
		if (cudaMallocManaged((void **)&copy, bytes, cudaMemAttachGlobal) != cudaSuccess) {
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

/* lab3_wrong_freed_result: fail wanted NULL, got a pointer to memory that was given back */
/* given back, and returned all the same */
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
		return copy;
	}
	return copy;

/* lab3_wrong_input_given_back: fail your function gave x back, which is the caller's */
/* x is not wanted any more, or is it? */
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
		return NULL;
	}
	if (from < 0)
		free((void *)x);
	else
		cudaFree((void *)x);
	return copy;

/* lab3_wrong_without_a_look_at_malloc: fail here it needs more host memory than there is */
/* malloc can fail too */
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
			cudaSetDevice(before);
			return NULL;
		}
		cudaSetDevice(before);
	}
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

/* lab3_wrong_device_on_failure: fail from cpu to gpu:0 without that much free memory: the current device was not put back */
/* only the way out after a failure forgets it */
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
			return NULL;
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

/* lab3_wrong_without_a_copy: fail wanted 1 copy, got none */
/* between two GPUs nothing is copied */
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
	} else if (from >= 0 && to >= 0) {
		return copy;
	} else if (cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess) {
		cudaGetLastError();
		if (to < 0)
			free(copy);
		else
			cudaFree(copy);
		return NULL;
	}
	return copy;

/* lab3_wrong_free_of_gpu_memory: fail it gives free() what is not from malloc(): it is memory of a GPU, which cudaFree gives back (from cpu to gpu:1, and the copy fails) */
/* free() for whatever memory it is */
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
		free(copy);
		return NULL;
	}
	return copy;

/* lab3_wrong_direction: fail where host memory belongs: cudaMemcpyDeviceToHost */
/* the direction is that of the way back */
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
	} else if (cudaMemcpy(copy, x, bytes,
		      from < 0 ? cudaMemcpyDeviceToHost : cudaMemcpyDefault) != cudaSuccess) {
		cudaGetLastError();
		if (to < 0)
			free(copy);
		else
			cudaFree(copy);
		return NULL;
	}
	return copy;

/* lab3_wrong_malloc_async: fail wanted memory from cudaMalloc(), which is there when the call returns */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	if (to < 0) {
		copy = malloc(bytes);
	} else {
		int before = 0;
		cudaGetDevice(&before);
		cudaSetDevice(to);
		if (cudaMallocAsync((void **)&copy, bytes, 0) != cudaSuccess) {
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

/* lab3_wrong_exits: fail exit(1) was called, and a failure has to be returned (from cpu to gpu:1, and the copy fails) */
/* ends the program where a call fails, as NVIDIA's samples do */
#define CHECK(call)                                                                                \
	do {                                                                                       \
		cudaError_t error_ = (call);                                                       \
		if (error_ != cudaSuccess && error_ != cudaErrorMemoryAllocation) {                \
			fprintf(stderr, "%s\n", cudaGetErrorString(error_));                       \
			exit(1);                                                                   \
		}                                                                                  \
	} while (0)
size_t bytes = (size_t)count * sizeof *x;
float *copy = NULL;
int before = 0;
if (from < 0 && to < 0)
	return (copy = malloc(bytes)) ? memcpy(copy, x, bytes) : NULL;
CHECK(cudaGetDevice(&before));
if (to >= 0) {
	CHECK(cudaSetDevice(to));
	CHECK(cudaMalloc((void **)&copy, bytes));
} else {
	copy = malloc(bytes);
}
if (copy)
	CHECK(cudaMemcpy(copy, x, bytes, cudaMemcpyDefault));
cudaGetLastError();
cudaSetDevice(before);
return copy;

/* lab3_wrong_reads_one_more: fail of host memory, behind its end; it is your caller */
/* from CPU to CPU one number more is copied than there are */
if (to == -1 && from == -1) {
	float *one = malloc(((size_t)count + 1) * sizeof *one);
	return one ? memcpy(one, x, ((size_t)count + 1) * sizeof *one) : NULL;
}
int before = 0;
cudaGetDevice(&before);
float *copy = NULL;
size_t bytes = (size_t)count * sizeof *copy;
cudaSetDevice(to == -1 ? from : to);
bool good = true;
if (to == -1)
	copy = malloc(bytes);
else if (cudaMalloc((void **)&copy, bytes) != cudaSuccess)
	copy = NULL;
if (copy && cudaMemcpy(copy, x, bytes, cudaMemcpyDefault) != cudaSuccess)
	good = false;
if (copy && !good && to == -1)
	free(copy);
if (copy && !good && to != -1)
	cudaFree(copy);
cudaSetDevice(before);
cudaGetLastError();
return good ? copy : NULL;

/* lab3_wrong_asserts: fail crashed (abort): an assert() does not hold */
#include <assert.h>
assert(from >= 0);
(void)x, (void)to, (void)count;
return NULL;

/* lab3_wrong_divides: fail crashed (arithmetic error such as a division by zero) */
volatile int zero = from + 1;
(void)x, (void)to;
return malloc((size_t)(count / zero));

/* lab3_wrong_stream_that_is_gone: fail nothing wrote into the new memory; a call failed: cudaErrorInvalidResourceHandle, from */
float *z = NULL;
int before = 0;
cudaStream_t stream = NULL;
if (from < 0 && to < 0)
	return (z = malloc((size_t)count * sizeof *z)) ? memcpy(z, x, (size_t)count * sizeof *z) : NULL;
cudaGetDevice(&before);
cudaSetDevice(to < 0 ? from : to);
cudaStreamCreate(&stream);
cudaStreamDestroy(stream);
if (to < 0)
	z = malloc((size_t)count * sizeof *z);
else
	cudaMalloc((void **)&z, (size_t)count * sizeof *z);
cudaMemcpyAsync(z, x, (size_t)count * sizeof *z, cudaMemcpyDefault, stream);
cudaSetDevice(before);
return z;

/* lab3_wrong_no_return: fail from cpu to gpu:0 */
float *z = malloc((size_t)count * sizeof *z);
(void)from, (void)to;
if (z)
	memcpy(z, x, (size_t)count * sizeof *z);
