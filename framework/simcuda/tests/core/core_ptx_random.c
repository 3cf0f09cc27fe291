/* Kernels that are drawn: branches, loops with a length of their own in each thread, breaks, early ends, masks,
 * shuffles, votes, barriers, shared and local memory, atomics. Each is written as PTX, and run by a model that
 * knows no warps' programs: it goes over the tree, and over the threads one by one.
 *
 * RANDOM_KERNELS=5000 tries so many instead of 200. All are right: no race is to be told. */
#include "framework/simcuda/tests/core/core_rig.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/decoded.h"

enum { THREADS_MOST = 96, BLOCKS = 2, REGISTERS = 6, SUMS = 8, NODES = 160, DEPTH = 4 };
#define BASE UINT64_C(0x10000)

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

/* --- as PTX ----------------------------------------------------------------------------------- */

static char text[200000];
static size_t used;

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	used += (size_t)vsnprintf(text + used, sizeof text - used, format, arguments);
	va_end(arguments);
	assert_true(used < sizeof text);
}

static void say_operation(const Node *n)
{
	for (const char *at = operations[n->operation].text; *at; at++)
		if (*at == 'T' || *at == 'A' || *at == 'B')
			say("%%r%d", *at == 'T' ? n->to : *at == 'A' ? n->a : n->b);
		else
			say("%c", *at);
	say("\n");
}

static void say_list(const Kernel *k, int at, const char *mask, int loop);

static void say_results(void)
{
	for (int i = 0; i < REGISTERS; i++)
		say("st.global.u32 [%%rd2+%d], %%r%d;\n", 4 * i, i);
	say("ret;\n");
}

/* p<i>: where the condition holds; m<i>: those lanes, of these. */
static void say_condition(const Node *n, int i, const char *mask)
{
	say("setp.lt.s32 %%p%d, %%r%d, %%r%d;\n", i, n->a, n->b);
	say("vote.sync.ballot.b32 %%m%d, %%p%d, %s;\n", i, i, mask);
}

static void say_branch(const Kernel *k, const Node *n, int i, const char *mask)
{
	char own[20], rest[20];
	snprintf(own, sizeof own, "%%m%d", i);
	snprintf(rest, sizeof rest, "%%e%d", i);
	if (n->kind == IF) {
		say_condition(n, i, mask);
		say("not.b32 %s, %s;\nand.b32 %s, %s, %s;\n", rest, own, rest, rest, mask);
	} else {
		say("setp.eq.u32 %%p%d, %%block, 0;\n", i);
	}
	say("@!%%p%d bra ELSE%d;\n", i, i);
	say_list(k, n->body, n->kind == IF ? own : mask, -1);
	say("bra END%d;\nELSE%d:\n", i, i);
	say_list(k, n->other, n->kind == IF ? rest : mask, -1);
	say("END%d:\n", i);
}

static void say_loop(const Kernel *k, const Node *n, int i, const char *mask)
{
	char own[20];
	snprintf(own, sizeof own, "%%m%d", i);
	say("mov.u32 %%c%d, 0;\nmov.b32 %s, %s;\n", i, own, mask);
	if (n->kind == LOOP)
		say("and.b32 %%l%d, %%r%d, 3;\n", i, n->a);
	else
		say("mov.u32 %%l%d, %u;\n", i, n->number % 4);
	say("HEAD%d:\nsetp.lt.u32 %%p%d, %%c%d, %%l%d;\n", i, i, i, i);
	if (n->kind == LOOP)
		say("vote.sync.ballot.b32 %s, %%p%d, %s;\n", own, i, own);
	say("@!%%p%d bra END%d;\n", i, i);
	say_list(k, n->body, n->kind == LOOP ? own : mask, i);
	say("add.u32 %%c%d, %%c%d, 1;\nbra HEAD%d;\nEND%d:\n", i, i, i, i);
}

static void say_shared(const Kernel *k, const Node *n)
{
	if (n->kind == EXCHANGE) {
		say("st.shared.u32 [%%own], %%r%d;\nbar.sync 0;\n", n->a);
		say("add.u32 %%s1, %%tid, %u;\nrem.u32 %%s1, %%s1, %u;\nshl.b32 %%s1, %%s1, 2;\n",
		    n->number, k->threads);
		say("add.u32 %%s1, %%s1, %%sh;\nld.shared.u32 %%r%d, [%%s1];\nbar.sync 0;\n",
		    n->to);
		return;
	}
	say("setp.eq.u32 %%q, %%tid, 0;\n@%%q st.shared.u32 [%%sh], 0;\nbar.sync 0;\n");
	say("red.shared.add.u32 [%%sh], %%r%d;\nbar.sync 0;\n", n->a);
	say("ld.shared.u32 %%r%d, [%%sh];\nbar.sync 0;\n", n->to);
}

static void say_local(const Node *n)
{
	say("and.b32 %%s1, %%r%d, 3;\nshl.b32 %%s1, %%s1, 2;\nadd.u32 %%s1, %%s1, %%lo;\n", n->a);
	say("st.local.u32 [%%s1], %%r%d;\nld.local.u32 %%r%d, [%%lo+%u];\n", n->b, n->to,
	    4 * (n->number % 4));
}

static const char *const turns[] = {"bfly", "down", "up"};

static void say_node(const Kernel *k, int i, const char *mask, int loop)
{
	const Node *n = &k->node[i];
	switch (n->kind) {
	case OPERATION:
		if (n->guarded)
			say("setp.lt.s32 %%q, %%r%d, %%r%d;\n@%%q ", n->a, n->b);
		say_operation(n);
		break;
	case LOCAL:
		say_local(n);
		break;
	case IF:
	case BLOCK_IF:
		say_branch(k, n, i, mask);
		break;
	case LOOP:
	case ROUNDS:
		say_loop(k, n, i, mask);
		break;
	case BREAK:
		say_condition(n, i, mask);
		say("not.b32 %%m%d, %%m%d;\nand.b32 %s, %s, %%m%d;\n@%%p%d bra END%d;\n", i, i,
		    mask, mask, i, i, loop);
		break;
	case VOTE:
		say_condition(n, i, mask);
		say("mov.b32 %%r%d, %%m%d;\n", n->to, i);
		break;
	case LEADER:
		say("bfind.u32 %%s1, %s;\nshfl.sync.idx.b32 %%r%d, %%r%d, %%s1, 31, %s;\n", mask,
		    n->to, n->a, mask);
		break;
	case SUM:
		say("red.global.add.u32 [%%rd1+%u], %%r%d;\n", 4 * (n->number % SUMS), n->a);
		break;
	case TURN:
		say("shfl.sync.%s.b32 %%r%d, %%r%d, %u, %d, %s;\n", turns[n->number % 3], n->to,
		    n->a, 1U << n->number / 3 % 5, n->number % 3 == 2 ? 0 : 31, mask);
		break;
	case EXCHANGE:
	case COUNT_SHARED:
		say_shared(k, n);
		break;
	case END:
		say_condition(n, i, mask);
		say("not.b32 %%m%d, %%m%d;\nand.b32 %s, %s, %%m%d;\n@!%%p%d bra END%d;\n", i, i,
		    mask, mask, i, i, i);
		say_results();
		say("END%d:\n", i);
		break;
	default:
		fail();
	}
}

static void say_list(const Kernel *k, int at, const char *mask, int loop)
{
	for (; at >= 0; at = k->node[at].next)
		say_node(k, at, mask, loop);
}

#define FROM_TID   2654435761U
#define FROM_BLOCK 40503U

static void say_kernel(const Kernel *k)
{
	used = 0;
	say(".version 6.3\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
	    ".shared .align 4 .b8 all[%d];\n.local .align 4 .b8 four[16];\n"
	    ".reg .pred %%p<%d>, %%q;\n.reg .b32 %%r<%d>, %%m<%d>, %%e<%d>, %%c<%d>, %%l<%d>;\n"
	    ".reg .b32 %%s1, %%tid, %%block, %%top, %%sh, %%own, %%lo;\n.reg .b64 %%rd<4>;\n"
	    "ld.param.u64 %%rd1, [p];\nmov.u32 %%tid, %%tid.x;\nmov.u32 %%block, %%ctaid.x;\n",
	    4 * THREADS_MOST, NODES, REGISTERS, NODES, NODES, NODES, NODES);
	say("mad.lo.u32 %%s1, %%block, %u, %%tid;\nmul.wide.u32 %%rd2, %%s1, %d;\n"
	    "add.s64 %%rd2, %%rd2, %%rd1;\nadd.s64 %%rd2, %%rd2, %d;\n",
	    k->threads, 4 * REGISTERS, 4 * SUMS);
	say("mov.u32 %%sh, all;\nmad.lo.u32 %%own, %%tid, 4, %%sh;\nmov.u32 %%lo, four;\n"
	    "activemask.b32 %%top;\n");
	for (int i = 0; i < 4; i++)
		say("st.local.u32 [%%lo+%d], %d;\n", 4 * i, i);
	for (int i = 0; i < REGISTERS; i++)
		say("mad.lo.u32 %%r%d, %%tid, %u, %u;\nmad.lo.u32 %%r%d, %%block, %u, %%r%d;\n"
		    "shr.u32 %%r%d, %%r%d, %d;\n",
		    i, FROM_TID, k->start[i], i, FROM_BLOCK, i, i, i, 5 * i);
	say_list(k, k->first, "%top", -1);
	say_results();
	say("}\n");
}

/* --- the model -------------------------------------------------------------------------------- */

typedef struct Thread {
	uint32_t r[REGISTERS], local[4];
} Thread;

typedef struct Block {
	const Kernel *kernel;
	uint32_t number, threads;
	Thread thread[THREADS_MOST];
	bool broken[THREADS_MOST], ended[THREADS_MOST];
	uint32_t *sums;
} Block;

typedef struct Some {
	bool in[THREADS_MOST];
} Some;

static bool below(const Block *block, const Node *n, uint32_t t)
{
	const uint32_t *r = block->thread[t].r;
	return (int32_t)r[n->a] < (int32_t)r[n->b];
}

static void model_list(Block *block, int at, Some some);

/* One thread after the other, none of which needs another. */
static void model_alone(Block *block, const Node *n, uint32_t t)
{
	Thread *thread = &block->thread[t];
	uint32_t a = thread->r[n->a], b = thread->r[n->b];
	if (n->kind == OPERATION && (!n->guarded || below(block, n, t))) {
		thread->r[n->to] = operations[n->operation].model(a, b);
	} else if (n->kind == LOCAL) {
		thread->local[a % 4] = b;
		thread->r[n->to] = thread->local[n->number % 4];
	} else if (n->kind == SUM) {
		block->sums[n->number % SUMS] += a;
	} else if (n->kind == BREAK) {
		block->broken[t] = below(block, n, t);
	} else if (n->kind == END) {
		block->ended[t] = below(block, n, t);
	}
}

/* Which thread thread t has its value from; those that are not in `some` are never asked. */
static uint32_t source_of(const Block *block, const Node *n, uint32_t t, const Some *some)
{
	uint32_t first = t / 32 * 32, lane = t % 32, by = 1U << n->number / 3 % 5, from = t;
	if (n->kind == EXCHANGE)
		return (t + n->number) % block->threads;
	if (n->kind == LEADER) {
		for (uint32_t i = first; i < first + 32 && i < block->threads; i++)
			from = some->in[i] ? i : from;
		return from;
	}
	if (n->number % 3 == 0)
		return first + (lane ^ by);
	if (n->number % 3 == 1)
		return lane + by < 32 ? t + by : t;
	return lane >= by ? t - by : t;
}

/* What threads know of each other, from what all had before. */
static void model_together(Block *block, const Node *n, const Some *some)
{
	uint32_t before[THREADS_MOST], sum = 0, votes[THREADS_MOST / 32] = {0};
	for (uint32_t t = 0; t < block->threads; t++) {
		before[t] = block->thread[t].r[n->a];
		sum += before[t];
		if (some->in[t] && below(block, n, t))
			votes[t / 32] |= 1U << t % 32;
	}
	for (uint32_t t = 0; t < block->threads; t++)
		if (some->in[t])
			block->thread[t].r[n->to] = n->kind == VOTE ? votes[t / 32]
						    : n->kind == COUNT_SHARED
							    ? sum
							    : before[source_of(block, n, t, some)];
}

static bool is_any(const Block *block, const Some *some)
{
	for (uint32_t t = 0; t < block->threads; t++)
		if (some->in[t])
			return true;
	return false;
}

static void model_loop(Block *block, const Node *n, Some some)
{
	uint32_t length[THREADS_MOST];
	for (uint32_t t = 0; t < block->threads; t++)
		length[t] = n->kind == LOOP ? block->thread[t].r[n->a] % 4 : n->number % 4;
	for (uint32_t round = 0;; round++) {
		for (uint32_t t = 0; t < block->threads; t++) {
			some.in[t] = some.in[t] && round < length[t] && !block->broken[t];
		}
		if (!is_any(block, &some))
			break;
		model_list(block, n->body, some);
	}
}

static void model_branch(Block *block, const Node *n, const Some *some)
{
	Some yes = *some, no = *some;
	for (uint32_t t = 0; t < block->threads; t++) {
		bool holds = n->kind == IF ? below(block, n, t) : block->number == 0;
		yes.in[t] = some->in[t] && holds;
		no.in[t] = some->in[t] && !holds;
	}
	model_list(block, n->body, yes);
	model_list(block, n->other, no);
}

static void model_list(Block *block, int at, Some some)
{
	for (; at >= 0; at = block->kernel->node[at].next) {
		const Node *n = &block->kernel->node[at];
		if (!is_any(block, &some))
			return;
		if (n->kind == LOOP || n->kind == ROUNDS) {
			bool kept[THREADS_MOST];
			memcpy(kept, block->broken, sizeof kept);
			memset(block->broken, 0, sizeof kept);
			model_loop(block, n, some);
			memcpy(block->broken, kept, sizeof kept);
		} else if (n->kind == IF || n->kind == BLOCK_IF) {
			model_branch(block, n, &some);
		} else if (n->kind == VOTE || n->kind >= TURN || n->kind == LEADER) {
			if (n->kind != END)
				model_together(block, n, &some);
		}
		for (uint32_t t = 0; t < block->threads; t++) {
			if (some.in[t])
				model_alone(block, n, t);
			some.in[t] = some.in[t] && !block->broken[t] && !block->ended[t];
		}
	}
}

static void model_run(const Kernel *k, uint32_t *sums, uint32_t *out)
{
	memset(sums, 0, SUMS * sizeof *sums);
	for (uint32_t number = 0; number < BLOCKS; number++) {
		Block block = {.kernel = k, .number = number, .threads = k->threads, .sums = sums};
		Some all = {{false}};
		for (uint32_t t = 0; t < k->threads; t++) {
			all.in[t] = true;
			for (int i = 0; i < REGISTERS; i++)
				block.thread[t].r[i] =
					(t * FROM_TID + k->start[i] + number * FROM_BLOCK) >> 5 * i;
			for (uint32_t i = 0; i < 4; i++)
				block.thread[t].local[i] = i;
		}
		model_list(&block, k->first, all);
		for (uint32_t t = 0; t < k->threads; t++)
			memcpy(out + (number * k->threads + t) * REGISTERS, block.thread[t].r,
			       sizeof block.thread[t].r);
	}
}

/* --- both ------------------------------------------------------------------------------------- */

static struct {
	uint32_t sums[SUMS], out[BLOCKS * THREADS_MOST * REGISTERS];
} got, wanted;
static unsigned char mark[sizeof got];

static bool find(void *context, uint64_t address, PtxSpan *span)
{
	(void)context;
	*span = (PtxSpan){BASE, sizeof got, (unsigned char *)&got, mark, NULL, false};
	return address - BASE < sizeof got;
}

static void mistake(void *context, const PtxFault *fault)
{
	(void)context;
	fail_msg("a mistake is told, %d in line %u\n%s", (int)fault->end,
		 fault->instr ? fault->instr->text_line : 0, text);
}

static void engine_run(const Kernel *k)
{
	PtxError error;
	PtxFault fault;
	PtxCounts counts = {0};
	uint64_t address = BASE;
	PtxModule *module = ptx_parse(text, used, &error);
	if (!module || !ptx_link(module, &error))
		fail_msg("line %u: %s\n%s", error.line, error.text, text);
	PtxLaunch launch = {.module = module,
			    .kernel = ptx_find(module, "k"),
			    .grid = {BLOCKS, 1, 1},
			    .block = {k->threads, 1, 1},
			    .params = &address,
			    .budget = 100000000,
			    .memory = {NULL, find},
			    .report = mistake};
	memset(&got, 0, sizeof got);
	if (ptx_run(&launch, &fault, &counts) != PTX_DONE)
		fail_msg("ends as %d in line %u\n%s", (int)fault.end,
			 fault.instr ? fault.instr->text_line : 0, text);
	ptx_free(module);
}

/* cmocka cuts what it is given. */
static void text_tell(int number)
{
	print_error("kernel %d:\n", number);
	for (size_t at = 0; at < used; at += 500)
		print_error("%.500s", text + at);
}

static void kernel_check(int number)
{
	static Kernel k;
	seed = (uint64_t)number * 977;
	kernel_draw(&k);
	say_kernel(&k);
	memset(&wanted, 0, sizeof wanted);
	model_run(&k, wanted.sums, wanted.out);
	engine_run(&k);
	if (memcmp(&got, &wanted, sizeof got) != 0)
		text_tell(number);
	for (int i = 0; i < SUMS; i++)
		if (got.sums[i] != wanted.sums[i])
			fail_msg("kernel %d, sum %d: %x, not %x", number, i, got.sums[i],
				 wanted.sums[i]);
	for (uint32_t i = 0; i < BLOCKS * k.threads * REGISTERS; i++)
		if (got.out[i] != wanted.out[i])
			fail_msg("kernel %d, block %u, thread %u, r%u: %x, not %x", number,
				 i / REGISTERS / k.threads, i / REGISTERS % k.threads,
				 i % REGISTERS, got.out[i], wanted.out[i]);
}

static void test_random_kernels(void **state)
{
	const char *many = getenv("RANDOM_KERNELS");
	(void)state;
	for (int i = 0, count = many ? atoi(many) : 200; i < count; i++)
		kernel_check(i);
}

/* Kernels that only add would prove little: each kind is drawn, and many are long. */
static void test_what_is_drawn(void **state)
{
	static Kernel k;
	int kinds[KINDS] = {0}, all = 0;
	(void)state;
	for (int i = 0; i < 200; i++) {
		seed = (uint64_t)i * 977;
		kernel_draw(&k);
		for (int n = 0; n < k.count; n++)
			kinds[k.node[n].kind]++;
		all += k.count;
	}
	for (int kind = 0; kind < KINDS; kind++)
		assert_true(kinds[kind] >= 20);
	assert_true(all > 200 * 15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_kernels),
		cmocka_unit_test(test_what_is_drawn),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
