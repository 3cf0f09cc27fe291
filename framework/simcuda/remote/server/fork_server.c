/* fork_server.c - takes orders, forks, and tells how each process ended. */
#include "framework/simcuda/remote/server/fork_server.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#define MOST 256 /* machines at a time */

/* A machine's process. */
typedef struct Leased {
	pid_t pid;
	int pidfd, lease;
} Leased;

static Leased leased[MOST];
static int count;

static void close_both(const int *fd)
{
	for (int i = 0; i < ORDER_DESCRIPTORS; i++)
		if (fd[i] >= 0)
			close(fd[i]);
}

/* 1: an order; 0: none, or none that can be understood; -1: nobody is left, or it is no socket. */
static int order_take(int orders, RemoteOrder *order, int *fd)
{
	_Alignas(struct cmsghdr) char space[CMSG_SPACE(ORDER_DESCRIPTORS * sizeof(int))];
	struct iovec one = {order, sizeof *order};
	struct msghdr message = {.msg_iov = &one,
				 .msg_iovlen = 1,
				 .msg_control = space,
				 .msg_controllen = sizeof space};
	ssize_t got = recvmsg(orders, &message, MSG_CMSG_CLOEXEC | MSG_DONTWAIT);
	const struct cmsghdr *head = got > 0 ? CMSG_FIRSTHDR(&message) : NULL;

	fd[0] = fd[1] = -1;
	if (got <= 0)
		return got < 0 && (errno == EAGAIN || errno == EINTR) ? 0 : -1;
	if (!head || head->cmsg_type != SCM_RIGHTS ||
	    head->cmsg_len != CMSG_LEN(ORDER_DESCRIPTORS * sizeof(int)))
		return 0;
	memcpy(fd, CMSG_DATA(head), ORDER_DESCRIPTORS * sizeof(int));
	if (got == (ssize_t)sizeof *order && order->version == ORDER_VERSION &&
	    memchr(order->machine, '\0', sizeof order->machine))
		return 1;
	close_both(fd);
	return 0;
}

static void tell(int lease, int number)
{
	/* Who does not listen any more does not want to know. */
	(void)!send(lease, &number, sizeof number, MSG_NOSIGNAL | MSG_DONTWAIT);
}

static void order_start(const RemoteOrder *order, const int *fd, int orders,
			int (*serve)(const RemoteOrder *order, int control))
{
	pid_t parent = getpid(), child = count < MOST ? fork() : -1;

	if (child == 0) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		if (getppid() != parent)
			_exit(127);
		close(orders);
		close(fd[1]);
		for (int i = 0; i < count; i++)
			close_both((int[]){leased[i].pidfd, leased[i].lease});
		_exit(serve(order, fd[0]));
	}
	int pidfd = child > 0 ? (int)syscall(SYS_pidfd_open, child, 0) : -1;
	close(fd[0]);
	if (pidfd >= 0) {
		tell(fd[1], (int)child);
		leased[count++] = (Leased){child, pidfd, fd[1]};
		return;
	}
	if (child > 0) {
		kill(child, SIGKILL);
		waitpid(child, NULL, 0);
	}
	close(fd[1]);
}

/* The process has ended. */
static void leased_end(int i)
{
	int status = 0;

	while (waitpid(leased[i].pid, &status, 0) < 0 && errno == EINTR)
		;
	tell(leased[i].lease, status);
	close_both((int[]){leased[i].pidfd, leased[i].lease});
	leased[i] = leased[--count];
}

int fork_server_run(int orders, int (*serve)(const RemoteOrder *order, int control))
{
	for (;;) {
		struct pollfd fds[1 + 2 * MOST] = {{orders, POLLIN, 0}};
		RemoteOrder order;
		int fd[ORDER_DESCRIPTORS], got = 0;

		for (int i = 0; i < count; i++) {
			fds[1 + 2 * i] = (struct pollfd){leased[i].pidfd, POLLIN, 0};
			fds[2 + 2 * i] = (struct pollfd){leased[i].lease, POLLIN, 0};
		}
		if (poll(fds, 1 + 2 * (nfds_t)count, -1) < 0)
			continue;
		for (int i = count; i-- > 0;) {
			if (fds[2 + 2 * i].revents)
				kill(leased[i].pid, SIGKILL);
			if (fds[1 + 2 * i].revents)
				leased_end(i);
		}
		if (fds[0].revents)
			got = order_take(orders, &order, fd);
		if (got > 0)
			order_start(&order, fd, orders, serve);
		if (got < 0 && errno == ENOTSOCK) {
			fputs("simcuda-remote: --warm: expected a socket as the input\n", stderr);
			return 2;
		}
		if (got < 0)
			return 0; /* what still works dies with us */
	}
}
