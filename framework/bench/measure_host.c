/* measure_host.c - what calls cost the host.
 *
 * Queueing is timed while the device is busy, on purpose. Reading the clock after the wait tells
 * the simulator so, and once more that the next round's stall is no part of what is timed. */
#include "framework/bench/measure.h"

#define CALLS   50
#define ROWS    12
#define CALL_US 20 /* more than one call takes */
#define MIB     (UINT64_C(1) << 20)

static void *held[CALLS]; /* what cudaMalloc gave */

static void call_launch(const Measure *m, int i)
{
	const float one = 1;
	(void)i;
	REQUIRE(cublasSscal(m->handle, 1, &one, m->device, 1));
}

static void call_copy(const Measure *m, int i)
{
	(void)i;
	REQUIRE(cudaMemcpyAsync(m->device, m->pinned, 4, cudaMemcpyHostToDevice, NULL));
}

static void call_sync(const Measure *m, int i)
{
	(void)m;
	(void)i;
	REQUIRE(cudaDeviceSynchronize());
}

static void call_event(const Measure *m, int i)
{
	(void)i;
	REQUIRE(cudaEventRecord(m->start, NULL));
}

static void call_malloc(const Measure *m, int i)
{
	(void)m;
	REQUIRE(cudaMalloc(&held[i], MIB / 4));
}

static void call_free(const Measure *m, int i)
{
	(void)m;
	REQUIRE(cudaFree(held[i]));
}

static void call_clock(const Measure *m, int i)
{
	(void)m;
	(void)i;
	(void)measure_now();
}

static void call_device(const Measure *m, int i)
{
	int device;
	(void)m;
	(void)i;
	REQUIRE(cudaGetDevice(&device));
}

/* `behind`: queued behind a stall, so that the device gives the host nothing to wait for. The order
 * matters: what malloc takes, free gives back. */
static const struct {
	const char *kind;
	void (*call)(const Measure *m, int i);
	int behind;
} calls[] = {{"clock", call_clock, 0},    {"call", call_device, 0}, {"launch", call_launch, 1},
	     {"copy_call", call_copy, 1}, {"event", call_event, 1}, {"sync", call_sync, 0},
	     {"malloc", call_malloc, 0},  {"free", call_free, 0}};
#define KINDS (sizeof calls / sizeof *calls)

static void measure_host_alloc(Measure *m)
{
	for (int i = 0; i < 2 * ROWS; i++) {
		void *memory;
		size_t bytes = (size_t)(i % 2 ? 6144 : 4096) << (i / 2);
		double start = measure_now();
		REQUIRE(cudaHostAlloc(&memory, bytes, cudaHostAllocDefault));
		double time = measure_now() - start - m->clock_cost;
		REQUIRE(cudaFreeHost(memory));
		fprintf(m->out, "%s,host_alloc,,,,,,,%zu,%.6f\n", m->gpu, bytes, time);
	}
}

void measure_calls(Measure *m)
{
	for (int row = 0; row < ROWS; row++)
		for (size_t kind = 0; kind < KINDS; kind++) {
			if (calls[kind].behind)
				measure_stall(m, CALLS * CALL_US);
			double start = measure_now();
			for (int i = 0; i < CALLS; i++)
				calls[kind].call(m, i);
			double time = measure_now() - start;
			/* The last reading is one more call, or to be taken off. */
			if (kind == 0)
				m->clock_cost = time / (CALLS + 1);
			time = kind == 0 ? m->clock_cost : (time - m->clock_cost) / CALLS;
			fprintf(m->out, "%s,%s,,,,,,,,%.6f\n", m->gpu, calls[kind].kind, time);
			REQUIRE(cudaDeviceSynchronize());
			(void)measure_now();
			(void)measure_now();
		}
	measure_host_alloc(m);
}
