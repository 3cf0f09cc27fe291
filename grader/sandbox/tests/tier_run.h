/* tier_run.h - for the tests of the sandbox: runs a function as the program in a tier of the
 * sandbox, beside a process of the same user that has nothing to do with it.
 *
 * Started by root, a test runs all again as an ordinary user. */
#ifndef GRADER_SANDBOX_TESTS_TIER_RUN_H
#define GRADER_SANDBOX_TESTS_TIER_RUN_H

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
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "grader/sandbox/process.h"

#define PROCESSES 24
#define CROWD     (2 * PROCESSES) /* of another program of this user */
#define DEVICE    "/dev/full"     /* a device file that is always there */

static char folder[] = "/tmp/usegpu-sandbox-XXXXXX";  /* of the program */
static char outside[] = "/tmp/usegpu-outside-XXXXXX"; /* of others, who let all read and write */
static char secret[64], victim[64];                   /* files in there */
static pid_t judge, bystander;
static int bystander_line; /* a socket over which it sends back each byte */
static ProcessEnd end;

static Sandbox sandbox_of(SandboxTier tier)
{
	static const SandboxPath shown[] = {{"/lib", NULL}, {DEVICE, NULL}, {NULL, NULL}};

	return (Sandbox){.tier = tier,
			 .shown = shown,
			 .room_bytes = 2 << 20,
			 .room_files = 64,
			 .processes = PROCESSES,
			 .user = sandbox_user()};
}

static ProcessSpec spec_of(const Sandbox *sandbox, int (*body)(void))
{
	return (ProcessSpec){.body = body,
			     .folder = folder,
			     .sandbox = sandbox,
			     .wall_s = 10,
			     .cpu_s = 10,
			     .files = 64,
			     .file_bytes = 1 << 20};
}

/* One that was killed answers nothing, though its number may be there for a while. */
static bool bystander_lives(void)
{
	char byte = 'b';

	return send(bystander_line, &byte, 1, MSG_NOSIGNAL) == 1 &&
	       read(bystander_line, &byte, 1) == 1;
}

/* Runs it to its end, which lies in `end`. */
static void run_spec(const ProcessSpec *spec, const char *what)
{
	if (process_run(spec, &end) < 0)
		fail_msg("%s: %s", what, strerror(errno));
	if (end.fault[0] != '\0')
		fail_msg("%s: %s", what, end.fault);
	if (end.folder_fd >= 0)
		close(end.folder_fd);
	if (!bystander_lives())
		fail_msg("%s: another process has ended", what);
}

static bool exited_with(int status)
{
	return WIFEXITED(end.status) && WEXITSTATUS(end.status) == status;
}

/* Whether this computer has the tier; else says why not. */
static bool tier_is_here(SandboxTier tier)
{
	char why[500];
	SandboxTier found = sandbox_probe(tier, folder, victim, why, sizeof why);

	if (found != tier)
		print_message("# the %s tier is not to be had here: %s\n", sandbox_tier_name(tier),
			      why);
	return found == tier;
}

static int file_make(const char *path, mode_t mode)
{
	int fd = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	int bad = fd < 0 || write(fd, "v", 1) != 1 || fchmod(fd, mode) < 0;

	if (fd >= 0)
		close(fd);
	return bad;
}

static int folders_make(void **state)
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

static int folders_remove(void **state)
{
	char line[160];
	(void)state;

	snprintf(line, sizeof line, "rm -rf %s %s", folder, outside);
	return system(line);
}

/* Not for ever: whoever is to make it may have died. */
static void wait_for_file(const char *name)
{
	for (int i = 0; i < 20000 && access(name, F_OK) < 0; i++)
		usleep(1000);
}

/* Where the program has made the file "ready": has CROWD processes, then makes the file "crowd", and ends
 * them behind the program's "done". */
static void crowd_be(const char *place)
{
	pid_t member[CROWD];

	if (chdir(place) < 0)
		return;
	wait_for_file("ready");
	for (int i = 0; i < CROWD; i++) {
		member[i] = fork();
		if (member[i] == 0) {
			prctl(PR_SET_PDEATHSIG, SIGKILL);
			for (;;)
				pause();
		}
	}
	file_make("crowd", 0644);
	wait_for_file("done");
	for (int i = 0; i < CROWD; i++)
		if (member[i] > 0 && kill(member[i], SIGKILL) == 0)
			waitpid(member[i], NULL, 0);
}

static _Noreturn void bystander_be(int line)
{
	char byte, place[sizeof folder];

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	while (read(line, &byte, 1) == 1) {
		if (byte != 'c' && write(line, &byte, 1) != 1)
			break;
		if (byte == 'c' && read(line, place, sizeof place) == (ssize_t)sizeof place)
			crowd_be(place);
	}
	_exit(0);
}

/* The tests in a process beside the bystander: process_run() sweeps up all children of its caller.
 */
static int run_beside(int (*group)(void))
{
	int status = 1, line[2];
	pid_t tester;

	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, line) < 0)
		return 1;
	bystander = fork();
	if (bystander == 0) {
		close(line[0]);
		bystander_be(line[1]);
	}
	close(line[1]);
	bystander_line = line[0];
	fflush(stdout);
	tester = fork();
	if (tester == 0) {
		int failed = group();

		fflush(stdout);
		_exit(failed != 0);
	}
	waitpid(tester, &status, 0);
	close(bystander_line);
	kill(bystander, SIGKILL);
	waitpid(bystander, NULL, 0);
	return WIFEXITED(status) ? WEXITSTATUS(status) : 1;
}

/* There in a build that counts lines (make coverage); exec would forget the counts. */
__attribute__((weak)) void __gcov_dump(void); /* NOLINT: gcov's name */

/* The main() of such a test; `group` runs its tests with folders_make and folders_remove. */
static int tests_run(int argc, char **argv, int (*group)(void))
{
	int bad = run_beside(group) != 0 || argc > 1; /* an argument: the run as root has failed */

	if (geteuid() != 0)
		return bad;
	if (__gcov_dump)
		__gcov_dump();
	/* the kit's folder may lie where that user cannot go: its library is found by a descriptor */
	char library[512], place[64];
	ssize_t length = readlink("/proc/self/exe", library, sizeof library - 1);
	library[length < 0 ? 0 : length] = '\0';
	if (strrchr(library, '/'))
		*strrchr(library, '/') = '\0';
	snprintf(place, sizeof place, "/proc/self/fd/%d", open(library, O_PATH | O_DIRECTORY));
	setenv("LD_LIBRARY_PATH", place, 1);
	if (setgroups(0, NULL) < 0 || setgid(65534) < 0 || setuid(65534) < 0 || chdir("/tmp") < 0) {
		printf("not ok - root cannot become another user: %s\n", strerror(errno));
		return 1;
	}
	prctl(PR_SET_DUMPABLE, 1); /* /proc/self is root's after a change of the user */
	execl("/proc/self/exe", argv[0], bad ? "--failed" : (char *)NULL, (char *)NULL);
	return 1;
}

#endif
