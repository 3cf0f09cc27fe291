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
	block->shadow.ever = malloc(block->shared_bytes + 4U);
	return block->shadow.cell && block->shadow.ever;
}

/* What is noted of the block before is of intervals that are over. */
void ptx_shadow_start(PtxBlock *block)
{
	block->shadow.base = ++block->shadow.interval;
	if (!block->shadow.ever)
		return;
	memset(block->shadow.ever, 0, block->shared_bytes + 4U);
}

void ptx_shadow_free(PtxBlock *block)
{
	free(block->shadow.cell);
	free(block->shadow.ever);
	free(block->shadow.since);
}

void ptx_shadow_join(PtxBlock *block, uint32_t warps)
{
	PtxShadow *shadow = &block->shadow;
	uint32_t missing = 0;
	for (uint32_t w = 0; w < block->warps; w++)
		missing |= (uint32_t)(block->warp[w].live && !(warps >> w & 1)) << w;
	shadow->interval++;
	if (missing && !shadow->since)
		shadow->since = calloc(PTX_LANES, sizeof *shadow->since);
	if (!missing || !shadow->since) {
		shadow->base = shadow->interval;
		return;
	}
	for (uint32_t k = 0; k < block->warps; k++) {
		uint32_t since = 0; /* by all that they know together */
		for (uint32_t i = 0; i < block->warps; i++)
			if (warps >> i & 1 && shadow->since[i][k] > since)
				since = shadow->since[i][k];
		if (warps >> k & 1)
			since = shadow->interval;
		for (uint32_t i = 0; i < block->warps; i++)
			if (warps >> i & 1)
				shadow->since[i][k] = since;
	}
}

PtxTouch ptx_touch(const PtxWarp *warp, const PtxInstr *instr, int lane)
{
	const PtxBlock *block = warp->block;
	bool atomic = ptx_is_atomic(instr);
	unsigned flags = atomic ? PTX_TOUCH_ATOMIC | PTX_TOUCH_STRONG : 0;
	flags |= instr->strong ? PTX_TOUCH_STRONG : 0;
	flags |= instr->order == PTX_ORDER_VOLATILE ? PTX_TOUCH_VOLATILE : 0;
	flags |= instr->scope == PTX_SCOPE_BLOCK ? PTX_TOUCH_NARROW : 0;
	return (PtxTouch){.instr = instr,
			  .block = block->number,
			  .interval = block->shadow.interval,
			  .thread = (uint16_t)(warp->number * PTX_LANES + (uint32_t)lane),
			  .flags = (uint8_t)flags};
}

void ptx_race_tell(PtxWarp *warp, const PtxInstr *instr, int lane, const PtxFault *about,
		   const PtxTouch *other, bool other_wrote)
{
	const PtxLaunch *launch = warp->block->run->launch;
	PtxFault fault = *about;
	fault.end = PTX_RACE;
	fault.other = other->instr;
	fault.other_wrote = other_wrote;
	ptx_thread_at(launch, other->thread, fault.other_thread);
	fault.other_block[0] = other->block % launch->grid[0];
	fault.other_block[1] = other->block / launch->grid[0] % launch->grid[1];
	fault.other_block[2] = other->block / launch->grid[0] / launch->grid[1];
	ptx_fault_at(warp, instr, lane, &fault);
	if (launch->report)
		launch->report(launch->memory.context, &fault);
}

static void unwritten(PtxWarp *warp, const PtxInstr *instr, int lane, uint32_t offset,
		      uint32_t bytes)
{
	PtxRunning *run = warp->block->run;
	PtxFault fault = {
		.end = PTX_UNWRITTEN, .space = PTX_SHARED, .address = offset, .bytes = bytes};
	ptx_fault_at(warp, instr, lane, &fault);
	if (run->launch->report && !run->read_unwritten)
		run->launch->report(run->launch->memory.context, &fault);
	run->read_unwritten = true;
}

/* --- races -------------------------------------------------------------------------------------- */

/* Whether nothing orders them, and they may not be both. */
static bool races(const PtxWarp *warp, const PtxTouch *before, const PtxTouch *now)
{
	const PtxShadow *shadow = &warp->block->shadow;
	bool both_strong = before->flags & now->flags & PTX_TOUCH_STRONG;
	bool is_volatile = (before->flags | now->flags) & PTX_TOUCH_VOLATILE;
	if (before->thread == now->thread || !(before->mask & now->mask) ||
	    ptx_shadow_past(shadow, before, now->thread / PTX_LANES))
		return false;
	if (before->thread / PTX_LANES != now->thread / PTX_LANES)
		return !both_strong;
	return !ptx_lanes_met(warp, before->thread % PTX_LANES, now->thread % PTX_LANES,
			      before->clock) &&
	       !(both_strong && !is_volatile);
}

static bool same_owner(const PtxTouch *before, const PtxTouch *now)
{
	return before->interval == now->interval && before->thread == now->thread &&
	       before->clock == now->clock && before->instr;
}

static void write_note(PtxTouch *writer, const PtxTouch *now)
{
	uint8_t mask = same_owner(writer, now) ? writer->mask : 0;
	*writer = *now;
	writer->mask |= mask;
}

/* A lane's own older reads make room, and of two of one warp the second. */
static void read_note(const PtxShadow *shadow, PtxTouch *reader, const PtxTouch *now)
{
	uint32_t warp = now->thread / PTX_LANES;
	bool over = ptx_shadow_past(shadow, &reader[0], warp);
	bool older = !over && reader[0].thread / PTX_LANES == warp && reader[0].clock != now->clock;
	if (over || older || reader[0].thread == now->thread) {
		write_note(&reader[0], now);
		if (ptx_shadow_past(shadow, &reader[1], warp) ||
		    (older && reader[1].thread / PTX_LANES == warp))
			reader[1] = (PtxTouch){.instr = NULL};
	} else if (ptx_shadow_past(shadow, &reader[1], warp) || reader[1].thread == now->thread ||
		   reader[1].thread / PTX_LANES == reader[0].thread / PTX_LANES) {
		write_note(&reader[1], now);
	}
}

static void cell_access(PtxWarp *warp, int lane, PtxCell *cell, const PtxTouch *now,
			const PtxFault *about, bool same)
{
	PtxRunning *run = warp->block->run;
	const PtxTouch *other = NULL;
	bool writes = about->write;
	if (cell->writer.instr && races(warp, &cell->writer, now) && !(writes && same))
		other = &cell->writer;
	for (int i = 0; i < 2 && writes && !other; i++)
		if (cell->reader[i].instr && races(warp, &cell->reader[i], now))
			other = &cell->reader[i];
	if (other && !run->raced) {
		run->raced = true;
		ptx_race_tell(warp, now->instr, lane, about, other, other == &cell->writer);
	}
	if (writes)
		write_note(&cell->writer, now);
	else
		read_note(&warp->block->shadow, cell->reader, now);
}

void ptx_shadow_access(PtxWarp *warp, const PtxInstr *instr, int lane, uint32_t offset,
		       uint32_t bytes, unsigned what, const unsigned char *next)
{
	PtxShadow *shadow = &warp->block->shadow;
	if (!shadow->cell)
		return;
	PtxTouch now = ptx_touch(warp, instr, lane);
	PtxFault about = {.space = PTX_SHARED, .bytes = bytes, .write = what & PTX_WRITTEN};
	now.clock = warp->syncs;
	for (uint32_t at = offset; what & PTX_READ && at < offset + bytes; at++) {
		if (shadow->ever[at])
			continue;
		unwritten(warp, instr, lane, offset, bytes);
		break;
	}
	for (uint32_t at = offset; at < offset + bytes;) {
		uint32_t word = at / 4, first = at % 4, count = 4 - first;
		if (count > offset + bytes - at)
			count = offset + bytes - at;
		now.mask = (uint8_t)(((1U << count) - 1) << first);
		about.address = 4 * word;
		bool same =
			next && memcmp(next + (at - offset), warp->block->shared + at, count) == 0;
		cell_access(warp, lane, &shadow->cell[word], &now, &about, same);
		at += count;
	}
	if (what & PTX_WRITTEN)
		memset(shadow->ever + offset, 1, bytes);
}

/* --- words of all lanes ------------------------------------------------------------------------- */

/* A read of a word that nobody has written in this interval, and two warps have read: most are so, and add
 * nothing. */
static bool adds_nothing(const PtxWarp *warp, const PtxCell *cell)
{
	const PtxTouch *reader = cell->reader;
	uint32_t now = warp->block->shadow.interval, first = reader[0].thread / PTX_LANES;
	return cell->writer.interval < warp->block->shadow.base && reader[0].interval == now &&
	       reader[1].interval == now && reader[0].instr && reader[1].instr &&
	       first != reader[1].thread / PTX_LANES &&
	       (first != warp->number || reader[0].clock == warp->syncs);
}

static bool is_written(const unsigned char *ever)
{
	static const unsigned char all[4] = {1, 1, 1, 1};
	return memcmp(ever, all, sizeof all) == 0;
}

/* Where nobody has written the word in this interval, there is only something to note. */
static void read_word(PtxWarp *warp, const PtxInstr *instr, int lane, uint32_t word, PtxTouch *now)
{
	PtxShadow *shadow = &warp->block->shadow;
	PtxCell *cell = &shadow->cell[word];
	bool plain = is_written(shadow->ever + 4 * word);
	if (plain && adds_nothing(warp, cell))
		return;
	now->thread = (uint16_t)(warp->number * PTX_LANES + (uint32_t)lane);
	if (plain && cell->writer.interval < shadow->base)
		read_note(shadow, cell->reader, now);
	else
		ptx_shadow_access(warp, instr, lane, 4 * word, 4, PTX_READ, NULL);
}

/* Of a bank: the word that was read last, by whom first, and by whom last if that is another. */
typedef struct Seen {
	uint32_t word; /* 1 + it; 0: none */
	int8_t last;   /* 1 + the lane; 0: none */
} Seen;

void ptx_shadow_reads(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes, const uint32_t *offset,
		      uint32_t bytes)
{
	Seen seen[PTX_LANES] = {{0}};
	if (!warp->block->shadow.cell)
		return;
	PtxTouch now = ptx_touch(warp, instr, 0);
	now.clock = warp->syncs;
	now.mask = 15;
	for (; lanes; lanes &= lanes - 1) {
		int lane = __builtin_ctz(lanes);
		uint32_t word = offset[lane] / 4;
		Seen *of = &seen[word % PTX_LANES];
		if (bytes != 4) {
			ptx_shadow_access(warp, instr, lane, offset[lane], bytes, PTX_READ, NULL);
		} else if (of->word == word + 1) {
			of->last = (int8_t)(lane + 1);
		} else {
			if (of->last)
				read_word(warp, instr, of->last - 1, of->word - 1, &now);
			read_word(warp, instr, lane, word, &now);
			*of = (Seen){word + 1, 0};
		}
	}
	for (int i = 0; i < PTX_LANES; i++)
		if (seen[i].last)
			read_word(warp, instr, seen[i].last - 1, seen[i].word - 1, &now);
}
