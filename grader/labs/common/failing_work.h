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
	{"managed", true, {"cudaMallocManaged"}},
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
	       !is_call_of(op, "pinned") && !is_call_of(op, "managed");
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

/* Whether it is a kernel of the framework's, and not one of cuBLAS. */
static inline bool is_own(const char *kernel)
{
	return strncmp(kernel, "usegpu_k_", 9) == 0;
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
	const char *name;
	double size;         /* those of one line and name that differ in it are not alike */
	int64_t at;          /* its place among them */
	double work;         /* bytes and FLOPs; of a call the time that the host waited */
	bool chosen, surely; /* surely: in each call of a process, be it drawn as it may */
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
	FAILING_FEW = 16, /* where there are more, a line may hide what it does among others */
	FAILING_SIZES = 8,
};

static inline int failing_compare(const FailingOp *a, const FailingOp *b)
{
	const int name = strcmp(a->name, b->name);
	return a->line != b->line ? (a->line > b->line) - (a->line < b->line)
	       : name             ? name
				  : (a->size > b->size) - (a->size < b->size);
}

static inline int failing_by_place(const void *one, const void *other)
{
	const FailingOp *a = one, *b = other;
	const int place = failing_compare(a, b);
	return place ? place : (a->at > b->at) - (a->at < b->at);
}

/* Whether one of these was chosen; one that has done nothing stands for none that has. */
static inline bool failing_is_met(const FailingOp *op, int64_t count)
{
	const bool works = failing_work(op, count) > 0;
	for (int64_t i = 0; i < count; i++)
		if (op[i].chosen && (!works || op[i].work > 0))
			return true;
	return false;
}

static inline int64_t failing_alike(const FailingOp *op, int64_t count)
{
	int64_t alike = 0;
	while (alike < count && failing_compare(op, op + alike) == 0)
		alike++;
	return alike;
}

/* Of those that are alike one, where none was chosen; in so many turns, in which they are drawn, the likelier the more
 * they have done together. Returns how many it may choose at most. */
static inline int64_t failing_choose_places(Judge *j, FailingOp *op, int64_t count, int turns)
{
	FailingOp *sorted = judge_memory(j, ((size_t)count + 1) * sizeof *sorted);
	FailingOp *place = judge_memory(j, ((size_t)count + 1) * sizeof *place);
	int64_t places = 0, all = 0;
	memcpy(sorted, op, (size_t)count * sizeof *op);
	qsort(sorted, (size_t)count, sizeof *sorted, failing_by_place);
	for (int64_t i = 0, alike; i < count; i += alike) {
		alike = failing_alike(sorted + i, count - i);
		all++;
		if (!failing_is_met(sorted + i, alike))
			place[places++] =
				(FailingOp){.at = i, .work = failing_work(sorted + i, alike)};
	}
	for (int turn = 0; turn < turns && places > 0; turn++) {
		FailingOp *drawn = &place[failing_draw(j, place, places)];
		const FailingOp *of = sorted + drawn->at;
		const int64_t alike = failing_alike(of, count - drawn->at);
		op[of[failing_draw(j, of, alike)].at].chosen = true;
		*drawn = place[--places];
	}
	return all < turns ? all : turns;
}

static inline double failing_done(const RunOp *op)
{
	return op->kind == RUN_OP_CALL ? op->waited : op->bytes + op->flops;
}

/* One for each of them. */
static inline FailingOp *failing_list(Judge *j, const RunOp *const *ops, int64_t count)
{
	FailingOp *op = judge_memory(j, ((size_t)count + 1) * sizeof *op);
	for (int64_t i = 0; i < count; i++)
		op[i] = (FailingOp){
			.line = ops[i]->line, .name = "", .at = i, .work = failing_done(ops[i])};
	return op;
}

/* Those with these numbers alone; NULL: nothing is known of them. */
static inline FailingOp *failing_some(Judge *j, const RunOp *const *ops, const int64_t *number,
				      int64_t count)
{
	static const RunOp unknown;
	const RunOp **some = judge_memory(j, ((size_t)count + 1) * sizeof *some);
	for (int64_t i = 0; i < count; i++)
		some[i] = !ops ? &unknown : ops[number ? number[i] - 1 : i];
	return failing_list(j, some, count);
}

/* From now on those of one name and size in a line are alike. */
static inline void failing_name(FailingOp *op, const RunOp *of)
{
	op->name = of->name;
	op->size = of->kind == RUN_OP_CALL ? of->waited > 0 : op->work;
}

/* As many are chosen in both calls of a process: the runs in which they fail are pairs (judge_where_fails). */
static inline void failing_fill_up(Judge *j, FailingOp *op, int64_t count, int64_t wanted)
{
	FailingOp *left = judge_memory(j, ((size_t)count + 1) * sizeof *left);
	int64_t rest = 0;
	for (int64_t i = 0; i < count; i++) {
		wanted -= op[i].chosen;
		if (!op[i].chosen)
			left[rest++] = op[i];
	}
	for (; wanted > 0 && rest > 0; wanted--) {
		FailingOp *drawn = &left[failing_draw(j, left, rest)];
		op[drawn->at].chosen = true;
		*drawn = left[--rest];
	}
}

/* Which of the operations with these numbers fail (judge_failures_in), and of which names they are, if known. */
static inline const FailingOp *failing_chosen(Judge *j, Run *r, const char *kind,
					      const int64_t *number, int64_t count)
{
	int64_t found = 0, most = 0;
	const RunOp **ops = r ? failing_ops(j, r, kind, &found) : NULL;
	const bool known = number ? count <= found : count == found;
	FailingOp *op = failing_some(j, known ? ops : NULL, number, count);
	for (int64_t i = 0; i < count; i++)
		most = op[i].work > op[most].work ? i : most;
	/* some that follow each other, one of which is drawn by what it does */
	const int64_t before = judge_between(j, 0, FAILING_IN_ROW - 1);
	int64_t first = count > 0 ? failing_draw(j, op, count) - before : 0;
	first = first > count - 1 - FAILING_IN_ROW ? count - 1 - FAILING_IN_ROW : first;
	first = first < 1 ? 1 : first;
	for (int64_t i = 0; i < count; i++) {
		op[i].surely = i == 0 || i == count - 1 || i == most;
		op[i].chosen = op[i].surely || (i >= first && i < first + FAILING_IN_ROW);
	}
	int64_t wanted = 2 + FAILING_IN_ROW;
	if (known)
		wanted += failing_choose_places(j, op, count, FAILING_LINES);
	for (int64_t i = 0; i < count && known; i++)
		failing_name(&op[i], ops[number ? number[i] - 1 : i]);
	if (known && count > FAILING_FEW)
		wanted += failing_choose_places(j, op, count, FAILING_SIZES);
	failing_fill_up(j, op, count, known ? wanted : 0);
	return op;
}

/* The chosen ones, -1 behind them: one of each line, those that are chosen surely, the others. So in both calls of a
 * process it is the same line's turn: in which of the two it fails is drawn. */
static inline const int64_t *failing_order_of(Judge *j, const FailingOp *op, int64_t count)
{
	int64_t *order = judge_memory(j, ((size_t)count + 1) * sizeof *order), listed = 0;
	bool *met = judge_memory(j, ((size_t)count + 1) * sizeof *met);
	bool *told = judge_memory(j, ((size_t)count + 1) * sizeof *told);
	for (int64_t i = 0; i < count; i++) {
		int64_t of = -1;
		for (int64_t k = i; k < count && !met[i]; k++)
			if (op[k].line == op[i].line && op[k].chosen &&
			    (of < 0 || (op[k].surely && !op[of].surely)))
				of = k;
		for (int64_t k = i + 1; k < count && !met[i]; k++)
			met[k] = met[k] || op[k].line == op[i].line;
		if (of >= 0)
			told[order[listed++] = of] = true;
	}
	for (int surely = 1; surely >= 0; surely--)
		for (int64_t i = 0; i < count; i++)
			if (op[i].chosen && op[i].surely == surely && !told[i])
				order[listed++] = i;
	order[listed] = -1;
	return order;
}

#endif
