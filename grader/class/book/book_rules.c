/* book_rules.c - the rules are rows of the table `setting`; the lateness and the attempt that
 * counts, which follow from them, are columns of `submission`. */
#include "grader/class/book/book_rules.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/book/timestamp.h"

/* The best attempt is the one with the most points after late penalty and overrides; of equal ones
 * the earliest. An attempt that could not be graded ranks below all that could. */
static const char count_one[] =
	"UPDATE submission SET counts = id = (SELECT a.submission FROM attempt a"
	"  WHERE a.student = submission.student ORDER BY"
	"  CASE ?1 WHEN 'last' THEN a.attempt WHEN 'first' THEN -a.attempt"
	"   ELSE CASE a.status WHEN 'graded' THEN a.score - a.penalty ELSE -1 END END DESC,"
	"  a.attempt LIMIT 1) WHERE ?2 IS NULL OR student = ?2";

static char *setting_or(Book *book, const char *key, const char *otherwise)
{
	char *value = book_setting(book, key);

	return value ? value : text_new("%s", otherwise);
}

int book_rules_get(Book *book, BookRules *rules)
{
	rules->policy = setting_or(book, "policy", "best");
	rules->due = setting_or(book, "due", "none");
	rules->late = setting_or(book, "late", "none");
	rules->grace = setting_or(book, "grace", "none");
	return 0;
}

void book_rules_free(BookRules *rules)
{
	free(rules->policy);
	free(rules->due);
	free(rules->late);
	free(rules->grace);
	memset(rules, 0, sizeof *rules);
}

int book_count_attempts(Book *book, const char *student)
{
	BookRules rules;
	int done;

	if (book_rules_get(book, &rules) < 0)
		return -1;
	done = book_execute(book, count_one, "ss", rules.policy, student);
	book_rules_free(&rules);
	return done;
}

/* The rules are checked when they are read too: the table may have been edited by hand. */
static int rule_of_book(Book *book, LateRule *rule, int *has_due, int64_t *due)
{
	BookRules rules;
	const char *wanted;
	int done = 0;

	if (book_rules_get(book, &rules) < 0)
		return -1;
	*has_due = strcmp(rules.due, "none") != 0;
	if (*has_due && timestamp_read(rules.due, 1, due) < 0)
		done = book_fail(book, "its setting due is %.100s: expected a time", rules.due);
	else if ((wanted = late_rule_read(rules.late, rules.grace, rule)))
		done = book_fail(book, "its setting late or grace: expected %s", wanted);
	book_rules_free(&rules);
	return done;
}

int book_late_work_out(Book *book, int64_t submission)
{
	LateRule rule;
	int64_t due = 0, own, at;
	int has_due, more = -1;

	if (rule_of_book(book, &rule, &has_due, &due) < 0)
		return -1;

	sqlite3_stmt *rows = book_query(
		book,
		"SELECT s.id, s.submitted_at, e.due FROM submission s"
		" LEFT JOIN extension e ON e.student = s.student AND e.revoked_at IS NULL"
		" WHERE ?1 = 0 OR s.id = ?1",
		"i", submission);

	while (rows && (more = book_step(book, rows)) > 0) {
		const char *text = (const char *)sqlite3_column_text(rows, 1);
		int known = has_due && text && timestamp_read(text, 0, &at) == 0;
		const char *extended = (const char *)sqlite3_column_text(rows, 2);

		if (!extended || timestamp_read(extended, 0, &own) < 0)
			own = due;

		int64_t late_s = known && at > own ? at - own : 0;

		if (book_execute(book,
				 "UPDATE submission SET late_s = ?2, late_share = ?3 WHERE id = ?1",
				 "iid", sqlite3_column_int64(rows, 0), late_s,
				 late_share(&rule, late_s)) < 0) {
			more = -1;
			break;
		}
	}
	sqlite3_finalize(rows);
	return more < 0 ? -1 : 0;
}

/* --- setting them ----------------------------------------------------------------------------- */

static int policy_check(const char *policy)
{
	if (!policy || strcmp(policy, "best") == 0 || strcmp(policy, "last") == 0 ||
	    strcmp(policy, "first") == 0)
		return 0;
	return refuse("POLICY=%s: expected best, last or first", policy);
}

/* The deadline is stored as UTC, so that it does not depend on the reader's time zone. */
static int due_check(const char *due, char kept[TIMESTAMP_SIZE])
{
	int64_t at;

	if (!due || strcasecmp(due, "none") == 0) {
		memcpy(kept, "none", sizeof "none");
		return 0;
	}
	if (timestamp_read(due, 1, &at) < 0)
		return refuse("DUE=%s: expected a time such as 2026-12-01T23:59, with Z or +01:00 "
			      "behind it unless it is the local time, or none",
			      due);
	timestamp_utc(at, kept);
	return 0;
}

static int late_check(const char *name, const char *text, const char *late, const char *grace)
{
	LateRule rule;
	const char *wanted = late_rule_read(late, grace, &rule);

	return !wanted ? 0 : refuse("%s=%s: expected %s", name, text, wanted);
}

static int rule_put(Book *book, const char *key, const char *given, const char *kept)
{
	if (!given)
		return 0;
	return book_execute(book,
			    "INSERT INTO setting VALUES(?1, ?2)"
			    " ON CONFLICT(key) DO UPDATE SET value = ?2",
			    "ss", key, kept);
}

int book_rules_put(Book *book, const BookRules *rules)
{
	char due[TIMESTAMP_SIZE];

	if (policy_check(rules->policy) < 0 || due_check(rules->due, due) < 0 ||
	    late_check("LATE", rules->late, rules->late, NULL) < 0 ||
	    late_check("GRACE", rules->grace, NULL, rules->grace) < 0 || book_begin(book) < 0)
		return -1;
	if (rule_put(book, "policy", rules->policy, rules->policy) < 0 ||
	    rule_put(book, "due", rules->due, due) < 0 ||
	    rule_put(book, "late", rules->late, rules->late) < 0 ||
	    rule_put(book, "grace", rules->grace, rules->grace) < 0 ||
	    book_late_work_out(book, 0) < 0 || book_count_attempts(book, NULL) < 0)
		return book_rollback(book);
	return book_commit(book);
}
