/* mlp.h - pieces of the digits, and a model that learns in double precision, written without the
 * framework: what trained models are compared with. */
#ifndef GRADER_LABS_COMMON_MLP_H
#define GRADER_LABS_COMMON_MLP_H

#include <stdbool.h>

#include "grader/include/judge.h"

/* --- data ------------------------------------------------------------------------------------- */

typedef struct Digits {
	float *x;         /* (count, width) */
	int32_t *classes; /* (count) */
	int64_t count, width;
} Digits;

/* `count` digits that follow each other, from a drawn place of the training set, or the whole test
 * set. */
Digits digits_draw(Judge *j, int64_t count);
Digits digits_all(Judge *j);
Digits digits_test(Judge *j);

/* `count` rows of `width` drawn numbers, with drawn classes. */
Digits rows_draw(Judge *j, int64_t count, int64_t width);

/* Inputs "x", "classes" and "width". */
void run_digits(Run *r, const Digits *data);

/* --- an MLP that learns ----------------------------------------------------------------------- */

typedef struct Mlp {
	int64_t size[8]; /* inputs, ..., classes */
	int sizes;
	int64_t count; /* parameters: of each layer weights (in, out), biases */
	double *value, *gradient, *velocity; /* one each */
	double *unit, *delta; /* of one row: what each unit gives, and its gradient */
	double *nearest;      /* one number: how near to 0 an input of relu came so far */
	double rate, momentum;
} Mlp;

/* Parameters as the exercises' models get them, drawn: they and the sizes become inputs of a run.
 */
Mlp mlp_draw(Judge *j, const int64_t *sizes, int count);
void run_mlp(Run *r, Judge *j, const Mlp *mlp, int device);
void run_sgd(Run *r, const Mlp *mlp);

/* A copy that learns by itself. */
Mlp mlp_copy(Judge *j, const Mlp *mlp);

/* Adds the gradient of the mean loss over rows first to first + rows - 1; returns that loss. */
double mlp_gradient(Mlp *mlp, const Digits *data, int64_t first, int64_t rows);
void mlp_update(Mlp *mlp);

/* The two in order, from a gradient of 0. */
double mlp_step(Mlp *mlp, const Digits *data, int64_t first, int64_t rows);

/* The number of the largest output for row i, and by how much it is ahead of the next one. */
int32_t mlp_answer(const Mlp *mlp, const Digits *data, int64_t i, double *ahead);

/* How many rows have their largest output at their class; and in how many of all the two largest
 * are so near that rounding decides. */
int64_t mlp_right(const Mlp *mlp, const Digits *data, int64_t *near);

/* Whether no input of relu came so near to 0 that rounding could decide on which side it is: on the
 * other side its part of the gradient would be there or not, which is more than NEAR. What is
 * compared with a model that learnt is drawn anew until this holds. */
bool mlp_is_clear(const Mlp *mlp);

/* FLOPs of the products of a layer's matrices for so many rows: forward, and with `learns` backward
 * too. */
double mlp_flops(const Mlp *mlp, int64_t rows, bool learns);

/* Takes over parameters that came back from a run: NULL, or what is wrong with them. */
const char *mlp_take(Mlp *mlp, Run *r, int device);
const char *mlp_take_named(Mlp *mlp, Run *r, const char *name, int device);

/* The most by which a parameter differs; infinite if one is no number. */
double mlp_distance(const Mlp *a, const Mlp *b);

/* What single and double precision may differ by after some steps; what is wrong differs by more
 * than a hundred times that. */
#define NEAR 2e-4

#endif
