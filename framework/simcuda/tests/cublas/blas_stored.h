/* blas_stored.h - matrices of which one triangle is stored, for tests: full, band and packed.
 *
 * What is not an element of the triangle is NaN, so that a routine which reads it shows; a routine
 * which writes it is found by buffer_check(). The dense copy that stored_dense() makes is what the
 * references calculate with. */
#ifndef BLAS_STORED_H
#define BLAS_STORED_H

#include "framework/simcuda/tests/cublas/blas_reference.h"

typedef enum Storage { FULL, BAND, PACKED } Storage;

/* What the other triangle is. */
typedef enum Kind { TRIANGULAR, SYMMETRIC, HERMITIAN } Kind;

typedef struct Stored {
	Buffer buffer;
	Storage storage;
	cublasFillMode_t uplo;
	int n, k, ld;
} Stored;

/* Where element (i, j) is stored; -1: nowhere. */
static inline int stored_at(const Stored *s, int i, int j)
{
	int lower = s->uplo == CUBLAS_FILL_MODE_LOWER;

	if (lower ? i < j : i > j)
		return -1;
	if (s->storage == FULL)
		return i + j * s->ld;
	if (s->storage == BAND)
		return abs(i - j) > s->k ? -1 : (lower ? i - j : s->k + i - j) + j * s->ld;
	/* the columns before this one have n, n - 1 ... or 1, 2 ... elements */
	return lower ? i + j * s->n - j * (j + 1) / 2 : i + j * (j + 1) / 2;
}

static inline Stored stored_make(int type, Storage storage, cublasFillMode_t uplo, int n, int k)
{
	int ld = storage == BAND ? k + 3 : n + 2;
	int count = storage == PACKED ? n * (n + 1) / 2 : ld * n;
	Stored s = {buffer_make(type, (size_t)count), storage, uplo, n, k, ld};
	char *used = calloc((size_t)count + 1, 1);

	assert_non_null(used);
	for (int j = 0; j < n; j++)
		for (int i = 0; i < n; i++)
			if (stored_at(&s, i, j) >= 0)
				used[stored_at(&s, i, j)] = 1;
	for (int i = 0; i < count; i++)
		if (!used[i])
			s.buffer.host[i] = NAN;
	free(used);
	buffer_upload(&s.buffer);
	return s;
}

/* The matrix as (n, n), without gaps. */
static inline double complex *stored_dense(const Stored *s, Kind kind, cublasDiagType_t diag)
{
	double complex *dense = calloc((size_t)s->n * (size_t)s->n + 1, sizeof *dense);

	assert_non_null(dense);
	for (int j = 0; j < s->n; j++)
		for (int i = 0; i < s->n; i++) {
			int here = stored_at(s, i, j), mirror = stored_at(s, j, i);
			double complex *z = &dense[i + j * s->n];
			if (i == j && diag == CUBLAS_DIAG_UNIT)
				*z = 1;
			else if (i == j && kind == HERMITIAN)
				*z = creal(s->buffer.host[here]);
			else if (here >= 0)
				*z = s->buffer.host[here];
			else if (mirror >= 0 && kind != TRIANGULAR)
				*z = kind == HERMITIAN ? conj(s->buffer.host[mirror])
						       : s->buffer.host[mirror];
		}
	return dense;
}

/* A vector of n elements with NaN between them. */
static inline Buffer vector_make(int type, int n, int inc)
{
	Buffer b = buffer_make(type, span(n, inc));

	for (size_t i = 0; i < b.count; i++)
		if (i % (size_t)abs(inc) != 0)
			b.host[i] = NAN;
	buffer_upload(&b);
	return b;
}

/* What a vector's elements are, without the gaps. */
static inline double complex *vector_dense(const Buffer *x, int n, int inc)
{
	double complex *dense = calloc((size_t)n + 1, sizeof *dense);

	assert_non_null(dense);
	for (int i = 0; i < n; i++)
		dense[i] = x->host[at(n, inc, i)];
	return dense;
}

/* Orders, with a band's width and the increments of two vectors. */
typedef struct Case {
	int n, k, incx, incy;
} Case;

static const Case cases[] = {{1, 0, 1, 1},   {5, 2, 1, 1},   {6, 1, 2, 3},  {4, 7, -1, 1},
			     {7, 3, -2, -1}, {40, 5, 1, -3}, {33, 0, 3, 2}, {0, 1, 1, 1}};
#define CASES ((int)(sizeof cases / sizeof *cases))

#endif
