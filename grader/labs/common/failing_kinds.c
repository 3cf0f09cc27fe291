/* failing_kinds.c - the kinds of calls that a judge may let fail: by their names, and by the operations that they make. */
#include "grader/labs/common/failing_kinds.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const FailingCall failing_calls[] = {
	{"pinned",
	 true,
	 {"cudaMallocHost", "cudaHostAlloc", "cudaHostRegister"},
	 "cudaMallocHost, cudaHostAlloc or cudaHostRegister"},
	{"managed", true, {"cudaMallocManaged"}, "cudaMallocManaged"},
	{"stream", true, {"cudaStreamCreate"}, "cudaStreamCreate"},
	{"event", true, {"cudaEventCreate"}, "cudaEventCreate"},
	{"wait", false, {"cudaStreamWaitEvent"}, "cudaStreamWaitEvent"},
	{"record", false, {"cudaEventRecord"}, "cudaEventRecord"},
	{"query",
	 false,
	 {"cudaEventQuery", "cudaStreamQuery"},
	 "cudaEventQuery or cudaStreamQuery"},
	{"host",
	 false,
	 {"cudaLaunchHostFunc", "cudaStreamAddCallback"},
	 "cudaLaunchHostFunc or cudaStreamAddCallback"},
};

const FailingCall *failing_call(const char *kind)
{
	for (size_t i = 0; i < sizeof failing_calls / sizeof *failing_calls; i++)
		if (strcmp(failing_calls[i].kind, kind) == 0)
			return &failing_calls[i];
	return NULL;
}

const FailingCall *failing_call_number(size_t i)
{
	return i < sizeof failing_calls / sizeof *failing_calls ? &failing_calls[i] : NULL;
}

bool failing_is_order(const char *kind)
{
	return failing_call(kind) || strcmp(kind, "sync") == 0;
}

bool failing_is_made(const char *kind)
{
	const FailingCall *call = failing_call(kind);
	return call && call->makes;
}

bool is_launch(const char *kind)
{
	return strcmp(kind, "launch") == 0 || strcmp(kind, "kernel") == 0;
}

bool is_wait_call(const RunOp *op)
{
	return op->kind == RUN_OP_CALL && strstr(op->name, "Synchronize");
}

static bool is_begun_by(const char *name, const char *begins)
{
	return begins && strncmp(name, begins, strlen(begins)) == 0;
}

bool is_call_of(const RunOp *op, const char *kind)
{
	const FailingCall *call = failing_call(kind);
	if (!call)
		return is_wait_call(op);
	return op->kind == RUN_OP_CALL &&
	       (is_begun_by(op->name, call->name[0]) || is_begun_by(op->name, call->name[1]) ||
		is_begun_by(op->name, call->name[2]));
}

/* Requests for memory of a GPU; those of no bytes are none, nor are those that are refused for what they ask for. */
static bool is_memory_call(const RunOp *op)
{
	return op->kind == RUN_OP_CALL && !op->failed && is_begun_by(op->name, "cudaMalloc") &&
	       !is_call_of(op, "pinned") && !is_call_of(op, "managed");
}

static bool is_of_failing_kind(const RunOp *op, const char *kind)
{
	return is_launch(kind) ? op->kind == RUN_OP_KERNEL
	       : strcmp(kind, "copy") == 0
		       ? op->kind == RUN_OP_COPY && (op->from >= 0 || op->to >= 0)
	       : strcmp(kind, "fill") == 0   ? op->kind == RUN_OP_FILL
	       : strcmp(kind, "memory") == 0 ? is_memory_call(op)
	       : strcmp(kind, "sync") == 0   ? is_wait_call(op)
					     : is_call_of(op, kind);
}

static int failing_order(const void *one, const void *other)
{
	const RunOp *a = *(const RunOp *const *)one, *b = *(const RunOp *const *)other;
	return a->number != b->number ? (a->number > b->number) - (a->number < b->number)
				      : (a > b) - (a < b);
}

bool is_own_kernel(const char *kernel)
{
	return strncmp(kernel, "usegpu_k_", 9) == 0;
}

static const char *noted_kind(const char *kind)
{
	return is_launch(kind) ? "launch" : kind;
}

/* One for each call that the machine has noted, where its timeline has others: no line is known then, but which calls are
 * alike, and how much they do. */
static const RunOp **noted_ops(Judge *j, const RunCall *call, int64_t count)
{
	const RunOp **list = judge_memory(j, ((size_t)count + 1) * sizeof(RunOp *));
	for (int64_t i = 0; i < count; i++) {
		RunOp *op = judge_memory(j, sizeof *op);
		*op = (RunOp){.kind = RUN_OP_KERNEL, .bytes = call[i].size};
		snprintf(op->name, sizeof op->name, "%llx", (unsigned long long)call[i].what);
		list[i] = op;
	}
	return list;
}

int64_t failing_count(Run *r, const char *kind, int64_t count)
{
	int64_t noted;
	return run_calls_of(r, noted_kind(kind), &noted) ? noted : count;
}

const RunOp **failing_ops(Judge *j, Run *r, const char *kind, int64_t *found)
{
	int count;
	int64_t noted;
	const RunCall *calls = run_calls_of(r, noted_kind(kind), &noted);
	const RunOp *ops = run_ops(r, &count);
	const RunOp **list = judge_memory(j, ((size_t)count + 1) * sizeof(RunOp *));
	int64_t all = 0, kept = 0;
	for (int i = 0; i < count; i++)
		if (is_of_failing_kind(&ops[i], kind))
			list[all++] = &ops[i];
	if (all > 0)
		qsort(list, (size_t)all, sizeof(RunOp *), failing_order);
	for (int64_t i = 0; i < all; i++)
		if (kept == 0 || list[i]->kind == RUN_OP_CALL ||
		    list[i]->number > list[kept - 1]->number)
			list[kept++] = list[i];
	*found = calls ? noted : kept;
	return calls && noted != kept ? noted_ops(j, calls, noted) : list;
}
