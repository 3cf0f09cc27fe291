/* words.c - what stands behind an instruction's name: "rn" and "f32" of add.rn.f32. */
#include <string.h>

#include "framework/simcuda/ptx/parse/parse.h"
#include "framework/simcuda/ptx/parse/words.h"

typedef enum Effect {
	E_NONE,
	E_MODE,
	E_SPACE,
	E_FLUSH,
	E_SATURATE,
	E_CARRY,
	E_ORDER,
	E_SCOPE,
	E_NAN,
	E_VECTOR,
	E_COMBINE,
	E_OP,
	E_WHOLE, /* all of a warp at once */
} Effect;

static const struct {
	uint32_t group;
	const char *word;
	uint32_t effect, value;
} words[] = {
	{G_ROUND, "rn", E_MODE, PTX_NEAREST},
	{G_ROUND, "rz", E_MODE, PTX_TO_ZERO},
	{G_ROUND, "rm", E_MODE, PTX_DOWN},
	{G_ROUND, "rp", E_MODE, PTX_UP},
	{G_INTEGRAL, "rni", E_MODE, PTX_INT_NEAREST},
	{G_INTEGRAL, "rzi", E_MODE, PTX_INT_ZERO},
	{G_INTEGRAL, "rmi", E_MODE, PTX_INT_DOWN},
	{G_INTEGRAL, "rpi", E_MODE, PTX_INT_UP},
	{G_FTZ, "ftz", E_FLUSH, 0},
	{G_SAT, "sat", E_SATURATE, 0},
	{G_APPROX, "approx", E_MODE, PTX_APPROX},
	{G_APPROX, "full", E_MODE, PTX_APPROX},
	{G_HALF, "lo", E_MODE, PTX_MODE_LO},
	{G_HALF, "hi", E_MODE, PTX_MODE_HI},
	{G_HALF, "wide", E_MODE, PTX_MODE_WIDE},
	{G_CARRY, "cc", E_CARRY, 0},
	{G_COMPARE, "eq", E_MODE, PTX_EQ},
	{G_COMPARE, "ne", E_MODE, PTX_NE},
	{G_COMPARE, "lt", E_MODE, PTX_LT},
	{G_COMPARE, "le", E_MODE, PTX_LE},
	{G_COMPARE, "gt", E_MODE, PTX_GT},
	{G_COMPARE, "ge", E_MODE, PTX_GE},
	{G_COMPARE, "lo", E_MODE, PTX_LT},
	{G_COMPARE, "ls", E_MODE, PTX_LE},
	{G_COMPARE, "hi", E_MODE, PTX_GT},
	{G_COMPARE, "hs", E_MODE, PTX_GE},
	{G_COMPARE, "equ", E_MODE, PTX_EQU},
	{G_COMPARE, "neu", E_MODE, PTX_NEU},
	{G_COMPARE, "ltu", E_MODE, PTX_LTU},
	{G_COMPARE, "leu", E_MODE, PTX_LEU},
	{G_COMPARE, "gtu", E_MODE, PTX_GTU},
	{G_COMPARE, "geu", E_MODE, PTX_GEU},
	{G_COMPARE, "num", E_MODE, PTX_NUM},
	{G_COMPARE, "nan", E_MODE, PTX_NAN},
	{G_COMBINE, "and", E_COMBINE, PTX_AND},
	{G_COMBINE, "or", E_COMBINE, PTX_OR},
	{G_COMBINE, "xor", E_COMBINE, PTX_XOR},
	{G_NAN, "NaN", E_NAN, 0},
	{G_SPACE, "global", E_SPACE, PTX_GLOBAL},
	{G_SPACE, "shared", E_SPACE, PTX_SHARED},
	{G_SPACE, "shared::cta", E_SPACE, PTX_SHARED},
	{G_SPACE, "local", E_SPACE, PTX_LOCAL},
	{G_SPACE, "const", E_SPACE, PTX_CONST},
	{G_SPACE, "param", E_SPACE, PTX_PARAM},
	{G_SPACE, "param::entry", E_SPACE, PTX_PARAM},
	{G_SPACE, "param::func", E_SPACE, PTX_PARAM},
	{G_TO, "to", E_MODE, PTX_TO_SPACE},
	{G_ORDER, "volatile", E_ORDER, PTX_ORDER_VOLATILE},
	{G_ORDER, "relaxed", E_ORDER, PTX_ORDER_RELAXED},
	{G_ORDER, "acquire", E_ORDER, PTX_ORDER_ACQUIRE},
	{G_ORDER, "release", E_ORDER, PTX_ORDER_RELEASE},
	{G_ORDER, "acq_rel", E_ORDER, PTX_ORDER_ACQUIRE | PTX_ORDER_RELEASE},
	{G_ORDER, "weak", E_NONE, 0},
	{G_ORDER, "cta", E_SCOPE, PTX_SCOPE_BLOCK},
	{G_ORDER, "gpu", E_SCOPE, PTX_SCOPE_GPU},
	{G_ORDER, "sys", E_SCOPE, PTX_SCOPE_SYSTEM},
	{G_ORDER, "noftz", E_NONE, 0},
	{G_FENCE, "gl", E_SCOPE, PTX_SCOPE_GPU},
	{G_FENCE, "sc", E_NONE, 0},
	{G_CACHE, "nc", E_NONE, 0},
	{G_CACHE, "ca", E_NONE, 0},
	{G_CACHE, "cg", E_NONE, 0},
	{G_CACHE, "cs", E_NONE, 0},
	{G_CACHE, "lu", E_NONE, 0},
	{G_CACHE, "cv", E_NONE, 0},
	{G_CACHE, "wb", E_NONE, 0},
	{G_CACHE, "wt", E_NONE, 0},
	{G_CACHE, "L1", E_NONE, 0},
	{G_CACHE, "L2", E_NONE, 0},
	{G_CACHE, "L1::no_allocate", E_NONE, 0},
	{G_CACHE, "L1::evict_normal", E_NONE, 0},
	{G_CACHE, "L1::evict_unchanged", E_NONE, 0},
	{G_CACHE, "L1::evict_first", E_NONE, 0},
	{G_CACHE, "L1::evict_last", E_NONE, 0},
	{G_CACHE, "L2::evict_first", E_NONE, 0},
	{G_CACHE, "L2::evict_last", E_NONE, 0},
	{G_CACHE, "L2::evict_normal", E_NONE, 0},
	{G_CACHE, "L2::64B", E_NONE, 0},
	{G_CACHE, "L2::128B", E_NONE, 0},
	{G_CACHE, "L2::256B", E_NONE, 0},
	{G_VECTOR, "v2", E_VECTOR, 2},
	{G_VECTOR, "v4", E_VECTOR, 4},
	{G_ATOM, "add", E_MODE, PTX_ATOM_ADD},
	{G_ATOM | G_REDUX, "min", E_MODE, PTX_ATOM_MIN},
	{G_ATOM | G_REDUX, "max", E_MODE, PTX_ATOM_MAX},
	{G_ATOM | G_REDUX, "and", E_MODE, PTX_ATOM_AND},
	{G_ATOM | G_REDUX, "or", E_MODE, PTX_ATOM_OR},
	{G_ATOM | G_REDUX, "xor", E_MODE, PTX_ATOM_XOR},
	{G_REDUX, "add", E_MODE, PTX_ATOM_ADD},
	{G_ATOM, "exch", E_MODE, PTX_ATOM_EXCH},
	{G_ATOM, "cas", E_MODE, PTX_ATOM_CAS},
	{G_ATOM, "inc", E_MODE, PTX_ATOM_INC},
	{G_ATOM, "dec", E_MODE, PTX_ATOM_DEC},
	{G_SHFL, "up", E_MODE, PTX_SHFL_UP},
	{G_SHFL, "down", E_MODE, PTX_SHFL_DOWN},
	{G_SHFL, "bfly", E_MODE, PTX_SHFL_BFLY},
	{G_SHFL, "idx", E_MODE, PTX_SHFL_IDX},
	{G_VOTE, "all", E_MODE, PTX_VOTE_ALL},
	{G_VOTE, "any", E_MODE, PTX_VOTE_ANY},
	{G_VOTE, "uni", E_MODE, PTX_VOTE_UNI},
	{G_VOTE, "ballot", E_MODE, PTX_VOTE_BALLOT},
	{G_MATCH, "any", E_MODE, PTX_MATCH_ANY},
	{G_MATCH, "all", E_MODE, PTX_MATCH_ALL},
	{G_SYNC, "sync", E_WHOLE, 0},
	{G_BAR, "sync", E_NONE, 0},
	{G_BAR, "cta", E_NONE, 0},
	{G_BAR, "aligned", E_WHOLE, 0},
	{G_BAR, "warp", E_OP, PTX_BAR_WARP},
	{G_BAR, "arrive", E_OP, PTX_BAR_ARRIVE},
	{G_BAR, "red", E_OP, PTX_BAR_RED},
	{G_BAR, "popc", E_MODE, PTX_POPC_OF},
	{G_BAR, "and", E_MODE, PTX_ATOM_AND},
	{G_BAR, "or", E_MODE, PTX_ATOM_OR},
	{G_UNIFORM, "uni", E_NONE, 0},
	{G_UNIFORM, "idx", E_NONE, 0},
	{G_SHIFT, "shiftamt", E_MODE, PTX_SHIFT_AMOUNT},
	{G_LONG, "l", E_OP, PTX_SHF_L},
	{G_LONG, "r", E_OP, PTX_SHF_R},
	{G_AMOUNT, "wrap", E_MODE, PTX_WRAP},
	{G_AMOUNT, "clamp", E_MODE, PTX_CLAMP},
	{G_TESTP, "finite", E_MODE, PTX_FINITE},
	{G_TESTP, "infinite", E_MODE, PTX_INFINITE},
	{G_TESTP, "number", E_MODE, PTX_NUMBER},
	{G_TESTP, "notanumber", E_MODE, PTX_NOTANUMBER},
	{G_TESTP, "normal", E_MODE, PTX_NORMAL},
	{G_TESTP, "subnormal", E_MODE, PTX_SUBNORMAL},
	{G_PRMT, "f4e", E_MODE, PTX_PRMT_F4E},
	{G_PRMT, "b4e", E_MODE, PTX_PRMT_B4E},
	{G_PRMT, "rc8", E_MODE, PTX_PRMT_RC8},
	{G_PRMT, "ecl", E_MODE, PTX_PRMT_ECL},
	{G_PRMT, "ecr", E_MODE, PTX_PRMT_ECR},
	{G_PRMT, "rc16", E_MODE, PTX_PRMT_RC16},
};

/* G_SHFL and the like have words of their own; where two groups have a word, the form decides. */
static bool word_take(const Form *form, const char *word, size_t length, PtxInstr *instr)
{
	for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
		if (!(words[i].group & form->groups) || strlen(words[i].word) != length ||
		    memcmp(words[i].word, word, length) != 0)
			continue;
		switch (words[i].effect) {
		case E_MODE:
			instr->mode = (uint8_t)words[i].value;
			break;
		case E_SPACE:
			instr->space = (uint8_t)words[i].value;
			break;
		case E_FLUSH:
			instr->flush = true;
			break;
		case E_SATURATE:
			instr->saturate = true;
			break;
		case E_CARRY:
			instr->carry = true;
			break;
		case E_ORDER:
			instr->strong = true;
			instr->order = (uint8_t)words[i].value;
			break;
		case E_SCOPE:
			instr->scope = (uint8_t)words[i].value;
			break;
		case E_NAN:
			instr->nan = true;
			break;
		case E_VECTOR:
			instr->vector = (uint8_t)words[i].value;
			break;
		case E_COMBINE:
			instr->combine = (uint8_t)words[i].value;
			break;
		case E_OP:
			instr->op = (uint8_t)words[i].value;
			break;
		default:
			break;
		}
		return true;
	}
	return false;
}

/* The types of a form: "u32 s32 /u64 ", the second ones behind the slash. */
static bool type_of(const char *types, bool second, PtxType type, const char *word, size_t length)
{
	const char *slash = strchr(types, '/'), *at = second ? slash : types;
	if (!at || type == PTX_NONE)
		return false;
	at += second;
	for (const char *end; *at && *at != '/'; at = end + 1) {
		end = strchr(at, ' ');
		if (!end)
			return false;
		if ((size_t)(end - at) == length && memcmp(at, word, length) == 0)
			return true;
	}
	return false;
}

bool form_words(const Form *form, const char *text, size_t length, PtxInstr *instr,
		const char **unknown, size_t *unknown_length)
{
	bool two = strchr(form->types, '/') != NULL;
	for (size_t at = 0; at < length;) {
		const char *word = text + at + 1; /* behind the point */
		size_t bytes = 0;
		while (at + 1 + bytes < length && word[bytes] != '.')
			bytes++;
		PtxType type = parse_type(word, bytes);
		if (instr->type == PTX_NONE && type_of(form->types, false, type, word, bytes)) {
			instr->type = (uint8_t)type;
		} else if (two && instr->type != PTX_NONE && instr->from == PTX_NONE &&
			   type_of(form->types, true, type, word, bytes)) {
			instr->from = (uint8_t)type;
		} else if (!word_take(form, word, bytes, instr)) {
			*unknown = word;
			*unknown_length = bytes;
			return false;
		}
		at += 1 + bytes;
	}
	bool missing = *form->types != '\0' && instr->type == PTX_NONE && form->op != PTX_BAR;
	*unknown = "type";
	*unknown_length = missing ? 4 : 0;
	return !missing && !(two && instr->from == PTX_NONE);
}
