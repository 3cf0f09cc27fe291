/* places.c - decides about 2.1 to 2.3: where data live, and how they get there. */
#include <string.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab2/judge.h"

/* --- 2.1: pointers ---------------------------------------------------------------------------- */

/* As in lab2_drive.c. */
enum { FROM_MALLOC, PINNED, ON_STACK, STATIC, HOST_KINDS, FIRST_GPU = 10, INSIDE_GPU = 20 };

static const char *say_pointer(Judge *j, int64_t kind)
{
	static const char *const host[] = {"from malloc", "from cudaMallocHost",
					   "to a local variable", "to a static variable"};
	if (kind < HOST_KINDS)
		return host[kind];
	return judge_text(j, "%s memory of GPU %d", kind >= INSIDE_GPU ? "into" : "to",
			  (int)(kind % 10));
}

static const char *pointer_cause(int64_t kind)
{
	return kind >= FIRST_GPU ? "pointer-on-gpu"
	       : kind == PINNED  ? "pinned-is-host"
				 : "pointer-of-host";
}

static void judge_pointers(Judge *j, int gpus, int current)
{
	int64_t kinds[24], got_count;
	int count = 0;
	for (int gpu = 0; gpu < gpus; gpu++) {
		kinds[count++] = FIRST_GPU + gpu;
		kinds[count++] = INSIDE_GPU + gpu;
	}
	for (int kind = 0; kind < HOST_KINDS; kind++)
		if (gpus > 0 || kind != PINNED) /* without a GPU there is no pinned memory */
			kinds[count++] = kind;
	for (int i = count - 1; i > 0; i--) {
		int other = (int)judge_between(j, 0, i);
		int64_t kind = kinds[i];
		kinds[i] = kinds[other];
		kinds[other] = kind;
	}
	Run *r = judge_run(j, gpus);
	run_ints(r, "kinds", kinds, count);
	run_int(r, "gpus", gpus);
	run_int(r, "current", current);
	const int64_t bytes = judge_between(j, 1000, 1000000);
	run_int(r, "bytes", bytes);
	run_int(r, "at", gpus == 4 ? bytes - 1 : judge_between(j, 1, bytes - 1));
	run_go(r);
	const int64_t *got = run_get_ints(r, "answers", &got_count);
	judge_complete(j, got_count == count);
	for (int i = 0; i < count; i++) {
		judge_because(j, pointer_cause(kinds[i]));
		judge_int(j,
			  judge_text(j, "a pointer %s, on %s", say_pointer(j, kinds[i]),
				     say_a_machine(j, gpus)),
			  got[i], kinds[i] >= FIRST_GPU ? kinds[i] % 10 : -1);
	}
	judge_no_error_left(j, r);
	if (gpus == 0)
		return;
	judge_device_kept(j, r, current);
	const SimcudaCounters *counts = run_counts(r);
	judge_that_for(
		j, !run_is_linked(r) || counts->asked_pointers >= (uint64_t)count, "cuda-not-asked",
		"CUDA was asked about %lld of %d pointers: it alone knows where each one points",
		(long long)counts->asked_pointers, count);
	judge_that_for(j, !run_is_linked(r) || counts->asked_allocations >= 2 * (uint64_t)gpus,
		       "cuda-not-asked",
		       "CUDA was asked about %lld of %d pieces of memory of GPUs: it alone knows "
		       "where each one is",
		       (long long)counts->asked_allocations, 2 * gpus);
}

void judge_2_1(Judge *j)
{
	judge_pointers(j, 2, 1);
	judge_pointers(j, 4, (int)judge_between(j, 0, 3));
	judge_pointers(j, 0, 0);
	judge_lesson(j,
		     "A pointer does not show where it leads, but CUDA keeps a list of its memory: "
		     "on the machine with 4 GPUs yours told %d pointers apart, 8 of them to GPUs, "
		     "some into the middle of an allocation.",
		     8 + HOST_KINDS);
}

/* --- 2.2: ones -------------------------------------------------------------------------------- */

/* A square of so many numbers is larger than all that a process can address. With one more row an int that counts them
 * goes over to a number that does fit. */
#define BEYOND ((int64_t)1 << 23)

/* Rows of ones on a GPU that has room for them, and on one that has none: more than a stack or a list of fixed length. */
enum { MANY_LEAST = 8200, MANY_MOST = 9000, MANY_COLS = 257 };

/* A GPU without free memory: none, the one where the ones are wanted, the other one of two. */
enum { NONE_FULL, FULL, OTHER_FULL };

/* What is asked for; `watched`: its calls are counted. */
typedef struct Ones {
	int gpus, gpu, current;
	int64_t rows, cols;
	int full;
	bool watched;
} Ones;

static Run *make_ones(Judge *j, const Ones *o)
{
	Run *r = judge_run(j, o->gpus);
	run_int(r, "gpu", o->gpu);
	run_int(r, "current", o->current);
	run_int(r, "rows", o->rows);
	run_int(r, "cols", o->cols);
	run_int(r, "taken", o->full == OTHER_FULL ? !o->gpu : -1);
	if (o->full == FULL)
		run_full(r);
	if (o->watched)
		run_watch(r);
	run_told_of_use(r);
	return r;
}

static Run *run_ones(Judge *j, Ones o)
{
	Run *r = make_ones(j, &o);
	if (!o.full && o.rows >= 200 && o.rows <= 400)
		run_shown(r);
	run_go(r);
	return r;
}

static Run *judge_ones(Judge *j, Ones o)
{
	const int gpus = o.gpus, gpu = o.gpu, current = o.current;
	const int64_t rows = o.rows, cols = o.cols;
	Run *r = run_ones(j, o);
	const char *at = judge_text(j, "%lld x %lld ones on GPU %d with GPU %d current",
				    (long long)rows, (long long)cols, gpu, current);
	judge_that_for(j, !run_get_int(r, "null"), "failure-without-reason",
		       "%s: NULL was returned", at);
	int64_t on = run_get_int(r, "on"), held = run_get_int(r, "held"), count;
	int64_t bytes = rows * cols * (int64_t)sizeof(float);
	judge_that_for(j, on >= 0, "not-on-a-gpu", "%s: the pointer is not device memory", at);
	judge_that_for(j, on == gpu, "wrong-gpu", "%s: the memory is on GPU %d", at, (int)on);
	judge_that_for(j, held >= bytes, "result-too-small",
		       "%s: the memory has %lld bytes, wanted %lld", at, (long long)held,
		       (long long)bytes);
	const float *got = run_get_floats_on(r, "ones", gpu, &count);
	float *wanted = judge_memory(j, (size_t)bytes);
	for (int64_t i = 0; i < rows * cols; i++)
		wanted[i] = 1.0f;
	judge_that_for(j, got && count == rows * cols, "result-too-small",
		       "%s: there is no memory for that many numbers", at);
	judge_that_for(j, run_begins_memory(r, "ones"), "result-too-small",
		       "%s: the pointer is not where a piece of memory of its own begins", at);
	judge_that_for(j, !run_is_linked(r) || run_gpu_held(r, 0) >= (double)bytes,
		       "result-too-small", "%s: by the machine's record %s of GPUs were taken", at,
		       say_bytes(j, run_gpu_held(r, 0)));
	judge_because(j, "ones-by-bytes");
	judge_copied(j, "the ones", got, wanted, count);
	judge_device_kept(j, r, current);
	judge_no_error_left(j, r);
	const SimcudaCounters *counts = run_counts(r);
	Traffic went = run_traffic(r);
	for (int other = 0; other < gpus && run_is_linked(r); other++)
		judge_that_for(j, other == gpu || counts->allocated[other] == 0, "wrong-gpu",
			       "%s: memory of GPU %d was taken; none of it is needed", at, other);
	judge_because(j, "many-small-copies");
	judge_at_most(j, "copies to the GPU", went.h2d.copies, 1);
	judge_because(j, "leak");
	judge_at_most(j, "bytes of GPU memory held afterwards", (double)counts->live_bytes,
		      (double)bytes);
	if (bytes >= HOST_LEAST)
		judge_host_given_back(j, r, at, bytes);
	if (rows >= MANY_LEAST)
		return r;
	double each = (double)(rows * cols) * run_copy_us(r, "h2d_pageable", sizeof(float));
	judge_lesson(j,
		     "A GPU's memory is filled from the host at once: yours sent %s in %s, %s with "
		     "taking the memory. One copy for each number would take %s.",
		     say_bytes(j, went.h2d.bytes), say_many(j, went.h2d.copies, "copy", "copies"),
		     say_us(j, run_us(r)), say_us(j, each));
	return r;
}

static void judge_no_ones(Judge *j, Run *r, const char *at)
{
	judge_that_for(j, run_get_int(r, "null"), "failure-not-told",
		       "%s: wanted NULL, but a pointer was returned", at);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, 1);
}

/* All went well where as much is asked for: nobody knows by that that a call fails. */
static void judge_failing_ones(Judge *j, const char *kind, int64_t which, const void *ones)
{
	Run *r = make_ones(j, ones);
	const char *at = run_fail_times(j, r, kind, which, FAILING_ALL);
	run_go(r);
	judge_no_ones(j, r, at);
}

static void judge_failures_of_ones(Judge *j, Ones o)
{
	o.watched = true;
	Run *good = judge_ones(j, o);
	o.watched = false;
	if (!judge_is_simulated(j))
		return;
	judge_failures_of(j, good, "launch", (int64_t)run_counts(good)->launches,
			  judge_failing_ones, &o);
	judge_failures_of(j, good, "copy", (int64_t)run_traffic(good).all.called,
			  judge_failing_ones, &o);
	judge_failing_fills(j, good, judge_failing_ones, &o);
}

void judge_2_2(Judge *j)
{
	/* 4 k + 2 numbers: malloc() has then no room for one more, so that a number written behind
	 * the end destroys its notes, and free() stops */
	int64_t cols = 4 * judge_between(j, 10, 20) + 2, rows = 2 * judge_between(j, 4, 20) + 1;
	judge_ones(j, (Ones){.gpus = 2, .gpu = 1, .current = 0, .rows = rows, .cols = cols});
	judge_ones(j, (Ones){.gpus = 2, .gpu = 0, .current = 1, .rows = 1, .cols = 1});
	judge_failures_of_ones(
		j, (Ones){.gpus = 2, .gpu = 0, .current = 1, .rows = rows, .cols = cols});
	/* on the other GPU, and with more numbers, which do not tell, either */
	judge_failures_of_ones(
		j, (Ones){.gpus = 2, .gpu = 1, .current = 1, .rows = rows, .cols = cols});
	const int64_t more = judge_between(j, 450, 600);
	judge_failures_of_ones(j, (Ones){.gpus = 2,
					 .gpu = (int)judge_between(j, 0, 1),
					 .current = 1,
					 .rows = more,
					 .cols = MANY_COLS});
	rows = judge_between(j, 200, 400);
	const int gpu = (int)judge_between(j, 0, 2);
	judge_ones(j, (Ones){.gpus = 4, .gpu = gpu, .current = 3, .rows = rows, .cols = 257});
	Run *alone = run_ones(j, (Ones){.gpus = 2,
					.gpu = 1,
					.current = 0,
					.rows = rows,
					.cols = 257,
					.full = OTHER_FULL});
	judge_that_for(
		j, !run_get_int(alone, "null"), "wrong-gpu",
		"ones on GPU 1: NULL was returned where the memory of every other GPU is taken; "
		"none of it is needed");
	const int high = 1 << judge_between(j, 24, 30); /* its lower bits are a GPU's number */
	const int beyond = (int)judge_between(j, 2, 9), far = high + (int)judge_between(j, 0, 1);
	const int below = (int)judge_between(j, -9, -1);
	judge_no_ones(
		j,
		run_ones(j, (Ones){.gpus = 2, .gpu = beyond, .current = 1, .rows = 3, .cols = 4}),
		"there is no such GPU");
	judge_no_ones(
		j, run_ones(j, (Ones){.gpus = 2, .gpu = far, .current = 1, .rows = 3, .cols = 4}),
		"a number far beyond");
	judge_no_ones(
		j, run_ones(j, (Ones){.gpus = 2, .gpu = below, .current = 1, .rows = 3, .cols = 4}),
		"a number below 0");
	Run *none = run_ones(j, (Ones){.gpus = 0, .gpu = 0, .current = 0, .rows = 3, .cols = 4});
	judge_that_for(j, run_get_int(none, "null"), "failure-not-told",
		       "on a machine without a GPU: wanted NULL, but a pointer was returned");
	judge_no_error_left_at(j, none, "on a machine without a GPU");

	/* behind so many numbers no process is called twice */
	Ones many = {.gpus = 2, .current = 1, .cols = MANY_COLS};
	many.rows = judge_between(j, MANY_LEAST, MANY_MOST);
	judge_ones(j, many);
	if (judge_is_simulated(j)) {
		many.full = FULL; /* no size tells */
		Run *r = run_ones(j, many);
		const char *at = "a GPU without that much free memory";
		judge_no_ones(j, r, at);
		judge_host_given_back(j, r, at, HOST_LEAST);
	}
	judge_no_ones(j,
		      run_ones(j, (Ones){.gpus = 2,
					 .gpu = 0,
					 .current = 1,
					 .rows = BEYOND + 1,
					 .cols = BEYOND}),
		      "more numbers than any memory has");
}

/* --- 2.3: random numbers ---------------------------------------------------------------------- */

/* Element i of the sequence that tensor.h describes: Philox 4x32-10, word i % 4 of block i / 4. */
static float philox_element(uint64_t seed, uint64_t i)
{
	uint32_t x[4] = {(uint32_t)(i / 4), (uint32_t)(i / 4 >> 32), 0, 0};
	uint32_t key[2] = {(uint32_t)seed, (uint32_t)(seed >> 32)};
	for (int round = 0; round < 10; round++) {
		uint64_t p = x[0] * UINT64_C(0xD2511F53), q = x[2] * UINT64_C(0xCD9E8D57);
		uint32_t y[4] = {(uint32_t)(q >> 32) ^ x[1] ^ key[0], (uint32_t)q,
				 (uint32_t)(p >> 32) ^ x[3] ^ key[1], (uint32_t)p};
		memcpy(x, y, sizeof x);
		key[0] += 0x9E3779B9;
		key[1] += 0xBB67AE85;
	}
	return (float)(x[i % 4] >> 8) / (1 << 24);
}

void judge_2_3(Judge *j)
{
	const struct {
		int gpus;
		Device device;
	} cases[] = {{2, {DEVICE_GPU, 1}},
		     {4, {DEVICE_GPU, 1}},
		     {1, {DEVICE_GPU, 0}},
		     {0, {DEVICE_CPU, 0}}};
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		int64_t rows = judge_between(j, 20, 30), cols = judge_between(j, 31, 60);
		uint64_t seed = (uint64_t)judge_between(j, 1, 1 << 30);
		if (c % 2) /* all of its bits */
			seed = UINT64_C(1) << 63 | seed << 34 |
			       (uint64_t)judge_between(j, 0, INT64_C(1) << 34);
		if (c == 1) {
			rows = 1;
			cols = judge_between(j, 100000, 120000);
		}
		if (c == 2)
			cols = 1;
		Run *r = judge_run(j, cases[c].gpus);
		run_int(r, "rows", rows);
		run_int(r, "cols", cols);
		run_int(r, "seed", (int64_t)seed);
		run_told_of_use(r);
		run_go(r);
		const RunTensor *x = run_get_tensor(r, "x");
		const char *at = say_a_machine(j, cases[c].gpus);
		judge_that_for(j, x != NULL, "failure-without-reason", "NULL was returned on %s%s",
			       at, say_reason(j, r));
		judge_because(j, "second-gpu");
		judge_device(j, judge_text(j, "the device on %s", at), x->device, cases[c].device);
		judge_because(j, "wrong-shape");
		judge_shape(j, "the shape", x->shape, SHAPE(rows, cols));
		float *wanted = judge_memory(j, (size_t)(rows * cols) * sizeof *wanted);
		for (int64_t i = 0; i < rows * cols; i++)
			wanted[i] = philox_element(seed, (uint64_t)i);
		judge_because(j, "other-seed");
		judge_floats(j, "the random numbers of this seed", x->values, wanted, rows * cols,
			     0);
		judge_no_error_left_at(j, r, at);
		Traffic went = run_traffic(r);
		judge_because(j, "drawn-elsewhere");
		judge_at_most(j, "copies to a GPU", went.h2d.copies + went.p2p.copies, 0);
		judge_at_most(j, "copies", went.all.copies, 0);
		if (cases[c].gpus > 0)
			judge_worked(j, r, at, (RunWork){.numbers = (double)(rows * cols)});
		if (c == 0)
			judge_lesson(
				j,
				"Each random number is worked out of the seed and its place, so "
				"the GPU can make them itself: yours sent it %s; made on the "
				"host they would be %s to send.",
				say_bytes(j, went.h2d.bytes),
				say_bytes(j, 4.0 * (double)(rows * cols)));
	}
}
