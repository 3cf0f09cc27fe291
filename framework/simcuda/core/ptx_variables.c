/* ptx_variables.c - copies and fills that run out of a variable of a module: into the gap behind it, or the next. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/core/ptx_launch.h"

int ptx_variable_name(const PtxVariable *variable, const char **name)
{
	const char *at = variable->name;
	char *end;
	int length = (int)strlen(at);
	*name = at;
	if (strncmp(at, "_Z", 2) != 0)
		return length;
	at += 2 + strspn(at + 2, "NL");
	for (unsigned long count; (count = strtoul(at, &end, 10)) > 0 && count <= strlen(end);
	     at = *name + count + strspn(*name + count, "L")) {
		*name = end;
		length = (int)count;
	}
	return length;
}

/* How far an access is from the variable: *before: it lies before it. */
static uint64_t distance(const PtxVariable *variable, uint64_t at, uint64_t bytes, bool *before)
{
	uint64_t end = (uint64_t)variable->offset + variable->bytes;
	*before = at < variable->offset;
	return *before ? variable->offset - at : at + bytes - end;
}

const PtxVariable *ptx_variable_near(const PtxModule *module, uint64_t at, uint64_t bytes,
				     uint64_t *far, bool *before)
{
	const PtxVariable *nearest = NULL;
	*far = UINT64_MAX;
	for (uint32_t i = 0; i < module->variables; i++) {
		bool is_before;
		uint64_t is_far = distance(&module->variable[i], at, bytes, &is_before);
		if (is_far >= *far)
			continue;
		nearest = &module->variable[i];
		*far = is_far;
		*before = is_before;
	}
	return nearest;
}

/* Whether one variable has all of it. */
static bool within_one(const PtxModule *module, uint64_t at, uint64_t bytes)
{
	for (uint32_t i = 0; i < module->variables; i++) {
		const PtxVariable *variable = &module->variable[i];
		if (at >= variable->offset && bytes <= variable->bytes &&
		    at - variable->offset <= variable->bytes - bytes)
			return true;
	}
	return false;
}

/* Where it begins in a variable, that one; else the nearest. */
static const PtxVariable *meant(const PtxModule *module, uint64_t at)
{
	uint64_t far;
	bool before;
	for (uint32_t i = 0; i < module->variables; i++)
		if (at - module->variable[i].offset < module->variable[i].bytes)
			return &module->variable[i];
	return ptx_variable_near(module, at, 1, &far, &before);
}

bool ptx_variable_check(const Actor *actor, const SimRange *range, const Alloc *alloc)
{
	uint64_t at = range->address - alloc->address, extent = range_extent(range), far;
	bool before;
	if (!alloc->image || within_one(alloc->image, at, extent))
		return true;
	const PtxVariable *variable = meant(alloc->image, at);
	if (!variable)
		return true;
	const char *name;
	int length = ptx_variable_name(variable, &name);
	far = distance(variable, at, extent, &before);
	finding_add(actor->sim, SIM_FINDING_OUT_OF_BOUNDS, actor->site, NULL,
		    "%s%s %s %llu bytes at offset %lld of the variable %.*s of %u bytes on GPU %d, "
		    "%llu byte%s %s",
		    actor->prefix, actor->name, range_verb(range), (unsigned long long)extent,
		    (long long)at - (long long)variable->offset, length < 60 ? length : 60, name,
		    variable->bytes, alloc->gpu->index, (unsigned long long)far,
		    far == 1 ? "" : "s", before ? "before it" : "past its end");
	return false;
}
