/* lab5_products.c - the table of docs/lab5.md: microseconds for the product of two (n, n), on the
 * CPU, on a GPU that has the matrices (with the clock read too soon, and after the wait; with memory of the result's size
 * from cudaMalloc besides), and on a GPU to which they go and from which the result comes back. Memory for what is made
 * is part of each time; on the GPU its pool has it. */
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

/* As without a pool: memory for the result is asked for, and given back. */
static double on_gpu_anew(const Tensor *x)
{
	double start = timer_now(), asked;
	void *memory;

	CUDA(cudaMalloc(&memory, tensor_bytes(x)));
	double us = us_since(start) + on_gpu(x, &asked);

	start = timer_now();
	CUDA(cudaFree(memory));
	return us + us_since(start);
}

/* There and back. */
static double with_copies(const Tensor *x)
{
	CUDA(cudaDeviceSynchronize());
	double start = timer_now();
	Tensor *a = tensor_copy_to(x, device_gpu(0)), *b = tensor_copy_to(x, device_gpu(0));
	Tensor *product = tensor_matmul(a, b), *back = tensor_copy_to(product, device_cpu());
	double us = us_since(start);

	MUST(back);
	tensor_free(back);
	tensor_free(product);
	tensor_free(b);
	tensor_free(a);
	return us;
}

/* A column: two digits that tell something, or more where it costs no room. */
static void column(double us)
{
	printf(" %.*f |", us < 1 ? 2 : us < 100 ? 1 : 0, us);
}

int main(void)
{
	static const int sizes[] = {10, 100, 140, 150, 280, 300, 420, 450, 1000, 2000};

	for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
		int n = sizes[i];
		Tensor *x = tensor_ones(SHAPE(n, n), device_cpu());
		Tensor *there = tensor_copy_to(x, device_gpu(0));
		double asked;

		MUST(there);
		on_gpu(there, &asked); /* the first time is not measured: it fills the pool */
		with_copies(x);
		double cpu = on_cpu(x), gpu = on_gpu(there, &asked);
		printf("| %d |", n);
		column(cpu);
		column(asked);
		column(gpu);
		column(on_gpu_anew(there));
		column(with_copies(x));
		printf("\n");
		tensor_free(there);
		tensor_free(x);
	}
	return 0;
}
