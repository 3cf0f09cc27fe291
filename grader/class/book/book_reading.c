/* book_reading.c - two queries. */
#include "grader/class/book/book_reading.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"
#include "grader/class/book/book_sql.h"

static int facts_load(Book *book, int64_t grading, DiffReading *r)
{
	sqlite3_stmt *row = book_query(
		book,
		"SELECT s.content, g.kit, g.gpu, g.machine, g.isolation, g.key, g.seed"
		" FROM grading g JOIN submission s ON s.id = g.submission WHERE g.id = ?1",
		"i", grading);
	int found = !row ? -1 : book_step(book, row);
	char **const texts[] = {&r->content, &r->kit, &r->gpu, &r->machine, &r->isolation, &r->key};

	for (int i = 0; found > 0 && i < 6; i++)
		*texts[i] = book_text(row, i);
	if (found > 0)
		r->seed = sqlite3_column_int64(row, 6);
	sqlite3_finalize(row);
	return found;
}

static int check_order(const void *one, const void *other)
{
	return diff_id_compare(((const DiffCheck *)one)->id, ((const DiffCheck *)other)->id);
}

int book_reading_load(Book *book, int64_t grading, const char *lab, DiffReading *r)
{
	memset(r, 0, sizeof *r);
	if (facts_load(book, grading, r) < 0)
		return -1;

	sqlite3_stmt *rows =
		book_query(book,
			   "SELECT \"check\", verdict, coalesce(message, ''), points,"
			   " max_points FROM check_result WHERE grading = ?1 AND lab = ?2",
			   "is", grading, lab);
	int more = -1;

	while (rows && (more = book_step(book, rows)) > 0) {
		r->checks = list_grown(r->checks, r->count, sizeof *r->checks);

		DiffCheck *check = &r->checks[r->count++];

		check->id = book_text(rows, 0);
		check->verdict = book_text(rows, 1);
		check->message = book_text(rows, 2);
		check->points = sqlite3_column_double(rows, 3);
		check->max_points = sqlite3_column_double(rows, 4);
	}
	sqlite3_finalize(rows);
	if (more >= 0 && r->count > 1)
		qsort(r->checks, (size_t)r->count, sizeof *r->checks, check_order);
	return more;
}

void book_reading_free(DiffReading *r)
{
	for (int i = 0; i < r->count; i++) {
		free(r->checks[i].id);
		free(r->checks[i].verdict);
		free(r->checks[i].message);
	}
	free(r->checks);
	free(r->content);
	free(r->kit);
	free(r->gpu);
	free(r->machine);
	free(r->isolation);
	free(r->key);
	memset(r, 0, sizeof *r);
}
