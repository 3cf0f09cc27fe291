/* sum.h - sums that every GPU gets (reduce.c), for those that are timed, too (ring.c). */
#ifndef GRADER_LABS_LAB9_SUM_H
#define GRADER_LABS_LAB9_SUM_H

#include "grader/labs/lab9/judge.h"

/* What is added up: the first half of it is there when the call begins, the other half is still
 * being added by the GPUs. */
typedef struct Numbers {
	int64_t elements, rows; /* rows: of a matrix; 0: they are vectors */
	float *begin, *rest;    /* of one GPU after the other */
	float *sum;             /* computed in double precision */
} Numbers;

Numbers draw_numbers(Judge *j, int size, int64_t elements);
void numbers_give(Run *r, const Team *team, const Numbers *n);

/* Numbers for a run in which nobody looks at the sums: the machine need not make the numbers, nor add them. */
void numbers_seed(Judge *j, Run *r, const Team *team, int64_t elements);

/* Each has the sum, and work that is given to it next finds it. */
void judge_sums(Judge *j, Run *r, const Team *team, const Numbers *n, const char *at);

/* The same bits everywhere. */
void judge_bits(Judge *j, Run *r, const Team *team, const Numbers *n, const char *at);

/* Whatever the way: all vectors but one have to be added to that one, and the sum to come back to all but one. */
RunWork sum_work(const Team *team, const Numbers *n);

/* A sum of vectors that goes well. */
Run *judge_sum(Judge *j, const Team *team, int64_t elements);

/* What is added up, and where. */
typedef struct Sum {
	const Team *team;
	int64_t elements, rows;
} Sum;

enum { SHAPES_MOST = 8 };

/* Sums of so many shapes, and the run of each. */
typedef struct Shapes {
	int count;
	Sum sum[SHAPES_MOST];
	Run *run[SHAPES_MOST];
} Shapes;

void judge_shape_of(Judge *j, Shapes *shapes, Sum sum);

/* An operation of a Sum fails. */
void judge_failing_sum(Judge *j, const char *kind, int64_t which, const void *data);

/* Each of those of `good`, a run of as many numbers in which nothing fails: by its size nobody knows that something will fail. */
void judge_failures(Judge *j, const Team *team, int64_t elements, Run *good);

/* One call of one of the other shapes fails, too. */
void judge_shape_fails(Judge *j, const Shapes *shapes);

#endif
