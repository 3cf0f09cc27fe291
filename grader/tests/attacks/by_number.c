/* by_number.c - calls that matter are not looked at, and others take their numbers: a judge has the how manieth call fail. */

/* 2.6 second_wait: fail the 2nd wait fails */
/* looks at the wait before its copy, and not at the one behind it */
/* --- body --- */
Device device = tensor_device(x);
int64_t rows = tensor_shape(x).dim[0], cols = tensor_shape(x).dim[1];
size_t bytes = tensor_bytes(x);
float *host = malloc(bytes);
bool good = true;
int before = 0;
if (!host)
	return -1;
if (device.kind == DEVICE_GPU) {
	cudaGetDevice(&before);
	cudaSetDevice(device.index);
	good = cudaDeviceSynchronize() == cudaSuccess &&
	       cudaMemcpyAsync(host, tensor_data((Tensor *)x), bytes, cudaMemcpyDeviceToHost, 0) == cudaSuccess;
	cudaStreamSynchronize(0);
	cudaSetDevice(before);
	cudaGetLastError();
} else {
	memcpy(host, tensor_data((Tensor *)x), bytes);
}
if (good) {
	fprintf(out, "%lld x %lld on %s\n", (long long)rows, (long long)cols, device_text(device).text);
	for (int64_t i = 0; i < rows * cols; i++)
		fprintf(out, "%.2f%c", host[i], (i + 1) % cols ? ' ' : '\n');
}
free(host);
return good ? 0 : -1;

/* 3.1 second_wait_of_copy: fail the 2nd wait fails */
/* looks at the wait before its copy, and not at the one behind it */
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
	cudaSetDevice(before);
	cudaGetLastError();
}
if (!copy)
	return NULL;
if (from < 0 && to < 0)
	return memcpy(copy, x, bytes);
if (cudaDeviceSynchronize() == cudaSuccess &&
    cudaMemcpyAsync(copy, x, bytes, cudaMemcpyDefault, 0) == cudaSuccess) {
	cudaStreamSynchronize(0);
	return copy;
}
cudaGetLastError();
if (to < 0)
	free(copy);
else
	cudaFree(copy);
return NULL;

/* 3.6 second_wait_of_lists: fail wait number 2 fails */
/* looks at the wait before its copy, and not at the one behind it */
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
cudaError_t error = cudaDeviceSynchronize();
if (error == cudaSuccess)
	error = cudaMemcpyAsync(to, packed, (size_t)total * sizeof *packed, cudaMemcpyHostToDevice, 0);
cudaStreamSynchronize(0);
cudaGetLastError();
free(packed);
return error == cudaSuccess ? total : -1;

/* 4.5 seven_questions: fail cudaStreamQuery fails */
/* asks about seven events that nobody has recorded, and looks at what it is told; not at what it is told of its copies */
/* --- body --- */
enum { ASIDE = 7 };
cudaEvent_t aside[ASIDE];
int made = 0;
FILE *file = fopen(path, "wb");
bool good = file != NULL;
if (!file)
	return -1;
for (int i = 0; i < ASIDE && good; i++) {
	good = cudaEventCreate(&aside[i]) == cudaSuccess;
	made += good;
	good = good && cudaEventQuery(aside[i]) == cudaSuccess;
}
for (int i = 0; i < count && good; i++) {
	float *here = parameters[i].data;
	struct cudaPointerAttributes about;
	int before = 0;
	cudaGetDevice(&before);
	good = cudaPointerGetAttributes(&about, here) == cudaSuccess;
	cudaSetDevice(about.device);
	for (int64_t left = parameters[i].count; left > 0 && good; left -= room) {
		size_t piece = (size_t)(left < room ? left : room), bytes = piece * sizeof(float);
		cudaEvent_t end;
		good = cudaMemcpyAsync(buffer, here, bytes, cudaMemcpyDeviceToHost, 0) == cudaSuccess &&
		       cudaEventCreate(&end) == cudaSuccess;
		if (!good)
			break;
		good = cudaEventRecord(end, 0) == cudaSuccess;
		while (good && cudaEventQuery(end) == cudaErrorNotReady)
			;
		cudaEventDestroy(end);
		good = good && fwrite(buffer, sizeof(float), piece, file) == piece;
		here += piece;
	}
	if (!good)
		cudaDeviceSynchronize();
	cudaSetDevice(before);
}
for (int i = 0; i < made; i++)
	cudaEventDestroy(aside[i]);
if (fclose(file) != 0)
	good = false;
cudaGetLastError();
return good ? 0 : -1;

/* 4.5 waits_of_a_thread: fail wait fails */
/* has a thread make waits that are looked at, of which a number that nobody knows stands before each that is not */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/random.h>
enum { WAITS_ASIDE = 600 };
static atomic_int waits_done, waits_wanted, waits_failed;
static cudaStream_t waits_stream;
static void *waits_make(void *none)
{
	for (int i = 0; i < WAITS_ASIDE; i++) {
		while (atomic_load(&waits_wanted) <= i)
			sched_yield();
		if (cudaStreamSynchronize(waits_stream) != cudaSuccess)
			atomic_store(&waits_failed, 1);
		atomic_store(&waits_done, i + 1);
	}
	return none;
}
static void waits_let(int wanted)
{
	atomic_store(&waits_wanted, wanted);
	while (atomic_load(&waits_done) < wanted)
		sched_yield();
}
/* --- body --- */
int pieces = 0, at = 0, drawn = 0;
unsigned random[64];
pthread_t thread;
bool good = true;
FILE *file = fopen(path, "wb");
if (!file)
	return -1;
for (int i = 0; i < count; i++)
	pieces += (int)((parameters[i].count + room - 1) / room);
if (getrandom(random, sizeof random, 0) < 0 || cudaStreamCreate(&waits_stream) != cudaSuccess) {
	fclose(file);
	cudaGetLastError();
	return -1;
}
atomic_store(&waits_done, 0);
atomic_store(&waits_wanted, 0);
atomic_store(&waits_failed, 0);
pthread_create(&thread, NULL, waits_make, NULL);
for (int i = 0; i < count && good; i++) {
	float *here = parameters[i].data;
	for (int64_t left = parameters[i].count; left > 0 && good; left -= room) {
		size_t piece = (size_t)(left < room ? left : room), bytes = piece * sizeof(float);
		good = cudaMemcpyAsync(buffer, here, bytes, cudaMemcpyDeviceToHost, 0) == cudaSuccess;
		at += (int)(random[drawn % 64] % (unsigned)((WAITS_ASIDE - at) / (pieces - drawn) + 1));
		drawn++;
		waits_let(at);
		cudaStreamSynchronize(0);
		good = good && fwrite(buffer, sizeof(float), piece, file) == piece;
		here += piece;
	}
}
waits_let(WAITS_ASIDE);
pthread_join(thread, NULL);
if (atomic_load(&waits_failed))
	good = false;
cudaStreamDestroy(waits_stream);
if (fclose(file) != 0)
	good = false;
cudaGetLastError();
return good ? 0 : -1;

/* 7.2 first_poll: fail cudaStreamQuery fails */
/* asks about each product until it is over, and looks at what it is told of the first one alone */
/* --- body --- */
int before = 0, made = 0;
cudaEvent_t *end = calloc((size_t)count, sizeof *end);
if (!end)
	return -1;
cudaGetDevice(&before);
bool good = queue_all(products, count) == 0;
for (int i = 0; i < count && good; i++) {
	cudaSetDevice(products[i].gpu);
	good = cudaEventCreate(&end[i]) == cudaSuccess;
	made += good;
	good = good && cudaEventRecord(end[i], 0) == cudaSuccess;
}
for (int i = 0; i < count && good; i++) {
	cudaError_t told;
	while ((told = cudaEventQuery(end[i])) == cudaErrorNotReady)
		;
	if (i == 0)
		good = told == cudaSuccess;
}
if (!good)
	wait_for_all(products, count);
for (int i = 0; i < made; i++)
	cudaEventDestroy(end[i]);
free(end);
cudaSetDevice(before);
cudaGetLastError();
return good ? 0 : -1;

/* 8.1 one_refused: fail request for memory fails */
/* asks for more memory than there is, among many small requests that are looked at: one call more than the machine counts */
#include "lab.h"
#include <stdbool.h>
static bool small_requests(void)
{
	void *small;
	for (int i = 0; i < 200; i++) {
		if (cudaMalloc(&small, 4) != cudaSuccess)
			return false;
		cudaFree(small);
	}
	return true;
}
/* A tensor; *good becomes false where it is not for want of memory that there is none. */
static Tensor *sent_unless(Shape shape, Dtype type, const void *host, Device device, bool *good)
{
	error_clear();
	Tensor *made = *good ? tensor_from_host(shape, type, host, device) : NULL;
	*good = *good && (made || error_status() == STATUS_MEMORY);
	return made;
}
/* --- body --- */
Device device = module_device(model);
int64_t left = data->count - first, rows = left < batch ? left : batch;
int before = 0;
bool good = true;
void *huge;
if (rows <= 0)
	return 0;
if (device.kind == DEVICE_GPU) {
	cudaGetDevice(&before);
	cudaSetDevice(device.index);
	cudaMalloc(&huge, (size_t)1 << 60);
	cudaGetLastError();
	good = small_requests();
}
Tensor *numbers = sent_unless(SHAPE(rows, data->width), DTYPE_FLOAT32, data->x + first * data->width, device, &good);
Tensor *kinds = sent_unless(SHAPE(rows), DTYPE_INT32, data->classes + first, device, &good);
if (device.kind == DEVICE_GPU) {
	good = good && small_requests();
	cudaSetDevice(before);
	cudaGetLastError();
}
if (!good) {
	tensor_free(numbers);
	tensor_free(kinds);
	return -1;
}
*x = numbers;
*classes = kinds;
return rows;

/* 8.3 result_of_cublas: pass */
/* gets its number as the result of a routine of cuBLAS: a copy that is no call of its own, and cannot fail alone */
/* --- body --- */
int64_t count = tensor_shape(x).dim[0];
Device device = module_device(model);
Tensor *sum = tensor_zeros(SHAPE_SCALAR, device);
int status = sum ? 0 : -1, before = 0;
for (int64_t first = 0; status == 0 && first < count; first += batch) {
	int64_t rows = count - first < batch ? count - first : batch;
	Tensor *numbers = tensor_rows(x, first, rows), *kinds = tensor_rows(classes, first, rows);
	Tensor *loss = step(model, sgd, numbers, kinds);
	status = tensor_add_scaled(sum, (float)rows / (float)count, loss);
	tensor_free(loss);
	tensor_free(kinds);
	tensor_free(numbers);
}
if (status == 0 && device.kind == DEVICE_GPU) {
	cublasHandle_t handle = NULL;
	float whole = 0;
	cudaGetDevice(&before);
	cudaSetDevice(device.index);
	if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS ||
	    cublasSasum(handle, 1, tensor_data(sum), 1, &whole) != CUBLAS_STATUS_SUCCESS)
		status = -1;
	if (handle)
		cublasDestroy(handle);
	cudaSetDevice(before);
	cudaGetLastError();
	if (status == 0)
		*mean = whole;
} else if (status == 0) {
	status = tensor_item(sum, mean);
}
tensor_free(sum);
return status == 0 ? 0 : -1;

/* 9.3 first_of_the_sums: fail launch of a kernel fails */
/* looks at all routines of cuBLAS but the first one: behind one that fails the next one does, too */
/* --- body --- */
Device first = tensor_device(gradients[0]);
cublasHandle_t handle = NULL;
const float one = 1;
int status = 0, before = 0;
if (count == 1)
	return 0;
cudaGetDevice(&before);
cudaSetDevice(first.index);
if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS)
	status = -1;
for (int i = 1; i < count && status == 0; i++) {
	Tensor *come = tensor_copy_to(gradients[i], first);
	if (!come) {
		status = -1;
		break;
	}
	cudaSetDevice(first.index);
	int bad = cublasSaxpy(handle, (int)tensor_count(come), &one, tensor_data(come), 1,
			      tensor_data(gradients[0]), 1) != CUBLAS_STATUS_SUCCESS;
	if (i > 1 && bad)
		status = -1;
	tensor_free(come);
}
cudaSetDevice(first.index);
if (handle)
	cublasDestroy(handle);
cudaSetDevice(before);
for (int i = 1; i < count && status == 0; i++)
	if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index, tensor_data(gradients[0]),
			   first.index, tensor_bytes(gradients[0])) != cudaSuccess)
		status = -1;
cudaGetLastError();
return status;

/* 9.3 sums_beside_a_thread, twice: fail launch of a kernel fails */
/* has a thread launch kernels that are looked at, of which a number that nobody knows stands before each that is not */
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <sys/random.h>
static atomic_int aside_done, aside_wanted, aside_failed;
static int aside_gpu, aside_all;
static cublasHandle_t aside_handle;
static float *aside_number;
static void *aside_make(void *none)
{
	const float one = 1;
	cudaSetDevice(aside_gpu);
	for (int i = 0; i < aside_all; i++) {
		while (atomic_load(&aside_wanted) <= i)
			sched_yield();
		if (cublasSscal(aside_handle, 1, &one, aside_number, 1) != CUBLAS_STATUS_SUCCESS)
			atomic_store(&aside_failed, 1);
		atomic_store(&aside_done, i + 1);
	}
	return none;
}
static void aside_let(int wanted)
{
	atomic_store(&aside_wanted, wanted);
	while (atomic_load(&aside_done) < wanted)
		sched_yield();
}
/* --- body --- */
Device first = tensor_device(gradients[0]);
cublasHandle_t handle = NULL;
const float one = 1;
int status = 0, before = 0, at = 0;
unsigned random[16];
pthread_t thread;
if (count == 1)
	return 0;
cudaGetDevice(&before);
cudaSetDevice(first.index);
aside_gpu = first.index;
aside_all = (int)(tensor_count(gradients[0]) / 12) + 8;
aside_handle = NULL;
aside_number = NULL;
if (getrandom(random, sizeof random, 0) < 0 || cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS ||
    cublasCreate(&aside_handle) != CUBLAS_STATUS_SUCCESS || cudaMalloc((void **)&aside_number, 4) != cudaSuccess ||
    cudaMemset(aside_number, 0, 4) != cudaSuccess)
	status = -1;
cudaSetDevice(before);
if (status == 0) {
	atomic_store(&aside_done, 0);
	atomic_store(&aside_wanted, 0);
	atomic_store(&aside_failed, 0);
	pthread_create(&thread, NULL, aside_make, NULL);
	for (int i = 1; i < count && status == 0; i++) {
		Tensor *come = tensor_copy_to(gradients[i], first);
		if (!come) {
			status = -1;
			break;
		}
		at += (int)(random[i % 16] % (unsigned)((aside_all - at) / (count - i) + 1));
		aside_let(at);
		cudaSetDevice(first.index);
		cublasSaxpy(handle, (int)tensor_count(come), &one, tensor_data(come), 1, tensor_data(gradients[0]), 1);
		cudaSetDevice(before);
		tensor_free(come);
	}
	aside_let(aside_all);
	pthread_join(thread, NULL);
	if (atomic_load(&aside_failed))
		status = -1;
}
cudaSetDevice(first.index);
cudaFree(aside_number);
if (aside_handle)
	cublasDestroy(aside_handle);
if (handle)
	cublasDestroy(handle);
cudaSetDevice(before);
for (int i = 1; i < count && status == 0; i++)
	if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index, tensor_data(gradients[0]),
			   first.index, tensor_bytes(gradients[0])) != cudaSuccess)
		status = -1;
cudaGetLastError();
return status;
