/* memory.c - loads and stores. */
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

_Static_assert(PTX_SPANS == 1 << (64 - 58), "a span's place is the top bits of its hash");

#define SPAN_BITS 16 /* spans are told apart by the bits of an address from here */

/* --- where an address lies -------------------------------------------------------------------- */

uint64_t ptx_address(const PtxWarp *warp, const PtxInstr *instr, int lane)
{
	const PtxOperand *base = &instr->operand[PTX_ADDRESS];
	uint64_t at = base->kind == PTX_ABSENT ? 0 : ptx_lane(warp, base, lane);
	return at + (uint64_t)instr->offset;
}

PtxSpace ptx_space(uint64_t address)
{
	uint64_t window = address & PTX_WINDOW_MASK;
	return window == PTX_WINDOW_SHARED  ? PTX_SHARED
	       : window == PTX_WINDOW_LOCAL ? PTX_LOCAL
	       : window == PTX_WINDOW_PARAM ? PTX_PARAM
					    : PTX_GLOBAL;
}

PtxSpace ptx_space_reached(const PtxInstr *instr, uint64_t address)
{
	const bool open = instr->space == PTX_GENERIC || instr->space == PTX_GLOBAL;
	return open ? ptx_space(address) : (PtxSpace)instr->space;
}

/* The space of an address, and the address within it. */
static PtxSpace space_of(const PtxInstr *instr, uint64_t *address)
{
	if (instr->space == PTX_CONST)
		return PTX_GLOBAL;
	const PtxSpace space = ptx_space_reached(instr, *address);
	if (space != instr->space && space != PTX_GLOBAL)
		*address &= ~PTX_WINDOW_MASK;
	return space;
}

static unsigned char *outside(PtxWarp *warp, const PtxInstr *instr, int lane, PtxFault about)
{
	PtxFault *fault = warp->block->run->fault;
	if (fault->end == PTX_DONE) {
		PtxEnd end = about.address % about.bytes ? PTX_MISALIGNED : PTX_OUT_OF_BOUNDS;
		ptx_fail(warp, instr, lane, end);
		fault->space = about.space;
		fault->address = about.address;
		fault->bytes = about.bytes;
		fault->limit = about.limit;
		fault->write = about.write;
	}
	return NULL;
}

const PtxSpan *ptx_span(PtxRunning *run, uint64_t address)
{
	uint64_t mixed = (address >> SPAN_BITS) * UINT64_C(0x9E3779B97F4A7C15);
	PtxSpan *span = &run->span[mixed >> 58];
	if (address - span->base < span->bytes)
		return span;
	PtxSpan found = {.base = PTX_WINDOW_GRID, .bytes = sizeof run->meeting, .at = run->meeting};
	const PtxMemory *memory = &run->launch->memory;
	bool meets = run->launch->cooperative && address - found.base < found.bytes;
	if (!meets && (!memory->find || !memory->find(memory->context, address, &found)))
		return NULL;
	*span = found;
	return span;
}

bool ptx_is_host(PtxRunning *run, uint64_t address)
{
	const PtxSpan *span = ptx_span(run, address);
	return span && span->host;
}

static unsigned char *global_at(PtxWarp *warp, uint64_t address, uint32_t bytes, unsigned what)
{
	PtxRunning *run = warp->block->run;
	const PtxSpan *span = ptx_span(run, address);
	if (!span)
		return NULL;
	uint64_t at = address - span->base;
	if (bytes > span->bytes - at)
		return NULL;
	if (span->mark)
		for (uint32_t i = 0; i < bytes; i++)
			span->mark[at + i] |=
				(unsigned char)(what | ptx_read_first(span->mark[at + i], what));
	if (span->pieces)
		*span->pieces |= UINT64_C(1) << at / PTX_PIECE; /* aligned: in one piece */
	return span->at + at;
}

bool ptx_is_changed(PtxRunning *run, uint64_t address, uint32_t bytes)
{
	const PtxSpan *span = ptx_span(run, address);
	uint64_t at = span ? address - span->base : 0;
	bool changed = false;
	for (uint32_t i = 0; span && span->mark && i < bytes && at + i < span->bytes; i++)
		changed |= (span->mark[at + i] & PTX_WRITTEN) != 0;
	return changed;
}

/* Constant memory holds the module's variables and nothing else, and no kernel changes them and reads them again: what
 * is read there is not counted as a request of global memory. */
static bool is_no_constant(PtxRunning *run, const PtxInstr *instr, uint64_t address, uint32_t bytes)
{
	const PtxLaunch *launch = run->launch;
	uint64_t at = address - launch->image_address, all = launch->module->image_bytes;
	return instr->space == PTX_CONST &&
	       (at > all || bytes > all - at || ptx_is_changed(run, address, bytes));
}

unsigned char *ptx_access(PtxWarp *warp, const PtxInstr *instr, int lane, uint64_t address,
			  uint32_t bytes, unsigned what)
{
	PtxBlock *block = warp->block;
	const PtxLaunch *launch = block->run->launch;
	PtxFault about = {.bytes = bytes, .write = what & PTX_WRITTEN};
	unsigned char *at = NULL;
	about.space = space_of(instr, &address);
	about.address = address;
	if ((what & PTX_WRITTEN) && (about.space == PTX_PARAM || instr->space == PTX_CONST)) {
		ptx_fail(warp, instr, lane, PTX_CONST_WRITTEN);
		block->run->fault->bytes = bytes;
		return NULL;
	}
	switch (about.space) {
	case PTX_SHARED:
		at = block->shared;
		about.limit = block->shared_bytes;
		break;
	case PTX_LOCAL:
		at = warp->local[lane];
		about.limit = warp->local_bytes;
		break;
	case PTX_PARAM:
		at = (unsigned char *)(uintptr_t)launch->params; /* which nobody writes */
		about.limit = launch->kernel->param_bytes;
		break;
	default:
		if (is_no_constant(block->run, instr, address, bytes))
			about.space = PTX_CONST;
		else if (address % bytes == 0 &&
			 (!ptx_in_image(launch, address) || ptx_owned(launch, &address, 1, bytes)))
			at = global_at(warp, address, bytes, what);
		if (!at)
			return outside(warp, instr, lane, about);
		if (!block->run->global.off)
			ptx_global_access(warp, instr, lane, address, bytes, what, at,
					  warp->storing);
		return at;
	}
	if (address % bytes || address > about.limit || bytes > about.limit - address)
		return outside(warp, instr, lane, about);
	if (about.space == PTX_LOCAL && warp->unset) {
		uint32_t offset[PTX_LANES];
		offset[lane] = (uint32_t)address;
		ptx_unset_local(warp, instr, offset, 1U << lane, bytes, what & PTX_WRITTEN);
	}
	if (about.space == PTX_SHARED)
		ptx_shadow_access(warp, instr, lane, (uint32_t)address, bytes, what, warp->storing);
	if (about.space == PTX_SHARED && launch->handing)
		return ptx_hands_access(warp, lane, (uint32_t)address, bytes, what);
	return at + address;
}

void ptx_hands_note(PtxWarp *warp, const PtxInstr *instr, int lane, uint64_t address,
		    uint32_t bytes, unsigned what)
{
	if (warp->block->run->launch->handing && space_of(instr, &address) == PTX_SHARED)
		ptx_hands_access(warp, lane, (uint32_t)address, bytes, what);
}

/* --- loads and stores -------------------------------------------------------------------------- */

static void addresses(const PtxWarp *warp, const PtxInstr *instr, uint64_t *address)
{
	const PtxOperand *base = &instr->operand[PTX_ADDRESS];
	uint64_t offset = (uint64_t)instr->offset;
	if (base->kind == PTX_ABSENT) {
		for (int i = 0; i < PTX_LANES; i++)
			address[i] = offset;
	} else if (base->bits == 64) {
		const LaneU64 *from = ptx_at(warp, base);
		for (int i = 0; i < PTX_LANES; i++)
			address[i] = from[i] + offset;
	} else {
		const LaneU32 *from = ptx_at(warp, base);
		for (int i = 0; i < PTX_LANES; i++)
			address[i] = from[i] + offset;
	}
}

static bool is_signed(const PtxInstr *instr)
{
	return instr->type == PTX_S8 || instr->type == PTX_S16 || instr->type == PTX_S32;
}

static uint64_t widened(const unsigned char *at, uint32_t bytes, bool with_sign)
{
	uint64_t value = 0;
	memcpy(&value, at, bytes);
	if (with_sign && bytes < 8) {
		uint64_t sign = UINT64_C(1) << (8 * bytes - 1);
		value = (value ^ sign) - sign;
	}
	return value;
}

static void load_lane(PtxWarp *warp, const PtxInstr *instr, int lane, const unsigned char *from)
{
	uint32_t each = ptx_type_bytes(instr->type), parts = instr->vector ? instr->vector : 1;
	for (uint32_t v = 0; v < parts; v++)
		ptx_put_lane(warp, &instr->operand[v], lane,
			     widened(from + v * each, each, is_signed(instr)));
}

static void store_lane(const PtxWarp *warp, const PtxInstr *instr, int lane, unsigned char *to)
{
	uint32_t each = ptx_type_bytes(instr->type), parts = instr->vector ? instr->vector : 1;
	for (uint32_t v = 0; v < parts; v++) {
		uint64_t value = ptx_lane(warp, &instr->operand[v], lane);
		memcpy(to + v * each, &value, each);
	}
}

static uint32_t access_bytes(const PtxInstr *instr)
{
	return ptx_type_bytes(instr->type) * (instr->vector ? instr->vector : 1);
}

/* Counts an access, by the spaces that its lanes reach: nearly always one. */
void ptx_count(PtxWarp *warp, const PtxInstr *instr, const uint64_t *address, uint32_t lanes,
	       uint32_t bytes, unsigned access)
{
	while (lanes) {
		uint64_t within[PTX_LANES];
		memcpy(within, address, sizeof within);
		PtxSpace space = space_of(instr, &within[__builtin_ctz(lanes)]);
		uint32_t same = 1U << __builtin_ctz(lanes);
		for (uint32_t rest = lanes & (lanes - 1); rest; rest &= rest - 1) {
			int i = __builtin_ctz(rest);
			same |= (uint32_t)(space_of(instr, &within[i]) == space) << i;
		}
		ptx_count_access(warp, instr, space, within, same, bytes, access);
		lanes &= ~same;
	}
}

static void load(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint64_t address[PTX_LANES];
	uint32_t bytes = access_bytes(instr);
	addresses(warp, instr, address);
	bool counted = false;
	if (warp->block->hands.hand) {
		uint64_t at = address[__builtin_ctz(lanes)];
		if (space_of(instr, &at) == PTX_GLOBAL)
			ptx_hands_read(warp, ptx_popcount(lanes) * ((bytes + 3) / 4));
	}
	if (instr->words && ptx_reach(warp, instr, address, lanes, false, &counted))
		return;
	if (!counted)
		ptx_count(warp, instr, address, lanes, bytes, PTX_LOADS);
	for (int i = 0; i < PTX_LANES; i++) {
		if (!(lanes >> i & 1))
			continue;
		const unsigned char *from = ptx_access(warp, instr, i, address[i], bytes, PTX_READ);
		if (!from || ptx_failed(warp))
			return;
		load_lane(warp, instr, i, from);
	}
}

static void store(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint64_t address[PTX_LANES];
	uint32_t bytes = access_bytes(instr);
	int first = __builtin_ctz(lanes);
	addresses(warp, instr, address);
	uint64_t at = address[first];
	if (instr->space == PTX_CONST || space_of(instr, &at) == PTX_PARAM) {
		ptx_fail(warp, instr, first, PTX_CONST_WRITTEN);
		warp->block->run->fault->bytes = bytes;
		return;
	}
	ptx_lanes_store(warp, instr, address, lanes, bytes);
	bool counted = false;
	if (instr->words && ptx_reach(warp, instr, address, lanes, true, &counted)) {
		if (warp->current->frame->unsets > 0)
			ptx_unset_stored(warp, instr, address, lanes);
		return;
	}
	if (!counted)
		ptx_count(warp, instr, address, lanes, bytes, PTX_STORES);
	for (int i = 0; i < PTX_LANES; i++) {
		if (!(lanes >> i & 1))
			continue;
		unsigned char next[4 * 8];
		store_lane(warp, instr, i, next);
		warp->storing = next;
		unsigned char *to = ptx_access(warp, instr, i, address[i], bytes, PTX_WRITTEN);
		warp->storing = NULL;
		if (!to || ptx_failed(warp))
			return;
		memcpy(to, next, bytes);
	}
	if (warp->current->frame->unsets > 0)
		ptx_unset_stored(warp, instr, address, lanes);
}

PtxHandler ptx_memory_handler(const PtxInstr *instr)
{
	return instr->op == PTX_LD ? load : instr->op == PTX_ST ? store : NULL;
}
