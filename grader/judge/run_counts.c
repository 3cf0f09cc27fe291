/* run_counts.c - what the machine counted and noted of a run's windows. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/judge/judge_state.h"

/* What was counted from the window's begin on. */
static void count_from(const SimcudaCounters *go, SimcudaCounters *counts)
{
#define LESS(field) counts->field -= go->field
	LESS(copies_h2d), LESS(copies_d2h), LESS(copies_d2d), LESS(copies_p2p);
	LESS(bytes_h2d), LESS(bytes_d2h), LESS(bytes_d2d), LESS(bytes_p2p);
	LESS(pinned_bytes), LESS(managed_bytes), LESS(linked_h2d), LESS(linked_d2h),
		LESS(linked_p2p);
	LESS(links_h2d), LESS(links_d2h), LESS(links_p2p);
	LESS(memsets), LESS(launches), LESS(flops), LESS(synchronizes), LESS(allocations);
	LESS(before_frees);
	LESS(from_pool), LESS(frees), LESS(api_calls), LESS(asked_pointers),
		LESS(asked_allocations), LESS(asked_times), LESS(streams), LESS(streams_apart),
		LESS(events), LESS(library_calls), LESS(failed), LESS(resets), LESS(host_ns);
	for (int i = 0; i < 8; i++)
		LESS(asked_gpu[i]), LESS(asked_memory[i]), LESS(allocated[i]);
#undef LESS
	counts->over_ns -= go->host_ns; /* a moment, too */
}

const SimcudaCounters *run_counts_of(Run *r, int number)
{
	const FrameWindow *window = &r->answers.window[number];
	SimcudaCounters *counts = judge_memory(r->judge, sizeof *counts);

	if (!r->gone)
		judge_leave(r->judge, VERDICT_ERROR, "run_counts before run_go");
	if (r->answers.ended <= number || !window->counted)
		judge_fail_for(r->judge, "damaged-results",
			       "the program's results are damaged: nothing was counted");
	*counts = window->end;
	count_from(&window->go, counts);
	return counts;
}

static bool is_question(const SimNote *note)
{
	return strcmp(note->kind, "query") == 0;
}

/* Whether both ask about the same stream or event. */
static bool asks_the_same(const SimNote *a, const SimNote *b)
{
	return is_question(a) && is_question(b) && a->what == b->what && a->where == b->where;
}

/* For each call the one of its thread before it, -1: there is none. */
static int *calls_before(const Run *r, const SimNote *note, int count)
{
	uint32_t threads = 0;
	int *before = judge_memory(r->judge, ((size_t)count + 1) * sizeof *before);

	for (int i = 0; i < count; i++)
		threads = note[i].thread > threads ? note[i].thread : threads;
	int *last = judge_memory(r->judge, ((size_t)threads + 1) * sizeof *last);
	for (uint32_t k = 0; k <= threads; k++)
		last[k] = -1;
	for (int i = 0; i < count; i++) {
		before[i] = last[note[i].thread];
		last[note[i].thread] = i;
	}
	return before;
}

int run_telling_questions(Run *r, const int64_t **numbers, int64_t *asked)
{
	const SimNote *note = r->answers.notes[r->window].list;
	const int count = r->answers.notes[r->window].count;
	int64_t *number = judge_memory(r->judge, ((size_t)count + 1) * sizeof *number);
	bool *goes_on = judge_memory(r->judge, ((size_t)count + 1) * sizeof *goes_on);
	int found = 0;

	run_counts_of(r, r->window); /* there is such a window */
	const int *before = calls_before(r, note, count);
	for (int i = 0; i < count; i++)
		if (before[i] >= 0 && asks_the_same(&note[before[i]], &note[i]))
			goes_on[before[i]] = true;
	*asked = 0;
	for (int i = 0; i < count; i++) {
		if (!is_question(&note[i]))
			continue;
		++*asked;
		if (before[i] < 0 || !goes_on[before[i]] || !goes_on[i])
			number[found++] = *asked;
	}
	*numbers = number;
	return found;
}

const RunCall *run_calls_of(Run *r, const char *kind, int64_t *count)
{
	const int window = r->window, all = r->answers.notes[window].count;
	const SimNote *note = r->answers.notes[window].list;
	RunCall *list;

	*count = 0;
	run_counts_of(r, window); /* there is such a window */
	if (!r->answers.linked || r->windows > 1 || r->answers.notes[window].lost > 0)
		return NULL;
	list = judge_memory(r->judge, ((size_t)all + 1) * sizeof *list);
	for (int i = 0; i < all; i++)
		if (strcmp(note[i].kind, kind) == 0)
			list[(*count)++] = (RunCall){note[i].what, note[i].size};
	return list;
}

const SimcudaMark *run_marks(Run *r, int *count)
{
	const Answers *answers = &r->answers;
	const SimcudaCounters *go = &answers->window[r->window].go;

	*count = 0;
	run_counts_of(r, r->window); /* there is such a window */
	if (!answers->linked)
		return NULL;
	judge_that_for(r->judge, answers->marks[r->window].lost == 0, "damaged-results",
		       "the functions that the exercise is given were called too often");
	*count = answers->marks[r->window].count;
	SimcudaMark *marks = judge_memory(r->judge, ((size_t)*count + 1) * sizeof *marks);
	for (int i = 0; i < *count; i++) {
		marks[i] = answers->marks[r->window].mark[i];
		count_from(go, &marks[i].counters);
	}
	return marks;
}

RunEvent run_event(Run *r, int back)
{
	const SimcudaCounters *go = &r->answers.window[r->window].go;
	RunEvent event = {.there = 0};

	run_counts_of(r, r->window); /* there is such a window */
	for (int i = 0; i < r->answers.events[r->window].count; i++) {
		const SimEvent *is = &r->answers.events[r->window].list[i];

		if (is->number + (uint64_t)back == go->events + 1)
			event = (RunEvent){1, is->recorded != 0,
					   (double)(is->over - go->host_ns) / 1e3};
	}
	return event;
}

const SimcudaCounters *run_counts(Run *r)
{
	return run_counts_of(r, r->window);
}

double run_gpu_held(Run *r, int number)
{
	const FrameWindow *window = &r->answers.window[number];

	run_counts_of(r, number); /* there is such a window */
	return (double)window->end.live_bytes - (double)window->go.live_bytes;
}

double run_library_held(Run *r, int number)
{
	const FrameWindow *window = &r->answers.window[number];

	run_counts_of(r, number);
	return (double)window->end.library_bytes - (double)window->go.library_bytes;
}

double run_library_on(Run *r, int number, int gpu)
{
	const FrameWindow *window = &r->answers.window[number];

	run_counts_of(r, number);
	return (double)window->end.library_on[gpu] - (double)window->go.library_on[gpu];
}

double run_gpu_most(Run *r, int number)
{
	const FrameWindow *window = &r->answers.window[number];

	run_counts_of(r, number);
	return window->end.peak_bytes <= window->go.peak_bytes
		       ? 0
		       : (double)window->end.peak_bytes - (double)window->go.live_bytes;
}

double run_us(Run *r)
{
	return (double)run_counts(r)->host_ns / 1e3;
}

double run_over_us(Run *r)
{
	const SimcudaCounters *c = run_counts(r);

	return (double)(c->over_ns > c->host_ns ? c->over_ns : c->host_ns) / 1e3;
}

bool run_is_linked(const Run *r)
{
	return r->answers.linked;
}

bool run_is_second(const Run *r)
{
	return r->is_second;
}

bool run_working(Run *r, int window, int gpu)
{
	return run_counts_of(r, window)->working >> gpu & 1;
}

bool run_unawaited(Run *r, int window, int gpu)
{
	return run_working(r, window, gpu) || run_counts_of(r, window)->unsettled >> gpu & 1;
}

bool run_awaited_beside(Run *r, int window, int gpu)
{
	return run_counts_of(r, window)->beside_on >> gpu & 1;
}

int run_finding_line(Run *r, const char *kind)
{
	unsigned bit = finding_bit(kind);
	int i = 0;

	if (!r->gone || (r->allowed & bit) == 0)
		judge_leave(r->judge, VERDICT_ERROR,
			    "run_finding_line: %s was not allowed before run_go", kind);
	while (bit >> i != 1)
		i++;
	return r->finding_lines[i];
}

const RunOp *run_ops(Run *r, int *count)
{
	if (!r->gone || !r->watched)
		judge_leave(r->judge, VERDICT_ERROR, "run_ops without run_watch and run_go");
	if (!r->timeline.read)
		judge_fail_for(r->judge, "damaged-results",
			       "the program's results are damaged: it has no timeline");
	*count = r->timeline.count;
	return r->timeline.ops;
}

void run_want_failed(Run *r)
{
	const FrameWindow *window = r->answers.window;
	uint64_t failed = 0;

	if (!r->answers.linked)
		return;

	for (int i = 0; i < r->answers.ended; i++)
		failed += window[i].end.failed - window[i].go.failed;
	judge_that_for(r->judge, failed > 0, "failure-not-met",
		       "the call that was to fail was not made%s", say_about(r->judge, r));
}
