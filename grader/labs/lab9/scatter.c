/* scatter.c - decides about 9.2: the rows of a batch, a part for each GPU. */
#include "grader/labs/lab9/judge.h"

/* All parts, each with room for one row more: who makes all of them as long as the longest one is right. */
static double parts_bytes(const Team *team, int64_t n, int64_t width)
{
	return 4.0 * (double)(n + team->count) * (double)width;
}

static Run *run_scatter(Judge *j, const Team *team, const float *x, int64_t n, int64_t width)
{
	Run *r = run_team(j, team);
	run_floats(r, "x", x, n * width);
	run_int(r, "width", width);
	run_int(r, "many", 0);
	run_read_next(r);
	run_returns_gpu(r, parts_bytes(team, n, width));
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

/* What a call has dealt that returns 0. */
static void judge_dealt(Judge *j, Run *r, const Team *team, const float *x, int64_t n,
			int64_t width, const char *at)
{
	int64_t count, rows_count;
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
}

static Run *judge_scatter(Judge *j, const Team *team, int64_t n, int64_t width)
{
	float *x = judge_uniform(j, n * width, -1, 1);
	Run *r = run_scatter(j, team, x, n, width);
	const char *at = judge_text(j, "%lld %s of %lld for %s", (long long)n,
				    n == 1 ? "row" : "rows", (long long)width, say_team(j, team));
	run_watch(r);
	if (team->count == 3)
		run_shown(r);
	run_go(r);
	judge_dealt(j, r, team, x, n, width, at);
	if (team->count == 3) {
		const Traffic went = run_traffic(r);
		int64_t rows_count;
		judge_lesson(
			j,
			"Parts as equal as can be, each sent once: yours dealt %lld rows as %s, "
			"%s in %s, %s. The longest part sets the pace, so %lld rows are the "
			"least.",
			(long long)n,
			say_rows(j, run_get_ints(r, "rows", &rows_count), team->count),
			say_bytes(j, went.h2d.bytes + went.d2d.bytes + went.p2p.bytes),
			say_many(j, went.h2d.copies + went.d2d.copies + went.p2p.copies, "copy",
				 "copies"),
			say_us(j, run_us(r)), (long long)((n + 2) / 3));
	}
	return r;
}

/* Of four GPUs so many get a row more: those may be sent theirs by calls of their own. */
enum { UNEVEN_ROWS = 2 };

static int64_t uneven_draw(Judge *j)
{
	return 4 * judge_between(j, 5, 20) + UNEVEN_ROWS;
}

/* What is dealt: as many numbers whether a call fails or not. */
typedef struct Dealt {
	Team team;
	int64_t n, width;
} Dealt;

static void judge_not_scattered(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Dealt *dealt = data;
	const Team *team = &dealt->team;
	const int64_t n = dealt->n, width = dealt->width;
	int64_t count;
	const float *x = judge_uniform(j, n * width, -1, 1);
	Run *r = run_scatter(j, team, x, n, width);
	const char *why = run_fail_at(j, r, kind, which);
	const char *at = judge_text(j, "%s, %s", say_team(j, team), why);
	run_may_be_done(r, kind);
	run_go(r);
	if (failing_is_done(r, kind, run_get_int(r, "status") == -1)) {
		judge_dealt(j, r, team, x, n, width, at);
		return;
	}
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
	run_returns_gpu(r, parts_bytes(team, n, width));
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

/* Parts of more rows than 32 bits count, and of more numbers, and no GPU has memory for one: who loses some of those bits asks
 * for less, and gets it. Or their rows are as long, and few. */
static void judge_long_parts(Judge *j, const Team *team, bool are_many)
{
	const int64_t much = ((int64_t)1 << 32) + judge_between(j, 1, 1000);
	const int64_t n = are_many ? team->count * much : team->count,
		      width = are_many ? judge_between(j, 1, 3) : much;
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

void judge_9_2(Judge *j)
{
	int odd = (int)judge_between(j, 0, 1);
	Team two = {2, 2, {odd, !odd}, 0}, three = {4, 3, {2, 3 * odd, 1}, 3};
	Team four = {4, 4, {0, 1, 2, 3}, 1}, one = {2, 1, {1}, 0}, middle = {4, 3, {0, 1, 2}, 0};
	int64_t width = judge_between(j, 2, 40);
	const Team pair = {2, 2, {odd, !odd}, 1};
	const int64_t narrow = judge_between(j, 1, 3);
	const Team some = draw_some(j), eight = draw_eight(j);
	const Dealt to_middle = {middle, uneven_draw(j), width};
	const Dealt to_four = {four, uneven_draw(j), width};
	/* one of these shapes has calls that fail, too */
	const int64_t odd_rows = 2 * judge_between(j, 20, 60) + 1;
	const int64_t even = 4 * judge_between(j, 5, 20), rest = 3 * judge_between(j, 20, 60) + 2;
	const int64_t long_list = some.count * judge_between(j, 150, 300) + 1;
	const int64_t too_few = judge_between(j, 2, 3), of_eight = 8 * judge_between(j, 2, 9) + 5;
	const int64_t alone = judge_between(j, 5, 9);
	const Dealt shape[] = {{two, odd_rows, width},   {three, even, width},
			       {three, rest, width + 1}, {some, long_list, 1},
			       {four, too_few, width},   {pair, 1, narrow},
			       {eight, of_eight, width}, {one, alone, width}};
	enum { SHAPES = sizeof shape / sizeof *shape };
	Run *of_shape[SHAPES];
	Run *on_middle = judge_scatter(j, &middle, to_middle.n, width);
	Run *good = judge_scatter(j, &four, to_four.n, width);
	for (int i = 0; i < SHAPES; i++)
		of_shape[i] = judge_scatter(j, &shape[i].team, shape[i].n, shape[i].width);

	if (!judge_is_simulated(j))
		return;
	judge_many_rows(j, &one);
	judge_long_parts(j, &two, true);
	judge_long_parts(j, &two, false);
	judge_failures_of(j, on_middle, "memory", (int64_t)run_counts(on_middle)->allocations,
			  judge_not_scattered, &to_middle);
	judge_failures_of(j, good, "copy", (int64_t)run_traffic(good).all.called,
			  judge_not_scattered, &to_four);
	judge_failing_waits(j, good, judge_not_scattered, &to_four);
	judge_failing_setup(j, good, judge_not_scattered, &to_four);
	judge_failing_kinds(j, good, "launch fill", judge_not_scattered, &to_four);
	const int64_t drawn = judge_between(j, 0, SHAPES - 1);
	judge_failing_once(j, of_shape[drawn], judge_not_scattered, &shape[drawn]);
}
