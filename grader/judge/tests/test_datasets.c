/* test_datasets.c - .npy files are read as far as the kit writes them, and refused when they are
 * damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grader/judge/dataset.h"

/* Bytes of a file with that header and so many bytes of elements; *count of them. */
static const char *file_make(const char *header, size_t elements, size_t *count)
{
	static const char magic[8] = "\x93NUMPY\x01";
	static char bytes[1000];
	size_t length = strlen(header);

	memset(bytes, 0, sizeof bytes);
	memcpy(bytes, magic, sizeof magic);
	bytes[8] = (char)length;
	snprintf(bytes + 10, sizeof bytes - 10, "%s", header);
	*count = 10 + length + elements;
	return bytes;
}

static void test_shapes(void **state)
{
	int64_t rows, columns;
	size_t count;
	const char *elements;
	(void)state;

	const char *bytes = file_make(
		"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n", 24, &count);
	assert_null(dataset_parse(bytes, count, DTYPE_FLOAT32, &rows, &columns, &elements));
	assert_int_equal(rows, 2);
	assert_int_equal(columns, 3);
	assert_ptr_equal(elements, bytes + count - 24);

	bytes = file_make("{'descr': '<i4', 'fortran_order': False, 'shape': (5,), }\n", 20,
			  &count);
	assert_null(dataset_parse(bytes, count, DTYPE_INT32, &rows, &columns, &elements));
	assert_int_equal(rows, 5);
	assert_int_equal(columns, 1);
}

static void test_refused(void **state)
{
	static const struct {
		const char *header;
		size_t elements;
	} cases[] = {
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }", 24},
		{"{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }", 24},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 23},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }", 28},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3, 4), }", 96},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (-2, 3), }", 24},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': (2, 99999999999), }", 24},
		{"{'descr': '<f4', 'fortran_order': False, 'shape': ", 24},
		{"{'descr': '<f4', 'fortran_order': False}", 24},
		{"", 24},
	};
	int64_t rows, columns;
	size_t count;
	const char *elements;
	(void)state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *bytes = file_make(cases[i].header, cases[i].elements, &count);

		assert_non_null(
			dataset_parse(bytes, count, DTYPE_FLOAT32, &rows, &columns, &elements));
	}
	const char *bytes = file_make("{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }",
				      24, &count);

	for (size_t cut = 0; cut < count; cut++)
		assert_non_null(
			dataset_parse(bytes, cut, DTYPE_FLOAT32, &rows, &columns, &elements));
	assert_non_null(dataset_parse("\x93NUMPY\x02\x00\x10\x00", 10, DTYPE_FLOAT32, &rows,
				      &columns, &elements));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_shapes),
		cmocka_unit_test(test_refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
