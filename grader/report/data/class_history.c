/* class_history.c - what books have since version 3: causes, attempts, marks from before the last run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/report/data/class_rows.h"

static const char attempts_sql[] =
	"SELECT a.student, a.attempt, a.status = 'graded', a.score, a.max_score,"
	" CAST(strftime('%s', a.submitted_at) AS INTEGER),"
	" (SELECT total(total_s) FROM grading WHERE submission = a.submission)"
	" FROM attempt a ORDER BY a.student, a.attempt";
static const char causes_sql[] = "SELECT student, \"check\", cause, page FROM mark_cause"
				 " ORDER BY lab, \"check\", student";
static const char last_sql[] = "SELECT student, status, final, attempt FROM last_total";
static const char due_sql[] =
	"SELECT CAST(strftime('%s', value) AS INTEGER) FROM setting WHERE key = 'due'";

static void attempt_add(ClassData *data, sqlite3_stmt *row)
{
	data->attempts = list_grown(data->attempts, data->attempt_count, sizeof *data->attempts);
	data->attempts[data->attempt_count++] = (Attempt){
		.student = column_text(row, 0),
		.number = sqlite3_column_int(row, 1),
		.graded = sqlite3_column_int(row, 2),
		.score = sqlite3_column_double(row, 3),
		.max_score = sqlite3_column_double(row, 4),
		.submitted = sqlite3_column_int64(row, 5),
		.seconds = sqlite3_column_double(row, 6),
	};
}

/* Both lists are in one order, so the search goes on where the last one ended. */
static void cause_add(ClassData *data, sqlite3_stmt *row)
{
	const char *student = (const char *)sqlite3_column_text(row, 0);
	const char *check = (const char *)sqlite3_column_text(row, 1);

	for (; data->cause_at < data->mark_count; data->cause_at++) {
		Mark *m = &data->marks[data->cause_at];

		if (strcmp(m->check, check) != 0 || strcmp(m->student, student) != 0)
			continue;
		free(m->cause);
		free(m->page);
		m->cause = column_text(row, 2);
		m->page = column_text(row, 3);
		return;
	}
}

static int id_compare(const void *id, const void *student)
{
	return strcmp(id, (*(Student *const *)student)->id);
}

static int student_compare(const void *a, const void *b)
{
	return strcmp((*(Student *const *)a)->id, (*(Student *const *)b)->id);
}

static void last_add(ClassData *data, sqlite3_stmt *row)
{
	Student **found = bsearch(sqlite3_column_text(row, 0), data->by_id,
				  (size_t)data->student_count, sizeof(Student *), id_compare);

	data->has_last = 1;
	if (!found)
		return;
	(*found)->was_known = 1;
	free((*found)->was_status);
	(*found)->was_status = column_text(row, 1);
	(*found)->was_final =
		sqlite3_column_type(row, 2) == SQLITE_NULL ? NAN : sqlite3_column_double(row, 2);
	(*found)->was_attempt = sqlite3_column_int(row, 3);
}

static void due_add(ClassData *data, sqlite3_stmt *row)
{
	data->due = sqlite3_column_int64(row, 0);
}

int history_read(sqlite3 *db, ClassData *data)
{
	int bad;

	data->by_id = memory_new(((size_t)data->student_count + 1) * sizeof(Student *));
	for (int i = 0; i < data->student_count; i++)
		data->by_id[i] = &data->students[i];
	qsort(data->by_id, (size_t)data->student_count, sizeof(Student *), student_compare);
	bad = rows_read(db, causes_sql, data, cause_add) < 0 ||
	      rows_read(db, attempts_sql, data, attempt_add) < 0 ||
	      rows_read(db, last_sql, data, last_add) < 0 ||
	      rows_read(db, due_sql, data, due_add) < 0;
	free((void *)data->by_id);
	data->by_id = NULL;
	return bad ? -1 : 0;
}
