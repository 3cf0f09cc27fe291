/* ptx_compare.c - what becomes of a kernel with a race in another order of its warps and blocks.
 *
 * Each memory that the kernel comes to is kept as it was before. When a race has been told, and the
 * kernel has ended, it runs again on copies: once in the usual order, to see what the thread that races
 * reads, then in orders that are drawn, until bytes that it leaves behind differ. Nothing that these
 * runs do is seen by the program: they print nothing, and what they touch is not noted. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/ptx_launch.h"

bool ptx_touched_keep(const PtxRun *run, Touched *touched)
{
	if (!run->compare)
		return true;
	touched->before = malloc(touched->bytes);
	touched->copy = malloc(touched->bytes);
	if (!touched->before || !touched->copy)
		return false;
	memcpy(touched->before, touched->at, touched->bytes);
	memcpy(touched->copy, touched->at, touched->bytes);
	return true;
}

void ptx_compare_note(PtxRun *run, const PtxFault *fault)
{
	if (run->compare && !run->race.instr && fault->end == PTX_RACE)
		run->race = *fault;
}

/* --- running again ---------------------------------------------------------------------------- */

static uint32_t number_of(const uint32_t at[3], const uint32_t of[3])
{
	return at[0] + of[0] * (at[1] + of[1] * at[2]);
}

/* The side of the race that reads; of two that write there is none. */
static PtxWatch watch_of(const PtxRun *run)
{
	const PtxFault *race = &run->race;
	const PtxLaunch *launch = run->launch;
	bool other = race->write && !race->other_wrote;
	PtxWatch watch = {.instr = NULL};
	if (!other && race->write)
		return watch;
	watch.instr = other ? race->other : race->instr;
	watch.block = number_of(other ? race->other_block : race->block, launch->grid);
	watch.thread = number_of(other ? race->other_thread : race->thread, launch->block);
	return watch;
}

/* False: its budget is used up. */
static bool run_again(PtxRun *run, uint32_t schedule, uint64_t *budget, PtxWatch *watch,
		      PtxEnd *end)
{
	PtxLaunch launch = *run->launch;
	PtxFault fault = {.end = PTX_DONE};
	PtxCounts counts = {0};
	if (*budget == 0)
		return false;
	for (size_t i = 0; i < run->count; i++)
		memcpy(run->touched[i].copy, run->touched[i].before, run->touched[i].bytes);
	*watch = watch_of(run);
	launch.schedule = schedule;
	launch.budget = *budget;
	launch.report = NULL;
	launch.print = NULL;
	launch.tally = NULL;
	launch.watch = watch;
	run->again = true;
	*end = ptx_run(&launch, &fault, &counts);
	run->again = false;
	*budget -= counts.warp_instructions < *budget ? counts.warp_instructions : *budget;
	return *end != PTX_NO_MEMORY && *end != PTX_BUDGET && !run->error;
}

/* --- what differs ----------------------------------------------------------------------------- */

/* The first number that is another now than after the launch: which memory, and where in it. */
static const Touched *differs(const PtxRun *run, uint32_t bytes, uint64_t *at)
{
	for (size_t i = 0; i < run->count; i++) {
		const Touched *touched = &run->touched[i];
		if (memcmp(touched->at, touched->copy, touched->bytes) == 0)
			continue;
		for (*at = 0; touched->at[*at] == touched->copy[*at];)
			++*at;
		*at -= (touched->base + *at) % bytes < *at ? (touched->base + *at) % bytes : *at;
		return *at + bytes <= touched->bytes ? touched : NULL;
	}
	return NULL;
}

/* A number as the instruction that races has them. */
static void number_text(char *text, size_t size, uint8_t type, uint32_t bytes, const void *from)
{
	uint64_t bits = 0;
	float narrow;
	double wide;
	memcpy(&bits, from, bytes);
	memcpy(&narrow, &bits, sizeof narrow);
	memcpy(&wide, &bits, sizeof wide);
	unsigned shift = 64 - 8 * bytes;
	if (type == PTX_F32)
		snprintf(text, size, "%.9g", (double)narrow);
	else if (type == PTX_F64)
		snprintf(text, size, "%.17g", wide);
	else
		snprintf(text, size, "%lld", (long long)(int64_t)(bits << shift) >> shift);
}

static void read_text(char *text, size_t size, const PtxRun *run, const PtxWatch *usual,
		      const PtxWatch *now)
{
	char before[40], after[40];
	uint8_t type = usual->instr ? usual->instr->type : PTX_NONE;
	uint32_t bytes = ptx_type_bytes((PtxType)type);
	const PtxFault *race = &run->race;
	bool other = race->write;
	*text = '\0';
	if (!usual->seen || !now->seen || usual->value == now->value || bytes == 0)
		return;
	number_text(before, sizeof before, type, bytes, &usual->value);
	number_text(after, sizeof after, type, bytes, &now->value);
	const uint32_t *block = other ? race->other_block : race->block;
	const uint32_t *thread = other ? race->other_thread : race->thread;
	char block_at[40], thread_at[40];
	ptx_place_text(block_at, sizeof block_at, block, run->launch->grid);
	ptx_place_text(thread_at, sizeof thread_at, thread, run->launch->block);
	snprintf(text, size, "; block %s, thread %s reads %s where it races, and not %s", block_at,
		 thread_at, after, before);
}

static void tell(const PtxRun *run, uint32_t schedule, const Touched *touched, uint64_t at,
		 const char *read)
{
	char where[120], before[40], after[40];
	const PtxInstr *instr = run->race.instr;
	uint32_t bytes = ptx_type_bytes((PtxType)instr->type);
	ptx_global_text(where, sizeof where, run, touched->base + at);
	number_text(before, sizeof before, instr->type, bytes, touched->at + at);
	number_text(after, sizeof after, instr->type, bytes, touched->copy + at);
	finding_add(run->call->sim, SIM_FINDING_RACE, &run->call->request->site, NULL,
		    "kernel %.60s comes to other results in another order of its warps: with "
		    "SIMCUDA_SCHEDULE=%u the %u bytes %s are %s, in the usual order %s%s",
		    run->entry->kernel.name, schedule, bytes, where, after, before, read);
}

static void tell_end(const PtxRun *run, uint32_t schedule)
{
	finding_add(run->call->sim, SIM_FINDING_RACE, &run->call->request->site, NULL,
		    "kernel %.60s does not come to its end in another order of its warps: with "
		    "SIMCUDA_SCHEDULE=%u",
		    run->entry->kernel.name, schedule);
}

/* Findings say how many orders were tried, so that nobody takes it for more than it is. */
static void tell_same(const PtxRun *run, uint32_t tried)
{
	finding_add(run->call->sim, SIM_FINDING_RACE, &run->call->request->site, NULL,
		    "kernel %.60s comes to the same results in %u other orders of its warps, which "
		    "does not make it right",
		    run->entry->kernel.name, tried);
}

void ptx_compare(PtxRun *run, const PtxCounts *counts)
{
	PtxWatch usual, now;
	PtxEnd end = PTX_DONE;
	uint64_t at, most = run->launch->budget;
	uint64_t budget =
		most - (counts->warp_instructions < most ? counts->warp_instructions : most);
	uint32_t tried = 0;
	if (!run->race.instr || run->launch->schedule || !run_again(run, 0, &budget, &usual, &end))
		return;
	uint32_t bytes = ptx_type_bytes((PtxType)run->race.instr->type);
	while (tried < run->compare && run_again(run, tried + 1, &budget, &now, &end)) {
		const Touched *touched = bytes ? differs(run, bytes, &at) : NULL;
		char read[240];
		read_text(read, sizeof read, run, &usual, &now);
		tried++;
		if (end != PTX_DONE)
			tell_end(run, tried);
		else if (touched)
			tell(run, tried, touched, at, read);
		if (end != PTX_DONE || touched)
			return;
	}
	if (tried > 0)
		tell_same(run, tried);
}
