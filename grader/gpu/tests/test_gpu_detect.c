/* test_gpu_detect.c - GPUs are counted by the files of their driver, of Linux and of Windows's
 * Linux. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/folder.h"
#include "grader/gpu/gpu_detect.h"
#include "grader/setup/work_dir.h"

#define FILES_MAX 8

static const struct {
	const char *what;
	int gpus;
	const char *files[FILES_MAX];
} machines[] = {
	{"no driver", 0, {"/dev/null"}},
	{"one GPU",
	 1,
	 {"/dev/nvidia0", "/dev/nvidiactl", "/dev/nvidia-uvm", "/dev/nvidia-modeset"}},
	{"names that look alike",
	 3,
	 {"/dev/nvidia0", "/dev/nvidia1", "/dev/nvidia10", "/dev/nvidia", "/dev/nvidia1x",
	  "/dev/nvidia-caps/nvidia1", "/dev/xnvidia2"}},
	{"Windows's Linux", 1, {"/dev/dxg", "/usr/lib/wsl/lib/libcuda.so.1"}},
	{"Windows's Linux on another maker's GPU", 0, {"/dev/dxg", "/usr/lib/wsl/lib/libd3d12.so"}},
	{"the library alone", 0, {"/usr/lib/wsl/lib/libcuda.so.1"}},
};

/* Makes the file below the root, and the folders above it. */
static void file_make(const char *root, const char *name)
{
	char path[200];
	int fd;

	snprintf(path, sizeof path, "%s%s", root, name);
	for (char *at = path + strlen(root) + 1; (at = strchr(at, '/')); at++) {
		*at = '\0';
		assert_true(mkdir(path, 0755) == 0 || errno == EEXIST);
		*at = '/';
	}
	fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
	assert_true(fd >= 0);
	close(fd);
}

static void test_counts(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof machines / sizeof *machines; i++) {
		char root[] = "/tmp/usegpu-hardware-XXXXXX";

		assert_non_null(mkdtemp(root));
		for (int k = 0; k < FILES_MAX && machines[i].files[k]; k++)
			file_make(root, machines[i].files[k]);

		int gpus = gpu_detect_below(root);

		folder_remove(root);
		if (gpus != machines[i].gpus)
			fail_msg("%s: %d GPUs, not %d", machines[i].what, gpus, machines[i].gpus);
	}
	assert_int_equal(gpu_detect_below("/tmp/usegpu-no-such-machine"), 0);
}

/* Which of them are given to a program that asks for so many. */
static void test_list(void **state)
{
	static const struct {
		const char *visible;
		int gpus;
		const char *list;
	} cases[] = {
		{NULL, 2, "0,1"},          {NULL, 0, ""},
		{"3,1,2", 2, "3,1"},       {"3,1,2", 5, "3,1,2"},
		{"GPU-8f,2", 1, "GPU-8f"}, {"", 1, ""},
	};
	(void)state;

	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		if (!cases[i].visible)
			unsetenv("CUDA_VISIBLE_DEVICES");
		else
			setenv("CUDA_VISIBLE_DEVICES", cases[i].visible, 1);

		char *list = gpu_list(cases[i].gpus);

		assert_string_equal(list, cases[i].list);
		free(list);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_counts),
		cmocka_unit_test(test_list),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
