/* together.c - lanes of one warp: which have met since, and those that store into one place at a time. */
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

void ptx_lanes_meet(PtxWarp *warp, uint32_t lanes)
{
	if (!(lanes & (lanes - 1)))
		return;
	warp->syncs++;
	if (!(warp->live & ~lanes)) {
		warp->together = warp->syncs;
		return;
	}
	for (uint32_t k = 0; k < PTX_LANES; k++) {
		uint32_t known = 0; /* by all that they know together */
		for (uint32_t left = lanes; left; left &= left - 1) {
			const uint32_t met = warp->met[__builtin_ctz(left)][k];
			known = met > known ? met : known;
		}
		if (lanes >> k & 1)
			known = warp->syncs;
		for (uint32_t left = lanes; left; left &= left - 1)
			warp->met[__builtin_ctz(left)][k] = known;
	}
}

bool ptx_lanes_met(const PtxWarp *warp, uint32_t before, uint32_t now, uint32_t syncs)
{
	return before == now || warp->together > syncs || warp->met[now][before] > syncs;
}

/* --- stores into one place ---------------------------------------------------------------------- */

#define STORE_MOST 32U /* bytes of a lane: four of 8 */

/* Most lie one behind the other. */
static bool lie_apart(const uint64_t *address, uint32_t lanes, uint32_t bytes)
{
	uint64_t end = 0;
	for (; lanes; lanes &= lanes - 1) {
		const uint64_t at = address[__builtin_ctz(lanes)];
		if (at < end)
			return false;
		end = at + bytes;
	}
	return true;
}

static void bytes_of(const PtxWarp *warp, const PtxInstr *instr, int lane,
		     unsigned char to[STORE_MOST])
{
	const uint32_t each = ptx_type_bytes(instr->type),
		       parts = instr->vector ? instr->vector : 1;
	for (uint32_t v = 0; v < parts && (v + 1) * each <= STORE_MOST; v++) {
		const uint64_t value = ptx_lane(warp, &instr->operand[v], lane);
		memcpy(to + v * each, &value, each);
	}
}

void ptx_lanes_store(PtxWarp *warp, const PtxInstr *instr, const uint64_t *address, uint32_t lanes,
		     uint32_t bytes)
{
	PtxGlobal *global = &warp->block->run->global;
	unsigned char stored[PTX_LANES][STORE_MOST] = {{0}};
	const bool there = instr->space == PTX_GLOBAL || instr->space == PTX_GENERIC;
	if (!there || global->off || global->told || instr->strong ||
	    lie_apart(address, lanes, bytes))
		return;
	for (int i = 0; i < PTX_LANES; i++) {
		if (!(lanes >> i & 1) || ptx_space(address[i]) != PTX_GLOBAL)
			continue;
		bytes_of(warp, instr, i, stored[i]);
		for (int k = 0; k < i; k++) {
			if (!(lanes >> k & 1) || address[k] != address[i] ||
			    memcmp(stored[k], stored[i], bytes) == 0)
				continue;
			const PtxFault about = {.space = PTX_GLOBAL,
						.address = address[i],
						.bytes = bytes,
						.write = true};
			const PtxTouch other = ptx_touch(warp, instr, k);
			global->told = true;
			ptx_race_tell(warp, instr, i, &about, &other, true);
			return;
		}
	}
}
