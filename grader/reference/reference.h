/* reference.h - the kit's own program for what a student's is timed with on real GPUs
 * (grader/gpu/timing_stats.h). It does plainly what the framework and cuBLAS offer, waits for the GPU before it
 * reads the clock, and never shares a process with a student's code.
 *
 *     usegpu-reference gpus                        how many a program gets
 *     usegpu-reference product GPU M K N TIMES     by the host's clock
 *     usegpu-reference events GPU M K N TIMES      between two events
 *     usegpu-reference compare GPU M K N
 *     usegpu-reference ways GPU SIZE COUNT STEPS
 *     usegpu-reference ratio HOME (GPU M K N)...
 *
 * Prints its numbers on one line: microseconds, but for gpus and ratio. Exit status 2 with a line
 * on stderr when a call fails. */
#ifndef GRADER_REFERENCE_REFERENCE_H
#define GRADER_REFERENCE_REFERENCE_H

#include <cublas_v2.h>
#include <cuda_runtime.h>

/* A product of float32 matrices, (m, k) and (k, n) row by row, on the GPU that is current. */
typedef struct Multiply {
	int gpu, m, k, n;
	cublasHandle_t handle;
	float *a, *b, *c;
} Multiply;

/* Makes it, with zeros in the inputs, and computes it once. Leaves its GPU current. */
void multiply_make(Multiply *p, int gpu, int m, int k, int n);
void multiply_queue(const Multiply *p);
void multiply_free(Multiply *p);

/* Each command: `count` numbers in, numbers out; how many there are is its business. */
void reference_product(const int *number, int count);
void reference_events(const int *number, int count);
void reference_compare(const int *number, int count);
void reference_ways(const int *number, int count);
void reference_ratio(const int *number, int count);

/* Microseconds of the host's clock; only differences mean anything. */
double now_us(void);

/* Ends the program when a call of CUDA or cuBLAS, or of the framework, has failed. */
#define NEED(holds) need((holds), #holds, __LINE__)
void need(int holds, const char *what, int line);

#endif
