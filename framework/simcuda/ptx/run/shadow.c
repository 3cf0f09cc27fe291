/* shadow.c - accesses of shared memory are compared with those before. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

/* Nothing is noted where nobody would be told. */
bool ptx_shadow_make(PtxBlock *block)
{
	if (!block->run->launch->report)
		return true;
	block->shadow.cell = calloc(block->shared_bytes / 4 + 1U, sizeof *block->shadow.cell);
	return block->shadow.cell != NULL;
}

void ptx_shadow_start(PtxBlock *block)
{
	block->shadow.interval = 1;
	if (!block->shadow.cell)
		return;
	memset(block->shadow.cell, 0, (block->shared_bytes / 4 + 1U) * sizeof *block->shadow.cell);
}

#define WORD      4
#define WORD_MASK 15 /* all of its bytes */

static uint32_t warp_of(uint32_t thread)
{
	return (thread - 1) / PTX_LANES;
}

static void tell(PtxWarp *warp, const PtxFault *fault, bool *told)
{
	const PtxLaunch *launch = warp->block->run->launch;
	if (launch->report && !*told)
		launch->report(launch->memory.context, fault);
	*told = true;
}

static void race(PtxWarp *warp, const PtxInstr *instr, int lane, uint32_t offset, unsigned what,
		 const PtxCell *cell, bool with_write)
{
	const uint32_t *size = warp->block->run->launch->block;
	uint32_t other = (with_write ? cell->writer : cell->reader) - 1U;
	const PtxLaunch *launch = warp->block->run->launch;
	uint32_t at = with_write ? cell->write_at : cell->read_at;
	PtxFault fault = {.end = PTX_RACE,
			  .space = PTX_SHARED,
			  .address = offset,
			  .write = what & PTX_WRITTEN,
			  .other = ptx_code_at(launch->module, launch->kernel, at),
			  .other_wrote = with_write,
			  .other_thread = {other % size[0], other / size[0] % size[1],
					   other / size[0] / size[1]}};
	ptx_fault_at(warp, instr, lane, &fault);
	tell(warp, &fault, &warp->block->run->raced);
}

static void unwritten(PtxWarp *warp, const PtxInstr *instr, int lane, uint32_t offset,
		      uint32_t bytes)
{
	PtxFault fault = {
		.end = PTX_UNWRITTEN, .space = PTX_SHARED, .address = offset, .bytes = bytes};
	ptx_fault_at(warp, instr, lane, &fault);
	tell(warp, &fault, &warp->block->run->read_unwritten);
}

static void cell_access(PtxWarp *warp, const PtxInstr *instr, int lane, uint32_t word, uint8_t mask,
			unsigned what)
{
	PtxShadow *shadow = &warp->block->shadow;
	PtxCell *cell = &shadow->cell[word];
	uint32_t self = 1 + warp->number * PTX_LANES + (uint32_t)lane, now = shadow->interval;
	uint32_t at = (uint32_t)(ptx_tally(warp, instr) - warp->block->run->tally);
	bool atomic = instr->op == PTX_ATOM || instr->op == PTX_RED;
	bool fresh_write = cell->write_interval == now && cell->wrote & mask;
	bool fresh_read = cell->read_interval == now && cell->read & mask;
	if (fresh_write && warp_of(cell->writer) != warp->number && !(atomic && cell->atomic) &&
	    !instr->strong)
		race(warp, instr, lane, word * 4, what, cell, true);
	if (what & PTX_WRITTEN && fresh_read && !instr->strong && !atomic &&
	    (cell->several || warp_of(cell->reader) != warp->number))
		race(warp, instr, lane, word * 4, what, cell, false);
	if (what & PTX_READ && !atomic) {
		bool same = cell->read_interval == now;
		cell->several = same && (cell->several || warp_of(cell->reader) != warp->number);
		cell->read = (uint8_t)((same ? cell->read : 0) | mask);
		if (!same || warp_of(cell->reader) == warp->number || cell->several) {
			cell->reader = (uint16_t)self;
			cell->read_at = at;
		}
		cell->read_interval = now;
	}
	if (what & PTX_WRITTEN) {
		cell->wrote = (uint8_t)((cell->write_interval == now ? cell->wrote : 0) | mask);
		cell->ever |= mask;
		cell->writer = (uint16_t)self;
		cell->write_interval = now;
		cell->write_at = at;
		cell->atomic = atomic;
	}
}

void ptx_shadow_access(PtxWarp *warp, const PtxInstr *instr, int lane, uint32_t offset,
		       uint32_t bytes, unsigned what)
{
	PtxShadow *shadow = &warp->block->shadow;
	if (!shadow->cell)
		return;
	for (uint32_t at = offset; at < offset + bytes;) {
		uint32_t word = at / 4, first = at % 4, count = 4 - first;
		if (count > offset + bytes - at)
			count = offset + bytes - at;
		uint8_t mask = (uint8_t)(((1U << count) - 1) << first);
		if (what & PTX_READ && mask & ~shadow->cell[word].ever)
			unwritten(warp, instr, lane, offset, bytes);
		cell_access(warp, instr, lane, word, mask, what);
		at += count;
	}
}

/* A plain read of a word that neither races nor is the first of anything but this warp's. */
static bool read_is_plain(PtxCell *cell, uint32_t now, uint32_t self, uint32_t at)
{
	if (cell->ever != WORD_MASK || cell->write_interval == now)
		return false;
	cell->several = cell->read_interval == now &&
			(cell->several || warp_of(cell->reader) != warp_of(self));
	cell->reader = (uint16_t)self;
	cell->read = WORD_MASK;
	cell->read_at = at;
	cell->read_interval = now;
	return true;
}

void ptx_shadow_words(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes, const uint64_t *address,
		      uint32_t bytes, unsigned what)
{
	PtxShadow *shadow = &warp->block->shadow;
	uint32_t seen[PTX_LANES] = {0}; /* of each bank: 1 + the last word */
	uint32_t at = (uint32_t)(ptx_tally(warp, instr) - warp->block->run->tally);
	if (!shadow->cell)
		return;
	for (; lanes; lanes &= lanes - 1) {
		int lane = __builtin_ctz(lanes);
		uint32_t self = 1 + warp->number * PTX_LANES + (uint32_t)lane;
		uint32_t word = (uint32_t)address[lane] / WORD;
		for (uint32_t end = word + bytes / WORD; word < end; word++) {
			uint32_t *last = &seen[word % PTX_LANES];
			if (*last == word + 1)
				continue;
			*last = word + 1;
			PtxCell *cell = &shadow->cell[word];
			if (what == PTX_READ && read_is_plain(cell, shadow->interval, self, at))
				continue;
			if (what & PTX_READ && cell->ever != WORD_MASK)
				unwritten(warp, instr, lane, word * WORD, WORD);
			cell_access(warp, instr, lane, word, WORD_MASK, what);
		}
	}
}
