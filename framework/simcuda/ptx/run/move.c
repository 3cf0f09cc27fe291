/* move.c - values that go from register to register, and addresses from space to space. */
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

static void mov_32(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t t[PTX_LANES];
	memcpy(t, ptx_at(warp, &instr->operand[1]), sizeof t);
	ptx_put32(warp, &instr->operand[0], t, lanes);
}

static void mov_64(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint64_t t[PTX_LANES];
	memcpy(t, ptx_at(warp, &instr->operand[1]), sizeof t);
	ptx_put64(warp, &instr->operand[0], t, lanes);
}

static void mov_predicate(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	ptx_put_predicate(warp, &instr->operand[0], ptx_predicate(warp, &instr->operand[1]), lanes);
}

static void pack(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t bits = 8 * ptx_type_bytes(instr->from);
	for (int i = 0; i < PTX_LANES; i++) {
		uint64_t value = 0;
		for (uint32_t v = 0; v < instr->vector; v++)
			value |= ptx_lane(warp, &instr->operand[1 + v], i) << v * bits;
		if (lanes >> i & 1)
			ptx_put_lane(warp, &instr->operand[0], i, value);
	}
}

static void unpack(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t bits = 8 * ptx_type_bytes(instr->from);
	for (int i = 0; i < PTX_LANES; i++) {
		uint64_t value = ptx_lane(warp, &instr->operand[PTX_ADDRESS], i);
		for (uint32_t v = 0; v < instr->vector && lanes >> i & 1; v++)
			if (instr->operand[v].kind != PTX_ABSENT)
				ptx_put_lane(warp, &instr->operand[v], i,
					     value >> v * bits & (UINT64_MAX >> (64 - bits)));
	}
}

static uint64_t window_of(PtxSpace space)
{
	static const uint64_t windows[PTX_SPACES] = {[PTX_SHARED] = PTX_WINDOW_SHARED,
						     [PTX_LOCAL] = PTX_WINDOW_LOCAL,
						     [PTX_PARAM] = PTX_WINDOW_PARAM};
	return windows[space];
}

static void cvta(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PTX_SRC(LaneU64, a, 1);
	uint64_t t[PTX_LANES], window = window_of(instr->space);
	for (int i = 0; i < PTX_LANES; i++)
		t[i] = !window                       ? a[i]
		       : instr->mode == PTX_TO_SPACE ? a[i] & ~PTX_WINDOW_MASK
						     : a[i] | window;
	ptx_put64(warp, &instr->operand[0], t, lanes);
}

static void isspacep(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint64_t window = window_of(instr->space);
	uint32_t bits = 0;
	for (int i = 0; i < PTX_LANES; i++) {
		uint64_t in = ptx_lane(warp, &instr->operand[1], i) & PTX_WINDOW_MASK;
		bool is = window ? in == window : in == 0 || in == PTX_WINDOW_MODULE;
		bits |= (uint32_t)is << i;
	}
	ptx_put_predicate(warp, &instr->operand[0], bits, lanes);
}

/* It goes on with each instruction of any lane. */
static void clock_read(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	ptx_votes_note(warp, PTX_ALL, PTX_ALL_BITS, 1);
	for (int i = 0; i < PTX_LANES; i++)
		if (lanes >> i & 1)
			ptx_put_lane(warp, &instr->operand[0], i, warp->executed);
}

static void nothing(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	(void)warp, (void)instr, (void)lanes;
}

static void fence(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	(void)lanes;
	ptx_fence(warp, instr);
}

PtxHandler ptx_move_handler(const PtxInstr *instr)
{
	switch (instr->op) {
	case PTX_MOV:
		return instr->type == PTX_PRED            ? mov_predicate
		       : ptx_type_bytes(instr->type) == 8 ? mov_64
							  : mov_32;
	case PTX_PACK:
		return pack;
	case PTX_UNPACK:
		return unpack;
	case PTX_CVTA:
		return ptx_type_bytes(instr->type) == 8 ? cvta : NULL;
	case PTX_ISSPACEP:
		return isspacep;
	case PTX_CLOCK:
		return clock_read;
	case PTX_NOTHING:
		return instr->scope == PTX_SCOPE_NONE ? nothing : fence;
	default:
		return NULL;
	}
}
