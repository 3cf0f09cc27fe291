/* book_open.c - opens the file and checks that it is a gradebook.
 *
 * The journal is SQLite's rollback journal, not WAL: WAL does not work over network file systems,
 * it keeps two more files beside the book, to which even a reader must be able to write, and a book
 * that is copied without them lacks the newest marks. Writers are few here, so that WAL's gain,
 * that readers and a writer do not block each other, is not needed. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/book/book_schema.h"
#include "grader/class/book/book_sql.h"

#define NOT_YET "there is no gradebook yet; make grade SUBMISSIONS=folder makes it"

void book_close(Book *book)
{
	if (!book)
		return;
	sqlite3_close(book->db);
	free(book->path);
	free(book);
}

const char *book_path(const Book *book)
{
	return book->path;
}

/* SQLite does not take "", ":memory:" and "file:..." as file names, and would block on a FIFO. */
static int path_check(const char *path, BookMode mode)
{
	struct stat about;

	if (*path == '\0')
		return refuse("BOOK= is empty: expected the path of a gradebook");
	if (stat(path, &about) == 0)
		return S_ISREG(about.st_mode)
			       ? 0
			       : refuse("%s: expected a gradebook, this is no file", path);
	if (errno == ENOENT && mode == BOOK_CREATE)
		return 0;
	if (errno == ENOENT)
		return refuse("%s: " NOT_YET, path);
	return refuse("%s: %s; expected a gradebook", path, strerror(errno));
}

/* A database with tables but without our application id belongs to another program. */
static int book_is_ours(Book *book)
{
	int64_t mark = 0, tables = 0;
	sqlite3_stmt *statement = NULL;
	/* the first read of the file: tells a file that is no database from a damaged database */
	int code = sqlite3_prepare_v2(book->db, "SELECT count(*) FROM sqlite_master", -1,
				      &statement, NULL);

	if (code == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
		tables = sqlite3_column_int64(statement, 0);
	code = sqlite3_finalize(statement) != SQLITE_OK ? sqlite3_errcode(book->db) : code;
	if (code == SQLITE_NOTADB)
		return refuse("%s: this is no gradebook (no SQLite database); it was left alone",
			      book->path);
	if (code != SQLITE_OK)
		return book_fail(book, "it cannot be opened");
	if (book_number(book, &mark, "PRAGMA application_id", "") < 0)
		return -1;
	if (mark == BOOK_APPLICATION_ID || (mark == 0 && tables == 0 && book->mode != BOOK_READ))
		return 0;
	if (mark == 0 && tables == 0) /* what is left when the disk was full at creation */
		return refuse("%s: " NOT_YET, book->path);
	return refuse("%s: this is no gradebook (a database of something else); it was left alone",
		      book->path);
}

static int book_is_whole(Book *book)
{
	sqlite3_stmt *rows = book_query(book, "PRAGMA quick_check(1)", "");
	int found = !rows ? -1 : book_step(book, rows);
	const char *word = found > 0 ? (const char *)sqlite3_column_text(rows, 0) : "";

	if (found >= 0 && strcmp(word, "ok") != 0)
		found = refuse(
			"%s: the gradebook is damaged (%.200s); it was left alone: restore a "
			"copy, or save what is readable with sqlite3 and .recover",
			book->path, word);
	sqlite3_finalize(rows);
	return found < 0 ? -1 : 0;
}

/* A book that is opened for reading cannot be migrated, so its version must be the current one. */
static int version_is_known(Book *book)
{
	int64_t version = 0;

	if (book_number(book, &version, "PRAGMA user_version", "") < 0)
		return -1;
	if (version == BOOK_VERSION)
		return 0;
	if (version < BOOK_VERSION)
		return refuse(
			"%s: it is of version %d, expected %d; make rules brings it up to date",
			book->path, (int)version, BOOK_VERSION);
	return refuse(
		"%s: it is of version %d, this program knows versions up to %d: use the kit that "
		"wrote it, or a newer one",
		book->path, (int)version, BOOK_VERSION);
}

static int book_ready(Book *book)
{
	if (sqlite3_busy_timeout(book->db, BOOK_WAIT_MS) != SQLITE_OK)
		return book_fail(book, "it cannot be opened");
	if (book_is_ours(book) < 0 || book_is_whole(book) < 0)
		return -1;
	if (book->mode == BOOK_READ)
		return version_is_known(book);
	if (book_execute(book, "PRAGMA foreign_keys = ON", "") < 0)
		return -1;
	return book_migrate(book, book_steps, BOOK_VERSION);
}

/* SQLite gives its journal the mode of the book. */
static void private_create(const char *path)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd >= 0)
		close(fd); /* what cannot be made is told by SQLite */
}

Book *book_open(const char *path, BookMode mode)
{
	static const int flags[] = {
		[BOOK_READ] = SQLITE_OPEN_READONLY,
		[BOOK_WRITE] = SQLITE_OPEN_READWRITE,
		[BOOK_CREATE] = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE,
	};
	Book *book;

	if (path_check(path, mode) < 0)
		return NULL;
	book = memory_new(sizeof *book);
	book->mode = mode;
	book->path = text_new("%s", path);

	if (mode == BOOK_CREATE)
		private_create(path);
	/* behind a folder's name, :memory: and the like are ordinary file names */
	char *file = text_new("%s%s", *path == '/' ? "" : "./", path);
	int code = sqlite3_open_v2(file, &book->db, flags[mode], NULL);

	free(file);
	if (code != SQLITE_OK)
		book_fail(book, "it cannot be opened");
	if (code != SQLITE_OK || book_ready(book) < 0) {
		book_close(book);
		return NULL;
	}
	return book;
}
