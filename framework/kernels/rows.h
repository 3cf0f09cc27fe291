/* rows.h - the framework's kernels that are not element by element: one function and one row each.
 *
 * They work on a matrix of n rows and m columns, or on n elements in m sums, and all take the same
 * arguments in one structure, so that one launcher serves them all. A kernel leaves alone what it
 * has no use for. The work is cut into parts that can be done in any order: a row, a column, or an
 * element. A function does the parts from `first` to `end`: the GPU gives each thread one part at a
 * time, the CPU does all of them in one call. Sums are made in the same order and in double
 * precision everywhere, and no product is fused with a sum (nvcc -fmad=false, gcc
 * -ffp-contract=off), so all devices get the same bits (but for exp and log, which differ in the
 * last bit between libraries).
 *
 * ROW(name, parts, flops, out, out_count, also, also_count, x_count, y_count)
 *     name       the kernel's symbol is usegpu_k_<name>, its function rows_<name>
 *     parts      how many there are, in terms of n and m, as all counts below
 *     flops      operations in all
 *     out, also  NEW: written; OLD: read and written
 *     *_count    elements behind that pointer; `also` that is NULL has none, where it is not read */
#ifndef ROWS_H
#define ROWS_H

#include <math.h>
#include <stddef.h>

#include "framework/kernels/philox.h"

typedef struct RowsArguments {
	float *out, *also;
	const float *x;
	const void *y; /* float, or int32_t for classes */
	uint64_t n, m;
	float s, t;
} RowsArguments;

#define USEGPU_ROWS(ROW)                                                                           \
	ROW(add_row, (n * m), (n * m), NEW, (n * m), NEW, 0, (n * m), m)                           \
	ROW(sum, m, n, NEW, m, NEW, 0, n, 0)                                                       \
	ROW(sum_more, m, n, OLD, m, NEW, 0, n, 0)                                                  \
	ROW(cross_entropy, n, 8 * n * m, NEW, n, NEW, (n * m), (n * m), n)                         \
	ROW(correct, n, (n * m), NEW, n, NEW, 0, (n * m), n)                                       \
	ROW(sgd, n, 4 * n, OLD, n, OLD, n, n, 0)

/* out = x + y: the row y (m) is added to every row of x (n, m). Parts are elements. */
USEGPU_BOTH static inline void rows_add_row(const RowsArguments *a, uint64_t first, uint64_t end)
{
	const float *x = a->x, *row = (const float *)a->y;
	float *out = a->out;
	for (uint64_t i = first; a->m > 0 && i < end;) {
		uint64_t column = i % a->m, left = a->m - column;
		uint64_t stop = left < end - i ? i + left : end;
		for (; i < stop; i++, column++)
			out[i] = x[i] + row[column];
	}
}

/* Column sums of x, n elements in rows of m (the last row may be short). Parts are columns, done a
 * few at a time because neighbours lie in one cache line. */
#define ROWS_SUM_COLUMNS 16
USEGPU_BOTH static inline void rows_sum_of(const RowsArguments *a, uint64_t first, uint64_t end,
					   int more)
{
	for (uint64_t start = first; start < end; start += ROWS_SUM_COLUMNS) {
		uint64_t count = end - start < ROWS_SUM_COLUMNS ? end - start : ROWS_SUM_COLUMNS;
		double sum[ROWS_SUM_COLUMNS];
		for (uint64_t j = 0; j < count; j++)
			sum[j] = 0;
		for (uint64_t i = start; i < a->n; i += a->m)
			for (uint64_t j = 0; j < count && i + j < a->n; j++)
				sum[j] += a->x[i + j];
		for (uint64_t j = 0; j < count; j++) {
			float value = (float)(sum[j] * a->s);
			a->out[start + j] = more ? a->out[start + j] + value : value;
		}
	}
}

/* out (m) = s times the column sums of x. */
USEGPU_BOTH static inline void rows_sum(const RowsArguments *a, uint64_t first, uint64_t end)
{
	rows_sum_of(a, first, end, 0);
}

/* out (m) += s times the column sums of x. */
USEGPU_BOTH static inline void rows_sum_more(const RowsArguments *a, uint64_t first, uint64_t end)
{
	rows_sum_of(a, first, end, 1);
}

/* For every row of logits x (n, m) and its class y: out (n) = log(sum exp(x)) - x[class], and
 * unless it is NULL also (n, m) = s times the gradient of that, softmax(x) - (1 at the class). The
 * largest logit is taken off first, so that no exp overflows. A class that does not exist makes
 * NaN. */
USEGPU_BOTH static inline void rows_cross_entropy(const RowsArguments *a, uint64_t first,
						  uint64_t end)
{
	for (uint64_t row = first; row < end; row++) {
		const float *x = a->x + row * a->m;
		float *gradient = a->also ? a->also + row * a->m : NULL;
		int32_t at = ((const int32_t *)a->y)[row];
		int known = at >= 0 && (uint64_t)at < a->m;
		float most = -INFINITY;
		double sum = 0;
		for (uint64_t j = 0; j < a->m; j++)
			most = x[j] > most ? x[j] : most;
		for (uint64_t j = 0; j < a->m; j++) {
			float power = expf(x[j] - most);
			sum += power;
			if (gradient)
				gradient[j] = power;
		}
		a->out[row] = known ? (float)(log(sum) - ((double)x[at] - most)) : NAN;
		double part = 1 / sum;
		for (uint64_t j = 0; gradient && j < a->m; j++) {
			double wanted = (uint64_t)at == j ? 1 : 0;
			gradient[j] = known ? (float)((gradient[j] * part - wanted) * a->s) : NAN;
		}
	}
}

/* out (n) = 1 where no logit of the row is larger than that of class y, else 0. */
USEGPU_BOTH static inline void rows_correct(const RowsArguments *a, uint64_t first, uint64_t end)
{
	for (uint64_t row = first; row < end; row++) {
		const float *x = a->x + row * a->m;
		int32_t at = ((const int32_t *)a->y)[row];
		int best = at >= 0 && (uint64_t)at < a->m;
		for (uint64_t j = 0; best && j < a->m; j++)
			best = x[at] >= x[j]; /* never for a NaN */
		a->out[row] = best ? 1 : 0;
	}
}

/* also = t also + x, then out = out - s also: a step of gradient descent with momentum t. */
USEGPU_BOTH static inline void rows_sgd(const RowsArguments *a, uint64_t first, uint64_t end)
{
	for (uint64_t i = first; i < end; i++) {
		a->also[i] = a->t * a->also[i] + a->x[i];
		a->out[i] = a->out[i] - a->s * a->also[i];
	}
}

/* ROWS_<name>: the kernel's row number. */
#define USEGPU_NUMBER_ROWS(name, parts, flops, out, out_count, also, also_count, x_count, y_count) \
	ROWS_##name,
typedef enum RowsKernel { USEGPU_ROWS(USEGPU_NUMBER_ROWS) ROWS_KERNELS } RowsKernel;

#ifndef __CUDACC__
/* How many elements lie behind each pointer of a launch, how many parts it has, what it costs. */
typedef struct RowsSizes {
	uint64_t parts, out, also, x, y;
	int out_old, also_old; /* read as well as written */
	double flops;
} RowsSizes;

static inline RowsSizes rows_sizes(RowsKernel kernel, const RowsArguments *a)
{
	enum { NEW, OLD };
	uint64_t n = a->n, m = a->m;
	RowsSizes sizes = {0, 0, 0, 0, 0, 0, 0, 0};
	switch (kernel) {
#define USEGPU_SIZES_CASE(name, parts, flops, out, out_count, also, also_count, x_count, y_count)  \
	case ROWS_##name:                                                                          \
		sizes = (RowsSizes){parts,   out_count, also_count, x_count,                       \
				    y_count, out,       also,       (double)(flops)};              \
		break;
		USEGPU_ROWS(USEGPU_SIZES_CASE)
#undef USEGPU_SIZES_CASE
	default:
		break;
	}
	sizes.also = a->also || sizes.also_old ? sizes.also : 0;
	return sizes;
}

/* Device memory that the launch moves, in bytes. */
static inline double rows_bytes(const RowsSizes *sizes)
{
	return 4.0 *
	       ((double)sizes->out * (1 + sizes->out_old) +
		(double)sizes->also * (1 + sizes->also_old) + (double)sizes->x + (double)sizes->y);
}
#endif

#endif
