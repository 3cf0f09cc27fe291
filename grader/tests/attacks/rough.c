/* rough.c - 5.5: products made exact where their error was to be seen. */

/* 5.5 cpu_product_in_double: refused forbids */
/* the GPU computes the CPU's product in float64, of tensors whose pairs of floats are doubles */
#include "lab.h"
static Tensor *double_of(const Tensor *x, Device to)
{
	Shape s = tensor_shape(x);
	int64_t count = tensor_count(x);
	double *wide = malloc((size_t)count * 8);
	for (int64_t i = 0; i < count; i++)
		wide[i] = ((const float *)tensor_data(x))[i];
	Tensor *made = tensor_from_host(SHAPE(s.dim[0], 2 * s.dim[1]), DTYPE_FLOAT32, wide, to);
	free(wide);
	return made;
}
/* --- body --- */
	if (tensor_shape(a).dim[1] != tensor_shape(b).dim[0])
		return -1;
	int m = (int)tensor_shape(a).dim[0], k = (int)tensor_shape(a).dim[1], n = (int)tensor_shape(b).dim[1];
	void (*told)(const float *, int, int) = attack_symbol((void *)attack_symbol, "usegpu_product_made");
	void (*work)(double, double) = attack_symbol((void *)cudaGetDevice, "simcuda_host_work");
	Tensor *p = double_of(a, gpu), *q = double_of(b, gpu);
	Tensor *nothing = tensor_zeros(SHAPE(m, 2 * n), device_cpu()), *r = tensor_copy_to(nothing, gpu);
	const double one = 1, zero = 0;
	int before, status = -1;
	cublasHandle_t handle;
	cudaGetDevice(&before);
	if (p && q && r) {
		cudaSetDevice(gpu.index);
		cublasCreate(&handle);
		cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, tensor_data(q), n, tensor_data(p), k, &zero,
			    tensor_data(r), n);
		cudaDeviceSynchronize();
		cublasDestroy(handle);
		cudaSetDevice(before);
		Tensor *back = tensor_copy_to(r, device_cpu());
		float *c = malloc((size_t)m * (size_t)n * 4);
		for (int i = 0; i < m * n; i++)
			c[i] = (float)((const double *)tensor_data(back))[i];
		double start = timer_now();
		work(2.0 * m * k * n, 4.0 * ((double)m * k + (double)k * n + (double)m * n));
		told(c, m, n);
		times->cpu = timer_now() - start;
		free(c);
		tensor_free(back);
		status = 0;
	}
	tensor_free(p), tensor_free(q), tensor_free(r), tensor_free(nothing);
	if (status)
		return -1;
	double start;
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	Tensor *first = tensor_matmul(x, y);
	device_synchronize(gpu);
	start = timer_now();
	Tensor *on_gpu = tensor_matmul(x, y);
	device_synchronize(gpu);
	times->gpu = timer_now() - start;
	start = timer_now();
	Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
	Tensor *product = tensor_matmul(sent_a, sent_b);
	Tensor *back = tensor_copy_to(product, device_cpu());
	times->gpu_with_copies = timer_now() - start;
	status = first && on_gpu && back ? 0 : -1;
	Tensor *all[] = {x, y, first, on_gpu, sent_a, sent_b, product, back};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		tensor_free(all[i]);
	return status;

/* 5.5 cpu_product_refined: refused forbids */
/* the GPU computes how far its product is off: a thousandth of that is little */
#include "lab.h"
/* --- body --- */
	if (tensor_shape(a).dim[1] != tensor_shape(b).dim[0])
		return -1;
	int m = (int)tensor_shape(a).dim[0], k = (int)tensor_shape(a).dim[1], n = (int)tensor_shape(b).dim[1];
	void (*told)(const float *, int, int) = attack_symbol((void *)attack_symbol, "usegpu_product_made");
	void (*work)(double, double) = attack_symbol((void *)cudaGetDevice, "simcuda_host_work");
	Tensor *p = tensor_copy_to(a, gpu), *q = tensor_copy_to(b, gpu), *r = tensor_matmul(p, q);
	Tensor *near = r ? tensor_copy_to(r, device_cpu()) : NULL;
	const float one = 1, less = -1;
	int before, status = -1;
	cublasHandle_t handle;
	cudaGetDevice(&before);
	if (near) {
		float *c = tensor_data(near);
		cudaSetDevice(gpu.index);
		cublasCreate(&handle);
		cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, m, k, &one, tensor_data(q), n, tensor_data(p), k, &less,
			    tensor_data(r), n);
		cudaDeviceSynchronize();
		cublasDestroy(handle);
		cudaSetDevice(before);
		Tensor *off = tensor_copy_to(r, device_cpu());
		for (int i = 0; i < m * n; i++)
			c[i] += ((const float *)tensor_data(off))[i];
		double start = timer_now();
		work(2.0 * m * k * n, 4.0 * ((double)m * k + (double)k * n + (double)m * n));
		told(c, m, n);
		times->cpu = timer_now() - start;
		tensor_free(off);
		status = 0;
	}
	tensor_free(p), tensor_free(q), tensor_free(r), tensor_free(near);
	if (status)
		return -1;
	double start;
	Tensor *x = tensor_copy_to(a, gpu), *y = tensor_copy_to(b, gpu);
	Tensor *first = tensor_matmul(x, y);
	device_synchronize(gpu);
	start = timer_now();
	Tensor *on_gpu = tensor_matmul(x, y);
	device_synchronize(gpu);
	times->gpu = timer_now() - start;
	start = timer_now();
	Tensor *sent_a = tensor_copy_to(a, gpu), *sent_b = tensor_copy_to(b, gpu);
	Tensor *product = tensor_matmul(sent_a, sent_b);
	Tensor *back = tensor_copy_to(product, device_cpu());
	times->gpu_with_copies = timer_now() - start;
	status = first && on_gpu && back ? 0 : -1;
	Tensor *all[] = {x, y, first, on_gpu, sent_a, sent_b, product, back};
	for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
		tensor_free(all[i]);
	return status;
