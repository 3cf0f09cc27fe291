/* run_kernels.c - what kernels of the lab's file did, as the machine counted it. */
#include <string.h>

#include "grader/judge/judge_state.h"

static double sum(const uint64_t *list, int count)
{
	double all = 0;

	for (int i = 0; i < count; i++)
		all += (double)list[i];
	return all;
}

static RunShare share_of(const PtxShare *from)
{
	return (RunShare){(double)from->all,          (double)from->blocks,
			  (double)from->threads,      (double)from->block_most,
			  (double)from->thread_most,  (double)from->uneven,
			  (double)from->thread_second};
}

static RunKernel kernel_of(const SimKernelCounts *from)
{
	const PtxCounts *c = &from->counts;
	RunKernel k = {
		.gpu = from->gpu,
		.other_stream = (int)from->other_stream,
		.shared = (int64_t)from->static_shared + from->dynamic_shared,
		.us = (double)from->time / 1e3,
		.load_requests = (double)c->requests[PTX_LOADS],
		.load_sectors = (double)c->sectors[PTX_LOADS],
		.load_lines = (double)c->lines[PTX_LOADS],
		.store_requests = (double)c->requests[PTX_STORES],
		.store_sectors = (double)c->sectors[PTX_STORES],
		.atomic_sectors = (double)c->sectors[PTX_ATOMICS],
		.load_lanes = (double)c->lanes[PTX_LOADS],
		.store_lanes = (double)c->lanes[PTX_STORES],
		.calculated = share_of(&c->share[PTX_WORK_FLOPS]),
		.read = share_of(&c->share[PTX_WORK_READS]),
		.written = share_of(&c->share[PTX_WORK_WRITES]),
		.added = share_of(&c->share[PTX_WORK_ATOMICS]),
		.used_shared = share_of(&c->share[PTX_WORK_SHARED]),
		.voted = share_of(&c->share[PTX_WORK_VOTES]),
		.got = share_of(&c->share[PTX_WORK_GOT]),
		.rewrites = (double)c->rewrites,
		.handed_within = (double)c->handed_within,
		.handed_lanes = (double)c->handed_lanes,
		.handed_words = (double)c->handed_words,
		.handed_across = (double)c->handed_across,
		.handed_most = (double)c->handed_most,
		.handed_early = (double)c->handed_early,
		.handed_anew = (double)c->handed_anew,
		.put_least = (double)c->put_least,
		.unwatched = (double)c->unwatched,
		.atomics = (double)c->atomics,
		.global_atomics = (double)c->global_atomics,
		.atomic_requests =
			(double)(c->requests[PTX_ATOMICS] + c->shared_requests[PTX_ATOMICS]),
		.shared_requests = sum(c->shared_requests, PTX_ACCESSES),
		.shared_conflicts = sum(c->shared_conflicts, PTX_ACCESSES),
		.exchanges = (double)c->instructions[PTX_CLASS_EXCHANGE],
		.barriers = (double)c->barriers,
		.branches = (double)c->branches,
		.divergent = (double)c->divergent_branches,
		.active = c->warp_instructions > 0
				  ? (double)c->active_lanes / (double)c->warp_instructions
				  : 0,
		.local_numbers =
			8 * (double)(c->local_sectors[PTX_STORES] + c->local_sectors[PTX_ATOMICS]),
		.dram_bytes = (double)(from->dram_read + from->dram_written),
		.flops = 32 * (double)(c->instructions[PTX_CLASS_F32] +
				       c->instructions[PTX_CLASS_F64] + c->fused),
	};

	memcpy(k.name, from->name, sizeof k.name);
	for (int i = 0; i < 3; i++) {
		k.grid[i] = from->grid[i];
		k.block[i] = from->block[i];
	}
	return k;
}

const RunKernel *run_kernels(Run *r, int *count)
{
	const Answers *answers = &r->answers;

	*count = 0;
	run_counts_of(r, r->window); /* there is such a window */
	if (!answers->linked)
		return NULL;
	judge_that_for(r->judge, answers->kernels[r->window].lost == 0, "damaged-results",
		       "so many kernels were launched that not all are remembered");
	*count = answers->kernels[r->window].count;
	RunKernel *list = judge_memory(r->judge, ((size_t)*count + 1) * sizeof *list);
	for (int i = 0; i < *count; i++)
		list[i] = kernel_of(&answers->kernels[r->window].list[i]);
	return list;
}
