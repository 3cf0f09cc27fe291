/* ptx_launch.c - launching a kernel in PTX: it runs now, and is an operation afterwards. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/ptx_launch.h"
#include "framework/simcuda/ptx/matrix.h"

/* Of the launch, for the log and for its time. */
static SimKernelCounts *counts_note(PtxRun *run, const PtxLaunch *launch, const OpSpec *spec,
				    const PtxCounts *counts)
{
	SimKernelCounts *of = kernel_log_next(run->call->sim);
	if (!of)
		return NULL;
	snprintf(of->name, sizeof of->name, "%s", run->entry->kernel.name);
	of->gpu = run->gpu->index;
	of->other_stream = spec->stream != &run->gpu->legacy;
	memcpy(of->grid, launch->grid, sizeof of->grid);
	memcpy(of->block, launch->block, sizeof of->block);
	of->static_shared = ptx_shared_used(launch->module, launch->kernel);
	of->dynamic_shared = launch->dynamic_shared;
	of->dram_read = run->dram[0];
	of->dram_written = run->dram[1];
	of->counts = *counts;
	ptx_occupancy(&run->call->sim->machine, launch, &of->occupancy);
	return of;
}

/* Arithmetic for the counters: a multiply-add is two. */
static double flops_of(const PtxTally *tally, const PtxLaunch *launch)
{
	size_t count = ptx_code_count(launch->module, launch->kernel);
	double flops = 0;
	for (size_t i = 0; i < count; i++) {
		const PtxInstr *instr = ptx_code_at(launch->module, launch->kernel, i);
		bool is_float = instr->kind <= PTX_CLASS_HALF;
		bool two = instr->op == PTX_FMA || instr->op == PTX_MAD;
		PtxMatrix matrix;
		if (instr->op == PTX_MMA && ptx_matrix_of(instr, &matrix))
			flops += 2.0 * matrix.rows * matrix.columns * matrix.depth *
				 (double)tally[i].warps;
		else
			flops += is_float ? (double)tally[i].lanes * (two ? 2 : 1) : 0;
	}
	return flops;
}

/* The arguments as the kernel finds them. NULL: no memory. */
static unsigned char *params_copy(const PtxKernel *code, const void *const *arguments)
{
	unsigned char *params = calloc(code->param_bytes + 1U, 1);
	for (uint32_t i = 0; params && i < code->params; i++)
		memcpy(params + code->param[i].offset, arguments[i], code->param[i].bytes);
	return params;
}

/* Makes an operation of what has run. */
static cudaError_t run_issue(PtxRun *run, OpSpec *spec, SimKernelCounts *counts, double flops)
{
	const Sim *sim = run->call->sim;
	SimCost cost = {.flops = flops, .bytes = (double)run->bytes};
	Call *call = run->call;
	Op *op;
	spec->accesses = (int)run->accesses;
	spec->many = run->access;
	spec->duration = launch_time(sim, run->gpu, &run->linked, ptx_time(&sim->machine, counts));
	counts->time = spec->duration;
	if (sim->trace)
		spec->profile = ptx_profile(run->launch, counts);
	spec->flops = cost.flops;
	spec->bytes = cost.bytes;
	spec->engine[0] = &run->gpu->engine[ENGINE_COMPUTE];
	cudaError_t error = op_issue(call, spec, &op);
	if (error) {
		free(spec->profile);
		return error;
	}
	launch_count(call, &cost, &run->linked);
	kernel_log_keep(call->sim);
	return work_execute(call->sim, op);
}

static cudaError_t run_launch(PtxRun *run, PtxLaunch *launch, OpSpec *spec)
{
	Call *call = run->call;
	PtxFault fault = {.end = PTX_DONE};
	PtxCounts counts = {0};
	gather_start(call->sim);
	gather_stream(call->sim, spec->stream);
	cudaError_t error = work_call_first(call->sim);
	if (error)
		return error;
	launch->tally = calloc(ptx_code_count(launch->module, launch->kernel), sizeof(PtxTally));
	if (!launch->tally)
		return cudaErrorMemoryAllocation;
	PtxEnd end = ptx_run(launch, &fault, &counts);
	if (end == PTX_DONE && !run->error)
		ptx_compare(run, &counts);
	if (end == PTX_NO_MEMORY || run->error || !ptx_memory_collect(run))
		return run->error ? run->error : cudaErrorMemoryAllocation;
	if (end != PTX_DONE) {
		run->gpu->fault = ptx_fault(run, launch, &fault);
		call->sim->counters.launches += !call->request->internal;
		return cudaSuccess;
	}
	SimKernelCounts *of = counts_note(run, launch, spec, &counts);
	return of ? run_issue(run, spec, of, flops_of(launch->tally, launch))
		  : cudaErrorMemoryAllocation;
}

cudaError_t ptx_launch_issue(Call *call)
{
	const SimRequest *request = call->request;
	const PtxEntry *entry = ptx_kernel_of(request->u.launch.kernel);
	OpSpec spec = {.kind = OP_LAUNCH,
		       .name = entry->kernel.name,
		       .kernel = &entry->kernel,
		       .threads = request->u.launch.threads};
	PtxRun run = {.call = call, .entry = entry, .compare = request->u.launch.compare};
	Actor actor = {call->sim, "kernel ", entry->kernel.name, &request->site};
	if (!request->u.launch.arguments && entry->code->params > 0)
		return cudaErrorInvalidValue;
	const uint32_t *block = request->u.launch.block, most = entry->code->threads_most;
	if (most > 0 && (uint64_t)block[0] * block[1] * block[2] > most) /* __launch_bounds__ */
		return cudaErrorLaunchOutOfResources;
	cudaError_t error = launch_stream(call, &actor, &run.gpu, &spec.stream);
	if (error)
		return error;
	unsigned char *params = params_copy(entry->code, request->u.launch.arguments);
	PtxLaunch launch = {.module = entry->module,
			    .kernel = entry->code,
			    .dynamic_shared = request->u.launch.shared,
			    .params = params,
			    .budget = request->u.launch.budget,
			    .cooperative = request->u.launch.cooperative != 0,
			    .memory = {&run, ptx_memory_find},
			    .report = request->u.launch.unchecked ? NULL : ptx_report,
			    .print = ptx_print,
			    .schedule = request->u.launch.schedule,
			    .handing = call->sim->hands ? &call->sim->handing : NULL,
			    .image_address = request->u.launch.image};
	memcpy(launch.grid, request->u.launch.grid, sizeof launch.grid);
	memcpy(launch.block, request->u.launch.block, sizeof launch.block);
	run.launch = &launch;
	error = params ? run_launch(&run, &launch, &spec) : cudaErrorMemoryAllocation;
	ptx_memory_release(&run);
	free(launch.tally);
	free(params);
	return error;
}

static int dye_order(const void *a, const void *b)
{
	uint32_t x = ((const PtxDye *)a)->from, y = ((const PtxDye *)b)->from;
	return (x > y) - (x < y);
}

int sim_hand(Sim *sim, int on, const PtxDye *dye, size_t dyes)
{
	free(sim->dye);
	sim->dye = dyes <= SIM_DYES ? malloc((dyes + 1) * sizeof *dye) : NULL;
	sim->hands = on && sim->dye;
	sim->handing = (PtxHanding){.dye = sim->dye, .dyes = sim->dye ? dyes : 0};
	if (!sim->dye)
		return -1;
	if (dyes > 0) {
		memcpy(sim->dye, dye, dyes * sizeof *dye);
		qsort(sim->dye, dyes, sizeof *dye, dye_order);
	}
	return 0;
}
