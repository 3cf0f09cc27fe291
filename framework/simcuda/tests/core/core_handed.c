/* What threads hand each other in shared memory: that it is counted, and comes out as other numbers. */
#include "framework/simcuda/tests/core/core_ptx_text.h"

static const PtxDye dyes[] = {{3, 1003, PTX_DYED_ALL},     {7, 1007, PTX_DYED_ALL},
			      {10, 1010, PTX_DYED_OTHERS}, {20, 1020, PTX_DYED_KEPT},
			      {40, 1040, PTX_DYED_ALL},    {0x3FC00000, 0x40200000, PTX_DYED_ALL}};

/* Each of 64 threads puts 1 + its number at its own place, and then does what `body` says with [%rd1], the place's
 * address, and %r3 what it comes to. */
static PtxCounts run(const char *body, bool asked)
{
	static const PtxHanding handing = {dyes, sizeof dyes / sizeof *dyes};
	char text[2000];
	PtxFault fault;
	PtxCounts counts = {0};
	snprintf(text, sizeof text,
		 "%s.shared .align 16 .b8 words[1024];\nmov.u64 %%rd1, words;\nmul.wide.u32 %%rd2, "
		 "%%r8, 4;\n"
		 "add.s64 %%rd1, %%rd1, %%rd2;\nadd.u32 %%r1, %%r8, 1;\n"
		 "ld.global.u32 %%r3, [%%rd8];\nst.shared.u32 [%%rd1], "
		 "%%r1;\n"
		 "bar.sync 0;\n%sst.global.u32 [%%rd8], %%r3;\nret;\n}\n",
		 HEAD, body);
	memset(memory, 0, sizeof memory);
	assert_int_equal(text_run(text,
				  (PtxLaunch){.grid = {1, 1, 1},
					      .block = {THREADS, 1, 1},
					      .budget = 1000000,
					      .handing = asked ? &handing : NULL},
				  &fault, &counts),
			 PTX_DONE);
	return counts;
}

static uint32_t dyed(uint32_t number)
{
	return number == 3 || number == 7 || number == 20 || number == 40 ? number + 1000 : number;
}

/* The place of thread 63 - i. */
#define OTHER_END                                                                                  \
	"mov.u64 %rd3, words;\nmov.u32 %r2, 63;\nsub.u32 %r2, %r2, %r8;\n"                         \
	"mul.wide.u32 %rd2, %r2, 4;\nadd.s64 %rd3, %rd3, %rd2;\n"

static void test_numbers_of_others_are_changed(void **state)
{
	(void)state;
	PtxCounts counts = run(OTHER_END "ld.shared.u32 %r3, [%rd3];\n", true);
	for (uint32_t i = 0; i < THREADS; i++)
		assert_int_equal((uint32_t)memory[i], i == 54 ? 1010 : dyed(64 - i));
	assert_int_equal(counts.put_least, THREADS);
	assert_int_equal(counts.handed_within, 0); /* each to a thread of the other warp */
	assert_int_equal(counts.handed_lanes, 1);
	assert_int_equal(counts.handed_words, THREADS);
	assert_int_equal(counts.handed_across, THREADS);
	assert_int_equal(counts.handed_early, 0);
	counts = run("st.shared.u32 [%rd1], %r1;\nmembar.cta;\n" OTHER_END
		     "ld.shared.u32 %r3, [%rd3];\n",
		     true);
	assert_int_equal(counts.handed_early,
			 THREADS / 2); /* a fence is no barrier, and the second warp comes behind */
	counts = run(OTHER_END "ld.shared.u32 %r3, [%rd3];\n", false);
	for (uint32_t i = 0; i < THREADS; i++)
		assert_int_equal((uint32_t)memory[i], 64 - i);
	assert_int_equal(counts.handed_lanes + counts.handed_words + counts.put_least, 0);
}

/* A barrier for which some threads come several times, so that others need not wait, is none of the block. */
static void test_all_wait_at_a_barrier(void **state)
{
	(void)state;
	PtxCounts counts = run(
		"st.shared.u32 [%rd1], %r1;\nand.b32 %r2, %r8, 31;\n"
		"setp.ne.u32 %p1, %r2, 0;\n@%p1 bra behind;\nmov.u32 %r4, 31;\n"
		"again:\nbar.arrive 1, 64;\nsub.u32 %r4, %r4, 1;\n"
		"setp.ne.u32 %p2, %r4, 0;\n@%p2 bra again;\nbar.sync 1, 64;\nbehind:\n" OTHER_END
		"ld.shared.u32 %r3, [%rd3];\n",
		true);
	assert_int_equal(counts.handed_early, THREADS);
	counts = run("st.shared.u32 [%rd1], %r1;\nbar.sync 1, 64;\n" OTHER_END
		     "ld.shared.u32 %r3, [%rd3];\n",
		     true);
	assert_int_equal(counts.handed_early, 0);
}

/* The place of the warp's other end. */
#define OTHER_LANE                                                                                 \
	"mov.u64 %rd3, words;\nxor.b32 %r2, %r8, 31;\n"                                            \
	"mul.wide.u32 %rd2, %r2, 4;\nadd.s64 %rd3, %rd3, %rd2;\nld.shared.u32 %r3, [%rd3];\n"

static void test_numbers_are_put_anew(void **state)
{
	(void)state;
	PtxCounts counts = run(OTHER_LANE "membar.cta;\nst.shared.u32 [%rd1], %r3;\n", true);
	assert_int_equal(counts.handed_anew, THREADS); /* a fence makes no lane wait */
	counts = run(OTHER_LANE "bar.warp.sync 0xFFFFFFFF;\nst.shared.u32 [%rd1], %r3;\n", true);
	assert_int_equal(counts.handed_anew, 0);
	/* both halves of each warp, each for itself */
	counts = run(OTHER_LANE "and.b32 %r2, %r8, 16;\nmov.u32 %r4, 0xFFFF;\n"
				"shl.b32 %r4, %r4, %r2;\nbar.warp.sync %r4;\n"
				"st.shared.u32 [%rd1], %r3;\n",
		     true);
	assert_int_equal(counts.handed_anew, THREADS);
}

static void test_own_numbers_are_changed_and_not_handed(void **state)
{
	(void)state;
	PtxCounts counts = run("ld.shared.u32 %r3, [%rd1];\n", true);
	for (uint32_t i = 0; i < THREADS; i++)
		assert_int_equal((uint32_t)memory[i], dyed(i + 1));
	assert_int_equal(counts.handed_within + counts.handed_lanes + counts.handed_words, 0);
	/* what is put elsewhere behind a barrier, when nothing is read any more, does not count */
	counts = run("st.shared.u32 [%rd1+512], %r1;\nld.shared.u32 %r3, [%rd1];\n", true);
	assert_int_equal(counts.put_least, THREADS);
}

static void test_what_was_put_there_just_now_is_not_kept(void **state)
{
	(void)state;
	run("st.shared.u32 [%rd1], %r1;\nld.shared.u32 %r3, [%rd1];\n", true);
	for (uint32_t i = 0; i < THREADS; i++)
		assert_int_equal((uint32_t)memory[i], i == 19 ? 20 : dyed(i + 1));
}

/* Of four words the first is for the sum: of those of threads 0 to 3, 4 to 7 ... */
static void test_numbers_of_a_warp(void **state)
{
	(void)state;
	PtxCounts counts =
		run("and.b64 %rd2, %rd1, -16;\n"
		    "ld.shared.v4.u32 {%r3, %r4, %r5, %r6}, [%rd2];\nmov.u32 %r3, %r5;\n",
		    true);
	for (uint32_t i = 0; i < THREADS; i++)
		assert_int_equal((uint32_t)memory[i], dyed(i / 4 * 4 + 3));
	assert_int_equal(counts.handed_within, 32); /* however many of them got it */
	assert_int_equal(counts.handed_across, 0);
	assert_int_equal(counts.handed_most, 3);
	assert_int_equal(counts.handed_lanes, 0);
	counts = run("xor.b64 %rd2, %rd1, 128;\nand.b64 %rd2, %rd2, -16;\n"
		     "ld.shared.v4.u32 {%r3, %r4, %r5, %r6}, [%rd2];\n",
		     true);
	assert_int_equal(counts.handed_within, 0);
	assert_int_equal(counts.handed_lanes, 4);
}

/* The second warp puts behind all what it has got of the first, each thread its number. */
#define TO_THE_SECOND                                                                              \
	"setp.lt.u32 %p1, %r8, 32;\n@%p1 bra wait;\nld.shared.u32 %r3, [%rd1+-128];\n"             \
	"st.shared.u32 [%rd1+128], %r3;\nwait:\nbar.sync 0;\n"

static void test_numbers_go_by_way_of_others(void **state)
{
	(void)state;
	/* in the first warp again each its own, or two of the second warp */
	assert_int_equal(run(TO_THE_SECOND, true).handed_lanes, 1);
	assert_int_equal(
		run(TO_THE_SECOND "@!%p1 bra end;\nld.shared.u32 %r3, [%rd1+256];\nend:\n", true)
			.handed_lanes,
		1);
	assert_int_equal(run(TO_THE_SECOND "@!%p1 bra end;\nld.shared.u32 %r3, [%rd1+256];\n"
					   "xor.b64 %rd1, %rd1, 4;\nld.shared.u32 %r3, "
					   "[%rd1+256];\nend:\n",
			     true)
				 .handed_lanes,
			 2);
	/* who votes has got what the others have */
	assert_int_equal(run(TO_THE_SECOND "vote.sync.any.pred %p2, %p1, -1;\n", true).handed_lanes,
			 32);
	assert_int_equal(run("vote.sync.any.pred %p2, %p1, -1;\n" TO_THE_SECOND, true).handed_lanes,
			 1);
}

static void test_atomics_hand_over(void **state)
{
	(void)state;
	PtxCounts counts = run("mov.u64 %rd3, words;\natom.shared.add.u32 %r3, [%rd3], 1;\n", true);
	assert_int_equal(counts.handed_within,
			 31); /* thread 0 gets its own number, thread 32 that of 31 */
	assert_int_equal(counts.handed_lanes, 1);
}

static void test_a_byte_hides_nothing(void **state)
{
	(void)state;
	/* each thread puts a byte of its own on the word of the one before it, and reads that */
	PtxCounts counts =
		run("mov.u64 %rd3, words;\nadd.u32 %r2, %r8, 63;\nand.b32 %r2, %r2, 63;\n"
		    "mul.wide.u32 %rd2, %r2, 4;\nadd.s64 %rd3, %rd3, %rd2;\n"
		    "st.shared.u8 [%rd3+3], %r1;\nld.shared.u32 %r3, [%rd3];\n",
		    true);
	assert_int_equal(counts.handed_within, 31);
	assert_int_equal(counts.handed_lanes, 1);
}

static void test_writes_of_one_thread(void **state)
{
	(void)state;
	/* all to one word; thread 9 to another one, in two pieces and by an atomic */
	const char *often =
		"mov.u32 %r3, 0;\nsetp.eq.u32 %p1, %r8, 9;\n"
		"@%p1 st.global.u64 [%rd8+64], %rd8;\n@%p1 st.global.u16 [%rd8+70], %h1;\n"
		"@%p1 red.global.add.u32 [%rd8+68], %r3;\n";
	assert_int_equal(run(often, true).rewrites, 3);
	assert_int_equal(run(often, false).rewrites, 0);
	assert_int_equal(run("mov.u32 %r3, 0;\n", true).rewrites, 1);
}

static void test_nothing_is_handed_by_0(void **state)
{
	(void)state;
	PtxCounts counts =
		run("mov.u32 %r3, 0;\nst.shared.u32 [%rd1], %r3;\nbar.sync 0;\n" OTHER_END
		    "ld.shared.u32 %r3, [%rd3];\n",
		    true);
	assert_int_equal(counts.handed_within + counts.handed_lanes, 0);
}

/* 1.5, of which 2.5 comes. */
static void test_floats_in_doubles(void **state)
{
	(void)state;
	run("mov.f64 %d1, 0d3FF8000000000000;\nmul.wide.u32 %rd2, %r8, 8;\nmov.u64 %rd1, words;\n"
	    "add.s64 %rd1, %rd1, %rd2;\nbar.sync 0;\nst.shared.f64 [%rd1], %d1;\nbar.sync 0;\n"
	    "xor.b64 %rd1, %rd1, 8;\nld.shared.f64 %d2, [%rd1];\ncvt.rn.f32.f64 %f1, %d2;\n"
	    "mov.b32 %r3, %f1;\n",
	    true);
	for (uint32_t i = 0; i < THREADS; i++)
		assert_int_equal((uint32_t)memory[i], 0x40200000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers_of_others_are_changed),
		cmocka_unit_test(test_all_wait_at_a_barrier),
		cmocka_unit_test(test_numbers_are_put_anew),
		cmocka_unit_test(test_own_numbers_are_changed_and_not_handed),
		cmocka_unit_test(test_what_was_put_there_just_now_is_not_kept),
		cmocka_unit_test(test_numbers_of_a_warp),
		cmocka_unit_test(test_numbers_go_by_way_of_others),
		cmocka_unit_test(test_atomics_hand_over),
		cmocka_unit_test(test_a_byte_hides_nothing),
		cmocka_unit_test(test_writes_of_one_thread),
		cmocka_unit_test(test_nothing_is_handed_by_0),
		cmocka_unit_test(test_floats_in_doubles),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
