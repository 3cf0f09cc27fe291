/* flow.c - where lanes that part at a branch meet again: its immediate post-dominator.
 *
 * Computed over basic blocks as in K. Cooper, T. Harvey, K. Kennedy, "A simple, fast dominance
 * algorithm" (2001), on the graph with its edges turned round, from a node that stands for the end. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/decoded.h"

#define NOWHERE UINT32_MAX

typedef struct Flow {
	const PtxKernel *code;
	uint32_t *block;  /* of each instruction */
	uint32_t *last;   /* of each block: its last instruction */
	uint32_t blocks;  /* the number of the end, too */
	uint32_t *edge;   /* before each block: from which blocks control comes... */
	uint32_t *edges;  /* ...where the list of each begins */
	uint32_t *order;  /* blocks, the end first, each after one that it leads to */
	uint32_t *number; /* in that order; NOWHERE: no way to the end */
	uint32_t ordered;
	uint32_t *meet; /* the post-dominator */
} Flow;

bool ptx_leaves(const PtxInstr *instr)
{
	return instr->op == PTX_BRA || instr->op == PTX_BRX || instr->op == PTX_RET ||
	       instr->op == PTX_EXIT || instr->op == PTX_TRAP;
}

static uint32_t next_count(const Flow *flow, uint32_t block)
{
	const PtxInstr *instr = &flow->code->code[flow->last[block]];
	uint32_t count = instr->op == PTX_BRX ? flow->code->list[instr->target].count : 1;
	return count + (ptx_leaves(instr) && instr->guard.kind != PTX_ABSENT);
}

static uint32_t block_at(const Flow *flow, uint32_t instr)
{
	return instr < flow->code->count ? flow->block[instr] : flow->blocks;
}

static uint32_t next(const Flow *flow, uint32_t block, uint32_t which)
{
	uint32_t last = flow->last[block];
	const PtxInstr *instr = &flow->code->code[last];
	uint32_t targets = instr->op == PTX_BRX ? flow->code->list[instr->target].count : 1;
	if (which == targets || !ptx_leaves(instr))
		return block_at(flow, last + 1);
	if (instr->op == PTX_BRA)
		return block_at(flow, instr->target);
	if (instr->op == PTX_BRX)
		return block_at(flow, flow->code->list[instr->target].target[which]);
	return flow->blocks;
}

static void blocks_find(Flow *flow)
{
	const PtxKernel *k = flow->code;
	bool fresh = true;
	for (uint32_t i = 0; i < k->count; i++) { /* marks where blocks begin */
		const PtxInstr *instr = &k->code[i];
		if (instr->op == PTX_BRA)
			flow->block[instr->target < k->count ? instr->target : 0] = 1;
		for (uint32_t t = 0; instr->op == PTX_BRX && t < k->list[instr->target].count; t++)
			if (k->list[instr->target].target[t] < k->count)
				flow->block[k->list[instr->target].target[t]] = 1;
	}
	for (uint32_t i = 0; i < k->count; i++) {
		flow->blocks += fresh || flow->block[i];
		fresh = ptx_leaves(&k->code[i]);
		flow->block[i] = flow->blocks - 1;
		flow->last[flow->blocks - 1] = i;
	}
}

static bool edges_find(Flow *flow)
{
	uint32_t all = 0;
	for (uint32_t b = 0; b < flow->blocks; b++)
		for (uint32_t n = 0; n < next_count(flow, b); n++, all++)
			flow->edges[next(flow, b, n) + 1]++;
	for (uint32_t b = 0; b <= flow->blocks; b++)
		flow->edges[b + 1] += flow->edges[b];
	flow->edge = calloc(all + 1U, sizeof *flow->edge);
	if (!flow->edge)
		return false;
	for (uint32_t b = 0; b < flow->blocks; b++)
		for (uint32_t n = 0; n < next_count(flow, b); n++) {
			/* meet is not used yet: how many each has */
			uint32_t to = next(flow, b, n);
			flow->edge[flow->edges[to] + flow->meet[to]++] = b;
		}
	return true;
}

/* Depth first from the end, without recursion: `order` is filled from its back. */
static bool order_find(Flow *flow)
{
	uint32_t nodes = flow->blocks + 1, depth = 0, filled = nodes;
	uint32_t *stack = calloc(2 * (size_t)nodes, sizeof *stack),
		 *at = stack ? stack + nodes : NULL;
	if (!stack)
		return false;
	memset(flow->number, 0xff, nodes * sizeof *flow->number);
	stack[depth] = flow->blocks;
	at[depth++] = flow->edges[flow->blocks];
	flow->number[flow->blocks] = 0;
	while (depth > 0) {
		uint32_t node = stack[depth - 1];
		if (at[depth - 1] == flow->edges[node + 1]) {
			flow->order[--filled] = node;
			depth--;
			continue;
		}
		uint32_t before = flow->edge[at[depth - 1]++];
		if (flow->number[before] != NOWHERE)
			continue;
		flow->number[before] = 0;
		stack[depth] = before;
		at[depth++] = flow->edges[before];
	}
	flow->ordered = nodes - filled;
	memmove(flow->order, flow->order + filled, flow->ordered * sizeof *flow->order);
	for (uint32_t i = 0; i < flow->ordered; i++)
		flow->number[flow->order[i]] = i;
	free(stack);
	return true;
}

static uint32_t common(const Flow *flow, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (flow->number[a] > flow->number[b])
			a = flow->meet[a];
		while (flow->number[b] > flow->number[a])
			b = flow->meet[b];
	}
	return a;
}

static void meetings_find(Flow *flow)
{
	bool changed = true;
	memset(flow->meet, 0xff, (flow->blocks + 1U) * sizeof *flow->meet);
	flow->meet[flow->blocks] = flow->blocks;
	while (changed) {
		changed = false;
		for (uint32_t i = 1; i < flow->ordered; i++) {
			uint32_t b = flow->order[i], meet = NOWHERE;
			for (uint32_t n = 0; n < next_count(flow, b); n++) {
				uint32_t to = next(flow, b, n);
				if (flow->meet[to] != NOWHERE)
					meet = meet == NOWHERE ? to : common(flow, to, meet);
			}
			changed = changed || flow->meet[b] != meet;
			flow->meet[b] = meet;
		}
	}
}

static void meetings_write(const Flow *flow, PtxKernel *kernel)
{
	for (uint32_t b = 0; b < flow->blocks; b++) {
		PtxInstr *instr = &kernel->code[flow->last[b]];
		uint32_t meet = flow->number[b] == NOWHERE ? flow->blocks : flow->meet[b];
		instr->reconverge = kernel->count;
		if (meet < flow->blocks)
			instr->reconverge = meet == 0 ? 0 : flow->last[meet - 1] + 1;
	}
}

bool ptx_flow_find(PtxKernel *kernel)
{
	size_t room = (kernel->count + 3U) * sizeof(uint32_t);
	Flow flow = {.code = kernel,
		     .block = calloc(1, room),
		     .last = calloc(1, room),
		     .edges = calloc(1, room),
		     .order = calloc(1, room),
		     .number = calloc(1, room),
		     .meet = calloc(1, room)};
	bool good = flow.block && flow.last && flow.edges && flow.order && flow.number && flow.meet;
	if (good)
		blocks_find(&flow);
	good = good && edges_find(&flow) && order_find(&flow);
	if (good) {
		meetings_find(&flow);
		meetings_write(&flow, kernel);
	}
	free(flow.block);
	free(flow.last);
	free(flow.edge);
	free(flow.edges);
	free(flow.order);
	free(flow.number);
	free(flow.meet);
	return good;
}
