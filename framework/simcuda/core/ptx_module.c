/* ptx_module.c - a text of PTX and its kernels. */
#include <ctype.h>
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

/* Of "_Z5scalePff" and "_ZN3lab5scaleEPf" the names without the types: "scale", "lab::scale". */
static char *source_name(const char *name)
{
	size_t room = 2 * strlen(name) + 1, used = 0;
	bool nested = strncmp(name, "_ZN", 3) == 0;
	char *made = strncmp(name, "_Z", 2) == 0 ? malloc(room) : NULL;
	if (!made)
		return strdup(name);
	const char *at = name + 2 + nested;
	while (*at == 'L') /* static */
		at++;
	while (isdigit((unsigned char)*at)) {
		char *part;
		unsigned long length = strtoul(at, &part, 10);
		if (length == 0 || length > strlen(part))
			break;
		used += (size_t)snprintf(made + used, room - used, "%s%.*s", used ? "::" : "",
					 (int)length, part);
		at = nested ? part + length : "";
	}
	if (used > 0)
		return made;
	free(made);
	return strdup(name);
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
	char *name = source_name(code->name);
	entry->kernel = (SimKernel){.name = name, .run = run_nothing};
	entry->kernel.arguments =
		(int)(code->params < SIM_MAX_ARGUMENTS ? code->params : SIM_MAX_ARGUMENTS);
	entry->module = module;
	entry->code = code;
	entry->atomics = has_atomics(code);
	return name != NULL;
}

SimPtx *sim_ptx_load(const char *text, size_t bytes, char *problem, size_t size)
{
	PtxError error = {.line = 0};
	PtxModule *module = ptx_parse(text, bytes, &error);
	if (!module || !ptx_link(module, &error)) {
		snprintf(problem, size, "line %u of its PTX: %s", error.line, error.text);
		ptx_free(module);
		return NULL;
	}
	SimPtx *ptx = malloc(sizeof *ptx);
	PtxEntry *entry = calloc((size_t)module->kernels + 1, sizeof *entry);
	bool good = ptx && entry;
	for (uint32_t i = 0; i < module->kernels && good; i++)
		good = entry_make(&entry[i], module, &module->kernel[i]);
	if (good) {
		*ptx = (SimPtx){module, entry};
		return ptx;
	}
	snprintf(problem, size, "no memory for its PTX");
	ptx_free(module);
	free(entry);
	free(ptx);
	return NULL;
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

int sim_ptx_fill(Sim *sim, const SimPtx *ptx, uint64_t address)
{
	const PtxModule *module = ptx->module;
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

int sim_ptx_variable(const SimPtx *ptx, const char *name, uint64_t *offset, uint64_t *bytes)
{
	for (uint32_t i = 0; i < ptx->module->variables; i++) {
		const PtxVariable *variable = &ptx->module->variable[i];
		if (strcmp(variable->name, name) != 0)
			continue;
		*offset = variable->offset;
		*bytes = variable->bytes;
		return 0;
	}
	return -1;
}
