/* order.c - decides about 11.1 and 11.2: numbers come into another order. */
#include "grader/labs/lab11/dyed.h"

#define PIECE 256
#define WARP  32

/* Before numbers are looked at: an array without __shared__ is each thread's own, and holds what it may. */
static void shared_used(Judge *j, Run *r, const char *at)
{
	int count;
	const RunKernel *k = run_kernels(r, &count);

	judge_that_for(
		j, !k || count != 1 || k->shared_requests > 0, "not-shared",
		"%s: the kernel used no shared memory; wanted numbers handed over in an array with "
		"__shared__ in front of it",
		at);
}

/* Whether a thread may hand that number to itself: one in the middle of a piece that is not whole, where a thread has both
 * ends. In a whole one threads side by side, or in strides, have never both. */
static bool may_be_own(int64_t at, int64_t count)
{
	return at / PIECE == count / PIECE;
}

/* Where threads read two or four numbers at once and write one, or the other way round, one warp of a block gets numbers
 * of its own: those that come to one of these places of each whole piece, and the others behind it. */
static const int own_places[] = {32, 64, 160, 192};

static bool is_own_place(int64_t at, int first)
{
	return at % PIECE >= first && at % PIECE < first + WARP;
}

/* The places where all of what came there unchanged is; -1: there are none. */
static int own_place(const Dyed *d, const float *plain, const float *got, int64_t count)
{
	for (size_t k = 0; k < sizeof own_places / sizeof *own_places; k++) {
		bool here = true;
		for (int64_t i = 0; i < count && here; i++)
			here = got[i] != plain[i] || dyed_of(d, plain[i]) == plain[i] ||
			       may_be_own(i, count) || is_own_place(i, own_places[k]);
		if (here)
			return own_places[k];
	}
	return -1;
}

/* Wants what came out of shared memory in the results. */
static void dyed_holds(Judge *j, Run *r, const Case *c, const char *at, const Dyed *d,
		       const float *plain)
{
	int64_t there, unchanged = 0, all = 0;
	float *wanted = dyed_all(j, d, plain, c->n);
	const float *got = run_get_floats_given(r, "x", c->gpu, &there);
	judge_complete(j, got && there == c->n);
	const int own = got ? own_place(d, plain, got, c->n) : -1;
	for (int64_t i = 0; got && i < c->n; i++) {
		if ((may_be_own(i, c->n) || (own >= 0 && is_own_place(i, own))) &&
		    got[i] == plain[i])
			wanted[i] = plain[i];
		all += wanted[i] != plain[i];
		unchanged += wanted[i] != plain[i] && got[i] == plain[i];
	}
	dyed_judge(j, at, "x", ", put there by another warp", unchanged, all);
	case_moved(j, r, c, at, "x", wanted, c->n);
}

static void reverse_case(Judge *j, Case c, bool is_dyed)
{
	float *x = wide_any(j, c.n);
	float *wanted = judge_memory(j, (size_t)c.n * sizeof *wanted);
	const int64_t blocks = (c.n + PIECE - 1) / PIECE;
	const char *at = say_case(j, &c, judge_text(j, "%lld numbers", (long long)c.n));
	Dyed dyed = {.count = 0};
	for (int64_t i = 0; i < c.n; i++) {
		int64_t first = i - i % PIECE, end = first + PIECE < c.n ? first + PIECE : c.n;
		wanted[i] = x[first + end - 1 - i];
	}

	Run *r = case_run(j, &c);
	case_give(r, "x", x, c.n);
	if (is_dyed) {
		dyed = dyed_any(j, x, c.n);
		dyed_order(j, r, RUN_DYED_ACROSS, &dyed);
	}
	if (!case_go(j, r, &c, at))
		return;
	shared_used(j, r, at);
	if (run_is_handed(r))
		dyed_holds(j, r, &c, at, &dyed, wanted);
	else
		case_moved(j, r, &c, at, "x", wanted, c.n);
	if (case_is_empty(j, r, c.n, at))
		return;
	const RunKernel *k = kernel_one(j, r, at);
	if (!k)
		return;
	barriers_judge(j, r, k, at);
	judge_that_for(j, kernel_blocks(k) == blocks, "wrong-grid",
		       "%s: wanted %lld blocks, got %lld", at, (long long)blocks,
		       (long long)kernel_blocks(k));
	if (c.kind != COUNTED)
		return;
	moves_judge(j, k, at, (Moves){(double)c.n, (double)c.n, 0});
	/* each number is put in and taken out; a request has 4 numbers of each thread at the most */
	judge_that_for(
		j, k->shared_requests >= (double)c.n / 64, "not-shared",
		"%s: warps used shared memory %.6g times; numbers are to be handed over in shared "
		"memory, which takes %.6g, or a quarter where a thread moves four at once",
		at, k->shared_requests, (double)c.n / 16);
	blocks_judge(j, k, at, PIECE);
	movers_judge(j, k, at);
	atomics_judge(j, k, at);
	/* in a whole piece at most one warp has numbers that change places */
	const int64_t across = (c.n - c.n % PIECE) / PIECE * (PIECE - WARP);
	judge_that_for(j, !run_is_handed(r) || k->handed_across >= (double)across, "not-shared",
		       "%s: threads got %.6g numbers out of shared memory that threads of another "
		       "warp had put there; to turn whole pieces round takes %lld and more",
		       at, k->handed_across, (long long)across);
	if (is_dyed)
		return;
	judge_lesson(j,
		     "Shared memory turns the order round, and global memory is used in whole "
		     "sectors: yours took "
		     "%.3g of them a request to read, %.3g to write.",
		     kernel_load_sectors(k), kernel_store_sectors(k));
}

void judge_11_1(Judge *j)
{
	int64_t n = PIECE * judge_between(j, 2, 5);
	n += judge_between(j, 1, 255);
	reverse_case(j, (Case){.n = n, .gpu = 0, .kind = LOOKED_THROUGH}, false);
	const bool whole = judge_between(j, 0, 1);
	const int64_t few = whole ? PIECE : judge_between(j, 20, 255);
	reverse_case(j, (Case){.n = few, .gpu = 1, .kind = ANY_ORDER}, true);
	/* of two calls that look alike, one: in which of them, nobody knows who is called */
	int64_t numbers = PIECE * judge_between(j, 100, 140);
	numbers += judge_between(j, 1, 255);
	const Case counted = {.n = numbers, .gpu = gpu_draw(j), .kind = COUNTED};
	const bool first = judge_between(j, 0, 1);
	reverse_case(j, counted, first);
	reverse_case(j, counted, !first);
	reverse_case(j, (Case){.n = PIECE + 1, .gpu = 1, .kind = ANY_ORDER}, true);
	reverse_case(j, (Case){.n = 0, .gpu = 0, .kind = LOOKED_THROUGH}, false);
	const Case cases[] = {{.n = n, .gpu = 0, .kind = LOOKED_THROUGH},
			      {.n = few, .gpu = 1, .kind = ANY_ORDER},
			      {.n = PIECE + 1, .gpu = 1, .kind = ANY_ORDER},
			      counted};
	enum { CASES = sizeof cases / sizeof *cases };
	for (int i = 0; i < REFUSED_PAIRS; i++)
		reverse_case(j, case_refused(cases[refused_as(j, i, CASES)]), false);
}

static void transpose_case(Judge *j, Case c, int64_t columns)
{
	const int64_t rows = c.n, all = rows * columns;
	float *x = wide_any(j, all);
	float *wanted = judge_memory(j, (size_t)all * sizeof *wanted);
	const char *at =
		say_case(j, &c, judge_text(j, "(%lld, %lld)", (long long)rows, (long long)columns));
	for (int64_t row = 0; row < rows; row++)
		for (int64_t column = 0; column < columns; column++)
			wanted[column * rows + row] = x[row * columns + column];

	Run *r = case_run(j, &c);
	run_int(r, "rows", rows);
	run_int(r, "columns", columns);
	case_give(r, "x", x, all);
	if (case_is_counted(&c))
		run_handed(r, RUN_DYED_ALL, NULL, NULL, 0);
	if (!case_go(j, r, &c, at))
		return;
	case_moved(j, r, &c, at, "out", wanted, all);
	case_holds(j, r, &c, at, "x", x, all, 0);
	if (case_is_empty(j, r, all, at))
		return;
	const RunKernel *k = kernel_one(j, r, at);
	if (!k || !case_is_counted(&c))
		return;
	barriers_judge(j, r, k, at);
	moves_judge(j, k, at, (Moves){(double)all, (double)all, c.kind == RAGGED ? ROOM_ROWS : 0});
	movers_judge(j, k, at);
	atomics_judge(j, k, at);
	/* a tile is written and read once; requests beyond that allow no more conflicts */
	judge_that_for(j, k->shared_conflicts <= 0.05 * fmin(k->shared_requests, (double)all / 16),
		       "bank-conflicts",
		       "%s: %.5g requests of shared memory took %.5g rounds more, because threads "
		       "of a warp used "
		       "different words of one bank",
		       at, k->shared_requests, k->shared_conflicts);
	/* lanes that take turns are as slow; tiles that are not full take requests of few lanes */
	const double turns = k->shared_requests + k->shared_conflicts;
	const double most = (c.kind == RAGGED ? 3.2 : 2) * (double)all / 16 + 64;
	judge_that_for(j, turns <= most, "bank-conflicts",
		       "%s: warps took %.5g rounds in shared memory; a tile is written there and "
		       "read once, 32 numbers at a time, which takes %.5g",
		       at, turns, (double)all / 16);
	if (c.kind == RAGGED)
		return;
	judge_lesson(j,
		     "A tile in shared memory turns the matrix: yours took %.3g sectors a request "
		     "to read and %.3g to "
		     "write, and %.3g bank conflicts.",
		     kernel_load_sectors(k), kernel_store_sectors(k), k->shared_conflicts);
}

void judge_11_2(Judge *j)
{
	const int64_t rows = judge_between(j, 33, 70), few = judge_between(j, 3, 9);
	const int64_t whole = 32 * judge_between(j, 4, 6);
	/* more tiles than 128 blocks do at a time, of which the last is more than half full; eight in a row of blocks, so
	 * that a block whose warps have a tile each is never all but idle */
	int64_t ragged = 32 * judge_between(j, 8, 9);
	ragged += judge_between(j, 17, 31);
	const int gpu = gpu_draw(j);
	const Case cases[] = {{.n = rows, .gpu = 0, .kind = LOOKED_THROUGH},
			      {.n = few, .gpu = 1, .kind = ANY_ORDER},
			      {.n = whole, .gpu = gpu, .kind = COUNTED},
			      {.n = ragged, .gpu = !gpu, .kind = RAGGED},
			      {.n = 33, .gpu = 0, .kind = LOOKED_THROUGH}};
	enum { CASES = sizeof cases / sizeof *cases };
	int64_t columns[CASES] = {0, 0, 0, 32 * 15, 65};
	columns[0] = judge_between(j, 71, 100);
	columns[1] = judge_between(j, 33, 70);
	columns[2] = 32 * judge_between(j, 2, 3);
	columns[3] += judge_between(j, 17, 31);
	for (int i = 0; i < CASES; i++)
		transpose_case(j, cases[i], columns[i]);
	transpose_case(j, (Case){.n = 0, .gpu = 0, .kind = LOOKED_THROUGH}, 3);
	transpose_case(j, (Case){.n = 3, .gpu = 0, .kind = LOOKED_THROUGH}, 0);
	for (int i = 0; i < REFUSED_PAIRS; i++) {
		const int as = refused_as(j, i, CASES);
		transpose_case(j, case_refused(cases[as]), columns[as]);
	}
}
