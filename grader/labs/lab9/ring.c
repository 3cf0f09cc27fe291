/* ring.c - decides about 9.4: the sum of long vectors in little time. */
#include <stdbool.h>
#include <string.h>

#include "grader/labs/lab9/sum.h"

/* With c for one copy of a whole vector, collecting on one GPU and sending back takes 6 c on 4
 * GPUs: the links of that GPU pass one copy after the other. In a ring each GPU sends 6
 * quarters: 1.5 c, a share of 0.25. On top come the additions, 3 quarters of a vector at the rate
 * of the GPU's memory (a share of 0.12 where that is slowest against the links, "tiny"; of 0.08 at
 * most elsewhere), and calls and waits, some 250 to 400 us in all: with c = 1.5 ms a share of 0.03
 * to 0.05. A tree has 4 c, 0.67 and more; two GPUs sending at a time 3 c and the rest. */
#define RING_SHARE 0.5
#define RING_SENT  0.3    /* of which its copies */
#define COPY_LEAST 1500.0 /* us */

/* On "tiny", whose links are the slowest: such vectors are short enough there for all numbers to be looked
 * at, so that this run differs from the others in its length alone. */
static Run *make_long(Judge *j, const Team *team)
{
	Run *r = run_team(j, team);
	run_model(r, "tiny");
	run_int(r, "timed", 1);
	run_int(r, "rows", 0);
	return r;
}

static int64_t draw_length(Judge *j, Run *r)
{
	int64_t elements = 1 << 18;
	while (between_us(r, (double)elements * sizeof(float)) < COPY_LEAST)
		elements += elements / 4;
	return elements + judge_between(j, 0, 999);
}

#define LONG_AT "long vectors on 4 GPUs (tiny)"

typedef struct LongFails {
	const Team *team;
	const Numbers *numbers;
	bool linked;
	int64_t waits; /* without those of the drive, which are the last ones */
} LongFails;

/* As long as those with which nothing fails: their length tells nobody. */
static void judge_long_fails(Judge *j, const char *kind, int64_t which, const void *data)
{
	const LongFails *of = data;
	if (strcmp(kind, "sync") == 0 && which > of->waits)
		return;
	Run *r = make_long(j, of->team);
	if (of->linked)
		numbers_seed(j, r, of->team, of->numbers->elements);
	else
		numbers_give(r, of->team, of->numbers);
	const char *at = judge_text(j, "%s, %s", LONG_AT,
				    run_fail_ordered(j, r, kind, which, failing_times(kind)));
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_left_reached(j, r, of->team, at);
}

/* Of the operations of that kind one fails at the begin, one in the middle and one at the end: a ring adds in three rounds. */
static void judge_long_rounds(Judge *j, const LongFails *of, const char *kind, uint64_t count)
{
	enum { PARTS = 3 };
	for (uint64_t part = 0; part < PARTS && judge_is_simulated(j); part++) {
		const uint64_t first = count * part / PARTS,
			       some = count * (part + 1) / PARTS - first;
		if (some > 0)
			judge_long_fails(j, kind, (int64_t)(first + draw_one(j, some)), of);
	}
}

static int is_sent(const RunOp *op, const void *data)
{
	(void)data;
	return op->kind == RUN_OP_COPY;
}

static int is_added(const RunOp *op, const void *data)
{
	(void)data;
	return op->kind == RUN_OP_KERNEL;
}

/* What took too long: the copies, or the additions that stand in turn between copies at the same time. */
static const char *say_in_turn(Judge *j, Run *r, double collected)
{
	static const char usual[] = "let all GPUs send at the same time";
	int count;

	if (!judge_is_simulated(j))
		return usual;
	const RunOp *ops = run_ops(r, &count);
	const double sent = ops_busy(ops, count, is_sent, NULL),
		     added = ops_busy(ops, count, is_added, NULL) -
			     ops_overlap(ops, count, is_added, is_sent, NULL);

	return sent > RING_SENT * collected || added < sent / 2
		       ? usual
		       : judge_text(j,
				    "the copies took %s of it and additions alone %s: let all GPUs "
				    "add at the same time",
				    say_us(j, sent), say_us(j, added));
}

static void judge_ring_time(Judge *j)
{
	Team team = {4, 4, {0, 1, 2, 3}, 0};
	Run *r = make_long(j, &team);
	const Numbers n = draw_numbers(j, team_size(&team), draw_length(j, r));
	numbers_give(r, &team, &n);
	run_watch(r);
	run_shown(r);
	run_go(r);
	const char *at = LONG_AT;
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	judge_sums(j, r, &team, &n, at);
	judge_bits(j, r, &team, &n, at);
	judge_no_bounce(j, r, 0, at);
	judge_left_reached(j, r, &team, at);
	double bytes = (double)n.elements * sizeof(float);
	/* even over three links at once each GPU gets as much as that */
	judge_possible(j, r, at, between_us(r, bytes / 2));
	judge_worked(j, r, at, sum_work(&team, &n));
	double collected = 6 * between_us(r, bytes), took = run_over_us(r),
	       share = took / collected;
	judge_in_time(j, share <= RING_SHARE, "ring-in-turn",
		      ((TimeLimit){.wanted = RING_SHARE * collected,
				   .wanted_how = "all GPUs send at once",
				   .measured = took,
				   .measured_how = judge_text(j, "6 copies in turn take %s",
							      say_us(j, collected))}),
		      "%s, %.4g MB each: it took %.3g of the time of 6 copies of a whole "
		      "vector one after the other, wanted at most %.2g; %s",
		      at, bytes / 1e6, share, RING_SHARE, say_in_turn(j, r, collected));
	judge_lesson(
		j,
		"In a ring all links work at once, each on another quarter: yours took %s for "
		"vectors of %s on 4 GPUs; the 6 quarters that each GPU sends take %s, collecting "
		"on one GPU and sending back %s.",
		say_us(j, took), say_bytes(j, bytes), say_us(j, 6 * between_us(r, bytes / 4)),
		say_us(j, collected));
	const SimcudaCounters *c = run_counts(r);
	const LongFails of = {&team, &n, run_is_linked(r), wait_calls(r) - team.machine};
	judge_long_rounds(j, &of, "copy", copies_called(c));
	judge_long_rounds(j, &of, "kernel", c->launches);
	/* and one of what they are awaited with */
	judge_failing_some(j, r, "sync record wait", 1, judge_long_fails, &of);
}

void judge_9_4(Judge *j)
{
	int odd = (int)judge_between(j, 0, 1);
	Team two = {2, 2, {odd, !odd}, 0}, three = {4, 3, {2, 3 * odd, 1}, 3};
	Team four = {4, 4, {0, 1, 2, 3}, 1}, one = {2, 1, {1}, 0}, cpu = {0, 0, {0}, 0};
	const Team eight = draw_eight(j), some = draw_some(j);
	Shapes shapes = {0};
	judge_shape_of(j, &shapes, (Sum){&two, 2 * judge_between(j, 2, 1000) + 1, 0});
	judge_shape_of(j, &shapes, (Sum){&three, 3 * judge_between(j, 700, 1500) + 2, 0});
	/* so many that a kernel for each piece is not one for each number */
	judge_shape_of(j, &shapes, (Sum){&eight, judge_between(j, 160, 500), 0});
	judge_shape_of(j, &shapes, (Sum){&some, judge_between(j, 90, 500), 0});
	const int64_t rest = judge_between(j, 1, 3);
	const int64_t elements = 4 * judge_between(j, 200, 500) + rest;
	Run *good = judge_sum(j, &four, elements);
	const int64_t few = judge_between(j, 1, 3); /* fewer than GPUs */
	Run *of_few = judge_sum(j, &four, few);
	judge_sum(j, &one, judge_between(j, 2, 200));
	judge_sum(j, &cpu, judge_between(j, 2, 200));
	judge_ring_time(j);
	judge_failures(j, &four, elements, good);
	judge_failing_shape(j, of_few, judge_failing_sum, &(Sum){&four, few, 0});
	judge_shape_fails(j, &shapes);
}
