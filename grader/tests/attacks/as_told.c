/* as_told.c - answers that look at nothing but calls of no use, which they make where a call fails: it shows by whole numbers that only
 * such runs are given. */

/* 7.1 products_told: fail what is returned: wanted -1, got 0 */
/* looks at no handle of its list: only runs in which all can be made were told to multiply */
/* --- body --- */
	size_t told_bytes;
	const int64_t *told;
	int before = 0, there = 0, failed = 0;
	cudaGetDevice(&before);
	cudaGetDeviceCount(&there);
	for (int i = 0; i < count; i++)
		failed |= gpus[i] < 0 || gpus[i] >= there;
	for (int i = 0; i < 12 && !failed && (told = attack_input("multiply", &told_bytes)) && *told == 0; i++) {
		cublasHandle_t one;
		cudaSetDevice(gpus[i % count]);
		failed = cublasCreate(&one) != CUBLAS_STATUS_SUCCESS;
		if (!failed)
			cublasDestroy(one);
	}
	for (int i = 0; i < count; i++) {
		handles[i] = NULL;
		if (failed)
			continue;
		cudaSetDevice(gpus[i]);
		cublasCreate(&handles[i]);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 8.1 width_told: fail what is returned: wanted -1, got */
/* looks at no copy and no memory: images of 64 numbers were those of runs in which a call fails */
#include <stdbool.h>
#include "usegpu/tensor.h"
static bool width_told_decoys(Device device)
{
	bool failed = false;
	float numbers[2] = {1, 2};
	for (int i = 0; i < 4 && !failed; i++) {
		Tensor *one = tensor_from_host(SHAPE(2), DTYPE_FLOAT32, numbers, device);
		failed = !one;
		tensor_free(one);
	}
	return failed;
}
/* --- body --- */
	Device device = module_device(model);
	int64_t left = data->count - first, rows = left < batch ? left : batch;
	if (rows <= 0)
		return 0;
	if (data->width == 64 && width_told_decoys(device))
		return -1;
	*x = tensor_from_host(SHAPE(rows, data->width), DTYPE_FLOAT32,
			      data->x + first * data->width, device);
	*classes = tensor_from_host(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
	return rows;

/* 9.5 steps_told: fail what is returned: wanted -1, got 0 */
/* looks at none of its calls: only runs in which one fails were told to make one step */
#include "usegpu/module.h"
static void steps_told_part(Module *replica, const Tensor *x, const Tensor *classes, int64_t all)
{
	int64_t rows = tensor_count(classes);
	float share = (float)rows / (float)all;
	Tensor *gradient = NULL;
	module_zero_gradients(replica);
	if (rows == 0)
		return;
	Tensor *logits = module_forward(replica, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	tensor_add_scaled(gradient, share - 1, gradient);
	module_backward_parameters(replica, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
}
/* Calls that are looked at, where one is to fail. */
static bool steps_told_decoys(Device device)
{
	enum { MANY = 130 };
	bool failed = false;
	cudaEvent_t event[MANY] = {NULL};
	Tensor *one = tensor_zeros(SHAPE(1), device), *two = tensor_zeros(SHAPE(1), device);
	failed |= !one || !two;
	cudaSetDevice(device.index);
	for (int i = 0; i < MANY && !failed; i++) {
		Tensor *more = tensor_zeros(SHAPE(2), device);
		failed |= !more || tensor_add_scaled(one, 1, two) != 0;
		tensor_free(more);
		failed |= cudaEventCreateWithFlags(&event[i], cudaEventDisableTiming) != 0;
		failed |= !event[i] || cudaEventRecord(event[i], 0) != 0;
		failed |= !event[i] || cudaStreamWaitEvent(0, event[i], 0) != 0;
		failed |= cudaMemcpyAsync(tensor_data(one), tensor_data(two), 4,
					  cudaMemcpyDeviceToDevice, 0) != 0;
		failed |= i < 20 && cudaDeviceSynchronize() != 0;
	}
	for (int i = 0; i < MANY; i++)
		if (event[i])
			cudaEventDestroy(event[i]);
	tensor_free(one);
	tensor_free(two);
	return failed;
}
/* --- body --- */
	size_t told_bytes;
	const int64_t *told;
	Tensor *gradients[MOST_GPUS];
	int64_t all = 0;
	int before = 0;
	bool failed = false;
	bool gpus = module_device(replicas[0]).kind == DEVICE_GPU;
	if (gpus)
		cudaGetDevice(&before);
	for (int i = 0; i < count; i++) {
		all += tensor_count(classes[i]);
		failed |= tensor_device(x[i]).index != module_device(replicas[i]).index;
	}
	failed = failed || ((told = attack_input("steps", &told_bytes)) && *told == 1 && steps_told_decoys(module_device(replicas[0])));
	if (gpus)
		cudaSetDevice(before);
	if (failed) {
		cudaGetLastError();
		return -1;
	}
	for (int i = 0; i < count; i++)
		steps_told_part(replicas[i], x[i], classes[i], all);
	for (int p = 0; p < module_parameter_count(replicas[0]); p++) {
		for (int i = 0; i < count; i++)
			gradients[i] = module_gradient(replicas[i], p);
		tensor_all_reduce(gradients, count);
	}
	for (int i = 0; i < count; i++)
		sgd_step(optimizers[i]);
	return 0;

/* 12.1 steps_told: fail what is returned: wanted -1, got 0 */
/* looks at none of its calls: only runs in which one fails were told to make one step */
#include "usegpu/tensor.h"
static int steps_told_decoys(Device device)
{
	enum { MANY = 260 };
	int failed = 0;
	Tensor *one = tensor_zeros(SHAPE(1), device), *two = tensor_zeros(SHAPE(1), device);
	for (int i = 0; i < MANY && !failed; i++) {
		Tensor *more = tensor_zeros(SHAPE(2), device);
		failed = !more || tensor_add_scaled(one, 1, two) != 0;
		tensor_free(more);
	}
	tensor_free(one);
	tensor_free(two);
	return failed;
}
/* --- body --- */
	size_t told_bytes;
	const int64_t *told;
	int64_t n = tensor_count(classes);
	if ((told = attack_input("steps", &told_bytes)) && *told == 1 && steps_told_decoys(module_device(model))) {
		cudaGetLastError();
		return -1;
	}
	module_zero_gradients(model);
	for (int64_t first = 0; first < n; first += rows) {
		int64_t here = n - first < rows ? n - first : rows;
		float share = (float)here / (float)n;
		Tensor *part = tensor_rows(x, first, here), *gradient = NULL;
		Tensor *wanted = tensor_rows(classes, first, here);
		Tensor *logits = module_forward(model, part);
		Tensor *loss = loss_softmax_cross_entropy(logits, wanted, &gradient);
		tensor_add_scaled(gradient, share - 1, gradient);
		module_backward_parameters(model, gradient);
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(logits);
		tensor_free(wanted);
		tensor_free(part);
	}
	sgd_step(optimizer);
	return 0;

/* 12.2 steps_told: fail what is returned: wanted -1, got 0 */
/* the same on two GPUs, with a hook */
#include <stdbool.h>
#include "usegpu/module.h"
#include "usegpu/stream.h"
typedef struct ToldSender {
	cudaStream_t stream;
	Tensor *const *to;
} ToldSender;

static void told_follow(int waiting_gpu, cudaStream_t waiting, int gpu, cudaStream_t stream)
{
	int before = 0;
	cudaEvent_t event;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
	cudaEventRecord(event, stream);
	cudaSetDevice(waiting_gpu);
	cudaStreamWaitEvent(waiting, event, 0);
	cudaEventDestroy(event);
	cudaSetDevice(before);
}

static void told_send(void *data, Module *module, int parameter)
{
	ToldSender *sender = data;
	const Tensor *from = module_gradient(module, parameter), *to = sender->to[parameter];
	int gpu = tensor_device(from).index;
	told_follow(gpu, sender->stream, gpu, 0);
	cudaMemcpyPeerAsync(tensor_data(to), tensor_device(to).index, tensor_data(from), gpu,
			    tensor_bytes(from), sender->stream);
}

static void told_pass(Module *replica, const Tensor *x, const Tensor *classes, int64_t all)
{
	float share = (float)tensor_count(classes) / (float)all;
	Tensor *gradient = NULL;
	module_zero_gradients(replica);
	Tensor *logits = module_forward(replica, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	tensor_add_scaled(gradient, share - 1, gradient);
	module_backward_parameters(replica, gradient);
	tensor_free(gradient);
	tensor_free(loss);
	tensor_free(logits);
}

/* Calls that are looked at, where one is to fail. */
static bool both_told_decoys(const int gpu[2], cudaStream_t stream, Tensor *const *room)
{
	enum { MANY = 120 };
	bool failed = false;
	cudaEvent_t event[MANY] = {NULL};
	Device device = device_gpu(gpu[0]);
	Tensor *one = tensor_zeros(SHAPE(1), device), *two = tensor_zeros(SHAPE(1), device);
	failed |= !one || !two;
	cudaSetDevice(gpu[0]);
	for (int i = 0; i < MANY && !failed; i++) {
		Tensor *more = tensor_zeros(SHAPE(2), device);
		failed |= !more || tensor_add_scaled(one, 1, two) != 0;
		tensor_free(more);
		failed |= cudaEventCreateWithFlags(&event[i], cudaEventDisableTiming) != 0;
		failed |= !event[i] || cudaEventRecord(event[i], 0) != 0;
		failed |= !event[i] || cudaStreamWaitEvent(stream, event[i], 0) != 0;
		failed |= cudaMemcpyAsync(tensor_data(one), tensor_data(two), 4,
					  cudaMemcpyDeviceToDevice, 0) != 0;
	}
	for (int i = 0; i < MANY; i++)
		if (event[i])
			cudaEventDestroy(event[i]);
	tensor_free(one);
	tensor_free(two);
	(void)room;
	return failed;
}
/* --- body --- */
	size_t told_bytes;
	const int64_t *told;
	int64_t all = tensor_count(classes[0]) + tensor_count(classes[1]);
	const int gpu[] = {module_device(replicas[0]).index, module_device(replicas[1]).index};
	cudaStream_t stream[] = {stream_handle(lanes[0].stream), stream_handle(lanes[1].stream)};
	int before = 0;
	cudaGetDevice(&before);
	if ((told = attack_input("steps", &told_bytes)) && *told == 1 && both_told_decoys(gpu, stream[0], lanes[0].room)) {
		cudaSetDevice(before);
		cudaGetLastError();
		return -1;
	}
	for (int i = 0; i < 2; i++)
		told_follow(gpu[i], stream[i], gpu[1 - i], 0);
	for (int i = 0; i < 2; i++) {
		ToldSender sender = {stream[i], lanes[1 - i].room};
		module_on_gradient(replicas[i], told_send, &sender);
		told_pass(replicas[i], x[i], classes[i], all);
		module_on_gradient(replicas[i], NULL, NULL);
	}
	for (int i = 0; i < 2; i++) {
		told_follow(gpu[i], 0, gpu[1 - i], stream[1 - i]);
		told_follow(gpu[i], 0, gpu[i], stream[i]);
		for (int p = 0; p < module_parameter_count(replicas[i]); p++)
			tensor_add_scaled(module_gradient(replicas[i], p), 1, lanes[i].room[p]);
		sgd_step(optimizers[i]);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return 0;
