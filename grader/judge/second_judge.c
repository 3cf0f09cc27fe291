/* second_judge.c - two judges, each in a thread of its own, of which one works and the other waits.
 *
 * The first judge has the main thread, which starts and watches all processes; the second one only
 * judges and draws. */
#include "grader/judge/second_judge.h"

#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/patience.h"
#include "grader/base/rng.h"
#include "grader/base/text.h"
#include "grader/judge/left_behind.h"

#define RUNS_LEAST   2
#define BYTES_ENOUGH (UINT64_C(1) << 20)

typedef enum Turn { TURN_FIRST, TURN_SECOND } Turn;

struct Twice {
	Judge second;
	pthread_t thread;
	pthread_mutex_t lock;
	pthread_cond_t turned;
	Turn turn;
	int over;     /* 1: the second judge's thread has ended, and its verdict is there */
	int dropped;  /* 1: nobody wants its verdict any more */
	Run *waiting; /* its run that is to go */
	/* What the first judge drew since its last run, and how much of it the second took over. */
	const Drawn *drawn;
	int count, taken;
	int values;     /* 1: numbers of judge_uniform() among it */
	int segments;   /* how often both came to a run */
	uint64_t bytes; /* of the first judge's inputs so far */
	Rng spare;      /* which runs are spared is drawn from it */
	int alike;      /* 1: the second judge takes over what was drawn */
	bool repeats;   /* the first judge's run is like an earlier one of its own (repeats.h) */
};

/* --- whose turn it is ------------------------------------------------------------------------- */

static void turn_give(Twice *t, Turn to)
{
	pthread_mutex_lock(&t->lock);
	t->turn = to;
	pthread_cond_broadcast(&t->turned);
	pthread_mutex_unlock(&t->lock);
}

static void turn_await(Twice *t, Turn mine)
{
	pthread_mutex_lock(&t->lock);
	while (t->turn != mine)
		pthread_cond_wait(&t->turned, &t->lock);
	pthread_mutex_unlock(&t->lock);
}

static void *second_body(void *argument)
{
	Twice *t = argument;
	Judge *j = &t->second;

	turn_await(t, TURN_SECOND);
	if (!t->dropped && setjmp(j->leave) == 0) {
		j->check->judge(j);
		left_behind_judge(j);
		j->verdict.kind = VERDICT_PASS;
	}
	t->over = 1;
	turn_give(t, TURN_FIRST);
	return NULL;
}

bool twice_is_second(const Judge *j)
{
	return j->twice && j == &j->twice->second;
}

bool twice_is_dropped(const Judge *j)
{
	return twice_is_second(j) && j->twice->dropped;
}

void twice_wait(Run *r)
{
	Twice *t = r->judge->twice;
	const Run *repeated = r->judge->repeats;

	t->waiting = r;
	r->alike = !repeated ? t->alike : t->repeats && repeated->alike;
	turn_give(t, TURN_FIRST);
	turn_await(t, TURN_SECOND);
	if (t->dropped) {
		left_behind_judge(r->judge);
		judge_leave(r->judge, VERDICT_PASS, "%s", "");
	}
}

/* What the second judge says counts, and begins with what tells it from the first. */
static _Noreturn void second_failed(Judge *first)
{
	const Judge *second = &first->twice->second;
	const Verdict *v = &second->verdict;
	const Run *last = second->runs;
	const char *which = "";

	while (last && !last->gone)
		last = last->next;
	if (last && last->is_second && !last->beside_spared && v->kind == VERDICT_FAIL)
		which = TWICE_SECOND;
	first->second_call = *which != '\0';
	memcpy(first->verdict.where, v->where, sizeof first->verdict.where);
	first->cause = second->cause;
	memcpy(first->verdict.times, v->times, sizeof first->verdict.times);
	first->verdict.work = v->work;
	judge_leave(first, v->kind, "%s%s", which, v->message);
}

/* What is left of a check when it comes to large inputs, such as those that do not fit a GPU, is
 * done once: two runs were called twice by then, which tells as much, and large inputs cost time.
 */
static bool is_enough(Twice *t, const Run *next)
{
	for (const Value *v = !next ? NULL : next->inputs; v; v = v->next)
		t->bytes += v->bytes;
	return next && t->segments >= RUNS_LEAST && t->bytes > BYTES_ENOUGH;
}

/* Until it is the first one's turn again. A thread that has come to its end is waited for: while it
 * ends it may hold locks (AddressSanitizer's, with gcc 12), and the first judge is about to fork;
 * its child would wait for them for ever. */
static void second_go(Twice *t)
{
	turn_give(t, TURN_SECOND);
	turn_await(t, TURN_FIRST);
	if (t->over)
		pthread_join(t->thread, NULL);
}

static void second_drop(Twice *t)
{
	t->dropped = 1;
	second_go(t);
}

Run *twice_other(Judge *first, const Run *next)
{
	Twice *t = first->twice;
	int enough;

	if (!t || t->over)
		return NULL;
	enough = is_enough(t, next);
	t->repeats = first->repeats != NULL; /* then each goes by an earlier run of its own */
	t->alike = t->values && t->segments % 2 == 0 && !t->repeats;
	t->drawn = next ? next->drawn : first->drawn.drawn;
	t->count = next ? next->drawn_count : first->drawn.count;
	t->taken = 0;
	t->waiting = NULL;
	second_go(t);
	t->segments++;
	t->values = 0;
	if (t->over && t->second.verdict.kind != VERDICT_PASS)
		second_failed(first);
	if (enough && !t->over)
		second_drop(t);
	return t->over ? NULL : t->waiting;
}

void twice_spare(Judge *first, Run *mine, Run *other)
{
	const bool wanted = (first->expects_failure || mine->may_be_spared) &&
			    (other->judge->expects_failure || other->may_be_spared) &&
			    mine->orders.failing.kind && other->orders.failing.kind;
	const int64_t drawn = wanted ? rng_between(&first->twice->spare, 0, 2) : 0;

	mine->spared = other->beside_spared = drawn == 1;
	other->spared = mine->beside_spared = drawn == 2;
}

/* --- what is drawn ---------------------------------------------------------------------------- */

int twice_drawn(Judge *j, int64_t least, int64_t most, int64_t *value)
{
	Twice *t = j->twice;

	if (!twice_is_second(j) || !t->alike || t->taken == t->count ||
	    t->drawn[t->taken].least != least || t->drawn[t->taken].most != most)
		return 0;
	*value = t->drawn[t->taken++].value;
	return 1;
}

void twice_note_values(Judge *j)
{
	if (j->twice && !twice_is_second(j))
		j->twice->values = 1;
}

/* --- beginning and end ------------------------------------------------------------------------ */

/* A thread that gets no signals: they are the main thread's. */
static int thread_start(Twice *t)
{
	sigset_t all, before;
	int bad;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &before);
	bad = thread_patiently(&t->thread, second_body, t);
	pthread_sigmask(SIG_SETMASK, &before, NULL);
	return bad;
}

static void twice_begin(Judge *first)
{
	char id[40];
	Twice *t = memory_new(sizeof *t);

	snprintf(id, sizeof id, "%s again", first->check->id);
	t->second.options = first->options;
	t->second.lab = first->lab;
	t->second.check = first->check;
	t->second.random = rng_stream(first->options->seed, id);
	t->spare = rng_split(&t->second.random);
	t->second.verdict = first->verdict;
	t->second.twice = t;
	pthread_mutex_init(&t->lock, NULL);
	pthread_cond_init(&t->turned, NULL);
	if (thread_start(t) != 0) {
		free(t);
		judge_leave(first, VERDICT_ERROR, "no thread for the second judge");
	}
	first->twice = t;
}

void twice_judge(Judge *first)
{
	twice_begin(first);
	first->check->judge(first);
	for (Run *r = twice_other(first, NULL); r; r = twice_other(first, NULL))
		run_together(first, &r, 1);
	left_behind_judge(first);
	if (first->twice->second.verdict.kind != VERDICT_PASS) /* of one that was dropped */
		second_failed(first);
}

void twice_end(Judge *first)
{
	Twice *t = first->twice;

	if (!t)
		return;
	if (!t->over)
		second_drop(t);
	judge_release(&t->second);
	pthread_mutex_destroy(&t->lock);
	pthread_cond_destroy(&t->turned);
	free(t);
	first->twice = NULL;
}
