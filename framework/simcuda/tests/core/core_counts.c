/* What is counted, against a plain model that lists every lane's address: sectors of global memory, and
 * wavefronts and conflicts of shared memory, for patterns that a person can work out; divergence,
 * guards, atomics, barriers. Each kernel is run by two warps. */
#include "framework/simcuda/tests/core/core_rig.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/ptx/launch.h"

#define THREADS 64
#define WARPS   2
#define BASE    UINT64_C(0x100000)

static unsigned char memory[1 << 16];

static bool find(void *context, uint64_t address, PtxSpan *span)
{
	(void)context;
	*span = (PtxSpan){BASE, sizeof memory, memory, NULL, NULL, false};
	return address - BASE < sizeof memory;
}

/* The body runs with %rd1: the memory, %r1: the thread's number within its warp, 0 to 31; %r2: the thread's
 * number; shared memory of 8 KiB is `s`, and is written before. */
static PtxCounts counted(const char *body)
{
	static const char head[] =
		".version 6.3\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 "
		"p)\n{\n"
		".reg .pred %p<5>;\n.reg .b32 %r<30>;\n.reg .f32 %f<9>;\n.reg .b64 %rd<9>;\n"
		".reg .f64 %d<9>;\n.shared .align 16 .b8 s[8192];\n.local .align 16 .b8 l[64];\n"
		"ld.param.u64 %rd1, [p];\nmov.u32 %r2, %tid.x;\nand.b32 %r1, %r2, 31;\n";
	char text[4000];
	PtxError error;
	PtxFault fault;
	PtxCounts counts = {0};
	uint64_t address = BASE;
	snprintf(text, sizeof text, "%s%s\nret;\n}\n", head, body);
	PtxModule *module = ptx_parse(text, strlen(text), &error);
	if (!module || !ptx_link(module, &error))
		fail_msg("line %u: %s\n%s", error.line, error.text, text);
	PtxLaunch launch = {.module = module,
			    .kernel = ptx_find(module, "k"),
			    .grid = {1, 1, 1},
			    .block = {THREADS, 1, 1},
			    .params = &address,
			    .budget = 1000000,
			    .memory = {NULL, find}};
	assert_int_equal(ptx_run(&launch, &fault, &counts), PTX_DONE);
	ptx_free(module);
	return counts;
}

/* --- a plain model ----------------------------------------------------------------------------- */

/* How many different numbers there are. */
static unsigned different(const uint64_t *number, unsigned count)
{
	unsigned found = 0;
	for (unsigned i = 0; i < count; i++) {
		unsigned before = 0;
		while (before < i && number[before] != number[i])
			before++;
		found += before == i;
	}
	return found;
}

/* Sectors of all bytes of all lanes. */
static unsigned model_sectors(const uint64_t *address, unsigned bytes, uint64_t unit)
{
	uint64_t touched[32 * 16];
	unsigned count = 0;
	for (unsigned lane = 0; lane < 32; lane++)
		for (unsigned b = 0; b < bytes; b++)
			touched[count++] = (address[lane] + b) / unit;
	return different(touched, count);
}

/* Lanes first to last go together: the bank with the most different words. */
static unsigned model_part(const uint64_t *address, unsigned bytes, unsigned first, unsigned last)
{
	unsigned most = 0;
	for (uint64_t bank = 0; bank < 32; bank++) {
		uint64_t words[32 * 16];
		unsigned count = 0;
		for (unsigned lane = first; lane < last; lane++)
			for (unsigned b = 0; b < bytes; b++)
				if ((address[lane] + b) / 4 % 32 == bank)
					words[count++] = (address[lane] + b) / 4;
		unsigned asked = different(words, count);
		most = asked > most ? asked : most;
	}
	return most;
}

static unsigned model_wavefronts(const uint64_t *address, unsigned bytes)
{
	unsigned parts = bytes > 4 ? bytes / 4 : 1, all = 0;
	for (unsigned part = 0; part < parts; part++)
		all += model_part(address, bytes, part * 32 / parts, (part + 1) * 32 / parts);
	return all;
}

/* --- patterns ---------------------------------------------------------------------------------- */

/* Lane i accesses the bytes from (i / group * stride + start). */
typedef struct Pattern {
	const char *name, *type; /* of the instruction: "v2.f32" */
	unsigned bytes, stride, group, start;
	unsigned sectors, wavefronts; /* as a person works them out; 0: left to the model */
} Pattern;

static const Pattern patterns[] = {
	{"coalesced", "f32", 4, 4, 1, 0, 4, 1},
	{"off by one", "f32", 4, 4, 1, 4, 5, 1},
	{"stride of 2", "f32", 4, 8, 1, 0, 8, 2},
	{"stride of 3", "f32", 4, 12, 1, 0, 12, 1},
	{"stride of 32", "f32", 4, 128, 1, 0, 32, 32},
	{"stride of 33", "f32", 4, 132, 1, 0, 32, 1},
	{"one word", "f32", 4, 0, 1, 64, 1, 1},
	{"two words", "f32", 4, 128, 16, 0, 2, 2},
	{"pairs of lanes", "f32", 4, 4, 2, 0, 2, 1},
	{"8 bytes", "f64", 8, 8, 1, 0, 8, 2},
	{"8 bytes, two at a time", "v2.f32", 8, 8, 1, 0, 8, 2},
	{"8 bytes, stride of 2", "f64", 8, 16, 1, 0, 16, 4},
	{"16 bytes", "v4.f32", 16, 16, 1, 0, 16, 4},
	{"16 bytes, stride of 2", "v4.f32", 16, 32, 1, 0, 32, 8},
	{"16 bytes, all the same", "v4.f32", 16, 0, 1, 32, 1, 4},
	{"bytes", "u8", 1, 1, 1, 0, 1, 1},
	{"bytes, stride of 4", "u8", 1, 4, 1, 0, 4, 1},
	{"2 bytes, stride of 64", "u16", 2, 128, 1, 0, 32, 32},
};

static void pattern_lanes(const Pattern *pattern, uint64_t *address)
{
	for (unsigned i = 0; i < 32; i++)
		address[i] = (uint64_t)(i / pattern->group) * pattern->stride + pattern->start;
}

/* "ld.global.f32 %f1, [%rd2];" or the store of it, in that space. */
static void pattern_text(const Pattern *pattern, const char *space, bool store, char *text,
			 size_t size)
{
	const char *value = strcmp(pattern->type, "v4.f32") == 0   ? "{%f1, %f2, %f3, %f4}"
			    : strcmp(pattern->type, "v2.f32") == 0 ? "{%f1, %f2}"
			    : strcmp(pattern->type, "f64") == 0    ? "%d1"
			    : strcmp(pattern->type, "f32") == 0    ? "%f1"
								   : "%r5";
	const char *address = strcmp(space, "shared") == 0 ? "%r4" : "%rd2";
	int used = snprintf(text, size,
			    "div.u32 %%r3, %%r1, %u;\nmul.lo.u32 %%r4, %%r3, %u;\n"
			    "add.u32 %%r4, %%r4, %u;\ncvt.u64.u32 %%rd2, %%r4;\n"
			    "add.s64 %%rd2, %%rd2, %%rd1;\n",
			    pattern->group, pattern->stride, pattern->start);
	if (store)
		snprintf(text + used, size - (size_t)used, "st.%s.%s [%s], %s;\n", space,
			 pattern->type, address, value);
	else
		snprintf(text + used, size - (size_t)used, "ld.%s.%s %s, [%s];\n", space,
			 pattern->type, value, address);
}

static void pattern_check(const Pattern *pattern, bool store)
{
	char text[600];
	uint64_t address[32];
	int kind = store ? PTX_STORES : PTX_LOADS;
	pattern_lanes(pattern, address);
	unsigned sectors = model_sectors(address, pattern->bytes, 32);
	unsigned lines = model_sectors(address, pattern->bytes, 128);
	unsigned wavefronts = model_wavefronts(address, pattern->bytes);
	unsigned parts = pattern->bytes > 4 ? pattern->bytes / 4 : 1;
	assert_int_equal(sectors, pattern->sectors);
	assert_int_equal(wavefronts, pattern->wavefronts);

	pattern_text(pattern, "global", store, text, sizeof text);
	PtxCounts counts = counted(text);
	if (counts.sectors[kind] != WARPS * sectors)
		fail_msg("%s: %u sectors, counted %u", pattern->name, WARPS * sectors,
			 (unsigned)counts.sectors[kind]);
	assert_int_equal(counts.requests[kind], WARPS);
	assert_int_equal(counts.lines[kind], WARPS * lines);
	assert_int_equal(counts.requests[!kind] + counts.requests[PTX_ATOMICS], 0);
	/* the second warp finds all in the L1 that the first has loaded; stores pass it */
	assert_int_equal(counts.l1_hits, store ? 0 : sectors);
	assert_int_equal(counts.l2_sectors[kind], store ? 2 * sectors : sectors);

	pattern_text(pattern, "shared", store, text, sizeof text);
	counts = counted(text);
	if (counts.shared_wavefronts[kind] != WARPS * wavefronts)
		fail_msg("%s: %u wavefronts, counted %u", pattern->name, WARPS * wavefronts,
			 (unsigned)counts.shared_wavefronts[kind]);
	assert_int_equal(counts.shared_requests[kind], WARPS);
	assert_int_equal(counts.shared_conflicts[kind], WARPS * (wavefronts - parts));
	assert_int_equal(counts.requests[kind], 0);
}

static void test_patterns(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++) {
		pattern_check(&patterns[i], false);
		pattern_check(&patterns[i], true);
	}
}

/* Addresses that no formula gives: drawn anew 40 times. */
static void test_scattered(void **state)
{
	uint32_t seed = 7;
	(void)state;
	for (int round = 0; round < 40; round++) {
		uint64_t address[32];
		char text[200];
		seed = seed * 1664525 + 1013904223;
		uint32_t a = seed >> 16 | 1, b = seed >> 24;
		/* lane i: word (a i i + b) of the first 512 */
		snprintf(text, sizeof text,
			 "mul.lo.u32 %%r3, %%r1, %%r1;\nmad.lo.u32 %%r3, %%r3, %u, %u;\n"
			 "and.b32 %%r3, %%r3, 511;\nshl.b32 %%r4, %%r3, 2;\n%s",
			 a, b, "ld.shared.u32 %r5, [%r4];\n");
		for (uint32_t i = 0; i < 32; i++)
			address[i] = (i * i * a + b) % 512 * 4;
		PtxCounts counts = counted(text);
		assert_int_equal(counts.shared_wavefronts[PTX_LOADS],
				 WARPS * model_wavefronts(address, 4));
		strcpy(strstr(text, "ld.shared"),
		       "cvt.u64.u32 %rd2, %r4;\n"
		       "add.s64 %rd2, %rd2, %rd1;\nst.global.u32 [%rd2], %r1;\n");
		counts = counted(text);
		assert_int_equal(counts.sectors[PTX_STORES], WARPS * model_sectors(address, 4, 32));
	}
}

/* --- local memory ------------------------------------------------------------------------------ */

/* The same word of all lanes lies together: 4 sectors for 4 bytes, 16 for 16; each lane's own place
 * otherwise. */
static void test_local(void **state)
{
	(void)state;
	PtxCounts counts = counted("st.local.u32 [l], %r1;\nld.local.u32 %r3, [l+4];\n");
	assert_int_equal(counts.local_requests[PTX_STORES], WARPS);
	assert_int_equal(counts.local_sectors[PTX_STORES], WARPS * 4);
	assert_int_equal(counts.local_sectors[PTX_LOADS], WARPS * 4);
	assert_int_equal(counts.sectors[PTX_LOADS] + counts.sectors[PTX_STORES], 0);
	counts = counted("ld.local.v4.f32 {%f1, %f2, %f3, %f4}, [l+16];\n");
	assert_int_equal(counts.local_sectors[PTX_LOADS], WARPS * 16);
}

/* --- lanes ------------------------------------------------------------------------------------- */

/* Half of each warp goes one way of 3 instructions, half the other of 2; a guard switches off all but 8
 * lanes of one instruction. By hand: 3 + 1 for setp + bra in all lanes, ... */
static void test_divergence(void **state)
{
	static const char body[] =
		"setp.lt.u32 %p1, %r1, 16;\n@%p1 bra LOW;\nadd.u32 %r3, %r1, 1;\nadd.u32 %r3, %r3, "
		"1;\n"
		"bra MEET;\nLOW:\nadd.u32 %r3, %r1, 2;\nadd.u32 %r3, %r3, 2;\nMEET:\n"
		"setp.lt.u32 %p2, %r1, 8;\n@%p2 add.u32 %r3, %r3, 1;\n";
	(void)state;
	PtxCounts counts = counted(body);
	/* of a warp, all lanes: 3 of the head, setp, bra, setp, the guarded add, ret; half: 3 and 2 */
	unsigned whole = 8, half = 5;
	assert_int_equal(counts.warps, WARPS);
	assert_int_equal(counts.warp_instructions, WARPS * (whole + half));
	assert_int_equal(counts.active_lanes, WARPS * (whole * 32 + half * 16));
	/* off: 24 lanes of the guarded add, half of those of the branch */
	assert_int_equal(counts.lane_instructions, counts.active_lanes - WARPS * (24 + 16));
	assert_int_equal(counts.branches, WARPS * 2);
	assert_int_equal(counts.divergent_branches, WARPS);
	assert_int_equal(counts.instructions[PTX_CLASS_INTEGER], WARPS * (1 + 4 + 1));
	assert_int_equal(counts.instructions[PTX_CLASS_COMPARE], WARPS * 2);
	assert_int_equal(counts.instructions[PTX_CLASS_CONTROL], WARPS * 3);
	assert_int_equal(counts.instructions[PTX_CLASS_PARAM], WARPS);
	assert_int_equal(counts.instructions[PTX_CLASS_MOVE], WARPS);
	uint64_t all = 0;
	for (int i = 0; i < PTX_CLASSES; i++)
		all += counts.instructions[i];
	assert_int_equal(all, counts.warp_instructions);
}

/* Multiply-adds of floats: two operations each; those of whole numbers are none. */
static void test_fused(void **state)
{
	(void)state;
	PtxCounts counts = counted("mov.b32 %f1, 0;\nfma.rn.f32 %f1, %f1, %f1, %f1;\n"
				   "fma.rn.f32 %f1, %f1, %f1, %f1;\nadd.f32 %f1, %f1, %f1;\n"
				   "mad.lo.u32 %r3, %r1, %r1, %r1;\n");
	assert_int_equal(counts.instructions[PTX_CLASS_F32], WARPS * 3);
	assert_int_equal(counts.fused, WARPS * 2);
}

static void test_atomics(void **state)
{
	(void)state;
	/* all to one address: 32 rounds; those of the second warp follow a request at the same address */
	PtxCounts counts = counted("atom.global.add.u32 %r3, [%rd1], 1;\n");
	assert_int_equal(counts.atomics, THREADS);
	assert_int_equal(counts.atomic_rounds, WARPS * 32);
	assert_int_equal(counts.atomic_hot, 32);
	assert_int_equal(counts.requests[PTX_ATOMICS], WARPS);
	assert_int_equal(counts.sectors[PTX_ATOMICS], WARPS);
	assert_int_equal(counts.global_atomics, THREADS);
	assert_int_equal(counts.share[PTX_WORK_WRITES].thread_most, 1);
	/* each lane its own word: one round, coalesced */
	counts = counted("mul.wide.u32 %rd2, %r2, 4;\nadd.s64 %rd2, %rd2, %rd1;\n"
			 "red.global.add.u32 [%rd2], 1;\n");
	assert_int_equal(counts.atomic_rounds, WARPS);
	assert_int_equal(counts.atomic_hot, 0);
	assert_int_equal(counts.sectors[PTX_ATOMICS], WARPS * 4);
	/* four words, eight lanes to each, shared */
	counts = counted("and.b32 %r3, %r1, 3;\nshl.b32 %r3, %r3, 2;\nmov.u32 %r4, s;\n"
			 "add.u32 %r3, %r3, %r4;\nred.shared.add.u32 [%r3], 1;\n");
	assert_int_equal(counts.atomics, THREADS);
	assert_int_equal(counts.atomic_rounds, WARPS * 8);
	assert_int_equal(counts.global_atomics, 0);
	assert_int_equal(counts.requests[PTX_ATOMICS], 0);
	assert_int_equal(counts.share[PTX_WORK_WRITES].thread_most, 0);
	assert_int_equal(counts.shared_requests[PTX_ATOMICS], WARPS);
}

static void assert_share(const PtxShare *share, uint64_t all, uint64_t threads, uint64_t most)
{
	assert_int_equal(share->all, all);
	assert_int_equal(share->threads, threads);
	assert_int_equal(share->thread_most, most);
	assert_int_equal(share->blocks, all > 0);
	assert_int_equal(share->block_most, all);
}

static void test_shares(void **state)
{
	(void)state;
	/* one thread writes three times, the others once */
	PtxCounts counts =
		counted("st.global.u32 [%rd1], %r1;\nsetp.eq.u32 %p1, %r1, 5;\n"
			"@%p1 st.global.u32 [%rd1], %r1;\n@%p1 red.global.add.u32 [%rd1], 1;\n");
	assert_share(&counts.share[PTX_WORK_WRITES], THREADS + 2 * WARPS, THREADS, 3);
	assert_share(&counts.share[PTX_WORK_READS], 0, 0, 0);
	assert_share(&counts.share[PTX_WORK_FLOPS], 0, 0, 0);
	assert_share(&counts.share[PTX_WORK_ATOMICS], WARPS, WARPS, 1);
	/* a request of shared memory is one of its warp */
	counts = counted("mov.u64 %rd2, s;\nst.shared.u32 [%rd2], %r1;\nsetp.lt.u32 %p1, %r2, 9;\n"
			 "@%p1 st.shared.u32 [%rd2], %r1;\n");
	assert_share(&counts.share[PTX_WORK_SHARED], 3, WARPS, 2);
	assert_share(&counts.share[PTX_WORK_WRITES], 0, 0, 0);
	/* so is what a warp is told about its lanes' bits, or the block's; a shuffle and a plain barrier tell no bits */
	counts = counted("setp.lt.u32 %p1, %r1, 9;\nvote.sync.ballot.b32 %r3, %p1, -1;\n"
			 "vote.sync.any.pred %p2, %p1, -1;\nactivemask.b32 %r3;\n"
			 "bar.red.popc.u32 %r3, 0, %p1;\nbar.red.or.pred %p2, 0, %p1;\n"
			 "setp.lt.u32 %p3, %r2, 32;\n@%p3 bra one;\n"
			 "match.any.sync.b32 %r3, %r1, -1;\none:\nbar.sync 0;\n"
			 "shfl.sync.down.b32 %r3, %r1, 1, 31, -1;\n");
	assert_share(&counts.share[PTX_WORK_VOTES], 5 * WARPS + 1, WARPS, 6);
	/* a sum of integers, a product of matrices and the time tell all bits */
	counts = counted("redux.sync.add.s32 %r3, %r1, -1;\nmov.u32 %r3, %clock;\n");
	assert_share(&counts.share[PTX_WORK_VOTES], 64 * WARPS, WARPS, 64);
	/* a vector is as many words as it has, a byte is one */
	counts = counted("ld.global.v4.u32 {%r3, %r4, %r5, %r6}, [%rd1];\n"
			 "setp.lt.u32 %p1, %r1, 9;\n@%p1 ld.global.u8 %r3, [%rd1];\n");
	assert_share(&counts.share[PTX_WORK_READS], 4 * THREADS + 9 * WARPS, THREADS, 5);
	/* a multiply-add is two operations; integers and what a guard leaves out are none */
	counts = counted("mov.b32 %f1, 0;\nadd.u32 %r3, %r1, 1;\nsetp.lt.u32 %p1, %r1, 9;\n"
			 "@%p1 fma.rn.f32 %f1, %f1, %f1, %f1;\n@%p1 sqrt.rn.f32 %f1, %f1;\n");
	assert_share(&counts.share[PTX_WORK_FLOPS], 27 * WARPS, 9 * WARPS, 3);
}

static void test_waits_and_barriers(void **state)
{
	(void)state;
	PtxCounts counts = counted("bar.sync 0;\nbar.sync 0;\n");
	assert_int_equal(counts.barriers, WARPS * 2);
	/* two loads are waited for together, a third by itself; one that nobody uses by nobody */
	counts = counted("ld.global.u32 %r3, [%rd1];\nld.global.u32 %r4, [%rd1+4];\n"
			 "add.u32 %r5, %r3, %r4;\nld.global.u32 %r6, [%rd1+8];\n"
			 "add.u32 %r5, %r5, %r6;\nld.global.u32 %r7, [%rd1+12];\n");
	assert_int_equal(counts.global_waits, WARPS * 2);
	assert_int_equal(counts.shared_waits, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_patterns), cmocka_unit_test(test_scattered),
		cmocka_unit_test(test_local),    cmocka_unit_test(test_divergence),
		cmocka_unit_test(test_fused),    cmocka_unit_test(test_atomics),
		cmocka_unit_test(test_shares),   cmocka_unit_test(test_waits_and_barriers),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
