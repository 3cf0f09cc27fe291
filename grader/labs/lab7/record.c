/* record.c - what the machine's record says of 7.3: that both sides were computed between readings of the clock. */
#include "grader/labs/common/launched.h"
#include "grader/labs/lab7/judge.h"

/* Kernels [begin, end) have a reading on idle GPUs before and behind them, and none between them. */
typedef struct Segment {
	int begin, end;
} Segment;

/* The next one from `from` on; false: there is none. */
static bool segment_next(const Launched *of, int from, Segment *segment)
{
	while (from < of->count && !launched_read(of, from))
		from++;
	segment->begin = from;
	if (from == of->count)
		return false;
	for (segment->end = from + 1; segment->end < of->count && !launched_read(of, segment->end);)
		segment->end++;
	return launched_read(of, segment->end);
}

/* Whether the GPU computed in it all of its products of that side, once or several times. */
static bool has_share(const Launched *of, const Segment *s, int gpu, int products, double flops,
		      int times)
{
	int found = 0;
	double sum = 0;
	for (int i = s->begin; i < s->end; i++)
		if (of->list[i].gpu == gpu) {
			found++;
			sum += of->list[i].flops;
		}
	return found == times * products && fabs(sum - times * flops) <= 1e-9 * flops * times;
}

static double flops_on(const Work *work, int gpu)
{
	double flops = 0;
	for (int i = 0; i < work->count; i++)
		if (gpu == NONE || work->gpu[i] == gpu)
			flops += 2.0 * (double)(work->m[i] * work->k[i] * work->n[i]);
	return flops;
}

/* `home`: all of it is on that GPU; NONE: each product is on its own. */
static bool is_side(const Launched *of, const Segment *s, const Work *work, int machine, int home)
{
	const int times = (s->end - s->begin) / work->count;
	bool is = times > 0;
	for (int gpu = 0; gpu < machine && is; gpu++)
		if (home == NONE)
			is = has_share(of, s, gpu, products_on(work, gpu), flops_on(work, gpu),
				       times);
		else
			is = has_share(of, s, gpu, gpu == home ? work->count : 0,
				       gpu == home ? flops_on(work, NONE) : 0, times);
	return is;
}

void judge_sides_measured(Judge *j, Run *r, const char *at, const Work *work, int machine, int home)
{
	const Launched made = launched_of(j, r, false);
	bool alone = false, apart = false;
	Segment s;
	if (!made.list || !judge_is_simulated(j) || launched_of(j, r, true).count > 0)
		return;
	for (int from = 0; segment_next(&made, from, &s); from = s.end) {
		bool is_alone = is_side(&made, &s, work, machine, home) && !alone;
		alone = alone || is_alone;
		apart = apart || (!is_alone && is_side(&made, &s, work, machine, NONE));
	}
	judge_that_for(j, alone && apart, "record-differs",
		       "%s: by the machine's record the clock was not read on idle GPUs before and "
		       "behind all products of `%s`",
		       at, alone ? "apart" : "alone");
}
