/* product.c - decides about 11.5. */
#include <stdlib.h>

#include "grader/labs/lab11/dyed.h"

#define TILE  16
#define STEPS 256 /* to 1: of such numbers no sum of products is rounded */

static int64_t tiles(int64_t numbers)
{
	return (numbers + TILE - 1) / TILE;
}

/* Wants each thread to calculate its number of c: n times m of them, of k products and sums each. Who minds what a sum
 * loses needs some more operations, but no thread those of another one; threads without a number may calculate for
 * nothing. */
static void calculated_judge(Judge *j, const RunKernel *kernel, const char *at, double numbers,
			     double k)
{
	const double threads = (double)(kernel_blocks(kernel) * KERNEL_THREADS);
	const RunShare *s = &kernel->calculated;

	judge_that_for(j,
		       s->all >= 1.8 * k * numbers && s->all <= 6 * k * threads &&
			       s->thread_most * numbers <= 1.5 * s->all,
		       "idle-threads",
		       "%s: threads made %.6g operations with floats, one of them %.6g; wanted "
		       "each thread to work out its number of c, which takes %.6g",
		       at, s->all, s->thread_most, 2 * k);
}

/* (n, k) times (k, m). */
typedef struct Sizes {
	int64_t n, m, k;
} Sizes;

static float *product_of(Judge *j, const float *a, const float *b, Sizes s)
{
	float *c = judge_memory(j, (size_t)(s.n * s.m + 1) * sizeof *c);
	for (int64_t row = 0; row < s.n; row++)
		for (int64_t column = 0; column < s.m; column++) {
			double sum = 0;
			for (int64_t i = 0; i < s.k; i++)
				sum += (double)a[row * s.k + i] * b[i * s.m + column];
			c[row * s.m + column] = (float)sum;
		}
	return c;
}

/* How far each number of c may be from what it should be: so much of what is added up. */
static double *room_of(Judge *j, const float *a, const float *b, Sizes s)
{
	double *room = judge_memory(j, (size_t)(s.n * s.m + 1) * sizeof *room);
	for (int64_t row = 0; row < s.n; row++)
		for (int64_t column = 0; column < s.m; column++)
			for (int64_t i = 0; i < s.k; i++)
				room[row * s.m + column] +=
					1e-5 * fabs((double)a[row * s.k + i] * b[i * s.m + column]);
	return room;
}

/* Wants c of what came out of shared memory. */
static void dyed_holds(Judge *j, Run *r, const Case *c, const char *at, const Dyed *d,
		       const float *a, const float *b, Sizes s)
{
	const int64_t all = s.n * s.m;
	const float *a_there = dyed_all(j, d, a, s.n * s.k),
		    *b_there = dyed_all(j, d, b, s.k * s.m);
	const float *wanted = product_of(j, a_there, b_there, s);
	const float *others[] = {product_of(j, a, b, s), product_of(j, a_there, b, s),
				 product_of(j, a, b_there, s)};
	int64_t there, unchanged = 0;
	const float *got = run_get_floats_given(r, "c", c->gpu, &there);
	judge_complete(j, got && there == all);
	for (int64_t i = 0; got && i < all; i++)
		unchanged +=
			got[i] != wanted[i] && (got[i] == others[0][i] || got[i] == others[1][i] ||
						got[i] == others[2][i]);
	dyed_judge(j, at, "c", "", unchanged, all);
	case_adds_up(j, r, c, at, "c", wanted, all);
}

/* The same, or so far from it that no number of one grid is one of the other: else what comes out of shared memory in its
 * place has parts of a step, and sums of these are rounded. */
static float power_beside(float other, float power)
{
	return abs(ilogbf(power) - ilogbf(other)) <= ilogbf(STEPS) ? other : power;
}

static void product_case(Judge *j, Case c, int64_t m, int64_t k)
{
	const int64_t n = c.n;
	const Sizes sizes = {n, m, k};
	const bool counted = case_is_counted(&c);
	float *a = counted ? case_grid(j, n * k, STEPS) : judge_uniform(j, n * k, -1, 1);
	float *b = counted ? case_grid(j, k * m, STEPS) : judge_uniform(j, k * m, -1, 1);
	const float a_power = wide_power(j, &c, WIDE_MOST / 2);
	const float b_power = power_beside(a_power, wide_power(j, &c, WIDE_MOST / 2));
	const char *at = say_case(j, &c,
				  judge_text(j, "(%lld, %lld) times (%lld, %lld)", (long long)n,
					     (long long)k, (long long)k, (long long)m));

	wide_scale(a, n * k, a_power);
	wide_scale(b, k * m, b_power);

	Run *r = case_run(j, &c);
	run_int(r, "n", n);
	run_int(r, "m", m);
	run_int(r, "k", k);
	case_give(r, "a", a, n * k);
	case_give(r, "b", b, k * m);
	Dyed dyed = {.count = 0};
	if (counted) {
		dyed = dyed_grid(j, STEPS, a_power, b_power);
		dyed_order(j, r, RUN_DYED_ALL, &dyed);
	}
	if (!case_go(j, r, &c, at))
		return;
	if (!run_is_handed(r))
		case_near(j, r, &c, at, "c", product_of(j, a, b, sizes), room_of(j, a, b, sizes),
			  n * m);
	case_holds(j, r, &c, at, "a", a, n * k, 0);
	case_holds(j, r, &c, at, "b", b, k * m, 0);
	if (case_is_empty(j, r, n * m, at))
		return;
	const RunKernel *kernel = kernel_one(j, r, at);
	if (!kernel)
		return;
	judge_that_for(j, kernel_blocks(kernel) == tiles(n) * tiles(m), "wrong-grid",
		       "%s: wanted %lld blocks, one for each tile of c, got %lld", at,
		       (long long)(tiles(n) * tiles(m)), (long long)kernel_blocks(kernel));
	if (!case_is_counted(&c))
		return;
	barriers_judge(j, r, kernel, at);
	/* each tile of c reads its row and its column of tiles */
	const double once = (double)(tiles(n) * tiles(m) * tiles(k) * 2 * TILE * TILE);
	judge_that_for(j, kernel->read.all <= 1.1 * once, "not-by-tiles",
		       "%s: %.6g numbers were read from global memory; with tiles of 16 x 16 it "
		       "takes %.6g",
		       at, kernel->read.all, once);
	judge_that_for(
		j, kernel->atomic_sectors <= 0, "atomics-needless",
		"%s: atomic operations used %.6g sectors of global memory; wanted loads and stores",
		at, kernel->atomic_sectors);
	atomics_judge(j, kernel, at);
	judge_that_for(j, !is_beyond(kernel->store_requests, (double)(n * m), TILE, 10),
		       "read-again",
		       "%s: warps wrote global memory %.6g times; each number of c once takes %.6g",
		       at, kernel->store_requests, (double)(n * m) / TILE);
	blocks_judge(j, kernel, at, 2 * TILE * TILE);
	writers_judge(j, kernel, at, n * m);
	/* behind what was counted, as that tells more */
	if (run_is_handed(r)) {
		/* of 16 numbers in a row of a tile, 15 are other threads' */
		const double others = 2 * (double)(n * m * k) * (TILE - 1) / TILE;
		dyed_holds(j, r, &c, at, &dyed, a, b, sizes);
		judge_that_for(j, kernel->handed_words >= 0.9 * others, "not-shared",
			       "%s: threads got %.6g numbers out of shared memory that other "
			       "threads had put there; with tiles it takes %.6g",
			       at, kernel->handed_words, others);
	}
	/* who works out numbers of others, be it in integers, needs more of the tiles; a double is two words */
	const double most = 2.25 * (double)(2 * TILE * tiles(k));
	judge_that_for(j, !run_is_handed(r) || kernel->handed_most <= most, "idle-threads",
		       "%s: threads got up to %.6g numbers of others out of shared memory; to work "
		       "out one "
		       "number of c takes %.6g",
		       at, kernel->handed_most, (double)(2 * TILE * tiles(k)));
	registers_judge(j, kernel, at, "not-shared",
			"tiles handed on in shared memory, and each thread to work out its number "
			"of c");
	calculated_judge(j, kernel, at, (double)(n * m), (double)k);
	if (c.kind == RAGGED)
		return;
	judge_lesson(j,
		     "A tile is read once and used by 16 threads: yours read %s; without tiles "
		     "each of the %lld threads "
		     "reads a row and a column, %s in all.",
		     say_bytes(j, 32 * kernel->load_sectors), (long long)n * (long long)m,
		     say_bytes(j, 8 * (double)(n * m * k)));
}

void judge_11_5(Judge *j)
{
	const int gpu = gpu_draw(j);
	const Case kinds[] = {{.gpu = 0, .kind = LOOKED_THROUGH},
			      {.gpu = 1, .kind = ANY_ORDER},
			      {.gpu = gpu, .kind = COUNTED},
			      {.gpu = !gpu, .kind = RAGGED},
			      {.gpu = 0, .kind = LOOKED_THROUGH}};
	enum { CASES = sizeof kinds / sizeof *kinds };
	Case cases[CASES];
	int64_t size[CASES][3] = {{0}, {0}, {0}, {TILE, TILE, TILE}, {17, 33, 1}}; /* n, m, k */
	memcpy(cases, kinds, sizeof cases);
	for (int s = 0; s < 3; s++) {
		size[0][s] = judge_between(j, 17, 40);
		size[1][s] = judge_between(j, 3, 9);
		size[2][s] = 16 * judge_between(j, 2, 5);
	}
	/* so long that no block has room for all of a row's tiles at a time */
	size[3][2] *= judge_between(j, 120, 125);
	for (int s = 0; s < 3; s++)
		size[3][s] += judge_between(j, 1, 15);
	/* far more tiles one below the other, or side by side */
	const int64_t side = judge_between(j, 0, 1);
	size[4][side] = judge_between(j, 300, 500);
	for (int i = 0; i < CASES; i++) {
		cases[i].n = size[i][0];
		product_case(j, cases[i], size[i][1], size[i][2]);
	}
	product_case(j, (Case){.n = 17, .gpu = 0, .kind = LOOKED_THROUGH}, 3, 0);
	product_case(j, (Case){.n = 0, .gpu = 0, .kind = LOOKED_THROUGH}, 3, 3);
	product_case(j, (Case){.n = 3, .gpu = 0, .kind = LOOKED_THROUGH}, 0, 3);
	for (int i = 0; i < REFUSED_PAIRS; i++) {
		const int as = refused_as(j, i, CASES);
		product_case(j, case_refused(cases[as]), size[as][1], size[as][2]);
	}
}
