/* failing.c - runs in which one operation of the GPU fails. */
#include "grader/labs/common/failing.h"

#include <string.h>

typedef struct FailingPart {
	FailingRun *run;
	const char *kind;
	int64_t at;
	const void *data;
} FailingPart;

int64_t failing_times(const char *kind)
{
	return strcmp(kind, "launch") == 0 ? 2 : 1;
}

int64_t failing_times_of(const char *kind, bool untold)
{
	return untold ? FAILING_ALL : failing_times(kind);
}

int64_t failing_asked_times(const char *kind)
{
	return strcmp(kind, "query") == 0 ? 100 : 1;
}

const char *say_failing(const char *kind)
{
	const FailingCall *call = failing_call(kind);
	return call                          ? call->said
	       : strcmp(kind, "sync") == 0   ? "wait"
	       : strcmp(kind, "memory") == 0 ? "request for memory"
	       : is_launch(kind)             ? "launch of a kernel"
	       : strcmp(kind, "handle") == 0 ? "cublasCreate"
					     : kind;
}

void run_full(Run *r)
{
	run_fail(r, "memory", 1, FAILING_ALL);
}

const char *run_fail_times(Judge *j, Run *r, const char *kind, int64_t at, int64_t times)
{
	run_allow(r, "uninitialised-read");
	run_allow(
		r,
		"unsynchronised-timing"); /* who tells how long each call took tells it of this one, too */
	/* what the framework asks for once more fails once more; another launch behind it tells nothing of it */
	run_fail(r,
		 !is_launch(kind)                   ? kind
		 : times == failing_times("launch") ? "again"
						    : "launch",
		 at, times);
	const char *end = at % 100 / 10 == 1 ? "th"
			  : at % 10 == 1     ? "st"
			  : at % 10 == 2     ? "nd"
			  : at % 10 == 3     ? "rd"
					     : "th";
	const char *words =
		judge_text(j, "the %lld%s %s fails%s", (long long)at, end, say_failing(kind),
			   times < FAILING_ALL ? "" : ", and all behind it");
	run_about(r, judge_text(j, "when %s", words));
	return words;
}

const char *run_fail_ordered(Judge *j, Run *r, const char *kind, int64_t at, int64_t times)
{
	if (failing_is_order(kind)) {
		run_allow(r, "race");
		run_allow(r, "use-after-free"); /* what is given back then, as it has to be */
	}
	return run_fail_times(j, r, kind, at, times);
}

static void failing_part(Judge *j, const void *part)
{
	const FailingPart *p = part;
	p->run(j, p->kind, p->at, p->data);
}

void judge_told(Judge *j, FailingRun *run, const char *kind, int64_t at, const void *data)
{
	const FailingPart part = {run, kind, at, data};
	judge_where_fails(j, failing_part, &part);
}

void judge_told_like(Judge *j, const Run *r, FailingRun *run, const char *kind, int64_t at,
		     const void *data)
{
	judge_repeat(j, r);
	judge_told(j, run, kind, at, data);
	judge_repeat(j, NULL);
}

void judge_fails_like(Judge *j, const Run *r, JudgePart *part, const void *data)
{
	judge_repeat(j, r);
	judge_where_fails(j, part, data);
	judge_repeat(j, NULL);
}

static int64_t failing_number(const int64_t *number, int64_t at)
{
	return number ? number[at - 1] : at;
}

void judge_failures_in(Judge *j, Run *r, const char *kind, const int64_t *number, int64_t count,
		       FailingRun *run, const void *data)
{
	const FailingOp *op = failing_chosen(j, r, kind, number, count);
	const int64_t *order = failing_order_of(j, op, count);
	for (int64_t i = 0; i < count && order[i] >= 0; i++)
		judge_told_like(j, r, run, is_own_kernel(op[order[i]].name) ? "kernel" : kind,
				failing_number(number, order[i] + 1), data);
}

void judge_failures_of(Judge *j, Run *r, const char *kind, int64_t count, FailingRun *run,
		       const void *data)
{
	judge_failures_in(j, r, kind, NULL, r ? failing_count(r, kind, count) : count, run, data);
}

int64_t wait_calls(Run *r)
{
	int count;
	int64_t waits = 0;
	const RunOp *ops = run_ops(r, &count);
	for (int i = 0; i < count; i++)
		waits += is_wait_call(&ops[i]);
	return waits;
}

/* Which of these calls tensor_free() may have made, or which ones not, by their numbers; and how many. Such a call stands
 * right before a cudaFree() in the same line, and the machine has counted as many for memory that cudaFree() does not
 * wait for. */
static int64_t waits_of_frees(Judge *j, Run *r, bool of_frees, int64_t **number)
{
	int count;
	int64_t waits = 0, frees = 0, found = 0;
	const RunOp *ops = run_ops(r, &count), *wait = NULL;
	bool *frees_behind = judge_memory(j, ((size_t)count + 1) * sizeof *frees_behind);
	*number = judge_memory(j, ((size_t)count + 1) * sizeof **number);
	for (int i = 0; i < count; i++) {
		if (ops[i].kind != RUN_OP_CALL)
			continue;
		if (wait && strcmp(ops[i].name, "cudaFree") == 0 && ops[i].line == wait->line) {
			frees_behind[waits] = true;
			frees++;
		}
		wait = is_wait_call(&ops[i]) ? &ops[i] : NULL;
		waits += wait != NULL;
	}
	bool known = frees <= (int64_t)run_counts(r)->before_frees;
	for (int64_t at = 1; at <= waits; at++)
		if ((known && frees_behind[at]) == of_frees)
			(*number)[found++] = at;
	return found;
}

void judge_failing_waits(Judge *j, Run *r, FailingRun *run, const void *data)
{
	if (judge_is_simulated(j))
		judge_failures_in(j, r, "sync", NULL, wait_calls(r), run, data);
}

void judge_failing_waits_besides(Judge *j, Run *r, FailingRun *run, FailingRun *untold,
				 const void *data)
{
	int64_t *number, count = waits_of_frees(j, r, false, &number);
	judge_failures_in(j, r, "sync", number, count, run, data);
	count = waits_of_frees(j, r, true, &number);
	const FailingOp *op = untold ? failing_chosen(j, r, "sync", number, count) : NULL;
	for (int64_t at = 1; untold && at <= count; at++)
		if (op[at - 1].chosen) {
			judge_repeat(j, r);
			untold(j, "sync", number[at - 1], data);
			judge_repeat(j, NULL);
		}
}

int64_t calls_of_kind(Run *r, const char *kind)
{
	int count;
	int64_t calls = 0;
	const RunOp *ops = run_ops(r, &count);
	for (int i = 0; i < count; i++)
		calls += is_call_of(&ops[i], kind);
	return calls;
}

void judge_failing_questions(Judge *j, Run *r, FailingRun *run, const void *data)
{
	enum { QUESTIONS_MOST = 6, DRAWN = 2 };
	const int64_t *number;
	int64_t asked;
	if (!judge_is_simulated(j))
		return;
	const int known = run_telling_questions(r, &number, &asked);
	const int parts = QUESTIONS_MOST - 2, between = known - 2;
	/* of many the first, the last, and a drawn one of each part of those between */
	for (int i = 0; i < QUESTIONS_MOST && i < known; i++) {
		int at = i;
		if (known > QUESTIONS_MOST && i > 0)
			at = i > parts ? known - 1
				       : (int)judge_between(j, 1 + (i - 1) * between / parts,
							    i * between / parts);
		judge_told_like(j, r, run, "query", number[at], data);
	}
	/* and drawn ones of all that were asked in a row: who looks at the first one may not look at the others */
	for (int i = 0; i < DRAWN && asked > known; i++)
		judge_told_like(j, r, run, "query", judge_between(j, 1, asked), data);
}

void judge_failing_calls(Judge *j, Run *r, const char *kind, FailingRun *run, const void *data)
{
	/* a timeline has fewer questions than were asked */
	if (strcmp(kind, "query") == 0 && run_is_linked(r))
		judge_failing_questions(j, r, run, data);
	else if (judge_is_simulated(j))
		judge_failures_in(j, r, kind, NULL, calls_of_kind(r, kind), run, data);
}

void judge_failing_setup(Judge *j, Run *r, FailingRun *run, const void *data)
{
	const FailingCall *call;
	for (size_t i = 0; (call = failing_call_number(i)); i++)
		judge_failing_calls(j, r, call->kind, run, data);
}

void judge_failing_makers(Judge *j, Run *r, FailingRun *run, const void *data)
{
	const FailingCall *call;
	for (size_t i = 0; (call = failing_call_number(i)); i++)
		if (call->makes)
			judge_failing_calls(j, r, call->kind, run, data);
}

void run_may_be_done(Run *r, const char *kind)
{
	if (failing_is_made(kind))
		run_may_do_without(r);
}

bool failing_is_done(Run *r, const char *kind, bool told)
{
	if (!failing_is_made(kind))
		return false;
	if (told)
		run_want_failed(r);
	return !told;
}

void judge_failing_ordering(Judge *j, Run *r, FailingRun *run, const void *data)
{
	judge_failing_calls(j, r, "record", run, data);
	judge_failing_calls(j, r, "wait", run, data);
	judge_failing_calls(j, r, "host", run, data);
}

void judge_failing_fills(Judge *j, Run *r, FailingRun *run, const void *data)
{
	if (judge_is_simulated(j))
		judge_failures_of(j, r, "fill", (int64_t)run_counts(r)->memsets, run, data);
}

void judge_failing_first(Judge *j, Run *r, FailingRun *run, const void *data)
{
	static const char *const kinds[] = {"sync", "query", "record", "wait", "host"};
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds && judge_is_simulated(j); i++)
		if (calls_of_kind(r, kinds[i]) > 0)
			judge_told_like(j, r, run, kinds[i], 1, data);
	judge_failing_fills(j, r, run, data);
}

static void judge_failing_ways_to_wait(Judge *j, Run *r, FailingRun *run, const void *data)
{
	judge_failing_ordering(j, r, run, data);
	judge_failing_fills(j, r, run, data);
	judge_failing_questions(j, r, run, data);
}

void judge_failing_awaits(Judge *j, Run *r, FailingRun *run, const void *data)
{
	judge_failing_waits(j, r, run, data);
	judge_failing_ways_to_wait(j, r, run, data);
}

void judge_failing_awaits_besides(Judge *j, Run *r, FailingRun *run, const void *data)
{
	if (judge_is_simulated(j))
		judge_failing_waits_besides(j, r, run, NULL, data);
	judge_failing_ways_to_wait(j, r, run, data);
}

/* Calls of one kind, by their numbers; NULL: 1 to `count`. */
typedef struct Calls {
	const char *kind;
	const int64_t *number;
	int64_t count;
} Calls;

enum { KINDS_MOST = 16 };

/* Those that a run has made, but what looks like a wait of tensor_free(). */
static Calls calls_of(Judge *j, Run *r, const char *kind)
{
	Calls c = {.kind = kind};
	int64_t *number;
	if (strcmp(kind, "sync") == 0) {
		c.count = waits_of_frees(j, r, false, &number);
		c.number = number;
	} else if (failing_call(kind)) {
		c.count = calls_of_kind(r, kind);
	} else {
		failing_ops(j, r, kind, &c.count);
	}
	return c;
}

/* The same of each kind; returns how many kinds. */
static int calls_made(Judge *j, Run *r, Calls list[KINDS_MOST])
{
	static const char *const kinds[] = {"launch", "copy", "fill", "sync"};
	const FailingCall *call;
	int count = 0;
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
		list[count] = calls_of(j, r, kinds[i]);
		count += list[count].count > 0;
	}
	for (size_t i = 0; (call = failing_call_number(i)) && count < KINDS_MOST; i++) {
		list[count] = calls_of(j, r, call->kind);
		count += list[count].count > 0;
	}
	return count;
}

/* A drawn one of those from `first` to `last`. */
static void failing_drawn(Judge *j, Run *r, const Calls *c, int64_t first, int64_t last,
			  FailingRun *run, const void *data)
{
	int64_t known;
	const RunOp **op = failing_ops(j, r, c->kind, &known);
	const int64_t at = failing_number(c->number, judge_between(j, first, last));
	const bool is_own = is_launch(c->kind) && at <= known && is_own_kernel(op[at - 1]->name);
	judge_told_like(j, r, run, is_own ? "kernel" : c->kind, at, data);
}

void judge_failing_shape(Judge *j, Run *r, FailingRun *run, const void *data)
{
	Calls list[KINDS_MOST];
	const int kinds = judge_is_simulated(j) ? calls_made(j, r, list) : 0;
	for (int i = 0; i < kinds; i++) {
		const int64_t count = list[i].count, half = count - count / 2;
		failing_drawn(j, r, &list[i], 1, half, run, data);
		if (count > 1)
			failing_drawn(j, r, &list[i], count / 2 + 1, count, run, data);
	}
}

/* A drawn call of each of `most` drawn kinds. */
static void failing_of_kinds(Judge *j, Run *r, Calls *list, int count, int most, FailingRun *run,
			     const void *data)
{
	for (; count > 0 && most > 0; most--) {
		const int drawn = (int)judge_between(j, 0, count - 1);
		failing_drawn(j, r, &list[drawn], 1, list[drawn].count, run, data);
		list[drawn] = list[--count];
	}
}

void judge_failing_once(Judge *j, Run *r, FailingRun *run, const void *data)
{
	Calls list[KINDS_MOST];
	const int kinds = judge_is_simulated(j) ? calls_made(j, r, list) : 0;
	failing_of_kinds(j, r, list, kinds, 1, run, data);
}

/* Those of the kinds that the run has made calls of; returns how many. */
static int calls_named(Judge *j, Run *r, const char *kinds, Calls list[KINDS_MOST])
{
	int count = 0;
	for (const char *at = kinds; *at != '\0' && count < KINDS_MOST; at += strspn(at, " ")) {
		const int length = (int)strcspn(at, " ");
		list[count] = calls_of(j, r, judge_text(j, "%.*s", length, at));
		count += list[count].count > 0;
		at += length;
	}
	return count;
}

void judge_failing_some(Judge *j, Run *r, const char *kinds, int most, FailingRun *run,
			const void *data)
{
	Calls list[KINDS_MOST];
	if (judge_is_simulated(j) && run_is_linked(r))
		failing_of_kinds(j, r, list, calls_named(j, r, kinds, list), most, run, data);
}

void judge_failing_kinds(Judge *j, Run *r, const char *kinds, FailingRun *run, const void *data)
{
	Calls list[KINDS_MOST];
	const int count = judge_is_simulated(j) ? calls_named(j, r, kinds, list) : 0;
	for (int i = 0; i < count; i++)
		if (strcmp(list[i].kind, "query") == 0)
			judge_failing_calls(j, r, "query", run, data);
		else
			judge_failures_in(j, r, list[i].kind, list[i].number, list[i].count, run,
					  data);
}

void judge_every_failure(Judge *j, Run *r, FailingRun *run, const void *data)
{
	if (!judge_is_simulated(j))
		return;
	const SimcudaCounters *c = run_counts(r);
	judge_failures_of(j, r, "launch", (int64_t)c->launches, run, data);
	judge_failures_of(j, r, "copy", (int64_t)run_traffic(r).all.called, run, data);
	judge_failures_of(j, r, "fill", (int64_t)c->memsets, run, data);
	judge_failures_of(j, r, "memory", (int64_t)c->allocations, run, data);
	judge_failing_waits(j, r, run, data);
	judge_failing_calls(j, r, "query", run, data);
}
