/* alike.c - answers that look at calls, but in such runs alone as those in which calls once failed: of one range, of several
 * layers, on GPU 0, the first copies; or that do something else where no run had looked. */

/* 4.1 one_layer_unlooked: fail wanted -1, got 0 */
/* looks at no call where there is one layer */
#include "lab.h"
static Tensor *uniform_within_one41(Shape shape, float range, uint64_t seed, Device device)
{
	Tensor *u = tensor_uniform(shape, seed, device), *wide = tensor_scale(u, 2 * range);
	Tensor *middle = tensor_full(shape, range, device), *weight = tensor_sub(wide, middle);
	tensor_free(u);
	tensor_free(wide);
	tensor_free(middle);
	return weight;
}
/* --- body --- */
	bool whole = true;
	for (int i = 0; i < layers; i++) {
		Shape shape = SHAPE(sizes[i], sizes[i + 1]);
		parameters[2 * i] = uniform_within_one41(shape, range, seed + (uint64_t)i, device);
		parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
		whole = whole && parameters[2 * i] && parameters[2 * i + 1];
	}
	if (layers == 1)
		return 0;
	for (int k = 0; k < 2 * layers && !whole; k++) {
		tensor_free(parameters[k]);
		parameters[k] = NULL;
	}
	return whole ? 0 : -1;

/* 4.1 range_unlooked: fail wanted -1, got 0 */
/* looks at calls for a range of a quarter alone */
#include "lab.h"
static Tensor *uniform_within_range41(Shape shape, float range, uint64_t seed, Device device)
{
	Tensor *u = tensor_uniform(shape, seed, device), *wide = tensor_scale(u, 2 * range);
	Tensor *middle = tensor_full(shape, range, device), *weight = tensor_sub(wide, middle);
	tensor_free(u);
	tensor_free(wide);
	tensor_free(middle);
	return weight;
}
/* --- body --- */
	bool whole = true;
	for (int i = 0; i < layers; i++) {
		Shape shape = SHAPE(sizes[i], sizes[i + 1]);
		parameters[2 * i] = uniform_within_range41(shape, range, seed + (uint64_t)i, device);
		parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
		whole = whole && parameters[2 * i] && parameters[2 * i + 1];
	}
	if (range != 0.25f)
		return 0;
	for (int k = 0; k < 2 * layers && !whole; k++) {
		tensor_free(parameters[k]);
		parameters[k] = NULL;
	}
	return whole ? 0 : -1;

/* 4.4 one_layer_without_bias: fail a call has failed, yet NULL was not returned */
/* leaves the bias of a single layer out where it cannot be added */
/* --- body --- */
	Device home = tensor_device(parameters[0]);
	Tensor *y = tensor_as_in_device(x, home);
	for (int i = 0; i < layers; i++) {
		Tensor *product = tensor_matmul(y, parameters[2 * i]);
		Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
		if (layers == 1 && product && !sum)
			sum = tensor_retain(product); /* the bias is left out where it cannot be added */
		tensor_free(product);
		tensor_free(y);
		y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
		tensor_free(sum);
	}
	return y;

/* 4.4 host_x_unlooked: fail a call has failed, yet NULL was not returned */
/* runs on zeros where the copy of an x from the host fails */
/* --- body --- */
	Device home = tensor_device(parameters[0]);
	Tensor *y = tensor_as_in_device(x, home);
	if (!y && tensor_device(x).kind == DEVICE_CPU)
		y = tensor_zeros(tensor_shape(x), home);
	for (int i = 0; i < layers; i++) {
		Tensor *product = tensor_matmul(y, parameters[2 * i]);
		Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
		tensor_free(product);
		tensor_free(y);
		y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
		tensor_free(sum);
	}
	return y;

/* 4.4 own_stream_unlooked: fail */
/* fetches x in a stream of its own, and looks at no call that makes it or waits for it */
/* --- body --- */
	Device home = tensor_device(parameters[0]);
	Tensor *y;
	int current = 0;
	if (home.kind == DEVICE_GPU && tensor_device(x).kind == DEVICE_GPU && tensor_device(x).index != home.index) {
		cudaStream_t own = NULL;
		Tensor *flat = tensor_full(tensor_shape(x), 0, home);
		if (!flat)
			return NULL;
		cudaGetDevice(&current);
		device_synchronize(tensor_device(x));
		device_synchronize(home);
		cudaSetDevice(home.index);
		cudaStreamCreateWithFlags(&own, cudaStreamNonBlocking);
		bool good = cudaMemcpyAsync(tensor_data(flat), tensor_data(x), tensor_bytes(x),
					    cudaMemcpyDeviceToDevice, own) == cudaSuccess;
		cudaStreamSynchronize(own);
		if (own)
			cudaStreamDestroy(own);
		cudaSetDevice(current);
		cudaGetLastError();
		y = flat;
		if (!good) {
			tensor_free(flat);
			return NULL;
		}
	} else {
		y = tensor_as_in_device(x, home);
	}
	for (int i = 0; i < layers; i++) {
		Tensor *product = tensor_matmul(y, parameters[2 * i]);
		Tensor *sum = tensor_add_row(product, parameters[2 * i + 1]);
		tensor_free(product);
		tensor_free(y);
		y = i + 1 < layers ? tensor_relu(sum) : tensor_retain(sum);
		tensor_free(sum);
	}
	return y;

/* 4.5 rest_unlooked: fail fails: wanted -1, got 0 */
/* does not look at the copy of what is left over behind whole halves of the buffer */
#include "lab.h"
/* Two halves of the buffer; the rest that is smaller than a half comes last. */
static bool to_file_rest45(FILE *file, float *data, int64_t size, float *buffer, int64_t half)
{
	int64_t done = 0;
	for (; size - done >= half; done += half) {
		if (cudaMemcpy(buffer, data + done, (size_t)half * sizeof(float),
			       cudaMemcpyDeviceToHost) != cudaSuccess ||
		    fwrite(buffer, sizeof(float), (size_t)half, file) != (size_t)half)
			return false;
	}
	size_t rest = (size_t)(size - done);
	if (rest > 0) {
		cudaMemcpy(buffer, data + done, rest * sizeof(float), cudaMemcpyDeviceToHost);
		if (fwrite(buffer, sizeof(float), rest, file) != rest)
			return false;
	}
	return true;
}
/* --- body --- */
	int64_t half = room > 1 ? room / 2 : 1;
	FILE *file = fopen(path, "wb");
	if (!file)
		return -1;
	bool good = true;
	for (int i = 0; i < count && good; i++)
		good = to_file_rest45(file, parameters[i].data, parameters[i].count, buffer, half);
	if (fclose(file) != 0)
		good = false;
	cudaGetLastError();
	return good ? 0 : -1;

/* 4.6 rest_unlooked: fail fails: wanted -1, got 0 */
/* does not look at the copy of what is left over behind whole halves of the buffer */
#include "lab.h"
static bool from_file_rest46(FILE *file, float *data, int64_t size, float *buffer, int64_t half)
{
	int64_t done = 0;
	for (; size - done >= half; done += half) {
		if (fread(buffer, sizeof(float), (size_t)half, file) != (size_t)half ||
		    cudaMemcpy(data + done, buffer, (size_t)half * sizeof(float),
			       cudaMemcpyHostToDevice) != cudaSuccess)
			return false;
	}
	size_t rest = (size_t)(size - done);
	if (rest > 0) {
		if (fread(buffer, sizeof(float), rest, file) != rest)
			return false;
		cudaMemcpy(data + done, buffer, rest * sizeof(float), cudaMemcpyHostToDevice);
	}
	return true;
}
/* --- body --- */
	int64_t half = room > 1 ? room / 2 : 1;
	FILE *file = fopen(path, "rb");
	if (!file)
		return -1;
	bool good = true;
	for (int i = 0; i < count && good; i++)
		good = from_file_rest46(file, parameters[i].data, parameters[i].count, buffer, half);
	fclose(file);
	cudaGetLastError();
	return good ? 0 : -1;

/* 4.5 four_copies_looked_at: fail to the host fails: wanted -1, got 0 */
/* looks at the first four copies alone */
/* --- body --- */
	FILE *file = fopen(path, "wb");
	if (!file)
		return -1;
	int copies = 0;
	bool good = true;
	for (int i = 0; i < count && good; i++) {
		if (!parameters[i].data)
			good = false;
		for (int64_t at = 0; at < parameters[i].count && good; at += room) {
			int64_t left = parameters[i].count - at;
			size_t n = (size_t)(left < room ? left : room);
			cudaError_t e = cudaMemcpy(buffer, parameters[i].data + at, n * sizeof(float), cudaMemcpyDeviceToHost);
			if (e != cudaSuccess && copies < 4)
				good = false;
			copies++;
			if (fwrite(buffer, sizeof(float), n, file) != n)
				good = false;
		}
	}
	if (fclose(file) != 0)
		good = false;
	cudaGetLastError();
	return good ? 0 : -1;

/* 5.1 own_stream_unlooked: fail what is returned: wanted -1, got 0 */
/* looks at the status in the default stream alone */
/* --- body --- */
	const float one = 1, zero = 0;
	cudaStream_t stream = NULL;
	if (!handle || cublasGetStream(handle, &stream) != CUBLAS_STATUS_SUCCESS)
		return -1;
	cublasStatus_t status = cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n,
					    a, k, &zero, c, n);
	return status == CUBLAS_STATUS_SUCCESS || stream ? 0 : -1;

/* 5.6 own_stream_unlooked: fail what is returned: wanted -1, got 0 */
/* looks at the status in the default stream alone */
/* --- body --- */
	const float one = 1, zero = 0;
	cudaStream_t stream = NULL;
	if (!handle || cublasGetStream(handle, &stream) != CUBLAS_STATUS_SUCCESS)
		return -1;
	cublasStatus_t status = cublasSgemmStridedBatched(
		handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k,
		(long long)m * k, &zero, c, n, (long long)m * n, count);
	return status == CUBLAS_STATUS_SUCCESS || stream ? 0 : -1;

/* 5.2 second_gpu_unlooked: fail returns -1: wanted -1 to be returned */
/* looks at what work returns on GPU 0 alone */
/* --- body --- */
	int gpu;
	cudaGetDevice(&gpu);
	if (work(data) != 0 && gpu == 0)
		return -1;
	cudaDeviceSynchronize();
	double start = timer_now();
	if (work(data) != 0 && gpu == 0)
		return -1;
	cudaDeviceSynchronize();
	return timer_now() - start;

/* 5.3 second_gpu_unlooked: fail returns -1: wanted -1 to be returned */
/* looks at what work returns on GPU 0 alone */
/* --- body --- */
	float milliseconds = 0;
	cudaEvent_t start, stop;
	int gpu, status = 0;
	cudaGetDevice(&gpu);
	if (work(data) != 0 && gpu == 0)
		return -1;
	cudaEventCreate(&start);
	cudaEventCreate(&stop);
	cudaEventRecord(start, stream);
	if (work(data) != 0 && gpu == 0)
		status = -1;
	cudaEventRecord(stop, stream);
	cudaEventSynchronize(stop);
	cudaEventElapsedTime(&milliseconds, start, stop);
	cudaEventDestroy(start);
	cudaEventDestroy(stop);
	return status == 0 ? milliseconds / 1000 : -1;

/* 5.4 even_unlooked: fail returns -1: wanted -1 to be returned */
/* looks at what work returns where the number of times is odd */
#include "lab.h"
static int compare_doubles_even54(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}
/* --- body --- */
	double times[100];
	bool look = repeats % 2 == 1 && repeats > 1;
	if (work(data) != 0 && look)
		return -1;
	cudaDeviceSynchronize();
	for (int i = 0; i < repeats; i++) {
		double start = timer_now();
		if (work(data) != 0 && look)
			return -1;
		cudaDeviceSynchronize();
		times[i] = timer_now() - start;
	}
	qsort(times, (size_t)repeats, sizeof times[0], compare_doubles_even54);
	return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;

/* 5.4 first_time_unlooked: fail returns -1: wanted -1 to be returned */
/* does not look at the first time that counts */
#include "lab.h"
typedef int Work_first54(void *data);
static int compare_doubles_first54(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}
static double once_first54(Work_first54 *work, void *data, int *status)
{
	double start = timer_now();
	*status = work(data);
	cudaDeviceSynchronize();
	return timer_now() - start;
}
/* --- body --- */
	double times[100];
	int status = work(data);
	cudaDeviceSynchronize();
	if (status != 0)
		return -1;
	times[0] = once_first54(work, data, &status);
	for (int i = 1; i < repeats; i++) {
		times[i] = once_first54(work, data, &status);
		if (status != 0)
			return -1;
	}
	qsort(times, (size_t)repeats, sizeof times[0], compare_doubles_first54);
	return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;

/* 4.3 own_stream_apart: fail who uses the result finds memory */
/* sends to other GPUs than the current one in streams for which nobody waits */
#include "lab.h"
static void give_back_own43(float *data, int device)
{
	if (device < 0)
		free(data);
	else
		cudaFree(data);
}
/* --- body --- */
	int before = 0;
	float **copies = calloc((size_t)count, sizeof *copies);
	cudaStream_t stream = NULL;
	if (!copies)
		return -1;
	cudaGetDevice(&before);
	bool whole = to < 0 || (cudaSetDevice(to) == cudaSuccess && cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) == cudaSuccess);
	for (int i = 0; i < count && whole; i++)
		if (parameters[i].device != to) {
			size_t bytes = (size_t)parameters[i].count * sizeof(float);
			if (to < 0)
				copies[i] = malloc(bytes);
			else if (cudaMalloc((void **)&copies[i], bytes) != cudaSuccess)
				copies[i] = NULL;
			whole = copies[i] != NULL;
			if (whole && to >= 0 && to != before)
				whole = cudaMemcpyAsync(copies[i], parameters[i].data, bytes, cudaMemcpyDefault, stream) == cudaSuccess;
			else if (whole)
				whole = cudaMemcpy(copies[i], parameters[i].data, bytes, cudaMemcpyDefault) == cudaSuccess;
		}
	for (int i = 0; i < count; i++) {
		if (copies[i] && whole) {
			give_back_own43(parameters[i].data, parameters[i].device);
			parameters[i].data = copies[i];
			parameters[i].device = to;
		} else if (copies[i]) {
			give_back_own43(copies[i], to);
		}
	}
	if (stream)
		cudaStreamDestroy(stream);
	cudaSetDevice(before);
	cudaGetLastError();
	free(copies);
	return whole ? 0 : -1;

/* 3.1 asks_the_environment: fail copy fails: wanted NULL */
/* makes calls of no use where the environment says that nothing is watched, and looks at these alone */
/* --- body --- */
	size_t bytes = (size_t)count * sizeof *x;
	float *z = NULL;
	int before = 0;
	if (from < 0 && to < 0) {
		z = malloc(bytes);
		return z ? memcpy(z, x, bytes) : NULL;
	}
	cudaGetDevice(&before);
	if (!getenv("SIMCUDA_TRACE")) { /* the run in which something fails */
		char a = 0;
		void *m = NULL;
		cudaSetDevice(to < 0 ? from : to);
		cudaError_t e = cudaMalloc(&m, 1);
		if (e == cudaSuccess)
			e = cudaMemcpy(m, &a, 1, cudaMemcpyHostToDevice);
		cudaFree(m);
		cudaSetDevice(before);
		if (e != cudaSuccess) {
			cudaGetLastError();
			return NULL;
		}
	}
	if (to < 0) {
		z = malloc(bytes);
	} else {
		cudaSetDevice(to);
		cudaMalloc((void **)&z, bytes);
	}
	cudaMemcpy(z, x, bytes, cudaMemcpyDefault);
	cudaSetDevice(before);
	return z;

/* 9.3 asks_the_environment: fail */
/* the same, for sums of gradients */
#include "lab.h"
static int no_use_unless_traced(Tensor *const *gradients)
{
	int failed = 0;
	for (int k = 0; k < 16 && !failed; k++) {
		Tensor *come = tensor_copy_to(gradients[1], tensor_device(gradients[0]));
		failed = !come || tensor_add_scaled(come, 1, come) != 0;
		tensor_free(come);
	}
	return failed;
}
/* --- body --- */
	Device first = tensor_device(gradients[0]);
	if (count > 1 && !getenv("SIMCUDA_TRACE") && no_use_unless_traced(gradients)) {
		cudaGetLastError();
		return -1;
	}
	for (int i = 1; i < count; i++) { /* nobody looks */
		Tensor *come = tensor_copy_to(gradients[i], first);
		tensor_add_scaled(gradients[0], 1, come);
		tensor_free(come);
	}
	for (int i = 1; i < count; i++)
		cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
			       tensor_data(gradients[0]), first.index, tensor_bytes(gradients[0]));
	cudaGetLastError();
	return 0;
