/* test_csv.c - CSV files are read as RFC 4180 says, and written back byte for byte. */
#include "grader/export/tests/export_kit.h"

static Csv csv;

static int text_read(const char *text, size_t size)
{
	char *bytes = malloc(size + 1);

	memcpy(bytes, text, size);
	return csv_read(&csv, "x.csv", bytes, size);
}

static char *written(void)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);

	csv_write(&csv, out);
	fclose(out);
	return text;
}

static void test_cells(void **state)
{
	static const char text[] = "a,\"b,\"\"c\"\"\nd\",,e f\r\n\r\n\"\",金,é, x \r\n";
	(void)state;

	assert_int_equal(text_read(text, sizeof text - 1), 0);
	assert_int_equal(csv.count, 2);
	assert_int_equal(csv.rows[0].count, 4);
	assert_string_equal(csv_cell(&csv, 0, 0), "a");
	assert_string_equal(csv_cell(&csv, 0, 1), "b,\"c\"\nd");
	assert_string_equal(csv_cell(&csv, 0, 2), "");
	assert_string_equal(csv_cell(&csv, 0, 3), "e f");
	assert_string_equal(csv_cell(&csv, 1, 0), "");
	assert_string_equal(csv_cell(&csv, 1, 1), "金");
	assert_string_equal(csv_cell(&csv, 1, 3), " x ");
	assert_string_equal(csv_cell(&csv, 1, 4), "");
	assert_string_equal(csv_cell(&csv, 7, 0), "");
	assert_string_equal(csv_cell(&csv, 0, -1), "");
	assert_int_equal(csv.rows[1].line, 4); /* a cell of two lines, and an empty line */
	csv_release(&csv);
}

static void test_separators(void **state)
{
	static const struct {
		const char *text;
		char separator;
	} known[] = {
		{"a,b\n1,2\n", ','},
		{"a;b\n1;2\n", ';'},
		{"a\tb\n", '\t'},
		{"a\n1;2;3\n", ','},
		{"\"a;b;c\",d\n", ','},
		{"a;b,c;d\n", ';'},
		{"5\" disk;id\n1;2,3,4\n", ';'}, /* a quote within a cell opens nothing */
		{"\"5\"\" a;b\",c\n", ','},
		{"\xef\xbb\xbf"
		 "a;b\n",
		 ';'},
	};
	(void)state;

	for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
		assert_int_equal(text_read(known[i].text, strlen(known[i].text)), 0);
		assert_int_equal(csv.separator, known[i].separator);
		csv_release(&csv);
	}
}

static void test_headings(void **state)
{
	static const char text[] = "\xef\xbb\xbfID, Full Name ,\"E,mail\",id\n";
	(void)state;

	assert_int_equal(text_read(text, sizeof text - 1), 0);
	assert_int_equal(csv_column(&csv, "id"),
			 0); /* the mark is no part of it; the first counts */
	assert_int_equal(csv_column(&csv, "full name"), 1);
	assert_int_equal(csv_column(&csv, "e,mail"), 2);
	assert_int_equal(csv_column(&csv, "name"), -1);
	csv_release(&csv);
}

static void test_filled(void **state)
{
	static const char text[] = "\xef\xbb\xbfn;\"g\";x\r\n \"a ;1;\"q;\"\"\"\r\nb\r\nc;;";
	static const char wanted[] =
		"\xef\xbb\xbfn;\"g\";x\r\n \"a ;\"2;\"\"5\";\"q;\"\"\"\r\nb;3\r\nc;;4";
	char *got;
	(void)state;

	assert_int_equal(text_read(text, sizeof text - 1), 0);
	csv_set(&csv, 1, 1, "7");
	csv_set(&csv, 1, 1, "2;\"5");
	csv_set(&csv, 2, 1, "3"); /* that row has one cell only */
	csv_set(&csv, 3, 2, "4");
	assert_string_equal(csv_cell(&csv, 1, 1), "1");
	got = written();
	assert_string_equal(got, wanted);
	free(got);
	csv_release(&csv);
}

static void test_filled_far(void **state)
{
	char *got;
	(void)state;

	assert_int_equal(text_read("a,b,c,d\n1\n2,3\n", 14), 0);
	csv_set(&csv, 1, 3, "x");
	csv_set(&csv, 2, 2, "y");
	got = written();
	assert_string_equal(got, "a,b,c,d\n1,,,x\n2,3,y\n");
	free(got);
	csv_release(&csv);
}

static void test_refused(void **state)
{
	static const struct {
		const char *text;
		size_t size;
		const char *said;
	} bad[] = {
		{"", 0, "x.csv, line 1: the file is empty"},
		{"\xef\xbb\xbf\n\n", 5, "x.csv, line 1: the file is empty"},
		{"a,b\n1,\"2\n3\n", 11, "x.csv, line 2: a quoted cell has no end"},
		{"a\n\"b\"c\n", 7, "x.csv, line 2: text after a quoted cell"},
		{"a\nM\xfcller\n", 9, "x.csv, line 2: bytes that are no UTF-8"},
		{"a\nb\0c\n", 6, "x.csv, line 2: a NUL byte"},
		{"\xff\xfe"
		 "a\0",
		 4, "x.csv, line 1: bytes that are no UTF-8"}, /* UTF-16 */
	};
	(void)state;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		KitSaid listened = kit_listen();
		int code = text_read(bad[i].text, bad[i].size);
		char *said = kit_said(listened);

		assert_int_equal(code, -1);
		assert_non_null(strstr(said, bad[i].said));
		assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1); /* one line */
		free(said);
	}
}

static void test_no_files(void **state)
{
	static const char *const paths[] = {"/nowhere/x.csv", "/", "/dev/null", "/dev/zero"};
	(void)state;

	for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
		KitSaid listened = kit_listen();
		int code = csv_load(&csv, paths[i]);
		char *said = kit_said(listened);

		assert_int_equal(code, -1);
		assert_non_null(strstr(said, paths[i]));
		free(said);
	}
}

/* Whatever is read without complaint is written again as it was; nothing crashes. */
static void test_same_bytes(void **state)
{
	static const char sample[] =
		"\xef\xbb\xbfStudent,ID,\"x \"\"y\"\"\"\r\n\"Sé, A\nb\",1;2,\r\n\n,,\n金,\t";
	char bytes[sizeof sample];
	unsigned seed = 1;
	int accepted = 0;
	KitSaid listened = kit_listen(); /* thousands of lines */
	(void)state;

	for (int i = 0; i < 20000; i++) {
		size_t size = sizeof sample - 1;

		memcpy(bytes, sample, size);
		if (i < (int)size) {
			size = (size_t)i; /* every cut */
		} else {
			for (int k = 0; k < 3; k++) {
				seed = seed * 1103515245 + 12345;
				bytes[(seed >> 8) % size] =
					",;\"\r\n\t a\0\xc3\xff="[(seed >> 24) % 12];
			}
		}
		if (text_read(bytes, size) < 0)
			continue;
		char *got = written();

		assert_int_equal(strlen(got), size);
		assert_memory_equal(got, bytes, size);
		free(got);
		csv_release(&csv);
		accepted++;
	}
	free(kit_said(listened));
	assert_true(accepted > 2000);
}

static void test_cell_written(void **state)
{
	static const char *const cells[][2] = {
		{"a", "a"},         {"", ""},
		{"a,b", "\"a,b\""}, {"a;b", "a;b"},
		{"\"", "\"\"\"\""}, {"a\nb", "\"a\nb\""},
		{" a", "\" a\""},   {"김,金", "\"김,金\""},
	};
	(void)state;

	for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
		char *text = NULL;
		size_t size;
		FILE *out = open_memstream(&text, &size);

		csv_cell_write(out, cells[i][0], ',');
		fclose(out);
		assert_string_equal(text, cells[i][1]);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cells),      cmocka_unit_test(test_separators),
		cmocka_unit_test(test_headings),   cmocka_unit_test(test_filled),
		cmocka_unit_test(test_filled_far), cmocka_unit_test(test_refused),
		cmocka_unit_test(test_no_files),   cmocka_unit_test(test_cell_written),
		cmocka_unit_test(test_same_bytes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
