/* class_rows.h - reading the rows of a gradebook, for the files that make up class_load(). */
#ifndef GRADER_REPORT_DATA_CLASS_ROWS_H
#define GRADER_REPORT_DATA_CLASS_ROWS_H

#include <sqlite3.h>

#include "grader/report/data/class_data.h"

/* The text of a column, "" for NULL; to be freed. */
char *column_text(sqlite3_stmt *row, int i);

/* Calls add(data, row) for each row of the query. 0, or -1: SQLite has the message. */
int rows_read(sqlite3 *db, const char *sql, ClassData *data,
	      void (*add)(ClassData *data, sqlite3_stmt *row));

/* Reads what books have since version 3; students and marks are there already. As rows_read(). */
int history_read(sqlite3 *db, ClassData *data);

#endif
