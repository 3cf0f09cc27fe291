/* exchange.c - lanes that exchange values: shuffles, votes, matches, reductions. */
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

/* Operands: [0] value, [1] from, [2] offset or lane, [3] clamp and segment, [4] who takes part; PTX ISA,
 * shfl.sync. */
static void shuffle(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t t[PTX_LANES], inside = 0, others = 0;
	uint8_t source[PTX_LANES];
	PTX_SRC(LaneU32, a, 1);
	for (int lane = 0; lane < PTX_LANES; lane++) {
		uint32_t b = (uint32_t)ptx_lane(warp, &instr->operand[2], lane) & 31;
		uint32_t c = (uint32_t)ptx_lane(warp, &instr->operand[3], lane);
		uint32_t clamp = c & 31, segment = c >> 8 & 31, self = (uint32_t)lane;
		uint32_t most = (self & segment) | (clamp & ~segment), least = self & segment;
		int64_t from;
		bool in = true;
		switch (instr->mode) {
		case PTX_SHFL_UP:
			from = (int64_t)self - b;
			in = from >= most;
			break;
		case PTX_SHFL_DOWN:
			from = self + b;
			in = from <= most;
			break;
		case PTX_SHFL_BFLY:
			from = self ^ b;
			in = from <= most;
			break;
		default:
			from = least | (b & ~segment);
			in = from <= most;
		}
		source[lane] = (uint8_t)(in ? from & 31 : lane);
		t[lane] = a[source[lane]];
		inside |= (uint32_t)in << lane;
		others |= (uint32_t)(source[lane] != lane) << lane;
	}
	ptx_share_note(warp, PTX_WORK_GOT, others & lanes, 1);
	ptx_unset_shuffle(warp, instr, source, lanes);
	ptx_put32(warp, &instr->operand[0], t, lanes);
	if (instr->operand[PTX_SECOND].kind != PTX_ABSENT)
		ptx_put_predicate(warp, &instr->operand[PTX_SECOND], inside, lanes);
}

static void vote(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t given = ptx_predicate(warp, &instr->operand[1]), t[PTX_LANES];
	given = (instr->negated ? ~given : given) & lanes;
	if (instr->mode == PTX_VOTE_BALLOT) {
		for (int i = 0; i < PTX_LANES; i++)
			t[i] = given;
		ptx_put32(warp, &instr->operand[0], t, lanes);
		return;
	}
	bool all = given == lanes;
	bool result = instr->mode == PTX_VOTE_ALL   ? all
		      : instr->mode == PTX_VOTE_ANY ? given != 0
						    : all || given == 0;
	ptx_put_predicate(warp, &instr->operand[0], result ? PTX_ALL : 0, lanes);
}

static void match(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t t[PTX_LANES] = {0}, all = lanes;
	for (int i = 0; i < PTX_LANES; i++)
		for (int k = 0; k < PTX_LANES; k++)
			if (lanes >> i & 1 && lanes >> k & 1 &&
			    ptx_lane(warp, &instr->operand[1], i) ==
				    ptx_lane(warp, &instr->operand[1], k))
				t[i] |= 1U << k;
	if (instr->mode == PTX_MATCH_ALL) {
		for (int i = 0; i < PTX_LANES; i++)
			if (lanes >> i & 1 && t[i] != lanes)
				all = 0;
		for (int i = 0; i < PTX_LANES; i++)
			t[i] = all;
		if (instr->operand[PTX_SECOND].kind != PTX_ABSENT)
			ptx_put_predicate(warp, &instr->operand[PTX_SECOND], all ? PTX_ALL : 0,
					  lanes);
	}
	ptx_put32(warp, &instr->operand[0], t, lanes);
}

static uint32_t reduced(uint32_t a, uint32_t b, const PtxInstr *instr)
{
	bool with_sign = instr->type == PTX_S32, less = with_sign ? (int32_t)a < (int32_t)b : a < b;
	switch (instr->mode) {
	case PTX_ATOM_ADD:
		return a + b;
	case PTX_ATOM_MIN:
		return less ? a : b;
	case PTX_ATOM_MAX:
		return less ? b : a;
	case PTX_ATOM_AND:
		return a & b;
	case PTX_ATOM_OR:
		return a | b;
	default:
		return a ^ b;
	}
}

static void redux(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PTX_SRC(LaneU32, a, 1);
	int first = __builtin_ctz(lanes);
	uint32_t result = a[first], t[PTX_LANES];
	for (int i = first + 1; i < PTX_LANES; i++)
		if (lanes >> i & 1)
			result = reduced(result, a[i], instr);
	for (int i = 0; i < PTX_LANES; i++)
		t[i] = result;
	ptx_put32(warp, &instr->operand[0], t, lanes);
}

PtxHandler ptx_exchange_handler(const PtxInstr *instr)
{
	switch (instr->op) {
	case PTX_SHFL:
		return shuffle;
	case PTX_VOTE:
		return vote;
	case PTX_MATCH:
		return match;
	case PTX_REDUX:
		return redux;
	default:
		return NULL;
	}
}
