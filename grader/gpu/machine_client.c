/* machine_client.c - what makes machines; having one made; its last words. */
#include "grader/gpu/machine_client.h"

#include <errno.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/job_pool.h"
#include "grader/base/text.h"

#define START_MS     10000         /* until it has sent its descriptors */
#define ANSWER_S     60            /* it may have to compute what the judge looks at */
#define END_MS       10000         /* until its report is whole, after the program has gone */
#define REPORT_MAX   (1024 * 1024) /* the first times a power of 2 */
#define REPORT_FIRST (16 * 1024)

/* Judge and machine at a time, each with a program: with fewer processors than these need, both
 * sides of a line share one, and give it to each other. */
#define CORES_ENOUGH 4

/* --- what makes machines ---------------------------------------------------------------------- */

static pid_t warm; /* 0: none */
static int orders = -1;

static _Noreturn void become(const Options *o, int socket, pid_t parent)
{
	char *program = text_new("%s/bin/simcuda-remote", o->build);
	char *env[3] = {NULL};
	const char *kind = getenv("OPENBLAS_CORETYPE");

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	setsid();
	env[0] = text_new("OPENBLAS_NUM_THREADS=1"); /* a machine starts no threads */
	if (kind)
		env[1] = text_new("OPENBLAS_CORETYPE=%s", kind);
	dup2(socket, STDIN_FILENO);
	close_range(3, ~0U, 0);
	execle(program, program, "--warm", (char *)NULL, env);
	refuse("%s: %s", program, strerror(errno));
	_exit(127);
}

int remote_open(const Options *options)
{
	int ends[2];
	pid_t parent = getpid();

	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) {
		refuse("no simulated machines: %s", strerror(errno));
		return -1;
	}
	fflush(NULL);
	warm = fork();
	if (warm == 0)
		become(options, ends[1], parent);
	close(ends[1]);
	orders = ends[0];
	if (warm > 0)
		return 0;
	refuse("no simulated machines: %s", strerror(errno));
	remote_close();
	return -1;
}

/* There in a build that counts lines (make coverage): a signal would forget the counts. */
__attribute__((weak)) void __gcov_dump(void); /* NOLINT: gcov's name */

void remote_close(void)
{
	if (orders >= 0)
		close(orders); /* now nobody orders any more: it ends by itself */
	orders = -1;
	if (warm <= 0)
		return;
	if (!__gcov_dump)
		kill(warm, SIGKILL); /* sooner, and with it what it has made */
	while (waitpid(warm, NULL, 0) < 0 && errno == EINTR)
		;
	warm = 0;
}

/* --- a machine -------------------------------------------------------------------------------- */

static int order_send(const RemoteOrder *order, const int *fd)
{
	_Alignas(struct cmsghdr) char space[CMSG_SPACE(ORDER_DESCRIPTORS * sizeof(int))] = {0};
	struct iovec one = {(void *)(uintptr_t)order, sizeof *order};
	struct msghdr message = {.msg_iov = &one,
				 .msg_iovlen = 1,
				 .msg_control = space,
				 .msg_controllen = sizeof space};
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);

	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(ORDER_DESCRIPTORS * sizeof(int));
	memcpy(CMSG_DATA(head), fd, ORDER_DESCRIPTORS * sizeof(int));
	return sendmsg(orders, &message, MSG_NOSIGNAL) < 0 ? -1 : 0;
}

static int descriptors_take(int control, int *fd)
{
	char byte;
	_Alignas(struct cmsghdr) char space[CMSG_SPACE(MACHINE_DESCRIPTORS * sizeof(int))];
	struct iovec one = {&byte, 1};
	struct msghdr message = {.msg_iov = &one,
				 .msg_iovlen = 1,
				 .msg_control = space,
				 .msg_controllen = sizeof space};
	struct pollfd ready = {control, POLLIN, 0};
	const struct cmsghdr *head;

	errno = ETIMEDOUT;
	if (poll(&ready, 1, START_MS) <= 0)
		return -1;
	errno = EPROTO;
	if (recvmsg(control, &message, MSG_CMSG_CLOEXEC) != 1)
		return -1;
	head = CMSG_FIRSTHDR(&message);
	if (!head || head->cmsg_type != SCM_RIGHTS ||
	    head->cmsg_len != CMSG_LEN(MACHINE_DESCRIPTORS * sizeof(int)))
		return -1;
	memcpy(fd, CMSG_DATA(head), MACHINE_DESCRIPTORS * sizeof(int));
	return 0;
}

/* A number that comes over the lease; -1 when none does. */
static int lease_hear(int lease, int *number)
{
	struct pollfd ready = {lease, POLLIN, 0};

	return poll(&ready, 1, END_MS) > 0 &&
			       recv(lease, number, sizeof *number, 0) == (ssize_t)sizeof *number
		       ? 0
		       : -1;
}

/* Both sides of a line never work at the same time. On a core of their own they wake each other in
 * a few microseconds; from one core to another that takes tens. Of judges that work side by side
 * each takes another core: by chance both would begin on one, and the other core have nothing to do. */
static int core_choose(const Options *options)
{
	int left = job_pool_place();
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof set, &set) < 0 || CPU_COUNT(&set) >= CORES_ENOUGH)
		return -1;
	if (options->jobs < 2 || left < 0)
		return sched_getcpu();
	left %= CPU_COUNT(&set);
	for (int core = 0; core < CPU_SETSIZE; core++)
		if (CPU_ISSET((unsigned)core, &set) && left-- == 0)
			return core;
	return -1;
}

static int machine_order(const Options *options, const char *machine, int traced, int kernels,
			 Remote *remote)
{
	RemoteOrder order = {.version = ORDER_VERSION,
			     .seconds = 2 * options->seconds, /* a process is called twice */
			     .user = sandbox_user_beside(),
			     .core = remote->ends.core,
			     .filtered = options->tier != SANDBOX_NONE,
			     .traced = traced,
			     .kernels = kernels};
	const struct timeval patience = {.tv_sec = ANSWER_S};
	int control[2], lease[2], bad, pid;

	if ((size_t)snprintf(order.machine, sizeof order.machine, "%s", machine) >=
	    sizeof order.machine) {
		errno = ENAMETOOLONG;
		return -1;
	}
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, control) < 0)
		return -1;
	remote->link = control[0];
	setsockopt(control[0], SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
	if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, lease) < 0) {
		close(control[1]);
		return -1;
	}
	remote->lease = lease[0];
	bad = order_send(&order, (int[]){control[1], lease[1]}) < 0;
	close(control[1]);
	close(lease[1]);
	if (bad || lease_hear(remote->lease, &pid) < 0)
		return -1;
	remote->ends.pid = pid;
	return 0;
}

int remote_start(const Options *options, const char *machine, int traced, int kernels,
		 Remote *remote)
{
	int fd[MACHINE_DESCRIPTORS];

	*remote = REMOTE_NONE;
	remote->ends.core = core_choose(options);
	if (machine_order(options, machine, traced, kernels, remote) < 0 ||
	    descriptors_take(remote->link, fd) < 0)
		return -1;
	remote->ends.memory = fd[0];
	remote->ends.life = fd[1];
	remote->trace = fd[2];
	return 0;
}

/* --- its end ---------------------------------------------------------------------------------- */

static void close_one(int *fd)
{
	if (*fd >= 0)
		close(*fd);
	*fd = -1;
}

void remote_given(Remote *remote)
{
	close_one(&remote->ends.memory);
	close_one(&remote->ends.life);
}

/* All that comes until the other end closes; NULL when that is too much, or too late. Most reports are
 * short: room for the longest would be touched for nothing, with each run. */
static char *report_take(int link)
{
	size_t count = 0, room = REPORT_FIRST;
	char *text = memory_grow(NULL, room);
	ssize_t got = 1;

	while (got > 0 && count < REPORT_MAX - 1) {
		struct pollfd ready = {link, POLLIN, 0};

		if (count == room - 1)
			text = memory_grow(text, room *= 2);
		got = poll(&ready, 1, END_MS) > 0 ? recv(link, text + count, room - 1 - count, 0)
						  : -1;
		count += got > 0 ? (size_t)got : 0;
	}
	if (got != 0 || count == 0) {
		free(text);
		return NULL;
	}
	text[count] = '\0';
	return text;
}

void remote_end(Remote *remote)
{
	if (remote->ends.pid <= 0)
		return;
	remote_given(remote);
	remote->report = report_take(remote->link);
	if (!remote->report)
		shutdown(remote->lease, SHUT_WR); /* it is ended now, and we hear how it was */
	if (lease_hear(remote->lease, &remote->status) < 0)
		remote->status = SIGKILL;
	remote->ends.pid = 0;
}

void remote_free(Remote *remote)
{
	remote_end(remote);
	close_one(&remote->link);
	close_one(&remote->lease);
	close_one(&remote->trace);
	free(remote->report);
	*remote = REMOTE_NONE;
}
