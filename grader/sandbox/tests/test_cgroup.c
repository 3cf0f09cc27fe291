/* test_cgroup.c - where control groups are looked for, in folders that look like theirs; and what a
 * real one sees, where this user may make one. */
#include <sys/mman.h>

#include "grader/sandbox/cgroup.h"
#include "grader/sandbox/tests/tier_run.h"

#define MIB      ((size_t)1 << 20)
#define MEMORY   (64 * MIB)
#define TOO_MUCH (160 * MIB)

/* --- looking for a place ---------------------------------------------------------------------- */

static char top[] = "/tmp/usegpu-cgroup-XXXXXX";

static void text_put(const char *name, const char *text)
{
	char path[200];
	FILE *file;

	snprintf(path, sizeof path, "%s/%s", top, name);
	file = fopen(path, "we");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	fclose(file);
}

/* A group whose children have these controllers. */
static void group_put(const char *name, const char *controllers, const char *for_children)
{
	char path[200];

	snprintf(path, sizeof path, "%s/%s", top, name);
	assert_true(mkdir(path, 0755) == 0 || errno == EEXIST);
	snprintf(path, sizeof path, "%s/cgroup.controllers", name);
	text_put(path, controllers);
	snprintf(path, sizeof path, "%s/cgroup.subtree_control", name);
	text_put(path, for_children);
	snprintf(path, sizeof path, "%s/cgroup.procs", name);
	text_put(path, "");
}

/* The place that is found by a process in that group, without what comes before. */
static const char *place_of(const char *own)
{
	static char found[200];
	char own_file[100], mounts[100], line[200], *place;

	snprintf(line, sizeof line, "4:memory:/elsewhere\n0::%s\n", own);
	text_put("own", line);
	snprintf(line, sizeof line,
		 "22 1 0:20 / /proc rw - proc proc rw\n"
		 "30 22 0:26 /part /part rw - cgroup2 cgroup2 rw\n"
		 "31 22 0:26 / %s rw,nosuid shared:9 - cgroup2 cgroup2 rw\n",
		 top);
	text_put("mounts", line);
	snprintf(own_file, sizeof own_file, "%s/own", top);
	snprintf(mounts, sizeof mounts, "%s/mounts", top);
	place = cgroup_place(own_file, mounts);
	snprintf(found, sizeof found, "%s", place ? place + strlen(top) : "none");
	free(place);
	return found;
}

static void test_place(void **state)
{
	char line[100];
	(void)state;

	assert_non_null(mkdtemp(top));
	group_put(".", "cpu memory pids", "cpu memory pids");
	group_put("user", "cpu memory pids", "memory pids");
	group_put("user/shell", "cpu pids", "");
	group_put("user/other", "memory_x xmemory", "xmemory");
	assert_string_equal(place_of("/user/shell"), "/user");
	assert_string_equal(place_of("/user/other"), "/user");
	assert_string_equal(place_of("/user"), "/user");
	assert_string_equal(place_of("/"), "");
	group_put("user", "cpu", "cpu");
	group_put(".", "cpu", "");
	assert_string_equal(place_of("/user/shell"), "none");
	assert_string_equal(place_of("/nowhere/at/all"), "none");
	assert_string_equal(place_of("/"), "none");
	assert_null(cgroup_place("/nowhere", "/nowhere"));
	snprintf(line, sizeof line, "rm -rf %s", top);
	assert_int_equal(system(line), 0);
}

/* --- a real one ------------------------------------------------------------------------------- */

static bool groups_are_here(void)
{
	char *place = cgroup_place("/proc/self/cgroup", "/proc/self/mountinfo");

	if (!place)
		print_message("# no control group can be made here\n");
	free(place);
	return place != NULL;
}

/* Pages that no process maps any more, and that are there until the mapping ends. */
static int unmapped_pages(void)
{
	char *at = mmap(NULL, TOO_MUCH, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);

	if (at == MAP_FAILED)
		return 1;
	for (size_t i = 0; i < TOO_MUCH; i += 4096) {
		*(volatile char *)(at + i) = 1;
		madvise(at + i, 4096, MADV_DONTNEED);
	}
	for (;;)
		pause();
}

static int nothing(void)
{
	return 0;
}

static void test_memory(void **state)
{
	(void)state;
	if (!groups_are_here())
		skip();
	for (SandboxTier tier = SANDBOX_FULL; tier >= SANDBOX_REDUCED; tier--) {
		Sandbox sandbox = sandbox_of(tier);
		ProcessSpec spec = spec_of(&sandbox, unmapped_pages);

		if (!tier_is_here(tier))
			continue;
		sandbox.shares_pages = true;
		spec.memory_bytes = MEMORY;
		run_spec(&spec, "pages that nobody maps");
		assert_true(end.too_large && !end.timed_out);
		spec.body = nothing;
		run_spec(&spec, "nothing");
		assert_true(!end.too_large && exited_with(0));
	}
}

static void test_group(void **state)
{
	Cgroup group;
	char *place;
	pid_t child;
	(void)state;

	if (!groups_are_here())
		skip();
	group = cgroup_make(MEMORY, 8);
	assert_non_null(group.path);
	place = strdup(group.path);
	child = fork();
	if (child == 0) {
		cgroup_enter(&group);
		for (;;)
			pause();
	}
	assert_false(cgroup_is_over(&group));
	for (int status = 0; waitpid(child, &status, WNOHANG) == 0; usleep(1000))
		cgroup_kill(&group); /* until it is in there */
	cgroup_remove(&group);
	assert_int_equal(access(place, F_OK), -1);
	assert_null(group.path);
	free(place);
}

static int group(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_place),
		cmocka_unit_test(test_memory),
		cmocka_unit_test(test_group),
	};

	return cmocka_run_group_tests(tests, folders_make, folders_remove);
}

int main(int argc, char **argv)
{
	return tests_run(argc, argv, group);
}
