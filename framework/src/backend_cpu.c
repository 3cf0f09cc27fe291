/* backend_cpu.c - the CPU: malloc, plain loops, OpenBLAS.
 *
 * A stream of the CPU is always finished, since the calls do their work at once; an event of the
 * CPU is the time of its recording. After each operation the simulator, where there is one, is
 * told how much arithmetic the host did, because its clock does not look at ours. */
#include "backend.h"

#include <cblas.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/sysinfo.h>
#include <unistd.h>

#include "fail.h"
#include "simcuda.h"
#include "usegpu/timer.h"

#define ALIGNMENT 64 /* bytes: a cache line, and the widest vector register */

static void report_work(double flops, double bytes)
{
	if (simcuda_host_work)
		simcuda_host_work(flops, bytes);
}

static int cpu_allocate(int device, size_t bytes, void **data)
{
	(void)device;
	/* More than there is: Linux might promise it all the same, and end the process later. */
	struct sysinfo host;
	bool known = sysinfo(&host) == 0;
	uint64_t total = known ? (uint64_t)host.totalram * host.mem_unit : 0;
	if (bytes <= SIZE_MAX - ALIGNMENT && (!known || bytes <= total))
		*data = aligned_alloc(ALIGNMENT, (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT);
	else
		*data = NULL;
	if (*data)
		return STATUS_OK;
	return error_set(STATUS_MEMORY, "cpu has %s in all, %s needed", text_bytes(total).text,
			 text_bytes(bytes).text);
}

static void cpu_release(int device, void *data)
{
	(void)device;
	free(data);
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

static int cpu_elementwise(int device, Kernel kernel, void *out, const void *x, const void *y,
			   const void *s, int64_t n)
{
	(void)device;
	loops[kernel].loop(out, x, y, s, n);
	report_work(loops[kernel].flops * (double)n, 4.0 * (double)n * (1 + loops[kernel].inputs));
	return STATUS_OK;
}

static int cpu_matmul(int device, float *out, const float *a, const float *b, int n, int k, int m)
{
	(void)device;
	if (m == 1) /* a matrix times a column */
		cblas_sgemv(CblasRowMajor, CblasNoTrans, n, k, 1, a, k, b, 1, 0, out, 1);
	else if (n == 1) /* a row times a matrix: the transposed matrix times a column */
		cblas_sgemv(CblasRowMajor, CblasTrans, k, m, 1, b, m, a, 1, 0, out, 1);
	else
		cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasNoTrans, n, m, k, 1, a, k, b, m, 0,
			    out, m);
	report_work(2.0 * n * k * m, 4.0 * ((double)n * k + (double)k * m + (double)n * m));
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
	.elementwise = cpu_elementwise,
	.matmul = cpu_matmul,
	.norm = cpu_norm,
	.synchronize = cpu_synchronize,
	.info = cpu_info,
	.stream_create = cpu_stream_create,
	.stream_free = cpu_stream_free,
	.stream_use = cpu_stream_nothing,
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
