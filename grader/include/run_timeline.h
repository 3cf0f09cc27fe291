/* run_timeline.h - what GPUs and the host did in a run, and when. Part of judge.h. */
#ifndef GRADER_INCLUDE_RUN_TIMELINE_H
#define GRADER_INCLUDE_RUN_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/include/check.h"

/* What a GPU did, or the host, on the simulated machine. Times are in microseconds since the window
 * began. */
typedef enum RunOpKind {
	RUN_OP_COPY,
	RUN_OP_FILL,
	RUN_OP_KERNEL,    /* cuBLAS's included */
	RUN_OP_CALL,      /* of the CUDA runtime or cuBLAS: the host was busy, or waited */
	RUN_OP_HOST_WORK, /* arithmetic of the host that was declared to the simulator */
} RunOpKind;

typedef struct RunOp {
	RunOpKind kind;
	int gpu;       /* of the stream; -1 for CALL and HOST_WORK */
	char name[48]; /* of the call or the kernel; "copy H2D pinned" */
	double start, end;
	double called;  /* when the call began that it belongs to */
	int64_t number; /* of that call, in the order in which all threads made theirs */
	double waited;  /* CALL: microseconds of it in which the host waited for work */
	double bytes, flops;
	int64_t stream; /* equal for two operations of one GPU if they are in one stream */
	int on_default; /* 1: that is the default stream */
	int from, to;   /* COPY: a GPU, or -1 for the host */
	int pinned;     /* COPY: no end of it is in pageable host memory */
	int line;       /* of the student's file where it was called, or 0 */
	int failed;     /* CALL: 1: it returned an error */
} RunOp;

/* What the calls of the window were and what they had the GPUs do, which may go on after its end,
 * in the order of their beginnings, calls before the operations they issue. */
const RunOp *run_ops(Run *r, int *count);

/* Microseconds in which at least one of the operations for which `takes` answers 1 was under way;
 * and in which one for which `takes` answers 1 and one for which `other` does were under way at the
 * same time. `data` is handed on. */
typedef int RunOpTakes(const RunOp *op, const void *data);
double ops_busy(const RunOp *ops, int count, RunOpTakes *takes, const void *data);
double ops_overlap(const RunOp *ops, int count, RunOpTakes *takes, RunOpTakes *other,
		   const void *data);

/* Whether the host read the clock there, by whatever function; and whether it slept. The machine lets nothing else go by a
 * name that begins so. */
bool op_is_reading(const RunOp *op);
bool op_is_sleep(const RunOp *op);

#endif
