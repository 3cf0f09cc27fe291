/* given.c - a student's row of the view `total`, and what belongs to it. */
#include "grader/feedback/given.h"

#include <math.h>
#include <stdlib.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/book/book_sql.h"
#include "grader/report/submission/reference.h"

static char *column_text(sqlite3_stmt *row, int at)
{
	char *text = book_text(row, at);

	return text ? text : text_new("%s", "");
}

static int row_read(Given *g, const GivenFrom *from, const char *student)
{
	sqlite3_stmt *row =
		book_query(from->book,
			   "SELECT student, name, email, folder, status, final, max_score,"
			   " submission FROM total WHERE student = ?1",
			   "s", student);
	int found = !row ? -1 : book_step(from->book, row);

	if (found > 0) {
		g->id = column_text(row, 0);
		g->name = column_text(row, 1);
		g->email = column_text(row, 2);
		g->folder = column_text(row, 3);
		g->status = column_text(row, 4);
		g->final = sqlite3_column_type(row, 5) == SQLITE_NULL
				   ? NAN
				   : sqlite3_column_double(row, 5);
		g->most = sqlite3_column_double(row, 6);
		g->submission = sqlite3_column_int64(row, 7);
	}
	sqlite3_finalize(row);
	if (found == 0)
		return refuse("%s: there is no such student in %s", student, book_path(from->book));
	return found < 0 ? -1 : 0;
}

int given_read(Given *g, const GivenFrom *from, const char *student)
{
	*g = (Given){.submission = 0};
	if (row_read(g, from, student) < 0)
		return -1;
	g->graded.results = given_results(g, from);
	if (!g->graded.results)
		return -1;
	given_details(g, from);
	if (from->conceals)
		graded_conceal(&g->graded);
	g->graded.reference = reference_find(from->build, ".", g->graded.results, NULL);
	g->graded.head = given_head(g, from);
	return g->graded.head ? 0 : -1;
}

void given_release(Given *g)
{
	free(g->id);
	free(g->name);
	free(g->email);
	free(g->folder);
	free(g->status);
	graded_release(&g->graded);
}
