/* measure_device.c - what the device takes: products, kernels, copies. */
#include <stdint.h>

#include "framework/bench/measure.h"

#define ROUNDS   3
#define SHAPES   64 /* of products in single precision; of the other types a quarter */
#define SHORTEST 16
#define CALL_US  20 /* more than queueing one takes */

/* Work to be queued once; of the arguments each kind uses those that it needs. */
typedef struct Work {
	void (*queue)(const Measure *m, const struct Work *work);
	int type, m, n, k;
	void *to;
	const void *from;
	size_t bytes;
} Work;

/* The device time of the work, us: of `repeat` in a row, one of them. */
static double device_time(const Measure *m, const Work *work, int repeat)
{
	double time[ROUNDS];
	for (int round = 0; round < ROUNDS; round++) {
		float ms;
		measure_stall(m, (repeat + 2) * CALL_US);
		REQUIRE(cudaEventRecord(m->start, NULL));
		for (int i = 0; i < repeat; i++)
			work->queue(m, work);
		REQUIRE(cudaEventRecord(m->stop, NULL));
		REQUIRE(cudaEventSynchronize(m->stop));
		REQUIRE(cudaEventElapsedTime(&ms, m->start, m->stop));
		time[round] = 1000 * (double)ms / repeat;
	}
	return measure_median(time, ROUNDS);
}

/* --- products --------------------------------------------------------------------------------- */

enum { F32, F64, TF32, TYPES };
static const char *const type_names[TYPES] = {"f32", "f64", "tf32"};

/* C (m x n, by rows) = A (m x k) times the transpose of B (n x k), as in a linear layer. */
static void queue_product(const Measure *m, const Work *w)
{
	const double one = 1, zero = 0;
	const float onef = 1, zerof = 0;
	const void *b = m->other, *a = (const char *)m->other + m->bytes / 2;
	if (w->type == F64)
		REQUIRE(cublasDgemm(m->handle, CUBLAS_OP_T, CUBLAS_OP_N, w->n, w->m, w->k, &one, b,
				    w->k, a, w->k, &zero, m->device, w->n));
	else
		REQUIRE(cublasSgemm(m->handle, CUBLAS_OP_T, CUBLAS_OP_N, w->n, w->m, w->k, &onef, b,
				    w->k, a, w->k, &zerof, m->device, w->n));
}

/* The same lengths on every machine, more of them short than long. */
static int next_length(uint32_t *seed)
{
	*seed = *seed * UINT32_C(1664525) + UINT32_C(1013904223);
	uint32_t draw = *seed >> 8;
	int top = SHORTEST << (draw % 8);
	return top + (int)(draw / 8 % (uint32_t)top);
}

static int product_fits(const Measure *m, const Work *w)
{
	double element = w->type == F64 ? 8 : 4;
	double a = element * w->m * w->k, b = element * w->n * w->k, c = element * w->m * w->n;
	double half = (double)m->bytes / 2;
	return a <= half && b <= half && c <= 2 * half && 2.0 * w->m * w->n * w->k <= m->largest;
}

static void measure_type(Measure *m, int type, int shapes)
{
	uint32_t seed = 1;
	REQUIRE(cublasSetMathMode(m->handle, type == TF32 ? CUBLAS_TF32_TENSOR_OP_MATH
							  : CUBLAS_PEDANTIC_MATH));
	for (int i = 0; i < shapes;) {
		Work work = {.queue = queue_product, .type = type};
		work.m = next_length(&seed);
		work.n = next_length(&seed);
		work.k = next_length(&seed);
		if (i % 2 == 0) { /* rows that start evenly */
			work.n = (work.n + 7) & ~7;
			work.k = (work.k + 7) & ~7;
		}
		if (!product_fits(m, &work))
			continue;
		i++;
		fprintf(m->out, "%s,gemm,%s,%d,%d,%d,,,,%.6f\n", m->gpu, type_names[type], work.m,
			work.n, work.k, device_time(m, &work, 1));
	}
	REQUIRE(cublasSetMathMode(m->handle, CUBLAS_DEFAULT_MATH));
}

void measure_products(Measure *m)
{
	measure_type(m, F32, SHAPES);
	measure_type(m, F64, SHAPES / 4);
	if (m->tf32)
		measure_type(m, TF32, SHAPES / 4);
}

/* --- kernels that are bound by memory --------------------------------------------------------- */

static void queue_scale(const Measure *m, const Work *w)
{
	const float one = 1;
	REQUIRE(cublasSscal(m->handle, (int)(w->bytes / sizeof one), &one, m->device, 1));
}

/* The shortest, and those that no cache holds. Each element is read and written. */
void measure_kernels(Measure *m)
{
	for (int i = 0; i < 24; i++) {
		size_t count = i < 12 ? (size_t)i + 1 : m->bytes / 4 / 24 * (size_t)(i + 1);
		Work work = {.queue = queue_scale, .bytes = count * sizeof(float)};
		fprintf(m->out, "%s,kernel,,,,,,,%zu,%.6f\n", m->gpu, 2 * work.bytes,
			device_time(m, &work, i < 12 ? 20 : 1));
	}
}

/* --- copies ----------------------------------------------------------------------------------- */

static void queue_copy(const Measure *m, const Work *w)
{
	(void)m;
	REQUIRE(cudaMemcpyAsync(w->to, w->from, w->bytes, cudaMemcpyDefault, NULL));
}

static void queue_peer(const Measure *m, const Work *w)
{
	(void)m;
	REQUIRE(cudaMemcpyPeerAsync(w->to, 1, w->from, 0, w->bytes, NULL));
}

/* A pageable copy makes the host wait, so it is timed on the host. */
static double pageable_time(const Measure *m, const Work *w)
{
	double time[ROUNDS];
	for (int round = 0; round < ROUNDS; round++) {
		REQUIRE(cudaDeviceSynchronize());
		double start = measure_now();
		REQUIRE(cudaMemcpy(w->to, w->from, w->bytes, cudaMemcpyDefault));
		time[round] = measure_now() - start - m->clock_cost;
	}
	return measure_median(time, ROUNDS);
}

static void measure_way(Measure *m, const char *direction, const char *memory, Work work,
			int on_host)
{
	for (int i = 0; i < 32; i++) {
		work.bytes = (size_t)(i % 2 ? 1536 : 1024) << (i / 2);
		if (work.bytes > m->bytes)
			break;
		fprintf(m->out, "%s,copy,,,,,%s,%s,%zu,%.6f\n", m->gpu, direction, memory,
			work.bytes, on_host ? pageable_time(m, &work) : device_time(m, &work, 1));
	}
}

void measure_copies(Measure *m)
{
	const Work in = {.queue = queue_copy, .to = m->device, .from = m->pinned};
	const Work out = {.queue = queue_copy, .to = m->pinned, .from = m->device};
	const Work page_in = {.to = m->device, .from = m->pageable};
	const Work page_out = {.to = m->pageable, .from = m->device};
	const Work within = {.queue = queue_copy, .to = m->device, .from = m->other};
	const Work across = {.queue = queue_peer, .to = m->peer, .from = m->device};
	int possible = 0;
	measure_way(m, "h2d", "pinned", in, 0);
	measure_way(m, "d2h", "pinned", out, 0);
	measure_way(m, "h2d", "pageable", page_in, 1);
	measure_way(m, "d2h", "pageable", page_out, 1);
	measure_way(m, "d2d", "", within, 0);
	if (!m->peer)
		return;
	measure_way(m, "p2p", "through_host", across, 0);
	REQUIRE(cudaDeviceCanAccessPeer(&possible, 0, 1));
	if (!possible)
		return;
	REQUIRE(cudaDeviceEnablePeerAccess(1, 0));
	measure_way(m, "p2p", "direct", across, 0);
	REQUIRE(cudaDeviceDisablePeerAccess(1));
}
