/* judge.c - decides about lab 9: replicas and parts. Sums are judged in reduce.c, steps in step.c, answers to questions
 * in questions.c. */

#include "grader/labs/common/causes.h"
#include "grader/labs/lab9/judge.h"

/* --- 9.1 -------------------------------------------------------------------------------------- */

static Run *run_replicate(Judge *j, const Team *team, const float *values, int64_t elements)
{
	Run *r = run_team(j, team);
	run_floats(r, "values", values, elements);
	run_give(r, "values", 1);
	run_int(r, "long", 0);
	run_touched(r);
	return r;
}

/* That memory i of the results is on GPU i of the team. */
static void judge_place(Judge *j, const Team *team, int i, int64_t place, const char *what)
{
	int gpu = (int)team->gpu[i];
	judge_that_for(j, place != -1, "replica-missing", "%s: %s[%d] is NULL", say_team(j, team),
		       what, i);
	judge_that_for(j, place != -2, "wrong-gpu", "%s: %s[%d] does not point to memory of a GPU",
		       say_team(j, team), what, i);
	judge_that_for(
		j, place == gpu, "wrong-gpu",
		"%s: %s[%d] is on GPU %d, wanted GPU %d; cudaMalloc takes memory of the current "
		"device",
		say_team(j, team), what, i, (int)place, gpu);
}

/* That nothing was written behind the end of a list. */
static void judge_fence(Judge *j, Run *r, const char *at, const char *what, int count)
{
	judge_that_for(j, !run_get_int(r, "beyond"), "written-behind",
		       "%s: %s[%d] was changed, behind the end", at, what, count);
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

/* So many numbers that their bytes are more than an int has, and than a number of 32 bits. Nobody looks at them, so no machine
 * makes or copies them: it counts. */
static void judge_long_replicas(Judge *j)
{
	const int odd = (int)judge_between(j, 0, 1);
	const Team team = {2, 2, {odd, !odd}, 0};
	const int64_t elements = ((int64_t)1 << 30) + judge_between(j, 1, 1000);
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

/* One of the GPUs has no memory, or a copy fails; as large as where nothing fails: no size tells. */
static void judge_not_replicated(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Team *team = data;
	int64_t count, elements = judge_between(j, 2, 2000);
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

static void judge_9_1(Judge *j)
{
	int odd = (int)judge_between(j, 0, 1);
	Team two = {2, 2, {odd, !odd}, 0}, four = {4, 3, {2, 3 * odd, 1}, 3}, one = {2, 1, {1}, 0};
	Team all = {4, 4, {0, 1, 2, 3}, 2}, turned = {4, 4, {3, 1, 2, 0}, 1};
	judge_replicate(j, &two, judge_between(j, 2, 2000));
	Run *on_turned = judge_replicate(j, &turned, judge_between(j, 2, 2000));
	Run *good = judge_replicate(j, &four, judge_between(j, 2, 2000));
	judge_replicate(j, &four, judge_between(j, LONG_LIST, 200000));
	Run *on_all = judge_replicate(
		j, &all, judge_between(j, 2, 2000)); /* as where a copy fails: no size tells */
	judge_replicate(j, &all, 1);
	const Team eight = draw_eight(j);
	judge_replicate(j, &eight, judge_between(j, 2, 2000));
	judge_replicate(j, &one, judge_between(j, 2, 2000));
	if (!judge_is_simulated(j))
		return;
	if (run_is_linked(good)) /* else the program would make them */
		judge_long_replicas(j);
	judge_failures_of(j, on_turned, "memory", (int64_t)run_counts(on_turned)->allocations,
			  judge_not_replicated, &turned);
	judge_failures_of(j, on_all, "copy", (int64_t)run_traffic(on_all).all.called,
			  judge_not_replicated, &all);
	judge_failing_waits(j, good, judge_not_replicated, &four);
	judge_failing_setup(j, good, judge_not_replicated, &four);
}

/* --- 9.2 -------------------------------------------------------------------------------------- */

static Run *run_scatter(Judge *j, const Team *team, const float *x, int64_t n, int64_t width)
{
	Run *r = run_team(j, team);
	run_floats(r, "x", x, n * width);
	run_int(r, "width", width);
	run_int(r, "many", 0);
	run_read_next(r);
	return r;
}

/* "3 + 2 + 2" */
static const char *say_rows(Judge *j, const int64_t *rows, int count)
{
	const char *text = "";
	for (int i = 0; i < count; i++)
		text = judge_text(j, "%s%s%lld", text, i ? " + " : "", (long long)rows[i]);
	return text;
}

static void judge_rows(Judge *j, const char *at, const int64_t *rows, int count, int64_t n)
{
	int64_t sum = 0, least = n, most = 0;
	for (int i = 0; i < count; i++) {
		judge_that_for(j, rows[i] >= 0 && rows[i] <= n, "rows-uneven",
			       "%s: rows[%d] is %lld", at, i, (long long)rows[i]);
		sum += rows[i];
		least = rows[i] < least ? rows[i] : least;
		most = rows[i] > most ? rows[i] : most;
	}
	judge_that_for(j, sum == n, "rows-uneven",
		       "%s: the parts have %s rows, that is %lld; wanted %lld in all", at,
		       say_rows(j, rows, count), (long long)sum, (long long)n);
	judge_that_for(j, most - least <= 1, "rows-uneven",
		       "%s: the parts have %s rows; two parts may differ by one row at most", at,
		       say_rows(j, rows, count));
}

/* That every part is where it belongs. Returns how many GPUs have rows. */
static int judge_part_places(Judge *j, const Team *team, const int64_t *places, const int64_t *rows,
			     const char *at)
{
	int used = 0;
	for (int i = 0; i < team->count; i++) {
		if (rows[i] > 0)
			judge_place(j, team, i, places[i], "parts");
		else
			judge_that_for(j, places[i] == -1, "part-without-rows",
				       "%s: GPU %d gets no rows, but parts[%d] is not NULL", at,
				       (int)team->gpu[i], i);
		used += rows[i] > 0;
	}
	return used;
}

/* That the parts, one behind the other, are x. */
static void judge_parts(Judge *j, Run *r, const Team *team, const int64_t *rows, const float *x,
			int64_t width, const char *at)
{
	for (int i = 0; i < team->count; x += rows[i++] * width) {
		int64_t count;
		if (rows[i] == 0)
			continue;
		const float *got =
			run_get_floats_on(r, judge_text(j, "part%d", i), team->gpu[i], &count);
		judge_that_for(j, got && count == rows[i] * width, "result-too-small",
			       "%s: there is no memory for %lld rows at parts[%d]", at,
			       (long long)rows[i], i);
		judge_because(j, "part-wrong");
		judge_floats(j, judge_text(j, "%s: parts[%d]", at, i), got, x, count, 0);
	}
}

static Run *judge_scatter(Judge *j, const Team *team, int64_t n, int64_t width)
{
	float *x = judge_uniform(j, n * width, -1, 1);
	Run *r = run_scatter(j, team, x, n, width);
	const char *at = judge_text(j, "%lld %s of %lld for %s", (long long)n,
				    n == 1 ? "row" : "rows", (long long)width, say_team(j, team));
	int64_t count, rows_count;
	run_watch(r);
	if (team->count == 3)
		run_shown(r);
	run_go(r);
	const int64_t *places = run_get_ints(r, "places", &count);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	const int64_t *rows = run_get_ints(r, "rows", &rows_count);
	judge_complete(j, places && count == team->count && rows && rows_count == team->count);
	judge_rows(j, at, rows, team->count, n);
	judge_fence(j, r, at, "parts or rows", team->count);
	int used = judge_part_places(j, team, places, rows, at);
	Traffic went = run_traffic(r);
	judge_because(j, "part-copies");
	judge_at_most(j, judge_text(j, "%s: copies", at), went.all.copies, used);
	judge_not_carried(j, &went, at);
	judge_worked(j, r, at, (RunWork){.to_gpus = 4.0 * (double)(n * width)});
	judge_that_for(j, went.all.bytes <= 4.0 * (double)(n * width), "part-copies",
		       "%s: %s were copied, wanted %s: every row to one GPU", at,
		       say_bytes(j, went.all.bytes), say_bytes(j, 4.0 * (double)(n * width)));
	judge_parts(j, r, team, rows, x, width, at);
	judge_that_for(j, run_get_int(r, "same"), "input-changed", "%s: x was changed", at);
	judge_left(j, r, team, at);
	if (team->count == 3)
		judge_lesson(
			j,
			"Parts as equal as can be, each sent once: yours dealt %lld rows as %s, "
			"%s in %s, %s. The longest part sets the pace, so %lld rows are the "
			"least.",
			(long long)n, say_rows(j, rows, team->count),
			say_bytes(j, went.h2d.bytes + went.d2d.bytes + went.p2p.bytes),
			say_many(j, went.h2d.copies + went.d2d.copies + went.p2p.copies, "copy",
				 "copies"),
			say_us(j, run_us(r)), (long long)((n + 2) / 3));
	return r;
}

static void judge_not_scattered(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Team *team = data;
	int64_t count, width = judge_between(j, 2, 40), n = 4 * judge_between(j, 5, 20);
	Run *r = run_scatter(j, team, judge_uniform(j, n * width, -1, 1), n, width);
	const char *why = run_fail_at(j, r, kind, which);
	const char *at = judge_text(j, "%s, %s", say_team(j, team), why);
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	const int64_t *places = run_get_ints(r, "places", &count);
	judge_complete(j, places && count == team->count);
	for (int i = 0; i < team->count; i++)
		judge_that_for(j, places[i] == -1, "parts-kept",
			       "%s: parts[%d] is not NULL afterwards", at, i);
	judge_fence(j, r, at, "parts or rows", team->count);
	judge_left(j, r, team, at);
}

/* Rows of which nobody looks at a number: x is a page of zeros, however long. */
static Run *run_many(Judge *j, const Team *team, const char *model, int64_t n, int64_t width)
{
	const float none = 0;
	Run *r = run_team(j, team);
	run_model(r, model);
	run_floats(r, "x", &none, 1);
	run_int(r, "width", width);
	run_int(r, "many", n);
	run_go(r);
	return r;
}

/* More rows for a GPU than a float can count: one GPU gets all, as fewer take less time. */
static void judge_many_rows(Judge *j, const Team *team)
{
	const int64_t n = ((int64_t)1 << 24) + 2 * judge_between(j, 1, 1000) + 1;
	const char *at = judge_text(j, "%lld rows of 1 for %s", (long long)n, say_team(j, team));
	Run *r = run_many(j, team, "a100", n, 1);
	int64_t count, rows_count;
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	const int64_t *places = run_get_ints(r, "places", &count);
	const int64_t *rows = run_get_ints(r, "rows", &rows_count);
	judge_complete(j, places && count == team->count && rows && rows_count == team->count);
	judge_rows(j, at, rows, team->count, n);
	judge_part_places(j, team, places, rows, at);
	judge_because(j, "part-bytes");
	judge_real(j, judge_text(j, "%s: bytes that were copied", at), run_traffic(r).all.bytes,
		   4.0 * (double)n, 0);
}

/* A part of more numbers than 32 bits count, and no GPU has memory for one: who loses some of those bits asks for less, and
 * gets it. */
static void judge_long_parts(Judge *j, const Team *team)
{
	const int64_t width = ((int64_t)1 << 32) + judge_between(j, 1, 1000), n = team->count;
	const char *at =
		judge_text(j, "%lld rows of %lld numbers for %s, more than a GPU has memory for",
			   (long long)n, (long long)width, say_team(j, team));
	Run *r = run_many(j, team, "tiny", n, width);
	int64_t count;
	judge_because(j, "part-bytes");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	const int64_t *places = run_get_ints(r, "places", &count);
	judge_complete(j, places && count == team->count);
	for (int i = 0; i < team->count; i++)
		judge_that_for(j, places[i] == -1, "parts-kept",
			       "%s: parts[%d] is not NULL afterwards", at, i);
	judge_left(j, r, team, at);
}

static void judge_9_2(Judge *j)
{
	int odd = (int)judge_between(j, 0, 1);
	Team two = {2, 2, {odd, !odd}, 0}, three = {4, 3, {2, 3 * odd, 1}, 3};
	Team four = {4, 4, {0, 1, 2, 3}, 1}, one = {2, 1, {1}, 0}, middle = {4, 3, {0, 1, 2}, 0};
	int64_t width = judge_between(j, 2, 40);
	judge_scatter(j, &two, 2 * judge_between(j, 20, 60) + 1, width);
	Run *on_middle = judge_scatter(j, &middle, 4 * judge_between(j, 5, 20), width);
	judge_scatter(j, &three, 4 * judge_between(j, 5, 20), width);
	judge_scatter(j, &three, 3 * judge_between(j, 20, 60) + 2, width + 1);
	judge_scatter(j, &four, 4 * judge_between(j, 200, 300) + 1, 1);
	Run *good = judge_scatter(j, &four, 4 * judge_between(j, 5, 20), width);
	judge_scatter(j, &four, judge_between(j, 2, 3), width);
	judge_scatter(j, &two, 1, width);
	const Team eight = draw_eight(j);
	judge_scatter(j, &eight, 8 * judge_between(j, 2, 9) + 5, width);
	judge_scatter(j, &one, judge_between(j, 5, 9), width);

	if (!judge_is_simulated(j))
		return;
	judge_many_rows(j, &one);
	judge_long_parts(j, &two);
	judge_failures_of(j, on_middle, "memory", (int64_t)run_counts(on_middle)->allocations,
			  judge_not_scattered, &middle);
	judge_failures_of(j, good, "copy", (int64_t)run_traffic(good).all.called,
			  judge_not_scattered, &four);
	judge_failing_waits(j, good, judge_not_scattered, &four);
	judge_failing_setup(j, good, judge_not_scattered, &four);
}

static const Check checks[] = {
	{.id = "9.1",
	 .title = "replicate gives every GPU the first one's parameters",
	 .points = 1,
	 .gpus = 8,
	 .function = "replicate",
	 .forbidden = "tensor_copy_to tensor_as_in_device tensor_from_host module_copy_to "
		      "module_to parallel_create",
	 .rule = "CUDA calls and plain C",
	 .hints = {"which GPU has to be current when the memory of a replica is made?",
		   "for every GPU but the first: cudaSetDevice, cudaMalloc, then one copy from GPU "
		   "to GPU; if something fails, give back what is there",
		   "cudaMemcpyPeer(replicas[i], gpus[i], replicas[0], gpus[0], bytes); in the end "
		   "cudaSetDevice(before)"},
	 .judge = judge_9_1},
	{.id = "9.2",
	 .title = "scatter shares a batch among the GPUs",
	 .points = 1,
	 .gpus = 8,
	 .function = "scatter",
	 .forbidden = "tensor_copy_to tensor_as_in_device tensor_from_host parallel_create "
		      "parallel_step parallel_part",
	 .rule = "CUDA calls and plain C",
	 .hints = {"how many rows are left over when n does not divide by the number of GPUs?",
		   "every GPU gets n / count rows, and n % count of them get one more; a GPU "
		   "without rows needs no memory and no copy",
		   "rows[i] = n / count + (i < n % count); after each GPU x moves on by rows[i] * "
		   "width"},
	 .judge = judge_9_2},
	{.id = "9.3",
	 .title = "all_reduce gives every GPU the sum",
	 .points = 2,
	 .gpus = 8,
	 .function = "all_reduce",
	 .forbidden = "tensor_all_reduce parallel_create parallel_step",
	 .rule = "make it of copies and additions",
	 .hints = {"where can the sum be made, and how does it come to the others?",
		   "collect on GPU 0: bring each gradient there and add it; then send the sum to "
		   "each of the others, into the memory of its own gradient",
		   "tensor_copy_to and tensor_add_scaled(gradients[0], 1, come) in one loop, "
		   "cudaMemcpyPeer(tensor_data(gradients[i]), ...) in a second one"},
	 .judge = judge_9_3},
	{.id = "9.4",
	 .title = "ring_all_reduce lets all GPUs send at the same time",
	 .points = 2,
	 .stretch = true,
	 .gpus = 8,
	 .function = "ring_all_reduce",
	 .forbidden = "tensor_all_reduce parallel_create parallel_step",
	 .rule = "make it of copies and additions",
	 .hints =
		 {"which piece does GPU i send in round r, and when may it be used?",
		  "cudaMemcpyPeer waits for all work of both GPUs; cudaMemcpyPeerAsync in the "
		  "sender's default stream does not. Start the copies of a round on all GPUs, then "
		  "wait for all GPUs, then add",
		  "GPU i sends piece (i - r + 2 * count) % count to GPU (i + 1) % count: in the "
		  "first count - 1 rounds into room[], to be added there, later into gradients[]"},
	 .judge = judge_9_4,
	 .slow = true},
	{.id = "9.5",
	 .title = "train_step on several GPUs is the step of one",
	 .points = 2,
	 .stretch = true,
	 .gpus = 8,
	 .function = "train_step",
	 .forbidden = "parallel_create parallel_step module_backward pthread_create thrd_create",
	 .rule = "make the step yourself, in one thread, and without the gradient of the input",
	 .hints = {"how much does a part count, and when does each GPU begin?",
		   "each part's loss is the mean over its own rows, so its gradient counts rows / "
		   "all rows; queue forward and backward on every GPU before you wait or free what "
		   "waits, then add up, then update every replica",
		   "tensor_add_scaled(gradient, share - 1, gradient) before "
		   "module_backward_parameters; tensor_all_reduce for each parameter's "
		   "module_gradient; sgd_step for each"},
	 .judge = judge_9_5,
	 .slow = true},
	{.id = "9.6",
	 .title = "question: what one GPU sends in a ring",
	 .points = 1,
	 .stretch = true,
	 .gpus = 0,
	 .function = "ring_bytes",
	 .hints = {"how many rounds are there, and how large is a piece?",
		   "gpus - 1 rounds collect, gpus - 1 rounds send round; in each a GPU sends one "
		   "piece",
		   "2 * (gpus - 1) rounds with bytes / gpus bytes in each"},
	 .judge = judge_9_6},
	{.id = "9.7",
	 .title = "question: what more GPUs gain",
	 .points = 0.5,
	 .stretch = true,
	 .gpus = 0,
	 .function = "scaling_efficiency",
	 .hints = {"what is shared by the GPUs, and what comes on top?",
		   "the time on several GPUs is compute_us / gpus and the rounds; a round is "
		   "alpha_us and the time of bytes / gpus",
		   "GB/s times 1000 is bytes in a microsecond; compute_us / (gpus * time)"},
	 .judge = judge_9_7},
	{.id = "9.8",
	 .title = "predict: a step of a small network on one GPU against two",
	 .points = 0.5,
	 .gpus = 2,
	 .function = "predict_training",
	 .hints = {"what has to be done once more with a second GPU?",
		   "half of almost nothing is saved, and twice the calls are to be made",
		   "below 1: two GPUs take longer"},
	 .judge = judge_9_8},
};

const LabChecks lab9_judge = {
	.number = 9,
	.name = "lab9_data_parallel",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.no_handles = true,
	.causes = lab9_causes,
};
