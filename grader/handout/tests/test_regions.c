/* test_regions.c - the search for solutions: on a lab made up here, copied, wrapped, renamed,
 * changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grader/handout/regions.h"

#define MARK(text) "\t/* " text " */\n"

static const char body[] = "\tint total = 0, before = device_current();\n"
			   "\tfor (int i = 0; i < count; i++) {\n"
			   "\t\tdevice_choose(list[i]); /* one by one */\n"
			   "\t\tif (device_ready(list[i]) && weights[i] > 0.5)\n"
			   "\t\t\ttotal += weight_of(list[i], weights, \"kg\");\n"
			   "\t}\n"
			   "\tdevice_choose(before);\n"
			   "\treturn total > limit ? limit : total;\n";

static const char helper[] = "static int weight_rounded(double weight)\n"
			     "{\n"
			     "\treturn (int)(weight + 0.5);\n"
			     "}\n";

static char lab[4000];

typedef struct Found {
	int count, line;
	char what[400];
} Found;

static void found_add(void *context, const Resemblance *r)
{
	Found *found = context;
	size_t at = strlen(found->what);

	found->count++;
	found->line = r->line;
	snprintf(found->what + at, sizeof found->what - at, "%s, %s; ", r->region, r->how);
}

static Found search_bytes(const char *text, size_t bytes)
{
	Regions *regions = regions_create();
	Found found = {0, 0, ""};

	snprintf(lab, sizeof lab,
		 MARK("SOLUTION") "%s" MARK("STUB END") "int f(int n)\n{\n" MARK(
			 "SOLUTION 3.1") "%s\t/* STUB (about 9 lines)\n\treturn TODO(int, "
					 "\"3.1\");\n\tEND */\n}\n"
					 "int g(int n)\n{\n" MARK(
						 "SOLUTION 3.2") "\treturn n + 1;\n\t/* "
								 "STUB\n\treturn "
								 "TODO(int, \"3.2\", n);\n\tEND "
								 "*/\n}\n",
		 helper, body);
	assert_int_equal(regions_add(regions, "lab3_x", lab, strlen(lab)), 2);
	assert_int_equal(regions_too_short(regions), 1); /* of 3.2 */
	regions_search(regions, text, bytes, found_add, &found);
	regions_free(regions);
	return found;
}

static Found search(const char *text)
{
	return search_bytes(text, strlen(text));
}

/* Copies, with every `from` (a whole word) as `to`. */
static char *replaced(const char *text, const char *from, const char *to)
{
	char *out = calloc(strlen(text) * 4 + 1, 1), *at = out;

	assert_non_null(out);
	while (*text != '\0') {
		if (strncmp(text, from, strlen(from)) == 0) {
			at = stpcpy(at, to);
			text += strlen(from);
		} else {
			*at++ = *text++;
		}
	}
	return out;
}

static void test_same(void **state)
{
	char text[2000];
	(void)state;

	assert_int_equal(search(body).count, 1);
	assert_string_equal(search(body).what, "exercise 3.1, the same text; ");
	snprintf(text, sizeof text, "# A page\n\nNo code here.\n\n    %s\n", body);
	assert_int_equal(search(text).count, 1);
	assert_int_equal(search(text).line, 5);
	/* the starter, the marks and other code are not it */
	assert_int_equal(search("\treturn TODO(int, \"3.1\");\n/* SOLUTION 3.1 */").count, 0);
	assert_int_equal(search("for (int i = 0; i < count; i++) {\n\treturn n + 1;\n}").count, 0);
	assert_int_equal(search("").count, 0);
}

static void test_wrapped(void **state)
{
	char *line = replaced(body, "\n", " "), *wide = replaced(body, " ", "\n\t  "), *comment;
	char text[3000];
	(void)state;

	assert_int_equal(search(line).count, 1);
	assert_int_equal(search(wide).count, 1);
	comment = replaced(body, " /* one by one */", "");
	snprintf(text, sizeof text, "/*\n%s*/", comment);
	assert_int_equal(search(text).count, 1);
	free(comment);
	comment = replaced(text, "\n", "\n * ");
	assert_int_equal(search(comment).count, 1);
	free(comment);
	comment = replaced(body, ";", "; /* well */ // yes\n");
	assert_int_equal(search(comment).count, 1);
	free(comment);
	free(line);
	free(wide);
}

static void test_renamed(void **state)
{
	char *a = replaced(body, "list", "devices"), *b = replaced(a, "total", "sum");
	char *c = replaced(b, "weights", "w"), *d = replaced(c, "0.5", "0.25");
	(void)state;

	assert_string_equal(search(d).what, "exercise 3.1, the same with other names; ");
	free(a);
	a = replaced(d, "device_choose", "cudaSetDevice"); /* calls are no names that one chooses */
	assert_int_equal(search(a).count, 0);
	free(a), free(b), free(c), free(d);
}

/* One change leaves the rest to be found. */
static void test_changed(void **state)
{
	static const char *const changes[][2] = {{"<", "<="},
						 {"\tdevice_choose(before);\n", ""},
						 {"? limit : total", "? total : limit"},
						 {"int total = 0", "int total = 1"}};
	(void)state;

	for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
		char *text = replaced(body, changes[i][0], changes[i][1]);

		assert_string_not_equal(text, body);
		assert_int_equal(search(text).count, 1);
		free(text);
	}
}

static void test_names(void **state)
{
	static const char binary[] = "\177ELF\0\0weight_rounded\0\0\1\2";
	(void)state;

	assert_string_equal(search("calls weight_rounded(w)").what,
			    "a helper of lab3_x, its name; ");
	assert_int_equal(search_bytes(binary, sizeof binary).count, 1);
	assert_int_equal(search("weight_rounded_up(w), my_weight_rounded(w), weight").count, 0);
	assert_int_equal(search(helper).count, 1); /* told once, by its text or by its name */
}

static void test_odd(void **state)
{
	char *text = malloc(100000);
	(void)state;

	assert_non_null(text);
	memset(text, 'x', 100000); /* one endless word */
	assert_int_equal(search_bytes(text, 100000).count, 0);
	memset(text, '"', 100000);
	assert_int_equal(search_bytes(text, 100000).count, 0);
	memset(text, 0xff, 100000);
	assert_int_equal(search_bytes(text, 100000).count, 0);
	memcpy(text + 50000, body, sizeof body - 1); /* in the midst of other bytes */
	assert_int_equal(search_bytes(text, 100000).count, 1);
	assert_int_equal(search_bytes(text + 49999, strlen(body)).count, 1); /* cut */
	assert_int_equal(search("/* never closed").count, 0);
	assert_int_equal(search("/").count, 0);
	free(text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_same),    cmocka_unit_test(test_wrapped),
		cmocka_unit_test(test_renamed), cmocka_unit_test(test_changed),
		cmocka_unit_test(test_names),   cmocka_unit_test(test_odd),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
