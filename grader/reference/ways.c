/* ways.c - the norm of a list after each of many products: fetched one at a time, or all at the
 * end. Microseconds a step. */
#include <stdio.h>

#include "grader/reference/reference.h"

typedef struct Steps {
	Multiply product;
	float *list, *log, *sent;
	int count, steps;
} Steps;

static float *room(int count, int pinned)
{
	void *memory = NULL;
	size_t bytes = sizeof(float) * (size_t)count;

	NEED((pinned ? cudaMallocHost(&memory, bytes) : cudaMalloc(&memory, bytes)) == cudaSuccess);
	return memory;
}

static void one_at_a_time(const Steps *s)
{
	float norm;

	for (int i = 0; i < s->steps; i++) {
		multiply_queue(&s->product);
		NEED(cublasSnrm2(s->product.handle, s->count, s->list, 1, &norm) ==
		     CUBLAS_STATUS_SUCCESS);
	}
}

static void all_at_the_end(const Steps *s)
{
	cublasHandle_t handle = s->product.handle;

	for (int i = 0; i < s->steps; i++) {
		multiply_queue(&s->product); /* its factors are in host memory */
		NEED(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_DEVICE) ==
		     CUBLAS_STATUS_SUCCESS);
		NEED(cublasSnrm2(handle, s->count, s->list, 1, s->log + i) ==
		     CUBLAS_STATUS_SUCCESS);
		NEED(cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST) ==
		     CUBLAS_STATUS_SUCCESS);
	}
	NEED(cudaMemcpyAsync(s->sent, s->log, sizeof(float) * (size_t)s->steps,
			     cudaMemcpyDeviceToHost, NULL) == cudaSuccess);
}

static double step_us(void (*way)(const Steps *s), const Steps *s)
{
	double before;

	way(s); /* the first time costs more */
	NEED(cudaDeviceSynchronize() == cudaSuccess);
	before = now_us();
	way(s);
	NEED(cudaDeviceSynchronize() == cudaSuccess);
	return (now_us() - before) / s->steps;
}

void reference_ways(const int *number, int count)
{
	Steps s = {.count = number[2], .steps = number[3]};

	(void)count;
	NEED(s.count > 0 && s.steps > 0);
	multiply_make(&s.product, number[0], number[1], number[1], number[1]);
	s.list = room(s.count, 0);
	s.log = room(s.steps, 0);
	s.sent = room(s.steps, 1);
	NEED(cudaMemset(s.list, 0, sizeof(float) * (size_t)s.count) == cudaSuccess);

	double slow = step_us(one_at_a_time, &s);

	printf("%.9g %.9g\n", slow, step_us(all_at_the_end, &s));
	cudaFreeHost(s.sent);
	cudaFree(s.log);
	cudaFree(s.list);
	multiply_free(&s.product);
}
