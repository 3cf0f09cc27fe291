/* curand_kernel.h - random numbers in kernels that clang compiles: curand_init, curand, curand_uniform, curand_normal
 * and the like. nvcc brings NVIDIA's.
 *
 * One generator stands behind all names of states: Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random
 * numbers: as easy as 1, 2, 3", SC'11), whose words are a function of seed, subsequence and place. So curandState and
 * curandStateMRG32k3a draw other numbers here than with NVIDIA's header, just as random; curandStatePhilox4_32_10_t
 * draws the same (curand_normal but for rounding). A state belongs to one thread. */
#ifndef CURAND_KERNEL_H_
#define CURAND_KERNEL_H_

#if !defined(__CUDA__) || !defined(__clang__)
#error "curand_kernel.h: expected clang, which compiles kernels (-x cuda)"
#endif

#include "cuda_runtime.h"

/* The words of a block are handed out one after the other; `used` of them are. */
typedef struct curandStatePhilox4_32_10 {
	uint4 counter, output;
	uint2 key;
	unsigned int used;
	int normals, doubles; /* what for the second of a pair waits below: SIMCUDA_RANDOM_... */
	float normal;
	double normal_double;
} curandStatePhilox4_32_10_t;
typedef curandStatePhilox4_32_10_t curandState, curandState_t;
typedef curandStatePhilox4_32_10_t curandStateXORWOW, curandStateXORWOW_t;
typedef curandStatePhilox4_32_10_t curandStateMRG32k3a, curandStateMRG32k3a_t;
typedef curandStatePhilox4_32_10_t curandStatePhilox4_32_10_type;

enum { SIMCUDA_RANDOM_NONE, SIMCUDA_RANDOM_NORMAL, SIMCUDA_RANDOM_LOG_NORMAL };

#define SIMCUDA_RANDOM __attribute__((device, always_inline, nodebug)) static inline

SIMCUDA_RANDOM void simcuda_random_block(curandState *s)
{
	uint4 c = s->counter;
	unsigned int key0 = s->key.x, key1 = s->key.y;

	for (int round = 0; round < 10; round++) {
		unsigned long long a = 0xD2511F53ULL * c.x, b = 0xCD9E8D57ULL * c.z;

		c = make_uint4((unsigned int)(b >> 32) ^ c.y ^ key0, (unsigned int)b,
			       (unsigned int)(a >> 32) ^ c.w ^ key1, (unsigned int)a);
		key0 += 0x9E3779B9U; /* the golden ratio and the root of 3, as fractions */
		key1 += 0xBB67AE85U;
	}
	s->output = c;
}

/* The counter's lower half counts blocks, the upper one subsequences. */
SIMCUDA_RANDOM void simcuda_random_add(unsigned int *low, unsigned int *high, unsigned long long n)
{
	unsigned long long sum = (((unsigned long long)*high << 32) | *low) + n;

	*low = (unsigned int)sum;
	*high = (unsigned int)(sum >> 32);
}

SIMCUDA_RANDOM void skipahead(unsigned long long n, curandState *s)
{
	s->used += (unsigned int)(n & 3);
	simcuda_random_add(&s->counter.x, &s->counter.y, n / 4 + s->used / 4);
	s->used %= 4;
	simcuda_random_block(s);
}

SIMCUDA_RANDOM void skipahead_sequence(unsigned long long n, curandState *s)
{
	simcuda_random_add(&s->counter.z, &s->counter.w, n);
	simcuda_random_block(s);
}

/* Threads with one seed and a subsequence each draw numbers that have nothing to do with each other; offset: how many
 * words of it are left out. */
SIMCUDA_RANDOM void curand_init(unsigned long long seed, unsigned long long subsequence,
				unsigned long long offset, curandState *s)
{
	s->counter = make_uint4(0, 0, 0, 0);
	s->key = make_uint2((unsigned int)seed, (unsigned int)(seed >> 32));
	s->used = 0;
	s->normals = s->doubles = SIMCUDA_RANDOM_NONE;
	s->normal = 0;
	s->normal_double = 0;
	simcuda_random_add(&s->counter.z, &s->counter.w, subsequence);
	skipahead(offset, s);
}

/* 32 random bits. */
SIMCUDA_RANDOM unsigned int curand(curandState *s)
{
	uint4 words = s->output;
	unsigned int word = s->used == 0   ? words.x
			    : s->used == 1 ? words.y
			    : s->used == 2 ? words.z
					   : words.w;

	if (++s->used == 4) {
		s->used = 0;
		simcuda_random_add(&s->counter.x, &s->counter.y, 1);
		simcuda_random_block(s);
	}
	return word;
}

SIMCUDA_RANDOM uint4 curand4(curandState *s)
{
	unsigned int x = curand(s), y = curand(s), z = curand(s);

	return make_uint4(x, y, z, curand(s));
}

/* --- uniform: above 0, up to and with 1 --------------------------------------------------------- */

SIMCUDA_RANDOM float simcuda_random_unit(unsigned int word)
{
	return (float)word * 0x1p-32F + 0x1p-33F;
}
SIMCUDA_RANDOM float curand_uniform(curandState *s)
{
	return simcuda_random_unit(curand(s));
}
SIMCUDA_RANDOM float4 curand_uniform4(curandState *s)
{
	uint4 words = curand4(s);

	return make_float4(simcuda_random_unit(words.x), simcuda_random_unit(words.y),
			   simcuda_random_unit(words.z), simcuda_random_unit(words.w));
}
/* From one word, as with NVIDIA's generator of this name. */
SIMCUDA_RANDOM double curand_uniform_double(curandState *s)
{
	return curand(s) * 0x1p-32 + 0x1p-32;
}

/* --- normal: mean 0, deviation 1 (Box and Muller, 1958) ------------------------------------------ */

SIMCUDA_RANDOM float2 simcuda_random_pair(unsigned int x, unsigned int y)
{
	float length = sqrtf(-2 * logf(simcuda_random_unit(x)));
	float angle = (float)y * (0x1p-32F * 6.2831853071795865F) + 0x1p-33F * 6.2831853071795865F;
	float sine, cosine;

	sincosf(angle, &sine, &cosine);
	return make_float2(length * sine, length * cosine);
}
SIMCUDA_RANDOM float2 curand_normal2(curandState *s)
{
	unsigned int x = curand(s);

	return simcuda_random_pair(x, curand(s));
}
SIMCUDA_RANDOM float4 curand_normal4(curandState *s)
{
	float2 a = curand_normal2(s), b = curand_normal2(s);

	return make_float4(a.x, a.y, b.x, b.y);
}
/* A pair is drawn for one of the two functions alone. */
SIMCUDA_RANDOM float simcuda_random_next(curandState *s, int purpose)
{
	if (s->normals == purpose) {
		s->normals = SIMCUDA_RANDOM_NONE;
		return s->normal;
	}
	float2 pair = curand_normal2(s);

	s->normals = purpose;
	s->normal = pair.y;
	return pair.x;
}
SIMCUDA_RANDOM float curand_normal(curandState *s)
{
	return simcuda_random_next(s, SIMCUDA_RANDOM_NORMAL);
}
SIMCUDA_RANDOM float curand_log_normal(curandState *s, float mean, float deviation)
{
	return expf(mean + deviation * simcuda_random_next(s, SIMCUDA_RANDOM_LOG_NORMAL));
}
/* 53 bits of two words */
SIMCUDA_RANDOM double simcuda_random_fine(unsigned int x, unsigned int y)
{
	unsigned long long bits = (unsigned long long)x ^ ((unsigned long long)y << 21);

	return (double)bits * 0x1p-53 + 0x1p-54;
}
SIMCUDA_RANDOM double2 curand_normal2_double(curandState *s)
{
	uint4 words = curand4(s);
	double length = sqrt(-2 * log(simcuda_random_fine(words.x, words.y))), sine, cosine;

	sincospi(2 * simcuda_random_fine(words.z, words.w), &sine, &cosine);
	return make_double2(length * sine, length * cosine);
}
SIMCUDA_RANDOM double simcuda_random_next_double(curandState *s, int purpose)
{
	if (s->doubles == purpose) {
		s->doubles = SIMCUDA_RANDOM_NONE;
		return s->normal_double;
	}
	double2 pair = curand_normal2_double(s);

	s->doubles = purpose;
	s->normal_double = pair.y;
	return pair.x;
}
SIMCUDA_RANDOM double curand_normal_double(curandState *s)
{
	return simcuda_random_next_double(s, SIMCUDA_RANDOM_NORMAL);
}
SIMCUDA_RANDOM double curand_log_normal_double(curandState *s, double mean, double deviation)
{
	return exp(mean + deviation * simcuda_random_next_double(s, SIMCUDA_RANDOM_LOG_NORMAL));
}

#endif
