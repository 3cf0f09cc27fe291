/* sample.h - what the gradebook's tests share: a folder, made-up results, and what stderr got. */
#ifndef GRADER_CLASS_BOOK_TESTS_SAMPLE_H
#define GRADER_CLASS_BOOK_TESTS_SAMPLE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/class/book/book.h"
#include "grader/class/book/book_sql.h"

static char folder[64];

/* A path in the folder of this test; good until the third call after it. */
static inline const char *in_folder(const char *name)
{
	static char paths[3][128];
	static int at;

	at = (at + 1) % 3;
	snprintf(paths[at], sizeof paths[at], "%s/%s", folder, name);
	return paths[at];
}

static inline int folder_begin(void **state)
{
	(void)state;
	snprintf(folder, sizeof folder, "/tmp/book-test-XXXXXX");
	return !mkdtemp(folder);
}

static inline int folder_end(void **state)
{
	char command[128];

	(void)state;
	snprintf(command, sizeof command, "rm -rf '%s'", folder);
	return system(command); /* NOLINT: the folder's name is ours */
}

static inline Book *book_new(void)
{
	Book *book = book_open(in_folder("gradebook.db"), BOOK_CREATE);

	assert_non_null(book);
	return book;
}

static inline void student_add(Book *book, const char *id)
{
	const BookStudent student = {.id = id, .name = id, .folder = id};

	assert_int_equal(book_student_put(book, &student), 0);
}

/* --- what is printed on stderr: kept away from the test's output, and looked at --------------- */

static int stderr_kept = -1;
static char stderr_text[4096];

static inline void stderr_take(void)
{
	int to = open(in_folder("stderr"), O_RDWR | O_CREAT | O_TRUNC, 0600);

	fflush(stderr);
	stderr_kept = dup(STDERR_FILENO);
	dup2(to, STDERR_FILENO);
	close(to);
}

/* It must have been one line with `wanted` in it. */
static inline void stderr_is(const char *wanted)
{
	ssize_t got;
	const char *end;

	fflush(stderr);
	got = pread(STDERR_FILENO, stderr_text, sizeof stderr_text - 1, 0);
	dup2(stderr_kept, STDERR_FILENO);
	close(stderr_kept);
	assert_true(got > 0);
	stderr_text[got] = '\0';
	end = strchr(stderr_text, '\n');
	if (!strstr(stderr_text, wanted) || !end || end[1] != '\0')
		fail_msg("wanted one line with \"%s\", got: %s", wanted, stderr_text);
}

#define REFUSED(expression, wanted)                                                                \
	do {                                                                                       \
		stderr_take();                                                                     \
		int refused = (expression);                                                        \
		stderr_is(wanted);                                                                 \
		assert_true(refused);                                                              \
	} while (0)

/* --- results.json ----------------------------------------------------------------------------- */

typedef struct SampleCheck {
	const char *id, *verdict;
	double points, max_points;
} SampleCheck;

/* One lab's checks as results.json of the grader has them; good until the next call. */
static inline const char *results_of(const char *lab, const SampleCheck *checks, int count,
				     int seed)
{
	static char text[8192];
	int at = snprintf(
		text, sizeof text,
		"{\"schema\":1,\"submission\":\"x\",\"gpu\":\"sim\",\"machine\":\"2xa100\","
		"\"isolation\":\"full\",\"seed\":%d,\"score\":1.0,\"max_score\":2.0,"
		"\"unjudged\":0.0,\"labs\":[{\"lab\":\"%s\",\"checks\":[",
		seed, lab);

	for (int i = 0; i < count; i++)
		at += snprintf(
			text + at, sizeof text - (size_t)at,
			"%s{\"id\":\"%s\",\"title\":\"title of %s\",\"points\":%.2f,"
			"\"max_points\":%.2f,\"verdict\":\"%s\",\"message\":\"m\\\"'; --%s\","
			"\"hint\":\"h\",\"where\":\"%s.c:7\"}",
			i > 0 ? "," : "", checks[i].id, checks[i].id, checks[i].points,
			checks[i].max_points, checks[i].verdict, checks[i].id, lab);
	snprintf(text + at, sizeof text - (size_t)at, "]}]}");
	return text;
}

/* A grading that did not fail. */
static inline int64_t graded(Book *book, int64_t submission, const char *key, const char *results)
{
	const BookGrading grading = {.submission = submission,
				     .key = key,
				     .kit = "kit",
				     .results = results,
				     .compile_s = 0.5,
				     .check_s = -1,
				     .total_s = 1.5};
	int64_t id = book_grading_put(book, &grading);

	assert_true(id > 0);
	return id;
}

static inline int64_t handed_in(Book *book, const char *student, const char *content)
{
	BookSubmission submission;

	assert_int_equal(
		book_submission_put(book, student, content, -1, BOOK_FROM_FILES, &submission), 0);
	return submission.id;
}

static inline int64_t number(Book *book, const char *sql)
{
	int64_t value = -999;

	assert_true(book_number(book, &value, sql, "") >= 0);
	return value;
}

#endif
