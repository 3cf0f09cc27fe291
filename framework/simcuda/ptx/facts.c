/* facts.c - types, and what a module is made of. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/ptx.h"

uint32_t ptx_type_bytes(PtxType type)
{
	static const uint8_t bytes[PTX_TYPES] = {
		[PTX_B8] = 1,  [PTX_B16] = 2,   [PTX_B32] = 4,  [PTX_B64] = 8,    [PTX_U8] = 1,
		[PTX_U16] = 2, [PTX_U32] = 4,   [PTX_U64] = 8,  [PTX_S8] = 1,     [PTX_S16] = 2,
		[PTX_S32] = 4, [PTX_S64] = 8,   [PTX_F32] = 4,  [PTX_F64] = 8,    [PTX_PRED] = 1,
		[PTX_F16] = 2, [PTX_F16X2] = 4, [PTX_BF16] = 2, [PTX_BF16X2] = 4,
	};
	return type < PTX_TYPES ? bytes[type] : 0;
}

static void kernel_free(PtxKernel *kernel)
{
	for (uint32_t i = 0; i < kernel->lists; i++) {
		free(kernel->list[i].target);
		free(kernel->list[i].param);
	}
	free(kernel->list);
	free(kernel->name);
	free(kernel->param);
	free(kernel->code);
	free(kernel->constant);
	free(kernel->handler);
	free(kernel->managed);
	free(kernel->more);
}

void ptx_free(PtxModule *module)
{
	if (!module)
		return;
	for (uint32_t i = 0; i < module->kernels; i++)
		kernel_free(&module->kernel[i]);
	for (uint32_t i = 0; i < module->functions; i++)
		kernel_free(&module->function[i]);
	for (uint32_t i = 0; i < module->variables; i++)
		free(module->variable[i].name);
	for (uint32_t i = 0; i < module->files; i++)
		free(module->file[i]);
	free(module->kernel);
	free(module->function);
	free(module->variable);
	free(module->image);
	free(module->file);
	free(module->relocation);
	free(module->owned);
	free(module);
}

const PtxKernel *ptx_find(const PtxModule *module, const char *name)
{
	for (uint32_t i = 0; i < module->kernels; i++)
		if (strcmp(module->kernel[i].name, name) == 0)
			return &module->kernel[i];
	return NULL;
}

/* NULL: there is none of that name. */
static const PtxVariable *variable_find(const PtxModule *module, const char *name)
{
	for (uint32_t i = 0; i < module->variables; i++)
		if (strcmp(module->variable[i].name, name) == 0)
			return &module->variable[i];
	return NULL;
}

int ptx_variable_place(const PtxModule *module, const char *name, uint64_t *offset, uint64_t *bytes)
{
	const PtxVariable *variable = variable_find(module, name);
	if (!variable)
		return -1;
	*offset = variable->offset;
	*bytes = variable->bytes;
	return 0;
}

int ptx_variable_managed(const PtxModule *module, const char *name, uint32_t *number,
			 const void **first, uint64_t *bytes)
{
	const PtxVariable *variable = variable_find(module, name);
	if (!variable || !variable->managed)
		return -1;
	*number = (uint32_t)(variable - module->variable);
	*first = module->image + variable->offset;
	*bytes = variable->bytes;
	return 0;
}
