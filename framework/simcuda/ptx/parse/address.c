/* address.c - the addresses of ld, st and atomics, and instructions that make addresses: mov. */
#include "framework/simcuda/ptx/parse/parse.h"

/* A variable's memory is the instruction's; of a call's parameters it is local memory. */
static bool set_space(Parse *p, PtxInstr *instr, PtxSpace space)
{
	bool as_param = space == PTX_LOCAL && instr->space == PTX_PARAM;
	if (instr->space != PTX_GENERIC && instr->space != space && !as_param)
		return parse_fail(p, "the variable lies in another memory");
	instr->space = (uint8_t)space;
	return true;
}

/* A variable of the module takes room on a GPU only in kernels that name it. */
static void shared_use(Parse *p, Symbol *symbol)
{
	if (symbol->kind == SYMBOL_SHARED && symbol->used != p->bodies)
		p->kernel->shared_used += symbol->bytes;
	symbol->used = p->bodies;
}

static bool take_symbol(Parse *p, PtxInstr *instr)
{
	PtxOperand *base = &instr->operand[PTX_ADDRESS];
	uint32_t number, at;
	Symbol *symbol = symbol_find(p, p->lex.text, p->lex.length, &number);
	if (!symbol)
		return parse_fail(p, "%.*s is not known", PARSE_WORD(p));
	lex_next(&p->lex);
	shared_use(p, symbol);
	instr->offset = symbol->at;
	switch (symbol->kind) {
	case SYMBOL_SHARED:
		return set_space(p, instr, PTX_SHARED);
	case SYMBOL_DYNAMIC:
		*base = parse_special(p, PTX_DYNAMIC);
		return set_space(p, instr, PTX_SHARED);
	case SYMBOL_LOCAL:
		if (p->kernel->function)
			*base = parse_special(p, PTX_FRAME);
		return set_space(p, instr, PTX_LOCAL);
	case SYMBOL_IMAGE:
		*base = parse_image(p, symbol, &at);
		instr->offset = at;
		return set_space(p, instr, symbol->constant ? PTX_CONST : PTX_GLOBAL);
	case SYMBOL_PARAM:
		return set_space(p, instr, PTX_PARAM);
	default:
		return parse_fail(p, "%.*s is no variable", (int)symbol->length, symbol->name);
	}
}

static bool take_offset(Parse *p, PtxInstr *instr)
{
	uint64_t value;
	bool plus = parse_take(p, "+"), minus = parse_take(p, "-"); /* also "+-4" */
	if (!plus && !minus)
		return true;
	if (!parse_number(p, &value, UINT64_MAX))
		return false;
	instr->offset = (int64_t)((uint64_t)instr->offset + (minus ? 0 - value : value));
	return true;
}

bool parse_address(Parse *p, PtxInstr *instr)
{
	PtxOperand *base = &instr->operand[PTX_ADDRESS];
	uint32_t number;
	if (!parse_expect(p, "["))
		return false;
	const Symbol *symbol = symbol_find(p, p->lex.text, p->lex.length, &number);
	if (p->lex.kind == LEX_NUMBER) {
		instr->offset = (int64_t)p->lex.value;
		lex_next(&p->lex);
	} else if (symbol && symbol->kind == SYMBOL_REGISTER) {
		PtxType type = symbol->bits == 64 ? PTX_B64 : PTX_B32;
		if (!parse_source(p, type, false, base))
			return false;
		/* the parameters of a function are in its local memory */
		if (instr->space == PTX_PARAM && p->kernel->function)
			instr->space = PTX_LOCAL;
	} else if (!take_symbol(p, instr)) {
		return false;
	}
	return take_offset(p, instr) && parse_expect(p, "]");
}

/* --- mov -------------------------------------------------------------------------------------- */

/* mov of a variable's address: an addition, where it is known only when the kernel runs. */
static bool mov_address(Parse *p, PtxInstr *instr, Symbol *symbol)
{
	shared_use(p, symbol);
	bool wide = ptx_type_bytes(instr->type) == 8;
	uint32_t at = symbol->at;
	uint64_t value;
	PtxOperand image = {.kind = PTX_ABSENT};
	PtxSpecial base = PTX_SPECIALS;
	if (symbol->kind == SYMBOL_DYNAMIC)
		base = PTX_DYNAMIC;
	else if (symbol->kind == SYMBOL_IMAGE)
		image = parse_image(p, symbol, &at);
	else if (symbol->kind == SYMBOL_LOCAL && p->kernel->function)
		base = PTX_FRAME;
	value = symbol->kind == SYMBOL_FUNCTION ? at | PTX_WINDOW_CODE : at;
	lex_next(&p->lex);
	uint64_t more = 0;
	if (parse_take(p, "+") && !parse_number(p, &more, PTX_MAX_BYTES))
		return false;
	value += more;
	if (ptx_type_bytes(instr->type) < 4)
		return parse_fail(p, "an address in less than 32 bits");
	if (base == PTX_SPECIALS && image.kind == PTX_ABSENT) {
		instr->operand[1] = parse_constant(p, wide ? 64 : 32, value);
		return true;
	}
	instr->operand[1] = image.kind == PTX_ABSENT ? parse_special(p, base) : image;
	if (!wide && base != PTX_DYNAMIC)
		return parse_fail(p, "an address in less than 64 bits");
	if (base == PTX_DYNAMIC && wide) {
		if (value > 0)
			return parse_fail(p, "an address within dynamic shared memory");
		instr->op = PTX_CVT;
		instr->type = PTX_U64;
		instr->from = PTX_U32;
		return true;
	}
	instr->op = PTX_ADD;
	instr->type = wide ? PTX_U64 : PTX_U32;
	instr->operand[2] = parse_constant(p, wide ? 64 : 32, value);
	return true;
}

/* "{%a, %b}": so many registers that together have the bits of the type. */
static bool mov_several(Parse *p, PtxInstr *instr, uint32_t first, bool targets)
{
	static const PtxType parts[] = {[1] = PTX_B8, [2] = PTX_B16, [4] = PTX_B32, [8] = PTX_B64};
	PtxOperand *operand = &instr->operand[first];
	uint32_t count = 0, line = p->lex.line;
	Lex start = p->lex;
	do {
		lex_next(&p->lex);
		count++;
	} while (!p->failed && p->lex.kind != LEX_END && !lex_is(&p->lex, ";") &&
		 (lex_next(&p->lex), lex_is(&p->lex, ",")));
	uint32_t bytes = ptx_type_bytes(instr->type);
	if ((count != 2 && count != 4) || bytes / count == 0)
		return parse_fail_at(p, line, "mov with %u parts", count);
	p->lex = start;
	lex_next(&p->lex);
	for (uint32_t i = 0; i < count; i++) {
		PtxType type = parts[bytes / count];
		if (i > 0 && !parse_expect(p, ","))
			return false;
		if (targets ? !parse_target(p, type, false, &operand[i])
			    : !parse_source(p, type, false, &operand[i]))
			return false;
	}
	instr->vector = (uint8_t)count;
	instr->from = (uint8_t)parts[bytes / count];
	return parse_expect(p, "}");
}

bool parse_mov(Parse *p, PtxInstr *instr)
{
	uint32_t number;
	if (lex_is(&p->lex, "{")) {
		instr->op = PTX_UNPACK;
		return mov_several(p, instr, 0, true) && parse_expect(p, ",") &&
		       parse_source(p, instr->type, false, &instr->operand[PTX_ADDRESS]);
	}
	if (!parse_target(p, instr->type, false, &instr->operand[0]) || !parse_expect(p, ","))
		return false;
	if (lex_is(&p->lex, "{")) {
		instr->op = PTX_PACK;
		return mov_several(p, instr, 1, false);
	}
	if (lex_is(&p->lex, "%clock") || lex_is(&p->lex, "%clock64") ||
	    lex_is(&p->lex, "%globaltimer") || lex_is(&p->lex, "%clock_hi")) {
		instr->op = PTX_CLOCK;
		lex_next(&p->lex);
		return true;
	}
	Symbol *symbol = NULL;
	if (p->lex.kind == LEX_WORD)
		symbol = symbol_find(p, p->lex.text, p->lex.length, &number);
	if (symbol && symbol->kind == SYMBOL_LABEL)
		return parse_fail(p, "the address of a label");
	if (symbol && symbol->kind != SYMBOL_REGISTER)
		return mov_address(p, instr, symbol);
	return parse_source(p, instr->type, false, &instr->operand[1]);
}
