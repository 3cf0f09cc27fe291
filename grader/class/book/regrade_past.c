/* regrade_past.c - every student's marks from when a regrade began.
 *
 * They are kept in a file beside the gradebook until the regrade is complete, so that one that was
 * killed and is continued still reports all changes. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/book/book_sql.h"
#include "grader/class/book/regrade.h"

char *regrade_file(const Book *book)
{
	return text_new("%s-regrade", book_path(book));
}

/* Whether the file was written when the regrade began that was stopped last. 1, 0, or -1 after a
 * line on stderr. */
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

/* Gradings newer than newest.id were made by this regrade, also before it was stopped. */
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
		if (book_execute(book, statements[i], "") < 0)
			return book_rollback(book);
	return book_commit(book);
}

int regrade_remember(Book *book)
{
	char *path = regrade_file(book);
	/* an empty file is an empty database; SQLite would not create it when attaching */
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600), ours = -1;

	if (fd < 0)
		refuse("%s cannot be written: %s", path, strerror(errno));
	else if (close(fd) == 0 && book_execute(book, "ATTACH DATABASE ?1 AS past", "s", path) == 0)
		ours = past_is_ours(book);
	free(path);
	return ours != 0 ? (ours < 0 ? -1 : 0) : past_write(book);
}

int regrade_done(Book *book)
{
	char *unfinished = book_setting(book, "again_from"), *path;
	int going_on = unfinished && *unfinished != '\0', bad = 0;

	free(unfinished);
	if (going_on || book_execute(book, "DETACH DATABASE past", "") < 0)
		return going_on ? 0 : -1;
	path = regrade_file(book);
	if (unlink(path) < 0)
		bad = refuse("%s cannot be removed", path);
	free(path);
	return bad;
}
