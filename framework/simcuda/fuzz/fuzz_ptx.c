/* fuzz_ptx.c - fuzz target: the reader of PTX, and the kernels in it.
 *
 * Input: a text. Either it is refused, with a reason, or each of its kernels runs within a budget and
 * touches nothing but the memory that it is given. */
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/fuzz/fuzz.h"
#include "framework/simcuda/ptx/ptx.h"

#define MEMORY  4096
#define BASE    UINT64_C(0x10000)
#define BUDGET  3000
#define THREADS 48

static unsigned char memory[MEMORY], mark[MEMORY];

static bool find(void *context, uint64_t address, PtxSpan *span)
{
	(void)context;
	*span = (PtxSpan){BASE, MEMORY, memory, mark, false};
	return address - BASE < MEMORY;
}

static void run(const PtxModule *module, const PtxKernel *kernel)
{
	PtxFault fault;
	PtxCounts counts = {0};
	unsigned char *params = calloc(kernel->param_bytes + 8U, 1);
	uint64_t address = BASE;
	PtxLaunch launch = {.module = module,
			    .kernel = kernel,
			    .grid = {2, 1, 1},
			    .block = {THREADS, 1, 1},
			    .dynamic_shared = 256,
			    .params = params,
			    .budget = BUDGET,
			    .memory = {NULL, find},
			    .image_address = BASE};
	if (!params || kernel->shared_bytes > 1U << 16 || kernel->local_bytes > 1U << 16) {
		free(params);
		return;
	}
	if (kernel->param_bytes >= sizeof address)
		memcpy(params, &address, sizeof address);
	PtxEnd end = ptx_run(&launch, &fault, &counts);
	FUZZ_REQUIRE(end == fault.end, "ended as %d, not %d", (int)fault.end, (int)end);
	FUZZ_REQUIRE(counts.lane_instructions <= 32 * counts.warp_instructions, "too many lanes");
	free(params);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1); /* of that size, so that a sanitizer sees its end */
	PtxError error = {.line = 0};
	if (!text)
		return 0;
	memcpy(text, data, size);
	PtxModule *module = ptx_parse(text, size, &error);
	if (!module)
		FUZZ_REQUIRE(*error.text, "no reason");
	else if (ptx_link(module, &error))
		for (uint32_t i = 0; i < module->kernels; i++)
			run(module, &module->kernel[i]);
	else
		FUZZ_REQUIRE(*error.text, "no reason");
	ptx_free(module);
	free(text);
	return 0;
}

/* --- examples: a kernel with some of everything, whole, cut off, and with words exchanged ------- */

static const char sample[] =
	".version 6.3\n.target sm_75\n.address_size 64\n.file 1 \"a.cu\"\n"
	".const .align 4 .b8 table[8] = {1, 0, 0, 0, 2};\n.global .align 8 .u64 where = table;\n"
	".extern .shared .align 8 .b8 room[];\n"
	".func (.param .b32 back) twice(.param .b32 x)\n{\n.reg .b32 %r<3>;\n.reg .pred %p;\n"
	"ld.param.u32 %r1, [x];\nsetp.gt.s32 %p, %r1, 9;\n@%p bra END;\nadd.s32 %r1, %r1, %r1;\n"
	"END:\nst.param.b32 [back+0], %r1;\nret;\n}\n"
	".visible .entry k(.param .u64 to, .param .u32 n)\n.maxntid 64, 1, 1\n{\n"
	".reg .pred %p<4>;\n.reg .b32 %r<12>;\n.reg .b64 %rd<9>;\n.reg .f32 %f<5>;\n.reg .b16 "
	"%h<3>;\n"
	".local .align 8 .b8 depot[16];\n.shared .align 4 .b8 tile[256];\n.loc 1 7 1\n"
	"ld.param.u64 %rd1, [to];\nmov.u32 %r1, %tid.x;\nmul.wide.u32 %rd2, %r1, 4;\n"
	"add.s64 %rd3, %rd1, %rd2;\nst.global.u32 [%rd3], %r1;\nmov.u64 %rd4, tile;\n"
	"cvta.shared.u64 %rd5, %rd4;\nadd.s64 %rd5, %rd5, %rd2;\nst.u32 [%rd5], %r1;\nbar.sync 0;\n"
	"and.b32 %r2, %r1, 3;\nsetp.eq.s32 %p1, %r2, 0;\n@%p1 bra ZERO;\nbra.uni ONE;\n"
	"ZERO:\natom.global.add.u32 %r3, [%rd1], 1;\nONE:\n"
	"T: .branchtargets ZERO, TWO, TWO;\nadd.s32 %r2, %r2, 1;\nmin.u32 %r2, %r2, 2;\n"
	"brx.idx %r2, T;\nTWO:\nshfl.sync.down.b32 %r4|%p2, %r1, 1, 31, -1;\n"
	"vote.sync.ballot.b32 %r5, %p1, -1;\ncvt.rn.f32.s32 %f1, %r4;\n"
	"fma.rn.f32 %f2, %f1, 0f3F800000, %f1;\nsqrt.rn.f32 %f3, %f2;\ncvt.rzi.s32.f32 %r6, %f3;\n"
	"mov.b64 %rd6, {%r6, %r5};\nst.local.u64 [depot+8], %rd6;\nld.local.v2.u32 {%r7, %r8}, "
	"[depot+8];\n"
	"{\n.param .b32 p0;\n.param .b32 r0;\nst.param.b32 [p0+0], %r7;\ncall.uni (r0), twice, "
	"(p0);\n"
	"ld.param.b32 %r9, [r0+0];\n}\nprmt.b32 %r10, %r9, %r1, 12816;\nselp.b32 %r11, %r9, %r10, "
	"%p1;\n"
	"st.shared.u32 [room], %r11;\ncvt.rn.f16.f32 %h1, %f1;\nadd.rn.f16 %h2, %h1, "
	"%h1;\nret;\n}\n";

size_t fuzz_example(unsigned number, uint8_t *to, size_t room)
{
	uint64_t state = number;
	size_t size = sizeof sample - 1;
	if (room < size)
		return 0;
	memcpy(to, sample, size);
	for (unsigned i = 0; i < number % 6; i++) {
		size_t at = fuzz_random(&state) % size, from = fuzz_random(&state) % size;
		size_t most = size - (at > from ? at : from), bytes = 1 + fuzz_random(&state) % 8;
		memmove(to + at, to + from, bytes < most ? bytes : most);
	}
	return number % 7 == 6 ? size / 2 : size;
}

const unsigned fuzz_examples = 400;
