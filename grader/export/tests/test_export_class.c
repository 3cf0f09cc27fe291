/* test_export_class.c - the formats of a class: who gets which mark, who gets none and is named,
 * and what of a platform's own file stays as it was. */
#include "book_make.h"
#include "pair.h"

#include <stdint.h>

static PaperList list;
static Job job;

static int setup(void **state)
{
	char path[] = "/tmp/usegpu-export-XXXXXX";
	(void)state;

	book_make(path, "");
	assert_int_equal(papers_read(&list, path), 0);
	unlink(path);
	job = (Job){.list = &list, .name = "class"};
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	papers_release(&list);
	return 0;
}

static const Paper *paper_of(const char *id)
{
	for (int i = 0; i < list.count; i++)
		if (strcmp(list.papers[i].id, id) == 0)
			return &list.papers[i];
	fail_msg("no student %s", id);
	return NULL;
}

static void test_book(void **state)
{
	(void)state;
	assert_int_equal(list.count, 10);
	assert_true(paper_mark(paper_of("s1"), 22) == 18);
	assert_true(paper_mark(paper_of("s1"), 11) == 9);
	assert_true(paper_full(paper_of("s2")) == 22);
	assert_true(paper_mark(paper_of("s2"), 15) ==
		    11); /* 11 of the 15 points that were judged */
	assert_true(paper_mark(paper_of("s9"), 22) == 15); /* by hand: of all 22 */
	assert_true(paper_mark(paper_of("s9"), 44) == 30);
	assert_true(lab_mark(paper_lab(paper_of("s2"), "lab3_copies"), 14) == 14);
	assert_string_equal(paper_refusal(paper_of("s4")), "sent nothing");
	assert_non_null(paper_refusal(paper_of("s3"))); /* that override was revoked */
	assert_null(paper_refusal(paper_of("s7")));     /* the check's points were set by hand */
	assert_string_equal(paper_refusal(paper_of("t1")), "the disk is full");
	assert_null(paper_refusal(paper_of("s9"))); /* so was the total */
	assert_string_equal(paper_column(paper_of("s8"), "sis login id"), "fled");
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

static Csv text_csv(char *text)
{
	Csv csv = {.bytes = NULL};

	assert_int_equal(csv_read(&csv, "out", text, strlen(text)), 0);
	return csv;
}

/* The row whose cell in this column is `text`, -1 when there is none. */
static int row_of(const Csv *csv, int column, const char *text)
{
	for (int i = 0; i < csv->count; i++)
		if (strcmp(csv_cell(csv, i, column), text) == 0)
			return i;
	return -1;
}

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

/* Fills a file in and returns what came out. */
static char *filled(int (*writer)(FILE *, const Job *), const char *text, int status, char **said)
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
	assert_non_null(strstr(said, "(Student, Test): no such student"));
	assert_non_null(strstr(said, "Kim Lee (s6): no row of the file is this student's"));
	assert_non_null(strstr(said, "王小明 (s4): no row of the file"));
	assert_non_null(strstr(said, "Jürgen Müller (s3) has no mark"));
	assert_non_null(strstr(said, "=cmd|calc!A0 (s5): EX (excused)"));
	assert_non_null(strstr(said, "Fay Led (s8): N/A"));
	assert_non_null(strstr(said, "4 of 9 rows filled in"));
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

/* Headings as Moodle's language packs have them (lang/LANGUAGE/assign.php): recordid, maxgrade,
 * gradecanbechanged, lastmodifiedgrade; "Participant" is hiddenuser. */
static void test_moodle_languages(void **state)
{
	static const char *const sheets[][2] = {
		{"\xef\xbb\xbfIdentifier,Full name,Email address,Status,Grade,Maximum Grade,"
		 "Grade can be changed,Last modified (submission),Last modified (grade),Feedback "
		 "comments\r\n"
		 "Participant 101,Ada Lovelace,ada@example.org,Submitted for "
		 "grading,,100.00,Yes,\"Monday, "
		 "2 March 2026, 9:00 AM\",-,\"<p>a,b</p>\"\r\n",
		 ",81.82,100.00,Yes,\"Monday, 2 March 2026, 9:00 AM\",-,\"<p>a,b</p>\"\r\n"},
		{"ID,Vollständiger Name,E-Mail-Adresse,Status,Bewertung,Bestwertung,Bewertung kann "
		 "geändert "
		 "werden,Zuletzt geändert (Abgabe),Zuletzt geändert (Bewertung)\n"
		 "Teilnehmer/in777,\"Lovelace, Ada\",,Zur Bewertung "
		 "abgegeben,\"3,00\",\"11,00\",Ja,-,-\n",
		 ",9,\"11,00\",Ja,-,-\n"},
		{"Identifiant;Nom complet;Adresse de courriel;Statut;Note;Note maximale;Dernière "
		 "modification (note)\n"
		 "Participant 7;Ada Lovelace;ADA@example.org;;;20,00;-\n",
		 ";16,36;20,00;-\n"},
		{"ID,フルネーム,メールアドレス,ステータス,評点,最大評点,最終更新日時 (評定)\n"
		 "参加者12,x,ada@example.org,評定のため提出,5.00,22.00,-\n",
		 ",18,22.00,-\n"},
		/* students are anonymous: the folder of the download tells */
		{"Identifier,Status,Grade,Maximum Grade,Last modified (grade)\n"
		 "Participant 101,Submitted,,50.00,-\n",
		 ",40.91,50.00,-\n"},
		/* no e-mail: the number at the institute */
		{"Identifier,Full name,ID number,Grade,Maximum grade,Last modified (grade)\n"
		 "Participant 5,A. L.,s1,,22,-\n,,,,,\n\n,,\n",
		 ",s1,18,22,-\n,,,,,\n\n,,\n"},
	};
	(void)state;

	for (size_t i = 0; i < sizeof sheets / sizeof *sheets; i++) {
		char *said, *got = filled(moodle_write, sheets[i][0], 0, &said);
		size_t head = strcspn(sheets[i][0], "\n"), end = strlen(sheets[i][1]);

		assert_memory_equal(got, sheets[i][0], head);
		assert_true(strlen(got) > end);
		assert_string_equal(got + strlen(got) - end, sheets[i][1]);
		assert_non_null(strstr(said, "1 of 1 rows filled in"));
		free(got);
		free(said);
	}
}

static void test_moodle_rows(void **state)
{
	static const char before[] =
		"Identifier,Full name,Email address,Grade,Maximum Grade,Last modified (grade)\n"
		"Participant 101,Ada Lovelace,ada@example.org,1.00,10.00,-\n"
		"Participant 102,Jürgen Müller,jm@example.org,2.00,10.00,-\n"
		"Participant 103,王小明,wang@example.org,,10.00,-\n"
		"Participant 104,Somebody Else,else@example.org,3.00,10.00,-\n"
		"Participant 105,Kim Lee,lee2@example.org,,10.00,-\n"
		"Participant 106,Kim Lee,other@example.org,,10.00,-\n";
	static const char after[] =
		"Identifier,Full name,Email address,Grade,Maximum Grade,Last modified (grade)\n"
		"Participant 101,Ada Lovelace,ada@example.org,8.18,10.00,-\n"
		"Participant 102,Jürgen Müller,jm@example.org,2.00,10.00,-\n"
		"Participant 103,王小明,wang@example.org,,10.00,-\n"
		"Participant 104,Somebody Else,else@example.org,3.00,10.00,-\n"
		"Participant 105,Kim Lee,lee2@example.org,1.59,10.00,-\n"
		"Participant 106,Kim Lee,other@example.org,,10.00,-\n";
	char *said, *got = filled(moodle_write, before, 0, &said);
	(void)state;

	assert_string_equal(got, after);
	assert_non_null(strstr(said, "line 5 (Participant 104): no such student"));
	assert_non_null(strstr(said, "line 7 (Participant 106): no such student"));
	assert_non_null(strstr(said, "Jürgen Müller (s3) has no mark"));
	assert_non_null(strstr(said, "Kim Lee (s6): no row of the file"));
	assert_non_null(
		strstr(said, "2 of 6 rows filled in, out of 10 points; 1 of them had a grade"));
	free(got);
	free(said);
}

static void test_moodle_refused(void **state)
{
	static const char *const bad[][2] = {
		{"Identifier,Grade,Maximum Grade\n", "it has no students"},
		{"Identifier,Grade,Scale\nParticipant 1,,\"bad\ngood\"\n",
		 "a scale is not supported"},
		{"Name,Grade,Maximum Grade\nAda,,10\nBob,,10\n", "no column says"},
		{"Identifier,Grade,Maximum Grade\nParticipant 1,,10\nPerson 2,,10\n",
		 "no column says"},
		{"Identifier,Grade,Maximum Grade\nParticipant 1,,10\nParticipant 2,,20\n",
		 "no column of grades"},
		{"Identifier,Grade,Maximum Grade,More,Most\nParticipant 1,,10,,20\n",
		 "GRADE_COLUMN"},
	};
	(void)state;

	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		char *said, *got = filled(moodle_write, bad[i][0], -1, &said);

		assert_non_null(strstr(said, bad[i][1]));
		free(got);
		free(said);
	}
	job.grade_column = "more";
	char *got = filled(moodle_write, bad[5][0], 0, NULL);

	assert_string_equal(got, bad[5][0]);
	free(got);
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
	assert_int_equal(csv.count, 1 + 7);
	row = row_of(&csv, 3, "s8");
	assert_string_equal(csv_cell(&csv, row, 4), "Led");
	assert_string_equal(csv_cell(&csv, row, 5), "Fay");
	assert_string_equal(csv_cell(&csv, row, 7), "12");
	assert_string_equal(csv_cell(&csv, row, 8), "2");
	assert_string_equal(csv_cell(&csv, row, 9), "10");
	assert_string_equal(csv_cell(&csv, row, 10), "22");
	csv_release(&csv);
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

/* Moodle takes no mark above the maximum; Canvas does. */
static void test_above(void **state)
{
	static const char moodle[] =
		"Identifier,Full name,Grade,Maximum Grade,Last modified (grade)\n"
		"Participant 5,Ova Riden,1,10,-\n";
	static const char canvas[] = "Student,ID,Section,usegpu (1)\nOva Riden,1,A,\n";
	char *said, *got;
	(void)state;

	((Paper *)(uintptr_t)paper_of("s9"))->final = 33;
	got = filled(moodle_write, moodle, 0, &said);
	assert_string_equal(got, moodle);
	assert_non_null(strstr(said, "Ova Riden (s9): 15 is not from 0 to 10"));
	free(got);
	free(said);
	got = filled(canvas_write, canvas, 0, NULL);
	assert_non_null(strstr(got, "Ova Riden,1,A,33\n"));
	free(got);
}

static void test_no_book(void **state)
{
	static const char *const spoil[] = {"PRAGMA application_id = 7", "PRAGMA user_version = 2",
					    "DROP VIEW total"};
	PaperList none;
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
		int code = papers_read(&none, path);
		char *said = kit_said(listened);

		assert_int_equal(code, -1);
		assert_int_equal(none.count, 0);
		assert_non_null(strstr(said, path));
		assert_ptr_equal(strchr(said, '\n'), said + strlen(said) - 1);
		free(said);
		unlink(path);
	}
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, setup, teardown)
int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_book),           TEST(test_names),
		TEST(test_canvas_made),    TEST(test_canvas_labs),
		TEST(test_canvas_filled),  TEST(test_canvas_semicolons),
		TEST(test_canvas_unclear), TEST(test_canvas_numbers),
		TEST(test_canvas_refused), TEST(test_moodle_languages),
		TEST(test_moodle_rows),    TEST(test_moodle_refused),
		TEST(test_tables),         TEST(test_no_book),
		TEST(test_labs),           TEST(test_above),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
