/* test_large.c - blocks for inputs and results: zeroed, apart from each other, not there in a child. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/large.h"

/* Around what malloc() has, sizes between two powers of 2, and one with a mapping of its own. */
static const size_t sizes[] = {0,      1,      32768,   32769,    65504,
			       100000, 131072, 5 << 20, 63 << 20, 70 << 20};
#define SIZES (sizeof sizes / sizeof *sizes)

static int is_all(const unsigned char *bytes, size_t count, unsigned char value)
{
	for (size_t i = 0; i < count; i++)
		if (bytes[i] != value)
			return 0;
	return 1;
}

/* Also those that were written to, given back and taken again. */
static void test_zeroed_and_apart(void **state)
{
	unsigned char *block[SIZES];

	(void)state;
	for (int again = 0; again < 2; again++) {
		for (size_t i = 0; i < SIZES; i++) {
			block[i] = large_new(sizes[i]);
			assert_non_null(block[i]);
			assert_int_equal((uintptr_t)block[i] % 16, 0);
			assert_true(is_all(block[i], sizes[i], 0));
			memset(block[i], (int)i + 1, sizes[i]);
		}
		for (size_t i = 0; i < SIZES; i++)
			assert_true(is_all(block[i], sizes[i], (unsigned char)(i + 1)));
		for (size_t i = 0; i < SIZES; i++)
			large_free(block[i]);
	}
	large_free(NULL);
	assert_null(large_new(SIZE_MAX));
	assert_null(large_new(SIZE_MAX / 2));
}

static void test_grow(void **state)
{
	unsigned char *block = NULL;
	size_t filled = 0;

	(void)state;
	for (size_t bytes = 1; bytes < (80u << 20); bytes = bytes * 3 + 1) {
		block = large_grow(block, bytes);
		assert_true(is_all(block, filled, 0x5a));
		memset(block, 0x5a, bytes);
		filled = bytes;
	}
	assert_ptr_equal(large_grow(block, filled / 2), block);
	large_free(block);
}

/* A child has small blocks, and those that the parent takes meanwhile do not harm it. */
static void test_child(void **state)
{
	char *small = large_new(100);
	char *other = large_new(1 << 20);
	int status;

	(void)state;
	memset(small, 'a', 100);
	memset(other, 'b', 1 << 20);

	pid_t child = fork();

	assert_true(child >= 0);
	if (child == 0)
		_exit(is_all((const unsigned char *)small, 100, 'a') ? 7 : 1);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 7);
	assert_true(is_all((const unsigned char *)other, 1 << 20, 'b'));
	large_free(small);
	large_free(other);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_zeroed_and_apart),
		cmocka_unit_test(test_grow),
		cmocka_unit_test(test_child),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
