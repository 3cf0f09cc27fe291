/* test_class_parts.c - rosters, safe names, and where labs lie. */
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/class/tests/made_folder.h"

#include "grader/base/path_key.h"
#include "grader/base/text.h"
#include "grader/class/intake/archive_name.h"
#include "grader/class/intake/find_labs.h"
#include "grader/class/intake/look_labs.h"
#include "grader/class/intake/roster.h"
#include "grader/setup/registry.h"

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

static void labs_that_nobody_asked_for_are_told(void **state)
{
	char file[60], why[300];
	int fd;

	(void)state;
	made("asked", NULL);
	snprintf(file, sizeof file, "%s/asked", folder);
	fd = open(file, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	snprintf(file, sizeof file, "asked/%s.c", registry_at(0)->name);
	made(file, "int x;\n");
	assert_true(labs_look(fd, "3", why, sizeof why));
	assert_non_null(strstr(why, "lab1_devices.c, and no file of lab 3"));
	assert_true(labs_look(fd, "3,1", why, sizeof why));
	assert_string_equal(why, "");
	assert_true(labs_look(fd, NULL, why, sizeof why));
	assert_string_equal(why, "");
	made(file, " \n");
	assert_true(labs_look(fd, "3", why, sizeof why)); /* it is not graded */
	assert_false(labs_look(fd, "1", why, sizeof why));
	assert_string_equal(why, "lab1_devices.c is empty");
	snprintf(file, sizeof file, "%s.c", registry_at(1)->name);
	assert_int_equal(symlinkat("elsewhere", fd, file), 0);
	assert_true(labs_look(fd, "2", why, sizeof why));
	assert_string_equal(why, "lab2_placement.c is a symbolic link: 0 points");
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_roster_is_read),
		cmocka_unit_test(the_surest_heading_is_taken),
		cmocka_unit_test(keys_are_safe_and_differ),
		cmocka_unit_test(archives_are_known_by_their_ending),
		cmocka_unit_test(the_labs_nearest_to_the_top_are_taken),
		cmocka_unit_test(a_folder_is_looked_into),
		cmocka_unit_test(labs_that_nobody_asked_for_are_told),
		cmocka_unit_test(too_many_names_are_told),
	};

	return cmocka_run_group_tests(tests, folder_begin, folder_end);
}
