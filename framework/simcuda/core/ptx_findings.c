/* ptx_findings.c - what is told of a kernel in PTX that fails. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/ptx_words.h"

/* As many of the three as the size has. */
void ptx_place_text(char *text, size_t size, const uint32_t at[3], const uint32_t of[3])
{
	if (of[2] > 1)
		snprintf(text, size, "(%u, %u, %u)", at[0], at[1], at[2]);
	else if (of[1] > 1)
		snprintf(text, size, "(%u, %u)", at[0], at[1]);
	else
		snprintf(text, size, "%u", at[0]);
}

/* "saxpy.cu:7" */
static void line_text(char *text, size_t size, const PtxModule *module, const PtxInstr *instr)
{
	const char *file = instr && instr->line && instr->file < module->files
				   ? module->file[instr->file]
				   : NULL;
	const char *slash = file ? strrchr(file, '/') : NULL;
	if (file)
		snprintf(text, size, "%.64s:%u", slash ? slash + 1 : file, instr->line);
	else
		snprintf(text, size,
			 "line %u of its PTX (nvcc -lineinfo tells which of the source)",
			 instr ? instr->text_line : 0);
}

static void words_fill(PtxWords *words, const PtxLaunch *launch, const PtxFault *fault)
{
	char block[40], thread[40];
	line_text(words->where, sizeof words->where, launch->module, fault->instr);
	ptx_place_text(block, sizeof block, fault->block, launch->grid);
	ptx_place_text(thread, sizeof thread, fault->thread, launch->block);
	snprintf(words->thread, sizeof words->thread, "block %s, thread %s", block, thread);
}

const char *ptx_verb(const PtxFault *fault)
{
	return fault->write ? "writes" : "reads";
}

/* Of a GPU, or of the host that GPUs can reach. */
void ptx_global_text(char *text, size_t size, const PtxRun *run, uint64_t address)
{
	Gpu *gpu = memory_gpu(run->call->sim, address);
	Place place;
	if (!gpu) {
		snprintf(text, size, "of pinned host memory");
		return;
	}
	memory_place(gpu, address, &place);
	snprintf(text, size, "at offset %llu of an allocation of %llu bytes on GPU %d",
		 (unsigned long long)(address - place.base), (unsigned long long)place.bytes,
		 gpu->index);
}

/* Two threads, and nothing that orders them. */
static void fault_race(const PtxRun *run, const PtxLaunch *launch, const PtxFault *fault,
		       const PtxWords *words)
{
	char other[96], thread[40], block[40], where[120];
	bool is_shared = fault->space == PTX_SHARED;
	line_text(other, sizeof other, launch->module, fault->other);
	ptx_place_text(thread, sizeof thread, fault->other_thread, launch->block);
	ptx_place_text(block, sizeof block, fault->other_block, launch->grid);
	if (is_shared) {
		finding_add(run->call->sim, SIM_FINDING_RACE, &run->call->request->site, NULL,
			    "kernel %.60s %s shared memory at offset %llu that thread %s %s in %s, "
			    "with no barrier between: %s, %s",
			    run->entry->kernel.name, ptx_verb(fault),
			    (unsigned long long)fault->address, thread,
			    fault->other_wrote ? "wrote" : "read", other, words->where,
			    words->thread);
		return;
	}
	ptx_global_text(where, sizeof where, run, fault->address);
	finding_add(run->call->sim, SIM_FINDING_RACE, &run->call->request->site, NULL,
		    "kernel %.60s %s %u byte%s %s that block %s, thread %s %s in %s, and nothing "
		    "orders the two: %s, %s",
		    run->entry->kernel.name, ptx_verb(fault), fault->bytes,
		    fault->bytes == 1 ? "" : "s", where, block, thread,
		    fault->other_wrote ? "wrote" : "read", other, words->where, words->thread);
}

/* Warps of a block wait at barriers of two lines. */
static void fault_apart(const PtxRun *run, const PtxLaunch *launch, const PtxFault *fault,
			const PtxWords *words)
{
	char other[96], thread[40];
	line_text(other, sizeof other, launch->module, fault->other);
	ptx_place_text(thread, sizeof thread, fault->other_thread, launch->block);
	finding_add(run->call->sim, SIM_FINDING_DIVERGENT_BARRIER, &run->call->request->site, NULL,
		    "kernel %.60s waits at a barrier while thread %s of the block waits at "
		    "another one in %s: %s, %s",
		    run->entry->kernel.name, thread, other, words->where, words->thread);
}

static void fault_other(const PtxRun *run, const PtxLaunch *launch, const PtxFault *fault,
			const PtxWords *words)
{
	Sim *sim = run->call->sim;
	const SimSite *site = &run->call->request->site;
	const char *name = run->entry->kernel.name;
	switch (fault->end) {
	case PTX_MISALIGNED:
		finding_add(sim, SIM_FINDING_MISALIGNED, site, NULL,
			    "kernel %.60s %s %u bytes at an address of %s memory that is no "
			    "multiple of %u: %s, %s",
			    name, ptx_verb(fault), fault->bytes, ptx_space_name(fault->space),
			    fault->bytes, words->where, words->thread);
		break;
	case PTX_CONST_WRITTEN:
		finding_add(sim, SIM_FINDING_OUT_OF_BOUNDS, site, NULL,
			    "kernel %.60s writes %u bytes of constant memory: %s, %s", name,
			    fault->bytes, words->where, words->thread);
		break;
	case PTX_DIVERGENT_BARRIER:
		finding_add(sim, SIM_FINDING_DIVERGENT_BARRIER, site, NULL,
			    "kernel %.60s waits at a barrier that other threads of the block never "
			    "reach: %s, %s",
			    name, words->where, words->thread);
		break;
	case PTX_DIVERGENT_SYNC:
		finding_add(sim, SIM_FINDING_DIVERGENT_BARRIER, site, NULL,
			    "kernel %.60s exchanges values with threads of the warp that its mask "
			    "names and that are not there: %s, %s",
			    name, words->where, words->thread);
		break;
	case PTX_ASTRAY:
		finding_add(
			sim, SIM_FINDING_OUT_OF_BOUNDS, site, NULL,
			"kernel %.60s has tensor cores load or store a matrix where no such can "
			"lie (in neither shared nor global memory), or threads of a warp name "
			"different places: %s, %s",
			name, words->where, words->thread);
		break;
	case PTX_STACK_OVERFLOW:
		finding_add(
			sim, SIM_FINDING_OUT_OF_BOUNDS, site, NULL,
			"kernel %.60s needs more than %u bytes of local memory for its calls: %s, "
			"%s",
			name, PTX_MAX_STACK, words->where, words->thread);
		break;
	case PTX_BAD_BARRIER:
		finding_add(
			sim, SIM_FINDING_DIVERGENT_BARRIER, site, NULL,
			"kernel %.60s waits at a barrier whose number is not below 16, or whose "
			"count of threads is no multiple of 32: %s, %s",
			name, words->where, words->thread);
		break;
	case PTX_BUDGET:
		finding_add(sim, SIM_FINDING_ENDLESS_LOOP, site, NULL,
			    "kernel %.60s has not ended after %llu instructions of its warps: %s, "
			    "%s",
			    name, (unsigned long long)launch->budget, words->where, words->thread);
		break;
	case PTX_ASSERTED:
		finding_add(sim, SIM_FINDING_TRAP, site, NULL,
			    "kernel %.60s ends itself by an assertion that does not hold: %s, %s",
			    name, words->where, words->thread);
		break;
	default:
		finding_add(sim, SIM_FINDING_TRAP, site, NULL,
			    "kernel %.60s ends itself by a trap: %s, %s", name, words->where,
			    words->thread);
	}
}

/* A value that nobody has set is used. */
static void fault_unset(const PtxRun *run, const PtxFault *fault, const PtxWords *words)
{
	static const char *const verbs[] = {[PTX_USE_BRANCH] = "branches by",
					    [PTX_USE_ADDRESS] = "takes an address from",
					    [PTX_USE_STORE] = "stores"};
	char what[224] = "local memory that the thread has not written, or what comes of it",
	     where[96];
	if (fault->other) {
		line_text(where, sizeof where, run->launch->module, fault->other);
		snprintf(
			what, sizeof what,
			"what comes of a value that the shuffle in %s takes from a thread that has "
			"ended or is not in its mask",
			where);
	}
	finding_add(run->call->sim, SIM_FINDING_UNINITIALISED_READ, &run->call->request->site, NULL,
		    "kernel %.60s %s %s: %s, %s", run->entry->kernel.name, verbs[fault->use], what,
		    words->where, words->thread);
}

void ptx_report(void *context, const PtxFault *fault)
{
	PtxRun *run = context;
	PtxWords words;
	words_fill(&words, run->launch, fault);
	ptx_compare_note(run, fault);
	if (fault->end == PTX_RACE)
		fault_race(run, run->launch, fault, &words);
	else if (fault->end == PTX_UNSET)
		fault_unset(run, fault, &words);
	else if (fault->end == PTX_APART)
		fault_apart(run, run->launch, fault, &words);
	else
		finding_add(
			run->call->sim, SIM_FINDING_UNINITIALISED_READ, &run->call->request->site,
			NULL,
			"kernel %.60s reads %u byte%s at offset %llu of shared memory that nobody "
			"has written: %s, %s",
			run->entry->kernel.name, fault->bytes, fault->bytes == 1 ? "" : "s",
			(unsigned long long)fault->address, words.where, words.thread);
}

void ptx_print(void *context, const char *text, size_t bytes, bool is_error)
{
	const PtxRun *run = context;
	printed_add(run->call->sim, text, bytes, is_error);
}

cudaError_t ptx_fault(const PtxRun *run, const PtxLaunch *launch, const PtxFault *fault)
{
	static const cudaError_t errors[] = {[PTX_OUT_OF_BOUNDS] = cudaErrorIllegalAddress,
					     [PTX_MISALIGNED] = cudaErrorMisalignedAddress,
					     [PTX_CONST_WRITTEN] = cudaErrorIllegalAddress,
					     [PTX_DIVERGENT_BARRIER] = cudaErrorLaunchFailure,
					     [PTX_DIVERGENT_SYNC] = cudaErrorLaunchFailure,
					     [PTX_STACK_OVERFLOW] = cudaErrorLaunchFailure,
					     [PTX_ASTRAY] = cudaErrorLaunchFailure,
					     [PTX_BAD_BARRIER] = cudaErrorLaunchFailure,
					     [PTX_BUDGET] = cudaErrorLaunchTimeout,
					     [PTX_TRAPPED] = cudaErrorLaunchFailure,
					     [PTX_ASSERTED] = cudaErrorAssert};
	PtxWords words;
	words_fill(&words, launch, fault);
	if (fault->end == PTX_OUT_OF_BOUNDS)
		ptx_outside_tell(run, fault, &words);
	else
		fault_other(run, launch, fault, &words);
	return errors[fault->end];
}
