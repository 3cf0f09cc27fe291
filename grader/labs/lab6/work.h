/* work.h - the products of 6.2 and 6.3: drawn, handed to a run, and their norms computed
 * in float64. */
#ifndef GRADER_LABS_LAB6_WORK_H
#define GRADER_LABS_LAB6_WORK_H

#include <stdbool.h>
#include <string.h>

#include "grader/labs/lab6/judge.h"

/* Whether a kernel that failed was not queued again: then a norm is that of an earlier step, whatever it is like. */
static inline bool launch_is_missing(Run *r, const char *kind, uint64_t launches)
{
	return strcmp(kind, "launch") == 0 && run_counts(r)->launches < launches;
}

/* c = a b for each a (n, k) of `factors`, with one b (k, m). */
typedef struct Products {
	int n, k, m, factors;
	float *a, *b;
	double *norm; /* of each product */
	bool rough;   /* each is off by a share of its own, which nobody knows before it has run */
} Products;

static inline double root_of_squares(const float *x, int64_t count)
{
	double sum = 0;
	for (int64_t i = 0; i < count; i++)
		sum += (double)x[i] * x[i];
	return sqrt(sum);
}

/* `row` has room for m numbers. */
static inline double product_norm(const Products *p, const float *a, double *row)
{
	double sum = 0;
	for (int i = 0; i < p->n; i++) {
		for (int c = 0; c < p->m; c++)
			row[c] = 0;
		for (int t = 0; t < p->k; t++)
			for (int c = 0; c < p->m; c++)
				row[c] += (double)a[i * p->k + t] * p->b[t * p->m + c];
		for (int c = 0; c < p->m; c++)
			sum += row[c] * row[c];
	}
	return sqrt(sum);
}

/* Less than half of the last digit that TF32 has, in the digits behind it: a factor that is rounded becomes smaller, as all
 * others do, so the norm of such a product is another one. (Of errors either way next to nothing is left in a norm.) */
#define BEHIND_TF32 0x0F80U
#define TF32_LOST   0x1FFFU

static inline void numbers_exact(float *x, int64_t count)
{
	for (int64_t i = 0; i < count; i++) {
		uint32_t bits;
		memcpy(&bits, &x[i], sizeof bits);
		bits = (bits & ~TF32_LOST) | BEHIND_TF32;
		memcpy(&x[i], &bits, sizeof bits);
	}
}

/* Each a is larger than the one before, so that the norm of another step shows. */
static inline void products_draw(Judge *j, Products *p)
{
	int64_t each = (int64_t)p->n * p->k;
	double *row = judge_memory(j, (size_t)p->m * sizeof *row);
	p->a = judge_uniform(j, p->factors * each, -1, 1);
	p->b = judge_uniform(j, (int64_t)p->k * p->m, -1, 1);
	p->norm = judge_memory(j, (size_t)p->factors * sizeof *p->norm);
	numbers_exact(p->b, (int64_t)p->k * p->m);
	for (int f = 0; f < p->factors; f++) {
		for (int64_t i = 0; i < each; i++)
			p->a[f * each + i] *= 1 + (float)f;
		numbers_exact(p->a + f * each, each);
		p->norm[f] = product_norm(p, p->a + f * each, row);
	}
}

/* Norms that are alike do not tell that a call has failed; of others that of another step shows. */
static inline void products_alike_or_not(Judge *j, Products *p)
{
	if (judge_between(j, 0, 1))
		p->factors = 1;
}

static inline Run *products_run(Judge *j, const Products *p, int current, int steps)
{
	Run *r = judge_run(j, 2);
	run_int(r, "current", current);
	run_int(r, "n", p->n);
	run_int(r, "k", p->k);
	run_int(r, "m", p->m);
	run_int(r, "factors", p->factors);
	run_int(r, "steps", steps);
	run_floats(r, "a", p->a, (int64_t)p->factors * p->n * p->k);
	run_floats(r, "b", p->b, (int64_t)p->k * p->m);
	run_give(r, "a", 1);
	run_give(r, "b", 1);
	if (p->rough)
		run_rough_whole(r);
	run_given_in_lab(
		r, "kernel cublasSgemm reads 4 bytes of host memory",
		"; work_step wants the handle in host pointer mode: put it back before you "
		"call it",
		"pointer-mode");
	return r;
}

/* By the machine's record every step's product was computed once, in order, of its own factor and with nothing else, and
 * as many norms. (work_step is in the lab's own file, so nobody else counts it.) `besides`: of a step, so many other
 * kernels at most, or 0: any number. */
void judge_products_made(Judge *j, Run *r, const char *at, const Products *p, int steps,
			 int besides);

/* What that step's norm is in a run that is over. */
static inline double step_norm(const Run *r, const Products *p, int step)
{
	const double norm = p->norm[step % p->factors];
	return p->rough ? norm * (double)run_roughened(r, 1, step + 1) : norm;
}

static inline const char *products_say(Judge *j, const Products *p, int steps)
{
	return judge_text(j, "%d step%s of (%d, %d) times (%d, %d)", steps, steps == 1 ? "" : "s",
			  p->n, p->k, p->k, p->m);
}

#endif
