/* made_folder.h - for tests: a folder of their own, and files in it. */
#ifndef GRADER_CLASS_TESTS_MADE_FOLDER_H
#define GRADER_CLASS_TESTS_MADE_FOLDER_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "grader/base/folder.h"

static char folder[] = "/tmp/usegpu-class-XXXXXX";

static inline int folder_begin(void **state)
{
	(void)state;
	return !mkdtemp(folder) ? -1 : 0;
}

static inline int folder_end(void **state)
{
	(void)state;
	folder_remove(folder);
	return 0;
}

/* A file or, with NULL, a folder in the folder. Its path, which lives until the next call. */
static const char *made(const char *name, const char *text)
{
	static char path[300];

	snprintf(path, sizeof path, "%s/%s", folder, name);
	if (!text) {
		assert_int_equal(folder_create(path), 0);
	} else {
		FILE *file = fopen(path, "we");

		assert_non_null(file);
		assert_true(fputs(text, file) >= 0);
		assert_int_equal(fclose(file), 0);
	}
	return path;
}

#endif
