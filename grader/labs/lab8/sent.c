/* sent.c - what the judges of 8.6 and 8.7 ask of copies to the GPU and of the feed's events, and whether a send has
 * waited. */
#include "grader/labs/lab8/judge.h"

int is_sent(const RunOp *op, const void *data)
{
	(void)data;
	return op->kind == RUN_OP_COPY && op->from < 0 && op->to >= 0;
}

void judge_ways(Judge *j, Run *r, const char *at)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	for (int i = 0; i < count; i++)
		judge_that_for(
			j, !is_sent(&ops[i], NULL) || ops[i].pinned, "sent-unpinned",
			"%s: a copy from ordinary memory; wanted all from the slots' pinned memory",
			at);
}

/* When the last copy to the GPU began. */
double last_sent(Run *r)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	double start = 0;
	for (int i = 0; i < count; i++)
		if (is_sent(&ops[i], NULL))
			start = ops[i].start;
	return start;
}

int64_t rows_of(const Digits *data, int64_t first, int64_t batch)
{
	int64_t left = data->count - first;
	return left < 0 ? 0 : left < batch ? left : batch;
}

RunEvent event_of(Run *r, int64_t slot, FeedEvent which)
{
	return run_event(r, 4 - 2 * (int)slot - (which == USED));
}

bool has_waited(Run *r, int calls)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	for (int i = 0; i < count; i++)
		if (ops[i].kind == RUN_OP_CALL && ops[i].waited > SENT_ROUNDING)
			return true;
	return run_counts(r)->synchronizes > (uint64_t)calls;
}

void judge_aside(Judge *j, Run *r, int calls, const char *cause, const char *at)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	for (int i = 0; i < count; i++)
		judge_that_for(
			j, !is_sent(&ops[i], NULL) || !ops[i].on_default, "sent-in-step-queue",
			"%s: a copy is in the default stream; wanted both in feed->stream", at);
	judge_that_for(j, run_counts(r)->streams == 0, "sent-in-step-queue",
		       "%s: the call made a stream of its own; wanted both copies in feed->stream",
		       at);
	judge_that_for(j, !has_waited(r, calls), cause,
		       "%s: the host waited for the GPU, or asked whether it was done; nothing is "
		       "on its way from this slot, so wanted no wait",
		       at);
}
