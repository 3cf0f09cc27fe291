/* test_similar_pairs.c - what sim_c prints: pairs, and that it could not read. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/report/class/similar_pairs.h"

static void test_pairs(void **state)
{
	char output[] = "Total input: 3 files (3 new, 0 old), 3057 tokens\n\n"
			"/x/00002.c consists for 100 % of /x/00000.c material\n"
			"/x/00000.c consists for 61 % of /x/00002.c material\n"
			"/x/00001.c consists for 59 % of /x/00002.c material\n"
			"/x/00001.c consists for 99 % of /x/00003.c material\n";
	Pairs pairs = {.count = 0};

	(void)state;
	assert_null(pairs_read(&pairs, output, 3, 3));
	assert_int_equal(pairs.count, 1); /* both directions are one, at their larger share */
	assert_int_equal(pairs.list[0].a, 0);
	assert_int_equal(pairs.list[0].b, 2);
	assert_int_equal(pairs.list[0].share, 100);
}

/* Not what was handed to it, or nothing that it says at its end. */
static void test_not_all(void **state)
{
	static const char *const outputs[] = {
		"", "Total input: 2 files (2 new, 0 old), 7 tokens\n",
		"Total input: 3 files (3 new, 0 old), 7 tokens\nFile b.c: >>>> cannot open <<<<\n"};

	(void)state;
	for (size_t i = 0; i < sizeof outputs / sizeof *outputs; i++) {
		char output[200];
		Pairs pairs = {.count = 0};

		snprintf(output, sizeof output, "%s", outputs[i]);
		assert_non_null(pairs_read(&pairs, output, 3, 3));
	}
}

/* The installed sim_c itself, with a file that is not there. */
static void test_sim_c(void **state)
{
	char output[2000];
	Pairs pairs = {.count = 0};

	(void)state;
	if (access("/usr/bin/sim_c", X_OK) != 0) {
		print_message("# sim_c (similarity-tester) is not installed\n");
		skip();
	}

	FILE *sim = popen("/usr/bin/sim_c -e -p -F -T -t 60 -r 24 /nowhere/00000.c "
			  "/nowhere/00001.c 2>&1",
			  "re");

	assert_non_null(sim);
	output[fread(output, 1, sizeof output - 1, sim)] = '\0';
	assert_int_equal(pclose(sim), 0); /* it ends well, which is why its words are read */
	assert_string_equal(pairs_read(&pairs, output, 2, 2), "could not read the texts");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_not_all),
		cmocka_unit_test(test_sim_c),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
