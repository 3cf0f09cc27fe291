/* test_book_diff.c - what lies between two gradings, and the table of the class. */
#include "grader/class/book/tests/sample.h"

#include <locale.h>

#include "grader/class/book/book_diff.h"
#include "grader/class/book/book_reading.h"
#include "grader/class/book/regrade.h"
#include "grader/class/cli/table.h"

static char told[1000];

static void tell(void *context, const DiffCheck *was, const DiffCheck *now)
{
	size_t at = strlen(told);

	(void)context;
	snprintf(told + at, sizeof told - at, "%s %s>%s; ", (was ? was : now)->id,
		 was ? was->verdict : "-", now ? now->verdict : "-");
}

#define CHECK(id_, verdict_, points_)                                                              \
	{                                                                                          \
		.id = (char *)(uintptr_t)(id_), .verdict = (char *)(uintptr_t)(verdict_),          \
		.message = (char *)(uintptr_t) "", .points = (points_), .max_points = 2            \
	}

static void test_checks(void **state)
{
	DiffCheck old[] = {CHECK("3.1", "pass", 2), CHECK("3.2", "fail", 0),
			   CHECK("3.9", "todo", 0), CHECK("3.10", "pass", 2)};
	DiffCheck new[] = {CHECK("3.1", "pass", 2), CHECK("3.2", "pass", 2),
			   CHECK("3.3", "fail", 0), CHECK("3.10", "pass", 1)};
	DiffReading was = {.checks = old, .count = 4}, now = {.checks = new, .count = 4};
	DiffReading none = {.count = 0};

	(void)state;
	told[0] = '\0';
	assert_int_equal(diff_checks(&was, &now, tell, NULL), 4);
	assert_string_equal(told, "3.2 fail>pass; 3.3 ->fail; 3.9 todo>-; 3.10 pass>pass; ");
	told[0] = '\0';
	assert_int_equal(diff_checks(&was, &was, tell, NULL), 0);
	assert_int_equal(diff_checks(&none, &none, tell, NULL), 0);
	assert_string_equal(told, "");
	assert_int_equal(diff_checks(&none, &was, tell, NULL), 4);
	/* what is worth other points now is a change too */
	new[1].verdict = (char *)(uintptr_t) "fail";
	new[1].points = 0;
	new[1].max_points = 3;
	assert_int_equal(diff_checks(&was, &now, tell, NULL), 4);
}

static DiffReading reading(const char *content, const char *kit, const char *machine, int64_t seed,
			   const char *key)
{
	return (DiffReading){.content = (char *)(uintptr_t)content,
			     .kit = (char *)(uintptr_t)kit,
			     .machine = (char *)(uintptr_t)machine,
			     .seed = seed,
			     .key = (char *)(uintptr_t)key};
}

static void test_reasons(void **state)
{
	DiffReading was = reading("c", "kit", "2xa100", 1, "k");
	DiffReading others[] = {
		reading("c", "kit", "2xa100", 1, "k"),  reading("d", "kit", "2xa100", 1, "l"),
		reading("c", "kit2", "2xa100", 1, "l"), reading("c", "kit", "2xt4", 1, "l"),
		reading("c", "kit", NULL, 1, "l"),      reading("c", "kit", "2xa100", 2, "l"),
		reading("c", "kit", "2xa100", 1, "l"),  reading("d", "kit2", "2xt4", 2, "l")};
	static const unsigned wanted[] = {0,
					  DIFF_SUBMISSION,
					  DIFF_KIT,
					  DIFF_MACHINE,
					  DIFF_MACHINE,
					  DIFF_SEED,
					  DIFF_SETTINGS,
					  DIFF_SUBMISSION | DIFF_KIT | DIFF_MACHINE | DIFF_SEED};
	char text[200];

	(void)state;
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		assert_int_equal(diff_reasons(&was, &others[i]), wanted[i]);
	diff_reasons_text(DIFF_KIT | DIFF_SEED, text, sizeof text);
	assert_string_equal(text, "kit changed, seed changed");
	diff_reasons_text(0, text, sizeof text);
	assert_string_equal(text, "nothing else is known to have changed");
}

static void test_reading(void **state)
{
	static const SampleCheck checks[] = {
		{"3.10", "pass", 2, 2}, {"3.2", "fail", 0, 1}, {"3.1", "skip", 0, 1}};
	Book *book = book_new();
	DiffReading r;

	(void)state;
	student_add(book, "ada");

	int64_t id = graded(book, handed_in(book, "ada", "aa"), "key",
			    results_of("lab3_copies", checks, 3, 41));

	assert_int_equal(book_reading_load(book, id, "lab3_copies", &r), 0);
	assert_int_equal(r.count, 3);
	assert_string_equal(r.checks[0].id, "3.1");
	assert_string_equal(r.checks[2].id, "3.10");
	assert_string_equal(r.checks[1].message, "m\"'; --3.2");
	assert_string_equal(r.content, "aa");
	assert_string_equal(r.machine, "2xa100");
	assert_int_equal(r.seed, 41);
	book_reading_free(&r);
	assert_int_equal(book_reading_load(book, id, "lab4_x", &r), 0);
	assert_int_equal(r.count, 0);
	book_reading_free(&r);
	assert_int_equal(book_reading_load(book, 0, "lab3_copies", &r), 0);
	assert_true(r.count == 0 && !r.kit);
	book_reading_free(&r);
	book_close(book);
}

/* --- what is printed -------------------------------------------------------------------------- */

static char printed[4000];

/* Runs what prints on stdout, and keeps it in `printed`. */
#define PRINTED(expression)                                                                        \
	do {                                                                                       \
		int kept = dup(STDOUT_FILENO);                                                     \
		fflush(stdout);                                                                    \
		assert_non_null(freopen(in_folder("stdout"), "w", stdout));                        \
		expression;                                                                        \
		fflush(stdout);                                                                    \
		dup2(kept, STDOUT_FILENO);                                                         \
		close(kept);                                                                       \
		FILE *file = fopen(in_folder("stdout"), "r");                                      \
		assert_non_null(file);                                                             \
		printed[fread(printed, 1, sizeof printed - 1, file)] = '\0';                       \
		fclose(file);                                                                      \
	} while (0)

static void test_table(void **state)
{
	Table *table = table_new("lrl");

	(void)state;
	setlocale(LC_CTYPE, "C.UTF-8");
	table_cell(table, NULL, "name");
	table_cell(table, NULL, "n");
	table_cell(table, NULL, "end");
	table_cell(table, "31", "%s", "김민준");
	table_cell(table, NULL, "%g", 12.5);
	table_cell(table, NULL, "%s", "");
	table_cell(table, NULL, "%s", "Zoe\u0308\n\033[1m");
	table_cell(table, NULL, "%d", 3);
	table_cell(table, NULL, "x");
	assert_int_equal(text_columns("김민준"), 6);
	assert_int_equal(text_columns("Zoe\u0308"), 3);
	assert_int_equal(text_columns("\xff\xfe"), 2);
	PRINTED(table_print(table, 0));
	assert_string_equal(printed, "name            n  end\n"
				     "김민준       12.5\n"
				     "Zoe\u0308 \\x1b[1m     3  x  \n");
	PRINTED(table_print(table, 1));
	assert_non_null(strstr(printed, "\033[31m김민준\033[0m "));
	table_free(table);
}

static void test_regrade(void **state)
{
	static const SampleCheck before[] = {{"3.1", "pass", 2, 2}, {"3.2", "fail", 0, 1}};
	static const SampleCheck after[] = {{"3.1", "fail", 0, 2}, {"3.2", "fail", 0, 1}};
	static const char *const ids[] = {"ada", "ben", "cyd"};
	const BookPart all = {.section = NULL};
	Book *book = book_new();
	int64_t submissions[3];

	(void)state;
	for (int i = 0; i < 3; i++) {
		student_add(book, ids[i]);
		submissions[i] = handed_in(book, ids[i], "aa");
		if (i < 2)
			graded(book, submissions[i], "k1", results_of("lab3_copies", before, 2, 1));
	}
	assert_int_equal(regrade_remember(book), 0);
	PRINTED(assert_int_equal(regrade_compare(book, "cyd", &all, 0), 0));
	assert_string_equal(printed, "0 of 3 changed: 0 up, 0 down\n");
	PRINTED(assert_int_equal(regrade_compare(book, "ben", &all, 0), 0));
	assert_string_equal(printed,
			    "ben (ben) keeps 2: attempt 1 counts, and is not in the folder "
			    "any more\n0 of 3 changed: 0 up, 0 down\n");
	PRINTED(assert_int_equal(regrade_compare(book, NULL, &all, 1), 0));
	assert_string_equal(printed, "");

	/* ada as before, ben down by another seed, cyd for the first time */
	graded(book, submissions[0], "k2", results_of("lab3_copies", before, 2, 2));
	graded(book, submissions[1], "k2", results_of("lab3_copies", after, 2, 2));
	graded(book, submissions[2], "k2", results_of("lab3_copies", after, 2, 2));
	PRINTED(assert_int_equal(regrade_compare(book, NULL, &all, 0), 0));
	assert_string_equal(printed, "ben (ben)  2 -> 0\n"
				     " lab3_copies: seed changed\n"
				     "  3.1  pass 2/2 -> fail 0/2\n"
				     "       was: m\"'; --3.1\n"
				     "       now: m\"'; --3.1\n"
				     "cyd (cyd)  ungraded -> 0\n"
				     " lab3_copies: graded for the first time\n"
				     "  3.1  not there -> fail 0/2\n"
				     "       now: m\"'; --3.1\n"
				     "  3.2  not there -> fail 0/1\n"
				     "       now: m\"'; --3.2\n"
				     "2 of 3 changed: 0 up, 1 down\n");
	book_close(book);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_checks),
		cmocka_unit_test(test_reasons),
		cmocka_unit_test_setup_teardown(test_reading, folder_begin, folder_end),
		cmocka_unit_test_setup_teardown(test_table, folder_begin, folder_end),
		cmocka_unit_test_setup_teardown(test_regrade, folder_begin, folder_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
