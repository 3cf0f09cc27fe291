/* idle.c - exchanges of which nobody uses what was there: those are stores, and may be the first of their memory.
 *
 * Code that was not optimised keeps each result in local memory first, at a fixed place of the function's frame.
 * So it is followed there: a place counts as used when something loads it that is used, or when its address is
 * taken. Where an array's is, and its elements are stored one by one, a use may be missed; then a read of
 * memory that nobody wrote is not told. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/run/usage.h"

#define PASSES_MOST 32

typedef struct Uses {
	const PtxKernel *code;
	bool *value; /* of each register */
	bool *place; /* of each byte of the frame */
	bool *frame; /* registers that hold the frame's address */
	bool changed;
} Uses;

static void use(Uses *uses, bool *what)
{
	uses->changed = uses->changed || !*what;
	*what = true;
}

static bool is_frame(const Uses *uses, const PtxOperand *operand)
{
	return IS_VALUE(operand) && uses->frame[SLOT(operand)];
}

/* The bytes from there that lie in the frame, with a use for one of them. */
static bool places_used(const Uses *uses, int64_t from, uint32_t bytes)
{
	for (int64_t i = from; i < from + bytes; i++)
		if (i < 0 || i >= uses->code->local_bytes || uses->place[i])
			return true;
	return false;
}

static void places_use(Uses *uses, int64_t from, uint32_t bytes)
{
	for (int64_t i = from; i < from + bytes; i++)
		if (i >= 0 && i < uses->code->local_bytes)
			use(uses, &uses->place[i]);
}

static bool a_target_used(const Uses *uses, const PtxInstr *instr)
{
	for (uint32_t k = 0; k < PTX_OPERANDS; k++) {
		const PtxOperand *operand = &instr->operand[k];
		if (ptx_is_target(instr, k) && operand->kind == PTX_REGISTER &&
		    (operand->bits == 1 || uses->value[SLOT(operand)]))
			return true;
	}
	return false;
}

/* `add place, frame, 28` and the like. */
static void address_taken(Uses *uses, const PtxInstr *instr)
{
	for (uint32_t k = 0; k < PTX_OPERANDS; k++) {
		uint32_t at;
		if (instr->operand[k].kind != PTX_CONSTANT)
			continue;
		memcpy(&at, uses->code->constant + instr->operand[k].at, sizeof at);
		places_use(uses, at, 1);
	}
}

static void instr_uses(Uses *uses, const PtxInstr *instr)
{
	uint32_t parts = instr->vector ? instr->vector : 1;
	uint32_t bytes = ptx_type_bytes(instr->type) * parts;
	bool memory = instr->op == PTX_LD || instr->op == PTX_ST;
	bool in_frame = memory && is_frame(uses, &instr->operand[PTX_ADDRESS]);
	if (in_frame && instr->op == PTX_LD) {
		if (a_target_used(uses, instr))
			places_use(uses, instr->offset, bytes);
		return;
	}
	if (in_frame && !places_used(uses, instr->offset, bytes))
		return;
	if ((instr->op == PTX_MOV || instr->op == PTX_CVT) && !a_target_used(uses, instr))
		return;
	for (uint32_t k = 0; k < ptx_operands(instr); k++) {
		const PtxOperand *operand = ptx_operand(uses->code, instr, k);
		if (!IS_VALUE(operand) || ptx_is_target(instr, k))
			continue;
		use(uses, &uses->value[SLOT(operand)]);
		if (uses->frame[SLOT(operand)] && !in_frame && instr->op != PTX_CVTA)
			address_taken(uses, instr);
	}
}

/* The generic address of the frame, and the one within local memory that it is made of. */
static void frames_find(Uses *uses)
{
	for (uint32_t i = 0; i < uses->code->count; i++) {
		const PtxInstr *instr = &uses->code->code[i];
		if (instr->op != PTX_CVTA || instr->space != PTX_LOCAL || i > 4)
			continue;
		for (uint32_t k = 0; k < 2; k++)
			if (IS_VALUE(&instr->operand[k]))
				uses->frame[SLOT(&instr->operand[k])] = true;
	}
}

static bool is_exchange(const PtxInstr *instr)
{
	return instr->op == PTX_ATOM && instr->mode == PTX_ATOM_EXCH;
}

static void idle_find(Uses *uses, PtxKernel *code)
{
	frames_find(uses);
	uint32_t pass = 0;
	do {
		uses->changed = false;
		for (uint32_t i = code->count; i-- > 0;)
			instr_uses(uses, &code->code[i]);
	} while (uses->changed && ++pass < PASSES_MOST);
	for (uint32_t i = 0; i < code->count && !uses->changed; i++) {
		PtxInstr *instr = &code->code[i];
		instr->idle = is_exchange(instr) && !a_target_used(uses, instr);
	}
}

bool ptx_idle(PtxKernel *code)
{
	bool any = false;
	for (uint32_t i = 0; i < code->count; i++)
		any = any || is_exchange(&code->code[i]);
	if (!any)
		return true;
	uint32_t slots = code->register_bytes / REGISTER_BYTES + 1;
	Uses uses = {.code = code,
		     .value = calloc(slots, sizeof(bool)),
		     .place = calloc(code->local_bytes + 1U, sizeof(bool)),
		     .frame = calloc(slots, sizeof(bool))};
	bool good = uses.value && uses.place && uses.frame;
	if (good)
		idle_find(&uses, code);
	free(uses.value);
	free(uses.place);
	free(uses.frame);
	return good;
}
