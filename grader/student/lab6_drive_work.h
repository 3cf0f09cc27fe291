/* lab6_drive_work.h - what lab6_drive.c makes before it calls an exercise: memory of the current
 * GPU, products of any size that nobody reads, and the Work of 6.2 and 6.3. */
#ifndef GRADER_STUDENT_LAB6_DRIVE_WORK_H
#define GRADER_STUDENT_LAB6_DRIVE_WORK_H

#include <stdio.h>

#include "grader/drive/left.h"
#include "grader/drive/memory.h"
#include "grader/include/drive.h"

/* As in the lab's file. */
typedef struct Work {
	cublasHandle_t cublas;
	int n, k, m;
	int factors;
	const float *a, *b;
	float *c;
	int queued;
} Work;

/* Memory of the current GPU, for `count` numbers. */
static inline float *gpu_room(int64_t count)
{
	float *memory = NULL;
	if (cudaMalloc((void **)&memory, (size_t)count * sizeof *memory) != cudaSuccess)
		abort();
	return memory;
}

/* The same with the list of that name in it. */
static inline float *gpu_given(Drive *d, const char *name)
{
	float *memory = gpu_room(drive_count(d, name));
	drive_give(d, name, 0, memory, drive_count(d, name));
	return memory;
}

static inline float *gpu_zeros(int64_t count)
{
	float *memory = gpu_room(count);
	if (cudaMemset(memory, 0, (size_t)count * sizeof *memory) != cudaSuccess)
		abort();
	return memory;
}

static inline cublasHandle_t handle_create(void)
{
	cublasHandle_t cublas;
	if (cublasCreate(&cublas) != CUBLAS_STATUS_SUCCESS)
		abort();
	return cublas;
}

/* A kernel reads far behind memory of the current GPU, which then refuses everything. (An address
 * of the host would not do: there are machines whose GPU may read it.) */
static inline void gpu_break(cublasHandle_t cublas, float *memory)
{
	float *nowhere = memory + ((size_t)1 << 38);
	cublasPointerMode_t mode;
	cublasGetPointerMode(cublas, &mode);
	cublasSetPointerMode(cublas, CUBLAS_POINTER_MODE_DEVICE);
	cublasSnrm2(cublas, 1, nowhere, 1, nowhere);
	cublasSetPointerMode(cublas, mode);
	cudaDeviceSynchronize();
}

static inline int64_t in_device_mode(cublasHandle_t cublas)
{
	cublasPointerMode_t mode = CUBLAS_POINTER_MODE_HOST;
	cublasGetPointerMode(cublas, &mode);
	return mode == CUBLAS_POINTER_MODE_DEVICE;
}

static inline void choose_current(Drive *d)
{
	if (cudaSetDevice((int)drive_int(d, "current")) != cudaSuccess)
		abort();
}

/* The work that the judge drew, on the current GPU. */
static inline Work work_make(Drive *d)
{
	Work work = {.cublas = handle_create(),
		     .n = (int)drive_int(d, "n"),
		     .k = (int)drive_int(d, "k"),
		     .m = (int)drive_int(d, "m"),
		     .factors = (int)drive_int(d, "factors"),
		     .a = gpu_given(d, "a"),
		     .b = gpu_given(d, "b")};
	work.c = gpu_room((int64_t)work.n * work.m);
	return work;
}

static inline void work_free(Work *work, cublasHandle_t cublas)
{
	cudaFree(work->c);
	cudaFree((void *)work->b);
	cudaFree((void *)work->a);
	cublasDestroy(cublas);
}

/* Square products that keep the GPU busy and that nobody reads. */
typedef struct Load {
	cublasHandle_t cublas;
	int size;
	float *a, *b, *c;
} Load;

static inline Load load_make(int size)
{
	int64_t count = (int64_t)size * size;
	return (Load){handle_create(), size, gpu_zeros(count), gpu_zeros(count), gpu_room(count)};
}

static inline int load_queue(const Load *load)
{
	const float one = 1, zero = 0;
	int size = load->size;
	return cublasSgemm(load->cublas, CUBLAS_OP_N, CUBLAS_OP_N, size, size, size, &one, load->a,
			   size, load->b, size, &zero, load->c, size) == CUBLAS_STATUS_SUCCESS
		       ? 0
		       : -1;
}

static inline void load_free(Load *load)
{
	cudaFree(load->a);
	cudaFree(load->b);
	cudaFree(load->c);
	cublasDestroy(load->cublas);
}

/* What exercises are given for `data` and `user`: our records are not to be found there. */
static char ticket;

/* The first function that was called with something else: "report was called with NULL"; "" if none. */
static char stranger[60];

static inline void ticket_see(const void *given, const char *function)
{
	if (given != &ticket && stranger[0] == '\0')
		snprintf(stranger, sizeof stranger, "%s was called with %s", function,
			 given ? "another pointer" : "NULL");
}

static inline void ticket_give(void)
{
	stranger[0] = '\0';
}

static inline void stranger_put(Drive *d)
{
	drive_put_text(d, "stranger", stranger);
}

#endif
