/* timing.c - clock readings that time work which is not over.
 *
 * Two readings of the clock make an interval. When work was issued inside it and is still under way
 * at its end, the interval says nothing about that work: the mistake that every beginner makes. But
 * a program may well know: whoever measures how long queueing takes, and then waits and reads the
 * clock again for the total, is right; and so is one that only takes the time of each lap. So a
 * reading is put aside first. It is reported when the program waits for that work and then begins
 * its next interval at the place where this one began, or ends, without another look at the clock;
 * and forgotten when a reading elsewhere follows the wait, or the next one comes from the same
 * place: then the program polls. */
#include <string.h>

#include "framework/simcuda/core/core.h"

static bool same_site(const SimSite *a, const SimSite *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

/* Where the reading differs from the one that began the interval: who reads the clock through a
 * function of his own is told where he called that. */
static SimSite telling_site(const Timing *timing)
{
	int same = 0;
	SimSite site = {{0}};
	while (same < SIM_SITE_DEPTH - 1 && timing->read.frame[same] == timing->began.frame[same])
		same++;
	for (int i = same; i < SIM_SITE_DEPTH; i++)
		site.frame[i - same] = timing->read.frame[i];
	return site.frame[0] ? site : timing->read;
}

static void timing_report(Sim *sim, Timing *timing)
{
	const SimSite site = telling_site(timing);
	finding_add(sim, SIM_FINDING_UNSYNCHRONISED_TIMING, &site, &timing->op->site,
		    "the clock is read while %s%s is still running: this times only how long it "
		    "took to queue it; wait for it first",
		    timing->op->kernel ? "kernel " : "", timing->op->name);
	op_replace(&timing->op, NULL);
}

/* What the program does now shows what earlier readings meant. */
static void timing_judge(Sim *sim, Thread *thread, const SimSite *site)
{
	for (int i = 0; i < SIM_TIMINGS; i++) {
		Timing *timing = &thread->timing[i];
		if (!timing->op || !timing->op->settled)
			continue;
		if (same_site(site, &timing->began))
			timing_report(sim, timing);
		else
			op_replace(&timing->op, NULL);
	}
}

/* The newest work of this thread since its last reading that is under way. */
static Op *unfinished(const Call *call)
{
	const Thread *thread = call->thread;
	for (Op *op = call->sim->pending.newest; op && op->id > thread->issued; op = op->older)
		if (op->thread == call->request->thread && op->end > thread->clock &&
		    op->kind != OP_MARK && op->kind != OP_CALL)
			return op;
	return NULL;
}

static void timing_note(Thread *thread, Op *op, const SimSite *site)
{
	Timing *to = NULL;
	for (int i = 0; i < SIM_TIMINGS; i++) {
		Timing *timing = &thread->timing[i];
		bool known = timing->op && same_site(&timing->read, site) &&
			     same_site(&timing->began, &thread->timed_at);
		if (known || (!to && !timing->op))
			to = timing;
		if (known)
			break;
	}
	if (!to) /* too many at once: the rest is like those */
		return;
	op_replace(&to->op, op);
	to->began = thread->timed_at;
	to->read = *site;
}

/* A reading that comes again at once at the same place is one of a loop that polls: it ends no
 * interval. */
static void timing_polled(Thread *thread, const SimSite *site)
{
	for (int i = 0; i < SIM_TIMINGS; i++) {
		Timing *timing = &thread->timing[i];
		if (timing->op && same_site(&timing->read, site))
			op_replace(&timing->op, NULL);
	}
}

void timing_read(Call *call)
{
	Thread *thread = call->thread;
	const SimSite *site = &call->request->site;
	if (thread->timed && same_site(site, &thread->timed_at))
		timing_polled(thread, site);
	timing_judge(call->sim, thread, site);
	Op *op = thread->timed && !same_site(site, &thread->timed_at) ? unfinished(call) : NULL;
	if (op)
		timing_note(thread, op, site);
	thread->timed = true;
	thread->timed_at = *site;
	thread->issued = call->sim->issued;
}

void timing_finish(Sim *sim, Thread *thread)
{
	for (int i = 0; i < SIM_TIMINGS; i++)
		if (thread->timing[i].op)
			timing_report(sim, &thread->timing[i]);
}

void timing_watched(Thread *thread)
{
	for (int i = 0; i < SIM_TIMINGS; i++)
		if (thread->timing[i].op && thread->timing[i].op->settled)
			op_replace(&thread->timing[i].op, NULL);
}

void timing_forget(Thread *thread)
{
	for (int i = 0; i < SIM_TIMINGS; i++)
		op_replace(&thread->timing[i].op, NULL);
}
