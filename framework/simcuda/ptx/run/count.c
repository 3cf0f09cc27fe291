/* count.c - what requests cost: sectors, lines, wavefronts, rounds.
 *
 * Accesses are aligned, else the kernel ends, so each of them lies in one sector and one line. */
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

#define SECTOR 32
#define LINE   128
#define WORD   4

/* --- global memory: lines and their sectors ----------------------------------------------------- */

typedef struct Lines {
	uint32_t count, sectors; /* all of them */
	struct {
		uint64_t line;
		uint32_t sectors; /* a bit each */
	} of[PTX_LANES];
} Lines;

static void line_note(Lines *lines, uint64_t address, uint64_t *last)
{
	uint64_t line = address / LINE;
	uint32_t i = lines->count, bit = 1U << address / SECTOR % (LINE / SECTOR);
	if (i > 0 && line <= *last) /* ascending ones are new without a search */
		while (i > 0 && lines->of[i - 1].line != line)
			i--;
	else
		i = 0;
	if (i > 0) {
		lines->of[i - 1].sectors |= bit;
		return;
	}
	*last = lines->count == 0 || line > *last ? line : *last;
	lines->of[lines->count].line = line;
	lines->of[lines->count++].sectors = bit;
}

/* How many bits: a line has four sectors. */
static const uint8_t sectors_of[1U << LINE / SECTOR] = {0, 1, 1, 2, 1, 2, 2, 3,
							1, 2, 2, 3, 2, 3, 3, 4};

static void lines_find(Lines *lines, const uint64_t *address, uint32_t lanes)
{
	uint64_t last = 0, before = address[__builtin_ctz(lanes)] / SECTOR + 1;
	lines->count = lines->sectors = 0;
	for (int i = 0; i < PTX_LANES; i++) {
		if (!(lanes >> i & 1) || address[i] / SECTOR == before)
			continue;
		before = address[i] / SECTOR;
		line_note(lines, address[i], &last);
	}
	for (uint32_t i = 0; i < lines->count; i++)
		lines->sectors += sectors_of[lines->of[i].sectors];
}

/* How many of the sectors the L1 of the model has; it has all of them from now on. */
static uint32_t l1_load(const PtxBlock *of, const Lines *lines)
{
	uint32_t hits = 0;
	for (uint32_t i = 0; i < lines->count; i++) {
		uint64_t line = lines->of[i].line, block = of->number + UINT64_C(1);
		uint64_t mixed = line * UINT64_C(0x9E3779B97F4A7C15);
		struct PtxL1Line *at = &of->run->l1.line[mixed >> 57];
		uint32_t had = at->line == line && at->block == block ? at->sectors : 0;
		hits += (uint32_t)__builtin_popcount(had & lines->of[i].sectors);
		*at = (struct PtxL1Line){line, block, had | lines->of[i].sectors};
	}
	return hits;
}
_Static_assert(PTX_L1_LINES == 1 << (64 - 57), "a line's place is the top bits of its hash");

static void count_global(PtxWarp *warp, const PtxInstr *instr, const uint64_t *address,
			 uint32_t lanes, uint32_t bytes, unsigned access)
{
	PtxRunning *run = warp->block->run;
	PtxCounts *counts = run->counts;
	PtxTally *tally = ptx_tally(warp, instr);
	Lines lines;
	lines_find(&lines, address, lanes);
	uint32_t hits = 0;
	if (access == PTX_LOADS && !instr->strong &&
	    !ptx_is_host(run, address[__builtin_ctz(lanes)]))
		hits = l1_load(warp->block, &lines);
	counts->requests[access]++;
	counts->lanes[access] += ptx_popcount(lanes);
	ptx_share_note(warp, access == PTX_LOADS ? PTX_WORK_READS : PTX_WORK_WRITES, lanes,
		       (bytes + WORD - 1) / WORD);
	if (access == PTX_ATOMICS)
		ptx_share_note(warp, PTX_WORK_ATOMICS, lanes, 1);
	if (access != PTX_LOADS && run->launch->handing)
		ptx_rewrites_note(warp, address, lanes, bytes);
	counts->sectors[access] += lines.sectors;
	counts->lines[access] += lines.count;
	counts->l1_hits += hits;
	counts->l2_sectors[access] += lines.sectors - hits;
	tally->requests++;
	tally->sectors += lines.sectors;
}

/* Local memory is interleaved: a word of one thread lies beside the same word of the next. */
static void count_local(PtxWarp *warp, const uint64_t *address, uint32_t lanes, uint32_t bytes,
			unsigned access)
{
	PtxCounts *counts = warp->block->run->counts;
	uint64_t at[PTX_LANES];
	Lines lines;
	for (uint32_t part = 0; part < bytes; part += WORD) {
		for (uint32_t i = 0; i < PTX_LANES; i++)
			at[i] = ((address[i] + part) / WORD * PTX_LANES + i) * WORD;
		lines_find(&lines, at, lanes);
		counts->local_sectors[access] += lines.sectors;
	}
	counts->local_requests[access]++;
}

/* --- shared memory: banks ----------------------------------------------------------------------- */

/* Whether all words lie so close that no two of them are of one bank. */
static bool is_close(const uint64_t *address, uint32_t lanes, uint32_t words)
{
	uint64_t least = UINT64_MAX, most = 0;
	for (; lanes; lanes &= lanes - 1) {
		uint64_t word = address[__builtin_ctz(lanes)] / WORD;
		least = word < least ? word : least;
		most = word > most ? word : most;
	}
	return most - least + words <= PTX_LANES;
}

/* Of lanes that go together: the most different words that one bank is asked for. */
static uint32_t part_wavefronts(const uint64_t *address, uint32_t lanes, uint32_t words)
{
	uint64_t word[PTX_LANES];
	uint8_t head[PTX_LANES] = {0}, next[PTX_LANES + 1], asked[PTX_LANES] = {0};
	uint32_t most = 0;
	uint8_t count = 0;
	if (is_close(address, lanes, words))
		return 1;
	for (; lanes; lanes &= lanes - 1) {
		uint64_t first = address[__builtin_ctz(lanes)] / WORD;
		for (uint32_t w = 0; w < words; w++) {
			uint32_t bank = (first + w) % PTX_LANES;
			uint8_t k = head[bank];
			while (k > 0 && word[k - 1] != first + w)
				k = next[k];
			if (k > 0)
				continue;
			word[count++] = first + w;
			next[count] = head[bank];
			head[bank] = count;
			if (++asked[bank] > most)
				most = asked[bank];
		}
	}
	return most;
}

static void count_shared(PtxWarp *warp, const PtxInstr *instr, const uint64_t *address,
			 uint32_t lanes, uint32_t bytes, unsigned access)
{
	PtxCounts *counts = warp->block->run->counts;
	PtxTally *tally = ptx_tally(warp, instr);
	uint32_t words = bytes > WORD ? bytes / WORD : 1, wavefronts = 0, parts = 0;
	uint32_t width = PTX_LANES / words;
	for (uint32_t first = 0; first < PTX_LANES; first += width) {
		uint32_t part = lanes & (PTX_ALL >> (PTX_LANES - width)) << first;
		if (!part)
			continue;
		parts++;
		wavefronts += part_wavefronts(address, part, words);
	}
	counts->shared_requests[access]++;
	ptx_share_warp(warp, PTX_WORK_SHARED);
	counts->shared_wavefronts[access] += wavefronts;
	counts->shared_conflicts[access] += wavefronts - parts;
	tally->wavefronts += wavefronts;
	tally->conflicts += wavefronts - parts;
}

/* --- all ---------------------------------------------------------------------------------------- */

void ptx_count_access(PtxWarp *warp, const PtxInstr *instr, PtxSpace space, const uint64_t *address,
		      uint32_t lanes, uint32_t bytes, unsigned access)
{
	if (space == PTX_SHARED)
		count_shared(warp, instr, address, lanes, bytes, access);
	else if (space == PTX_LOCAL)
		count_local(warp, address, lanes, bytes, access);
	else if (space == PTX_GLOBAL && instr->space != PTX_CONST)
		count_global(warp, instr, address, lanes, bytes, access);
}

uint32_t ptx_rounds(const uint64_t *address, uint32_t lanes)
{
	uint32_t most = 0;
	while (lanes) {
		uint64_t at = address[__builtin_ctz(lanes)];
		uint32_t same = 0;
		for (int i = 0; i < PTX_LANES; i++)
			same |= (uint32_t)(address[i] == at) << i;
		same &= lanes;
		uint32_t count = ptx_popcount(same);
		most = count > most ? count : most;
		lanes &= ~same;
	}
	return most;
}

void ptx_count_sum(const PtxRunning *run)
{
	const PtxModule *module = run->launch->module;
	const PtxKernel *kernel = run->launch->kernel;
	PtxCounts *counts = run->counts;
	size_t all = ptx_code_count(module, kernel);
	for (size_t i = 0; i < all; i++) {
		const PtxTally *tally = &run->tally[i];
		if (!tally->warps)
			continue;
		const PtxInstr *instr = ptx_code_at(module, kernel, i);
		counts->warp_instructions += tally->warps;
		counts->active_lanes += tally->active;
		counts->lane_instructions += tally->lanes;
		counts->instructions[instr->kind] += tally->warps;
		if (instr->kind <= PTX_CLASS_F64 && (instr->op == PTX_FMA || instr->op == PTX_MAD))
			counts->fused += tally->warps;
		counts->divergent_branches += tally->divergent;
		if (instr->op == PTX_BRA || instr->op == PTX_BRX)
			counts->branches += tally->warps;
		if (instr->kind == PTX_CLASS_BARRIER && instr->op != PTX_BAR_WARP)
			counts->barriers += tally->warps;
		counts->global_waits += instr->waits_global ? tally->warps : 0;
		counts->shared_waits += instr->waits_shared ? tally->warps : 0;
	}
}
