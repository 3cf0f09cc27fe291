/* ptx_text.c - a module from its text: where the machine is in the program's own process. */
#include <stdio.h>

#include "framework/simcuda/core/ptx_launch.h"

SimPtx *sim_ptx_load(const char *text, size_t bytes, const char *const *managed, char *problem,
		     size_t size)
{
	PtxError error = {.line = 0};
	PtxModule *module = ptx_parse_managed(text, bytes, managed, &error);
	if (!module || !ptx_link(module, &error)) {
		snprintf(problem, size, "line %u of its PTX: %s", error.line, error.text);
		ptx_free(module);
		return NULL;
	}
	SimPtx *ptx = sim_ptx_make(module);
	if (!ptx)
		snprintf(problem, size, "no memory for its PTX");
	return ptx;
}
