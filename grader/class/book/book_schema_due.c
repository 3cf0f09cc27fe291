/* book_schema_due.c - deadlines of single students.
 *
 * extension  the student's own deadline, for every attempt; revoked ones, and those that a later one has taken the
 *            place of, are kept */
#include "grader/class/book/book_schema.h"

const char book_tables_due[] =
	"CREATE TABLE extension("
	"  id INTEGER PRIMARY KEY, student TEXT NOT NULL REFERENCES student(id) ON UPDATE CASCADE,"
	"  due TEXT NOT NULL, reason TEXT NOT NULL, made_by TEXT, made_at TEXT NOT NULL,"
	"  revoked_at TEXT);"
	"CREATE UNIQUE INDEX extension_active ON extension(student) WHERE revoked_at IS NULL;";
