/* judge.h - what the files of lab 10's judge share. */
#ifndef GRADER_LABS_LAB10_JUDGE_H
#define GRADER_LABS_LAB10_JUDGE_H

#include "grader/labs/common/kernels.h"

/* One call: of how many numbers, on which GPU, and whether it is counted or looked through for mistakes. */
typedef struct Case {
	int64_t n;
	int gpu;
	bool counted; /* kernels are optimised */
} Case;

/* A run on that GPU of two. */
Run *case_run(Judge *j, const Case *c);
/* Gives it numbers in memory of the GPU. */
void case_give(Run *r, const char *name, const float *numbers, int64_t count);
/* Goes, and wants 0 to be returned. */
void case_go(Judge *j, Run *r, const char *at);
/* Wants these numbers there in the end. */
void case_holds(Judge *j, Run *r, const Case *c, const char *at, const char *name,
		const float *wanted, int64_t count, double tolerance);

void judge_10_1(Judge *j);
void judge_10_2(Judge *j);
void judge_10_3(Judge *j);
void judge_10_4(Judge *j);
void judge_10_5(Judge *j);

extern const Cause lab10_causes[];

#endif
