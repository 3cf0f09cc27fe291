/* judge.h - what the files that judge lab 5 share: what a measured time may be, and what lay
 * between two readings of the clock. */
#ifndef GRADER_LABS_LAB5_JUDGE_H
#define GRADER_LABS_LAB5_JUDGE_H

#include <math.h>
#include <string.h>

#include "grader/include/judge.h"
#include "grader/labs/common/left.h"

#define TIMING_FINDING "unsynchronised-timing"

/* What a measured time adds to the work itself, at most, in microseconds. Between the readings of a
 * student who does all as it should be there are one launch and one wait (6 us on most models), and
 * some cheap calls. The line lies at two launches, three waits, two events and ten cheap calls: who
 * waits twice, asks for the current device or polls loses nothing. It is 20 us on most models and
 * 30 us on tiny; the mistakes that it has to tell apart add at least 30 us each, because the work
 * is drawn that large. */
static inline double calls_us(Run *r)
{
	return (2 * run_figure(r, "launch_time") + 3 * run_figure(r, "sync_time") +
		2 * run_figure(r, "event_time") + 10 * run_figure(r, "call_time")) /
		       1e3 +
	       1;
}

/* Times are made of whole nanoseconds, and sent as differences of seconds. */
#define ROUNDING_US 0.01

/* A clock that somebody reads may count whole microseconds. */
#define CLOCK_US 1.01

/* Two readings of the clock that are `us` apart, the last such pair: 1 if there is one. */
static inline int find_readings(const RunOp *ops, int count, double us, double *start, double *end)
{
	for (int j = count - 1; j > 0; j--) {
		if (!op_is_reading(&ops[j]))
			continue;
		for (int i = j - 1; i >= 0; i--)
			if (op_is_reading(&ops[i]) &&
			    fabs(ops[j].end - ops[i].end - us) < ROUNDING_US) {
				*start = ops[i].end;
				*end = ops[j].end;
				return 1;
			}
	}
	return 0;
}

static inline int is_product(const RunOp *op)
{
	return op->kind == RUN_OP_KERNEL && op->flops > 0;
}

/* The message for a product that was not waited for: "; line 31" when that is known. */
static inline const char *say_line(Judge *j, Run *r)
{
	return judge_line_in(j, " (", run_finding_line(r, TIMING_FINDING), ")");
}

/* "19.49 TFLOP/s" */
static inline const char *say_rate(Judge *j, double flops_per_us)
{
	double tera = flops_per_us / 1e6;
	if (tera >= 1000)
		return judge_text(j, "%.4g PFLOP/s", tera / 1000);
	return tera >= 1 ? judge_text(j, "%.4g TFLOP/s", tera)
			 : judge_text(j, "%.4g GFLOP/s", tera * 1000);
}

/* What 5.5 was asked for, and what came of it. */
typedef struct Compared {
	Run *r;
	const char *at;
	int gpu;
	double m, k, n;
	float *a, *b;
	const RunOp *ops;
	int count;
} Compared;

/* record.c: every product on the GPU is the one that was asked for, and both times were taken of one that was not the
 * first; and the CPU computed the product. By the machine's record. */
void judge_compare_record(Judge *j, Run *r, const Compared *c);
void judge_cpu_product(Judge *j, Run *r, const Compared *c);

void judge_5_1(Judge *j);
void judge_5_2(Judge *j);
void judge_5_3(Judge *j);
void judge_5_4(Judge *j);
void judge_5_5(Judge *j);
void judge_5_6(Judge *j);
void judge_5_7(Judge *j);
void judge_5_8(Judge *j);
void judge_5_9(Judge *j);

#endif
