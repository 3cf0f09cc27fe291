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

static bool is_in(const RunLaunched *k, const RunLaunched *question)
{
	return k->start >= question->start && k->end <= question->end;
}

/* Whether it was asked how much time lies between two events around each product of so many sides. Who asks it of events
 * that have both sides between them has measured neither. */
static bool events_tell(Judge *j, const Launched *made, const Launched *asked, double side,
			int sides)
{
	double all = 0, told = 0;
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
	for (int i = 0; i < made->count; i++)
		told += is_told[i] ? made->list[i].flops : 0;
	return told >= (1 - 1e-9) * side * sides;
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
		apart = apart || (!is_alone && is_side(&made, &s, work, machine, NONE));
	}
	if (events_tell(j, &made, &asked, work_flops(work), !alone + !apart))
		return;
	judge_that_for(j, alone && apart, "record-differs",
		       "%s: by the machine's record the clock was not read on idle GPUs before and "
		       "behind all products of `%s`",
		       at, alone ? "apart" : "alone");
}
