/* judge.h - what the files that judge lab 1 share. */
#ifndef GRADER_LABS_LAB1_JUDGE_H
#define GRADER_LABS_LAB1_JUDGE_H

#include "grader/include/judge.h"

/* No device and no card has such a number, nor one of those behind it. */
static inline int64_t draw_mark(Judge *j)
{
	return judge_between(j, 10000, 1000000000);
}

/* --- visible.c -------------------------------------------------------------------------------- */

/* Fills order[] with the cards behind gpu:0, gpu:1, ... and returns how many are visible. */
int visible_order(const char *text, int physical, int *order);

/* A list of some of the cards in mixed order; except with WHOLE a number that names no card is
 * among them, too small a one or too large a one, by one or by more. */
enum { WHOLE, TOO_SMALL, TOO_LARGE, FAR_TOO_SMALL, FAR_TOO_LARGE };
const char *draw_visible(Judge *j, int physical, int stop);

/* In place of CUDA_VISIBLE_DEVICES: CUDA finds no driver, which is another error than to find no GPU. */
extern const char no_driver[];

const char *say_gpus(Judge *j, int count);
const char *say_machine(Judge *j, int physical, const char *visible);

void judge_1_3(Judge *j);
void judge_1_6(Judge *j);

#endif
