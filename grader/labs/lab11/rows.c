/* rows.c - decides about 11.3 and 11.4: a block has to come to one number. */
#include <math.h>

#include "grader/labs/lab11/dyed.h"

#define BLOCKS_MOST 64
/* Requests of warps, of a block: each puts its sum there; one takes them, or adds them up there one by one. */
#define SHARED_OF_BLOCKS 24

#define VOTES_MOST 12 /* of a warp: bits enough for masks, and too few for a sum */

/* The warp's sum and the block's, where all threads take them, in two words each. */
#define HANDED_WITHIN 4
#define LOADING_LEAST 24 /* threads of a warp, on average */

/* Whether numbers of one warp come together by shuffles alone. The machine counts all that else leads from thread to
 * thread: what they are told about others' bits, and what they hand each other in memory, by themselves or by way of
 * other warps, which may vote about it. Also
 * that all of them have numbers, since the sums of a few could go round by other warps. */
static void within_registers(Judge *j, Run *r, const RunKernel *k, const char *at)
{
	judge_that_for(j, k->load_lanes >= LOADING_LEAST * k->load_requests, "read-again",
		       "%s: %.3g threads of a warp read at a time on average, wanted all 32", at,
		       k->load_lanes / fmax(k->load_requests, 1));
	judge_that_for(j, k->written.block_most <= 3, "by-shared-memory",
		       "%s: one block wrote %.6g numbers to global memory; wanted its sum alone",
		       at, k->written.block_most);
	judge_that_for(j, k->voted.thread_most <= VOTES_MOST, "by-votes",
		       "%s: a warp had %.6g votes or barriers that count (__ballot_sync, "
		       "__syncthreads_count), wanted at most %d: sums go from register to "
		       "register. __reduce_add_sync, a tensor core and the clock count as 32",
		       at, k->voted.thread_most, VOTES_MOST);
	judge_that_for(j, !run_is_handed(r) || k->handed_within <= HANDED_WITHIN,
		       "by-shared-memory",
		       "%s: threads of one warp handed each other %.6g numbers in shared memory; "
		       "within a warp they go from register to register",
		       at, k->handed_within);
	judge_that_for(j, !run_is_handed(r) || k->handed_lanes <= 1, "by-shared-memory",
		       "%s: a thread got numbers of %.6g threads of one warp out of shared memory, "
		       "itself or by way of others; "
		       "within a warp they are added up from register to register",
		       at, k->handed_lanes);
}

static void sum_case(Judge *j, Case c)
{
	float *x = case_summands(j, &c, 4096), zero = 0, wanted;
	const float power = wide_power(j, &c, WIDE_MOST);
	const char *at = say_summands(j, &c);
	double sum = 0;
	wide_scale(x, c.n, power);
	for (int64_t i = 0; i < c.n; i++)
		sum += x[i];
	wanted = (float)sum;

	Run *r = case_run(j, &c);
	case_give(r, "x", x, c.n);
	case_give(r, "sum", &zero, 1);
	if (case_is_counted(&c))
		run_handed(r, RUN_DYED_ALL, NULL, NULL, 0);
	if (!case_go(j, r, &c, at))
		return;
	case_sums_up(j, r, &c, at, "sum", &wanted);
	case_holds(j, r, &c, at, "x", x, c.n, 0);
	if (case_is_empty(j, r, c.n, at))
		return;
	const RunKernel *k = kernel_one(j, r, at);
	if (!k)
		return;
	const double blocks = (double)kernel_blocks(k);
	judge_that_for(j, blocks <= BLOCKS_MOST, "wrong-grid",
		       "%s: wanted at most %d blocks, got %.6g", at, BLOCKS_MOST, blocks);
	judge_that_for(
		j, k->added.block_most <= 1, "many-atomics",
		"%s: %.6g blocks made %.6g atomic additions, one of them %.6g; wanted one each", at,
		blocks, k->global_atomics, k->added.block_most);
	judge_that_for(j, k->store_requests <= (k->written.blocks <= 1), "sum-stored",
		       "%s: %.6g stores besides atomic additions changed the sum; wanted atomicAdd "
		       "where more "
		       "than one thread changes it, as two may do so at once",
		       at, k->store_requests);
	if (!case_is_counted(&c))
		return;
	barriers_judge(j, r, k, at);
	sectors_judge(j, k, at, (Moves){(double)c.n, 1, ROOM_LIST});
	judge_that_for(j,
		       !is_beyond(k->load_requests, (double)c.n, 32, 10) &&
			       !is_beyond(k->load_sectors, (double)c.n, 8, 30),
		       "read-again",
		       "%s: warps read global memory %.6g times, %.6g sectors; each number once "
		       "takes %.6g, and "
		       "%.6g",
		       at, k->load_requests, k->load_sectors, (double)c.n / 32, (double)c.n / 8);
	judge_that_for(j, k->read.all <= 1.1 * (double)c.n + 64, "read-again",
		       "%s: threads read %.6g numbers of global memory; each once takes %lld", at,
		       k->read.all, (long long)c.n);
	judge_that_for(
		j, k->used_shared.block_most <= SHARED_OF_BLOCKS, "by-shared-memory",
		"%s: the warps of one block used shared memory %.6g times, wanted at most %d "
		"times",
		at, k->used_shared.block_most, SHARED_OF_BLOCKS);
	/* a warp's 32 sums become one in 5 steps; one warp of a block at least adds up by them */
	judge_that_for(
		j, k->exchanges >= 5 * blocks, "by-shared-memory",
		"%s: the warps of %.6g blocks made %.6g shuffles; to make one sum of a warp's 32 "
		"takes 5",
		at, blocks, k->exchanges);
	within_registers(j, r, k, at);
	readers_judge(j, k, at);
	judge_lesson(j,
		     "Sums go from register to register: yours used shared memory %.3g times for "
		     "each block.",
		     k->shared_requests / blocks);
}

void judge_11_3(Judge *j)
{
	const int64_t n = judge_between(j, 3000, 5000);
	/* more than are looked through elsewhere, and fewer than are counted */
	const int64_t more = judge_between(j, 5001, 50000);
	/* more than four of each thread */
	int64_t ragged = 1024 * judge_between(j, 65, 70);
	ragged += judge_between(j, 1, 31);
	const int gpu = gpu_draw(j);
	const Case cases[] = {{.n = n, .gpu = 0, .kind = LOOKED_THROUGH},
			      {.n = more, .gpu = 1, .kind = ANY_ORDER},
			      {.n = ragged, .gpu = gpu, .kind = RAGGED},
			      {.n = 1, .gpu = 0, .kind = LOOKED_THROUGH}};
	enum { CASES = sizeof cases / sizeof *cases };
	for (int i = 0; i < CASES; i++)
		sum_case(j, cases[i]);
	sum_case(j, (Case){.n = 0, .gpu = 0, .kind = LOOKED_THROUGH});
	for (int i = 0; i < REFUSED_PAIRS; i++)
		sum_case(j, case_refused(cases[refused_as(j, i, CASES)]));
}

static void softmax_of(const float *x, float *wanted, int64_t columns)
{
	double most = -INFINITY, sum = 0;
	for (int64_t i = 0; i < columns; i++)
		most = fmax(most, x[i]);
	for (int64_t i = 0; i < columns; i++)
		sum += exp(x[i] - most);
	for (int64_t i = 0; i < columns; i++)
		wanted[i] = (float)(exp(x[i] - most) / sum);
}

static bool all_finite(const float *numbers, int64_t count)
{
	for (int64_t i = 0; i < count; i++)
		if (!isfinite(numbers[i]))
			return false;
	return true;
}

/* A softmax of each row. */
static float *rows_softmax(Judge *j, const float *x, int64_t rows, int64_t columns)
{
	float *all = judge_memory(j, (size_t)(rows * columns + 1) * sizeof *all);
	for (int64_t row = 0; row < rows; row++)
		softmax_of(x + row * columns, all + row * columns, columns);
	return all;
}

/* Below it a number of the result may be anything that small. */
#define SHARE_LEAST 1e-30F

/* Most numbers are small: each is right to a thousandth of itself. */
static void shares_hold(Judge *j, const char *at, const float *got, const float *wanted,
			int64_t count)
{
	case_written(j, at, "out", got, count);
	for (int64_t i = 0; i < count; i++)
		judge_that_for(j, fabsf(got[i] - wanted[i]) <= wanted[i] / 1000 + SHARE_LEAST,
			       "wrong-element", "%s: out: element %lld: wanted %.6g, got %.6g", at,
			       (long long)i, wanted[i], got[i]);
}

/* Wants the softmax of what came out of shared memory. */
static const float *dyed_shares(Judge *j, const char *at, const Dyed *d, const float *x,
				const float *plain, const float *got, int64_t rows, int64_t columns)
{
	const float *there = dyed_all(j, d, x, rows * columns);
	const float *wanted = rows_softmax(j, there, rows, columns);
	int64_t all = 0, unchanged = 0;
	for (int64_t i = 0; i < rows * columns; i++) {
		const bool tells = there[i] != x[i] && fmaxf(plain[i], wanted[i]) > SHARE_LEAST;
		all += tells;
		unchanged += tells && fabsf(got[i] - plain[i]) < plain[i] / 100;
	}
	dyed_judge(j, at, "out", ", behind a barrier", unchanged, all);
	return wanted;
}

/* As large as the contract has them, and as far below 0. */
#define FARTHEST 2000

/* One number of a row is to tower above the others. */
static void tower_put(float *row, int64_t columns, int64_t place)
{
	const bool has_room = row[place] + ROWS_TOWER <= FARTHEST;
	for (int64_t i = 0; !has_room && i < columns; i++)
		row[i] -= i == place ? 0 : ROWS_TOWER;
	row[place] += has_room ? ROWS_TOWER : 0;
}

/* In the first two rows it is the last of the row, and one that a thread has early; in the third it is drawn which. */
static void towers_put(Judge *j, float *x, int64_t rows, int64_t columns)
{
	const int64_t drawn = columns > 0 ? judge_between(j, 0, columns - 1) : 0;
	const int64_t place[] = {columns - 1, 1, drawn};
	for (int64_t row = 0; row < 3 && row < rows; row++)
		if (place[row] >= 0 && place[row] < columns)
			tower_put(x + row * columns, columns, place[row]);
}

/* More than the operations with floats that a number of a row takes: exp twice or thrice, and sums. Beside them a thread
 * may add up what the others have. */
#define FLOPS_EACH 100

/* Wants no thread to get more of others than it takes to go through what all threads of a block have, twice, and through
 * its share of the row, if others have put that into shared memory. To compare numbers in integers takes no operations
 * with floats. */
static void got_judge(Judge *j, const Run *r, const RunKernel *k, const char *at, int64_t columns)
{
	const double most =
		2.25 * KERNEL_THREADS + 3 * SHARE_MOST * ceil((double)columns / KERNEL_THREADS);

	judge_that_for(
		j, !run_is_handed(r) || k->got.thread_most <= most, "idle-threads",
		"%s: one thread got %.6g numbers of others, by shuffles, votes or shared memory; "
		"its share of the row, and what all threads of a block have, are %.6g at most",
		at, k->got.thread_most, most);
}

/* Numbers of rows, each around another number, `far` from 0 at most. In every other row they are nearer to each other. */
#define NEAR_SPREAD 6
static float *rows_draw(Judge *j, int64_t rows, int64_t columns, double far)
{
	float *x = judge_uniform(j, rows * columns, -0.5, 0.5);
	float *around = judge_uniform(j, rows, -far, far);
	const float *wide = judge_uniform(j, rows, ROWS_SPREAD / 3.0, ROWS_SPREAD);
	const int64_t first = judge_between(j, 0, 1);
	if (rows > 0) {
		around[0] = (float)far;
		around[rows - 1] = (float)-far;
	}
	for (int64_t i = 0; i < rows * columns; i++) {
		const int64_t row = i / columns;
		x[i] = around[row] + x[i] * (row % 2 == first ? NEAR_SPREAD : wide[row]);
	}
	return x;
}

static void softmax_case(Judge *j, Case c, int64_t columns, double far)
{
	const int64_t rows = c.n, all = rows * columns;
	float *x = rows_draw(j, rows, columns, far);
	const char *at =
		say_case(j, &c, judge_text(j, "(%lld, %lld)", (long long)rows, (long long)columns));
	towers_put(j, x, rows, columns);
	const float *wanted = rows_softmax(j, x, rows, columns);

	Run *r = case_run(j, &c);
	run_int(r, "rows", rows);
	run_int(r, "columns", columns);
	case_give(r, "x", x, all);
	Dyed dyed = {.count = 0};
	if (case_is_counted(&c)) {
		dyed = dyed_pairs(j, x, rows, columns);
		dyed_order(j, r, RUN_DYED_KEPT, &dyed);
	}
	if (!case_go(j, r, &c, at))
		return;
	int64_t there;
	const float *got = run_get_floats_on(r, "out", c.gpu, &there);
	judge_complete(j, all == 0 || (got && there == all));
	judge_that_for(j, all_finite(got, all), "softmax-overflow",
		       "%s: out has a number that is infinite or none; x has numbers near %.4g", at,
		       far);
	if (!run_is_handed(r))
		shares_hold(j, at, got, wanted, all);
	case_holds(j, r, &c, at, "x", x, all, 0);
	if (case_is_empty(j, r, all, at))
		return;
	const RunKernel *k = kernel_one(j, r, at);
	if (!k)
		return;
	judge_that_for(j, kernel_blocks(k) == rows, "wrong-grid",
		       "%s: wanted %lld blocks, got %lld", at, (long long)rows,
		       (long long)kernel_blocks(k));
	if (!case_is_counted(&c))
		return;
	barriers_judge(j, r, k, at);
	moves_judge_for(j, k, at,
			(Moves){(double)all, (double)all, c.kind == RAGGED ? ROOM_ROWS : 0},
			"row-read-again");
	blocks_judge(j, k, at, 1.1 * (double)columns);
	movers_judge(j, k, at);
	kept_judge(j, k, at, (double)all, "the row in shared memory");
	sharers_judge(j, k, at, FLOPS_EACH * (double)columns, 8 * KERNEL_THREADS, 2);
	got_judge(j, r, k, at, columns);
	judge_that_for(j, k->read.all <= 1.1 * (double)all, "row-read-again",
		       "%s: %.6g numbers were read from global memory; each once takes %.6g", at,
		       k->read.all, (double)all);
	/* behind what was counted, as that tells more */
	if (run_is_handed(r))
		shares_hold(j, at, got, dyed_shares(j, at, &dyed, x, wanted, got, rows, columns),
			    all);
	judge_that_for(j, !run_is_handed(r) || k->put_least >= (double)columns, "not-shared",
		       "%s: one block put %.6g numbers into shared memory; wanted all %lld of its "
		       "row there",
		       at, k->put_least, (long long)columns);
	if (c.kind == RAGGED)
		return;
	judge_lesson(j,
		     "The row stays where the block is: yours read %s for rows of %s, and numbers "
		     "near %.4g did no harm.",
		     say_bytes(j, 32 * k->load_sectors), say_bytes(j, 4 * (double)all), far);
}

void judge_11_4(Judge *j)
{
	/* the last row lies far below 0, and has no tower */
	const int64_t rows = judge_between(j, 4, 6), few = judge_between(j, 3, 6);
	const int64_t some = judge_between(j, 10, 20), many = judge_between(j, 60, 90);
	const int gpu = gpu_draw(j);
	const Case cases[] = {{.n = rows, .gpu = 0, .kind = LOOKED_THROUGH},
			      {.n = few, .gpu = 1, .kind = ANY_ORDER},
			      {.n = some, .gpu = gpu, .kind = COUNTED},
			      {.n = many, .gpu = !gpu, .kind = RAGGED},
			      {.n = 2, .gpu = gpu, .kind = COUNTED}};
	enum { CASES = sizeof cases / sizeof *cases };
	static const double far[CASES] = {FARTHEST - ROWS_SPREAD, 800, 600, 600, 600};
	int64_t columns[CASES] = {0, 0, 256, 0, 4096}; /* 4096: the widest that the contract has */
	columns[0] = columns_draw(j);
	columns[1] = judge_between(j, 3, 30);
	columns[2] *= judge_between(j, 3, 5);
	columns[3] = judge_between(j, 400, 1400);
	for (int i = 0; i < CASES; i++)
		softmax_case(j, cases[i], columns[i], far[i]);
	softmax_case(j, (Case){.n = 0, .gpu = 0, .kind = LOOKED_THROUGH}, 3, 1);
	softmax_case(j, (Case){.n = 3, .gpu = 0, .kind = LOOKED_THROUGH}, 0, 1);
	for (int i = 0; i < REFUSED_PAIRS; i++) {
		const int as = refused_as(j, i, CASES);
		softmax_case(j, case_refused(cases[as]), columns[as], far[as]);
	}
}
