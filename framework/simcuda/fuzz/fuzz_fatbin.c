/* fuzz_fatbin.c - fuzz target: the reader of fat binaries.
 *
 * Input: a byte for the compute capability, then what stands behind the header of a fat binary. What
 * is found must be a text, and when nothing is, it must be said why. */
#include <string.h>

#include "framework/simcuda/api/cudart/fatbin.h"
#include "framework/simcuda/fuzz/fuzz.h"

#define HEADER 16
#define ENTRY  64

typedef struct Wrapper {
	uint32_t magic, version;
	const void *code, *file;
} Wrapper;

static void put(uint8_t *to, uint64_t value, size_t bytes)
{
	memcpy(to, &value, bytes); /* the low ones come first */
}

int fuzz_one(const uint8_t *data, size_t size)
{
	size_t rest = size ? size - 1 : 0, bytes = 0;
	uint8_t *code = malloc(HEADER + rest); /* of that size, so that a sanitizer sees its end */
	char problem[320] = "";
	Wrapper wrapper = {0x466243b1, 1, code, NULL};
	if (!code)
		return 0;
	put(code, 0xba55ed50, 4);
	put(code + 4, 1, 2);
	put(code + 6, HEADER, 2);
	put(code + 8, rest, 8);
	if (rest)
		memcpy(code + HEADER, data + 1, rest);
	char *text = fatbin_ptx(&wrapper, size ? data[0] : 75, &bytes, problem, sizeof problem);
	if (text)
		FUZZ_REQUIRE(strlen(text) == bytes, "%zu bytes", bytes);
	else
		FUZZ_REQUIRE(*problem, "no reason");
	free(text);
	free(code);
	return 0;
}

/* --- examples: entries of each kind, packed and not, whole and cut off ------------------------- */

static size_t entry_put(uint8_t *to, uint64_t *state, size_t room)
{
	static const char ptx[] = ".version 6.3\n.target sm_75\n.address_size 64\n";
	static const uint64_t flags[] = {0x11, 0x8011, 0x2011};
	size_t bytes = (sizeof ptx + 7) / 8 * 8;
	if (room < ENTRY + bytes)
		return 0;
	memset(to, 0, ENTRY + bytes);
	put(to, 1 + fuzz_random(state) % 2, 2);
	put(to + 4, ENTRY, 4);
	put(to + 8, bytes, 8);
	put(to + 16, sizeof ptx, 4);
	put(to + 28, 70 + 5 * (fuzz_random(state) % 4), 4);
	put(to + 40, flags[fuzz_random(state) % 3], 8);
	put(to + 56, sizeof ptx + fuzz_random(state) % 2 * 1000, 8);
	memcpy(to + ENTRY, ptx, sizeof ptx);
	return ENTRY + bytes;
}

size_t fuzz_example(unsigned number, uint8_t *to, size_t room)
{
	uint64_t state = number;
	size_t size = 1;
	if (room < 1)
		return 0;
	to[0] = (uint8_t)(70 + 10 * (number % 3));
	for (unsigned i = 0; i < number % 5; i++)
		size += entry_put(to + size, &state, room - size);
	return number % 7 == 6 ? size / 2 + 1 : size;
}

const unsigned fuzz_examples = 60;
