/* ptx_module.c - a module in PTX, its kernels and its variables. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/ptx_launch.h"

struct SimPtx {
	PtxModule *module;
	PtxEntry *entry; /* one for each kernel */
};

/* Makes a launch known as one of PTX; such a kernel never runs from a queue. */
static void run_nothing(const void *const *arguments, uint64_t threads, void *const *memory)
{
	(void)arguments, (void)threads, (void)memory;
}

const PtxEntry *ptx_kernel_of(const SimKernel *kernel)
{
	return kernel && kernel->run == run_nothing ? (const PtxEntry *)(const void *)kernel : NULL;
}

/* On memory whose space is not known, too. */
static bool has_atomics(const PtxKernel *kernel)
{
	for (uint32_t i = 0; i < kernel->count; i++) {
		const PtxInstr *instr = &kernel->code[i];
		if ((instr->op == PTX_ATOM || instr->op == PTX_RED) && instr->space != PTX_SHARED)
			return true;
	}
	return false;
}

static bool entry_make(PtxEntry *entry, const PtxModule *module, const PtxKernel *code)
{
	char *name = ptx_source_name(code->name);
	entry->kernel = (SimKernel){.name = name, .run = run_nothing};
	entry->kernel.arguments =
		(int)(code->params < SIM_MAX_ARGUMENTS ? code->params : SIM_MAX_ARGUMENTS);
	entry->module = module;
	entry->code = code;
	entry->atomics = has_atomics(code);
	return name != NULL;
}

static void entries_free(PtxEntry *entry, uint32_t count)
{
	for (uint32_t i = 0; entry && i < count; i++)
		free((char *)(uintptr_t)entry[i].kernel.name);
	free(entry);
}

SimPtx *sim_ptx_make(PtxModule *module)
{
	SimPtx *ptx = malloc(sizeof *ptx);
	PtxEntry *entry = calloc((size_t)module->kernels + 1, sizeof *entry);
	bool good = ptx && entry;
	for (uint32_t i = 0; i < module->kernels && good; i++)
		good = entry_make(&entry[i], module, &module->kernel[i]);
	if (good) {
		*ptx = (SimPtx){module, entry};
		return ptx;
	}
	entries_free(entry, module->kernels);
	ptx_free(module);
	free(ptx);
	return NULL;
}

void sim_ptx_free(SimPtx *ptx)
{
	if (!ptx)
		return;
	entries_free(ptx->entry, ptx->module->kernels);
	ptx_free(ptx->module);
	free(ptx);
}

const SimKernel *sim_ptx_kernel_at(const SimPtx *ptx, uint32_t number)
{
	return number < ptx->module->kernels ? &ptx->entry[number].kernel : NULL;
}

const PtxModule *sim_ptx_module(const SimPtx *ptx)
{
	return ptx->module;
}

const SimKernel *sim_ptx_kernel(const SimPtx *ptx, const char *name)
{
	const PtxKernel *code = ptx_find(ptx->module, name);
	return code ? &ptx->entry[code - ptx->module->kernel].kernel : NULL;
}

int sim_ptx_is(const SimKernel *kernel)
{
	return ptx_kernel_of(kernel) != NULL;
}

uint32_t sim_ptx_shared(const SimKernel *kernel)
{
	const PtxEntry *entry = ptx_kernel_of(kernel);
	return entry ? ptx_shared_used(entry->module, entry->code) : 0;
}

uint64_t sim_ptx_image_bytes(const SimPtx *ptx)
{
	return ptx->module->image_bytes;
}

static int image_fill(Sim *sim, const PtxModule *module, uint64_t address)
{
	unsigned char *image = malloc(module->image_bytes + 1U);
	if (!image)
		return -1;
	memcpy(image, module->image, module->image_bytes);
	for (uint32_t i = 0; i < module->relocations; i++) {
		uint64_t value;
		memcpy(&value, image + module->relocation[i], sizeof value);
		value = value - PTX_WINDOW_MODULE + address;
		memcpy(image + module->relocation[i], &value, sizeof value);
	}
	int status = sim_poke(sim, address, image, module->image_bytes);
	free(image);
	return status;
}

cudaError_t ptx_image(Call *call)
{
	const SimPtx *ptx = call->request->u.image.ptx;
	SimRequest room = *call->request;
	Call inner = *call;
	if (!ptx || ptx->module->image_bytes == 0)
		return cudaErrorInvalidValue;
	memset(&room.u, 0, sizeof room.u);
	room.code = SIM_MALLOC;
	room.internal = 1;
	room.u.malloc.bytes = ptx->module->image_bytes;
	inner.request = &room;
	cudaError_t error = memory_malloc(&inner);
	Alloc *alloc = error == cudaSuccess
			       ? memory_find(call->sim, call->reply->value[0], room.u.malloc.bytes)
			       : NULL;
	if (alloc)
		alloc->image = ptx->module;
	if (error == cudaSuccess && image_fill(call->sim, ptx->module, call->reply->value[0]) != 0)
		error = cudaErrorMemoryAllocation;
	return error;
}

cudaError_t ptx_place(Call *call)
{
	const SimRequest *request = call->request;
	const SimPtx *ptx = request->u.place.ptx;
	PtxVariable *variable;
	if (!ptx || request->u.place.variable >= ptx->module->variables)
		return cudaErrorInvalidValue;
	variable = &ptx->module->variable[request->u.place.variable];
	if (!variable->managed)
		return cudaErrorInvalidValue;
	SimRequest memory = *request;
	Call inner = *call;
	memset(&memory.u, 0, sizeof memory.u);
	memory.code = SIM_HOST_ALLOC;
	memory.internal = 1;
	memory.u.host.address = request->u.place.address;
	memory.u.host.bytes = variable->bytes;
	memory.u.host.kind = SIM_HOST_MANAGED;
	memory.u.host.apart = request->u.place.apart;
	inner.request = &memory;
	cudaError_t error = host_alloc(&inner);
	if (error != cudaSuccess)
		return error;
	variable->address = request->u.place.address;
	call->sim->counters.managed_bytes += variable->bytes;
	return cudaSuccess;
}

int sim_ptx_variable(const SimPtx *ptx, const char *name, uint64_t *offset, uint64_t *bytes)
{
	return ptx_variable_place(ptx->module, name, offset, bytes);
}

int sim_ptx_managed(const SimPtx *ptx, const char *name, uint32_t *number, const void **first,
		    uint64_t *bytes)
{
	return ptx_variable_managed(ptx->module, name, number, first, bytes);
}
