/* ways.c - decides about 3.5 and 3.6: the direct way from GPU to GPU, and one large copy for many lists. */
#include <math.h>
#include <string.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/common/far.h"
#include "grader/labs/lab3/judge.h"

/* --- 3.5 -------------------------------------------------------------------------------------- */

/* A copy of so many numbers takes longer than the calls around it. */
enum { MANY = 1000000 };

typedef struct Between {
	int gpus, from, to, current;
	bool on_before, null, many, /* many: of as many numbers as the slow copy has */
		slow;               /* the copy takes far longer than anybody would sleep for it */
	const char *
		fails; /* NULL: nothing; "copy", or a call that waits or asks: that one and all behind it */
	int64_t which, count;
	const char *model,
		*where; /* another machine than the chosen one, and what is odd with it; or NULL */
} Between;

static const char *say_between(Judge *j, const Between *b)
{
	return b->null ? "to is NULL"
		       : judge_text(j, "from GPU %d to GPU %d%s%s", b->from, b->to,
				    b->on_before ? ", with peer access on before" : "",
				    b->where ? b->where : "");
}

static Run *run_between(Judge *j, const Between *b, const float *x)
{
	Run *r = judge_run(j, b->gpus);
	if (b->model)
		run_model(r, b->model);
	if (b->slow)
		run_slower(r, 1000);
	run_floats(r, "x", x, b->count);
	run_give(r, "x", 1);
	run_int(r, "from", b->from);
	run_int(r, "to", b->to);
	run_int(r, "current", b->current);
	run_int(r, "on_before", b->on_before);
	run_int(r, "null", b->null);
	run_about(r, say_between(j, b));
	if (b->null) /* the copy that fails is wanted here */
		run_allow(r, "host-pointer");
	if (b->count >= MANY)
		run_shown(r);
	if (!b->fails)
		run_watch(r);
	run_later(r, "on");
	if (b->fails) {
		run_fail_ordered(j, r, b->fails, b->which, failing_is_made(b->fails) ? 1 : 100);
		run_may_be_done(r, b->fails);
	}
	run_go(r);
	return r;
}

/* Whether the copy went as if there were no peer access: that was turned on behind it, when it helps
 * nobody. */
static bool went_by_host(Run *r, double bytes)
{
	double direct = run_copy_us(r, "peer", bytes),
	       by_host = run_copy_us(r, "peer_through_host", bytes);
	int count;
	const RunOp *ops = run_ops(r, &count);
	for (int i = 0; i < count; i++)
		if (ops[i].kind == RUN_OP_COPY && ops[i].bytes >= bytes)
			return ops[i].end - ops[i].start > (direct + by_host) / 2;
	return false;
}

/* Whether the GPU can reach the other one's memory now; -1: only the program could say. */
static int access_is_on(Run *r, int gpu, int other)
{
	return run_is_linked(r) ? (int)(run_counts(r)->peers >> (8 * gpu + other) & 1) : -1;
}

/* Whether it could: the simulated machine is known; on "oneway" a GPU reaches those with a higher number. */
static bool access_is_possible(Run *r, int gpu, int other)
{
	if (!run_is_linked(r))
		return run_get_int(r, "possible") != 0;
	return run_figure(r, "peer_possible") == 2 ? gpu < other
						   : run_figure(r, "peer_possible") != 0;
}

/* Who turns on what is on gets an error, by which nothing has failed. */
static void judge_access_wanted(Judge *j, Run *r, const char *at)
{
	const char *error = run_get_text(r, "left.error");
	if (!error || strcmp(error, "cudaErrorPeerAccessAlreadyEnabled") != 0)
		return;
	judge_fail_for(j, "peer-on-already", "%s: %s%s: %s was not taken away%s", at,
		       run_get_int(r, "status") == 0 ? "" : "-1 was returned, and ",
		       "an error is left", error, say_left_place(j, r));
}

static Run *judge_between_gpus(Judge *j, Between b)
{
	const int from = b.from, to = b.to;
	const int64_t count = b.count;
	float *x = draw_values(j, count);
	int64_t got_count;
	const char *at = say_between(j, &b);
	Run *r = run_between(j, &b, x);
	judge_access_wanted(j, r, at);
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	judge_copies(j, r, at, from, to, 1);
	judge_that_for(
		j, !run_unawaited(r, 0, from) && !run_unawaited(r, 0, to), "returned-early",
		"%s: the function returned before the copy had ended, or did not wait for it", at);
	judge_awaited_well(j, r, at, 0, from);
	judge_awaited_well(j, r, at, 0, to);
	judge_because(j, "copy-wrong");
	judge_copied(j, judge_text(j, "%s: the copy", at),
		     run_get_floats_on(r, "to", to, &got_count), x, count);
	judge_because(j, "input-changed");
	judge_floats(j, judge_text(j, "%s: the source afterwards", at),
		     run_get_floats_on(r, "from", from, &got_count), x, count, 0);
	int on = access_is_on(r, to, from);
	judge_that_for(j, !access_is_possible(r, to, from) || (on < 0 ? run_get_int(r, "on") : on),
		       "peer-off",
		       "%s: peer access of GPU %d to GPU %d is possible, but not on afterwards", at,
		       to, from);
	judge_no_error_left_at(j, r, at);
	judge_device_kept_at(j, r, at, b.current);
	double bytes = (double)count * sizeof *x;
	judge_worked(j, r, at, (RunWork){.between = bytes});
	const bool possible = access_is_possible(r, to, from);
	judge_that_for(
		j, !judge_is_simulated(j) || !possible || !went_by_host(r, bytes), "peer-late",
		"%s: the copy went by way of the host: peer access was turned on only behind it",
		at);
	if (count < MANY)
		return r;
	const char *yours = judge_text(j, "yours moved %s in %s, %s", say_bytes(j, bytes),
				       say_many(j, run_traffic(r).all.copies, "copy", "copies"),
				       say_us(j, run_us(r)));
	const char *two = say_us(j, run_copy_us(r, "d2h_pinned", bytes) +
					    run_copy_us(r, "h2d_pinned", bytes));
	if (possible)
		judge_lesson(
			j,
			"With peer access a GPU reads the other's memory itself: %s; the link "
			"alone takes %s. By way of the host it would be two copies, %s even with "
			"pinned memory.",
			yours, say_us(j, between_us(r, bytes)), two);
	else
		judge_lesson(
			j,
			"These GPUs cannot reach each other's memory, so CUDA goes by way of the "
			"host for you: %s; that way alone takes %s. Two copies of your own with "
			"pinned memory take %s.",
			yours, say_us(j, between_us(r, bytes)), two);
	return r;
}

/* Who copies, and who waits or asks by a call that can fail, looks at what it returns. `data` is a call that goes well. */
static void judge_failing_way(Judge *j, const char *kind, int64_t which, const void *data)
{
	const char *at = which == 1 ? judge_text(j, "the %s fails", say_failing(kind))
				    : judge_text(j, "the %s number %lld fails, and all behind it",
						 say_failing(kind), (long long)which);
	Between b = *(const Between *)data;
	const int64_t count = judge_between(j, b.many ? MANY / 10 : 2,
					    b.many ? MANY / 5 : 2000); /* as where nothing fails */
	b.count = count;
	b.fails = kind;
	b.which = which;
	const float *x = draw_values(j, count);
	int64_t got_count;
	Run *r = run_between(j, &b, x);
	judge_because(j, "failure-not-told");
	/* a later wait may be of no use, and then nobody has to look at it */
	const bool told = run_get_int(r, "status") == -1, later = which > 1 && !told;
	if (failing_is_done(r, kind, told) || later) {
		judge_that_for(j, !run_unawaited(r, 0, b.from) && !run_unawaited(r, 0, b.to),
			       "failure-not-told",
			       "%s, and -1 was not returned: the function returned before the copy "
			       "had ended, or did not wait for it",
			       at);
		/* a call that is there for something else may wait as well, and never fails */
		judge_awaited_well(j, r, at, 0, b.from);
		judge_awaited_well(j, r, at, 0, b.to);
		judge_floats(j, judge_text(j, "%s: the copy", at),
			     run_get_floats_on(r, "to", b.to, &got_count), x, count, 0);
	} else {
		judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"),
			  -1);
	}
	judge_no_error_left_at(j, r, at);
	judge_device_kept_at(j, r, at, b.current);
}

/* Where there is no direct way, and where there is one in one direction alone. `near`: in the chosen machine there is one;
 * returns a run of the other case, in which calls may fail, too, and with another current GPU. */
static Run *judge_other_ways(Judge *j, bool near, Between *fails)
{
	Between ways[] = {
		{2, 0, 1, 1, .model = "rtx4090", .where = ", which cannot reach each other"},
		{2, 1, 0, 1, .model = "oneway",
		 .where = ", where GPU 0 can reach GPU 1, and not the other way round"},
		{2, 0, 1, .model = "oneway",
		 .where = ", where GPU 0 can reach GPU 1, and not the other way round"},
	};
	const int chosen = near ? 2 : 1;
	Run *good = NULL;
	for (int i = 0; i < 3; i++) {
		ways[i].count = judge_between(j, 2, 2000);
		Run *r = judge_between_gpus(j, ways[i]);
		if (i == chosen)
			good = r;
	}
	*fails = ways[chosen];
	return good;
}

void judge_3_5(Judge *j)
{
	judge_between_gpus(
		j, (Between){2, 0, 1, .slow = true, .count = judge_between(j, 100000, 200000)});
	judge_between_gpus(
		j, (Between){2, 1, 0, 1, .on_before = true, .count = judge_between(j, 2, 2000)});
	/* who waits for GPU 2 alone: the copy has to take longer than the calls behind it */
	int64_t count = judge_between(j, MANY, 1100000);
	int near = (int)judge_between(j, 0, 1);
	judge_between_gpus(j, (Between){4, 3, near, 2, .count = count});
	judge_between_gpus(j, (Between){2, 0, 1, .count = 1});
	const int odd = (int)judge_between(j, 0, 1); /* which way calls fail does not tell */
	Between few = {.gpus = 2, .from = odd, .to = !odd};
	few.current = (int)judge_between(j, 0, 1);
	few.count = judge_between(j, 2, 2000);
	Run *good = judge_between_gpus(j, few);
	Between other = few;
	Run *otherwise = NULL;
	if (judge_is_simulated(j))
		otherwise = judge_other_ways(j, access_is_possible(good, few.to, few.from), &other);

	count = judge_between(j, 2, 2000);
	Run *r = run_between(j, &(Between){.gpus = 2, .to = 1, .count = count, .null = true},
			     draw_values(j, count));
	judge_because(j, "failure-not-told");
	judge_int(j, "to is NULL: what is returned", run_get_int(r, "status"), -1);
	judge_no_error_left_at(j, r, "to is NULL");
	judge_device_kept_at(j, r, "to is NULL", 0);
	if (judge_is_simulated(j)) {
		judge_told_like(j, good, judge_failing_way, "copy", 1, &few);
		Between larger = few; /* nor do sizes */
		larger.many = true;
		larger.count = judge_between(j, MANY / 10, MANY / 5);
		Run *of_many = judge_between_gpus(j, larger);
		judge_told_like(j, of_many, judge_failing_way, "copy", 1, &larger);
	}
	judge_failing_awaits(j, good, judge_failing_way, &few);
	judge_failing_makers(j, good, judge_failing_way, &few);
	judge_failing_shape(j, otherwise, judge_failing_way, &other);
}

/* --- 3.6 -------------------------------------------------------------------------------------- */

enum { MANY_LISTS = 500 };

/* Whether the first lists have a quarter of all numbers together: then it is no sign of bytes that were
 * taken for numbers if these are right. */
static bool quarter_is_packed(const int64_t *lengths, int lists, int64_t total)
{
	int64_t packed = 0;
	for (int i = 0; i < lists && 4 * packed < total - 4; i++)
		packed += lengths[i];
	return packed == total / 4 || packed == (total + 1) / 4;
}

/* Where the first wrong number stands tells how the lists were packed. */
static const char *lists_cause(const float *got, const float *wanted, int64_t count,
			       const int64_t *lengths, int lists)
{
	int64_t first = 0, list = 0, begin = 0, rest;
	while (got && first < count && got[first] == wanted[first])
		first++;
	for (rest = first; got && rest < count && got[rest] == 0; rest++)
		;
	if (first > 0 && rest == count)
		return "lists-cut";
	while (list < lists && begin + lengths[list] <= first)
		begin += lengths[list++];
	return list < lists && first - begin == lengths[list] / 4 && lengths[list] >= 4
		       ? "lists-bytes"
		       : "lists-packed-wrongly";
}

/* Instead of a kind of operation that fails. */
static const char to_null[] = "to is NULL";

/* Each has up to `longest` numbers; with a `longest` of 1 there is one number in all. `fails`: a kind of operation, of which
 * the `which`-th fails, to_null or NULL: nothing does. */
static Run *judge_lists_where(Judge *j, int gpu, int current, int lists, int64_t longest,
			      const char *fails, int64_t which)
{
	const char *why = !fails             ? ""
			  : fails == to_null ? to_null
			  : which == 1       ? judge_text(j, "the %s fails", say_failing(fails))
				       : judge_text(j, "%s number %lld fails", say_failing(fails),
						    (long long)which);
	int64_t *lengths = judge_memory(j, (size_t)lists * sizeof *lengths), total = 0, got_count;
	const int64_t least = lists == 2 && longest > 0; /* two are not one */
	for (int i = 0; i < lists; i++)
		total += lengths[i] = longest == 1 ? i == 1 : judge_between(j, least, longest);
	float *values = draw_values(j, total + 1);
	float *wanted = judge_memory(j, (size_t)(total + 1) * sizeof *wanted);
	memcpy(wanted, values, (size_t)total * sizeof *wanted);
	const int64_t behind = judge_between(j, 1, 1000000); /* is there, and stays */
	wanted[total] = (float)behind;
	Run *r = judge_run_on(j, gpu, gpu);
	run_floats(r, "values", values, total);
	run_ints(r, "lengths", lengths, lists);
	run_int(r, "gpu", gpu);
	run_int(r, "null", fails == to_null);
	run_int(r, "beyond", 0);
	run_int(r, "behind", behind);
	if (fails == to_null) /* the copy that fails is wanted here */
		run_allow(r, "host-pointer");
	else if (fails)
		run_fail_ordered(j, r, fails, which, failing_asked_times(fails));
	if (fails)
		run_may_be_done(r, fails);
	run_about(r, judge_text(j, "%d lists of %lld numbers in all, to GPU %d%s%s", lists,
				(long long)total, gpu, fails ? "; " : "", why));
	run_watch(r);
	run_touched(r);
	run_later(r, "kept left.host");
	run_int(r, "current", current);
	/* what is behind the last length is 1000 */
	run_given_called(r, judge_text(j, "cudaMemcpy writes %lld bytes ", 4LL * (total + 1000)),
			 "; that is the sum with lengths[count]", "lists-beyond");
	if (lists >= MANY_LISTS)
		run_shown(r);
	run_go(r);
	if (fails && !failing_is_done(r, fails, run_get_int(r, "sent") == -1)) {
		judge_that_for(j, run_get_int(r, "kept"), "input-changed",
			       "%s: a list, a length or where a list is was changed", why);
		judge_because(j, "failure-not-told");
		judge_int(j, judge_text(j, "%s: what is returned", why), run_get_int(r, "sent"),
			  -1);
		judge_no_error_left_at(j, r, why);
		if (total >= LARGE)
			judge_host_given_back(j, r, why, total * (int64_t)sizeof(float));
		return r;
	}
	judge_no_error_left(j, r);
	judge_that_for(j, run_get_int(r, "kept"), "input-changed",
		       "%d lists: a list, a length or where a list is was changed", lists);
	judge_because(j, "lists-total");
	judge_int(j, judge_text(j, "%d lists: the numbers sent", lists), run_get_int(r, "sent"),
		  total);
	judge_because(j, "lists-unpacked");
	judge_at_most(j, judge_text(j, "%d lists: copies to the GPU", lists),
		      run_traffic(r).all.copies, total > 0);
	const char *packed =
		judge_text(j, "%d lists of %lld numbers in all", lists, (long long)total);
	const float *sent = run_get_floats_on(r, "to", gpu, &got_count);
	judge_because(j, lists_cause(sent, wanted, got_count < total ? got_count : total, lengths,
				     lists));
	if (quarter_is_packed(lengths, lists,
			      total)) /* a quarter that is right says nothing then */
		judge_floats(j, packed, sent, wanted, total + 1, 0);
	else
		judge_copied(j, packed, sent, wanted, total + 1);
	judge_numbers_sent(j, r, packed, total);
	double each = lists < MANY_LISTS
			      ? 0
			      : lists * run_copy_us(r, "h2d_pageable", 4.0 * (double)total / lists);
	if (lists >= MANY_LISTS)
		judge_lesson(
			j,
			"Packing costs the host next to nothing, and alpha is paid once: yours "
			"sent %d lists in %s, %s; %d copies would take %s.",
			lists, say_many(j, run_traffic(r).all.copies, "copy", "copies"),
			say_us(j, run_us(r)), lists, say_us(j, each));
	if (total < LARGE)
		return r;
	const char *at = judge_text(j, "%d lists of %lld numbers in all", lists, (long long)total);
	/* pinned memory that stays taken is the machine's to find: a leak */
	judge_host_given_back(j, r, at, total * (int64_t)sizeof(float));
	return r;
}

static Run *judge_lists(Judge *j, int gpu, int current, int lists, int64_t longest,
			const char *fails)
{
	return judge_lists_where(j, gpu, current, lists, longest, fails, 1);
}

/* Lists of so many numbers that no host memory holds them all. */
static void judge_lists_beyond(Judge *j)
{
	const float one[] = {1, 1, 1};
	const int64_t lengths[] = {BEYOND / 4, BEYOND / 2, BEYOND / 4};
	Run *r = judge_run(j, 2);
	run_floats(r, "values", one, 3);
	run_ints(r, "lengths", lengths, 3);
	run_int(r, "gpu", 0);
	run_int(r, "null", 0);
	run_int(r, "beyond", 1);
	run_refuses(r, "more host memory than there is");
	run_int(r, "current", 0);
	run_int(r, "behind", 0);
	run_later(r, "kept left.host");
	run_go(r);
	judge_that_for(j, run_get_int(r, "kept"), "input-changed",
		       "more numbers than host memory has: a list, a length or where a list is was "
		       "changed");
	judge_because(j, run_get_int(r, "sent") == 0 ? "sum-wrapped" : "failure-not-told");
	judge_int(j, "more numbers than host memory has: what is returned", run_get_int(r, "sent"),
		  -1);
	judge_no_error_left_at(j, r, "more numbers than host memory has");
}

/* As where nothing fails. */
typedef struct Listed {
	int gpu, current, least, most; /* so many lists */
	int64_t longest;
} Listed;

/* Lists of which the copy fails, or a call that waits or asks. */
static void judge_failing_lists(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Listed *l = data;
	judge_lists_where(j, l->gpu, l->current, (int)judge_between(j, l->least, l->most),
			  l->longest, kind, which);
}

/* One list alone has any numbers: it needs not be packed. */
static Run *judge_one_list(Judge *j, const char *fails, int64_t which)
{
	return judge_lists_where(j, 1, 0, 3, 1, fails, which);
}

static void judge_failing_list(Judge *j, const char *kind, int64_t which, const void *data)
{
	(void)data;
	judge_one_list(j, kind, which);
}

void judge_3_6(Judge *j)
{
	int gpu = (int)judge_between(j, 0, 1), current = (int)judge_between(j, 0, 1);
	const Listed some = {gpu, current, 20, 60, judge_between(j, 5, 90)};
	const Listed many = {!gpu, !current, MANY_LISTS, 1000, 7};
	Run *good = judge_lists(j, gpu, current, (int)judge_between(j, 20, 60), some.longest, NULL);
	Run *one = judge_one_list(j, NULL, 1);
	/* as few copies would be lists of their own */
	judge_lists(j, far_gpu(j, 1), 1, 2, 90, NULL);
	judge_lists(j, 0, 1, 0, 0, NULL);
	Run *of_many =
		judge_lists(j, many.gpu, many.current, (int)judge_between(j, many.least, many.most),
			    many.longest, NULL);
	judge_lists(j, 1, 1, (int)judge_between(j, 2, 5), 0, NULL);
	/* half of that each, so twice LARGE in all */
	judge_lists(j, 0, 0, 20, LARGE / 5, NULL);
	judge_lists(j, 1, 0, 40, LARGE / 10, to_null);
	judge_lists_beyond(j);
	if (!judge_is_simulated(j))
		return;
	judge_told_like(j, good, judge_failing_lists, "copy", 1, &some);
	judge_told_like(j, of_many, judge_failing_lists, "copy", 1, &many);
	judge_failing_awaits(j, good, judge_failing_lists, &some);
	judge_failing_makers(j, good, judge_failing_lists, &some);
	judge_failing_shape(j, one, judge_failing_list, NULL);
}
