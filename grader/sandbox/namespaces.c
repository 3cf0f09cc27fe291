/* namespaces.c - the full tier's processes, each in the one above it:
 *
 *     outer    in the grader's namespace of processes: makes the new namespaces and waits
 *     init     process 1 of the new ones: makes the root and the mounts, reaps every orphan, tells
 *              how the program ended, and ends; then the kernel kills what is left in there
 *     program  process 2: what the caller goes on as
 *
 * The outer one dies with the grader, and the init with the outer one (PR_SET_PDEATHSIG). */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/sandbox/sandbox_inside.h"

#define NAMESPACES                                                                                 \
	(CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS | CLONE_NEWCGROUP)

#define NO_ROOT 1000u /* the number inside of a user or group that is 0 outside */

static int file_write(const char *path, const char *text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);
	int bad = fd < 0 || write(fd, text, strlen(text)) != (ssize_t)strlen(text);

	if (fd >= 0)
		close(fd);
	return bad ? -1 : 0;
}

/* A namespace of users in which the program has the same number as outside; but nobody is root. */
static void user_namespace_make(int control)
{
	unsigned user = geteuid(), group = getegid();
	char map[64];

	if (unshare(NAMESPACES | CLONE_NEWUSER) < 0)
		sandbox_fault(control, "no namespaces: %s", strerror(errno));
	snprintf(map, sizeof map, "%u %u 1", user ? user : NO_ROOT, user);
	if (file_write("/proc/self/setgroups", "deny") < 0 ||
	    file_write("/proc/self/uid_map", map) < 0)
		sandbox_fault(control, "no namespace of users: %s", strerror(errno));
	snprintf(map, sizeof map, "%u %u 1", group ? group : NO_ROOT, group);
	if (file_write("/proc/self/gid_map", map) < 0)
		sandbox_fault(control, "no namespace of users: %s", strerror(errno));
}

/* Root, which gives the program another user, may make the other namespaces as it is. An ordinary
 * user may within a namespace of users. */
static void namespaces_make(const Sandbox *sandbox, int control)
{
	if (sandbox->user == 0)
		user_namespace_make(control);
	else if (unshare(NAMESPACES) < 0)
		sandbox_fault(control, "no namespaces: %s", strerror(errno));
}

/* A process that only waits must not hold the program's descriptors open: their other ends would
 * never see them closed. `control` becomes descriptor 0. */
static void descriptors_close(int control)
{
	int kept = fcntl(control, F_DUPFD_CLOEXEC, 3);

	dup2(kept, 0); /* the lowest, so that the rest is one range */
	close_range(1, ~0U, 0);
}

static _Noreturn void outer_wait(pid_t init)
{
	int status;

	while (waitpid(init, &status, 0) < 0 && errno == EINTR)
		;
	_exit(0);
}

static _Noreturn void init_wait(pid_t program)
{
	SandboxEvent event = {.kind = SANDBOX_EVENT_END};
	pid_t got;
	int status;

	while ((got = waitpid(-1, &status, __WALL)) != program)
		if (got < 0 && errno != EINTR)
			break;
	event.status = status;
	sandbox_event_send(0, &event, -1);
	_exit(0);
}

/* `parent` is 0 where the parent is in another namespace. */
static void die_with_parent(pid_t parent)
{
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (parent != 0 && getppid() != parent)
		_exit(125); /* it died before the line above */
}

static pid_t child_make(int control)
{
	pid_t child = fork();

	if (child < 0)
		sandbox_fault(control, "no process: %s", strerror(errno));
	return child;
}

void sandbox_become_full(const Sandbox *sandbox, const char *folder, int control)
{
	pid_t child;

	namespaces_make(sandbox, control);
	child = child_make(control);
	if (child > 0) {
		descriptors_close(control);
		outer_wait(child);
	}
	die_with_parent(0);
	/* From before there is a program: it must not look into the init, which has its user where
	 * the grader is no root. */
	prctl(PR_SET_DUMPABLE, 0);
	sandbox_root_make(sandbox, folder, control);
	child = child_make(control);
	if (child > 0) {
		descriptors_close(control);
		init_wait(child);
	}
	prctl(PR_SET_DUMPABLE, 1);
	die_with_parent(1);
	setsid();
}
