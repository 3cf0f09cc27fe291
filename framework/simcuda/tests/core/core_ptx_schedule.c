/* Orders of warps and blocks that are drawn from a number: the same one does the same again, what is right
 * comes out the same in all, and what is not does not. */
#include "framework/simcuda/tests/core/core_ptx_text.h"

#define BLOCKS 5
#define ORDERS 40

static uint32_t schedule;

/* Every thread of five blocks: what memory[0] is then. */
static uint64_t total(const char *body, bool cooperative)
{
	char text[2000];
	PtxFault fault;
	PtxCounts counts = {0};
	snprintf(text, sizeof text, "%s%sret;\n}\n", HEAD, body);
	memset(memory, 0, sizeof memory);
	assert_int_equal(text_run(text,
				  (PtxLaunch){.grid = {BLOCKS, 1, 1},
					      .block = {THREADS, 1, 1},
					      .budget = 10000000,
					      .schedule = schedule,
					      .cooperative = cooperative},
				  &fault, &counts),
			 PTX_DONE);
	assert_int_equal(counts.blocks, BLOCKS);
	assert_int_equal(counts.warps, BLOCKS * THREADS / PTX_LANES);
	return memory[0];
}

#define FIRST "ld.param.u64 %rd1, [p];\n"
static const char plain[] = FIRST "ld.global.u32 %r1, [%rd1];\nadd.s32 %r1, %r1, 1;\n"
				  "st.global.u32 [%rd1], %r1;\n";
static const char atomic[] = FIRST "red.global.add.u32 [%rd1], 1;\n";

/* One warp in each block waits until the other has said that it is there, whichever comes first. */
static const char waits[] =
	FIRST ".shared .align 4 .b8 flag[4];\nsetp.ge.u32 %p1, %r8, 32;\n@%p1 bra WAIT;\n"
	      "st.shared.u32 [flag], 1;\nbra DONE;\nWAIT:\nld.volatile.shared.u32 %r1, [flag];\n"
	      "setp.eq.u32 %p2, %r1, 0;\n@%p2 bra WAIT;\nDONE:\nbar.sync 0;\n"
	      "red.global.add.u32 [%rd1], 1;\n";

static void test_same_again(void **state)
{
	(void)state;
	for (schedule = 0; schedule < ORDERS; schedule++)
		assert_int_equal(total(plain, false), total(plain, false));
}

static void test_right(void **state)
{
	(void)state;
	for (uint32_t i = 0; i < 2 * ORDERS; i++)
		for (int together = 0; together < 2; together++) {
			schedule = i < ORDERS ? i : PTX_STALLS | i; /* warps stand still */
			assert_int_equal(total(atomic, together), BLOCKS * THREADS);
			assert_int_equal(total(waits, together), BLOCKS * THREADS);
		}
}

/* A loop that takes long is no barrier: one warp in each block stores 1 first, and the other one adds what is there behind
 * the loop. */
static const char late[] =
	FIRST ".shared .align 4 .b8 flag[4];\nsetp.ge.u32 %p1, %r8, 32;\n@%p1 bra LATE;\n"
	      "st.shared.u32 [flag], 1;\nbra DONE;\nLATE:\nmov.u32 %r2, 0;\nROUND:\n"
	      "add.s32 %r2, %r2, 1;\nsetp.lt.s32 %p2, %r2, 3000;\n@%p2 bra ROUND;\n"
	      "ld.volatile.shared.u32 %r1, [flag];\nred.global.add.u32 [%rd1], %r1;\nDONE:\n";

static void test_stalls(void **state)
{
	int lost = 0;
	(void)state;
	for (uint32_t i = 1; i < ORDERS; i++) {
		schedule = i;
		const uint64_t right = total(late, false);
		schedule = PTX_STALLS | i;
		lost += total(late, false) < right;
		assert_int_equal(right, BLOCKS * PTX_LANES);
	}
	assert_true(lost > 0);
}

/* In the usual order warps come one after the other; of what is lost in others at least one is seen, and
 * another number in another. */
static void test_lost(void **state)
{
	uint64_t least = UINT64_MAX, most = 0;
	(void)state;
	schedule = 0;
	assert_int_equal(total(plain, false), BLOCKS * THREADS / PTX_LANES);
	for (schedule = 1; schedule < ORDERS; schedule++) {
		uint64_t now = total(plain, false);
		least = now < least ? now : least;
		most = now > most ? now : most;
		assert_in_range(now, 1, BLOCKS * THREADS / PTX_LANES);
	}
	assert_true(least < most);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same_again),
		cmocka_unit_test(test_right),
		cmocka_unit_test(test_stalls),
		cmocka_unit_test(test_lost),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
