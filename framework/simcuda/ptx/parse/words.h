/* words.h - groups of words that may stand behind an instruction's name. */
#ifndef PTX_WORDS_H
#define PTX_WORDS_H

enum {
	G_ROUND = 1 << 0,
	G_FTZ = 1 << 1,
	G_SAT = 1 << 2,
	G_APPROX = 1 << 3,
	G_HALF = 1 << 4,    /* .lo, .hi, .wide */
	G_CARRY = 1 << 5,   /* .cc */
	G_COMPARE = 1 << 6, /* .lt ... */
	G_COMBINE = 1 << 7, /* .and, .or, .xor with a predicate */
	G_NAN = 1 << 8,
	G_INTEGRAL = 1 << 9, /* .rni ... */
	G_SPACE = 1 << 10,
	G_TO = 1 << 11,    /* cvta.to */
	G_ORDER = 1 << 12, /* .volatile, .acquire, .gpu ... */
	G_CACHE = 1 << 13,
	G_VECTOR = 1 << 14,
	G_ATOM = 1 << 15,
	G_SHFL = 1 << 16,
	G_VOTE = 1 << 17,
	G_MATCH = 1 << 18,
	G_SYNC = 1 << 19,
	G_BAR = 1 << 20,
	G_UNIFORM = 1 << 21,
	G_SHIFT = 1 << 22,
	G_TESTP = 1 << 23,
	G_PRMT = 1 << 24,
	G_FENCE = 1 << 25,
	G_REDUX = 1 << 26,
	G_LONG = 1 << 27, /* .l, .r of shf */
	G_AMOUNT = 1 << 28,
};

#define G_FLOAT  (G_ROUND | G_FTZ | G_SAT)
#define G_MEMORY (G_SPACE | G_ORDER | G_CACHE | G_VECTOR)

#endif
