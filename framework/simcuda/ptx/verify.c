/* verify.c - whether a decoded module lies within its bounds: all but its instructions. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/ptx/decoded.h"

#define REGISTERS_MOST (PTX_MAX_REGISTERS * 8U * PTX_LANES) /* bytes */
#define ALIGN_MOST     4096

static bool refuse(PtxError *error, const char *format, ...) __attribute__((format(printf, 2, 3)));
static bool refuse(PtxError *error, const char *format, ...)
{
	va_list arguments;
	va_start(arguments, format);
	vsnprintf(error->text, sizeof error->text, format, arguments);
	va_end(arguments);
	return false;
}

static bool within(uint64_t offset, uint64_t bytes, uint64_t all)
{
	return bytes <= all && offset <= all - bytes;
}

static bool verify_params(const PtxKernel *k, PtxError *error)
{
	uint32_t bytes = k->function ? k->local_bytes : k->param_bytes;
	if (k->returns > (k->function ? k->params : 0) ||
	    (!k->function && k->params > PTX_MAX_PARAM_COUNT))
		return refuse(error, "its decoded form: %.60s returns more than it has", k->name);
	for (uint32_t i = 0; i < k->params; i++)
		if (!within(k->param[i].offset, k->param[i].bytes, bytes))
			return refuse(error, "its decoded form: %.60s: parameter %u lies outside",
				      k->name, i);
	return true;
}

static bool verify_sizes(const PtxKernel *k, PtxError *error)
{
	uint32_t align = k->shared_align;
	if (k->register_bytes > REGISTERS_MOST || k->param_bytes > PTX_MAX_PARAMS ||
	    k->local_bytes > PTX_MAX_LOCAL || k->shared_bytes > PTX_MAX_SHARED ||
	    k->params > PTX_MAX_PARAM_COUNT + 8U)
		return refuse(error, "its decoded form: %.60s is larger than can be", k->name);
	if (align > ALIGN_MOST || (align & (align - 1)))
		return refuse(error, "its decoded form: %.60s: an alignment of %u", k->name, align);
	for (int i = 0; i < PTX_SPECIALS; i++) {
		uint32_t at = k->special[i] - 1;
		uint32_t bytes = (i == PTX_FRAME || i == PTX_IMAGE ? 8 : 4) * PTX_LANES;
		if (k->special[i] && (at % 64 || !within(at, bytes, k->register_bytes)))
			return refuse(error, "its decoded form: %.60s: special register %d",
				      k->name, i);
	}
	return true;
}

static bool verify_managed(const PtxModule *m, const PtxKernel *k, PtxError *error)
{
	for (uint32_t i = 0; i < k->manageds; i++) {
		const PtxManaged *of = &k->managed[i];
		if (of->at % 64 || !within(of->at, 8 * PTX_LANES, k->register_bytes) ||
		    of->variable >= m->variables || !m->variable[of->variable].managed)
			return refuse(error, "its decoded form: %.60s: managed variable %u",
				      k->name, i);
	}
	return true;
}

static bool verify_list(const PtxModule *m, const PtxKernel *k, const PtxList *list,
			PtxError *error)
{
	if (list->target) {
		for (uint32_t i = 0; i < list->count; i++)
			if (list->target[i] > k->count)
				return refuse(error, "its decoded form: %.60s: a target of a list",
					      k->name);
		return list->count > 0 || refuse(error, "its decoded form: an empty list");
	}
	if (list->ins > list->count ||
	    (list->callee != PTX_INDIRECT && list->callee >= m->functions))
		return refuse(error, "its decoded form: %.60s calls what is not there", k->name);
	for (uint32_t i = 0; i < list->count; i++)
		if (!within(list->param[i].offset, list->param[i].bytes, k->local_bytes))
			return refuse(error, "its decoded form: %.60s: what a call hands over",
				      k->name);
	return true;
}

/* Before the flow is looked for: one list may serve many instructions. */
static bool verify_jumps(const PtxKernel *k, uint64_t *jumps, PtxError *error)
{
	for (uint32_t i = 0; i < k->count; i++)
		if (k->code[i].op == PTX_BRX)
			*jumps += k->list[k->code[i].target].count;
	return *jumps <= PTX_DECODED_JUMPS ||
	       refuse(error, "its decoded form: more than %u ways on", PTX_DECODED_JUMPS);
}

static bool verify_kernel(const PtxModule *m, const PtxKernel *k, bool function, uint64_t *jumps,
			  PtxError *error)
{
	if (!k->name || k->function != function)
		return refuse(error, "its decoded form: a kernel without a name, or no kernel");
	if (!verify_sizes(k, error) || !verify_params(k, error) || !verify_managed(m, k, error))
		return false;
	for (uint32_t i = 0; i < k->lists; i++)
		if (!verify_list(m, k, &k->list[i], error))
			return false;
	for (uint32_t i = 0; i < k->count; i++)
		if (!ptx_verify_instr(m, k, &k->code[i], error))
			return false;
	return ptx_verify_registers(k, error) && verify_jumps(k, jumps, error);
}

static bool verify_image(const PtxModule *m, PtxError *error)
{
	if (m->image_bytes > PTX_MAX_BYTES || m->shared_bytes > PTX_MAX_SHARED)
		return refuse(error, "its decoded form: variables that are too large");
	for (uint32_t i = 0; i < m->variables; i++) {
		const PtxVariable *variable = &m->variable[i];
		if (!variable->name || !within(variable->offset, variable->bytes, m->image_bytes))
			return refuse(error, "its decoded form: variable %u lies outside", i);
	}
	for (uint32_t i = 0; i < m->relocations; i++)
		if (!within(m->relocation[i], sizeof(uint64_t), m->image_bytes))
			return refuse(error, "its decoded form: address %u lies outside", i);
	return true;
}

bool ptx_verify(const PtxModule *m, PtxError *error)
{
	uint64_t code = 0, jumps = 0;
	if (!verify_image(m, error))
		return false;
	for (uint32_t i = 0; i < m->functions; i++)
		code += m->function[i].count;
	for (uint32_t i = 0; i < m->kernels; i++)
		code += m->kernel[i].count;
	if (code > PTX_DECODED_CODE)
		return refuse(error, "more than %u instructions in a program", PTX_DECODED_CODE);
	for (uint32_t i = 0; i < m->functions; i++)
		if (!verify_kernel(m, &m->function[i], true, &jumps, error))
			return false;
	for (uint32_t i = 0; i < m->kernels; i++)
		if (!verify_kernel(m, &m->kernel[i], false, &jumps, error))
			return false;
	return true;
}
