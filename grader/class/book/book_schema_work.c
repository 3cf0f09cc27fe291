/* book_schema_work.c - what programs did and how long that took, the log that makes a later change of it
 * noticed, and the marks from before the last run.
 *
 * work        of a check: the counters of the run that it is about, as the judge's machine counted
 * time_limit  of a check: each time that was judged, beside the one that is right
 * log         one row a grading, in the order in which they came; `digest` is over the grading with all
 *             that belongs to it, and over the digest of the same student's row before (book_log.c).
 *             AUTOINCREMENT keeps the number of a row that was removed from being used again
 * last_total  every student's mark when the last run began that graded something */
#include "grader/class/book/book_schema.h"

const char book_tables_work[] =
	"ALTER TABLE check_result ADD COLUMN cause TEXT;"
	"ALTER TABLE check_result ADD COLUMN page TEXT;"
	"CREATE TABLE work("
	"  grading INTEGER NOT NULL REFERENCES grading(id) ON DELETE CASCADE,"
	"  \"check\" TEXT NOT NULL, us REAL, copies INTEGER, bytes INTEGER, kernels INTEGER,"
	"  waits INTEGER, PRIMARY KEY(grading, \"check\")) WITHOUT ROWID;"
	"CREATE TABLE time_limit("
	"  grading INTEGER NOT NULL REFERENCES grading(id) ON DELETE CASCADE,"
	"  \"check\" TEXT NOT NULL, n INTEGER NOT NULL, how TEXT, wanted_us REAL, measured_us REAL,"
	"  at_least INTEGER NOT NULL DEFAULT 0, PRIMARY KEY(grading, \"check\", n)) WITHOUT ROWID;"
	"CREATE TABLE log("
	"  number INTEGER PRIMARY KEY AUTOINCREMENT,"
	"  student TEXT NOT NULL REFERENCES student(id) ON UPDATE CASCADE,"
	"  grading INTEGER NOT NULL UNIQUE REFERENCES grading(id), digest TEXT NOT NULL);"
	"CREATE INDEX log_of ON log(student, number);"
	"CREATE TABLE last_total("
	"  student TEXT PRIMARY KEY NOT NULL REFERENCES student(id) ON UPDATE CASCADE,"
	"  status TEXT NOT NULL, final REAL, attempt INTEGER);"
	"INSERT INTO setting VALUES('log_from', (SELECT coalesce(max(id), 0) FROM grading));";

/* mark_cause  why a check of the attempt that counts failed, and the page that explains it */
const char book_views_work[] =
	"CREATE VIEW mark_cause AS"
	" SELECT m.student, m.lab, m.\"check\", c.cause, c.page"
	" FROM attempt_mark m JOIN check_result c ON c.grading = m.grading"
	"  AND c.\"check\" = m.\"check\""
	" WHERE m.counts AND c.verdict = 'fail' AND coalesce(c.cause, '') <> '';";
