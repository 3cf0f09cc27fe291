/* work.c - what a check's program did and how long that took, whatever the verdict: the counters of the
 * run that the check is about, and each time that was judged beside its limit. */
#include <math.h>

#include "grader/base/text.h"
#include "grader/judge/judge_state.h"

void judge_note_limit(Judge *j, TimeLimit times)
{
	VerdictWork *work = &j->verdict.work;
	VerdictLimit *limit = &work->limit[work->limits];

	if (work->limits == VERDICT_LIMITS || !isfinite(times.wanted) || !isfinite(times.measured))
		return;
	work->limits++;
	*limit = (VerdictLimit){
		.wanted = times.wanted, .measured = times.measured, .at_least = times.at_least};
	text_format(limit->how, sizeof limit->how, "%s", times.wanted_how ? times.wanted_how : "");
}

static bool is_counted(const Run *r)
{
	return r->gone && !r->is_second && r->answers.ended > r->window &&
	       r->answers.window[r->window].counted;
}

/* The newest run that the judge has marked as shown, else the newest in which nothing was to fail (whether it did is
 * drawn), else the newest of all; NULL: none ended. */
static const Run *counted_run(const Judge *j)
{
	const Run *newest = NULL, *whole = NULL;

	for (const Run *r = j->runs; r; r = r->next) {
		if (!is_counted(r))
			continue;
		if (r->shown)
			return r;
		newest = newest ? newest : r;
		whole = whole || r->orders.failing.kind ? whole : r;
	}
	return whole ? whole : newest;
}

void work_settle(Judge *j)
{
	const Run *r = counted_run(j);
	VerdictWork *work = &j->verdict.work;

	if (!r)
		return;

	const SimcudaCounters *go = &r->answers.window[r->window].go;
	const SimcudaCounters *end = &r->answers.window[r->window].end;

	work->counted = 1;
	work->us = (double)(end->host_ns - go->host_ns) / 1e3;
	work->copies =
		(int64_t)(end->copies_h2d + end->copies_d2h + end->copies_d2d + end->copies_p2p -
			  go->copies_h2d - go->copies_d2h - go->copies_d2d - go->copies_p2p);
	work->bytes = (int64_t)(end->bytes_h2d + end->bytes_d2h + end->bytes_d2d + end->bytes_p2p -
				go->bytes_h2d - go->bytes_d2h - go->bytes_d2d - go->bytes_p2p);
	work->kernels = (int64_t)(end->launches - go->launches);
	work->waits = (int64_t)(end->synchronizes - go->synchronizes);
}
