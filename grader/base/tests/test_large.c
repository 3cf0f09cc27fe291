/* test_large.c - blocks for inputs and results: zeroed, apart from each other, not there in a child; the same pages for
 * one job of a pool after the other. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/large.h"
#include "grader/base/sanitized.h"

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

/* Whether the page at that address is mapped in this process. */
static int is_there(const unsigned char *at)
{
	const uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	unsigned char seen;

	return mincore((void *)((uintptr_t)at / page * page), 1, &seen) == 0;
}

/* A process that takes the memory of a place, as a job of a pool does. Its block's address, as it tells it. */
static uintptr_t job_run(int place, unsigned char value, int *ended)
{
	uintptr_t told = 0;
	int ends[2], status;

	assert_int_equal(pipe(ends), 0);
	large_lend_begin();

	pid_t job = fork();

	large_lend_end();
	assert_true(job >= 0);
	if (job == 0) {
		large_borrow(place);

		unsigned char *block = large_new(3 << 20), *any = large_any(1 << 20);
		int good = block && any && is_all(block, 3 << 20, 0);

		if (!good)
			_exit(1);
		memset(block, value, 3 << 20);
		memset(any, value, 1 << 20);
		told = (uintptr_t)block;
		good = write(ends[1], &told, sizeof told) == sizeof told;

		pid_t child = fork();

		if (child == 0)
			_exit(!is_there(block)); /* a program of the job's must not have it */
		waitpid(child, &status, 0);
		_exit(good && status == 256 ? 7 : 1);
	}
	close(ends[1]);
	if (read(ends[0], &told, sizeof told) != sizeof told)
		told = 0;
	close(ends[0]);
	assert_int_equal(waitpid(job, &status, 0), job);
	*ended = WIFEXITED(status) && WEXITSTATUS(status) == 7;
	return told;
}

/* Jobs at one place have the same memory, and see nothing of what was in it. */
static void test_lent(void **state)
{
	int ended;

	(void)state;
	if (SANITIZED)
		skip();
	large_lend(2);

	uintptr_t first = job_run(0, 0x5a, &ended);

	assert_true(ended);
	assert_int_equal(job_run(0, 0xa5, &ended), first);
	assert_true(ended);
	assert_int_not_equal(job_run(1, 0x5a, &ended), first);
	assert_true(ended);
	job_run(2, 0x5a, &ended); /* for which there is none */
	assert_true(ended);

	pid_t other = fork(); /* which is no job */
	int status;

	if (other == 0)
		_exit(!is_there((const unsigned char *)first));
	assert_int_equal(waitpid(other, &status, 0), other);
	assert_int_equal(status, 256);
	large_lend(0);
	assert_false(is_there((const unsigned char *)first));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_zeroed_and_apart),
		cmocka_unit_test(test_grow),
		cmocka_unit_test(test_child),
		cmocka_unit_test(test_lent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
