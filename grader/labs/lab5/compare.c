/* compare.c - decides about the exercise of lab 5 that compares CPU and GPU.
 *
 * All times are sums of what the machine file says. The framework asks for memory for each tensor
 * on a GPU, so that is part of the times, and giving it back may be. */
#include <stdbool.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab5/judge.h"

/* Bytes of a matrix that shows if it is forgotten in host memory: what a program keeps besides, in
 * its BLAS and elsewhere, is less than a tenth of it. */
#define HOST_LEAST 1000000

static double copies_in_us(const Compared *c)
{
	return run_copy_us(c->r, "h2d_pageable", 4 * c->m * c->k) +
	       run_copy_us(c->r, "h2d_pageable", 4 * c->k * c->n);
}

static double copy_out_us(const Compared *c)
{
	return run_copy_us(c->r, "d2h_pageable", 4 * c->m * c->n);
}

static double product_us(const Compared *c)
{
	return run_slowness(c->r, c->gpu) *
	       run_product_us(c->r, (int64_t)c->m, (int64_t)c->n, (int64_t)c->k);
}

/* Memory for one tensor, and giving it back, where that is not kept by a pool. */
static double memory_us(const Compared *c)
{
	return (run_figure(c->r, "malloc_time") + run_figure(c->r, "free_time")) / 1e3;
}

/* --- the three times -------------------------------------------------------------------------- */

static void judge_unit(Judge *j, const Compared *c, const char *which, double us, double least,
		       double most)
{
	judge_that_for(j, us / 1e3 < least || us / 1e3 > most, "time-unit",
		       "%s: times->%s is %.4g: those are milliseconds, wanted seconds", c->at,
		       which, us / 1e6);
	judge_that_for(j, us / 1e6 < least || us / 1e6 > most, "time-unit",
		       "%s: times->%s is %.4g: those are microseconds, wanted seconds", c->at,
		       which, us / 1e6);
}

/* The CPU's arithmetic takes what the machine file says, and making the result takes no virtual
 * time. Who waits for an idle GPU besides may: that is within calls_us(), 20 us, while twice the
 * time of a large product (580 us and more) is far beyond it. */
static void judge_cpu(Judge *j, const Compared *c, double us)
{
	double flops = 2 * c->m * c->n * c->k,
	       bytes = 4 * (c->m * c->k + c->k * c->n + c->m * c->n);
	double least = run_host_us(c->r, flops, bytes), most = least + calls_us(c->r);
	judge_unit(j, c, "cpu", us, least, most);
	judge_that_for(j, us >= least - ROUNDING_US && us <= most, "cpu-time",
		       "%s: times->cpu: the product on the CPU takes %s, got %s", c->at,
		       say_us(j, least), say_us(j, us));
}

/* When the clock was first read for this time, the GPU had computed the product before and was done
 * with it; and until it was read again the GPU computed one. Times that are no difference of two
 * readings, such as a mean, are left alone. */
static void judge_warm(Judge *j, const Compared *c, const char *which, double us)
{
	double start, end;
	int between = 0;
	if (!find_readings(c->ops, c->count, us, &start, &end))
		return;
	for (int i = 0; i < c->count; i++)
		between +=
			is_product(&c->ops[i]) && c->ops[i].start >= start && c->ops[i].end <= end;
	judge_that_for(
		j, between <= 1, "product-twice",
		"%s: times->%s: there are %d products between the two readings of the clock, "
		"wanted one",
		c->at, which, between);
	for (int i = 0; i < c->count; i++)
		if (is_product(&c->ops[i])) {
			judge_that_for(
				j, c->ops[i].start < start, "not-warmed-up",
				"%s: times->%s: you measured the first product on the GPU; let "
				"it compute the product once before",
				c->at, which);
			judge_that_for(
				j, c->ops[i].end <= start, "not-awaited-before",
				"%s: times->%s: the product before was still running when you "
				"began to measure; wait for it first",
				c->at, which);
			return;
		}
}

/* From the first reading to the second there are: making the result, the launch, the product, the
 * wait, and perhaps giving the result back. The launch, the wait and memory from the framework's pool
 * lie within calls_us(). So the least is the product: without the wait it is a launch (2.5 us), while
 * the large products take 10 us and more on the fastest model. Memory of the program's own may take
 * memory_us(), 70 us. Copies that do not belong in here add at least 100 us each, since the large
 * matrices have 1.2 MB and more and pageable memory is sent at 12 GB/s at most. */
static void judge_gpu(Judge *j, const Compared *c, double us)
{
	int elsewhere = -1;
	for (int i = 0; i < c->count; i++)
		if (c->ops[i].kind == RUN_OP_KERNEL && c->ops[i].flops > 0)
			elsewhere = c->ops[i].gpu == c->gpu || elsewhere == c->gpu ? c->gpu
										   : c->ops[i].gpu;
	judge_that_for(j, elsewhere < 0 || elsewhere == c->gpu, "compared-elsewhere",
		       "%s: the product was computed on GPU %d, wanted GPU %d", c->at, elsewhere,
		       c->gpu);
	double product = product_us(c), least = product;
	double most = least + memory_us(c) + calls_us(c->r);
	judge_unit(j, c, "gpu", us, least, most);
	judge_that_for(
		j, us >= least - ROUNDING_US, "clock-too-soon",
		"%s: times->gpu: the product takes %s, got %s: the product was still running when "
		"the clock was read%s; wait for it first",
		c->at, say_us(j, product), say_us(j, us), say_line(j, c->r));
	judge_that_for(
		j, us <= most || us < least + copy_out_us(c), "copies-between",
		"%s: times->gpu: the product takes %s, got %s: there are copies between the two "
		"readings of the clock, or the product before was still running",
		c->at, say_us(j, product), say_us(j, us));
	judge_that_for(j, us <= most, "something-between",
		       "%s: times->gpu: wanted %s to %s, got %s", c->at, say_us(j, least),
		       say_us(j, most), say_us(j, us));
	judge_warm(j, c, "gpu", us);
}

/* Three tensors on the GPU, two copies to it, the product, one copy back; and perhaps the three
 * given back. The copy that is missing most often, the one back, takes 100 us and more. */
static void judge_with_copies(Judge *j, const Compared *c, double us)
{
	double in = copies_in_us(c), out = copy_out_us(c);
	double least = in + product_us(c) + out;
	double most = least + 3 * memory_us(c) + 3 * calls_us(c->r);
	judge_unit(j, c, "gpu_with_copies", us, least, most);
	const char *parts = judge_text(j, "copies to the GPU %s, product %s, copy back %s",
				       say_us(j, in), say_us(j, product_us(c)), say_us(j, out));
	judge_that_for(
		j, us >= least - ROUNDING_US, "copy-missing",
		"%s: times->gpu_with_copies: %s: %s in all, got %s: is a copy missing, or was "
		"something not waited for?",
		c->at, parts, say_us(j, least), say_us(j, us));
	judge_that_for(
		j, us <= most, "something-between",
		"%s: times->gpu_with_copies: %s: %s in all, got %s: what else lies between the "
		"readings?",
		c->at, parts, say_us(j, least), say_us(j, us));
	judge_warm(j, c, "gpu_with_copies", us);
}

/* The side of the large matrices is at least that. */
enum { SHOWN_LEAST = 560 };

/* --- cases ------------------------------------------------------------------------------------ */

/* With `room` bytes free on the GPU, and less than 1 MiB more; -1: as much as it has. Its kernels take
 * `slow` thousandths of their time. */
static Run *make_pair(Judge *j, const int64_t shape[4], int gpu, int64_t room, int slow,
		      Compared *c)
{
	/* the larger ones that fit: their times are compared */
	const bool shown = room < 0 && shape[0] >= SHOWN_LEAST && shape[1] == shape[2];
	int64_t m = shape[0], k = shape[1], rows = shape[2], n = shape[3];
	Run *r = judge_run(j, 2);
	float *a = judge_uniform(j, m * k, -1, 1), *b = judge_uniform(j, rows * n, -1, 1);
	run_tensor(r, "a", SHAPE(m, k), a, (Device){DEVICE_CPU, 0});
	run_tensor(r, "b", SHAPE(rows, n), b, (Device){DEVICE_CPU, 0});
	run_int(r, "gpu", gpu);
	run_int(r, "current", !gpu);
	run_int(r, "room", room);
	run_allow(r, TIMING_FINDING);
	run_watch(r);
	run_slow(r, gpu, slow);
	run_rough(r);
	if (shown)
		run_shown(r);
	*c = (Compared){
		.r = r, .gpu = gpu, .m = (double)m, .k = (double)k, .n = (double)n, .a = a, .b = b};
	c->at = judge_text(j, "(%lld, %lld) times (%lld, %lld)", (long long)m, (long long)k,
			   (long long)rows, (long long)n);
	return r;
}

static Run *run_pair(Judge *j, const int64_t shape[4], int gpu, int64_t room, int slow, Compared *c)
{
	Run *r = make_pair(j, shape, gpu, room, slow, c);
	run_go(r);
	c->ops = run_ops(r, &c->count);
	return r;
}

static void judge_times(Judge *j, Run *r, const Compared *c)
{
	double cpu = run_get_real(r, "cpu"), on_gpu = run_get_real(r, "gpu");
	double copies = run_get_real(r, "gpu_with_copies");
	judge_that_for(j, cpu > 0 && on_gpu > 0 && copies > 0, "time-missing",
		       "%s: a time is not filled in: cpu %.4g, gpu %.4g, gpu_with_copies %.4g",
		       c->at, cpu, on_gpu, copies);
	if (judge_is_simulated(j)) {
		judge_cpu(j, c, cpu * 1e6);
		judge_gpu(j, c, on_gpu * 1e6);
		judge_with_copies(j, c, copies * 1e6);
	}
}

static int is_host_work(const RunOp *op, const void *data)
{
	(void)data;
	return op->kind == RUN_OP_HOST_WORK;
}

/* The CPU's time is known from the sizes, so it has to have passed: while the host computed, and besides the copies. */
static void judge_cpu_worked(Judge *j, Run *r, const Compared *c)
{
	double cpu = run_get_real(r, "cpu") * 1e6,
	       copies = run_get_real(r, "gpu_with_copies") * 1e6;
	double product = run_host_us(r, 2 * c->m * c->k * c->n, 0);
	double worked = ops_busy(c->ops, c->count, is_host_work, NULL);
	if (!judge_is_simulated(j))
		return;
	judge_that_for(j, worked >= 0.99 * product && run_us(r) >= 0.99 * (cpu + copies),
		       "impossible-time",
		       "%s: the CPU worked for %s of the call's %s; its product and the GPU's with "
		       "copies were said to take %s",
		       c->at, say_us(j, worked), say_us(j, run_us(r)), say_us(j, cpu + copies));
}

static void judge_unchanged(Judge *j, Run *r, const Compared *c, const char *name,
			    const float *wanted, double count)
{
	const RunTensor *got = run_get_tensor(r, name);
	judge_that_for(j, got && got->count == (int64_t)count, "input-changed", "%s: %s is gone",
		       c->at, name);
	judge_because(j, "input-changed");
	judge_floats(j, judge_text(j, "%s: %s afterwards", c->at, name), got->values, wanted,
		     got->count, 0);
}

/* Whatever is returned; `rows`: of b. */
static void judge_factors_kept(Judge *j, Run *r, const Compared *c, int64_t rows)
{
	judge_unchanged(j, r, c, "a", c->a, c->m * c->k);
	judge_unchanged(j, r, c, "b", c->b, (double)rows * c->n);
}

/* As the model has it. */
enum { AS_IT_IS = 1000 };

typedef struct Sides {
	int64_t m, k, n;
} Sides;

static Sides draw_sides(Judge *j, int64_t least, int64_t most)
{
	Sides s = {.k = judge_between(j, least, most)};
	s.m = judge_between(j, least, most);
	s.n = judge_between(j, least, most);
	return s;
}

static Compared judge_compare(Judge *j, Sides s, int gpu, int slow)
{
	Compared c;
	int64_t m = s.m, k = s.k, n = s.n;
	int64_t shape[] = {m, k, k, n};
	Run *r = run_pair(j, shape, gpu, -1, slow, &c);
	const char *reason = say_reason(j, r);
	judge_that_for(j, run_get_int(r, "status") == 0, "failure-without-reason",
		       "%s: wanted 0, got %d%s", c.at, (int)run_get_int(r, "status"), reason);
	judge_times(j, r, &c);
	judge_factors_kept(j, r, &c, s.k);
	judge_because(j, "not-warmed-up");
	judge_at_least(j, judge_text(j, "%s: products on the GPU", c.at),
		       (double)run_counts(r)->launches, 2);
	judge_worked(j, r, c.at,
		     (RunWork){.flops = 2 * 2.0 * (double)(m * k * n),
			       .to_gpus = 4.0 * (double)(m * k + k * n),
			       .to_host = 4.0 * (double)(m * n)});
	judge_cpu_worked(j, r, &c);
	judge_compare_record(j, r, &c);
	judge_cpu_product(j, r, &c);
	if (4 * shape[0] * shape[3] >= HOST_LEAST)
		judge_host_told(j, r, c.at, 4 * shape[0] * shape[3]);
	judge_device_kept(j, r, !c.gpu);
	return c;
}

static void judge_no_compare(Judge *j, const int64_t shape[4], int64_t room)
{
	Compared c;
	Run *r = run_pair(j, shape, (int)judge_between(j, 0, 1), room, AS_IT_IS, &c);
	judge_that_for(j, run_get_int(r, "status") == -1, "failure-not-told",
		       "%s%s: wanted -1, got %d", c.at,
		       room >= 0 ? ", on a GPU that is full" : ", which do not fit together",
		       (int)run_get_int(r, "status"));
	judge_factors_kept(j, r, &c, shape[2]);
	if (4 * shape[0] * shape[1] >= HOST_LEAST)
		judge_host_told(j, r, c.at, 4 * shape[0] * shape[1]);
	judge_device_kept(j, r, !c.gpu);
}

/* `fit` matrices fit into the memory that is free. How many are there at once is the student's
 * choice, and so whether a call fails; if none does, the times are true. Sides of SHOWN_LEAST make
 * matrices larger than what full_but() leaves. */
static void judge_little_room(Judge *j, Sides s, int fit)
{
	int64_t bytes = 4 * s.m * s.n;
	Compared c;
	Run *r = run_pair(j, (int64_t[]){s.m, s.k, s.k, s.n}, (int)judge_between(j, 0, 1),
			  fit * bytes, AS_IT_IS, &c);
	c.at = judge_text(j, "%s, on a GPU with room for %d of the products", c.at, fit);
	int status = (int)run_get_int(r, "status");
	judge_that_for(j, status == 0 || status == -1, "failure-not-told",
		       "%s: wanted 0 or -1, got %d", c.at, status);
	if (status == 0)
		judge_times(j, r, &c);
	judge_factors_kept(j, r, &c, s.k);
	judge_host_told(j, r, c.at, bytes);
	judge_device_kept(j, r, !c.gpu);
}

/* What is compared on each of two GPUs whose kernels take `slow` thousandths of their time, and the runs. */
typedef struct Comparison {
	Sides sides;
	int slow;
	Compared on[2];
} Comparison;

/* A copy fails, or a product cannot be started, which the framework tries twice. All is as where nothing fails: neither a
 * size tells, nor a GPU, nor how fast it is. */
static void judge_failing_compare(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Comparison *of = data;
	const Sides *s = &of->sides;
	Compared c;
	const int gpu = (int)judge_between(j, 0, 1);
	judge_repeat(j, of->on[gpu].r);
	Run *r = make_pair(j, (int64_t[]){s->m, s->k, s->k, s->n}, gpu, -1, of->slow, &c);
	const char *at = run_fail_times(j, r, kind, which, failing_times(kind));
	run_go(r);
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s, %s: what is returned", c.at, at), run_get_int(r, "status"),
		  -1);
	judge_factors_kept(j, r, &c, s->k);
	judge_device_kept(j, r, !c.gpu);
}

void judge_5_5(Judge *j)
{
	Sides sides = draw_sides(j, SHOWN_LEAST, 700);
	Compared large = judge_compare(j, sides, 1, AS_IT_IS);
	/* Two products take 20 to 500 us by what is drawn, and a time may be 50 us too long: so times
	 * that are worked out from sizes do not fit, and who measures is not misled. */
	Sides other = draw_sides(j, 300, 400);
	judge_compare(j, other, 0, (int)judge_between(j, 5000, 60000));
	Comparison few = {.sides = draw_sides(j, 8, 40)};
	few.slow = (int)judge_between(j, 20000, 100000);
	for (int gpu = 0; gpu < 2; gpu++)
		few.on[gpu] = judge_compare(j, few.sides, gpu, few.slow);
	judge_no_compare(j, (int64_t[]){8, 9, 10, 8}, -1);
	/* their sizes tell nothing: the same matrices were compared where there was room */
	judge_no_compare(j, (int64_t[]){sides.m, sides.k, sides.k, sides.n}, 0);
	for (int fit = 2; fit <= 6; fit++)
		judge_little_room(j, sides, fit);
	if (judge_is_simulated(j)) {
		Run *good = few.on[1].r;
		judge_failures_of(j, good, "copy", (int64_t)run_traffic(good).all.called,
				  judge_failing_compare, &few);
		judge_failures_of(j, good, "launch", (int64_t)run_counts(good)->launches,
				  judge_failing_compare, &few);
	}
	judge_lesson(
		j,
		"The GPU wins by its arithmetic and loses by the copies: %s took %s on the CPU, "
		"%s on the GPU, %s with copies, by yours; by the machine file the product alone "
		"takes %s and the three copies %s.",
		large.at, say_us(j, run_get_real(large.r, "cpu") * 1e6),
		say_us(j, run_get_real(large.r, "gpu") * 1e6),
		say_us(j, run_get_real(large.r, "gpu_with_copies") * 1e6),
		say_us(j, product_us(&large)),
		say_us(j, copies_in_us(&large) + copy_out_us(&large)));
	const RealWork work = {
		.at = large.at,
		.reference = judge_text(j, "compare 1 %.0f %.0f %.0f", large.m, large.k, large.n),
		.names = {"cpu", "gpu", "gpu_with_copies"},
		.count = 3,
		.unit = 1e6,
		.unit_name = " us",
	};
	judge_on_hardware(j, large.r, &work);
}
