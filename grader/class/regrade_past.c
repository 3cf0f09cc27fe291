/* regrade_past.c - what every student had when a regrade began.
 *
 * It lies in a file of its own beside the gradebook until the regrade has come to its end: one that
 * was killed and goes on still tells everything that has changed. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "book_sql.h"
#include "refuse.h"
#include "regrade.h"
#include "text.h"

char *regrade_file(const Book *book)
{
	return text_new("%s-regrade", book_path(book));
}

/* Is it what the regrade began with that was stopped last? 1, 0, or -1 after a line on stderr. */
static int past_is_ours(Book *book)
{
	int64_t found = 0;
	int there = book_number(book, &found,
				"SELECT 1 FROM past.sqlite_master WHERE name = 'newest'", "");

	return there <= 0 ? there
			  : book_number(book, &found,
					"SELECT 1 FROM past.newest JOIN setting ON key = "
					"'again_from' AND value = CAST(id AS TEXT)",
					"");
}

/* newest.id: what is newer was graded by this regrade, or before it was stopped and went on. */
static int past_write(Book *book)
{
	static const char *const statements[] = {
		"DROP TABLE IF EXISTS past.total",
		"DROP TABLE IF EXISTS past.lab",
		"DROP TABLE IF EXISTS past.newest",
		"CREATE TABLE past.total AS SELECT student, status, final, score FROM total",
		"CREATE TABLE past.lab AS " REGRADE_LABS,
		"CREATE TABLE past.newest AS SELECT CAST(coalesce("
		" (SELECT nullif(value, '') FROM setting WHERE key = 'again_from'),"
		" (SELECT max(id) FROM grading), 0) AS INTEGER) AS id",
	};

	if (book_begin(book) < 0)
		return -1;
	for (size_t i = 0; i < sizeof statements / sizeof *statements; i++)
		if (book_do(book, statements[i], "") < 0)
			return book_undo(book);
	return book_commit(book);
}

int regrade_remember(Book *book)
{
	char *path = regrade_file(book);
	/* an empty file is an empty database; SQLite makes none beside a book that is there */
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600), ours = -1;

	if (fd < 0)
		refuse("%s cannot be written: %s", path, strerror(errno));
	else if (close(fd) == 0 && book_do(book, "ATTACH DATABASE ?1 AS past", "s", path) == 0)
		ours = past_is_ours(book);
	free(path);
	return ours != 0 ? (ours < 0 ? -1 : 0) : past_write(book);
}

int regrade_done(Book *book)
{
	char *unfinished = book_setting(book, "again_from"), *path;
	int going_on = unfinished != NULL && *unfinished != '\0', bad = 0;

	free(unfinished);
	if (going_on || book_do(book, "DETACH DATABASE past", "") < 0)
		return going_on ? 0 : -1;
	path = regrade_file(book);
	if (unlink(path) < 0)
		bad = refuse("%s cannot be removed", path);
	free(path);
	return bad;
}
