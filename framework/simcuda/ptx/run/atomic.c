/* atomic.c - atomics: one lane after the other. */
#include <string.h>

#include "framework/simcuda/ptx/run/small.h"
#include "framework/simcuda/ptx/run/warp.h"

static uint64_t float_sum(uint64_t a, uint64_t b, PtxType type)
{
	uint32_t narrow_a = (uint32_t)a, narrow_b = (uint32_t)b;
	float x, y;
	double wide_x, wide_y;
	uint64_t result = 0;
	if (type == PTX_F64) {
		memcpy(&wide_x, &a, sizeof a);
		memcpy(&wide_y, &b, sizeof b);
		wide_x += wide_y;
		memcpy(&result, &wide_x, sizeof result);
	} else if (type == PTX_F32) {
		memcpy(&x, &narrow_a, sizeof x);
		memcpy(&y, &narrow_b, sizeof y);
		x += y;
		memcpy(&result, &x, sizeof x);
	} else {
		bool two = type == PTX_F16X2 || type == PTX_BF16X2;
		for (int shift = 0; shift <= (two ? 16 : 0); shift += 16)
			result |= (uint64_t)ptx_small_write(
					  ptx_small_read((uint16_t)(a >> shift), type) +
						  ptx_small_read((uint16_t)(b >> shift), type),
					  type, PTX_NEAREST)
				  << shift;
	}
	return result;
}

static bool is_less(uint64_t a, uint64_t b, PtxType type)
{
	if (type == PTX_S32)
		return (int32_t)a < (int32_t)b;
	if (type == PTX_S64)
		return (int64_t)a < (int64_t)b;
	return a < b;
}

static uint64_t changed(const PtxInstr *instr, uint64_t old, uint64_t b, uint64_t c)
{
	PtxType type = instr->type;
	bool is_float = type == PTX_F32 || type == PTX_F64 || type >= PTX_F16;
	switch (instr->mode) {
	case PTX_ATOM_ADD:
		return is_float ? float_sum(old, b, type) : old + b;
	case PTX_ATOM_MIN:
		return is_less(b, old, type) ? b : old;
	case PTX_ATOM_MAX:
		return is_less(old, b, type) ? b : old;
	case PTX_ATOM_AND:
		return old & b;
	case PTX_ATOM_OR:
		return old | b;
	case PTX_ATOM_XOR:
		return old ^ b;
	case PTX_ATOM_CAS:
		return old == b ? c : old;
	case PTX_ATOM_INC:
		return old >= b ? 0 : old + 1;
	case PTX_ATOM_DEC:
		return old == 0 || old > b ? b : old - 1;
	default:
		return b; /* exch */
	}
}

static void count(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes, uint32_t bytes)
{
	PtxRunning *run = warp->block->run;
	uint64_t address[PTX_LANES] = {0}, before = run->counts->requests[PTX_ATOMICS];
	for (int i = 0; i < PTX_LANES; i++)
		if (lanes >> i & 1)
			address[i] = ptx_address(warp, instr, i);
	ptx_count(warp, instr, address, lanes, bytes, PTX_ATOMICS);
	uint32_t rounds = ptx_rounds(address, lanes);
	uint64_t at = address[__builtin_ctz(lanes)];
	run->counts->atomics += ptx_popcount(lanes);
	run->counts->atomic_rounds += rounds;
	if (run->counts->requests[PTX_ATOMICS] == before)
		return;
	run->counts->global_atomics += ptx_popcount(lanes);
	run->counts->atomic_hot += run->hot == at ? rounds : 0;
	run->hot = at;
}

static void atomic(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t bytes = ptx_type_bytes(instr->type);
	/* red has no target: its value is operand 0 */
	const PtxOperand *value = &instr->operand[instr->op == PTX_RED ? 0 : 1];
	count(warp, instr, lanes, bytes);
	for (int i = 0; i < PTX_LANES; i++) {
		if (!(lanes >> i & 1))
			continue;
		uint64_t address = ptx_address(warp, instr, i), old = 0;
		/* first a store; then all that an atomic is. Of the host's memory nobody asks who wrote it. */
		if (instr->idle && !ptx_is_host(warp->block->run, address) &&
		    !ptx_access(warp, instr, i, address, bytes, PTX_WRITTEN))
			return;
		unsigned char *at =
			ptx_access(warp, instr, i, address, bytes, PTX_READ | PTX_WRITTEN);
		if (!at || ptx_failed(warp))
			return;
		memcpy(&old, at, bytes);
		uint64_t next = changed(instr, old, ptx_lane(warp, value, i),
					ptx_lane(warp, &instr->operand[2], i));
		memcpy(at, &next, bytes);
		if (instr->op == PTX_ATOM)
			ptx_put_lane(warp, &instr->operand[0], i, old);
	}
}

PtxHandler ptx_atomic_handler(const PtxInstr *instr)
{
	if (instr->op == PTX_RED && instr->mode == PTX_ATOM_CAS)
		return NULL; /* it has no third operand */
	return ptx_is_atomic(instr) ? atomic : NULL;
}
