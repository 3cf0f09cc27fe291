/* marks.c - what the machine noted of 6.2 and 6.5 (run_marks): that losses were shown and norms reported,
 * and when. The exercise can note such moments itself; so each has to come with what only who has done
 * the work has: the numbers, and the machine's counters and clock. What is wrong with an honest answer
 * has been said before, by what the drive counted. */
#include <string.h>

#include "grader/labs/lab6/judge.h"

typedef struct Walk {
	Judge *j;
	const Shown *s;
	const SimcudaMark *show; /* the block that is shown now, or NULL */
	int steps, blocks;
	double slept; /* ns, in its host function since the show that is now began */
} Walk;

/* Bytes that came from GPUs, by copies and by kernels that write to pinned memory. */
static uint64_t fetched(const SimcudaCounters *c)
{
	return (uint64_t)traffic_of(c).d2h.bytes;
}

static bool is_mark(const SimcudaMark *mark, DriveMark kind, int number, int count)
{
	return mark->value[0] == drive_mark_what(kind, number, count);
}

#define NOTED(holds, ...)                                                                          \
	judge_that_for(w->j, holds, "record-differs", "%s: by the machine's record %s", w->s->at,  \
		       judge_text(w->j, __VA_ARGS__))

/* All steps before it were queued. */
static void step_take(Walk *w, const SimcudaMark *mark)
{
	NOTED(is_mark(mark, MARK_STEP, w->steps, 0), "step %d was called out of order", w->steps);
	NOTED((double)mark->counters.flops >= w->steps * w->s->flops,
	      "step %d was called when the steps before it had not been queued", w->steps);
	w->steps++;
}

/* The block has run, its losses are on the host, and no more than the next block is queued. */
static void show_take(Walk *w, const SimcudaMark *mark)
{
	const Shown *s = w->s;
	const int first = w->blocks * s->block, behind = shown_until(s, w->blocks),
		  count = behind - first;
	const SimcudaCounters *c = &mark->counters;
	NOTED(!w->show && first < s->steps && is_mark(mark, MARK_SHOW, first, count),
	      "show was not called once for each block");
	NOTED(mark->value[1] ==
		      drive_mark_digest(s->losses + first, (size_t)count * sizeof *s->losses),
	      "other losses than those of steps %d to %d were shown", first, behind - 1);
	NOTED((double)fetched(c) >= 4.0 * behind && (double)c->flops >= behind * s->flops &&
		      (mark->inside || (double)c->host_ns >= behind * s->least_ns),
	      "steps %d to %d had not run when they were shown", first, behind - 1);
	judge_that_for(
		w->j, mark->inside || !c->beside, "shown-unlooked",
		"%s: when steps %d to %d were shown the last to wait for the GPU was a call that "
		"gives "
		"memory back, or a copy within the host's memory; wanted one that tells whether "
		"their copy has ended well",
		s->at, first, behind - 1);
	NOTED((double)c->flops <= ((w->blocks + 2) * s->block + 0.5) * s->flops,
	      "more than the next block was queued when steps %d to %d were shown", first,
	      behind - 1);
	w->show = mark;
	w->slept = 0;
}

static void shown_take(Walk *w, const SimcudaMark *mark)
{
	const SimcudaMark *show = w->show;
	const int first = w->blocks * w->s->block, count = shown_until(w->s, w->blocks) - first;
	NOTED(show && is_mark(mark, MARK_SHOWN, first, count),
	      "show was not called once for each block");
	NOTED(mark->value[1] == show->value[1], "losses were overwritten while they were shown");
	NOTED(mark->inside == show->inside,
	      "show did not begin and end in the same host function, or outside of all");
	double took =
		mark->inside ? w->slept : (double)(mark->counters.host_ns - show->counters.host_ns);
	NOTED(took >= 0.99e3 * (double)w->s->show_us, "show had no time to show losses");
	w->show = NULL;
	w->blocks++;
}

void judge_marks_shown(Judge *j, Run *r, const Shown *s)
{
	Walk walk = {.j = j, .s = s}, *w = &walk;
	int count;
	const SimcudaMark *marks = run_marks(r, &count);
	for (int i = 0; marks && i < count; i++)
		switch (marks[i].value[0] >> 48) {
		case SIMCUDA_SLEPT >> 48:
			if (w->show && marks[i].inside && marks[i].inside == w->show->inside)
				w->slept += (double)marks[i].value[1];
			break;
		case MARK_STEP:
			step_take(w, &marks[i]);
			break;
		case MARK_SHOW:
			show_take(w, &marks[i]);
			break;
		default:
			shown_take(w, &marks[i]);
		}
	NOTED(!marks || (w->steps == s->steps && shown_until(s, w->blocks - 1) == s->steps),
	      "step was called %d times and show %d times", w->steps, w->blocks);
}

int64_t marks_of(Run *r, DriveMark kind)
{
	int count;
	int64_t found = 0;
	const SimcudaMark *marks = run_marks(r, &count);
	for (int i = 0; i < count; i++)
		found += marks[i].value[0] >> 48 == (uint64_t)kind;
	return marks ? found : -1;
}

int64_t marks_behind_failure(Run *r, DriveMark kind)
{
	int count;
	int64_t found = 0;
	const SimcudaMark *marks = run_marks(r, &count);
	for (int i = 0; i < count; i++)
		found += marks[i].value[0] >> 48 == (uint64_t)kind && marks[i].counters.failed > 0;
	return found;
}

bool marks_show_known(Run *r, const float *losses, int steps)
{
	int count;
	int64_t next = 0;
	bool known = true;
	const SimcudaMark *marks = run_marks(r, &count);
	for (int i = 0; i < count && marks; i++) {
		const int64_t first = (int64_t)(marks[i].value[0] >> 24 & 0xFFFFFF),
			      shown = (int64_t)(marks[i].value[0] & 0xFFFFFF);
		if (marks[i].value[0] >> 48 != (uint64_t)MARK_SHOW)
			continue;
		known = known && first == next && first + shown <= steps &&
			marks[i].value[1] ==
				drive_mark_digest(losses + first, (size_t)shown * sizeof *losses);
		next = first + shown;
	}
	return known;
}

/* Between two reports one step was queued; its norm came to the host, and no more. */
void judge_marks_reported(Judge *j, Run *r, const char *at, const double *norm, int steps,
			  double flops)
{
	int count;
	const SimcudaMark *marks = run_marks(r, &count);
	double before = 0, sent = 0;
	judge_that_for(j, !marks || count == steps, "record-differs",
		       "%s: by the machine's record there were %d reports, wanted %d", at, count,
		       steps);
	for (int i = 0; i < count; i++) {
		const SimcudaCounters *c = &marks[i].counters;
		float got;
		memcpy(&got, &marks[i].value[1], sizeof got);
		double more = (double)c->flops - before;
		judge_that_for(j, is_mark(&marks[i], MARK_REPORT, i, 0) && norm_is(got, norm[i]),
			       "record-differs",
			       "%s: by the machine's record report %d was another one", at, i);
		judge_that_for(
			j, more >= flops && more < 2 * flops && fetched(c) >= 4 * ((uint64_t)i + 1),
			"record-differs",
			"%s: by the machine's record step %d was not reported between its norm and "
			"the next step",
			at, i);
		judge_that_for(j, !c->beside, "awaited-beside",
			       "%s: when step %d was reported the last to wait for the GPU was a "
			       "call that gives memory "
			       "back, or a copy within the host's memory; wanted one that tells "
			       "whether the norm has come",
			       at, i);
		judge_that_for(j, (double)fetched(c) - sent <= 8, "more-than-the-norm",
			       "%s: %.4g bytes went to the host for step %d; wanted the norm "
			       "alone, 8 at most",
			       at, (double)fetched(c) - sent, i);
		before = (double)c->flops;
		sent = (double)fetched(c);
	}
}
