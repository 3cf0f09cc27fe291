/* test_folder.c - a folder that may not be read is opened for its owner, and nothing else that has its name. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/folder.h"

static mode_t mode_of(int above, const char *name)
{
	struct stat about;

	assert_int_equal(fstatat(above, name, &about, AT_SYMLINK_NOFOLLOW), 0);
	return about.st_mode & 07777;
}

static void test_unlock(void **state)
{
	char top[] = "/tmp/test_folder-XXXXXX";

	(void)state;
	assert_non_null(mkdtemp(top));

	int above = open(top, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	assert_int_equal(mkdirat(above, "closed", 0), 0);
	assert_int_equal(mkdirat(above, "other", 0500), 0);
	assert_int_equal(symlinkat("other", above, "link"), 0);
	assert_int_equal(folder_unlock(above, "closed"), 0);
	assert_int_equal(mode_of(above, "closed"), 0700);
	assert_int_equal(folder_unlock(above, "link"), -1);
	assert_int_equal(mode_of(above, "other"), 0500);
	assert_int_equal(folder_unlock(above, "none"), -1);
	close(above);
	folder_remove(top);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_unlock)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
