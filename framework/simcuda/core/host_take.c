/* host_take.c - taking what queued copies are going to read in the host's memory.
 *
 * A copy from pinned memory is made when somebody needs its bytes, and pages that it reads are closed to the program till
 * then; but who opens them writes what comes. So where a judge's part begins and ends, the bytes are taken as they are. Only
 * those that nobody is going to write before: what a queued copy brings to the host, or a host function does, is not there
 * yet. */
#include "framework/simcuda/core/core.h"
#include "framework/simcuda/core/sim_judge.h"

static bool is_behind_function(const Sim *sim, const Op *op)
{
	for (const Op *each = sim->calls ? sim->pending.oldest : NULL; each; each = each->newer)
		if (each->kind == OP_CALL && !each->ran && each->id < op->id)
			return true;
	return false;
}

static bool is_behind_writer(const Pinned *pinned, const Access *reads)
{
	for (const Access *each = pinned->region->writers; each; each = each->next)
		if (!each->op->ran && each->op->id < reads->op->id &&
		    ranges_meet(&each->range, &reads->range))
			return true;
	return false;
}

static bool is_to_be_taken(const Sim *sim, const Pinned *pinned, const Access *reads)
{
	const Op *op = reads->op;
	return !op->ran && !op->staged && !is_behind_writer(pinned, reads) &&
	       !is_behind_function(sim, op);
}

int sim_take_host(Sim *sim)
{
	for (size_t i = 0; i < sim->pinned.count; i++) {
		const Pinned *pinned = &sim->pinned.range[i];
		if (pinned->kind == SIM_HOST_REGISTERED) /* only the program has it */
			continue;
		for (const Access *each = pinned->region->readers; each;) {
			if (!is_to_be_taken(sim, pinned, each) || copy_capture(sim, each->op)) {
				each = each->next;
				continue;
			}
			if (work_execute(sim, each->op) != cudaSuccess)
				return -1;
			each = pinned->region->readers; /* the list has changed */
		}
	}
	return 0;
}
