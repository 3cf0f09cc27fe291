/* failing_choice.h - which operations of a run are let fail: each line that makes some has its turn, and those that do the
 * work come before those that do next to nothing. Part of what failing.h is for. */
#ifndef GRADER_LABS_COMMON_FAILING_CHOICE_H
#define GRADER_LABS_COMMON_FAILING_CHOICE_H

#include "grader/labs/common/failing_kinds.h"

/* One of those that may fail. */
typedef struct FailingOp {
	int line;
	const char *name;
	double size;         /* those of one line and name that differ in it are not alike */
	int64_t at;          /* its place among them */
	double work;         /* bytes and FLOPs; of a call the time that the host waited */
	bool chosen, surely; /* surely: in each call of a process, be it drawn as it may */
} FailingOp;

/* What they have done together. */
double failing_work(const FailingOp *op, int64_t count);

/* Orders them by line, name and size: 0 for two that are alike. */
int failing_compare(const FailingOp *a, const FailingOp *b);

/* Of those that are alike one, where none was chosen; in so many turns, in which they are drawn, the likelier the more
 * they have done together. Returns how many it may choose at most. */
int64_t failing_choose_places(Judge *j, FailingOp *op, int64_t count, int turns);

/* One for each of them. */
FailingOp *failing_list(Judge *j, const RunOp *const *ops, int64_t count);

/* Which of the operations with these numbers fail (judge_failures_in), and of which names they are, if known. */
const FailingOp *failing_chosen(Judge *j, Run *r, const char *kind, const int64_t *number,
				int64_t count);

/* The chosen ones, -1 behind them: one of each line, those that are chosen surely, the others. So in both calls of a
 * process it is the same line's turn: in which of the two it fails is drawn. */
const int64_t *failing_order_of(Judge *j, const FailingOp *op, int64_t count);

#endif
