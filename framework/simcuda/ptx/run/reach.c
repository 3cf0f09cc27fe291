/* reach.c - loads and stores of whole words, of all lanes together: where they lie is found out first,
 * and what is not as simple is left to memory.c, which goes lane by lane and notes mistakes. */
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

/* --- where ------------------------------------------------------------------------------------- */

/* The space that all lanes reach; the addresses become those within it. False: several. */
static bool one_space(const PtxInstr *instr, uint64_t *address, uint32_t lanes, PtxSpace *space)
{
	uint64_t first = address[__builtin_ctz(lanes)], differ = 0;
	*space = instr->space == PTX_CONST ? PTX_GLOBAL : (PtxSpace)instr->space;
	if (instr->space == PTX_CONST || (*space != PTX_GENERIC && *space != PTX_GLOBAL))
		return true;
	for (int i = 0; i < PTX_LANES; i++)
		differ |= lanes >> i & 1 ? address[i] ^ first : 0;
	if (differ & PTX_WINDOW_MASK)
		return false;
	*space = ptx_space(first);
	if (*space != PTX_GLOBAL)
		for (int i = 0; i < PTX_LANES; i++)
			address[i] &= ~PTX_WINDOW_MASK;
	return true;
}

/* Whether every lane's bytes lie within [base, base + limit), aligned. The offsets of lanes that take no
 * part become those of one that does. */
static bool within(const uint64_t *address, uint32_t lanes, uint64_t base, uint64_t limit,
		   uint32_t bytes, uint32_t *offset)
{
	uint64_t first = address[__builtin_ctz(lanes)] - base, over = 0, low = 0;
	if (bytes > limit || limit > UINT32_MAX)
		return false;
	uint64_t most = limit - bytes;
	for (int i = 0; i < PTX_LANES; i++) {
		uint64_t at = lanes >> i & 1 ? address[i] - base : first;
		offset[i] = (uint32_t)at;
		over |= at > most;
		low |= at;
	}
	return !over && ((base | low) & (bytes - 1)) == 0;
}

static void marks_add(unsigned char *mark, const uint32_t *offset, uint32_t lanes, uint32_t bytes,
		      unsigned what)
{
	uint32_t word, all = what * 0x01010101U;
	for (; lanes; lanes &= lanes - 1)
		for (uint32_t part = 0; part < bytes; part += sizeof word) {
			unsigned char *at = mark + offset[__builtin_ctz(lanes)] + part;
			memcpy(&word, at, sizeof word);
			word |= all;
			memcpy(at, &word, sizeof word);
		}
}

/* Where each lane's bytes are: `at` plus its offset; in local memory each lane has its own. */
typedef struct Reach {
	PtxSpace space;
	unsigned char *at;
	uint32_t offset[PTX_LANES];
} Reach;

static bool reach_find(PtxWarp *warp, Reach *reach, const uint64_t *address, uint32_t lanes,
		       uint32_t bytes)
{
	PtxBlock *block = warp->block;
	const PtxLaunch *launch = block->run->launch;
	const PtxSpan *span;
	switch (reach->space) {
	case PTX_SHARED:
		reach->at = block->shared;
		return within(address, lanes, 0, block->shared_bytes, bytes, reach->offset);
	case PTX_LOCAL:
		return within(address, lanes, 0, warp->local_bytes, bytes, reach->offset);
	case PTX_PARAM:
		reach->at = (unsigned char *)(uintptr_t)launch->params;
		return within(address, lanes, 0, launch->kernel->param_bytes, bytes, reach->offset);
	default:
		span = ptx_span(block->run, address[__builtin_ctz(lanes)]);
		if (!span || !within(address, lanes, span->base, span->bytes, bytes, reach->offset))
			return false;
		reach->at = span->at;
		return true;
	}
}

static void reach_note(PtxWarp *warp, const PtxInstr *instr, const Reach *reach,
		       const uint64_t *address, uint32_t lanes, uint32_t bytes, unsigned what)
{
	if (reach->space == PTX_SHARED)
		ptx_shadow_words(warp, instr, lanes, address, bytes, what);
	if (reach->space != PTX_GLOBAL)
		return;
	const PtxSpan *span = ptx_span(warp->block->run, address[__builtin_ctz(lanes)]);
	if (span->mark)
		marks_add(span->mark, reach->offset, lanes, bytes, what);
}

/* --- values ------------------------------------------------------------------------------------ */

static void load_words(PtxWarp *warp, const PtxOperand *to, const Reach *reach, uint32_t part,
		       uint32_t lanes)
{
	uint32_t t[PTX_LANES];
	if (reach->space == PTX_LOCAL)
		for (int i = 0; i < PTX_LANES; i++)
			memcpy(&t[i], warp->local[i] + reach->offset[i] + part, sizeof t[i]);
	else
		for (int i = 0; i < PTX_LANES; i++)
			memcpy(&t[i], reach->at + reach->offset[i] + part, sizeof t[i]);
	ptx_put32(warp, to, t, lanes);
}

static void load_doubles(PtxWarp *warp, const PtxOperand *to, const Reach *reach, uint32_t part,
			 uint32_t lanes)
{
	uint64_t t[PTX_LANES];
	for (int i = 0; i < PTX_LANES; i++) {
		const unsigned char *at = reach->space == PTX_LOCAL ? warp->local[i] : reach->at;
		memcpy(&t[i], at + reach->offset[i] + part, sizeof t[i]);
	}
	ptx_put64(warp, to, t, lanes);
}

static void store_words(const PtxWarp *warp, const PtxOperand *from, const Reach *reach,
			uint32_t part, uint32_t lanes, uint32_t each)
{
	const unsigned char *value = ptx_at(warp, from);
	for (; lanes; lanes &= lanes - 1) {
		uint32_t i = (uint32_t)__builtin_ctz(lanes);
		unsigned char *at = reach->space == PTX_LOCAL ? warp->local[i] : reach->at;
		at += reach->offset[i] + part;
		if (each == 4)
			memcpy(at, value + 4 * i, 4);
		else
			memcpy(at, value + 8 * i, 8);
	}
}

/* --- both -------------------------------------------------------------------------------------- */

/* Values of 4 or 8 bytes, in registers of the same. */
bool ptx_is_words(const PtxInstr *instr)
{
	uint32_t each = ptx_type_bytes(instr->type), parts = instr->vector ? instr->vector : 1;
	bool good = each == 4 || each == 8;
	for (uint32_t v = 0; v < parts; v++)
		good = good &&
		       (instr->operand[v].kind == PTX_ABSENT || instr->operand[v].bits == 8 * each);
	return good;
}

bool ptx_reach(PtxWarp *warp, const PtxInstr *instr, const uint64_t *from, uint32_t lanes,
	       bool write, bool *counted)
{
	uint64_t address[PTX_LANES];
	memcpy(address, from, sizeof address);
	uint32_t each = ptx_type_bytes(instr->type), parts = instr->vector ? instr->vector : 1;
	uint32_t bytes = each * parts;
	Reach reach;
	if (!one_space(instr, address, lanes, &reach.space))
		return false;
	ptx_count_access(warp, instr, reach.space, address, lanes, bytes,
			 write ? PTX_STORES : PTX_LOADS);
	*counted = true;
	if (!reach_find(warp, &reach, address, lanes, bytes))
		return false;
	reach_note(warp, instr, &reach, address, lanes, bytes, write ? PTX_WRITTEN : PTX_READ);
	for (uint32_t v = 0; v < parts; v++) {
		const PtxOperand *operand = &instr->operand[v];
		if (write)
			store_words(warp, operand, &reach, v * each, lanes, each);
		else if (each == 4)
			load_words(warp, operand, &reach, v * each, lanes);
		else
			load_doubles(warp, operand, &reach, v * each, lanes);
	}
	return true;
}
