/* room.c - decides about 2.4 and 2.5: how much memory a GPU has left, and what a refusal leaves behind. */
#include <stdbool.h>
#include <stddef.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/common/far.h"
#include "grader/labs/lab2/judge.h"

/* --- 2.4: memory used and free ---------------------------------------------------------------- */

/* MiB; so much more is taken of the GPU that is asked for, if it has them: an int of bytes does not hold what is in use
 * then. */
static int64_t much_of(Run *r)
{
	enum { MUCH = 4096 };
	return run_figure(r, "memory_bytes") < 2 * MUCH ? 0 : MUCH; /* in MiB there */
}

/* What *used and *available hold before. */
typedef struct Old {
	int64_t used, available;
} Old;

static Run *run_memory(Judge *j, int gpus, int gpu, int other, int current, int exists, int64_t mib,
		       Old *old)
{
	old->used = judge_between(j, 1, INT64_C(1) << 40);
	old->available = judge_between(j, 1, INT64_C(1) << 40);
	Run *r = judge_run(j, gpus);
	if (gpus == 4 && judge_is_simulated(j)) /* each has another size */
		run_model(r, "mixed");
	run_int(r, "gpu", gpu);
	run_int(r, "other", other);
	run_int(r, "current", current);
	run_int(r, "exists", exists);
	run_int(r, "mib", mib);
	run_int(r, "more", mib + much_of(r));
	run_int(r, "used", old->used);
	run_int(r, "available", old->available);
	run_go(r);
	return r;
}

enum { STATUS, USED, AVAILABLE, REALLY_FREE, REALLY_THERE, FIELDS, READINGS = 3 };

/* What is free the program tells: who knows it has asked the machine. */
static void judge_asked(Judge *j, Run *r, const char *at, int gpu, int times)
{
	judge_that_for(j, !run_is_linked(r) || run_counts(r)->asked_memory[gpu] >= (uint64_t)times,
		       "cuda-not-asked", "%s: CUDA was not asked how much memory is free", at);
}

/* What there really is the program tells: of all of it a context is in use, and the MiB that the drive has taken. */
static bool can_be(Run *r, int gpu, int64_t taken, const int64_t *reading)
{
	int64_t context = (int64_t)run_figure(r, "context_bytes") * MIB;
	return reading[REALLY_THERE] == run_gpu(r, gpu).memory_bytes &&
	       reading[USED] == context + taken * MIB;
}

static void judge_memory_of(Judge *j, int gpus, int gpu, int other, int current)
{
	int64_t mib = 2 * judge_between(j, 1, 4), count;
	Old old;
	Run *r = run_memory(j, gpus, gpu, other, current, 1, mib, &old);
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
		  (got[FIELDS + USED] - got[USED]) / MIB, mib + much_of(r));
	judge_int(j, judge_text(j, "%s: MiB more in use after taking some on the other GPU", at),
		  (got[2 * FIELDS + USED] - got[FIELDS + USED]) / MIB, 0);
	judge_lesson(j,
		     "cudaMemGetInfo speaks of the current GPU alone: when %lld MiB were taken of "
		     "GPU %d yours read %lld MiB more in use there, and 0 more when the other GPU "
		     "gave some.",
		     (long long)mib + (long long)much_of(r), gpu,
		     (long long)((got[FIELDS + USED] - got[USED]) / MIB));
	judge_asked(j, r, at, gpu, 2 * READINGS); /* the drive asks as often */
	for (int i = 0; i < READINGS && judge_is_simulated(j); i++)
		judge_complete(j, can_be(r, gpu, i > 0 ? mib + much_of(r) : 0,
					 got + (ptrdiff_t)i * FIELDS));
	judge_device_kept(j, r, current);
	judge_device_told(j, r, at, current);
	judge_no_error_left(j, r);
}

void judge_2_4(Judge *j)
{
	judge_memory_of(j, 2, 1, 0, 0);
	judge_memory_of(j, 2, 0, 1, 1);
	const int asked = (int)judge_between(j, 2, 3);
	judge_memory_of(j, 4, asked, 5 - asked, (int)judge_between(j, 0, 1));

	int64_t count;
	Old old;
	Run *r = run_memory(j, 2, (int)judge_between(j, 2, 9), 0, 1, 0, 2, &old);
	const int64_t *got = run_get_ints(r, "readings", &count);
	judge_complete(j, count == READINGS * FIELDS);
	for (int i = 0; i < READINGS; i++, got += FIELDS) {
		const char *at = i == 1   ? "a number below 0"
				 : i == 2 ? "a number far beyond"
					  : "without such a GPU";
		judge_because(j, "failure-not-told");
		judge_int(j, judge_text(j, "%s: what is returned", at), got[STATUS], -1);
		judge_that_for(j, got[USED] == old.used && got[AVAILABLE] == old.available,
			       "changed-on-failure", "%s: *used or *available was changed", at);
	}
	judge_no_error_left(j, r);
	judge_device_kept(j, r, 1);
	judge_device_told(j, r, "without such a GPU", 1);

	Run *none = run_memory(j, 0, 0, 0, 0, 0, 0, &old);
	got = run_get_ints(none, "readings", &count);
	judge_complete(j, count == READINGS * FIELDS);
	judge_because(j, "failure-not-told");
	judge_int(j, "on a machine without a GPU: what is returned", got[STATUS], -1);
	judge_that_for(j, got[USED] == old.used && got[AVAILABLE] == old.available,
		       "changed-on-failure",
		       "on a machine without a GPU: *used or *available was changed");
	judge_no_error_left_at(j, none, "on a machine without a GPU");
}

/* --- 2.5: refusing ---------------------------------------------------------------------------- */

static Run *make_reserve(Judge *j, int gpu, int current, int64_t permille, int halves, int taken)
{
	Run *r = judge_run_on(j, gpu, gpu);
	run_int(r, "gpu", gpu);
	run_int(r, "other", !gpu);
	run_int(r, "current", current);
	run_int(r, "permille", permille);
	run_int(r, "halves", halves);
	run_int(r, "taken", taken);
	run_int(r, "mib", 2 * judge_between(j, 3, 6));
	run_int(r, "few", judge_between(j, 4, 999)); /* bytes, one number at least */
	run_allow(r, "uninitialised-read");          /* the drive looks where the buffers are */
	return r;
}

static Run *run_reserve(Judge *j, int gpu, int current, int64_t permille, int halves, int taken)
{
	Run *r = make_reserve(j, gpu, current, permille, halves, taken);
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

/* What the drive asked for it says itself; the machine's figures tell how much that was at least. */
static int64_t least_wanted(Run *r, int64_t permille, int64_t taken)
{
	double there = run_figure(r, "memory_bytes") - run_figure(r, "context_bytes"); /* in MiB */
	return (int64_t)(0.9 * there * (1 - (double)taken / 1000) * (double)permille / 1000) * MIB;
}

enum { ALIGNED = 512 }; /* bytes of which whole numbers may be asked for */

static void judge_pair(Judge *j, Run *r, const char *at, int gpu, int64_t permille, int64_t taken)
{
	int64_t bytes = bytes_get(j, r, "bytes"), before = bytes_get(j, r, "before");
	judge_complete(j, !judge_is_simulated(j) || bytes >= least_wanted(r, permille, taken));
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
	judge_that_for(j,
		       !run_is_linked(r) || run_gpu_held(r, 0) <= 2.0 * (double)(bytes + ALIGNED),
		       "pair-too-large",
		       "%s: by the machine's record %.0f bytes of GPUs were taken, more than both "
		       "buffers need (%.0f)",
		       at, run_gpu_held(r, 0), 2.0 * (double)bytes);
	for (int i = 0; i < 2; i++) { /* as the machine knows that address */
		int64_t there;
		const char *name = i ? "at.second" : "at.first";
		judge_complete(j, run_get_floats_on(r, name, gpu, &there) && there == 1);
		judge_that_for(j, run_begins_memory(r, name), "pair-of-one",
			       "%s: the %s buffer does not begin where memory begins: each buffer "
			       "has to be an allocation of its own",
			       at, i ? "second" : "first");
	}
	for (int i = 0; i < 2; i++) {
		int64_t there;
		judge_that_for(j, run_get_floats_on(r, i ? "end.second" : "end.first", gpu, &there),
			       "pair-too-small", "%s: the %s buffer does not have that many bytes",
			       at, i ? "second" : "first");
	}
	judge_that_for(
		j, run_get_int(r, "freed") == 2, "pair-of-one",
		"%s: cudaFree does not take both pointers: each buffer has to be an allocation "
		"of its own",
		at);
	int64_t there;
	judge_that_for(j, !run_get_floats_on(r, "at.front", gpu, &there), "pair-too-small",
		       "%s: the buffer that lies in front does not have that many bytes: they "
		       "reach into another allocation",
		       at);
}

static void judge_refused(Judge *j, Run *r, const char *at, int gpu)
{
	int64_t before = bytes_get(j, r, "before"), after = bytes_get(j, r, "after");
	judge_that_for(j, run_get_int(r, "nulls"), "pair-not-null",
		       "%s: refused, but a pointer is not NULL", at);
	judge_that_for(j, after == before, "first-kept",
		       "%s: refused, but %.4g MiB of the GPU stay taken: the first buffer was not "
		       "given back",
		       at, (double)(before - after) / (double)MIB);
	judge_that_for(j, !run_is_linked(r) || run_gpu_held(r, 0) <= 0, "first-kept",
		       "%s: refused, but by the machine's record %s of GPUs stay taken", at,
		       say_bytes(j, run_gpu_held(r, 0)));
	judge_asked(j, r, at, gpu, 1);
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
		judge_pair(j, r, at, gpu, 500, 0);
	else
		judge_refused(j, r, at, gpu);
	judge_because(j, "bytes-missing");
	judge_int(j, judge_text(j, "%s: the bytes missing", at), run_get_int(r, "missing"),
		  status ? 1 : 0);
	judge_no_error_left(j, r);
	judge_device_kept(j, r, current);
}

/* `taken` of 1000 parts of the GPU's memory are in use before. */
static Run *judge_reserve(Judge *j, int gpu, int current, int64_t permille, int taken)
{
	Run *r = make_reserve(j, gpu, current, permille, 0, taken);
	if (taken) /* so small a GPU that other memory would have room for a buffer */
		run_model(r, "tiny");
	run_go(r);
	const char *at = !permille ? "2 buffers of a few bytes each"
				   : judge_text(j, "2 buffers of %.2g of the free memory each%s",
						(double)permille / 1000,
						taken ? ", most of the GPU in use" : "");
	judge_fence(j, r, at);
	int64_t bytes = bytes_get(j, r, "bytes"), before = bytes_get(j, r, "before");
	int fits = 2 * permille < 1000;
	judge_because(j, fits ? "failure-without-reason" : "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"),
		  fits ? 0 : -1);
	if (fits)
		judge_pair(j, r, at, gpu, permille, taken);
	else
		judge_refused(j, r, at, gpu);
	judge_because(j, "bytes-missing");
	judge_int(j, judge_text(j, "%s: the bytes missing", at), run_get_int(r, "missing"),
		  fits ? 0 : 2 * bytes - before);
	if (!fits && !taken)
		judge_lesson(j,
			     "A call that takes several things gives back what it has when one "
			     "fails: two buffers of %.4g GiB where %.4g were free; yours left %.4g "
			     "bytes taken, as if nothing had been asked for.",
			     (double)bytes / (double)(MIB << 10),
			     (double)before / (double)(MIB << 10),
			     (double)(before - bytes_get(j, r, "after")));
	judge_no_error_left(j, r);
	judge_device_kept(j, r, current);
	return r;
}

/* By what was free both fit, as they did in `good`, and yet one request is refused, or all from that one on: only who
 * makes it learns that. */
static void judge_one_refused(Judge *j, const Run *good, int64_t which, int64_t times)
{
	judge_repeat(j, good);
	const int64_t permille = judge_between(j, 200, 400);
	Run *r = make_reserve(j, 1, 0, permille, 0, 0);
	const char *at = run_fail_times(j, r, "memory", which, times);
	run_go(r);
	judge_repeat(j, NULL);
	judge_fence(j, r, at);
	const int64_t status = run_get_int(r, "status");
	if (times == 1 && status == 0 && run_get_int(r, "first") == 1 &&
	    run_get_int(r, "second") == 1) { /* who has asked once more has both */
		judge_pair(j, r, at, 1, permille, 0);
		return;
	}
	judge_because(j, "failure-not-told");
	judge_int(j, judge_text(j, "%s: what is returned", at), status, -1);
	judge_refused(j, r, at, 1);
	judge_because(j, "bytes-missing");
	judge_int(j, judge_text(j, "%s: the bytes missing", at), run_get_int(r, "missing"), 1);
	judge_no_error_left_at(j, r, at);
	judge_device_kept_at(j, r, at, 0);
}

void judge_2_5(Judge *j)
{
	Run *good = judge_reserve(j, 1, 0, judge_between(j, 200, 400), 0);
	judge_reserve(j, 0, 1, judge_between(j, 1200, 1900), 0); /* not even one fits */
	judge_reserve(j, 1, 0, judge_between(j, 600, 800), 0);   /* one fits, two do not */
	judge_reserve(j, 0, 1, judge_between(j, 600, 800), 600); /* two fit an empty GPU */
	judge_reserve(j, far_gpu(j, 1), 1, 0, 0);
	judge_halves(j, 1, 0);
	for (int64_t which = 1; which <= 2 && judge_is_simulated(j); which++)
		judge_one_refused(j, good, which, FAILING_ALL);
	if (judge_is_simulated(j)) /* the second one alone goes well */
		judge_one_refused(j, good, 1, 1);
}
