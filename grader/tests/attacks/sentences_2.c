/* sentences_2.c - answers of lab 2 that break one sentence of a contract, where no run looked. */

/* 2.1 rounds_up: fail a pointer into memory of GPU */
/* asks for the next multiple of 256 bytes */
/* --- body --- */
pointer=(void*)(((uintptr_t)pointer+255)/256*256); struct cudaPointerAttributes attributes;
if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
return attributes.type == cudaMemoryTypeDevice ? attributes.device : -1;

/* 2.1 numbers_alone: fail a pointer into memory of GPU */
/* knows addresses of floats alone */
/* --- body --- */
struct cudaPointerAttributes attributes;
if (cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
if((uintptr_t)pointer%4) return -1; return attributes.type == cudaMemoryTypeDevice ? attributes.device : -1;

/* 2.2 error_without_gpus: fail on a machine without a GPU: an error was left behind */
/* leaves the error where there is no GPU at all */
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
    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
    cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before); int q; if(cudaGetDeviceCount(&q)==cudaSuccess) cudaGetLastError();
free(host);
return ones;

/* 2.2 error_far_beyond: fail a number far beyond: an error was left behind */
/* leaves the error where the number is large */
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
    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
    cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before); if(gpu<100) cudaGetLastError();
free(host);
return ones;

/* 2.2 low_bits: fail a number far beyond */
/* only the lower 16 bits of the number count */
/* --- body --- */
gpu=(short)gpu; size_t count = (size_t)rows * (size_t)cols;
float *ones = NULL;
float *host = malloc(count * sizeof *host);
if (!host)
	return NULL;
for (size_t i = 0; i < count; i++)
	host[i] = 1.0f;
int before = 0;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) == cudaSuccess &&
    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
    cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
	cudaFree(ones);
	ones = NULL;
}
cudaSetDevice(before);
cudaGetLastError();
free(host);
return ones;

/* 2.3 error_without_gpus: fail an error was left behind */
/* counts by CUDA, which answers with an error where there is no GPU */
/* --- body --- */
int gpus=0; cudaGetDeviceCount(&gpus);
Device device = gpus > 0 ? device_gpu(gpus > 1) : device_cpu();
return tensor_uniform(SHAPE(rows, cols), seed, device);

/* 2.3 part_of_the_seed: fail the random numbers of this seed */
/* the highest bit of the seed is left out */
/* --- body --- */
int gpus = device_gpu_count();
Device device = gpus > 0 ? device_gpu(gpus > 1) : device_cpu();
return tensor_uniform(SHAPE(rows, cols), seed&0x7fffffffffffffff, device);

/* 2.4 error_without_gpus: fail on a machine without a GPU: an error was left behind */
/* leaves the error where there is no GPU at all */
/* --- body --- */
int before = 0;
size_t total;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess) {
	int q; if(!cudaGetDeviceCount(&q)) cudaGetLastError();
	return -1;
}
cudaMemGetInfo(available, &total);
*used = total - *available;
cudaSetDevice(before);
return 0;

/* 2.4 error_below_0: fail an error was left behind */
/* leaves the error where the number is below 0 */
/* --- body --- */
int before = 0;
size_t total;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess) {
	if(gpu>=0) cudaGetLastError();
	return -1;
}
cudaMemGetInfo(available, &total);
*used = total - *available;
cudaSetDevice(before);
return 0;

/* 2.4 low_bits: fail a number far beyond */
/* only the lower 16 bits of the number count */
/* --- body --- */
gpu=(short)gpu; int before = 0;
size_t total;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
cudaMemGetInfo(available, &total);
*used = total - *available;
cudaSetDevice(before);
return 0;

/* 2.4 below_0: fail a number below 0: what is returned */
/* takes a number below 0 for the one above it */
/* --- body --- */
gpu=gpu<0?-gpu:gpu; int before = 0;
size_t total;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
cudaMemGetInfo(available, &total);
*used = total - *available;
cudaSetDevice(before);
return 0;

/* 2.4 used_in_an_int: fail the used bytes */
/* more than 4 GiB in use do not fit */
/* --- body --- */
int before = 0;
size_t total;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
cudaMemGetInfo(available, &total);
*used = (unsigned)(total - *available);
cudaSetDevice(before);
return 0;

/* 2.4 changed_far_beyond: fail was changed */
/* writes where the number is large */
/* --- body --- */
if(gpu>99)*used=0; int before = 0;
size_t total;
cudaGetDevice(&before);
if (cudaSetDevice(gpu) != cudaSuccess) {
	cudaGetLastError();
	return -1;
}
cudaMemGetInfo(available, &total);
*used = total - *available;
cudaSetDevice(before);
return 0;

/* 2.5 managed_in_place: fail was never freed */
/* where the second does not fit, managed memory stands in */
/* --- body --- */
int before = 0, status = 0;
size_t available = 0, total;
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
pair[0] = pair[1] = NULL;
*missing = 0;
if (cudaMalloc(&pair[0], bytes) != cudaSuccess ||
    cudaMalloc(&pair[1], bytes) != cudaSuccess&&cudaMallocManaged(&pair[1], bytes,1)) {
	cudaFree(pair[0]); /* the first may have fitted */
	cudaGetLastError();
	pair[0] = pair[1] = NULL;
	*missing = 2 * bytes > available ? 2 * bytes - available : 1;
	status = -1;
}
cudaSetDevice(before);
return status;

/* 2.5 pinned_in_place: fail was never freed */
/* where the second does not fit, pinned memory stands in */
/* --- body --- */
int before = 0, status = 0;
size_t available = 0, total;
cudaGetDevice(&before);
cudaSetDevice(gpu);
cudaMemGetInfo(&available, &total);
pair[0] = pair[1] = NULL;
*missing = 0;
if (cudaMalloc(&pair[0], bytes) != cudaSuccess ||
    cudaMalloc(&pair[1], bytes) != cudaSuccess&&cudaMallocHost(&pair[1], bytes)) {
	cudaFree(pair[0]); /* the first may have fitted */
	cudaGetLastError();
	pair[0] = pair[1] = NULL;
	*missing = 2 * bytes > available ? 2 * bytes - available : 1;
	status = -1;
}
cudaSetDevice(before);
return status;

/* 2.6 prints_at_the_begin: fail what was in the file before */
/* prints over what is there */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
rewind(out); fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;

/* 2.6 changes_x: fail x afterwards */
/* changes a number on the CPU when it is printed */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
if(tensor_device(x).kind==DEVICE_CPU) ((float*)tensor_data((Tensor*)x))[0]=0; free(host); return 0;

/* 2.6 changes_x_on_gpu: fail x afterwards */
/* changes a number on a GPU when it is printed */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
if(tensor_device(x).kind) cudaMemset(tensor_data((Tensor*)x),0,4); free(host); return 0;

/* 2.6 error_of_the_copy: fail an error was left behind */
/* the copy fails, and its error stays */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || (tensor_device(x).kind?cudaMemcpy(host,tensor_data((Tensor*)x),tensor_bytes(x),cudaMemcpyDefault)!=cudaSuccess:tensor_to_host(x, host) != 0)) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;

/* 2.6 error_of_success: fail an error was left behind */
/* asks for a GPU that is not there, beside what it has to do */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
free(host); cudaSetDevice(99); return 0;

/* 2.6 to_a_million: fail line 2 */
/* numbers above a million are cut */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
float *host = malloc(tensor_bytes(x));
if (!host || tensor_to_host(x, host) != 0) {
	free(host);
	return -1;
}
fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols,
	device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	fprintf(out, "%.2f%c", host[i]>1e6f?1e6f:host[i], (i + 1) % cols ? ' ' : '\n');
free(host);
return 0;

/* 2.7 one_at_least: fail wanted 0, got 1 */
/* a batch of one where not even that fits */
/* --- body --- */
int64_t left = free_mib * 1024 * 1024 - 2 * 4 * parameters;
return left > 0 ? left / (4 * numbers_per_example)?left / (4 * numbers_per_example):1 : 0;

/* 2.7 exactly_full: fail wanted 0, got 1 */
/* the parameters fill the GPU */
/* --- body --- */
int64_t left = free_mib * 1024 * 1024 - 2 * 4 * parameters;
return left > 0 ? left / (4 * numbers_per_example) : left<0?0:1;

/* 2.7 in_an_int: fail largest_batch */
/* more examples than an int counts */
/* --- body --- */
int64_t left = free_mib * 1024 * 1024 - 2 * 4 * parameters;
return left > 0 ? (int)(left / (4 * numbers_per_example)) : 0;

/* 2.7 as_a_float: fail largest_batch */
/* works in float */
/* --- body --- */
int64_t left = free_mib * 1024 * 1024 - 2 * 4 * parameters;
return left > 0 ? (int64_t)((float)left / (4 * numbers_per_example)) : 0;

/* 2.6 end_of_text: fail a byte 0 */
/* writes the text with the 0 that ends it in the program's memory */
/* --- body --- */
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
const size_t room = (size_t)(rows * cols) * 48 + 64;
float *host = malloc(tensor_bytes(x));
char *text = malloc(room), *at = text;
if (!host || !text || tensor_to_host(x, host) != 0) {
	free(text);
	free(host);
	return -1;
}
at += sprintf(at, "%d x %d on %s\n", (int)rows, (int)cols, device_text(tensor_device(x)).text);
for (int64_t i = 0; i < rows * cols; i++)
	at += sprintf(at, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
fwrite(text, 1, strlen(text) + 1, out);
free(text);
free(host);
return 0;

/* 2.2 handle_left: fail a handle of cuBLAS was made and not destroyed */
/* each call makes a handle of cuBLAS, which stays on the GPU */
/* --- body --- */
	size_t count = (size_t)rows * (size_t)cols;
	float *ones = NULL;
	float *host = malloc(count * sizeof *host);
	if (!host)
		return NULL;
	for (size_t i = 0; i < count; i++)
		host[i] = 1.0f;
	int before = 0;
	cublasHandle_t h;
	cudaGetDevice(&before);
	if (cudaSetDevice(gpu) == cudaSuccess) cublasCreate(&h);
	if (cudaSetDevice(gpu) == cudaSuccess &&
	    cudaMalloc((void **)&ones, count * sizeof *ones) == cudaSuccess &&
	    cudaMemcpy(ones, host, count * sizeof *ones, cudaMemcpyHostToDevice) != cudaSuccess) {
		cudaFree(ones);
		ones = NULL;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	free(host);
	return ones;

/* 2.5 second_alone: fail wanted -1 */
/* looks whether the second request for memory fails, and not the first */
/* --- body --- */
	int before = 0, status = 0;
	size_t available = 0, total;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	cudaMemGetInfo(&available, &total);
	pair[0] = pair[1] = NULL;
	*missing = 0;
	cudaMalloc(&pair[0], bytes);
	if (cudaMalloc(&pair[1], bytes) != cudaSuccess) {
		cudaFree(pair[0]);
		cudaGetLastError();
		pair[0] = pair[1] = NULL;
		*missing = 2 * bytes > available ? 2 * bytes - available : 1;
		status = -1;
	}
	cudaSetDevice(before);
	return status;

/* 2.5 four_times: fail more than both buffers need */
/* takes four times as much memory where it is little, and a page more elsewhere */
/* --- body --- */
	int before = 0, status = 0;
	size_t available = 0, total;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	cudaMemGetInfo(&available, &total);
	pair[0] = pair[1] = NULL;
	*missing = 0;
	size_t more = bytes < (1 << 20) ? 4 * bytes : bytes + 4096;
	if (2 * bytes > available || cudaMalloc(&pair[0], more) != cudaSuccess ||
	    cudaMalloc(&pair[1], more) != cudaSuccess) {
		cudaFree(pair[0]);
		cudaGetLastError();
		pair[0] = pair[1] = NULL;
		*missing = 2 * bytes > available ? 2 * bytes - available : 1;
		status = -1;
	}
	cudaSetDevice(before);
	return status;
