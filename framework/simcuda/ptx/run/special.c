/* special.c - registers that hold who a thread is, and where things lie, when it starts. */
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

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
