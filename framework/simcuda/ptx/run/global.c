/* global.c - accesses of memory of GPUs are compared with those before of other warps and blocks. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

#define PAGE_BYTES (UINT64_C(1) << PTX_PAGE_BITS)

struct PtxPage {
	uint64_t number; /* of the address */
	PtxPage *under;  /* in this slot */
	/* Of each word that nobody has written and two have read, as a whole: 1 + the block of the first
	 * of them. A read by another block adds nothing to it. As long as nothing has ordered blocks. */
	uint32_t quiet[PAGE_BYTES / 4];
	PtxCell cell[PAGE_BYTES / 4];
};

/* NULL: it is not watched. */
static PtxPage *page_of(PtxGlobal *global, uint64_t address)
{
	uint64_t number = address >> PTX_PAGE_BITS;
	if (global->last && global->last->number == number)
		return global->last;
	if (global->unwatched == number)
		return NULL;
	PtxPage **slot = &global->page[number % PTX_PAGE_SLOTS], *page = *slot;
	while (page && page->number != number)
		page = page->under;
	if (page)
		global->last = page;
	if (!page && global->pages == PTX_PAGES_MOST)
		global->unwatched = number;
	if (page || global->pages == PTX_PAGES_MOST)
		return page;
	page = calloc(1, sizeof *page);
	if (!page)
		return NULL;
	page->number = number;
	page->under = *slot;
	*slot = page;
	global->pages++;
	return page;
}

void ptx_global_free(PtxRunning *run)
{
	for (uint32_t i = 0; i < PTX_PAGE_SLOTS; i++)
		for (PtxPage *page = run->global.page[i], *under; page; page = under) {
			under = page->under;
			free(page);
		}
	free(run->global.fence);
}

/* --- what orders blocks ------------------------------------------------------------------------- */

/* A block's; NULL: it executed none, or there is no room for a new one. */
static PtxFence *fence_of(PtxGlobal *global, uint32_t block, bool make)
{
	if (!global->fence && make)
		global->fence = calloc(PTX_FENCES, sizeof *global->fence);
	if (!global->fence)
		return NULL;
	uint32_t i = block % PTX_FENCES;
	while (global->fence[i].used && global->fence[i].block != block)
		i = (i + 1) % PTX_FENCES;
	if (global->fence[i].used)
		return &global->fence[i];
	if (!make || global->fences == PTX_FENCES / 2)
		return NULL;
	global->fences++;
	global->fence[i] = (PtxFence){.used = true, .block = block};
	return &global->fence[i];
}

void ptx_fence(PtxWarp *warp, const PtxInstr *instr)
{
	PtxBlock *block = warp->block;
	PtxGlobal *global = &block->run->global;
	uint32_t interval = block->shadow.interval++;
	block->shadow.base = block->shadow.interval;
	if (global->off || instr->scope == PTX_SCOPE_BLOCK)
		return;
	PtxFence *fence = fence_of(global, block->number, true);
	if (!fence) { /* too many to tell what is ordered */
		global->off = true;
		block->run->counts->unwatched++;
		return;
	}
	fence->interval = interval;
	fence->clock = fence->warp_clock[warp->number % PTX_LANES] = ++global->clock;
}

/* A fence came behind it, in its own warp or behind a barrier, and this block has read strongly since. */
static bool ordered(PtxGlobal *global, const PtxBlock *block, const PtxTouch *before)
{
	const PtxFence *fence = fence_of(global, before->block, false);
	if (!fence || block->read_strongly <= before->clock)
		return false;
	return fence->warp_clock[before->thread / PTX_LANES % PTX_LANES] > before->clock ||
	       (fence->clock > before->clock && fence->interval > before->interval);
}

static bool races(PtxGlobal *global, const PtxBlock *block, const PtxTouch *before,
		  const PtxTouch *now)
{
	bool both_strong = before->flags & now->flags & PTX_TOUCH_STRONG;
	if (!(before->mask & now->mask))
		return false;
	if (before->block == now->block)
		return !ptx_shadow_past(&block->shadow, before, now->thread / PTX_LANES) &&
		       !both_strong && before->thread / PTX_LANES != now->thread / PTX_LANES;
	if ((before->flags | now->flags) & PTX_TOUCH_NARROW)
		both_strong = false;
	return !both_strong && !ordered(global, block, before);
}

/* --- notes -------------------------------------------------------------------------------------- */

static bool same_warp(const PtxTouch *before, const PtxTouch *now)
{
	return before->block == now->block && before->interval == now->interval &&
	       before->thread / PTX_LANES == now->thread / PTX_LANES;
}

static void touch_note(PtxTouch *touch, const PtxTouch *now)
{
	bool same = same_warp(touch, now) && touch->thread == now->thread &&
		    touch->flags == now->flags && touch->instr;
	uint8_t mask = same ? touch->mask : 0;
	*touch = *now;
	touch->mask |= mask;
}

/* Two of different blocks, or warps, stay as long as nothing was ordered since. */
static void read_note(PtxTouch *reader, const PtxTouch *now)
{
	bool own = reader[0].block == now->block &&
		   (reader[0].interval != now->interval || same_warp(&reader[0], now));
	if (!reader[0].instr || own) {
		touch_note(&reader[0], now);
	} else if (!reader[1].instr || reader[1].clock != now->clock ||
		   same_warp(&reader[1], now)) {
		if (reader[0].clock != now->clock) {
			reader[1] = reader[0];
			reader[0] = *now;
		} else {
			touch_note(&reader[1], now);
		}
	}
}

/* Behind a plain write, by an atomic of its own block: for other blocks' atomics the plain one counts still, so
 * it takes the place of a read. */
static void plain_keep(PtxCell *cell, const PtxTouch *now)
{
	PtxTouch kept = cell->writer;
	if (!kept.instr || kept.flags & PTX_TOUCH_STRONG || !(now->flags & PTX_TOUCH_STRONG) ||
	    kept.block != now->block)
		return;
	kept.flags |= PTX_TOUCH_WROTE;
	cell->reader[0] = kept;
}

static void cell_access(PtxWarp *warp, int lane, PtxCell *cell, const PtxTouch *now,
			const PtxFault *about, bool same)
{
	PtxGlobal *global = &warp->block->run->global;
	const PtxTouch *other = NULL;
	if (cell->writer.instr && !(about->write && same) &&
	    races(global, warp->block, &cell->writer, now))
		other = &cell->writer;
	for (int i = 0; i < 2 && about->write && !other; i++)
		if (cell->reader[i].instr && !(same && cell->reader[i].flags & PTX_TOUCH_WROTE) &&
		    races(global, warp->block, &cell->reader[i], now))
			other = &cell->reader[i];
	if (other && !global->told) {
		global->told = true;
		ptx_race_tell(warp, now->instr, lane, about, other,
			      other == &cell->writer || other->flags & PTX_TOUCH_WROTE);
	}
	if (about->write)
		plain_keep(cell, now);
	if (about->write)
		touch_note(&cell->writer, now);
	else
		read_note(cell->reader, now);
}

/* A number that nobody has written, and that this warp, or two others, have read since blocks were last
 * ordered: most reads are so, and read_note() would change nothing that matters. */
static inline bool adds_nothing(const PtxWarp *warp, const PtxCell *cell)
{
	const PtxTouch *reader = cell->reader;
	const PtxBlock *block = warp->block;
	uint32_t clock = block->run->global.clock;
	if (cell->writer.instr || reader[0].clock != clock || reader[0].mask != 15)
		return false;
	bool own = reader[0].block == block->number;
	bool now = reader[0].interval == block->shadow.interval;
	return (own && now && reader[0].thread / PTX_LANES == warp->number) ||
	       (reader[1].instr && reader[1].clock == clock && reader[1].mask == 15 &&
		(now || !own));
}

static void quiet_note(const PtxGlobal *global, PtxPage *page, uint64_t word)
{
	const PtxCell *cell = &page->cell[word];
	const PtxTouch *reader = cell->reader;
	bool two = reader[0].instr && reader[1].instr && reader[0].mask == 15 &&
		   reader[1].mask == 15 && reader[0].clock == 0 && reader[1].clock == 0;
	bool is_quiet = !cell->writer.instr && two && global->clock == 0;
	page->quiet[word] = is_quiet ? reader[0].block + 1 : 0;
}

bool ptx_global_quiet(PtxWarp *warp, const PtxInstr *instr, uint64_t address,
		      const uint32_t *offset, uint32_t at)
{
	PtxGlobal *global = &warp->block->run->global;
	uint32_t own = warp->block->number + 1, loud = 0;
	const PtxPage *page =
		global->clock == 0 && !instr->strong ? page_of(global, address) : NULL;
	if (!page)
		return false;
	uint32_t from = (uint32_t)(address % PAGE_BYTES) - at, beyond = 0;
	for (int i = 0; i < PTX_LANES; i++) {
		uint32_t within = from + offset[i], first;
		beyond |= within;
		first = page->quiet[within % PAGE_BYTES / 4];
		loud |= (uint32_t)(first == 0) | (uint32_t)(first == own);
	}
	return !loud && beyond < PAGE_BYTES;
}

void ptx_global_access(PtxWarp *warp, const PtxInstr *instr, int lane, uint64_t address,
		       uint32_t bytes, unsigned what, const unsigned char *at,
		       const unsigned char *next)
{
	PtxGlobal *global = &warp->block->run->global;
	PtxPage *page = page_of(global, address);
	warp->block->run->counts->unwatched += !page;
	if (what == PTX_READ && bytes == 4 && page && !instr->strong &&
	    adds_nothing(warp, &page->cell[address % PAGE_BYTES / 4]))
		return;
	PtxTouch now = ptx_touch(warp, instr, lane);
	PtxFault about = {.space = PTX_GLOBAL,
			  .address = address,
			  .bytes = bytes,
			  .write = what & PTX_WRITTEN};
	if (instr->order & PTX_ORDER_RELEASE)
		ptx_fence(warp, instr);
	now.clock = global->clock;
	for (uint32_t done = 0; page && done < bytes;) {
		uint64_t word = (address + done) % PAGE_BYTES / 4;
		uint32_t first = (uint32_t)(address + done) % 4, count = 4 - first;
		if (count > bytes - done)
			count = bytes - done;
		now.mask = (uint8_t)(((1U << count) - 1) << first);
		bool same = next && memcmp(next + done, at + done, count) == 0;
		cell_access(warp, lane, &page->cell[word], &now, &about, same);
		if (page->cell[word].reader[1].instr) /* else it is not quiet, and was not */
			quiet_note(global, page, word);
		done += count;
	}
	if (now.flags & PTX_TOUCH_STRONG && what & PTX_READ && instr->scope != PTX_SCOPE_BLOCK)
		warp->block->read_strongly = ++global->clock;
}

void ptx_global_reads(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes, uint64_t base,
		      const uint32_t *offset, const unsigned char *at, uint32_t bytes)
{
	PtxGlobal *global = &warp->block->run->global;
	uint64_t seen[PTX_LANES] = {0}; /* of each place: 1 + the last word */
	PtxPage *page = NULL;
	PtxTouch now = ptx_touch(warp, instr, 0);
	now.clock = global->clock;
	now.mask = 15;
	for (; lanes; lanes &= lanes - 1) {
		int lane = __builtin_ctz(lanes);
		uint64_t address = base + offset[lane], word = address / 4;
		uint64_t *last = &seen[word % PTX_LANES];
		if (bytes == 4 && *last == word + 1)
			continue;
		*last = word + 1;
		if (!page || page->number != address >> PTX_PAGE_BITS)
			page = page_of(global, address);
		warp->block->run->counts->unwatched += !page;
		if (!page)
			continue;
		PtxCell *cell = &page->cell[address % PAGE_BYTES / 4];
		if (bytes == 4 && !cell->writer.instr && !cell->reader[0].instr) {
			cell->reader[0] = now; /* the first access of all */
			cell->reader[0].thread =
				(uint16_t)(warp->number * PTX_LANES + (uint32_t)lane);
		} else if (bytes != 4 || !adds_nothing(warp, cell)) {
			ptx_global_access(warp, instr, lane, address, bytes, PTX_READ,
					  at + offset[lane], NULL);
		}
	}
}
