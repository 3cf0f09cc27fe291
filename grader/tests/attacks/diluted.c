/* diluted.c - many calls of no use are looked at, so that those that fail may be among them; the ones that do the work are not. */

/* 6.1 small_norms_around: fail launch of a kernel fails */
/* a thousand norms of one number before and behind the one that nobody looks at */
/* --- body --- */
	cublasPointerMode_t before;
	float *d = NULL, result = 0;
	if (cublasGetPointerMode(cublas, &before) != CUBLAS_STATUS_SUCCESS)
		return -1;
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
	bool good = cudaMalloc((void **)&d, 8) == cudaSuccess;
	for (int i = 0; i < 1000 && good; i++)
		good = cublasSnrm2(cublas, 1, x, 1, d + 1) == CUBLAS_STATUS_SUCCESS;
	if (good) {
		cudaStream_t stream;
		cublasGetStream(cublas, &stream);
		cublasSnrm2(cublas, count, x, 1, d);
		good = cudaMemcpyAsync(&result, d, 4, cudaMemcpyDeviceToHost, stream) == cudaSuccess;
		good = good && cudaStreamSynchronize(stream) == cudaSuccess;
	}
	for (int i = 0; i < 1000 && good; i++)
		good = cublasSnrm2(cublas, 1, x, 1, d + 1) == CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(cublas, before);
	good = cudaDeviceSynchronize() == cudaSuccess && good;
	cudaFree(d);
	cudaGetLastError();
	if (!good)
		return -1;
	*norm = result;
	return 0;

/* 6.2 small_norms_before: fail launch of a kernel fails */
/* the same four thousand times, before products and norms that nobody looks at */
#include "lab.h"
static bool small_norms(cublasHandle_t cublas, const float *x, float *d, int count)
{
	bool good = true;
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
	for (int i = 0; i < count && good; i++)
		good = cublasSnrm2(cublas, 1, x, 1, d + 1) == CUBLAS_STATUS_SUCCESS;
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_HOST);
	return good;
}
/* --- body --- */
	float *d = NULL, norm;
	bool good = work->cublas && cudaMalloc((void **)&d, 8) == cudaSuccess && small_norms(work->cublas, work->a, d, 4000);
	for (int i = 0; i < steps && good; i++) {
		work_step(work, i);
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_DEVICE);
		cublasSnrm2(work->cublas, work->n * work->m, work->c, 1, d);
		cublasSetPointerMode(work->cublas, CUBLAS_POINTER_MODE_HOST);
		good = cudaMemcpy(&norm, d, 4, cudaMemcpyDeviceToHost) == cudaSuccess;
		if (good)
			report(user, i, norm);
	}
	good = good && small_norms(work->cublas, work->a, d, 1);
	cudaFree(d);
	cudaGetLastError();
	return good ? 0 : -1;

/* 7.2 idle_waits: fail wait fails */
/* waits on idle GPUs in the same line are looked at, those for the products are not */
#include "lab.h"
static int wait_on(int gpu, int looks)
{
	cudaSetDevice(gpu);
	int failed = cudaDeviceSynchronize() != cudaSuccess;
	return looks && failed;
}
/* --- body --- */
	int before = 0, failed = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < (count > 2 ? 30 : 0); i++)
		failed |= wait_on(before, 1);
	failed |= queue_all(products, count) != 0;
	for (int i = 0; i < count; i++)
		wait_on(products[i].gpu, 0);
	for (int i = 0; i < (count > 2 ? 30 : 0); i++)
		failed |= wait_on(before, 1);
	cudaSetDevice(before);
	cudaGetLastError();
	return failed ? -1 : 0;

/* 7.3 idle_waits_beside: fail wait fails */
/* the same, and those by which the sides are measured are not */
#include "lab.h"
static int wait_beside(int gpu, int looks)
{
	cudaSetDevice(gpu);
	int failed = cudaDeviceSynchronize() != cudaSuccess;
	return looks && failed;
}
/* --- body --- */
	int before = 0, failed = 0;
	double seconds[2];
	cudaGetDevice(&before);
	for (int i = 0; i < 100; i++)
		failed |= wait_beside(alone[0].gpu, 1);
	for (int i = 0; i < count; i++) {
		wait_beside(alone[i].gpu, 0);
		wait_beside(apart[i].gpu, 0);
	}
	for (int side = 0; side < 2; side++) {
		const Product *products = side == 0 ? alone : apart;
		double start = timer_now();
		failed |= queue_all(products, count) != 0;
		for (int i = 0; i < count; i++)
			wait_beside(products[i].gpu, 0);
		seconds[side] = timer_now() - start;
	}
	for (int i = 0; i < 100; i++)
		failed |= wait_beside(alone[0].gpu, 1);
	cudaSetDevice(before);
	return failed ? -1 : seconds[0] / seconds[1];

/* 8.2 small_tensors_around: fail launch of a kernel fails */
/* small tensors before and behind; whether the backward has failed nobody looks */
#include "lab.h"
static int small_tensors(Device device)
{
	int failed = 0;
	for (int i = 0; i < 50; i++) {
		Tensor *t = tensor_zeros(SHAPE(1), device);
		failed |= !t || tensor_add_scaled(t, 1, t) != 0;
		tensor_free(t);
	}
	return failed;
}
/* --- body --- */
	Tensor *gradient = NULL;
	Device device = module_device(model);
	int failed = small_tensors(device);
	module_zero_gradients(model);
	Tensor *logits = module_forward(model, x);
	Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
	if (loss && !failed) {
		failed |= small_tensors(device);
		if (!failed) {
			module_backward_parameters(model, gradient); /* nobody looks */
			failed |= small_tensors(device);
			if (!failed)
				failed |= sgd_step(sgd) != 0;
		}
	}
	failed |= !loss;
	if (failed) {
		tensor_free(loss);
		loss = NULL;
	}
	tensor_free(gradient);
	tensor_free(logits);
	return loss;

/* 9.1 waits_in_lines: fail wait fails */
/* more waits on idle GPUs than lines have their turn, each in a line of its own; the one behind each copy nobody looks at */
#define W good = good && cudaStreamSynchronize(0) == cudaSuccess;
/* --- body --- */
	size_t bytes = (size_t)elements * sizeof **replicas;
	int before = 0;
	bool good = true;
	cudaGetDevice(&before);
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	W
	for (int i = 1; i < count && good; i++) {
		cudaSetDevice(gpus[i]);
		good = cudaMalloc((void **)&replicas[i], bytes) == cudaSuccess &&
		       cudaSetDevice(gpus[0]) == cudaSuccess &&
		       cudaMemcpyPeerAsync(replicas[i], gpus[i], replicas[0], gpus[0], bytes, 0) == cudaSuccess;
		cudaStreamSynchronize(0);
	}
	W
	for (int i = 1; i < count && !good; i++) {
		cudaFree(replicas[i]);
		replicas[i] = NULL;
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return good ? 0 : -1;

/* 9.3 small_sums_around: fail launch of a kernel fails */
/* sums of one number before and behind the additions that nobody looks at */
/* --- body --- */
	Device first = tensor_device(gradients[0]);
	int status = 0;
	if (count == 1)
		return 0;
	int useless = (int)(tensor_count(gradients[0]) / 32);
	Tensor *junk = tensor_zeros(SHAPE(1), first);
	status = junk ? 0 : -1;
	for (int i = 0; i < useless && status == 0; i++)
		status = tensor_add_scaled(junk, 1, junk);
	for (int i = 1; i < count && status == 0; i++) {
		Tensor *come = tensor_copy_to(gradients[i], first);
		status = come ? 0 : -1;
		tensor_add_scaled(gradients[0], 1, come); /* nobody looks */
		tensor_free(come);
	}
	for (int i = 0; i < useless && status == 0; i++)
		status = tensor_add_scaled(junk, 1, junk);
	for (int i = 1; i < count && status == 0; i++)
		if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
				   tensor_data(gradients[0]), first.index,
				   tensor_bytes(gradients[0])) != cudaSuccess)
			status = -1;
	tensor_free(junk);
	cudaGetLastError();
	return status == 0 ? 0 : -1;

/* 9.3 large_sums_around: fail launch of a kernel fails */
/* the same with longer sums than those that are wanted, all in one line */
#include "lab.h"
static int add_one(Tensor *sum, const Tensor *more, int looks)
{
	int failed = tensor_add_scaled(sum, 1, more) != 0;
	return looks && failed;
}
/* --- body --- */
	Device first = tensor_device(gradients[0]);
	if (count == 1)
		return 0;
	int useless = (int)(tensor_count(gradients[0]) / 32);
	Tensor *junk = tensor_zeros(SHAPE(20000), first);
	int status = junk ? 0 : -1;
	for (int i = 0; i < useless && status == 0; i++)
		status = -add_one(junk, junk, 1);
	for (int i = 1; i < count && status == 0; i++) {
		Tensor *come = tensor_copy_to(gradients[i], first);
		status = come ? 0 : -1;
		add_one(gradients[0], come, 0);
		tensor_free(come);
	}
	for (int i = 0; i < useless && status == 0; i++)
		status = -add_one(junk, junk, 1);
	for (int i = 1; i < count && status == 0; i++)
		if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
				   tensor_data(gradients[0]), first.index,
				   tensor_bytes(gradients[0])) != cudaSuccess)
			status = -1;
	tensor_free(junk);
	cudaGetLastError();
	return status;
