/* core_ptx_text.h - memory that a kernel under test has, and how its text begins. */
#ifndef CORE_PTX_TEXT_H
#define CORE_PTX_TEXT_H

#include "framework/simcuda/tests/core/core_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/decoded.h"
#include "framework/simcuda/ptx/launch.h"

#define THREADS 64
#define BASE    UINT64_C(0x10000)

static uint64_t memory[4 * THREADS]; /* a, b, c, and the results */
static unsigned char mark[sizeof memory];

static bool find(void *context, uint64_t address, PtxSpan *span)
{
	(void)context;
	*span = (PtxSpan){BASE, sizeof memory, (unsigned char *)memory, mark, NULL, false};
	return address - BASE < sizeof memory;
}

/* As a machine in another process gets it. */
static PtxModule *ptx_through_bytes(PtxModule *parsed, PtxError *error)
{
	size_t bytes;
	unsigned char *coded = parsed ? ptx_encode(parsed, &bytes) : NULL;
	PtxModule *module = coded ? ptx_decode(coded, bytes, error) : NULL;
	ptx_free(parsed);
	free(coded);
	return module;
}

/* Runs the kernel k of the text in one block, as the launch says; it gets BASE. The counts are added up. */
static inline PtxEnd text_run(const char *text, PtxLaunch launch, PtxFault *fault,
			      PtxCounts *counts)
{
	PtxError error;
	uint64_t address = BASE;
	PtxModule *module = ptx_through_bytes(ptx_parse(text, strlen(text), &error), &error);
	if (!module || !ptx_link(module, &error))
		fail_msg("line %u: %s\n%s", error.line, error.text, text);
	launch.module = module;
	launch.kernel = ptx_find(module, "k");
	launch.params = &address;
	launch.memory.find = find;
	PtxEnd end = ptx_run(&launch, fault, counts);
	ptx_free(module);
	return end;
}

#define HEAD                                                                                       \
	".version 6.3\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"     \
	".reg .pred %p<5>;\n.reg .b16 %h<5>;\n.reg .b32 %r<9>;\n.reg .f32 %f<9>;\n.reg .b64 "      \
	"%rd<9>;\n.reg .f64 %d<9>;\nld.param.u64 %rd8, [p];\nmov.u32 %r8, %tid.x;\n"               \
	"mul.wide.u32 %rd7, %r8, 8;\nadd.s64 %rd8, %rd8, %rd7;\n"

#endif
