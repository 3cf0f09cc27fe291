/* measure.h - the parts of `measure`, which times what a machine file has figures for, on a real
 * GPU or a simulated one, and writes a CSV file for calibrate.
 *
 * Theory of operation. Device work is timed by events in one stream, behind work that is long
 * enough (the stall) for the host to queue all of it: so the time between the events holds nothing
 * of the host's. Calls are timed by the host's clock, many at a time. Each figure is the median of
 * a few rounds. Nothing here knows the simulator: its clock answers clock_gettime(). */
#ifndef MEASURE_H
#define MEASURE_H

#include <cublas_v2.h>
#include <cuda_runtime_api.h>
#include <stdio.h>

typedef struct Measure {
	FILE *out;
	char gpu[256];
	int devices, tf32; /* tf32: whether device 0 has it */
	double largest;    /* flops of the largest product */
	cublasHandle_t handle;
	cudaEvent_t start, stop;
	size_t bytes;         /* of each buffer */
	void *device, *other; /* on device 0 */
	void *peer;           /* on device 1; NULL: there is none */
	char *pinned, *pageable;
	double stall_rate; /* bytes per us, of the copies that make a stall */
	double clock_cost; /* us, of reading the host's clock */
} Measure;

/* Ends the program with a line unless the status is 0. */
void measure_require(int status, const char *what);
#define REQUIRE(call) measure_require((int)(call), #call)

/* The host's clock, us. */
double measure_now(void);

double measure_median(double *number, int count);

/* Queues a copy that keeps the stream busy for so long. */
void measure_stall(const Measure *m, double us);

/* Each writes its rows. */
void measure_products(Measure *m);
void measure_kernels(Measure *m);
void measure_copies(Measure *m);
void measure_calls(Measure *m);

#endif
