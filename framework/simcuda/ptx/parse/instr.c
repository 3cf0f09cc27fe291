/* instr.c - an instruction: its guard, its name, its operands. */
#include <string.h>

#include "framework/simcuda/ptx/parse/parse.h"

bool parse_emit(Parse *p, const PtxInstr *instr)
{
	PtxKernel *k = p->kernel;
	if (k->count == PTX_MAX_CODE)
		return parse_fail(p, "a function of more than %u instructions", PTX_MAX_CODE);
	if (!PARSE_GROW(p, k->code, k->count, &p->code_room))
		return false;
	k->code[k->count++] = *instr;
	return true;
}

/* --- operands --------------------------------------------------------------------------------- */

/* "%r1" or "{%r1, %r2}": as many as the vector has. */
static bool take_several(Parse *p, PtxInstr *instr, bool targets)
{
	uint32_t count = instr->vector ? instr->vector : 1;
	if (count * ptx_type_bytes(instr->type) > PTX_VECTOR_BYTES)
		return parse_fail(p, "GPUs before sm_100 have no vectors of more than %u bytes",
				  PTX_VECTOR_BYTES);
	if (instr->vector && !parse_expect(p, "{"))
		return false;
	for (uint32_t i = 0; i < count; i++) {
		if (i > 0 && !parse_expect(p, ","))
			return false;
		if (targets ? !parse_target(p, instr->type, true, &instr->operand[i])
			    : !parse_source(p, instr->type, true, &instr->operand[i]))
			return false;
	}
	return !instr->vector || parse_expect(p, "}");
}

static PtxType doubled(PtxType type)
{
	switch (type) {
	case PTX_U16:
		return PTX_U32;
	case PTX_S16:
		return PTX_S32;
	case PTX_U32:
		return PTX_U64;
	case PTX_S32:
		return PTX_S64;
	default:
		return type;
	}
}

/* The type of an operand that is written so in a form. */
static PtxType operand_type(const PtxInstr *instr, char kind, uint32_t number)
{
	bool wide = instr->mode == PTX_MODE_WIDE && (number == 0 || number == 3);
	switch (kind) {
	case 'F':
	case 'f':
		return instr->from;
	case 'U':
	case 'u':
		return PTX_U32;
	case 'x':
		return PTX_U64;
	case 'P':
	case 'p':
		return PTX_PRED;
	default:
		return wide ? doubled(instr->type) : instr->type;
	}
}

static bool take_label_name(Parse *p)
{
	if (p->lex.kind != LEX_WORD)
		return parse_fail(p, "expected a label, got %.*s", PARSE_WORD(p));
	Jump jump = {.name = p->lex.text,
		     .length = p->lex.length,
		     .line = p->lex.line,
		     .number = p->kernel->count};
	lex_next(&p->lex);
	return parse_jump(p, jump);
}

static bool take_table(Parse *p, PtxInstr *instr)
{
	uint64_t value;
	if (!parse_number(p, &value, 255))
		return false;
	instr->offset = (int64_t)value;
	return true;
}

static bool take_operand(Parse *p, PtxInstr *instr, char kind, uint32_t *number)
{
	PtxType type = operand_type(instr, kind, *number);
	if (kind == 'A')
		return parse_address(p, instr);
	if (kind == 'L')
		return take_label_name(p);
	if (kind == 'n')
		return take_table(p, instr);
	if (kind == 'V' || kind == 'v')
		return take_several(p, instr, kind == 'V');
	PtxOperand *operand = &instr->operand[(*number)++];
	if (strchr("TFUPW", kind))
		return parse_target(p, type, kind == 'W', operand);
	if (kind == 'p')
		return parse_predicate(p, operand, &instr->negated);
	return parse_source(p, type, kind == 'w' || (kind == 'f' && instr->op == PTX_CVT), operand);
}

static bool take_operands(Parse *p, const char *form, PtxInstr *instr)
{
	uint32_t number = 0;
	for (bool first = true; *form; form++, first = false) {
		if (*form == '|') {
			if (parse_take(p, "|") &&
			    !parse_target(p, PTX_PRED, false, &instr->operand[PTX_SECOND]))
				return false;
			continue;
		}
		if (*form == '?') { /* the rest may be missing */
			if (!lex_is(&p->lex, ","))
				return true;
			form++;
		}
		if (!first && !parse_expect(p, ","))
			return false;
		if (!take_operand(p, instr, *form, &number))
			return false;
	}
	return true;
}

/* --- barriers --------------------------------------------------------------------------------- */

/* Operands: [0] target of red, [1] which barrier or which lanes, [2] how many threads, [3] the
 * predicate. */
static bool parse_barrier(Parse *p, PtxInstr *instr)
{
	bool pred = instr->type == PTX_PRED;
	if (instr->op == PTX_BAR_RED &&
	    (!parse_target(p, pred ? PTX_PRED : PTX_U32, false, &instr->operand[0]) ||
	     !parse_expect(p, ",")))
		return false;
	if (!parse_source(p, PTX_U32, false, &instr->operand[1]))
		return false;
	if (instr->op != PTX_BAR_RED)
		return !parse_take(p, ",") || parse_source(p, PTX_U32, false, &instr->operand[2]);
	if (!parse_expect(p, ","))
		return false;
	/* "a, b, p" or "a, p": what is a predicate says which */
	Lex here = p->lex;
	uint32_t number;
	const Symbol *symbol = symbol_find(p, p->lex.text, p->lex.length, &number);
	bool negated = lex_is(&here, "!");
	if (!negated && !(symbol && symbol->kind == SYMBOL_REGISTER && symbol->bits == 1) &&
	    (!parse_source(p, PTX_U32, false, &instr->operand[2]) || !parse_expect(p, ",")))
		return false;
	return parse_predicate(p, &instr->operand[3], &instr->negated);
}

/* --- the whole -------------------------------------------------------------------------------- */

static bool take_special(Parse *p, PtxInstr *instr)
{
	switch (instr->op) {
	case PTX_MMA:
	case PTX_MATRIX_LD:
	case PTX_MATRIX_ST:
		return true; /* it has been, with the name */
	case PTX_MOV:
		return parse_mov(p, instr);
	case PTX_CALL:
		return parse_call(p, instr);
	case PTX_BRX:
		return parse_brx(p, instr);
	default:
		return parse_barrier(p, instr);
	}
}

static bool take_guard(Parse *p, PtxInstr *instr)
{
	return !parse_take(p, "@") || parse_predicate(p, &instr->guard, &instr->guard_not);
}

static const Form *take_name(Parse *p, PtxInstr *instr)
{
	const char *text = p->lex.text, *point = NULL, *unknown;
	size_t length = p->lex.length, unknown_length;
	if (p->lex.kind != LEX_WORD) {
		parse_fail(p, "expected an instruction, got %.*s", PARSE_WORD(p));
		return NULL;
	}
	point = memchr(text, '.', length);
	size_t name = point ? (size_t)(point - text) : length;
	if (length > 12 && memcmp(text, "cvt.rna.tf32.", 13) == 0)
		name = 12; /* whose type is that of no register */
	const Form *form = form_find(text, name);
	if (!form) {
		parse_fail(p, "%.*s: the instruction is not known to the simulator", PARSE_WORD(p));
		return NULL;
	}
	instr->op = form->op;
	if (form->op == PTX_MMA || form->op == PTX_MATRIX_LD)
		return parse_matrix(p, instr, name) ? form : NULL;
	if (!form_words(form, text + name, length - name, instr, &unknown, &unknown_length)) {
		parse_fail(p, "%.*s: %.*s is not known to the simulator", PARSE_WORD(p),
			   (int)unknown_length, unknown);
		return NULL;
	}
	lex_next(&p->lex);
	return form;
}

bool parse_instr(Parse *p)
{
	PtxInstr instr = {.file = p->file, .line = p->line, .text_line = p->lex.line};
	if (!p->kernel)
		return parse_fail(p, "an instruction outside of functions");
	if (!take_guard(p, &instr))
		return false;
	instr.text_line = p->lex.line;
	const Form *form = take_name(p, &instr);
	if (!form)
		return false;
	bool good = *form->operands == '*' ? take_special(p, &instr)
					   : take_operands(p, form->operands, &instr);
	if (!good || !parse_expect(p, ";"))
		return false;
	return parse_emit(p, &instr);
}
