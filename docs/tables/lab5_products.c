/* lab5_products.c - the table of docs/lab5.md: microseconds for the product of two (n, n), on the
 * CPU, on a GPU that has the matrices (with the clock read too soon, and after the wait), and on a
 * GPU to which they go and from which the result comes back. Memory for what is made is part of
 * each time. */
#include "us.h"

static double on_cpu(const Tensor *x)
{
	double start = timer_now();
	Tensor *product = tensor_matmul(x, x);
	double us = us_since(start);

	MUST(product);
	tensor_free(product);
	return us;
}

/* On the GPU where x is; *asked is the time until the call came back. */
static double on_gpu(const Tensor *x, double *asked)
{
	CUDA(cudaDeviceSynchronize());
	double start = timer_now();
	Tensor *product = tensor_matmul(x, x);
	*asked = us_since(start);
	CUDA(cudaDeviceSynchronize());
	double us = us_since(start);

	MUST(product);
	tensor_free(product);
	return us;
}

/* There and back, with the calls of CUDA that the framework makes for it. */
static double with_copies(cublasHandle_t handle, const float *x, float *back, int n)
{
	const float one = 1, zero = 0;
	size_t bytes = (size_t)n * (size_t)n * sizeof *x;
	float *gpu[3];

	CUDA(cudaDeviceSynchronize());
	double start = timer_now();
	for (int i = 0; i < 2; i++) {
		CUDA(cudaMalloc((void **)&gpu[i], bytes));
		CUDA(cudaMemcpy(gpu[i], x, bytes, cudaMemcpyHostToDevice));
	}
	CUDA(cudaMalloc((void **)&gpu[2], bytes));
	CUBLAS(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, gpu[0], n, gpu[1], n,
			   &zero, gpu[2], n));
	CUDA(cudaMemcpy(back, gpu[2], bytes, cudaMemcpyDeviceToHost));
	double us = us_since(start);

	for (int i = 0; i < 3; i++)
		CUDA(cudaFree(gpu[i]));
	return us;
}

/* A column: two digits that tell something, or more where it costs no room. */
static void column(double us)
{
	printf(" %.*f |", us < 1 ? 2 : us < 100 ? 1 : 0, us);
}

int main(void)
{
	static const int sizes[] = {10, 100, 250, 300, 500, 540, 1000, 2000};
	cublasHandle_t handle;

	CUBLAS(cublasCreate(&handle));
	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		int n = sizes[i];
		Tensor *x = tensor_ones(SHAPE(n, n), device_cpu());
		Tensor *there = tensor_copy_to(x, device_gpu(0));
		float *back = malloc(tensor_bytes(x));
		double asked;

		MUST(there && back);
		on_gpu(there, &asked); /* the first time is not measured */
		double cpu = on_cpu(x), gpu = on_gpu(there, &asked);
		printf("| %d |", n);
		column(cpu);
		column(asked);
		column(gpu);
		column(with_copies(handle, tensor_data(x), back, n));
		printf("\n");
		free(back);
		tensor_free(there);
		tensor_free(x);
	}
	CUBLAS(cublasDestroy(handle));
	return 0;
}
