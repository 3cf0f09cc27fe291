/* test_export_book.c - what is read of a gradebook, whose names are the same, tables, and files of
 * labs. */
#include <math.h>

#include "grader/export/formats/pair.h"
#include "grader/export/tests/export_class.h"

static void test_book(void **state)
{
	(void)state;
	assert_int_equal(list.count, 10);
	assert_true(record_mark(record_of("s1"), 22) == 18);
	assert_true(record_mark(record_of("s1"), 11) == 9);
	assert_true(record_full(record_of("s2")) == 22);
	assert_true(record_mark(record_of("s2"), 15) ==
		    11); /* 11 of the 15 points that were judged */
	assert_true(record_mark(record_of("s9"), 22) == 15); /* by hand: of all 22 */
	assert_true(record_mark(record_of("s9"), 44) == 30);
	assert_true(lab_mark(record_lab(record_of("s2"), "lab3_copies"), 14) == 14);
	assert_string_equal(record_refusal(record_of("s4")), "sent nothing");
	assert_non_null(record_refusal(record_of("s3"))); /* that override was revoked */
	assert_null(record_refusal(record_of("s7")));     /* the check's points were set by hand */
	assert_string_equal(record_refusal(record_of("t1")), "the disk is full");
	assert_null(record_refusal(record_of("s9"))); /* so was the total */
	assert_string_equal(record_column(record_of("s8"), "sis login id"), "fled");
}

static void test_names(void **state)
{
	static const char *const same[][2] = {
		{"Ada Lovelace", "Lovelace, Ada"},
		{"ada  lovelace ", "Ada Lovelace"},
		{"=\"=cmd|calc!A0\"", "=cmd|calc!A0"},
		{"김, 민지", "민지 김"},
	};
	static const char *const other[][2] = {
		{"", ""},
		{"Ada", "Ada Lovelace"},
		{"Lovelace Ada", "Ada Lovelace"},
		{"a,b,c", "b,c a"},
	};
	(void)state;

	for (size_t i = 0; i < sizeof same / sizeof *same; i++) {
		assert_true(name_same(same[i][0], same[i][1]));
		assert_true(name_same(same[i][1], same[i][0]));
	}
	for (size_t i = 0; i < sizeof other / sizeof *other; i++)
		assert_false(name_same(other[i][0], other[i][1]));
}

static void test_tables(void **state)
{
	(void)state;
	Csv csv = text_csv(kit_write(table_write, &job, 0, NULL));
	int final = csv_column(&csv, "final"), lab = csv_column(&csv, "lab3_copies");
	int status = csv_column(&csv, "status"), row = row_of(&csv, 0, "s3");

	assert_int_equal(csv.count, 11); /* all of them */
	assert_string_equal(csv_cell(&csv, row, status), "failed");
	assert_string_equal(csv_cell(&csv, row, final), "");
	assert_int_equal(csv.rows[row].count, csv.rows[0].count);
	assert_string_equal(csv_cell(&csv, row_of(&csv, 0, "s4"), status), "absent");
	assert_string_equal(csv_cell(&csv, row_of(&csv, 0, "s5"), 1), "'=cmd|calc!A0");
	assert_string_equal(csv_cell(&csv, row_of(&csv, 0, "s1"), lab), "10");
	assert_string_equal(csv_cell(&csv, row_of(&csv, 0, "s8"), final), "10");
	assert_string_equal(csv_cell(&csv, row_of(&csv, 0, "s2"), 1), "김민지 \"MJ\", Kim");
	csv_release(&csv);

	csv = text_csv(kit_write(nbgrader_write, &job, 0, NULL));
	assert_string_equal(csv_cell(&csv, 0, 0), "assignment");
	assert_int_equal(csv.rows[0].count, 11);
	assert_int_equal(csv.count, 1 + 8);
	for (row = 1; row < csv.count; row++) /* nbgrader's own rule */
		assert_true(
			fabs(fmax(0, atof(csv_cell(&csv, row, 7)) - atof(csv_cell(&csv, row, 8))) -
			     atof(csv_cell(&csv, row, 9))) < 0.011);
	row = row_of(&csv, 3, "s4"); /* absent */
	assert_string_equal(csv_cell(&csv, row, 9), "0");
	row = row_of(&csv, 3, "s9"); /* set by hand */
	assert_string_equal(csv_cell(&csv, row, 7), "15");
	assert_string_equal(csv_cell(&csv, row, 8), "0");
	assert_string_equal(csv_cell(&csv, row, 9), "15");
	row = row_of(&csv, 3, "s8");
	assert_string_equal(csv_cell(&csv, row, 4), "Led");
	assert_string_equal(csv_cell(&csv, row, 5), "Fay");
	assert_string_equal(csv_cell(&csv, row, 7), "12");
	assert_string_equal(csv_cell(&csv, row, 8), "2");
	assert_string_equal(csv_cell(&csv, row, 9), "10");
	assert_string_equal(csv_cell(&csv, row, 10), "22");
	csv_release(&csv);
	job.absent_keep = 1;
	csv = text_csv(kit_write(nbgrader_write, &job, 0, NULL));
	assert_int_equal(csv.count, 1 + 7);
	csv_release(&csv);
	job.absent_keep = 0;
}

/* The files of labs: a row for each of nbgrader's assignments, and columns that Canvas does not
 * have. */
static void test_labs(void **state)
{
	static const char *const bad[][2] = {
		{"Student,ID,Section,Essay (1)\nA,1,B,\n", "has no column of a lab"},
		{"Student,ID,Section,Lab 1,lab1_devices (2)\nA,1,B,,\n", "more than one column"},
	};
	char *said;
	(void)state;

	job.by_lab = 1;
	Csv csv = text_csv(kit_write(nbgrader_write, &job, 0, NULL));
	int rows = 0;

	for (int i = 0; i < csv.count; i++)
		rows += strcmp(csv_cell(&csv, i, 3), "s2") == 0;
	assert_int_equal(rows, 2);
	int row = row_of(&csv, 3, "s2") + 1;

	assert_string_equal(csv_cell(&csv, row, 0), "lab3_copies");
	assert_string_equal(csv_cell(&csv, row, 7), "7");
	assert_string_equal(csv_cell(&csv, row, 9), "14");
	assert_string_equal(csv_cell(&csv, row, 10), "14");
	csv_release(&csv);

	for (size_t i = 0; i < 2; i++) {
		free(filled(canvas_write, bad[i][0], -1, &said));
		assert_non_null(strstr(said, bad[i][1]));
		free(said);
	}
	free(filled(canvas_write, "Student,ID,Section,Lab 3\nA,1,B,\n", 0, &said));
	assert_non_null(strstr(said, "lab1_devices: no column of"));
	free(said);
}

/* A section alone is exported; the others still tell namesakes apart, and the most points there are is that of
 * the class. */
static void test_section(void **state)
{
	char *said, *text;
	(void)state;

	assert_int_equal(records_section(&list, "C"), -1);
	assert_int_equal(records_section(&list, "a"), 0);
	text = kit_write(table_write, &job, 0, NULL);
	Csv csv = text_csv(text);

	assert_int_equal(csv.count, 3);
	assert_true(row_of(&csv, 0, "s1") > 0 && row_of(&csv, 0, "s2") > 0);
	csv_release(&csv);
	csv = text_csv(kit_write(nbgrader_write, &job, 0, NULL));
	assert_int_equal(csv.count, 3);
	assert_string_equal(csv_cell(&csv, row_of(&csv, 3, "s2"), 10), "22");
	csv_release(&csv);

	text = filled(canvas_write,
		      "Student,ID,Section,usegpu (1)\n    Points Possible,,,22\n"
		      "Ada Lovelace,1,A,5\nFay Led,9008,B,4\nKim Lee,2,A,3\n",
		      0, &said);
	assert_non_null(strstr(text, "Ada Lovelace,1,A,18\n"));
	assert_non_null(strstr(text, "Fay Led,9008,B,4\n")); /* of section B */
	assert_non_null(strstr(text, "Kim Lee,2,A,3\n"));    /* two of section B */
	assert_non_null(strstr(said, "1 of 3 rows filled in"));
	assert_null(strstr(said, "Ova Riden")); /* of B, without a row: no matter */
	free(text);
	free(said);

	text = filled(moodle_write,
		      "Identifier,Full name,Email address,Grade,Maximum grade\n"
		      "Participant 101,Ada Lovelace,ada@example.org,1,100\n"
		      "Participant 8,Fay Led,fay@example.org,2,100\n",
		      0, &said);
	assert_non_null(strstr(text, "ada@example.org,81.82,100"));
	assert_non_null(strstr(text, "fay@example.org,2,100"));
	free(text);
	free(said);
}

static void test_no_book(void **state)
{
	static const char *const spoil[] = {"PRAGMA application_id = 7", "PRAGMA user_version = 99",
					    "DROP VIEW total"};
	RecordList none;
	(void)state;

	for (int i = 0; i < 4; i++) {
		char path[] = "/tmp/usegpu-export-XXXXXX";
		KitSaid listened;

		if (i < 3)
			book_make(path, spoil[i]);
		else
			kit_file(path, "this is no database, however long it is ...............",
				 50);
		listened = kit_listen();
		int code = records_read(&none, path);
		char *said = kit_said(listened);

		assert_int_equal(code, -1);
		assert_int_equal(none.count, 0);
		assert_non_null(strstr(said, path));
		assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
		free(said);
		unlink(path);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_book), TEST(test_names),   TEST(test_tables),
		TEST(test_labs), TEST(test_section), TEST(test_no_book),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
