/* book_make.h - a gradebook of a class with the tables of version 1 (docs/gradebook.md), filled by
 * hand, so that what is exported can be compared with what was put in. */
#ifndef GRADER_EXPORT_TESTS_BOOK_MAKE_H
#define GRADER_EXPORT_TESTS_BOOK_MAKE_H

#include <sqlite3.h>

#include "grader/export/tests/export_kit.h"

/* The views here hold what the gradebook's views promise, and no more. */
static const char book_tables[] =
	"PRAGMA application_id = 0x75736770; PRAGMA user_version = 1;"
	"CREATE TABLE student(id TEXT PRIMARY KEY, name TEXT NOT NULL, email TEXT, section TEXT,"
	"  folder TEXT UNIQUE, columns TEXT);"
	"CREATE TABLE override(id INTEGER PRIMARY KEY, student TEXT NOT NULL, \"check\" TEXT,"
	"  points REAL NOT NULL, reason TEXT NOT NULL, made_by TEXT, made_at TEXT NOT NULL,"
	"  revoked_at TEXT);"
	"CREATE TABLE submission(id INTEGER PRIMARY KEY, student TEXT NOT NULL);"
	"CREATE TABLE grading(id INTEGER PRIMARY KEY, submission INTEGER NOT NULL, status TEXT NOT "
	"NULL,"
	"  message TEXT);"
	"CREATE TABLE mark_row(student, lab, \"check\", points, max_points, verdict, overridden "
	"DEFAULT 0);"
	"CREATE TABLE total_row(student, status, penalty DEFAULT 0, final);"
	"CREATE VIEW mark AS SELECT student, lab, \"check\", '' AS title, points, max_points, "
	"verdict,"
	"  '' AS message, '' AS hint, '' AS location, overridden, NULL AS reason FROM mark_row;"
	"CREATE VIEW total AS SELECT r.student, s.name, s.email, s.section, s.folder, 1 AS attempt,"
	"  (SELECT total(points) FROM mark_row m WHERE m.student = r.student) AS score,"
	"  (SELECT total(max_points) FROM mark_row m WHERE m.student = r.student"
	"    AND (overridden OR verdict IN ('pass', 'fail', 'todo'))) AS max_score,"
	"  (SELECT total(max_points) FROM mark_row m WHERE m.student = r.student"
	"    AND NOT (overridden OR verdict IN ('pass', 'fail', 'todo'))) AS unjudged,"
	"  0 AS late_s, r.penalty, coalesce(r.final, (SELECT total(points) FROM mark_row m"
	"    WHERE m.student = r.student)) AS final, r.status, NULL AS graded_at, NULL AS content,"
	"  NULL AS results FROM total_row r JOIN student s ON s.id = r.student;";

/* Marks of lab 1 (8 points) and lab 3 (14 points). */
static const char book_rows[] =
	"INSERT INTO student VALUES"
	" ('s1', 'Ada Lovelace', 'ada@example.org', 'A', 'Ada "
	"Lovelace_101_assignsubmission_file_', NULL),"
	" ('s2', '김민지 \"MJ\", Kim', 'mj@example.org', 'A', 'kim', NULL),"
	" ('s3', 'Jürgen Müller', 'jm@example.org', 'B', 'jm', NULL),"
	" ('s4', '王小明', 'wang@example.org', 'B', NULL, NULL),"
	" ('s5', '=cmd|calc!A0', 'cmd@example.org', 'B', 'cmd', NULL),"
	" ('s6', 'Kim Lee', 'lee1@example.org', 'B', 'lee1', NULL),"
	" ('s7', 'Kim Lee', 'lee2@example.org', 'B', 'lee2', NULL),"
	" ('s8', 'Fay Led', 'fay@example.org', 'B', 'fay',"
	"  '{\"Student\":\"Fay Led\",\"ID\":\"9008\",\"SIS Login ID\":\"fled\",\"last "
	"name\":\"Led\","
	"    \"First Name\":\"Fay\"}'),"
	" ('s9', 'Ova Riden', 'ova@example.org', 'B', 'ova', NULL);"
	"INSERT INTO mark_row VALUES"
	" ('s1', 'lab1_devices', '1.1', 8, 8, 'pass', 0), ('s1', 'lab3_copies', '3.1', 10, 10, "
	"'pass', 0),"
	" ('s1', 'lab3_copies', '3.2', 0, 4, 'fail', 0),"
	/* half of lab 3 was not judged */
	" ('s2', 'lab1_devices', '1.1', 4, 8, 'pass', 0), ('s2', 'lab3_copies', '3.1', 7, 7, "
	"'pass', 0),"
	" ('s2', 'lab3_copies', '3.2', 0, 7, 'inconclusive', 0),"
	" ('s3', 'lab1_devices', '1.1', 8, 8, 'pass', 0), ('s3', 'lab3_copies', '3.1', 0, 14, "
	"'error', 0),"
	" ('s5', 'lab1_devices', '1.1', 0, 8, 'todo', 0), ('s5', 'lab3_copies', '3.1', 0, 14, "
	"'todo', 0),"
	" ('s6', 'lab1_devices', '1.1', 8, 8, 'pass', 0), ('s6', 'lab3_copies', '3.1', 14, 14, "
	"'pass', 0),"
	" ('s7', 'lab1_devices', '1.1', 2, 8, 'pass', 0), ('s7', 'lab3_copies', '3.1', 1.5, 14, "
	"'error', 1),"
	" ('s8', 'lab1_devices', '1.1', 6, 8, 'pass', 0), ('s8', 'lab3_copies', '3.1', 6, 14, "
	"'fail', 0);"
	"INSERT INTO total_row VALUES ('s1', 'graded', 0, NULL), ('s2', 'graded', 0, NULL),"
	" ('s3', 'graded', 0, NULL), ('s4', 'absent', 0, 0), ('s5', 'graded', 0, NULL),"
	" ('s6', 'graded', 0, NULL), ('s7', 'graded', 0, NULL), ('s8', 'graded', 2, 10),"
	" ('s9', 'failed', 0, 15);"
	"INSERT INTO student VALUES ('t1', 'Zed', NULL, NULL, 'zed', NULL);"
	"INSERT INTO total_row VALUES ('t1', 'failed', 0, NULL);"
	"INSERT INTO submission VALUES (1, 't1'); INSERT INTO grading VALUES (1, 1, 'failed', "
	"'old'),"
	" (2, 1, 'failed', 'the disk is full');"
	"INSERT INTO override VALUES (1, 's9', NULL, 15, 'by hand', 'me', '2026-01-01', NULL),"
	" (2, 's3', NULL, 22, 'a slip', 'me', '2026-01-01', '2026-01-02');";

/* Makes the file; `path` ends with XXXXXX. */
static inline void book_make(char *path, const char *more)
{
	sqlite3 *book;
	char *error = NULL;

	kit_file(path, "", 0);
	assert_int_equal(sqlite3_open(path, &book), SQLITE_OK);
	if (sqlite3_exec(book, book_tables, NULL, NULL, &error) != SQLITE_OK ||
	    sqlite3_exec(book, book_rows, NULL, NULL, &error) != SQLITE_OK ||
	    sqlite3_exec(book, more, NULL, NULL, &error) != SQLITE_OK)
		fail_msg("%s", error);
	sqlite3_close(book);
}

#endif
