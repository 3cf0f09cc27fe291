/* test_sandbox_paths.c - which folders a program sees that was built for real GPUs, and which for
 * simulated ones: NVIDIA's libraries lie below /usr on most machines, which programs do not see as
 * a whole. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/base/text.h"
#include "grader/setup/registry.h"
#include "grader/setup/sandbox_paths.h"

/* How often the program sees something by that name. */
static int is_shown(const SandboxPaths *shown, const char *name)
{
	int times = 0;

	for (int i = 0; i < shown->count; i++) {
		const SandboxPath *each = &shown->list[i];

		times += strcmp(each->to ? each->to : each->path, name) == 0;
	}
	return times;
}

static char below_usr[] = "-L/usr/local/cuda/lib64", elsewhere[] = "-L/opt/cuda/lib64",
	    path_at_runtime[] = "-Wl,-rpath,/usr/local/cuda/lib64", compiler[] = "cc";
static char build[] = "/kit/build";
static char *libraries[] = {below_usr, elsewhere, path_at_runtime, NULL};
static char *programs[] = {compiler, NULL}, *none[] = {NULL};

static const Check plain = {.id = "1.6"}, forbids = {.id = "3.2", .forbidden = "tensor_ones"},
		   hidden_one = {.id = "3.91", .forbidden = "tensor_ones", .hidden = 1};

static Options options_for(GpuKind gpu)
{
	return (Options){.gpu = gpu,
			 .build = build,
			 .cc = programs,
			 .cflags = none,
			 .ldflags = gpu == GPU_CUDA ? libraries : none};
}

static void test_cuda(void **state)
{
	Options o = options_for(GPU_CUDA);
	SandboxPaths shown;

	(void)state;
	sandbox_paths_for_program(&o, &plain, &shown);
	assert_int_equal(is_shown(&shown, "/usr/local/cuda/lib64"), 1);
	assert_int_equal(is_shown(&shown, "/opt/cuda/lib64"), 1);
	assert_int_equal(is_shown(&shown, "/usr"), 0);
	sandbox_paths_free(&shown);
}

static void test_sim(void **state)
{
	Options o = options_for(GPU_SIM);
	SandboxPaths shown;

	(void)state;
	sandbox_paths_for_program(&o, &plain, &shown);
	assert_int_equal(is_shown(&shown, "/usr/local/cuda/lib64"), 0);
	assert_int_equal(is_shown(&shown, "/usr"), 0);
	assert_int_equal(is_shown(&shown, "/kit/build/simcuda"), 1);
	sandbox_paths_free(&shown);

	/* with a machine in another process it gets no simulator of its own */
	o.remote = 1;
	sandbox_paths_for_program(&o, &plain, &shown);
	assert_int_equal(is_shown(&shown, "/kit/build/simcuda"), 0);
	assert_int_equal(is_shown(&shown, "/kit/build/simcuda-remote"), 1);
	sandbox_paths_free(&shown);
}

/* A link is shown as the folder that it leads to, which may not be visible under its own path. */
static void test_link(void **state)
{
	char folder[] = "/tmp/usegpu-shown-XXXXXX";
	SandboxPaths shown;

	(void)state;
	assert_non_null(mkdtemp(folder));

	char *real = text_new("%s/targets", folder), *link = text_new("%s/lib64", folder);
	char *flag = text_new("-L%s", link), *list[] = {flag, NULL};
	Options o = options_for(GPU_CUDA);

	assert_int_equal(mkdir(real, 0755), 0);
	assert_int_equal(symlink("targets", link), 0);
	o.ldflags = list;
	sandbox_paths_for_program(&o, &plain, &shown);
	assert_int_equal(is_shown(&shown, link), 1);
	for (int i = 0; i < shown.count; i++)
		if (shown.list[i].to && strcmp(shown.list[i].to, link) == 0)
			assert_string_equal(shown.list[i].path, real);
	sandbox_paths_free(&shown);
	unlink(link);
	rmdir(real);
	rmdir(folder);
	free(flag);
	free(link);
	free(real);
}

/* A library that has what the check forbids is not there to be opened. */
static void test_absent(void **state)
{
	static char hidden[] = "/made/hidden";
	const struct {
		const Check *check;
		const char *folder;
	} cases[] = {{&plain, "/kit/build/lib"},
		     {&forbids, "/kit/build/absent/3.2"},
		     {&hidden_one, "/made/hidden/absent/3.91"}};
	Options o = options_for(GPU_SIM);
	SandboxPaths shown;

	(void)state;
	o.hidden = hidden;
	for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
		sandbox_paths_for_program(&o, cases[i].check, &shown);
		for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
			assert_int_equal(is_shown(&shown, cases[k].folder), i == k);
		sandbox_paths_free(&shown);
	}
}

/* The compiler sees where compilers are; what lies elsewhere is added, and of /usr nothing else: a kit in /usr/src
 * has its solutions there. */
static void test_compiler(void **state)
{
	Options o = options_for(GPU_CUDA);
	SandboxPaths shown;

	(void)state;
	sandbox_paths_for_compiler(&o, &shown);
	assert_int_equal(is_shown(&shown, "/usr/include"), 1);
	assert_int_equal(is_shown(&shown, "/usr/bin"), 1);
	assert_int_equal(is_shown(&shown, "/usr"), 0);
	assert_int_equal(is_shown(&shown, "/usr/src"), 0);
	assert_int_equal(is_shown(&shown, "/usr/local"), 0);
	assert_int_equal(is_shown(&shown, "/usr/local/cuda/lib64"), 1);
	assert_int_equal(is_shown(&shown, "/opt/cuda/lib64"), 1);
	sandbox_paths_free(&shown);
}

/* A kit and a class must not lie among compilers. */
static void test_reach(void **state)
{
	(void)state;
	assert_string_equal(sandbox_paths_reach("/usr/include/usegpu"), "/usr/include");
	assert_string_equal(sandbox_paths_reach("/usr/include"), "/usr/include");
	assert_null(sandbox_paths_reach("/usr/include2/usegpu"));
	assert_null(sandbox_paths_reach("/usr/src/usegpu"));
	assert_null(sandbox_paths_reach("/usr/local/usegpu"));
	assert_null(sandbox_paths_reach("/opt/usegpu"));
}

/* A source sees neither the kit's libraries nor how the simulator works: it could include their bytes, and the text. */
static void test_source(void **state)
{
	static char simulator[] = "-I/kit/framework/simcuda",
		    headers[] = "-I/kit/framework/include",
		    cuda[] = "-I/kit/framework/simcuda/include";
	char *flags[] = {headers, simulator, cuda, NULL};
	Options o = options_for(GPU_SIM);
	SandboxPaths shown;

	(void)state;
	o.cflags = flags;
	sandbox_paths_for_compiler(&o, &shown);
	assert_int_equal(is_shown(&shown, "/kit/framework/include"), 1);
	assert_int_equal(is_shown(&shown, "/kit/framework/simcuda/include"), 1);
	assert_int_equal(is_shown(&shown, "/kit/framework/simcuda/simcuda.h"), 1);
	assert_int_equal(is_shown(&shown, "/kit/framework/simcuda"), 0);
	assert_int_equal(is_shown(&shown, "/kit/build/lib"), 0);
	assert_int_equal(is_shown(&shown, "/kit/build/simcuda"), 0);
	sandbox_paths_add_linked(&o, registry_at(0), &shown);
	assert_int_equal(is_shown(&shown, "/kit/build/lib"), 1);
	assert_int_equal(is_shown(&shown, "/kit/build/simcuda"), 1);
	sandbox_paths_free(&shown);
}

/* A source sees no drive; the linker does. */
static void test_drive(void **state)
{
	static const char drive[] = "/kit/build/obj/grader/drive/drive.o";
	static char hidden[] = "/kit/hidden";
	Options o = options_for(GPU_SIM);
	SandboxPaths shown;

	(void)state;
	o.hidden = hidden;
	sandbox_paths_for_compiler(&o, &shown);
	for (int i = 0; i < shown.count; i++) {
		assert_null(strstr(shown.list[i].path, "drive"));
		assert_null(strstr(shown.list[i].path, "hidden"));
	}
	sandbox_paths_add_linked(&o, registry_at(0), &shown);
	assert_int_equal(is_shown(&shown, drive), 1);
	sandbox_paths_free(&shown);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cuda),  cmocka_unit_test(test_sim),
		cmocka_unit_test(test_link),  cmocka_unit_test(test_compiler),
		cmocka_unit_test(test_drive), cmocka_unit_test(test_absent),
		cmocka_unit_test(test_reach), cmocka_unit_test(test_source),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
