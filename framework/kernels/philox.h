/* philox.h - random numbers that are a function of their place.
 *
 * Philox 4x32-10 (Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3",
 * SC'11) turns a counter and a key into four random words, with no state in between. So every
 * thread of a GPU can draw the number of its own element, and all devices draw the same bits.
 *
 * Compiled by nvcc for the GPU and by cc for the CPU. */
#ifndef PHILOX_H
#define PHILOX_H

#include <stdint.h>

#ifdef __CUDACC__
#define USEGPU_BOTH __host__ __device__
#else
#define USEGPU_BOTH
#endif

typedef struct PhiloxBlock {
	uint32_t word[4];
} PhiloxBlock;

/* Ten rounds over `counter` with a key of two words. */
USEGPU_BOTH static inline PhiloxBlock philox_rounds(PhiloxBlock counter, uint32_t key0,
						    uint32_t key1)
{
	for (int round = 0; round < 10; round++) {
		uint64_t a = (uint64_t)0xD2511F53u * counter.word[0];
		uint64_t b = (uint64_t)0xCD9E8D57u * counter.word[2];
		PhiloxBlock next;
		next.word[0] = (uint32_t)(b >> 32) ^ counter.word[1] ^ key0;
		next.word[1] = (uint32_t)b;
		next.word[2] = (uint32_t)(a >> 32) ^ counter.word[3] ^ key1;
		next.word[3] = (uint32_t)a;
		counter = next;
		key0 += 0x9E3779B9u; /* the golden ratio and the root of 3, as fractions */
		key1 += 0xBB67AE85u;
	}
	return counter;
}

/* Block number `index` of the sequence that `seed` names. */
USEGPU_BOTH static inline PhiloxBlock philox_block(uint64_t seed, uint64_t index)
{
	PhiloxBlock counter;
	counter.word[0] = (uint32_t)index;
	counter.word[1] = (uint32_t)(index >> 32);
	counter.word[2] = 0;
	counter.word[3] = 0;
	return philox_rounds(counter, (uint32_t)seed, (uint32_t)(seed >> 32));
}

/* Element i of the uniform numbers of that seed, in [0, 1): the top 24 bits of its word, which a
 * float holds exactly. */
USEGPU_BOTH static inline float philox_uniform(uint64_t seed, uint64_t i)
{
	return (float)(philox_block(seed, i / 4).word[i % 4] >> 8) * (1.0f / 16777216.0f);
}

#endif
