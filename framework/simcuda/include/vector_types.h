/* vector_types.h - the small vectors of CUDA. */
#ifndef __VECTOR_TYPES_H__ /* NVIDIA's name: helpers ask by it whether this header is there */
#define __VECTOR_TYPES_H__

/* A kernel reads and writes 16 bytes as one word, as nvcc has it. clang by itself copies such a struct from memory to
 * memory in two halves, or in four where only a part was changed, and each takes the sectors of the whole. An
 * assignment alone leaves it an aggregate, in C++20 too; the copies that clang adds itself are as they should be. */
#if defined(__CUDA__) && defined(__clang__)
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wdeprecated-copy"
#define SIMCUDA_WORD(name, type)                                                                   \
	__attribute__((host, device, always_inline, nodebug)) name &operator=(const name &other)   \
	{                                                                                          \
		typedef type word __attribute__((vector_size(16), may_alias));                     \
		*(word *)this = *(const word *)&other;                                             \
		return *this;                                                                      \
	}
#else
#define SIMCUDA_WORD(name, type)
#endif
#define SIMCUDA_NO_WORD(name, type)

/* Pairs are aligned like one element of twice the size, and fours like one of four times the size, as
 * the GPU loads them. `word`: SIMCUDA_WORD for those of 16 bytes. */
#define SIMCUDA_PAIRS(name, type, word)                                                            \
	typedef struct __attribute__((aligned(2 * sizeof(type)))) name##2                          \
	{                                                                                          \
		type x, y;                                                                         \
		word(name##2, type)                                                                \
	}                                                                                          \
	name##2;
#define SIMCUDA_THREES(name, type)                                                                 \
	typedef struct name##3                                                                     \
	{                                                                                          \
		type x, y, z;                                                                      \
	}                                                                                          \
	name##3;
#define SIMCUDA_FOURS(name, type, word)                                                            \
	typedef struct __attribute__((aligned(4 * sizeof(type)))) name##4                          \
	{                                                                                          \
		type x, y, z, w;                                                                   \
		word(name##4, type)                                                                \
	}                                                                                          \
	name##4;
/* of 1 or 2, of 4 and of 8 bytes each */
#define SIMCUDA_VECTORS_SMALL(name, type)                                                          \
	SIMCUDA_PAIRS(name, type, SIMCUDA_NO_WORD)                                                 \
	SIMCUDA_THREES(name, type) SIMCUDA_FOURS(name, type, SIMCUDA_NO_WORD)
#define SIMCUDA_VECTORS_MIDDLE(name, type)                                                         \
	SIMCUDA_PAIRS(name, type, SIMCUDA_NO_WORD)                                                 \
	SIMCUDA_THREES(name, type) SIMCUDA_FOURS(name, type, SIMCUDA_WORD)
#define SIMCUDA_VECTORS_LARGE(name, type)                                                          \
	SIMCUDA_PAIRS(name, type, SIMCUDA_WORD) SIMCUDA_THREES(name, type)
SIMCUDA_VECTORS_MIDDLE(int, int)
SIMCUDA_VECTORS_MIDDLE(uint, unsigned int)
SIMCUDA_VECTORS_MIDDLE(float, float)
SIMCUDA_VECTORS_LARGE(double, double)
SIMCUDA_VECTORS_SMALL(char, signed char)
SIMCUDA_VECTORS_SMALL(uchar, unsigned char)
SIMCUDA_VECTORS_SMALL(short, short)
SIMCUDA_VECTORS_SMALL(ushort, unsigned short)
SIMCUDA_VECTORS_LARGE(long, long)
SIMCUDA_VECTORS_LARGE(ulong, unsigned long)
SIMCUDA_VECTORS_LARGE(longlong, long long)
SIMCUDA_VECTORS_LARGE(ulonglong, unsigned long long)
#if defined(__CUDA__) && defined(__clang__)
#pragma clang diagnostic pop
#endif
/* Loaded in two halves. */
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
