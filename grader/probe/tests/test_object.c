/* test_object.c - looks into small objects that are compiled here: lines, missing functions, and
 * what a function reaches by every way there is to reach it. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/probe/object.h"
#include "grader/sandbox/process.h"

static char folder[] = "/tmp/usegpu-object-XXXXXX";

static const char source[] =
	"extern int good(int), bad(int), worse(int);\n"                         /* 1 */
	"int direct(int x)\n"                                                   /* 2 */
	"{\n"                                                                   /* 3 */
	"	x = good(x);\n"                                                 /* 4 */
	"	return bad(x) + 1;\n"                                           /* 5 */
	"}\n"                                                                   /* 6 */
	"int clean(int x) { return good(x); }\n"                                /* 7 */
	"__attribute__((noinline)) static int helper(int x)\n"                  /* 8 */
	"{\n"                                                                   /* 9 */
	"	return good(x) + bad(x) + 1;\n"                                 /* 10 */
	"}\n"                                                                   /* 11 */
	"int through_helper(int x) { return helper(x) + 1; }\n"                 /* 12 */
	"int through_global(int x) { return direct(x) + 1; }\n"                 /* 13 */
	"static int (*const table[])(int) = {good, worse};\n"                   /* 14 */
	"int through_table(int x) { return table[x & 1](x) + 1; }\n"            /* 15 */
	"static int (*slot)(int) = bad;\n"                                      /* 16 */
	"void slot_set(int (*to)(int)) { slot = to; }\n"                        /* 17 */
	"int through_pointer(int x) { return slot(x) + 1; }\n"                  /* 18 */
	"__attribute__((always_inline)) static inline int inlined(int x)\n"     /* 19 */
	"{\n"                                                                   /* 20 */
	"	return bad(x) + 2;\n"                                           /* 21 */
	"}\n"                                                                   /* 22 */
	"int through_inline(int x) { return inlined(x) + 1; }\n"                /* 23 */
	"__attribute__((cold, noreturn)) extern void die(int);\n"               /* 24 */
	"int in_cold_part(int x)\n"                                             /* 25 */
	"{\n"                                                                   /* 26 */
	"	if (__builtin_expect(x < 0, 0))\n"                              /* 27 */
	"		die(bad(x));\n"                                         /* 28 */
	"	return x;\n"                                                    /* 29 */
	"}\n"                                                                   /* 30 */
	"int recursive(int x) { return x ? recursive(x - 1) * good(x) : 0; }\n" /* 31 */
	"__attribute__((noinline)) int apart(int x) { return good(x) * 3; }\n"
	"__attribute__((noinline)) static int on_the_way(int x) { return apart(x) + bad(x); }\n"
	"int small(int x) { return on_the_way(x); }\n"
	"int with_small(int x) { for (; x < 9; x++) if (x & 1) x += small(x) + 2; return x; }\n"
	"int through_two(int x) { return on_the_way(x) + 1; }\n";

static char *object_file(void)
{
	static char path[64];

	snprintf(path, sizeof path, "%s/lab.o", folder);
	return path;
}

static int compile(void **state)
{
	static ProcessEnd end;
	char path[64];
	char *const argv[] = {
		"cc",    "-O2", "-g",    "-fPIC", "-ffunction-sections", "-fdata-sections", "-c",
		"lab.c", "-o",  "lab.o", NULL};
	char *const env[] = {"PATH=/usr/local/bin:/usr/bin:/bin", NULL};
	ProcessSpec spec = {.argv = argv,
			    .env = env,
			    .folder = folder,
			    .wall_s = 60,
			    .cpu_s = 60,
			    .files = 64,
			    .file_bytes = 1 << 24};
	FILE *file;
	(void)state;

	if (!mkdtemp(folder))
		return -1;
	snprintf(path, sizeof path, "%s/lab.c", folder);
	file = fopen(path, "w");
	if (!file || fputs(source, file) < 0 || fclose(file) != 0)
		return -1;
	return process_run(&spec, &end) == 0 && end.status == 0 ? 0 : -1;
}

static int clean_up(void **state)
{
	char path[64];
	(void)state;

	unlink(object_file());
	snprintf(path, sizeof path, "%s/lab.c", folder);
	unlink(path);
	return rmdir(folder);
}

static void test_functions(void **state)
{
	int fd = open(object_file(), O_RDONLY | O_CLOEXEC);
	Object *object = object_open(fd);
	(void)state;

	assert_non_null(object);
	assert_true(object_has_function(object, "direct"));
	assert_false(object_has_function(object, "helper")); /* static */
	assert_false(object_has_function(object, "bad"));    /* only used */
	assert_false(object_has_function(object, "slot"));   /* a variable */
	assert_false(object_has_function(object, ""));
	assert_int_equal(object_line(object, "direct"), 2);
	assert_int_equal(object_line(object, "clean"), 7);
	assert_int_equal(object_line(object, "in_cold_part"), 25);
	assert_int_equal(object_line(object, "nowhere"), 0);
	object_close(object);
	close(fd);
}

static void test_forbidden(void **state)
{
	static const struct {
		const char *function, *forbidden, *symbol;
		int line; /* 0: any */
	} cases[] = {
		{"direct", "bad", "bad", 5},
		{"direct", "worse other", NULL, 0},
		{"direct", "ba", NULL, 0}, /* whole words */
		{"direct", "badly", NULL, 0},
		{"direct", "worse bad", "bad", 5},
		{"direct", "good worse", "good", 4},
		{"clean", "bad worse", NULL, 0},
		{"through_helper", "bad", "bad", 10},
		{"through_global", "bad", "bad", 5},
		{"through_table", "worse", "worse", 0},
		{"through_table", "bad", NULL, 0},
		{"through_pointer", "bad", "bad", 0},
		{"through_inline", "bad", "bad", 21},
		{"in_cold_part", "bad", "bad", 28},
		{"recursive", "bad", NULL, 0},
		{"recursive", "good", "good", 31},
		{"nowhere", "bad", NULL, 0},
	};
	int fd = open(object_file(), O_RDONLY | O_CLOEXEC);
	Object *object = object_open(fd);
	(void)state;

	assert_non_null(object);
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		char symbol[40] = "";
		int line = -1;
		int found = object_find_forbidden(object, cases[i].function, cases[i].forbidden,
						  symbol, sizeof symbol, &line);

		assert_int_equal(found, cases[i].symbol != NULL);
		if (cases[i].symbol)
			assert_string_equal(symbol, cases[i].symbol);
		if (cases[i].line > 0)
			assert_int_equal(line, cases[i].line);
	}
	object_close(object);
	close(fd);
}

static void test_used(void **state)
{
	static const char *const others[] = {"clean",   "apart",     "through_two",
					     "nowhere", "recursive", "small"};
	int fd = open(object_file(), O_RDONLY | O_CLOEXEC);
	Object *object = object_open(fd);
	(void)state;

	assert_non_null(object);
	assert_int_equal(object_find_used(object, "through_two", others, 6), 1 << 1);
	assert_int_equal(object_find_used(object, "clean", others, 6), 0);
	assert_int_equal(object_find_used(object, "recursive", others, 6), 0); /* itself */
	assert_int_equal(object_find_used(object, "small", others, 6), 1 << 1);
	assert_int_equal(object_find_used(object, "with_small", others, 6), 1 << 1 | 1 << 5);
	assert_int_equal(object_find_used(object, "nowhere", others, 6), 0);
	object_close(object);
	close(fd);
}

static void no_object(const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);

	assert_null(object_open(fd));
	if (fd >= 0)
		close(fd);
}

static void test_what_is_no_object(void **state)
{
	char path[64];
	(void)state;

	no_object("/nowhere/at/all");
	snprintf(path, sizeof path, "%s/lab.c", folder);
	no_object(path);
	no_object(folder);
	no_object("/proc/self/exe"); /* a program */
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_functions),
		cmocka_unit_test(test_forbidden),
		cmocka_unit_test(test_used),
		cmocka_unit_test(test_what_is_no_object),
	};

	return cmocka_run_group_tests(tests, compile, clean_up);
}
