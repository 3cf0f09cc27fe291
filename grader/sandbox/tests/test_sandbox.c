/* test_sandbox.c - what a program in the sandbox tries and must not be able to do, in the tiers
 * that this machine has; what an honest one does and must be able to; and that nothing of either is
 * left.
 *
 * Started by root, all of it runs again as an ordinary user. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/sandbox/process.h"
#include "grader/sandbox/tests/sandbox_tries.h"

static char folder[] = "/tmp/usegpu-sandbox-XXXXXX"; /* of the program */

/* --- running them ----------------------------------------------------------------------------- */

static ProcessEnd end;

static void run_for(int hardware, SandboxTier tier, int (*body)(void), const char *what)
{
	static const SandboxPath shown[] = {{"/lib", NULL}, {DEVICE, NULL}, {NULL, NULL}};
	const Sandbox sandbox = {tier, shown, 2 << 20, 64, PROCESSES, sandbox_user(), hardware};
	const ProcessSpec spec = {
		.body = body,
		.folder = folder,
		.sandbox = &sandbox,
		.wall_s = 10,
		.cpu_s = 10,
		.files = 64,
		.file_bytes = 1 << 20,
	};

	if (process_run(&spec, &end) < 0)
		fail_msg("%s: %s", what, strerror(errno));
	if (end.fault[0] != '\0')
		fail_msg("%s: %s", what, end.fault);
	if (end.folder_fd >= 0)
		close(end.folder_fd);
}

static void run(SandboxTier tier, int (*body)(void), const char *what)
{
	run_for(0, tier, body, what);
}

/* As much as a reduced tier of this machine can be. */
static bool tier_is_here(SandboxTier tier)
{
	char why[500];
	SandboxTier found = sandbox_probe(tier, folder, victim, why, sizeof why);

	if (found != tier)
		print_message("# the %s tier is not to be had here: %s\n", sandbox_tier_name(tier),
			      why);
	return found == tier;
}

static void nothing_left(const char *what)
{
	char byte = 0;
	int fd = open(victim, O_RDONLY | O_CLOEXEC);

	if (fd < 0 || read(fd, &byte, 1) != 1 || byte != 'v')
		fail_msg("%s: another's file has changed", what);
	close(fd);
	if (kill(bystander, 0) < 0)
		fail_msg("%s: another process has ended", what);
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
		if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 1)
			fail_msg("in the %s tier a program %s", sandbox_tier_name(tier),
				 tries[i].what);
		nothing_left(tries[i].what);
	}
	for (size_t i = 0; i < sizeof honest / sizeof *honest; i++) {
		run(tier, honest[i].works, honest[i].what);
		if (!WIFEXITED(end.status) || WEXITSTATUS(end.status) != 1)
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
		if (!WIFEXITED(end.status) || WEXITSTATUS(end.status) != 1)
			fail_msg("in the %s tier no driver can work (status %x)",
				 sandbox_tier_name(tier), end.status);
		for (size_t i = 0; i < sizeof tries / sizeof *tries; i++) {
			if (tries[i].full_only && tier != SANDBOX_FULL)
				continue;
			run_for(1, tier, tries[i].can, tries[i].what);
			if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 1)
				fail_msg("beside a driver in the %s tier a program %s",
					 sandbox_tier_name(tier), tries[i].what);
		}
		tiers++;
	}
	if (tiers == 0)
		skip();
	if (tier_is_here(SANDBOX_REDUCED)) { /* by Landlock alone: it is what is tried here */
		run(SANDBOX_REDUCED, writes_device, "no driver");
		assert_true(WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0);
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
	assert_true(WIFEXITED(end.status) && WEXITSTATUS(end.status) == 1);
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
	static const SandboxPath shown[] = {{NULL, NULL}};
	const Sandbox sandbox = {SANDBOX_FULL, shown, 1 << 20, 64, PROCESSES, sandbox_user(), 0};
	const ProcessSpec spec = {.body = leaves_file,
				  .folder = folder,
				  .sandbox = &sandbox,
				  .wall_s = 10,
				  .cpu_s = 10,
				  .files = 64,
				  .file_bytes = 1 << 20};
	char text[8] = "";
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
	char path[96];
	snprintf(path, sizeof path, "%s/left", folder);
	assert_int_equal(access(path, F_OK), -1);
}

/* --- */

static int file_make(const char *path, mode_t mode)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	int bad = fd < 0 || write(fd, "v", 1) != 1 || fchmod(fd, mode) < 0;

	if (fd >= 0)
		close(fd);
	return bad;
}

static int prepare(void **state)
{
	uid_t user = sandbox_user();
	(void)state;

	judge = getpid();
	if (!mkdtemp(folder) || !mkdtemp(outside) || chmod(outside, 0777) < 0 ||
	    (user != 0 && chown(folder, user, user) < 0))
		return -1;
	snprintf(secret, sizeof secret, "%s/secret", outside);
	snprintf(victim, sizeof victim, "%s/victim", outside);
	return file_make(secret, 0644) || file_make(victim, 0666) ? -1 : 0;
}

static int clean_up(void **state)
{
	char line[160];
	(void)state;

	snprintf(line, sizeof line, "rm -rf %s %s", folder, outside);
	return system(line);
}

static const struct CMUnitTest tests[] = {
	cmocka_unit_test(test_full),     cmocka_unit_test(test_reduced),
	cmocka_unit_test(test_hardware), cmocka_unit_test(test_ends),
	cmocka_unit_test(test_folder),
};

/* The tests in a process beside another that has nothing to do with them; process_run() sweeps up
 * all children of its caller. */
static int run_beside(void)
{
	int status = 1;
	pid_t tester;

	bystander = fork();
	if (bystander == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		for (;;)
			pause();
	}
	fflush(stdout);
	tester = fork();
	if (tester == 0) {
		int failed = cmocka_run_group_tests(tests, prepare, clean_up);

		fflush(stdout);
		_exit(failed != 0);
	}
	waitpid(tester, &status, 0);
	kill(bystander, SIGKILL);
	waitpid(bystander, NULL, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* There in a build that counts lines (make coverage); exec would forget the counts. */
__attribute__((weak)) void __gcov_dump(void); /* NOLINT: gcov's name */

int main(int argc, char **argv)
{
	int bad = run_beside() != 0 || argc > 1; /* an argument: the run as root has failed */

	if (geteuid() != 0)
		return bad;
	if (__gcov_dump)
		__gcov_dump();
	if (setgroups(0, NULL) < 0 || setgid(65534) < 0 || setuid(65534) < 0 || chdir("/tmp") < 0) {
		printf("not ok - root cannot become another user: %s\n", strerror(errno));
		return 1;
	}
	prctl(PR_SET_DUMPABLE, 1); /* /proc/self is root's after a change of the user */
	execl("/proc/self/exe", argv[0], bad ? "--failed" : (char *)NULL, (char *)NULL);
	return 1;
}
