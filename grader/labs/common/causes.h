/* causes.h - the causes of each lab's failures, with the hints for them: grader/labs/labN/causes.c. The
 * last of a list has NULL for an id. */
#ifndef GRADER_LABS_COMMON_CAUSES_H
#define GRADER_LABS_COMMON_CAUSES_H

#include "grader/include/judge.h"

extern const Cause lab1_causes[], lab2_causes[], lab3_causes[], lab4_causes[], lab5_causes[],
	lab6_causes[], lab7_causes[], lab8_causes[], lab9_causes[], lab12_causes[];

#endif
