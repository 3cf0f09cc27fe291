/* failing_choice.c - draws which operations of a run are let fail. */
#include "grader/labs/common/failing_choice.h"

#include <stdlib.h>
#include <string.h>

enum {
	FAILING_IN_ROW = 4, /* those that follow each other are of every kind that a step has */
	FAILING_LINES = 32,
	FAILING_FEW = 16, /* where there are more, a line may hide what it does among others */
	FAILING_SIZES = 8,
};

double failing_work(const FailingOp *op, int64_t count)
{
	double work = 0;
	for (int64_t i = 0; i < count; i++)
		work += op[i].work;
	return work;
}

/* Draws one of them, the likelier the more it has done; where none has done any each is as likely. */
static int64_t failing_draw(Judge *j, const FailingOp *op, int64_t count)
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

int failing_compare(const FailingOp *a, const FailingOp *b)
{
	const int name = strcmp(a->name, b->name);
	return a->line != b->line ? (a->line > b->line) - (a->line < b->line)
	       : name             ? name
				  : (a->size > b->size) - (a->size < b->size);
}

static int failing_by_place(const void *one, const void *other)
{
	const FailingOp *a = one, *b = other;
	const int place = failing_compare(a, b);
	return place ? place : (a->at > b->at) - (a->at < b->at);
}

/* Whether one of these was chosen; one that has done nothing stands for none that has. */
static bool failing_is_met(const FailingOp *op, int64_t count)
{
	const bool works = failing_work(op, count) > 0;
	for (int64_t i = 0; i < count; i++)
		if (op[i].chosen && (!works || op[i].work > 0))
			return true;
	return false;
}

static int64_t failing_alike(const FailingOp *op, int64_t count)
{
	int64_t alike = 0;
	while (alike < count && failing_compare(op, op + alike) == 0)
		alike++;
	return alike;
}

int64_t failing_choose_places(Judge *j, FailingOp *op, int64_t count, int turns)
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

static double failing_done(const RunOp *op)
{
	return op->kind == RUN_OP_CALL ? op->waited : op->bytes + op->flops;
}

FailingOp *failing_list(Judge *j, const RunOp *const *ops, int64_t count)
{
	FailingOp *op = judge_memory(j, ((size_t)count + 1) * sizeof *op);
	for (int64_t i = 0; i < count; i++)
		op[i] = (FailingOp){
			.line = ops[i]->line, .name = "", .at = i, .work = failing_done(ops[i])};
	return op;
}

/* Those with these numbers alone; NULL: nothing is known of them. */
static FailingOp *failing_some(Judge *j, const RunOp *const *ops, const int64_t *number,
			       int64_t count)
{
	static const RunOp unknown;
	const RunOp **some = judge_memory(j, ((size_t)count + 1) * sizeof(RunOp *));
	for (int64_t i = 0; i < count; i++)
		some[i] = !ops ? &unknown : ops[number ? number[i] - 1 : i];
	return failing_list(j, some, count);
}

/* From now on those of one name and size in a line are alike. */
static void failing_name(FailingOp *op, const RunOp *of)
{
	op->name = of->name;
	op->size = of->kind == RUN_OP_CALL ? of->waited > 0 : op->work;
}

/* As many are chosen in both calls of a process: the runs in which they fail are pairs (judge_where_fails). */
static void failing_fill_up(Judge *j, FailingOp *op, int64_t count, int64_t wanted)
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

const FailingOp *failing_chosen(Judge *j, Run *r, const char *kind, const int64_t *number,
				int64_t count)
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

const int64_t *failing_order_of(Judge *j, const FailingOp *op, int64_t count)
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
