/* constant.c - values that stand in a kernel: lanes that all hold it, each value once. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/parse/parse.h"

/* A slot holds where the lanes begin, which is a multiple of 128, and whether they are of 8 bytes. */
#define SLOT_USED     1U
#define SLOT_WIDE     2U
#define SLOT_AT(slot) ((slot) & ~127U)

static bool slots_grow(Parse *p)
{
	uint32_t slots = p->constant_slots ? 2 * p->constant_slots : 256, old = p->constant_slots;
	uint32_t *slot = calloc(slots, sizeof *slot);
	if (!slot)
		return parse_fail(p, "no memory");
	for (uint32_t i = 0; i < old; i++) {
		if (!p->constant_slot[i])
			continue;
		uint64_t first;
		memcpy(&first, p->kernel->constant + SLOT_AT(p->constant_slot[i]), sizeof first);
		uint32_t to = (uint32_t)(first * UINT64_C(0x9e3779b97f4a7c15) >> 32) % slots;
		while (slot[to])
			to = (to + 1) % slots;
		slot[to] = p->constant_slot[i];
	}
	free(p->constant_slot);
	p->constant_slot = slot;
	p->constant_slots = slots;
	return true;
}

/* Appends the lanes: 4 or 8 bytes each, so that also a predicate is a word of them. */
static uint32_t constant_append(Parse *p, bool wide, uint64_t value)
{
	PtxKernel *k = p->kernel;
	uint32_t at = k->constant_bytes, bytes = (wide ? 8 : 4) * PTX_LANES;
	if (at + bytes > p->constant_room) {
		uint32_t room = 2 * p->constant_room + 4096;
		unsigned char *constant = room < (256U << 20) ? realloc(k->constant, room) : NULL;
		if (!constant) {
			parse_fail(p, "no memory for constants");
			return 0;
		}
		k->constant = constant;
		p->constant_room = room;
	}
	for (uint32_t i = 0; i < PTX_LANES; i++)
		memcpy(k->constant + at + i * (wide ? 8 : 4), &value, wide ? 8 : 4);
	k->constant_bytes += bytes;
	return at;
}

PtxOperand parse_constant(Parse *p, uint8_t bits, uint64_t value)
{
	bool wide = bits == 64;
	PtxOperand operand = {.kind = PTX_CONSTANT, .bits = bits};
	if (bits < 64)
		value &= (UINT64_C(1) << (bits == 1 ? 32 : bits)) - 1;
	uint64_t first = wide ? value : value << 32 | value; /* of the first 8 bytes */
	if (2 * p->constant_used >= p->constant_slots && !slots_grow(p))
		return operand;
	uint32_t i = (uint32_t)(first * UINT64_C(0x9e3779b97f4a7c15) >> 32) % p->constant_slots;
	for (; p->constant_slot[i]; i = (i + 1) % p->constant_slots) {
		operand.at = SLOT_AT(p->constant_slot[i]);
		if (memcmp(p->kernel->constant + operand.at, &first, 8) == 0 &&
		    (!wide || (p->constant_slot[i] & SLOT_WIDE)))
			return operand;
	}
	operand.at = constant_append(p, wide, value);
	p->constant_slot[i] = operand.at | SLOT_USED | (wide ? SLOT_WIDE : 0);
	p->constant_used++;
	return operand;
}
