/* fuzz.h - what a fuzz target is made of.
 *
 * Each fuzz_*.c is one target. libFuzzer (clang) calls fuzz_one() with ever new bytes: `make fuzz`.
 * replay.c calls it with the target's own examples, under any compiler, as one of the kit's tests.
 * Broken invariants end the process with a line that says which, as a sanitizer's report does. */
#ifndef FUZZ_H
#define FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include "framework/simcuda/machine/mix64.h"

/* The name by which libFuzzer knows it. */
#define fuzz_one LLVMFuzzerTestOneInput

/* Tries the target on these bytes. Always 0. */
int fuzz_one(const uint8_t *data, size_t size);

/* Writes example number `number` (the same bytes on every run) into to[room]; returns its size.
 * Examples are numbered from 0 to fuzz_examples - 1. */
size_t fuzz_example(unsigned number, uint8_t *to, size_t room);
extern const unsigned fuzz_examples;

#define FUZZ_REQUIRE(holds, ...)                                                                   \
	do {                                                                                       \
		if (!(holds)) {                                                                    \
			fprintf(stderr, "%s:%d: broken: %s: ", __FILE__, __LINE__, #holds);        \
			fprintf(stderr, __VA_ARGS__);                                              \
			fputc('\n', stderr);                                                       \
			abort();                                                                   \
		}                                                                                  \
	} while (0)

/* A number from a seed. */
static inline uint64_t fuzz_random(uint64_t *state)
{
	return mix64_next(state);
}

#endif
