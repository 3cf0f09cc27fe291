/* judge.c - decides about lab 2: where data live, and what fits there. */
#include <stdio.h>
#include <string.h>

#include "grader/labs/common/causes.h"
#include "grader/labs/lab2/judge.h"

#define MIB ((int64_t)1 << 20)

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
	judge_that_for(
		j, !run_is_linked(r) || run_counts(r)->asked_pointers >= (uint64_t)count,
		"cuda-not-asked",
		"CUDA was asked about %lld of %d pointers: it alone knows where each one points",
		(long long)run_counts(r)->asked_pointers, count);
}

static void judge_2_1(Judge *j)
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

/* A square of so many numbers is larger than all that a process can address. */
#define BEYOND ((int64_t)1 << 23)

static Run *run_ones(Judge *j, int gpus, int gpu, int current, int64_t rows, int64_t cols, int full)
{
	Run *r = judge_run(j, gpus);
	run_int(r, "gpu", gpu);
	run_int(r, "current", current);
	run_int(r, "rows", rows);
	run_int(r, "cols", cols);
	run_int(r, "full", full);
	if (!full && rows >= 200 && rows < BEYOND)
		run_shown(r);
	run_go(r);
	return r;
}

static void judge_ones(Judge *j, int gpus, int gpu, int current, int64_t rows, int64_t cols)
{
	Run *r = run_ones(j, gpus, gpu, current, rows, cols, 0);
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
	judge_because(j, "ones-by-bytes");
	judge_copied(j, "the ones", got, wanted, count);
	judge_device_kept(j, r, current);
	judge_no_error_left(j, r);
	const SimcudaCounters *counts = run_counts(r);
	Traffic went = run_traffic(r);
	judge_because(j, "many-small-copies");
	judge_at_most(j, "copies to the GPU", went.h2d.copies, 1);
	judge_because(j, "leak");
	judge_at_most(j, "bytes of GPU memory held afterwards", (double)counts->live_bytes,
		      (double)bytes);
	if (bytes >= HOST_LEAST)
		judge_host_given_back(j, r, at, bytes);
	double each = (double)(rows * cols) * run_copy_us(r, "h2d_pageable", sizeof(float));
	judge_lesson(j,
		     "A GPU's memory is filled from the host at once: yours sent %s in %s, %s with "
		     "taking the memory. One copy for each number would take %s.",
		     say_bytes(j, went.h2d.bytes), say_many(j, went.h2d.copies, "copy", "copies"),
		     say_us(j, run_us(r)), say_us(j, each));
}

static void judge_no_ones(Judge *j, Run *r, const char *at)
{
	judge_that_for(j, run_get_int(r, "null"), "failure-not-told",
		       "%s: wanted NULL, but a pointer was returned", at);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, 1);
}

static void judge_2_2(Judge *j)
{
	/* 4 k + 2 numbers: malloc() has then no room for one more, so that a number written behind
	 * the end destroys its notes, and free() stops */
	int64_t cols = 4 * judge_between(j, 10, 20) + 2, rows = 2 * judge_between(j, 4, 20) + 1;
	judge_ones(j, 2, 1, 0, rows, cols);
	judge_ones(j, 2, 0, 1, 1, 1);
	rows = judge_between(j, 200, 400);
	judge_ones(j, 4, (int)judge_between(j, 0, 2), 3, rows, 257);
	judge_no_ones(j, run_ones(j, 2, (int)judge_between(j, 2, 9), 1, 3, 4, 0),
		      "there is no such GPU");

	Run *r = run_ones(j, 2, 0, 1, judge_between(j, 1200, 1300), 1024, 1);
	const char *at = "a GPU without that much free memory";
	judge_no_ones(j, r, at);
	judge_host_given_back(j, r, at, HOST_LEAST);
	judge_no_ones(j, run_ones(j, 2, 0, 1, BEYOND, BEYOND, 0),
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

static void judge_2_3(Judge *j)
{
	const struct {
		int gpus;
		Device device;
	} cases[] = {{2, {DEVICE_GPU, 1}},
		     {4, {DEVICE_GPU, 1}},
		     {1, {DEVICE_GPU, 0}},
		     {0, {DEVICE_CPU, 0}}};
	for (size_t c = 0; c < sizeof cases / sizeof *cases; c++) {
		int64_t rows = judge_between(j, 10, 30), cols = judge_between(j, 31, 60);
		uint64_t seed = (uint64_t)judge_between(j, 1, 1 << 30);
		Run *r = judge_run(j, cases[c].gpus);
		run_int(r, "rows", rows);
		run_int(r, "cols", cols);
		run_int(r, "seed", (int64_t)seed);
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
		Traffic went = run_traffic(r);
		judge_because(j, "drawn-elsewhere");
		judge_at_most(j, "copies to a GPU", went.h2d.copies + went.p2p.copies, 0);
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

/* --- 2.4: memory used and free ---------------------------------------------------------------- */

static Run *run_memory(Judge *j, int gpus, int gpu, int other, int current, int exists, int64_t mib)
{
	Run *r = judge_run(j, gpus);
	run_int(r, "gpu", gpu);
	run_int(r, "other", other);
	run_int(r, "current", current);
	run_int(r, "exists", exists);
	run_int(r, "mib", mib);
	run_go(r);
	return r;
}

enum { STATUS, USED, AVAILABLE, REALLY_FREE, REALLY_THERE, FIELDS, READINGS = 3 };

/* What is free the program tells: who knows it has asked the machine. */
static void judge_asked(Judge *j, Run *r, const char *at, int times)
{
	judge_that_for(j, !run_is_linked(r) || run_counts(r)->asked_memory >= (uint64_t)times,
		       "cuda-not-asked", "%s: CUDA was not asked how much memory is free", at);
}

static void judge_memory_of(Judge *j, int gpus, int gpu, int other, int current)
{
	int64_t mib = 2 * judge_between(j, 1, 4), count;
	Run *r = run_memory(j, gpus, gpu, other, current, 1, mib);
	const int64_t *got = run_get_ints(r, "readings", &count);
	judge_complete(j, count == READINGS * FIELDS);
	const char *at = judge_text(j, "GPU %d with GPU %d current", gpu, current);
	for (int i = 0; i < READINGS; i++, got += FIELDS) {
		judge_because(j, "failure-without-reason");
		judge_int(j, judge_text(j, "%s: what is returned", at), got[STATUS], 0);
		judge_because(j, "other-gpu-asked");
		judge_int(j, judge_text(j, "%s: the free bytes", at), got[AVAILABLE],
			  got[REALLY_FREE]);
		judge_that_for(
			j,
			got[USED] != got[REALLY_FREE] || got[REALLY_THERE] == 2 * got[REALLY_FREE],
			"used-is-free", "%s: the used bytes: got %lld, which is what is free", at,
			(long long)got[USED]);
		judge_int(j, judge_text(j, "%s: the used bytes", at), got[USED],
			  got[REALLY_THERE] - got[REALLY_FREE]);
	}
	/* Independent of what CUDA says: GPU `gpu` gave away `mib` MiB between readings 0 and 1. */
	got -= READINGS * FIELDS;
	judge_int(j, judge_text(j, "%s: MiB more in use after taking some", at),
		  (got[FIELDS + USED] - got[USED]) / MIB, mib);
	judge_int(j, judge_text(j, "%s: MiB more in use after taking some on the other GPU", at),
		  (got[2 * FIELDS + USED] - got[FIELDS + USED]) / MIB, 0);
	judge_lesson(j,
		     "cudaMemGetInfo speaks of the current GPU alone: when %lld MiB were taken of "
		     "GPU %d yours read %lld MiB more in use there, and 0 more when the other GPU "
		     "gave some.",
		     (long long)mib, gpu, (long long)((got[FIELDS + USED] - got[USED]) / MIB));
	judge_asked(j, r, at, 2 * READINGS); /* the drive asks as often */
	judge_device_kept(j, r, current);
	judge_no_error_left(j, r);
}

static void judge_2_4(Judge *j)
{
	judge_memory_of(j, 2, 1, 0, 0);
	judge_memory_of(j, 2, 0, 1, 1);
	judge_memory_of(j, 4, 2, 3, (int)judge_between(j, 0, 1));

	int64_t count;
	Run *r = run_memory(j, 2, (int)judge_between(j, 2, 9), 0, 1, 0, 2);
	const int64_t *got = run_get_ints(r, "readings", &count);
	judge_complete(j, count == READINGS * FIELDS);
	judge_because(j, "failure-not-told");
	judge_int(j, "without such a GPU: what is returned", got[STATUS], -1);
	judge_that_for(j, got[USED] == 77 && got[AVAILABLE] == 77, "changed-on-failure",
		       "without such a GPU: *used or *available was changed");
	judge_no_error_left(j, r);
	judge_device_kept(j, r, 1);
}

/* --- 2.5: refusing ---------------------------------------------------------------------------- */

static Run *run_reserve(Judge *j, int gpu, int current, int64_t permille, int halves, int taken)
{
	Run *r = judge_run(j, 2);
	run_int(r, "gpu", gpu);
	run_int(r, "other", !gpu);
	run_int(r, "current", current);
	run_int(r, "permille", permille);
	run_int(r, "halves", halves);
	run_int(r, "taken", taken);
	run_int(r, "mib", 2 * judge_between(j, 3, 6));
	run_allow(r, "uninitialised-read"); /* the drive looks where the buffers are */
	run_go(r);
	return r;
}

static void judge_fence(Judge *j, Run *r, const char *at)
{
	judge_that_for(j, !run_get_int(r, "beyond"), "written-behind",
		       "%s: pair[2] was written, behind the end", at);
}

/* Bytes of a GPU; what a program makes up must not overflow. */
static int64_t bytes_get(Judge *j, Run *r, const char *name)
{
	int64_t bytes = run_get_int(r, name);
	judge_complete(j, bytes >= 0 && bytes >> 50 == 0);
	return bytes;
}

static void judge_pair(Judge *j, Run *r, const char *at, int gpu)
{
	int64_t bytes = bytes_get(j, r, "bytes"), before = bytes_get(j, r, "before");
	judge_because(j, "wrong-gpu");
	judge_int(j, judge_text(j, "%s: the GPU of the first", at), run_get_int(r, "first"), gpu);
	judge_int(j, judge_text(j, "%s: the GPU of the second", at), run_get_int(r, "second"), gpu);
	judge_that_for(j, !run_get_int(r, "same"), "pair-same", "%s: both pointers are the same",
		       at);
	judge_that_for(j, before - bytes_get(j, r, "after") >= 2 * bytes, "pair-too-small",
		       "%s: not all of the memory was reserved", at);
	judge_that_for(j, !run_is_linked(r) || run_gpu_held(r, 0) >= 2.0 * (double)bytes,
		       "pair-too-small", "%s: by the machine's record %s of GPUs were taken", at,
		       say_bytes(j, run_gpu_held(r, 0)));
	for (int i = 0; i < 2; i++) { /* as the machine knows that address */
		int64_t there;
		const char *name = i ? "at.second" : "at.first";
		judge_complete(j, run_get_floats_on(r, name, gpu, &there) && there == 1);
	}
	judge_that_for(
		j, run_get_int(r, "freed") == 2, "pair-of-one",
		"%s: cudaFree does not take both pointers: each buffer has to be an allocation "
		"of its own",
		at);
}

static void judge_refused(Judge *j, Run *r, const char *at)
{
	int64_t before = bytes_get(j, r, "before"), after = bytes_get(j, r, "after");
	judge_that_for(j, run_get_int(r, "nulls"), "changed-on-failure",
		       "%s: refused, but a pointer is not NULL", at);
	judge_that_for(j, after == before, "first-kept",
		       "%s: refused, but %.4g MiB of the GPU stay taken: the first buffer was not "
		       "given back",
		       at, (double)(before - after) / (double)MIB);
	judge_that_for(j, !run_is_linked(r) || run_gpu_held(r, 0) <= 0, "first-kept",
		       "%s: refused, but by the machine's record %s of GPUs stay taken", at,
		       say_bytes(j, run_gpu_held(r, 0)));
	judge_asked(j, r, at, 1);
}

/* Memory is taken in whole pages, so two halves of an odd number of pages are one page too many,
 * although the free bytes are enough. A GPU that counts otherwise may give both. */
static void judge_halves(Judge *j, int gpu, int current)
{
	Run *r = run_reserve(j, gpu, current, 1, 1, 0);
	const char *at = "2 buffers of half of the free memory each";
	int64_t status = run_get_int(r, "status");
	judge_fence(j, r, at);
	judge_that_for(j, status == 0 || status == -1, "failure-not-told",
		       "%s: wanted 0 or -1 returned, got %lld", at, (long long)status);
	if (status == 0)
		judge_pair(j, r, at, gpu);
	else
		judge_refused(j, r, at);
	judge_because(j, "bytes-missing");
	judge_int(j, judge_text(j, "%s: the bytes missing", at), run_get_int(r, "missing"),
		  status ? 1 : 0);
	judge_no_error_left(j, r);
	judge_device_kept(j, r, current);
}

/* `taken` of 1000 parts of the GPU's memory are in use before. */
static void judge_reserve(Judge *j, int gpu, int current, int64_t permille, int taken)
{
	Run *r = run_reserve(j, gpu, current, permille, 0, taken);
	const char *at =
		judge_text(j, "2 buffers of %.2g of the free memory each%s",
			   (double)permille / 1000, taken ? ", most of the GPU in use" : "");
	judge_fence(j, r, at);
	int64_t bytes = bytes_get(j, r, "bytes"), before = bytes_get(j, r, "before");
	int fits = 2 * permille < 1000;
	judge_because(j, fits ? "failure-without-reason" : "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"),
		  fits ? 0 : -1);
	if (fits)
		judge_pair(j, r, at, gpu);
	else
		judge_refused(j, r, at);
	judge_because(j, "bytes-missing");
	judge_int(j, judge_text(j, "%s: the bytes missing", at), run_get_int(r, "missing"),
		  fits ? 0 : 2 * bytes - before);
	if (!fits)
		judge_lesson(j,
			     "A call that takes several things gives back what it has when one "
			     "fails: two buffers of %.4g GiB where %.4g were free; yours left %.4g "
			     "bytes taken, as if nothing had been asked for.",
			     (double)bytes / (double)(MIB << 10),
			     (double)before / (double)(MIB << 10),
			     (double)(before - bytes_get(j, r, "after")));
	judge_no_error_left(j, r);
	judge_device_kept(j, r, current);
}

static void judge_2_5(Judge *j)
{
	judge_reserve(j, 1, 0, judge_between(j, 200, 400), 0);
	judge_reserve(j, 0, 1, judge_between(j, 1200, 1900), 0); /* not even one fits */
	judge_reserve(j, 1, 0, judge_between(j, 600, 800), 0);   /* one fits, two do not */
	judge_reserve(j, 0, 1, judge_between(j, 600, 800), 600); /* two fit an empty GPU */
	judge_halves(j, 1, 0);
}

/* --- 2.7: what fits --------------------------------------------------------------------------- */

static void judge_2_7(Judge *j)
{
	enum { CASES = 8 };
	int64_t figures[CASES][3], count;
	for (int i = 0; i < CASES; i++) {
		figures[i][0] = judge_between(j, 1000, 80000);
		figures[i][1] = judge_between(j, 100000, 100000000);
		figures[i][2] = judge_between(j, 1000, 1000000);
	}
	figures[1][0] = judge_between(j, 10, 100); /* the parameters alone do not fit */
	figures[1][1] = judge_between(j, 20000000, 100000000);
	figures[1][2] = judge_between(j, 1000, 5000);
	figures[2][1] = judge_between(j, 1000000000, 2000000000); /* their bytes pass 32 bits */
	figures[2][0] = 80000;
	figures[3][0] = judge_between(j, 1, 3); /* one example: 1 MiB of numbers, exactly */
	figures[3][1] = 0;
	figures[3][2] = 262144;
	Run *r = judge_run(j, 0);
	run_ints(r, "figures", &figures[0][0], CASES * 3);
	run_go(r);
	const int64_t *got = run_get_ints(r, "answers", &count);
	judge_complete(j, count == CASES);
	for (int i = 0; i < CASES; i++) {
		int64_t mib = figures[i][0], parameters = figures[i][1], numbers = figures[i][2];
		double left =
			(double)mib * MIB / 4 - 2.0 * (double)parameters; /* exact: below 2^53 */
		int64_t wanted = left > 0 ? (int64_t)left / numbers : 0;
		judge_because(j, left <= 0                    ? "batch-below-zero"
				 : parameters > INT32_MAX / 8 ? "batch-overflow"
							      : "batch-bytes");
		judge_int(j,
			  judge_text(j, "largest_batch(%lld, %lld, %lld)", (long long)mib,
				     (long long)parameters, (long long)numbers),
			  got[i], wanted);
	}
	judge_lesson(j,
		     "A parameter and its gradient take 8 bytes, an example 4 for each of its "
		     "numbers: in %lld MiB, beside %.4g million parameters, %lld examples of %lld "
		     "numbers fit, by yours as by ours.",
		     (long long)figures[4][0], (double)figures[4][1] / 1e6, (long long)got[4],
		     (long long)figures[4][2]);
}

static const Check checks[] = {
	{.id = "2.1",
	 .title = "device_of_pointer says where memory is",
	 .points = 1,
	 .gpus = 4,
	 .function = "device_of_pointer",
	 .hints = {"what does CUDA know about a pointer?",
		   "cudaPointerGetAttributes fills in a type and a device; look at the type first",
		   "pinned host memory has a device too: only cudaMemoryTypeDevice is on a GPU"},
	 .judge = judge_2_1},
	{.id = "2.2",
	 .title = "ones_on_gpu fills GPU memory with CUDA calls",
	 .points = 2,
	 .gpus = 4,
	 .function = "ones_on_gpu",
	 .forbidden = "tensor_ones tensor_full tensor_zeros tensor_from_host tensor_copy_to "
		      "device_set_current device_push",
	 .rule = "CUDA calls alone",
	 .hints =
		 {"on which GPU does cudaMalloc take memory?",
		  "cudaSetDevice before, and back afterwards; cudaMemset writes bytes, and 1.0f is "
		  "not made of four equal ones",
		  "fill a host array with ones, cudaMalloc, one cudaMemcpy, free the host array"},
	 .judge = judge_2_2},
	{.id = "2.3",
	 .title = "random_on_second_gpu makes its numbers there",
	 .points = 1,
	 .gpus = 4,
	 .function = "random_on_second_gpu",
	 .hints = {"the second GPU has which number?",
		   "tensor_uniform takes the device as its last argument",
		   "count the GPUs: with two or more gpu:1, with one gpu:0, else the CPU"},
	 .judge = judge_2_3},
	{.id = "2.4",
	 .title = "gpu_memory tells used and free memory of one GPU",
	 .points = 2,
	 .gpus = 4,
	 .function = "gpu_memory",
	 .forbidden = "device_info device_set_current device_push",
	 .rule = "ask the CUDA runtime itself",
	 .hints = {"which GPU does cudaMemGetInfo speak about?",
		   "about the current one: note it, change it, ask, change it back",
		   "cudaSetDevice fails for a GPU that is not there: take the error away, return "
		   "-1"},
	 .judge = judge_2_4},
	{.id = "2.5",
	 .title = "reserve_pair takes both buffers, or nothing",
	 .points = 2,
	 .stretch = true,
	 .gpus = 2,
	 .function = "reserve_pair",
	 .hints = {"what if the first buffer fits and the second does not?",
		   "cudaMemGetInfo says before the calls how much is free; a failed cudaMalloc "
		   "leaves "
		   "an error behind",
		   "on failure: cudaFree the first, take the error away, both pointers NULL"},
	 .judge = judge_2_5},
	{.id = "2.6",
	 .title = "print_matrix prints with one copy",
	 .points = 1,
	 .stretch = true,
	 .gpus = 2,
	 .function = "print_matrix",
	 .forbidden = "tensor_print",
	 .rule = "format it yourself",
	 .hints = {"how many copies does it take to bring all numbers to the host?",
		   "tensor_to_host copies all elements at once; tensor_bytes says how much room",
		   "after each number a space, but after the last of a row a newline"},
	 .judge = judge_2_6},
	{.id = "2.7",
	 .title = "question: the largest batch that fits",
	 .points = 1,
	 .gpus = 0,
	 .function = "largest_batch",
	 .hints =
		 {"how many bytes does a float32 take, and a MiB?",
		  "a parameter and its gradient take 8 bytes together",
		  "all in int64_t; what is left, divided by the bytes of one example; not below 0"},
	 .judge = judge_2_7},
};

const LabChecks lab2_judge = {
	.number = 2,
	.name = "lab2_placement",
	.checks = checks,
	.count = sizeof checks / sizeof *checks,
	.causes = lab2_causes,
};
