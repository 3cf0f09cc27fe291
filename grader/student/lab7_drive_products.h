/* lab7_drive_products.h - products on GPUs, as the exercises of lab 7 get them. */
#ifndef GRADER_STUDENT_LAB7_DRIVE_PRODUCTS_H
#define GRADER_STUDENT_LAB7_DRIVE_PRODUCTS_H

#include "grader/drive/caller.h"

typedef struct Product {
	int gpu;
	cublasHandle_t handle;
	int m, k, n;
	float *a, *b, *result;
} Product;

enum { PRODUCTS_MOST = 24 };

/* Of "values": a and b are the judge's, who looks at some numbers of the results. */
enum { SOME_OF_THEM = 2 };

typedef struct Products {
	Product product[PRODUCTS_MOST];
	int count;
} Products;

static inline void need(bool holds)
{
	if (!holds)
		abort();
}

static inline void *gpu_memory(int64_t count)
{
	void *memory = NULL;
	need(cudaMalloc(&memory, (size_t)count * sizeof(float)) == cudaSuccess);
	return memory;
}

/* Whether all went well: the exercise may have left a GPU that refuses everything. */
static inline bool products_wait(const Products *all)
{
	bool good = true;
	for (int i = 0; i < all->count; i++)
		good &= cudaSetDevice(all->product[i].gpu) == cudaSuccess &&
			cudaDeviceSynchronize() == cudaSuccess;
	return good;
}

/* The numbers of a list from *first on, or zeros. */
static inline void gpu_fill(Drive *d, const char *name, bool values, int64_t *first, float *to,
			    int64_t count)
{
	if (!values) {
		need(cudaMemset(to, 0, (size_t)count * sizeof *to) == cudaSuccess);
		return;
	}
	drive_give(d, name, *first, to, count);
	*first += count;
}

/* Makes the products whose GPUs stand in the input `gpus`: sizes in "m", "k" and "n". The numbers
 * in "a" and "b" come one product behind the other; without "values" a and b are zero. With `fill`
 * 0 nothing is written to a and b. Nothing is left to do on the GPUs then. */
static inline void products_make(Drive *d, Products *all, const char *gpus, bool fill)
{
	int64_t count;
	const int64_t *gpu = drive_ints(d, gpus, &count);
	const int64_t *m = drive_ints(d, "m", NULL), *k = drive_ints(d, "k", NULL);
	const int64_t *n = drive_ints(d, "n", NULL);
	int64_t a = 0, b = 0;
	bool values = drive_int(d, "values") != 0;
	need(count <= PRODUCTS_MOST);
	all->count = (int)count;
	for (int i = 0; i < count; i++) {
		Product *p = &all->product[i];
		*p = (Product){.gpu = (int)gpu[i], .m = (int)m[i], .k = (int)k[i], .n = (int)n[i]};
		need(cudaSetDevice(p->gpu) == cudaSuccess);
		need(cublasCreate(&p->handle) == CUBLAS_STATUS_SUCCESS);
		p->a = gpu_memory(m[i] * k[i]);
		p->b = gpu_memory(k[i] * n[i]);
		p->result = gpu_memory(m[i] * n[i]);
		if (!fill)
			continue;
		gpu_fill(d, "a", values, &a, p->a, m[i] * k[i]);
		gpu_fill(d, "b", values, &b, p->b, k[i] * n[i]);
	}
	need(products_wait(all));
}

/* The caller's work is still writing a and b. */
static inline void products_touch(const Products *all)
{
	for (int i = 0; i < all->count; i++) {
		const Product *p = &all->product[i];
		touch(p->a, (size_t)p->m * (size_t)p->k * sizeof *p->a);
		touch(p->b, (size_t)p->k * (size_t)p->n * sizeof *p->b);
	}
}

static inline void products_free(Products *all)
{
	for (int i = 0; i < all->count; i++) {
		Product *p = &all->product[i];
		cudaSetDevice(p->gpu);
		cudaFree(p->a);
		cudaFree(p->b);
		cudaFree(p->result);
		cublasDestroy(p->handle);
	}
}

/* Puts a product into the queue of its GPU `times` times. */
static inline void product_repeat(const Product *p, int64_t times)
{
	const float one = 1, zero = 0;
	cudaSetDevice(p->gpu);
	for (int64_t i = 0; i < times; i++)
		need(cublasSgemm(p->handle, CUBLAS_OP_N, CUBLAS_OP_N, p->n, p->m, p->k, &one, p->b,
				 p->n, p->a, p->k, &zero, p->result,
				 p->n) == CUBLAS_STATUS_SUCCESS);
}

/* The name of one of several: "result3". Good until the next call. */
static inline const char *name_of(const char *name, int i)
{
	static char text[40];
	snprintf(text, sizeof text, "%s%d", name, i);
	return text;
}

/* The name of its a or b. */
static inline const char *input_name(const char *name, const char *which, int i)
{
	static char text[40];
	snprintf(text, sizeof text, "%s.%s%d", name, which, i);
	return text;
}

/* Names the matrices on the GPUs; large ones by that name, at some places. */
static inline void products_put(Drive *d, const Products *all, const char *name)
{
	bool some = drive_int(d, "values") == SOME_OF_THEM;
	finish_all();
	for (int i = 0; i < all->count; i++) {
		const Product *p = &all->product[i];
		int64_t m = p->m, k = p->k, n = p->n;
		if (some) {
			drive_put_some(d, name_of(name, i), p->result, m * n);
			drive_put_some(d, input_name(name, "a", i), p->a, m * k);
			drive_put_some(d, input_name(name, "b", i), p->b, k * n);
			continue;
		}
		drive_put_device_floats(d, name_of("a", i), p->a, m * k);
		drive_put_device_floats(d, name_of("b", i), p->b, k * n);
		drive_put_device_floats(d, name_of(name, i), p->result, m * n);
	}
}

/* The handle of the product that the judge named as "null" is taken away; -1: of none. */
static inline cublasHandle_t handle_take(Drive *d, Products *all)
{
	int64_t i = drive_int(d, "null");
	cublasHandle_t taken = NULL;
	if (i >= 0) {
		taken = all->product[i].handle;
		all->product[i].handle = NULL;
	}
	return taken;
}

/* Of the handles that the exercise had. */
static inline int64_t handles_moved(const Products *all)
{
	int64_t moved = 0;
	for (int i = 0; i < all->count; i++)
		moved += handle_is_moved(all->product[i].handle);
	return moved;
}

static inline void handle_give_back(Drive *d, Products *all, cublasHandle_t taken)
{
	if (taken)
		all->product[drive_int(d, "null")].handle = taken;
}

#endif
