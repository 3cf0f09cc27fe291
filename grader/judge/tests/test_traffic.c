/* test_traffic.c - what a judge is told of what went where: copies, and kernels that carry numbers. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "grader/judge/judge_state.h"

static const LabChecks no_lab; /* a lab without causes of its own */
static Judge judge = {.lab = &no_lab};

/* Each counter is a power of two, so a sum tells what it is made of. */
static const SimcudaCounters counted = {
	.copies_h2d = 1,
	.copies_d2h = 2,
	.copies_d2d = 4,
	.copies_p2p = 8,
	.links_h2d = 16,
	.links_d2h = 32,
	.links_p2p = 64,
	.bytes_h2d = 1024,
	.bytes_d2h = 2048,
	.bytes_d2d = 4096,
	.bytes_p2p = 8192,
	.linked_h2d = 16384,
	.linked_d2h = 32768,
	.linked_p2p = 65536,
	.launches = 1 << 20,
};

static void is_moved(Moved m, int copies, int bytes, int called, int carried)
{
	assert_int_equal((int)m.copies, copies);
	assert_int_equal((int)m.bytes, bytes);
	assert_int_equal((int)m.called, called);
	assert_int_equal((int)m.carried, carried);
}

static void test_ways(void **state)
{
	(void)state;
	Traffic went = traffic_of(&counted);

	is_moved(went.h2d, 1 + 16, 1024 + 16384, 1, 16384);
	is_moved(went.d2h, 2 + 32, 2048 + 32768, 2, 32768);
	is_moved(went.p2p, 8 + 64, 8192 + 65536, 8, 65536);
	is_moved(went.d2d, 4, 4096, 4,
		 0); /* a kernel works where its GPU's memory is: it carries nothing */
	is_moved(went.all, 127, 130048, 15, 114688);
}

static const char *said(const SimcudaCounters *c, bool between)
{
	Traffic went = traffic_of(c);

	strcpy(judge.verdict.message, "");
	if (setjmp(judge.leave) == 0)
		(between ? judge_not_carried : judge_host_not_carried)(&judge, &went, "two lists");
	return judge.verdict.message;
}

static void test_not_carried(void **state)
{
	(void)state;
	SimcudaCounters c = {.copies_h2d = 3, .bytes_h2d = 12, .links_p2p = 1, .linked_p2p = 4};

	assert_string_equal(said(&c, false), "");
	assert_string_equal(
		said(&c, true),
		"two lists: kernels read or wrote 4 bytes of another GPU's memory; wanted "
		"copies, and only those that the exercise takes");
	c.linked_h2d = 8;
	assert_string_equal(said(&c, true),
			    "two lists: kernels read 8 bytes of the host's memory and wrote 0 "
			    "bytes; wanted copies, and only those that the exercise takes");
	c.linked_h2d = 0;
	c.linked_d2h = 4;
	assert_non_null(strstr(said(&c, false), "wrote 4 bytes"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ways),
		cmocka_unit_test(test_not_carried),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
