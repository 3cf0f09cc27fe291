/* watch.c - pinned memory that a host function touches while a stream sends or fills it.
 *
 * Nobody says what a host function touches. So while it runs, the pages are closed which belong to
 * copies and kernels that nothing orders before or after it; a touch opens its page, the function
 * goes on, and the program's side tells of it afterwards (SIM_HOST_TOUCH with its number). Every
 * byte of such a page belongs to that work, so each touch is a race.
 *
 * Only work counts that the host has not waited for before: then no thread of the program has any
 * business on those pages, and nobody who is right is disturbed. Which work that is has to be found
 * out before the function and all that comes before it is settled. */
#include "framework/simcuda/core/core.h"

#define WATCH_MOST 64 /* pieces of work of one list that are looked at */

static bool concurrent(const Op *function, const Op *op)
{
	return op->id < function->id ? !order_before(op, function) : !order_before(function, op);
}

/* Those of a list that nothing orders with the function. */
static void list_collect(Sim *sim, const Op *function, const Pinned *pinned, const Access *list)
{
	struct WatchList *watches = &sim->watches;
	int looked = 0;
	for (const Access *access = list; access && looked++ < WATCH_MOST; access = access->next) {
		Interval pages = protect_interval(sim, pinned, &access->range);
		if (access->op->settled || pages.from >= pages.to ||
		    !concurrent(function, access->op))
			continue;
		if (!array_reserve(&watches->watch, &watches->room, watches->count + 1,
				   sizeof(*watches->watch)))
			return; /* then it is not seen */
		watches->watch[watches->count++] = (Watch){
			.function = function,
			.pages = pages,
			.name = access->op->name,
			.memory = pinned->kind == SIM_HOST_MANAGED ? "managed" : "pinned host",
			.kernel = access->op->kernel != NULL,
			.writes = access->range.access & SIM_WRITE,
			.site = access->op->site,
		};
	}
}

void watch_collect(Sim *sim, const Op *function)
{
	for (size_t i = 0; sim->host.protect && i < sim->pinned.count; i++) {
		const Pinned *pinned = &sim->pinned.range[i];
		list_collect(sim, function, pinned, pinned->region->readers);
		list_collect(sim, function, pinned, pinned->region->writers); /* stricter: last */
	}
}

void watch_close(Sim *sim, const Op *function)
{
	sim->called++;
	for (size_t i = 0; i < sim->watches.count; i++) {
		Watch *watch = &sim->watches.watch[i];
		if (watch->function != function)
			continue;
		watch->function = NULL;
		watch->number = sim->called;
		sim->host.protect(sim->host.context, watch->pages.from,
				  watch->pages.to - watch->pages.from,
				  watch->writes ? SIM_WATCHED : SIM_WATCHED_READABLE);
	}
}

void watch_forget(Sim *sim)
{
	sim->called = 0;
	sim->watches.count = 0;
}

void watch_touched(Call *call)
{
	Sim *sim = call->sim;
	const SimRequest *request = call->request;
	uint64_t address = request->u.touch.address;
	bool writes = request->u.touch.writes;
	const Watch *theirs = NULL;
	for (size_t i = 0; i < sim->watches.count; i++) {
		const Watch *watch = &sim->watches.watch[i];
		if (watch->number == (unsigned)request->u.touch.function &&
		    address >= watch->pages.from && address < watch->pages.to &&
		    (writes || watch->writes) && (!theirs || !theirs->writes))
			theirs = watch;
	}
	if (theirs)
		finding_add(sim, SIM_FINDING_RACE, &request->site, &theirs->site,
			    "a host function %s %s memory that %s%s in another stream may "
			    "still be %s: nothing orders the two",
			    writes ? "writes" : "reads", theirs->memory,
			    theirs->kernel ? "kernel " : "", theirs->name,
			    theirs->writes ? "writing" : "reading");
}
