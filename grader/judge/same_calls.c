/* same_calls.c - whether a run makes the calls that another one with the same inputs has made. Which call fails is drawn
 * from a run in which none does. Who makes other calls each time it is run, such as a drawn number of those that do
 * nothing, has others fail than were drawn. */
#include "grader/judge/same_calls.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/hash.h"
#include "grader/wire/channel.h"

/* --- which runs are alike --------------------------------------------------------------------- */

static void mix(uint64_t *hash, const void *from, size_t bytes)
{
	*hash = hash_bytes(*hash, from, bytes);
}

static void mix_text(uint64_t *hash, const char *text)
{
	mix(hash, text, strlen(text) + 1);
}

/* Numbers are not what is asked for, but how many there are; of a tensor its shape and device, too. Neither is of which
 * class rows are. */
static size_t telling_bytes(const Value *v)
{
	const bool shaped = v->type == FRAME_TENSOR && v->bytes >= sizeof(FrameTensor);

	if (v->type == FRAME_FLOATS || strcmp(v->name, "classes") == 0)
		return 0;
	return shaped ? sizeof(FrameTensor) : v->bytes;
}

static bool failed_in(const Run *r, int window)
{
	const FrameWindow *w = &r->answers.window[window];

	return w->end.failed > w->go.failed;
}

bool run_is_whole(const Run *r)
{
	for (int i = 0; i < r->answers.ended; i++)
		if (failed_in(r, i))
			return false;
	return true;
}

/* What an earlier call of its process has kept is there only if that call came to its end. */
static bool is_told(const Run *r)
{
	return r->gone && r->answers.linked && r->answers.ended > 0 &&
	       r->ending.kind == VERDICT_PASS && (!r->before || run_is_whole(r->before));
}

/* Of a second call the addresses follow from those of the first only where they are given anew in the same way. */
static bool are_alike(const Run *a, const Run *b)
{
	return a->shape == b->shape && !a->before == !b->before &&
	       (!a->before || (a->before->shape == b->before->shape && a->alike == b->alike));
}

/* The earlier one of which most is known; NULL: none is like it. */
static const Run *earlier_run(const Run *r)
{
	const Run *most = NULL;

	for (const Run *e = r->judge->runs; e; e = e->next)
		if (e != r && is_told(e) && are_alike(e, r) &&
		    (!most || run_is_whole(e) > run_is_whole(most) ||
		     (run_is_whole(e) == run_is_whole(most) &&
		      e->answers.notes[0].count > most->answers.notes[0].count)))
			most = e;
	return most;
}

/* --- what differs ----------------------------------------------------------------------------- */

/* The calls of a run in a window. */
typedef struct Calls {
	const SimNote *note;
	int count;
	uint64_t lost, rest;
	bool whole; /* none failed: these are all */
} Calls;

static Calls calls_of(const Run *r, int window)
{
	return (Calls){.note = r->answers.notes[window].list,
		       .count = r->answers.notes[window].count,
		       .lost = r->answers.notes[window].lost,
		       .rest = r->answers.notes[window].rest,
		       .whole = !failed_in(r, window)};
}

static bool has_threads(const Calls *c)
{
	for (int i = 1; i < c->count; i++)
		if (c->note[i].thread != c->note[0].thread)
			return true;
	return false;
}

bool run_has_threads(const Run *r)
{
	for (int i = 0; i < r->answers.ended; i++) {
		const Calls calls = calls_of(r, i);

		if (has_threads(&calls))
			return true;
	}
	return false;
}

/* Where several threads make calls, which of them is the how manieth is a matter of luck, or of what a program draws. So that
 * one fails which does the same as the one that was drawn, and is the how manieth of these. */
static void call_choose(Run *r)
{
	const Run *like = r->judge->repeats;
	Failing *failing = &r->orders.failing;
	const char *kind =
		failing->kind && strcmp(failing->kind, "again") == 0 ? "launch" : failing->kind;
	const Calls calls = like && like->gone && like->shape == r->shape ? calls_of(like, 0)
									  : (Calls){.count = 0};
	const SimNote *drawn = NULL;
	int64_t number = 0, alike = 0;

	if (!kind || !has_threads(&calls))
		return;
	for (int i = 0; i < calls.count && !drawn; i++)
		if (strcmp(calls.note[i].kind, kind) == 0 && ++number == failing->at)
			drawn = &calls.note[i];
	for (const SimNote *each = calls.note; drawn && each <= drawn; each++)
		alike += strcmp(each->kind, kind) == 0 && each->what == drawn->what;
	if (!drawn)
		return;
	failing->what = drawn->what;
	failing->at = alike;
}

void same_calls_prepare(Run *r)
{
	uint64_t hash = HASH_BEGIN;
	const size_t prefix = strlen(FRAME_FAIL_PREFIX);

	mix_text(&hash, run_machine_name(r));
	mix(&hash, r->orders.slow, sizeof r->orders.slow);
	mix(&hash, &r->optimised, sizeof r->optimised);
	mix(&hash, &r->single, sizeof r->single);
	for (int i = 0; i < r->env_count; i++)
		mix_text(&hash, r->env[i]);
	for (const Value *v = r->inputs; v; v = v->next) {
		if (v->places || strncmp(v->name, FRAME_FAIL_PREFIX, prefix) == 0)
			continue;                              /* the program is not told it */
		const uint64_t count = channel_input_count(v); /* whether sent or drawn there */
		mix_text(&hash, v->name);
		mix(&hash, &v->type, sizeof v->type);
		mix(&hash, &count, sizeof count);
		mix(&hash, &v->given, sizeof v->given);
		mix(&hash, v->payload, telling_bytes(v));
	}
	r->shape = hash;
	call_choose(r);
}

static bool is_question(const SimNote *note)
{
	return strcmp(note->kind, "query") == 0;
}

static int by_what(const void *one, const void *other)
{
	const SimNote *a = one, *b = other;
	const int kind = strcmp(a->kind, b->kind);

	return kind ? kind : (a->what > b->what) - (a->what < b->what);
}

/* Threads take turns as it happens, and ask as often as they come to it: what they do is sorted. */
static Calls calls_sorted(Judge *j, const Calls *c)
{
	SimNote *sorted = judge_memory(j, ((size_t)c->count + 1) * sizeof *sorted);
	Calls to = {.note = sorted, .lost = c->lost, .whole = c->whole};

	for (int i = 0; i < c->count; i++)
		if (!is_question(&c->note[i]))
			sorted[to.count++] = c->note[i];
	qsort(sorted, (size_t)to.count, sizeof *sorted, by_what);
	return to;
}

static const char *say_call(Judge *j, const SimNote *note)
{
	static const struct {
		const char *kind, *words;
		bool sized;
	} kinds[] = {
		{"copy", "a copy", true},
		{"fill", "a fill", true},
		{"memory", "a request for memory", true},
		{"pinned", "a request for pinned memory", true},
		{"managed", "a request for managed memory", true},
		{"launch", "a launch of a kernel", false},
		{"handle", "cublasCreate", false},
		{"sync", "a wait", false},
		{"stream", "the making of a stream", false},
		{"event", "the making of an event", false},
		{"record", "the record of an event", false},
		{"wait", "a wait of a stream", false},
		{"query", "a question", false},
		{"host", "a function of the host", false},
	};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(kinds[i].kind, note->kind) == 0)
			return kinds[i].sized ? judge_text(j, "%s of %.0f bytes", kinds[i].words,
							   note->size)
					      : kinds[i].words;
	return "another call";
}

static const char *say_counts(Judge *j, int64_t one, int64_t other)
{
	return judge_text(j, "there are %lld of those that can fail in one run and %lld in another",
			  (long long)one, (long long)other);
}

/* NULL: those of both are the same, as far as both are known. */
static const char *find_other(Judge *j, const Calls *a, const Calls *b)
{
	for (int i = 0; i < a->count && i < b->count; i++) {
		const SimNote *one = &a->note[i], *other = &b->note[i];

		if (one->what != other->what || strcmp(one->kind, other->kind) != 0)
			return judge_text(j,
					  "number %d of those that can fail is %s in one run and "
					  "%s in another",
					  i + 1, say_call(j, one), say_call(j, other));
		if (one->where != other->where)
			return judge_text(j,
					  "number %d of those that can fail, %s, is of other "
					  "memory, or in another "
					  "stream, in one run than in another",
					  i + 1, say_call(j, one));
	}
	if ((a->whole && b->count > a->count) || (b->whole && a->count > b->count) ||
	    (a->whole && b->whole && (a->lost != b->lost || a->rest != b->rest)))
		return say_counts(j, a->count + (int64_t)a->lost, b->count + (int64_t)b->lost);
	return NULL;
}

/* The same where several threads make calls: in any order, each as often. Of so many that not all are known nobody can tell
 * it. */
static const char *find_more(Judge *j, const Calls *all, const Calls *some)
{
	const Calls a = calls_sorted(j, all), b = calls_sorted(j, some);
	int at = 0;

	if (a.lost > 0 || b.lost > 0)
		return judge_text(j,
				  "there are more than %d of those that can fail, by several "
				  "threads",
				  all->count > some->count ? all->count : some->count);
	if (!a.whole)
		return NULL;
	if (b.whole && a.count != b.count)
		return say_counts(j, a.count, b.count);
	for (int i = 0; i < b.count; i++, at++) {
		while (at < a.count && by_what(&a.note[at], &b.note[i]) < 0)
			at++;
		if (at == a.count || by_what(&a.note[at], &b.note[i]) != 0)
			return judge_text(j, "in one run there is more often %s than in another",
					  say_call(j, &b.note[i]));
	}
	return NULL;
}

static const char *find_difference(Judge *j, const Run *one, const Run *other)
{
	for (int i = 0; i < one->answers.ended && i < other->answers.ended; i++) {
		const Calls a = calls_of(one, i), b = calls_of(other, i);
		const bool threads = has_threads(&a) || has_threads(&b);
		const char *found = threads ? find_more(j, &a, &b) : find_other(j, &a, &b);

		if (found || !a.whole || !b.whole)
			return found;
	}
	return NULL;
}

void same_calls_judge(Judge *j, const Run *r)
{
	const Run *earlier = is_told(r) ? earlier_run(r) : NULL;
	const char *found = earlier ? find_difference(j, earlier, r) : NULL;

	if (!found)
		return;
	j->makes_other_calls = true;
	judge_fail_for(j, "other-calls",
		       "with the same inputs it makes other calls each time it is run: %s%s", found,
		       say_about(j, r));
}
