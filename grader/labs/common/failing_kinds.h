/* failing_kinds.h - the kinds of calls that a judge may let fail, and those of a run that are of a kind. Part of what
 * failing.h is for. */
#ifndef GRADER_LABS_COMMON_FAILING_KINDS_H
#define GRADER_LABS_COMMON_FAILING_KINDS_H

#include "grader/include/judge.h"

/* Calls of which no counter tells: they make something, put it into order, or ask whether it is over. */
typedef struct FailingCall {
	const char *kind;
	bool makes;          /* who has to do without it may do all the work in another way */
	const char *name[3]; /* what a call begins with; NULL: no other one */
	const char *said;    /* in messages */
} FailingCall;

/* NULL: the kind is counted. */
const FailingCall *failing_call(const char *kind);

/* One after the other, from 0 on; NULL: there are no more. */
const FailingCall *failing_call_number(size_t i);

/* Whether calls of that kind wait, put into order, or ask: behind one that has failed what is under way goes on. */
bool failing_is_order(const char *kind);

/* Whether calls of that kind make something. */
bool failing_is_made(const char *kind);

/* One of cuBLAS, or "kernel": one of the framework's. */
bool is_launch(const char *kind);

/* One that waits and does nothing else. */
bool is_wait_call(const RunOp *op);

/* Of a kind in that list, or a wait. */
bool is_call_of(const RunOp *op, const char *kind);

/* Whether it is a kernel of the framework's, and not one of cuBLAS. */
bool is_own_kernel(const char *kernel);

/* The operations of that kind in a run that was watched, in the order in which they were asked for; what a copy does in
 * pieces is one. Where the machine has noted all calls that can fail, they are those. */
const RunOp **failing_ops(Judge *j, Run *r, const char *kind, int64_t *found);

/* How many there are, of which somebody has counted so many: some of these may be none that can fail, such as the copy of a
 * result of cuBLAS's. */
int64_t failing_count(Run *r, const char *kind, int64_t count);

#endif
