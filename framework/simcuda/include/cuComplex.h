/* cuComplex.h - complex numbers as cuBLAS passes them: two reals side by side.
 *
 * Real parts are .x, imaginary parts .y. C code may also cast a pointer to float complex or double
 * complex: the layout is the same. */
#ifndef CU_COMPLEX_H
#define CU_COMPLEX_H

#include "vector_types.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;

static inline cuFloatComplex make_cuFloatComplex(float real, float imaginary)
{
	cuFloatComplex z = {real, imaginary};
	return z;
}

static inline cuComplex make_cuComplex(float real, float imaginary)
{
	return make_cuFloatComplex(real, imaginary);
}

static inline cuDoubleComplex make_cuDoubleComplex(double real, double imaginary)
{
	cuDoubleComplex z = {real, imaginary};
	return z;
}

static inline float cuCrealf(cuFloatComplex z)
{
	return z.x;
}

static inline float cuCimagf(cuFloatComplex z)
{
	return z.y;
}

static inline double cuCreal(cuDoubleComplex z)
{
	return z.x;
}

static inline double cuCimag(cuDoubleComplex z)
{
	return z.y;
}

#ifdef __cplusplus
}
#endif

#endif
