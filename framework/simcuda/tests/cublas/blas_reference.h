/* blas_reference.h - what the tests of cuBLAS share: the four element types behind one face, and
 * buffers that exist twice.
 *
 * A Buffer has a device half, which cuBLAS works on, and a host half in double complex, which the
 * test works on with plain loops; buffer_check() then compares them element by element, gaps
 * included. Values are small multiples of 1/8, exact in every type. */
#ifndef BLAS_REFERENCE_H
#define BLAS_REFERENCE_H

#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <cublas_v2.h>
#include <cuda_runtime_api.h>

enum { S, D, C, Z, TYPES };

/* Uses X for the four types, to wrap a routine that takes typed pointers in one that takes void. */
#define EACH_TYPE(X) X(S) X(D) X(C) X(Z)

static inline int type_is_complex(int type)
{
	return type >= C;
}

static inline size_t type_bytes(int type)
{
	static const size_t bytes[] = {4, 8, 8, 16};

	return bytes[type];
}

static inline double type_tolerance(int type)
{
	return type == S || type == C ? 1e-5 : 1e-13;
}

static inline void type_store(int type, void *to, double complex z)
{
	switch (type) {
	case S:
		*(float *)to = (float)creal(z);
		break;
	case D:
		*(double *)to = creal(z);
		break;
	case C:
		*(float complex *)to = (float complex)z;
		break;
	default:
		*(double complex *)to = z;
	}
}

static inline double complex type_load(int type, const void *from)
{
	switch (type) {
	case S:
		return *(const float *)from;
	case D:
		return *(const double *)from;
	case C:
		return *(const float complex *)from;
	default:
		return *(const double complex *)from;
	}
}

/* A small multiple of 1/8, never 0; the imaginary part is 0 for real types. */
static inline double complex value_draw(int type)
{
	static uint32_t state = 12345;
	double part[2];

	for (int i = 0; i < 2; i++) {
		state = state * 1664525u + 1013904223u;
		part[i] = ((int)(state >> 27) - 16) / 8.0 + 0.0625;
	}
	return type_is_complex(type) ? part[0] + part[1] * I : part[0];
}

static inline void assert_close(int type, double complex got, double complex wanted)
{
	double error = cabs(got - wanted);

	if (!(error <= type_tolerance(type) * fmax(1, cabs(wanted))))
		fail_msg("type %c: got %g%+gi, wanted %g%+gi", "SDCZ"[type], creal(got), cimag(got),
			 creal(wanted), cimag(wanted));
}

typedef struct Buffer {
	int type;
	size_t count;
	double complex *host;
	void *device;
} Buffer;

static inline void buffer_upload(Buffer *b)
{
	char *bytes = malloc(b->count * 16 + 16);

	assert_non_null(bytes);
	for (size_t i = 0; i < b->count; i++)
		type_store(b->type, bytes + i * type_bytes(b->type), b->host[i]);
	assert_int_equal(cudaMemcpy(b->device, bytes, b->count * type_bytes(b->type),
				    cudaMemcpyHostToDevice),
			 cudaSuccess);
	free(bytes);
}

static inline Buffer buffer_make(int type, size_t count)
{
	Buffer b = {type, count, malloc((count + 1) * sizeof *b.host), NULL};

	assert_non_null(b.host);
	for (size_t i = 0; i < count; i++)
		b.host[i] = value_draw(type);
	assert_int_equal(cudaMalloc(&b.device, (count + 1) * type_bytes(type)), cudaSuccess);
	buffer_upload(&b);
	return b;
}

static inline void buffer_fill(Buffer *b, double complex value)
{
	for (size_t i = 0; i < b->count; i++)
		b->host[i] = value;
	buffer_upload(b);
}

static inline void buffer_check(const Buffer *b)
{
	char *bytes = malloc(b->count * 16 + 16);

	assert_non_null(bytes);
	assert_int_equal(cudaMemcpy(bytes, b->device, b->count * type_bytes(b->type),
				    cudaMemcpyDeviceToHost),
			 cudaSuccess);
	for (size_t i = 0; i < b->count; i++) {
		double complex got = type_load(b->type, bytes + i * type_bytes(b->type));
		if (!isnan(creal(b->host[i])) || !isnan(creal(got)))
			assert_close(b->type, got, b->host[i]);
	}
	free(bytes);
}

static inline void buffer_free(Buffer *b)
{
	assert_int_equal(cudaFree(b->device), cudaSuccess);
	free(b->host);
}

/* alpha or beta, where the pointer mode wants it. */
typedef struct Scalar {
	double complex value;
	union {
		float complex c;
		double complex z;
	} host;
	Buffer device;
	const void *pointer;
} Scalar;

static inline void scalar_make(Scalar *s, int type, cublasPointerMode_t mode, double complex value)
{
	s->value = type_is_complex(type) ? value : creal(value);
	s->device = buffer_make(type, 1);
	buffer_fill(&s->device, s->value);
	type_store(type, &s->host, s->value);
	s->pointer = mode == CUBLAS_POINTER_MODE_HOST ? (const void *)&s->host : s->device.device;
}

static inline void scalar_free(Scalar *s)
{
	buffer_free(&s->device);
}

/* Element i of a vector of n, wherever its increment puts it. */
static inline size_t at(int n, int inc, int i)
{
	return (size_t)(inc < 0 ? (i - n + 1) * (ptrdiff_t)inc : i * (ptrdiff_t)inc);
}

static inline size_t span(int n, int inc)
{
	return n > 0 ? (size_t)(n - 1) * (size_t)abs(inc) + 1 : 0;
}

/* Element (i, j) of op(A). */
static inline double complex op_at(const Buffer *a, cublasOperation_t op, int ld, int i, int j)
{
	double complex z = op == CUBLAS_OP_N ? a->host[i + (size_t)j * (size_t)ld]
					     : a->host[j + (size_t)i * (size_t)ld];

	return op == CUBLAS_OP_C ? conj(z) : z;
}

/* C := alpha op(A) op(B) + beta C on host halves, from `first` elements on. */
static inline void reference(const Scalar *alpha, const Scalar *beta, cublasOperation_t opa,
			     cublasOperation_t opb, int m, int n, int k, const Buffer *a, int lda,
			     size_t first_a, const Buffer *b, int ldb, size_t first_b, Buffer *c,
			     int ldc, size_t first_c)
{
	Buffer from_a = {.host = a->host + first_a}, from_b = {.host = b->host + first_b};

	for (int j = 0; j < n; j++)
		for (int i = 0; i < m; i++) {
			double complex
				sum = 0,
				*to = &c->host[first_c + (size_t)i + (size_t)j * (size_t)ldc];
			for (int p = 0; p < k && alpha->value != 0; p++)
				sum += op_at(&from_a, opa, lda, i, p) *
				       op_at(&from_b, opb, ldb, p, j);
			*to = alpha->value * sum + (beta->value == 0 ? 0 : beta->value * *to);
		}
}

#define assert_ok(call)        assert_int_equal((call), CUBLAS_STATUS_SUCCESS)
#define assert_status(call, s) assert_int_equal((call), CUBLAS_STATUS_##s)

#endif
