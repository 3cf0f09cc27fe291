/* initialise.c - the first values of variables. */
#include <string.h>

#include "framework/simcuda/ptx/parse/parse.h"

/* The bits of a number for that type; false: it is none. */
static bool take_value(Parse *p, PtxType type, uint64_t *bits)
{
	bool minus = parse_take(p, "-");
	double wide;
	float narrow;
	*bits = p->lex.value;
	if (p->lex.kind == LEX_NUMBER) {
		*bits = minus ? 0 - p->lex.value : p->lex.value;
	} else if (p->lex.kind == LEX_FLOAT && !p->lex.single) {
		memcpy(&wide, &p->lex.value, sizeof wide);
		wide = minus ? -wide : wide;
		narrow = (float)wide;
		memcpy(bits, &wide, sizeof wide);
		if (type == PTX_F32) {
			*bits = 0;
			memcpy(bits, &narrow, sizeof narrow);
		}
	} else if (p->lex.kind != LEX_FLOAT) {
		return parse_fail(p, "expected a value, got %.*s", PARSE_WORD(p));
	}
	lex_next(&p->lex);
	return true;
}

/* "name" or "name+4": a variable's address, or a function's. */
static bool take_address(Parse *p, uint64_t *bits, uint32_t at)
{
	uint32_t number;
	uint64_t more = 0;
	Symbol *symbol = symbol_find(p, p->lex.text, p->lex.length, &number);
	if (!symbol || (symbol->kind != SYMBOL_IMAGE && symbol->kind != SYMBOL_FUNCTION))
		return parse_fail(p, "the address of %.*s as a first value", PARSE_WORD(p));
	lex_next(&p->lex);
	if (parse_take(p, "+") && !parse_number(p, &more, PTX_MAX_BYTES))
		return false;
	if (symbol->managed)
		return parse_fail(p, "the address of a managed variable as a first value");
	*bits = symbol->at + more;
	if (symbol->kind == SYMBOL_FUNCTION) {
		*bits |= PTX_WINDOW_CODE;
		return true;
	}
	*bits |= PTX_WINDOW_MODULE;
	PtxModule *m = p->module;
	if (!PARSE_GROW(p, m->relocation, m->relocations, &p->relocation_room))
		return false;
	m->relocation[m->relocations++] = at;
	return true;
}

static bool take_element(Parse *p, PtxType type, uint32_t at)
{
	uint64_t bits = 0;
	bool generic = parse_take(p, "generic");
	if (generic && !parse_expect(p, "("))
		return false;
	if (generic || p->lex.kind == LEX_WORD) {
		if (ptx_type_bytes(type) != 8)
			return parse_fail(p, "an address of less than 8 bytes as a first value");
		if (!take_address(p, &bits, at))
			return false;
	} else if (!take_value(p, type, &bits)) {
		return false;
	}
	memcpy(p->module->image + at, &bits, ptx_type_bytes(type)); /* little-endian, as GPUs */
	return !generic || parse_expect(p, ")");
}

/* Braces within braces only group. */
bool parse_initialiser(Parse *p, const Declared *declared, uint32_t offset)
{
	uint32_t at = offset, each = ptx_type_bytes(declared->type), depth = 0;
	do {
		while (parse_take(p, "{"))
			depth++;
		if (depth > 0 && parse_take(p, "}")) {
			depth--;
		} else {
			if (at + each > offset + declared->bytes)
				return parse_fail(p, "%.*s: too many first values",
						  (int)declared->length, declared->name);
			if (p->failed || !take_element(p, declared->type, at))
				return false;
			at += each;
		}
		while (depth > 0 && parse_take(p, "}"))
			depth--;
	} while (depth > 0 && parse_expect(p, ","));
	return !p->failed;
}
