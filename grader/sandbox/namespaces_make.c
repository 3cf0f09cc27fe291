/* namespaces_make.c - the namespaces of the full tier. Each run gets new ones of mounts, processes,
 * host name and control groups, and an ordinary user's grading one of users for each.
 *
 * Those of the network and of IPC take the kernel longest to make and to take down, a tenth of a
 * run, so one of each is made for a whole grading. Both stay empty: nothing that makes a socket or a
 * queue passes the filter of system calls, and nothing leads out of that network. Real GPUs, whose
 * driver is allowed more, get their own. */
#include <errno.h>
#include <fcntl.h>
#include <linux/nsfs.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/patience.h"
#include "grader/sandbox/sandbox_inside.h"

#define OF_EACH_RUN (CLONE_NEWNS | CLONE_NEWPID | CLONE_NEWUTS | CLONE_NEWCGROUP)
#define SHARED      (CLONE_NEWNET | CLONE_NEWIPC)

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
static int user_namespace_make(int others)
{
	unsigned user = geteuid(), group = getegid();
	char map[64];

	if (unshare(others | CLONE_NEWUSER) < 0)
		return -1;
	snprintf(map, sizeof map, "%u %u 1", user ? user : NO_ROOT, user);
	if (file_write("/proc/self/setgroups", "deny") < 0 ||
	    file_write("/proc/self/uid_map", map) < 0)
		return -1;
	snprintf(map, sizeof map, "%u %u 1", group ? group : NO_ROOT, group);
	return file_write("/proc/self/gid_map", map);
}

/* Root, which gives the program another user, may make the other namespaces as it is. An ordinary
 * user may within a namespace of users. */
static int namespaces_new(const Sandbox *sandbox, int which)
{
	return sandbox->user == 0 ? user_namespace_make(which) : unshare(which);
}

/* --- those of a whole grading ------------------------------------------------------------------ */

/* In the order in which they are entered: whoever is in the first may enter the others. */
static const struct {
	const char *path;
	int type;
} kinds[] = {
	{"/proc/self/ns/user", CLONE_NEWUSER},
	{"/proc/self/ns/net", CLONE_NEWNET},
	{"/proc/self/ns/ipc", CLONE_NEWIPC},
};

#define KINDS (sizeof kinds / sizeof *kinds)

/* Those for programs with this process's user are in a namespace of users; those for programs that
 * get a user of their own are in this process's. A class run has programs of both kinds. */
typedef struct Shared {
	bool tried, there;
	int ns[KINDS];
} Shared;

static Shared both[2];

static Shared *shared_for(const Sandbox *sandbox)
{
	return &both[sandbox->user != 0];
}

/* Called in a process of its own, which ends. */
static _Noreturn void shared_send(const Sandbox *sandbox, int control)
{
	const SandboxEvent event = {.kind = SANDBOX_EVENT_NAMESPACE};

	if (namespaces_new(sandbox, SHARED) < 0)
		_exit(1);
	for (size_t i = 0; i < KINDS; i++)
		sandbox_event_send(control, &event, open(kinds[i].path, O_RDONLY | O_CLOEXEC));
	_exit(0);
}

static void shared_close(Shared *shared)
{
	for (size_t i = 0; i < KINDS; i++)
		if (shared->ns[i] >= 0)
			close(shared->ns[i]);
	shared->there = false;
}

static void shared_take(Shared *shared, pid_t maker, int control)
{
	SandboxEvent event;
	bool all = true;
	pid_t sender;

	while (waitpid(maker, NULL, 0) < 0 && errno == EINTR)
		;
	for (size_t i = 0; i < KINDS; i++) {
		shared->ns[i] = -1;
		all = sandbox_event_receive(control, &event, &sender, &shared->ns[i]) &&
		      shared->ns[i] >= 0 && all;
	}
	shared->there = true;
	if (!all)
		shared_close(shared);
}

/* A class run's process for one submission has closed what it inherited. */
static bool shared_is_open(const Shared *shared)
{
	for (size_t i = 0; i < KINDS; i++)
		if (ioctl(shared->ns[i], NS_GET_NSTYPE) != kinds[i].type)
			return false;
	return true;
}

void sandbox_namespaces_prepare(const Sandbox *sandbox)
{
	Shared *shared = shared_for(sandbox);
	int ends[2];
	pid_t maker;

	if (shared->there && !shared_is_open(shared))
		*shared = (Shared){.tried = false};
	if (shared->tried || sandbox->tier != SANDBOX_FULL || sandbox->hardware)
		return;
	shared->tried = true;
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0)
		return;
	maker = fork();
	if (maker == 0)
		shared_send(sandbox, ends[1]);
	if (maker > 0)
		shared_take(shared, maker, ends[0]);
	close(ends[0]);
	close(ends[1]);
}

/* False where there are none, or this program is to have its own. */
static bool shared_enter(const Sandbox *sandbox, int control)
{
	Shared *shared = shared_for(sandbox);

	if (sandbox->hardware || !shared->there)
		return false;
	for (size_t i = sandbox->user == 0 ? 0 : 1; i < KINDS; i++)
		if (setns(shared->ns[i], kinds[i].type) < 0)
			sandbox_fault(control, "no namespaces: %s", strerror(errno));
	for (int kind = 0; kind < 2; kind++)
		if (both[kind].there)
			shared_close(&both[kind]);
	return true;
}

pid_t sandbox_fork(const Sandbox *sandbox, bool *is_init)
{
	bool may = sandbox && sandbox->tier == SANDBOX_FULL && sandbox->user != 0;
	int own = may ? open("/proc/self/ns/pid", O_RDONLY | O_CLOEXEC) : -1, reason;
	pid_t child;

	*is_init = own >= 0 && unshare(CLONE_NEWPID) == 0; /* of the children of this thread */
	child = fork_patiently();
	if (child == 0)
		return 0;
	reason = errno;
	if (*is_init && setns(own, CLONE_NEWPID) < 0) {
		kill(child, SIGKILL); /* no other child could be made */
		fprintf(stderr, "sandbox: no way back to the own processes: %s\n", strerror(errno));
		exit(2);
	}
	if (own >= 0)
		close(own);
	errno = reason;
	return child;
}

void sandbox_namespaces_make(const Sandbox *sandbox, int control, bool is_init)
{
	int which = shared_enter(sandbox, control) ? OF_EACH_RUN : OF_EACH_RUN | SHARED;

	if (is_init)
		which &= ~CLONE_NEWPID;
	if (namespaces_new(sandbox, which) < 0)
		sandbox_fault(control, "no namespaces: %s", strerror(errno));
}
