/* expect_work.h - expectations about time, and about the work that GPUs have to have done. Part of judge.h. */
#ifndef GRADER_INCLUDE_EXPECT_WORK_H
#define GRADER_INCLUDE_EXPECT_WORK_H

#include <stdbool.h>

#include "grader/include/check.h"
#include "grader/include/expect.h"

/* What the GPUs had to do in the window, as the machine counts it, is at least so many FLOPs in so many
 * kernels; and so many bytes went to GPUs, came from there, and went from one to another, by copies or because kernels
 * work in pinned memory and on other GPUs. The host may well come to
 * the same numbers: an answer of its own is none. */
typedef struct RunWork {
	double flops, launches, to_gpus, to_host, between; /* the last three: bytes */
	double numbers; /* that GPUs wrote as results, in far fewer kernels, fills and copies: by one for each
			 * number, or for each byte, the host writes what it likes and sends nothing */
} RunWork;
void judge_worked(Judge *j, Run *r, const char *at, RunWork least);
void judge_worked_in(Judge *j, Run *r, int window, const char *at, RunWork least);

/* The host has sent so many numbers to GPUs, by copies: by fills of a byte each, or as factors of kernels, it sends them
 * as well, and no copy is counted. */
void judge_numbers_sent(Judge *j, Run *r, const char *at, int64_t numbers);

/* The window cannot have been shorter than so many microseconds, which the machine needs for the
 * work: a time below them was made up. Nothing on real GPUs, whose figures these are not. */
void judge_possible(Judge *j, Run *r, const char *at, double least);

/* What a program measured on real GPUs, and who else can do that work: `reference` is the command
 * line of usegpu-reference (grader/reference/), which prints as many numbers as there are names. */
#define REAL_MAX 3
typedef struct RealWork {
	const char *at; /* what it was asked for; begins the messages */
	const char *reference;
	const char *names[REAL_MAX]; /* of the run's results */
	int count;
	double unit;           /* what a result is to be multiplied by, to be */
	const char *unit_name; /* in this unit: " us"; "" for a plain number */
	double flops;          /* of the work behind the first one, which is a time in microseconds;
				* 0: there is no limit that is known */
} RealWork;

/* On real GPUs: the program is run again, several times, in turn with the kit's own. Its numbers
 * have to be those of the kit's, within timing_stats.h's limits, and no time may beat the GPU's
 * peak. Where the times vary too much to tell, they are taken again, and then the check is
 * inconclusive. Nothing on a simulated machine, whose times are known. To be called last in a
 * check: it takes seconds. */
void judge_on_hardware(Judge *j, Run *r, const RealWork *work);

/* Microseconds of the window of that run, by its machine's clock. */
double run_us(Run *r);

/* The same until all that was queued on GPUs is over, too: what the exercise has left to do, and what the drive
 * waits for in the window, whether it has or not. */
double run_over_us(Run *r);

/* As judge_that_for(), of an expectation about time: below the message stands what was wanted beside what
 * was measured, and that the timeline can be seen. */
typedef struct TimeLimit {
	double wanted, measured; /* microseconds */
	const char *wanted_how;  /* in a few words: "both copies at once"; NULL: no more is known */
	const char *measured_how;
	bool at_least; /* the time that was wanted is the shortest that is right, not the longest */
} TimeLimit;
void judge_note_times(Judge *j, TimeLimit times);
/* What fails from here on no timeline shows. It holds until the next run_go(). */
void judge_unpictured(Judge *j);
/* Notes both times, whether the limit is kept or not: for who wants to see how a program became fast. */
void judge_note_limit(Judge *j, TimeLimit times);

/* So much of `wanted` microseconds two things have to be under way at once. */
TimeLimit time_at_once(double wanted, double measured, const char *what);
#define judge_in_time(j, holds, cause, times, ...)                                                 \
	(judge_note_limit(j, times),                                                               \
	 (holds) ? (void)0 : (judge_note_times(j, times), judge_fail_for(j, cause, __VA_ARGS__)))

#endif
