/* step.h - a step of 9.5 that is made and looked at (step.c), for those in which a call fails (step_fails.c). */
#ifndef GRADER_LABS_LAB9_STEP_H
#define GRADER_LABS_LAB9_STEP_H

#include "grader/labs/lab9/model.h"

/* To go. `astray`: which part is on another GPU than its replica; -1: none. */
Run *run_of_case(Judge *j, const Case *c, int astray);

/* "GPUs 0, 1 with 5 + 3 rows" */
const char *say_case(Judge *j, const Case *c);

/* What the step's products take at least, and gradients over the links: each part with rows adds its own, and all
 * replicas have the sum. */
RunWork step_work(const Case *c, int step);

/* Those of replica i that the drive has under `when`, on its GPU. */
const float *got_parameters(Judge *j, Run *r, const Case *c, const char *when, int i);

/* They are what one GPU would have made of the whole batch. */
void judge_parameters(Judge *j, Run *r, const Case *c, int step, const char *at);

/* Draws the case, has both its steps made and wants all of them right. */
Run *judge_step(Judge *j, Case *as);

/* In the step that was watched the GPUs have their first products before anybody waits: those of the first layer. */
void judge_parts_queued(Judge *j, Run *r, const Case *c, const char *at);

#endif
