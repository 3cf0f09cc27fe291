/* products.h - what the files share that judge 5.1 and 5.6. */
#ifndef GRADER_LABS_LAB5_PRODUCTS_H
#define GRADER_LABS_LAB5_PRODUCTS_H

#include <stdbool.h>

#include "grader/labs/lab5/judge.h"

/* One product, or with `count` above 0 that many by one call. */
typedef struct Products {
	int64_t count, m, k, n;
	int current, null;
	bool stream; /* the handle is in another one than the default stream */
	bool large;  /* some numbers of c are looked at, and no others */
} Products;

/* "7 products (2, 3) times (3, 4)" */
const char *say_products(Judge *j, const Products *p);

/* Inputs of the run but for the matrices. */
void products_run(Run *r, const Products *p);

/* What got numbers are times the wanted ones, by least squares. */
typedef struct Factor {
	double both, wanted;
	int64_t count;
} Factor;

/* `terms`: the sum of what the terms of the wanted number are without signs, of which there are k; fails where float32 adds up
 * nothing that is so far away, in whatever order. */
void judge_exact(Judge *j, Factor *factor, const char *what, double got, double wanted,
		 double terms, int64_t k);

/* Behind all of them: float32 rounds up as often as down, so nothing is left of it in the factor. */
void judge_factor(Judge *j, const Factor *factor, const char *at);

/* One launch, nothing that waits or makes anything, and a handle that is as it was. */
void judge_calls(Judge *j, Run *r, const Products *p, const char *at);

/* Whatever is returned: nobody waited, and the handle is as it was. */
void judge_only_queued(Judge *j, Run *r, const char *at);

/* large.c: products that are too large to be computed here, as exact as small ones: no size tells. */
Run *judge_large(Judge *j, const Products *p);

/* The launch of such products fails; `good`: where nothing does. */
void judge_large_fails(Judge *j, const Run *good, const Products *p);

#endif
