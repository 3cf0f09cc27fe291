/* replicate.c - decides about 9.1: a replica on each GPU, sent from the first one. */
#include "grader/labs/lab9/judge.h"

static Run *run_replicate(Judge *j, const Team *team, const float *values, int64_t elements)
{
	Run *r = run_team(j, team);
	run_floats(r, "values", values, elements);
	run_give(r, "values", 1);
	run_int(r, "long", 0);
	run_touched(r);
	return r;
}

/* So many numbers take longer than the calls around them. */
enum { LONG_LIST = 2001 };

static Run *judge_replicate(Judge *j, const Team *team, int64_t elements)
{
	float *values = judge_uniform(j, elements, -1, 1);
	Run *r = run_replicate(j, team, values, elements);
	const char *at = say_team(j, team);
	int64_t count;
	run_watch(r);
	if (elements >= LONG_LIST)
		run_shown(r);
	run_go(r);
	const int64_t *places = run_get_ints(r, "places", &count);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	judge_complete(j, places && count == team->count);
	judge_that_for(j, run_get_int(r, "kept"), "first-replaced", "%s: replicas[0] was replaced",
		       at);
	judge_fence(j, r, at, "replicas", team->count);
	for (int i = 1; i < team->count; i++)
		judge_place(j, team, i, places[i], "replicas");
	judge_no_bounce(j, r, 0, at);
	Traffic went = run_traffic(r);
	judge_because(j, "replica-copies");
	judge_at_most(j, judge_text(j, "%s: copies", at), went.p2p.copies + went.d2d.copies,
		      team->count - 1);
	judge_that_for(
		j, went.p2p.carried <= 0, "carried-by-kernel",
		"%s: kernels read or wrote %s of another GPU's memory; wanted a copy for each "
		"further GPU",
		at, say_bytes(j, went.p2p.carried));
	for (int i = 0; i < team->count; i++) {
		const float *got =
			run_get_floats_on(r, judge_text(j, "replica%d", i), team->gpu[i], &count);
		judge_that_for(j, got && count == elements, "result-too-small",
			       "%s: there is no memory for that many numbers at replicas[%d]", at,
			       i);
		judge_because(j, i ? "replica-wrong" : "input-changed");
		judge_copied(j,
			     i ? judge_text(j, "%s: replicas[%d]", at, i)
			       : judge_text(j, "%s: replicas[0] afterwards", at),
			     got, values, elements);
	}
	judge_left(j, r, team, at);
	if (elements >= LONG_LIST)
		judge_lesson(
			j,
			"Replicas begin alike, sent from GPU to GPU: yours made %s for %d GPUs, "
			"%s in all, %s with taking the memory; each link takes %s for %s.",
			say_many(j, went.p2p.copies + went.d2d.copies, "copy", "copies"),
			team->count, say_bytes(j, went.p2p.bytes + went.d2d.bytes),
			say_us(j, run_us(r)), say_us(j, between_us(r, 4.0 * (double)elements)),
			say_bytes(j, 4.0 * (double)elements));
	return r;
}

/* More numbers than 32 bits count. Nobody looks at them, so no machine makes or copies them: it counts. */
static void judge_long_replicas(Judge *j)
{
	const int odd = (int)judge_between(j, 0, 1);
	const Team team = {2, 2, {odd, !odd}, 0};
	const int64_t elements = ((int64_t)1 << 32) + judge_between(j, 1, 1000);
	const double bytes = 4 * (double)elements;
	int64_t count;
	Run *r = run_team(j, &team);
	run_model(r, "a100");
	run_drawn(r, "values", judge_seed(j), elements, 1);
	run_int(r, "long", 1);
	run_go(r);
	const char *at =
		judge_text(j, "%lld numbers on %s", (long long)elements, say_team(j, &team));
	const int64_t *places = run_get_ints(r, "places", &count);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	judge_complete(j, places && count == team.count);
	judge_place(j, &team, 1, places[1], "replicas");
	const Traffic went = run_traffic(r);
	judge_because(j, "replica-bytes");
	judge_real(j, judge_text(j, "%s: bytes that were copied", at), went.p2p.bytes, bytes, 0);
	judge_real(j, judge_text(j, "%s: bytes of memory that were taken", at), run_gpu_held(r, 0),
		   bytes, 0);
}

/* What is copied, and where. */
typedef struct Replicas {
	const Team *team;
	int64_t elements;
} Replicas;

/* One of the GPUs has no memory, or a copy fails; as large as where nothing fails: no size tells. */
static void judge_not_replicated(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Replicas *replicas = data;
	const Team *team = replicas->team;
	int64_t count, elements = replicas->elements;
	float *values = judge_uniform(j, elements, -1, 1);
	Run *r = run_replicate(j, team, values, elements);
	const char *why = run_fail_at(j, r, kind, which);
	const char *at = judge_text(j, "%s, %s", say_team(j, team), why);
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	const int64_t *places = run_get_ints(r, "places", &count);
	judge_complete(j, places && count == team->count);
	judge_that_for(j, run_get_int(r, "kept"), "first-replaced", "%s: replicas[0] was replaced",
		       at);
	for (int i = 1; i < team->count; i++)
		judge_that_for(j, places[i] == -1, "replicas-kept",
			       "%s: replicas[%d] is not NULL afterwards", at, i);
	judge_fence(j, r, at, "replicas", team->count);
	judge_left(j, r, team, at);
}

void judge_9_1(Judge *j)
{
	int odd = (int)judge_between(j, 0, 1);
	Team two = {2, 2, {odd, !odd}, 0}, four = {4, 3, {2, 3 * odd, 1}, 3}, one = {2, 1, {1}, 0};
	Team all = {4, 4, {0, 1, 2, 3}, 2}, turned = {4, 4, {3, 1, 2, 0}, 1};
	const Team some = draw_some(j), eight = draw_eight(j);
	const Replicas to_turned = {&turned, judge_between(j, 2, 2000)};
	const Replicas to_four = {&four, judge_between(j, 2, 2000)};
	const Replicas to_all = {&all, judge_between(j, 2, 2000)};
	const int64_t few = judge_between(j, 2, 2000), many = judge_between(j, LONG_LIST, 200000);
	/* one of these shapes has calls that fail, too */
	const Replicas shape[] = {
		{&two, few}, {&four, many}, {&some, 1}, {&eight, judge_between(j, 2, 2000)}};
	enum { SHAPES = sizeof shape / sizeof *shape };
	Run *of_shape[SHAPES];
	for (int i = 0; i < SHAPES; i++)
		of_shape[i] = judge_replicate(j, shape[i].team, shape[i].elements);
	Run *on_turned = judge_replicate(j, &turned, to_turned.elements);
	Run *good = judge_replicate(j, &four, to_four.elements);
	Run *on_all = judge_replicate(j, &all, to_all.elements);
	judge_replicate(j, &one, judge_between(j, 2, 2000));
	if (!judge_is_simulated(j))
		return;
	if (run_is_linked(good)) /* else the program would make them */
		judge_long_replicas(j);
	judge_failures_of(j, on_turned, "memory", (int64_t)run_counts(on_turned)->allocations,
			  judge_not_replicated, &to_turned);
	judge_failures_of(j, on_all, "copy", (int64_t)run_traffic(on_all).all.called,
			  judge_not_replicated, &to_all);
	judge_failing_waits(j, good, judge_not_replicated, &to_four);
	judge_failing_setup(j, good, judge_not_replicated, &to_four);
	judge_failing_kinds(j, good, "launch fill", judge_not_replicated, &to_four);
	const int64_t drawn = judge_between(j, 0, SHAPES - 1);
	judge_failing_once(j, of_shape[drawn], judge_not_replicated, &shape[drawn]);
}
