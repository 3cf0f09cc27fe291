/* test_book_views.c - a made-up term, drawn by numbers, put into a gradebook and into plain arrays;
 * what the views say is worked out from the arrays, in another way. */
#include "grader/class/book/tests/sample.h"

#include <math.h>

#include "grader/class/book/book_override.h"
#include "grader/class/book/book_rules.h"

#define STUDENTS 24
#define ATTEMPTS 3
#define LABS     3
#define CHECKS   3

static const char *const verdicts[] = {"pass", "fail", "todo", "skip", "inconclusive", "error"};

typedef struct Lab {
	int there; /* graded at least once, without failing */
	struct {
		int verdict;
		double points, most;
	} checks[CHECKS];
} Lab;

typedef struct Attempt {
	int64_t id;
	int tried; /* graded or failed */
	int64_t late_s;
	Lab labs[LABS];
} Attempt;

typedef struct Student {
	char id[32];
	int attempts;
	Attempt attempt[ATTEMPTS];
	double by_hand[LABS][CHECKS], total_by_hand; /* negative: none */
} Student;

static Student class[STUDENTS];
static const char *const lab_names[LABS] = {"lab1_devices", "lab3_copies", "lab10_more"};
static const int lab_numbers[LABS] = {1, 3, 10};
static double lab_most[LABS][CHECKS];
static uint32_t drawn = 1;

static int draw(int below)
{
	drawn = drawn * 1664525U + 1013904223U;
	return (int)((drawn >> 8) % (unsigned)below);
}

static void check_id(int lab, int check, char id[32])
{
	snprintf(id, 32, "%d.%d", lab_numbers[lab], check + 1);
}

/* --- making it, in both places ---------------------------------------------------------------- */

static void lab_grade(Book *book, Attempt *attempt, int l)
{
	SampleCheck checks[CHECKS];
	char ids[CHECKS][32];

	for (int c = 0; c < CHECKS; c++) {
		int verdict = draw(10) < 6 ? draw(3) : draw(6);
		double points = verdict == 0 ? lab_most[l][c] : 0;

		check_id(l, c, ids[c]);
		checks[c] = (SampleCheck){ids[c], verdicts[verdict], points, lab_most[l][c]};
		attempt->labs[l].checks[c].verdict = verdict;
		attempt->labs[l].checks[c].points = points;
		attempt->labs[l].checks[c].most = lab_most[l][c];
	}
	attempt->labs[l].there = 1;
	graded(book, attempt->id, "k", results_of(lab_names[l], checks, CHECKS, 1));
}

static void attempt_make(Book *book, Student *student, int a)
{
	Attempt *attempt = &student->attempt[a];
	char content[32];
	BookSubmission s;

	snprintf(content, sizeof content, "content%d", a);
	attempt->late_s = draw(2) ? draw(4 * 86400) : 0;
	assert_int_equal(book_submission_put(book, student->id, content,
					     1700000000 + (attempt->late_s ? attempt->late_s : -5),
					     BOOK_FROM_FILES, &s),
			 0);
	assert_int_equal(s.attempt, a + 1);
	attempt->id = s.id;
	for (int times = draw(6); times > 0; times--) {
		attempt->tried = 1;
		if (draw(5) == 0)
			assert_true(book_grading_put(book, &(BookGrading){.submission = s.id,
									  .key = "k",
									  .kit = "kit",
									  .failed = 1,
									  .message = "broken"}) >
				    0);
		else
			lab_grade(book, attempt, draw(LABS));
	}
}

static void overrides_make(Book *book, Student *student)
{
	student->total_by_hand = -1;
	for (int l = 0; l < LABS; l++)
		for (int c = 0; c < CHECKS; c++) {
			char id[32];
			BookOverride o = {.student = student->id, .check = id, .reason = "r"};

			student->by_hand[l][c] = -1;
			if (draw(8) != 0)
				continue;
			check_id(l, c, id);
			o.points = student->by_hand[l][c] = lab_most[l][c] * draw(5) / 4;
			assert_int_equal(book_override_put(book, &o), 0);
		}
	if (draw(3) == 0) {
		BookOverride o = {.student = student->id, .reason = "r", .points = draw(3)};

		student->total_by_hand = o.points;
		assert_int_equal(book_override_put(book, &o), 0);
	}
}

static void class_make(Book *book)
{
	for (int l = 0; l < LABS; l++)
		for (int c = 0; c < CHECKS; c++)
			lab_most[l][c] = 0.5 * (1 + draw(6));
	for (int i = 0; i < STUDENTS; i++) {
		snprintf(class[i].id, sizeof class[i].id, "student%d", i);
		student_add(book, class[i].id);
		class[i].attempts = i == 0 ? 1 : draw(ATTEMPTS + 1);
		for (int a = 0; a < class[i].attempts; a++)
			attempt_make(book, &class[i], a);
		if (i == 0) /* somebody has every check, so that all are known */
			for (int l = 0; l < LABS; l++)
				lab_grade(book, &class[i].attempt[0], l);
	}
	for (int i = 0; i < STUDENTS; i++)
		overrides_make(book, &class[i]);
}

/* --- working it out --------------------------------------------------------------------------- */

typedef struct Sum {
	double score, most, unjudged;
	int there, marks, by_hand;
} Sum;

static Sum attempt_sum(const Student *student, const Attempt *attempt)
{
	Sum sum = {0};

	for (int l = 0; l < LABS; l++)
		for (int c = 0; c < CHECKS && attempt->labs[l].there; c++) {
			double hand = student->by_hand[l][c];
			int judged = hand >= 0 || attempt->labs[l].checks[c].verdict < 3;

			sum.there = 1;
			sum.marks++;
			sum.by_hand += hand >= 0;
			if (judged) {
				sum.score += hand >= 0 ? hand : attempt->labs[l].checks[c].points;
				sum.most += lab_most[l][c];
			} else {
				sum.unjudged += lab_most[l][c];
			}
		}
	return sum;
}

/* A quarter of the score for each day that has begun, after three days all of it. */
static double attempt_lost(const Attempt *attempt, double score)
{
	double days = ceil((double)attempt->late_s / 86400), share = 0.25 * days;

	if (attempt->late_s > 3 * 86400)
		share = 1;
	return round(score * share * 100) / 100;
}

static const Attempt *attempt_that_counts(const Student *student, const char *policy)
{
	const Attempt *best = NULL;
	double most = -2;

	for (int a = 0; a < student->attempts; a++) {
		const Attempt *attempt = &student->attempt[a];
		Sum sum = attempt_sum(student, attempt);
		double worth = sum.there ? sum.score - attempt_lost(attempt, sum.score) : -1;

		if (strcmp(policy, "first") == 0)
			worth = -a;
		if (strcmp(policy, "last") == 0)
			worth = a;
		if (!best || worth > most + 1e-9) {
			best = attempt;
			most = worth;
		}
	}
	return best;
}

/* Points by hand for checks that the attempt does not have. */
static Sum extra_sum(const Student *student, const Attempt *attempt)
{
	Sum sum = {0};

	for (int l = 0; l < LABS; l++)
		for (int c = 0; c < CHECKS; c++)
			if (student->by_hand[l][c] >= 0 && (!attempt || !attempt->labs[l].there)) {
				sum.score += student->by_hand[l][c];
				sum.most += lab_most[l][c];
				sum.marks++;
				sum.by_hand++;
			}
	return sum;
}

static double class_most(void)
{
	double most = 0;

	for (int i = 0; i < STUDENTS; i++)
		for (int a = 0; a < class[i].attempts; a++) {
			Sum sum = attempt_sum(&class[i], &class[i].attempt[a]);

			most = fmax(most, sum.most + sum.unjudged);
		}
	return most;
}

/* --- comparing -------------------------------------------------------------------------------- */

static void same(const Student *student, const char *what, double got, double wanted)
{
	if (!(fabs(got - wanted) < 1e-6))
		fail_msg("%s: %s is %.17g, wanted %.17g", student->id, what, got, wanted);
}

static void total_compare(const Student *student, sqlite3_stmt *row, const char *policy)
{
	const Attempt *attempt = attempt_that_counts(student, policy);
	Sum sum = {0}, extra = extra_sum(student, attempt);
	const char *status = !attempt ? "absent" : attempt->tried ? "failed" : "ungraded";

	if (attempt)
		sum = attempt_sum(student, attempt);
	if (sum.there || student->total_by_hand >= 0 || (!attempt && extra.by_hand > 0))
		status = "graded";
	assert_string_equal((const char *)sqlite3_column_text(row, 1), status);

	int known = sum.there || !attempt;
	double score = sum.score + extra.score;
	double lost = !attempt ? 0 : attempt_lost(attempt, score);

	same(student, "attempt", sqlite3_column_int(row, 2),
	     !attempt ? 0 : (double)(attempt - student->attempt + 1));
	same(student, "score", sqlite3_column_double(row, 3), score);
	/* without a grading it is out of what the others' is, when there is a mark at all */
	int has_mark = known || student->total_by_hand >= 0;

	same(student, "max_score", sqlite3_column_double(row, 4),
	     sum.there  ? sum.most + extra.most
	     : has_mark ? class_most()
			: 0);
	same(student, "unjudged", sqlite3_column_double(row, 5),
	     has_mark ? sum.unjudged : class_most());
	same(student, "penalty", sqlite3_column_double(row, 6), lost);
	if (student->total_by_hand >= 0)
		same(student, "final", sqlite3_column_double(row, 7), student->total_by_hand);
	else if (known)
		same(student, "final", sqlite3_column_double(row, 7),
		     round((score - lost) * 100) / 100);
	else
		assert_int_equal(sqlite3_column_type(row, 7), SQLITE_NULL);
	same(student, "marks", sqlite3_column_int(row, 8), sum.marks + extra.marks);
	same(student, "marks by hand", sqlite3_column_int(row, 9), sum.by_hand + extra.by_hand);
	same(student, "late_s", sqlite3_column_double(row, 10),
	     !attempt ? 0 : (double)attempt->late_s);
}

static void views_compare(Book *book, const char *policy)
{
	for (int i = 0; i < STUDENTS; i++) {
		sqlite3_stmt *row =
			book_query(book,
				   "SELECT student, status, attempt, score, max_score, unjudged, "
				   "penalty, final,"
				   " (SELECT count(*) FROM mark m WHERE m.student = t.student),"
				   " (SELECT total(overridden) FROM mark m WHERE m.student = "
				   "t.student), late_s"
				   " FROM total t WHERE student = ?1",
				   "s", class[i].id);

		assert_int_equal(book_step(book, row), 1);
		total_compare(&class[i], row, policy);
		assert_int_equal(book_step(book, row), 0);
		sqlite3_finalize(row);
	}
	assert_int_equal(number(book, "SELECT count(*) FROM total"), STUDENTS);
}

static void test_views(void **state)
{
	static const char *const policies[] = {"best", "last", "first", "best"};
	BookRules rules = {.due = (char *)(uintptr_t) "2023-11-14T22:13:20Z",
			   .late = (char *)(uintptr_t) "25%/day, 3 days"};
	int seen[4] = {0};
	Book *book = book_new();

	(void)state;
	assert_int_equal(book_rules_put(book, &rules), 0);
	class_make(book);
	for (int i = 0; i < STUDENTS; i++) { /* the draw has what this test is about */
		const Attempt *best = attempt_that_counts(&class[i], "best");

		seen[0] += !best;
		seen[1] += best != attempt_that_counts(&class[i], "last");
		seen[2] += !best && extra_sum(&class[i], NULL).by_hand > 0;
		seen[3] +=
			best && !attempt_sum(&class[i], best).there && class[i].total_by_hand >= 0;
	}
	for (int i = 0; i < 4; i++)
		assert_true(seen[i] > 0);
	for (size_t i = 0; i < sizeof policies / sizeof *policies; i++) {
		rules = (BookRules){.policy = (char *)(uintptr_t)policies[i]};
		assert_int_equal(book_rules_put(book, &rules), 0);
		views_compare(book, policies[i]);
	}
	book_close(book);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_views, folder_begin, folder_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
