/* sums.c - decides about 10.3 and 10.4: many threads add to one number. */
#include "grader/labs/lab10/judge.h"

#define THREADS_MOST 16384

/* More operations with floats than a number takes that is read: to add it up, and to mind what a sum loses; to square it
 * besides. What is beyond makes no thread's share larger, as it may be for nothing. */
#define FLOPS_OF_NUMBER 4
#define FLOPS_OF_SQUARE 8

/* One thread may store a sum that is whole, without atomicAdd. It is asked of each call: what races, and by what is out of
 * order no other number comes out, is seen by the machine alone, which may be led to miss it. */
static void stores_judge(Judge *j, const RunKernel *k, const char *at, int64_t sums)
{
	judge_that_for(j, k->store_requests <= (double)sums, "read-again",
		       "%s: %.4g requests wrote to global memory; wanted atomicAdd, or %s at most",
		       at, k->store_requests,
		       say_many(j, (double)sums, "store of a sum", "stores of sums"));
}

/* Whether numbers were read in whole sectors and once, and nothing else of global memory. */
static void reads_judge(Judge *j, const RunKernel *k, const Case *c, const char *at,
			int64_t numbers, int64_t sums)
{
	const int room = c->kind != RAGGED ? 0 : sums > 1 ? ROOM_ROWS : ROOM_LIST;
	judge_that_for(j, k->read.all >= (double)numbers, "read-again",
		       "%s: threads loaded %.6g numbers of global memory, wanted all %lld; atomics "
		       "are no loads",
		       at, k->read.all, (long long)numbers);
	sectors_judge(j, k, at, (Moves){(double)numbers, (double)sums, room});
	judge_that_for(j, !is_beyond(k->load_requests, (double)numbers, 32, fmax(room, 10)),
		       "read-again",
		       "%s: warps asked %.4g times for global memory; to read each number once "
		       "takes %.4g",
		       at, k->load_requests, (double)numbers / 32);
	readers_judge(j, k, at);
}

/* Words of others that a thread may get beside which another one of its block gets as many: the sums of a warp, in two words
 * each, and some besides; what it has read itself has more, however few its digits are. One may get those of the whole block. What is worked out in integers is not counted, nor can it be told which
 * operations with floats are for nothing; but whoever adds up what others have read has to get it. */
#define GOT_MOST   (2 * KERNEL_THREADS)
#define GOT_SECOND (2 * 32 + 8)

/* Wants threads to add up their own numbers, and then to hand on sums: of `sums` that a block makes. */
static void own_judge(Judge *j, Run *r, const RunKernel *k, const char *at, double sums)
{
	if (!run_is_handed(r))
		return;
	barriers_judge(j, r, k, at);
	judge_that_for(
		j, k->got.thread_most <= GOT_MOST * sums, "idle-threads",
		"%s: one thread got %.6g numbers of others, by shuffles, votes or shared memory; "
		"wanted the threads of a block to add up what they read, and at most one to "
		"add up what they have",
		at, k->got.thread_most);
	judge_that_for(
		j, k->got.thread_second <= GOT_SECOND * sums, "idle-threads",
		"%s: two threads of a block got %.6g numbers of others or more, each; wanted "
		"each thread to add up its own, before sums are handed on",
		at, k->got.thread_second);
}

#define SECTOR 32 /* bytes */

/* What so many numbers take that lie side by side, in whole sectors. */
static double sectors_of(int64_t numbers)
{
	const int64_t sectors = (4 * numbers + SECTOR - 1) / SECTOR;

	return (double)(sectors * SECTOR);
}

/* Whether no other global memory was used than that of the numbers, and of sums that are read and written. */
static void touched_judge(Judge *j, const RunKernel *k, const char *at, int64_t numbers,
			  int64_t sums)
{
	const double most = sectors_of(numbers) + 2 * sectors_of(sums);

	judge_that_for(j, k->dram_bytes <= most, "read-again",
		       "%s: the kernel used %s of global memory; the numbers and the sum have %s, "
		       "and no other was to be used",
		       at, say_bytes(j, k->dram_bytes), say_bytes(j, most));
}

#define MANY 10000 /* squares */

static void squares_case(Judge *j, Case c)
{
	/* the sum of so many squares has 24 bits at the most; one number alone may have all of its digits */
	const int steps = c.n > MANY ? 8 : 64;
	float *x = case_summands(j, &c, steps), zero = 0, wanted;
	const float power = wide_power(j, &c, WIDE_MOST / 2); /* of which squares are made */
	const char *at = say_summands(j, &c);
	double sum = 0;
	for (int64_t i = 0; i < c.n; i++)
		if (x[i] == 0) /* it would not be missed */
			x[i] = 1 / (float)steps;
	wide_scale(x, c.n, power);
	for (int64_t i = 0; i < c.n; i++)
		sum += (double)x[i] * x[i];
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
	judge_that_for(j, kernel_blocks(k) * KERNEL_THREADS <= THREADS_MOST, "grid-given",
		       "%s: wanted at most %d threads, got %lld", at, THREADS_MOST,
		       (long long)kernel_blocks(k) * KERNEL_THREADS);
	judge_that_for(j, k->global_atomics <= (double)(kernel_blocks(k) * KERNEL_THREADS),
		       "many-atomics",
		       "%s: %lld threads made %.5g atomic additions, wanted at most one each "
		       "in global memory",
		       at, (long long)kernel_blocks(k) * KERNEL_THREADS, k->global_atomics);
	judge_that_for(j, k->written.thread_most <= 1, "many-atomics",
		       "%s: one thread added to the sum %.6g times, wanted once at most", at,
		       k->written.thread_most);
	stores_judge(j, k, at, 1);
	if (!case_is_counted(&c))
		return;
	reads_judge(j, k, &c, at, c.n, 1);
	touched_judge(j, k, at, c.n, 1);
	kept_judge(j, k, at, (double)c.n, "each square added at once");
	sharers_judge(j, k, at, FLOPS_OF_SQUARE * k->read.block_most, 4 * KERNEL_THREADS, 1);
	own_judge(j, r, k, at, 1);
	/* one in shared memory, and one in global memory */
	const double threads = (double)(kernel_blocks(k) * KERNEL_THREADS);
	judge_that_for(
		j, k->atomics <= 2 * threads, "many-atomics",
		"%s: %.6g threads made %.6g atomic additions, wanted at most two each, one of them "
		"in shared memory",
		at, threads, k->atomics);
	judge_lesson(j,
		     "Square and sum in one kernel read each number once: yours read %s for %lld "
		     "numbers, and made "
		     "%.5g atomic additions.",
		     say_bytes(j, 32 * k->load_sectors), (long long)c.n, k->global_atomics);
}

void judge_10_3(Judge *j)
{
	const int64_t n = judge_between(j, 3000, 5000);
	/* more than are looked through elsewhere, and fewer than are counted */
	const int64_t more = judge_between(j, 5001, 50000);
	/* so many of each thread that it gets next to nothing of others; behind so many no process is called twice */
	int64_t ragged = 4096 * judge_between(j, 110, 120);
	ragged += judge_between(j, 1, 31);
	const int gpu = gpu_draw(j);
	const Case cases[] = {{.n = n, .gpu = 0, .kind = LOOKED_THROUGH},
			      {.n = more, .gpu = 1, .kind = ANY_ORDER},
			      {.n = 1, .gpu = 0, .kind = LOOKED_THROUGH},
			      {.n = ragged, .gpu = gpu, .kind = RAGGED}};
	enum { CASES = sizeof cases / sizeof *cases };
	for (int i = 0; i + 1 < CASES; i++)
		squares_case(j, cases[i]);
	squares_case(j, (Case){.n = 0, .gpu = 0, .kind = LOOKED_THROUGH});
	for (int i = 0; i < REFUSED_PAIRS; i++)
		squares_case(j, case_refused(cases[refused_as(j, i, CASES)]));
	squares_case(j, cases[CASES - 1]);
}

static void rows_case(Judge *j, Case c, int64_t columns)
{
	const int64_t rows = c.n;
	/* of a few numbers the sum loses next to nothing: these have all of their digits */
	const bool is_short = c.kind == ANY_ORDER;
	float *x = is_short ? judge_uniform(j, rows * columns, -1, 1)
			    : case_grid(j, rows * columns, 4096);
	/* each row's own: its sum stays exact */
	const float *powers = wide_powers(j, rows, -WIDE_MOST, WIDE_MOST);
	float *zeros = judge_memory(j, (size_t)rows * sizeof *zeros);
	float *wanted = judge_memory(j, (size_t)rows * sizeof *wanted);
	double *room = judge_memory(j, (size_t)rows * sizeof *room);
	const char *at =
		say_case(j, &c, judge_text(j, "(%lld, %lld)", (long long)rows, (long long)columns));
	for (int64_t row = 0; row < rows; row++) {
		double sum = 0, sizes = 0;
		wide_scale(x + row * columns, columns, powers[row]);
		for (int64_t column = 0; column < columns; column++) {
			sum += x[row * columns + column];
			sizes += (double)fabsf(x[row * columns + column]);
		}
		wanted[row] = (float)sum;
		room[row] = 1e-5 * sizes;
	}

	Run *r = case_run(j, &c);
	run_int(r, "rows", rows);
	run_int(r, "columns", columns);
	case_give(r, "x", x, rows * columns);
	case_give(r, "sums", zeros, rows);
	if (case_is_counted(&c))
		run_handed(r, RUN_DYED_ALL, NULL, NULL, 0);
	if (!case_go(j, r, &c, at))
		return;
	if (is_short)
		case_near(j, r, &c, at, "sums", wanted, room, rows);
	else
		case_adds_up(j, r, &c, at, "sums", wanted, rows);
	case_holds(j, r, &c, at, "x", x, rows * columns, 0);
	if (case_is_empty(j, r, rows * columns, at))
		return;
	const RunKernel *k = kernel_one(j, r, at);
	if (!k)
		return;
	stores_judge(j, k, at, rows);
	if (!case_is_counted(&c))
		return;
	reads_judge(j, k, &c, at, rows * columns, rows);
	judge_that_for(j, k->global_atomics <= (double)(rows * KERNEL_THREADS), "many-atomics",
		       "%s: %.5g atomic additions, wanted at most %lld in global "
		       "memory: one of each thread for a row",
		       at, k->global_atomics, (long long)rows * KERNEL_THREADS);
	judge_that_for(j, !run_is_handed(r) || k->rewrites <= 1, "many-atomics",
		       "%s: one thread added to one row's sum %.6g times, wanted once at most", at,
		       k->rewrites);
	/* pieces of rows that one request reads have 16 numbers at least, which lie in two lines where a row begins anywhere */
	const double lines = (c.kind == RAGGED ? 3.4 : 2.2) * (double)(rows * columns) / 32 + 64;
	judge_that_for(j, k->load_lines <= lines, "spread-out",
		       "%s: requests were of %.6g lines of 128 bytes; a warp's 32 neighbouring "
		       "numbers lie "
		       "in one or two, so all of them take %.6g at most",
		       at, k->load_lines, lines);
	/* of each row a thread may add up what all threads of its block have */
	const double each = ceil((double)rows / (double)kernel_blocks(k));
	own_judge(j, r, k, at, each);
	if (c.kind == RAGGED)
		return;
	sharers_judge(j, k, at, FLOPS_OF_NUMBER * k->read.block_most, GOT_MOST * each, each);
	judge_lesson(j,
		     "Who reads side by side reads whole sectors: yours took %.3g a request; a "
		     "thread for each "
		     "row takes 32.",
		     kernel_load_sectors(k));
}

void judge_10_4(Judge *j)
{
	const int64_t rows = judge_between(j, 3, 9);
	/* more rows than blocks that somebody may find enough */
	const int64_t many = judge_between(j, 1100, 1300);
	const int64_t some = 8 * judge_between(j, 5, 7); /* whole blocks of a warp for each row */
	const int gpu = gpu_draw(j);
	const Case cases[] = {{.n = rows, .gpu = 0, .kind = LOOKED_THROUGH},
			      {.n = many, .gpu = 1, .kind = ANY_ORDER},
			      {.n = 8, .gpu = gpu, .kind = COUNTED},
			      {.n = some, .gpu = !gpu, .kind = RAGGED}};
	enum { CASES = sizeof cases / sizeof *cases };
	int64_t columns[CASES];
	columns[0] = columns_draw(j);
	columns[1] = judge_between(j, 3, 9);
	/* rows so long that a thread's share is more than one may add up besides */
	columns[2] = 256 * judge_between(j, 36, 44);
	columns[3] = judge_between(j, 600, 1400); /* more than one thread may get of others */
	for (int i = 0; i < CASES; i++)
		rows_case(j, cases[i], columns[i]);
	rows_case(j, (Case){.n = 0, .gpu = 0, .kind = LOOKED_THROUGH}, 30);
	rows_case(j, (Case){.n = 3, .gpu = 0, .kind = LOOKED_THROUGH}, 0);
	for (int i = 0; i < REFUSED_PAIRS; i++) {
		const int as = refused_as(j, i, CASES);
		rows_case(j, case_refused(cases[as]), columns[as]);
	}
}
