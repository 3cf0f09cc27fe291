/* lab7_drive_trips.h - what 7.5 sends, multiplies and fetches: matrices in pinned host memory, and what became of them. */
#ifndef GRADER_STUDENT_LAB7_DRIVE_TRIPS_H
#define GRADER_STUDENT_LAB7_DRIVE_TRIPS_H

#include "grader/student/lab7_drive_products.h"

typedef struct Pinned {
	const float *a, *b;
	float *result;
} Pinned;

static inline float *pinned_memory(int64_t count)
{
	void *memory = NULL;
	need(cudaMallocHost(&memory, (size_t)count * sizeof(float)) == cudaSuccess);
	return memory;
}

static inline void pinned_fill(float *to, const float *values, float value, int64_t count)
{
	if (values)
		memcpy(to, values, (size_t)count * sizeof *to);
	for (int64_t i = 0; !values && i < count; i++)
		to[i] = value;
}

/* The same matrices on the host: those of the judge, or a full of 2 and b full of the product's
 * number and one; the results are full of -1. */
static inline void pinned_make(Drive *d, const Products *all, Pinned *host)
{
	bool values = drive_int(d, "values") != 0;
	const float *a = drive_floats(d, "a", NULL), *b = drive_floats(d, "b", NULL);
	for (int i = 0; i < all->count; i++) {
		int64_t m = all->product[i].m, k = all->product[i].k, n = all->product[i].n;
		float *own_a = pinned_memory(m * k), *own_b = pinned_memory(k * n);
		pinned_fill(own_a, values ? a : NULL, 2, m * k);
		pinned_fill(own_b, values ? b : NULL, (float)(i + 1), k * n);
		host[i] = (Pinned){own_a, own_b, pinned_memory(m * n)};
		pinned_fill(host[i].result, NULL, -1, m * n);
		a += values ? m * k : 0;
		b += values ? k * n : 0;
	}
}

/* The caller's work is still writing a matrix in host memory, with the numbers that it has: in the default stream of that GPU,
 * from memory that is returned (two rows: as in touch()). */
static inline float *pinned_write(int gpu, const float *to, int64_t count)
{
	const size_t bytes = (size_t)count * sizeof *to;
	need(cudaSetDevice(gpu) == cudaSuccess);
	float *from = gpu_memory(count);
	need(cudaMemcpy(from, to, bytes, cudaMemcpyHostToDevice) == cudaSuccess);
	need(cudaMemcpy2DAsync((void *)(uintptr_t)to, bytes / 2, from, bytes / 2, bytes / 2, 2,
			       cudaMemcpyDeviceToHost, NULL) == cudaSuccess);
	return from;
}

/* Two matrices of each product. */
static inline void pinned_begin(const Products *all, const Pinned *host, float **sources)
{
	for (int i = 0; i < all->count; i++) {
		const Product *p = &all->product[i];
		sources[2 * i] = pinned_write(p->gpu, host[i].a, (int64_t)p->m * p->k);
		sources[2 * i + 1] = pinned_write(p->gpu, host[i].b, (int64_t)p->k * p->n);
	}
}

static inline bool is_full_of(const float *x, int64_t count, float value)
{
	int64_t same = 0;
	while (same < count && x[same] == value)
		same++;
	return same == count;
}

/* Of a large result its first number, its last one, the smallest and the largest. */
static inline void results_put(Drive *d, const Products *all, const Pinned *host)
{
	bool values = drive_int(d, "values") != 0, kept = true;
	for (int i = 0; i < all->count; i++) {
		int64_t m = all->product[i].m, k = all->product[i].k, n = all->product[i].n;
		need(host[i].result != NULL);
		kept = kept && (values || (is_full_of(host[i].a, m * k, 2) &&
					   is_full_of(host[i].b, k * n, (float)(i + 1))));
		const float *result = host[i].result;
		float ends[4] = {result[0], result[m * n - 1], result[0], result[0]};
		for (int64_t at = 1; at < m * n && !values; at++) {
			ends[2] = result[at] < ends[2] ? result[at] : ends[2];
			ends[3] = result[at] > ends[3] ? result[at] : ends[3];
		}
		drive_put_floats(d, name_of("result", i), values ? result : ends,
				 values ? m * n : 4);
		if (values) {
			drive_put_floats(d, name_of("a", i), host[i].a, m * k);
			drive_put_floats(d, name_of("b", i), host[i].b, k * n);
		}
	}
	drive_put_int(d, "kept", kept);
}

/* What lies on the GPUs, from where the results came. */
static inline void there_put(Drive *d, const Products *all)
{
	bool values = drive_int(d, "values") != 0;
	for (int i = 0; i < all->count; i++) {
		const Product *p = &all->product[i];
		int64_t m = p->m, k = p->k, n = p->n;
		if (!values) {
			drive_put_some(d, name_of("there.result", i), p->result, m * n);
			continue;
		}
		drive_put_device_floats(d, name_of("there.a", i), p->a, m * k);
		drive_put_device_floats(d, name_of("there.b", i), p->b, k * n);
		drive_put_device_floats(d, name_of("there.result", i), p->result, m * n);
	}
}

/* The exercise gets this list, in which a pointer may be NULL. */
static inline void pinned_show(Drive *d, Pinned *shown, const Pinned *host, int count)
{
	const char *missing = drive_text(d, "missing");
	Pinned *last = &shown[count - 1];
	memcpy(shown, host, (size_t)count * sizeof *host);
	if (strcmp(missing, "a") == 0)
		last->a = NULL;
	else if (strcmp(missing, "b") == 0)
		last->b = NULL;
	else if (strcmp(missing, "result") == 0)
		last->result = NULL;
}

#endif
