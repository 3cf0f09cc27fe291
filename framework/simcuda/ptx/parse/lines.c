/* lines.c - whose line an instruction is. Those that clang's own header brings (threadIdx.x and the like are read
 * there) belong to the line that named them, which is that of the instruction before; at the beginning of a kernel
 * the one behind. */
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

/* Headers of NVIDIA's toolkit, where nvcc finds them, or where Debian has put them. */
static bool is_of_toolkit(const PtxModule *module, const PtxInstr *instr)
{
	const char *file = instr->file < module->files ? module->file[instr->file] : NULL;
	return file && ((strstr(file, "/targets/") && strstr(file, "/include/")) ||
			strncmp(file, "/usr/include/", strlen("/usr/include/")) == 0);
}

/* What a toolkit's header brings, as atomicAdd(), belongs to the line that called it. */
static void toolkit_lines(const Parse *p, PtxKernel *kernel)
{
	for (uint32_t i = 0; kernel->code && i < kernel->count; i++) {
		PtxInstr *instr = &kernel->code[i];
		if (!is_of_toolkit(p->module, instr))
			continue;
		uint32_t from = 0, to = p->inlineds; /* the last one that begins before it */
		while (from < to) {
			uint32_t middle = from + (to - from) / 2;
			if (p->inlined[middle].text_line < instr->text_line)
				from = middle + 1;
			else
				to = middle;
		}
		if (from > 0 && p->inlined[from - 1].file > 0) {
			instr->file = p->inlined[from - 1].file;
			instr->line = p->inlined[from - 1].line;
		}
	}
}

void parse_lines(const Parse *p)
{
	PtxModule *module = p->module;
	for (uint32_t i = 0; i < module->kernels; i++) {
		kernel_lines(module, &module->kernel[i]);
		toolkit_lines(p, &module->kernel[i]);
	}
	for (uint32_t i = 0; i < module->functions; i++) {
		kernel_lines(module, &module->function[i]);
		toolkit_lines(p, &module->function[i]);
	}
}
