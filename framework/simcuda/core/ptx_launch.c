/* ptx_launch.c - launching a kernel in PTX: it runs now, and is an operation afterwards. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/ptx_launch.h"

#define WARP 32

/* What it costs, for the roofline of machine_kernel_time(): an instruction of a warp takes as long as
 * a multiply-add in each of its lanes, on as many multiprocessors as there are blocks; every byte
 * that was touched comes from or goes to device memory once. Real hardware issues other
 * instructions at other rates, has caches, waits for latencies, and runs optimised code: how far
 * this is off is a guess, a factor of three either way. */
static SimCost cost_of(const Sim *sim, const PtxRun *run, const PtxLaunch *launch,
		       const PtxCounts *counts)
{
	double blocks = (double)launch->grid[0] * launch->grid[1] * launch->grid[2];
	double all = sim->machine.multiprocessors;
	double idle = blocks > 0 && blocks < all ? all / blocks : 1;
	return (SimCost){.work = SIM_WORK_MEMORY,
			 .flops = 2.0 * WARP * (double)counts->warp_instructions * idle,
			 .bytes = (double)run->bytes};
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
static cudaError_t run_issue(PtxRun *run, OpSpec *spec, const SimCost *cost)
{
	Call *call = run->call;
	Op *op;
	spec->accesses = (int)run->accesses;
	spec->many = run->access;
	Linked linked = linked_bytes(run->gpu, spec);
	spec->duration = launch_time(call->sim, run->gpu, &linked, cost);
	spec->flops = cost->flops;
	spec->bytes = cost->bytes;
	spec->engine[0] = &run->gpu->engine[ENGINE_COMPUTE];
	cudaError_t error = op_issue(call, spec, &op);
	if (error)
		return error;
	launch_count(call, cost, &linked);
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
	PtxEnd end = ptx_run(launch, &fault, &counts);
	if (end == PTX_NO_MEMORY || run->error || !ptx_memory_collect(run))
		return run->error ? run->error : cudaErrorMemoryAllocation;
	if (end != PTX_DONE) {
		run->gpu->fault = ptx_fault(run, launch, &fault);
		call->sim->counters.launches += !call->request->internal;
		return cudaSuccess;
	}
	SimCost cost = cost_of(call->sim, run, launch, &counts);
	return run_issue(run, spec, &cost);
}

cudaError_t ptx_launch_issue(Call *call)
{
	const SimRequest *request = call->request;
	const PtxEntry *entry = ptx_kernel_of(request->u.launch.kernel);
	OpSpec spec = {.kind = OP_LAUNCH,
		       .name = entry->kernel.name,
		       .kernel = &entry->kernel,
		       .threads = request->u.launch.threads};
	PtxRun run = {.call = call, .entry = entry};
	Actor actor = {call->sim, "kernel ", entry->kernel.name, &request->site};
	if (!request->u.launch.arguments && entry->code->params > 0)
		return cudaErrorInvalidValue;
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
			    .report = ptx_report,
			    .print = ptx_print,
			    .image_address = request->u.launch.image};
	memcpy(launch.grid, request->u.launch.grid, sizeof launch.grid);
	memcpy(launch.block, request->u.launch.block, sizeof launch.block);
	run.launch = &launch;
	error = params ? run_launch(&run, &launch, &spec) : cudaErrorMemoryAllocation;
	ptx_memory_release(&run);
	free(params);
	return error;
}
