/* block.c - the warps of a block, which take turns until all have ended. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

/* So many instructions a warp is given before it is the next one's turn. */
#define TURN 4096
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

uint32_t ptx_dynamic_shared(const PtxLaunch *launch)
{
	const PtxKernel *code = launch->kernel;
	uint32_t align = code->shared_align ? code->shared_align : 16;
	return (code->shared_bytes + align - 1) / align * align;
}

/* What one of these registers holds, the same in all lanes; of those of 32 bits. */
static uint32_t special_value(const PtxWarp *warp, PtxSpecial special)
{
	const PtxBlock *block = warp->block;
	const PtxLaunch *launch = block->run->launch;
	switch (special) {
	case PTX_WARPID:
		return warp->number;
	case PTX_NWARPID:
		return block->warps;
	case PTX_NSMID:
		return 1;
	case PTX_ENVREG1:
		return launch->cooperative ? (uint32_t)(PTX_WINDOW_GRID >> 32) : 0;
	case PTX_ENVREG2:
		return launch->cooperative ? (uint32_t)PTX_WINDOW_GRID : 0;
	case PTX_DYNAMIC_SHARED:
		return launch->dynamic_shared;
	case PTX_TOTAL_SHARED:
		return block->shared_bytes;
	case PTX_DYNAMIC:
		return ptx_dynamic_shared(launch);
	default:
		if (special >= PTX_NTID_X && special <= PTX_NTID_Z)
			return launch->block[special - PTX_NTID_X];
		if (special >= PTX_CTAID_X && special <= PTX_CTAID_Z)
			return block->at[special - PTX_CTAID_X];
		if (special >= PTX_NCTAID_X && special <= PTX_NCTAID_Z)
			return launch->grid[special - PTX_NCTAID_X];
		return 0;
	}
}

static void tid_fill(const PtxWarp *warp, int axis, LaneU32 *lane)
{
	const uint32_t *size = warp->block->run->launch->block;
	uint32_t first = warp->number * PTX_LANES;
	uint32_t at[3] = {first % size[0], first / size[0] % size[1], first / size[0] / size[1]};
	for (int i = 0; i < PTX_LANES; i++) {
		lane[i] = at[axis];
		if (++at[0] < size[0])
			continue;
		at[0] = 0;
		if (++at[1] < size[1])
			continue;
		at[1] = 0;
		at[2]++;
	}
}

static bool lanes_fill(PtxSpecial special, LaneU32 *lane)
{
	for (uint32_t i = 0; i < PTX_LANES; i++) {
		uint32_t bit = 1U << i;
		switch (special) {
		case PTX_LANEID:
			lane[i] = i;
			break;
		case PTX_LANEMASK_EQ:
			lane[i] = bit;
			break;
		case PTX_LANEMASK_LT:
			lane[i] = bit - 1;
			break;
		case PTX_LANEMASK_LE:
			lane[i] = bit | (bit - 1);
			break;
		case PTX_LANEMASK_GE:
			lane[i] = ~(bit - 1);
			break;
		case PTX_LANEMASK_GT:
			lane[i] = ~(bit | (bit - 1));
			break;
		default:
			return false;
		}
	}
	return true;
}

void ptx_specials_fill(PtxWarp *warp, PtxFrame *frame)
{
	const PtxModule *module = warp->block->run->launch->module;
	for (int special = 0; special < PTX_SPECIALS; special++) {
		uint32_t at = frame->code->special[special];
		if (!at)
			continue;
		LaneU32 *lane = (LaneU32 *)(void *)(frame->registers + at - 1);
		LaneU64 *wide = (LaneU64 *)(void *)lane;
		uint64_t image = warp->block->run->launch->image_address;
		if (special <= PTX_TID_Z) {
			tid_fill(warp, special, lane);
		} else if (special == PTX_FRAME || special == PTX_IMAGE) {
			for (int i = 0; i < PTX_LANES; i++)
				wide[i] = special == PTX_FRAME ? frame->local : image;
		} else if (!lanes_fill((PtxSpecial)special, lane)) {
			uint32_t value = special_value(warp, (PtxSpecial)special);
			for (int i = 0; i < PTX_LANES; i++)
				lane[i] = value;
		}
	}
	for (uint32_t k = 0; k < frame->code->manageds; k++) {
		const PtxManaged *of = &frame->code->managed[k];
		LaneU64 *lane = (LaneU64 *)(void *)(frame->registers + of->at);
		for (int i = 0; i < PTX_LANES; i++)
			lane[i] = module->variable[of->variable].address;
	}
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
	memset(warp->kernel.registers, 0, code->register_bytes);
	ptx_specials_fill(warp, &warp->kernel);
	warp->split[0] = (PtxSplit){.lanes = warp->live, .frame = &warp->kernel};
	warp->splits = 1;
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
	for (int i = 0; i < PTX_LANES; i++)
		free(warp->local[i]);
}

static bool warp_make(PtxBlock *block, PtxWarp *warp)
{
	const PtxKernel *code = block->run->launch->kernel;
	warp->block = block;
	warp->kernel.code = code;
	warp->kernel.tally = block->run->tally;
	warp->base[PTX_ABSENT] = warp->sink;
	warp->kernel.registers = ptx_registers(code);
	warp->local_bytes = code->local_bytes;
	for (int i = 0; i < PTX_LANES && code->local_bytes > 0; i++)
		if (!(warp->local[i] = calloc(code->local_bytes + 16U, 1)))
			return false;
	return warp->kernel.registers != NULL;
}

/* --- turns ------------------------------------------------------------------------------------ */

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
		(*turn)--;
		if (instr->guard.kind != PTX_ABSENT) {
			uint32_t guard = ptx_predicate(warp, &instr->guard);
			lanes &= instr->guard_not ? ~guard : guard;
		}
		PtxTally *of = &tally[split->at];
		of->warps++;
		of->active += ptx_popcount(split->lanes);
		of->lanes += ptx_popcount(lanes);
		PtxHandler handler = code->handler[split->at];
		if (!handler) {
			if (!ptx_control(warp, instr, lanes))
				break;
			continue;
		}
		split->at++;
		if (lanes) {
			handler(warp, instr, lanes);
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
	uint32_t turn = TURN;
	PtxSplit *split = NULL;
	bool ran = false;
	if (run->left == 0) {
		split = &warp->split[0];
		ptx_fail(warp, &split->frame->code->code[split->at], __builtin_ctz(split->lanes),
			 PTX_BUDGET);
	}
	while (turn > 0 && run->fault->end == PTX_DONE && (split = split_next(warp))) {
		ptx_split_select(warp, split);
		split_run(warp, &turn);
		ran = true;
		if (turn > 0)
			warp->alone = 0;
	}
	if (run->fault->end != PTX_DONE || turn > 0 || !warp->current)
		return ran;
	if (++warp->alone % TURNS_ALONE == 0)
		ptx_release_parked(warp);
	warp->turn++;
	return true;
}

/* --- barriers --------------------------------------------------------------------------------- */

static void barrier_end(PtxBlock *block, uint32_t number)
{
	PtxBarrier *barrier = &block->barrier[number];
	block->shadow.interval++;
	for (uint32_t w = 0; w < block->warps; w++) {
		PtxWarp *warp = &block->warp[w];
		for (uint32_t i = 0; i < warp->splits; i++) {
			PtxSplit *split = &warp->split[i];
			if (split->state != PTX_AT_BARRIER || split->barrier != number)
				continue;
			split->state = PTX_READY;
			ptx_barrier_answer(warp, split, barrier);
			split->at++;
		}
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

static void block_start(PtxBlock *block, uint32_t x, uint32_t y, uint32_t z)
{
	const uint32_t *grid = block->run->launch->grid;
	memcpy(block->at, (uint32_t[]){x, y, z}, sizeof block->at);
	block_charge(block);
	block->live = block->threads;
	block->run->counts->blocks++;
	block->run->counts->warps += block->warps;
	memset(block->barrier, 0, sizeof block->barrier);
	memset(block->shared, 0, block->shared_bytes);
	block->number = x + grid[0] * (y + grid[1] * z);
	block->read_strongly = 0;
	ptx_shadow_start(block);
	for (uint32_t i = 0; i < block->warps; i++)
		warp_start(block, i);
}

/* Each of its warps gets a turn. False: it is over, or something is wrong. */
static bool block_turn(PtxBlock *block)
{
	const PtxFault *fault = block->run->fault;
	bool ran = false;
	if (block->live == 0)
		return false;
	for (uint32_t i = 0; i < block->warps && fault->end == PTX_DONE; i++)
		ran = (block->warp[i].splits > 0 && warp_turn(&block->warp[i])) || ran;
	if (!ran && fault->end == PTX_DONE)
		stuck(block);
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
	bool made = ptx_shadow_make(block);
	for (uint32_t i = 0; i < block->warps; i++)
		made = made && warp_make(block, &block->warp[i]);
	return made;
}

static void block_free(PtxBlock *block)
{
	for (uint32_t i = 0; i < block->warps; i++)
		warp_free(&block->warp[i]);
	ptx_shadow_free(block);
	free(block->shared);
	free(block->warp);
}

/* One after the other; or, in a cooperative launch, all of them in turns. */
static void blocks_turn(PtxRunning *run)
{
	const uint32_t *grid = run->launch->grid;
	bool together = run->launch->cooperative;
	for (uint32_t z = 0, i = 0; z < grid[2]; z++)
		for (uint32_t y = 0; y < grid[1]; y++)
			for (uint32_t x = 0; x < grid[0]; x++, i += together) {
				block_start(&run->block[i], x, y, z);
				while (!together && block_turn(run->block))
					;
				if (run->fault->end != PTX_DONE)
					return;
			}
	for (bool going = together; going;) {
		going = false;
		for (uint32_t i = 0; i < run->blocks; i++)
			going = block_turn(&run->block[i]) || going;
		going = going && run->fault->end == PTX_DONE;
	}
}

PtxEnd ptx_blocks_run(PtxRunning *run)
{
	const PtxLaunch *launch = run->launch;
	const uint32_t *grid = launch->grid;
	uint64_t count = (uint64_t)grid[0] * grid[1] * grid[2];
	run->global.off = !launch->report || (count == 1 && launch_threads(launch) <= PTX_LANES);
	run->blocks = !launch->cooperative ? 1 : count <= PTX_MAX_TOGETHER ? (uint32_t)count : 0;
	run->block = calloc(run->blocks + 1U, sizeof *run->block);
	bool made = run->block && run->blocks > 0;
	for (uint32_t i = 0; made && i < run->blocks; i++)
		made = block_make(run, &run->block[i]);
	if (made)
		blocks_turn(run);
	else
		run->fault->end = PTX_NO_MEMORY;
	for (uint32_t i = 0; run->block && i < run->blocks; i++)
		block_free(&run->block[i]);
	free(run->block);
	ptx_global_free(run);
	return run->fault->end;
}
