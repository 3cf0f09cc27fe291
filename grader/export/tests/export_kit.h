/* export_kit.h - what the tests of the exports share: files of a test's own, a writer's text, and
 * what was said on stderr meanwhile. Included by one .c of each test program. */
#ifndef GRADER_EXPORT_TESTS_EXPORT_KIT_H
#define GRADER_EXPORT_TESTS_EXPORT_KIT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/export/formats/format.h"

/* A file with these bytes; `path` ends with XXXXXX before and is its name after. */
static inline void kit_file(char *path, const char *bytes, size_t size)
{
	int fd = mkstemp(path);

	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes, size), size);
	close(fd);
}

typedef struct KitSaid {
	int kept, file;
} KitSaid;

/* From here on stderr goes to a file; kit_said gives it back, and what it got, to be freed. */
static inline KitSaid kit_listen(void)
{
	char path[] = "/tmp/usegpu-export-XXXXXX";
	KitSaid said = {dup(STDERR_FILENO), mkstemp(path)};

	assert_true(said.kept >= 0 && said.file >= 0);
	unlink(path);
	fflush(stderr);
	dup2(said.file, STDERR_FILENO);
	return said;
}

static inline char *kit_said(KitSaid said)
{
	char *text = calloc(1, 100000);
	ssize_t got;

	assert_non_null(text);
	fflush(stderr);
	dup2(said.kept, STDERR_FILENO);
	got = pread(said.file, text, 99999, 0);
	close(said.kept);
	close(said.file);
	assert_true(got >= 0);
	return text;
}

/* What Classroom 50's runner has in its environment. */
static inline void kit_classroom50(void)
{
	static const char *const names[] = {"CLASSROOM",      "ASSIGNMENT", "OWNER",
					    "SUBMISSION_TAG", "COMMIT_URL", "RELEASE_URL",
					    "REVIEW_URL"};

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		setenv(names[i], "given", 1);
}

/* What the writer writes, to be freed; `said` gets what it told on stderr, to be freed too. Fails
 * the test when its status is another than `status`. */
static inline char *kit_write(int (*writer)(FILE *, const Job *), const Job *job, int status,
			      char **said)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	KitSaid listened = kit_listen();
	int code = writer(out, job);
	char *told = kit_said(listened);

	fclose(out);
	assert_int_equal(code, status);
	if (said)
		*said = told;
	else
		free(told);
	return text;
}

/* The bytes of a line of base64, to be freed. */
static inline char *kit_base64(const char *text)
{
	static const char digits[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	char *bytes = calloc(1, strlen(text) + 1);
	size_t size = 0;
	unsigned value = 0;
	int bits = 0;

	assert_int_equal((strlen(text) - 1) % 4, 0); /* and the end of the line */
	for (; *text != '\n' && *text != '='; text++) {
		assert_non_null(strchr(digits, *text));
		value = value << 6 | (unsigned)(strchr(digits, *text) - digits);
		bits += 6;
		if (bits >= 8) {
			bits -= 8;
			bytes[size++] = (char)(value >> bits & 255);
		}
	}
	return bytes;
}

#endif
