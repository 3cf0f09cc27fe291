/* measure.c - `measure`: sets up the device and its buffers, and has every kind of row written.
 *
 *     measure FILE.csv [GFLOP]       GFLOP: of the largest product, 500 unless told */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "framework/bench/measure.h"

#define MOST_BYTES (UINT64_C(256) << 20)

void measure_require(int status, const char *what)
{
	if (!status)
		return;
	fprintf(stderr, "measure: %s failed with error %d\n", what, status);
	exit(1);
}

double measure_now(void)
{
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;
	return (x > y) - (x < y);
}

double measure_median(double *number, int count)
{
	qsort(number, (size_t)count, sizeof *number, compare);
	return number[count / 2];
}

void measure_stall(const Measure *m, double us)
{
	size_t bytes = (size_t)(us * m->stall_rate) + 4096;
	for (size_t part; bytes > 0; bytes -= part) {
		part = bytes < m->bytes ? bytes : m->bytes;
		REQUIRE(cudaMemcpyAsync(m->device, m->pinned, part, cudaMemcpyHostToDevice, NULL));
	}
}

static void open_buffers(Measure *m)
{
	size_t free_bytes, total;
	REQUIRE(cudaMemGetInfo(&free_bytes, &total));
	m->bytes = free_bytes / 8 < MOST_BYTES ? free_bytes / 8 : MOST_BYTES;
	m->bytes &= ~(size_t)4095;
	REQUIRE(cudaMalloc(&m->device, m->bytes));
	REQUIRE(cudaMalloc(&m->other, m->bytes));
	REQUIRE(cudaMemset(m->device, 0, m->bytes));
	REQUIRE(cudaMemset(m->other, 0, m->bytes));
	REQUIRE(cudaHostAlloc((void **)&m->pinned, m->bytes, cudaHostAllocDefault));
	memset(m->pinned, 0, m->bytes);
	m->pageable = calloc(1, m->bytes);
	measure_require(!m->pageable, "calloc");
	memset(m->pageable, 1, m->bytes); /* so that its pages are there */
	if (m->devices < 2)
		return;
	REQUIRE(cudaSetDevice(1));
	REQUIRE(cudaMalloc(&m->peer, m->bytes));
	REQUIRE(cudaMemset(m->peer, 0, m->bytes));
	REQUIRE(cudaDeviceSynchronize());
	REQUIRE(cudaSetDevice(0));
}

static void close_buffers(Measure *m)
{
	free(m->pageable);
	REQUIRE(cudaFreeHost(m->pinned));
	REQUIRE(cudaFree(m->other));
	REQUIRE(cudaFree(m->device));
	if (m->peer) {
		REQUIRE(cudaSetDevice(1));
		REQUIRE(cudaFree(m->peer));
		REQUIRE(cudaSetDevice(0));
	}
}

/* How many bytes a copy moves in a microsecond. */
static void size_stall(Measure *m)
{
	float ms = 0;
	for (int i = 0; i < 2; i++) { /* the first warms up */
		REQUIRE(cudaEventRecord(m->start, NULL));
		REQUIRE(cudaMemcpyAsync(m->device, m->pinned, m->bytes, cudaMemcpyHostToDevice,
					NULL));
		REQUIRE(cudaEventRecord(m->stop, NULL));
		REQUIRE(cudaEventSynchronize(m->stop));
		REQUIRE(cudaEventElapsedTime(&ms, m->start, m->stop));
	}
	m->stall_rate = (double)m->bytes / (1000 * (double)ms);
}

static void write_head(Measure *m)
{
	struct cudaDeviceProp prop;
	int driver, runtime;
	REQUIRE(cudaGetDeviceProperties(&prop, 0));
	REQUIRE(cudaDriverGetVersion(&driver));
	REQUIRE(cudaRuntimeGetVersion(&runtime));
	snprintf(m->gpu, sizeof m->gpu, "%s", prop.name);
	m->tf32 = prop.major >= 8;
	fprintf(m->out,
		"# source: make bench on %d x %s, driver %d.%d, runtime %d.%d\n"
		"gpu,kind,type,m,n,k,direction,memory,bytes,time_us\n",
		m->devices, m->gpu, driver / 1000, driver % 1000 / 10, runtime / 1000,
		runtime % 1000 / 10);
}

int main(int count, char **arguments)
{
	Measure m = {.largest = 1e9 * (count > 2 ? strtod(arguments[2], NULL) : 500)};
	if (count < 2 || count > 3 || !(m.largest > 0)) {
		fputs("usage: measure FILE.csv [GFLOP]\n", stderr);
		return 2;
	}
	m.out = fopen(arguments[1], "we");
	if (!m.out) {
		perror(arguments[1]);
		return 1;
	}
	REQUIRE(cudaGetDeviceCount(&m.devices));
	write_head(&m);
	open_buffers(&m);
	REQUIRE(cublasCreate(&m.handle));
	REQUIRE(cudaEventCreate(&m.start));
	REQUIRE(cudaEventCreate(&m.stop));
	size_stall(&m);
	measure_calls(&m);
	measure_kernels(&m);
	measure_copies(&m);
	measure_products(&m);
	REQUIRE(cudaEventDestroy(m.start));
	REQUIRE(cudaEventDestroy(m.stop));
	REQUIRE(cublasDestroy(m.handle));
	close_buffers(&m);
	measure_require(fclose(m.out), arguments[1]);
	printf("measured %s: %s\n", m.gpu, arguments[1]);
	return 0;
}
