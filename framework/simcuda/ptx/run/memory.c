/* memory.c - loads and stores. */
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

#define SECTOR    32
#define SPAN_BITS 16 /* spans are told apart by the bits of an address from here */

/* --- where an address lies -------------------------------------------------------------------- */

uint64_t ptx_address(const PtxWarp *warp, const PtxInstr *instr, int lane)
{
	const PtxOperand *base = &instr->operand[PTX_ADDRESS];
	uint64_t at = base->kind == PTX_ABSENT ? 0 : ptx_lane(warp, base, lane);
	return at + (uint64_t)instr->offset;
}

/* The space of an address, and the address within it. */
static PtxSpace space_of(const PtxInstr *instr, uint64_t *address)
{
	if (instr->space == PTX_CONST)
		return PTX_GLOBAL;
	if (instr->space != PTX_GENERIC && instr->space != PTX_GLOBAL)
		return instr->space;
	uint64_t window = *address & PTX_WINDOW_MASK;
	PtxSpace space = window == PTX_WINDOW_SHARED  ? PTX_SHARED
			 : window == PTX_WINDOW_LOCAL ? PTX_LOCAL
			 : window == PTX_WINDOW_PARAM ? PTX_PARAM
						      : PTX_GLOBAL;
	if (space != PTX_GLOBAL)
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

static const PtxSpan *span_find(PtxRunning *run, uint64_t address)
{
	PtxSpan *span = &run->span[address >> SPAN_BITS & (PTX_SPANS - 1)];
	if (address - span->base < span->bytes)
		return span;
	PtxSpan found = {PTX_WINDOW_GRID, sizeof run->meeting, run->meeting, NULL};
	const PtxMemory *memory = &run->launch->memory;
	bool meets = run->launch->cooperative && address - found.base < found.bytes;
	if (!meets && (!memory->find || !memory->find(memory->context, address, &found)))
		return NULL;
	*span = found;
	return span;
}

static unsigned char *global_at(PtxWarp *warp, uint64_t address, uint32_t bytes, unsigned what)
{
	PtxRunning *run = warp->block->run;
	const PtxSpan *span = span_find(run, address);
	if (!span)
		return NULL;
	uint64_t at = address - span->base;
	if (bytes > span->bytes - at)
		return NULL;
	if (span->mark)
		for (uint32_t i = 0; i < bytes; i++)
			span->mark[at + i] |= (unsigned char)what;
	return span->at + at;
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
		at = (unsigned char *)(uintptr_t)
			     launch->params; /* which nobody writes: see ptx_store */
		about.limit = launch->kernel->param_bytes;
		break;
	default:
		at = address % bytes ? NULL : global_at(warp, address, bytes, what);
		if (!at)
			return outside(warp, instr, lane, about);
		if (!block->run->global.off)
			ptx_global_access(warp, instr, lane, address, bytes, what, at,
					  warp->storing);
		return at;
	}
	if (address % bytes || address > about.limit || bytes > about.limit - address)
		return outside(warp, instr, lane, about);
	if (about.space == PTX_SHARED)
		ptx_shadow_access(warp, instr, lane, (uint32_t)address, bytes, what, warp->storing);
	return at + address;
}

/* --- counting --------------------------------------------------------------------------------- */

/* How many of the 32-byte sectors are different. */
static uint32_t sectors_count(const uint64_t *address, uint32_t lanes, uint32_t bytes)
{
	uint64_t seen[2 * PTX_LANES] = {0};
	uint32_t count = 0;
	for (int i = 0; i < PTX_LANES; i++) {
		if (!(lanes >> i & 1))
			continue;
		for (uint64_t s = address[i] / SECTOR; s <= (address[i] + bytes - 1) / SECTOR;
		     s++) {
			uint32_t k = count;
			while (k > 0 && seen[k - 1] != s)
				k--;
			if (k == 0 && count < 2 * PTX_LANES)
				seen[count++] = s;
		}
	}
	return count;
}

/* How often the banks have to answer: the most different words of 4 bytes that one bank is asked for. */
static uint32_t wavefronts_count(const uint64_t *address, uint32_t lanes, uint32_t bytes)
{
	uint64_t word[PTX_LANES] = {0};
	uint32_t asked[PTX_LANES] = {0}, most = 1, words = 0;
	for (int i = 0; i < PTX_LANES; i++) {
		uint64_t of = address[i] / 4;
		uint32_t k = 0;
		if (!(lanes >> i & 1))
			continue;
		while (k < words && word[k] != of)
			k++;
		if (k < words)
			continue;
		word[words++] = of;
		if (++asked[of % PTX_LANES] > most)
			most = asked[of % PTX_LANES];
	}
	return most * ((bytes + 3) / 4);
}

static void access_count(PtxWarp *warp, const PtxInstr *instr, const uint64_t *address,
			 uint32_t lanes, uint32_t bytes, bool write)
{
	PtxCounts *counts = warp->block->run->counts;
	uint64_t first = address[__builtin_ctz(lanes)];
	PtxSpace space = space_of(instr, &first);
	if (space == PTX_GLOBAL && instr->space != PTX_CONST) {
		uint32_t sectors = sectors_count(address, lanes, bytes);
		counts->requests[write]++;
		counts->sectors[write] += sectors;
	} else if (space == PTX_SHARED) {
		counts->shared_requests[write]++;
		counts->shared_wavefronts[write] += wavefronts_count(address, lanes, bytes);
	}
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

static void load(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint64_t address[PTX_LANES];
	uint32_t bytes = access_bytes(instr);
	addresses(warp, instr, address);
	access_count(warp, instr, address, lanes, bytes, false);
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
	access_count(warp, instr, address, lanes, bytes, true);
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
}

PtxHandler ptx_memory_handler(const PtxInstr *instr)
{
	return instr->op == PTX_LD ? load : instr->op == PTX_ST ? store : NULL;
}
