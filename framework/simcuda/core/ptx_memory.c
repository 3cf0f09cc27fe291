/* ptx_memory.c - the memory that a kernel in PTX comes to while it runs.
 *
 * It is given out in windows, so that a kernel which touches little of a large allocation costs
 * little. A window that it comes to for the first time is brought up to date: what was queued before
 * the kernel and touches it runs now, readers too, because the kernel is about to overwrite what they
 * read. Pinned memory of the host is worked on as a copy, of which the bytes that were written go
 * back. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/ptx_launch.h"

/* Beyond this, what a kernel touches is too scattered to be compared with everything: races with it
 * may then be missed. */
#define RANGES_MOST 256

/* Begins at a multiple of this, so that no access that is aligned lies in two. */
#define WINDOW_BYTES ((uint64_t)PTX_WINDOW_BYTES)

#define SECTOR 32

_Static_assert(WINDOW_BYTES / PTX_PIECE == 64, "a bit for each piece of a window");

/* --- marks -------------------------------------------------------------------------------------- */

/* All clean. NULL: no memory. */
static PtxMarks *marks_take(Sim *sim)
{
	struct MarkList *list = &sim->clean_marks;
	return list->count > 0 ? list->marks[--list->count] : calloc(1, sizeof(PtxMarks));
}

static void marks_give(Sim *sim, PtxMarks *marks)
{
	struct MarkList *list = &sim->clean_marks;
	if (!marks || list->count == SIM_CLEAN_MARKS) {
		free(marks);
		return;
	}
	for (; marks->pieces; marks->pieces &= marks->pieces - 1)
		memset(marks->mark + (size_t)__builtin_ctzll(marks->pieces) * PTX_PIECE, 0,
		       PTX_PIECE);
	list->marks[list->count++] = marks;
}

void ptx_marks_free(Sim *sim)
{
	while (sim->clean_marks.count > 0)
		free(sim->clean_marks.marks[--sim->clean_marks.count]);
}

/* --- finding ---------------------------------------------------------------------------------- */

static cudaError_t bring_about(Sim *sim, Region *region, const SimRange *range)
{
	cudaError_t error = work_produce_before(sim, region, false, range);
	return error ? error : work_produce_before(sim, region, true, range);
}

static bool touched_open(PtxRun *run, Touched *touched)
{
	Sim *sim = run->call->sim;
	const SimRange all = {touched->base, touched->bytes, 1, touched->bytes, SIM_READ_WRITE};
	Region *region = touched->alloc ? &touched->alloc->region : touched->pinned->region;
	run->error = region ? bring_about(sim, region, &all) : cudaSuccess;
	if (!run->error &&
	    !array_reserve(&run->touched, &run->room, run->count + 1, sizeof *touched))
		run->error = cudaErrorMemoryAllocation;
	if (run->error)
		return false;
	touched->marks = marks_take(sim);
	touched->at = touched->alloc ? memory_bytes(touched->alloc, touched->base)
				     : malloc(touched->bytes);
	if (!touched->marks || !touched->at) {
		marks_give(sim, touched->marks);
		free(touched->alloc ? NULL : touched->at);
		run->error = cudaErrorMemoryAllocation;
		return false;
	}
	if (touched->alloc) {
		memory_poison(touched->alloc, &all);
	} else {
		protect_lift(sim);
		sim->host.read(sim->host.context, touched->at, touched->base, touched->bytes);
	}
	if (!ptx_touched_keep(run, touched))
		run->error = cudaErrorMemoryAllocation;
	run->touched[run->count++] = *touched;
	return !run->error;
}

/* The window of this memory around the address. */
static void window_cut(Touched *touched, uint64_t address, uint64_t base, uint64_t bytes)
{
	uint64_t from = address - address % WINDOW_BYTES, to = from + WINDOW_BYTES;
	touched->base = from > base ? from : base;
	touched->bytes = (to < base + bytes ? to : base + bytes) - touched->base;
}

/* What is there, if the kernel may touch it. */
static bool locate(const PtxRun *run, uint64_t address, Touched *touched)
{
	Sim *sim = run->call->sim;
	if (memory_gpu(sim, address)) {
		touched->alloc = memory_find(sim, address, 1);
		if (!touched->alloc || (touched->alloc->gpu != run->gpu &&
					!peer_enabled(sim, run->gpu, touched->alloc->gpu)))
			return false;
		check_is_library(sim, touched->alloc, false);
		window_cut(touched, address, touched->alloc->address, touched->alloc->bytes);
		return true;
	}
	touched->pinned = host_of(sim, address);
	if (!touched->pinned)
		return false;
	window_cut(touched, address, touched->pinned->address, touched->pinned->bytes);
	return true;
}

static bool holds(const Touched *touched, uint64_t address)
{
	return address - touched->base < touched->bytes;
}

/* Arrays lie powers of two apart: windows of several are not to meet in one place. */
static size_t near_of(uint64_t address)
{
	uint64_t mixed = address / WINDOW_BYTES * UINT64_C(0x9E3779B97F4A7C15);
	return mixed >> 32 & (PTX_NEAR - 1);
}

bool ptx_memory_find(void *context, uint64_t address, PtxSpan *span)
{
	PtxRun *run = context;
	size_t *near = &run->near[near_of(address)], i = *near;
	if (i >= run->count || !holds(&run->touched[i], address))
		for (i = 0; i < run->count && !holds(&run->touched[i], address);)
			i++;
	if (i == run->count) {
		Touched next = {.alloc = NULL};
		if (!locate(run, address, &next) || !touched_open(run, &next))
			return false;
	}
	*near = i;
	const Touched *found = &run->touched[i];
	*span = (PtxSpan){.base = found->base,
			  .bytes = found->bytes,
			  .at = found->at,
			  .mark = found->marks->mark,
			  .pieces = &found->marks->pieces,
			  .host = found->pinned != NULL};
	if (run->again) {
		span->at = found->copy;
		span->mark = NULL;
		span->pieces = NULL;
	}
	return true;
}

/* --- what was touched ------------------------------------------------------------------------- */

/* Where a run of equal marks ends. */
static uint64_t run_end(const unsigned char *mark, uint64_t from, uint64_t bytes)
{
	const unsigned char value = mark[from];
	uint64_t eight = value * UINT64_C(0x0101010101010101), some;
	for (; from + sizeof some <= bytes; from += sizeof some) {
		memcpy(&some, mark + from, sizeof some);
		if (some != eight)
			break;
	}
	while (from < bytes && mark[from] == value)
		from++;
	return from;
}

/* Bytes that were read and written may have been by atomics, two of which do not race. */
static SimAccess access_of(const PtxRun *run, unsigned char mark)
{
	static const SimAccess kinds[] = {[PTX_READ] = SIM_READ,
					  [PTX_WRITTEN] = SIM_WRITE,
					  [PTX_READ | PTX_WRITTEN] = SIM_READ_WRITE};
	SimAccess access = kinds[mark & (PTX_READ | PTX_WRITTEN)];
	return access == SIM_READ_WRITE && run->entry->atomics ? SIM_MAY_READ_WRITE : access;
}

/* Whether that range, with the one before it, makes rows. */
static bool row_append(SimRange *last, const SimRange *next)
{
	if (last->access != next->access || last->width != next->width)
		return false;
	if (last->rows == 1)
		last->pitch = next->address - last->address;
	else if (next->address != last->address + last->rows * last->pitch)
		return false;
	last->rows++;
	return true;
}

/* All of them count, also beyond those that are kept: who touches much here and there carries as much. */
static void linked_note(PtxRun *run, const Alloc *alloc, const SimRange *range)
{
	if (alloc) {
		run->linked.peer += alloc->gpu != run->gpu ? range->width : 0;
		return;
	}
	run->linked.in += range->access & SIM_READ ? range->width : 0;
	run->linked.out += range->access & SIM_WRITE ? range->width : 0;
}

/* `last`: of each kind of access, 1 + which range was the last in this memory. */
static bool range_note(PtxRun *run, Alloc *alloc, const SimRange *range, bool read_first,
		       size_t last[SIM_MAY_READ_WRITE + 1][2])
{
	size_t *before = &last[range->access][read_first];
	run->bytes += range->width;
	linked_note(run, alloc, range);
	if (*before > 0 && row_append(&run->access[*before - 1].range, range))
		return true;
	if (run->accesses == RANGES_MOST)
		return true;
	if (!array_reserve(&run->access, &run->access_room, run->accesses + 1, sizeof(Access)))
		return false;
	run->access[run->accesses++] =
		(Access){.alloc = alloc, .range = *range, .read_first = read_first};
	*before = run->accesses;
	return true;
}

static void write_back(const PtxRun *run, const Touched *touched, const SimRange *range)
{
	const SimHost *host = &run->call->sim->host;
	host->write(host->context, range->address, touched->at + (range->address - touched->base),
		    range->width);
}

static bool written_note(IntervalSet *list, const SimRange *range)
{
	Interval next = {range->address, range->address + range->width};
	if (list->count > 0 && list->interval[list->count - 1].to == next.from) {
		list->interval[list->count - 1].to = next.to;
		return true;
	}
	if (!array_reserve(&list->interval, &list->room, list->count + 1, sizeof next))
		return false;
	list->interval[list->count++] = next;
	return true;
}

/* What becomes of one memory, while its windows are gone through in order. */
typedef struct Collection {
	PtxRun *run;
	Alloc *alloc;
	SimRange open;   /* a stretch that the next window may go on with; width 0: none */
	bool read_first; /* of it: and then written */
	size_t last[SIM_MAY_READ_WRITE + 1][2];
	IntervalSet written, promised; /* what was read first is promised by initcheck */
	uint64_t sector[2];            /* the first that has not been counted as read, as written */
} Collection;

static bool stretch_close(Collection *all)
{
	SimRange range = all->open;
	all->open.width = 0;
	if (range.width == 0)
		return true;
	range.pitch = range.width;
	if (!range_note(all->run, all->alloc, &range, all->read_first, all->last))
		return false;
	if (!all->alloc || !(range.access & SIM_WRITE))
		return true;
	return written_note(&all->written, &range) &&
	       (all->read_first || written_note(&all->promised, &range));
}

/* Sectors that lie in several stretches are counted once. */
static void sectors_note(Collection *all, uint64_t from, uint64_t to, unsigned char mark)
{
	static const unsigned char kinds[2] = {PTX_READ, PTX_WRITTEN};
	if (!all->alloc || all->alloc->gpu != all->run->gpu)
		return;
	for (int k = 0; k < 2; k++) {
		uint64_t first = from / SECTOR, after = (to - 1) / SECTOR + 1;
		if (!(mark & kinds[k]) || after <= all->sector[k])
			continue;
		first = first > all->sector[k] ? first : all->sector[k];
		all->run->dram[k] += (after - first) * SECTOR;
		all->sector[k] = after;
	}
}

static bool window_collect(Collection *all, const Touched *touched)
{
	const unsigned char *mark = touched->marks->mark;
	for (uint64_t at = 0, end; at < touched->bytes; at = end) {
		uint64_t piece = (at / PTX_PIECE + 1) * PTX_PIECE;
		end = piece < touched->bytes ? piece : touched->bytes;
		if (!(touched->marks->pieces >> at / PTX_PIECE & 1))
			continue;
		end = run_end(mark, at, mark[at] ? touched->bytes : end);
		if (!mark[at])
			continue;
		sectors_note(all, touched->base + at, touched->base + end, mark[at]);
		SimRange range = {touched->base + at, end - at, 1, 0,
				  access_of(all->run, mark[at])};
		if (touched->pinned && range.access & SIM_WRITE)
			write_back(all->run, touched, &range);
		static const unsigned char all_three = PTX_READ | PTX_WRITTEN | PTX_READ_FIRST;
		bool read_first = (mark[at] & all_three) == all_three;
		if (all->open.width > 0 && all->open.access == range.access &&
		    all->read_first == read_first &&
		    all->open.address + all->open.width == range.address) {
			all->open.width += range.width;
			continue;
		}
		if (!stretch_close(all))
			return false;
		all->open = range;
		all->read_first = read_first;
	}
	return true;
}

/* What the kernel wrote itself is no mistake to read: it counts as written before. */
static bool collection_end(Collection *all)
{
	const IntervalSet *written = &all->written, *promised = &all->promised;
	bool good = stretch_close(all);
	if (good && all->alloc && written->count > 0)
		good = interval_set_merge(&all->alloc->written, written->interval, written->count);
	if (good && all->alloc && promised->count > 0)
		good = interval_set_merge(&all->alloc->promised, promised->interval,
					  promised->count);
	interval_set_release(&all->written);
	interval_set_release(&all->promised);
	return good;
}

static int touched_compare(const void *a, const void *b)
{
	const Touched *x = a, *y = b;
	return (x->base > y->base) - (x->base < y->base);
}

bool ptx_memory_collect(PtxRun *run)
{
	bool good = true;
	if (run->count > 1)
		qsort(run->touched, run->count, sizeof *run->touched, touched_compare);
	for (size_t i = 0; i < run->count && good;) {
		const Touched *first = &run->touched[i];
		Collection all = {.run = run, .alloc = first->alloc};
		for (; good && i < run->count && run->touched[i].alloc == first->alloc &&
		       run->touched[i].pinned == first->pinned;
		     i++)
			good = window_collect(&all, &run->touched[i]);
		good = collection_end(&all) && good;
	}
	return good;
}

void ptx_memory_release(PtxRun *run)
{
	for (size_t i = 0; i < run->count; i++) {
		marks_give(run->call->sim, run->touched[i].marks);
		free(run->touched[i].before);
		free(run->touched[i].copy);
		if (!run->touched[i].alloc)
			free(run->touched[i].at);
	}
	free(run->touched);
	free(run->access);
}
