/* ptx_outside.c - what is told of a kernel's access outside of what there is: which memory it was near, and whose. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/ptx_words.h"

/* Up to this far behind an allocation, an address is taken to have run over its end. */
#define OVERRUN_BYTES SIM_PAGE_BYTES

static void outside_text(char *text, size_t size, const PtxFault *fault, const Place *place)
{
	uint64_t offset = fault->address - place->base;
	uint64_t beyond = offset + fault->bytes - place->bytes;
	bool freed = place->where == PLACE_FREED;
	snprintf(text, size, "at offset %llu of an allocation of %llu bytes on GPU %d%s",
		 (unsigned long long)offset, (unsigned long long)place->bytes, place->gpu->index,
		 freed ? " that has been freed" : "");
	size_t length = strlen(text);
	if (!freed && length < size)
		snprintf(text + length, size - length, ", %llu byte%s past its end",
			 (unsigned long long)beyond, beyond == 1 ? "" : "s");
}

static void fault_on_gpu(const PtxRun *run, const PtxFault *fault, const PtxWords *words, Gpu *gpu)
{
	Sim *sim = run->call->sim;
	const SimSite *site = &run->call->request->site;
	SimFindingKind kind = SIM_FINDING_OUT_OF_BOUNDS;
	const SimSite *made = NULL;
	char text[160];
	Place place;
	memory_place(gpu, fault->address, &place);
	if (place.where == PLACE_LIVE && place.alloc->gpu != run->gpu &&
	    !peer_enabled(sim, run->gpu, place.alloc->gpu)) {
		kind = SIM_FINDING_WRONG_DEVICE;
		made = place.made;
		snprintf(text, sizeof text, "on GPU %d from GPU %d without peer access", gpu->index,
			 run->gpu->index);
	} else if (place.where == PLACE_BETWEEN &&
		   (place.bytes == 0 ||
		    fault->address - place.base > place.bytes + OVERRUN_BYTES)) {
		snprintf(text, sizeof text, "on GPU %d where nothing is allocated", gpu->index);
	} else {
		bool freed = place.where == PLACE_FREED;
		kind = freed ? SIM_FINDING_USE_AFTER_FREE : kind;
		made = freed ? place.freed_at : place.made;
		outside_text(text, sizeof text, fault, &place);
	}
	finding_add(sim, kind, site, made, "kernel %.60s %s %u byte%s %s: %s, %s",
		    run->entry->kernel.name, ptx_verb(fault), fault->bytes,
		    fault->bytes == 1 ? "" : "s", text, words->where, words->thread);
}

/* How far an access that begins in no memory is behind the allocation before it. */
static uint64_t behind(const Place *place, uint64_t address)
{
	return place->bytes == 0 ? UINT64_MAX : address - place->base - place->bytes;
}

/* An index that is too small by a little: nearer to the allocation that comes next than to the one before. */
static bool fault_before_allocation(const PtxRun *run, const PtxFault *fault, const PtxWords *words)
{
	Sim *sim = run->call->sim;
	const Alloc *next = memory_next(sim, fault->address);
	Gpu *gpu = memory_gpu(sim, fault->address);
	uint64_t before = next ? next->address - fault->address : 0;
	Place place = {.bytes = 0};
	if (gpu)
		memory_place(gpu, fault->address, &place);
	if (!next || before > OVERRUN_BYTES || (gpu && place.where != PLACE_BETWEEN) ||
	    behind(&place, fault->address) <= before)
		return false;
	finding_add(sim, SIM_FINDING_OUT_OF_BOUNDS, &run->call->request->site, &next->made,
		    "kernel %.60s %s %u byte%s at offset -%llu of an allocation of %llu bytes on "
		    "GPU %d, %llu byte%s before it: %s, %s",
		    run->entry->kernel.name, ptx_verb(fault), fault->bytes,
		    fault->bytes == 1 ? "" : "s", (unsigned long long)before,
		    (unsigned long long)next->bytes, next->gpu->index, (unsigned long long)before,
		    before == 1 ? "" : "s", words->where, words->thread);
	return true;
}

const char *ptx_space_name(PtxSpace space)
{
	static const char *const names[PTX_SPACES] = {[PTX_SHARED] = "shared",
						      [PTX_LOCAL] = "local",
						      [PTX_CONST] = "constant",
						      [PTX_PARAM] = "parameter"};
	return names[space] ? names[space] : "global";
}

/* The space that an address of its windows is meant for, and how far behind its beginning it is: one that lies a little
 * before the beginning is outside of the window. */
static PtxSpace space_meant(const PtxFault *fault, int64_t *offset)
{
	uint64_t window = (fault->address + OVERRUN_BYTES) & PTX_WINDOW_MASK;
	PtxSpace meant = window == PTX_WINDOW_SHARED  ? PTX_SHARED
			 : window == PTX_WINDOW_LOCAL ? PTX_LOCAL
						      : fault->space;
	*offset = (int64_t)(fault->address << 8) >>
		  8; /* the window's number is in the upper 8 bits */
	return *offset < 0 ? meant : fault->space;
}

static void fault_before_space(const PtxRun *run, const PtxFault *fault, const PtxWords *words,
			       PtxSpace space, int64_t offset)
{
	finding_add(run->call->sim, SIM_FINDING_OUT_OF_BOUNDS, &run->call->request->site, NULL,
		    "kernel %.60s %s %u byte%s at offset %lld of %s memory, %lld byte%s before "
		    "it: %s, %s",
		    run->entry->kernel.name, ptx_verb(fault), fault->bytes,
		    fault->bytes == 1 ? "" : "s", (long long)offset, ptx_space_name(space),
		    (long long)-offset, offset == -1 ? "" : "s", words->where, words->thread);
}

/* Within a space other than a GPU's memory. */
static bool fault_in_space(const PtxRun *run, const PtxFault *fault, const PtxWords *words)
{
	int64_t offset;
	PtxSpace space = space_meant(fault, &offset);
	if (space == PTX_GLOBAL || space == PTX_GENERIC)
		return false;
	if (offset < 0) {
		fault_before_space(run, fault, words, space, offset);
		return true;
	}
	finding_add(run->call->sim, SIM_FINDING_OUT_OF_BOUNDS, &run->call->request->site, NULL,
		    "kernel %.60s %s %u byte%s at offset %lld of %llu bytes of %s memory: %s, %s",
		    run->entry->kernel.name, ptx_verb(fault), fault->bytes,
		    fault->bytes == 1 ? "" : "s", (long long)offset,
		    (unsigned long long)fault->limit, ptx_space_name(space), words->where,
		    words->thread);
	return true;
}

/* Out of one of the file's variables; false: it is of none, and near none. */
static bool fault_of_variable(const PtxRun *run, const PtxFault *fault, const PtxWords *words)
{
	const PtxModule *module = run->launch->module;
	uint64_t at = fault->address - run->launch->image_address, far;
	const PtxVariable *nearest;
	Gpu *gpu = memory_gpu(run->call->sim, fault->address);
	bool before = false;
	Place place;
	if ((fault->space != PTX_GLOBAL && fault->space != PTX_CONST) || !gpu ||
	    at >= (uint64_t)module->image_bytes + OVERRUN_BYTES)
		return false;
	memory_place(gpu, fault->address, &place);
	if (place.base != run->launch->image_address || place.where == PLACE_FREED)
		return false;
	nearest = ptx_variable_near(module, at, fault->bytes, &far, &before);
	if (!nearest)
		return false;
	const char *name;
	int length = ptx_variable_name(nearest, &name);
	finding_add(run->call->sim, SIM_FINDING_OUT_OF_BOUNDS, &run->call->request->site, NULL,
		    "kernel %.60s %s %u byte%s at offset %lld of the variable %.*s of %u bytes, "
		    "%llu byte%s %s: %s, %s",
		    run->entry->kernel.name, ptx_verb(fault), fault->bytes,
		    fault->bytes == 1 ? "" : "s", (long long)at - (long long)nearest->offset,
		    length < 60 ? length : 60, name, nearest->bytes, (unsigned long long)far,
		    far == 1 ? "" : "s", before ? "before it" : "past its end", words->where,
		    words->thread);
	return true;
}

/* Whether it reads a variable, which is there, as constant memory. */
static bool is_of_variable(const PtxRun *run, const PtxFault *fault)
{
	const PtxLaunch *launch = run->launch;
	uint64_t at = fault->address - launch->image_address;
	bool found = false;
	for (uint32_t i = 0; fault->space == PTX_CONST && i < launch->module->variables; i++)
		found |=
			at - launch->module->variable[i].offset < launch->module->variable[i].bytes;
	return found;
}

/* Constant memory has the file's own variables, wherever the address leads otherwise. */
static void fault_no_constant(const PtxRun *run, const PtxFault *fault, const PtxWords *words)
{
	finding_add(run->call->sim, SIM_FINDING_OUT_OF_BOUNDS, &run->call->request->site, NULL,
		    "kernel %.60s reads %u byte%s of constant memory %s: %s, %s",
		    run->entry->kernel.name, fault->bytes, fault->bytes == 1 ? "" : "s",
		    is_of_variable(run, fault) ? "that it has written"
					       : "where none of the file's variables is",
		    words->where, words->thread);
}

/* Pinned or managed memory, of which the access begins near the end, or behind it. */
static void fault_past_pinned(const PtxRun *run, const PtxFault *fault, const PtxWords *words,
			      const Pinned *pinned)
{
	uint64_t offset = fault->address - pinned->address;
	uint64_t beyond = offset + fault->bytes - pinned->bytes;
	finding_add(
		run->call->sim, SIM_FINDING_OUT_OF_BOUNDS, &run->call->request->site, &pinned->made,
		"kernel %.60s %s %u byte%s at offset %llu of %llu bytes of %s memory, %llu "
		"byte%s past its end: %s, %s",
		run->entry->kernel.name, ptx_verb(fault), fault->bytes,
		fault->bytes == 1 ? "" : "s", (unsigned long long)offset,
		(unsigned long long)pinned->bytes,
		pinned->kind == SIM_HOST_MANAGED ? "managed" : "pinned host",
		(unsigned long long)beyond, beyond == 1 ? "" : "s", words->where, words->thread);
}

/* Of memory that is only registered what lies behind it may well be meant: so not further than its size. */
static bool is_near_end(const Pinned *pinned, uint64_t address)
{
	uint64_t beyond = pinned->bytes < OVERRUN_BYTES ? pinned->bytes : OVERRUN_BYTES;
	return address - pinned->address < pinned->bytes + beyond;
}

#define FAR_BYTES                                                                                  \
	(INT64_C(1) << 35) /* as far as an index of 32 bits leads among numbers of 8 bytes */

/* An index that has run over, or that is a negative number without a sign, leads far from a pointer that the kernel
 * was given. False: it was given none from where that could be. */
static bool fault_far(const PtxRun *run, const PtxFault *fault, const PtxWords *words)
{
	const PtxKernel *code = run->entry->code;
	for (uint32_t i = 0; i < code->params; i++) {
		uint64_t given;
		if (code->param[i].bytes != sizeof given)
			continue;
		memcpy(&given, (const unsigned char *)run->launch->params + code->param[i].offset,
		       sizeof given);
		int64_t far = (int64_t)(fault->address - given);
		if (!memory_find(run->call->sim, given, 1) || far % fault->bytes != 0 ||
		    far <= -FAR_BYTES || far >= FAR_BYTES)
			continue;
		finding_add(run->call->sim, SIM_FINDING_OUT_OF_BOUNDS, &run->call->request->site,
			    NULL,
			    "kernel %.60s %s %u byte%s where no memory is, at index %lld from a "
			    "pointer that it was given: %s, %s",
			    run->entry->kernel.name, ptx_verb(fault), fault->bytes,
			    fault->bytes == 1 ? "" : "s", (long long)(far / fault->bytes),
			    words->where, words->thread);
		return true;
	}
	return false;
}

void ptx_outside_tell(const PtxRun *run, const PtxFault *fault, const PtxWords *words)
{
	Sim *sim = run->call->sim;
	Gpu *gpu = memory_gpu(sim, fault->address);
	const Pinned *pinned = NULL;
	if (!is_of_variable(run, fault) && fault_of_variable(run, fault, words))
		return;
	if (fault->space == PTX_CONST) {
		fault_no_constant(run, fault, words);
		return;
	}
	if (fault_before_allocation(run, fault, words))
		return;
	if (gpu) {
		fault_on_gpu(run, fault, words, gpu);
		return;
	}
	if (fault_in_space(run, fault, words))
		return;
	pinned = fault->address ? host_before(sim, fault->address) : NULL;
	if (pinned && is_near_end(pinned, fault->address)) {
		fault_past_pinned(run, fault, words, pinned);
		return;
	}
	if (fault_far(run, fault, words))
		return;
	finding_add(sim, SIM_FINDING_HOST_POINTER, &run->call->request->site, NULL,
		    "kernel %.60s %s %u byte%s %s: %s, %s", run->entry->kernel.name,
		    ptx_verb(fault), fault->bytes, fault->bytes == 1 ? "" : "s",
		    fault->address < 4096 ? "through a null pointer"
					  : "of host memory, or where no memory is",
		    words->where, words->thread);
}
