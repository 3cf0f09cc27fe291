/* record.c - what the machine's record says of 7.3: that both sides were computed between readings of the clock, or
 * between events. */
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

/* `home`: all of it is on that GPU; NONE: each product is on its own. */
static bool is_side(const Launched *of, const Segment *s, const Work *work, int machine, int home)
{
	const int times = (s->end - s->begin) / work->count;
	bool is = times > 0;
	for (int gpu = 0; gpu < machine && is; gpu++)
		if (home == NONE)
			is = has_share(of, s, gpu, products_on(work, gpu), work_flops_on(work, gpu),
				       times);
		else
			is = has_share(of, s, gpu, gpu == home ? work->count : 0,
				       gpu == home ? work_flops(work) : 0, times);
	return is;
}

/* How long kernels of the two GPUs were at work at the same time; `counts` is NULL, or whether each does. */
static double both_in(const Launched *of, const Segment *s, const bool *counts, int gpu, int other)
{
	double both = 0;
	for (int i = s->begin; i < s->end; i++)
		for (int k = s->begin; k < s->end; k++) {
			const RunLaunched *a = &of->list[i], *b = &of->list[k];
			if (a->gpu != gpu || b->gpu != other ||
			    (counts && !(counts[i] && counts[k])))
				continue;
			both += fmax(0, fmin(a->end, b->end) - fmax(a->start, b->start));
		}
	return both;
}

/* Of one side, in the same unit: what the GPU has to do of the products that are each on their own. */
static double share_us(Run *r, const Work *work, int gpu)
{
	return products_us(r, work, gpu) * run_slowness(r, gpu);
}

/* Whether all GPUs of the side "apart" worked at the same time, in the kernels that were measured. */
static bool at_once(Run *r, const Launched *of, const Segment *s, const bool *counts,
		    const Work *work, int machine)
{
	bool all = true;
	for (int gpu = 1; gpu < machine; gpu++)
		for (int other = 0; other < gpu; other++)
			all = all && both_in(of, s, counts, gpu, other) >=
					     SOME_TIME * fmin(share_us(r, work, gpu),
							      share_us(r, work, other));
	return all;
}

static bool is_in(const RunLaunched *k, const RunLaunched *question)
{
	return k->start >= question->start && k->end <= question->end;
}

/* Around which kernels it was asked how much time lies between two events. Who asks it of events that have both sides,
 * of so many FLOPs each, between them has measured neither. */
static bool *told_by_events(Judge *j, const Launched *made, const Launched *asked, double side)
{
	double all = 0;
	bool *is_told = judge_memory(j, ((size_t)made->count + 1) * sizeof *is_told);
	for (int i = 0; i < made->count; i++)
		all += made->list[i].flops;
	for (int a = 0; a < asked->count; a++) {
		double between = 0;
		for (int i = 0; i < made->count; i++)
			between += is_in(&made->list[i], &asked->list[a]) ? made->list[i].flops : 0;
		for (int i = 0; i < made->count && between <= all - (1 - 1e-9) * side; i++)
			is_told[i] = is_told[i] || is_in(&made->list[i], &asked->list[a]);
	}
	return is_told;
}

static double told_flops(const Launched *made, const bool *is_told)
{
	double told = 0;
	for (int i = 0; i < made->count; i++)
		told += is_told[i] ? made->list[i].flops : 0;
	return told;
}

void judge_sides_measured(Judge *j, Run *r, const char *at, const Work *work, int machine, int home)
{
	const Launched made = launched_of(j, r, false), asked = launched_of(j, r, true);
	bool alone = false, apart = false;
	Segment s;
	if (!made.list || !asked.list || !judge_is_simulated(j))
		return;
	for (int from = 0; segment_next(&made, from, &s); from = s.end) {
		bool is_alone = is_side(&made, &s, work, machine, home) && !alone;
		alone = alone || is_alone;
		apart = apart || (!is_alone && is_side(&made, &s, work, machine, NONE) &&
				  at_once(r, &made, &s, NULL, work, machine));
	}
	const bool *is_told = told_by_events(j, &made, &asked, work_flops(work));
	const Segment whole = {0, made.count};
	const bool told =
		told_flops(&made, is_told) >= (1 - 1e-9) * work_flops(work) * (!alone + !apart);
	if (told && (apart || at_once(r, &made, &whole, is_told, work, machine)))
		return;
	judge_that_for(j, alone && apart, "record-differs",
		       "%s: by the machine's record the clock was not read on idle GPUs before and "
		       "behind all products of `%s`%s",
		       at, alone || told ? "apart" : "alone",
		       told ? ", at work at the same time" : "");
}
