/* test_hidden.c - the list of hidden checks that students have: its sums for each lab, and the line
 * that is named when it cannot be understood. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/setup/hidden.h"

static char root[] = "/tmp/usegpu-hidden-XXXXXX";
static char path[sizeof root + sizeof "/" HIDDEN_LIST];
static Options options;

static int root_make(void **state)
{
	char labs[sizeof root + sizeof "/labs"];

	(void)state;
	if (!mkdtemp(root))
		return -1;
	snprintf(labs, sizeof labs, "%s/labs", root);
	snprintf(path, sizeof path, "%s/" HIDDEN_LIST, root);
	options.root = root;
	return mkdir(labs, 0755);
}

static int root_remove(void **state)
{
	(void)state;
	unlink(path);
	*strrchr(path, '/') = '\0';
	return rmdir(path) | rmdir(root);
}

static void list_write(const char *text)
{
	FILE *file = fopen(path, "we");

	assert_non_null(file);
	fputs(text, file);
	assert_int_equal(fclose(file), 0);
}

static void sum_is(int lab, int checks, double points)
{
	HiddenSum sum = {-1, -1};

	assert_int_equal(hidden_sum(&options, lab, &sum), 0);
	assert_int_equal(sum.checks, checks);
	assert_true(sum.points == points);
}

static void test_no_list(void **state)
{
	(void)state;
	sum_is(3, 0, 0);
}

static void test_sums(void **state)
{
	(void)state;
	list_write("# number, points, what about\n"
		   "\n"
		   "3.91 2 hidden\n"
		   "  13.1 0.25 of another lab\n"
		   "3.92 0.5 one copy, whatever the shapes\n"
		   "1.90 100 hidden\n");
	sum_is(3, 2, 2.5);
	sum_is(13, 1, 0.25);
	sum_is(1, 1, 100);
	sum_is(2, 0, 0);
}

/* With the checks themselves the list does not count. */
static void test_checks_themselves(void **state)
{
	(void)state;
	list_write("3.91 2 hidden\n");
	options.hidden = "/nowhere";
	sum_is(3, 0, 0);
	options.hidden = NULL;
	sum_is(3, 1, 2);
}

static void refused(const char *line)
{
	char text[200], said[300] = "";
	FILE *file = tmpfile();
	int kept = dup(STDERR_FILENO), bad;
	HiddenSum sum;

	snprintf(text, sizeof text, "# a comment\n%s\n3.1 1 right\n", line);
	list_write(text);
	assert_non_null(file);
	fflush(stderr);
	dup2(fileno(file), STDERR_FILENO);
	bad = hidden_sum(&options, 7, &sum); /* also in the line of another lab */
	fflush(stderr);
	dup2(kept, STDERR_FILENO);
	close(kept);
	assert_true(pread(fileno(file), said, sizeof said - 1, 0) >= 0);
	fclose(file);
	if (bad != -1 || !strstr(said, HIDDEN_LIST ":2") ||
	    strchr(said, '\n') != said + strlen(said) - 1)
		fail_msg("%s: %d, %s", line, bad, said);
}

static void test_refused(void **state)
{
	static const char *const lines[] = {"3.91 two hidden", "3.91 2",          "3.91",
					    "3 2 hidden",      "0.1 2 hidden",    "-3.1 2 hidden",
					    "3.1 0 free",      "3.1 101 much",    "3.1 nan odd",
					    "3.1 -1 less",     "three.1 1 hidden"};

	(void)state;
	for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
		refused(lines[i]);
}

static void test_unreadable(void **state)
{
	HiddenSum sum;

	(void)state;
	unlink(path);
	assert_int_equal(symlink("HIDDEN", path), 0); /* a link to itself */
	assert_int_equal(hidden_sum(&options, 3, &sum), -1);
	unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_list),           cmocka_unit_test(test_sums),
		cmocka_unit_test(test_checks_themselves), cmocka_unit_test(test_refused),
		cmocka_unit_test(test_unreadable),
	};

	return cmocka_run_group_tests(tests, root_make, root_remove);
}
