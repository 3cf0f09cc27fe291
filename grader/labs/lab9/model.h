/* model.h - the step of 9.5 once more, in double precision: what one GPU makes of the whole batch. */
#ifndef GRADER_LABS_LAB9_MODEL_H
#define GRADER_LABS_LAB9_MODEL_H

#include <stdbool.h>

#include "grader/labs/lab9/judge.h"

enum { STEPS = 2, MOST_LINEAR = 5 };

typedef struct Net {
	int linear; /* layers: how many have parameters; relu stands between them */
	int64_t size[MOST_LINEAR +
		     1]; /* numbers of a row before each of them, and behind the last */
	int64_t start[2 *
		      MOST_LINEAR]; /* of weight, bias, weight, bias, ... among the parameters */
	int64_t count;              /* of all */
} Net;

typedef struct Case {
	Team team;
	Net net;
	int64_t rows[STEPS][GPUS_MOST], all[STEPS];
	float *x[STEPS];
	int64_t *classes[STEPS];
	double rate, momentum;
	float *start;         /* the parameters before */
	double *after[STEPS]; /* and after each step */
	double *coasted;      /* and when the optimizers have gone on with gradients of 0 */
	double *first;        /* the gradient of the first step */
	bool slow;            /* on a slow machine: whether the GPUs compute at once */
	bool wide;            /* rows of many numbers */
	bool deep;            /* four layers with parameters or more, not two */
	bool second;          /* the second step is watched */
	bool drawn;           /* which of the steps is watched is drawn; else it is the first one */
	int watched;          /* that step */
	int64_t parts; /* launches of forward and backward, where nothing fails; 0: not known */
} Case;

/* How a part's rows count in the gradient: rightly, or as they do in mistakes. */
typedef enum Weighing { BY_ROWS, PARTS_ALIKE, NOT_DIVIDED, ONE_PART } Weighing;

/* The gradient of a step at parameters p; with ONE_PART of that part alone. Where an input of relu comes nearer to 0 than
 * *least, that is how near. */
double *step_gradient(Judge *j, const Case *c, int step, const double *p, Weighing weighing,
		      int part, double *least);

/* Draws numbers with which no input of relu is so near to 0 that rounding could decide on which
 * side it is, for the team and the rows that the case has, and makes both steps. */
void draw_case(Judge *j, Case *c);

#endif
