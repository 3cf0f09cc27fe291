/* verdict.h - what came of one check; a plain value that a judge's process sends to the grader. */
#ifndef GRADER_INCLUDE_VERDICT_H
#define GRADER_INCLUDE_VERDICT_H

#include <stddef.h>
#include <stdint.h>

typedef enum VerdictKind {
	VERDICT_PASS,
	VERDICT_FAIL,
	VERDICT_TODO,
	VERDICT_SKIP,         /* needs what this machine lacks */
	VERDICT_INCONCLUSIVE, /* real hardware was too noisy to tell */
	VERDICT_ERROR,        /* the grader's own fault */
} VerdictKind;

#define VERDICT_OUTPUT_MAX 8192

#define VERDICT_LIMITS 6

/* A time that was measured beside the one that is right, both in microseconds. */
typedef struct VerdictLimit {
	double wanted, measured;
	int at_least; /* 1: `wanted` is the shortest that is right, not the longest */
	char how[80]; /* what is wanted: "both copies at once" */
} VerdictLimit;

/* What the run that a check is about did, as its machine counted it. */
typedef struct VerdictWork {
	int counted;                    /* 0: no run came to its end, and the five below are 0 */
	double us;                      /* modelled time of the call */
	int64_t bytes;                  /* that copies moved */
	int64_t copies, kernels, waits; /* waits: calls that made the host wait for a GPU */
	VerdictLimit limit[VERDICT_LIMITS]; /* the first ones that were judged, in their order */
	int limits;
} VerdictWork;

typedef struct Verdict {
	VerdictKind kind;
	char message[400]; /* one line; "" for a pass */
	char cause[40];    /* of a failure: "stray-byte" (Cause in check.h) */
	char page
		[96]; /* what explains it: "errors/memory.md#leak", with the heading as it is there */
	char hint[240];     /* for this cause, or "" */
	char where[80];     /* "lab3_copies.c:31", or "" */
	char measured[160]; /* one line: what was timed on real GPUs, or "" */
	char lesson[320];   /* of a pass, one line: what was just shown; else "" */
	char times[240];    /* of a fail, one line: the time that was wanted and the measured one */
	VerdictWork work;
	int pictured; /* 1: the timeline of the run that failed shows why */
	double share; /* of the points, for a fail that is near; else 0 */
	int cut;      /* 1: it printed more than `output` holds */
	size_t output_bytes;
	char output[VERDICT_OUTPUT_MAX]; /* what the student's program printed, raw */
} Verdict;

static inline const char *verdict_name(VerdictKind kind)
{
	static const char *const names[] = {"pass", "fail",         "todo",
					    "skip", "inconclusive", "error"};

	return names[kind];
}

/* What it is worth. */
static inline double verdict_points(const Verdict *v, double points)
{
	return v->kind == VERDICT_PASS ? points : v->kind == VERDICT_FAIL ? v->share * points : 0;
}

/* Whether it counts: the others leave both score and max_score. */
static inline int verdict_is_judged(VerdictKind kind)
{
	return kind == VERDICT_PASS || kind == VERDICT_FAIL || kind == VERDICT_TODO;
}

#endif
