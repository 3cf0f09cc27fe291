/* test_export_canvas.c - who gets which mark in Canvas, who gets none and is named, and what stays
 * in its own file. */
#include "grader/export/tests/export_class.h"

static void test_canvas_made(void **state)
{
	static const char *const heads[] = {"Student",      "ID",      "SIS User ID",
					    "SIS Login ID", "Section", "usegpu"};
	char *said;
	Csv csv = text_csv(kit_write(canvas_write, &job, 0, &said));
	(void)state;

	for (int i = 0; i < 6; i++)
		assert_string_equal(csv_cell(&csv, 0, i), heads[i]);
	assert_non_null(strstr(csv_cell(&csv, 1, 0), "Points Possible"));
	assert_string_equal(csv_cell(&csv, 1, 5), "22");
	assert_int_equal(csv.count,
			 2 + 7); /* without s3 (the grader failed) and s4 (sent nothing) */
	assert_string_equal(csv_cell(&csv, row_of(&csv, 2, "s1"), 5), "18");
	assert_string_equal(csv_cell(&csv, row_of(&csv, 2, "s2"), 5), "16.13"); /* 11 / 15 of 22 */
	assert_string_equal(csv_cell(&csv, row_of(&csv, 2, "s2"), 0), "김민지 \"MJ\", Kim");
	assert_string_equal(csv_cell(&csv, row_of(&csv, 2, "s5"), 0), "=\"=cmd|calc!A0\"");
	assert_string_equal(csv_cell(&csv, row_of(&csv, 2, "s5"), 5),
			    "0"); /* earned, not a failure */
	assert_string_equal(csv_cell(&csv, row_of(&csv, 1, "9008"), 5),
			    "10"); /* with the late rules */
	assert_string_equal(csv_cell(&csv, row_of(&csv, 1, "9008"), 3), "fled");
	assert_string_equal(csv_cell(&csv, row_of(&csv, 2, "s9"), 5), "15");
	assert_int_equal(row_of(&csv, 2, "s3"), -1);
	assert_int_equal(row_of(&csv, 2, "s4"), -1);
	assert_non_null(strstr(said, "Jürgen Müller (s3) has no mark: the grader failed"));
	assert_non_null(strstr(said, "王小明 (s4) has no mark: sent nothing"));
	free(said);
	csv_release(&csv);
}

/* Whether it is ="..." with nothing behind the text, in which quotes are doubled. */
static bool only_shows(const char *cell)
{
	if (strncmp(cell, "=\"", 2) != 0)
		return false;
	for (cell += 2; *cell != '\0'; cell += *cell == '"' ? 2 : 1)
		if (*cell == '"' && cell[1] != '"')
			return cell[1] == '\0';
	return false;
}

/* Whether a spreadsheet would run it: numbers may be below 0. */
static bool runs(const char *cell)
{
	char *end;

	strtod(cell, &end);
	return text_is_formula(cell) && (*end != '\0' || end == cell) && !only_shows(cell);
}

/* The same where cells are parted by another mark than ours, as in countries that write 0,5. */
static bool part_runs(const char *file)
{
	for (const char *at = file; *at != '\0'; at++)
		if (strchr(";\t\n", *at) && strchr("=+-@\t\r", at[1]) && at[1] != '\0')
			return true;
	return false;
}

/* What a student calls themselves, and a folder that is nobody's, reach the files of all classes. */
static void test_nothing_is_a_formula(void **state)
{
	static const char *const texts[] = {
		"=1+1",       "+1+cmd|' /C calc'!A0", "-1+1",       "@SUM(1)", "\t=1+1",
		"\r=1+1",     "-\"&1+1&\"",           "=1\"",       "x;=1+1",  "x\";=1+1&\"",
		"x;;@SUM(1)", "-x;-1+\"\"",           "x; ;\t=1+1", "x\t-1+1"};
	int (*const writers[])(FILE *, const Job *) = {canvas_write, table_write, nbgrader_write};
	Record *record = (Record *)(uintptr_t)record_of("s1");
	const Record kept = *record;
	(void)state;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		char *text = (char *)(uintptr_t)texts[i];

		record->id = record->name = record->email = record->section = text;
		record->columns = NULL;
		for (size_t w = 0; w < sizeof writers / sizeof *writers; w++) {
			char *file = kit_write(writers[w], &job, 0, NULL);
			bool parted = part_runs(file);
			Csv csv = text_csv(file);
			int found = 0;

			if (parted)
				fail_msg("writer %zu has a part that runs: %s", w, text);

			for (int row = 1; row < csv.count; row++)
				for (int column = 0; column < 12; column++) {
					const char *cell = csv_cell(&csv, row, column);

					found += strchr(cell, '1') != NULL ||
						 strchr(cell, 'x') != NULL;
					if (runs(cell))
						fail_msg("writer %zu writes %s", w, cell);
				}
			assert_true(found > 0);
			csv_release(&csv);
		}
	}
	*record = kept;
}

static void test_canvas_labs(void **state)
{
	char *said;
	(void)state;

	job.by_lab = job.absent_zero = 1;
	Csv csv = text_csv(kit_write(canvas_write, &job, 0, &said));

	assert_non_null(strstr(
		said, "late rules (1 students) and totals set by hand (1) are in the total only"));
	assert_string_equal(csv_cell(&csv, 0, 5), "lab1_devices");
	assert_string_equal(csv_cell(&csv, 0, 6), "lab3_copies");
	assert_string_equal(csv_cell(&csv, 1, 6), "14");
	assert_string_equal(csv_cell(&csv, row_of(&csv, 2, "s2"), 5), "4");
	assert_string_equal(csv_cell(&csv, row_of(&csv, 2, "s2"), 6),
			    "14"); /* all that was judged */
	assert_string_equal(csv_cell(&csv, row_of(&csv, 2, "s4"), 6), "0"); /* as was asked for */
	assert_string_equal(csv_cell(&csv, row_of(&csv, 2, "s7"), 6), "1.5");
	assert_int_equal(row_of(&csv, 2, "s3"), -1);
	free(said);
	csv_release(&csv);
}

static void test_canvas_filled(void **state)
{
	/* everything that Canvas puts in: a mark, CRLF, quotes, a row of posting, read-only columns
	 */
	static const char before[] =
		"\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,Essay (11),usegpu "
		"(12),Final Score\r\n"
		",,,,,,Manual Posting,\r\n"
		"    Points Possible,,,,,10,11.0,(read only)\r\n"
		"\"Lovelace, Ada\",501,,ada@example.org,\"A, and B\",\"7\",,70.0\r\n"
		"\"Kim, \"\"MJ\"\" 민지\",502,s2,x,A,,3.0,\r\n"
		"Müller Jürgen,503,s3,,B,EX,4.25,\r\n"
		"\"=\"\"=cmd|calc!A0\"\"\",504,,,B,,EX,\r\n"
		"Nobody Known,505,nn,nn,B,1,2,\r\n"
		"\"Led, Fay\",9008,,,B,,N/A,\r\n"
		"\"Lee, Kim\",507,,lee2@example.org,B,,,\r\n"
		"\"Riden, Ova\",508,,,B,,\r\n"
		"\"Student, Test\",509,,,B,,,\r\n";
	static const char after[] =
		"\xef\xbb\xbfStudent,ID,SIS User ID,SIS Login ID,Section,Essay (11),usegpu "
		"(12),Final Score\r\n"
		",,,,,,Manual Posting,\r\n"
		"    Points Possible,,,,,10,11.0,(read only)\r\n"
		"\"Lovelace, Ada\",501,,ada@example.org,\"A, and B\",\"7\",9,70.0\r\n"
		"\"Kim, \"\"MJ\"\" 민지\",502,s2,x,A,,8.07,\r\n"
		"Müller Jürgen,503,s3,,B,EX,4.25,\r\n"
		"\"=\"\"=cmd|calc!A0\"\"\",504,,,B,,EX,\r\n"
		"Nobody Known,505,nn,nn,B,1,2,\r\n"
		"\"Led, Fay\",9008,,,B,,N/A,\r\n"
		"\"Lee, Kim\",507,,lee2@example.org,B,,1.75,\r\n"
		"\"Riden, Ova\",508,,,B,,7.5\r\n"
		"\"Student, Test\",509,,,B,,,\r\n";
	char *said, *got = filled(canvas_write, before, 0, &said);
	(void)state;

	assert_string_equal(got, after);
	assert_non_null(strstr(said, "line 8 (Nobody Known): no such student in the gradebook"));
	assert_non_null(
		strstr(said, "line 12 (Student, Test): Canvas's test student; left alone\n"));
	assert_non_null(strstr(said, "Kim Lee (s6): no row of the file is this student's"));
	assert_non_null(strstr(said, "王小明 (s4): no row of the file"));
	assert_non_null(strstr(said, "Jürgen Müller (s3) has no mark"));
	assert_non_null(strstr(said, "=cmd|calc!A0 (s5): EX (excused)"));
	assert_non_null(strstr(said, "Fay Led (s8): N/A"));
	assert_non_null(strstr(said, "4 of 8 rows filled in"));
	free(said);
	free(got);
}

static void test_canvas_semicolons(void **state)
{
	static const char before[] =
		"LastName;FirstName;ID;SIS Login ID;Section;Lab 1: devices (7);"
		"Lab 13 (8);lab3_copies (9)\n"
		"Points Possible;;;;;8,0;5;28,00\n"
		"Lovelace;Ada;1;;A;;;\n"
		"Lee;Kim;2;lee1@example.org;A;;;\n"
		"Lee;Kim;3;;A;;;\n";
	char *said, *got;
	(void)state;

	job.by_lab = 1;
	got = filled(canvas_write, before, 0, &said);
	assert_non_null(strstr(got, "\nLovelace;Ada;1;;A;8;;20\n"));
	assert_non_null(strstr(got, "\nLee;Kim;2;lee1@example.org;A;8;;28\n"));
	/* this row may be the other Kim Lee, or a third */
	assert_non_null(strstr(got, "\nLee;Kim;3;;A;;;\n"));
	assert_non_null(strstr(said, "line 5 (Lee): several students or rows fit"));
	free(said);
	free(got);
}

/* Rows and students of one name, and nothing else to tell them apart: nobody's. */
static void test_canvas_unclear(void **state)
{
	static const char before[] = "Student,ID,Section,usegpu (1)\n"
				     "Kim Lee,1,A,\n"
				     "Ada Lovelace,2,A,\n"
				     "ada lovelace,3,A,5\n";
	char *said, *got = filled(canvas_write, before, 0, &said);
	(void)state;

	assert_string_equal(got, before);
	assert_non_null(strstr(said, "line 2 (Kim Lee): several students or rows fit"));
	assert_non_null(strstr(said, "line 3 (Ada Lovelace): several"));
	assert_non_null(strstr(said, "line 4 (ada lovelace): several"));
	free(said);
	free(got);
}

/* Canvas's number is another's at the institute: a number alone says nothing. */
static void test_canvas_numbers(void **state)
{
	static const char before[] = "Student,ID,Section,usegpu (1)\nBob Bobson,s1,A,\n";
	char *said, *got = filled(canvas_write, before, 0, &said);
	(void)state;

	assert_string_equal(got, before);
	free(said);
	free(got);
}

static void test_canvas_refused(void **state)
{
	static const char *const bad[][2] = {
		{"Name,ID,Section,usegpu\nA,1,B,\n", "the headings Student, ID and Section"},
		{"Student,ID,Section,Essay (1),Quiz\nA,1,B,,\n",
		 "expected one of \"Essay (1)\", \"Quiz\""},
		{"Student,ID,Section,usegpu (1),usegpu (2)\nA,1,B,,\n", "more than one column"},
	};
	(void)state;

	for (size_t i = 0; i < 3; i++) {
		char *said, *got = filled(canvas_write, bad[i][0], -1, &said);

		assert_non_null(strstr(said, bad[i][1]));
		free(got);
		free(said);
	}
	job.assignment = "Essay (1)";
	char *got = filled(canvas_write, bad[1][0], 0, NULL);

	assert_string_equal(got, bad[1][0]); /* no row of ours */
	free(got);
}

/* ASSIGNMENT= may have chosen the gradebook; which column it is has a setting of its own. */
static void test_canvas_column(void **state)
{
	static const char before[] = "Student,ID,SIS User ID,Section,lab4,Lab 3: copies (812)\n"
				     "    Points Possible,,,,22,22\nX,,s1,A,,\n";
	char *said, *got;
	(void)state;

	job.assignment = "lab4";
	got = filled(canvas_write, before, 0, NULL);
	assert_non_null(strstr(got, "\nX,,s1,A,18,\n"));
	free(got);
	job.grade_column = "Lab 3: copies";
	got = filled(canvas_write, before, 0, NULL);
	assert_non_null(strstr(got, "\nX,,s1,A,,18\n"));
	free(got);
	job.grade_column = "Lab 4";
	got = filled(canvas_write, before, -1, &said);
	assert_non_null(strstr(said, "GRADE_COLUMN=Lab 4: no column of IN="));
	free(said);
	free(got);
	job.assignment = "lab5";
	job.grade_column = NULL;
	got = filled(canvas_write, before, -1, &said);
	assert_non_null(strstr(said, "no column has the title lab5; GRADE_COLUMN= says which"));
	free(said);
	free(got);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_canvas_made),       TEST(test_nothing_is_a_formula),
		TEST(test_canvas_filled),     TEST(test_canvas_made),
		TEST(test_canvas_labs),       TEST(test_canvas_filled),
		TEST(test_canvas_semicolons), TEST(test_canvas_unclear),
		TEST(test_canvas_numbers),    TEST(test_canvas_refused),
		TEST(test_canvas_column),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
