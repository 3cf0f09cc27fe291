/* device_snapshot.h - results that are said to lie in a GPU's memory, against what the GPU held. */
#ifndef GRADER_WIRE_DEVICE_SNAPSHOT_H
#define GRADER_WIRE_DEVICE_SNAPSHOT_H

#include <stddef.h>

#include "grader/wire/values.h"

/* Compares the tensors among the results that say that they are on a GPU, and the arrays that were
 * fetched from one, with what the machine noted in the file `shown` (control_page.h) when the
 * program
 * named them: for the `round`-th time, 0 upwards. 0; -1 after saying in `problem` what is not as it
 * was said. */
int held_check(const Value *results, int shown, int round, int later, char *problem, size_t size);

#endif
