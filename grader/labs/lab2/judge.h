/* judge.h - what the files that judge lab 2 share. */
#ifndef GRADER_LABS_LAB2_JUDGE_H
#define GRADER_LABS_LAB2_JUDGE_H

#include "grader/include/judge.h"
#include "grader/labs/common/left.h"

/* From here on, forgotten host memory is larger than all else that a call keeps. */
#define HOST_LEAST 200000

#define MIB ((int64_t)1 << 20)

void judge_2_1(Judge *j);
void judge_2_2(Judge *j);
void judge_2_3(Judge *j);
void judge_2_4(Judge *j);
void judge_2_5(Judge *j);
void judge_2_6(Judge *j);

#endif
