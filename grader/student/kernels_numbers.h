/* kernels_numbers.h - numbers in memory of the current GPU, for drives of labs with kernels. */
#ifndef GRADER_STUDENT_KERNELS_NUMBERS_H
#define GRADER_STUDENT_KERNELS_NUMBERS_H

#include "grader/drive/left.h"

/* Memory for so many floats. */
static inline float *numbers_room(int64_t count)
{
	float *memory = NULL;

	if (cudaMalloc((void **)&memory, sizeof *memory * (size_t)(count > 0 ? count : 1)) !=
	    cudaSuccess)
		return NULL;
	return memory;
}

/* Memory with the numbers of an input. */
static inline float *numbers_make(Drive *d, const char *name)
{
	int64_t count = drive_count(d, name);
	float *memory = numbers_room(count);

	if (memory)
		drive_give(d, name, 0, memory, count);
	return memory;
}

/* As many of them as the input of that name has. */
static inline void numbers_put(Drive *d, const char *name, const float *memory)
{
	drive_put_device_floats(d, name, memory, drive_count(d, name));
}

/* The exercise has returned: what, and whether it left an error. */
static inline void numbers_end(Drive *d, int status)
{
	drive_end(d);
	left_put(d);
	drive_put_int(d, "status", status);
}

/* An exercise that makes one number of many. */
typedef int SumCall(const float *x, int n, float *sum);

static inline void sum_drive(Drive *d, SumCall *call)
{
	float *x, *sum;

	cudaSetDevice((int)drive_int(d, "gpu"));
	x = numbers_make(d, "x");
	sum = numbers_make(d, "sum");
	drive_go(d);
	int status = call(x, (int)drive_count(d, "x"), sum);
	numbers_end(d, status);
	numbers_put(d, "x", x);
	numbers_put(d, "sum", sum);
	drive_thaw(d);
	cudaFree(sum);
	cudaFree(x);
}

#endif
