/* core_ptx_rig.h - an instruction of PTX against a model in C: 64 threads, each with operands of its own,
 * random ones and those at the edges. */
#ifndef CORE_PTX_RIG_H
#define CORE_PTX_RIG_H

#include "framework/simcuda/tests/core/core_ptx_text.h"

#include <math.h>

typedef uint64_t (*Model)(uint64_t a, uint64_t b, uint64_t c);

static PtxEnd run_text(const char *text, PtxFault *fault, PtxCounts *counts)
{
	return text_run(
		text, (PtxLaunch){.grid = {1, 1, 1}, .block = {THREADS, 1, 1}, .budget = 100000000},
		fault, counts);
}

static const char *const registers[] = {"b16", "b32", "f32", "b64", "f64"};
static const char *const names[] = {"%h", "%r", "%f", "%rd", "%d"};

/* name: "add.s32"; the kinds of the result's and the sources' registers, by the tables above; how many
 * sources. */
typedef struct Case {
	const char *name;
	int result, source, sources;
	Model model;
} Case;

static uint32_t bits_of(float x)
{
	uint32_t bits;
	memcpy(&bits, &x, sizeof bits);
	return bits;
}

static float float_of(uint64_t bits)
{
	uint32_t narrow = (uint32_t)bits;
	float x;
	memcpy(&x, &narrow, sizeof x);
	return x;
}

#define MODEL(name, expression)                                                                    \
	static uint64_t name(uint64_t a, uint64_t b, uint64_t c)                                   \
	{                                                                                          \
		(void)a, (void)b, (void)c;                                                         \
		return (uint64_t)(expression);                                                     \
	}
/* As the instruction, with its operands loaded from memory, and its result stored there. */
static void case_text(const Case *c, const char *more, char *text, size_t size)
{
	const char *s = names[c->source];
	size_t used = (size_t)snprintf(text, size, "%s", HEAD);
	for (int i = 0; i < 3; i++)
		used += (size_t)snprintf(text + used, size - used,
					 "ld.global.%s %s%d, [%%rd8+%d];\n", registers[c->source],
					 s, i + 1, i * 8 * THREADS);
	used += (size_t)snprintf(text + used, size - used, "%s %s4, %s1", c->name, names[c->result],
				 s);
	for (int i = 1; i < c->sources; i++)
		used += (size_t)snprintf(text + used, size - used, ", %s%d", s, i + 1);
	snprintf(text + used, size - used, "%s;\nst.global.%s [%%rd8+%d], %s4;\nret;\n}\n", more,
		 registers[c->result], 3 * 8 * THREADS, names[c->result]);
}

static uint64_t seed = 20;

static uint64_t draw(void)
{
	static const uint64_t edges[] = {
		0,          1,          31,         32,         UINT32_MAX,       0x80000000,
		0x7fffffff, 0x7f800000, 0x3f800000, UINT64_MAX, UINT64_C(1) << 63};
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	if (seed >> 62 == 0)
		return edges[(seed >> 33) % (sizeof edges / sizeof *edges)];
	return seed >> 17 ^ seed << 40;
}

/* One NaN is as good as another. */
static bool same(uint64_t a, uint64_t b, int kind)
{
	double x, y;
	memcpy(&x, &a, sizeof x);
	memcpy(&y, &b, sizeof y);
	return a == b || (kind == 2 && isnan(float_of(a)) && isnan(float_of(b))) ||
	       (kind == 4 && isnan(x) && isnan(y));
}

static void case_check(const Case *c, const char *more)
{
	static const int bytes[] = {2, 4, 4, 8, 8};
	char text[2000];
	PtxFault fault;
	PtxCounts counts = {0};
	case_text(c, more, text, sizeof text);
	for (int round = 0; round < 20; round++) {
		for (int i = 0; i < 3 * THREADS; i++)
			memory[i] = draw();
		memset(memory + 3 * THREADS, 0, 8 * THREADS);
		assert_int_equal(run_text(text, &fault, &counts), PTX_DONE);
		for (int i = 0; i < THREADS; i++) {
			uint64_t got = 0, wanted = c->model(memory[i], memory[i + THREADS],
							    memory[i + 2 * THREADS]);
			memcpy(&got, &memory[i + 3 * THREADS], (size_t)bytes[c->result]);
			if (!same(got, wanted, c->result))
				fail_msg("%s of %llx, %llx, %llx: %llx, not %llx", c->name,
					 (unsigned long long)memory[i],
					 (unsigned long long)memory[i + THREADS],
					 (unsigned long long)memory[i + 2 * THREADS],
					 (unsigned long long)got, (unsigned long long)wanted);
		}
	}
}

#endif
