/* probe.c - finds out which tier works here, by trying to break out of it. */
#include "grader/sandbox/sandbox.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/text.h"
#include "grader/sandbox/process.h"

#define PROCESSES 16
#define TRIES     5

const char *sandbox_tier_name(SandboxTier tier)
{
	static const char *const names[] = {"none", "reduced", "full"};

	return names[tier];
}

/* --- what a program in the sandbox must not be able to do ------------------------------------- */

static pid_t judge; /* set before the sandbox is made */

static bool can_read(void)
{
	int fd = open("/etc/passwd", O_RDONLY | O_CLOEXEC);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static bool can_connect(void)
{
	int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

	if (fd >= 0)
		close(fd);
	return fd >= 0;
}

static bool can_signal(void)
{
	return kill(judge, 0) == 0;
}

/* Up to twice as many as it may: in the reduced tier an ordinary user's other processes count too,
 * and those that end meanwhile make room. */
static bool can_multiply(void)
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

static const char *needed_file; /* that it must be able to read */

static bool cannot_read(void)
{
	return needed_file && access(needed_file, R_OK) < 0;
}

static bool cannot_write(void)
{
	int fd = open("probe", O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	bool bad = fd < 0 || write(fd, "x", 1) != 1;

	if (fd >= 0)
		close(fd);
	return bad;
}

static const struct {
	bool (*is_so)(void);
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
static bool tier_holds(SandboxTier tier, const char *folder, char *why, size_t why_size)
{
	const SandboxPath shown[] = {{needed_file, NULL}, {NULL, NULL}};
	static ProcessEnd end; /* too large for some stacks */
	const Sandbox sandbox = {.tier = tier,
				 .shown = shown,
				 .room_bytes = 1 << 20,
				 .room_files = 64,
				 .processes = PROCESSES,
				 .user = sandbox_user()};
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
		return false;
	}
	if (end.folder_fd >= 0)
		close(end.folder_fd);
	if (end.fault[0] != '\0') {
		text_format(why, why_size, "%s", end.fault);
		return false;
	}
	if (WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0)
		return true;
	fault = WIFEXITED(end.status) ? WEXITSTATUS(end.status) - FOUND : -1;
	text_format(why, why_size, "a program in it %s",
		    fault >= 0 && fault < (int)(sizeof faults / sizeof *faults) ? faults[fault].what
										: "does not run");
	return false;
}

SandboxTier sandbox_probe(SandboxTier most, const char *folder, const char *needed, char *why,
			  size_t why_size)
{
	char full[200] = "not wanted", reduced[200];
	bool holds = false;

	needed_file = needed;
	why[0] = '\0';
	if (most >= SANDBOX_FULL && tier_holds(SANDBOX_FULL, folder, full, sizeof full))
		return SANDBOX_FULL;
	/* Where many processes of our user end while this one makes too many, it gets them by chance.
	 * Without the limit it gets them each time. */
	for (int i = 0; i < TRIES && !holds; i++)
		holds = tier_holds(SANDBOX_REDUCED, folder, reduced, sizeof reduced);
	if (holds) {
		text_format(why, why_size, "%s", full);
		return SANDBOX_REDUCED;
	}
	text_format(why, why_size, "%s; and without namespaces: %s", full, reduced);
	return SANDBOX_NONE;
}
