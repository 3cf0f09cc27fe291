/* test_sandbox.c - what a program in the sandbox tries and must not be able to do, in the tiers
 * that this machine has; what an honest one does and must be able to; and that nothing of either is
 * left. */
#include "grader/sandbox/tests/honest_acts.h"
#include "grader/sandbox/tests/sandbox_tries.h"
#include "grader/sandbox/tests/tier_run.h"

static void run_for(int hardware, SandboxTier tier, int (*body)(void), const char *what)
{
	Sandbox sandbox = sandbox_of(tier);
	const ProcessSpec spec = spec_of(&sandbox, body);

	sandbox.hardware = hardware;
	run_spec(&spec, what);
}

static void run(SandboxTier tier, int (*body)(void), const char *what)
{
	run_for(0, tier, body, what);
}

static void nothing_left(const char *what)
{
	char byte = 0;
	int fd = open(victim, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || read(fd, &byte, 1) != 1 || byte != 'v')
		fail_msg("%s: another's file has changed", what);
	close(fd);
	if (getpriority(PRIO_PROCESS, (id_t)bystander) != getpriority(PRIO_PROCESS, 0))
		fail_msg("%s: another process has another priority", what);
}

static void tier_test(SandboxTier tier)
{
	if (!tier_is_here(tier))
		skip();
	most_processes = tier == SANDBOX_FULL || geteuid() == 0 ? PROCESSES : 2 * PROCESSES;
	for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
		if (tries[i].full_only && tier != SANDBOX_FULL)
			continue;
		run(tier, tries[i].can, tries[i].what);
		if (exited_with(1))
			fail_msg("in the %s tier a program %s", sandbox_tier_name(tier),
				 tries[i].what);
		nothing_left(tries[i].what);
	}
	for (size_t i = 0; i < sizeof honest / sizeof *honest; i++) {
		run(tier, honest[i].works, honest[i].what);
		if (!exited_with(1))
			fail_msg("in the %s tier no program %s (status %x)",
				 sandbox_tier_name(tier), honest[i].what, end.status);
	}
}

static void test_full(void **state)
{
	char why[500];
	(void)state;

	if (sandbox_probe(SANDBOX_FULL, folder, victim, why, sizeof why) == SANDBOX_NONE)
		fail_msg("no tier works here: %s", why);
	tier_test(SANDBOX_FULL);
}

static void test_reduced(void **state)
{
	(void)state;
	tier_test(SANDBOX_REDUCED);
}

/* What a real GPU's driver does from within the program. */
static void test_hardware(void **state)
{
	int tiers = 0;
	(void)state;

	for (SandboxTier tier = SANDBOX_FULL; tier >= SANDBOX_REDUCED; tier--) {
		if (!tier_is_here(tier))
			continue;
		run_for(1, tier, drives_hardware, "a driver");
		if (!exited_with(1))
			fail_msg("in the %s tier no driver can work (status %x)",
				 sandbox_tier_name(tier), end.status);
		for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
			if (tries[i].full_only && tier != SANDBOX_FULL)
				continue;
			run_for(1, tier, tries[i].can, tries[i].what);
			if (exited_with(1))
				fail_msg("beside a driver in the %s tier a program %s",
					 sandbox_tier_name(tier), tries[i].what);
		}
		tiers++;
	}
	if (tiers == 0)
		skip();
	if (tier_is_here(SANDBOX_REDUCED)) { /* by Landlock alone: it is what is tried here */
		run(SANDBOX_REDUCED, writes_device, "no driver");
		assert_true(exited_with(0));
	}
}

static int fails(void)
{
	errno = 0;
	abort();
}

/* Ends are told as they are, through the processes of the sandbox. */
static void test_ends(void **state)
{
	(void)state;
	if (!tier_is_here(SANDBOX_FULL))
		skip();
	run(SANDBOX_FULL, fails, "an abort");
	assert_true(WIFSIGNALED(end.status) && WTERMSIG(end.status) == SIGABRT);
	run(SANDBOX_FULL, uses_children, "an exit");
	assert_true(exited_with(1));
}

/* What the program left in its folder can be fetched, though its file system is gone for all
 * others. */
static int leaves_file(void)
{
	int fd = open("left", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);

	return write(fd, "here", 4) == 4 ? 0 : 1;
}

static void test_folder(void **state)
{
	const Sandbox sandbox = sandbox_of(SANDBOX_FULL);
	const ProcessSpec spec = spec_of(&sandbox, leaves_file);
	char text[8] = "", path[96];
	(void)state;

	if (!tier_is_here(SANDBOX_FULL))
		skip();
	assert_int_equal(process_run(&spec, &end), 0);
	int fd = openat(end.folder_fd, "left", O_RDONLY | O_CLOEXEC);
	assert_true(fd >= 0);
	assert_int_equal(read(fd, text, 7), 4);
	assert_string_equal(text, "here");
	close(fd);
	close(end.folder_fd);
	snprintf(path, sizeof path, "%s/left", folder);
	assert_int_equal(access(path, F_OK), -1);
}

static int group(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_full),     cmocka_unit_test(test_reduced),
		cmocka_unit_test(test_hardware), cmocka_unit_test(test_ends),
		cmocka_unit_test(test_folder),
	};

	return cmocka_run_group_tests(tests, folders_make, folders_remove);
}

int main(int argc, char **argv)
{
	return tests_run(argc, argv, group);
}
