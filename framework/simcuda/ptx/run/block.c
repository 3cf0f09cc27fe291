/* block.c - the warps of a block, which take turns until all have ended. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

/* So many turns in a row a split may have while others of its warp are parked. */
#define TURNS_ALONE 16

/* --- registers -------------------------------------------------------------------------------- */

unsigned char *ptx_registers(const PtxKernel *code)
{
	/* 256 more: no handler can reach out of it, whatever operand it takes for a wider one */
	size_t bytes = (code->register_bytes + 256U + 63U) / 64 * 64;
	unsigned char *registers = aligned_alloc(64, bytes);
	return registers ? memset(registers, 0, bytes) : NULL;
}

/* --- warps ------------------------------------------------------------------------------------ */

static void warp_start(PtxBlock *block, uint32_t number)
{
	PtxWarp *warp = &block->warp[number];
	const PtxKernel *code = block->run->launch->kernel;
	uint32_t threads = block->threads - number * PTX_LANES;
	warp->number = number;
	warp->live = threads >= PTX_LANES ? PTX_ALL : (1U << threads) - 1;
	warp->carry = 0;
	warp->alone = 0;
	warp->stall = 0;
	warp->owed = 0;
	warp->owed_to = NULL;
	memset(warp->kernel.registers, 0, code->register_bytes);
	ptx_unset_start(warp);
	ptx_specials_fill(warp, &warp->kernel);
	warp->split[0] = (PtxSplit){.lanes = warp->live, .frame = &warp->kernel};
	warp->splits = 1;
	ptx_stall(warp, 8);
}

static void meetings_free(PtxWarp *warp)
{
	for (uint32_t i = 0; i < warp->splits; i++) {
		PtxMeeting *meeting = warp->split[i].meeting;
		while (meeting) { /* other splits may have it, too */
			PtxMeeting *outer = meeting->outer;
			for (uint32_t k = i + 1; k < warp->splits; k++)
				for (PtxMeeting **m = &warp->split[k].meeting; *m; m = &(*m)->outer)
					if (*m == meeting) {
						*m = NULL;
						break;
					}
			if (meeting->call) {
				free(meeting->frame->registers);
				free(meeting->frame->unset);
				free(meeting->frame);
			}
			free(meeting);
			meeting = outer;
		}
	}
}

static void warp_free(PtxWarp *warp)
{
	meetings_free(warp);
	free(warp->kernel.registers);
	free(warp->kernel.unset);
	free(warp->unset);
	for (int i = 0; i < PTX_LANES; i++)
		free(warp->local[i]);
}

/* As much as a register has. */
static const unsigned char nothing[8 * PTX_LANES] __attribute__((aligned(64)));

static bool warp_make(PtxBlock *block, PtxWarp *warp)
{
	const PtxKernel *code = block->run->launch->kernel;
	warp->block = block;
	warp->kernel.code = code;
	warp->kernel.tally = block->run->tally;
	warp->base[PTX_ABSENT] = (unsigned char *)(uintptr_t)nothing; /* which nobody writes */
	warp->kernel.registers = ptx_registers(code);
	warp->local_bytes = code->local_bytes;
	for (int i = 0; i < PTX_LANES && code->local_bytes > 0; i++)
		if (!(warp->local[i] = calloc(code->local_bytes + 16U, 1)))
			return false;
	return warp->kernel.registers &&
	       (!code->local_bytes || ptx_unset_room(warp, code->local_bytes, 0));
}

/* --- turns ------------------------------------------------------------------------------------ */

static void watch_look(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PtxWatch *watch = warp->block->run->launch->watch;
	uint32_t lane = watch->thread % PTX_LANES;
	if (watch->seen || watch->block != warp->block->number ||
	    watch->thread / PTX_LANES != warp->number || !(lanes >> lane & 1))
		return;
	watch->seen = true;
	watch->value = ptx_lane(warp, &instr->operand[0], (int)lane);
}

/* Whether it shows others what this one has done, or this one what others have, with no barrier. */
static bool is_strong(const PtxInstr *instr)
{
	return instr->strong || ptx_is_atomic(instr);
}

/* Runs the current split until it ends, waits, parts, or has had its turn. */
static void split_run(PtxWarp *warp, uint32_t *turn)
{
	PtxRunning *run = warp->block->run;
	PtxSplit *split = warp->current;
	const PtxKernel *code = split->frame->code;
	PtxTally *tally = split->frame->tally;
	uint32_t before = *turn;
	while (*turn > 0) {
		if (split->meeting && split->meeting->at == split->at && !ptx_arrive(warp))
			break;
		const PtxInstr *instr = &code->code[split->at];
		uint32_t lanes = split->lanes;
		if (is_strong(instr) && ptx_stall(warp, 4))
			break;
		(*turn)--;
		if (instr->guard.kind != PTX_ABSENT) {
			uint32_t guard = ptx_predicate(warp, &instr->guard);
			lanes &= instr->guard_not ? ~guard : guard;
		}
		if (split->frame->unsets > 0)
			ptx_unset_step(warp, instr, lanes);
		PtxTally *of = &tally[split->at];
		of->warps++;
		of->active += ptx_popcount(split->lanes);
		of->lanes += ptx_popcount(lanes);
		if (instr->flops)
			ptx_share_note(warp, PTX_WORK_FLOPS, lanes, instr->flops);
		PtxHandler handler = code->handler[split->at];
		if (!handler) {
			if (!ptx_control(warp, instr, lanes))
				break;
			continue;
		}
		split->at++;
		if (lanes) {
			handler(warp, instr, lanes);
			if (instr == run->watched)
				watch_look(warp, instr, lanes);
			if (run->fault->end != PTX_DONE)
				break;
		}
	}
	warp->executed += before - *turn;
	run->left -= run->left < before - *turn ? run->left : before - *turn;
}

/* The next split that is ready, after the one that had the last turn; NULL: none. */
static PtxSplit *split_next(PtxWarp *warp)
{
	for (uint32_t i = 0; i < warp->splits; i++) {
		PtxSplit *split = &warp->split[(warp->turn + i) % warp->splits];
		if (split->state == PTX_READY)
			return split;
	}
	return NULL;
}

/* False: nothing in it can go on. */
static bool warp_turn(PtxWarp *warp)
{
	PtxRunning *run = warp->block->run;
	uint32_t length = ptx_turn_length(warp), turn = length;
	PtxSplit *split = NULL;
	bool ran = false;
	if (run->left == 0) {
		split = &warp->split[0];
		ptx_fail(warp, &split->frame->code->code[split->at], __builtin_ctz(split->lanes),
			 PTX_BUDGET);
	}
	while (turn > 0 && warp->stall == 0 && run->fault->end == PTX_DONE &&
	       (split = split_next(warp))) {
		ptx_split_select(warp, split);
		split_run(warp, &turn);
		ran = true;
		if (turn > 0)
			warp->alone = 0;
	}
	if (run->fault->end != PTX_DONE || turn > 0 || !warp->current)
		return ran;
	warp->alone += length;
	if (warp->alone >= PTX_TURN * TURNS_ALONE) {
		warp->alone = 0;
		ptx_release_parked(warp);
	}
	warp->turn++;
	return true;
}

/* --- barriers --------------------------------------------------------------------------------- */

static void barrier_end(PtxBlock *block, uint32_t number)
{
	PtxBarrier *barrier = &block->barrier[number];
	ptx_shadow_join(block, barrier->came);
	/* all threads wait there: one that only arrives may do so several times, and goes on */
	block->hands.barriers += barrier->waiting >= block->live;
	for (uint32_t w = 0; w < block->warps; w++) {
		PtxWarp *warp = &block->warp[w];
		for (uint32_t i = 0; i < warp->splits; i++) {
			PtxSplit *split = &warp->split[i];
			if (split->state != PTX_AT_BARRIER || split->barrier != number)
				continue;
			split->state = PTX_READY;
			ptx_barrier_answer(warp, split, barrier);
			split->at++;
			ptx_stall(warp, 16);
		}
		ptx_owed_join(warp);
	}
	*barrier = (PtxBarrier){.arrived = 0};
}

void ptx_barriers_check(PtxBlock *block)
{
	for (uint32_t i = 0; i < PTX_BARRIERS; i++) {
		PtxBarrier *barrier = &block->barrier[i];
		uint32_t wanted = barrier->wanted ? barrier->wanted : block->live;
		if (barrier->arrived > 0 && barrier->arrived >= wanted)
			barrier_end(block, i);
	}
}

/* Nobody can go on: who waits, waits for ever. */
static void stuck(PtxBlock *block)
{
	for (uint32_t w = 0; w < block->warps; w++) {
		PtxWarp *warp = &block->warp[w];
		if (warp->splits == 0)
			continue;
		PtxSplit *split = &warp->split[0];
		for (uint32_t i = 1; i < warp->splits; i++)
			if (warp->split[i].at < split->at)
				split = &warp->split[i];
		ptx_fail(warp, &split->frame->code->code[split->at], __builtin_ctz(split->lanes),
			 split->state == PTX_AT_SYNC ? PTX_DIVERGENT_SYNC : PTX_DIVERGENT_BARRIER);
		return;
	}
}

/* --- blocks ----------------------------------------------------------------------------------- */

/* Beginning a block takes time, too: its memory is cleared. Counted as instructions, so that a grid
 * of very many blocks that do nothing comes to an end. */
static void block_charge(PtxBlock *block)
{
	PtxRunning *run = block->run;
	const PtxKernel *code = run->launch->kernel;
	uint64_t each = (uint64_t)code->register_bytes + (uint64_t)code->local_bytes * PTX_LANES;
	uint64_t cost = (block->shared_bytes * UINT64_C(16) + block->warps * each) / 4096;
	run->left -= run->left < cost ? run->left : cost;
}

void ptx_block_start(PtxBlock *block, uint64_t number)
{
	const uint32_t *grid = block->run->launch->grid;
	block->at[0] = (uint32_t)(number % grid[0]);
	block->at[1] = (uint32_t)(number / grid[0] % grid[1]);
	block->at[2] = (uint32_t)(number / grid[0] / grid[1]);
	block_charge(block);
	block->live = block->threads;
	block->run->counts->blocks++;
	block->run->counts->warps += block->warps;
	memset(block->barrier, 0, sizeof block->barrier);
	memset(block->shared, 0, block->shared_bytes);
	block->number = (uint32_t)number;
	block->read_strongly = 0;
	ptx_shadow_start(block);
	ptx_hands_start(block);
	for (uint32_t i = 0; i < block->warps; i++)
		warp_start(block, i);
}

bool ptx_block_turn(PtxBlock *block)
{
	const PtxFault *fault = block->run->fault;
	PtxShuffle order = ptx_shuffle(block->run, block->warps);
	bool ran = false;
	if (block->live == 0) {
		ptx_share_add(block);
		ptx_hands_end(block);
		return false;
	}
	for (uint32_t i = 0; i < block->warps && fault->end == PTX_DONE; i++) {
		PtxWarp *warp = &block->warp[ptx_shuffle_next(&order)];
		if (warp->splits > 0 && warp->stall > 0) {
			warp->stall--;
			ran = true;
			continue;
		}
		ran = (warp->splits > 0 && warp_turn(warp)) || ran;
	}
	if (!ran && fault->end == PTX_DONE && !ptx_parked_release(block))
		stuck(block);
	if (fault->end != PTX_DONE)
		ptx_share_add(block);
	return fault->end == PTX_DONE;
}

static uint32_t launch_threads(const PtxLaunch *launch)
{
	return launch->block[0] * launch->block[1] * launch->block[2];
}

static bool block_make(PtxRunning *run, PtxBlock *block)
{
	const PtxLaunch *launch = run->launch;
	block->run = run;
	block->threads = launch_threads(launch);
	block->warps = (block->threads + PTX_LANES - 1) / PTX_LANES;
	block->shared_bytes = launch->dynamic_shared
				      ? ptx_dynamic_shared(launch) + launch->dynamic_shared
				      : launch->kernel->shared_bytes;
	block->shared = aligned_alloc(64, (block->shared_bytes + 127U) / 64 * 64);
	block->warp = aligned_alloc(64, (sizeof *block->warp * block->warps + 63) / 64 * 64);
	if (!block->shared || !block->warp) {
		block->warps = block->warp ? block->warps : 0;
		return false;
	}
	memset(block->warp, 0, sizeof *block->warp * block->warps);
	bool made = ptx_shadow_make(block) && ptx_hands_make(block);
	for (uint32_t i = 0; i < block->warps; i++)
		made = made && warp_make(block, &block->warp[i]);
	return made;
}

static void block_free(PtxBlock *block)
{
	for (uint32_t i = 0; i < block->warps; i++)
		warp_free(&block->warp[i]);
	ptx_shadow_free(block);
	ptx_hands_free(block);
	free(block->shared);
	free(block->warp);
}

PtxEnd ptx_blocks_run(PtxRunning *run)
{
	const PtxLaunch *launch = run->launch;
	const uint32_t *grid = launch->grid;
	uint64_t count = (uint64_t)grid[0] * grid[1] * grid[2];
	run->global.off = !launch->report || (count == 1 && launch_threads(launch) <= PTX_LANES);
	run->blocks = ptx_blocks_together(launch, count);
	run->counts->put_least = launch->handing ? UINT64_MAX : 0;
	run->block = calloc(run->blocks + 1U, sizeof *run->block);
	bool made = run->block && run->blocks > 0;
	for (uint32_t i = 0; made && i < run->blocks; i++)
		made = block_make(run, &run->block[i]);
	if (made)
		ptx_grid_run(run, count);
	else
		run->fault->end = PTX_NO_MEMORY;
	for (uint32_t i = 0; run->block && i < run->blocks; i++)
		block_free(&run->block[i]);
	free(run->block);
	ptx_global_free(run);
	ptx_rewrites_free(run);
	return run->fault->end;
}
