/* dataset.h - the kit's data sets, for judges: arrays of .npy files, float32 or int32. */
#ifndef GRADER_JUDGE_DATASET_H
#define GRADER_JUDGE_DATASET_H

#include <stdint.h>

#include "grader/include/judge.h"

/* The elements of a file, its path given from the kit's folder: as many rows as *rows, each of
 * *columns numbers (1 for a vector). Memory of the judge. A file that cannot be read is the kit's
 * own fault: it ends the check with the verdict "error". */
const float *dataset_floats(Judge *j, const char *path, int64_t *rows, int64_t *columns);
const int32_t *dataset_ints(Judge *j, const char *path, int64_t *rows, int64_t *columns);

/* The same from bytes that a file held. NULL, or what is wrong with them. */
const char *dataset_parse(const char *bytes, size_t count, Dtype type, int64_t *rows,
			  int64_t *columns, const char **elements);

#endif
