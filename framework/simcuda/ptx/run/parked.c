/* parked.c - lanes that are parked until others of their warp come, who wait at a barrier for them.
 *
 * A compiler that turns a loop round may put the barrier of its next round between a branch and the place where both
 * sides meet again. A GPU lets the parked lanes go on; so do we, where the same barrier can be reached from there.
 * They owe to come to it: where they end instead, or come to another one, the barrier was divergent. */
#include <stdlib.h>

#include "framework/simcuda/ptx/decoded.h"
#include "framework/simcuda/ptx/run/warp.h"

/* Instructions that are still to be looked at, each once. */
typedef struct Search {
	const PtxKernel *code;
	uint32_t *open;
	unsigned char *seen;
	uint32_t count;
} Search;

static void search_add(Search *search, uint32_t at)
{
	if (at >= search->code->count || search->seen[at])
		return;
	search->seen[at] = 1;
	search->open[search->count++] = at;
}

static void search_follow(Search *search, uint32_t at)
{
	const PtxInstr *instr = &search->code->code[at];
	if (instr->op == PTX_BRA)
		search_add(search, instr->target);
	for (uint32_t t = 0; instr->op == PTX_BRX && t < search->code->list[instr->target].count;
	     t++)
		search_add(search, search->code->list[instr->target].target[t]);
	if (!ptx_leaves(instr) || instr->guard.kind != PTX_ABSENT)
		search_add(search, at + 1);
}

static bool leads_to(const PtxKernel *code, uint32_t from, uint32_t to)
{
	Search search = {.code = code,
			 .open = calloc(code->count + 1U, sizeof *search.open),
			 .seen = calloc(code->count + 1U, 1)};
	if (search.open && search.seen && to < code->count) {
		search_add(&search, from);
		while (search.count > 0 && !search.seen[to])
			search_follow(&search, search.open[--search.count]);
	}
	bool found = search.seen && search.seen[to];
	free(search.open);
	free(search.seen);
	return found;
}

/* Those who are parked where that split's lanes would meet them. */
static bool release(PtxWarp *warp, PtxSplit *split)
{
	PtxMeeting *meeting = split->meeting;
	while (meeting && !meeting->call && !meeting->arrived)
		meeting = meeting->outer;
	if (!meeting || meeting->call || meeting->frame != split->frame ||
	    !leads_to(split->frame->code, meeting->at, split->at))
		return false;
	warp->owed |= meeting->arrived;
	warp->owed_to = &split->frame->code->code[split->at];
	ptx_parked_go(warp, meeting);
	if (split->meeting == meeting && meeting->members == split->lanes) {
		split->meeting = meeting->outer; /* nobody else is to come */
		free(meeting);
	}
	return true;
}

bool ptx_parked_release(PtxBlock *block)
{
	bool any = false;
	for (uint32_t w = 0; w < block->warps; w++) {
		PtxWarp *warp = &block->warp[w];
		uint32_t splits = warp->splits;
		for (uint32_t i = 0; i < splits; i++)
			if (warp->split[i].state == PTX_AT_BARRIER)
				any = release(warp, &warp->split[i]) || any;
	}
	return any;
}

bool ptx_owed_look(PtxWarp *warp, const PtxInstr *barrier, uint32_t lanes)
{
	uint32_t waits = 0;
	if (barrier && barrier == warp->owed_to) {
		warp->owed &= ~lanes;
		return true;
	}
	while (waits + 1 < warp->splits && warp->split[waits].state != PTX_AT_BARRIER)
		waits++;
	ptx_fail(warp, warp->owed_to, __builtin_ctz(warp->split[waits].lanes),
		 PTX_DIVERGENT_BARRIER);
	return false;
}

/* Who came to a barrier in parts goes on together. */
void ptx_owed_join(PtxWarp *warp)
{
	for (uint32_t i = 0; warp->owed_to && i < warp->splits; i++)
		for (uint32_t k = i + 1; k < warp->splits;) {
			PtxSplit *one = &warp->split[i], *other = &warp->split[k];
			if (one->state != PTX_READY || other->state != PTX_READY ||
			    one->at != other->at || one->frame != other->frame ||
			    one->meeting != other->meeting) {
				k++;
				continue;
			}
			one->lanes |= other->lanes;
			ptx_split_drop(warp, other);
		}
}
