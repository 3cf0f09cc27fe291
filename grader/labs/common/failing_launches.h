/* failing_launches.h - which launches of kernels are let fail where an exercise makes many: each place that makes any has to
 * look. Part of what failing.h is for. */
#ifndef GRADER_LABS_COMMON_FAILING_LAUNCHES_H
#define GRADER_LABS_COMMON_FAILING_LAUNCHES_H

#include "grader/labs/common/failing.h"

/* The kernels of a run that was watched, in the order in which they were asked for. */
const RunOp **launches_in_order(Judge *j, Run *r, int64_t *found);

/* Of which kind that launch is: as many fail as it takes for the call to fail which makes it (failing_times()). A further one
 * would fail the next call, and so tell of one that was not looked at. */
const char *launch_kind(Judge *j, Run *r, int64_t number);

/* One failing run after the other, of the launches in a run that was watched: of each kernel in each line a drawn one, so
 * that every place is met where somebody has to look. The program tells the line, and the machine knows the kernel; several
 * calls may stand in a line. Where few lines are known, as of any other kind. In both calls of a process it is the same
 * line's turn: which of them is spared is drawn. */
void judge_failures_by_line(Judge *j, Run *r, FailingRun *run, const void *data);

/* Of each line that launches again and again, in a run that was watched, one launch fails that is not its last one, and
 * that one alone: a loop may keep the status of its last round alone. Where each round has lines of its own, those of one
 * kernel are taken together. Of cuBLAS's kernels it is those in lines that have no others: who calls it directly has to look,
 * too. Of launches without a line, as those of a call that the C library makes, it is additions of one number. */
void judge_failing_rounds(Judge *j, Run *r, FailingRun *run, const void *data);

#endif
