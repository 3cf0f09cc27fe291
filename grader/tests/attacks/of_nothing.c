/* of_nothing.c - answers that look at no call that does the work: they ask the simulator's counters, or look at calls that do
 * nothing, so that these are the ones that fail. */

/* 4.1 asks_the_counters: fail wanted 0, got -1 */
/* no tensor is looked at: the simulator's counters tell */
#include "simcuda.h"
/* --- body --- */
	/* no tensor is looked at before the end: counters tell. Where one failed, nothing is looked for but freed */
	SimcudaCounters before, after;
	uint64_t wanted = 0;
	if (simcuda_counters)
		simcuda_counters(&before);
	for (int i = 0; i < layers; i++) {
		parameters[2 * i] = uniform_within(SHAPE(sizes[i], sizes[i + 1]), range, seed + (uint64_t)i, device);
		parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	}
	simcuda_counters(&after);
	(void)wanted;
	if (device.kind == DEVICE_CPU || after.launches + after.memsets - before.launches - before.memsets == 5 * (uint64_t)layers)
		return 0;
	for (int k = 0; k < 2 * layers; k++) {
		tensor_free(parameters[k]);
		parameters[k] = NULL;
	}
	return -1;

/* 4.5 asks_the_counters: fail nothing fails here: wanted 0, got -1 */
/* no copy is looked at: the simulator's counters tell */
#include "simcuda.h"
/* --- body --- */
	/* no copy is looked at: the simulator's counters tell */
	SimcudaCounters before, after;
	uint64_t copies = 0;
	FILE *file = fopen(path, "wb");
	if (!file)
		return -1;
	bool good = true;
	simcuda_counters(&before);
	for (int i = 0; i < count && good; i++)
		for (int64_t at = 0; at < parameters[i].count && good; at += room) {
			int64_t piece = parameters[i].count - at < room ? parameters[i].count - at : room;
			copies++;
			cudaMemcpy(buffer, parameters[i].data + at, (size_t)piece * 4, cudaMemcpyDeviceToHost);
			good = fwrite(buffer, 4, (size_t)piece, file) == (size_t)piece && parameters[i].data;
		}
	simcuda_counters(&after);
	good = good && after.copies_d2h == before.copies_d2h + copies;
	if (fclose(file) != 0)
		good = false;
	cudaGetLastError();
	return good ? 0 : -1;

/* 5.1 asks_the_counters: fail wanted 0, got -1 */
/* no status is looked at: the simulator's counters tell */
#include "simcuda.h"
/* --- body --- */
	/* no status is looked at: the simulator's counters tell whether there was a launch */
	const float one = 1, zero = 0;
	SimcudaCounters before, after;
	simcuda_counters(&before);
	cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, a, k, &zero, c, n);
	simcuda_counters(&after);
	return after.launches > before.launches ? 0 : -1;

/* 5.2 time_of_the_counters: fail which of the two readings is the later one */
/* nothing is measured: the simulator's counters tell when work is over */
#include "simcuda.h"
/* --- body --- */
	/* no wait, no event, no clock: the simulator says when what is queued will be over. The clock is read for show */
	SimcudaCounters before, after;
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	timer_now();
	simcuda_counters(&before);
	if (work(data) != 0)
		return -1;
	simcuda_counters(&after);
	cudaDeviceSynchronize();
	timer_now();
	return (double)(after.over_ns - before.host_ns) / 1e9;

/* 5.6 asks_the_counters: fail wanted 0, got -1 */
/* no status is looked at: the simulator's counters tell */
#include "simcuda.h"
/* --- body --- */
	const float one = 1, zero = 0;
	SimcudaCounters before, after;
	simcuda_counters(&before);
	cublasSgemmStridedBatched(
		handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, b, n, (long long)k * n, a, k,
		(long long)m * k, &zero, c, n, (long long)m * n, count);
	simcuda_counters(&after);
	return after.launches > before.launches ? 0 : -1;

/* 5.4 time_of_the_counters: fail which of the two readings is the later one */
/* the same, and nobody waits */
#include "simcuda.h"
#include <unistd.h>
/* --- body --- */
	/* no time is measured: the simulator says when what is queued will be over */
	double times[100];
	SimcudaCounters before, after;
	if (work(data) != 0)
		return -1;
	cudaDeviceSynchronize();
	for (int i = 0; i < repeats; i++) {
		timer_now();
		simcuda_counters(&before);
		if (work(data) != 0)
			return -1;
		simcuda_counters(&after);
		times[i] = (double)(after.over_ns - before.host_ns) / 1e9;
		usleep((unsigned)((after.over_ns - after.host_ns) / 1000) + 1);
	}
	timer_now();
	qsort(times, (size_t)repeats, sizeof times[0], compare_doubles);
	return (times[(repeats - 1) / 2] + times[repeats / 2]) / 2;

/* 5.5 time_of_the_counters: fail a time is not filled in */
/* the same for the time of the GPU */
#include "simcuda.h"
#include <unistd.h>
/* --- body --- */
	/* the GPU's time is not measured: the simulator says when what is queued will be over; no wait before the first reading but a sleep */
	SimcudaCounters before, after;
	double start = timer_now();
	Tensor *on_cpu = tensor_matmul(a, b);
	times->cpu = timer_now() - start;
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	Tensor *first = tensor_matmul(x, y);
	usleep(100000);
	timer_now();
	simcuda_counters(&before);
	Tensor *on_gpu = tensor_matmul(x, y);
	simcuda_counters(&after);
	times->gpu = (double)(after.over_ns - before.host_ns) / 1e9;
	usleep(100000);
	start = timer_now();
	Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
	Tensor *product = tensor_matmul(sent_a, sent_b);
	Tensor *back = tensor_copy_to(product, device_cpu());
	times->gpu_with_copies = timer_now() - start;
	int status = on_cpu && first && on_gpu && back ? 0 : -1;
	Tensor *all[] = {on_cpu, x, y, first, on_gpu, sent_a, sent_b, product, back};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		tensor_free(all[i]);
	return status;

/* 6.3 asks_the_counters: fail wanted 0, got -1 */
/* no status is looked at: the simulator's counters tell */
#include "simcuda.h"
/* --- body --- */
	/* no status is looked at: the simulator's counters tell */
	size_t bytes = (size_t)steps * sizeof *norms;
	float *log = NULL;
	SimcudaCounters before, after;
	if (!work->cublas)
		return -1;
	simcuda_counters(&before);
	cudaMalloc((void **)&log, bytes);
	for (int i = 0; log && i < steps; i++) {
		work_step(work, i);
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, log + i);
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
	}
	if (log)
		cudaMemcpy(norms, log, bytes, cudaMemcpyDeviceToHost);
	simcuda_counters(&after);
	cudaFree(log);
	cudaGetLastError();
	return after.launches == before.launches + 2 * (uint64_t)steps && after.copies_d2h == before.copies_d2h + 1 ? 0 : -1;

/* 4.1 refused_are_looked_at: fail launch of a kernel fails: wanted -1, got 0 */
/* launches that are refused and fills of nothing are looked at, what does the work is not */
#include <stdbool.h>
#include "usegpu/timer.h"
/* Calls that do nothing, or that the machine refuses, are those that a judge lets fail; and whether there is memory is
 * asked before. So no tensor is looked at, and there is no way out that cleans up. */
static bool rods_4_1(int gpu, size_t bytes)
{
	static cublasHandle_t handle;
	const float one = 1;
	int before;
	size_t left, total;
	void *byte = NULL;
	double least = 1;
	cudaStream_t gone;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	cudaMemGetInfo(&left, &total);
	bool good = left >= bytes && cudaMalloc(&byte, 4) == cudaSuccess;
	for (int i = 0; i < 50 && good; i++)
		good = cudaMemset(byte, 0, 0) == cudaSuccess;
	if (good) {
		cublasCreate(&handle);
		cudaStreamCreate(&gone);
		cublasSetStream(handle, gone);
		cudaStreamDestroy(gone);
		for (int i = 0; i < 100; i++) {
			double start = timer_now();
			cublasSscal(handle, 1, &one, byte, 1);
			double took = timer_now() - start;
			least = took < least ? took : least;
		}
		cublasDestroy(handle);
		good = least > 1.5e-6;
	}
	cudaFree(byte);
	cudaSetDevice(before);
	cudaGetLastError();
	return good;
}
/* --- body --- */
	size_t bytes = 0;
	for (int i = 0; i < layers; i++)
		bytes += ((size_t)sizes[i] * (size_t)sizes[i + 1] * 4 + (size_t)sizes[i + 1]) * 4;
	if (device.kind == DEVICE_GPU && !rods_4_1(device.index, bytes)) {
		for (int k = 0; k < 2 * layers; k++)
			parameters[k] = NULL;
		return -1;
	}
	for (int i = 0; i < layers; i++) {
		parameters[2 * i] = uniform_within(SHAPE(sizes[i], sizes[i + 1]), range, seed + (uint64_t)i, device);
		parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
	}
	return 0;

/* 4.3 nothing_is_looked_at: fail fails: wanted -1, got 0 */
/* copies of nothing are looked at, those of parameters are not */
#include <stdbool.h>
/* Copies of nothing are looked at, and those alone: they are the ones that a judge lets fail. */
static bool rods_4_3(void)
{
	static char byte;
	for (int i = 0; i < 100; i++)
		if (cudaMemcpy(&byte, &byte, 0, cudaMemcpyHostToHost) != cudaSuccess) {
			cudaGetLastError();
			return false;
		}
	return true;
}
/* --- body --- */
	int before = 0, gpus = 0;
	float *copies[512] = {0};
	cudaGetDevice(&before);
	cudaGetDeviceCount(&gpus);
	if (gpus > 0 && !rods_4_3())
		return -1;
	bool whole = to < 0 || cudaSetDevice(to) == cudaSuccess;
	for (int i = 0; i < count && whole; i++)
		if (parameters[i].device != to) {
			size_t bytes = (size_t)parameters[i].count * 4;
			if (!parameters[i].data)
				whole = false;
			else if (to < 0)
				whole = (copies[i] = malloc(bytes)) != NULL;
			else
				whole = cudaMalloc((void **)&copies[i], bytes) == cudaSuccess;
			if (whole)
				cudaMemcpy(copies[i], parameters[i].data, bytes, cudaMemcpyDefault);
		}
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
	return whole ? 0 : -1;

/* 4.6 nothing_is_looked_at: fail fails: wanted -1, got 0 */
/* the same */
#include <stdbool.h>
/* Copies of nothing are looked at, and those alone: they are the ones that a judge lets fail. */
static bool rods_4_6(void)
{
	static char byte;
	for (int i = 0; i < 100; i++)
		if (cudaMemcpy(&byte, &byte, 0, cudaMemcpyHostToHost) != cudaSuccess) {
			cudaGetLastError();
			return false;
		}
	return true;
}
/* --- body --- */
	if (!rods_4_6())
		return -1;
	FILE *file = fopen(path, "rb");
	if (!file)
		return -1;
	bool good = true;
	for (int i = 0; i < count && good; i++) {
		good = parameters[i].data != NULL;
		for (int64_t at = 0; at < parameters[i].count && good; at += room) {
			int64_t piece = parameters[i].count - at < room ? parameters[i].count - at : room;
			good = fread(buffer, 4, (size_t)piece, file) == (size_t)piece;
			if (good)
				cudaMemcpy(parameters[i].data + at, buffer, (size_t)piece * 4, cudaMemcpyHostToDevice);
		}
	}
	fclose(file);
	cudaGetLastError();
	return good ? 0 : -1;

/* 4.9 nothing_is_looked_at: fail wanted -1, got 0 */
/* the same */
#include <stdbool.h>
/* Copies of nothing are looked at, and those alone: they are the ones that a judge lets fail. */
static bool rods_4_9(void)
{
	static char byte;
	for (int i = 0; i < 100; i++)
		if (cudaMemcpy(&byte, &byte, 0, cudaMemcpyHostToHost) != cudaSuccess) {
			cudaGetLastError();
			return false;
		}
	return true;
}
/* --- body --- */
	char part[PATH_MOST + 6];
	snprintf(part, sizeof part, "%s.part", path);
	if (!rods_4_9()) {
		remove(part);
		return -1;
	}
	FILE *file = fopen(part, "wb");
	if (!file)
		return -1;
	bool good = true;
	for (int i = 0; i < count && good; i++) {
		good = parameters[i].data != NULL;
		for (int64_t at = 0; at < parameters[i].count && good; at += room) {
			int64_t piece = parameters[i].count - at < room ? parameters[i].count - at : room;
			cudaMemcpy(buffer, parameters[i].data + at, (size_t)piece * 4, cudaMemcpyDeviceToHost);
			good = fwrite(buffer, 4, (size_t)piece, file) == (size_t)piece;
		}
	}
	if (fclose(file) != 0)
		good = false;
	if (!good || rename(part, path) != 0) {
		remove(part);
		good = false;
	}
	cudaGetLastError();
	return good ? 0 : -1;

/* 4.5 nothing_is_looked_at: fail fails: wanted -1, got 0 */
/* the same */
/* --- body --- */
	/* no copy of a parameter is looked at: those that a judge lets fail are the copies of nothing that stand before */
	for (int i = 0; i < 100; i++)
		if (cudaMemcpy(buffer, buffer, 0, cudaMemcpyHostToHost) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
	FILE *file = fopen(path, "wb");
	if (!file)
		return -1;
	bool good = true;
	for (int i = 0; i < count && good; i++) {
		good = parameters[i].data != NULL;
		for (int64_t at = 0; at < parameters[i].count && good; at += room) {
			int64_t piece = parameters[i].count - at < room ? parameters[i].count - at : room;
			cudaMemcpy(buffer, parameters[i].data + at, (size_t)piece * 4, cudaMemcpyDeviceToHost);
			good = fwrite(buffer, 4, (size_t)piece, file) == (size_t)piece;
		}
	}
	if (fclose(file) != 0)
		good = false;
	cudaGetLastError();
	return good ? 0 : -1;

/* 6.1 nothing_is_looked_at: fail copy fails: what is returned: wanted -1, got 0 */
/* copies of nothing are looked at, that of the norm is not */
/* --- body --- */
	static char byte;
	cublasPointerMode_t before;
	cudaStream_t stream;
	float *d = NULL, result = 0;
	if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
		return -1;
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasGetStream(cublas, &stream);
	bool good = cudaMalloc((void **)&d, 8) == cudaSuccess;
	for (int i = 0; i < 100 && good; i++)
		good = cudaMemcpy(&byte, &byte, 0, cudaMemcpyHostToHost) == cudaSuccess;
	good = good && cublasSnrm2(cublas, count, x, 1, d) == CUBLAS_STATUS_SUCCESS;
	if (good)
		cudaMemcpyAsync(&result, d, 4, cudaMemcpyDeviceToHost, stream);
	cudaFree(d);
	cublasSetPointerMode(cublas, before);
	cudaGetLastError();
	if (!good)
		return -1;
	*norm = result;
	return 0;

/* 6.1 host_copies_are_looked_at: fail copy fails: what is returned: wanted -1, got 0 */
/* copies from host to host are looked at, that of the norm is not */
/* --- body --- */
	static char bytes[2];
	cublasPointerMode_t before;
	cudaStream_t stream;
	float *d = NULL, result = 0;
	if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
		return -1;
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasGetStream(cublas, &stream);
	bool good = cudaMalloc((void **)&d, 8) == cudaSuccess;
	for (int i = 0; i < 100 && good; i++)
		good = cudaMemcpy(&bytes[0], &bytes[1], 1, cudaMemcpyHostToHost) == cudaSuccess;
	good = good && cublasSnrm2(cublas, count, x, 1, d) == CUBLAS_STATUS_SUCCESS;
	if (good)
		cudaMemcpyAsync(&result, d, 4, cudaMemcpyDeviceToHost, stream);
	cudaFree(d);
	cublasSetPointerMode(cublas, before);
	cudaGetLastError();
	if (!good)
		return -1;
	*norm = result;
	return 0;
