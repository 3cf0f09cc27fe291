/* reduce.c - decides about the sums of lab 9: every GPU ends with the sum of all, in the same bits, by few bytes. That it
 * takes little time in 9.4 is judged in ring.c. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "grader/labs/lab9/sum.h"

Numbers draw_numbers(Judge *j, int size, int64_t elements)
{
	Numbers n = {.elements = elements};
	n.begin = judge_uniform(j, size * elements, -1, 1);
	n.rest = judge_uniform(j, size * elements, -1, 1);
	n.sum = judge_memory(j, (size_t)elements * sizeof *n.sum);
	for (int64_t e = 0; e < elements; e++) {
		double sum = 0;
		for (int64_t i = e; i < size * elements; i += elements)
			sum += (double)n.begin[i] + n.rest[i];
		n.sum[e] = (float)sum;
	}
	return n;
}

void numbers_give(Run *r, const Team *team, const Numbers *n)
{
	int64_t all = team_size(team) * n->elements;
	run_later(r, "later*");
	run_touched(r);
	run_floats(r, "begin", n->begin, all);
	run_floats(r, "rest", n->rest, all);
	run_give(r, "begin", team->count > 0);
	run_give(r, "rest", 2 * (team->count > 0)); /* what is added, and the room */
}

static Run *run_sum(Judge *j, const Team *team, const Numbers *n)
{
	Run *r = run_team(j, team);
	numbers_give(r, team, n);
	run_int(r, "timed", 0);
	run_int(r, "rows", n->rows);
	return r;
}

/* Whether got is, within rounding, `factor` times begin + `share` times rest of member i, or with
 * i == -1 of the sum. */
static bool is_numbers(const float *got, const Numbers *n, int i, double factor)
{
	for (int64_t e = 0; e < n->elements; e++) {
		int64_t at = i * n->elements + e;
		double wanted =
			factor * (i < 0 ? (double)n->sum[e] : (double)n->begin[at] + n->rest[at]);
		if (!(fabs(got[e] - wanted) < 1e-5))
			return false;
	}
	return true;
}

/* How often each member's number is in `got`, element e, 0 to 2 times: "GPU 0 + 2 x GPU 1"; NULL if
 * it is made of something else. */
static const char *say_parts(Judge *j, const Team *team, const Numbers *n, int64_t e, double got)
{
	int size = team_size(team), ways = 1;
	for (int i = 0; i < size; i++)
		ways *= 3;
	for (int way = 1; way < ways; way++) {
		const char *text = "";
		double sum = 0;
		for (int i = 0, rest = way; i < size; i++, rest /= 3) {
			int64_t at = i * n->elements + e;
			sum += rest % 3 * ((double)n->begin[at] + n->rest[at]);
		}
		if (!(fabs(got - sum) < 1e-5))
			continue;
		for (int i = 0, rest = way; i < size; i++, rest /= 3)
			if (rest % 3)
				text = judge_text(j, "%s%s%s%s", text, *text ? " + " : "",
						  rest % 3 == 2 ? "2 x " : "",
						  say_member(j, team, i));
		return text;
	}
	return NULL;
}

/* Says of the first wrong number what it is made of, because that tells which copy or addition is
 * missing, or is made twice. */
static void judge_made_of(Judge *j, const Team *team, const Numbers *n, int i, const float *got,
			  const char *at)
{
	int64_t e = 0;
	while (e < n->elements && fabs((double)got[e] - n->sum[e]) < 1e-5)
		e++;
	const char *parts = e < n->elements ? say_parts(j, team, n, e, got[e]) : NULL;
	judge_that_for(j, !parts, e == n->elements / 4 && e > 0 ? "sum-of-a-quarter" : "sum-parts",
		       "%s: the sum on %s: element %lld is made of %s; wanted every GPU once", at,
		       say_member(j, team, i), (long long)e, parts);
}

/* Names what is mostly done wrong, if it is that. */
static void judge_usual(Judge *j, const Team *team, const Numbers *n, int i, const float *got,
			const char *at)
{
	int size = team_size(team);
	if (size == 1 || is_numbers(got, n, -1, 1))
		return;
	const char *who = say_member(j, team, i);
	judge_that_for(j, !is_numbers(got, n, i, 1), "sum-not-sent-back",
		       "%s: %s still has its own numbers alone: the sum did not come to it", at,
		       who);
	judge_that_for(j, !is_numbers(got, n, -1, 1.0 / size), "mean-of-gpus",
		       "%s: %s has the mean; wanted the sum", at, who);
	for (int other = 0; other < size; other++)
		judge_that_for(j, !is_numbers(got, n, other, 1), "one-gpu-alone",
			       "%s: %s has the numbers of %s alone; wanted the sum of all", at, who,
			       say_member(j, team, other));
	judge_made_of(j, team, n, i, got, at);
}

static const float *sum_values(Judge *j, Run *r, const Team *team, const char *name, int i,
			       const Numbers *n)
{
	const RunTensor *tensor = run_get_tensor(r, judge_text(j, "%s%d", name, i));
	judge_complete(j, tensor && tensor->values && tensor->count == n->elements);
	judge_complete(j, team->count == 0 ? tensor->device.kind == DEVICE_CPU
					   : tensor->device.kind == DEVICE_GPU &&
						     tensor->device.index == team->gpu[i]);
	return tensor->values;
}

/* The same bits everywhere: a training whose replicas round differently drifts apart. */
void judge_bits(Judge *j, Run *r, const Team *team, const Numbers *n, const char *at)
{
	const float *first = sum_values(j, r, team, "sum", 0, n);
	for (int i = 1; i < team->count; i++)
		judge_that_for(
			j,
			memcmp(first, sum_values(j, r, team, "sum", i, n),
			       (size_t)n->elements * sizeof *first) == 0,
			"bits-differ",
			"%s: %s and %s have the sum, but not in the same bits: numbers that are "
			"added up in two orders are rounded in two ways; add up once, then copy",
			at, say_member(j, team, 0), say_member(j, team, i));
}

void judge_sums(Judge *j, Run *r, const Team *team, const Numbers *n, const char *at)
{
	for (int i = 0; i < team_size(team); i++) {
		const float *got = sum_values(j, r, team, "sum", i, n);
		judge_usual(j, team, n, i, got, at);
		judge_because(j, "sum-wrong");
		judge_floats(j, judge_text(j, "%s: the sum on %s", at, say_member(j, team, i)), got,
			     n->sum, n->elements, 1e-5);
		judge_because(j, "later-work");
		judge_floats(j,
			     judge_text(j, "%s: what %s finds when it is given work next", at,
					say_member(j, team, i)),
			     sum_values(j, r, team, "later", i, n), n->sum, n->elements, 1e-5);
	}
}

RunWork sum_work(const Team *team, const Numbers *n)
{
	double times = team->count > 1 ? team->count - 1 : 0, elements = (double)n->elements;
	return (RunWork){.flops = times * elements,
			 .between = 2 * times * elements * sizeof(float),
			 .numbers = times * elements};
}

static Run *judge_sum_of(Judge *j, const Team *team, int64_t elements, int64_t rows)
{
	Numbers n = draw_numbers(j, team_size(team), elements);
	n.rows = rows;
	Run *r = run_sum(j, team, &n);
	run_watch(r);
	if (team->count == 3)
		run_shown(r);
	run_go(r);
	const char *at =
		rows ? judge_text(j, "(%lld, %lld) numbers on %s", (long long)rows,
				  (long long)(elements / rows), say_team(j, team))
		     : judge_text(j, "%lld numbers on %s", (long long)elements, say_team(j, team));
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned%s", at, say_reason(j, r)),
		  run_get_int(r, "status"), 0);
	judge_sums(j, r, team, &n, at);
	judge_no_bounce(j, r, 0, at);
	/* Collecting moves the bytes of count - 1 GPUs, sending the sum back as many again. A ring
	 * moves the same number in smaller pieces. */
	RunWork least = sum_work(team, &n);
	judge_because(j, "reduce-bytes");
	judge_at_most(j, judge_text(j, "%s: bytes copied between GPUs", at),
		      run_traffic(r).p2p.bytes, least.between);
	judge_worked(j, r, at, least);
	judge_bits(j, r, team, &n, at);
	judge_left_reached(j, r, team, at);
	if (team->count == 3)
		judge_lesson(j,
			     "Every GPU ends with the same bits, the sum of all: yours moved %s "
			     "between %d GPUs in %s, %s; collecting and sending back is %s, and no "
			     "way of adding up needs the host.",
			     say_bytes(j, run_traffic(r).p2p.bytes), team->count,
			     say_many(j, run_traffic(r).p2p.copies, "copy", "copies"),
			     say_us(j, run_us(r)),
			     say_bytes(j, 2.0 * (team->count - 1) * 4.0 * (double)elements));
	return r;
}

Run *judge_sum(Judge *j, const Team *team, int64_t elements)
{
	return judge_sum_of(j, team, elements, 0);
}

/* Gradients of weights are matrices. */
static Sum draw_matrix(Judge *j, const Team *team)
{
	const int64_t rows = judge_between(j, 20, 40);
	return (Sum){team, rows * judge_between(j, 41, 80), rows};
}

void judge_shape_of(Judge *j, Shapes *shapes, Sum sum)
{
	shapes->sum[shapes->count] = sum;
	shapes->run[shapes->count++] = judge_sum_of(j, sum.team, sum.elements, sum.rows);
}

/* An operation fails; others succeed, before and behind it. `untold`: it fails in tensor_free(), which returns nothing;
 * then the sums may be right all the same. */
static void judge_sum_fails(Judge *j, const Sum *sum, const char *kind, int64_t which, bool untold)
{
	const Team *team = sum->team;
	Numbers n = draw_numbers(j, team_size(team), sum->elements);
	n.rows = sum->rows;
	Run *r = run_sum(j, team, &n);
	const char *at =
		judge_text(j, "%s, %s", say_team(j, team),
			   run_fail_ordered(j, r, kind, which, failing_times_of(kind, untold)));
	run_go(r);
	int64_t status = run_get_int(r, "status");
	if (untold && status == 0) {
		judge_sums(j, r, team, &n, at);
		return;
	}
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), status, -1);
	judge_left_reached(j, r, team, at);
}

void judge_failing_sum(Judge *j, const char *kind, int64_t which, const void *data)
{
	judge_sum_fails(j, data, kind, which, false);
}

static void judge_untold_sum(Judge *j, const char *kind, int64_t which, const void *data)
{
	judge_sum_fails(j, data, kind, which, true);
}

void judge_failures(Judge *j, const Team *team, int64_t elements, Run *good)
{
	const Sum sum = {team, elements, 0};
	const SimcudaCounters *c = run_counts(good);
	if (!judge_is_simulated(j))
		return;
	judge_failures_of(j, good, "copy", (int64_t)copies_called(c), judge_failing_sum, &sum);
	judge_failures_of(j, good, "launch", (int64_t)c->launches, judge_failing_sum, &sum);
	judge_failures_of(j, good, "fill", (int64_t)c->memsets, judge_failing_sum, &sum);
	judge_failing_waits_besides(j, good, judge_failing_sum, judge_untold_sum, &sum);
	judge_failing_setup(j, good, judge_failing_sum, &sum);
}

void judge_shape_fails(Judge *j, const Shapes *shapes)
{
	const int64_t drawn = judge_between(j, 0, shapes->count - 1);
	judge_failing_once(j, shapes->run[drawn], judge_failing_sum, &shapes->sum[drawn]);
}

/* GPUs that are full from one of the requests for memory on that this way to the sum makes. Who finds another way then
 * may well succeed. */
static void judge_full(Judge *j, const Team *team, int64_t elements, Run *good)
{
	const SimcudaCounters *c = run_counts(good);
	const uint64_t requests[] = {c->allocations > 0, draw_one(j, c->allocations)};
	for (int i = 0; i < 2; i++) {
		Numbers n = draw_numbers(j, team_size(team), elements);
		if (requests[i] == 0 || !judge_is_simulated(j))
			continue;
		Run *r = run_sum(j, team, &n);
		const char *at = judge_text(
			j, "%s, %s", say_team(j, team),
			run_fail_times(j, r, "memory", (int64_t)requests[i], FAILING_ALL));
		run_go(r);
		judge_left_reached(j, r, team, at);
		if (run_get_int(r, "status") == 0) {
			judge_sums(j, r, team, &n, at);
			judge_no_bounce(j, r, 0, at);
			judge_worked(j, r, at, sum_work(team, &n));
			continue;
		}
		run_want_failed(r);
		judge_because(j, "failure-not-told");
		judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"),
			  -1);
	}
}

void numbers_seed(Judge *j, Run *r, const Team *team, int64_t elements)
{
	run_later(r, "later*");
	run_drawn(r, "begin", judge_seed(j), team->count * elements, 1);
	run_drawn(r, "rest", judge_seed(j), team->count * elements, 2);
	for (int i = 0; i < team->count; i++) {
		run_look(r, judge_text(j, "sum%d", i), NULL, 0);
		run_look(r, judge_text(j, "later%d", i), NULL, 0);
	}
}

void judge_9_3(Judge *j)
{
	int odd = (int)judge_between(j, 0, 1);
	Team two = {2, 2, {odd, !odd}, 0}, three = {4, 3, {2, 3 * odd, 1}, 3};
	Team four = {4, 4, {0, 1, 2, 3}, 1}, one = {2, 1, {1}, 0}, cpu = {0, 0, {0}, 0};
	const Team eight = draw_eight(j), some = draw_some(j);
	Shapes shapes = {0};
	judge_shape_of(j, &shapes, (Sum){&two, judge_between(j, 2, 2000), 0});
	judge_shape_of(j, &shapes, (Sum){&three, judge_between(j, 2000, 5000), 0});
	judge_shape_of(j, &shapes, draw_matrix(j, &two));
	judge_shape_of(j, &shapes, draw_matrix(j, &eight));
	judge_shape_of(j, &shapes, (Sum){&some, 1, 0});
	const int64_t elements = judge_between(j, 500, 2000);
	Run *good = judge_sum(j, &four, elements);
	judge_sum(j, &one, judge_between(j, 2, 200));
	judge_sum(j, &cpu, judge_between(j, 2, 200));

	judge_full(j, &four, elements, good);
	judge_failures(j, &four, elements, good);
	judge_shape_fails(j, &shapes);
	/* behind the runs in which calls fail, which a second judge takes part in (is_enough() in second_judge.c) */
	judge_sum(j, &two, judge_between(j, 100000, 300000));
}
