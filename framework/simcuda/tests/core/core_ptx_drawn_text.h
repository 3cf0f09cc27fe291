/* core_ptx_drawn_text.h - a drawn kernel as PTX. */
#ifndef CORE_PTX_DRAWN_TEXT_H
#define CORE_PTX_DRAWN_TEXT_H

#include "framework/simcuda/tests/core/core_ptx_drawn.h"

#include <stdarg.h>
#include <stdio.h>

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

#endif
