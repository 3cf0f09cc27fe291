/* judge.h - what the files of lab 11's judge share. */
#ifndef GRADER_LABS_LAB11_JUDGE_H
#define GRADER_LABS_LAB11_JUDGE_H

#include "grader/labs/common/shares.h"
#include "grader/labs/common/wide.h"

void judge_11_1(Judge *j);
void judge_11_2(Judge *j);
void judge_11_3(Judge *j);
void judge_11_4(Judge *j);
void judge_11_5(Judge *j);

extern const Cause lab11_causes[];

#endif
