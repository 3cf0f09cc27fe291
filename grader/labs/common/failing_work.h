/* failing_work.h - which operations of a run are let fail: each line that makes some has its turn, and those that do the
 * work come before those that do next to nothing. Part of what failing.h is for. */
#ifndef GRADER_LABS_COMMON_FAILING_WORK_H
#define GRADER_LABS_COMMON_FAILING_WORK_H

#include <stdlib.h>
#include <string.h>

#include "grader/include/judge.h"

/* Calls of which no counter tells: they make something, put it into order, or ask whether it is over. */
typedef struct FailingCall {
	const char *kind;
	bool makes;          /* who has to do without it may do all the work in another way */
	const char *name[3]; /* what a call begins with; NULL: no other one */
} FailingCall;

static const FailingCall failing_calls[] = {
	{"pinned", true, {"cudaMallocHost", "cudaHostAlloc", "cudaHostRegister"}},
	{"stream", true, {"cudaStreamCreate"}},
	{"event", true, {"cudaEventCreate"}},
	{"wait", false, {"cudaStreamWaitEvent"}},
	{"record", false, {"cudaEventRecord"}},
	{"query", false, {"cudaEventQuery", "cudaStreamQuery"}},
	{"host", false, {"cudaLaunchHostFunc", "cudaStreamAddCallback"}},
};

/* NULL: the kind is counted. */
static inline const FailingCall *failing_call(const char *kind)
{
	for (size_t i = 0; i < sizeof failing_calls / sizeof *failing_calls; i++)
		if (strcmp(failing_calls[i].kind, kind) == 0)
			return &failing_calls[i];
	return NULL;
}

/* Whether calls of that kind wait, put into order, or ask: behind one that has failed what is under way goes on. */
static inline bool failing_is_order(const char *kind)
{
	return failing_call(kind) || strcmp(kind, "sync") == 0;
}

/* Whether calls of that kind make something. */
static inline bool failing_is_made(const char *kind)
{
	const FailingCall *call = failing_call(kind);
	return call && call->makes;
}

/* One of cuBLAS, or "kernel": one of the framework's. */
static inline bool is_launch(const char *kind)
{
	return strcmp(kind, "launch") == 0 || strcmp(kind, "kernel") == 0;
}

static inline bool is_wait_call(const RunOp *op)
{
	return op->kind == RUN_OP_CALL && strstr(op->name, "Synchronize");
}

static inline bool is_begun_by(const char *name, const char *begins)
{
	return begins && strncmp(name, begins, strlen(begins)) == 0;
}

static inline bool is_call_of(const RunOp *op, const char *kind)
{
	const FailingCall *call = failing_call(kind);
	if (!call)
		return is_wait_call(op);
	return op->kind == RUN_OP_CALL &&
	       (is_begun_by(op->name, call->name[0]) || is_begun_by(op->name, call->name[1]) ||
		is_begun_by(op->name, call->name[2]));
}

/* Requests for memory of a GPU; those of no bytes are none. */
static inline bool is_memory_call(const RunOp *op)
{
	return op->kind == RUN_OP_CALL && is_begun_by(op->name, "cudaMalloc") &&
	       !is_call_of(op, "pinned") && strcmp(op->name, "cudaMallocManaged") != 0;
}

static inline bool is_of_failing_kind(const RunOp *op, const char *kind)
{
	return is_launch(kind) ? op->kind == RUN_OP_KERNEL
	       : strcmp(kind, "copy") == 0
		       ? op->kind == RUN_OP_COPY && (op->from >= 0 || op->to >= 0)
	       : strcmp(kind, "fill") == 0   ? op->kind == RUN_OP_FILL
	       : strcmp(kind, "memory") == 0 ? is_memory_call(op)
	       : strcmp(kind, "sync") == 0   ? is_wait_call(op)
					     : is_call_of(op, kind);
}

static inline int failing_order(const void *one, const void *other)
{
	const RunOp *a = *(const RunOp *const *)one, *b = *(const RunOp *const *)other;
	return a->called != b->called ? (a->called > b->called) - (a->called < b->called)
				      : (a > b) - (a < b);
}

/* The operations of that kind in a run that was watched, in the order in which they were asked for; what a copy does in
 * pieces is one. */
static inline const RunOp **failing_ops(Judge *j, Run *r, const char *kind, int64_t *found)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	const RunOp **list = judge_memory(j, ((size_t)count + 1) * sizeof *list);
	int64_t all = 0, kept = 0;
	for (int i = 0; i < count; i++)
		if (is_of_failing_kind(&ops[i], kind))
			list[all++] = &ops[i];
	if (all > 0 && list[0]->kind != RUN_OP_CALL)
		qsort(list, (size_t)all, sizeof *list, failing_order);
	for (int64_t i = 0; i < all; i++)
		if (kept == 0 || list[i]->kind != RUN_OP_COPY ||
		    list[i]->called > list[kept - 1]->called)
			list[kept++] = list[i];
	*found = kept;
	return list;
}

/* One of those that may fail. */
typedef struct FailingOp {
	int line;
	int64_t at;  /* its place among them */
	double work; /* bytes and FLOPs; of a call the time that the host waited */
	bool chosen;
} FailingOp;

static inline double failing_work(const FailingOp *op, int64_t count)
{
	double work = 0;
	for (int64_t i = 0; i < count; i++)
		work += op[i].work;
	return work;
}

/* Draws one of them, the likelier the more it has done; where none has done any each is as likely. */
static inline int64_t failing_draw(Judge *j, const FailingOp *op, int64_t count)
{
	const int64_t steps = 1 << 30;
	const double all = failing_work(op, count);
	double left = (double)judge_between(j, 0, steps - 1) / (double)steps *
		      (all > 0 ? all : (double)count);
	int64_t drawn = 0;
	for (int64_t i = 0; i < count && left >= 0; i++) {
		const double share = all > 0 ? op[i].work : 1;
		if (share <= 0)
			continue;
		drawn = i;
		left -= share;
	}
	return drawn;
}

enum {
	FAILING_IN_ROW = 4, /* those that follow each other are of every kind that a step has */
	FAILING_LINES = 32,
};

static inline int failing_by_line(const void *one, const void *other)
{
	const FailingOp *a = one, *b = other;
	return a->line != b->line ? (a->line > b->line) - (a->line < b->line)
				  : (a->at > b->at) - (a->at < b->at);
}

typedef struct FailingLine {
	const FailingOp *op;
	int64_t count;
	double work;
	bool met; /* one of it was chosen, which is not one of those that have done nothing, if others have */
} FailingLine;

static inline int64_t failing_lines(const FailingOp *op, int64_t count, FailingLine *line)
{
	int64_t lines = 0;
	for (int64_t i = 0; i < count; i += line[lines++].count) {
		FailingLine *of = &line[lines];
		*of = (FailingLine){.op = op + i};
		while (i + of->count < count && op[i + of->count].line == op[i].line)
			of->count++;
		of->work = failing_work(of->op, of->count);
		for (int64_t k = 0; k < of->count; k++)
			of->met = of->met ||
				  (of->op[k].chosen && (of->work <= 0 || of->op[k].work > 0));
	}
	return lines;
}

/* Of each line that was not met one. Where there are many, those come first that have done most, and of those that have
 * done as much drawn ones. */
static inline void failing_choose_lines(Judge *j, FailingOp *op, int64_t count)
{
	FailingOp *sorted = judge_memory(j, ((size_t)count + 1) * sizeof *sorted);
	FailingLine *line = judge_memory(j, ((size_t)count + 1) * sizeof *line);
	memcpy(sorted, op, (size_t)count * sizeof *op);
	qsort(sorted, (size_t)count, sizeof *sorted, failing_by_line);
	const int64_t lines = failing_lines(sorted, count, line);
	for (int turn = 0; turn < FAILING_LINES; turn++) {
		const int64_t first = lines > 1 ? judge_between(j, 0, lines - 1) : 0;
		FailingLine *most = NULL;
		for (int64_t k = 0; k < lines; k++) {
			FailingLine *of = &line[(first + k) % lines];
			if (!of->met && (!most || of->work > most->work))
				most = of;
		}
		if (!most)
			return;
		op[most->op[failing_draw(j, most->op, most->count)].at].chosen = true;
		most->met = true;
	}
}

/* Which of the operations with these numbers fail (judge_failures_in). */
static inline const bool *failing_chosen(Judge *j, Run *r, const char *kind, const int64_t *number,
					 int64_t count)
{
	FailingOp *op = judge_memory(j, ((size_t)count + 1) * sizeof *op);
	bool *chosen = judge_memory(j, ((size_t)count + 1) * sizeof *chosen);
	int64_t found = 0, most = 0;
	const RunOp **ops = r ? failing_ops(j, r, kind, &found) : NULL;
	const bool known = number ? count <= found : count == found;
	for (int64_t i = 0; i < count && known; i++) {
		const RunOp *of = ops[number ? number[i] - 1 : i];
		op[i] = (FailingOp){.line = of->line,
				    .at = i,
				    .work = of->kind == RUN_OP_CALL ? of->waited
								    : of->bytes + of->flops};
		most = op[i].work > op[most].work ? i : most;
	}
	/* some that follow each other, one of which is drawn by what it does */
	const int64_t before = judge_between(j, 0, FAILING_IN_ROW - 1);
	int64_t first = count > 0 ? failing_draw(j, op, count) - before : 0;
	first = first > count - 1 - FAILING_IN_ROW ? count - 1 - FAILING_IN_ROW : first;
	first = first < 1 ? 1 : first;
	for (int64_t i = 0; i < count; i++)
		op[i].chosen = i == 0 || i == count - 1 || i == most ||
			       (i >= first && i < first + FAILING_IN_ROW);
	if (known)
		failing_choose_lines(j, op, count);
	for (int64_t i = 0; i < count; i++)
		chosen[i] = op[i].chosen;
	return chosen;
}

#endif
