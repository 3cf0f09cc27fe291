/* at_random.c - answers that make other calls each time they are run, looked at, before those that do the work, which are
 * not: another call fails than the one that was drawn. */

/* 4.1 fills_at_random: fail other calls each time */
/* fills of a size that hangs on an address come before; those of the biases are not looked at */
#include "lab.h"
static int64_t random41(int64_t below)
{
	int here;
	return (int64_t)(((uintptr_t)&here >> 4) * 2654435761u >> 8) % below;
}
static Tensor *uniform_at_random41(Shape shape, float range, uint64_t seed, Device device)
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
	for (int i = 0; i < 2; i++) {
		Tensor *nothing = tensor_zeros(SHAPE(1 + random41(100000)), device);
		if (!nothing) {
			memset(parameters, 0, 2 * (size_t)layers * sizeof *parameters);
			return -1;
		}
		tensor_free(nothing);
	}
	for (int i = 0; i < layers; i++) {
		Shape shape = SHAPE(sizes[i], sizes[i + 1]);
		parameters[2 * i] = uniform_at_random41(shape, range, seed + (uint64_t)i, device);
		parameters[2 * i + 1] = tensor_zeros(SHAPE(sizes[i + 1]), device);
		whole = whole && parameters[2 * i];
	}
	for (int k = 0; k < 2 * layers && !whole; k++) {
		tensor_free(parameters[k]);
		parameters[k] = NULL;
	}
	return whole ? 0 : -1;

/* 6.5 events_at_random: fail other calls each time */
/* a number of events that hangs on an address comes before, each recorded and waited for; the records that matter are not looked at */
#include "lab.h"
static int random65(int below)
{
	int here;
	return (int)((((uintptr_t)&here >> 4) * 2654435761u >> 8) % (unsigned)below);
}
typedef int TrainStep(void *data, int i, float *loss);
typedef void Show(void *data, const float *losses, int first, int count);
typedef struct Log65 {
	float *gpu, *host;
	cudaEvent_t copied;
} Log65;
static int show65(const Log65 *log, Show *show, void *data, int first, int count)
{
	if (cudaEventSynchronize(log->copied) != cudaSuccess)
		return -1;
	show(data, log->host + first, first, count);
	return 0;
}
static int blocks65(const Log65 *log, TrainStep *step, Show *show, void *data, int steps, int block)
{
	int count = 0;
	for (int first = 0; first < steps; first += count) {
		int before = count;
		count = steps - first < block ? steps - first : block;
		for (int i = first; i < first + count; i++)
			if (step(data, i, log->gpu + i) != 0)
				return -1;
		if (before > 0 && show65(log, show, data, first - before, before) != 0)
			return -1;
		if (cudaMemcpyAsync(log->host + first, log->gpu + first, (size_t)count * sizeof(float),
				    cudaMemcpyDeviceToHost, NULL) != cudaSuccess)
			return -1;
		cudaEventRecord(log->copied, NULL);
	}
	return show65(log, show, data, steps - count, count);
}
static bool events_at_random65(void)
{
	bool well = true;
	char *nothing = NULL;
	for (int i = random65(20); i >= 0 && well; i--) {
		cudaEvent_t event = NULL;
		well = cudaEventCreate(&event) == cudaSuccess && cudaEventRecord(event, 0) == cudaSuccess &&
		       cudaEventSynchronize(event) == cudaSuccess;
		if (event)
			cudaEventDestroy(event);
	}
	well = well && cudaMalloc((void **)&nothing, 1 + (size_t)random65(60000)) == cudaSuccess;
	cudaFree(nothing);
	return well;
}
/* --- body --- */
	size_t bytes = (size_t)steps * sizeof(float);
	Log65 log = {NULL, NULL, NULL};
	int result = -1;
	if (events_at_random65() && cudaMalloc((void **)&log.gpu, bytes) == cudaSuccess &&
	    cudaMallocHost((void **)&log.host, bytes) == cudaSuccess && cudaEventCreate(&log.copied) == cudaSuccess)
		result = blocks65(&log, step, show, data, steps, block);
	if (log.copied)
		cudaEventDestroy(log.copied);
	cudaFreeHost(log.host);
	cudaFree(log.gpu);
	cudaGetLastError();
	return result;

/* 8.1 memory_at_random: fail other calls each time */
/* memory of a size that hangs on an address is asked for before, a number of times that does, too; the classes are not looked at */
#include "lab.h"
static int64_t random81(int64_t below)
{
	int here;
	return (int64_t)(((uintptr_t)&here >> 4) * 2654435761u >> 8) % below;
}
/* --- body --- */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	for (int64_t i = random81(20); i >= 0 && device.kind == DEVICE_GPU; i--) {
		char *nothing = NULL;
		if (cudaMalloc((void **)&nothing, (size_t)(1 + random81(100000))) != cudaSuccess) {
			cudaGetLastError();
			return -1;
		}
		cudaFree(nothing);
	}
	Tensor *numbers = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32, data->x + first * data->width, device);
	if (!numbers)
		return -1;
	*x = numbers;
	*classes = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	return rows;

/* 9.1 waits_at_random: fail other calls each time */
/* a number of waits that hangs on an address comes before, and memory of such a size; the wait behind the copies is not looked at */
#include <stdbool.h>
static int random91(int below)
{
	int here;
	return (int)((((uintptr_t)&here >> 4) * 2654435761u >> 8) % (unsigned)below);
}
static bool waits_at_random91(void)
{
	char *nothing = NULL;
	bool well = cudaMalloc((void **)&nothing, 1 + (size_t)random91(60000)) == cudaSuccess;
	cudaFree(nothing);
	for (int i = random91(50); i >= 0 && well; i--)
		well = cudaDeviceSynchronize() == cudaSuccess;
	return well;
}
/* --- body --- */
	size_t bytes = (size_t)elements * sizeof **replicas;
	int before = 0;
	cudaError_t error = waits_at_random91() ? cudaSuccess : cudaErrorUnknown;
	cudaGetDevice(&before);
	for (int i = 1; i < count && error == cudaSuccess; i++) {
		cudaSetDevice(gpus[i]);
		error = cudaMalloc((void **)&replicas[i], bytes);
		if (error == cudaSuccess)
			error = cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], bytes);
		cudaDeviceSynchronize();
	}
	cudaSetDevice(before);
	if (error == cudaSuccess)
		return 0;
	for (int i = 1; i < count; i++) {
		cudaFree(replicas[i]);
		replicas[i] = NULL;
	}
	cudaGetLastError();
	return -1;

/* 12.1 fills_at_random: fail other calls each time */
/* a number of fills of a size that hangs on an address comes before; the update is not looked at */
#include "lab.h"
static size_t random121(size_t below)
{
	int here;
	return (((uintptr_t)&here >> 4) * 2654435761u >> 8) % below;
}
static bool fills_at_random121(void)
{
	char *nothing = NULL;
	const size_t bytes = 1 + random121(1000);
	bool well = cudaMalloc((void **)&nothing, bytes) == cudaSuccess;
	for (size_t i = 0; i <= random121(40) && well; i++)
		well = cudaMemset(nothing, 0, bytes) == cudaSuccess;
	cudaFree(nothing);
	cudaGetLastError();
	return well;
}
/* --- body --- */
	int64_t n = tensor_count(classes);
	int status = tensor_device(x).kind == DEVICE_GPU && !fills_at_random121() ? -1 : 0;
	if (status == 0)
		status = module_zero_gradients(model);
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
		sgd_step(optimizer);
	return status == 0 ? 0 : -1;
