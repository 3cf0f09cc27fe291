/* judge.h - what the files of lab 10's judge share. */
#ifndef GRADER_LABS_LAB10_JUDGE_H
#define GRADER_LABS_LAB10_JUDGE_H

#include "grader/labs/common/shares.h"
#include "grader/labs/common/wide.h"

void judge_10_1(Judge *j);
void judge_10_2(Judge *j);
void judge_10_3(Judge *j);
void judge_10_4(Judge *j);
void judge_10_5(Judge *j);

extern const Cause lab10_causes[];

#endif
