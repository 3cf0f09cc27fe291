/* failing.h - runs in which one operation of the GPU fails, whichever the exercise makes: a
 * judge counts them in a run that goes well, and lets one after the other fail. */
#ifndef GRADER_LABS_COMMON_FAILING_H
#define GRADER_LABS_COMMON_FAILING_H

#include "grader/labs/common/failing_choice.h"

/* How often it has to fail: what the framework asks cuBLAS for it asks for once more. */
int64_t failing_times(const char *kind);

/* The same where it is a wait that looks like one of tensor_free(), which may fail untold: all waits from there on fail, so
 * that none of them stands for another one. */
int64_t failing_times_of(const char *kind, bool untold);

/* The same of calls that may be questions: who asks again until there is an answer has looked at it, so all behind one fail,
 * too. */
int64_t failing_asked_times(const char *kind);

/* What an operation of that kind is called where students are told of it. */
const char *say_failing(const char *kind);

/* As many as there are: a GPU that is full from there on. */
enum { FAILING_ALL = 1 << 30 };

/* No GPU has memory, for as few bytes as are asked for: no size tells. On real GPUs nothing can be made to fail. */
void run_full(Run *r);

/* Lets the `at`-th operation of a kind fail, and `times` - 1 more, and says so: "the 2nd copy
 * fails". What is issued before that is noticed may well meet memory that was not filled. */
const char *run_fail_times(Judge *j, Run *r, const char *kind, int64_t at, int64_t times);

/* The same, where calls that wait or put into order may be of that kind: behind one that has failed nothing stands in
 * order, which is no race to be told. */
const char *run_fail_ordered(Judge *j, Run *r, const char *kind, int64_t at, int64_t times);

/* One run in which the `at`-th operation of a kind fails. `data` is handed on. */
typedef void FailingRun(Judge *j, const char *kind, int64_t at, const void *data);

/* The same of a failure that the exercise has to tell: nobody knows by the order of the runs which call fails. */
void judge_told(Judge *j, FailingRun *run, const char *kind, int64_t at, const void *data);

/* The same in a run that is like that one, from which it was drawn which call fails. */
void judge_told_like(Judge *j, const Run *r, FailingRun *run, const char *kind, int64_t at,
		     const void *data);

/* The same of a part whose one failure is known without a kind or a number. */
void judge_fails_like(Judge *j, const Run *r, JudgePart *part, const void *data);

/* Of the operations with these numbers the first, some that follow each other, the last, and the one that does most; of
 * each line of which none of these is a drawn one besides, and where there are many of some that are not alike: calls that
 * are looked at, however many, do not keep from failing one that is not. NULL: 1 to `count`. NULL for a run: nobody knows
 * what they do, or where. */
void judge_failures_in(Judge *j, Run *r, const char *kind, const int64_t *number, int64_t count,
		       FailingRun *run, const void *data);

void judge_failures_of(Judge *j, Run *r, const char *kind, int64_t count, FailingRun *run,
		       const void *data);

/* How many calls of a run that was watched wait and do nothing else; of the waits that are counted
 * some belong to copies. */
int64_t wait_calls(Run *r);

/* One failing run after the other, of the calls that wait. */
void judge_failing_waits(Judge *j, Run *r, FailingRun *run, const void *data);

/* The same where there are tensors to be given back. tensor_free() returns nothing, so who calls it cannot tell that its
 * wait has failed: `untold` has to look whether all has become of the work that has to; NULL: such a wait does not
 * fail. */
void judge_failing_waits_besides(Judge *j, Run *r, FailingRun *run, FailingRun *untold,
				 const void *data);

/* How many calls of that kind there are in a run that was watched. */
int64_t calls_of_kind(Run *r, const char *kind);

/* One failing run after the other, of the calls of that kind in a run that was watched. */
void judge_failing_calls(Judge *j, Run *r, const char *kind, FailingRun *run, const void *data);

/* The same of the calls that make streams, events or pinned memory, put work into order, or ask whether it is over. */
void judge_failing_setup(Judge *j, Run *r, FailingRun *run, const void *data);

/* The same of those alone that make something. `run` asks failing_is_done(). */
void judge_failing_makers(Judge *j, Run *r, FailingRun *run, const void *data);

/* Before a run of judge_failing_makers(): nobody has to ask for what there is not. */
void run_may_be_done(Run *r, const char *kind);

/* Behind it: whether all the work has to be done, as no failure was told; one that was has to have been met. */
bool failing_is_done(Run *r, const char *kind, bool told);

/* The same of the calls that put work into order, or have a function of the host called. */
void judge_failing_ordering(Judge *j, Run *r, FailingRun *run, const void *data);

/* The same of the questions whether work is over: about each stream and each event the first, as they are asked again and
 * again. */
void judge_failing_questions(Judge *j, Run *r, FailingRun *run, const void *data);

/* The same of the fills: one of pinned memory waits. */
void judge_failing_fills(Judge *j, Run *r, FailingRun *run, const void *data);

/* The same of the first call of each kind by which somebody may learn that work is over: how many there are may hang on
 * how large a run is. */
void judge_failing_first(Judge *j, Run *r, FailingRun *run, const void *data);

/* The same of all calls by which somebody may learn that work is over, in runs as large as that one; of those that ask again
 * and again, the first and the last one in a row, and two drawn ones. */
void judge_failing_awaits(Judge *j, Run *r, FailingRun *run, const void *data);

/* The same where there may be tensors, whose tensor_free() cannot tell that it has failed: such a wait does not fail. */
void judge_failing_awaits_besides(Judge *j, Run *r, FailingRun *run, const void *data);

/* The same of a drawn one of each half of the calls of each kind, in a run of another shape than that of which all kinds of
 * calls fail: an exercise may go another way there, in which none is looked at. */
void judge_failing_shape(Judge *j, Run *r, FailingRun *run, const void *data);

/* The same of one drawn call alone, of a drawn kind: who looks at calls where some of the shapes have them fail, and
 * elsewhere at none, does not know which call it is. For each exercise there is a run of a shape that no other failing run
 * has; it is watched. */
void judge_failing_once(Judge *j, Run *r, FailingRun *run, const void *data);

/* A drawn call of each of `most` of these kinds, of those that a run has made ("launch copy memory"): where others than the
 * usual sizes, GPUs or steps are asked for, calls fail, too. The run was watched. */
void judge_failing_some(Judge *j, Run *r, const char *kinds, int most, FailingRun *run,
			const void *data);

/* One failing run after the other, of these kinds ("launch fill"), of which an exercise need make no call: who does the work
 * by another kind of call than usual looks at that, too. The run was watched. */
void judge_failing_kinds(Judge *j, Run *r, const char *kinds, FailingRun *run, const void *data);

/* One failing run after the other, of all kinds that were counted. On real GPUs nothing can be made
 * to fail. */
void judge_every_failure(Judge *j, Run *r, FailingRun *run, const void *data);

#endif
