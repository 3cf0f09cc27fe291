/* large.c - decides about products of 5.1 and 5.6 that are larger than what a judge computes: their matrices are numbers of
 * seeds, and of each product the judge works out some numbers, which it draws. */
#include "grader/labs/common/failing.h"
#include "grader/labs/lab5/products.h"

enum { LOOKS = 48 };

/* Where the numbers are that are looked at: of which product, in which row and column. */
typedef struct Looks {
	int64_t product[LOOKS], row[LOOKS], column[LOOKS];
} Looks;

static Looks looks_draw(Judge *j, Run *r, const Products *p, int64_t many)
{
	Looks looks;
	int64_t places[LOOKS];
	for (int i = 0; i < LOOKS; i++) {
		looks.product[i] = judge_between(j, 0, many - 1);
		looks.row[i] = judge_between(j, 0, p->m - 1);
		looks.column[i] = judge_between(j, 0, p->n - 1);
		places[i] = (looks.product[i] * p->m + looks.row[i]) * p->n + looks.column[i];
	}
	run_look(r, "product", places, LOOKS);
	return looks;
}

static void judge_looks(Judge *j, Run *r, const Products *p, const Looks *looks, uint64_t seed_a,
			uint64_t seed_b, const char *at)
{
	int64_t count;
	const float *got = run_get_floats_on(r, "product", p->current, &count);
	judge_complete(j, got && count == LOOKS);
	Factor factor = {0};
	judge_because(j, "product-wrong");
	for (int i = 0; i < LOOKS; i++) {
		const int64_t a = (looks->product[i] * p->m + looks->row[i]) * p->k;
		const int64_t b = looks->product[i] * p->k * p->n + looks->column[i];
		double sum = 0, terms = 0;
		for (int64_t t = 0; t < p->k; t++) {
			const double term = (double)judge_number(seed_a, a + t) *
					    judge_number(seed_b, b + t * p->n);
			sum += term;
			terms += fabs(term);
		}
		const char *what = judge_text(
			j, "%s: %s in row %lld, column %lld", at,
			p->count ? judge_text(j, "c number %lld", (long long)looks->product[i])
				 : "c",
			(long long)looks->row[i], (long long)looks->column[i]);
		judge_real(j, what, got[i], sum, 1e-4);
		judge_exact(j, &factor, what, got[i], sum, terms, p->k);
	}
	judge_factor(j, &factor, at);
}

static int64_t many_of(const Products *p)
{
	return p->count ? p->count : 1;
}

/* To go. `seed`: those of a and b. */
static Run *make_large(Judge *j, const Products *p, uint64_t seed[2], Looks *looks)
{
	const int64_t many = many_of(p);
	Run *r = judge_run(j, 2);
	seed[0] = judge_seed(j);
	seed[1] = judge_seed(j);
	run_drawn(r, "a", seed[0], many * p->m * p->k, 1);
	run_drawn(r, "b", seed[1], many * p->k * p->n, 1);
	run_drawn(r, "c", judge_seed(j), many * p->m * p->n, 1);
	products_run(r, p);
	*looks = looks_draw(j, r, p, many);
	return r;
}

Run *judge_large(Judge *j, const Products *p)
{
	const int64_t many = many_of(p);
	uint64_t seed[2];
	Looks looks;
	Run *r = make_large(j, p, seed, &looks);
	const char *at = say_products(j, p);
	run_go(r);
	judge_because(j, "cublas-refused");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), 0);
	judge_calls(j, r, p, at);
	judge_worked(j, r, at,
		     (RunWork){.flops = 2.0 * (double)(many * p->m * p->n) * (double)p->k});
	if (run_is_linked(r))
		judge_looks(j, r, p, &looks, seed[0], seed[1], at);
	return r;
}

static void judge_call_fails(Judge *j, const void *data)
{
	uint64_t seed[2];
	Looks looks;
	Run *r = make_large(j, data, seed, &looks);
	const char *at = run_fail_times(j, r, "launch", 1, 100);
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_only_queued(j, r, at);
}

void judge_large_fails(Judge *j, const Run *good, const Products *p)
{
	judge_fails_like(j, good, judge_call_fails, p);
}
