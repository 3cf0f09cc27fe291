/* test_export_moodle.c - Moodle's worksheet in several languages, filled in, and what is refused.
 */
#include "grader/export/tests/export_class.h"

#include <stdint.h>

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

/* Moodle takes no mark above the maximum; Canvas does. */
static void test_above(void **state)
{
	static const char moodle[] =
		"Identifier,Full name,Grade,Maximum Grade,Last modified (grade)\n"
		"Participant 5,Ova Riden,1,10,-\n";
	static const char canvas[] = "Student,ID,Section,usegpu (1)\nOva Riden,1,A,\n";
	char *said, *got;
	(void)state;

	((Record *)(uintptr_t)record_of("s9"))->final = 33;
	got = filled(moodle_write, moodle, 0, &said);
	assert_string_equal(got, moodle);
	assert_non_null(strstr(said, "Ova Riden (s9): 15 is not from 0 to 10"));
	free(got);
	free(said);
	got = filled(canvas_write, canvas, 0, NULL);
	assert_non_null(strstr(got, "Ova Riden,1,A,33\n"));
	free(got);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_moodle_languages),
		TEST(test_moodle_rows),
		TEST(test_moodle_refused),
		TEST(test_above),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
