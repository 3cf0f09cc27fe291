/* verify_instr.c - whether an instruction that came as bytes is one that ptx_parse() could have made.
 *
 * Handlers read and write whole registers of the width that the opcode and the types say, and index
 * tables by modes and types. So each operand has to be there, of that width and within its array, and
 * what an opcode does not take has to be absent. */
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/ptx/decoded.h"
#include "framework/simcuda/ptx/matrix.h"

#define T(type) (1U << PTX_##type)
#define INTS    (T(U16) | T(U32) | T(U64) | T(S16) | T(S32) | T(S64))
#define FLOATS  (T(F32) | T(F64))
#define HALVES  (T(F16) | T(F16X2) | T(BF16) | T(BF16X2))
#define BITS    (T(B16) | T(B32) | T(B64))
#define MEMORY  (INTS | FLOATS | BITS | T(B8) | T(U8) | T(S8))
#define CARRIES (T(U32) | T(S32) | T(U64) | T(S64))
#define NUMBERS (INTS | FLOATS | T(U8) | T(S8) | T(F16) | T(BF16))
#define NONE    T(NONE)
#define ANY     UINT32_MAX

/* Operands as in ptx/parse/forms.c; o, O: a source of 32
 * bits, an address, that may be missing; *: looked at by shape_special(). */
static const struct Shape {
	const char *operands; /* NULL: no such opcode */
	uint32_t types, from; /* which may be; from 0: of no consequence */
} shapes[PTX_OPS] = {
	[PTX_ADD] = {"Ttt", INTS | FLOATS | HALVES, 0},
	[PTX_SUB] = {"Ttt", INTS | FLOATS | HALVES, 0},
	[PTX_ADDC] = {"Ttt", CARRIES, 0},
	[PTX_SUBC] = {"Ttt", CARRIES, 0},
	[PTX_MUL] = {"Ttt", INTS | FLOATS | HALVES, 0},
	[PTX_MAD] = {"Tttt", INTS | FLOATS, 0},
	[PTX_MADC] = {"Tttt", CARRIES, 0},
	[PTX_FMA] = {"Tttt", FLOATS | HALVES, 0},
	[PTX_MUL24] = {"Ttt", T(U32) | T(S32), 0},
	[PTX_MAD24] = {"Tttt", T(U32) | T(S32), 0},
	[PTX_SAD] = {"Tttt", INTS, 0},
	[PTX_DIV] = {"Ttt", INTS | FLOATS, 0},
	[PTX_REM] = {"Ttt", INTS, 0},
	[PTX_NEG] = {"Tt", INTS | FLOATS | HALVES, 0},
	[PTX_ABS] = {"Tt", INTS | FLOATS | HALVES, 0},
	[PTX_MIN] = {"Ttt", INTS | FLOATS | HALVES, 0},
	[PTX_MAX] = {"Ttt", INTS | FLOATS | HALVES, 0},
	[PTX_AND] = {"Ttt", BITS | T(PRED), 0},
	[PTX_OR] = {"Ttt", BITS | T(PRED), 0},
	[PTX_XOR] = {"Ttt", BITS | T(PRED), 0},
	[PTX_NOT] = {"Tt", BITS | T(PRED), 0},
	[PTX_CNOT] = {"Tt", BITS, 0},
	[PTX_LOP3] = {"Tttt", T(B32), 0},
	[PTX_SHL] = {"Ttu", BITS, 0},
	[PTX_SHR] = {"Ttu", BITS | INTS, 0},
	[PTX_SHF_L] = {"Tttu", T(B32), 0},
	[PTX_SHF_R] = {"Tttu", T(B32), 0},
	[PTX_PRMT] = {"Tttt", T(B32), 0},
	[PTX_BFE] = {"Ttuu", CARRIES, 0},
	[PTX_BFI] = {"Tttuu", T(B32) | T(B64), 0},
	[PTX_BFIND] = {"Ut", CARRIES, 0},
	[PTX_FNS] = {"Tttt", T(B32), 0},
	[PTX_POPC] = {"Ut", T(B32) | T(B64), 0},
	[PTX_CLZ] = {"Ut", T(B32) | T(B64), 0},
	[PTX_BREV] = {"Tt", T(B32) | T(B64), 0},
	[PTX_DP4A] = {"Uttu", T(U32) | T(S32), T(U32) | T(S32)},
	[PTX_DP2A] = {"Uttu", T(U32) | T(S32), T(U32) | T(S32)},
	[PTX_SQRT] = {"Tt", FLOATS, 0},
	[PTX_RSQRT] = {"Tt", FLOATS, 0},
	[PTX_RCP] = {"Tt", FLOATS, 0},
	[PTX_EX2] = {"Tt", T(F32) | HALVES, 0},
	[PTX_LG2] = {"Tt", T(F32), 0},
	[PTX_SIN] = {"Tt", T(F32), 0},
	[PTX_COS] = {"Tt", T(F32), 0},
	[PTX_TANH] = {"Tt", T(F32) | HALVES, 0},
	[PTX_TESTP] = {"Pt", FLOATS, 0},
	[PTX_COPYSIGN] = {"Ttt", FLOATS, 0},
	[PTX_MOV] = {"Tt", BITS | INTS | FLOATS | HALVES | T(PRED), 0},
	[PTX_PACK] = {"*", BITS | INTS | FLOATS | HALVES, T(B8) | BITS},
	[PTX_UNPACK] = {"*", BITS | INTS | FLOATS | HALVES, T(B8) | BITS},
	[PTX_CLOCK] = {"T", BITS | INTS | FLOATS | HALVES, 0},
	[PTX_SELP] = {"Tttp", BITS | INTS | FLOATS, 0},
	[PTX_SLCT] = {"Tttf", BITS | INTS | FLOATS, T(S32) | T(F32)},
	[PTX_SETP] = {"P|tt?p", BITS | INTS | FLOATS | HALVES, 0},
	[PTX_SET] = {"Tff?p", T(U32) | T(S32) | T(F32) | HALVES, BITS | INTS | FLOATS | HALVES},
	[PTX_CVT] = {"Wf", NUMBERS, NUMBERS},
	[PTX_CVTA] = {"Tt", T(U64) | T(U32), 0},
	[PTX_ISSPACEP] = {"Px", ANY, 0},
	[PTX_LD] = {"VA", MEMORY, 0},
	[PTX_ST] = {"Av", MEMORY, 0},
	[PTX_ATOM] = {"TAt?t", BITS | T(U32) | T(U64) | T(S32) | T(S64) | FLOATS | HALVES, 0},
	[PTX_RED] = {"At", BITS | T(U32) | T(U64) | T(S32) | T(S64) | FLOATS | HALVES, 0},
	[PTX_SHFL] = {"T|tuu?u", T(B32), 0},
	[PTX_VOTE] = {"Tp?u", T(PRED) | T(B32), 0},
	[PTX_MATCH] = {"U|tu", T(B32) | T(B64), 0},
	[PTX_REDUX] = {"Ttu", T(U32) | T(S32) | T(B32), 0},
	[PTX_ACTIVEMASK] = {"U", ANY, 0},
	[PTX_BRA] = {"", ANY, 0},
	[PTX_BRX] = {"u", ANY, 0},
	[PTX_CALL] = {"*", ANY, 0},
	[PTX_RET] = {"", ANY, 0},
	[PTX_EXIT] = {"", ANY, 0},
	[PTX_TRAP] = {"", ANY, 0},
	[PTX_BAR] = {"*", ANY, 0},
	[PTX_BAR_ARRIVE] = {"*", ANY, 0},
	[PTX_BAR_RED] = {"*", ANY, 0},
	[PTX_BAR_WARP] = {"*", ANY, 0},
	[PTX_NOTHING] = {"oO", ANY, 0},
	[PTX_PRINT] = {"*", ANY, 0},
	[PTX_ASSERT] = {"*", ANY, 0},
	[PTX_ROUND_TF32] = {"Tt", T(F32), 0},
	[PTX_MMA] = {"*", T(F16) | T(F32), T(F16) | T(BF16) | T(B32)},
	[PTX_MATRIX_LD] = {"*", T(F16) | T(BF16) | T(B32) | T(F32) | T(B16), 0},
	[PTX_MATRIX_ST] = {"*", T(F16) | T(F32), 0},
};

/* What is looked at, and which of its operands have been. */
typedef struct Look {
	const PtxKernel *code;
	const PtxInstr *instr;
	uint32_t seen; /* a bit for each operand */
} Look;

static uint32_t bits_of(uint32_t type)
{
	return type == PTX_PRED ? 1 : 8 * ptx_type_bytes((PtxType)type);
}

/* --- one operand ------------------------------------------------------------------------------ */

/* Registers begin at multiples of 64 bytes, those of a range follow each other; a constant has all its
 * lanes, of 4 bytes for a predicate too. */
static bool lies_within(const PtxKernel *code, const PtxOperand *operand)
{
	bool constant = operand->kind == PTX_CONSTANT, wide = operand->bits == 64;
	uint32_t bytes = (wide ? 8 : 4) * PTX_LANES;
	uint32_t all = constant ? code->constant_bytes : code->register_bytes;
	if (operand->bits == 1 && !constant)
		bytes = 4;
	return operand->at % (bytes < 64 ? 4 : 64) == 0 && bytes <= all &&
	       operand->at <= all - bytes;
}

/* wide: a wider one will do. */
static bool fits(const PtxOperand *operand, uint32_t bits, bool wide)
{
	bool known = operand->bits == 1 || operand->bits == 8 || operand->bits == 16 ||
		     operand->bits == 32 || operand->bits == 64;
	if (!known || bits == 0)
		return false;
	return wide ? operand->bits >= bits && operand->bits > 1 : operand->bits == bits;
}

static bool source(Look *look, uint32_t number, uint32_t bits, bool wide)
{
	const PtxOperand *operand = &look->instr->operand[number];
	look->seen |= 1U << number;
	return operand->kind != PTX_ABSENT && fits(operand, bits, wide) &&
	       lies_within(look->code, operand);
}

/* Nobody may want it. */
static bool target(Look *look, uint32_t number, uint32_t bits, bool wide)
{
	const PtxOperand *operand = &look->instr->operand[number];
	look->seen |= 1U << number;
	return operand->kind == PTX_ABSENT ||
	       (operand->kind == PTX_REGISTER && fits(operand, bits, wide) &&
		lies_within(look->code, operand));
}

static bool absent(const Look *look, uint32_t number)
{
	return look->instr->operand[number].kind == PTX_ABSENT;
}

static bool address(Look *look)
{
	return absent(look, PTX_ADDRESS) || source(look, PTX_ADDRESS, 64, false) ||
	       source(look, PTX_ADDRESS, 32, false);
}

/* --- an opcode's operands --------------------------------------------------------------------- */

static uint32_t doubled(uint32_t type)
{
	return type == PTX_U16 || type == PTX_S16   ? 32
	       : type == PTX_U32 || type == PTX_S32 ? 64
						    : bits_of(type);
}

static bool vector(Look *look, bool targets)
{
	const PtxInstr *instr = look->instr;
	uint32_t bits = bits_of(instr->type);
	uint32_t count = instr->vector ? instr->vector : 1;
	if ((instr->vector != 0 && instr->vector != 2 && instr->vector != 4) ||
	    count * bits > 8 * PTX_VECTOR_BYTES)
		return false;
	for (uint32_t i = 0; i < count; i++)
		if (targets ? !target(look, i, bits, true) : !source(look, i, bits, true))
			return false;
	return true;
}

static bool operand_verify(Look *look, char kind, uint32_t *number)
{
	const PtxInstr *instr = look->instr;
	bool doubles = instr->mode == PTX_MODE_WIDE && (*number == 0 || *number == 3);
	uint32_t own = doubles ? doubled(instr->type) : bits_of(instr->type);
	switch (kind) {
	case 'A':
		return address(look);
	case 'V':
	case 'v':
		return vector(look, kind == 'V');
	case '|':
		return target(look, PTX_SECOND, 1, false);
	case 'T':
	case 'W':
		return target(look, (*number)++, own, kind == 'W');
	case 'P':
		return target(look, (*number)++, 1, false);
	case 'U':
		return target(look, (*number)++, 32, false);
	case 'p':
		return source(look, (*number)++, 1, false);
	case 'u':
		return source(look, (*number)++, 32, false);
	case 'x':
		return source(look, (*number)++, 64, false);
	case 'f':
		return source(look, (*number)++, bits_of(instr->from), instr->op == PTX_CVT);
	case 'o':
		return absent(look, *number) || source(look, (*number)++, 32, false);
	case 'O':
		return address(look);
	default:
		return source(look, (*number)++, own, false);
	}
}

static bool operands_verify(Look *look, const char *shape)
{
	uint32_t number = 0;
	for (; *shape; shape++) {
		if (*shape == '?') {
			if (absent(look, number))
				return true;
			continue;
		}
		if (!operand_verify(look, *shape, &number))
			return false;
	}
	return true;
}

/* --- those of another form -------------------------------------------------------------------- */

/* So many parts that together have the bits of the whole. */
static bool parts_verify(Look *look)
{
	const PtxInstr *instr = look->instr;
	bool packs = instr->op == PTX_PACK;
	uint32_t whole = bits_of(instr->type), part = bits_of(instr->from);
	if ((instr->vector != 2 && instr->vector != 4) || part * instr->vector != whole)
		return false;
	for (uint32_t i = 0; i < instr->vector; i++)
		if (packs ? !source(look, 1 + i, part, false) : !target(look, i, part, false))
			return false;
	return packs ? target(look, 0, whole, false) : source(look, PTX_ADDRESS, whole, false);
}

static bool barrier_verify(Look *look)
{
	const PtxInstr *instr = look->instr;
	bool red = instr->op == PTX_BAR_RED;
	if (!source(look, 1, 32, false) || (!absent(look, 2) && !source(look, 2, 32, false)))
		return false;
	return !red || (target(look, 0, instr->mode == PTX_POPC_OF ? 32 : 1, false) &&
			source(look, 3, 1, false));
}

/* What the engine itself is called with, of these sizes; what comes back is a number of 4 bytes. */
static bool known_verify(const PtxKernel *code, const PtxInstr *instr)
{
	static const uint32_t bytes[2][5] = {{8, 8}, {8, 8, 4, 8, 8}};
	bool asserts = instr->op == PTX_ASSERT;
	const PtxList *list = &code->list[instr->target];
	uint32_t ins = asserts ? 5 : 2;
	if (list->ins != ins || list->count > ins + 1 ||
	    (list->count > ins && list->param[ins].bytes != 4))
		return false;
	for (uint32_t i = 0; i < ins; i++)
		if (list->param[i].bytes != bytes[asserts][i])
			return false;
	return true;
}

/* Registers of 32 bits, as many as the shape says. */
static bool matrix_verify(Look *look)
{
	const PtxInstr *instr = look->instr;
	const PtxKernel *code = look->code;
	uint32_t count = ptx_matrix_operands(instr), targets = ptx_matrix_targets(instr);
	if (count == 0 || count > code->mores || instr->target > code->mores - count ||
	    (instr->op != PTX_MMA && !address(look)) ||
	    (instr->op != PTX_MMA && !absent(look, 0) && !source(look, 0, 32, false)))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		const PtxOperand *operand = &code->more[instr->target + i];
		bool there = operand->kind == PTX_REGISTER ||
			     operand->kind == (i < targets ? PTX_ABSENT : PTX_CONSTANT);
		if (!there || (operand->kind != PTX_ABSENT &&
			       (operand->bits != 32 || !lies_within(code, operand))))
			return false;
	}
	return true;
}

static bool special_verify(Look *look)
{
	const PtxInstr *instr = look->instr;
	switch (instr->op) {
	case PTX_MMA:
	case PTX_MATRIX_LD:
	case PTX_MATRIX_ST:
		return matrix_verify(look);
	case PTX_PACK:
	case PTX_UNPACK:
		return parts_verify(look);
	case PTX_PRINT:
	case PTX_ASSERT:
		return known_verify(look->code, instr);
	case PTX_CALL:
		return look->code->list[instr->target].callee != PTX_INDIRECT ||
		       source(look, 0, 64, false);
	default:
		return barrier_verify(look);
	}
}

bool ptx_may_be_wide(const PtxInstr *instr)
{
	return (instr->op == PTX_MUL || instr->op == PTX_MAD) && !instr->saturate && !instr->carry;
}

/* A result is lanes or a predicate by the mode; and what a mode needs besides is there. */
static bool mode_fits(const PtxInstr *instr)
{
	if (instr->mode == PTX_MODE_WIDE && !ptx_may_be_wide(instr))
		return false;
	if (instr->op == PTX_RED)
		return instr->mode != PTX_ATOM_CAS;
	if (instr->op == PTX_VOTE)
		return (instr->mode == PTX_VOTE_BALLOT) == (instr->type == PTX_B32);
	if (instr->op == PTX_ATOM)
		return instr->mode != PTX_ATOM_CAS || instr->operand[2].kind != PTX_ABSENT;
	if (instr->op == PTX_SETP || instr->op == PTX_SET)
		return instr->operand[3].kind != PTX_ABSENT ||
		       (instr->combine != PTX_AND && instr->combine != PTX_OR &&
			instr->combine != PTX_XOR);
	return true;
}

static bool target_verify(const PtxModule *m, const PtxKernel *code, const PtxInstr *instr)
{
	(void)m;
	switch (instr->op) {
	case PTX_BRA:
		return instr->target <= code->count;
	case PTX_BRX:
		return instr->target < code->lists && code->list[instr->target].target;
	case PTX_CALL:
	case PTX_PRINT:
	case PTX_ASSERT:
		return instr->target < code->lists && !code->list[instr->target].target;
	default:
		return true;
	}
}

static bool guard_verify(const PtxKernel *code, const PtxOperand *guard)
{
	return guard->kind == PTX_ABSENT || (guard->bits == 1 && lies_within(code, guard));
}

/* What is wrong with it; NULL: nothing. */
static const char *fault_of(const PtxModule *m, const PtxKernel *code, const PtxInstr *instr)
{
	Look look = {code, instr, 0};
	if (instr->op >= PTX_OPS || !shapes[instr->op].operands)
		return "an opcode that is none";
	const struct Shape *shape = &shapes[instr->op];
	if (instr->type >= PTX_TYPES || !(shape->types >> instr->type & 1) ||
	    instr->from >= PTX_TYPES || (shape->from && !(shape->from >> instr->from & 1)))
		return "a type that the opcode has not";
	if (instr->mode >= PTX_MODES || instr->space >= PTX_SPACES || !mode_fits(instr) ||
	    instr->order >= 2 * PTX_ORDER_RELEASE || instr->scope > PTX_SCOPE_SYSTEM ||
	    instr->shape >= PTX_SHAPES || instr->layout > 1)
		return "a mode or space that is none";
	if (!target_verify(m, code, instr))
		return "a target that is none";
	if (!guard_verify(code, &instr->guard))
		return "a guard that is none";
	if (*shape->operands == '*' ? !special_verify(&look)
				    : !operands_verify(&look, shape->operands))
		return "an operand that does not fit";
	for (uint32_t i = 0; i < PTX_OPERANDS; i++)
		if (!(look.seen >> i & 1) && instr->operand[i].kind != PTX_ABSENT)
			return "an operand too many";
	return NULL;
}

bool ptx_verify_instr(const PtxModule *module, const PtxKernel *code, const PtxInstr *instr,
		      PtxError *error)
{
	const char *fault = fault_of(module, code, instr);
	if (!fault)
		return true;
	error->line = instr->text_line;
	snprintf(error->text, sizeof error->text, "its decoded form: %.60s: %s (opcode %u)",
		 code->name, fault, instr->op);
	return false;
}
