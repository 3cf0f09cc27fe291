/* test_kit_diff.c - what a student changed beside the labs: a small kit and copies of it, and trees
 * that are meant to make looking at them go wrong. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <fcntl.h>
#include <ftw.h>
#include <sys/stat.h>
#include <unistd.h>

#include "grader/grade/kit_diff.h"

static char place[] = "/tmp/changed test.XXXXXX";

static const char *const files[] = {
	"Makefile",
	"README.md",
	".ci/deps",
	"framework/src/tensor.c",
	"framework/README",
	"framework/include/usegpu/tensor.h",
	"framework/tests/t.c",
	"grader/stubs/lab.h",
	"grader/grade/main.c",
	"grader/tests/kit.sh",
	"labs/lab.h",
	"labs/lab1_devices.c",
};

static const char *path(const char *tree, const char *name)
{
	static char text[2][300];
	static int turn;

	turn = !turn;
	snprintf(text[turn], sizeof text[turn], "%s/%s/%s", place, tree, name);
	return text[turn];
}

static void file_write(const char *tree, const char *name, const char *content)
{
	char folder[300];
	FILE *file;

	snprintf(folder, sizeof folder, "%s", path(tree, name));
	for (char *at = folder + strlen(place) + 1; (at = strchr(at, '/')); *at++ = '/') {
		*at = '\0';
		mkdir(folder, 0755);
	}
	file = fopen(path(tree, name), "we");
	assert_non_null(file);
	assert_true(fputs(content, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

static void tree_make(const char *tree)
{
	for (size_t i = 0; i < sizeof files / sizeof *files; i++)
		file_write(tree, files[i], strstr(files[i], "lab.h") ? "header\n" : files[i]);
}

static int entry_remove(const char *name, const struct stat *about, int kind, struct FTW *where)
{
	(void)about, (void)kind, (void)where;
	return remove(name);
}

static int setup(void **state)
{
	(void)state;
	for (size_t i = sizeof place - 7; i < sizeof place - 1; i++)
		place[i] = 'X';
	if (!mkdtemp(place))
		return -1;
	tree_make("kit");
	tree_make("copy");
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	return nftw(place, entry_remove, 16, FTW_DEPTH | FTW_PHYS);
}

/* What is said of the submission; "" when nothing differs. */
static const char *said(const char *submission)
{
	static char line[300];
	KitDiff changed;
	int fd = open(path(submission, "."), O_PATH | O_DIRECTORY | O_CLOEXEC);

	assert_true(fd >= 0);
	assert_int_equal(kit_diff_find(&changed, path("kit", "."), fd), 0);
	close(fd);
	line[0] = '\0';
	if (changed.count > 0)
		kit_diff_text(&changed, line, sizeof line);
	kit_diff_free(&changed);
	return line;
}

static void test_same(void **state)
{
	(void)state;
	assert_string_equal(said("copy/labs"), "");
	assert_string_equal(said("copy"), "");
	assert_string_equal(said("kit/labs"), "");
	/* what grading does not depend on, what is new, what is gone, and the labs themselves */
	file_write("copy", "README.md", "mine");
	file_write("copy", "grader/tests/kit.sh", "mine");
	file_write("copy", "framework/tests/t.c", "mine");
	file_write("copy", "labs/lab1_devices.c", "mine");
	file_write("copy", "framework/src/mine.c", "mine");
	unlink(path("copy", "framework/src/tensor.c"));
	assert_string_equal(said("copy/labs"), "");
}

static void test_changed(void **state)
{
	(void)state;
	file_write("copy", "Makefile", "Makefilf"); /* as long as before */
	assert_string_equal(said("copy/labs"), "Makefile (1 file differs from the kit's)");
	file_write("copy", "framework/include/usegpu/tensor.h", "longer than it was before");
	assert_string_equal(said("copy/labs"), "Makefile, framework/include/usegpu/tensor.h "
					       "(2 files differ from the kit's)");
	file_write("copy", "labs/lab.h", "");
	assert_string_equal(said("copy/labs"), "Makefile, framework/include/usegpu/tensor.h, lab.h "
					       "(3 files differ from the kit's)");
	file_write("copy", ".ci/deps", "rm -rf");
	file_write("copy", "grader/grade/main.c", "return 0;");
	assert_string_equal(said("copy/labs"),
			    "Makefile, .ci/deps, framework/include/usegpu/tensor.h and 2 more (5 "
			    "files differ from the kit's)");
	/* the labs lie in the copy's own folder */
	assert_string_equal(said("copy"),
			    "Makefile, .ci/deps, framework/include/usegpu/tensor.h and 1 more (4 "
			    "files differ from the kit's)");
}

/* Beyond a block of reading: one byte of many, the last. */
static void test_large(void **state)
{
	char *text = malloc(70001);
	(void)state;

	assert_non_null(text);
	memset(text, 'x', 70000);
	text[70000] = '\0';
	file_write("kit", "framework/src/tensor.c", text);
	file_write("copy", "framework/src/tensor.c", text);
	assert_string_equal(said("copy/labs"), "");
	text[69999] = 'y';
	file_write("copy", "framework/src/tensor.c", text);
	assert_string_equal(said("copy/labs"),
			    "framework/src/tensor.c (1 file differs from the kit's)");
	free(text);
}

static void test_alone(void **state)
{
	(void)state;
	file_write("ada", "lab1_devices.c", "");
	assert_string_equal(said("ada"), "");
	file_write("ada", "lab.h", "header!");
	assert_string_equal(said("ada"), "lab.h (1 file differs from the kit's)");
	file_write("ada", "lab.h", "header\n");
	assert_string_equal(said("ada"), "");
	file_write("", "Makefile", "a folder above with a Makefile is no copy");
	assert_string_equal(said("ada"), "");
}

/* Nothing is followed, nothing waits. */
static void test_hostile(void **state)
{
	(void)state;
	unlink(path("copy", "Makefile"));
	assert_int_equal(mkfifo(path("copy", "Makefile"), 0644), 0);
	assert_string_equal(said("copy/labs"), "Makefile (1 file differs from the kit's)");
	unlink(path("copy", "Makefile"));
	assert_int_equal(symlink(path("kit", "Makefile"), path("copy", "Makefile")), 0);
	assert_string_equal(said("copy/labs"), "Makefile (1 file differs from the kit's)");
	unlink(path("copy", "Makefile"));
	assert_int_equal(mkdir(path("copy", "Makefile"), 0755), 0);
	assert_string_equal(said("copy/labs"), "Makefile (1 file differs from the kit's)");
	assert_int_equal(rmdir(path("copy", "Makefile")), 0);
	assert_int_equal(symlink("labs", path("copy", "Makefile")), 0);
	/* a folder that is a link, to one that holds the same */
	assert_int_equal(rename(path("copy", "grader"), path("copy", "grader2")), 0);
	assert_int_equal(symlink("grader2", path("copy", "grader")), 0);
	assert_string_equal(said("copy/labs"), "Makefile, grader (2 files differ from the kit's)");
	/* and one that leads in a circle */
	assert_int_equal(unlink(path("copy", "grader")), 0);
	assert_int_equal(symlink(".", path("copy", "grader")), 0);
	assert_string_equal(said("copy/labs"), "Makefile, grader (2 files differ from the kit's)");
}

/* What the copy has besides is never listed: more names than are kept, in a place that is looked
 * at; of the kit's own all are counted. */
static void test_many(void **state)
{
	KitDiff changed;
	int fd;
	(void)state;

	for (int i = 0; i < KIT_DIFF_NAMED + 20; i++) {
		char name[60];

		snprintf(name, sizeof name, "framework/src/file%03d.c", i);
		file_write("kit", name, "ours");
		file_write("copy", name, i < 2 ? "ours" : "mine");
		snprintf(name, sizeof name, "framework/src/other\n%03d.c", i);
		file_write("copy", name, "more");
	}
	fd = open(path("copy", "labs"), O_PATH | O_DIRECTORY | O_CLOEXEC);
	assert_int_equal(kit_diff_find(&changed, path("kit", "."), fd), 0);
	assert_int_equal(changed.count, KIT_DIFF_NAMED + 18);
	assert_string_equal(changed.name[0], "framework/src/file002.c");
	assert_string_equal(changed.name[KIT_DIFF_NAMED - 1], "framework/src/file101.c");
	kit_diff_free(&changed);
	assert_int_equal(kit_diff_find(&changed, path("nowhere", "."), fd), -1);
	close(fd);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_same, setup, teardown),
		cmocka_unit_test_setup_teardown(test_changed, setup, teardown),
		cmocka_unit_test_setup_teardown(test_large, setup, teardown),
		cmocka_unit_test_setup_teardown(test_alone, setup, teardown),
		cmocka_unit_test_setup_teardown(test_hostile, setup, teardown),
		cmocka_unit_test_setup_teardown(test_many, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
