/* control.c - instructions that decide what runs next: branches, calls, ends, and those that wait. */
#include "framework/simcuda/ptx/run/warp.h"

bool ptx_is_control(const PtxInstr *instr)
{
	switch (instr->op) {
	case PTX_BRA:
	case PTX_BRX:
	case PTX_CALL:
	case PTX_RET:
	case PTX_EXIT:
	case PTX_TRAP:
	case PTX_BAR:
	case PTX_BAR_ARRIVE:
	case PTX_BAR_RED:
	case PTX_BAR_WARP:
	case PTX_SHFL:
	case PTX_VOTE:
	case PTX_MATCH:
	case PTX_REDUX:
		return true;
	default:
		return false;
	}
}

/* --- barriers of the block --------------------------------------------------------------------- */

/* Those who wait for all threads of the block in two lines: a GPU counts who comes to either, which CUDA does not promise. */
static void barrier_compare(PtxWarp *warp, const PtxInstr *instr, int lane,
			    const PtxBarrier *barrier)
{
	PtxRunning *run = warp->block->run;
	const PtxInstr *first = barrier->first;
	PtxFault fault = {.end = PTX_APART, .other = first};

	if (!run->launch->report || run->apart || barrier->wanted != 0 || first->line == 0 ||
	    instr->line == 0 || (first->line == instr->line && first->file == instr->file))
		return;
	run->apart = true;
	ptx_thread_at(run->launch, barrier->thread, fault.other_thread);
	ptx_fault_at(warp, instr, lane, &fault);
	run->launch->report(run->launch->memory.context, &fault);
}

/* How a barrier's operands lie: [0] target of red, [1] which, [2] how many threads, [3] the predicate. */
static bool barrier_arrive(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PtxBlock *block = warp->block;
	int first = __builtin_ctz(lanes);
	uint64_t number = ptx_lane(warp, &instr->operand[1], first);
	bool all = instr->operand[2].kind == PTX_ABSENT;
	uint64_t wanted = all ? 0 : ptx_lane(warp, &instr->operand[2], first);
	if (number >= PTX_BARRIERS || wanted > 1024 ||
	    (!all && (wanted == 0 || wanted % PTX_LANES))) {
		ptx_fail(warp, instr, first, PTX_BAD_BARRIER);
		return false;
	}
	if (warp->owed & lanes && !ptx_owed_look(warp, instr, lanes))
		return false;
	PtxBarrier *barrier = &block->barrier[number];
	if (barrier->arrived == 0)
		*barrier = (PtxBarrier){.wanted = (uint32_t)wanted,
					.all = 1,
					.first = instr,
					.thread = warp->number * PTX_LANES + (uint32_t)first};
	else if (all)
		barrier_compare(warp, instr, first, barrier);
	barrier->arrived += (uint32_t)__builtin_popcount(lanes);
	barrier->came |= 1U << warp->number;
	if (instr->op != PTX_BAR_ARRIVE)
		barrier->waiting += (uint32_t)__builtin_popcount(lanes);
	if (instr->op == PTX_BAR_RED) {
		ptx_votes_note(warp, lanes, 1, 1);
		uint32_t given = ptx_predicate(warp, &instr->operand[3]);
		given = (instr->negated ? ~given : given) & lanes;
		barrier->popc += (uint32_t)__builtin_popcount(given);
		barrier->all &= given == lanes;
		barrier->any |= given != 0;
	}
	warp->current->barrier = (uint32_t)number;
	return true;
}

void ptx_barrier_answer(PtxWarp *warp, PtxSplit *split, const PtxBarrier *barrier)
{
	const PtxInstr *instr = &split->frame->code->code[split->at];
	uint32_t popc[PTX_LANES];
	if (instr->op != PTX_BAR_RED)
		return;
	ptx_split_select(warp, split);
	for (int i = 0; i < PTX_LANES; i++)
		popc[i] = barrier->popc;
	if (instr->mode == PTX_POPC_OF)
		ptx_put32(warp, &instr->operand[0], popc, split->lanes);
	else
		ptx_put_predicate(
			warp, &instr->operand[0],
			(instr->mode == PTX_ATOM_AND ? barrier->all : barrier->any) ? PTX_ALL : 0,
			split->lanes);
}

static bool control_barrier(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PtxSplit *split = warp->current;
	if (lanes != split->lanes) { /* the others step over it: they wait for nobody */
		uint32_t next = split->at + 1;
		ptx_branch(warp, split->lanes & ~lanes, next, next);
		return false;
	}
	if (!barrier_arrive(warp, instr, lanes))
		return false;
	if (instr->op == PTX_BAR_ARRIVE)
		split->at++;
	else
		split->state = PTX_AT_BARRIER;
	ptx_barriers_check(warp->block);
	return false;
}

/* --- waiting for lanes of the warp ------------------------------------------------------------- */

/* Which lanes it is for: those that the first one's mask names. *same: the lanes that have this mask;
 * tiles of a warp have one each. */
static uint32_t sync_mask(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes, uint32_t *same)
{
	static const uint8_t operand[PTX_OPS] = {[PTX_BAR_WARP] = 1,
						 [PTX_SHFL] = 4,
						 [PTX_VOTE] = 2,
						 [PTX_MATCH] = 2,
						 [PTX_REDUX] = 2};
	const PtxOperand *mask = &instr->operand[operand[instr->op]];
	*same = lanes;
	if (mask->kind == PTX_ABSENT)
		return lanes; /* as before Volta: those that are here */
	uint32_t first = (uint32_t)ptx_lane(warp, mask, __builtin_ctz(lanes));
	for (int i = 0; mask->kind == PTX_REGISTER && i < PTX_LANES; i++)
		if (lanes >> i & 1 && (uint32_t)ptx_lane(warp, mask, i) != first)
			*same &= ~(1U << i);
	return first;
}

/* Lanes that wait at the same: at a barrier of the warp, wherever it stands. */
static bool same_sync(const PtxSplit *a, const PtxSplit *b)
{
	const PtxInstr *x = &a->frame->code->code[a->at], *y = &b->frame->code->code[b->at];
	if (b->state != PTX_AT_SYNC)
		return false;
	return (a->frame == b->frame && a->at == b->at) ||
	       (x->op == PTX_BAR_WARP && y->op == PTX_BAR_WARP);
}

/* Numbers of few digits are told by so few votes. */
#define VOTE_WORDS 8

/* As how many words of others it counts what a lane is told by such an instruction: each number of a sum, and of each lane a
 * bit. */
static uint32_t words_told(const PtxInstr *instr, uint32_t lanes)
{
	const bool of_each =
		instr->op == PTX_MATCH || (instr->op == PTX_VOTE && instr->mode == PTX_VOTE_BALLOT);
	return instr->op == PTX_REDUX ? (uint32_t)__builtin_popcount(lanes) - 1
	       : of_each              ? VOTE_WORDS
				      : 1;
}

static bool control_sync(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PtxSplit *self = warp->current;
	if (lanes != self->lanes) {
		uint32_t next = self->at + 1;
		ptx_branch(warp, self->lanes & ~lanes, next, next);
		return false;
	}
	uint32_t same, mask = sync_mask(warp, instr, lanes, &same), here = 0;
	if (same != lanes) { /* each tile by itself, until all are behind it */
		ptx_branch(warp, same, self->at, self->at + 1);
		return false;
	}
	if (~mask & lanes) {
		ptx_fail(warp, instr, __builtin_ctz(~mask & lanes), PTX_DIVERGENT_SYNC);
		return false;
	}
	self->state = PTX_AT_SYNC;
	for (uint32_t i = 0; i < warp->splits; i++)
		if (same_sync(self, &warp->split[i]))
			here |= warp->split[i].lanes;
	if (mask & warp->live & ~here)
		return false;
	if (instr->op == PTX_BAR_WARP)
		ptx_lanes_meet(warp, here & mask);
	PtxHandler handler = ptx_exchange_handler(instr);
	if (handler && instr->op != PTX_SHFL)
		ptx_votes_note(warp, here & mask, instr->op == PTX_REDUX ? PTX_ALL_BITS : 1,
			       words_told(instr, here & mask));
	if (handler)
		handler(warp, instr, here & mask);
	uint32_t at = self->at;
	const PtxFrame *frame = self->frame;
	bool barrier = instr->op == PTX_BAR_WARP;
	for (uint32_t i = 0; i < warp->splits; i++) {
		PtxSplit *split = &warp->split[i];
		if (split->state != PTX_AT_SYNC || !(split->lanes & mask))
			continue;
		if ((split->frame == frame && split->at == at) ||
		    (barrier && split->frame->code->code[split->at].op == PTX_BAR_WARP)) {
			split->state = PTX_READY;
			split->at++;
		}
	}
	return false;
}

/* --- the others -------------------------------------------------------------------------------- */

static bool control_table(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PtxSplit *split = warp->current;
	const PtxList *list = &split->frame->code->list[instr->target];
	int first = __builtin_ctz(lanes);
	uint64_t which = ptx_lane(warp, &instr->operand[0], first);
	uint32_t same = 0;
	for (int i = 0; i < PTX_LANES; i++)
		if (lanes >> i & 1 && ptx_lane(warp, &instr->operand[0], i) == which)
			same |= 1U << i;
	if (which >= list->count) {
		ptx_fail(warp, instr, first, PTX_TRAPPED);
		return false;
	}
	/* those that go elsewhere come here again */
	ptx_tally(warp, instr)->divergent += same != split->lanes;
	ptx_branch(warp, same, list->target[which], instr->reconverge);
	return false;
}

bool ptx_control(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PtxSplit *split = warp->current;
	if (!lanes) {
		split->at++;
		return true;
	}
	switch (instr->op) {
	case PTX_BRA:
		if (lanes == split->lanes) {
			split->at = instr->target;
			return true;
		}
		ptx_tally(warp, instr)->divergent++;
		split->at++;
		ptx_branch(warp, lanes, instr->target, instr->reconverge);
		return false;
	case PTX_BRX:
		return control_table(warp, instr, lanes);
	case PTX_CALL:
		return ptx_call(warp, instr, lanes);
	case PTX_RET:
	case PTX_EXIT:
		split->at++;
		if (instr->op == PTX_RET && split->frame->caller)
			ptx_return(warp, lanes);
		else
			ptx_exit(warp, lanes);
		return false;
	case PTX_TRAP:
		ptx_fail(warp, instr, __builtin_ctz(lanes), PTX_TRAPPED);
		return false;
	case PTX_BAR:
	case PTX_BAR_ARRIVE:
	case PTX_BAR_RED:
		return control_barrier(warp, instr, lanes);
	default:
		return control_sync(warp, instr, lanes);
	}
}
