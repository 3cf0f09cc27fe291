/* export_class.h - a class for the tests of formats of a class, read anew for each test, and files
 * to fill in. Included by one .c of each test program. */
#ifndef GRADER_EXPORT_TESTS_EXPORT_CLASS_H
#define GRADER_EXPORT_TESTS_EXPORT_CLASS_H

#include "grader/export/tests/book_make.h"

static RecordList list;

static Job job;

static inline int setup(void **state)
{
	char path[] = "/tmp/usegpu-export-XXXXXX";
	(void)state;

	book_make(path, "");
	assert_int_equal(records_read(&list, path), 0);
	unlink(path);
	job = (Job){.list = &list, .name = "class"};
	return 0;
}

static inline int teardown(void **state)
{
	(void)state;
	records_release(&list);
	return 0;
}

static inline const Record *record_of(const char *id)
{
	for (int i = 0; i < list.count; i++)
		if (strcmp(list.records[i].id, id) == 0)
			return &list.records[i];
	fail_msg("no student %s", id);
	return NULL;
}

static inline Csv text_csv(char *text)
{
	Csv csv = {.bytes = NULL};

	assert_int_equal(csv_read(&csv, "out", text, strlen(text)), 0);
	return csv;
}

/* The row whose cell in this column is `text`, -1 when there is none. */
static inline int row_of(const Csv *csv, int column, const char *text)
{
	for (int i = 0; i < csv->count; i++)
		if (strcmp(csv_cell(csv, i, column), text) == 0)
			return i;
	return -1;
}

/* Fills a file in and returns what came out. */
static inline char *filled(int (*writer)(FILE *, const Job *), const char *text, int status,
			   char **said)
{
	char path[] = "/tmp/usegpu-export-XXXXXX";
	char *out;

	kit_file(path, text, strlen(text));
	job.in_name = path;
	out = kit_write(writer, &job, status, said);
	job.in_name = NULL;
	unlink(path);
	return out;
}

/* A test of a group with the class for itself. */
#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)

#endif
