/* fuzz_ptx.c - fuzz target: the reader of PTX, and the kernels in it.
 *
 * Input: a text. Either it is refused, with a reason, or each of its kernels runs within a budget and
 * touches nothing but the memory that it is given. */
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/fuzz/fuzz.h"
#include "framework/simcuda/fuzz/ptx_sample.h"
#include "framework/simcuda/ptx/decoded.h"
#include "framework/simcuda/ptx/launch.h"

#define MEMORY  4096
#define BASE    UINT64_C(0x10000)
#define BUDGET  3000
#define THREADS 48

static unsigned char memory[MEMORY], mark[MEMORY];

static bool find(void *context, uint64_t address, PtxSpan *span)
{
	(void)context;
	*span = (PtxSpan){BASE, MEMORY, memory, mark, NULL, false};
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

/* What was parsed is what the verifier takes. */
static void decoded_check(const unsigned char *coded, size_t bytes)
{
	PtxError error;
	size_t again_bytes = 0;
	PtxModule *module = ptx_decode(coded, bytes, &error);
	FUZZ_REQUIRE(module, "refused: line %u: %s", error.line, error.text);
	unsigned char *again = ptx_encode(module, &again_bytes);
	FUZZ_REQUIRE(again && again_bytes == bytes, "%zu bytes, not %zu", again_bytes, bytes);
	free(again);
	ptx_free(module);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	char *text = malloc(size + 1); /* of that size, so that a sanitizer sees its end */
	PtxError error = {.line = 0};
	if (!text)
		return 0;
	memcpy(text, data, size);
	PtxModule *module = ptx_parse(text, size, &error);
	unsigned char *coded = NULL;
	size_t bytes = 0;
	if (!module)
		FUZZ_REQUIRE(*error.text, "no reason");
	else if ((coded = ptx_encode(module, &bytes)) && ptx_link(module, &error))
		for (uint32_t i = 0; i < module->kernels; i++)
			run(module, &module->kernel[i]);
	else if (coded)
		FUZZ_REQUIRE(*error.text, "no reason");
	if (module && coded && module->kernels > 0 && module->kernel[0].handler)
		decoded_check(coded, bytes);
	ptx_free(module);
	free(coded);
	free(text);
	return 0;
}

/* --- examples: a kernel with some of everything, whole, cut off, and with words exchanged ------- */

size_t fuzz_example(unsigned number, uint8_t *to, size_t room)
{
	uint64_t state = number;
	size_t size = sizeof ptx_sample - 1;
	if (room < size)
		return 0;
	memcpy(to, ptx_sample, size);
	for (unsigned i = 0; i < number % 6; i++) {
		size_t at = fuzz_random(&state) % size, from = fuzz_random(&state) % size;
		size_t most = size - (at > from ? at : from), bytes = 1 + fuzz_random(&state) % 8;
		memmove(to + at, to + from, bytes < most ? bytes : most);
	}
	return number % 7 == 6 ? size / 2 : size;
}

const unsigned fuzz_examples = 400;
