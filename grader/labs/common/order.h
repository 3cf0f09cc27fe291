/* order.h - draws an order, as that of the GPUs in a list. */
#ifndef GRADER_LABS_COMMON_ORDER_H
#define GRADER_LABS_COMMON_ORDER_H

#include <string.h>

#include "grader/include/judge.h"

/* The numbers from 0 to count - 1 in any order. */
static inline void draw_order(Judge *j, int64_t *order, int count)
{
	for (int i = 0; i < count; i++) { /* i goes to a drawn place, who was there behind */
		int64_t place = judge_between(j, 0, i);
		order[i] = order[place];
		order[place] = i;
	}
}

/* Puts rows of so many bytes into any order: the place of a case tells nothing of it. */
static inline void draw_shuffled(Judge *j, void *rows, size_t bytes, int count)
{
	char *row = rows, *held = judge_memory(j, bytes);
	for (int i = count - 1; i > 0; i--) {
		const size_t other = (size_t)judge_between(j, 0, i) * bytes;
		memcpy(held, row + (size_t)i * bytes, bytes);
		memcpy(row + (size_t)i * bytes, row + other, bytes);
		memcpy(row + other, held, bytes);
	}
}

#endif
