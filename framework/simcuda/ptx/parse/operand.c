/* operand.c - registers, and values that stand in the text. */
#include <string.h>

#include "framework/simcuda/ptx/parse/parse.h"

uint8_t parse_bits(PtxType type)
{
	return type == PTX_PRED ? 1 : (uint8_t)(8 * ptx_type_bytes(type));
}

/* --- registers -------------------------------------------------------------------------------- */

PtxOperand parse_special(Parse *p, PtxSpecial special)
{
	uint8_t bits = special == PTX_FRAME || special == PTX_IMAGE ? 64 : 32;
	uint32_t *at = &p->kernel->special[special];
	if (*at == 0)
		*at = 1 + parse_register(p, bits, 1);
	return (PtxOperand){.kind = PTX_REGISTER, .at = *at - 1, .bits = bits};
}

PtxOperand parse_image(Parse *p, const Symbol *symbol, uint32_t *at)
{
	PtxKernel *k = p->kernel;
	uint32_t i = 0;
	*at = symbol->at;
	if (!symbol->managed)
		return parse_special(p, PTX_IMAGE);
	*at = 0;
	while (i < k->manageds && k->managed[i].variable != symbol->number)
		i++;
	if (i == k->manageds && PARSE_GROW(p, k->managed, k->manageds, &p->managed_room))
		k->managed[k->manageds++] = (PtxManaged){parse_register(p, 64, 1), symbol->number};
	PtxOperand operand = {.kind = PTX_ABSENT};
	if (!p->failed)
		operand = (PtxOperand){.kind = PTX_REGISTER, .at = k->managed[i].at, .bits = 64};
	return operand;
}

static const struct {
	const char *name;
	PtxSpecial special;
} specials[] = {
	{"%tid.x", PTX_TID_X},
	{"%tid.y", PTX_TID_Y},
	{"%tid.z", PTX_TID_Z},
	{"%ntid.x", PTX_NTID_X},
	{"%ntid.y", PTX_NTID_Y},
	{"%ntid.z", PTX_NTID_Z},
	{"%ctaid.x", PTX_CTAID_X},
	{"%ctaid.y", PTX_CTAID_Y},
	{"%ctaid.z", PTX_CTAID_Z},
	{"%nctaid.x", PTX_NCTAID_X},
	{"%nctaid.y", PTX_NCTAID_Y},
	{"%nctaid.z", PTX_NCTAID_Z},
	{"%laneid", PTX_LANEID},
	{"%warpid", PTX_WARPID},
	{"%nwarpid", PTX_NWARPID},
	{"%lanemask_eq", PTX_LANEMASK_EQ},
	{"%lanemask_lt", PTX_LANEMASK_LT},
	{"%lanemask_le", PTX_LANEMASK_LE},
	{"%lanemask_gt", PTX_LANEMASK_GT},
	{"%lanemask_ge", PTX_LANEMASK_GE},
	{"%gridid", PTX_GRIDID},
	{"%smid", PTX_SMID},
	{"%nsmid", PTX_NSMID},
	{"%dynamic_smem_size", PTX_DYNAMIC_SHARED},
	{"%total_smem_size", PTX_TOTAL_SHARED},
	{"%envreg1", PTX_ENVREG1},
	{"%envreg2", PTX_ENVREG2},
};

static bool special_find(Parse *p, PtxOperand *operand)
{
	for (size_t i = 0; i < sizeof specials / sizeof *specials; i++) {
		if (!lex_is(&p->lex, specials[i].name))
			continue;
		*operand = parse_special(p, specials[i].special);
		return true;
	}
	if (p->lex.length > 7 && memcmp(p->lex.text, "%envreg", 7) == 0) {
		*operand = parse_special(p, PTX_ENVREG);
		return true;
	}
	return false;
}

/* A register that is the next word; else false, and nothing is taken. */
static bool register_find(Parse *p, PtxOperand *operand)
{
	uint32_t number;
	Symbol *symbol = NULL;
	if (p->lex.kind == LEX_WORD)
		symbol = symbol_find(p, p->lex.text, p->lex.length, &number);
	if (!symbol || symbol->kind != SYMBOL_REGISTER) {
		if (p->lex.kind != LEX_WORD || p->lex.text[0] != '%' || !special_find(p, operand))
			return false;
	} else {
		uint32_t each = symbol->bits == 1 ? 4 : (symbol->bits == 64 ? 8 : 4) * PTX_LANES;
		*operand = (PtxOperand){.kind = PTX_REGISTER,
					.at = symbol->at + number * each,
					.bits = symbol->bits};
	}
	lex_next(&p->lex);
	return true;
}

static bool fits(const PtxOperand *operand, PtxType type, bool wide)
{
	uint8_t bits = parse_bits(type);
	return wide ? operand->bits >= bits && operand->bits > 1 : operand->bits == bits;
}

bool parse_target(Parse *p, PtxType type, bool wide, PtxOperand *operand)
{
	const char *text = p->lex.text;
	int length = (int)p->lex.length;
	if (lex_is(&p->lex, "_")) {
		lex_next(&p->lex);
		*operand = (PtxOperand){.kind = PTX_ABSENT};
		return true;
	}
	if (!register_find(p, operand))
		return parse_fail(p, "%.*s is no register", length, text);
	if (!fits(operand, type, wide))
		return parse_fail(p, "%.*s has %u bits, not %u", length, text, operand->bits,
				  parse_bits(type));
	return true;
}

/* --- values that stand in the text ------------------------------------------------------------ */

static uint64_t float_bits(const Lex *lex, PtxType type, bool minus)
{
	double wide;
	float narrow;
	uint32_t single;
	uint64_t bits = lex->value;
	if (lex->single && type == PTX_F64) {
		single = (uint32_t)bits;
		memcpy(&narrow, &single, sizeof narrow);
		wide = narrow;
		memcpy(&bits, &wide, sizeof bits);
	} else if (!lex->single && ptx_type_bytes(type) == 4) {
		memcpy(&wide, &bits, sizeof wide);
		narrow = (float)wide;
		memcpy(&single, &narrow, sizeof single);
		bits = single;
	}
	if (minus)
		bits ^= UINT64_C(1) << (ptx_type_bytes(type) == 8 ? 63 : 31);
	return bits;
}

/* An integer for a floating-point type is the number, not its bits. */
static uint64_t number_bits(uint64_t value, PtxType type)
{
	double wide = (double)(int64_t)value;
	float narrow = (float)wide;
	if (type == PTX_F64)
		memcpy(&value, &wide, sizeof value);
	else if (type == PTX_F32)
		memcpy(&value, &narrow, sizeof narrow);
	return value;
}

bool parse_source(Parse *p, PtxType type, bool wide, PtxOperand *operand)
{
	const char *text = p->lex.text;
	int length = (int)p->lex.length;
	uint64_t value = 0;
	if (register_find(p, operand)) {
		if (fits(operand, type, wide))
			return true;
		return parse_fail(p, "%.*s has %u bits, not %u", length, text, operand->bits,
				  parse_bits(type));
	}
	if (lex_is(&p->lex, "WARP_SZ")) {
		value = PTX_LANES;
	} else {
		bool minus = parse_take(p, "-"), inverse = !minus && parse_take(p, "~");
		if (p->lex.kind == LEX_FLOAT && !inverse)
			value = float_bits(&p->lex, type, minus);
		else if (p->lex.kind == LEX_NUMBER)
			value = number_bits(minus     ? 0 - p->lex.value
					    : inverse ? ~p->lex.value
						      : p->lex.value,
					    type);
		else
			return parse_fail(p, "%.*s is no register and no value", length, text);
	}
	lex_next(&p->lex);
	if (type == PTX_PRED)
		value = value ? UINT32_MAX : 0;
	*operand = parse_constant(p, parse_bits(type), value);
	return !p->failed;
}

bool parse_predicate(Parse *p, PtxOperand *operand, bool *negated)
{
	*negated = parse_take(p, "!");
	return parse_source(p, PTX_PRED, false, operand);
}
