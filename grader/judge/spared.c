/* spared.c - parts of a judge that have a call fail, where it may be that none does. */
#include <string.h>

#include "grader/judge/judge_state.h"
#include "grader/judge/second_judge.h"

/* What a failure that does not count has changed. What was printed stays. */
typedef struct Told {
	jmp_buf leave;
	VerdictKind kind;
	double share;
	const Cause *cause;
	char message[sizeof((Verdict *)0)->message], cause_id[sizeof((Verdict *)0)->cause];
	char page[sizeof((Verdict *)0)->page], hint[sizeof((Verdict *)0)->hint];
	char where[sizeof((Verdict *)0)->where], times[sizeof((Verdict *)0)->times];
} Told;

static void told_move(Judge *j, Told *t, bool back)
{
	Verdict *v = &j->verdict;
#define MOVE(a, b) (back ? memcpy(a, b, sizeof(a)) : memcpy(b, a, sizeof(a)))
	MOVE(j->leave, t->leave);
	MOVE(v->message, t->message);
	MOVE(v->cause, t->cause_id);
	MOVE(v->page, t->page);
	MOVE(v->hint, t->hint);
	MOVE(v->where, t->where);
	MOVE(v->times, t->times);
#undef MOVE
	if (back) {
		v->kind = t->kind;
		v->share = t->share;
		j->cause = t->cause;
	} else {
		t->kind = v->kind;
		t->share = v->share;
		t->cause = j->cause;
	}
}

/* Of the last run that is over. */
static const Run *run_last(const Judge *j)
{
	const Run *last = j->runs;

	while (last && !last->gone)
		last = last->next;
	return last;
}

/* Whether the part was left; then the verdict is that of the failure. */
static bool part_is_left(Judge *j, JudgePart *part, const void *data)
{
	if (setjmp(j->leave) != 0)
		return true;
	part(j, data);
	return false;
}

void judge_where_fails(Judge *j, JudgePart *part, const void *data)
{
	Told *before = judge_memory(j, sizeof *before);
	const Run *earlier = run_last(j);

	told_move(j, before, false);
	j->expects_failure = true;
	bool left = part_is_left(j, part, data);
	j->expects_failure = false;
	const Run *last = run_last(j);
	const bool spared = last && last != earlier && last->spared && !last->may_do_without;

	/* a second judge that is dropped has failed by what earlier runs left, not by this part */
	if (!spared || j->makes_other_calls || twice_is_dropped(j) ||
	    (left && j->verdict.kind != VERDICT_FAIL)) {
		memcpy(j->leave, before->leave, sizeof j->leave);
		if (left)
			longjmp(j->leave, 1);
		return;
	}
	told_move(j, before, true);
	judge_that_for(j, left, "failure-imagined",
		       "a call was said to have failed, where none did%s", say_about(j, last));
}
