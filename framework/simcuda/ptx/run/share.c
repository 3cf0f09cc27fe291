/* share.c - how the work of a launch is divided among its threads: what each of them did, block by block. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/machine/mix64.h"
#include "framework/simcuda/ptx/run/warp.h"

#define WORD 4U

/* --- by block ----------------------------------------------------------------------------------- */

/* *most: of the block's thread that did most; *second: of the next one. */
static uint64_t warp_add(const PtxOwn *own, PtxShare *share, uint64_t *most, uint64_t *second)
{
	uint64_t all = 0;
	for (int i = 0; i < PTX_LANES; i++) {
		uint64_t thread = (uint64_t)own->all + own->lane[i];
		all += thread;
		share->threads += thread > 0;
		if (thread > *most) {
			*second = *most;
			*most = thread;
		} else if (thread > *second) {
			*second = thread;
		}
	}
	return all;
}

void ptx_share_add(PtxBlock *block)
{
	for (unsigned work = 0; work < PTX_WORKS; work++) {
		PtxShare *share = &block->run->counts->share[work];
		uint64_t all = 0, most = 0, second = 0;
		for (uint32_t i = 0; i < block->warps; i++)
			all += warp_add(&block->warp[i].own[work], share, &most, &second);
		const uint64_t fair = PTX_FAIR * all / block->threads;
		if (most > share->thread_most)
			share->thread_most = most;
		if (second > share->thread_second)
			share->thread_second = second;
		if (most > fair && most - fair > share->uneven)
			share->uneven = most - fair;
		share->all += all;
		share->blocks += all > 0;
		if (all > share->block_most)
			share->block_most = all;
	}
	for (uint32_t i = 0; i < block->warps; i++)
		memset(block->warp[i].own, 0, sizeof block->warp[i].own);
}

void ptx_votes_note(PtxWarp *warp, uint32_t lanes, uint32_t bits, uint32_t words)
{
	warp->own[PTX_WORK_VOTES].lane[0] += bits;
	ptx_share_note(warp, PTX_WORK_GOT, lanes, words);
	ptx_hands_join(warp, lanes);
}

/* --- writes of one thread to one word ------------------------------------------------------------- */

/* So many places there are; a launch that fills half of them is not noted any further, and counts as one that writes as
 * often as it has filled. */
#define PLACES (UINT32_C(1) << 17)

static PtxRewrite *place_of(PtxRewrites *rewrites, uint64_t word, uint64_t thread)
{
	uint64_t at = mix64(word ^ mix64(thread));
	for (;; at++) {
		PtxRewrite *here = &rewrites->list[at % PLACES];
		if (here->thread == 0 || (here->thread == thread && here->word == word))
			return here;
	}
}

static uint64_t rewrite(PtxRewrites *rewrites, uint64_t word, uint64_t thread)
{
	if (!rewrites->list)
		rewrites->list = calloc(PLACES, sizeof *rewrites->list);
	if (!rewrites->list || rewrites->used >= PLACES / 2)
		return PLACES;
	PtxRewrite *here = place_of(rewrites, word, thread);
	rewrites->used += here->thread == 0;
	here->word = word;
	here->thread = thread;
	return ++here->times;
}

void ptx_rewrites_note(PtxWarp *warp, const uint64_t *address, uint32_t lanes, uint32_t bytes)
{
	PtxBlock *block = warp->block;
	PtxRunning *run = block->run;
	uint64_t first = (uint64_t)block->number * block->threads + warp->number * PTX_LANES + 1;
	for (; lanes; lanes &= lanes - 1) {
		unsigned lane = (unsigned)__builtin_ctz(lanes);
		for (uint64_t word = address[lane] / WORD;
		     word <= (address[lane] + bytes - 1) / WORD; word++) {
			uint64_t times = rewrite(&run->rewrites, word, first + lane);
			if (times > run->counts->rewrites)
				run->counts->rewrites = times;
		}
	}
}

void ptx_rewrites_free(PtxRunning *run)
{
	free(run->rewrites.list);
}
