/* Kernels that are drawn: branches, loops with a length of their own in each thread, breaks, early ends, masks,
 * shuffles, votes, barriers, shared and local memory, atomics. Each is written as PTX, and run by a model that
 * knows no warps' programs: it goes over the tree, and over the threads one by one.
 *
 * RANDOM_KERNELS=5000 tries so many instead of 200. All are right: no race is to be told. */
#include "framework/simcuda/tests/core/core_ptx_drawn_model.h"
#include "framework/simcuda/tests/core/core_ptx_drawn_text.h"

#include "framework/simcuda/ptx/decoded.h"
#include "framework/simcuda/ptx/launch.h"

#define BASE UINT64_C(0x10000)

static struct {
	uint32_t sums[SUMS], out[BLOCKS * THREADS_MOST * REGISTERS];
} got, wanted;
static unsigned char mark[sizeof got];

static bool find(void *context, uint64_t address, PtxSpan *span)
{
	(void)context;
	*span = (PtxSpan){BASE, sizeof got, (unsigned char *)&got, mark, NULL, false};
	return address - BASE < sizeof got;
}

static void mistake(void *context, const PtxFault *fault)
{
	(void)context;
	fail_msg("a mistake is told, %d in line %u\n%s", (int)fault->end,
		 fault->instr ? fault->instr->text_line : 0, text);
}

static void engine_run(const Kernel *k)
{
	PtxError error;
	PtxFault fault;
	PtxCounts counts = {0};
	uint64_t address = BASE;
	PtxModule *module = ptx_parse(text, used, &error);
	if (!module || !ptx_link(module, &error))
		fail_msg("line %u: %s\n%s", error.line, error.text, text);
	PtxLaunch launch = {.module = module,
			    .kernel = ptx_find(module, "k"),
			    .grid = {BLOCKS, 1, 1},
			    .block = {k->threads, 1, 1},
			    .params = &address,
			    .budget = 100000000,
			    .memory = {NULL, find},
			    .report = mistake};
	memset(&got, 0, sizeof got);
	if (ptx_run(&launch, &fault, &counts) != PTX_DONE)
		fail_msg("ends as %d in line %u\n%s", (int)fault.end,
			 fault.instr ? fault.instr->text_line : 0, text);
	ptx_free(module);
}

/* cmocka cuts what it is given. */
static void text_tell(int number)
{
	print_error("kernel %d:\n", number);
	for (size_t at = 0; at < used; at += 500)
		print_error("%.500s", text + at);
}

static void kernel_check(int number)
{
	static Kernel k;
	seed = (uint64_t)number * 977;
	kernel_draw(&k);
	say_kernel(&k);
	memset(&wanted, 0, sizeof wanted);
	model_run(&k, wanted.sums, wanted.out);
	engine_run(&k);
	if (memcmp(&got, &wanted, sizeof got) != 0)
		text_tell(number);
	for (int i = 0; i < SUMS; i++)
		if (got.sums[i] != wanted.sums[i])
			fail_msg("kernel %d, sum %d: %x, not %x", number, i, got.sums[i],
				 wanted.sums[i]);
	for (uint32_t i = 0; i < BLOCKS * k.threads * REGISTERS; i++)
		if (got.out[i] != wanted.out[i])
			fail_msg("kernel %d, block %u, thread %u, r%u: %x, not %x", number,
				 i / REGISTERS / k.threads, i / REGISTERS % k.threads,
				 i % REGISTERS, got.out[i], wanted.out[i]);
}

static void test_random_kernels(void **state)
{
	const char *many = getenv("RANDOM_KERNELS");
	(void)state;
	for (int i = 0, count = many ? atoi(many) : 200; i < count; i++)
		kernel_check(i);
}

/* Kernels that only add would prove little: each kind is drawn, and many are long. */
static void test_what_is_drawn(void **state)
{
	static Kernel k;
	int kinds[KINDS] = {0}, all = 0;
	(void)state;
	for (int i = 0; i < 200; i++) {
		seed = (uint64_t)i * 977;
		kernel_draw(&k);
		for (int n = 0; n < k.count; n++)
			kinds[k.node[n].kind]++;
		all += k.count;
	}
	for (int kind = 0; kind < KINDS; kind++)
		assert_true(kinds[kind] >= 20);
	assert_true(all > 200 * 15);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_random_kernels),
		cmocka_unit_test(test_what_is_drawn),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
