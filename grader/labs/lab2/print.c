/* print.c - decides about the printing of lab 2 (2.6). */
#include <stdio.h>
#include <string.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab2/judge.h"

/* Line `line` differs, w characters against g; tells how. */
static _Noreturn void fail_line(Judge *j, int line, const char *wanted, int w, const char *got,
				int g)
{
	enum { AROUND = 20 };
	int same = 0;
	while (same < w && same < g && wanted[same] == got[same])
		same++;
	if (same == w && strspn(got + w, " ") == (size_t)(g - w))
		judge_fail_for(j, "print-format", "line %d has %s at its end", line,
			       g - w == 1 ? "a space" : "spaces");
	int from = same > AROUND ? same - AROUND : 0;
	const char *dots = from ? "..." : "";
	int most = 2 * AROUND;
	judge_fail_for(j, "print-format",
		       "line %d, from column %d on: wanted \"%s%.*s\", got \"%s%.*s\"", line,
		       same + 1, dots, w - from < most ? w - from : most, wanted + from, dots,
		       g - from < most ? g - from : most, got + from);
}

/* Line by line, so that a message stays short. */
static void judge_lines(Judge *j, const char *wanted, const char *got)
{
	for (int line = 1; *wanted || *got; line++) {
		int w = (int)strcspn(wanted, "\n"), g = (int)strcspn(got, "\n");
		judge_that_for(j, *wanted, "print-format",
			       "there is more than wanted: line %d is \"%.*s\"", line,
			       g < 40 ? g : 40, got);
		judge_that_for(j, *got, "print-format", "line %d is not there, wanted \"%.*s\"",
			       line, w < 40 ? w : 40, wanted);
		if (w != g || memcmp(wanted, got, (size_t)w) != 0)
			fail_line(j, line, wanted, w, got, g);
		judge_that_for(j, got[g] == '\n', "print-format",
			       "the last line, line %d, has no newline at its end", line);
		wanted += w + 1; /* each line that is wanted ends with a newline */
		got += g + 1;
	}
}

/* It is what the check is about: from a GPU, and small enough to be read. */
static bool is_shown(int64_t rows, int64_t cols, Device device)
{
	return cols > 1 && rows < 10 && device.kind == DEVICE_GPU;
}

static const char *whole_text(Judge *j, Run *r)
{
	int64_t texts = run_get_int(r, "texts"), length = 0;
	judge_complete(j, texts > 0 && texts < 100);
	judge_that_for(j, !run_get_int(r, "has.zero"), "print-format",
		       "a byte 0 was printed: it ends a text in memory, and is none of its "
		       "characters");
	for (int i = 0; i < texts; i++) {
		const char *piece = run_get_text(r, judge_text(j, "text%d", i));
		judge_complete(j, piece != NULL);
		length += (int64_t)strlen(piece);
	}
	char *text = judge_memory(j, (size_t)length + 1), *end = text;
	for (int i = 0; i < texts; i++)
		end = stpcpy(end, run_get_text(r, judge_text(j, "text%d", i)));
	return text;
}

/* Draws numbers; returns what has to be printed of them. */
static const char *draw_text(Judge *j, int64_t rows, int64_t cols, Device device, float *values)
{
	char *wanted = judge_memory(j, (size_t)(rows * cols) * 16 + 128);
	int at = sprintf(wanted, "%d x %d on ", (int)rows, (int)cols);
	at += device.kind == DEVICE_CPU ? sprintf(wanted + at, "cpu\n")
					: sprintf(wanted + at, "gpu:%d\n", device.index);
	for (int64_t row = 0; row < rows; row++)
		for (int64_t col = 0; col < cols; col++) {
			float *value = &values[row * cols + col];
			/* a little above a quarter, which is rounded off, or more, which is rounded up */
			*value = (float)judge_between(j, -400, 4000) / 4;
			*value += judge_between(j, 0, 1) ? 0.002F : 0.008F;
			if (row + col == 0)
				*value = (float)judge_between(j, 1000000, 16000000);
			if (row + 1 == rows && col + 1 == cols) /* a text of 43 characters */
				*value = -1e38F * (float)judge_between(j, 1, 3);
			at += sprintf(wanted + at, "%s%.2f%s", col ? " " : "", *value,
				      col == cols - 1 ? "\n" : "");
		}
	return wanted;
}

/* A run in which that is printed, behind a text that nobody knows. `host_full`: malloc() has no memory, which the drive
 * knows by there being no such text: students need not see another input in each message. */
static Run *make_print(Judge *j, int gpus, Shape shape, const float *values, Device device,
		       bool host_full)
{
	Run *r = judge_run(j, gpus);
	run_tensor(r, "x", shape, values, device);
	const char *before =
		judge_text(j, "%lld was there before%s", (long long)judge_between(j, 0, INT64_MAX),
			   shape.dim[0] % 2 ? "\n" : ": ");
	run_text(r, "before", host_full ? NULL : before);
	return r;
}

static Run *judge_print(Judge *j, int gpus, int64_t rows, int64_t cols, Device device)
{
	float *values = judge_memory(j, (size_t)(rows * cols) * sizeof *values);
	const char *wanted = draw_text(j, rows, cols, device, values);
	Run *r = make_print(j, gpus, SHAPE(rows, cols), values, device, false);
	if (is_shown(rows, cols, device))
		run_shown(r);
	if (device.kind == DEVICE_GPU)
		run_watch(r);
	run_go(r);
	judge_that_for(j, run_get_int(r, "status") == 0, "failure-without-reason",
		       "wanted 0 returned, got %d%s", (int)run_get_int(r, "status"),
		       say_reason(j, r));
	judge_that_for(j, run_get_int(r, "kept"), "print-place",
		       "what was in the file before was changed or removed");
	const char *got = whole_text(j, r);
	judge_that_for(j, *got, "not-printed", "nothing was printed");

	judge_lines(j, wanted, got);
	const RunTensor *after = run_get_tensor(r, "x");
	judge_complete(j, after != NULL);
	judge_because(j, "input-changed");
	judge_copied(j, "x afterwards", after->values, values, rows * cols);
	judge_no_error_left(j, r);
	judge_gpu_left(j, r, "the printing", 0);
	Traffic went = run_traffic(r);
	judge_because(j, "copy-for-each");
	judge_at_most(j, "copies to the host", went.d2h.copies, device.kind == DEVICE_GPU);
	if (is_shown(rows, cols, device))
		judge_lesson(
			j,
			"Printing needs the numbers on the host, and one copy brings them all: "
			"yours made %s for %d numbers, %s. One for each number would take %s.",
			say_many(j, went.d2h.copies, "copy", "copies"), (int)(rows * cols),
			say_us(j, run_us(r)),
			say_us(j, (double)(rows * cols) *
					  run_copy_us(r, "d2h_pageable", sizeof(float))));
	return r;
}

static void judge_x_kept(Judge *j, Run *r, const char *at, const float *values, int64_t count)
{
	const RunTensor *after = run_get_tensor(r, "x");
	judge_complete(j, after != NULL && after->count == count);
	judge_because(j, "input-changed");
	judge_copied(j, judge_text(j, "%s: x afterwards", at), after->values, values, count);
}

/* So many columns does a matrix have that is large. */
enum { LONG_ROW = 35000 };

/* Who makes the copy again, and has the numbers then, may print them; here no copy succeeds. `data` is how many rows and
 * columns there are, and on which GPU: as where nothing fails. */
static void judge_print_fails(Judge *j, const void *data)
{
	const int64_t *side = data;
	const Device device = {DEVICE_GPU, (int)side[2]};
	float *values = judge_memory(j, (size_t)(side[0] * side[1]) * sizeof *values);
	draw_text(j, side[0], side[1], device, values);
	Run *r = make_print(j, (int)side[3], SHAPE(side[0], side[1]), values, device, false);
	run_fail(r, "copy", 1, 100);
	run_allow(r, "uninitialised-read");
	if (side[1] >=
	    LONG_ROW) /* no copy waits for the one that has brought so many numbers to the GPU */
		run_allow(r, "use-after-free");
	run_about(r, "the copy fails");
	run_go(r);
	judge_that_for(j, run_get_int(r, "status") == -1, "failure-not-told",
		       "the copy fails: wanted -1 returned, got %d", (int)run_get_int(r, "status"));
	judge_x_kept(j, r, "the copy fails", values, side[0] * side[1]);
	judge_no_error_left(j, r);
}

/* The same of the calls that wait or ask; a matrix as large as one that is printed where nothing fails. */
static void judge_print_unawaited(Judge *j, const char *kind, int64_t which, const void *data)
{
	const int64_t *side = data;
	const Device device = {DEVICE_GPU, 1};
	float *values = judge_memory(j, (size_t)(side[0] * side[1]) * sizeof *values);
	const char *wanted = draw_text(j, side[0], side[1], device, values);
	Run *r = make_print(j, 2, SHAPE(side[0], side[1]), values, device, false);
	const char *at = run_fail_ordered(j, r, kind, which, failing_asked_times(kind));
	run_may_be_done(r, kind);
	run_go(r);
	judge_because(j, "failure-not-told");
	if (failing_is_done(r, kind, run_get_int(r, "status") == -1)) {
		judge_that_for(j, strcmp(whole_text(j, r), wanted) == 0, "failure-not-told",
			       "%s: wanted -1 returned or the numbers printed, got %d and others",
			       at, (int)run_get_int(r, "status"));
		return;
	}
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"), -1);
	judge_x_kept(j, r, at, values, side[0] * side[1]);
	judge_no_error_left_at(j, r, at);
}

/* Where x is on the CPU no copy fails for want of memory. Who prints the numbers from where they are needs none. */
static void judge_print_host_full(Judge *j, int64_t rows, int64_t cols)
{
	const Device device = {DEVICE_CPU, 0};
	const char *at = "without that much host memory";
	float *values = judge_memory(j, (size_t)(rows * cols) * sizeof *values);
	const char *wanted = draw_text(j, rows, cols, device, values);
	Run *r = make_print(j, 2, SHAPE(rows, cols), values, device, true);
	run_about(r, at);
	run_refuses(r, "more host memory than there is");
	run_go(r);
	if (!host_is_limited(j, r))
		return;
	judge_because(j, "failure-not-told");
	if (run_get_int(r, "status") != 0 || strcmp(whole_text(j, r), wanted) != 0)
		judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"),
			  -1);
	judge_x_kept(j, r, at, values, rows * cols);
	judge_no_error_left_at(j, r, at);
}

void judge_2_6(Judge *j)
{
	/* one after the other: compilers differ in which argument they work out first */
	int64_t wide = judge_between(j, 5, 7), high = judge_between(j, 2, 4);
	Run *good = judge_print(j, 2, high, wide, (Device){DEVICE_GPU, 1});
	const int gpus = judge_is_simulated(j) ? (int)judge_between(j, 4, 12) : 2;
	const int gpu = gpus > 2 ? (int)judge_between(j, 2, gpus - 1) : 0;
	const int64_t tall = judge_between(j, 300, 400);
	Run *of_many = judge_print(j, gpus, tall, 1, (Device){DEVICE_GPU, gpu});
	int64_t rows = judge_between(j, 2, 9), cols = judge_between(j, 2, 5);
	judge_print(j, 2, rows, cols, (Device){DEVICE_CPU, 0});
	judge_print(j, 0, 1, judge_between(j, 2, 5), (Device){DEVICE_CPU, 0});

	const int64_t sides[] = {high, wide, 1, 2};
	if (judge_is_simulated(j)) {
		judge_fails_like(j, good, judge_print_fails, sides);
		judge_fails_like(j, of_many, judge_print_fails,
				 (const int64_t[]){tall, 1, gpu, gpus});
	}
	judge_failing_awaits_besides(j, good, judge_print_unawaited, sides);
	judge_failing_makers(j, good, judge_print_unawaited, sides);
	judge_print_host_full(j, rows, cols);

	/* a matrix that shows in the memory of the host, with rows longer than a text of fixed length, and more numbers than
	 * the stack has room for there */
	rows = judge_between(j, 2, 3);
	cols = judge_between(j, LONG_ROW, 40000);
	Run *r = judge_print(j, 2, rows, cols, (Device){DEVICE_GPU, 0});
	const char *at = judge_text(j, "a matrix of %d x %d", (int)rows, (int)cols);
	judge_host_given_back(j, r, at, rows * cols * 4);
	if (judge_is_simulated(j)) /* what is small may be in other memory */
		judge_fails_like(j, r, judge_print_fails, (const int64_t[]){rows, cols, 0, 2});
}
