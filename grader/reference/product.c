/* product.c - products on one GPU or on several, with cuBLAS. */
#include <stdio.h>

#include "grader/reference/reference.h"

#define RATIO_MAX 15

static float *zeros(int rows, int columns)
{
	size_t bytes = sizeof(float) * (size_t)rows * (size_t)columns;
	void *memory = NULL;

	NEED(cudaMalloc(&memory, bytes) == cudaSuccess);
	NEED(cudaMemset(memory, 0, bytes) == cudaSuccess);
	return memory;
}

void multiply_make(Multiply *p, int gpu, int m, int k, int n)
{
	*p = (Multiply){.gpu = gpu, .m = m, .k = k, .n = n};
	NEED(cudaSetDevice(gpu) == cudaSuccess);
	NEED(cublasCreate(&p->handle) == CUBLAS_STATUS_SUCCESS);
	p->a = zeros(m, k);
	p->b = zeros(k, n);
	p->c = zeros(m, n);
	multiply_queue(p);
	NEED(cudaDeviceSynchronize() == cudaSuccess);
}

/* cuBLAS counts columns first: the transposes change places. */
void multiply_queue(const Multiply *p)
{
	const float one = 1, zero = 0;

	NEED(cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, p->m, p->k, &one, p->b, p->n,
			 p->a, p->k, &zero, p->c, p->n) == CUBLAS_STATUS_SUCCESS);
}

void multiply_free(Multiply *p)
{
	cudaFree(p->a);
	cudaFree(p->b);
	cudaFree(p->c);
	cublasDestroy(p->handle);
}

static double products_us(const Multiply *list, int count)
{
	double before = now_us();

	for (int i = 0; i < count; i++) {
		NEED(cudaSetDevice(list[i].gpu) == cudaSuccess);
		multiply_queue(&list[i]);
	}
	for (int i = 0; i < count; i++) {
		NEED(cudaSetDevice(list[i].gpu) == cudaSuccess);
		NEED(cudaDeviceSynchronize() == cudaSuccess);
	}
	return now_us() - before;
}

void reference_product(const int *number, int count)
{
	Multiply p;
	double before;

	(void)count;
	multiply_make(&p, number[0], number[1], number[2], number[3]);
	before = now_us();
	for (int i = 0; i < number[4]; i++)
		multiply_queue(&p);
	NEED(cudaDeviceSynchronize() == cudaSuccess);
	printf("%.9g\n", now_us() - before);
	multiply_free(&p);
}

void reference_events(const int *number, int count)
{
	Multiply p;
	cudaEvent_t before, behind;
	float ms;

	(void)count;
	multiply_make(&p, number[0], number[1], number[2], number[3]);
	NEED(cudaEventCreate(&before) == cudaSuccess);
	NEED(cudaEventCreate(&behind) == cudaSuccess);
	NEED(cudaEventRecord(before, NULL) == cudaSuccess);
	for (int i = 0; i < number[4]; i++)
		multiply_queue(&p);
	NEED(cudaEventRecord(behind, NULL) == cudaSuccess);
	NEED(cudaEventSynchronize(behind) == cudaSuccess);
	NEED(cudaEventElapsedTime(&ms, before, behind) == cudaSuccess);
	printf("%.9g\n", (double)ms * 1e3);
	cudaEventDestroy(before);
	cudaEventDestroy(behind);
	multiply_free(&p);
}

/* All products on the GPU `home`, against each on its own. */
void reference_ratio(const int *number, int count)
{
	Multiply alone[RATIO_MAX] = {{0}}, apart[RATIO_MAX] = {{0}};
	int products = (count - 1) / 4;

	for (int i = 0; i < products; i++) {
		const int *p = number + 1 + 4 * i;

		multiply_make(&alone[i], number[0], p[1], p[2], p[3]);
		multiply_make(&apart[i], p[0], p[1], p[2], p[3]);
	}

	double together = products_us(alone, products);

	printf("%.9g\n", together / products_us(apart, products));
	for (int i = 0; i < products; i++) {
		multiply_free(&alone[i]);
		multiply_free(&apart[i]);
	}
}
