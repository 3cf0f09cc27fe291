/* lab2_judge.h - what the two files that judge lab 2 share. */
#ifndef LAB2_JUDGE_H
#define LAB2_JUDGE_H

#include "judge.h"
#include "judge_left.h"

/* From here on, forgotten host memory is larger than all else that a call keeps. */
#define HOST_LEAST 200000

void judge_2_6(Judge *j);

#endif
