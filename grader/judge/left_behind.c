/* left_behind.c - looks at the runs of a check once its judge is content. */
#include "grader/judge/left_behind.h"

#include <stdlib.h>
#include <string.h>

#include "grader/judge/describe_inputs.h"
#include "grader/judge/judge_state.h"
#include "grader/probe/line_table.h"

/* The blocks that lines of the lab made, and the first of these lines; 0: there are none. What else was made
 * in the window is the drive's. */
static int kept_sum(const Run *r, double *blocks, double *bytes)
{
	char *table = r->answers.kept_count > 0 ? run_line_table(r) : NULL;
	int first = 0;

	*blocks = *bytes = 0;
	for (int i = 0; i < r->answers.kept_count; i++) {
		const FrameKept *kept = &r->answers.kept[i];
		int line = line_table_find(table, &kept->made, 1);

		if (line <= 0)
			continue;
		if (first == 0)
			first = line;
		*blocks += (double)kept->blocks;
		*bytes += (double)kept->bytes;
	}
	free(table);
	return first;
}

int run_kept_line(const Run *r)
{
	double blocks, bytes;

	return kept_sum(r, &blocks, &bytes);
}

static void memory_judge(Judge *j, const Run *r)
{
	double blocks, bytes;
	char about[ABOUT_MAX];
	int line = kept_sum(r, &blocks, &bytes);

	if (line > 0)
		judge_fail_for(
			j, "host-memory-kept",
			"host memory stays taken: %s from malloc(), of %s, was not given back%s%s",
			say_many(j, blocks, "block", "blocks"), say_bytes(j, bytes),
			judge_line_in(j, " (made at ", line, ")"),
			about_run(r, about, sizeof about));
}

/* Where the machine itself says which device is current. */
static void device_judge(Judge *j, const Run *r)
{
	char about[ABOUT_MAX];

	for (int i = 0; i < r->answers.ended && r->answers.linked && !j->lab->moves_device; i++) {
		const FrameWindow *window = &r->answers.window[i];

		if (window->counted && window->go.device != window->end.device)
			judge_fail_for(
				j, "device-not-put-back",
				"the current device was not put back: it was %d, and is %d%s",
				(int)window->go.device, (int)window->end.device,
				about_run(r, about, sizeof about));
	}
}

/* What the caller has on that GPU is gone, whether the check has anything there or not. */
static void reset_judge(Judge *j, const Run *r)
{
	char about[ABOUT_MAX];

	for (int i = 0; i < r->answers.ended && r->answers.linked; i++) {
		const FrameWindow *window = &r->answers.window[i];

		judge_that_for(j, !window->counted || window->end.resets == window->go.resets,
			       "device-reset",
			       "cudaDeviceReset was called: it destroys all that the program has "
			       "on a GPU, "
			       "the caller's memory and streams too%s",
			       about_run(r, about, sizeof about));
	}
}

/* A whole number that the drive tells besides, where there is something to tell; else 0. */
static int64_t told_int(const Run *r, const char *name)
{
	const Value *value = values_find(r->answers.results, name);
	int64_t number = 0;

	if (value && value->type == FRAME_INT && value->bytes == sizeof number)
		memcpy(&number, value->payload, sizeof number);
	return number;
}

/* Whether all that may be kept for later calls has been made before: a first call with the same whole numbers came to its
 * end. Where a call fails the first one may not have come so far. */
static bool finds_all_kept(const Run *r)
{
	return r->is_second && r->alike && (!r->orders.failing.kind || r->beside_spared);
}

/* The drive tells, as it is the program that keeps it. */
static void framework_judge(Judge *j, const Run *r)
{
	static const char *const parts[STATE_PARTS] = {
		[STATE_DEVICE] = "the framework's current device (device_set_current, device_push)",
		[STATE_STREAM] = "the stream in which tensors are computed (stream_set_current)",
		[STATE_POLICY] = "the policy for two devices (device_set_policy)",
	};
	const int64_t part = told_int(r, FRAME_CHANGED);
	char about[ABOUT_MAX];

	if (part > 0 && part < STATE_PARTS && !j->lab->moves_device)
		judge_fail_for(j, "framework-not-put-back", "%s was not put back%s", parts[part],
			       about_run(r, about, sizeof about));
}

/* How many tensors a run made and left; the drive tells. */
static int64_t tensors_left(const Run *r)
{
	return told_int(r, FRAME_TENSORS);
}

/* Whether none stays in the first call of a process where no call fails: so none is kept for later calls. */
static bool keeps_no_tensors(const Judge *j)
{
	for (const Run *r = j->runs; r; r = r->next)
		if (r->gone && !r->is_second && !r->orders.failing.kind && tensors_left(r) > 0)
			return false;
	return true;
}

/* A second call that finds all that was kept has made blocks anew, and they stay: so each call does, and a variable leads
 * to all of them. */
static void grown_judge(Judge *j, const Run *r)
{
	const Value *value = values_find(r->answers.results, FRAME_GROWN);
	int64_t told[KEPT_MAX * GROWN_NUMBERS] = {0};
	char about[ABOUT_MAX];
	double blocks = 0;
	int first = 0;

	if (!value || value->type != FRAME_INTS || value->bytes > sizeof told || !finds_all_kept(r))
		return;
	memcpy(told, value->payload, value->bytes);

	char *table = run_line_table(r);

	for (int i = 0; i < KEPT_MAX; i++) {
		const uint64_t made = (uint64_t)told[GROWN_NUMBERS * i];
		const int line = made > 0 ? line_table_find(table, &made, 1) : 0;

		if (line <= 0 || told[GROWN_NUMBERS * i + 1] <= 0)
			continue;
		first = first ? first : line;
		blocks += (double)told[GROWN_NUMBERS * i + 1];
	}
	free(table);
	if (first > 0)
		judge_fail_for(
			j, "host-memory-kept",
			"host memory stays taken: each call makes %s more from malloc() that no "
			"later one gives back%s%s",
			say_many(j, blocks, "block", "blocks"),
			judge_line_in(j, " (made at ", first, ")"),
			about_run(r, about, sizeof about));
}

static void threads_judge(Judge *j, const Run *r)
{
	const int64_t left = told_int(r, FRAME_THREADS);
	char about[ABOUT_MAX];

	if (left > 0 && finds_all_kept(r))
		judge_fail_for(j, "threads-kept", "%s when the function has returned%s",
			       say_many(j, (double)left,
					"thread that each call makes is still there",
					"threads that each call makes are still there"),
			       about_run(r, about, sizeof about));
}

static void tensors_judge(Judge *j, const Run *r)
{
	char about[ABOUT_MAX];

	if (tensors_left(r) > 0 && (finds_all_kept(r) || keeps_no_tensors(j)))
		judge_fail_for(j, "tensors-kept", "%s not given back by tensor_free%s",
			       say_many(j, (double)tensors_left(r), "tensor was", "tensors were"),
			       about_run(r, about, sizeof about));
}

/* Streams and events that a run made and left in that window. */
static uint64_t handles_left(const FrameWindow *window)
{
	const uint64_t before = window->go.handles, after = window->end.handles;

	return window->counted && after > before ? after - before : 0;
}

/* Whether none stays where no call fails, in a process of its own. Then none is kept for later calls, and what stays
 * where a call fails has been forgotten. */
static bool keeps_none(const Judge *j)
{
	int seen = 0;
	uint64_t left = 0;

	for (const Run *r = j->runs; r; r = r->next) {
		if (!r->gone || !r->answers.linked || r->is_second || r->orders.failing.kind)
			continue;
		for (int i = 0; i < r->answers.ended; i++)
			left += handles_left(&r->answers.window[i]);
		seen++;
	}
	return seen > 0 && left == 0;
}

/* Whether no stream and no event that this run made may be there in the end. Where they may be kept for later calls, a
 * second call with the same whole numbers finds them; where a call fails the first one may not have come so far. */
static bool makes_no_handles(const Judge *j, const Run *r)
{
	if (j->check->no_handles || !j->lab->no_handles)
		return j->check->no_handles;
	if (j->check->makes_handles)
		return false;
	if (r->orders.failing.kind && !r->is_second)
		return keeps_none(j);
	return finds_all_kept(r);
}

/* Whether no handle of cuBLAS that this run made may be there in the end. The framework makes its own in a first call, and
 * where a call of one fails. */
static bool makes_no_blas(const Judge *j, const Run *r)
{
	return j->lab->no_handles && !j->check->makes_blas && r->is_second && r->alike &&
	       !r->orders.failing.kind;
}

#define GPUS_COUNTED                                                                               \
	((int)(sizeof((SimcudaCounters *)0)->library_on /                                          \
	       sizeof((SimcudaCounters *)0)->library_on[0]))

/* What libraries have got of that GPU in a run, and kept. */
static uint64_t blas_left(const Run *r, int gpu)
{
	uint64_t left = 0;

	for (int i = 0; i < r->answers.ended; i++) {
		const FrameWindow *window = &r->answers.window[i];
		const uint64_t before = window->go.library_on[gpu],
			       after = window->end.library_on[gpu];

		left += window->counted && after > before ? after - before : 0;
	}
	return left;
}

/* Whether a GPU has got another handle although it had got one in the call before, so that this one was not kept for
 * later calls. */
static bool makes_blas_again(const Judge *j, const Run *r)
{
	const Run *before = r->before;

	if (j->check->makes_blas || !r->answers.linked || !before || before->orders.failing.kind ||
	    r->orders.failing.kind)
		return false;
	for (int gpu = 0; gpu < GPUS_COUNTED; gpu++)
		if (blas_left(before, gpu) > 0 && blas_left(r, gpu) > 0)
			return true;
	return false;
}

/* Each has memory of a GPU, which the machine counts. */
static void blas_judge(Judge *j, const Run *r)
{
	char about[ABOUT_MAX];
	bool stays = makes_blas_again(j, r);

	for (int i = 0; i < r->answers.ended && r->answers.linked && makes_no_blas(j, r); i++) {
		const FrameWindow *window = &r->answers.window[i];

		stays |= window->counted && window->end.library_bytes > window->go.library_bytes;
	}
	if (stays)
		judge_fail_for(j, "handle-stays", "a handle of cuBLAS was made and not destroyed%s",
			       about_run(r, about, sizeof about));
}

/* The machine's own count. That a later call makes others in the same line, which is what its findings go by, need not
 * be. */
static void handles_judge(Judge *j, const Run *r)
{
	char about[ABOUT_MAX];
	const bool none = makes_no_handles(j, r);

	for (int i = 0; i < r->answers.ended && r->answers.linked && none; i++) {
		const FrameWindow *window = &r->answers.window[i];

		if (handles_left(window) > 0)
			judge_fail_for(j, "objects-kept", "%s never destroyed%s",
				       say_many(j, (double)handles_left(window),
						"stream, event or pool was",
						"streams, events or pools were"),
				       about_run(r, about, sizeof about));
	}
}

/* The machine's own count when the exercise returns: a thread may give back later what each call takes. */
static void gpu_judge(Judge *j, const Run *r)
{
	char about[ABOUT_MAX];

	for (int i = 0; i < r->answers.ended && r->answers.linked && j->check->no_gpu_memory &&
			finds_all_kept(r);
	     i++) {
		const FrameWindow *window = &r->answers.window[i];
		const double more = (double)window->end.live_bytes - (double)window->go.live_bytes;

		if (window->counted && more > r->returns_gpu)
			judge_fail_for(
				j, "leak",
				"each call takes %s of GPUs that are there when it returns%s%s",
				say_bytes(j, more),
				r->returns_gpu > 0 ? judge_text(j, ", and returns at most %s",
								say_bytes(j, r->returns_gpu))
						   : "",
				about_run(r, about, sizeof about));
	}
}

void left_behind_judge(Judge *j)
{
	for (const Run *r = j->runs; r; r = r->next)
		if (r->gone) {
			handles_judge(j, r);
			blas_judge(j, r);
			device_judge(j, r);
			reset_judge(j, r);
			framework_judge(j, r);
			tensors_judge(j, r);
			threads_judge(j, r);
			grown_judge(j, r);
			gpu_judge(j, r);
			memory_judge(j, r);
		}
}
