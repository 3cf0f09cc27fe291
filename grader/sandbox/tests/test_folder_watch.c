/* test_folder_watch.c - what the watch of a folder takes for the loss of a file that was there. */
#include <dirent.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/sandbox/process_inside.h"

static void write_file(const char *name)
{
	FILE *file = fopen(name, "wb");

	assert_non_null(file);
	assert_int_equal(fputs("numbers", file) >= 0, 1);
	assert_int_equal(fclose(file), 0);
}

static void nothing(void)
{
}

static void replaced(void)
{
	write_file("model.part");
	assert_int_equal(rename("model.part", "model"), 0);
}

static void another_removed(void)
{
	write_file("other");
	assert_int_equal(remove("other"), 0);
}

static void written(void)
{
	write_file("model");
}

static void removed(void)
{
	assert_int_equal(remove("model"), 0);
	write_file("model");
}

static void moved_away(void)
{
	assert_int_equal(rename("model", "aside"), 0);
	assert_int_equal(rename("aside", "model"), 0);
}

static void what_is_lost(void **state)
{
	static const struct {
		void (*act)(void);
		bool is_loss;
	} cases[] = {{nothing, false}, {replaced, false}, {another_removed, false},
		     {written, true},  {removed, true},   {moved_away, true}};
	char folder[] = "/tmp/usegpu-watch-XXXXXX";
	FolderWatch watch = {.fd = -1};
	(void)state;

	assert_non_null(mkdtemp(folder));
	assert_int_equal(chdir(folder), 0);
	write_file("model");
	int here = open(".", O_PATH | O_DIRECTORY | O_CLOEXEC);
	assert_true(here >= 0);
	assert_int_equal(folder_watch_lost(&watch), -1); /* it has not begun */
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		folder_watch_begin(&watch, here, 0);
		cases[i].act();
		assert_int_equal(folder_watch_lost(&watch) > 0, cases[i].is_loss);
	}
	folder_watch_close(&watch);
	assert_int_equal(folder_watch_lost(&watch), -1);
	close(here);
	remove("model");
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(folder), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(what_is_lost)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
