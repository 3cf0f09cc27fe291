/* reach.c - loads and stores of whole words, of all lanes together: where they lie is found out first,
 * and what is not as simple is left to memory.c, which goes lane by lane and notes mistakes. */
#include <string.h>

#include "framework/blas/host_cpu.h"
#include "framework/simcuda/ptx/run/warp.h"

/* Loops over lanes are made for AVX2 too, where 32 of them are a handful of instructions: loads take half
 * of the time of a product of matrices (make bench). */
#define HERE static inline __attribute__((always_inline))

/* --- where ------------------------------------------------------------------------------------- */

/* The space that all lanes reach, and the addresses within it, which `own` has room for. NULL: several. */
HERE const uint64_t *one_space(const PtxInstr *instr, const uint64_t *address, uint32_t lanes,
			       PtxSpace *space, uint64_t own[PTX_LANES])
{
	uint64_t first = address[__builtin_ctz(lanes)], differ = 0;
	*space = instr->space == PTX_CONST ? PTX_GLOBAL : (PtxSpace)instr->space;
	if (instr->space == PTX_CONST || (*space != PTX_GENERIC && *space != PTX_GLOBAL))
		return address;
	for (int i = 0; i < PTX_LANES; i++)
		differ |= lanes >> i & 1 ? address[i] ^ first : 0;
	if (differ & PTX_WINDOW_MASK)
		return NULL;
	*space = ptx_space(first);
	if (*space == PTX_GLOBAL)
		return address;
	for (int i = 0; i < PTX_LANES; i++)
		own[i] = address[i] & ~PTX_WINDOW_MASK;
	return own;
}

/* Where each lane's bytes are: `at` plus its offset; in local memory each lane has its own. */
typedef struct Reach {
	PtxSpace space;
	bool row;       /* all lanes, one behind the other */
	uint32_t words; /* of an access, of 4 bytes */
	unsigned char *at;
	uint32_t offset[PTX_LANES];
} Reach;

/* Whether every lane's bytes lie within [base, base + limit), aligned. The offsets of lanes that take no
 * part become those of one that does. */
HERE bool within(const uint64_t *address, uint32_t lanes, uint64_t base, uint64_t limit,
		 uint32_t bytes, Reach *reach)
{
	uint64_t first = address[__builtin_ctz(lanes)] - base, over = 0, low = 0, apart = 0;
	if (bytes > limit || limit > UINT32_MAX)
		return false;
	uint64_t most = limit - bytes;
	for (uint32_t i = 0; i < PTX_LANES; i++) {
		uint64_t at = lanes >> i & 1 ? address[i] - base : first;
		reach->offset[i] = (uint32_t)at;
		over |= at | (most - at); /* above the limit the difference is negative */
		low |= at;
		apart |= at ^ (first + (uint64_t)i * bytes);
	}
	reach->row = apart == 0 && lanes == PTX_ALL;
	return over >> 63 == 0 && ((base | low) & (bytes - 1)) == 0;
}

/* Most bytes have been marked before: then nothing is written. Which pieces have new ones. */
HERE uint64_t marks_add(unsigned char *mark, const Reach *reach, uint32_t lanes, uint32_t bytes,
			unsigned what)
{
	uint32_t word, all = what * 0x01010101U, missing = 0;
	uint64_t pieces = 0;
	for (int i = 0; i < PTX_LANES && bytes == sizeof word; i++) {
		memcpy(&word, mark + reach->offset[i], sizeof word);
		missing |= ~word;
	}
	if (bytes == sizeof word && !(missing & all))
		return 0;
	for (; lanes; lanes &= lanes - 1) {
		uint32_t offset = reach->offset[__builtin_ctz(lanes)];
		for (uint32_t part = 0; part < bytes; part += sizeof word) {
			memcpy(&word, mark + offset + part, sizeof word);
			if ((word & all) == all)
				continue;
			word |= all | ptx_read_first(word, all);
			memcpy(mark + offset + part, &word, sizeof word);
			pieces |= UINT64_C(1) << offset / PTX_PIECE;
		}
	}
	return pieces;
}

/* The same of a row, which lies in one piece, or ends in the next. */
HERE uint64_t marks_add_row(unsigned char *mark, const Reach *reach, uint32_t bytes, unsigned what)
{
	unsigned char *at = mark + reach->offset[0], all = (unsigned char)what;
	for (uint32_t i = 0; i < PTX_LANES * bytes; i++)
		at[i] |= (unsigned char)(all | ptx_read_first(at[i], all));
	return UINT64_C(1) << reach->offset[0] / PTX_PIECE |
	       UINT64_C(1) << reach->offset[PTX_LANES - 1] / PTX_PIECE;
}

/* `constant`: only the module's variables are there for it. */
HERE bool reach_find(PtxWarp *warp, Reach *reach, const uint64_t *address, uint32_t lanes,
		     uint32_t bytes, bool constant)
{
	PtxBlock *block = warp->block;
	const PtxLaunch *launch = block->run->launch;
	const PtxSpan *span;
	switch (reach->space) {
	case PTX_SHARED:
		reach->at = block->shared;
		return within(address, lanes, 0, block->shared_bytes, bytes, reach);
	case PTX_LOCAL:
		return within(address, lanes, 0, warp->local_bytes, bytes, reach);
	case PTX_PARAM:
		reach->at = (unsigned char *)(uintptr_t)launch->params;
		return within(address, lanes, 0, launch->kernel->param_bytes, bytes, reach);
	default:
		if (constant && !within(address, lanes, launch->image_address,
					launch->module->image_bytes, bytes, reach))
			return false;
		if (ptx_in_image(launch, address[__builtin_ctz(lanes)]) &&
		    !ptx_owned(launch, address, lanes, bytes))
			return false;
		span = ptx_span(block->run, address[__builtin_ctz(lanes)]);
		if (!span || !within(address, lanes, span->base, span->bytes, bytes, reach))
			return false;
		reach->at = span->at;
		for (uint32_t rest = constant ? lanes : 0; rest; rest &= rest - 1)
			if (ptx_is_changed(block->run, address[__builtin_ctz(rest)], bytes))
				return false;
		return true;
	}
}

HERE void reach_mark(PtxWarp *warp, const Reach *reach, const uint64_t *address, uint32_t lanes,
		     uint32_t bytes, unsigned what)
{
	if (reach->space != PTX_GLOBAL)
		return;
	const PtxSpan *span = ptx_span(warp->block->run, address[__builtin_ctz(lanes)]);
	if (!span->mark)
		return;
	uint64_t pieces = reach->row ? marks_add_row(span->mark, reach, bytes, what)
				     : marks_add(span->mark, reach, lanes, bytes, what);
	if (span->pieces)
		*span->pieces |= pieces;
}

/* What is looked at for races, and for bytes that nobody has written. */
HERE void loads_note(PtxWarp *warp, const PtxInstr *instr, const Reach *reach,
		     const uint64_t *address, uint32_t lanes, uint32_t bytes)
{
	int first = __builtin_ctz(lanes);
	if (reach->space == PTX_SHARED)
		ptx_shadow_reads(warp, instr, lanes, reach->offset, bytes);
	else if (reach->space == PTX_GLOBAL && !warp->block->run->global.off)
		ptx_global_reads(warp, instr, lanes, address[first] - reach->offset[first],
				 reach->offset, reach->at, bytes);
}

/* Words that others have read before are marked, and noted as read. */
HERE bool reads_known(PtxWarp *warp, const PtxInstr *instr, const Reach *reach,
		      const uint64_t *address, uint32_t lanes)
{
	int first = __builtin_ctz(lanes);
	return reach->space == PTX_GLOBAL && !warp->block->run->global.off &&
	       ptx_global_quiet(warp, instr, address[first], reach->offset, reach->offset[first]);
}

/* --- values ------------------------------------------------------------------------------------ */

HERE void load_words(PtxWarp *warp, const PtxOperand *to, const Reach *reach, uint32_t part,
		     uint32_t lanes)
{
	uint32_t t[PTX_LANES];
	if (reach->row && part == 0 && reach->space != PTX_LOCAL && reach->words == 1)
		memcpy(t, reach->at + reach->offset[0], sizeof t);
	else if (reach->space == PTX_LOCAL)
		for (int i = 0; i < PTX_LANES; i++)
			memcpy(&t[i], warp->local[i] + reach->offset[i] + part, sizeof t[i]);
	else
		for (int i = 0; i < PTX_LANES; i++)
			memcpy(&t[i], reach->at + reach->offset[i] + part, sizeof t[i]);
	ptx_put32(warp, to, t, lanes);
}

HERE void load_doubles(PtxWarp *warp, const PtxOperand *to, const Reach *reach, uint32_t part,
		       uint32_t lanes)
{
	uint64_t t[PTX_LANES];
	for (int i = 0; i < PTX_LANES; i++) {
		const unsigned char *at = reach->space == PTX_LOCAL ? warp->local[i] : reach->at;
		memcpy(&t[i], at + reach->offset[i] + part, sizeof t[i]);
	}
	ptx_put64(warp, to, t, lanes);
}

/* A lane after the other: the next one finds what this one has stored. */
HERE void store_lanes(PtxWarp *warp, const PtxInstr *instr, const Reach *reach,
		      const uint64_t *address, uint32_t lanes, uint32_t each)
{
	uint32_t bytes = 4 * reach->words;
	bool in_shared = reach->space == PTX_SHARED;
	bool in_global = reach->space == PTX_GLOBAL && !warp->block->run->global.off;
	for (; lanes; lanes &= lanes - 1) {
		unsigned char next[4 * sizeof(uint64_t)];
		int i = __builtin_ctz(lanes);
		unsigned char *at = reach->space == PTX_LOCAL ? warp->local[i] : reach->at;
		at += reach->offset[i];
		for (uint32_t done = 0; done < bytes; done += each) {
			const unsigned char *value = ptx_at(warp, &instr->operand[done / each]);
			memcpy(next + done, value + each * (uint32_t)i, each == 4 ? 4 : 8);
		}
		if (in_shared)
			ptx_shadow_access(warp, instr, i, reach->offset[i], bytes, PTX_WRITTEN,
					  next);
		else if (in_global)
			ptx_global_access(warp, instr, i, address[i], bytes, PTX_WRITTEN, at, next);
		memcpy(at, next, bytes);
	}
}

/* --- both -------------------------------------------------------------------------------------- */

/* Values of 4 or 8 bytes, in registers of the same, that order nothing. */
bool ptx_is_words(const PtxInstr *instr)
{
	uint32_t each = ptx_type_bytes(instr->type), parts = instr->vector ? instr->vector : 1;
	bool good = (each == 4 || each == 8) && !instr->strong && !instr->order;
	for (uint32_t v = 0; v < parts; v++)
		good = good &&
		       (instr->operand[v].kind == PTX_ABSENT || instr->operand[v].bits == 8 * each);
	return good;
}

HERE bool reach(PtxWarp *warp, const PtxInstr *instr, const uint64_t *from, uint32_t lanes,
		bool write, bool *counted)
{
	uint64_t own[PTX_LANES];
	uint32_t each = ptx_type_bytes(instr->type), parts = instr->vector ? instr->vector : 1;
	uint32_t bytes = each * parts;
	Reach to = {.words = bytes / 4};
	const uint64_t *address = one_space(instr, from, lanes, &to.space, own);
	if (!address ||
	    (to.space == PTX_SHARED && warp->block->run->launch->handing)) /* lane by lane */
		return false;
	ptx_count_access(warp, instr, to.space, address, lanes, bytes,
			 write ? PTX_STORES : PTX_LOADS);
	*counted = true;
	if (!reach_find(warp, &to, address, lanes, bytes, instr->space == PTX_CONST))
		return false;
	if (to.space == PTX_LOCAL && warp->unset)
		ptx_unset_local(warp, instr, to.offset, lanes, bytes, write);
	bool known = !write && bytes == 4 && reads_known(warp, instr, &to, address, lanes);
	if (!known)
		reach_mark(warp, &to, address, lanes, bytes, write ? PTX_WRITTEN : PTX_READ);
	if (write) {
		store_lanes(warp, instr, &to, address, lanes, each);
		return true;
	}
	if (!known)
		loads_note(warp, instr, &to, address, lanes, bytes);
	for (uint32_t v = 0; v < parts; v++)
		if (each == 4)
			load_words(warp, &instr->operand[v], &to, v * each, lanes);
		else
			load_doubles(warp, &instr->operand[v], &to, v * each, lanes);
	return true;
}

#if defined __x86_64__ && defined __GNUC__
__attribute__((target("avx2"))) static bool reach_fast(PtxWarp *warp, const PtxInstr *instr,
						       const uint64_t *from, uint32_t lanes,
						       bool write, bool *counted)
{
	if (lanes == PTX_ALL && !write) /* most are, and need no masks */
		return reach(warp, instr, from, PTX_ALL, false, counted);
	return reach(warp, instr, from, lanes, write, counted);
}
#else
#define reach_fast reach
#endif

bool ptx_reach(PtxWarp *warp, const PtxInstr *instr, const uint64_t *from, uint32_t lanes,
	       bool write, bool *counted)
{
	static enum { UNKNOWN, SLOW, FAST } processor;

	if (processor == UNKNOWN)
		processor = host_cpu_has_avx2() ? FAST : SLOW;
	return processor == FAST ? reach_fast(warp, instr, from, lanes, write, counted)
				 : reach(warp, instr, from, lanes, write, counted);
}
