/* core_ptx_drawn_model.h - what a drawn kernel computes, in C: it goes over the tree, and over the threads one by
 * one. */
#ifndef CORE_PTX_DRAWN_MODEL_H
#define CORE_PTX_DRAWN_MODEL_H

#include "framework/simcuda/tests/core/core_ptx_drawn.h"

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

#endif
