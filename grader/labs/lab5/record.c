/* record.c - what the machine's record says of the exercises of lab 5 that measure: which products were computed, on what
 * and when, and where the clock was read. What is wrong with an honest answer has been said before. */
#include "grader/labs/common/launched.h"
#include "grader/labs/lab5/timed.h"

/* --- 5.2 to 5.4 ------------------------------------------------------------------------------- */

static int64_t products_of(const Timed *t, int64_t call)
{
	return t->products ? t->products[call] : 1;
}

int products_before(const Timed *t, int64_t call)
{
	int64_t first = 0;
	for (int64_t i = 0; i < call; i++)
		first += products_of(t, i);
	return (int)first;
}

void judge_calls_made(Judge *j, const Timed *t)
{
	const double products = products_before(t, t->calls);
	judge_worked(j, t->r, t->at, (RunWork){.flops = products * t->flops, .launches = products});
	const Launched made = launched_of(j, t->r, false);
	for (int i = 0; made.list && i < made.count; i++) {
		const RunLaunched *k = &made.list[i];
		bool same = launched_flops(k, t->flops) && k->gpu == t->current;
		for (int o = 0; o < 3; o++)
			same = same && k->operand[o].address == made.list[0].operand[o].address &&
			       k->operand[o].bytes >= made.list[0].operand[o].bytes &&
			       k->operand[o].bytes <= made.list[0].operand[o].bytes;
		judge_that_for(j, same, "record-differs",
			       "%s: by the machine's record kernel %d was none of the work's",
			       t->at, i + 1);
	}
	judge_that_for(j, !made.list || made.count == (int)products, "record-differs",
		       "%s: by the machine's record there were %d products, wanted the %d of %lld "
		       "calls",
		       t->at, made.count, (int)products, (long long)t->calls);
}

bool calls_are_clocked(Judge *j, const Timed *t, int measured, int apart)
{
	const Launched made = launched_of(j, t->r, false);
	const int calls = (int)t->calls;
	bool before = false, both = false, all = true;
	if (!made.list || !judge_is_simulated(j))
		return true;
	for (int call = 1; call < calls; call++) {
		bool counts = call >= calls - apart * measured && (calls - 1 - call) % apart == 0;
		bool here = launched_read(&made, products_before(t, call));
		bool behind = launched_read(&made, products_before(t, call + 1));
		before = before || here;
		both = both || (before && behind);
		all = all && (!counts || (here && behind));
	}
	return measured == 0 ? both : all;
}

void judge_calls_clocked(Judge *j, const Timed *t, int measured, int apart)
{
	judge_that_for(j, calls_are_clocked(j, t, measured, apart), "record-differs",
		       "%s: by the machine's record the clock was not read on an idle GPU both "
		       "before and behind %s",
		       t->at,
		       measured == 0 ? "a later time than the first" : "each time that counts");
}

void judge_calls_between_events(Judge *j, const Timed *t)
{
	const Launched made = launched_of(j, t->r, false), asked = launched_of(j, t->r, true);
	const int second = products_before(t, 1);
	bool found = !made.list || !judge_is_simulated(j), elsewhere = false;
	for (int a = 0; a < asked.count && !found; a++)
		for (int i = second; i < made.count && !found; i++) {
			bool between = asked.list[a].start >= made.list[second - 1].end &&
				       asked.list[a].start <= made.list[i].start &&
				       asked.list[a].end >= made.list[i].end;
			found = between && asked.list[a].stream == made.list[i].stream;
			elsewhere = elsewhere || between;
		}
	judge_that_for(
		j, found || !elsewhere, "events-elsewhere",
		"%s: the two events did not stand in the stream of the work, though the host "
		"waited beside them; wanted both in that stream",
		t->at);
	judge_that_for(
		j, found, "record-differs",
		"%s: by the machine's record no time between events was asked for that has a "
		"later time than the first in it",
		t->at);
}

/* --- 5.5 -------------------------------------------------------------------------------------- */

/* Rows of the product that are computed here, too. Which ones they are the program cannot know, so all of it has to be
 * there. */
enum { ROWS_TRIED = 24 };

/* Of a sum: float32 is off by less, and the GPU's products by far more (run_rough). So many products there may be that
 * their mean is no better. */
#define SUM_SHARE 3e-6
enum { PRODUCTS_MOST = 64 };

/* So often an operation is looked at: each pair of readings is held against all of them. */
#define LOOKS_MOST 1e9

static bool is_copy(const RunOp *op, bool in)
{
	return op->kind == RUN_OP_COPY && (in ? op->from < 0 : op->to < 0);
}

/* Bytes that were copied in or back in that time alone. */
static double copied(const Compared *c, bool in, double from, double to)
{
	double bytes = 0;
	for (int i = 0; i < c->count; i++)
		if (is_copy(&c->ops[i], in) && c->ops[i].start >= from && c->ops[i].end <= to)
			bytes += c->ops[i].bytes;
	return bytes;
}

/* Whether nothing was under way on a GPU then. */
static bool idle(const Compared *c, double at)
{
	for (int i = 0; i < c->count; i++)
		if (c->ops[i].gpu >= 0 && c->ops[i].start < at && c->ops[i].end > at + ROUNDING_US)
			return false;
	return true;
}

/* From one reading to the other, with the GPU idle at both, as the host had been told, so many products were computed, but
 * not the first; with all copies, in front of the first of them or behind the last, or without any. */
static int times_measured(const Compared *c, const Launched *made, double from, double to,
			  bool copies)
{
	int products = 0, earlier = 0;
	double begun = to, over = from;
	for (int i = 0; i < c->count; i++)
		if (is_product(&c->ops[i])) {
			const bool within = c->ops[i].start >= from && c->ops[i].end <= to;
			products += within;
			earlier += c->ops[i].end <= from;
			begun = within ? fmin(begun, c->ops[i].start) : begun;
			over = within ? fmax(over, c->ops[i].end) : over;
		}
	const double in = copied(c, true, from, copies ? begun + ROUNDING_US : to),
		     out = copied(c, false, copies ? over - ROUNDING_US : from, to);
	bool so = earlier > 0 && launched_read(made, earlier) &&
		  launched_read(made, earlier + products) &&
		  (copies ? in >= 4 * (c->m * c->k + c->k * c->n) && out >= 4 * c->m * c->n
			  : in + out <= 0) &&
		  idle(c, from) && idle(c, to);
	return so ? products : 0;
}

/* From one reading to the other, with the GPU idle at both, the CPU computed the product so many times, and the host did
 * little else: what the CPU takes can be worked out from the sizes, too. */
static int times_cpu_measured(const Compared *c, double from, double to)
{
	double work = 0;
	int times = 0;
	for (int i = 0; i < c->count; i++)
		if (c->ops[i].kind == RUN_OP_HOST_WORK && c->ops[i].start >= from - ROUNDING_US &&
		    c->ops[i].end <= to + ROUNDING_US) {
			work += c->ops[i].end - c->ops[i].start;
			times++;
		}
	bool so = work >= 0.99 * run_host_us(c->r, 2 * c->m * c->k * c->n, 0) &&
		  to - from - work <= times * calls_us(c->r) && idle(c, from) && idle(c, to);
	return so ? times : 0;
}

typedef enum Which { ON_CPU, ON_GPU, WITH_COPIES } Which;

/* The shortest and the longest time of one product between two readings; `most` is 0 where it was not measured. */
typedef struct Span {
	double least, most;
} Span;

/* When the clock was read, but for what lies between other readings: of those in a row the first
 * and the last one tell all. */
static double *readings_of(Judge *j, const Compared *c, int *count)
{
	double *at = judge_memory(j, ((size_t)c->count + 1) * sizeof *at);
	*count = 0;
	for (int i = 0; i < c->count; i++) {
		const bool first = i == 0 || !op_is_reading(&c->ops[i - 1]),
			   last = i + 1 == c->count || !op_is_reading(&c->ops[i + 1]);
		if (op_is_reading(&c->ops[i]) && (first || last))
			at[(*count)++] = c->ops[i].end;
	}
	judge_that_for(
		j, (double)*count * *count * c->count <= LOOKS_MOST, "record-differs",
		"%s: the clock was read %d times between %d other calls: more than can be looked "
		"at",
		c->at, *count, c->count);
	return at;
}

static Span span_of(Judge *j, const Compared *c, const Launched *made, Which which)
{
	Span span = {INFINITY, 0};
	int count;
	const double *at = readings_of(j, c, &count);
	for (int i = 0; i < count; i++)
		for (int k = i + 1; k < count; k++) {
			const double from = at[i], to = at[k];
			const int times = which == ON_CPU ? times_cpu_measured(c, from, to)
							  : times_measured(c, made, from, to,
									   which == WITH_COPIES);
			if (times > 0) {
				span.least = fmin(span.least, (to - from) / times);
				span.most = fmax(span.most, (to - from) / times);
			}
		}
	return span;
}

/* What was told lies between two such readings, or is made of several such times. */
static void judge_measured(Judge *j, const Compared *c, const Launched *made, Which which)
{
	static const char *const name[] = {"cpu", "gpu", "gpu_with_copies"};
	static const char *const what[] = {
		"before and behind the product on the CPU",
		"on an idle GPU before and behind a product alone, after another one",
		"on an idle GPU before and behind a product with its copies, after another one"};
	const Span span = span_of(j, c, made, which);
	const double us = run_get_real(c->r, name[which]) * 1e6;
	judge_that_for(j, span.most > 0, "record-differs",
		       "%s: by the machine's record the clock was not read %s", c->at, what[which]);
	judge_between_readings(j, judge_text(j, "%s: times->%s is ", c->at, name[which]), us,
			       span.least, span.most);
}

static bool is_bytes(const RunLaunched *k, int operand, double numbers)
{
	return fabs(k->operand[operand].bytes - 4 * numbers) < 1;
}

/* A product of float32 of that shape, with nothing added: another one need not be rough (run_rough), or only in what is
 * small. Row by row, b is what cuBLAS takes for its first matrix. */
static bool is_that_product(const Compared *c, const RunLaunched *k)
{
	double a = c->m * c->k, b = c->k * c->n;
	bool operands = (is_bytes(k, 0, b) && is_bytes(k, 1, a)) ||
			(is_bytes(k, 0, a) && is_bytes(k, 1, b));
	return launched_flops(k, 2 * c->m * c->k * c->n) && k->gpu == c->gpu && operands &&
	       is_bytes(k, 2, c->m * c->n) && !k->adds && strcmp(k->name, "cublasSgemm") == 0;
}

/* Every product on the GPU is the one that was asked for, and both times were taken of one that was not the first. */
void judge_compare_record(Judge *j, Run *r, const Compared *c)
{
	const Launched made = launched_of(j, r, false);
	if (!made.list || !judge_is_simulated(j))
		return;
	for (int i = 0; i < made.count; i++)
		judge_that_for(
			j, is_that_product(c, &made.list[i]), "record-differs",
			"%s: by the machine's record kernel %d was another one than the product "
			"on GPU %d",
			c->at, i + 1, c->gpu);
	for (int i = 0; i < c->count; i++)
		judge_that_for(j, c->ops[i].kind != RUN_OP_COPY || !c->ops[i].pinned,
			       "record-differs",
			       "%s: by the machine's record a copy went to or from pinned memory; "
			       "wanted the framework's tensors alone",
			       c->at);
	judge_that_for(
		j, made.count <= PRODUCTS_MOST, "record-differs",
		"%s: by the machine's record there were %d products on the GPU, wanted %d at "
		"most",
		c->at, made.count, PRODUCTS_MOST);
	for (Which which = ON_CPU; which <= WITH_COPIES; which++)
		judge_measured(j, c, &made, which);
}

/* --- the product on the CPU ------------------------------------------------------------------- */

/* The sum of what row `i` of the product holds, without signs. `row` has room for it. */
static double row_sum(const Compared *c, int64_t i, double *row)
{
	const int64_t k = (int64_t)c->k, n = (int64_t)c->n;
	double sum = 0;
	memset(row, 0, (size_t)n * sizeof *row);
	for (int64_t t = 0; t < k; t++)
		for (int64_t o = 0; o < n; o++)
			row[o] += (double)c->a[i * k + t] * c->b[t * n + o];
	for (int64_t o = 0; o < n; o++)
		sum += fabs(row[o]);
	return sum;
}

/* Leaves those of the products (bit i: the i-th of the window) of which the machine was told that sum for that row. */
static void row_find(const SimcudaMark *marks, int count, int64_t row, double sum,
		     unsigned *products)
{
	unsigned found = 0;
	for (int i = 0; i < count; i++) {
		float pair[2];
		uint64_t what = marks[i].value[0];
		memcpy(pair, &marks[i].value[1], sizeof pair);
		if (what >> 48 == MARK_ROWS && (int64_t)(what >> 24 & 0xFFFFFF) == (row & ~1) &&
		    (what & 0xFFFFFF) < 32 && fabs(pair[row & 1] - sum) <= SUM_SHARE * sum)
			found |= 1U << (what & 0xFFFFFF);
	}
	*products &= found;
}

void judge_cpu_product(Judge *j, Run *r, const Compared *c)
{
	int count;
	const SimcudaMark *marks = run_marks(r, &count);
	double *row = judge_memory(j, (size_t)c->n * sizeof *row);
	unsigned products = ~0U;
	for (int i = 0; marks && i < ROWS_TRIED; i++) {
		int64_t tried = judge_between(j, 0, (int64_t)c->m - 1);
		row_find(marks, count, tried, row_sum(c, tried, row), &products);
	}
	judge_that_for(j, products != 0, "record-differs",
		       "%s: by the machine's record the CPU did not compute that product", c->at);
}
