/* book_part.c - columns of the roster that the gradebook does not know are in its rows as JSON. */
#include "grader/class/book/book_part.h"

#include <stddef.h>
#include <stdlib.h>

#include "grader/base/diagnostic.h"
#include "grader/class/book/book_sql.h"

#define TA_COLUMNS                                                                                 \
	"lower(replace(replace(key, '_', ' '), '-', ' '))"                                         \
	" IN ('ta', 'tutor', 'assistant', 'teaching assistant')"

static const char one_sql[] =
	"SELECT (?2 IS NULL OR lower(coalesce(section, '')) = lower(trim(?2))) AND (?3 IS NULL OR"
	"  EXISTS(SELECT 1 FROM json_each(coalesce(columns, '{}'))"
	"   WHERE " TA_COLUMNS " AND lower(trim(value)) = lower(trim(?3))))"
	" FROM student WHERE id = ?1";

int book_part_has(Book *book, const BookPart *part, const char *student)
{
	int64_t is = 0;

	if (!part->section && !part->ta)
		return 1;
	return book_number(book, &is, one_sql, "sss", student, part->section, part->ta) < 0
		       ? -1
		       : (int)is;
}

/* What there is in its place, separated by ", "; to be freed. */
static char *known_text(Book *book, const char *sql)
{
	sqlite3_stmt *row = book_query(book, sql, "");
	char *text = row && book_step(book, row) > 0 ? book_text(row, 0) : NULL;

	sqlite3_finalize(row);
	return text;
}

int book_part_check(Book *book, const BookPart *part)
{
	static const char sections[] =
		"SELECT group_concat(section, ', ') FROM (SELECT DISTINCT section FROM student"
		" WHERE section IS NOT NULL ORDER BY section)";
	static const char assistants[] =
		"SELECT group_concat(value, ', ') FROM (SELECT DISTINCT value FROM student,"
		" json_each(coalesce(columns, '{}')) WHERE " TA_COLUMNS " ORDER BY value)";
	sqlite3_stmt *rows = book_query(book, "SELECT id FROM student", "");
	int more = -1, has = 0;

	while (rows && has == 0 && (more = book_step(book, rows)) > 0)
		has = book_part_has(book, part, (const char *)sqlite3_column_text(rows, 0));
	sqlite3_finalize(rows);
	if (has != 0 || more < 0)
		return has > 0 ? 0 : -1;

	char *known = known_text(book, part->section ? sections : assistants);

	refuse("%s=%s: nobody is in it; the roster has %s", part->section ? "SECTION" : "TA",
	       part->section ? part->section
	       : !part->ta   ? ""
			     : part->ta,
	       !known ? "none" : known);
	free(known);
	return -1;
}
