/* matrix.c - instructions of tensor cores: mma, wmma.load, wmma.mma, wmma.store, ldmatrix. */
#include <string.h>

#include "framework/simcuda/ptx/matrix.h"
#include "framework/simcuda/ptx/parse/parse.h"

#define TYPES 4

typedef enum Kind {
	IS_SHAPE,
	IS_OP,
	IS_MODE,
	IS_SPACE,
	IS_LAYOUT,
	IS_TYPE,
	IS_COUNT,
	IS_NONE
} Kind;

static const struct {
	const char *word;
	Kind kind;
	uint8_t value;
} words[] = {
	{"m16n8k16", IS_SHAPE, PTX_M16N8K16},
	{"m16n8k8", IS_SHAPE, PTX_M16N8K8},
	{"m16n8k4", IS_SHAPE, PTX_M16N8K4},
	{"m16n16k16", IS_SHAPE, PTX_M16N16K16},
	{"m32n8k16", IS_SHAPE, PTX_M32N8K16},
	{"m8n32k16", IS_SHAPE, PTX_M8N32K16},
	{"m16n16k8", IS_SHAPE, PTX_M16N16K8},
	{"m8n8", IS_SHAPE, PTX_M8N8},
	{"load", IS_OP, PTX_MATRIX_LD},
	{"store", IS_OP, PTX_MATRIX_ST},
	{"mma", IS_OP, PTX_MMA},
	{"a", IS_MODE, PTX_MATRIX_A},
	{"b", IS_MODE, PTX_MATRIX_B},
	{"c", IS_MODE, PTX_MATRIX_C},
	{"d", IS_MODE, PTX_MATRIX_C},
	{"global", IS_SPACE, PTX_GLOBAL},
	{"shared", IS_SPACE, PTX_SHARED},
	{"shared::cta", IS_SPACE, PTX_SHARED},
	{"row", IS_LAYOUT, 0},
	{"col", IS_LAYOUT, 1},
	{"trans", IS_LAYOUT, 1},
	{"f16", IS_TYPE, PTX_F16},
	{"bf16", IS_TYPE, PTX_BF16},
	{"tf32", IS_TYPE, PTX_B32},
	{"f32", IS_TYPE, PTX_F32},
	{"b16", IS_TYPE, PTX_B16},
	{"x1", IS_COUNT, 1},
	{"x2", IS_COUNT, 2},
	{"x4", IS_COUNT, 4},
	{"sync", IS_NONE, 0},
	{"aligned", IS_NONE, 0},
};

/* What the words say. */
typedef struct Said {
	uint8_t layout[2], type[TYPES];
	uint32_t layouts, types;
} Said;

static bool word_take(PtxInstr *instr, Said *said, const char *word, size_t length)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		uint8_t value = words[i].value;
		if (strlen(words[i].word) != length || memcmp(words[i].word, word, length) != 0)
			continue;
		switch (words[i].kind) {
		case IS_SHAPE:
			instr->shape = value;
			return true;
		case IS_OP:
			instr->op = value;
			return true;
		case IS_MODE:
			instr->mode = value;
			return true;
		case IS_SPACE:
			instr->space = value;
			return true;
		case IS_COUNT:
			instr->vector = value;
			return true;
		case IS_LAYOUT:
			if (said->layouts < 2)
				said->layout[said->layouts] = value;
			return ++said->layouts <= 2;
		case IS_TYPE:
			if (said->types < TYPES)
				said->type[said->types] = value;
			return ++said->types <= TYPES;
		default:
			return true;
		}
	}
	return false;
}

/* d and c, with a and b of f16; or d, a, b, c. Of a load or store one. */
static bool types_take(PtxInstr *instr, const Said *said)
{
	const uint8_t *type = said->type;
	instr->type = type[0];
	instr->layout = said->layout[0];
	if (instr->op != PTX_MMA)
		return said->types == 1 && said->layouts <= 1;
	instr->from = said->types == 2 ? PTX_F16 : type[1];
	if (instr->shape < PTX_M16N16K16 && (said->layout[0] != 0 || said->layout[1] != 1))
		return false; /* .row.col is what these have */
	instr->layout = 0;
	if (said->types == 2)
		return type[1] == type[0] && instr->shape >= PTX_M16N16K16;
	return said->types == TYPES && type[1] == type[2] && type[0] == type[3];
}

/* "{%r1, %r2}" */
static bool take_registers(Parse *p, uint32_t count, bool targets)
{
	PtxKernel *k = p->kernel;
	for (uint32_t i = 0; i < count; i++) {
		PtxOperand operand;
		if (!parse_expect(p, i > 0 ? "," : "{") ||
		    !(targets ? parse_target(p, PTX_B32, false, &operand)
			      : parse_source(p, PTX_B32, false, &operand)) ||
		    !PARSE_GROW(p, k->more, k->mores, &p->more_room))
			return false;
		k->more[k->mores++] = operand;
	}
	return parse_expect(p, "}");
}

static bool take_operands(Parse *p, PtxInstr *instr, const PtxMatrix *matrix)
{
	instr->target = p->kernel->mores;
	switch (instr->op) {
	case PTX_MMA:
		return take_registers(p, matrix->d, true) && parse_expect(p, ",") &&
		       take_registers(p, matrix->a, false) && parse_expect(p, ",") &&
		       take_registers(p, matrix->b, false) && parse_expect(p, ",") &&
		       take_registers(p, matrix->c, false);
	case PTX_MATRIX_LD:
		if (!take_registers(p, matrix->d, true) || !parse_expect(p, ",") ||
		    !parse_address(p, instr))
			return false;
		break;
	default:
		if (!parse_address(p, instr) || !parse_expect(p, ",") ||
		    !take_registers(p, matrix->c, false))
			return false;
	}
	return !parse_take(p, ",") || parse_source(p, PTX_U32, false, &instr->operand[0]);
}

bool parse_matrix(Parse *p, PtxInstr *instr, size_t name)
{
	const char *text = p->lex.text;
	size_t length = p->lex.length;
	PtxMatrix matrix;
	Said said = {.types = 0};
	instr->op = name == strlen("ldmatrix") ? PTX_MATRIX_LD : PTX_MMA;
	bool good = true;
	for (size_t at = name; at < length && good;) {
		size_t bytes = 0;
		while (at + 1 + bytes < length && text[at + 1 + bytes] != '.')
			bytes++;
		good = word_take(instr, &said, text + at + 1, bytes);
		at += 1 + bytes;
	}
	if (!good || !types_take(instr, &said) || !ptx_matrix_of(instr, &matrix))
		return parse_fail(
			p,
			"%.*s: of tensor cores, the simulator knows mma of m16n8, wmma and "
			"ldmatrix, for f16, bf16 and tf32",
			PARSE_WORD(p));
	lex_next(&p->lex);
	return take_operands(p, instr, &matrix);
}
