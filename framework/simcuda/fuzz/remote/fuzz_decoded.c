/* fuzz_decoded.c - fuzz target: a decoded module as a program sends it (ptx/decoded.h), and the engine.
 *
 * Input: bytes. Either they are refused, with a reason, or each kernel in them runs within a budget,
 * with a grid of any small shape, and touches nothing but the memory that it is given. What the
 * verifier lets through is encoded to the same bytes, so nothing was in them that it has not seen. */
#include <string.h>

#include "framework/simcuda/fuzz/fuzz.h"
#include "framework/simcuda/fuzz/ptx_sample.h"
#include "framework/simcuda/ptx/decoded.h"
#include "framework/simcuda/ptx/launch.h"
#include "framework/simcuda/remote/server/server.h"

#define MEMORY 4096
#define BASE   UINT64_C(0x10000)
#define BUDGET 3000
#define MOST   (1U << 16) /* bytes of a thread, or of a block */

const char *server_folder(void)
{
	return "/nowhere"; /* no plugins */
}

static unsigned char memory[MEMORY], mark[MEMORY];

static bool find(void *context, uint64_t address, PtxSpan *span)
{
	(void)context;
	*span = (PtxSpan){.base = BASE, .bytes = MEMORY, .at = memory, .mark = mark};
	return address - BASE < MEMORY;
}

static void report(void *context, const PtxFault *fault)
{
	(void)context;
	FUZZ_REQUIRE(fault->instr, "a report of nothing");
}

static void print(void *context, const char *text, size_t bytes, bool is_error)
{
	(void)context, (void)is_error;
	FUZZ_REQUIRE(memchr(text, 0, bytes) == NULL, "a 0 in what is printed");
}

static void run(const PtxModule *module, const PtxKernel *kernel, uint32_t threads)
{
	PtxFault fault;
	PtxCounts counts = {0};
	uint64_t address = BASE;
	unsigned char *params = calloc(kernel->param_bytes + 8U, 1);
	PtxLaunch launch = {.module = module,
			    .kernel = kernel,
			    .grid = {2, 1 + threads % 2, 1},
			    .block = {threads, 1, 1},
			    .dynamic_shared = threads % 3 * 128,
			    .params = params,
			    .budget = BUDGET,
			    .memory = {NULL, find},
			    .report = report,
			    .print = print,
			    .cooperative = threads % 5 == 0,
			    .image_address = BASE};
	if (params && kernel->param_bytes >= sizeof address)
		memcpy(params, &address, sizeof address);
	if (params && kernel->shared_bytes <= MOST && kernel->local_bytes <= MOST &&
	    kernel->register_bytes <= MOST) {
		PtxEnd end = ptx_run(&launch, &fault, &counts);
		FUZZ_REQUIRE(end == fault.end, "ended as %d, not %d", (int)fault.end, (int)end);
	}
	free(params);
}

static void again_check(const PtxModule *module, const uint8_t *data, size_t size)
{
	size_t bytes = 0;
	unsigned char *again = ptx_encode(module, &bytes);
	FUZZ_REQUIRE(again, "cannot be encoded again");
	PtxError error;
	PtxModule *second = ptx_decode(again, bytes, &error);
	FUZZ_REQUIRE(second, "refused the second time: %s", error.text);
	ptx_free(second);
	(void)data;
	FUZZ_REQUIRE(bytes <= size, "%zu bytes became %zu", size, bytes);
	free(again);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	PtxError error = {.line = 0};
	unsigned char *copy = malloc(size + 1); /* of that size, so that a sanitizer sees its end */
	if (!copy)
		return 0;
	memcpy(copy, data, size);
	PtxModule *module = ptx_decode(copy, size, &error);
	if (!module)
		FUZZ_REQUIRE(*error.text, "no reason");
	else
		again_check(module, data, size);
	if (module && ptx_link(module, &error))
		for (uint32_t i = 0; i < module->kernels && i < 8; i++)
			run(module, &module->kernel[i], 1 + (uint32_t)(size + i) % 80);
	ptx_free(module);
	free(copy);
	return 0;
}

/* --- examples: the sample, and the sample with a few bytes exchanged ---------------------------- */

size_t fuzz_example(unsigned number, uint8_t *to, size_t room)
{
	uint64_t state = number;
	size_t bytes = 0;
	PtxError error;
	PtxModule *module = ptx_parse(ptx_sample, sizeof ptx_sample - 1, &error);
	unsigned char *coded = module ? ptx_encode(module, &bytes) : NULL;
	ptx_free(module);
	FUZZ_REQUIRE(coded, "the sample: line %u: %s", error.line, error.text);
	if (bytes > room)
		bytes = 0;
	memcpy(to, coded, bytes);
	free(coded);
	for (unsigned i = 0; bytes > 0 && i < number % 4; i++) {
		uint8_t *at = &to[fuzz_random(&state) % bytes];
		*at = fuzz_random(&state) % 2 ? (uint8_t)(*at + 1) : (uint8_t)fuzz_random(&state);
	}
	return number % 11 == 10 ? (size_t)(fuzz_random(&state) % (bytes + 1)) : bytes;
}

const unsigned fuzz_examples = 2000;
