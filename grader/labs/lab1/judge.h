/* judge.h - what the files that judge lab 1 share. */
#ifndef GRADER_LABS_LAB1_JUDGE_H
#define GRADER_LABS_LAB1_JUDGE_H

#include "grader/include/judge.h"

void judge_1_3(Judge *j);

#endif
