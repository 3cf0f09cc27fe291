/* forms.c - the instructions: operands, types, and the words that may stand behind the name.
 *
 * Operands, separated by commas in the text: T target, t source of the first type; F, f of the
 * second (of cvt, whose registers may be wider); D, d of twice the bits; U, u of 32 bits; P target,
 * p source that is a predicate, which may be !p; | a second target, a predicate, or none; A an
 * address; V targets, v sources, one or {in braces}; L a label; n a number; ? the rest may be missing;
 * W, w as T, t where a wider register will do. "*" stands for those that are read elsewhere. */
#include <string.h>

#include "framework/simcuda/ptx/parse/parse.h"
#include "framework/simcuda/ptx/parse/words.h"

#define INTS   "u16 u32 u64 s16 s32 s64 "
#define FLOATS "f32 f64 "
#define HALVES "f16 f16x2 bf16 bf16x2 "
#define BITS   "b16 b32 b64 "
#define MEMORY "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64 "

static const Form forms[] = {
	{"add", PTX_ADD, "Ttt", INTS FLOATS HALVES, G_FLOAT | G_CARRY},
	{"sub", PTX_SUB, "Ttt", INTS FLOATS HALVES, G_FLOAT | G_CARRY},
	{"addc", PTX_ADDC, "Ttt", "u32 s32 u64 s64 ", G_CARRY},
	{"subc", PTX_SUBC, "Ttt", "u32 s32 u64 s64 ", G_CARRY},
	{"mul", PTX_MUL, "Ttt", INTS FLOATS HALVES, G_FLOAT | G_HALF},
	{"mad", PTX_MAD, "Tttt", INTS FLOATS, G_FLOAT | G_HALF | G_CARRY},
	{"madc", PTX_MADC, "Tttt", "u32 s32 u64 s64 ", G_HALF | G_CARRY},
	{"fma", PTX_FMA, "Tttt", FLOATS HALVES, G_FLOAT},
	{"mul24", PTX_MUL24, "Ttt", "u32 s32 ", G_HALF},
	{"mad24", PTX_MAD24, "Tttt", "u32 s32 ", G_HALF},
	{"sad", PTX_SAD, "Tttt", INTS, 0},
	{"div", PTX_DIV, "Ttt", INTS FLOATS, G_ROUND | G_FTZ | G_APPROX},
	{"rem", PTX_REM, "Ttt", INTS, 0},
	{"neg", PTX_NEG, "Tt", "s16 s32 s64 " FLOATS HALVES, G_FTZ},
	{"abs", PTX_ABS, "Tt", "s16 s32 s64 " FLOATS HALVES, G_FTZ},
	{"min", PTX_MIN, "Ttt", INTS FLOATS HALVES, G_FTZ | G_NAN},
	{"max", PTX_MAX, "Ttt", INTS FLOATS HALVES, G_FTZ | G_NAN},
	{"and", PTX_AND, "Ttt", BITS "pred ", 0},
	{"or", PTX_OR, "Ttt", BITS "pred ", 0},
	{"xor", PTX_XOR, "Ttt", BITS "pred ", 0},
	{"not", PTX_NOT, "Tt", BITS "pred ", 0},
	{"cnot", PTX_CNOT, "Tt", BITS, 0},
	{"lop3", PTX_LOP3, "Ttttn", "b32 ", 0},
	{"shl", PTX_SHL, "Ttu", BITS, 0},
	{"shr", PTX_SHR, "Ttu", BITS INTS, 0},
	{"shf", PTX_SHF_L, "Tttu", "b32 ", G_LONG | G_AMOUNT},
	{"prmt", PTX_PRMT, "Tttt", "b32 ", G_PRMT},
	{"bfe", PTX_BFE, "Ttuu", "u32 u64 s32 s64 ", 0},
	{"bfi", PTX_BFI, "Tttuu", "b32 b64 ", 0},
	{"bfind", PTX_BFIND, "Ut", "u32 u64 s32 s64 ", G_SHIFT},
	{"fns", PTX_FNS, "Tttt", "b32 ", 0},
	{"popc", PTX_POPC, "Ut", "b32 b64 ", 0},
	{"clz", PTX_CLZ, "Ut", "b32 b64 ", 0},
	{"brev", PTX_BREV, "Tt", "b32 b64 ", 0},
	{"dp4a", PTX_DP4A, "Uttu", "u32 s32 /u32 s32 ", 0},
	{"dp2a", PTX_DP2A, "Uttu", "u32 s32 /u32 s32 ", G_HALF},
	{"sqrt", PTX_SQRT, "Tt", FLOATS, G_ROUND | G_FTZ | G_APPROX},
	{"rsqrt", PTX_RSQRT, "Tt", FLOATS, G_FTZ | G_APPROX},
	{"rcp", PTX_RCP, "Tt", FLOATS, G_ROUND | G_FTZ | G_APPROX},
	{"ex2", PTX_EX2, "Tt", "f32 " HALVES, G_FTZ | G_APPROX},
	{"lg2", PTX_LG2, "Tt", "f32 ", G_FTZ | G_APPROX},
	{"sin", PTX_SIN, "Tt", "f32 ", G_FTZ | G_APPROX},
	{"cos", PTX_COS, "Tt", "f32 ", G_FTZ | G_APPROX},
	{"tanh", PTX_TANH, "Tt", "f32 " HALVES, G_APPROX},
	{"testp", PTX_TESTP, "Pt", FLOATS, G_TESTP},
	{"copysign", PTX_COPYSIGN, "Ttt", FLOATS, 0},
	{"mov", PTX_MOV, "*", BITS INTS FLOATS HALVES "pred ", 0},
	{"selp", PTX_SELP, "Tttp", BITS INTS FLOATS, 0},
	{"slct", PTX_SLCT, "Tttf", BITS INTS FLOATS "/s32 f32 ", G_FTZ},
	{"setp", PTX_SETP, "P|tt?p", BITS INTS FLOATS HALVES, G_COMPARE | G_COMBINE | G_FTZ},
	{"set", PTX_SET, "Tff?p", "u32 s32 f32 f16 f16x2 bf16 bf16x2 /" BITS INTS FLOATS HALVES,
	 G_COMPARE | G_COMBINE | G_FTZ},
	{"cvt", PTX_CVT, "Wf", "u8 s8 " INTS FLOATS "f16 bf16 /u8 s8 " INTS FLOATS "f16 bf16 ",
	 G_FLOAT | G_INTEGRAL},
	{"cvta", PTX_CVTA, "Tt", "u64 u32 ", G_SPACE | G_TO},
	{"isspacep", PTX_ISSPACEP, "Px", "", G_SPACE},
	{"ld", PTX_LD, "VA", MEMORY, G_MEMORY},
	{"ldu", PTX_LD, "VA", MEMORY, G_MEMORY},
	{"st", PTX_ST, "Av", MEMORY, G_MEMORY},
	{"prefetch", PTX_NOTHING, "A", "", G_SPACE | G_CACHE},
	{"prefetchu", PTX_NOTHING, "A", "", G_SPACE | G_CACHE},
	{"atom", PTX_ATOM, "TAt?t", "b32 b64 b16 u32 u64 s32 s64 f32 f64 f16 f16x2 bf16 bf16x2 ",
	 G_SPACE | G_ORDER | G_ATOM | G_CACHE},
	{"red", PTX_RED, "At", "b32 b64 u32 u64 s32 s64 f32 f64 f16 f16x2 bf16 bf16x2 ",
	 G_SPACE | G_ORDER | G_ATOM | G_CACHE},
	{"shfl", PTX_SHFL, "T|tuu?u", "b32 ", G_SHFL | G_SYNC},
	{"vote", PTX_VOTE, "Tp?u", "pred b32 ", G_VOTE | G_SYNC},
	{"match", PTX_MATCH, "U|tu", "b32 b64 ", G_MATCH | G_SYNC},
	{"redux", PTX_REDUX, "Ttu", "u32 s32 b32 ", G_REDUX | G_SYNC},
	{"activemask", PTX_ACTIVEMASK, "U", "b32 ", 0},
	{"bra", PTX_BRA, "L", "", G_UNIFORM},
	{"brx", PTX_BRX, "*", "", G_UNIFORM},
	{"call", PTX_CALL, "*", "", G_UNIFORM},
	{"ret", PTX_RET, "", "", G_UNIFORM},
	{"exit", PTX_EXIT, "", "", 0},
	{"trap", PTX_TRAP, "", "", 0},
	{"brkpt", PTX_NOTHING, "", "", 0},
	{"nanosleep", PTX_NOTHING, "t", "u32 ", 0},
	{"bar", PTX_BAR, "*", "u32 pred ", G_BAR},
	{"barrier", PTX_BAR, "*", "u32 pred ", G_BAR},
	{"membar", PTX_NOTHING, "", "", G_FENCE | G_ORDER},
	{"fence", PTX_NOTHING, "", "", G_FENCE | G_ORDER},
	{"cvt.rna.tf32", PTX_ROUND_TF32, "Tt", "f32 ", 0},
	{"mma", PTX_MMA, "*", "", 0},
	{"wmma", PTX_MMA, "*", "", 0},
	{"ldmatrix", PTX_MATRIX_LD, "*", "", 0},
};

const Form *form_find(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
		if (strlen(forms[i].name) == length && memcmp(forms[i].name, name, length) == 0)
			return &forms[i];
	return NULL;
}
