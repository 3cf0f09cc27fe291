/* lab5_drive_task.h - the work that lab 5 measures: products on one GPU.
 *
 * A task sets itself up when it is first run, as libraries do: it makes its memory then. It has its handle
 * from the begin, so that a handle that is made later is the exercise's. What it queues each time is a
 * number of equal products, so that a time can be made long without much memory. It counts its calls, and
 * can be told to fail at one. */
#ifndef GRADER_STUDENT_LAB5_DRIVE_TASK_H
#define GRADER_STUDENT_LAB5_DRIVE_TASK_H

#include "grader/drive/caller.h"

typedef struct Task {
	int m, k, n;
	cudaStream_t stream;
	const int64_t *products; /* how many at the i-th call; the first is for warming up, */
	int64_t designed;        /* the others come again from the second on */
	int fails_at;            /* this call fails, counted from 0; -1: none does */
	int calls;
	cublasHandle_t handle;
	float *a, *b, *c;
	int64_t long_from; /* the host takes long_us more over so many products; 0: it does not */
	int64_t long_us;
} Task;

static int task_set_up(Task *task)
{
	size_t size = sizeof(float);
	size_t a = size * (size_t)task->m * (size_t)task->k,
	       b = size * (size_t)task->k * (size_t)task->n;
	if (cudaMalloc((void **)&task->a, a) != cudaSuccess ||
	    cudaMalloc((void **)&task->b, b) != cudaSuccess ||
	    cudaMalloc((void **)&task->c, size * (size_t)task->m * (size_t)task->n) != cudaSuccess)
		return -1;
	cudaMemsetAsync(task->a, 0, a, task->stream);
	cudaMemsetAsync(task->b, 0, b, task->stream);
	return 0;
}

static int64_t task_products(const Task *task)
{
	int64_t i = task->calls;
	if (!task->products)
		return 1;
	return task->products[i < task->designed ? i : 1 + (i - 1) % (task->designed - 1)];
}

/* A Work. */
static int task_run(void *data)
{
	Task *task = data;
	const float one = 1, zero = 0;
	int64_t products = task_products(task);
	if (task->calls++ == task->fails_at || (!task->a && task_set_up(task) != 0))
		return -1;
	if (task->long_us > 0 && products >= task->long_from)
		host_busy(task->long_us);
	for (int64_t i = 0; i < products; i++)
		if (cublasSgemm(task->handle, CUBLAS_OP_N, CUBLAS_OP_N, task->n, task->m, task->k,
				&one, task->b, task->n, task->a, task->k, &zero, task->c,
				task->n) != CUBLAS_STATUS_SUCCESS)
			return -1;
	return 0;
}

static Task task_get(Drive *d, cudaStream_t stream)
{
	Task task = {.m = (int)drive_int(d, "m"),
		     .k = (int)drive_int(d, "k"),
		     .n = (int)drive_int(d, "n"),
		     .fails_at = (int)drive_int(d, "fails_at"),
		     .stream = stream};
	if (cublasCreate(&task.handle) != CUBLAS_STATUS_SUCCESS ||
	    cublasSetStream(task.handle, task.stream) != CUBLAS_STATUS_SUCCESS)
		abort();
	return task;
}

/* Reports its calls and gives back what it has. */
static void task_end(Drive *d, Task *task)
{
	drive_put_int(d, "calls", task->calls);
	cudaFree(task->a);
	cudaFree(task->b);
	cudaFree(task->c);
	cublasDestroy(task->handle);
}

#endif
