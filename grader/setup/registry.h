/* registry.h - the labs that this grader was linked with. */
#ifndef GRADER_SETUP_REGISTRY_H
#define GRADER_SETUP_REGISTRY_H

#include <stdbool.h>
#include <stddef.h>

#include "grader/include/judge.h"

#define LAB_CHECKS_MAX 64 /* of one lab, hidden ones included */

int registry_count(void);
const LabChecks *registry_at(int i); /* in the order of the list */

const LabChecks *registry_lab(int number);           /* NULL: there is none */
const LabChecks *registry_lab_of(const char *check); /* the lab of check "3.2", or NULL */

/* "1, 2, 3" */
void registry_numbers(char *out, size_t size);

/* Adds hidden checks to the lab of the same number, until this process ends; `more` must stay as long.
 * 0, or -1 with one line in `why` when they cannot be checks of that lab. */
int registry_extend(const LabChecks *more, char *why, size_t why_size);

#endif
