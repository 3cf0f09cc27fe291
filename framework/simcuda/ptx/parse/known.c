/* known.c - calls of functions that the program does not have: some are the engine's own. */
#include <string.h>

#include "framework/simcuda/ptx/parse/parse.h"

/* What CUDA's device runtime brings, and how many bytes its parameters have. Calls become
 * instructions, which find their arguments where calls do. */
static const struct {
	const char *name;
	uint8_t op;
	uint32_t ins, bytes[5];
} known[] = {
	{"vprintf", PTX_PRINT, 2, {8, 8}},
	{"__assertfail", PTX_ASSERT, 5, {8, 8, 4, 8, 8}},
};

/* What a program may want, and is refused by name. */
static const struct {
	const char *name, *what;
} refused[] = {
	{"malloc", "malloc or new in a kernel"},
	{"free", "free or delete in a kernel"},
	{"cudaGetParameterBufferV2", "a launch from a kernel"},
	{"cudaLaunchDeviceV2", "a launch from a kernel"},
	{"cudaDeviceSynchronize", "a launch from a kernel"},
};

static bool fits(const PtxList *list, uint32_t ins, const uint32_t *bytes)
{
	if (list->ins != ins || list->count > ins + 1 ||
	    (list->count > ins && list->param[ins].bytes != 4))
		return false;
	for (uint32_t i = 0; i < ins; i++)
		if (list->param[i].bytes != bytes[i])
			return false;
	return true;
}

static bool call_know(Parse *p, const PtxKernel *code, PtxInstr *instr, const char *name)
{
	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		if (strcmp(name, known[i].name) != 0)
			continue;
		if (!fits(&code->list[instr->target], known[i].ins, known[i].bytes))
			return parse_fail_at(p, instr->text_line, "%s with other parameters", name);
		instr->op = known[i].op;
		return true;
	}
	for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
		if (strcmp(name, refused[i].name) == 0)
			return parse_fail_at(p, instr->text_line,
					     "%s is not known to the simulator", refused[i].what);
	return parse_fail_at(p, instr->text_line, "it calls %.100s, which is not in the program",
			     name);
}

bool parse_calls_know(Parse *p, PtxKernel *code)
{
	for (uint32_t i = 0; i < code->count; i++) {
		PtxInstr *instr = &code->code[i];
		if (instr->op != PTX_CALL)
			continue;
		uint32_t callee = code->list[instr->target].callee;
		if (callee == PTX_INDIRECT || p->module->function[callee].count > 0)
			continue;
		if (!call_know(p, code, instr, p->module->function[callee].name))
			return false;
	}
	return true;
}
