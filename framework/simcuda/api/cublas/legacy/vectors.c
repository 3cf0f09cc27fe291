/* vectors.c - level 1 of the older interface. */
#include <string.h>

#include "framework/simcuda/api/cublas/legacy/legacy.h"

#define SCAL(T, P, R, name)                                                                        \
	void cublas##T##name(int n, P alpha, P *x, int incx)                                       \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), n, &alpha, x, incx));            \
	}
ALL(SCAL, scal)

#define AXPY(T, P, R, name)                                                                        \
	void cublas##T##name(int n, P alpha, const P *x, int incx, P *y, int incy)                 \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), n, &alpha, x, incx, y, incy));   \
	}
ALL(AXPY, axpy)

#define COPY(T, P, R, name)                                                                        \
	void cublas##T##name(int n, const P *x, int incx, P *y, int incy)                          \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), n, x, incx, y, incy));           \
	}
ALL(COPY, copy)

#define SWAP(T, P, R, name)                                                                        \
	void cublas##T##name(int n, P *x, int incx, P *y, int incy)                                \
	{                                                                                          \
		legacy_note(cublas##T##name##_v2(legacy_handle(), n, x, incx, y, incy));           \
	}
ALL(SWAP, swap)

#define RESULT(name, P, R)                                                                         \
	R cublas##name(int n, const P *x, int incx)                                                \
	{                                                                                          \
		R result = 0;                                                                      \
                                                                                                   \
		legacy_note(cublas##name##_v2(legacy_handle(), n, x, incx, &result));              \
		return result;                                                                     \
	}
#define DOT(name, P)                                                                               \
	P cublas##name(int n, const P *x, int incx, const P *y, int incy)                          \
	{                                                                                          \
		P result;                                                                          \
                                                                                                   \
		memset(&result, 0, sizeof result);                                                 \
		legacy_note(cublas##name##_v2(legacy_handle(), n, x, incx, y, incy, &result));     \
		return result;                                                                     \
	}
RESULT(Snrm2, float, float)
RESULT(Dnrm2, double, double)
RESULT(Scnrm2, cuComplex, float)
RESULT(Dznrm2, cuDoubleComplex, double)
RESULT(Sasum, float, float)
RESULT(Dasum, double, double)
RESULT(Scasum, cuComplex, float)
RESULT(Dzasum, cuDoubleComplex, double)
RESULT(Isamax, float, int)
RESULT(Idamax, double, int)
RESULT(Icamax, cuComplex, int)
RESULT(Izamax, cuDoubleComplex, int)
RESULT(Isamin, float, int)
RESULT(Idamin, double, int)
RESULT(Icamin, cuComplex, int)
RESULT(Izamin, cuDoubleComplex, int)
DOT(Sdot, float)
DOT(Ddot, double)
DOT(Cdotu, cuComplex)
DOT(Cdotc, cuComplex)
DOT(Zdotu, cuDoubleComplex)
DOT(Zdotc, cuDoubleComplex)

void cublasCsscal(int n, float alpha, cuComplex *x, int incx)
{
	legacy_note(cublasCsscal_v2(legacy_handle(), n, &alpha, x, incx));
}

void cublasZdscal(int n, double alpha, cuDoubleComplex *x, int incx)
{
	legacy_note(cublasZdscal_v2(legacy_handle(), n, &alpha, x, incx));
}

#define ROT(name, P, R, A)                                                                         \
	void cublas##name(int n, P *x, int incx, P *y, int incy, R c, A s)                         \
	{                                                                                          \
		legacy_note(cublas##name##_v2(legacy_handle(), n, x, incx, y, incy, &c, &s));      \
	}
ROT(Srot, float, float, float)
ROT(Drot, double, double, double)
ROT(Crot, cuComplex, float, cuComplex)
ROT(Zrot, cuDoubleComplex, double, cuDoubleComplex)
ROT(Csrot, cuComplex, float, float)
ROT(Zdrot, cuDoubleComplex, double, double)

#define ROTG(T, P)                                                                                 \
	void cublas##T##rotg(P *a, P *b, P *c, P *s)                                               \
	{                                                                                          \
		legacy_note(cublas##T##rotg_v2(legacy_handle(), a, b, c, s));                      \
	}
ROTG(S, float)
ROTG(D, double)

#define ROTG_COMPLEX(T, P, R)                                                                      \
	void cublas##T##rotg(P *a, P b, R *c, P *s)                                                \
	{                                                                                          \
		legacy_note(cublas##T##rotg_v2(legacy_handle(), a, &b, c, s));                     \
	}
ROTG_COMPLEX(C, cuComplex, float)
ROTG_COMPLEX(Z, cuDoubleComplex, double)

#define ROTM(T, P, R, name)                                                                        \
	void cublas##T##rotm(int n, P *x, int incx, P *y, int incy, const P *param)                \
	{                                                                                          \
		legacy_note(cublas##T##rotm_v2(legacy_handle(), n, x, incx, y, incy, param));      \
	}                                                                                          \
	void cublas##T##rotmg(P *d1, P *d2, P *x1, const P *y1, P *param)                          \
	{                                                                                          \
		legacy_note(cublas##T##rotmg_v2(legacy_handle(), d1, d2, x1, y1, param));          \
	}
REAL(ROTM, rotm)
