/* same_calls.h - whether a run makes the calls that another one with the same inputs has made. */
#ifndef GRADER_JUDGE_SAME_CALLS_H
#define GRADER_JUDGE_SAME_CALLS_H

#include "grader/judge/judge_state.h"

/* Notes what the run asks for, while it has its inputs. Where it repeats one in which several threads made calls, that call is
 * to fail which does what the drawn one did. */
void same_calls_prepare(Run *r);

/* Whether no call has failed in its windows. */
bool run_is_whole(const Run *r);

/* Whether several threads made calls that may fail. */
bool run_has_threads(const Run *r);

/* Fails the check where an earlier run of the judge with the same inputs, but for the values of numbers, has made other
 * calls of those that may fail: as far as both are known, which is to the first one that failed. */
void same_calls_judge(Judge *j, const Run *r);

#endif
