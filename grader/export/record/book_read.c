/* book_read.c - the students of a gradebook, with what its views say of them. It is only read, in
 * one transaction: a class that is being graded meanwhile does not come out half old, half new. */
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/export/record/record.h"

#define BOOK_APPLICATION 0x75736770 /* "usgp" */
#define BOOK_VERSION     4
#define BOOK_VERSION_OLD 1 /* its views are the same */

static const char totals_sql[] =
	"SELECT t.student, t.name, t.email, t.section, t.folder, s.columns, t.status,"
	"       t.score, t.max_score, t.unjudged, t.penalty, t.final, t.late_s,"
	"       EXISTS (SELECT 1 FROM override o WHERE o.student = t.student"
	"               AND coalesce(o.\"check\", '') = '' AND o.revoked_at IS NULL),"
	"       (SELECT g.message FROM grading g JOIN submission u ON u.id = g.submission"
	"         WHERE u.student = t.student AND g.status = 'failed' ORDER BY g.id DESC LIMIT 1)"
	"  FROM total t LEFT JOIN student s ON s.id = t.student"
	" ORDER BY t.name, t.student";

/* An override takes the place of the verdict. */
static const char labs_sql[] =
	"SELECT lab,"
	"       sum(CASE WHEN overridden OR verdict IN ('pass','fail','todo') THEN points END),"
	"       sum(CASE WHEN overridden OR verdict IN ('pass','fail','todo') THEN max_points END),"
	"       sum(CASE WHEN overridden OR verdict IN ('pass','fail','todo') THEN 0"
	"                ELSE max_points END),"
	"       sum(verdict = 'error' AND NOT overridden)"
	"  FROM mark WHERE student = ?1 GROUP BY lab ORDER BY min(CAST(\"check\" AS REAL)), lab";

static char *column_text(sqlite3_stmt *rows, int column)
{
	return clean_copy((const char *)sqlite3_column_text(rows, column));
}

static void total_read(Record *record, sqlite3_stmt *rows)
{
	const char *columns = (const char *)sqlite3_column_text(rows, 5);

	record->id = column_text(rows, 0);
	record->name = column_text(rows, 1);
	record->email = column_text(rows, 2);
	record->section = column_text(rows, 3);
	record->folder = column_text(rows, 4);
	record->columns = !columns ? NULL : json_loads(columns, 0, NULL);
	record->status = column_text(rows, 6);
	record->message = column_text(rows, 14);
	record->score = sqlite3_column_double(rows, 7);
	record->max_score = sqlite3_column_double(rows, 8);
	record->unjudged = sqlite3_column_double(rows, 9);
	record->penalty = sqlite3_column_double(rows, 10);
	record->final = sqlite3_column_double(rows, 11);
	record->late_s = sqlite3_column_double(rows, 12);
	record->overridden = sqlite3_column_int(rows, 13);
	record->gpu = clean_copy("");
	record->machine = clean_copy("");
	record->isolation = clean_copy("");
}

/* The labs of a student; SQLITE_DONE when all went well. */
static int labs_read(Record *record, sqlite3_stmt *rows, const sqlite3_value *student)
{
	int code;

	sqlite3_reset(rows);
	sqlite3_bind_value(rows, 1, student);
	while ((code = sqlite3_step(rows)) == SQLITE_ROW) {
		record->labs = list_grown(record->labs, record->lab_count, sizeof *record->labs);
		RecordLab *lab = &record->labs[record->lab_count++];

		lab->name = column_text(rows, 0);
		lab->score = sqlite3_column_double(rows, 1);
		lab->max_score = sqlite3_column_double(rows, 2);
		lab->unjudged = sqlite3_column_double(rows, 3);
		record->errors += sqlite3_column_int(rows, 4);
	}
	return code;
}

static void fulls_set(RecordList *list)
{
	double most = 0;

	for (int i = 0; i < list->count; i++)
		if (record_full(&list->records[i]) > most)
			most = record_full(&list->records[i]);
	for (int i = 0; i < list->count; i++)
		list->records[i].class_full = most;
}

static int students_read(RecordList *list, sqlite3 *book)
{
	sqlite3_stmt *totals = NULL, *labs = NULL;
	int code = sqlite3_prepare_v2(book, totals_sql, -1, &totals, NULL);

	if (code == SQLITE_OK)
		code = sqlite3_prepare_v2(book, labs_sql, -1, &labs, NULL);
	while (code == SQLITE_OK && (code = sqlite3_step(totals)) == SQLITE_ROW) {
		list->records = list_grown(list->records, list->count, sizeof *list->records);
		Record *record = &list->records[list->count++];

		total_read(record, totals);
		code = labs_read(record, labs, sqlite3_column_value(totals, 0));
		code = code == SQLITE_DONE ? SQLITE_OK : code;
	}
	sqlite3_finalize(totals);
	sqlite3_finalize(labs);
	fulls_set(list);
	return code == SQLITE_DONE ? SQLITE_OK : code;
}

static int number_ask(sqlite3 *book, const char *sql)
{
	sqlite3_stmt *rows = NULL;
	int number = -1;

	if (sqlite3_prepare_v2(book, sql, -1, &rows, NULL) == SQLITE_OK &&
	    sqlite3_step(rows) == SQLITE_ROW)
		number = sqlite3_column_int(rows, 0);
	sqlite3_finalize(rows);
	return number;
}

static int file_refuse(const char *path, const char *why)
{
	return refuse("%s: %s; expected the gradebook of a class", path, why);
}

int records_read(RecordList *list, const char *path)
{
	sqlite3 *book = NULL;
	int bad = sqlite3_open_v2(path, &book, SQLITE_OPEN_READONLY, NULL) != SQLITE_OK;

	*list = (RecordList){.records = NULL};
	sqlite3_busy_timeout(book, 10000);
	if (bad || sqlite3_exec(book, "BEGIN; SELECT 1 FROM sqlite_master", NULL, NULL, NULL) !=
			   SQLITE_OK) {
		bad = file_refuse(path, sqlite3_errmsg(book));
	} else if (number_ask(book, "PRAGMA application_id") != BOOK_APPLICATION) {
		bad = file_refuse(path, "it is another program's file");
	} else if (number_ask(book, "PRAGMA user_version") < BOOK_VERSION_OLD ||
		   number_ask(book, "PRAGMA user_version") > BOOK_VERSION) {
		bad = file_refuse(path, "its version is not the one that this program knows");
	} else if (students_read(list, book) != SQLITE_OK) {
		bad = file_refuse(path, sqlite3_errmsg(book));
		records_release(list);
	}
	sqlite3_close(book);
	return bad ? -1 : 0;
}
