/* usage.c - what can be said of code before it runs: the class of each instruction, and where a warp waits
 * for what it loaded. */
#include <stdlib.h>

#include "framework/simcuda/ptx/matrix.h"
#include "framework/simcuda/ptx/run/usage.h"

/* --- classes ------------------------------------------------------------------------------------ */

static PtxClass class_of_type(PtxType type)
{
	switch (type) {
	case PTX_F32:
		return PTX_CLASS_F32;
	case PTX_F64:
		return PTX_CLASS_F64;
	case PTX_F16:
	case PTX_F16X2:
	case PTX_BF16:
	case PTX_BF16X2:
		return PTX_CLASS_HALF;
	default:
		return PTX_CLASS_INTEGER;
	}
}

/* 1 + the class of those that have one whatever their type. */
static const uint8_t classes[PTX_OPS] = {
	[PTX_DIV] = 1 + PTX_CLASS_SPECIAL,        [PTX_REM] = 1 + PTX_CLASS_SPECIAL,
	[PTX_SQRT] = 1 + PTX_CLASS_SPECIAL,       [PTX_RSQRT] = 1 + PTX_CLASS_SPECIAL,
	[PTX_RCP] = 1 + PTX_CLASS_SPECIAL,        [PTX_EX2] = 1 + PTX_CLASS_SPECIAL,
	[PTX_LG2] = 1 + PTX_CLASS_SPECIAL,        [PTX_SIN] = 1 + PTX_CLASS_SPECIAL,
	[PTX_COS] = 1 + PTX_CLASS_SPECIAL,        [PTX_TANH] = 1 + PTX_CLASS_SPECIAL,
	[PTX_MOV] = 1 + PTX_CLASS_MOVE,           [PTX_PACK] = 1 + PTX_CLASS_MOVE,
	[PTX_UNPACK] = 1 + PTX_CLASS_MOVE,        [PTX_CVTA] = 1 + PTX_CLASS_MOVE,
	[PTX_CVT] = 1 + PTX_CLASS_CONVERT,        [PTX_SELP] = 1 + PTX_CLASS_COMPARE,
	[PTX_SETP] = 1 + PTX_CLASS_COMPARE,       [PTX_SET] = 1 + PTX_CLASS_COMPARE,
	[PTX_SLCT] = 1 + PTX_CLASS_COMPARE,       [PTX_TESTP] = 1 + PTX_CLASS_COMPARE,
	[PTX_ISSPACEP] = 1 + PTX_CLASS_COMPARE,   [PTX_LD] = 1 + PTX_CLASS_LOAD,
	[PTX_ST] = 1 + PTX_CLASS_STORE,           [PTX_ATOM] = 1 + PTX_CLASS_ATOMIC,
	[PTX_RED] = 1 + PTX_CLASS_ATOMIC,         [PTX_SHFL] = 1 + PTX_CLASS_EXCHANGE,
	[PTX_VOTE] = 1 + PTX_CLASS_EXCHANGE,      [PTX_MATCH] = 1 + PTX_CLASS_EXCHANGE,
	[PTX_REDUX] = 1 + PTX_CLASS_EXCHANGE,     [PTX_ACTIVEMASK] = 1 + PTX_CLASS_EXCHANGE,
	[PTX_BAR] = 1 + PTX_CLASS_BARRIER,        [PTX_BAR_ARRIVE] = 1 + PTX_CLASS_BARRIER,
	[PTX_BAR_RED] = 1 + PTX_CLASS_BARRIER,    [PTX_BAR_WARP] = 1 + PTX_CLASS_BARRIER,
	[PTX_NOTHING] = 1 + PTX_CLASS_CONTROL,    [PTX_BRA] = 1 + PTX_CLASS_CONTROL,
	[PTX_RET] = 1 + PTX_CLASS_CONTROL,        [PTX_TRAP] = 1 + PTX_CLASS_CONTROL,
	[PTX_EXIT] = 1 + PTX_CLASS_CONTROL,       [PTX_CALL] = 1 + PTX_CLASS_CONTROL,
	[PTX_BRX] = 1 + PTX_CLASS_CONTROL,        [PTX_PRINT] = 1 + PTX_CLASS_CONTROL,
	[PTX_ASSERT] = 1 + PTX_CLASS_CONTROL,     [PTX_MMA] = 1 + PTX_CLASS_HALF,
	[PTX_ROUND_TF32] = 1 + PTX_CLASS_CONVERT, [PTX_MATRIX_LD] = 1 + PTX_CLASS_LOAD,
	[PTX_MATRIX_ST] = 1 + PTX_CLASS_STORE,
};

PtxClass ptx_class(const PtxInstr *instr)
{
	bool load = instr->op == PTX_LD;
	if (load && (instr->space == PTX_PARAM || instr->space == PTX_CONST))
		return PTX_CLASS_PARAM;
	if (classes[instr->op])
		return (PtxClass)(classes[instr->op] - 1);
	return class_of_type(instr->type);
}

const char *ptx_class_name(PtxClass which)
{
	static const char *const names[PTX_CLASSES] = {
		[PTX_CLASS_F32] = "f32",           [PTX_CLASS_F64] = "f64",
		[PTX_CLASS_HALF] = "half",         [PTX_CLASS_SPECIAL] = "special",
		[PTX_CLASS_INTEGER] = "integer",   [PTX_CLASS_CONVERT] = "convert",
		[PTX_CLASS_COMPARE] = "compare",   [PTX_CLASS_MOVE] = "move",
		[PTX_CLASS_PARAM] = "parameter",   [PTX_CLASS_LOAD] = "load",
		[PTX_CLASS_STORE] = "store",       [PTX_CLASS_ATOMIC] = "atomic",
		[PTX_CLASS_EXCHANGE] = "exchange", [PTX_CLASS_BARRIER] = "barrier",
		[PTX_CLASS_CONTROL] = "control"};
	return which < PTX_CLASSES ? names[which] : "";
}

/* An atomic operation on a float is one as well. */
static uint8_t flops_of(const PtxInstr *instr)
{
	bool fused = instr->op == PTX_FMA || instr->op == PTX_MAD;
	if (instr->kind == PTX_CLASS_ATOMIC)
		return instr->type == PTX_F32 || instr->type == PTX_F64;
	return instr->kind > PTX_CLASS_SPECIAL ? 0 : fused ? 2 : 1;
}

/* --- targets and sources -------------------------------------------------------------------------- */

/* How many of an instruction's first operands it writes. */
static uint32_t targets(const PtxInstr *instr)
{
	switch (instr->op) {
	case PTX_LD:
	case PTX_UNPACK:
		return instr->vector ? instr->vector : 1;
	case PTX_ST:
	case PTX_RED:
	case PTX_BAR:
	case PTX_BAR_ARRIVE:
	case PTX_BAR_WARP:
	case PTX_BRA:
	case PTX_BRX:
	case PTX_CALL:
	case PTX_PRINT:
	case PTX_ASSERT:
	case PTX_MMA:
	case PTX_MATRIX_LD:
	case PTX_MATRIX_ST:
		return 0; /* but see ptx_operand() */
	default:
		return 1;
	}
}

bool ptx_is_target(const PtxInstr *instr, uint32_t operand)
{
	bool second = operand == PTX_SECOND &&
		      (instr->op == PTX_SETP || instr->op == PTX_SHFL || instr->op == PTX_MATCH);
	bool more = operand >= PTX_OPERANDS && operand - PTX_OPERANDS < ptx_matrix_targets(instr);
	return second || more || operand < targets(instr);
}

uint32_t ptx_operands(const PtxInstr *instr)
{
	return PTX_OPERANDS + ptx_matrix_operands(instr);
}

const PtxOperand *ptx_operand(const PtxKernel *code, const PtxInstr *instr, uint32_t number)
{
	return number < PTX_OPERANDS ? &instr->operand[number]
				     : &code->more[instr->target + number - PTX_OPERANDS];
}

/* --- waits ---------------------------------------------------------------------------------------- */

typedef struct Loaded {
	uint32_t *slot; /* since which wait this is under way */
	uint32_t now;
} Loaded;

static bool uses(const Loaded *loaded, const PtxKernel *code, const PtxInstr *instr)
{
	uint32_t count = ptx_operands(instr);
	for (uint32_t i = 0; i < count; i++) {
		const PtxOperand *operand = ptx_operand(code, instr, i);
		if (IS_VALUE(operand) && !ptx_is_target(instr, i) &&
		    loaded->slot[SLOT(operand)] == loaded->now)
			return true;
	}
	return false;
}

static void waits_mark(PtxKernel *code, Loaded *global, Loaded *shared)
{
	for (uint32_t i = 0; i < code->count; i++) {
		PtxInstr *instr = &code->code[i];
		instr->waits_global = uses(global, code, instr);
		instr->waits_shared = uses(shared, code, instr);
		global->now += instr->waits_global;
		shared->now += instr->waits_shared;
		bool loads = instr->kind == PTX_CLASS_LOAD || instr->op == PTX_ATOM;
		Loaded *from =
			instr->space == PTX_SHARED || instr->space == PTX_LOCAL ? shared : global;
		uint32_t count = loads ? ptx_operands(instr) : 0;
		for (uint32_t k = 0; k < count; k++) {
			const PtxOperand *operand = ptx_operand(code, instr, k);
			if (IS_VALUE(operand) && ptx_is_target(instr, k))
				from->slot[SLOT(operand)] = from->now;
		}
	}
}

bool ptx_usage(PtxKernel *code)
{
	uint32_t slots = code->register_bytes / REGISTER_BYTES + 1;
	Loaded global = {calloc(slots, sizeof(uint32_t)), 1};
	Loaded shared = {calloc(slots, sizeof(uint32_t)), 1};
	bool good = global.slot && shared.slot;
	for (uint32_t i = 0; i < code->count; i++) {
		PtxInstr *instr = &code->code[i];
		instr->kind = (uint8_t)ptx_class(instr);
		instr->flops = flops_of(instr);
		instr->words = (instr->op == PTX_LD || instr->op == PTX_ST) && ptx_is_words(instr);
	}
	if (good)
		waits_mark(code, &global, &shared);
	free(global.slot);
	free(shared.slot);
	return good && ptx_live(code) && ptx_idle(code);
}
