/* test_match.c - whose a submission is: by rosters, names and signs. */
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/class/tests/made_folder.h"

#include "grader/base/digest.h"
#include "grader/base/path_key.h"
#include "grader/base/text.h"
#include "grader/class/intake/entries.h"
#include "grader/class/intake/match.h"
#include "grader/class/intake/roster.h"

/* The id of the student that an entry of that name goes to, "a or b" where it fits both; "-" for none, "left" when it is left
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
				      : entry->doubt        ? entry->doubt
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
	static const char *const ids[] = {"4711", "4712", "s3", "S4", "S4 or s5",
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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(submissions_find_their_students),
		cmocka_unit_test(two_claims_go_to_a_person),
		cmocka_unit_test(names_of_one_key_are_not_graded_both),
		cmocka_unit_test(what_cannot_be_graded_is_somebodys),
		cmocka_unit_test(a_sure_sign_goes_before_a_weak_one),
	};

	return cmocka_run_group_tests(tests, folder_begin, folder_end);
}
