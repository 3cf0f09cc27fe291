/* run.c - a launch, from its first block to its end or first mistake. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/run/warp.h"

uint64_t ptx_lane(const PtxWarp *warp, const PtxOperand *operand, int lane)
{
	const void *at = ptx_at(warp, operand);
	if (operand->bits == 64)
		return ((const LaneU64 *)at)[lane];
	if (operand->bits == 1)
		return *(const LaneU32 *)at >> lane & 1;
	return ((const LaneU32 *)at)[lane];
}

void ptx_put_lane(PtxWarp *warp, const PtxOperand *operand, int lane, uint64_t value)
{
	void *at = ptx_to(warp, operand);
	if (operand->bits == 64)
		((LaneU64 *)at)[lane] = value;
	else if (operand->bits == 16)
		((LaneU32 *)at)[lane] = (uint16_t)value;
	else
		((LaneU32 *)at)[lane] = (uint32_t)value;
}

void ptx_thread_at(const PtxLaunch *launch, uint32_t thread, uint32_t at[3])
{
	at[0] = thread % launch->block[0];
	at[1] = thread / launch->block[0] % launch->block[1];
	at[2] = thread / launch->block[0] / launch->block[1];
}

void ptx_fault_at(const PtxWarp *warp, const PtxInstr *instr, int lane, PtxFault *fault)
{
	fault->instr = instr;
	memcpy(fault->block, warp->block->at, sizeof fault->block);
	ptx_thread_at(warp->block->run->launch, warp->number * PTX_LANES + (uint32_t)lane,
		      fault->thread);
}

void ptx_fail(PtxWarp *warp, const PtxInstr *instr, int lane, PtxEnd end)
{
	PtxFault *fault = warp->block->run->fault;
	if (fault->end != PTX_DONE)
		return;
	fault->end = end;
	ptx_fault_at(warp, instr, lane, fault);
}

PtxTally *ptx_tally_of(const PtxRunning *run, const PtxKernel *code)
{
	const PtxModule *module = run->launch->module;
	PtxTally *tally = run->tally + run->launch->kernel->count;
	for (uint32_t i = 0; &module->function[i] != code; i++)
		tally += module->function[i].count;
	return tally;
}

PtxEnd ptx_run(const PtxLaunch *launch, PtxFault *fault, PtxCounts *counts)
{
	size_t count = ptx_code_count(launch->module, launch->kernel);
	PtxTally *own = launch->tally ? NULL : calloc(count, sizeof *own);
	PtxRunning *run = calloc(1, sizeof *run);
	memset(fault, 0, sizeof *fault);
	if (run && (launch->tally || own)) {
		run->launch = launch;
		run->fault = fault;
		run->counts = counts;
		run->left = launch->budget;
		run->drawn = launch->schedule;
		run->watched = launch->watch ? launch->watch->instr : NULL;
		run->tally = own ? own : launch->tally;
		ptx_blocks_run(run);
		ptx_count_sum(run);
	} else {
		fault->end = PTX_NO_MEMORY;
	}
	free(own);
	free(run);
	return fault->end;
}
