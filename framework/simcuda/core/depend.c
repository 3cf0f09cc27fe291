/* depend.c - which operation has to run before which, and which ones need not run at all.
 *
 * Every piece of memory lists the operations that write it and those that only read it, as long as
 * they are pending or idle. A new operation is compared with those on the same bytes:
 * - one that comes before it has to run before it (and if its bytes are read, is used by it);
 * - one that does not come before it races with it, which is reported. What that one writes is not
 *   what the new operation reads: it is made to run after it, so that an unordered reader sees old
 *   bytes.
 * A writer that covers an earlier one hides it: whoever comes later need only look at the newer
 * one. An operation all of whose bytes are hidden, or freed, and which nobody uses, is dead: it
 * never runs. What it had to run after stays with it, for those that run after it. */
#include <stdlib.h>

#include "framework/simcuda/core/core.h"

/* --- the lists of a region -------------------------------------------------------------------- */

static bool writes(const Access *access)
{
	return access->range.access & SIM_WRITE;
}

static bool reads(const Access *access)
{
	return access->range.access & SIM_READ;
}

static void access_link(Access *access)
{
	Access **head = writes(access) ? &access->region->writers : &access->region->readers;
	access->next = *head;
	access->back = head;
	if (*head)
		(*head)->back = &access->next;
	*head = access;
}

static void access_unlink(Access *access)
{
	if (!access->back)
		return;
	*access->back = access->next;
	if (access->next)
		access->next->back = access->back;
	access->back = NULL;
}

static void op_unlink(Op *op)
{
	for (int i = 0; i < op->accesses; i++)
		access_unlink(&op->access[i]);
}

/* --- the end of an operation ------------------------------------------------------------------ */

static void deps_drop(Op *op)
{
	for (size_t i = 0; i < op->dep_count; i++)
		op_release(op->deps[i].op);
	free(op->deps);
	op->deps = NULL;
	op->dep_count = op->dep_room = 0;
}

static void bytes_drop(Sim *sim, Op *op)
{
	managed_note(sim, op);
	sim->staged -= op->staged;
	op->staged = 0;
	free(op->owned);
	op->owned = NULL;
	for (int i = 0; i < op->accesses; i++) {
		Alloc *alloc = op->access[i].alloc;
		op->access[i].alloc = NULL; /* it may be gone, now or soon */
		if (alloc)
			memory_drop(sim, alloc);
	}
}

/* Of an operation that has run or is dead, when it is settled too: nothing looks for it. */
static void op_retire(Sim *sim, Op *op)
{
	op_unlink(op);
	op_remove(&sim->idle, op);
	op_release(op);
}

/* Notes it if it is dead. Without memory for the note it stays alive, which only costs time. */
static void death_check(Sim *sim, Op *op)
{
	if (op->ran || op->eager || op->uses > 0 || op->visible > 0)
		return;
	struct WorkList *dying = &sim->dying;
	if (!array_reserve(&dying->op, &dying->room, dying->count + 1, sizeof(Op *)))
		return;
	op->ran = op->dead = true;
	op_retain(op);
	dying->op[dying->count++] = op;
}

/* An operation that does not need to run uses nothing. It keeps those that whoever overwrites its
 * bytes has to come after. */
static void deps_unuse(Sim *sim, Op *op)
{
	size_t kept = 0;
	for (size_t i = 0; i < op->dep_count; i++) {
		Dep dep = op->deps[i];
		dep.op->uses -= dep.value;
		if (dep.value)
			death_check(sim, dep.op);
		if (dep.stays)
			op->deps[kept++] = (Dep){dep.op, false, true};
		else
			op_release(dep.op);
	}
	op->dep_count = kept;
}

/* Appends what has to run before an operation, each once, looking through the dead. */
static bool deps_expand(Sim *sim, Op *op)
{
	struct DepList *list = &sim->deps;
	struct WorkList *search = &sim->search;
	search->count = 0;
	for (const Op *at = op; at; at = search->count ? search->op[--search->count] : NULL) {
		for (size_t i = 0; i < at->dep_count; i++) {
			Op *before = at->deps[i].op;
			if (before->visit == sim->visits || (before->ran && !before->dead))
				continue;
			before->visit = sim->visits;
			if (before->dead) {
				if (!array_reserve(&search->op, &search->room, search->count + 1,
						   sizeof(Op *)))
					return false;
				search->op[search->count++] = before;
			} else if (!array_reserve(&list->dep, &list->room, list->count + 1,
						  sizeof(Dep))) {
				return false;
			} else {
				list->dep[list->count++] = (Dep){before, false, true};
			}
		}
	}
	return true;
}

/* Forgets those that have run, and takes over what dead ones leave: so that no chain of dead ones
 * grows. When there is no memory for that the chain stays. */
static void deps_resolve(Sim *sim, Op *op)
{
	bool stale = false;
	for (size_t i = 0; i < op->dep_count; i++)
		stale |= op->deps[i].op->ran;
	if (!stale)
		return;
	sim->visits++;
	sim->deps.count = 0;
	/* its own first, so that what is noted about them is kept */
	for (size_t i = 0; i < op->dep_count; i++) {
		Op *before = op->deps[i].op;
		if (before->ran)
			continue;
		if (!array_reserve(&sim->deps.dep, &sim->deps.room, sim->deps.count + 1,
				   sizeof(Dep)))
			return;
		before->visit = sim->visits;
		sim->deps.dep[sim->deps.count++] = op->deps[i];
	}
	if (!deps_expand(sim, op))
		return;
	Dep *kept = NULL;
	size_t room = 0, count = sim->deps.count;
	if (count && !array_reserve(&kept, &room, count, sizeof(Dep)))
		return;
	for (size_t i = 0; i < count; i++) {
		kept[i] = sim->deps.dep[i];
		op_retain(kept[i].op);
	}
	deps_drop(op);
	op->deps = kept;
	op->dep_count = count;
	op->dep_room = room;
}

/* Ends the dead. The death of one may be that of those that it used. */
static void reap(Sim *sim)
{
	struct WorkList *dying = &sim->dying;
	while (dying->count > 0) {
		Op *op = dying->op[--dying->count];
		deps_unuse(sim, op);
		deps_resolve(sim, op);
		bytes_drop(sim, op);
		if (op->settled)
			op_retire(sim, op);
		op_release(op);
	}
}

void depend_ran(Sim *sim, Op *op)
{
	if (op->dead) { /* it has ended long ago; what it had to run after has run */
		deps_drop(op);
		return;
	}
	op->ran = true;
	deps_unuse(sim, op); /* they have run: none dies */
	deps_drop(op);
	bytes_drop(sim, op);
	if (op->settled)
		op_retire(sim, op);
}

void depend_settled(Sim *sim, Op *op)
{
	if (op->ran)
		op_unlink(op);
	for (int i = 0; i < op->accesses; i++) {
		Access *access = &op->access[i];
		if (!access->back || !access->alloc || !access->alloc->freed)
			continue;
		access_unlink(access);
		op->visible -= writes(access);
	}
	death_check(sim, op);
	reap(sim);
}

/* --- a new operation -------------------------------------------------------------------------- */

static bool dep_note(Sim *sim, Op *before, bool value, bool stays)
{
	struct DepList *list = &sim->deps;
	if (before->ran)
		return true;
	if (!array_reserve(&list->dep, &list->room, list->count + 1, sizeof(Dep)))
		return false;
	list->dep[list->count++] = (Dep){before, value, stays};
	return true;
}

static bool conflict(const Access *mine, const Access *theirs)
{
	return mine->op != theirs->op && ranges_meet(&mine->range, &theirs->range);
}

/* Whether nobody can tell if the two touch a byte in common without an order: they may be two triangles of a matrix, or
 * atomics. What two GPUs write in one place is none of two triangles. */
static bool may_be_apart(const Access *mine, const Access *theirs)
{
	const unsigned both = mine->range.access & theirs->range.access;
	const bool two_gpus =
		both & SIM_PLAIN && both & SIM_WRITE && mine->op->gpu != theirs->op->gpu;
	return both & SIM_MAY_ACCESS && !(both & SIM_ALL_WRITTEN) && !two_gpus;
}

/* Compares one range of the operation with one list. */
static bool depend_compare(Sim *sim, const Access *mine, const Access *list)
{
	for (const Access *theirs = list; theirs; theirs = theirs->next) {
		if (!conflict(mine, theirs))
			continue;
		if (order_before(theirs->op, mine->op)) {
			if (!dep_note(sim, theirs->op, reads(mine) && writes(theirs), writes(mine)))
				return false;
		} else if (!may_be_apart(mine, theirs)) {
			racecheck_report(sim, mine, theirs);
		}
	}
	return true;
}

/* Whether whoever is compared with the new range need not be compared with the other one too. Of
 * two SIM_MAY_ACCESS ranges the new one has to read what it covers, so that it needs it. */
static bool stands_for(const Access *mine, const Access *theirs)
{
	bool may = mine->range.access & SIM_MAY_ACCESS;
	return !may || (theirs->range.access & SIM_MAY_ACCESS && reads(mine));
}

/* Those that the new range covers: nothing later needs to be compared with them. */
static void depend_hide(const Access *mine, Access *list)
{
	for (Access *theirs = list, *next; theirs; theirs = next) {
		next = theirs->next;
		if (theirs->op == mine->op || !stands_for(mine, theirs) ||
		    !range_covers(&mine->range, &theirs->range) ||
		    !order_before(theirs->op, mine->op))
			continue;
		access_unlink(theirs);
		if (writes(theirs))
			theirs->op->visible--;
	}
}

/* Whether `from` has to run after `to`. */
static bool depend_reaches(Sim *sim, Op *from, const Op *to)
{
	struct WorkList *search = &sim->search;
	sim->visits++;
	search->count = 0;
	for (const Op *at = from; at; at = search->count ? search->op[--search->count] : NULL) {
		if (at == to)
			return true;
		for (size_t i = 0; i < at->dep_count; i++) {
			Op *before = at->deps[i].op;
			if (before->visit == sim->visits)
				continue;
			before->visit = sim->visits;
			if (!array_reserve(&search->op, &search->room, search->count + 1,
					   sizeof(Op *)))
				return true; /* so nothing is added that could make a circle */
			search->op[search->count++] = before;
		}
	}
	return false;
}

static bool dep_add(Op *op, Op *before)
{
	if (!array_reserve(&op->deps, &op->dep_room, op->dep_count + 1, sizeof(Dep)))
		return false;
	op->deps[op->dep_count++] = (Dep){before, false, false};
	op_retain(before);
	return true;
}

/* An unordered reader is to see old bytes: the writers run after it. */
static void depend_delay(Sim *sim, const Access *mine)
{
	for (const Access *theirs = mine->region->writers; theirs; theirs = theirs->next) {
		Op *writer = theirs->op;
		if (!writer->ran && conflict(mine, theirs) && !order_before(writer, mine->op) &&
		    !depend_reaches(sim, mine->op, writer))
			dep_add(writer, mine->op);
	}
}

static bool deps_take(Sim *sim, Op *op)
{
	const struct DepList *list = &sim->deps;
	if (list->count && !array_reserve(&op->deps, &op->dep_room, list->count, sizeof(Dep)))
		return false;
	for (size_t i = 0; i < list->count; i++) {
		op->deps[i] = list->dep[i];
		op_retain(op->deps[i].op);
		op->deps[i].op->uses += op->deps[i].value;
	}
	op->dep_count = list->count;
	return true;
}

bool depend_enter(Sim *sim, Op *op)
{
	sim->deps.count = 0;
	for (int i = 0; i < op->accesses; i++) {
		Access *mine = &op->access[i];
		if (!mine->region)
			continue;
		if (!depend_compare(sim, mine, mine->region->writers) ||
		    (writes(mine) && !depend_compare(sim, mine, mine->region->readers)))
			return false;
	}
	if (!deps_take(sim, op))
		return false;
	for (int i = 0; i < op->accesses; i++) {
		const Access *mine = &op->access[i];
		if (mine->region && reads(mine))
			depend_delay(sim, mine);
	}
	for (int i = 0; i < op->accesses; i++) {
		Access *mine = &op->access[i];
		if (!mine->region)
			continue;
		if (writes(mine)) {
			depend_hide(mine, mine->region->writers);
			depend_hide(mine, mine->region->readers);
		}
		access_link(mine);
		op->visible += writes(mine);
	}
	for (size_t i = 0; i < op->dep_count; i++)
		death_check(sim, op->deps[i].op);
	reap(sim);
	deps_resolve(sim, op);
	return true;
}

/* --- the end of memory ------------------------------------------------------------------------ */

void depend_freed(Sim *sim, Region *region)
{
	for (Access *access = region->writers, *next; access; access = next) {
		next = access->next;
		if (!access->op->settled)
			continue; /* races with the free are still to be seen */
		access_unlink(access);
		access->op->visible--;
		death_check(sim, access->op);
	}
	reap(sim);
}

void depend_forget(Region *region)
{
	while (region->writers)
		access_unlink(region->writers);
	while (region->readers)
		access_unlink(region->readers);
}
