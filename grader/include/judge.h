/* judge.h - the half of a check that decides, in a process that no student's code enters.
 *
 * A check's judge function draws inputs, starts one or more runs of the student's code, and
 * compares what came back with what it computed itself:
 *
 *     static void judge_3_2(Judge *j)
 *     {
 *             int64_t n = judge_between(j, 2, 40), m = judge_between(j, 2, 40);
 *             float *x = judge_uniform(j, n * m, -1, 1), *y = judge_uniform(j, n * m, -1, 1);
 *             Run *r = judge_run(j, 2);
 *             run_tensor(r, "x", SHAPE(n, m), x, device_cpu());
 *             run_tensor(r, "y", SHAPE(n, m), y, device_gpu(1));
 *             run_go(r);
 *             const RunTensor *z = run_get_tensor(r, "z");
 *             judge_device(j, "the result's device", z->device, device_gpu(1));
 *             ...
 *             judge_floats(j, "x + y", z->values, wanted, n * m, 1e-6);
 *             judge_at_most(j, "copies", run_traffic(r).all.copies, 1);
 *     }
 *
 * Judging ends at the first thing that is wrong: every judge_... expectation, run_go and every
 * run_get_... leave the judge function (by longjmp) when it fails, and nothing has to be freed by
 * hand: memory of a Judge lives until its check is over. A judge function that returns has passed.
 *
 * A judge says why the expectations that follow would fail: judge_because(j, "stray-byte"). The hint and
 * the page under the message are those of that cause.
 *
 * Messages are one line, say what was wanted and what came, and hold at most 4 significant digits,
 * no addresses and no real times, so that the same seed gives the same bytes on every machine.
 *
 * Its parts, each a header of its own:
 *     check.h         a lab's table of checks, their points, hints and causes
 *     draws.h         inputs that are drawn, memory, text
 *     run.h           a run of the student's code, and its inputs
 *     run_results.h   what came back
 *     run_counts.h    what was counted: calls, time, memory, traffic
 *     run_kernels.h   kernels, products, events
 *     run_timeline.h  what was done when
 *     expect.h        expectations, failures, their causes
 *     expect_work.h   expectations about time and work */
#ifndef GRADER_INCLUDE_JUDGE_H
#define GRADER_INCLUDE_JUDGE_H

#include "grader/include/marks.h"

#include "grader/include/check.h"
#include "grader/include/draws.h"
#include "grader/include/expect.h"
#include "grader/include/expect_work.h"
#include "grader/include/run.h"
#include "grader/include/run_counts.h"
#include "grader/include/run_kernels.h"
#include "grader/include/run_results.h"
#include "grader/include/run_timeline.h"

#endif
