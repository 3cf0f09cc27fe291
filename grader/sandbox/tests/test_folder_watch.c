/* test_folder_watch.c - ways to save a file over an older one: which of them keep that one until the new one is whole. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/include/protocol.h"
#include "grader/sandbox/folder_watch.h"

#define BOTH (FILE_TOUCHED | FILE_LOST)

static void file_write(const char *path)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fputs("numbers", file) < 0 || fclose(file) != 0, 0);
}

static void nothing(void)
{
}

static void only_read(void)
{
	char byte;
	int file = open("model", O_RDONLY);

	assert_int_equal(read(file, &byte, 1), 1);
	close(file);
	file_write("model.part");
	assert_int_equal(unlink("model.part"), 0);
}

static void replaced(void)
{
	file_write("model.part");
	assert_int_equal(rename("model.part", "model"), 0);
}

static void moved_away_at_the_end(void)
{
	file_write("model.part");
	assert_int_equal(rename("model", "model.kept"), 0);
	assert_int_equal(rename("model.part", "model"), 0);
	assert_int_equal(unlink("model.kept"), 0);
}

static void of_another_name(void)
{
	file_write("model.part");
	assert_int_equal(rename("model.part", "model.tmp"), 0);
	assert_int_equal(rename("model.tmp", "model"), 0);
}

static void in_a_folder(void)
{
	assert_int_equal(mkdir("own", 0700), 0);
	file_write("own/model");
	assert_int_equal(rename("own/model", "model"), 0);
	assert_int_equal(rmdir("own"), 0);
}

static void exchanged(void)
{
	file_write("model.part");
	assert_int_equal(renameat2(AT_FDCWD, "model.part", AT_FDCWD, "model", RENAME_EXCHANGE), 0);
	assert_int_equal(unlink("model.part"), 0);
}

static void in_its_place(void)
{
	file_write("model");
}

static void by_another_link(void)
{
	assert_int_equal(link("model", "other"), 0);
	file_write("other");
	assert_int_equal(unlink("other"), 0);
}

static void renamed_too_early(void)
{
	FILE *file = fopen("model.part", "wb");

	assert_non_null(file);
	assert_int_equal(rename("model.part", "model"), 0);
	assert_int_equal(fputs("numbers", file) < 0 || fclose(file) != 0, 0);
}

static void away_meanwhile(void)
{
	assert_int_equal(rename("model", "model.kept"), 0);
	file_write("model.part");
	assert_int_equal(unlink("model.part"), 0);
	assert_int_equal(rename("model.kept", "model"), 0);
}

static void removed_first(void)
{
	assert_int_equal(unlink("model"), 0);
	file_write("model.part");
	assert_int_equal(rename("model.part", "model"), 0);
}

static void away_in_a_folder(void)
{
	assert_int_equal(mkdir("own", 0700), 0);
	assert_int_equal(rename("model", "own/kept"), 0);
	file_write("own/model");
	assert_int_equal(rename("own/model", "model"), 0);
	assert_int_equal(unlink("own/kept"), 0);
	assert_int_equal(rmdir("own"), 0);
}

static const struct Way {
	void (*go)(void);
	int64_t touched;
} ways[] = {
	{nothing, 0},
	{only_read, 0},
	{replaced, FILE_TOUCHED},
	{moved_away_at_the_end, BOTH},
	{in_a_folder, FILE_TOUCHED | FILE_OTHER},
	{exchanged, FILE_TOUCHED},
	{of_another_name, FILE_TOUCHED | FILE_OTHER},
	{in_its_place, BOTH},
	{by_another_link, BOTH},
	{renamed_too_early, BOTH},
	{away_meanwhile, BOTH | FILE_OTHER},
	{removed_first, BOTH},
	{away_in_a_folder, BOTH | FILE_OTHER},
};

static void written_at_once(void)
{
	file_write("model");
}

static void begun_and_removed(void)
{
	file_write("model");
	assert_int_equal(unlink("model"), 0);
}

static void part_takes_the_name(void)
{
	file_write("model.part");
	assert_int_equal(rename("model.part", "model"), 0);
}

static const struct Way made[] = {
	{nothing, 0},
	{written_at_once, BOTH | FILE_OTHER},
	{begun_and_removed, BOTH | FILE_OTHER},
	{part_takes_the_name, FILE_TOUCHED},
};

static void test_ways(void **state)
{
	char place[] = "/tmp/usegpu-watch-XXXXXX";
	FolderWatch w = FOLDER_WATCH_NONE;
	(void)state;

	assert_non_null(mkdtemp(place));
	assert_int_equal(chdir(place), 0);
	int folder = open(".", O_PATH | O_DIRECTORY);
	assert_int_equal(folder_watch_read(&w), -1);
	for (size_t i = 0; i < sizeof made / sizeof *made; i++) { /* there is none yet */
		assert_int_equal(folder_watch_begin(&w, folder, "model", 0), 0);
		made[i].go();
		assert_int_equal(folder_watch_read(&w), made[i].touched);
		folder_watch_end(&w);
		unlink("model");
	}
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		print_message("# way %zu\n", i);
		file_write("model");
		assert_int_equal(folder_watch_begin(&w, folder, "././model", 0), 0);
		ways[i].go();
		assert_int_equal(folder_watch_read(&w), ways[i].touched);
		assert_int_equal(folder_watch_read(&w), ways[i].touched);
		folder_watch_end(&w);
		assert_int_equal(folder_watch_read(&w), -1);
		assert_int_equal(unlink("model"), 0);
	}
	close(folder);
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(place), 0);
}

/* What happens beside a file is told of the folder in which it lies. */
static void test_below(void **state)
{
	char place[] = "/tmp/usegpu-watch-XXXXXX";
	FolderWatch w = FOLDER_WATCH_NONE;
	(void)state;

	assert_non_null(mkdtemp(place));
	assert_int_equal(chdir(place), 0);
	int folder = open(".", O_PATH | O_DIRECTORY);
	assert_int_equal(mkdir("own", 0700), 0);
	assert_int_equal(folder_watch_begin(&w, folder, "none/model", 0), -1);
	file_write("own/model");
	assert_int_equal(folder_watch_begin(&w, folder, "own/./model", 0), 0);
	file_write("own/model.part");
	file_write("model");
	assert_int_equal(folder_watch_read(&w), 0);
	assert_int_equal(rename("own/model.part", "own/model"), 0);
	assert_int_equal(folder_watch_read(&w), FILE_TOUCHED);
	assert_int_equal(rename("model", "own/model"), 0);
	assert_int_equal(folder_watch_read(&w), FILE_TOUCHED | FILE_OTHER);
	folder_watch_end(&w);
	assert_int_equal(unlink("own/model"), 0);
	assert_int_equal(rmdir("own"), 0);
	close(folder);
	assert_int_equal(chdir("/"), 0);
	assert_int_equal(rmdir(place), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_ways),
		cmocka_unit_test(test_below),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
