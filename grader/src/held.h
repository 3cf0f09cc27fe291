/* held.h - results that are said to lie in a GPU's memory, against what the GPU held. */
#ifndef HELD_H
#define HELD_H

#include <stddef.h>

#include "values.h"

/* Compares the tensors among the results that say that they are on a GPU, and the arrays that were
 * fetched from one, with what the machine noted in the file `shown` (glass.h) when the program
 * named them: for the `round`-th time, 0 upwards. 0; -1 after saying in `problem` what is not as it
 * was said. */
int held_check(const Value *results, int shown, int round, int later, char *problem, size_t size);

#endif
