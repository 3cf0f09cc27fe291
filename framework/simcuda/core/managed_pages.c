/* managed_pages.c - managed memory that nobody has looked at need not be computed.
 *
 * The host touches managed memory without asking, after it has waited. So that what is there need
 * not be computed at the wait, pages that idle work is still to write stay closed to the program,
 * and pages that it is still to read stay closed to writing. A touch comes back as a request
 * (protect_touch): what is to be done on that page is done, and the page is open. The machine itself
 * reaches the bytes another way (host.apart of SIM_HOST_ALLOC), so a page never is open to the
 * program before its bytes are there, whatever other threads do.
 *
 * Work that the host has not waited for closes pages as it does those of pinned memory
 * (page_protect.c): a touch is a race then.
 *
 * For each page stands how it is closed. Whatever changes that notes the part of the memory
 * (managed_note); at the end of the request the pages there are looked at again. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/core.h"

static uint64_t page_floor(const Sim *sim, uint64_t address)
{
	return address / sim->host.page_bytes * sim->host.page_bytes;
}

static uint64_t page_ceil(const Sim *sim, uint64_t address)
{
	return page_floor(sim, address + sim->host.page_bytes - 1);
}

bool managed_pages_make(const Sim *sim, Pinned *pinned)
{
	if (pinned->kind != SIM_HOST_MANAGED || !sim->host.protect ||
	    pinned->address % sim->host.page_bytes != 0)
		return true;
	uint64_t pages = (page_ceil(sim, pinned->address + pinned->bytes) - pinned->address) /
			 sim->host.page_bytes;
	pinned->page = calloc(pages, 1);
	return pinned->page != NULL;
}

/* Whose page holds the address; NULL: no managed memory whose pages are looked after here. */
static Pinned *managed_at(Sim *sim, uint64_t address)
{
	Pinned *pinned = host_of(sim, address);
	if (!pinned && sim->host.page_bytes > 0) /* behind the end, on the last page */
		pinned = host_of(sim, page_floor(sim, address));
	return pinned && pinned->page ? pinned : NULL;
}

bool managed_is_lazy(const Sim *sim, const SimRange *range)
{
	const Pinned *pinned = host_pinned(sim, range->address, range_extent(range));
	return pinned && pinned->page;
}

static void note(Sim *sim, Pinned *pinned, uint64_t from, uint64_t to)
{
	Interval *dirty = &pinned->dirty;
	from = page_floor(sim, from);
	to = page_ceil(sim, to);
	if (dirty->to == 0)
		*dirty = (Interval){from, to};
	dirty->from = from < dirty->from ? from : dirty->from;
	dirty->to = to > dirty->to ? to : dirty->to;
	sim->managed_due = true;
}

void managed_note(Sim *sim, const Op *op)
{
	for (int i = 0; op->managed && i < op->accesses; i++) {
		const SimRange *range = &op->access[i].range;
		Pinned *pinned = op->access[i].alloc || range->rows == 0
					 ? NULL
					 : managed_at(sim, range->address);
		if (pinned)
			note(sim, pinned, range->address, range->address + range_extent(range));
	}
}

/* --- how pages should be closed --------------------------------------------------------------- */

typedef struct Wanted {
	unsigned char *page; /* of those from `span.from` to `span.to` */
	Interval interval;
} Wanted;

static void want(const Sim *sim, const Wanted *wanted, Interval pages, unsigned char protection)
{
	uint64_t from = pages.from > wanted->interval.from ? pages.from : wanted->interval.from;
	uint64_t to = pages.to < wanted->interval.to ? pages.to : wanted->interval.to;
	if (from < to)
		memset(wanted->page + (from - wanted->interval.from) / sim->host.page_bytes,
		       protection, (to - from) / sim->host.page_bytes);
}

static void list_want(const Sim *sim, const Pinned *pinned, const Wanted *wanted,
		      const Access *list, SimProtection protection)
{
	for (const Access *access = list; access; access = access->next) {
		const SimRange *range = &access->range;
		if (!access->op->settled && !pinned->open)
			want(sim, wanted, protect_interval(sim, pinned, range),
			     (unsigned char)protection);
		for (uint64_t row = 0; access->op->settled && !access->op->ran && row < range->rows;
		     row++) {
			uint64_t from = range->address + row * range->pitch;
			Interval pages = {page_floor(sim, from),
					  page_ceil(sim, from + range->width)};
			want(sim, wanted, pages, (unsigned char)protection);
		}
	}
}

static bool is_waited_for(const Access *list)
{
	while (list && list->op->settled)
		list = list->next;
	return !list;
}

/* Makes the pages what they should be, with one call for those that follow each other. */
static void pages_change(Sim *sim, Pinned *pinned, const Wanted *wanted)
{
	uint64_t bytes = sim->host.page_bytes,
		 count = (wanted->interval.to - wanted->interval.from) / bytes;
	unsigned char *now = pinned->page + (wanted->interval.from - pinned->address) / bytes;
	for (uint64_t i = 0, end; i < count; i = end) {
		end = i + 1;
		if (now[i] == wanted->page[i])
			continue;
		while (end < count && wanted->page[end] == wanted->page[i] &&
		       now[end] != wanted->page[end])
			end++;
		memcpy(now + i, wanted->page + i, end - i);
		sim->host.protect(sim->host.context, wanted->interval.from + i * bytes,
				  (end - i) * bytes, (SimProtection)now[i]);
	}
}

/* Without memory for it all is computed instead, so that it can be open. */
static void pinned_apply(Sim *sim, Pinned *pinned)
{
	Wanted wanted = {.interval = pinned->dirty};
	pinned->dirty = (Interval){0, 0};
	wanted.page = calloc((wanted.interval.to - wanted.interval.from) / sim->host.page_bytes, 1);
	if (!wanted.page) {
		managed_finish(sim);
		managed_lift(sim);
		return;
	}
	if (is_waited_for(pinned->region->writers) && is_waited_for(pinned->region->readers))
		pinned->open = false;
	list_want(sim, pinned, &wanted, pinned->region->readers, SIM_READABLE);
	list_want(sim, pinned, &wanted, pinned->region->writers, SIM_CLOSED);
	pages_change(sim, pinned, &wanted);
	free(wanted.page);
}

void managed_apply(Sim *sim)
{
	for (size_t i = 0; sim->managed_due && i < sim->pinned.count; i++)
		if (sim->pinned.range[i].dirty.to > 0)
			pinned_apply(sim, &sim->pinned.range[i]);
	sim->managed_due = false;
}

/* --- computing, and opening ------------------------------------------------------------------- */

static void lift(Sim *sim, Pinned *pinned)
{
	uint64_t end = page_ceil(sim, pinned->address + pinned->bytes);
	Wanted wanted = {.interval = {pinned->address, end}};
	wanted.page = calloc((end - pinned->address) / sim->host.page_bytes, 1);
	if (wanted.page) {
		pages_change(sim, pinned, &wanted);
		free(wanted.page);
		return;
	}
	memset(pinned->page, SIM_OPEN, (end - pinned->address) / sim->host.page_bytes);
	sim->host.protect(sim->host.context, pinned->address, end - pinned->address, SIM_OPEN);
}

void managed_lift(Sim *sim)
{
	for (size_t i = 0; i < sim->pinned.count; i++) {
		Pinned *pinned = &sim->pinned.range[i];
		if (!pinned->page)
			continue;
		lift(sim, pinned);
		note(sim, pinned, pinned->address, pinned->address + pinned->bytes);
	}
}

static bool accesses(const Op *op, const Pinned *pinned)
{
	for (int i = 0; i < op->accesses; i++)
		if (!op->access[i].alloc &&
		    op->access[i].range.address - pinned->address < pinned->bytes)
			return true;
	return false;
}

/* Runs idle work on that memory; NULL: on any that is managed. */
static cudaError_t finish(Sim *sim, const Pinned *pinned)
{
	for (Op *op = sim->idle.oldest, *next; op; op = next) {
		next = op->newer;
		if (!op->managed || op->ran || (pinned && !accesses(op, pinned)))
			continue;
		cudaError_t error = work_execute(sim, op);
		if (error)
			return error;
		next = sim->idle.oldest; /* others may have run with it */
	}
	return cudaSuccess;
}

cudaError_t managed_finish(Sim *sim)
{
	return finish(sim, NULL);
}

cudaError_t managed_end(Sim *sim, Pinned *pinned)
{
	if (!pinned->page)
		return cudaSuccess;
	depend_freed(sim, pinned->region);
	cudaError_t error = finish(sim, pinned);
	if (!error)
		lift(sim, pinned);
	return error;
}

/* Runs what is settled and needs those bytes, as they are. */
static cudaError_t consume(Sim *sim, const Region *region, const SimRange *range)
{
	for (Access *access = region->readers; access;) {
		Op *op = access->op;
		bool needed = op->settled && !op->ran && ranges_meet(&access->range, range);
		cudaError_t error = needed ? work_execute(sim, op) : cudaSuccess;
		if (error)
			return error;
		access = needed ? region->readers : access->next; /* the list has changed */
	}
	return cudaSuccess;
}

bool managed_touch(Call *call, cudaError_t *error)
{
	Sim *sim = call->sim;
	uint64_t address = call->request->u.touch.address, bytes = sim->host.page_bytes;
	bool writes = call->request->u.touch.writes;
	Pinned *pinned = managed_at(sim, address);
	if (!pinned)
		return false;
	const SimRange page = {page_floor(sim, address), bytes, 1, bytes, SIM_READ};
	unsigned char closed = pinned->page[(page.address - pinned->address) / bytes];
	*error = cudaSuccess;
	if (closed == SIM_OPEN || (closed == SIM_READABLE && !writes))
		return true; /* opened by another thread's request */
	/* atomics go on while the kernel's do */
	if (protect_race(call, pinned) || call->request->u.touch.atomic) {
		pinned->open = true;
		note(sim, pinned, pinned->address, pinned->address + pinned->bytes);
	}
	note(sim, pinned, page.address, page.address + bytes);
	*error = work_produce(sim, pinned->region, &page, false);
	if (!*error && writes)
		*error = consume(sim, pinned->region, &page);
	call->reply->value[0] = *error == cudaSuccess;
	return true;
}
