/* vector_types.h - the small vectors of CUDA that host code uses. */
#ifndef VECTOR_TYPES_H
#define VECTOR_TYPES_H

typedef struct uint3 {
	unsigned int x, y, z;
} uint3;

/* Pairs are aligned like one element of twice the size, as the GPU loads them. */
typedef struct __attribute__((aligned(8))) float2 {
	float x, y;
} float2;

typedef struct __attribute__((aligned(16))) double2 {
	double x, y;
} double2;

/* The size of a grid or a block. In C++ what is left out is 1; in C all three must be given. */
typedef struct dim3 {
	unsigned int x, y, z;
#ifdef __cplusplus
	constexpr dim3(unsigned int vx = 1, unsigned int vy = 1, unsigned int vz = 1)
	    : x(vx), y(vy), z(vz)
	{
	}
	constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
	{
	}
	constexpr operator uint3() const
	{
		return uint3{x, y, z};
	}
#endif
} dim3;

#endif
