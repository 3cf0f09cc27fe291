/* lines.c - instructions that clang's own header brings (threadIdx.x and the like are read there) belong to the
 * line that named them, which is that of the instruction before; at the beginning of a kernel the one behind. */
#include <string.h>

#include "framework/simcuda/ptx/parse/parse.h"

#define OF_CLANG "__clang_cuda_builtin_vars.h"

static bool is_of_clang(const PtxModule *module, const PtxInstr *instr)
{
	const char *file = instr->file < module->files ? module->file[instr->file] : NULL;
	const char *slash = file ? strrchr(file, '/') : NULL;
	return file && strcmp(slash ? slash + 1 : file, OF_CLANG) == 0;
}

static void line_take(PtxInstr *to, const PtxInstr *from)
{
	to->file = from->file;
	to->line = from->line;
}

static void kernel_lines(const PtxModule *module, PtxKernel *kernel)
{
	const PtxInstr *before = NULL;
	for (uint32_t i = 0; kernel->code && i < kernel->count; i++) {
		PtxInstr *instr = &kernel->code[i];
		if (before && is_of_clang(module, instr)) {
			line_take(instr, before);
		} else if (!is_of_clang(module, instr)) {
			for (uint32_t first = before ? i : 0; first < i; first++)
				line_take(&kernel->code[first], instr);
			before = instr;
		}
	}
}

void parse_lines(PtxModule *module)
{
	for (uint32_t i = 0; i < module->kernels; i++)
		kernel_lines(module, &module->kernel[i]);
	for (uint32_t i = 0; i < module->functions; i++)
		kernel_lines(module, &module->function[i]);
}
