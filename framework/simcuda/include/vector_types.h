/* vector_types.h - the small vectors of CUDA. */
#ifndef VECTOR_TYPES_H
#define VECTOR_TYPES_H
#define __VECTOR_TYPES_H__ /* NVIDIA's guard, as in driver_types.h */

/* Pairs are aligned like one element of twice the size, and fours like one of four times the size, as
 * the GPU loads them. */
#define SIMCUDA_VECTORS(name, type)                                                                \
	typedef struct __attribute__((aligned(2 * sizeof(type)))) name##2                          \
	{                                                                                          \
		type x, y;                                                                         \
	}                                                                                          \
	name##2;                                                                                   \
	typedef struct name##3                                                                     \
	{                                                                                          \
		type x, y, z;                                                                      \
	}                                                                                          \
	name##3;
#define SIMCUDA_FOURS(name, type)                                                                  \
	typedef struct __attribute__((aligned(4 * sizeof(type)))) name##4                          \
	{                                                                                          \
		type x, y, z, w;                                                                   \
	}                                                                                          \
	name##4;
SIMCUDA_VECTORS(int, int)
SIMCUDA_FOURS(int, int)
SIMCUDA_VECTORS(uint, unsigned int)
SIMCUDA_FOURS(uint, unsigned int)
SIMCUDA_VECTORS(float, float)
SIMCUDA_FOURS(float, float)
SIMCUDA_VECTORS(double, double)
SIMCUDA_VECTORS(char, signed char)
SIMCUDA_FOURS(char, signed char)
SIMCUDA_VECTORS(uchar, unsigned char)
SIMCUDA_FOURS(uchar, unsigned char)
SIMCUDA_VECTORS(short, short)
SIMCUDA_FOURS(short, short)
SIMCUDA_VECTORS(ushort, unsigned short)
SIMCUDA_FOURS(ushort, unsigned short)
SIMCUDA_VECTORS(long, long)
SIMCUDA_VECTORS(ulong, unsigned long)
SIMCUDA_VECTORS(longlong, long long)
SIMCUDA_VECTORS(ulonglong, unsigned long long)
/* loaded in two halves */
typedef struct __attribute__((aligned(16))) double4 {
	double x, y, z, w;
} double4;

/* In a kernel too, where clang is to inline them. */
#if defined(__CUDA__) && defined(__clang__)
#define SIMCUDA_INLINED __attribute__((always_inline, nodebug))
#else
#define SIMCUDA_INLINED
#endif

/* The size of a grid or a block. In C++ what is left out is 1; in C all three must be given. */
typedef struct dim3 {
	unsigned int x, y, z;
#ifdef __cplusplus
	SIMCUDA_INLINED constexpr dim3(unsigned int vx = 1, unsigned int vy = 1,
				       unsigned int vz = 1)
	    : x(vx), y(vy), z(vz)
	{
	}
	SIMCUDA_INLINED constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z)
	{
	}
	SIMCUDA_INLINED constexpr operator uint3() const
	{
		return uint3{x, y, z};
	}
#endif
} dim3;

#endif
