/* backend_cpu.c - the CPU: malloc, plain loops, OpenBLAS.
 *
 * A stream of the CPU is always finished, since the calls do their work at once; an event of the
 * CPU is the time of its recording. After each operation the simulator, where there is one, is
 * told how much arithmetic the host did, because its clock does not look at ours. */
#include "framework/src/device/backend.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "framework/src/device/blas.h"
#include "framework/src/base/fail.h"
#include "simcuda.h"
#include "usegpu/timer.h"

#define ALIGNMENT 64                 /* bytes: a cache line, and the widest vector register */
#define LARGE     (16 * 1024 * 1024) /* bytes from which on asking what the host has costs nothing */

/* For who wants to know what a product on the CPU came to, such as a test: row by row, (rows, columns). */
__attribute__((weak)) void usegpu_product_made(const float *product, int rows, int columns);

static void report_work(double flops, double bytes)
{
	if (simcuda_host_work)
		simcuda_host_work(flops, bytes);
}

/* How much there is. Linux might promise more all the same, and end the process later. */
static uint64_t host_memory(void)
{
	struct sysinfo host;
	return sysinfo(&host) == 0 ? (uint64_t)host.totalram * host.mem_unit : SIZE_MAX;
}

static void *aligned_block(size_t bytes)
{
	if (bytes > SIZE_MAX - ALIGNMENT)
		return NULL;
	return aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
}

static int cpu_allocate(int device, size_t bytes, void **data)
{
	(void)device;
	*data = bytes <= LARGE || bytes <= host_memory() ? aligned_block(bytes) : NULL;
	if (*data)
		return STATUS_OK;
	return error_set(STATUS_MEMORY, "cpu has %s in all, %s needed",
			 text_bytes(host_memory()).text, text_bytes(bytes).text);
}

static void cpu_release(int device, void *data)
{
	(void)device;
	free(data);
}

static int cpu_allocate_queued(int device, size_t bytes, void **data, Queue *queue)
{
	*queue = (Queue){NULL, 0};
	return cpu_allocate(device, bytes, data);
}

static void cpu_release_queued(int device, void *data, Queue queue, bool alone)
{
	(void)queue;
	(void)alone;
	cpu_release(device, data);
}

static bool cpu_queue_is_current(int device, Queue queue)
{
	(void)device;
	(void)queue;
	return true;
}

/* The loops: one for each row of elementwise.h. */
#define DEFINE_LOOP(name, T, S, inputs, flops, value)                                              \
	static void loop_##name(void *result, const void *x, const void *y, const void *number,    \
				int64_t n)                                                         \
	{                                                                                          \
		T *out = result;                                                                   \
		S s = *(const S *)number;                                                          \
		for (int64_t i = 0; i < n; i++)                                                    \
			out[i] = kernel_value_##name(x, y, s, (uint64_t)i);                        \
	}
USEGPU_KERNELS(DEFINE_LOOP)

static const struct {
	void (*loop)(void *out, const void *x, const void *y, const void *s, int64_t n);
	int inputs;
	double flops;
} loops[] = {
#define LOOP_ROW(name, T, S, inputs, flops, value) {loop_##name, inputs, flops},
	USEGPU_KERNELS(LOOP_ROW)};

#define ROWS_FUNCTION(name, ...) rows_##name,
static void (*const rows_functions[])(const RowsArguments *a, uint64_t first,
				      uint64_t end) = {USEGPU_ROWS(ROWS_FUNCTION)};

static int cpu_rows(int device, RowsKernel kernel, const RowsArguments *arguments)
{
	RowsSizes sizes = rows_sizes(kernel, arguments);
	(void)device;
	rows_functions[kernel](arguments, 0, sizes.parts);
	report_work(sizes.flops, rows_bytes(&sizes));
	return STATUS_OK;
}

static int cpu_elementwise(int device, Kernel kernel, void *out, const void *x, const void *y,
			   const void *s, int64_t n)
{
	(void)device;
	loops[kernel].loop(out, x, y, s, n);
	report_work(loops[kernel].flops * (double)n, 4.0 * (double)n * (1 + loops[kernel].inputs));
	return STATUS_OK;
}

/* out = the matrix (rows, columns), transposed or not, times a vector. */
static void cpu_gemv(const Blas *blas, const MatMul *p, const float *matrix, int rows, int columns,
		     bool transpose, const float *vector)
{
	blas->sgemv(CblasRowMajor, transpose ? CblasTrans : CblasNoTrans, rows, columns, 1, matrix,
		    columns, vector, 1, p->more ? 1 : 0, p->out, 1);
}

static int cpu_matmul(int device, const MatMul *p)
{
	int n = p->n, k = p->k, m = p->m;
	bool ta = p->transpose_a, tb = p->transpose_b;
	const Blas *blas = blas_get();
	(void)device;
	if (!blas)
		return error_set(STATUS_MEMORY,
				 "OpenBLAS, which multiplies on cpu, cannot be loaded");
	if (m == 1) /* a matrix times a column */
		cpu_gemv(blas, p, p->a, ta ? k : n, ta ? n : k, ta, p->b);
	else if (n == 1) /* a row times a matrix: the transposed matrix times a column */
		cpu_gemv(blas, p, p->b, tb ? m : k, tb ? k : m, !tb, p->a);
	else
		blas->sgemm(CblasRowMajor, ta ? CblasTrans : CblasNoTrans,
			    tb ? CblasTrans : CblasNoTrans, n, m, k, 1, p->a, ta ? n : k, p->b,
			    tb ? k : m, p->more ? 1 : 0, p->out, m);
	report_work(2.0 * n * k * m,
		    4.0 * ((double)n * k + (double)k * m + (double)n * m * (1 + p->more)));
	if (usegpu_product_made)
		usegpu_product_made(p->out, n, m);
	return STATUS_OK;
}

/* Sums in double, where no square of a float overflows or vanishes. */
static int cpu_norm(int device, float *out, const float *x, int n)
{
	(void)device;
	double sum = 0;
	for (int i = 0; i < n; i++)
		sum += (double)x[i] * x[i];
	*out = (float)sqrt(sum);
	report_work(2.0 * n, 4.0 * n);
	return STATUS_OK;
}

static int cpu_synchronize(int device)
{
	(void)device;
	return STATUS_OK;
}

/* The processor's name as Linux tells it, "CPU" where it does not (ARM). */
static void read_model_name(char *name, size_t size)
{
	char line[512];
	FILE *file = fopen("/proc/cpuinfo", "r");
	snprintf(name, size, "CPU");
	while (file && fgets(line, sizeof(line), file)) {
		char *value = strchr(line, ':');
		if (strncmp(line, "model name", 10) != 0 || !value)
			continue;
		value += 1 + strspn(value + 1, " \t");
		value[strcspn(value, "\n")] = '\0';
		snprintf(name, size, "%s", value);
		break;
	}
	if (file)
		fclose(file);
}

static int cpu_info(int device, DeviceInfo *info)
{
	struct sysinfo host;
	(void)device;
	if (sysinfo(&host) != 0)
		return error_set(STATUS_IO, "the system does not tell how much memory it has");
	*info = (DeviceInfo){.multiprocessors = (int)sysconf(_SC_NPROCESSORS_ONLN),
			     .memory_total = (size_t)host.totalram * host.mem_unit,
			     .memory_free =
				     (size_t)(host.freeram + host.bufferram) * host.mem_unit};
	read_model_name(info->name, sizeof(info->name));
	return STATUS_OK;
}

static int cpu_stream_create(int device, void **stream)
{
	(void)device;
	*stream = NULL;
	return STATUS_OK;
}

static void cpu_stream_free(int device, void *stream)
{
	(void)device;
	(void)stream;
}

static int cpu_stream_nothing(int device, void *stream)
{
	(void)device;
	(void)stream;
	return STATUS_OK;
}

static void *cpu_stream_current(int device)
{
	(void)device;
	return NULL;
}

static int cpu_stream_wait(int device, void *stream, void *event)
{
	(void)event;
	return cpu_stream_nothing(device, stream);
}

static int cpu_event_create(int device, void **event)
{
	(void)device;
	*event = malloc(sizeof(double));
	if (!*event)
		return error_set(STATUS_MEMORY, "the host has no memory left for an event");
	return STATUS_OK;
}

static int cpu_event_record(int device, void *event, void *stream)
{
	(void)device;
	(void)stream;
	*(double *)event = timer_now();
	return STATUS_OK;
}

static int cpu_event_elapsed(int device, void *start, void *stop, double *milliseconds)
{
	(void)device;
	*milliseconds = (*(double *)stop - *(double *)start) * 1e3;
	return STATUS_OK;
}

const Backend backend_cpu = {
	.allocate = cpu_allocate,
	.release = cpu_release,
	.allocate_queued = cpu_allocate_queued,
	.release_queued = cpu_release_queued,
	.queue_is_current = cpu_queue_is_current,
	.host_allocate = cpu_allocate,
	.host_release = cpu_release,
	.elementwise = cpu_elementwise,
	.rows = cpu_rows,
	.matmul = cpu_matmul,
	.norm = cpu_norm,
	.synchronize = cpu_synchronize,
	.info = cpu_info,
	.stream_create = cpu_stream_create,
	.stream_free = cpu_stream_free,
	.stream_use = cpu_stream_nothing,
	.stream_current = cpu_stream_current,
	.stream_synchronize = cpu_stream_nothing,
	.stream_wait = cpu_stream_wait,
	.event_create = cpu_event_create,
	.event_free = cpu_release,
	.event_record = cpu_event_record,
	.event_synchronize = cpu_stream_nothing,
	.event_elapsed = cpu_event_elapsed,
};

int backend_copy(void *to, Device to_device, const void *from, Device from_device, size_t bytes)
{
	if (to_device.kind == DEVICE_GPU || from_device.kind == DEVICE_GPU)
		return gpu_copy(to, to_device, from, from_device, bytes);
	memcpy(to, from, bytes);
	report_work(0, 2.0 * (double)bytes);
	return STATUS_OK;
}

int backend_send(void *to, Device to_device, const void *from, Device from_device, size_t bytes,
		 void *stream)
{
	if (to_device.kind == DEVICE_GPU || from_device.kind == DEVICE_GPU)
		return gpu_send(to, to_device, from, from_device, bytes, stream);
	return backend_copy(to, to_device, from, from_device, bytes);
}
