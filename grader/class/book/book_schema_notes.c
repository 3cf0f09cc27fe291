/* book_schema_notes.c - tables of what people write to each other about marks, and of what was given back.
 *
 * comment   a remark of whoever graded, about a check or (NULL) about all; revoked ones are kept
 * request   a student asks to have something looked at again; `answer` is NULL while nobody has
 * handback  a page went to the student: how, where to, and with which final mark (NULL: none) */
#include "grader/class/book/book_schema.h"

const char book_tables_notes[] =
	"CREATE TABLE comment("
	"  id INTEGER PRIMARY KEY, student TEXT NOT NULL REFERENCES student(id) ON UPDATE CASCADE,"
	"  \"check\" TEXT, text TEXT NOT NULL, made_by TEXT, made_at TEXT NOT NULL,"
	"  revoked_at TEXT);"
	"CREATE INDEX comment_of ON comment(student);"
	"CREATE TABLE request("
	"  id INTEGER PRIMARY KEY, student TEXT NOT NULL REFERENCES student(id) ON UPDATE CASCADE,"
	"  \"check\" TEXT, text TEXT NOT NULL, made_by TEXT, made_at TEXT NOT NULL,"
	"  answer TEXT, answered_by TEXT, answered_at TEXT);"
	"CREATE INDEX request_of ON request(student);"
	"CREATE TABLE handback("
	"  id INTEGER PRIMARY KEY, student TEXT NOT NULL REFERENCES student(id) ON UPDATE CASCADE,"
	"  format TEXT NOT NULL, place TEXT NOT NULL, final REAL, made_by TEXT,"
	"  made_at TEXT NOT NULL);"
	"CREATE INDEX handback_of ON handback(student);";
