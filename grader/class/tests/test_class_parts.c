/* test_class_parts.c - rosters, whose submission is whose, safe names, where labs lie, the bar. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/digest.h"
#include "grader/base/folder.h"
#include "grader/base/path_key.h"
#include "grader/base/text.h"
#include "grader/class/cli/progress_bar.h"
#include "grader/class/intake/archive_name.h"
#include "grader/class/intake/entries.h"
#include "grader/class/intake/find_labs.h"
#include "grader/class/intake/match.h"
#include "grader/class/intake/roster.h"
#include "grader/class/run/class_dir.h"
#include "grader/class/run/grader_log.h"
#include "grader/setup/registry.h"
#include "grader/setup/work_dir.h"

static char folder[] = "/tmp/usegpu-class-XXXXXX";

static int folder_begin(void **state)
{
	(void)state;
	return !mkdtemp(folder) ? -1 : 0;
}

static int folder_end(void **state)
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

/* --- rosters ---------------------------------------------------------------------------------- */

static void a_roster_is_read(void **state)
{
	Roster roster;

	(void)state;
	assert_int_equal(
		roster_read(&roster,
			    made("roster.csv",
				 "\xef\xbb\xbf"
				 "SURNAME\tGiven-Name\tStudent ID\te-mail\tPoints, old\tFolder\r\n"
				 "Núñez\tZoë\t 007 \tz@x.org\t1,5\tzoe\r\n"
				 "\r\n"
				 "\"O\"\"Brien\"\t\t8\t\t\"a\nb\"\t\r\n"
				 "김\t민준\t9\r\n"),
			    NULL),
		0);
	assert_int_equal(roster.count, 3);
	assert_string_equal(roster.students[0].id, "007");
	assert_string_equal(roster.students[0].name, "Zoë Núñez");
	assert_string_equal(roster.students[0].email, "z@x.org");
	assert_string_equal(roster.students[0].folder, "zoe");
	assert_non_null(strstr(roster.students[0].columns, "\"Points, old\":\"1,5\""));
	assert_string_equal(roster.students[1].name, "O\"Brien");
	assert_string_equal(roster.students[1].section, "");
	assert_non_null(strstr(roster.students[1].columns, "a\\nb"));
	assert_string_equal(roster.students[2].name, "민준 김");
	assert_string_equal(roster.students[2].email, "");
	roster_release(&roster);
}

static void the_surest_heading_is_taken(void **state)
{
	Roster roster;

	(void)state;
	assert_int_equal(roster_read(&roster,
				     made("roster.csv", "SIS User ID;Student;ID\n"
							"no;Ada;yes\n"),
				     NULL),
			 0);
	assert_string_equal(roster.students[0].id, "yes");
	assert_string_equal(roster.students[0].name, "Ada");
	roster_release(&roster);
}

/* --- whose is it? ----------------------------------------------------------------------------- */

/* The id of the student that an entry of that name goes to; "-" for none, "left" when it is left
 * alone. All names are in one class. */
static void matched(const char *csv, const char *const *names, const char *const *ids)
{
	Roster roster;
	Entries entries;
	char *class = text_new("%s/class", folder);

	folder_remove(class);
	for (int i = 0; names[i]; i++) {
		char *path = text_new("class/%s", names[i]);

		made(path, NULL);
		free(path);
	}
	assert_int_equal(roster_read(&roster, made("roster.csv", csv), NULL), 0);
	assert_int_equal(entries_read(&entries, class), 0);
	roster_match(&roster, &entries);
	for (int i = 0; names[i]; i++) {
		const char *got = NULL;

		for (int k = 0; k < entries.count; k++) {
			const Entry *entry = &entries.list[k];

			if (strcmp(entry->name, names[i]) == 0)
				got = entry->left           ? "left"
				      : entry->student >= 0 ? roster.students[entry->student].id
							    : "-";
		}
		if (!got || strcmp(got, ids[i]) != 0)
			fail_msg("%s: got %s, wanted %s", names[i], got ? got : "nothing", ids[i]);
	}
	entries_release(&entries);
	roster_release(&roster);
	free(class);
}

static void submissions_find_their_students(void **state)
{
	static const char csv[] = "id,name,email,folder\n"
				  "4711,Ada King Lovelace,,\n"
				  "4712,\"Hopper, Grace\",,\n"
				  "s3,Bob O'Brien,bob.b@example.org,\n"
				  "S4,Kim Min,,\n"
				  "s5,Kim Min,,\n"
				  "s6,Eve,,the folder of eve\n"
				  "47,Short,,\n";
	static const char *const names[] = {"ada-king_lovelace",
					    "hoppergrace_LATE_99_123_lab",
					    "Bob.B",
					    "s4",
					    "Kim Min_77_file",
					    "the folder of eve",
					    "x_4712_y",
					    "lab_471",
					    "1_47",
					    NULL};
	static const char *const ids[] = {"4711", "4712", "s3", "S4", "-",
					  "s6",   "left", "-",  "47", NULL};

	(void)state;
	matched(csv, names, ids);
}

/* Whoever hands in a folder of another student's name gets nothing for it. */
static void two_claims_go_to_a_person(void **state)
{
	static const char csv[] = "id,name,folder\ns0001,Ada,\ns2,Bob,\ns3,Cyd,here\n";
	static const struct {
		const char *first, *second; /* in the order of their names */
		const char *id;
		bool first_wins, second_wins;
	} cases[] = {
		{"S0001", "s0001", "s0001", false, true}, /* the exact one, though it comes later */
		{"Ada", "s0001", "s0001", false, true},   {"Bob", "bob_2_file", "s2", false, false},
		{"S2", "Z_s2_y", "s2", false, false},     {"here", "s3", "s3", true, false},
	};

	(void)state;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		const char *const names[] = {cases[i].first, cases[i].second};
		char *class = text_new("%s/class", folder);
		Roster roster;
		Entries entries;

		folder_remove(class);
		for (int k = 0; k < 2; k++) {
			char *path = text_new("class/%s", names[k]);

			made(path, NULL);
			free(path);
		}
		assert_int_equal(roster_read(&roster, made("roster.csv", csv), NULL), 0);
		assert_int_equal(entries_read(&entries, class), 0);
		roster_match(&roster, &entries);
		for (int k = 0; k < 2; k++) {
			const Entry *entry = &entries.list[k];
			bool wins = k == 0 ? cases[i].first_wins : cases[i].second_wins;
			const char *why = entry->left    ? entry->left
					  : entry->unfit ? entry->unfit
							 : "";

			assert_string_equal(entry->name, names[k]);
			assert_int_equal(entry->student >= 0 && !entry->left && !entry->unfit,
					 wins);
			if (!wins)
				assert_non_null(strstr(why, cases[i].id));
		}
		entries_release(&entries);
		roster_release(&roster);
		free(class);
	}
}

/* A key holds 48 bits of the name's digest: two friends find such names in half a minute, and their results would lie in one
 * folder. */
static void names_of_one_key_are_not_graded_both(void **state)
{
	static const char csv[] = "id,name\ns1,Ada\n";
	static const char *const names[] = {
		"Countess Ada Lovelace of Ockham, who wrote the first program: 28810639",
		"Countess Ada Lovelace of Ockham, who wrote the first program: 4284127", NULL};
	static const char *const ids[] = {"-", "left"};
	char one[PATH_KEY_SIZE], other[PATH_KEY_SIZE];
	(void)state;

	path_key(names[0], one);
	path_key(names[1], other);
	assert_string_equal(one, other);
	matched(csv, names, ids);
}

/* Files in the class besides; which are whose, and which are left alone. */
static void what_cannot_be_graded_is_somebodys(void **state)
{
	static const char csv[] = "id,name,folder\ns1,Ada,\ns2,Bob,\ns3,Cyd,\ns4,Dan,dan.link\n";
	static const char *const names[] = {"Bob", NULL}, *const ids[] = {"s2", NULL};
	static const struct {
		const char *name, *id, *unfit;
	} wanted[] = {{"Bob", "s2", NULL},
		      {"dan.link", "s4", "it is a symbolic link"},
		      {"readme.txt", NULL, "it is no folder, .zip, .tar.gz, .tgz or .tar"},
		      {"s1.rar", "s1", "it is no folder, .zip, .tar.gz, .tgz or .tar"},
		      {"s2.pdf", NULL, "it is no folder, .zip, .tar.gz, .tgz or .tar"}};
	char *class = text_new("%s/class", folder), *link = text_new("%s/dan.link", class);
	Roster roster;
	Entries entries;

	(void)state;
	matched(csv, names, ids);
	made("class/s1.rar", "Rar!");
	made("class/s2.pdf", "my report");
	made("class/readme.txt", "nobody's");
	assert_int_equal(symlink("Bob", link), 0);
	assert_int_equal(roster_read(&roster, made("roster.csv", csv), NULL), 0);
	assert_int_equal(entries_read(&entries, class), 0);
	roster_match(&roster, &entries);
	assert_int_equal(entries.count, sizeof wanted / sizeof *wanted);
	for (int i = 0; i < entries.count; i++) {
		const Entry *entry = &entries.list[i];

		assert_string_equal(entry->name, wanted[i].name);
		assert_int_equal(entry->student >= 0, wanted[i].id != NULL);
		if (wanted[i].id)
			assert_string_equal(roster.students[entry->student].id, wanted[i].id);
		assert_int_equal(entry->left != NULL, !wanted[i].id);
		assert_string_equal(entry->unfit ? entry->unfit : "",
				    wanted[i].unfit ? wanted[i].unfit : "");
	}
	entries_release(&entries);
	roster_release(&roster);
	free(link);
	free(class);
}

static void a_sure_sign_goes_before_a_weak_one(void **state)
{
	static const char *const names[] = {"Ada_2", "1", NULL}, *const ids[] = {"left", "1", NULL};
	static const char *const turned[] = {"ada", "Bob", NULL}, *const theirs[] = {"2", "1",
										     NULL};

	(void)state;
	matched("id,name\n1,Ada\n", names, ids);
	matched("id,name,folder\n1,Ada,Bob\n2,Bob,ada\n", turned, theirs);
}

/* --- names ------------------------------------------------------------------------------------ */

static void keys_are_safe_and_differ(void **state)
{
	static const char *const hostile[] = {"..",       ".",    ".hidden", "-rf",
					      "a/b",      "a\nb", "a b",     "\x1b[31m",
					      "",         "José", "Josè",    "a_b-0123456789ab",
					      "\xff\xfe", "a\tb"};
	char key[PATH_KEY_SIZE], keys[14][PATH_KEY_SIZE], longest[400];

	(void)state;
	path_key("Ada_L-2.zip", key);
	assert_string_equal(key, "Ada_L-2.zip");
	for (size_t i = 0; i < 14; i++) {
		path_key(hostile[i], keys[i]);
		assert_true(keys[i][0] != '.' && keys[i][0] != '-' && keys[i][0] != '\0');
		assert_int_equal(strspn(keys[i], "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVW"
						 "XYZ0123456789._-"),
				 strlen(keys[i]));
		for (size_t k = 0; k < i; k++)
			assert_string_not_equal(keys[i], keys[k]);
	}
	memset(longest, 'x', sizeof longest - 1);
	longest[sizeof longest - 1] = '\0';
	path_key(longest, key);
	assert_true(strlen(key) < PATH_KEY_SIZE);
	/* a name made to look like another's key gets one of its own */
	path_key(keys[9], key);
	assert_string_not_equal(key, keys[9]);
}

static void archives_are_known_by_their_ending(void **state)
{
	(void)state;
	assert_int_equal(archive_stem("ada.zip"), 3);
	assert_int_equal(archive_stem("ada.TAR.GZ"), 3);
	assert_int_equal(archive_stem("ada.b.tgz"), 5);
	assert_int_equal(archive_stem(".zip"), 4);
	assert_int_equal(archive_stem("ada.gz"), 6);
	assert_int_equal(archive_stem("ada.zip.txt"), 11);
}

/* --- where the labs lie ----------------------------------------------------------------------- */

static void the_labs_nearest_to_the_top_are_taken(void **state)
{
	static const char *const offered[][4] = {
		{"a/b", "a", "a/b/c", NULL},
		{"kit/solutions", "kit/labs", "kit/grader/stubs", NULL},
		{"", "labs", NULL},
		{"a", "b", "", NULL},
		{"a", "a", NULL},
		{"a/labs", "b/labs", NULL}};
	static const char *const taken[] = {"a", "kit/labs", "", "", "a", NULL};

	(void)state;
	for (size_t i = 0; i < sizeof taken / sizeof *taken; i++) {
		LabsFolder place = {.known = 0};
		char why[300];

		for (int k = 0; offered[i][k]; k++)
			labs_folder_offer(&place, offered[i][k]);
		assert_int_equal(labs_folder_is_sure(&place, why, sizeof why), taken[i] != NULL);
		if (taken[i])
			assert_string_equal(place.folder, taken[i]);
		else
			assert_non_null(strstr(why, "a/labs and b/labs"));
	}
}

static void a_folder_is_looked_into(void **state)
{
	char file[100], path[200], archive[256];
	LabsFolder place;
	int fd;

	(void)state;
	snprintf(file, sizeof file, "%s.c", registry_at(0)->name);
	made("deep/1/2/3/4", NULL);
	snprintf(path, sizeof path, "deep/1/2/3/4/%s", file);
	made(path, "too deep");
	fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int deep = openat(fd, "deep", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	find_labs(deep, &place, archive, sizeof archive);
	assert_false(place.known);
	assert_string_equal(archive, "");
	made("deep/one.zip", "");
	find_labs(deep, &place, archive, sizeof archive);
	assert_string_equal(archive, "one.zip");
	snprintf(path, sizeof path, "deep/1/%s", file);
	made(path, "here");
	find_labs(deep, &place, archive, sizeof archive);
	assert_true(place.known);
	assert_string_equal(place.folder, "1");
	assert_string_equal(archive, "");
	assert_int_equal(lab_of_file("lab1_devices.C"), -1);
	assert_int_equal(lab_of_file("._lab1_devices.c"), -1);
	assert_int_equal(lab_of_file(file), 0);
	close(deep);
	close(fd);
}

static void too_many_names_are_told(void **state)
{
	char name[60], archive[256], why[300];
	LabsFolder place;
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC), many;

	(void)state;
	made("many", NULL);
	made("many/in", NULL);
	for (int i = 0; i < LABS_NAMES_MAX; i++) {
		snprintf(name, sizeof name, "many/in/%d.o", i);
		made(name, "");
	}
	many = openat(fd, "many", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	find_labs(many, &place, archive, sizeof archive);
	assert_false(labs_folder_is_sure(&place, why, sizeof why));
	assert_non_null(strstr(why, "more than 20000 files and folders in it, and no lab among"));
	assert_int_equal(unlinkat(many, "in/7.o", 0), 0); /* so that all of them are looked at */
	find_labs(many, &place, archive, sizeof archive);
	assert_false(labs_folder_is_sure(&place, why, sizeof why));
	assert_non_null(strstr(why, "no lab in it"));
	close(many);
	close(fd);
}

/* --- digests ---------------------------------------------------------------------------------- */

static void digests_keep_parts_apart(void **state)
{
	char one[DIGEST_SIZE], other[DIGEST_SIZE], file[DIGEST_SIZE];
	Digest digest;

	(void)state;
	digest_begin(&digest);
	digest_add_text(&digest, "ab");
	digest_add_text(&digest, "c");
	digest_end(&digest, one);
	digest_begin(&digest);
	digest_add_text(&digest, "a");
	digest_add_text(&digest, "bc");
	digest_end(&digest, other);
	assert_string_not_equal(one, other);
	assert_int_equal(strlen(one), 64);

	digest_begin(&digest);
	assert_int_equal(digest_add_file(&digest, made("bytes", "one")), 0);
	digest_end(&digest, one);
	digest_begin(&digest);
	assert_int_equal(digest_add_file(&digest, made("bytes", "two")), 0);
	digest_end(&digest, file);
	assert_string_not_equal(one, file);
	assert_int_equal(digest_add_file(&digest, "/nowhere/at/all"), -1);
	assert_int_equal(digest_add_file(&digest, "/dev/null"), -1);
}

/* --- what is shown ---------------------------------------------------------------------------- */

static void the_bar_fits(void **state)
{
	ProgressBar bar = {.total = 200, .done = 50};
	char line[300];

	(void)state;
	progress_bar_text(&bar, 100, 200, "ada", line, sizeof line);
	assert_string_equal(line, "[######..................] 50/200  30/min  5 min left  ada");
	progress_bar_text(&bar, 10, 200, "ada", line, sizeof line);
	assert_string_equal(line, "[######..................] 50/200  300/min  30 s left  ada");
	progress_bar_text(&bar, 12000, 200, "ada", line, sizeof line);
	assert_string_equal(line, "[######..................] 50/200  0.25/min  10.0 h left  ada");
	for (int width = 0; width < 120; width++) {
		progress_bar_text(&bar, 100, width, "ada", line, sizeof line);
		assert_true(strlen(line) < (size_t)width || line[0] == '\0');
	}
	progress_bar_text(&bar, 100, 8, "ada", line, sizeof line);
	assert_string_equal(line, "50/200");
	progress_bar_text(&bar, 100, 200, "김", line, sizeof line);
	assert_null(strstr(line, "김"));
	bar.done = 0;
	progress_bar_text(&bar, 0, 200, "", line, sizeof line);
	assert_string_equal(line, "[........................] 0/200");
}

static void the_log_tells_why(void **state)
{
	char why[100];

	(void)state;
	made("log.txt", "lab1\n  ERROR 1.1  the judge died\n  ERROR 1.2  too\n");
	grader_log_reason(folder, 2 << 8, why, sizeof why);
	assert_string_equal(why, "1.1  the judge died");
	made("log.txt", "usegpu: no\n  ERROR 1.1 x\nusegpu: disk \x1b[1m full\n");
	grader_log_reason(folder, 2 << 8, why, sizeof why);
	assert_string_equal(why, "disk \\x1b[1m full");
	made("log.txt", "");
	grader_log_reason(folder, 9, why, sizeof why);
	assert_string_equal(why, "the grader was ended by signal 9");
	grader_log_reason(folder, 2 << 8, why, sizeof why);
	assert_string_equal(why, "the grader ended with status 2");
	grader_log_reason("/nowhere", -1, why, sizeof why);
	assert_string_equal(why, "the grader cannot be started");
}

/* A run that takes the lock and makes a child, which goes on when the run is killed. Its number. */
static pid_t killed_run(void)
{
	int told[2];
	pid_t run, left = 0;

	assert_int_equal(pipe(told), 0);
	run = fork();
	if (run == 0) {
		bool locked = class_lock(folder, "run") >= 0;
		pid_t child = locked ? fork() : -1;

		if (child == 0)
			pause();
		_exit(write(told[1], &child, sizeof child) == sizeof child && pause() ? 0 : 1);
	}
	assert_int_equal(read(told[0], &left, sizeof left), sizeof left);
	assert_true(left > 0);
	kill(run, SIGKILL);
	assert_int_equal(waitpid(run, NULL, 0), run);
	close(told[0]);
	close(told[1]);
	return left;
}

static void the_lock_goes_with_the_run_alone(void **state)
{
	pid_t left = killed_run();
	int lock = class_lock(folder, "the next run");

	(void)state;
	kill(left, SIGKILL);
	assert_true(lock >= 0);
	close(lock);
}

/* Whether another process may take the lock. */
static bool another_may(void)
{
	pid_t other = fork();
	int status;

	if (other == 0)
		_exit(class_lock(folder, "another run") < 0);
	assert_int_equal(waitpid(other, &status, 0), other);
	return status == 0;
}

static void one_run_at_a_time(void **state)
{
	int lock = class_lock(folder, "a run");

	(void)state;
	assert_true(lock >= 0);
	assert_false(another_may());
	close(lock);
	assert_true(another_may());
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_roster_is_read),
		cmocka_unit_test(the_surest_heading_is_taken),
		cmocka_unit_test(submissions_find_their_students),
		cmocka_unit_test(two_claims_go_to_a_person),
		cmocka_unit_test(names_of_one_key_are_not_graded_both),
		cmocka_unit_test(what_cannot_be_graded_is_somebodys),
		cmocka_unit_test(a_sure_sign_goes_before_a_weak_one),
		cmocka_unit_test(keys_are_safe_and_differ),
		cmocka_unit_test(archives_are_known_by_their_ending),
		cmocka_unit_test(the_labs_nearest_to_the_top_are_taken),
		cmocka_unit_test(a_folder_is_looked_into),
		cmocka_unit_test(too_many_names_are_told),
		cmocka_unit_test(digests_keep_parts_apart),
		cmocka_unit_test(the_bar_fits),
		cmocka_unit_test(the_log_tells_why),
		cmocka_unit_test(the_lock_goes_with_the_run_alone),
		cmocka_unit_test(one_run_at_a_time),
	};

	return cmocka_run_group_tests(tests, folder_begin, folder_end);
}
