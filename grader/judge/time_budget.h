/* time_budget.h - what a check's runs may take together, and those of a submission.
 *
 * A run has a limit of its own (SECONDS=). But a check has up to 20 runs, and a program that sleeps just
 * below the limit in each would hold a grading for minutes, and a class for hours. What other processes
 * take from a program is not counted, so a loaded computer fails nobody. */
#ifndef GRADER_JUDGE_TIME_BUDGET_H
#define GRADER_JUDGE_TIME_BUDGET_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "grader/setup/options.h"

/* In memory that all judges of a submission share: milliseconds so far. */
typedef atomic_llong TimeSpent;

void time_spent_add(TimeSpent *spent, double seconds);

/* From now on counts for a submission too; NULL: for this check alone. */
void time_budget_of(TimeSpent *submission);

/* Whether nothing may be run any more; says why. */
bool time_budget_is_spent(const Options *options, char *why, size_t size);

void time_budget_spend(double seconds);

#endif
