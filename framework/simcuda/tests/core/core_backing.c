/* core_backing.c - blocks of the computer's memory for what is allocated on a GPU. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "framework/simcuda/core/core.h"

#define MIB ((uint64_t)1 << 20)

/* Each is filled with a byte of its own, and holds it to the end. */
static void blocks_do_not_overlap(void **state)
{
	static const uint64_t bytes[] = {1, 511, 512, 513, 4095, 4096, 5000, 100000, 3 * MIB};
	enum { SIZES = sizeof bytes / sizeof *bytes, ROUNDS = 20 };
	BackingBlock *block[ROUNDS][SIZES];
	Backing backing = {.most = MIB};

	(void)state;
	for (int i = 0; i < ROUNDS; i++)
		for (int k = 0; k < SIZES; k++) {
			block[i][k] = backing_take(&backing, bytes[k]);
			assert_non_null(block[i][k]);
			assert_int_equal((uintptr_t)backing_bytes(block[i][k]) % SIM_ALIGNMENT, 0);
			memset(backing_bytes(block[i][k]), i * SIZES + k, bytes[k]);
		}
	for (int i = 0; i < ROUNDS; i++)
		for (int k = 0; k < SIZES; k++) {
			const unsigned char *at = backing_bytes(block[i][k]);

			for (uint64_t j = 0; j < bytes[k]; j++)
				if (at[j] != i * SIZES + k)
					fail_msg("block %d of %d bytes has changed", i,
						 (int)bytes[k]);
			backing_give(&backing, block[i][k]);
		}
	backing_release(&backing);
}

static void what_was_given_back_is_used_again(void **state)
{
	Backing backing = {.most = 4 * MIB};
	BackingBlock *first = backing_take(&backing, MIB), *other = backing_take(&backing, MIB);
	unsigned char *at = backing_bytes(first);

	(void)state;
	at[MIB - 1] = 7;
	backing_give(&backing, first);

	BackingBlock *again = backing_take(&backing, MIB - 1000); /* of that size, too */

	assert_ptr_equal(backing_bytes(again), at);
	assert_int_equal(at[MIB - 1], 7); /* it kept its pages */
	backing_give(&backing, other);
	backing_give(&backing, again);
	other = backing_take(&backing, MIB / 2);
	assert_ptr_not_equal(backing_bytes(other), at);
	backing_give(&backing, other);
	backing_release(&backing);
}

/* Beyond the limit a block comes back with new pages, which are clear. */
static void no_more_is_kept_than_was_said(void **state)
{
	Backing backing = {.most = 2 * MIB};
	BackingBlock *block[3];
	unsigned char *at[3];
	int kept = 0;

	(void)state;
	for (int i = 0; i < 3; i++) {
		block[i] = backing_take(&backing, MIB);
		at[i] = backing_bytes(block[i]);
		memset(at[i], 9, MIB);
	}
	for (int i = 0; i < 3; i++)
		backing_give(&backing, block[i]);
	for (int i = 0; i < 3; i++)
		kept += at[i][MIB / 2] == 9;
	assert_int_equal(kept, 2);
	for (int i = 0; i < 3; i++)
		block[i] = backing_take(&backing, MIB);
	for (int i = 0; i < 3; i++) /* what was taken again does not count any more */
		backing_give(&backing, block[i]);
	assert_int_equal(backing.kept, 2 * MIB);
	backing_release(&backing);
}

static void a_large_one_costs_only_addresses(void **state)
{
	Backing backing = {.most = 0};
	BackingBlock *block = backing_take(&backing, 40000 * MIB);

	(void)state;
	assert_non_null(block);
	backing_bytes(block)[40000 * MIB - 1] = 1;
	backing_give(&backing, block);
	assert_int_equal(backing_bytes(block)[40000 * MIB - 1], 0);
	assert_null(backing_take(&backing, UINT64_MAX));
	backing_release(&backing);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(blocks_do_not_overlap),
		cmocka_unit_test(what_was_given_back_is_used_again),
		cmocka_unit_test(no_more_is_kept_than_was_said),
		cmocka_unit_test(a_large_one_costs_only_addresses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
