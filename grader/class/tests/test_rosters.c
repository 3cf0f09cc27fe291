/* test_rosters.c - rosters as platforms export them: which column is what, who is no student, and what is said of a
 * file that is not understood. The layouts are those that roster_columns.h names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/text.h"
#include "grader/class/intake/match.h"
#include "grader/class/intake/nfc.h"
#include "grader/class/intake/roster.h"

static char file[] = "/tmp/usegpu-roster-XXXXXX", said[400];

static int file_begin(void **state)
{
	int fd = mkstemp(file);

	(void)state;
	return fd < 0 ? -1 : close(fd);
}

static int file_end(void **state)
{
	(void)state;
	return unlink(file);
}

/* Reads the text as a roster; what was said on stderr is in `said`. */
static int read_text(Roster *roster, const char *text, const char *id)
{
	FILE *out = fopen(file, "we"), *errors = tmpfile();
	int kept = dup(STDERR_FILENO), bad;

	assert_non_null(out);
	assert_non_null(errors);
	assert_true(fputs(text, out) >= 0);
	assert_int_equal(fclose(out), 0);
	fflush(stderr);
	dup2(fileno(errors), STDERR_FILENO);
	bad = roster_read(roster, file, id);
	fflush(stderr);
	dup2(kept, STDERR_FILENO);
	close(kept);
	rewind(errors);
	said[0] = '\0';
	if (!fgets(said, sizeof said, errors))
		said[0] = '\0';
	fclose(errors);
	return bad;
}

/* A row for each student: id|name|email|section|also,also; all of them one text. */
static char *roster_text(const Roster *roster)
{
	static char text[2000];
	size_t at = 0;

	text[0] = '\0';
	for (int i = 0; i < roster->count; i++) {
		const RosterStudent *s = &roster->students[i];

		at += (size_t)snprintf(text + at, sizeof text - at, "%s|%s|%s|%s|", s->id, s->name,
				       s->email, s->section);
		for (int k = 0; k < ROSTER_ALSO_MOST && s->also[k]; k++)
			at += (size_t)snprintf(text + at, sizeof text - at, "%s%s",
					       k > 0 ? "," : "", s->also[k]);
		at += (size_t)snprintf(text + at, sizeof text - at, ";");
	}
	return text;
}

typedef struct Case {
	const char *platform, *text, *id, *wanted;
} Case;

static const Case cases[] = {
	/* the points row, the row about posting, and Canvas's own student */
	{"Canvas",
	 "Student,ID,SIS User ID,SIS Login ID,Section,Lab 1 (812)\n"
	 ",,,,,Manual Posting\n"
	 "    Points Possible,,,,,10\n"
	 "\"Lovelace, Ada\",90001,0815,ada,A,9\n"
	 "\"Hopper, Grace\",90002,0816,grace,\"A, and B\",\n"
	 "\"Student, Test\",90009,,a1b2c3,A,\n",
	 NULL, "90001|Lovelace, Ada||A|0815,ada;90002|Hopper, Grace||A, and B|0816,grace;"},
	{"Canvas, the ids of the department",
	 "Student,ID,SIS User ID,SIS Login ID,Section\n"
	 "    Points Possible,,,,\n"
	 "\"Lovelace, Ada\",90001,\"=\"\"0815\"\"\",ada,A\n"
	 "\"Student, Test\",90009,,a1b2c3,A\n",
	 "SIS User ID", "0815|Lovelace, Ada||A|90001,ada;"},
	{"Gradescope",
	 "First Name,Last Name,SID,Email,Role,Sections\n"
	 "Ada,Lovelace,0815,ada@uni.edu,Student,A\n"
	 "Charles,Babbage,0001,cb@uni.edu,Instructor,\n",
	 NULL, "0815|Ada Lovelace|ada@uni.edu|A|;"},
	{"Gradescope, without SIDs",
	 "First Name,Last Name,SID,Email,Section\n"
	 "Ada,Lovelace,,ada@uni.edu,A\n",
	 NULL, "ada@uni.edu|Ada Lovelace|ada@uni.edu|A|;"},
	{"GitHub Classroom",
	 "\"identifier\",\"github_username\",\"github_id\",\"name\"\n"
	 "\"0815\",\"ada-l\",\"77\",\"Ada Lovelace\"\n"
	 "\"gh@uni.edu\",\"\",\"\",\"\"\n",
	 NULL, "0815|Ada Lovelace|||ada-l,77;gh@uni.edu|gh@uni.edu|gh@uni.edu||;"},
	{"Classroom 50",
	 "username,first_name,last_name,email,section,github_id,role\n"
	 "ada-l,Ada,Lovelace,ada@uni.edu,A,77,student\n"
	 "babbage,Charles,Babbage,cb@uni.edu,,78,teacher\n",
	 NULL, "ada-l|Ada Lovelace|ada@uni.edu|A|77;"},
	{"Moodle, grades",
	 "First name,Last name,ID number,Institution,Department,Email address,Lab 1\n"
	 "Ada,Lovelace,0815,,,ada@uni.edu,9\n",
	 NULL, "0815|Ada Lovelace|ada@uni.edu||;"},
	{"Moodle, grades in German",
	 "Vorname;Nachname;ID-Nummer;Institution;Abteilung;E-Mail-Adresse;Gruppen\n"
	 "Zoë;Müller;0815;;;zoe@uni.de;Gruppe A\n",
	 NULL, "0815|Zoë Müller|zoe@uni.de|Gruppe A|;"},
	{"Moodle, participants in German: nobody has an id number",
	 "Vorname,Nachname,ID-Nummer,E-Mail-Adresse\nZoë,Müller,,zoe@uni.de\nAda,Lovelace,,ada@uni."
	 "de\n",
	 NULL, "zoe@uni.de|Zoë Müller|zoe@uni.de||;ada@uni.de|Ada Lovelace|ada@uni.de||;"},
	{"Moodle, worksheet",
	 "Identifier,Full name,ID number,Email address,Grade\n"
	 "Participant 12345,Ada Lovelace,0815,ada@uni.edu,\n",
	 NULL, "0815|Ada Lovelace|ada@uni.edu||12345;"},
	{"Moodle, worksheet in German without id numbers",
	 "ID,Vollständiger Name,E-Mail-Adresse,Bewertung\n"
	 "Teilnehmer/in12345,Ada Lovelace,ada@uni.edu,\n",
	 NULL, "ada@uni.edu|Ada Lovelace|ada@uni.edu||12345;"},
	{"Moodle in Spanish: by position",
	 "Nombre,Apellido(s),Número de ID,Institución,Departamento,Dirección de correo,Total\n"
	 "Ada,Lovelace,0815,,,ada@uni.es,9\nPablo,Neruda,0816,,,pablo@uni.es,8\n",
	 NULL, "0815|Ada Lovelace|ada@uni.es||;0816|Pablo Neruda|pablo@uni.es||;"},
	{"Moodle in Finnish, participants: by position",
	 "Etunimi,Sukunimi,Sähköpostiosoite,Ryhmät\nAino,Aalto,aino@uni.fi,R1\n", NULL,
	 "aino@uni.fi|Aino Aalto|aino@uni.fi|R1|;"},
	{"Brightspace",
	 "OrgDefinedId,Username,Last Name,First Name,Email,End-of-Line Indicator\n"
	 "#0815,#ada,Lovelace,Ada,ada@uni.edu,#\n",
	 NULL, "0815|Ada Lovelace|ada@uni.edu||ada;"},
	{"a column by its number", "Who,Key,Name\nx,7,Ada\n", "2", "7|Ada|||;"},
};

static void platforms_are_understood(void **state)
{
	Roster roster;

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		if (read_text(&roster, cases[i].text, cases[i].id) < 0)
			fail_msg("%s: %s", cases[i].platform, said);
		if (strcmp(roster_text(&roster), cases[i].wanted) != 0)
			fail_msg("%s: got %s", cases[i].platform, roster_text(&roster));
		roster_release(&roster);
	}
}

/* Worked out by hand from what Moodle shows in each language. */
static void times_of_a_worksheet_are_read(void **state)
{
	static const struct {
		const char *heading, *cell, *wanted;
	} times[] = {
		{"Last modified (submission)", "Tuesday, 24 November 2026, 10:05 PM",
		 "2026-11-24T22:05"},
		{"Last modified (submission)", "Tuesday, November 3, 2026, 12:30 AM",
		 "2026-11-03T00:30"},
		{"Last modified (submission)", "Friday, 1 May 2026, 12:00 PM", "2026-05-01T12:00"},
		{"Last modified (submission)", "-", ""},
		{"Last modified (submission)", "Tuesday, 24 November 2026, 13:05 PM", ""},
		{"Zuletzt geändert (Abgabe)", "Mittwoch, 13. März 2024, 10:15", "2024-03-13T10:15"},
		{"Zuletzt geändert (Abgabe)", "mardi, 24 novembre 2026, 10:05", ""},
		{"Zuletzt geändert (Abgabe)", "Mittwoch, 13. März 2024, 24:15", ""},
		{"submitted", "2026-12-01T23:59", "2026-12-01T23:59"},
	};
	char text[400];
	Roster roster;

	(void)state;
	for (size_t i = 0; i < sizeof times / sizeof *times; i++) {
		snprintf(text, sizeof text, "id,name,%s\n1,Ada,\"%s\"\n", times[i].heading,
			 times[i].cell);
		assert_int_equal(read_text(&roster, text, NULL), 0);
		if (strcmp(roster.students[0].submitted, times[i].wanted) != 0)
			fail_msg("%s: got %s", times[i].cell, roster.students[0].submitted);
		roster_release(&roster);
	}
}

static void what_is_not_understood_is_said(void **state)
{
	static const Case bad[] = {
		{"no ids", "Student,Points\nAda,1\n", NULL,
		 "line 1: no column \"id\"; wanted id and name in the first line, or ROSTER_ID="},
		{"no names", "id,points\n1,1\n", NULL, "line 1: no column \"name\""},
		{"a hole", "SID,Name\n1,Ada\n,Bob\n", NULL,
		 "line 3: no id in column \"SID\"; wanted one for each student, or ROSTER_ID="},
		{"no such column", "id,name\n1,Ada\n", "SID", "ROSTER_ID=SID: "},
		{"which there are", "id,name\n1,Ada\n", "3",
		 "has no such column; expected one of: id, name"},
		{"two of one id", "Vorname,Nachname,ID-Nummer\nA,B,7\nC,D,7\n", NULL,
		 "line 3: the id \"7\" is that of line 2"},
	};
	Roster roster;

	(void)state;
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
		assert_int_equal(read_text(&roster, bad[i].text, bad[i].id), -1);
		roster_release(&roster);
		if (!strstr(said, bad[i].wanted))
			fail_msg("%s: said %s", bad[i].platform, said);
	}
}

/* --- whose is it ------------------------------------------------------------------------------ */

/* The id of the student that a folder of this name goes to. */
static const char *owner_of(const Roster *roster, const char *name)
{
	Entry entry = {.name = text_new("%s", name), .student = -1};
	Entries entries = {.list = &entry, .count = 1};

	entry.folder = nfc_copy(name);
	entry.stem = nfc_copy(name);
	roster_match(roster, &entries);
	free(entry.name);
	free(entry.folder);
	free(entry.stem);
	free(entry.doubt);
	return entry.student < 0 ? "-" : roster->students[entry.student].id;
}

static void other_signs_tell_whose_it_is(void **state)
{
	static const struct {
		const char *name, *id;
	} wanted[] = {
		{"lab1-ada-l", "0815"},      /* a clone of GitHub Classroom */
		{"cs1-lab-1-Ada-L", "0815"}, /* of Classroom 50: classroom, assignment, login */
		{"lab1-l", "0817"},          /* the longest login counts, and this is all of it */
		{"lab1-nobody", "-"},
		{"lovelaceada_90001_77_x", "0815"}, /* Canvas's number */
		{"90002", "0816"},
		{"Zo\xc3\xab M\xc3\xbcller", "0816"},   /* NFC */
		{"Zoe\xcc\x88 Mu\xcc\x88ller", "0816"}, /* NFD, as macOS writes it */
		{"M\xc3\x9cLLER, ZO\xc3\x8b", "0816"},  /* capitals beyond ASCII */
		{"Zoe\xcc\x88 Mu\xcc\x88ller_5_assignsubmission_file_", "0816"},
	};
	Roster roster;

	(void)state;
	assert_int_equal(read_text(&roster,
				   "SIS User ID,Name,ID,Login\n"
				   "0815,Ada Lovelace,90001,ada-l\n"
				   "0816,Zoë Müller,90002,zoe\n"
				   "0817,Lin,90003,l\n",
				   "SIS User ID"),
			 0);
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++)
		if (strcmp(owner_of(&roster, wanted[i].name), wanted[i].id) != 0)
			fail_msg("%s: got %s, wanted %s", wanted[i].name,
				 owner_of(&roster, wanted[i].name), wanted[i].id);
	roster_release(&roster);
}

/* Evidence that fits two says nothing, also where one of them has the other's number. */
static void numbers_that_fit_two_say_nothing(void **state)
{
	Roster roster;

	(void)state;
	assert_int_equal(read_text(&roster, "id,name,login\n7,Ada,x\n8,Bob,y\n9,Cyd,y\n", NULL), 0);
	assert_string_equal(owner_of(&roster, "y"), "-");
	assert_string_equal(owner_of(&roster, "lab1-y"), "-");
	assert_string_equal(owner_of(&roster, "lab1-x"), "7");
	roster_release(&roster);
}

/* Of two students of one name it is the one whose number stands beside it; a number that is neither's decides
 * nothing, and neither does that of somebody else. */
static void a_number_tells_namesakes_apart(void **state)
{
	static const char canvas[] = "Student,ID,SIS Login ID,Section\n"
				     "\"Kim, Minjun\",90004,kim1,A\n\"Kim, Minjun\",90040,kim2,A\n"
				     "\"Aziz, Tariq\",90010,aziz,A\n";
	static const char moodle[] = "ID,Vollständiger Name,E-Mail-Adresse,Bewertung\n"
				     "Teilnehmer/in30003,Minjun Kim,a@uni.de,\n"
				     "Teilnehmer/in30030,Minjun Kim,b@uni.de,\n"
				     "Teilnehmer/in30010,Tariq Aziz,c@uni.de,\n";
	static const struct {
		const char *roster, *name, *id;
	} wanted[] = {
		{canvas, "kimminjun_90004_703028_lab3_copies", "90004"},
		{canvas, "kimminjun_LATE_90040_703028_lab3_copies", "90040"},
		{canvas, "kimminjun_90004", "90004"},
		{canvas, "kimminjun_90041_703028_lab3_copies", "-"},
		{canvas, "kimminjun_90010_703028_lab3_copies", "-"},
		{canvas, "kimminjun_90004_90040_lab3_copies", "-"},
		{canvas, "aziztariq_90004_703028_lab3_copies", "-"},
		{canvas, "aziztariq_90011_703028_lab3_copies", "90010"},
		{canvas, "somebody_90040_703028_lab3_copies", "90040"},
		{moodle, "Minjun Kim_30003_assignsubmission_file_", "a@uni.de"},
		{moodle, "Minjun Kim_30030_assignsubmission_file_", "b@uni.de"},
		{moodle, "Minjun Kim_30031_assignsubmission_file_", "-"},
	};
	Roster roster;

	(void)state;
	for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
		assert_int_equal(read_text(&roster, wanted[i].roster, NULL), 0);
		if (strcmp(owner_of(&roster, wanted[i].name), wanted[i].id) != 0)
			fail_msg("%s: got %s, wanted %s", wanted[i].name,
				 owner_of(&roster, wanted[i].name), wanted[i].id);
		roster_release(&roster);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(platforms_are_understood),
		cmocka_unit_test(times_of_a_worksheet_are_read),
		cmocka_unit_test(what_is_not_understood_is_said),
		cmocka_unit_test(other_signs_tell_whose_it_is),
		cmocka_unit_test(numbers_that_fit_two_say_nothing),
		cmocka_unit_test(a_number_tells_namesakes_apart),
	};

	return cmocka_run_group_tests(tests, file_begin, file_end);
}
