/* book_schema.c - the schema of the gradebook, step by step, and the migration to it.
 *
 * A released migration step is never edited, because existing books were made by it. A new version
 * is a new step. */
#include "grader/class/book/book_schema.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/book/book_sql.h"

static const char tables_1[] =
	"CREATE TABLE student("
	"  id TEXT PRIMARY KEY NOT NULL, name TEXT NOT NULL, email TEXT, section TEXT,"
	"  folder TEXT UNIQUE, columns TEXT);"
	"CREATE TABLE submission("
	"  id INTEGER PRIMARY KEY,"
	"  student TEXT NOT NULL REFERENCES student(id) ON UPDATE CASCADE,"
	"  attempt INTEGER NOT NULL, content TEXT NOT NULL,"
	"  submitted_at TEXT, submitted_from TEXT NOT NULL DEFAULT 'files', submitted_why TEXT,"
	"  late_s INTEGER NOT NULL DEFAULT 0, late_share REAL NOT NULL DEFAULT 0,"
	"  counts INTEGER NOT NULL DEFAULT 0, UNIQUE(student, attempt));"
	"CREATE TABLE grading("
	"  id INTEGER PRIMARY KEY, submission INTEGER NOT NULL REFERENCES submission(id),"
	"  key TEXT NOT NULL, kit TEXT NOT NULL, gpu TEXT, machine TEXT, isolation TEXT,"
	"  seed INTEGER, status TEXT NOT NULL CHECK(status IN ('graded', 'failed')), message TEXT,"
	"  score REAL, max_score REAL, unjudged REAL, compile_s REAL, check_s REAL, total_s REAL,"
	"  graded_at TEXT, results TEXT);"
	"CREATE INDEX grading_of ON grading(submission, status);"
	"CREATE TABLE check_result("
	"  grading INTEGER NOT NULL REFERENCES grading(id) ON DELETE CASCADE,"
	"  lab TEXT NOT NULL, \"check\" TEXT NOT NULL, title TEXT, points REAL, max_points REAL,"
	"  verdict TEXT NOT NULL, message TEXT, hint TEXT, location TEXT,"
	"  PRIMARY KEY(grading, \"check\")) WITHOUT ROWID;"
	"CREATE TABLE lab_grading("
	"  submission INTEGER NOT NULL REFERENCES submission(id), lab TEXT NOT NULL,"
	"  grading INTEGER NOT NULL REFERENCES grading(id) ON DELETE CASCADE,"
	"  PRIMARY KEY(submission, lab)) WITHOUT ROWID;"
	"CREATE TABLE override("
	"  id INTEGER PRIMARY KEY, student TEXT NOT NULL REFERENCES student(id) ON UPDATE CASCADE,"
	"  \"check\" TEXT, points REAL NOT NULL, reason TEXT NOT NULL, made_by TEXT,"
	"  made_at TEXT NOT NULL, revoked_at TEXT);"
	"CREATE UNIQUE INDEX override_active ON override(student, coalesce(\"check\", ''))"
	"  WHERE revoked_at IS NULL;"
	"CREATE TABLE setting(key TEXT PRIMARY KEY NOT NULL, value TEXT);";

/* attempt_mark  every check of every attempt, by each lab's newest grading that did not fail
 * attempt       the sums of an attempt; points of checks that were not judged are in `unjudged`
 * extra_mark    overrides of checks that the attempt that counts does not have
 * mark, total   of the attempt that counts: what exports and reports read */
static const char views_1[] =
	"CREATE VIEW attempt_mark AS"
	" SELECT s.id AS submission, s.student, s.counts, l.grading, c.lab, c.\"check\", c.title,"
	"  coalesce(o.points, c.points) AS points, c.max_points, c.verdict, c.message, c.hint,"
	"  c.location, o.id IS NOT NULL AS overridden, o.reason,"
	"  o.id IS NOT NULL OR c.verdict IN ('pass', 'fail', 'todo') AS judged"
	" FROM submission s JOIN lab_grading l ON l.submission = s.id"
	"  JOIN check_result c ON c.grading = l.grading AND c.lab = l.lab"
	"  LEFT JOIN override o ON o.student = s.student"
	"   AND coalesce(o.\"check\", '') = c.\"check\" AND o.revoked_at IS NULL;"

	"CREATE VIEW attempt AS"
	" SELECT a.*, round(score * late_share, 2) AS penalty FROM ("
	"  SELECT s.id AS submission, s.student, s.attempt, s.content, s.submitted_at, s.late_s,"
	"   s.late_share, s.counts,"
	"   CASE WHEN EXISTS(SELECT 1 FROM lab_grading l WHERE l.submission = s.id) THEN 'graded'"
	"    WHEN EXISTS(SELECT 1 FROM grading g WHERE g.submission = s.id) THEN 'failed'"
	"    ELSE 'ungraded' END AS status,"
	"   (SELECT round(total(m.points), 6) FROM attempt_mark m"
	"    WHERE m.submission = s.id AND m.judged) AS score,"
	"   (SELECT round(total(m.max_points), 6) FROM attempt_mark m"
	"    WHERE m.submission = s.id AND m.judged) AS max_score,"
	"   (SELECT round(total(m.max_points), 6) FROM attempt_mark m"
	"    WHERE m.submission = s.id AND NOT m.judged) AS unjudged"
	"  FROM submission s) a;"

	"CREATE VIEW extra_mark AS"
	" SELECT o.student, c.lab, c.\"check\", c.title, o.points, c.max_points, 'todo' AS verdict,"
	"  '' AS message, '' AS hint, '' AS location, 1 AS overridden, o.reason"
	" FROM override o JOIN check_result c ON c.\"check\" = o.\"check\" AND c.grading ="
	"  (SELECT max(d.grading) FROM check_result d WHERE d.\"check\" = o.\"check\")"
	" WHERE o.revoked_at IS NULL AND NOT EXISTS(SELECT 1 FROM attempt_mark m"
	"  WHERE m.student = o.student AND m.counts AND m.\"check\" = o.\"check\");"

	"CREATE VIEW mark AS"
	" SELECT student, lab, \"check\", title, points, max_points, verdict, message, hint, "
	"location,"
	"  overridden, reason FROM attempt_mark WHERE counts"
	" UNION ALL SELECT * FROM extra_mark;"

	/* an override of the total, or for a student who handed in nothing, is a mark too */
	"CREATE VIEW total AS"
	" SELECT t.student, t.name, t.email, t.section, t.folder, t.attempt, t.score,"
	"  CASE WHEN t.attempt_status = 'graded' THEN t.max_score"
	"   WHEN t.status IN ('graded', 'absent')"
	"    THEN (SELECT coalesce(max(max_score + unjudged), 0) FROM attempt) ELSE 0"
	"   END AS max_score,"
	"  CASE WHEN t.status IN ('failed', 'ungraded')"
	"   THEN (SELECT coalesce(max(max_score + unjudged), 0) FROM attempt) ELSE t.unjudged"
	"   END AS unjudged,"
	"  t.late_s, t.penalty,"
	"  CASE WHEN o.id IS NOT NULL THEN o.points"
	"   WHEN t.status IN ('graded', 'absent') THEN round(t.score - t.penalty, 2) END AS final,"
	"  t.status, g.graded_at, t.content, g.results, t.submission, t.submitted_at,"
	"  o.id IS NOT NULL AS overridden, o.reason"
	" FROM (SELECT i.*, round(i.score * i.late_share, 2) AS penalty FROM ("
	"  SELECT st.id AS student, st.name, st.email, st.section, st.folder, a.attempt,"
	"   round(coalesce(a.score, 0) + (SELECT total(x.points) FROM extra_mark x"
	"    WHERE x.student = st.id), 6) AS score,"
	"   round(coalesce(a.max_score, 0) + (SELECT total(x.max_points) FROM extra_mark x"
	"    WHERE x.student = st.id), 6) AS max_score,"
	"   coalesce(a.unjudged, 0) AS unjudged, coalesce(a.late_s, 0) AS late_s,"
	"   coalesce(a.late_share, 0) AS late_share, a.status AS attempt_status,"
	"   CASE WHEN EXISTS(SELECT 1 FROM override h WHERE h.student = st.id"
	"     AND h.revoked_at IS NULL AND (h.\"check\" IS NULL OR a.submission IS NULL))"
	"    THEN 'graded' ELSE coalesce(a.status, 'absent') END AS status,"
	"   a.content, a.submission, a.submitted_at"
	"  FROM student st LEFT JOIN attempt a ON a.student = st.id AND a.counts) i) t"
	" LEFT JOIN override o ON o.student = t.student AND coalesce(o.\"check\", '') = ''"
	"  AND o.revoked_at IS NULL"
	" LEFT JOIN grading g ON g.id ="
	"  (SELECT max(l.grading) FROM lab_grading l WHERE l.submission = t.submission);";

static const char *const step_1[] = {tables_1, views_1, NULL};

static const char *const step_2[] = {book_tables_notes, NULL};

static const char *const step_3[] = {book_tables_work, book_views_work, NULL};

static const char *const step_4[] = {book_tables_due, NULL};

const char *const *const book_steps[] = {step_1, step_2, step_3, step_4};

/* Keeps a copy of the older book, because a migration step cannot be undone. */
static int older_keep(Book *book, const char *copy, int version)
{
	if (access(copy, F_OK) == 0)
		return book_fail(book,
				 "it is of version %d, and %s is there already: expected to keep a "
				 "copy under that name",
				 version, copy);
	/* SQLite takes an empty file; this one only its owner can read */
	int fd = open(copy, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd >= 0)
		close(fd);
	if (book_execute(book, "VACUUM INTO ?1", "s", copy) == 0)
		return 0;
	unlink(copy);
	return -1;
}

static int step_take(Book *book, const char *const *step)
{
	for (; *step; step++)
		if (sqlite3_exec(book->db, *step, NULL, NULL, NULL) != SQLITE_OK)
			return book_fail(book, "it cannot be brought up to date");
	return 0;
}

static int version_read(Book *book, int *version)
{
	int64_t number = 0;
	int found = book_number(book, &number, "PRAGMA user_version", "");

	*version = (int)number;
	return found > 0 ? 0 : -1;
}

static int version_write(Book *book, int version)
{
	char sql[100]; /* a PRAGMA takes no bound values */

	snprintf(sql, sizeof sql, "PRAGMA application_id = %d; PRAGMA user_version = %d",
		 BOOK_APPLICATION_ID, version);
	if (sqlite3_exec(book->db, sql, NULL, NULL, NULL) != SQLITE_OK)
		return book_fail(book, "it cannot be brought up to date");
	return 0;
}

static int version_check(Book *book, int version, int wanted)
{
	if (version >= 0 && version <= wanted)
		return 0;
	return book_fail(book,
			 "it is of version %d, this program knows versions up to %d: use the kit "
			 "that wrote it, or a newer one",
			 version, wanted);
}

static int steps_take(Book *book, const char *const *const *steps, int wanted)
{
	int version;

	/* read again with the lock held: another process may have migrated it meanwhile */
	if (book_begin(book) < 0)
		return -1;
	if (version_read(book, &version) < 0 || version_check(book, version, wanted) < 0)
		return book_rollback(book);
	for (; version < wanted; version++)
		if (step_take(book, steps[version]) < 0)
			return book_rollback(book);
	return version_write(book, wanted) < 0 ? book_rollback(book) : book_commit(book);
}

int book_migrate(Book *book, const char *const *const *steps, int wanted)
{
	char *copy;
	int version, done;

	if (version_read(book, &version) < 0 || version_check(book, version, wanted) < 0)
		return -1;
	if (version == wanted)
		return 0;
	if (version == 0) /* a new book */
		return steps_take(book, steps, wanted);
	copy = text_new("%s.v%d", book->path, version);
	done = older_keep(book, copy, version);
	if (done == 0 && (done = steps_take(book, steps, wanted)) < 0)
		unlink(copy);
	if (done == 0)
		remark("%s was of version %d; as it was it is kept in %s", book->path, version,
		       copy);
	free(copy);
	return done;
}
