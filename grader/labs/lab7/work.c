/* work.c - what the checks of lab 7 draw and read: products on GPUs. */
#include <string.h>

#include "grader/labs/common/order.h"
#include "grader/labs/lab7/judge.h"

/* Which of the numbers the drive has, as its "values" says. */
enum { NONE_OF_THEM, ALL_OF_THEM, SOME_OF_THEM };

static int64_t sum_of(const int64_t *x, const int64_t *y, int count)
{
	int64_t sum = 0;
	for (int i = 0; i < count; i++)
		sum += x[i] * y[i];
	return sum;
}

/* In a list as long as that are products with each side of 1, and with all of them. */
enum { VECTORS = 8 };

static void make_vectors(Judge *j, Work *work)
{
	int64_t order[WORK_MOST] = {0};
	draw_order(j, order, work->count);
	work->m[order[0]] = work->k[order[1]] = work->n[order[2]] = 1;
	work->m[order[3]] = work->k[order[3]] = work->n[order[3]] = 1;
}

Work work_draw(Judge *j, int machine, const char *gpus, int64_t most)
{
	Work work = {.count = (int)strlen(gpus), .gpus = machine};
	for (int i = 0; i < work.count; i++) {
		work.gpu[i] = gpus[i] - '0';
		work.m[i] = judge_between(j, 2, most);
		work.k[i] = judge_between(j, 2, most);
		work.n[i] = judge_between(j, 2, most);
	}
	if (work.count > VECTORS)
		make_vectors(j, &work);
	work.a = judge_uniform(j, sum_of(work.m, work.k, work.count), -1, 1);
	work.b = judge_uniform(j, sum_of(work.k, work.n, work.count), -1, 1);
	const char *text =
		judge_text(j, "%d product%s on GPU", work.count, work.count == 1 ? "" : "s");
	for (int i = 0; i < work.count; i++)
		text = judge_text(j, "%s%s %c", text, i ? "," : "", gpus[i]);
	work.at = text;
	return work;
}

static void list_send(Run *r, const char *name, const float *values, uint64_t seed, int64_t count)
{
	if (seed)
		run_drawn(r, name, seed, count, 1);
	else
		run_floats(r, name, values, values ? count : 0);
}

void work_send(Judge *j, Run *r, const Work *work, int current, int null)
{
	(void)j;
	run_ints(r, "gpus", work->gpu, work->count);
	run_ints(r, "m", work->m, work->count);
	run_ints(r, "k", work->k, work->count);
	run_ints(r, "n", work->n, work->count);
	list_send(r, "a", work->a, work->seed_a, sum_of(work->m, work->k, work->count));
	list_send(r, "b", work->b, work->seed_b, sum_of(work->k, work->n, work->count));
	run_int(r, "values", work->a ? ALL_OF_THEM : work->seed_a ? SOME_OF_THEM : NONE_OF_THEM);
	run_int(r, "current", current);
	run_int(r, "null", null);
	run_int(r, "begun", work->begun);
	if (work->begun)
		run_touched(r);
}

void work_seed(Judge *j, Run *r, Work *work)
{
	work->seed_a = judge_seed(j);
	work->seed_b = judge_seed(j);
	list_send(r, "a", NULL, work->seed_a, sum_of(work->m, work->k, work->count));
	list_send(r, "b", NULL, work->seed_b, sum_of(work->k, work->n, work->count));
}

void work_give(Run *r, int times)
{
	run_give(r, "a", times);
	run_give(r, "b", times);
}

float *product_wanted(Judge *j, const float *a, const float *b, int64_t m, int64_t k, int64_t n)
{
	float *wanted = judge_memory(j, (size_t)(m * n) * sizeof *wanted);
	for (int64_t row = 0; row < m; row++)
		for (int64_t column = 0; column < n; column++) {
			double sum = 0;
			for (int64_t i = 0; i < k; i++)
				sum += (double)a[row * k + i] * b[i * n + column];
			wanted[row * n + column] = (float)sum;
		}
	return wanted;
}

/* `name` and a number, as the drive sends it; the array has to have `count` elements. */
static const float *get_floats(Judge *j, Run *r, const char *at, const char *name, int i,
			       int64_t gpu, int64_t count)
{
	int64_t got;
	const float *values = run_get_floats_on(r, judge_text(j, "%s%d", name, i), gpu, &got);
	judge_that_for(j, values && got == count, "result-too-small",
		       "%s: the matrix %s of product %d cannot be read", at, name, i);
	return values;
}

double work_flops_on(const Work *work, int gpu)
{
	double flops = 0;
	for (int i = 0; i < work->count; i++)
		if (gpu == NONE || work->gpu[i] == gpu)
			flops += 2.0 * (double)(work->m[i] * work->k[i] * work->n[i]);
	return flops;
}

double work_flops(const Work *work)
{
	return work_flops_on(work, NONE);
}

void judge_status(Judge *j, Run *r, const char *at)
{
	int64_t status = run_get_int(r, "status");
	judge_that_for(j, status == 0, "product-gpu", "%s: wanted 0, but %lld was returned%s", at,
		       (long long)status,
		       status == -1 ? " (queue_product refuses unless the product's GPU is current)"
				    : "");
}

void judge_calls_kept(Judge *j, Run *r, const char *at)
{
	judge_handles_kept(j, r, at);
	judge_no_error_left_at(j, r, at);
}

void judge_failure_told(Judge *j, Run *r, const char *at, int current)
{
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_handles_kept(j, r, at);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, current);
}

void judge_work(Judge *j, Run *r, const Work *work, bool on_host)
{
	const float *a = work->a, *b = work->b;
	for (int i = 0; i < work->count; i++) {
		int64_t m = work->m[i], k = work->k[i], n = work->n[i];
		int64_t gpu = on_host ? -1 : work->gpu[i];
		judge_because(j, on_host ? "trip-result" : "product-wrong");
		judge_floats(j, judge_text(j, "%s: the result of product %d", work->at, i),
			     get_floats(j, r, work->at, "result", i, gpu, m * n),
			     product_wanted(j, a, b, m, k, n), m * n, 1e-4);
		judge_because(j, "input-changed");
		judge_floats(j, judge_text(j, "%s: a of product %d afterwards", work->at, i),
			     get_floats(j, r, work->at, "a", i, gpu, m * k), a, m * k, 0);
		judge_floats(j, judge_text(j, "%s: b of product %d afterwards", work->at, i),
			     get_floats(j, r, work->at, "b", i, gpu, k * n), b, k * n, 0);
		a += m * k;
		b += k * n;
	}
}

void judge_work_there(Judge *j, Run *r, const Work *work)
{
	const float *a = work->a, *b = work->b;
	for (int i = 0; i < work->count; i++) {
		int64_t m = work->m[i], k = work->k[i], n = work->n[i], gpu = work->gpu[i];
		const char *of = judge_text(j, "of product %d on GPU %d", i, (int)gpu);
		judge_because(j, "trip-result");
		judge_floats(j, judge_text(j, "%s: a %s", work->at, of),
			     get_floats(j, r, work->at, "there.a", i, gpu, m * k), a, m * k, 0);
		judge_floats(j, judge_text(j, "%s: b %s", work->at, of),
			     get_floats(j, r, work->at, "there.b", i, gpu, k * n), b, k * n, 0);
		judge_floats(j, judge_text(j, "%s: the result %s", work->at, of),
			     get_floats(j, r, work->at, "there.result", i, gpu, m * n),
			     product_wanted(j, a, b, m, k, n), m * n, 1e-4);
		a += m * k;
		b += k * n;
	}
}

/* --- large products --------------------------------------------------------------------------- */

Work work_large(Judge *j, Run *r, const char *gpus, const char *parts, const char *at)
{
	int64_t side = large_side(r, 40);
	Work work = work_draw(j, 2, gpus, 2);
	work.a = work.b = NULL;
	work.seed_a = judge_seed(j);
	work.seed_b = judge_seed(j);
	work.at = at;
	for (int i = 0; i < work.count; i++) {
		work.m[i] = work.n[i] = side;
		work.k[i] = side * (parts[i] - '0') / 4;
	}
	return work;
}

/* Some numbers of a or b: the first, the last, and some between. */
static void input_look(Judge *j, Run *r, const char *name, int i, int64_t *places, int64_t count)
{
	for (int k = 0; k < INPUT_LOOKS; k++)
		places[k] = judge_between(j, 0, count - 1);
	places[0] = 0;
	places[INPUT_LOOKS - 1] = count - 1;
	run_look(r, judge_text(j, "%s%d", name, i), places, INPUT_LOOKS);
}

/* One lies in each quarter of the matrix at least, and one at its end. */
Looks looks_send(Judge *j, Run *r, const Work *work, const char *name)
{
	Looks looks = {0};
	for (int i = 0; i < work->count; i++) {
		int64_t places[LOOKS], m = work->m[i], n = work->n[i];
		for (int k = 0; k < LOOKS; k++) {
			int64_t first = k * m / LOOKS, behind = (k + 1) * m / LOOKS;
			looks.row[i][k] =
				judge_between(j, first, behind > first ? behind - 1 : first);
			looks.column[i][k] = judge_between(j, 0, n - 1);
		}
		looks.row[i][LOOKS - 1] = m - 1;
		looks.column[i][LOOKS - 1] = n - 1;
		for (int k = 0; k < LOOKS; k++)
			places[k] = looks.row[i][k] * n + looks.column[i][k];
		run_look(r, judge_text(j, "%s%d", name, i), places, LOOKS);
		if (!work->seed_a)
			continue;
		input_look(j, r, judge_text(j, "%s.a", name), i, looks.a[i], m * work->k[i]);
		input_look(j, r, judge_text(j, "%s.b", name), i, looks.b[i], work->k[i] * n);
	}
	return looks;
}

/* It is what it was: numbers of a seed, from the first-th on. */
static void judge_input(Judge *j, Run *r, const Work *work, const char *name, int i,
			const int64_t *places, uint64_t seed, int64_t first)
{
	int64_t count;
	const float *got =
		run_get_floats_on(r, judge_text(j, "%s%d", name, i), work->gpu[i], &count);
	judge_that_for(j, got && count == INPUT_LOOKS, "result-too-small",
		       "%s: a or b of product %d cannot be read", work->at, i);
	judge_because(j, "input-changed");
	for (int look = 0; look < INPUT_LOOKS; look++)
		judge_real(j,
			   judge_text(j, "%s: number %lld of %s of product %d afterwards", work->at,
				      (long long)places[look], strrchr(name, '.') + 1, i),
			   got[look], judge_number(seed, first + places[look]), 0);
}

void judge_looks(Judge *j, Run *r, const Work *work, const char *name, const Looks *looks)
{
	int64_t a = 0, b = 0, count;
	for (int i = 0; i < work->count && run_is_linked(r); i++) {
		int64_t k = work->k[i], n = work->n[i];
		const float *got =
			run_get_floats_on(r, judge_text(j, "%s%d", name, i), work->gpu[i], &count);
		judge_that_for(j, got && count == LOOKS, "result-too-small",
			       "%s: the matrix result of product %d cannot be read", work->at, i);
		judge_because(j, "product-wrong");
		for (int look = 0; look < LOOKS; look++) {
			int64_t row = looks->row[i][look], column = looks->column[i][look];
			double sum = 0;
			for (int64_t t = 0; t < k; t++)
				sum += (double)judge_number(work->seed_a, a + row * k + t) *
				       judge_number(work->seed_b, b + t * n + column);
			judge_real(
				j,
				judge_text(j,
					   "%s: the result of product %d in row %lld, column %lld",
					   work->at, i, (long long)row, (long long)column),
				got[look], sum, 1e-3);
		}
		judge_input(j, r, work, judge_text(j, "%s.a", name), i, looks->a[i], work->seed_a,
			    a);
		judge_input(j, r, work, judge_text(j, "%s.b", name), i, looks->b[i], work->seed_b,
			    b);
		a += work->m[i] * k;
		b += k * n;
	}
}

double products_us(Run *r, const Work *work, int gpu)
{
	double sum = 0;
	for (int i = 0; i < work->count; i++)
		if (gpu == NONE || work->gpu[i] == gpu)
			sum += run_product_us(r, work->m[i], work->n[i], work->k[i]);
	return sum;
}

int products_on(const Work *work, int gpu)
{
	int count = 0;
	for (int i = 0; i < work->count; i++)
		count += work->gpu[i] == gpu;
	return count;
}

const char *draw_all_gpus(Judge *j, int gpus)
{
	int64_t order[MOST_GPUS] = {0};
	char *digits = judge_memory(j, MOST_GPUS + 1);
	draw_order(j, order, gpus);
	for (int i = 0; i < gpus; i++)
		digits[i] = (char)('0' + order[i]);
	return digits;
}

const char *draw_many(Judge *j)
{
	int64_t count = judge_between(j, 2 * MOST_GPUS + 1, WORK_MOST);
	char *list = judge_memory(j, WORK_MOST + 1);
	memcpy(list, draw_all_gpus(j, MOST_GPUS), MOST_GPUS);
	for (int64_t i = MOST_GPUS; i < count; i++)
		list[i] = (char)('0' + judge_between(j, 0, MOST_GPUS - 1));
	/* one GPU has the last product alone: who looks at the first ones only does not meet it */
	const char late = list[MOST_GPUS - 1], other = list[0];
	for (int64_t i = 0; i < count; i++)
		list[i] = i == count - 1 ? late : list[i] == late ? other : list[i];
	return list;
}

const char *parts_longest(Judge *j, int place)
{
	char *parts = judge_memory(j, ALL_GPUS + 1);
	memset(parts, '4', ALL_GPUS);
	parts[place] = '8';
	return parts;
}

const char *say_longest(Judge *j, const char *gpus, int place)
{
	const char *text = "products on GPU";
	for (int i = 0; i < ALL_GPUS; i++)
		text = judge_text(j, "%s%s %c", text, i ? "," : "", gpus[i]);
	return judge_text(j, "%s, the longest on GPU %c", text, gpus[place]);
}
