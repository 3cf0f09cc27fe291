/* core_ptx_drawn.h - kernels that are drawn, as trees: what there is, and how it is drawn. */
#ifndef CORE_PTX_DRAWN_H
#define CORE_PTX_DRAWN_H

#include "framework/simcuda/tests/core/core_rig.h"

#include <stdlib.h>
#include <string.h>

enum { THREADS_MOST = 96, BLOCKS = 2, REGISTERS = 6, SUMS = 8, NODES = 160, DEPTH = 4 };

typedef enum Kind {
	OPERATION,    /* to = a OP b, perhaps only where a < b */
	LOCAL,        /* local[a % 4] = b; to = local[number % 4] */
	IF,           /* where a < b: body, else other */
	LOOP,         /* a % 4 times: body */
	BREAK,        /* of the loop that it stands in, where a < b */
	VOTE,         /* to = in which lanes a < b */
	LEADER,       /* to = a of the highest lane that is here */
	SUM,          /* sums[number] += a, by an atomic */
	ROUNDS,       /* number times: body, by all threads of the block */
	BLOCK_IF,     /* in block 0: body, else other */
	TURN,         /* to = a of another lane */
	EXCHANGE,     /* to = a of another thread, by shared memory */
	COUNT_SHARED, /* to = the sum of all a, by atomics of shared memory */
	END,          /* where a < b the thread ends */
	KINDS,
} Kind;

typedef struct Node {
	Kind kind;
	int to, a, b, operation;
	bool guarded;
	uint32_t number;
	int body, other, next; /* nodes; -1: none */
} Node;

typedef struct Kernel {
	uint32_t threads;
	Node node[NODES];
	int count, first;
	bool ends; /* some threads may have ended */
	uint32_t start[REGISTERS];
} Kernel;

/* What a register begins with is made of the thread, the block and a number. */
#define FROM_TID   2654435761U
#define FROM_BLOCK 40503U

/* --- operations ------------------------------------------------------------------------------- */

typedef struct Operation {
	const char *text; /* of T, A and B */
	uint32_t (*model)(uint32_t a, uint32_t b);
} Operation;

#define OP(name, expression)                                                                       \
	static uint32_t name(uint32_t a, uint32_t b)                                               \
	{                                                                                          \
		(void)b;                                                                           \
		return (expression);                                                               \
	}
OP(op_add, a + b)
OP(op_sub, a - b)
OP(op_mul, a *b)
OP(op_high, (uint32_t)((uint64_t)a *b >> 32))
OP(op_and, a &b)
OP(op_or, a | b)
OP(op_xor, a ^ b)
OP(op_min, (int32_t)a < (int32_t)b ? a : b)
OP(op_max, a > b ? a : b)
OP(op_shl, b > 31 ? 0 : a << b)
OP(op_shr, b > 31 ? 0 : a >> b)
OP(op_mad, a *b + a)
OP(op_popc, (uint32_t)__builtin_popcount(a))
OP(op_clz, a ? (uint32_t)__builtin_clz(a) : 32)
OP(op_turn, a << 7 | a >> 25)

static const Operation operations[] = {
	{"add.u32 T, A, B;", op_add},
	{"sub.u32 T, A, B;", op_sub},
	{"mul.lo.u32 T, A, B;", op_mul},
	{"mul.hi.u32 T, A, B;", op_high},
	{"and.b32 T, A, B;", op_and},
	{"or.b32 T, A, B;", op_or},
	{"xor.b32 T, A, B;", op_xor},
	{"min.s32 T, A, B;", op_min},
	{"max.u32 T, A, B;", op_max},
	{"shl.b32 T, A, B;", op_shl},
	{"shr.u32 T, A, B;", op_shr},
	{"mad.lo.u32 T, A, B, A;", op_mad},
	{"popc.b32 T, A;", op_popc},
	{"clz.b32 T, A;", op_clz},
	{"shf.l.wrap.b32 T, A, A, 7;", op_turn},
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* --- drawing ---------------------------------------------------------------------------------- */

static uint64_t seed;

static uint32_t draw(uint32_t below)
{
	seed = seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)(seed >> 33) % below;
}

/* Where a list of nodes stands. */
typedef struct Place {
	int depth;
	bool all;     /* all threads of the block come here */
	bool loop;    /* right inside of a loop that may be broken off */
	bool outmost; /* in no loop and no branch */
} Place;

static int list_draw(Kernel *k, Place place);

static Kind kind_draw(const Kernel *k, Place place)
{
	for (;;) {
		Kind kind = (Kind)draw(KINDS);
		bool nests = kind == IF || kind == LOOP || kind == ROUNDS || kind == BLOCK_IF;
		bool needs_all = kind == ROUNDS || kind == BLOCK_IF;
		bool needs_each = kind == TURN || kind == EXCHANGE || kind == COUNT_SHARED;

		if ((nests && place.depth == DEPTH) || (needs_all && !place.all) ||
		    (needs_each && (!place.all || k->ends)) ||
		    (kind == TURN && k->threads % 32 != 0) || (kind == BREAK && !place.loop) ||
		    (kind == END && !place.outmost))
			continue;
		return kind;
	}
}

static void node_draw(Kernel *k, int at, Place place)
{
	Node n = {.kind = kind_draw(k, place),
		  .to = (int)draw(REGISTERS),
		  .a = (int)draw(REGISTERS),
		  .b = (int)draw(REGISTERS),
		  .operation = (int)draw(OPERATIONS),
		  .guarded = draw(4) == 0,
		  .number = draw(1000),
		  .body = -1,
		  .other = -1,
		  .next = -1};
	Place inner = {.depth = place.depth + 1,
		       .all = place.all && (n.kind == ROUNDS || n.kind == BLOCK_IF),
		       .loop = n.kind == LOOP};
	if (n.kind == IF || n.kind == LOOP || n.kind == ROUNDS || n.kind == BLOCK_IF)
		n.body = list_draw(k, inner);
	if ((n.kind == IF || n.kind == BLOCK_IF) && draw(2))
		n.other = list_draw(k, inner);
	k->ends |= n.kind == END;
	k->node[at] = n;
}

static int list_draw(Kernel *k, Place place)
{
	int first = -1, last = -1, length = 1 + (int)draw(place.depth == 0 ? 12 : 4);
	for (int i = 0; i < length && k->count < NODES; i++) {
		int at = k->count++;
		node_draw(k, at, place);
		if (last >= 0)
			k->node[last].next = at;
		else
			first = at;
		last = at;
	}
	return first;
}

static void kernel_draw(Kernel *k)
{
	static const uint32_t threads[] = {1, 7, 32, 33, 64, 64, 96, 75};
	memset(k, 0, sizeof *k);
	k->threads = threads[draw(sizeof threads / sizeof *threads)];
	for (int i = 0; i < REGISTERS; i++)
		k->start[i] = draw(3) ? draw(1U << 30) : draw(8);
	k->first = list_draw(k, (Place){.all = true, .outmost = true});
}

#endif
