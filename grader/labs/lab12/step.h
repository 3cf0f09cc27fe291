/* step.h - steps of training in pieces (12.1, pieces.c) and on several GPUs (12.2, team.c): what is drawn for one, and what
 * holds behind each. */
#ifndef GRADER_LABS_LAB12_STEP_H
#define GRADER_LABS_LAB12_STEP_H

#include "grader/labs/common/mlp.h"
#include "grader/labs/lab12/judge.h"

enum { STEPS = 2, TEAM_MOST = 4 };

/* A model has two parameters for each of these but the first: eight at most (MOST_PARAMETERS of the lab). */
enum { DEEP_LEAST = 2, DEEP_MOST = 5 };

/* On a machine so many times slower a step takes many times longer to be computed than to be queued. */
enum { SLOWER = 4000 };

typedef struct Case {
	int machine, count; /* GPUs; how many of them take part, 0: the CPU alone */
	int64_t gpu[TEAM_MOST], current;
	int64_t rows[STEPS * TEAM_MOST]; /* of each part, step after step */
	int64_t piece;                   /* 12.1 */
	int64_t before_update;           /* 12.1: so many launches are not those of the update */
	bool left;                       /* gradients hold something before the first step, too */
	bool slow;                       /* on a slow machine: what lies beside the backward */
	int deep;                        /* inputs, hidden layers, classes; 0: as usual */
	int window;  /* the step whose timeline is looked at, or in which a call fails */
	Digits data; /* all rows */
	Mlp start, after[STEPS];
	const char *at;
} Case;

int64_t rows_in(const Case *c, int step);

/* Draws numbers with which no input of relu is so near to 0 that rounding could decide on which
 * side it is. */
void case_draw(Judge *j, Case *c, const int64_t *sizes, int layers);

/* Of the inputs, the hidden layers and the classes: the layers are smaller and smaller, so that the first
 * one has the largest products. */
void sizes_draw(Judge *j, int64_t *sizes, int layers);

/* The second step is made if the first one returns 0: a run in which a call fails is told what all others are. */
Run *run_case(Judge *j, const Case *c);

Mlp parameters_of(Judge *j, Run *r, const Case *c, int step, int part);

/* What these steps were given is as it was. */
void judge_parts_kept(Judge *j, Run *r, const Case *c, int steps);

/* Whatever is returned: a hook that stays may point to what is gone. */
void judge_no_hooks(Judge *j, Run *r, const char *at);

void judge_case(Judge *j, Run *r, const Case *c);

#endif
