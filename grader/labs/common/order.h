/* order.h - draws an order, as that of the GPUs in a list. */
#ifndef GRADER_LABS_COMMON_ORDER_H
#define GRADER_LABS_COMMON_ORDER_H

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

#endif
