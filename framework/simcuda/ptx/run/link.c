/* link.c - which handler executes each instruction. */
#include <stdio.h>
#include <stdlib.h>

#include "framework/simcuda/ptx/decoded.h"
#include "framework/simcuda/ptx/run/warp.h"

static void active(PtxWarp *warp, const PtxInstr *instr, uint32_t lanes)
{
	uint32_t t[PTX_LANES];
	ptx_votes_note(warp, lanes, 1, 1);
	for (int i = 0; i < PTX_LANES; i++)
		t[i] = lanes;
	ptx_put32(warp, &instr->operand[0], t, lanes);
}

static PtxHandler handler_of(const PtxInstr *instr)
{
	static PtxHandler (*const files[])(const PtxInstr *) = {
		ptx_move_handler,    ptx_memory_handler,  ptx_float_handler, ptx_half_handler,
		ptx_compare_handler, ptx_convert_handler, ptx_bits_handler,  ptx_atomic_handler,
		ptx_integer_handler, ptx_print_handler,   ptx_matrix_handler};
	/* a handler that knows of one width would write half of a register of the other: lanes would get what others have */
	if (instr->mode == PTX_MODE_WIDE && !ptx_may_be_wide(instr))
		return NULL;
	if (instr->op == PTX_ACTIVEMASK)
		return active;
	for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
		PtxHandler handler = files[i](instr);
		if (handler)
			return handler;
	}
	return NULL;
}

/* Code that runs past its end returns. */
static bool end_add(PtxKernel *code)
{
	PtxInstr *grown = realloc(code->code, (code->count + 1U) * sizeof *grown);
	if (!grown)
		return false;
	code->code = grown;
	grown[code->count++] = (PtxInstr){.op = PTX_RET};
	return true;
}

static bool link(PtxKernel *code, PtxError *error)
{
	if (!end_add(code) || !(code->handler = calloc(code->count, sizeof *code->handler)) ||
	    !ptx_usage(code)) {
		*error = (PtxError){0, "no memory"};
		return false;
	}
	for (uint32_t i = 0; i < code->count; i++) {
		const PtxInstr *instr = &code->code[i];
		if (ptx_is_control(instr))
			continue;
		code->handler[i] = handler_of(instr);
		if (!code->handler[i]) {
			error->line = instr->text_line;
			snprintf(error->text, sizeof error->text,
				 "this form of the instruction is not known to the simulator");
			return false;
		}
	}
	return true;
}

bool ptx_link(PtxModule *module, PtxError *error)
{
	if (!ptx_owned_make(module)) {
		*error = (PtxError){0, "no memory"};
		return false;
	}
	for (uint32_t i = 0; i < module->kernels; i++)
		if (!link(&module->kernel[i], error))
			return false;
	for (uint32_t i = 0; i < module->functions; i++)
		if (!link(&module->function[i], error))
			return false;
	return true;
}
