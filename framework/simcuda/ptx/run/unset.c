/* unset.c - what nobody has set is followed through registers and local memory. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

/* --- local memory ------------------------------------------------------------------------------- */

bool ptx_unset_room(PtxWarp *warp, uint32_t bytes, uint32_t kept)
{
	if (!warp->block->run->launch->report)
		return true;
	PtxUnset *grown = realloc(warp->unset, (bytes + 1U) * sizeof *grown);
	if (!grown)
		return false;
	warp->unset = grown;
	for (uint32_t i = kept; i < bytes; i++)
		grown[i] = (PtxUnset){.raw = PTX_ALL};
	return true;
}

void ptx_unset_start(PtxWarp *warp)
{
	for (uint32_t i = 0; warp->unset && i < warp->local_bytes; i++)
		warp->unset[i] = (PtxUnset){.raw = PTX_ALL};
	if (warp->kernel.unsets > 0)
		memset(warp->kernel.unset, 0, ptx_unset_bytes(warp->kernel.code));
	warp->kernel.unsets = 0;
}

static void bytes_set(PtxUnset *byte, uint32_t count, uint32_t lanes, const PtxUnset *of)
{
	for (uint32_t i = 0; i < count; i++) {
		byte[i].raw = (byte[i].raw & ~lanes) | (of->raw & lanes);
		byte[i].made = (byte[i].made & ~lanes) | (of->made & lanes);
		byte[i].taken = (byte[i].taken & ~lanes) | (of->taken & lanes);
	}
}

void ptx_unset_frame(PtxWarp *warp, const PtxFrame *frame, uint32_t lanes)
{
	const PtxUnset fresh = {.raw = PTX_ALL};
	if (warp->unset)
		bytes_set(warp->unset + frame->local, frame->code->local_bytes, lanes, &fresh);
}

void ptx_unset_written(PtxWarp *warp, uint32_t offset, uint32_t bytes, uint32_t lanes)
{
	if (warp->unset)
		bytes_set(warp->unset + offset, bytes, lanes, &(PtxUnset){.raw = 0});
}

void ptx_unset_copy(PtxWarp *warp, uint32_t lanes, uint32_t to, uint32_t from, uint32_t bytes)
{
	for (uint32_t i = 0; warp->unset && i < bytes; i++)
		bytes_set(warp->unset + to + i, 1, lanes, &warp->unset[from + i]);
}

/* --- registers ---------------------------------------------------------------------------------- */

/* Of a predicate there is `made` alone. */
static PtxUnset register_get(const PtxFrame *frame, const PtxOperand *operand)
{
	PtxUnset of = {0};
	if (!frame->unset || operand->kind != PTX_REGISTER)
		return of;
	if (operand->bits == 1)
		of.made = frame->unset[operand->at / 4];
	else
		memcpy(&of, &frame->unset[operand->at / 4], sizeof of);
	return of;
}

static void word_put(PtxFrame *frame, uint32_t *word, uint32_t lanes, uint32_t bits)
{
	uint32_t next = (*word & ~lanes) | (bits & lanes);
	frame->unsets += (uint32_t)(next != 0) - (uint32_t)(*word != 0);
	*word = next;
}

static void register_put(PtxFrame *frame, const PtxOperand *operand, uint32_t lanes,
			 const PtxUnset *of)
{
	if (operand->kind != PTX_REGISTER)
		return;
	if (!frame->unset) {
		if (!((of->raw | of->made | of->taken) & lanes))
			return;
		frame->unset = calloc(1, ptx_unset_bytes(frame->code));
		if (!frame->unset)
			return;
	}
	uint32_t *word = &frame->unset[operand->at / 4];
	if (operand->bits == 1) {
		word_put(frame, word, lanes, of->made);
		return;
	}
	word_put(frame, word, lanes, of->raw);
	word_put(frame, word + 1, lanes, of->made);
	word_put(frame, word + 2, lanes, of->taken);
}

/* --- between the two ---------------------------------------------------------------------------- */

static PtxUnset bytes_get(const PtxUnset *byte, uint32_t count)
{
	PtxUnset of = {.raw = PTX_ALL};
	for (uint32_t i = 0; i < count; i++) {
		of.raw &= byte[i].raw | byte[i].made | byte[i].taken;
		of.made |= byte[i].made;
		of.taken |= byte[i].taken;
	}
	of.taken &= of.raw;
	of.made &= of.raw & ~of.taken;
	of.raw &= ~(of.made | of.taken);
	return of;
}

static void local_access(PtxWarp *warp, const PtxInstr *instr, uint32_t offset, uint32_t lanes,
			 bool write)
{
	PtxFrame *frame = warp->current->frame;
	uint32_t each = ptx_type_bytes(instr->type), parts = instr->vector ? instr->vector : 1;
	for (uint32_t v = 0; v < parts; v++, offset += each) {
		PtxUnset *byte = warp->unset + offset, of;
		if (write) {
			of = register_get(frame, &instr->operand[v]);
			bytes_set(byte, each, lanes, &of);
			continue;
		}
		of = bytes_get(byte, each);
		if (frame->unsets > 0 || ((of.raw | of.made | of.taken) & lanes))
			register_put(frame, &instr->operand[v], lanes, &of);
	}
}

void ptx_unset_local(PtxWarp *warp, const PtxInstr *instr, const uint32_t *offset, uint32_t lanes,
		     uint32_t bytes, bool write)
{
	uint32_t first = offset[__builtin_ctz(lanes)], differ = 0;
	if (!warp->unset)
		return;
	if (instr->op != PTX_LD && instr->op != PTX_ST) { /* by one lane */
		if (write)
			ptx_unset_written(warp, first, bytes, lanes);
		return;
	}
	for (int i = 0; i < PTX_LANES; i++)
		differ |= lanes >> i & 1 ? offset[i] ^ first : 0;
	if (!differ) {
		local_access(warp, instr, first, lanes, write);
		return;
	}
	for (; lanes; lanes &= lanes - 1)
		local_access(warp, instr, offset[__builtin_ctz(lanes)], lanes & -lanes, write);
}

void ptx_unset_shuffle(PtxWarp *warp, const PtxInstr *instr, const uint8_t *from, uint32_t lanes)
{
	PtxFrame *frame = warp->current->frame;
	PtxUnset source = register_get(frame, &instr->operand[1]), of = {0};
	if (!warp->block->run->launch->report)
		return;
	for (int i = 0; i < PTX_LANES; i++) {
		of.raw |= (source.raw >> from[i] & 1) << i;
		of.made |= (source.made >> from[i] & 1) << i;
		of.taken |= ((source.taken | ~lanes) >> from[i] & 1) << i;
		if (lanes >> i & 1 && !(lanes >> from[i] & 1))
			warp->taken_by = instr;
	}
	register_put(frame, &instr->operand[0], lanes, &of);
}

/* --- use ---------------------------------------------------------------------------------------- */

static void tell(PtxWarp *warp, const PtxInstr *instr, const PtxUnset *of, uint32_t lanes,
		 PtxUse use)
{
	PtxRunning *run = warp->block->run;
	const PtxLaunch *launch = run->launch;
	uint32_t own = (of->raw | of->made) & lanes, all = own | (of->taken & lanes);
	if (!all || run->used_unset || !launch->report)
		return;
	run->used_unset = true;
	PtxFault fault = {.end = PTX_UNSET, .use = use};
	fault.other = own & (all & -all) ? NULL : warp->taken_by;
	ptx_fault_at(warp, instr, __builtin_ctz(all), &fault);
	launch->report(launch->memory.context, &fault);
}

static bool is_access(const PtxInstr *instr)
{
	return instr->op == PTX_LD || instr->op == PTX_ST || ptx_is_atomic(instr);
}

static PtxSpace space_at(const PtxWarp *warp, const PtxInstr *instr, int lane)
{
	if (instr->space != PTX_GENERIC && instr->space != PTX_GLOBAL)
		return (PtxSpace)instr->space;
	return ptx_space(ptx_address(warp, instr, lane));
}

/* What is stored where others see it. */
static void value_use(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	bool atomic = ptx_is_atomic(instr);
	uint32_t first = instr->op == PTX_ATOM ? 1 : 0;
	uint32_t count = atomic ? 2 : instr->vector ? instr->vector : 1;
	for (uint32_t v = first; v < first + count; v++) {
		PtxUnset of = register_get(warp->current->frame, &instr->operand[v]);
		of.raw = atomic ? of.raw : 0;
		for (uint32_t rest = (of.raw | of.made | of.taken) & lanes; rest;
		     rest &= rest - 1) {
			int lane = __builtin_ctz(rest);
			PtxSpace space = space_at(warp, instr, lane);
			PtxUnset seen = of;
			seen.taken = space == PTX_SHARED && !atomic ? 0 : of.taken;
			if (space != PTX_LOCAL && space != PTX_PARAM)
				tell(warp, instr, &seen, 1U << lane, PTX_USE_STORE);
		}
	}
}

static void uses(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	const PtxFrame *frame = warp->current->frame;
	PtxUnset of = register_get(frame, &instr->guard);
	tell(warp, instr, &of, warp->current->lanes, PTX_USE_BRANCH);
	if (instr->op == PTX_BRX) {
		of = register_get(frame, &instr->operand[0]);
		of.taken = 0;
		tell(warp, instr, &of, lanes, PTX_USE_BRANCH);
	}
	if (!is_access(instr))
		return;
	of = register_get(frame, &instr->operand[PTX_ADDRESS]);
	tell(warp, instr, &of, lanes, PTX_USE_ADDRESS);
	if (instr->op != PTX_LD)
		value_use(warp, instr, lanes);
}

void ptx_unset_stored(PtxWarp *warp, const PtxInstr *instr, const uint64_t *address, uint32_t lanes)
{
	PtxBlock *block = warp->block;
	uint32_t each = ptx_type_bytes(instr->type), parts = instr->vector ? instr->vector : 1;
	for (uint32_t v = 0; v < parts; v++) {
		PtxUnset of = register_get(warp->current->frame, &instr->operand[v]);
		for (uint32_t rest = of.taken & lanes; rest; rest &= rest - 1) {
			int lane = __builtin_ctz(rest);
			uint64_t at = (address[lane] & ~PTX_WINDOW_MASK) + v * each;
			if (block->shadow.ever && space_at(warp, instr, lane) == PTX_SHARED &&
			    at + each <= block->shared_bytes)
				memset(block->shadow.ever + at, 0, each);
		}
	}
}

/* --- handing on --------------------------------------------------------------------------------- */

typedef enum Way {
	WAY_ENDS, /* the target is set */
	WAY_COPY,
	WAY_MAKE,  /* from any source */
	WAY_CONST, /* from the first source, if the second is a constant */
	WAY_CHOOSE,
	WAY_COMPARE,
	WAY_OWN, /* done elsewhere, or no target */
	WAY_MANY /* registers that are not looked at: all are set */
} Way;

static const uint8_t ways[PTX_OPS] = {
	[PTX_ADD] = WAY_MAKE,      [PTX_SUB] = WAY_MAKE,       [PTX_MUL] = WAY_MAKE,
	[PTX_MUL_HI] = WAY_MAKE,   [PTX_MUL_WIDE] = WAY_MAKE,  [PTX_MAD] = WAY_MAKE,
	[PTX_MAD_HI] = WAY_MAKE,   [PTX_MAD_WIDE] = WAY_MAKE,  [PTX_FMA] = WAY_MAKE,
	[PTX_DIV] = WAY_MAKE,      [PTX_REM] = WAY_MAKE,       [PTX_NEG] = WAY_MAKE,
	[PTX_ABS] = WAY_MAKE,      [PTX_MIN] = WAY_MAKE,       [PTX_MAX] = WAY_MAKE,
	[PTX_SQRT] = WAY_MAKE,     [PTX_RSQRT] = WAY_MAKE,     [PTX_RCP] = WAY_MAKE,
	[PTX_EX2] = WAY_MAKE,      [PTX_LG2] = WAY_MAKE,       [PTX_SIN] = WAY_MAKE,
	[PTX_COS] = WAY_MAKE,      [PTX_TANH] = WAY_MAKE,      [PTX_MOV] = WAY_COPY,
	[PTX_CVT] = WAY_COPY,      [PTX_CVTA] = WAY_COPY,      [PTX_AND] = WAY_CONST,
	[PTX_SHL] = WAY_CONST,     [PTX_SHR] = WAY_CONST,      [PTX_SELP] = WAY_CHOOSE,
	[PTX_SETP] = WAY_COMPARE,  [PTX_ST] = WAY_OWN,         [PTX_RED] = WAY_OWN,
	[PTX_SHFL] = WAY_OWN,      [PTX_BRA] = WAY_OWN,        [PTX_BRX] = WAY_OWN,
	[PTX_CALL] = WAY_OWN,      [PTX_RET] = WAY_OWN,        [PTX_EXIT] = WAY_OWN,
	[PTX_BAR] = WAY_OWN,       [PTX_BAR_ARRIVE] = WAY_OWN, [PTX_BAR_WARP] = WAY_OWN,
	[PTX_TRAP] = WAY_OWN,      [PTX_NOTHING] = WAY_OWN,    [PTX_PRINT] = WAY_OWN,
	[PTX_ASSERT] = WAY_OWN,    [PTX_MMA] = WAY_MANY,       [PTX_MATRIX_LD] = WAY_MANY,
	[PTX_MATRIX_ST] = WAY_MANY};

static PtxUnset sources(const PtxFrame *frame, const PtxInstr *instr)
{
	PtxUnset of = {0};
	for (int i = 1; i < PTX_ADDRESS; i++) {
		PtxUnset one = register_get(frame, &instr->operand[i]);
		of.made |= one.raw | one.made;
		of.taken |= one.taken;
	}
	return of;
}

static PtxUnset chosen(const PtxWarp *warp, const PtxInstr *instr)
{
	const PtxFrame *frame = warp->current->frame;
	uint32_t choice = ptx_predicate(warp, &instr->operand[3]);
	choice = instr->negated ? ~choice : choice;
	PtxUnset a = register_get(frame, &instr->operand[1]);
	PtxUnset b = register_get(frame, &instr->operand[2]);
	return (PtxUnset){.raw = (a.raw & choice) | (b.raw & ~choice),
			  .made = (a.made & choice) | (b.made & ~choice),
			  .taken = (a.taken & choice) | (b.taken & ~choice)};
}

static PtxUnset handed_on(const PtxWarp *warp, const PtxInstr *instr)
{
	const PtxFrame *frame = warp->current->frame;
	PtxUnset of = {0};
	bool by_constant = instr->operand[2].kind == PTX_CONSTANT;
	switch (ways[instr->op]) {
	case WAY_COPY:
		return register_get(frame, &instr->operand[1]);
	case WAY_CONST:
		return by_constant ? sources(frame, instr) : of;
	case WAY_MAKE:
		return sources(frame, instr);
	case WAY_CHOOSE:
		return chosen(warp, instr);
	case WAY_COMPARE:
		if (instr->combine == PTX_ADD)
			of.made = sources(frame, instr).made;
		return of;
	default:
		return of;
	}
}

void ptx_unset_step(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	PtxFrame *frame = warp->current->frame;
	uses(warp, instr, lanes);
	if (ways[instr->op] == WAY_OWN || !lanes)
		return;
	if (ways[instr->op] == WAY_MANY) {
		memset(frame->unset, 0, ptx_unset_bytes(frame->code));
		frame->unsets = 0;
		return;
	}
	PtxUnset of = handed_on(warp, instr);
	uint32_t targets = instr->op == PTX_LD || instr->op == PTX_UNPACK ? instr->vector : 1;
	register_put(frame, &instr->operand[0], lanes, &of);
	for (uint32_t v = 1; v < targets && v < PTX_ADDRESS; v++)
		register_put(frame, &instr->operand[v], lanes, &of);
	if (instr->op == PTX_SETP || instr->op == PTX_MATCH)
		register_put(frame, &instr->operand[PTX_SECOND], lanes, &of);
}
