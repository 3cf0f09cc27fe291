/* elements.c - decides about 10.1, 10.2 and 10.5: each number for itself. */
#include <math.h>

#include "grader/labs/lab10/judge.h"

/* What is multiplied by it is below 2^WIDE_BELOW. */
enum { FACTOR_FAR = 20, WIDE_BELOW = WIDE_MOST, WIDE_ABOVE = FACTOR_FAR - WIDE_MOST };

/* Any: who keeps half of its digits, or takes it for a positive one, is seen. */
static float factor_draw(Judge *j)
{
	const float digits = judge_uniform(j, 1, -3, 3)[0];
	return digits * wide_powers(j, 1, -FACTOR_FAR, FACTOR_FAR)[0];
}

/* How far a number may be from what it should be that is made of some of that size; denormal ones have fewer digits. */
static double room_of(double size)
{
	return 1e-6 * fabs(size) + FLT_MIN / (1 << (FLT_MANT_DIG - 2));
}

static void scale_case(Judge *j, Case c)
{
	const float drawn = factor_draw(j), a = c.kind == ANY_ORDER ? 0 : drawn;
	float *x = wide_numbers(j, c.n, WIDE_ABOVE, WIDE_BELOW);
	float *wanted = judge_memory(j, (size_t)(c.n + 1) * sizeof *wanted);
	double *room = judge_memory(j, (size_t)(c.n + 1) * sizeof *room);
	const char *at = say_case(j, &c, judge_text(j, "%lld numbers", (long long)c.n));
	for (int64_t i = 0; i < c.n; i++) {
		wanted[i] = a * x[i];
		room[i] = room_of(wanted[i]);
	}

	Run *r = case_run(j, &c);
	case_give(r, "x", x, c.n);
	run_real(r, "a", a);
	if (!case_go(j, r, &c, at))
		return;
	case_near(j, r, &c, at, "x", wanted, room, c.n);
	if (case_is_empty(j, r, c.n, at))
		return;
	const RunKernel *k = kernel_one(j, r, at);
	int64_t blocks = (c.n + KERNEL_THREADS - 1) / KERNEL_THREADS;
	if (!k)
		return;
	judge_that_for(j, kernel_blocks(k) == blocks, "wrong-grid",
		       "%s: wanted %lld blocks, got %lld", at, (long long)blocks,
		       (long long)kernel_blocks(k));
	if (c.kind == COUNTED)
		moves_judge(j, k, at, (Moves){(double)c.n, (double)c.n, 0});
	judge_that_for(j, k->written.block_most <= KERNEL_THREADS, "wrong-grid",
		       "%s: the %d threads of one block wrote %.6g numbers; wanted a thread for "
		       "each number",
		       at, KERNEL_THREADS, k->written.block_most);
	writers_judge(j, k, at, c.n);
	calculators_judge(j, k, at, c.n, 4);
	movers_judge(j, k, at);
	alone_judge(j, k, at);
	judge_lesson(
		j,
		"A kernel runs once in each thread: yours in %lld blocks of %d threads, of which "
		"%lld had no number.",
		(long long)blocks, KERNEL_THREADS, (long long)(blocks * KERNEL_THREADS - c.n));
}

void judge_10_1(Judge *j)
{
	int64_t some = 256 * judge_between(j, 1, 3);
	some += judge_between(j, 2, 255); /* some in the last block */
	const int64_t whole = 256 * judge_between(j, 200, 300);
	const int64_t n = 256 * judge_between(j, 3, 9) + 1; /* one in the last block */
	const int gpu = gpu_draw(j);
	const Case cases[] = {{.n = n, .gpu = 0, .kind = LOOKED_THROUGH},
			      {.n = some, .gpu = 1, .kind = ANY_ORDER},
			      {.n = whole, .gpu = gpu, .kind = COUNTED}};
	enum { CASES = sizeof cases / sizeof *cases };
	for (int i = CASES - 1; i >= 0; i--)
		scale_case(j, cases[i]);
	scale_case(j, (Case){.n = 0, .gpu = 0, .kind = LOOKED_THROUGH});
	for (int i = 0; i < REFUSED_PAIRS; i++)
		scale_case(j, case_refused(cases[refused_as(j, i, CASES)]));
}

/* Whether all threads have their share. Who takes four numbers at once takes fewer times, so that the last blocks may be
 * without where there are few, and one thread may take those besides that are left over. */
static void shares_judge(Judge *j, const RunKernel *k, const char *at, int64_t n)
{
	const int64_t blocks = kernel_blocks(k), threads = blocks * KERNEL_THREADS;
	const int64_t most = n / threads + 4 + n % 4;

	judge_that_for(j,
		       k->written.thread_most <= (double)most &&
			       (n < 4 * threads || (int64_t)k->written.blocks == blocks),
		       "grid-given",
		       "%s: of %s %.6g wrote numbers, one thread %.6g of them; wanted each block "
		       "to do its part, and at most %lld for a thread",
		       at, say_many(j, (double)blocks, "block", "blocks"), k->written.blocks,
		       k->written.thread_most, (long long)most);
}

/* Where there are several numbers for each thread: whether all take some, and work on them themselves. */
static void several_judge(Judge *j, const RunKernel *k, const char *at, int64_t n)
{
	const int64_t threads = kernel_blocks(k) * KERNEL_THREADS;
	const int64_t most = 2 * (n / threads + 4 + n % 4); /* operations of one thread */

	judge_that_for(j, (int64_t)k->written.threads >= threads, "idle-threads",
		       "%s: of %lld threads %.6g wrote numbers; wanted each to take several", at,
		       (long long)threads, k->written.threads);
	calculators_judge(j, k, at, threads, (double)most);
	readers_judge(j, k, at);
}

static void saxpy_case(Judge *j, Case c, int64_t blocks)
{
	const float a = factor_draw(j);
	float *x = wide_numbers(j, c.n, WIDE_ABOVE, WIDE_BELOW), *y = judge_uniform(j, c.n, -3, 3);
	float *wanted = judge_memory(j, (size_t)c.n * sizeof *wanted);
	double *room = judge_memory(j, (size_t)c.n * sizeof *room);
	const char *at = say_case(j, &c,
				  judge_text(j, "%lld numbers, %s", (long long)c.n,
					     say_many(j, (double)blocks, "block", "blocks")));
	for (int64_t i = 0; i < c.n; i++) {
		y[i] *= x[i] != 0 ? a * x[i] : 1; /* as large, so that both count */
		wanted[i] = y[i] + a * x[i];
		room[i] = room_of(fabs((double)y[i]) + fabs((double)a * x[i]));
	}

	Run *r = case_run(j, &c);
	case_give(r, "x", x, c.n);
	case_give(r, "y", y, c.n);
	run_real(r, "a", a);
	run_int(r, "blocks", blocks);
	if (!case_go(j, r, &c, at))
		return;
	case_near(j, r, &c, at, "y", wanted, room, c.n);
	case_holds(j, r, &c, at, "x", x, c.n, 0);
	if (case_is_empty(j, r, c.n, at))
		return;
	const RunKernel *k = kernel_one(j, r, at);
	if (!k)
		return;
	judge_that_for(j, kernel_blocks(k) == blocks, "grid-given",
		       "%s: wanted %lld blocks, got %lld", at, (long long)blocks,
		       (long long)kernel_blocks(k));
	shares_judge(j, k, at, c.n);
	if (!case_is_counted(&c))
		return;
	moves_judge(j, k, at, (Moves){2 * (double)c.n, (double)c.n, ROOM_LIST});
	several_judge(j, k, at, c.n);
	alone_judge(j, k, at);
	judge_lesson(
		j,
		"A grid of any size does all the work, and neighbours read neighbours: yours "
		"took %.3g sectors a request; one float for each of a warp's 32 threads takes 4.",
		kernel_load_sectors(k));
}

void judge_10_2(Judge *j)
{
	const int64_t n = judge_between(j, 3000, 5000), few = judge_between(j, 20, 200);
	/* more steps of a thread than somebody may write out */
	int64_t many = 32 * judge_between(j, 2000, 3000);
	many += judge_between(j, 1, 31);
	const int gpu = gpu_draw(j);
	const Case cases[] = {{.n = n, .gpu = 0, .kind = LOOKED_THROUGH},
			      {.n = few, .gpu = 1, .kind = ANY_ORDER},
			      {.n = many, .gpu = gpu, .kind = RAGGED}};
	enum { CASES = sizeof cases / sizeof *cases };
	int64_t blocks[CASES] = {1};
	blocks[1] = judge_between(j, 500, 1500); /* far more than there are numbers */
	blocks[2] = judge_between(j, 1, 3);
	for (int i = 0; i < CASES; i++)
		saxpy_case(j, cases[i], blocks[i]);
	saxpy_case(j, (Case){.n = 0, .gpu = 0, .kind = LOOKED_THROUGH}, 2);
	for (int i = 0; i < REFUSED_PAIRS; i++) {
		const int as = refused_as(j, i, CASES);
		saxpy_case(j, case_refused(cases[as]), blocks[as]);
	}
}

#define DAMPED 64 /* times */

/* Whether that is what the steps come to, one after the other, each rounded to a float: of two instructions, of one that
 * multiplies and adds, or with constants that are doubles. What they come to at once is rounded otherwise. */
static bool is_damped(float from, float got)
{
	float plain = from, fused = from, wide = from;
	for (int time = 0; time < DAMPED; time++) {
		plain = 0.99F * plain + 0.01F;
		fused = fmaf(0.99F, fused, 0.01F);
		wide = (float)(0.99 * (double)wide + 0.01);
	}
	return got == plain || got == fused || got == wide;
}

static void judge_damped(Judge *j, Run *r, const Case *c, const char *at, const float *x)
{
	int64_t count;
	const float *got = run_get_floats_given(r, "x", c->gpu, &count);
	judge_complete(j, got && count == c->n);
	for (int64_t i = 0; i < c->n; i += 2)
		judge_that_for(j, is_damped(x[i], got[i]), "too-few-steps",
			       "%s: x: element %lld was rounded otherwise than by %d steps of "
			       "0.99F * number + "
			       "0.01F, one after the other and each in float: got %.9g from %.9g",
			       at, (long long)i, DAMPED, got[i], x[i]);
	for (int64_t i = 1; i < c->n; i += 2)
		judge_that_for(
			j, got[i] == x[i], "wrong-element",
			"%s: x: element %lld, at an odd place, was changed from %.9g to %.9g", at,
			(long long)i, x[i], got[i]);
}

static void damp_case(Judge *j, Case c)
{
	float *x = wide_numbers(j, c.n, -WIDE_MOST, WIDE_MOST);
	float *wanted = judge_memory(j, (size_t)c.n * sizeof *wanted);
	const char *at = say_case(j, &c, judge_text(j, "%lld numbers", (long long)c.n));
	for (int64_t i = 0; i < c.n; i++) {
		wanted[i] = x[i];
		for (int time = 0; i % 2 == 0 && time < DAMPED; time++)
			wanted[i] = 0.99F * wanted[i] + 0.01F;
	}

	Run *r = case_run(j, &c);
	case_give(r, "x", x, c.n);
	if (!case_go(j, r, &c, at))
		return;
	case_holds(j, r, &c, at, "x", wanted, c.n, 1e-4);
	if (case_is_empty(j, r, c.n, at))
		return;
	judge_damped(j, r, &c, at, x);
	const RunKernel *k = kernel_one(j, r, at);
	if (!k || c.kind != COUNTED)
		return;
	judge_that_for(j, k->active >= 28, "warp-parts",
		       "%s: in an instruction of a warp %.3g of its 32 threads had work on "
		       "average, wanted at "
		       "least 28",
		       at, k->active);
	/* to damp once is to multiply and to add; fewer is other work, and more are threads that wait, take part
	 * for nothing or make the average above look better */
	const double wanted_flops = 2.0 * DAMPED * (double)c.n / 2;
	judge_that_for(
		j, k->flops >= 0.9 * wanted_flops, "too-few-steps",
		"%s: the threads made %.6g operations; to damp every second number %d times, a "
		"multiplication and an addition each, takes %.6g",
		at, k->flops, DAMPED, wanted_flops);
	judge_that_for(j, k->flops <= 1.4 * wanted_flops, "warp-parts",
		       "%s: warps had their threads make %.6g operations, those that waited too; "
		       "to damp every "
		       "second number %d times takes %.6g",
		       at, k->flops, DAMPED, wanted_flops);
	/* who has threads go through the numbers that are left as they are can make each step worth two */
	const double together = (double)c.n / 64;
	judge_that_for(j,
		       k->load_requests <= 1.1 * together + 8 &&
			       k->store_requests <= 1.1 * together + 8,
		       "warp-parts",
		       "%s: warps read global memory %.6g times and wrote it %.6g times; 32 "
		       "numbers to be damped at "
		       "a time take %.6g",
		       at, k->load_requests, k->store_requests, together);
	const int64_t even = (c.n + 1) / 2;
	judge_that_for(
		j, k->read.all <= (double)even && k->written.all <= (double)even, "warp-parts",
		"%s: threads read %.6g numbers and wrote %.6g; wanted the %lld at even places, "
		"and the others left alone",
		at, k->read.all, k->written.all, (long long)even);
	movers_judge(j, k, at);
	share_judge(j, at, &k->calculated, "made", "operations");
	alone_judge(j, k, at);
	judge_lesson(j,
		     "A warp goes one way at a time: in yours %.3g of 32 threads had work on "
		     "average; 16 "
		     "where every other one waits.",
		     k->active);
}

void judge_10_5(Judge *j)
{
	const int64_t n = 2 * judge_between(j, 515, 900);
	const int64_t one = 512 * judge_between(j, 2, 3) + 1; /* one in the last block */
	/* more than a grid of 128 blocks does at a time */
	int64_t counted = 1024 * judge_between(j, 80, 90);
	counted += judge_between(j, 1, 300);
	const int gpu = gpu_draw(j);
	const Case cases[] = {{.n = n, .gpu = 0, .kind = LOOKED_THROUGH},
			      {.n = one, .gpu = !gpu, .kind = COUNTED},
			      {.n = counted, .gpu = gpu, .kind = COUNTED}};
	enum { CASES = sizeof cases / sizeof *cases };
	for (int i = 0; i < CASES; i++)
		damp_case(j, cases[i]);
	damp_case(j, (Case){.n = 0, .gpu = 1, .kind = LOOKED_THROUGH});
	for (int i = 0; i < REFUSED_PAIRS; i++)
		damp_case(j, case_refused(cases[refused_as(j, i, CASES)]));
}
