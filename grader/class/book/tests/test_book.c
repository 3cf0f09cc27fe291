/* test_book.c - what the gradebook keeps, refuses and forgets; its views are summed up anew in
 * test_book_views.c. */
#include "grader/class/book/tests/sample.h"

#include <sys/stat.h>

#include "grader/class/book/book_find.h"
#include "grader/class/book/book_override.h"
#include "grader/class/book/book_rules.h"
#include "grader/class/book/book_schema.h"

static const SampleCheck two[] = {{"3.1", "pass", 2, 2}, {"3.2", "fail", 0, 1}};
static const SampleCheck better[] = {{"3.1", "pass", 2, 2}, {"3.2", "pass", 1, 1}};

/* --- submissions ------------------------------------------------------------------------------ */

static void test_attempts(void **state)
{
	Book *book = book_new();
	BookSubmission s;

	(void)state;
	student_add(book, "ada");
	assert_int_equal(book_submission_put(book, "ada", "aa", 1000, BOOK_FROM_FILES, &s), 0);
	assert_true(s.attempt == 1 && s.fresh);

	int64_t first = s.id;

	/* the same again is the same, also with a newer time: copying changes the files' times */
	assert_int_equal(book_submission_put(book, "ada", "aa", 2000, BOOK_FROM_FILES, &s), 0);
	assert_true(s.id == first && s.attempt == 1 && !s.fresh);
	assert_int_equal(
		number(book, "SELECT submitted_at = '1970-01-01T00:16:40Z' FROM submission"), 1);
	assert_int_equal(book_submission_put(book, "ada", "bb", -1, BOOK_FROM_FILES, &s), 0);
	assert_true(s.attempt == 2 && s.fresh);
	/* back to the first: that is handing in once more */
	assert_int_equal(book_submission_put(book, "ada", "aa", 3000, BOOK_FROM_FILES, &s), 0);
	assert_true(s.attempt == 3 && s.fresh && s.id != first);
	REFUSED(book_submission_put(book, "nobody", "aa", 1, BOOK_FROM_FILES, &s) < 0,
		"FOREIGN KEY");
	assert_int_equal(number(book, "SELECT count(*) FROM submission"), 3);
	book_close(book);
}

static void test_whose_time_is_believed(void **state)
{
	Book *book = book_new();
	BookSubmission s;
	static const char when[] = "SELECT CAST(strftime('%s', submitted_at) AS INTEGER) FROM "
				   "submission WHERE student = 'ben'";

	(void)state;
	student_add(book, "ben");
	book_submission_put(book, "ben", "x", 1000, BOOK_FROM_FILES, &s);
	book_submission_put(book, "ben", "x", 5000, BOOK_FROM_ROSTER, &s);
	assert_int_equal(number(book, when), 5000);
	book_submission_put(book, "ben", "x", 6000, BOOK_FROM_ROSTER, &s);
	assert_int_equal(number(book, when), 6000);
	book_submission_put(book, "ben", "x", 7000, BOOK_FROM_FILES, &s);
	assert_int_equal(number(book, when), 6000);
	assert_int_equal(book_submitted_put(book, "ben", 100, "was ill"), 0);
	book_submission_put(book, "ben", "x", 8000, BOOK_FROM_ROSTER, &s);
	assert_int_equal(number(book, when), 100);
	REFUSED(book_submitted_put(book, "ben", 100, "") < 0, "REASON");
	student_add(book, "eve");
	REFUSED(book_submitted_put(book, "eve", 100, "why") < 0, "eve has handed in nothing");
	book_close(book);
}

/* A folder that became a student of its own gets its name, id and history when the roster comes. */
static void test_folder_finds_its_student(void **state)
{
	Book *book = book_new();
	const BookStudent known = {
		.id = "1001", .name = "Cyd, \"C.\" Ng", .folder = "cyd", .columns = "{\"a\":1}"};
	const BookStudent no_folder = {.id = "1001", .name = "Cyd Ng", .email = "c@x"};

	(void)state;
	student_add(book, "cyd");

	int64_t id = handed_in(book, "cyd", "aa");

	graded(book, id, "k", results_of("lab3_copies", two, 2, 1));
	assert_int_equal(book_override_put(book, &(BookOverride){.student = "cyd",
								 .check = "3.2",
								 .points = 1,
								 .reason = "r"}),
			 0);
	assert_int_equal(book_student_put(book, &known), 0);
	assert_int_equal(number(book, "SELECT count(*) FROM student WHERE id = 'cyd'"), 0);
	assert_int_equal(number(book, "SELECT score FROM total WHERE student = '1001'"), 3);
	/* what is not known this time stays */
	assert_int_equal(book_student_put(book, &no_folder), 0);
	assert_int_equal(number(book,
				"SELECT folder = 'cyd' AND email = 'c@x' AND columns = '{\"a\":1}'"
				" FROM student WHERE id = '1001'"),
			 1);
	/* the roster was wrong about whose it is */
	assert_int_equal(
		book_student_put(book, &(BookStudent){.id = "1002", .name = "D", .folder = "cyd"}),
		0);
	assert_int_equal(number(book, "SELECT folder IS NULL FROM student WHERE id = '1001'"), 1);
	REFUSED(book_student_put(book, &(BookStudent){.id = "", .name = "x"}) < 0, "without id");

	/* both have a history already: neither is mixed with the other's */
	student_add(book, "dee");
	handed_in(book, "dee", "aa");
	handed_in(book, "1002", "bb");
	REFUSED(book_student_put(book,
				 &(BookStudent){.id = "1002", .name = "D", .folder = "dee"}) == 0,
		"1002 has submissions or points by hand already");
	assert_int_equal(number(book, "SELECT count(*) FROM submission WHERE student = 'dee'"), 1);
	assert_int_equal(number(book, "SELECT count(*) FROM student"
				      " WHERE folder = 'dee' AND id = '1002'"),
			 1);
	book_close(book);
}

/* Somebody of the roster was absent in the runs before, with all that runs and people write of such a student;
 * then the roster says that the folder of nobody was theirs. */
static void test_absent_student_gets_the_folder(void **state)
{
	static const BookStudent robert = {.id = "2", .name = "Robert"},
				 found = {.id = "2", .name = "Robert", .folder = "bob"};
	Book *book = book_new();
	BookSubmission at;

	(void)state;
	student_add(book, "ada");
	student_add(book, "bob");
	assert_int_equal(book_student_put(book, &robert), 0);
	assert_int_equal(
		book_rules_put(book, &(BookRules){.due = "2026-01-01T00:00Z", .late = "50%"}), 0);
	graded(book, handed_in(book, "ada", "aa"), "k", results_of("lab3_copies", two, 2, 1));
	assert_int_equal(book_submission_put(book, "bob", "bb", 1770000000, BOOK_FROM_FILES, &at),
			 0);
	graded(book, at.id, "k", results_of("lab3_copies", two, 2, 1));
	assert_int_equal(book_totals_keep(book), 0);
	assert_int_equal(book_due_put(book, "2", 1780000000, "was ill", NULL), 0);
	assert_int_equal(book_override_put(book, &(BookOverride){.student = "2",
								 .check = "3.2",
								 .points = 1,
								 .reason = "r"}),
			 0);
	assert_true(number(book, "SELECT late_s FROM total WHERE student = 'bob'") > 0);

	assert_int_equal(book_student_put(book, &found), 0);
	assert_int_equal(number(book, "SELECT count(*) FROM student"), 2);
	assert_int_equal(number(book, "SELECT final FROM total WHERE student = '2'"), 3);
	assert_int_equal(number(book, "SELECT late_s FROM total WHERE student = '2'"), 0);
	assert_int_equal(number(book, "SELECT final FROM total WHERE student = 'ada'"), 2);
	assert_int_equal(number(book, "SELECT count(*) FROM log WHERE student = '2'"), 1);
	assert_int_equal(number(book, "SELECT count(*) FROM last_total WHERE student = '2'"), 1);
	assert_int_equal(number(book, "SELECT count(*) FROM pragma_foreign_key_check"), 0);

	/* points by hand for one check of both: only one could hold */
	student_add(book, "cyd");
	assert_int_equal(book_student_put(book, &(BookStudent){.id = "3", .name = "C"}), 0);
	for (int i = 0; i < 2; i++)
		assert_int_equal(book_override_put(book, &(BookOverride){.student = i ? "cyd" : "3",
									 .check = "3.2",
									 .points = i,
									 .reason = "r"}),
				 0);
	REFUSED(book_student_put(book, &(BookStudent){.id = "3", .name = "C", .folder = "cyd"}) ==
			0,
		"3 has submissions or points by hand already");
	assert_int_equal(number(book, "SELECT count(*) FROM student"), 4);
	book_close(book);
}

/* What somebody wrote into the table of settings by hand is checked too. */
static void test_bad_settings(void **state)
{
	Book *book = book_new();
	BookSubmission s;

	(void)state;
	student_add(book, "ida");
	assert_int_equal(book_setting_put(book, "due", "next week"), 0);
	REFUSED(book_submission_put(book, "ida", "aa", 1, BOOK_FROM_FILES, &s) < 0,
		"its setting due is next week: expected a time");
	assert_int_equal(book_setting_put(book, "due", "none"), 0);
	assert_int_equal(book_setting_put(book, "late", "a lot"), 0);
	REFUSED(book_submission_put(book, "ida", "aa", 1, BOOK_FROM_FILES, &s) < 0,
		"its setting late or grace: expected none, or a share");
	assert_int_equal(number(book, "SELECT count(*) FROM submission"), 0);
	assert_null(book_setting(book, "nothing"));
	book_close(book);
}

/* --- gradings --------------------------------------------------------------------------------- */

static void test_gradings_found_by_key(void **state)
{
	Book *book = book_new();

	(void)state;
	student_add(book, "fay");

	int64_t s = handed_in(book, "fay", "aa"), other = handed_in(book, "fay", "bb");

	assert_int_equal(book_grading_find(book, s, "k1"), 0);

	int64_t first = graded(book, s, "k1", results_of("lab3_copies", two, 2, 1));

	assert_int_equal(book_grading_find(book, s, "k1"), first);
	assert_int_equal(book_grading_find(book, s, "k2"), 0);
	assert_int_equal(book_grading_find(book, other, "k1"), 0);

	/* a failed one is none, and takes nothing away */
	const BookGrading failed = {
		.submission = s, .key = "k2", .kit = "kit", .failed = 1, .message = "no compiler"};

	assert_true(book_grading_put(book, &failed) > first);
	assert_int_equal(book_grading_find(book, s, "k2"), 0);
	assert_int_equal(book_grading_find(book, s, "k1"), first);

	/* another lab leaves lab 3 as it is; the same lab does not */
	graded(book, s, "k4", results_of("lab4_x", two, 2, 1));
	assert_int_equal(book_grading_find(book, s, "k1"), first);

	int64_t second = graded(book, s, "k5", results_of("lab3_copies", better, 2, 9));

	assert_int_equal(book_grading_find(book, s, "k1"), 0);
	assert_int_equal(book_grading_find(book, s, "k5"), second);
	book_close(book);
}

static void test_bad_results(void **state)
{
	static const char same_check_twice[] =
		"{\"schema\":1,\"labs\":[{\"lab\":\"l\",\"checks\":["
		"{\"id\":\"1.1\",\"verdict\":\"pass\"},{\"id\":\"1.1\",\"verdict\":\"pass\"}]}]}";
	static const char *const bad[] = {
		"",
		"{",
		"[]",
		"{\"schema\":2,\"labs\":[]}",
		"{\"schema\":1}",
		"{\"schema\":1,\"labs\":[{\"checks\":[]}]}",
		"{\"schema\":1,\"labs\":[{\"lab\":\"l\",\"checks\":[{\"id\":\"1.1\"}]}]}",
		same_check_twice,
		"{\"schema\":1,\"labs\":[3]}"};
	Book *book = book_new();

	(void)state;
	student_add(book, "gus");

	BookGrading grading = {
		.submission = handed_in(book, "gus", "aa"), .key = "k", .kit = "kit"};

	REFUSED(book_grading_put(book, &grading) < 0, "without results");
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		grading.results = bad[i];
		REFUSED(book_grading_put(book, &grading) < 0, "gradebook.db");
	}
	grading.results = results_of("lab3_copies", two, 2, 1);
	grading.submission = 12345;
	REFUSED(book_grading_put(book, &grading) < 0, "FOREIGN KEY");
	assert_int_equal(number(book, "SELECT count(*) FROM grading"), 0);
	assert_int_equal(number(book, "SELECT count(*) FROM check_result"), 0);
	assert_int_equal(number(book, "SELECT count(*) FROM lab_grading"), 0);
	book_close(book);
}

/* --- points by hand --------------------------------------------------------------------------- */

static BookOverride by_hand(const char *check, double points)
{
	return (BookOverride){.student = "hal", .check = check, .points = points, .reason = "why"};
}

static double score(Book *book, const char *column)
{
	char sql[100];
	double value = -1;

	snprintf(sql, sizeof sql, "SELECT %s FROM total WHERE student = 'hal'", column);

	sqlite3_stmt *row = book_query(book, sql, "");

	if (book_step(book, row) == 1)
		value = sqlite3_column_double(row, 0);
	sqlite3_finalize(row);
	return value;
}

static void test_overrides(void **state)
{
	Book *book = book_new();
	BookOverride o = by_hand("3.2", 1);

	(void)state;
	student_add(book, "hal");
	REFUSED(book_override_put(book, &o) < 0, "nothing has been graded yet");

	int64_t s = handed_in(book, "hal", "aa");

	graded(book, s, "k1", results_of("lab3_copies", two, 2, 1));
	assert_int_equal(book_override_put(book, &o), 0);
	assert_float_equal(score(book, "score"), 3, 0);
	o.points = 0.5; /* takes the place of the first */
	assert_int_equal(book_override_put(book, &o), 0);
	assert_float_equal(score(book, "score"), 2.5, 0);
	assert_int_equal(number(book, "SELECT count(*) FROM override WHERE revoked_at IS NULL"), 1);
	assert_int_equal(number(book, "SELECT count(*) FROM override"), 2);

	/* it stays when the class is graded anew */
	graded(book, s, "k2", results_of("lab3_copies", better, 2, 2));
	assert_float_equal(score(book, "score"), 2.5, 0);
	assert_int_equal(book_override_revoke(book, "hal", "3.2"), 0);
	assert_float_equal(score(book, "score"), 3, 0);
	REFUSED(book_override_revoke(book, "hal", "3.2") < 0, "no points by hand");

	o = by_hand(NULL, 1.25);
	assert_int_equal(book_override_put(book, &o), 0);
	assert_float_equal(score(book, "final"), 1.25, 0);
	assert_float_equal(score(book, "score"), 3, 0);

	o = by_hand("3.2", 1.01);
	REFUSED(book_override_put(book, &o) < 0, "expected 0 to 1");
	o.points = -0.5;
	REFUSED(book_override_put(book, &o) < 0, "expected 0 to 1");
	o = by_hand(NULL, 3.5);
	REFUSED(book_override_put(book, &o) < 0, "expected 0 to 3");
	o = by_hand("3.3", 1);
	REFUSED(book_override_put(book, &o) < 0,
		"CHECK=3.3: there is no such check; the nearest is 3.");
	o = by_hand("3.2", 1);
	o.reason = "";
	REFUSED(book_override_put(book, &o) < 0, "REASON");
	REFUSED(!book_student_find(book, "hall"), "the nearest is hal");
	REFUSED(!book_student_find(book, "grace.hopper"), "no such student; make marks lists all");
	book_close(book);
}

/* --- rules ------------------------------------------------------------------------------------ */

static void test_rules(void **state)
{
	Book *book = book_new();
	BookSubmission s;
	BookRules rules;

	(void)state;
	student_add(book, "hal");
	book_submission_put(book, "hal", "aa", 1700000000, BOOK_FROM_FILES, &s);
	graded(book, s.id, "k1", results_of("lab3_copies", two, 2, 1));
	book_submission_put(book, "hal", "bb", 1700000000 + 86401, BOOK_FROM_FILES, &s);
	graded(book, s.id, "k1", results_of("lab3_copies", better, 2, 1));
	assert_float_equal(score(book, "attempt"), 2, 0);
	assert_float_equal(score(book, "late_s"), 0, 0);

	/* what is given later holds for what was handed in before */
	assert_int_equal(
		book_rules_put(book, &(BookRules){.due = (char *)(uintptr_t) "2023-11-14T22:13:20Z",
						  .late = (char *)(uintptr_t) "10%/day"}),
		0);
	assert_float_equal(score(book, "late_s"), 86401, 0);
	assert_float_equal(score(book, "penalty"), 0.6, 1e-12);
	assert_float_equal(score(book, "final"), 2.4, 1e-12);
	assert_int_equal(book_rules_put(book, &(BookRules){.late = (char *)(uintptr_t) "30%/day"}),
			 0);
	assert_float_equal(score(book, "attempt"), 1, 0); /* 3 - 60 % is less than 2 */
	assert_int_equal(book_rules_put(book, &(BookRules){.policy = (char *)(uintptr_t) "last"}),
			 0);
	assert_float_equal(score(book, "attempt"), 2, 0);
	assert_int_equal(book_rules_get(book, &rules), 0);
	assert_string_equal(rules.policy, "last");
	assert_string_equal(rules.due, "2023-11-14T22:13:20Z");
	assert_string_equal(rules.late, "30%/day");
	assert_string_equal(rules.grace, "none");
	book_rules_free(&rules);

	/* one wrong rule: none of them is taken */
	REFUSED(book_rules_put(book, &(BookRules){.policy = (char *)(uintptr_t) "first",
						  .late = (char *)(uintptr_t) "10"}) < 0,
		"LATE=10: expected none, or a share");
	REFUSED(book_rules_put(book, &(BookRules){.policy = (char *)(uintptr_t) "worst"}) < 0,
		"POLICY=worst: expected best, last or first");
	REFUSED(book_rules_put(book, &(BookRules){.due = (char *)(uintptr_t) "soon"}) < 0,
		"DUE=soon: expected a time");
	assert_float_equal(score(book, "attempt"), 2, 0);
	assert_int_equal(book_rules_put(book, &(BookRules){.due = (char *)(uintptr_t) "none"}), 0);
	assert_float_equal(score(book, "penalty"), 0, 0);
	book_close(book);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_attempts, folder_begin, folder_end),
		cmocka_unit_test_setup_teardown(test_whose_time_is_believed, folder_begin,
						folder_end),
		cmocka_unit_test_setup_teardown(test_folder_finds_its_student, folder_begin,
						folder_end),
		cmocka_unit_test_setup_teardown(test_absent_student_gets_the_folder, folder_begin,
						folder_end),
		cmocka_unit_test_setup_teardown(test_gradings_found_by_key, folder_begin,
						folder_end),
		cmocka_unit_test_setup_teardown(test_bad_settings, folder_begin, folder_end),
		cmocka_unit_test_setup_teardown(test_bad_results, folder_begin, folder_end),
		cmocka_unit_test_setup_teardown(test_overrides, folder_begin, folder_end),
		cmocka_unit_test_setup_teardown(test_rules, folder_begin, folder_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
