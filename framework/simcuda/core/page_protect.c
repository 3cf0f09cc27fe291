/* page_protect.c - pinned host memory that the program touches too early.
 *
 * The program reaches its own memory without asking. So the pages that queued work is going to
 * write are closed to it, and those that queued work is going to read are closed to writing, until
 * the host has waited for that work. A touch in between comes back as a request (protect_touch), is
 * compared byte by byte with that work, and is a race if they meet; then the memory is left open
 * until nothing is queued on it any more, so the program goes on and is told once.
 *
 * A page is closed only when every byte on it that the program has belongs to that work: whoever
 * uses the rest of a page, in a system call even, is not disturbed. So the ends of a copy of a part
 * of the memory stay open, and copies of rows with gaps are not protected; and so does memory on
 * which so much is queued that keeping its pages right would cost too much. */
#include "framework/simcuda/core/core.h"

#define GUARD_MOST 64 /* pieces of queued work that are kept track of when some of it is over */

static bool has_guards(const Sim *sim)
{
	return sim->host.protect != NULL;
}

Interval protect_interval(const Sim *sim, const Pinned *pinned, const SimRange *range)
{
	uint64_t page = sim->host.page_bytes, end = range->address + range->width;
	bool own_pages = pinned->kind != SIM_HOST_REGISTERED;
	bool to_the_end = own_pages && end == pinned->address + pinned->bytes;
	if (range->rows != 1)
		return (Interval){0, 0};
	return (Interval){(range->address + page - 1) / page * page,
			  (to_the_end ? end + page - 1 : end) / page * page};
}

static void interval_close(Sim *sim, Pinned *pinned, Interval interval, bool strict)
{
	if (interval.from >= interval.to)
		return;
	if (interval.from >= pinned->closed.from && interval.to <= pinned->closed.to &&
	    pinned->uniform && strict == pinned->strict)
		return;
	if (pinned->closed.to == 0) {
		sim->closed_ranges++;
		pinned->closed = interval;
		pinned->strict = strict;
		pinned->uniform = true;
	} else {
		pinned->uniform = false;
		pinned->strict |= strict;
		pinned->closed.from =
			interval.from < pinned->closed.from ? interval.from : pinned->closed.from;
		pinned->closed.to =
			interval.to > pinned->closed.to ? interval.to : pinned->closed.to;
	}
	sim->host.protect(sim->host.context, interval.from, interval.to - interval.from,
			  strict ? SIM_CLOSED : SIM_READABLE);
}

static void pinned_lift(Sim *sim, Pinned *pinned)
{
	if (pinned->closed.to == 0)
		return;
	sim->host.protect(sim->host.context, pinned->closed.from,
			  pinned->closed.to - pinned->closed.from, SIM_OPEN);
	pinned->closed = (Interval){0, 0};
	sim->closed_ranges--;
}

/* Closes what unsettled work of the list needs closed. Returns how much of that there is. */
static int list_close(Sim *sim, Pinned *pinned, const Access *list, bool strict, bool close)
{
	int count = 0;
	for (const Access *access = list; access && count <= GUARD_MOST; access = access->next) {
		if (access->op->settled)
			continue;
		count++;
		if (close)
			interval_close(sim, pinned, protect_interval(sim, pinned, &access->range),
				       strict);
	}
	return count;
}

static void pinned_close(Sim *sim, Pinned *pinned)
{
	if (pinned->page)
		return;
	int writers = list_close(sim, pinned, pinned->region->writers, true, false);
	int readers = list_close(sim, pinned, pinned->region->readers, false, false);
	if (writers + readers == 0)
		pinned->open = false;
	else if (writers + readers > GUARD_MOST)
		pinned->open = true;
	if (pinned->open)
		return;
	list_close(sim, pinned, pinned->region->readers, false, true);
	list_close(sim, pinned, pinned->region->writers, true, true);
}

void protect_issued(Sim *sim, Op *op)
{
	managed_note(sim, op);
	if (has_guards(sim) && op->eager && op->kind != OP_CALL)
		op_replace(&sim->to_protect, op);
}

void protect_lift(Sim *sim)
{
	for (size_t i = 0; sim->closed_ranges > 0 && i < sim->pinned.count; i++) {
		if (sim->pinned.range[i].closed.to > 0)
			sim->protect_due = true;
		pinned_lift(sim, &sim->pinned.range[i]);
	}
}

/* Whether other work than this is queued on the memory. */
static bool is_busy(const Pinned *pinned, const Op *op)
{
	const Access *const lists[] = {pinned->region->writers, pinned->region->readers};
	for (int i = 0; i < 2; i++)
		for (const Access *access = lists[i]; access; access = access->next)
			if (access->op != op && !access->op->settled)
				return true;
	return false;
}

/* The work that this request queued, if the host has not waited for it. */
static void op_close(Sim *sim, const Op *op)
{
	for (int i = 0; !op->settled && i < op->accesses; i++) {
		const Access *access = &op->access[i];
		if (access->alloc || !access->region)
			continue;
		Pinned *pinned = host_of(sim, access->range.address);
		bool strict = access->range.access & SIM_WRITE;
		if (!pinned || pinned->page || (pinned->open && is_busy(pinned, op)))
			continue;
		pinned->open = false;
		if (pinned->closed.to > 0 && pinned->strict && !strict)
			sim->protect_due = true; /* nothing must become less closed than it is */
		else
			interval_close(sim, pinned, protect_interval(sim, pinned, &access->range),
				       strict);
	}
}

void protect_apply(Sim *sim)
{
	if (sim->to_protect)
		op_close(sim, sim->to_protect);
	op_replace(&sim->to_protect, NULL);
	if (!sim->protect_due)
		return;
	protect_lift(sim);
	for (size_t i = 0; i < sim->pinned.count; i++)
		pinned_close(sim, &sim->pinned.range[i]);
	sim->protect_due = false;
}

/* --- the program touches it ------------------------------------------------------------------- */

/* An atomic of the host does not race with what a kernel may have done by atomics. */
static const Access *access_find(const Access *list, uint64_t address, bool atomic)
{
	const SimRange byte = {address, 1, 1, 1, SIM_READ};
	for (const Access *access = list; access; access = access->next) {
		bool both =
			atomic && access->op->kernel && access->range.access == SIM_MAY_READ_WRITE;
		if (!access->op->settled && !both && ranges_meet(&access->range, &byte))
			return access;
	}
	return NULL;
}

bool protect_race(Call *call, const Pinned *pinned)
{
	uint64_t address = call->request->u.touch.address;
	bool writes = call->request->u.touch.writes, atomic = call->request->u.touch.atomic;
	const Access *writer = access_find(pinned->region->writers, address, atomic);
	const Access *reader =
		writes ? access_find(pinned->region->readers, address, atomic) : NULL;
	const Access *theirs = writer ? writer : reader;
	if (theirs)
		finding_add(call->sim, SIM_FINDING_RACE, &call->request->site, &theirs->op->site,
			    "the program %s %s memory that an earlier %s%s may still be %s: wait "
			    "for it first",
			    writes ? "writes" : "reads",
			    pinned->kind == SIM_HOST_MANAGED ? "managed" : "pinned host",
			    theirs->op->kernel ? "kernel " : "", theirs->op->name,
			    writer ? "writing" : "reading");
	return theirs != NULL;
}

cudaError_t protect_touch(Call *call)
{
	Sim *sim = call->sim;
	cudaError_t error;
	if (call->request->u.touch.function) {
		watch_touched(call);
		return cudaSuccess;
	}
	if (managed_touch(call, &error))
		return error;
	Pinned *pinned = host_of(sim, call->request->u.touch.address);
	if (!pinned)
		return cudaErrorInvalidValue;
	if (pinned->closed.to == 0) /* opened by another thread's request */
		return cudaSuccess;
	protect_race(call, pinned);
	pinned->open = true;
	pinned_lift(sim, pinned);
	call->reply->value[0] = 1;
	return cudaSuccess;
}
