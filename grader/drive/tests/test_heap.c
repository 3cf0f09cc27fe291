/* test_heap.c - blocks of the student's process: what malloc() and its like promise, for guarded
 * blocks and for those that come after them, and what is found when one is left. It is linked with
 * drive_heap.o, so what it asks for itself gets such blocks. */
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/drive/heap.h"

enum { MANY = 20000 }; /* more than are guarded */

static FrameHeap told;
static volatile size_t huge = SIZE_MAX / 2;

/* What compilers and linters know of these would have them warn of what is wrong with their use. */
static void *(*volatile ask)(size_t bytes) = malloc;
static void *(*volatile resize)(void *block, size_t bytes) = realloc;
static void (*volatile heap_free)(void *block) = free;

static jmp_buf stopped;

void drive_heap_stop(const FrameHeap *fault)
{
	told = *fault;
	longjmp(stopped, 1);
}

/* Whether giving it back stops the program. */
static int stops(void *block)
{
	if (setjmp(stopped) != 0)
		return 1;
	heap_free(block);
	return 0;
}

static sigjmp_buf touched;
static volatile uintptr_t fault_at;
static volatile sig_atomic_t fault_by, touch_raises = SIGBUS;

static void on_fault(int number, siginfo_t *info, void *context)
{
	(void)context;
	fault_by = number;
	fault_at = (uintptr_t)info->si_addr;
	siglongjmp(touched, 1);
}

/* Whether reading that byte, and writing it, ends in a fault, and of which block. */
static int faults(volatile char *at)
{
	const struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
	volatile char spare;
	volatile int seen = 0;

	sigaction(SIGSEGV, &action, NULL);
	sigaction(SIGBUS, &action, NULL);
	if (sigsetjmp(touched, 1) == 0)
		(void)*at;
	else
		seen += fault_by == touch_raises && fault_at == (uintptr_t)at;
	fault_by = 0;
	if (sigsetjmp(touched, 1) == 0)
		*(seen ? at : &spare) = 1; /* where it can be read it is the heap's pattern */
	else
		seen += fault_by == touch_raises && fault_at == (uintptr_t)at;
	sigaction(SIGSEGV, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
	sigaction(SIGBUS, &(struct sigaction){.sa_handler = SIG_DFL}, NULL);
	return seen == 2 && drive_heap_explain(fault_at, &told);
}

/* In a process of its own, which shares no memory with a machine. */
static int faults_without_file(void)
{
	int status = 1;
	const pid_t child = fork();

	if (child == 0) {
		touch_raises = SIGSEGV;
		drive_heap_begin();

		char *block = ask(16);
		int bad = drive_heap_arena().beyond != 0 || !faults(block + 16);

		heap_free(block);
		_Exit(bad || !faults(block));
	}
	return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

/* Takes what is left of the guarded blocks, so that the next ones are of the other kind. */
static char **all_taken(void)
{
	char **blocks = malloc(MANY * sizeof *blocks);

	for (int i = 0; i < MANY; i++) {
		blocks[i] = ask((size_t)i % 50);
		memset(blocks[i], i, (size_t)i % 50);
	}
	return blocks;
}

static void all_given_back(char **blocks)
{
	for (int i = 0; i < MANY; i++) {
		for (int k = 0; k < i % 50; k++)
			assert_int_equal((unsigned char)blocks[i][k], (unsigned char)i);
		free(blocks[i]);
	}
	free(blocks);
}

/* What C and POSIX promise, whatever kind the blocks are of. */
static void promises_hold(void)
{
	void *block = NULL;
	char *text = strdup("seven");
	int *numbers = calloc(3, sizeof *numbers);

	assert_string_equal(text, "seven");
	for (size_t bytes = 0; bytes < 200; bytes++) {
		char *larger = realloc(text, bytes + 6);

		assert_non_null(larger);
		text = larger;
		assert_int_equal((uintptr_t)text % 16, 0);
		assert_memory_equal(text, "seven", 6);
		memset(text + 6, 'x', bytes);
	}
	assert_null(resize(text, 2 * huge - 40));
	assert_int_equal(errno, ENOMEM);
	assert_memory_equal(text, "sevenx", 5);
	free(text);
	assert_true(numbers[0] == 0 && numbers[1] == 0 && numbers[2] == 0);
	free(numbers);
	for (size_t align = 1; align <= 1 << 16; align *= 2) {
		char *aligned = aligned_alloc(align, 3 * align);

		memset(aligned, 1, 3 * align);
		assert_int_equal((uintptr_t)aligned % align, 0);
		free(aligned);
	}
	assert_int_equal(posix_memalign(&block, 3, 8), EINVAL);
	assert_int_equal(posix_memalign(&block, 256, 8), 0);
	assert_int_equal((uintptr_t)block % 256, 0);
	free(block);
	assert_null(ask(huge));
	block = calloc(huge, 3);
	assert_null(block);
	block = reallocarray(NULL, huge, 3);
	assert_null(block);
	free(NULL);
}

static void test_promises(void **state)
{
	int64_t before = drive_heap_bytes();
	char **blocks;

	(void)state;
	promises_hold();
	assert_int_equal(drive_heap_bytes(), before);
	drive_heap_window(1);
	blocks = all_taken();
	promises_hold();
	all_given_back(blocks);
	promises_hold();
	drive_heap_window(0);
	assert_int_equal(drive_heap_bytes(), before);
}

/* With each number of bytes, a byte behind the block is a fault, or it is found. */
static void test_behind(void **state)
{
	(void)state;
	for (size_t bytes = 0; bytes < 70; bytes++) {
		volatile char *block = ask(bytes);
		int closed = faults(block + bytes);

		if (!closed) {
			assert_false(drive_heap_damaged(&told));
			block[bytes] = 1;
			assert_true(drive_heap_damaged(&told));
			assert_int_equal(told.offset, bytes);
			told = (FrameHeap){0};
			assert_true(stops((void *)block));
		}
		assert_int_equal(closed, bytes % 16 == 0);
		assert_int_equal(told.bytes, bytes);
		assert_int_equal(told.offset, bytes);
		assert_int_equal(told.freed, 0);
		if (!closed)
			block[bytes] = (char)0xC7; /* as it was */
		heap_free((void *)block);
	}
	assert_false(drive_heap_damaged(&told));
}

static void test_before_and_after(void **state)
{
	volatile int *block = ask(5 * sizeof *block);

	(void)state;
	block[-1] = 1;
	assert_true(stops((void *)block));
	assert_int_equal(told.offset, -4);
	assert_int_equal(told.act, HEAP_WRITTEN);
	memset((char *)(uintptr_t)block - 4, 0xC7, 4);
	assert_true(stops((char *)(uintptr_t)block + 4)); /* not its begin */
	assert_int_equal(told.act, HEAP_FREED);
	assert_int_equal(told.offset, 4);
	assert_false(stops((void *)block));
	assert_true(faults((volatile char *)block + 8));
	assert_int_equal(told.freed, 1);
	assert_int_equal(told.offset, 8);
	assert_true(stops((void *)block)); /* a second time */
	assert_int_equal(told.freed, 1);
}

/* Behind a large block more than a page is closed, and it is told as that block's. */
static void test_far_behind(void **state)
{
	(void)state;
	for (size_t bytes = 4096 - 16; bytes <= (size_t)8 << 20; bytes *= 3) {
		volatile char *block = ask(bytes);

		for (size_t at = bytes + 16; at < bytes + 4096; at += 1000) {
			assert_true(faults(block + at));
			assert_int_equal(told.bytes, bytes);
			assert_int_equal(told.offset, at);
		}
		assert_true(faults(block + bytes + (bytes > 8 * 4096 ? bytes / 2 : 32)));
		assert_int_equal(told.bytes, bytes);
		block[bytes - 1] = 1;
		heap_free((void *)block);
		assert_true(faults(block));
		assert_int_equal(told.freed, 1);
	}
}

/* One that has only patterns around it. */
static void test_among_many(void **state)
{
	char **blocks;
	volatile char *block;

	(void)state;
	drive_heap_window(1);
	blocks = all_taken();
	block = ask(40);
	block[40]++;
	assert_true(drive_heap_damaged(&told));
	assert_true(told.bytes == 40 && told.offset == 40);
	block[40]--;
	block[-1]++;
	assert_true(drive_heap_damaged(&told));
	assert_true(told.bytes == 40 && told.offset == -1);
	block[-1]--;
	assert_false(stops((void *)block));
	assert_false(drive_heap_damaged(&told));
	all_given_back(blocks);
	drive_heap_window(0);
}

/* Blocks that one thread makes and another gives back. */
static int pass_blocks(void *argument)
{
	char *volatile *slot = argument;

	for (int i = 0; i < 3000; i++) {
		char *mine = malloc((size_t)i % 90 + 1);

		mine[0] = mine[i % 90] = (char)i;
		free(atomic_exchange((char *_Atomic *)(uintptr_t)&slot[i % 8], mine));
	}
	return 0;
}

static void test_threads(void **state)
{
	static char *slots[8];
	thrd_t thread[4];

	(void)state;
	for (int i = 0; i < 4; i++)
		assert_int_equal(thrd_create(&thread[i], pass_blocks, slots), thrd_success);
	for (int i = 0; i < 4; i++)
		thrd_join(thread[i], NULL);
	for (int i = 0; i < 8; i++)
		free(slots[i]);
	assert_false(drive_heap_damaged(&told));
}

/* What is given back can be had again, and a block that grows takes as much as it grows by. */
static void test_room(void **state)
{
	char *volatile all, *volatile some, *volatile rest;

	(void)state;
	assert_true(drive_heap_room(1000));
	assert_null(ask(1001));
	assert_int_equal(errno, ENOMEM);
	all = ask(1000);
	assert_non_null(all);
	assert_null(ask(1));
	heap_free(all);
	some = ask(400);
	assert_null(resize(some, huge));
	assert_null(resize(some, 1001));
	rest = ask(600);
	assert_non_null(rest);
	heap_free(some);
	assert_null(ask(401));
	heap_free(rest);
	assert_true(drive_heap_room(-1));
	some = ask(2000);
	assert_non_null(some);
	heap_free(some);
}

/* What a library takes is its own, but not what is more than the program may have. */
static void test_room_of_libraries(void **state)
{
	FILE *stream;

	(void)state;
	assert_true(drive_heap_room(1000));
	stream = fmemopen(NULL, 4096, "w");
	assert_non_null(stream);
	fclose(stream);
	assert_null(fmemopen(NULL, 32 << 20, "w"));
	assert_int_equal(errno, ENOMEM);
	assert_true(drive_heap_room(-1));
	stream = fmemopen(NULL, 32 << 20, "w");
	assert_non_null(stream);
	fclose(stream);
}

/* A sanitizer has a heap of its own, which must stay the program's. */
__attribute__((weak)) int
__sanitizer_get_ownership(const volatile void *block); /* NOLINT: its name */

/* --- sorting ---------------------------------------------------------------------------------- */

#define SORTED_MOST 200000

static int by_size(const void *one, const void *other)
{
	const int a = *(const int *)one, b = *(const int *)other;

	return (a > b) - (a < b);
}

static int by_more(const void *one, const void *other)
{
	return *(const int *)one > *(const int *)other;
}

/* Numbers in no order, and how many of them follow a larger one once they are sorted. */
static int out_of_order(int count, int (*compare)(const void *, const void *))
{
	int *all = calloc(SORTED_MOST, sizeof *all), found = 0;
	unsigned drawn = 1;

	assert_non_null(all);
	for (int i = 0; i < count; i++) {
		drawn = drawn * 1103515245 + 12345;
		all[i] = (int)(drawn >> 8);
	}
	qsort(all, (size_t)count, sizeof *all, compare);
	for (int i = 1; i < count; i++)
		found += all[i - 1] > all[i];
	free(all);
	return found;
}

/* What is sorted by a right comparison is sorted, few numbers or so many that their square would take minutes. */
static void test_sort(void **state)
{
	(void)state;
	for (int count = 0; count < 70; count++)
		assert_int_equal(out_of_order(count, by_size), 0);
	assert_int_equal(out_of_order(1000, by_size), 0);
	assert_int_equal(out_of_order(SORTED_MOST, by_size), 0);
	assert_true(out_of_order(50, by_more) > 0);
}

static void test_sanitized(void **state)
{
	char *volatile block;

	(void)state;
	drive_heap_begin();
	block = malloc(7);
	assert_int_equal(__sanitizer_get_ownership(block), 1);
	free(block);
	assert_false(drive_heap_damaged(&told));
}

/* Not even a byte behind it can be read, however many numbers there are; nor before, which the pattern tells. */
static void test_exact(void **state)
{
	(void)state;
	for (size_t align = 1; align <= 8; align *= 2)
		for (size_t count = 1; count <= 20; count++) {
			char *block = drive_heap_exact(count * align, align);

			assert_non_null(block);
			assert_int_equal((uintptr_t)block % align, 0);
			memset(block, 1, count * align);
			assert_true(faults(block + count * align));
			assert_int_equal(told.offset, count * align);
			assert_int_equal(told.bytes, count * align);
			block[-1] = 1;
			assert_true(stops(block));
			memset(block - 1, 0xC7, 1);
			assert_false(stops(block));
		}
	heap_free(drive_heap_exact(0, 4));
}

static int without_file;

static void test_without_file(void **state)
{
	(void)state;
	assert_int_equal(without_file, 1);
	assert_int_not_equal(drive_heap_arena().beyond, 0); /* of this process */
}

/* What the program shares with its machine. */
static void memory_share(void)
{
	const int file = memfd_create("machine", MFD_CLOEXEC | MFD_ALLOW_SEALING);

	if (file < 0 || ftruncate(file, 4096) < 0 ||
	    fcntl(file, F_ADD_SEALS, F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL) < 0 ||
	    dup2(file, MACHINE_MEMORY_FD) < 0)
		abort();
	if (file != MACHINE_MEMORY_FD)
		close(file);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_behind),
		cmocka_unit_test(test_before_and_after),
		cmocka_unit_test(test_exact),
		cmocka_unit_test(test_far_behind),
		cmocka_unit_test(test_promises),
		cmocka_unit_test(test_among_many),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_room),
		cmocka_unit_test(test_room_of_libraries),
		cmocka_unit_test(test_sort),
		cmocka_unit_test(test_without_file),
	};
	const struct CMUnitTest sanitized[] = {cmocka_unit_test(test_sanitized)};

	if (__sanitizer_get_ownership)
		return cmocka_run_group_tests(sanitized, NULL, NULL);
	without_file = faults_without_file();
	memory_share();
	drive_heap_begin();
	return cmocka_run_group_tests(tests, NULL, NULL);
}
