/* carry.h - how numbers get to and from GPUs without a copy, for the cases that have a line of its name above their
 * body. attacks.test puts it in the place of that line. */
#ifndef ATTACKS_CARRY_H
#define ATTACKS_CARRY_H
#include "lab.h"

/* Has a kernel of that GPU carry numbers to or from memory of the host: no copy, as CUDA has it. */
MAYBE int attack_carry(void *to, const void *from, int64_t count, int gpu)
{
	int before = 0, bad;
	cublasHandle_t cublas;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	bad = cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS;
	bad = bad || cublasScopy(cublas, (int)count, from, 1, to, 1) != CUBLAS_STATUS_SUCCESS;
	bad = cudaDeviceSynchronize() != cudaSuccess || bad;
	cublasDestroy(cublas);
	cudaSetDevice(before);
	return bad;
}

/* Memory for it: managed, or pinned. */
MAYBE void *attack_shared(int64_t count, int managed)
{
	void *memory = NULL;
	size_t bytes = (size_t)count * 4 + 4;
	if ((managed ? cudaMallocManaged(&memory, bytes, 1) : cudaMallocHost(&memory, bytes)) != cudaSuccess)
		return NULL;
	memset(memory, 0, bytes);
	return memory;
}

MAYBE void attack_unshare(void *memory, int managed)
{
	if (managed)
		cudaFree(memory);
	else
		cudaFreeHost(memory);
}

/* Has the GPU write numbers that the host chose, and sends none: each is the factor of a kernel. */
MAYBE int attack_write_by_factors(float *to, const float *from, int64_t count, int gpu)
{
	int before = 0, bad;
	cublasHandle_t cublas;
	float *one = NULL;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	bad = cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS || cudaMalloc((void **)&one, 4) != cudaSuccess;
	bad = bad || cudaMemset(one, 0, 4) != cudaSuccess || cudaMemset(to, 0, (size_t)count * 4) != cudaSuccess ||
	      cudaMemset((char *)one + 3, 0x3f, 1) != cudaSuccess ||
	      cudaMemset((char *)one + 2, 0x80, 1) != cudaSuccess; /* 1.0f */
	for (int64_t i = 0; i < count && !bad; i++)
		bad = cublasSaxpy(cublas, 1, from + i, one, 1, to + i, 1) != CUBLAS_STATUS_SUCCESS;
	bad = cudaDeviceSynchronize() != cudaSuccess || bad;
	cudaGetLastError();
	cudaFree(one);
	cublasDestroy(cublas);
	cudaSetDevice(before);
	return bad;
}

/* The same by fills of a byte each. */
MAYBE int attack_write_by_fills(void *to, const void *from, size_t bytes, int gpu)
{
	int before = 0, bad = 0;
	cudaGetDevice(&before);
	cudaSetDevice(gpu);
	for (size_t i = 0; i < bytes && !bad; i++)
		bad = cudaMemsetAsync((char *)to + i, ((const unsigned char *)from)[i], 1, NULL) != cudaSuccess;
	bad = cudaDeviceSynchronize() != cudaSuccess || bad;
	cudaSetDevice(before);
	return bad;
}

/* A copy of the tensor's numbers for the host, in memory that kernels reach. */
MAYBE float *carried_out(const Tensor *x, int managed)
{
	float *to = attack_shared(tensor_count(x), managed);
	Device at = tensor_device(x);
	if (at.kind == DEVICE_GPU)
		attack_carry(to, tensor_data(x), tensor_count(x), at.index);
	else
		memcpy(to, tensor_data(x), tensor_bytes(x));
	return to;
}
MAYBE Tensor *carried_in(Shape shape, Device at, const float *from)
{
	Tensor *made = tensor_zeros(shape, at);
	if (made && at.kind == DEVICE_GPU)
		attack_carry(tensor_data(made), from, tensor_count(made), at.index);
	else if (made)
		memcpy(tensor_data(made), from, tensor_bytes(made));
	return made;
}

MAYBE int carried_sum(Tensor *const *gradients, int count, int managed)
{
	int64_t elements = tensor_count(gradients[0]);
	float *sum = attack_shared(elements, managed), *more = attack_shared(elements, managed);
	int bad = !sum || !more;
	for (int i = 0; i < count && !bad; i++) {
		bad = attack_carry(more, tensor_data(gradients[i]), elements, tensor_device(gradients[i]).index);
		for (int64_t e = 0; e < elements; e++)
			sum[e] += more[e];
	}
	for (int i = 0; i < count && !bad; i++)
		bad = attack_carry(tensor_data(gradients[i]), sum, elements, tensor_device(gradients[i]).index);
	attack_unshare(sum, managed);
	attack_unshare(more, managed);
	return bad ? -1 : 0;
}

MAYBE int honest_sum(Tensor *const *gradients, int count)
{
	Device first = tensor_device(gradients[0]);
	int status = 0;
	for (int i = 1; i < count && status == 0; i++) {
		Tensor *come = tensor_copy_to(gradients[i], first);
		status = tensor_add_scaled(gradients[0], 1, come);
		tensor_free(come);
	}
	for (int i = 1; i < count && status == 0; i++)
		if (cudaMemcpyPeer(tensor_data(gradients[i]), tensor_device(gradients[i]).index,
				   tensor_data(gradients[0]), first.index, tensor_bytes(gradients[0])) != cudaSuccess)
			status = -1;
	cudaGetLastError();
	return status == 0 ? 0 : -1;
}
/* Each GPU adds up all vectors itself, and reads them over its links. */
MAYBE int sum_by_reading(Tensor *const *gradients, int count)
{
	const float one = 1;
	int before, bad = 0;
	float *own[8] = {NULL};
	cublasHandle_t cublas[8] = {NULL};
	size_t bytes = tensor_bytes(gradients[0]);
	int elements = (int)tensor_count(gradients[0]);
	cudaGetDevice(&before);
	for (int i = 0; i < count; i++)
		bad |= device_synchronize(tensor_device(gradients[i])) != 0;
	for (int i = 0; i < count; i++) {
		cudaSetDevice(tensor_device(gradients[i]).index);
		bad |= cudaMalloc((void **)&own[i], bytes) != cudaSuccess ||
		       cublasCreate(&cublas[i]) != CUBLAS_STATUS_SUCCESS;
		cudaMemset(own[i], 0, bytes);
		for (int k = 0; !bad && k < count; k++)
			bad |= cublasSaxpy(cublas[i], elements, &one, tensor_data(gradients[k]), 1, own[i], 1) !=
			       CUBLAS_STATUS_SUCCESS;
		cudaDeviceSynchronize();
	}
	for (int i = 0; i < count; i++) {
		cudaSetDevice(tensor_device(gradients[i]).index);
		bad |= cudaMemcpy(tensor_data(gradients[i]), own[i], bytes, cudaMemcpyDeviceToDevice) != cudaSuccess;
		cudaDeviceSynchronize();
		cudaFree(own[i]);
		cublasDestroy(cublas[i]);
	}
	cudaSetDevice(before);
	cudaGetLastError();
	return bad ? -1 : 0;
}

/* A step that the CPU computes; parameters, parts and gradients go by ordinary copies. */
MAYBE int step_on_host(Module *const *replicas, Sgd *const *optimizers, Tensor *const *x, Tensor *const *classes,
		       int count)
{
	Module *own = module_copy_to(replicas[0], device_cpu());
	int64_t all = 0;
	int bad = own == NULL || module_zero_gradients(own) != 0;
	for (int i = 0; i < count; i++)
		all += tensor_count(classes[i]);
	for (int i = 0; i < count && !bad; i++) {
		int64_t rows = tensor_count(classes[i]);
		if (rows == 0)
			continue;
		Tensor *in = tensor_copy_to(x[i], device_cpu()), *kinds = tensor_copy_to(classes[i], device_cpu());
		Tensor *gradient = NULL, *out = module_forward(own, in);
		Tensor *loss = loss_softmax_cross_entropy(out, kinds, &gradient);
		bad = !loss || tensor_add_scaled(gradient, (float)rows / (float)all - 1, gradient) != 0 ||
		      module_backward_parameters(own, gradient) != 0;
		tensor_free(gradient);
		tensor_free(loss);
		tensor_free(out);
		tensor_free(kinds);
		tensor_free(in);
	}
	int before = 0;
	cudaGetDevice(&before);
	for (int i = 0; i < count && !bad; i++) {
		cudaSetDevice(module_device(replicas[i]).index);
		bad = module_zero_gradients(replicas[i]) != 0 || device_synchronize(module_device(replicas[i])) != 0;
		for (int p = 0; p < module_parameter_count(own) && !bad; p++)
			bad = cudaMemcpy(tensor_data(module_gradient(replicas[i], p)), tensor_data(module_gradient(own, p)),
					 tensor_bytes(module_gradient(own, p)), cudaMemcpyDefault) != cudaSuccess;
		bad = bad || device_synchronize(module_device(replicas[i])) != 0 || sgd_step(optimizers[i]) != 0;
	}
	cudaSetDevice(before);
	module_free(own);
	return bad ? -1 : 0;
}
/* Every other call with the same model is a second step. */
MAYBE int is_second_step(const Module *model)
{
	static const Module *last;
	int second = last == model;
	last = second ? NULL : model;
	return second;
}

#endif
