/* busy.c - whether the GPU went on while losses were shown in 6.5, by the moments that the machine noted (run_marks) and by
 * when the products of the steps ran. */
#include <math.h>

#include "grader/labs/common/launched.h"
#include "grader/labs/lab6/judge.h"

int shown_until(const Shown *s, int b)
{
	return (b + 1) * s->block < s->steps ? (b + 1) * s->block : s->steps;
}

/* A show that stands between two blocks takes all of its time there. */
#define STILL_SHARE 0.9

/* The product of each step, in their order, by the machine's record. */
static const RunLaunched *products_of(Judge *j, Run *r, const Shown *s)
{
	const Launched made = launched_of(j, r, false);
	RunLaunched *product = judge_memory(j, ((size_t)made.count + 1) * sizeof *product);
	int count = 0;
	if (!made.list)
		return NULL;
	for (int i = 0; i < made.count; i++)
		if (launched_multiplies(&made.list[i]) && launched_flops(&made.list[i], s->flops))
			product[count++] = made.list[i];
	judge_that_for(j, count == s->steps, "record-differs",
		       "%s: by the machine's record there were %d products of a step's size; "
		       "wanted %d",
		       s->at, count, s->steps);
	return product;
}

/* What is queued then has just begun, so it is all of the next block; half of that is far from both. Only steps count: what
 * else may be under way does not keep the GPU at work. In a host function the clock is that of its thread; but a show that
 * keeps the next block from beginning stands between the two. */
void judge_marks_busy(Judge *j, Run *r, const Shown *s, double step_us)
{
	int count, blocks = 0;
	const SimcudaMark *marks = run_marks(r, &count);
	const RunLaunched *product = products_of(j, r, s);
	for (int i = 0; marks && product && i < count; i++) {
		const int behind = shown_until(s, blocks),
			  next = shown_until(s, blocks + 1) - behind;
		const SimcudaCounters *c = &marks[i].counters;
		if (marks[i].value[0] >> 48 != MARK_SHOW)
			continue;
		blocks++;
		if (next <= 0)
			continue;
		/* a mark may stand before all steps */
		const int queued =
			(int)fmax(1, fmin((double)c->flops / s->flops + 0.5, behind + next));
		const double left = product[queued - 1].end - (double)c->host_ns / 1e3,
			     still = product[behind].start - product[behind - 1].end;
		judge_that_for(j, marks[i].inside || left >= next * step_us / 2, "gpu-stood-still",
			       "%s: when steps %d to %d were shown the GPU had work for %.3g us; "
			       "wanted the next block, which runs for %.4g us",
			       s->at, behind - s->block, behind - 1, left > 0 ? left : 0,
			       next * step_us);
		judge_that_for(
			j, !marks[i].inside || still < STILL_SHARE * (double)s->show_us,
			"gpu-stood-still",
			"%s: the GPU stood still for %.4g us, while steps %d to %d were shown "
			"in a host function; let it be in a stream of its own",
			s->at, still, behind - s->block, behind - 1);
	}
}

/* In a host function no clock tells whether the GPU goes on meanwhile; but the time of all does. Half of what is shown, but
 * for the last block, may cost time. */
void judge_marks_hidden(Judge *j, Run *r, const Shown *s, double step_us)
{
	int count, inside = 0;
	const SimcudaMark *marks = run_marks(r, &count);
	for (int i = 0; marks && i < count; i++)
		inside += marks[i].value[0] >> 48 == MARK_SHOW && marks[i].inside;
	const double alone = s->steps * step_us, took = (double)run_counts(r)->host_ns / 1e3;
	const int shows = (s->steps + s->block - 1) / s->block;
	judge_that_for(j,
		       inside == 0 || took <= 1.05 * alone + (shows + 1) * (double)s->show_us / 2,
		       "gpu-stood-still",
		       "%s: took %.3g times as long as the steps alone: the GPU stood still while "
		       "losses were shown in a host function; let it be in a stream of its own",
		       s->at, took / alone);
}
