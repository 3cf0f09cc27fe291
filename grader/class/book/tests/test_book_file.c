/* test_book_file.c - the file of the gradebook: older and newer versions, damage, other people's
 * files, two writers at once, and a writer that is killed. */
#include "grader/class/book/tests/sample.h"

#include <signal.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "grader/class/book/book_schema.h"

static const SampleCheck two[] = {{"3.1", "pass", 2, 2}, {"3.2", "fail", 0, 1}};

/* A number that stands for all bytes of the file. */
static uint64_t file_sum(const char *name)
{
	FILE *file = fopen(in_folder(name), "r");
	uint64_t sum = 14695981039346656037U;
	int c;

	assert_non_null(file);
	while ((c = getc(file)) != EOF)
		sum = (sum ^ (unsigned)c) * 1099511628211U;
	fclose(file);
	return sum;
}

static void sql_file(const char *name, const char *sql)
{
	sqlite3 *db;

	assert_int_equal(sqlite3_open(in_folder(name), &db), SQLITE_OK);
	assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
	sqlite3_close(db);
}

static void text_file(const char *name, const char *text)
{
	FILE *file = fopen(in_folder(name), "w");

	assert_non_null(file);
	fputs(text, file);
	fclose(file);
}

/* Nobody's way of opening it takes it or changes a byte of it. */
static void left_alone(const char *name, const char *wanted)
{
	uint64_t before = file_sum(name);

	for (int mode = BOOK_READ; mode <= BOOK_CREATE; mode++) {
		REFUSED(!book_open(in_folder(name), (BookMode)mode), wanted);
		assert_true(file_sum(name) == before);
	}
}

static void test_other_files(void **state)
{
	(void)state;
	text_file("text",
		  "these are my notes, which are longer than a page of SQLite's header needs, "
		  "and that is one hundred bytes");
	left_alone("text", "no SQLite database");
	sql_file("other.db", "CREATE TABLE mine(x); INSERT INTO mine VALUES(1)");
	left_alone("other.db", "a database of something else");
	sql_file("marked.db", "PRAGMA application_id = 77; CREATE TABLE mine(x)");
	left_alone("marked.db", "a database of something else");
	mkfifo(in_folder("fifo"), 0600);
	REFUSED(!book_open(in_folder("fifo"), BOOK_CREATE), "this is no file");
	REFUSED(!book_open(folder, BOOK_CREATE), "this is no file");
	REFUSED(!book_open("/dev/null", BOOK_CREATE), "this is no file");
	REFUSED(!book_open("", BOOK_CREATE), "empty");
	REFUSED(!book_open(in_folder("gone.db"), BOOK_READ), "there is no gradebook yet");
	REFUSED(!book_open(in_folder("gone.db"), BOOK_WRITE), "there is no gradebook yet");
	REFUSED(!book_open(in_folder("no/folder.db"), BOOK_CREATE), "cannot be opened");
	assert_int_equal(access(in_folder("gone.db"), F_OK), -1);
}

/* Fifty students, so that the file has pages enough to break. */
static void book_fill(void)
{
	Book *book = book_new();

	for (int i = 0; i < 50; i++) {
		char id[32];

		snprintf(id, sizeof id, "s%d", i);
		student_add(book, id);
		graded(book, handed_in(book, id, "aa"), "k", results_of("lab3_copies", two, 2, 1));
	}
	book_close(book);
}

static void test_damaged(void **state)
{
	static const char junk[512] = "junk";
	struct stat about;
	int fd;

	(void)state;
	book_fill();
	assert_int_equal(stat(in_folder("gradebook.db"), &about), 0);
	assert_true(about.st_size > 65536);
	fd = open(in_folder("gradebook.db"), O_WRONLY);
	for (int64_t at = 8192; at < about.st_size; at += 4096)
		assert_int_equal(pwrite(fd, junk, sizeof junk, at), sizeof junk);
	close(fd);
	left_alone("gradebook.db", "gradebook.db: ");
	assert_int_equal(truncate(in_folder("gradebook.db"), 20000), 0);
	left_alone("gradebook.db", "gradebook.db: ");
}

/* --- versions --------------------------------------------------------------------------------- */

static const char *const step_1[] = {"CREATE TABLE a(x)", NULL};
static const char *const step_2[] = {"ALTER TABLE a ADD COLUMN y DEFAULT 7", "CREATE TABLE b(x)",
				     NULL};
static const char *const step_broken[] = {"CREATE TABLE c(x)", "CREATE TABLE a(x)", NULL};
static const char *const *const steps[] = {step_1, step_2};
static const char *const *const steps_broken[] = {step_1, step_2, step_broken};

/* The file as SQLite sees it, without what book_open checks. */
static Book *book_bare(const char *name)
{
	Book *book = calloc(1, sizeof *book);

	assert_non_null(book);
	book->path = strdup(in_folder(name));
	assert_int_equal(sqlite3_open(book->path, &book->db), SQLITE_OK);
	return book;
}

static void test_migration(void **state)
{
	Book *book;

	(void)state;
	sql_file("old.db", "PRAGMA application_id = 0x75736770"); /* ours, version 0, no tables */
	book = book_bare("old.db");
	assert_int_equal(book_migrate(book, steps, 1), 0);
	assert_int_equal(number(book, "PRAGMA user_version"), 1);
	assert_int_equal(book_execute(book, "INSERT INTO a VALUES(5)", ""), 0);

	/* version 1 with something in it: nothing is lost, and the old book is kept */
	fflush(stdout);
	assert_int_equal(book_migrate(book, steps, 2), 0);
	assert_int_equal(number(book, "PRAGMA user_version"), 2);
	assert_int_equal(number(book, "SELECT x * 10 + y FROM a"), 57);
	book_close(book);
	book = book_bare("old.db.v1");
	assert_int_equal(number(book, "PRAGMA user_version"), 1);
	assert_int_equal(number(book, "SELECT x FROM a"), 5);
	book_close(book);

	/* a step that fails leaves the book as it was, without its first half */
	book = book_bare("old.db");
	REFUSED(book_migrate(book, steps_broken, 3) < 0, "already exists");
	assert_int_equal(number(book, "PRAGMA user_version"), 2);
	assert_int_equal(number(book, "SELECT count(*) FROM sqlite_master WHERE name = 'c'"), 0);

	assert_int_equal(access(in_folder("old.db.v2"), F_OK), -1);

	/* a version from the future */
	REFUSED(book_migrate(book, steps, 1) < 0, "version 2, this program knows versions up to 1");
	book_close(book);
}

static void test_versions_of_a_book(void **state)
{
	Book *book;

	(void)state;
	sql_file("zero.db", "PRAGMA application_id = 0x75736770");
	REFUSED(!book_open(in_folder("zero.db"), BOOK_READ), "version 0, expected 4");
	book = book_open(in_folder("zero.db"), BOOK_WRITE);
	assert_non_null(book);
	assert_int_equal(number(book, "PRAGMA user_version"), BOOK_VERSION);
	assert_int_equal(number(book, "PRAGMA application_id"), BOOK_APPLICATION_ID);
	assert_int_equal(number(book, "PRAGMA foreign_keys"), 1);
	book_close(book);
	sql_file("zero.db", "PRAGMA user_version = 5");
	left_alone("zero.db", "version 5, this program knows versions up to 4");
	/* left by a program that was about to make one, and was killed or found the disk full */
	text_file("empty.db", "");
	REFUSED(!book_open(in_folder("empty.db"), BOOK_READ), "there is no gradebook yet");
	book = book_open(in_folder("empty.db"), BOOK_CREATE);
	assert_non_null(book);
	book_close(book);
}

/* --- writers ---------------------------------------------------------------------------------- */

#define EACH 20

/* Grades its own student EACH times; a byte in the pipe for each that is in the book. */
static void writer(const char *id, int pipe_fd)
{
	Book *book = book_open(in_folder("gradebook.db"), BOOK_CREATE);

	if (!book)
		_exit(1);

	const BookStudent student = {.id = id, .name = id};
	BookSubmission s;

	if (book_student_put(book, &student) < 0)
		_exit(1);
	for (int i = 0; i < EACH; i++) {
		char content[32];

		snprintf(content, sizeof content, "%d", i);
		if (book_submission_put(book, id, content, i, BOOK_FROM_FILES, &s) < 0 ||
		    book_grading_put(book, &(BookGrading){.submission = s.id,
							  .key = "k",
							  .kit = "kit",
							  .results = results_of("lab3_copies", two,
										2, i)}) < 0 ||
		    write(pipe_fd, "x", 1) != 1)
			_exit(1);
	}
	book_close(book);
	_exit(0);
}

static pid_t writer_start(const char *id, int pipe_fd)
{
	pid_t pid = fork();

	assert_true(pid >= 0);
	if (pid == 0)
		writer(id, pipe_fd);
	return pid;
}

static void book_is_whole(Book *book)
{
	assert_int_equal(number(book, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
	assert_int_equal(number(book, "SELECT integrity_check = 'ok' FROM pragma_integrity_check"),
			 1);
	/* no grading without both of its checks, no attempt that counts twice */
	assert_int_equal(number(book, "SELECT count(*) FROM grading g WHERE 2 <>"
				      " (SELECT count(*) FROM check_result WHERE grading = g.id)"),
			 0);
	assert_int_equal(number(book, "SELECT count(*) FROM (SELECT 1 FROM submission"
				      " GROUP BY student HAVING sum(counts) <> 1)"),
			 0);
}

/* Both also race to make the book. */
static void test_two_writers(void **state)
{
	int ends[2], status;
	pid_t pids[2];

	(void)state;
	assert_int_equal(pipe(ends), 0);
	pids[0] = writer_start("one", ends[1]);
	pids[1] = writer_start("two", ends[1]);
	for (int i = 0; i < 2; i++) {
		assert_int_equal(waitpid(pids[i], &status, 0), pids[i]);
		assert_int_equal(status, 0);
	}
	close(ends[0]);
	close(ends[1]);

	Book *book = book_new();

	book_is_whole(book);
	assert_int_equal(number(book, "SELECT count(*) FROM grading"), 2 * EACH);
	assert_int_equal(number(book, "SELECT min(n) FROM (SELECT count(DISTINCT content) AS n"
				      " FROM submission GROUP BY student)"),
			 EACH);
	assert_int_equal(number(book, "SELECT max(attempt) FROM submission"), EACH);
	book_close(book);
}

/* Killed after `after` gradings, somewhere in the next. */
static void writer_kill(int after)
{
	int ends[2], status;
	char byte;

	assert_int_equal(pipe(ends), 0);

	pid_t pid = writer_start("one", ends[1]);

	close(ends[1]);
	for (int i = 0; i < after; i++)
		assert_int_equal(read(ends[0], &byte, 1), 1);
	kill(pid, SIGKILL);
	assert_int_equal(waitpid(pid, &status, 0), pid);
	while (read(ends[0], &byte, 1) == 1)
		after++; /* done before the signal came */
	close(ends[0]);

	Book *book = book_new();

	book_is_whole(book);

	int64_t stored = number(book, "SELECT count(*) FROM grading");

	assert_true(stored == after || stored == after + 1);
	book_close(book);
	assert_int_equal(unlink(in_folder("gradebook.db")), 0);
}

static void test_killed_between(void **state)
{
	(void)state;
	for (int after = 1; after < 20; after += 3)
		writer_kill(after);
}

/* Killed in a transaction, when half of it is in the file already. */
static void test_killed_within(void **state)
{
	int status;
	uint64_t before;

	(void)state;
	book_fill();
	before = file_sum("gradebook.db");

	pid_t pid = fork();

	if (pid == 0) {
		Book *book = book_open(in_folder("gradebook.db"), BOOK_WRITE);

		if (!book || book_execute(book, "PRAGMA cache_size = 1", "") < 0 ||
		    book_begin(book) < 0 ||
		    book_execute(book, "UPDATE check_result SET message = hex(randomblob(900))",
				 "") < 0)
			_exit(1);
		raise(SIGKILL);
	}
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
	/* else this test shows nothing */
	assert_true(file_sum("gradebook.db") != before);
	assert_int_equal(access(in_folder("gradebook.db-journal"), F_OK), 0);

	Book *book = book_open(in_folder("gradebook.db"), BOOK_WRITE);

	assert_non_null(book);
	book_is_whole(book);
	assert_int_equal(number(book, "SELECT max(length(message)) < 100 FROM check_result"), 1);
	book_close(book);
	assert_true(file_sum("gradebook.db") == before);
}

#define FRESH(test) cmocka_unit_test_setup_teardown(test, folder_begin, folder_end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		FRESH(test_other_files),        FRESH(test_damaged),     FRESH(test_migration),
		FRESH(test_versions_of_a_book), FRESH(test_two_writers), FRESH(test_killed_between),
		FRESH(test_killed_within),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
