/* sentences_3.c - answers of lab 3 that break one sentence of a contract, where no run looked. */

/* 3.2 no_single_number: fail NULL was returned */
/* refuses a tensor of rank 0 */
/* --- body --- */
if(tensor_shape(x).rank==0) return NULL; if (device_equal(tensor_device(x), device))
	return tensor_retain(x);
Tensor *copy = tensor_copy_to(x, device);
*copies += copy != NULL;
return copy;

/* 3.2 three_dimensions_at_most: fail NULL was returned */
/* refuses a tensor of rank 4 */
/* --- body --- */
if(tensor_shape(x).rank==4) return NULL; if (device_equal(tensor_device(x), device))
	return tensor_retain(x);
Tensor *copy = tensor_copy_to(x, device);
*copies += copy != NULL;
return copy;

/* 3.2 error_of_success: fail an error was left behind */
/* asks for a GPU that is not there, beside what it has to do */
/* --- body --- */
if (device_equal(tensor_device(x), device))
	return tensor_retain(x);
Tensor *copy = tensor_copy_to(x, device);
*copies += copy != NULL;
cudaSetDevice(99); return copy;

/* 3.2 error_of_failure: fail an error was left behind */
/* an error stays where the copy fails */
/* --- body --- */
if (device_equal(tensor_device(x), device))
	return tensor_retain(x);
Tensor *copy = tensor_copy_to(x, device);
*copies += copy != NULL;
if(!copy) cudaSetDevice(99); return copy;

/* 3.3 sum_is_x_then: fail but *sum was changed */
/* writes x into *sum before it looks at the result */
/* --- body --- */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
Shape a = tensor_shape(x), b = tensor_shape(y);
if (a.rank != b.rank)
	return ADD_SHAPES;
for (int i = 0; i < a.rank; i++)
	if (a.dim[i] != b.dim[i])
		return ADD_SHAPES;
Tensor *result = tensor_add(x, y);
if (!result){*sum=(Tensor*)x;}if (!result)
	return ADD_FAILED;
*sum = result;
return ADD_DONE;

/* 3.3 single_number: fail wanted ADD_SHAPES */
/* takes a single number for a tensor of any shape */
/* --- body --- */
if (!device_equal(tensor_device(x), tensor_device(y)))
	return ADD_DEVICES;
Shape a = tensor_shape(x), b = tensor_shape(y);
if(b.rank==0) b=a; if (a.rank != b.rank)
	return ADD_SHAPES;
for (int i = 0; i < a.rank; i++)
	if (a.dim[i] != b.dim[i])
		return ADD_SHAPES;
Tensor *result = tensor_add(x, y);
if (!result)
	return ADD_FAILED;
*sum = result;
return ADD_DONE;

/* 3.3 error_of_failure: fail an error was left behind */
/* an error stays where the addition fails */
/* --- body --- */
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
	{ cudaSetDevice(99); return ADD_FAILED; }
*sum = result;
return ADD_DONE;

/* 3.4 another_length: fail the shapes differ */
/* returns y where the first dimension differs */
/* --- body --- */
Tensor *moved = tensor_as_in_device(x, tensor_device(y));
Tensor*sum=tensor_shape(x).dim[0]!=tensor_shape(y).dim[0]?tensor_copy_to(y,tensor_device(y)):tensor_add(moved,y);
tensor_free(moved);
return sum;

/* 3.4 error_of_success: fail an error was left behind */
/* asks for a GPU that is not there, beside what it has to do */
/* --- body --- */
Tensor *moved = tensor_as_in_device(x, tensor_device(y));
Tensor *sum = tensor_add(moved, y);
tensor_free(moved);
cudaSetDevice(99); return sum;

/* 3.4 error_of_failure: fail an error was left behind */
/* an error stays where there is no sum */
/* --- body --- */
Tensor *moved = tensor_as_in_device(x, tensor_device(y));
Tensor *sum = tensor_add(moved, y);
tensor_free(moved);
if(!sum) cudaSetDevice(99); return sum;

/* 3.6 two_lists_one_by_one: fail 2 lists: copies to the GPU */
/* packs three lists and more alone */
/* --- body --- */
int64_t total = 0, at = 0;
for (int i = 0; i < count; i++)
	total += lengths[i];
if (total == 0)
	return 0;
if(count<=2){ for(int i=0;i<count;at+=lengths[i++]) if(cudaMemcpy(to+at,lists[i],4*lengths[i],cudaMemcpyHostToDevice)){cudaGetLastError();return -1;} return total; } float *packed = malloc((size_t)total * sizeof *packed);
if (!packed)
	return -1;
for (int i = 0; i < count; at += lengths[i++])
	memcpy(packed + at, lists[i], (size_t)lengths[i] * sizeof *packed);
cudaError_t error =
	cudaMemcpy(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;

/* 3.6 no_lists_refused: fail 0 lists: the numbers sent */
/* no lists are a failure */
/* --- body --- */
if(!count) return -1; int64_t total = 0, at = 0;
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
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;

/* 3.6 changes_a_list: fail a list, a length or where a list is was changed */
/* writes into a list when it is sent */
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
cudaGetLastError();
if(count&&lengths[0]) ((float*)lists[0])[0]=0; free(packed);
return error == cudaSuccess ? total : -1;

/* 3.6 changes_a_length: fail a list, a length or where a list is was changed */
/* writes into the lengths */
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
cudaGetLastError();
if(count) ((int64_t*)lengths)[0]=0; free(packed);
return error == cudaSuccess ? total : -1;

/* 3.7 changes_x: fail x was changed */
/* writes into x when it is sent */
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
	    cudaSuccess ||
    cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
memcpy(y, lane->coming, bytes); ((float*)x)[0]=0;
return 0;

/* 3.8 whole_microseconds: fail copy_microseconds */
/* cuts what is behind the point */
/* --- body --- */
return (long)((double)pieces * alpha_us + (double)bytes / (1000 * gb_per_s));

/* 3.8 pieces_in_16_bits: fail copy_microseconds */
/* more than 65535 pieces do not fit */
/* --- body --- */
return (double)(short)pieces * alpha_us + (double)bytes / (1000 * gb_per_s);

/* 3.5 sleeps_instead: fail the function returned before the copy had ended */
/* sleeps for as long as the copy should take */
/* --- body --- */
int before = 0, reachable = 0;
cudaGetDevice(&before);
cudaDeviceCanAccessPeer(&reachable, to_gpu, from_gpu);
cudaSetDevice(to_gpu);
if (reachable)
	cudaDeviceEnablePeerAccess(from_gpu, 0);
cudaGetLastError(); /* it says so if access was on already */
cudaError_t error = cudaMemcpyPeer(to, to_gpu, from, from_gpu, (size_t)count * sizeof *to);
if (error == cudaSuccess)
	{ struct timespec t={0,300000}; nanosleep(&t,0); error=cudaSuccess; }
cudaSetDevice(before);
cudaGetLastError();
return error == cudaSuccess ? 0 : -1;

/* 3.1 four_times: fail wanted at most */
/* takes four times as much memory as the numbers need */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	float *copy = NULL;
	if (to < 0) {
		copy = malloc(bytes * 4);
	} else {
		int before = 0;
		cudaGetDevice(&before);
		cudaSetDevice(to);
		if (cudaMalloc((void **)&copy, bytes * 4) != cudaSuccess) {
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

/* 3.4 handle_left: fail a handle of cuBLAS was made and not destroyed */
/* each call makes a handle of cuBLAS, which stays on the GPU */
/* --- body --- */
	Device d = tensor_device(y);
	Tensor *moved = tensor_as_in_device(x, d);
	if (d.kind == DEVICE_CPU || !moved || tensor_shape(x).rank != tensor_shape(y).rank || memcmp(tensor_shape(x).dim, tensor_shape(y).dim, sizeof tensor_shape(x).dim)) {
		Tensor *s = tensor_add(moved, y);
		tensor_free(moved);
		return s;
	}
	Tensor *r = tensor_scale(moved, 1);
	tensor_free(moved);
	if (!r) return NULL;
	cublasHandle_t h;
	int before;
	cudaGetDevice(&before);
	cudaSetDevice(d.index);
	const float one = 1;
	int st = cublasCreate(&h) == CUBLAS_STATUS_SUCCESS ? 0 : -1;
	if (st == 0 && cublasSaxpy(h, (int)tensor_count(x), &one, tensor_data(y), 1, tensor_data(r), 1) != CUBLAS_STATUS_SUCCESS) st = -1;
	cudaSetDevice(before);
	cudaGetLastError();
	if (st) { tensor_free(r); return NULL; }
	return r;

/* 3.7 packed_once: fail what was sent */
/* does not pack x again where it has the address of the last call */
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
	static const float *last;
	if (last != x) memcpy(lane->going, x, bytes);
	last = x;
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

/* 3.7 eighths, slow: fail */
/* copies in pieces of an eighth, which are of no numbers where there are fewer than eight */
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
	int64_t piece = count / 8;
	for (int64_t at = 0; at < count; at += piece) {
		size_t b = (size_t)(count - at < piece ? count - at : piece) * sizeof *x;
		if (cudaMemcpyAsync(to + at, lane->going + at, b, cudaMemcpyHostToDevice, lane->go_stream) !=
		    cudaSuccess ||
	    cudaMemcpyAsync(lane->coming + at, from + at, b, cudaMemcpyDeviceToHost, lane->come_stream) !=
		    cudaSuccess) { cudaGetLastError(); return -1; }
	}
	if (cudaStreamSynchronize(lane->go_stream) != cudaSuccess ||
	    cudaStreamSynchronize(lane->come_stream) != cudaSuccess) {
		cudaGetLastError();
		return -1;
	}
	memcpy(y, lane->coming, bytes);
	return 0;

/* 3.7 four_times: fail of pinned memory */
/* makes buffers for four times as many numbers */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	if (!lane->going) {
		if (cudaMallocHost((void **)&lane->going, 4 * bytes) != cudaSuccess ||
		    cudaMallocHost((void **)&lane->coming, 4 * bytes) != cudaSuccess ||
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
	return 0;
