/* number.h - numbers of the types that the host cannot compute with: half (5 bits of exponent, 10
 * of fraction), bfloat16 (the upper half of a float), 8-bit integers. They are widened to float or
 * double, computed with, and rounded once, to the nearest and, of two equally near, to the even
 * one. The formats are those of IEEE 754 binary16 and of cuda_bf16.h. */
#ifndef NUMBER_H
#define NUMBER_H

#include "framework/simcuda/api/cublas/base/blas.h"

float half_widen(uint16_t bits);
uint16_t half_round(float value);
float bfloat16_widen(uint16_t bits);
uint16_t bfloat16_round(float value);

/* Element i of an array of halves, bfloat16s or floats. */
float number_load(BlasType type, const void *array, int64_t i);
void number_store(BlasType type, void *array, int64_t i, float value);

/* The type of elements that cuBLAS's name for it means; BLAS_TYPES_ALL for one that is not known.
 */
BlasType number_type(cudaDataType type);

#endif
