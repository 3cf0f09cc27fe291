/* judge.h - what the files that judge lab 12 share. */
#ifndef GRADER_LABS_LAB12_JUDGE_H
#define GRADER_LABS_LAB12_JUDGE_H

#include "grader/include/judge.h"

void judge_12_1(Judge *j);
void judge_12_2(Judge *j);
void judge_12_5(Judge *j);

/* A step on two GPUs of a slow machine: the part of 12.2 that is measured, by the timeline of its run. */
enum { LAYERS = 4 };
typedef struct Part {
	int64_t size[LAYERS], rows;
	int gpu;
} Part;
void judge_overlap(Judge *j, Run *r, const Part *parts, const char *at);

/* The same where no time is looked at, of a model of any depth: what the host had queued when it queued the first layer's
 * product. */
void judge_sent_from_hooks(Judge *j, Run *r, const int64_t *size, int sizes, const int64_t *gpu,
			   const char *at);

/* Fails a step on several GPUs in which the host waited for one of them. */
void judge_no_waits(Judge *j, const char *at, double waits);

#endif
