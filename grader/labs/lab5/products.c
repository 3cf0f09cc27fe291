/* products.c - decides about the exercises of lab 5 that multiply by cuBLAS: 5.1 and 5.6. */
#include <stdbool.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab5/products.h"

/* --- 5.1 and 5.6: products -------------------------------------------------------------------- */

/* A number of the products in double precision, and what its terms are together without signs. */
typedef struct Sum {
	double value, terms;
} Sum;

/* Of number i, row by row and one product behind the other. */
static Sum sum_of(const Products *p, const float *a, const float *b, int64_t i)
{
	const int64_t m = p->m, k = p->k, n = p->n;
	const float *row = a + i / n * k, *column = b + i / (m * n) * (k * n) + i % n;
	Sum sum = {0, 0};
	for (int64_t s = 0; s < k; s++) {
		const double term = (double)row[s] * (double)column[s * n];
		sum.value += term;
		sum.terms += fabs(term);
	}
	return sum;
}

static int64_t numbers_of(const Products *p)
{
	return (p->count ? p->count : 1) * p->m * p->n;
}

static float *multiply_here(Judge *j, const Products *p, const float *a, const float *b)
{
	const int64_t count = numbers_of(p);
	float *c = judge_memory(j, (size_t)count * sizeof *c);
	for (int64_t i = 0; i < count; i++)
		c[i] = (float)sum_of(p, a, b, i).value;
	return c;
}

/* Two small matrices, such as (1, 2) times (2, 2), give nearly the same read by rows and by columns
 * where the drawn numbers are alike: what is right is told by this, before mistakes are named. */
static bool is_right(const float *wanted, const float *got, int64_t count)
{
	for (int64_t i = 0; i < count; i++)
		if (!(fabsf(got[i] - wanted[i]) <= 1e-3F))
			return false;
	return true;
}

/* Whether c is what cuBLAS makes of the same numbers when nobody thinks of the order: read column
 * by column, a (m, k) times b (k, n) is written column by column. Of several the first counts. */
static bool is_by_columns(const Products *p, const float *a, const float *b, const float *got)
{
	int64_t m = p->m, k = p->k, n = p->n;
	for (int64_t row = 0; row < m; row++)
		for (int64_t column = 0; column < n; column++) {
			double sum = 0;
			for (int64_t s = 0; s < k; s++)
				sum += (double)a[s * m + row] * (double)b[column * k + s];
			if (!(fabs(got[column * m + row] - sum) <= 1e-3))
				return false;
		}
	return true;
}

/* Whether c is right, but lies column by column; one matrix. */
static bool is_turned(const Products *p, const float *wanted, const float *got)
{
	for (int64_t row = 0; row < p->m; row++)
		for (int64_t column = 0; column < p->n; column++)
			if (!(fabsf(got[column * p->m + row] - wanted[row * p->n + column]) <=
			      1e-3F))
				return false;
	return true;
}

/* Whether c is right, but with what it held before added to it. */
static bool is_added(const float *wanted, const float *before, const float *got, int64_t count)
{
	for (int64_t i = 0; i < count; i++)
		if (isfinite(before[i]) && !(fabsf(got[i] - wanted[i] - before[i]) <= 1e-3F))
			return false;
	return true;
}

const char *say_products(Judge *j, const Products *p)
{
	const char *one = judge_text(j, "(%lld, %lld) times (%lld, %lld)", (long long)p->m,
				     (long long)p->k, (long long)p->k, (long long)p->n);
	return p->count ? judge_text(j, "%lld %s %s", (long long)p->count,
				     p->count == 1 ? "product" : "products", one)
			: one;
}

/* Whether the lesson is about these: many products, or one of matrices that are not square. */
static bool is_told(const Products *p)
{
	return !p->null && (p->count > 100 || (p->count == 0 && p->k > 60));
}

static void products_lesson(Judge *j, Run *r, const Products *p)
{
	double launch = run_figure(r, "launch_time") / 1e3;
	double calls = (double)run_counts(r)->launches;
	if (p->count == 0)
		judge_lesson(
			j,
			"cuBLAS reads what we call rows as columns, so b times a makes c row by "
			"row, with no copy turned round: yours queued it with %s in %s; the GPU "
			"computes it in %s.",
			say_many(j, calls, "call", "calls"), say_us(j, run_us(r)),
			say_us(j, run_product_us(r, p->m, p->n, p->k)));
	else
		judge_lesson(
			j,
			"Queueing costs as much for a small product as for a large one: yours "
			"queued %lld with %s, %s of the host's time; one call for each would be "
			"%s.",
			(long long)p->count, say_many(j, calls, "call", "calls"),
			say_us(j, run_us(r)), say_us(j, launch * (double)p->count));
}

void products_run(Run *r, const Products *p)
{
	run_may_time_queueing(r);
	run_int(r, "count", p->count);
	run_int(r, "m", p->m);
	run_int(r, "k", p->k);
	run_int(r, "n", p->n);
	run_int(r, "current", p->current);
	run_int(r, "null", p->null);
	run_int(r, "stream", p->stream);
	run_int(r, "large", p->large);
}

/* To go. */
static Run *make_products(Judge *j, const Products *p, const float *a, const float *b,
			  const float *before)
{
	int64_t many = p->count ? p->count : 1;
	Run *r = judge_run(j, 2);
	run_floats(r, "a", a, many * p->m * p->k);
	run_floats(r, "b", b, many * p->k * p->n);
	run_floats(r, "c", before, many * p->m * p->n);
	run_give(r, "a", 1);
	run_give(r, "b", 1);
	run_give(r, "c", 1);
	products_run(r, p);
	/* the handle's stream may be one that waits for no other, and no other for it */
	run_given_before(r, "cudaMemcpyAsync",
			 ": it is the caller's, in the handle's stream, and may still be under way "
			 "when your function is called",
			 "earlier-work");
	run_given_called(r, "cudaMemcpyAsync reads memory",
			 ": it is the caller's, in the handle's stream; what it reads has to be "
			 "there by then",
			 "later-use");
	if (is_told(p))
		run_shown(r);
	return r;
}

void judge_only_queued(Judge *j, Run *r, const char *at)
{
	judge_that_for(j, run_counts(r)->synchronizes == 0, "waited-for-product",
		       "%s: the host waited for the GPU; the rule says not to", at);
	judge_handles_kept(j, r, at);
	judge_that_for(j, run_get_int(r, "mode") == 0, "mode-not-put-back",
		       "%s: the handle is in another pointer mode afterwards; wanted the one in "
		       "which it was before",
		       at);
	judge_that_for(j, run_get_int(r, "math") == 0, "mode-not-put-back",
		       "%s: the handle is in another math mode afterwards, in which it rounds its "
		       "caller's products; wanted the one in which it was before",
		       at);
	judge_that_for(j, run_get_int(r, "atomics") == 0, "mode-not-put-back",
		       "%s: the handle is in another atomics mode afterwards; wanted the one in "
		       "which it was before",
		       at);
}

void judge_calls(Judge *j, Run *r, const Products *p, const char *at)
{
	const SimcudaCounters *c = run_counts(r);
	Traffic went = run_traffic(r);
	judge_that_for(
		j, c->launches <= 1 || p->count == 0, "call-for-each",
		"%s: %llu calls of cuBLAS, wanted one for all of them: queueing them took %.4g us "
		"of the host's time",
		at, (unsigned long long)c->launches, (double)c->host_ns / 1e3);
	judge_because(j, "more-than-a-product");
	judge_at_most(j, judge_text(j, "%s: calls of cuBLAS and kernels", at), (double)c->launches,
		      1);
	judge_at_most(j, judge_text(j, "%s: copies", at), went.all.copies, 0);
	judge_at_most(j, judge_text(j, "%s: new memory on the GPU", at), (double)c->allocations, 0);
	judge_at_most(j, judge_text(j, "%s: fills", at), (double)c->memsets,
		      1); /* byte by byte they write anything */
	judge_only_queued(j, r, at);
}

void judge_exact(Judge *j, Factor *factor, const char *what, double got, double wanted,
		 double terms, int64_t k)
{
	const double rounds = (double)(k + 2) * terms / (1 << 24);
	judge_that_for(j, fabs(got - wanted) <= rounds, "product-inexact",
		       "%s: wanted %.9g, got %.9g; float32 is more exact than that", what, wanted,
		       got);
	factor->both += got * wanted;
	factor->wanted += wanted * wanted;
	factor->count++;
}

void judge_factor(Judge *j, const Factor *factor, const char *at)
{
	enum { ENOUGH = 40 };
	const double times = factor->wanted > 0 ? factor->both / factor->wanted : 1;
	judge_that_for(j, factor->count < ENOUGH || fabs(times - 1) <= 4e-6, "product-inexact",
		       "%s: c is %.7f times the product: float32 is more exact than that", at,
		       times);
}

/* Each number of c. */
static void judge_all_exact(Judge *j, const Products *p, const float *a, const float *b,
			    const float *c, const char *at)
{
	const int64_t count = numbers_of(p);
	Factor factor = {0};
	for (int64_t i = 0; i < count; i++) {
		const Sum sum = sum_of(p, a, b, i);
		judge_exact(j, &factor, judge_text(j, "%s: c, element %lld", at, (long long)i),
			    c[i], sum.value, sum.terms, p->k);
	}
	judge_factor(j, &factor, at);
}

/* Whatever is returned. */
static void judge_factors_kept(Judge *j, Run *r, const Products *p, const float *a, const float *b,
			       const char *at)
{
	int64_t count;
	const int64_t many = p->count ? p->count : 1;
	judge_because(j, "input-changed");
	judge_floats(j, judge_text(j, "%s: a afterwards", at),
		     run_get_floats_on(r, "a", p->current, &count), a, many * p->m * p->k, 0);
	judge_floats(j, judge_text(j, "%s: b afterwards", at),
		     run_get_floats_on(r, "b", p->current, &count), b, many * p->k * p->n, 0);
}

static Run *judge_products(Judge *j, const Products *p)
{
	int64_t many = p->count ? p->count : 1, got_count;
	int64_t size = many * p->m * p->n;
	float *a = judge_uniform(j, many * p->m * p->k, -1, 1);
	float *b = judge_uniform(j, many * p->k * p->n, -1, 1);
	float *before = judge_uniform(j, size, -9, 9);
	before[size - 1] = 3e38F;   /* of which no share may stay, however small */
	if (!p->null && size > 4) { /* new memory may hold these, of which any share is one */
		before[judge_between(j, 0, size - 2)] = NAN;
		before[judge_between(j, 0, size - 2)] = INFINITY;
	}
	Run *r = make_products(j, p, a, b, before);
	run_go(r);
	const char *at = say_products(j, p);
	const float *c = run_get_floats_on(r, "c", p->current, &got_count);
	judge_complete(j, c && got_count == size);
	int64_t status = run_get_int(r, "status");
	if (p->null) {
		judge_because(j, "failure-not-told");
		judge_int(j, judge_text(j, "%s, no handle: what is returned", at), status, -1);
		judge_because(j, "changed-on-failure");
		judge_floats(j, "c, without a handle", c, before, size, 0);
		judge_factors_kept(j, r, p, a, b, at);
		return r;
	}
	judge_that_for(
		j, status != -1, "cublas-refused",
		"%s: what is returned: wanted 0, got -1: if cuBLAS refused the call, look at "
		"the sizes and leading dimensions",
		at);
	judge_because(j, "cublas-refused");
	judge_int(j, judge_text(j, "%s: what is returned", at), status, 0);
	const float *wanted = multiply_here(j, p, a, b);
	if (!is_right(wanted, c, size)) {
		judge_that_for(
			j, !is_by_columns(p, a, b, c), "by-columns",
			"%s: cuBLAS read and wrote the matrices column by column; in C they lie "
			"row by row",
			at);
		judge_that_for(j, p->m == 1 || p->n == 1 || !is_turned(p, wanted, c),
			       "product-turned",
			       "%s: c is right, but lies column by column; wanted row by row", at);
		judge_that_for(
			j, !is_added(wanted, before, c, size), "beta-not-zero",
			"%s: the product was added to what c held before; what does beta do?", at);
	}
	judge_because(j, "product-wrong");
	judge_floats(j, judge_text(j, "%s: c", at), c, wanted, size, 1e-4);
	judge_all_exact(j, p, a, b, c, at);
	judge_factors_kept(j, r, p, a, b, at);
	judge_calls(j, r, p, at);
	judge_worked(j, r, at, (RunWork){.flops = 2.0 * (double)(size * p->k)});
	if (is_told(p))
		products_lesson(j, r, p);
	return r;
}

/* Products of which a call fails. */
typedef struct Unmade {
	const Products *p;
	const char *kind;
} Unmade;

/* CUDA or cuBLAS answers with an error that has nothing to do with what it was given, which is as large as where nothing
 * fails: no size tells. */
static void judge_call_fails(Judge *j, const void *data)
{
	const Products *p = ((const Unmade *)data)->p;
	const int64_t many = p->count ? p->count : 1;
	const float *a = judge_uniform(j, many * p->m * p->k, -1, 1);
	const float *b = judge_uniform(j, many * p->k * p->n, -1, 1);
	const float *before = judge_uniform(j, many * p->m * p->n, -9, 9);
	Run *r = make_products(j, p, a, b, before);
	const char *at = run_fail_times(j, r, ((const Unmade *)data)->kind, 1, 100);
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_only_queued(j, r, at);
	judge_factors_kept(j, r, p, a, b, at);
}

/* `good`: where nothing fails. Who clears c first, and adds to it, looks at that, too. */
static void judge_failing_products(Judge *j, Run *good, const Products *p)
{
	if (!judge_is_simulated(j))
		return;
	judge_where_fails(j, judge_call_fails, &(const Unmade){p, "launch"});
	if (run_counts(good)->memsets > 0)
		judge_where_fails(j, judge_call_fails, &(const Unmade){p, "fill"});
}

/* One call of one of so many other shapes fails, too: no size tells. */
static void judge_shape_fails(Judge *j, Run *const *good, const Products *const *shape, int count)
{
	const int64_t drawn = judge_between(j, 0, count - 1);
	if (!judge_is_simulated(j))
		return;
	if (shape[drawn]->large)
		judge_large_fails(j, good[drawn], shape[drawn]);
	else
		judge_failing_products(j, good[drawn], shape[drawn]);
}

static void sides_draw(Judge *j, Products *p, int64_t least, int64_t most)
{
	p->m = judge_between(j, least, most);
	p->k = judge_between(j, least, most);
	p->n = judge_between(j, least, most);
}

void judge_5_1(Judge *j)
{
	int64_t n = judge_between(j, 2, 30), m = n + judge_between(j, 1, 9);
	const Products first = {.m = m, .k = judge_between(j, 2, 30) + m, .n = n};
	const Products beside = {
		.m = n, .k = judge_between(j, 61, 90), .n = 3 * m, .current = 1, .stream = true};
	const Products square = {.m = m, .k = m, .n = m};
	Run *of_first = judge_products(j, &first), *good = judge_products(j, &beside);
	Run *of_square = judge_products(j, &square);
	/* whose products other calls of cuBLAS make, too */
	const Products row = {.m = 1, .k = judge_between(j, 2, 9), .n = 2, .current = 1};
	const Products column = {.m = m, .k = 1, .n = 1};
	Run *row_good = judge_products(j, &row), *column_good = judge_products(j, &column);
	judge_products(j, &(Products){.m = 2, .k = 3, .n = 4, .null = 1});
	Products large = {.current = 1, .large = true};
	sides_draw(j, &large, 1000, 1500);
	Run *of_large = judge_large(j, &large);
	judge_failing_products(j, good, &beside);
	judge_failing_products(j, row_good, &row);
	judge_failing_products(j, column_good, &column);
	judge_shape_fails(j, (Run *[]){of_first, of_square, of_large},
			  (const Products *[]){&first, &square, &large}, 3);
}

void judge_5_6(Judge *j)
{
	int64_t n = judge_between(j, 2, 9), m = n + judge_between(j, 1, 5);
	const Products first = {.count = judge_between(j, 101, 200), .m = m, .k = m + 1, .n = n};
	const Products beside = {.count = judge_between(j, 20, 40),
				 .m = n,
				 .k = 2 * m,
				 .n = 3 * m,
				 .current = 1,
				 .stream = true};
	const Products square = {.count = judge_between(j, 5, 9), .m = m, .k = m, .n = m};
	Run *of_first = judge_products(j, &first), *good = judge_products(j, &beside);
	Run *of_square = judge_products(j, &square);
	const Products single = {.count = 1, .m = 1, .k = m, .n = n, .current = 1};
	Run *single_good = judge_products(j, &single);
	const Products narrow = {.count = 2, .m = m, .k = 1, .n = 1};
	Run *of_narrow = judge_products(j, &narrow);
	judge_products(j, &(Products){.count = 3, .m = 2, .k = 3, .n = 4, .null = 1});
	Products large = {.count = judge_between(j, 4, 8), .large = true};
	sides_draw(j, &large, 150, 250);
	Run *of_large = judge_large(j, &large);
	Products many = {.count = judge_between(j, 1001, 5000), .large = true};
	sides_draw(j, &many, 4, 12);
	Run *of_many = judge_large(j, &many);
	judge_failing_products(j, good, &beside);
	judge_failing_products(j, single_good, &single);
	judge_shape_fails(j, (Run *[]){of_first, of_square, of_narrow, of_large, of_many},
			  (const Products *[]){&first, &square, &narrow, &large, &many}, 5);
}
