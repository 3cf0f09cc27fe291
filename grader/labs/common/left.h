/* left.h - judges in what state an exercise left the CUDA runtime. Its drive calls left_put()
 * of left.h. */
#ifndef GRADER_LABS_COMMON_LEFT_H
#define GRADER_LABS_COMMON_LEFT_H

#include <string.h>

#include "grader/include/judge.h"

/* ", from lab3_copies.c:31", where that is known. */
static inline const char *say_left_place(Judge *j, Run *r)
{
	const char *place = run_get_text(r, "left.place");
	return place && *place && !strstr(place, "drive") ? judge_text(j, ", from %s", place) : "";
}

/* For exercises that may not wait: how long they took to queue their work is all that they can tell of their time, in a log
 * with the time of each line, or behind a call. */
static inline void run_may_time_queueing(Run *r)
{
	run_allow(r, "unsynchronised-timing");
}

/* The drive uses the result at once, as a caller may (result_use() of left.h). To be called before run_go(). */
static inline void run_told_of_use(Run *r)
{
	run_given_instead(
		r, "cudaMemset writes memory", "who uses the result finds memory",
		"; it is in use when your function returns: wait for the stream in which it is "
		"made, or make it in the default stream",
		"result-not-ordered");
}

static inline void judge_no_error_left(Judge *j, Run *r)
{
	const char *error = run_get_text(r, "left.error");
	judge_that_for(j, error && strcmp(error, "cudaSuccess") == 0, "error-left",
		       "an error was left behind: %s%s%s", error ? error : "nothing",
		       say_left_place(j, r), say_about(j, r));
}

/* The same for one case of several. */
static inline void judge_no_error_left_at(Judge *j, Run *r, const char *at)
{
	const char *error = run_get_text(r, "left.error");
	judge_that_for(j, error && strcmp(error, "cudaSuccess") == 0, "error-left",
		       "%s: an error was left behind: %s%s", at, error ? error : "nothing",
		       say_left_place(j, r));
}

static inline void judge_device_kept(Judge *j, Run *r, int64_t before)
{
	int64_t after = run_is_linked(r) ? run_counts(r)->device : run_get_int(r, "left.device");
	judge_that_for(j, after == before, "device-not-put-back",
		       "the current device was not put back: it was %d, and is %d%s", (int)before,
		       (int)after, say_about(j, r));
}

/* The same for one case of several. */
static inline void judge_device_kept_at(Judge *j, Run *r, const char *at, int64_t before)
{
	int64_t after = run_is_linked(r) ? run_counts(r)->device : run_get_int(r, "left.device");
	judge_that_for(j, after == before, "device-not-put-back",
		       "%s: the current device was not put back: it was %d, and is %d", at,
		       (int)before, (int)after);
}

/* The same behind each of several calls: the drive tells the first other one that it has found. */
static inline void judge_device_told(Judge *j, Run *r, const char *at, int64_t before)
{
	int64_t told = run_get_int(r, "left.device");
	judge_that_for(j, told == before, "device-not-put-back",
		       "%s: the current device was not put back: it was %d, and is %d", at,
		       (int)before, (int)told);
}

/* Handles of cuBLAS that were given work in the stream in which they were, and none stays that was made: each has memory
 * of a GPU, which the machine counts. The drive calls left_moved(). */
static inline void judge_handles_kept(Judge *j, Run *r, const char *at)
{
	int64_t moved = run_get_int(r, "left.moved");
	judge_that_for(j, moved == 0, "stream-not-put-back",
		       "%s: %s works in another stream afterwards; wanted the one in which it "
		       "was before",
		       at,
		       moved > 1 ? judge_text(j, "each of %d handles", (int)moved) : "a handle");
	judge_that_for(j, !run_is_linked(r) || run_library_held(r, 0) <= 0, "handle-stays",
		       "%s: a handle of cuBLAS was made and not destroyed", at);
}

/* Behind the call its drive reads what was made, in the default stream (read_next()). */
static inline void run_read_next(Run *r)
{
	run_given_called(
		r, "cudaMemcpyAsync reads memory",
		": it is the caller's, in the default stream of that GPU; what it reads has "
		"to be there by then",
		"later-use");
}

/* Its drive works with what the exercise is handed, right before the call or behind it (touch()). */
static inline void run_touched(Run *r)
{
	static const char call[] = "cudaMemcpy2DAsync";
	run_given_before(
		r, call,
		": it is the caller's, in the default stream of that GPU, and may still be "
		"under way when your function is called",
		"earlier-work");
	run_given_called(
		r, call,
		": it is the caller's, in the default stream of that GPU; what yours does with "
		"that memory has to be over by then",
		"later-use");
}

/* Who waits by a call that is there for something else never learns that the work has failed. */
static inline void judge_awaited_well(Judge *j, Run *r, const char *at, int window, int gpu)
{
	judge_that_for(j, !run_awaited_beside(r, window, gpu), "awaited-beside",
		       "%s: the last call to wait for GPU %d gives memory back, or copies within "
		       "the host's memory; wanted one that tells whether the work has ended well",
		       at, gpu);
}

/* Of the memory of GPUs that was taken in the first part, no more is there at its end than `bytes`: what is given back
 * later was not given back by the exercise. */
static inline void judge_gpu_left(Judge *j, Run *r, const char *at, double bytes)
{
	judge_that_for(
		j, !run_is_linked(r) || run_gpu_held(r, 0) <= bytes, "leak",
		"%s: by the machine's record %.0f bytes of GPUs that were taken in the call are "
		"there when it returns; wanted %.0f at most",
		at, run_gpu_held(r, 0), bytes);
}

/* Memory from malloc() that was not given back, as the drive tells (host_put() of memory.h): `bytes` are
 * what one forgotten array has at least; other things that a program keeps are smaller. For exercises that
 * use the BLAS, which maps and keeps memory as it likes. */
static inline void judge_host_told(Judge *j, Run *r, const char *at, int64_t bytes)
{
	judge_that_for(j, run_get_int(r, "left.host") < bytes / 2, "host-memory-kept",
		       "%s: host memory stays taken: not all that was made was given back%s", at,
		       judge_line_in(j, " (made at ", run_kept_line(r), ")"));
}

/* Whether the host's memory was limited, as the drive tells. It can be wherever blocks have closed pages: the machine is
 * elsewhere, and no sanitizer has replaced malloc(). */
static inline bool host_is_limited(Judge *j, Run *r)
{
	const bool limited = run_get_int(r, "limited") != 0;
	judge_that_for(j, limited || !run_is_guarded(r), "damaged-results",
		       "the program's results are damaged");
	return limited;
}

/* What a program takes besides (its heap in pieces, its stack) is less. */
#define HELD_LEAST ((int64_t)1 << 20)

/* The same, and the judge looks itself at what the program has. */
static inline void judge_host_given_back(Judge *j, Run *r, const char *at, int64_t bytes)
{
	judge_host_told(j, r, at, bytes);
	judge_that_for(j, bytes < HELD_LEAST || run_held(r) < bytes / 2, "host-memory-kept",
		       "%s: host memory stays taken: not all that was made was given back", at);
}

/* What a reason may have, which the program tells: those of the framework are shorter. */
enum { REASON_MOST = 1000, REASON_PLACES = 4 };

/* The text with its places in the drive, "(lab8_drive.c:72)", told as ones in what the exercise was given; the first of
 * them, as it is the program's text. */
static inline const char *say_given_place(Judge *j, const char *text, const char *given)
{
	const char *told = judge_text(j, "%.*s", REASON_MOST, text);
	for (int i = 0; i < REASON_PLACES; i++) {
		const char *drive = strstr(told, "_drive"), *from = drive,
			   *to = !drive ? NULL : strchr(drive, ')');
		while (from && from > told && *from != '(')
			from--;
		if (!from || *from != '(' || !to)
			break;
		told = judge_text(j, "%.*s(in %s)%s", (int)(from - told), told, given, to + 1);
	}
	return told;
}

/* ": why", as the framework said it, or nothing; `given` is what the exercise was handed that may have called it. Its
 * drive calls reason_put(). */
static inline const char *say_reason_in(Judge *j, Run *r, const char *given)
{
	const char *reason = run_get_text(r, "reason");
	return reason && *reason ? judge_text(j, ": %s", say_given_place(j, reason, given)) : "";
}

static inline const char *say_reason(Judge *j, Run *r)
{
	return say_reason_in(j, r, "a function that yours was given");
}

static inline const char *say_a_machine(Judge *j, int count)
{
	return count == 0 ? "a machine without a GPU"
			  : judge_text(j, "a machine with %d GPU%s", count, count == 1 ? "" : "s");
}

#endif
