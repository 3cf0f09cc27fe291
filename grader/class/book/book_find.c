/* book_find.c - looks a name up, and suggests the most similar one when it is not in the book. */
#include "grader/class/book/book_find.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/edit_distance.h"
#include "grader/base/text.h"
#include "grader/class/book/book_sql.h"

/* The text in the first column that is most similar to `named`, to be freed; NULL: no rows. */
static char *nearest(Book *book, const char *sql, const char *named)
{
	sqlite3_stmt *rows = book_query(book, sql, "");
	char *best = NULL;
	int least = 1 << 20;

	while (rows && book_step(book, rows) > 0) {
		const char *text = (const char *)sqlite3_column_text(rows, 0);
		int distance = !text ? least : edit_distance(named, text);

		if (distance < least) {
			free(best);
			best = text_new("%s", text);
			least = distance;
		}
	}
	sqlite3_finalize(rows);
	return best;
}

/* "José Lovelace" -> "Lovelace, José", and the other way round; NULL: it is one word. To be freed. */
static char *name_turned(const char *name)
{
	const char *comma = strstr(name, ", "), *last = strrchr(name, ' ');

	if (comma)
		return text_new("%s %.*s", comma + 2, (int)(comma - name), name);
	return !last ? NULL : text_new("%s, %.*s", last + 1, (int)(last - name), name);
}

/* The ids of those who are called so, "1001" or "1001, 1002", to be freed; NULL: nobody is. */
static char *named_so(Book *book, const char *name)
{
	char *turned = name_turned(name), *id = NULL;
	sqlite3_stmt *rows = book_query(book,
					"SELECT group_concat(id, ', ') FROM (SELECT id FROM student"
					" WHERE name IN (?1, ?2) ORDER BY id) HAVING count(*) > 0",
					"ss", name, !turned ? name : turned);

	if (rows && book_step(book, rows) > 0)
		id = book_text(rows, 0);
	sqlite3_finalize(rows);
	free(turned);
	return id;
}

char *book_student_find(Book *book, const char *named)
{
	static const char *const ways[] = {"SELECT id FROM student WHERE id = ?1",
					   "SELECT id FROM student WHERE folder = ?1",
					   "SELECT id FROM student WHERE email = ?1"};
	char *id = NULL, *near;

	for (size_t i = 0; !id && i < sizeof ways / sizeof *ways; i++) {
		sqlite3_stmt *row = book_query(book, ways[i], "s", named);
		int found = !row ? -1 : book_step(book, row);

		if (found > 0)
			id = book_text(row, 0);
		sqlite3_finalize(row);
		if (found < 0)
			return NULL;
	}
	if (id)
		return id;
	near = named_so(book, named);
	if (near) {
		refuse("STUDENT=%s: this is a name, which two may have; expected the id, %s%s",
		       named, strchr(near, ',') ? "one of " : "", near);
		free(near);
		return NULL;
	}
	near = nearest(book,
		       "SELECT id FROM student UNION ALL SELECT folder FROM student"
		       " UNION ALL SELECT email FROM student",
		       named);
	if (!near)
		refuse("STUDENT=%s: there is no student in %s", named, book->path);
	else if (edit_distance(named, near) > 1 + (int)strlen(named) / 3)
		refuse("STUDENT=%s: there is no such student; make marks lists all", named);
	else
		refuse("STUDENT=%s: there is no such student; the nearest is %s", named, near);
	free(near);
	return NULL;
}

double book_check_points(Book *book, const char *check)
{
	sqlite3_stmt *row =
		book_query(book,
			   !check ? "SELECT max(max_score + unjudged) FROM attempt"
				  : "SELECT max_points FROM check_result"
				    " WHERE \"check\" = ?1 ORDER BY grading DESC LIMIT 1",
			   !check ? "" : "s", check);
	int found = !row ? -1 : book_step(book, row);
	double points = -1;
	char *near;

	if (found > 0 && sqlite3_column_type(row, 0) != SQLITE_NULL)
		points = sqlite3_column_double(row, 0);
	sqlite3_finalize(row);
	if (found < 0 || points >= 0)
		return points;
	near = nearest(book, "SELECT DISTINCT \"check\" FROM check_result", !check ? "" : check);
	if (!near)
		refuse("%s: nothing has been graded yet", book->path);
	else
		refuse("CHECK=%s: there is no such check; the nearest is %s", !check ? "" : check,
		       near);
	free(near);
	return -1;
}
