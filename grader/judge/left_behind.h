/* left_behind.h - what the runs of a check left behind, when nothing else is wrong: blocks from malloc(),
 * another current device or state of the framework, a GPU that was reset. It holds for every exercise, whether its judge
 * looks or not. */
#ifndef GRADER_JUDGE_LEFT_BEHIND_H
#define GRADER_JUDGE_LEFT_BEHIND_H

#include "grader/include/judge.h"

/* Fails the check for the first run that did. */
void left_behind_judge(Judge *judge);

#endif
