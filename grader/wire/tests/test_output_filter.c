/* test_output_filter.c - what stays of a program's output. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grader/wire/findings.h"
#include "grader/wire/output_filter.h"

static void check(const char *printed, unsigned allowed, const char *wanted)
{
	char text[400];
	size_t bytes = strlen(printed);

	memcpy(text, printed, bytes);
	bytes = printed_strip(text, bytes, allowed, "lab3_copies.c");
	text[bytes] = '\0';
	assert_string_equal(text, wanted);
}

static void test_other_lines(void **state)
{
	(void)state;
	check("", ~0U, "");
	check("hello (drive.c:3)\n\nsimcuda: no memory (x.c:1)\n", ~0U,
	      "hello (drive.c:3)\n\nsimcuda: no memory (x.c:1)\n");
	check("no newline", ~0U, "no newline");
	check("simcuda: ", ~0U, "simcuda: ");
	check("simcuda: a word that is much longer than the name of any kind of finding: x", ~0U,
	      "simcuda: a word that is much longer than the name of any kind of finding: x");
}

static void test_kinds(void **state)
{
	(void)state;
	check("a\nsimcuda: host-pointer: x (lab3_copies.c:9)\nb\n", finding_bit("host-pointer"),
	      "a\nb\n");
	check("simcuda: host-pointer: x (lab3_copies.c:9)", finding_bit("leak"),
	      "simcuda: host-pointer: x (lab3_copies.c:9)");
	check("simcuda: leak: a\nsimcuda: race: b\nsimcuda: leak: c", finding_bit("leak"),
	      "simcuda: race: b\n");
}

static void test_places(void **state)
{
	(void)state;
	check("simcuda: race: x (lab3_drive.c:307; and lab3_copies.c:22)\n", 0,
	      "simcuda: race: x (lab3_copies.c:22)\n");
	check("simcuda: race: x (lab3_copies.c:22; and lab3_drive.c:307)\n", 0,
	      "simcuda: race: x (lab3_copies.c:22)\n");
	check("simcuda: race: x (/k/lab3_copies.c:22; and lab3_copies.c:9)\n", 0,
	      "simcuda: race: x (/k/lab3_copies.c:22; and lab3_copies.c:9)\n");
	check("simcuda: out-of-bounds: x (drive.c:1; made at lab3_copies.c:9)\n", 0,
	      "simcuda: out-of-bounds: x (made at lab3_copies.c:9)\n");
	check("simcuda: leak: x (drive.c:1)\nafter", 0, "simcuda: leak: x\nafter");
	check("simcuda: leak: x (mylab3_copies.c:1; made at lab3_copies.c)", 0, "simcuda: leak: x");
	check("simcuda: leak: ()", 0, "simcuda: leak:");
	check("simcuda: leak: x)", 0, "simcuda: leak: x)");
}

/* A submission prints what it likes: nothing grows, and nothing behind the text changes. */
static void test_hostile(void **state)
{
	static const char *const pieces[] = {
		"simcuda: race: x (",
		"lab3_copies.c:1;",
		";",
		" ",
		"and ",
		"lab3_copies.c:22",
		"; and ",
		"(",
		")",
		")\n",
		"\n",
		"y",
	};
	enum { PIECES = sizeof pieces / sizeof *pieces, GUARD = 64 };
	uint32_t random = 1;
	(void)state;

	check("simcuda: race: (lab3_copies.c:1;lab3_copies.c:2;lab3_copies.c:3)\nz", 0,
	      "simcuda: race: (lab3_copies.c:1;lab3_copies.c:2;lab3_copies.c:3)\nz");
	for (int round = 0; round < 20000; round++) {
		char text[600] = "", guard[GUARD];
		size_t bytes = 0;

		for (int i = 0; i < round % 40 && bytes < sizeof text - 20; i++) {
			const char *piece = pieces[i == 0 ? 0 : (random >> 16) % PIECES];

			random = random * 1664525u + 1013904223u;
			for (const char *c = piece; *c != '\0'; c++)
				text[bytes++] = *c;
		}
		char *exact = malloc(bytes + GUARD);

		assert_non_null(exact);
		memset(guard, 0x5a, sizeof guard);
		memcpy(exact, text, bytes);
		memcpy(exact + bytes, guard, sizeof guard);
		assert_true(printed_strip(exact, bytes, 0, "lab3_copies.c") <= bytes);
		assert_memory_equal(exact + bytes, guard, sizeof guard);
		free(exact);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_other_lines),
		cmocka_unit_test(test_kinds),
		cmocka_unit_test(test_places),
		cmocka_unit_test(test_hostile),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
