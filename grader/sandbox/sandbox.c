/* sandbox.c - finds out which tier works here, by trying to break out of it. */
#include "grader/sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "grader/sandbox/process.h"

#define PROCESSES   16
#define TRIES       5
#define LEAST_USERS 1000 /* of a range from which one can be taken */

const char *sandbox_tier_name(SandboxTier tier)
{
	static const char *const names[] = {"none", "reduced", "full"};

	return names[tier];
}

/* Far from those of people and services, where there are as many; a container may have fewer, or
 * none but its root. Numbers of a map are: first inside, first outside, how many. */
static uid_t user_find(uid_t first, pid_t judge, int upper)
{
	uid_t wanted = first + (uid_t)judge, best = 0;
	unsigned long long inside, outside, count;
	FILE *map = geteuid() == 0 ? fopen("/proc/self/uid_map", "re") : NULL;

	while (map && fscanf(map, "%llu %llu %llu", &inside, &outside, &count) == 3) {
		unsigned long long last = inside + count - 1;

		if (wanted >= inside && wanted <= last)
			best = wanted;
		else if (best == 0 && count > LEAST_USERS)
			best = (uid_t)(last - (unsigned long long)judge % (count / 3) -
				       (upper ? 0 : count / 3));
	}
	if (map)
		fclose(map);
	return best;
}

uid_t sandbox_user_of(pid_t judge)
{
	return user_find(0x40000000u, judge, 1);
}

uid_t sandbox_user(void)
{
	return sandbox_user_of(getpid());
}

uid_t sandbox_user_beside(void)
{
	return user_find(0x50000000u, getpid(), 0);
}

void sandbox_sweep(uid_t user)
{
	pid_t child = user != 0 ? fork() : -1;

	if (child == 0) {
		/* as that user, "all" are its own */
		if (setresgid(user, user, user) == 0 && setresuid(user, user, user) == 0)
			kill(-1, SIGKILL);
		_exit(0);
	}
	while (child > 0 && waitpid(child, NULL, 0) < 0 && errno == EINTR)
		;
}

/* --- what a program in the sandbox must not be able to do ------------------------------------- */

static pid_t judge; /* set before the sandbox is made */

static int can_read(void)
{
	int fd = open("/etc/passwd", O_RDONLY | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static int can_connect(void)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static int can_signal(void)
{
	return kill(judge, 0) == 0;
}

/* Up to twice as many: in the reduced tier of an ordinary user its other processes count too, and
 * those that end meanwhile make room. */
static int can_multiply(void)
{
	int count = 0;

	for (pid_t made; count <= 2 * PROCESSES && (made = fork()) >= 0; count++) {
		if (made == 0) {
			pause(); /* swept up with the rest */
			_exit(0);
		}
	}
	return count > 2 * PROCESSES;
}

/* What it must be able to do. */
static const char *needed_file;

static int cannot_read(void)
{
	return needed_file && access(needed_file, R_OK) < 0;
}

static int cannot_write(void)
{
	int fd = open("probe", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	int bad = fd < 0 || write(fd, "x", 1) != 1;

	if (fd >= 0)
		close(fd);
	return bad;
}

static const struct {
	int (*is_so)(void);
	const char *what;
} faults[] = {
	{can_read, "can read /etc/passwd"},
	{can_connect, "can open a socket"},
	{can_signal, "can send signals to the grader"},
	{can_multiply, "can start more processes than it may"},
	{cannot_read, "cannot read what root built; wanted files that all may read, or a TMPDIR, "
		      "/tmp or /var/tmp for a copy that all may enter and run programs in"},
	{cannot_write, "cannot write into its own folder"},
};

#define FOUND 100 /* the exit status of the first fault */

static int probe_body(void)
{
	for (size_t i = 0; i < sizeof faults / sizeof *faults; i++)
		if (faults[i].is_so())
			return FOUND + (int)i;
	return 0;
}

/* --- trying a tier ---------------------------------------------------------------------------- */

/* Whether the tier holds; if not, `why` says what is wrong with it. */
static int tier_holds(SandboxTier tier, const char *folder, char *why, size_t why_size)
{
	const SandboxPath shown[] = {{needed_file, NULL}, {NULL, NULL}};
	static ProcessEnd end; /* too large for some stacks */
	const Sandbox sandbox = {tier, shown, 1 << 20, 64, PROCESSES, sandbox_user(), 0};
	const ProcessSpec spec = {
		.body = probe_body,
		.folder = folder,
		.sandbox = &sandbox,
		.wall_s = 5,
		.cpu_s = 5,
		.files = 32,
		.file_bytes = 1 << 20,
	};
	int fault;

	judge = getpid();
	if (process_run(&spec, &end) < 0) {
		text_format(why, why_size, "%s", strerror(errno));
		return 0;
	}
	if (end.folder_fd >= 0)
		close(end.folder_fd);
	if (end.fault[0] != '\0') {
		text_format(why, why_size, "%s", end.fault);
		return 0;
	}
	if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0)
		return 1;
	fault = WIFEXITED(end.status) ? WEXITSTATUS(end.status) - FOUND : -1;
	text_format(why, why_size, "a program in it %s",
		    fault >= 0 && fault < (int)(sizeof faults / sizeof *faults) ? faults[fault].what
										: "does not run");
	return 0;
}

SandboxTier sandbox_probe(SandboxTier most, const char *folder, const char *needed, char *why,
			  size_t why_size)
{
	char full[200] = "not wanted", reduced[200];
	int holds = 0;

	needed_file = needed;
	why[0] = '\0';
	if (most >= SANDBOX_FULL && tier_holds(SANDBOX_FULL, folder, full, sizeof full))
		return SANDBOX_FULL;
	/* Where many processes of our user end while one tries to have too many, it gets them; a
	 * limit that does not hold lets it each time. */
	for (int i = 0; i < TRIES && !holds; i++)
		holds = tier_holds(SANDBOX_REDUCED, folder, reduced, sizeof reduced);
	if (holds) {
		text_format(why, why_size, "%s", full);
		return SANDBOX_REDUCED;
	}
	text_format(why, why_size, "%s; and without namespaces: %s", full, reduced);
	return SANDBOX_NONE;
}

int sandbox_folder_create(char *path)
{
	uid_t user = sandbox_user();

	if (!mkdtemp(path))
		return -1;
	return user != 0 && chown(path, user, user) < 0 ? -1 : 0;
}
