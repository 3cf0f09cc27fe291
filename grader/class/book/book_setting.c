/* book_setting.c - the table `setting`: values by their keys. */
#include "grader/class/book/book_sql.h"

#include <stddef.h>

char *book_setting(Book *book, const char *key)
{
	sqlite3_stmt *row = book_query(book, "SELECT value FROM setting WHERE key = ?1", "s", key);
	char *value = row && book_step(book, row) > 0 ? book_text(row, 0) : NULL;

	sqlite3_finalize(row);
	return value;
}

int book_setting_put(Book *book, const char *key, const char *value)
{
	return book_execute(book,
			    "INSERT INTO setting VALUES(?1, ?2)"
			    " ON CONFLICT(key) DO UPDATE SET value = ?2",
			    "ss", key, value);
}
