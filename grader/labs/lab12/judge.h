/* judge.h - what the files that judge lab 12 share. */
#ifndef GRADER_LABS_LAB12_JUDGE_H
#define GRADER_LABS_LAB12_JUDGE_H

#include "grader/include/judge.h"

void judge_12_1(Judge *j);
void judge_12_2(Judge *j);
void judge_12_5(Judge *j);

/* A step with long parts on two GPUs: the part of 12.2 that is measured. */
void judge_overlap(Judge *j);

/* Fails a step on several GPUs in which the host waited for one of them. */
void judge_no_waits(Judge *j, const char *at, double waits);

#endif
