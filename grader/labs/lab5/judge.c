/* judge.c - decides about lab 5: products by cuBLAS; and the table of its checks. */
#include "grader/labs/common/causes.h"
#include "grader/labs/common/failing.h"
#include "grader/labs/lab5/judge.h"
#include "grader/labs/common/predict.h"

#include <stdbool.h>

/* --- 5.1 and 5.6: products -------------------------------------------------------------------- */

/* One product, or with `count` above 0 that many by one call. */
typedef struct Products {
	int64_t count, m, k, n;
	int current, null;
	bool stream; /* the handle is in another one than the default stream */
} Products;

/* Row by row, in double precision. */
static float *multiply_here(Judge *j, const Products *p, const float *a, const float *b)
{
	int64_t many = p->count ? p->count : 1, m = p->m, k = p->k, n = p->n;
	float *c = judge_memory(j, (size_t)(many * m * n) * sizeof *c);
	for (int64_t i = 0; i < many; i++, a += m * k, b += k * n)
		for (int64_t row = 0; row < m; row++)
			for (int64_t column = 0; column < n; column++) {
				double sum = 0;
				for (int64_t s = 0; s < k; s++)
					sum += (double)a[row * k + s] * (double)b[s * n + column];
				c[i * m * n + row * n + column] = (float)sum;
			}
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
		if (!(fabsf(got[i] - wanted[i] - before[i]) <= 1e-3F))
			return false;
	return true;
}

static const char *say_products(Judge *j, const Products *p)
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
	run_int(r, "count", p->count);
	run_int(r, "m", p->m);
	run_int(r, "k", p->k);
	run_int(r, "n", p->n);
	run_int(r, "current", p->current);
	run_int(r, "null", p->null);
	run_int(r, "stream", p->stream);
	run_read_next(r);
	if (is_told(p))
		run_shown(r);
	return r;
}

/* One launch, and nothing that waits or makes anything. */
static void judge_calls(Judge *j, Run *r, const Products *p, const char *at)
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
	judge_that_for(j, c->synchronizes == 0, "waited-for-product",
		       "%s: the host waited for the GPU; the rule says not to", at);
}

static void judge_products(Judge *j, const Products *p)
{
	int64_t many = p->count ? p->count : 1, got_count;
	int64_t size = many * p->m * p->n;
	float *a = judge_uniform(j, many * p->m * p->k, -1, 1);
	float *b = judge_uniform(j, many * p->k * p->n, -1, 1);
	float *before = judge_uniform(j, size, -9, 9);
	before[size - 1] = 3e38F; /* of which no share may stay, however small */
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
		return;
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
	judge_because(j, "input-changed");
	judge_floats(j, judge_text(j, "%s: a afterwards", at),
		     run_get_floats_on(r, "a", p->current, &got_count), a, many * p->m * p->k, 0);
	judge_floats(j, judge_text(j, "%s: b afterwards", at),
		     run_get_floats_on(r, "b", p->current, &got_count), b, many * p->k * p->n, 0);
	judge_calls(j, r, p, at);
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
	judge_worked(j, r, at, (RunWork){.flops = 2.0 * (double)(size * p->k)});
	if (is_told(p))
		products_lesson(j, r, p);
}

/* cuBLAS answers with an error that has nothing to do with what it was given, which is as large as where nothing fails: no
 * size tells. */
static void judge_launch_fails(Judge *j, const void *data)
{
	const Products *p = data;
	const int64_t many = p->count ? p->count : 1;
	const float *a = judge_uniform(j, many * p->m * p->k, -1, 1);
	const float *b = judge_uniform(j, many * p->k * p->n, -1, 1);
	const float *before = judge_uniform(j, many * p->m * p->n, -9, 9);
	Run *r = make_products(j, p, a, b, before);
	const char *at = run_fail_times(j, r, "launch", 1, 100);
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
}

static void judge_5_1(Judge *j)
{
	int64_t n = judge_between(j, 2, 30), m = n + judge_between(j, 1, 9);
	const Products first = {.m = m, .k = judge_between(j, 2, 30) + m, .n = n};
	const Products beside = {
		.m = n, .k = judge_between(j, 61, 90), .n = 3 * m, .current = 1, .stream = true};
	judge_products(j, &first);
	judge_products(j, &beside);
	judge_products(j, &(Products){.m = m, .k = m, .n = m});
	judge_products(j, &(Products){.m = 1, .k = judge_between(j, 2, 9), .n = 2, .current = 1});
	judge_products(j, &(Products){.m = m, .k = 1, .n = 1});
	judge_products(j, &(Products){.m = 2, .k = 3, .n = 4, .null = 1});
	if (!judge_is_simulated(j))
		return;
	judge_where_fails(j, judge_launch_fails, &first);
	judge_where_fails(j, judge_launch_fails, &beside);
}

static void judge_5_6(Judge *j)
{
	int64_t n = judge_between(j, 2, 9), m = n + judge_between(j, 1, 5);
	const Products first = {.count = judge_between(j, 101, 200), .m = m, .k = m + 1, .n = n};
	const Products beside = {.count = judge_between(j, 20, 40),
				 .m = n,
				 .k = 2 * m,
				 .n = 3 * m,
				 .current = 1,
				 .stream = true};
	judge_products(j, &first);
	judge_products(j, &beside);
	judge_products(j, &(Products){.count = judge_between(j, 5, 9), .m = m, .k = m, .n = m});
	judge_products(j, &(Products){.count = 1, .m = 1, .k = m, .n = n, .current = 1});
	judge_products(j, &(Products){.count = 2, .m = m, .k = 1, .n = 1});
	judge_products(j, &(Products){.count = 3, .m = 2, .k = 3, .n = 4, .null = 1});
	if (!judge_is_simulated(j))
		return;
	judge_where_fails(j, judge_launch_fails, &first);
	judge_where_fails(j, judge_launch_fails, &beside);
}

#define NO_TENSORS "tensor_matmul tensor_matmul_with tensor_from_host"
#define NO_PINNED                                                                                  \
	"simcuda_host_work "                                                                       \
	"cudaMalloc cudaMallocHost cudaHostAlloc cudaHostRegister cudaMallocManaged "              \
	"cudaMallocAsync cudaMemcpy cudaMemcpyAsync"

/* --- 5.10: a prediction ------------------------------------------------------------------------- */

static void judge_5_10(Judge *j)
{
	const Prediction p = {.first = "the CPU",
			      .second = "the GPU",
			      .why = "The GPU is faster by far at arithmetic, but starting "
				     "the product and waiting for it take time, too."};
	judge_prediction(j, &p);
}

static const Check checks[] = {
	{.id = "5.1",
	 .title = "multiply with cuBLAS, row by row",
	 .points = 2,
	 .gpus = 2,
	 .function = "multiply",
	 .forbidden = NO_TENSORS,
	 .rule = "cuBLAS itself",
	 .hints =
		 {"what does cuBLAS see in memory that holds a matrix row by row?",
		  "it sees the transposed matrix; and the transposed product is the product of the "
		  "transposed factors in the other order",
		  "cublasSgemm with n, m, k and with b before a; the leading dimensions are n, k "
		  "and n"},
	 .judge = judge_5_1},
	{.id = "5.2",
	 .title = "gpu_seconds warms up, waits, measures, waits",
	 .points = 2,
	 .gpus = 2,
	 .function = "gpu_seconds",
	 .forbidden = "clock time",
	 .rule = "clock() counts what the processor works, and time() whole seconds: use "
		 "timer_now()",
	 .hints =
		 {"what is the GPU doing at the moment when you read the clock?",
		  "both readings need an idle GPU: cudaDeviceSynchronize() before each; and do the "
		  "work once before all of it",
		  "work, wait, timer_now(), work, wait, timer_now(); look at what work() returns"},
	 .judge = judge_5_2},
	{.id = "5.3",
	 .title = "stream_seconds measures with events",
	 .points = 1,
	 .gpus = 2,
	 .function = "stream_seconds",
	 .forbidden = "timer_now timer_start timer_stop clock_gettime gettimeofday clock "
		      "timespec_get timespec_getres times getrusage",
	 .rule = "no clock of the host",
	 .hints = {"in which queue do the two events have to stand, and when has the second one "
		   "been reached?",
		   "cudaEventRecord(event, stream) before and behind the work, then "
		   "cudaEventSynchronize() on the second",
		   "cudaEventElapsedTime() gives milliseconds; destroy both events also when "
		   "work() fails"},
	 .judge = judge_5_3},
	{.id = "5.4",
	 .title = "median_seconds is not misled by outliers",
	 .points = 1,
	 .stretch = true,
	 .gpus = 2,
	 .function = "median_seconds",
	 .forbidden = "clock time",
	 .rule = "clock() counts what the processor works, and time() whole seconds: use "
		 "timer_now()",
	 .hints =
		 {"what does one very long time do to the mean, and what to the median?",
		  "measure each time for itself into an array, sort it with qsort(); its comparing "
		  "function returns an int: what becomes of a difference of 0.001?",
		  "(times[(repeats - 1) / 2] + times[repeats / 2]) / 2 is right for odd and even"},
	 .judge = judge_5_4},
	{.id = "5.5",
	 .title = "compare_product: CPU, GPU, GPU with copies",
	 .points = 2,
	 .gpus = 2,
	 .function = "compare_product",
	 .forbidden = NO_PINNED,
	 .rule = "the framework's tensors",
	 .hints =
		 {"which of the three times needs copies between its readings, and which must not "
		  "have any?",
		  "tensor_matmul() on a GPU returns early: device_synchronize(gpu) before the "
		  "clock "
		  "is read; tensor_copy_to(.., device_cpu()) waits by itself",
		  "CPU product; copy both, product, wait; product again between readings; then all "
		  "of copy, copy, product, copy back between two readings"},
	 .judge = judge_5_5,
	 .slow = true},
	{.id = "5.6",
	 .title = "multiply_all: many products, one call",
	 .points = 1,
	 .stretch = true,
	 .gpus = 2,
	 .function = "multiply_all",
	 .forbidden = NO_TENSORS,
	 .rule = "cuBLAS itself",
	 .hints = {"how long does it take to queue one product, and how long to compute a small "
		   "one?",
		   "cublasSgemmStridedBatched takes the distance from one matrix to the next for "
		   "each "
		   "of the three",
		   "as in 5.1, and the distances are k * n for b, m * k for a, m * n for c"},
	 .judge = judge_5_6},
	{.id = "5.7",
	 .title = "question: can this time be true?",
	 .points = 1,
	 .stretch = true,
	 .gpus = 0,
	 .function = "share_of_peak",
	 .hints = {"how many multiplications and additions does one number of the result cost?",
		   "2 m n k operations in all; divide by the seconds, then by the peak in the same "
		   "unit",
		   "one GFLOP/s is 1e9 operations in a second; whole numbers may grow too large: "
		   "multiply as double"},
	 .judge = judge_5_7},
	{.id = "5.8",
	 .title = "question: from which size on is the GPU faster?",
	 .points = 1,
	 .gpus = 0,
	 .function = "faster_from",
	 .hints = {"is the first win always the beginning of the lasting ones?",
		   "begin at the largest size and go down as long as the GPU wins",
		   "where you stop is the answer: the index after the last size at which it does "
		   "not"},
	 .judge = judge_5_8},
	{.id = "5.9",
	 .title = "question: a loop that waits, and one that does not",
	 .points = 0.5,
	 .stretch = true,
	 .gpus = 0,
	 .function = "loop_microseconds",
	 .hints =
		 {"who is waiting for whom: the GPU for the next product, or the host for the GPU?",
		  "with a wait after each, three times add up for every product; without, the "
		  "slower "
		  "of host and GPU sets the pace",
		  "the first product is queued, then count - 1 times the slower of the two, then "
		  "the "
		  "last product and one wait"},
	 .judge = judge_5_9},
	{.id = "5.10",
	 .title = "predict: a product on the CPU against the GPU",
	 .points = 0.5,
	 .gpus = 2,
	 .function = "predict_product",
	 .hints = {"how many operations is that, and how many does each do in a second?",
		   "an A100 does 19.5e12 of 32 bits in a second at best, sixteen cores some 1e12 "
		   "at best",
		   "divide the one by the other: with matrices of this size both reach about the "
		   "same "
		   "share of their best"},
	 .judge = judge_5_10},
};

const LabChecks lab5_judge = {
	.number = 5,
	.name = "lab5_matmul_timing",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.no_handles = true,
	.causes = lab5_causes,
};
