/* remote.c - starting the machine's process, and its last words. */
#include "remote.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "text.h"

#define START_MS   5000 /* until it has sent its descriptors */
#define END_MS     1000 /* until its report is whole, after the program has gone */
#define REPORT_MAX (1024 * 1024)

static _Noreturn void become(const Options *o, const char *machine, int control, pid_t parent)
{
	const rlim_t seconds = 2 * (rlim_t)o->seconds; /* a process is called twice */
	const struct rlimit cpu = {seconds, seconds + 1};
	char *program = text_new("%s/bin/simcuda-remote", o->build);
	char *chosen = text_new("SIMCUDA_MACHINE=%s", machine), *env[4] = {chosen, NULL};
	const char *threads = getenv("OPENBLAS_NUM_THREADS"), *core = getenv("OPENBLAS_CORETYPE");
	int count = 1;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(127);
	setsid();
	if (threads != NULL)
		env[count++] = text_new("OPENBLAS_NUM_THREADS=%s", threads);
	if (core != NULL)
		env[count++] = text_new("OPENBLAS_CORETYPE=%s", core);
	env[count] = NULL;
	dup2(control, STDIN_FILENO);
	close_range(3, ~0U, 0);
	setrlimit(RLIMIT_CPU, &cpu);
	execle(program, program, "--serve", (char *)NULL, env);
	fprintf(stderr, "usegpu-grade: %s: %s\n", program, strerror(errno));
	_exit(127);
}

static int descriptors_take(int control, int *fd)
{
	char byte;
	_Alignas(struct cmsghdr) char space[CMSG_SPACE(GLASS_DESCRIPTORS * sizeof(int))];
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
	if (head == NULL || head->cmsg_type != SCM_RIGHTS ||
	    head->cmsg_len != CMSG_LEN(GLASS_DESCRIPTORS * sizeof(int)))
		return -1;
	memcpy(fd, CMSG_DATA(head), GLASS_DESCRIPTORS * sizeof(int));
	return 0;
}

int remote_start(const Options *options, const char *machine, Remote *remote)
{
	int ends[2], fd[GLASS_DESCRIPTORS];
	pid_t parent = getpid();

	*remote = (Remote){.control = -1, .memory = -1, .life = -1};
	if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) < 0)
		return -1;
	fflush(NULL);
	remote->pid = fork();
	if (remote->pid == 0)
		become(options, machine, ends[1], parent);
	close(ends[1]);
	remote->control = ends[0];
	if (remote->pid < 0 || descriptors_take(ends[0], fd) < 0)
		return -1;
	remote->memory = fd[0];
	remote->life = fd[1];
	void *glass = mmap(NULL, sizeof(RemoteGlass), PROT_READ, MAP_SHARED, fd[2], 0);
	close(fd[2]);
	remote->glass = glass == MAP_FAILED ? NULL : glass;
	return remote->glass == NULL ? -1 : 0;
}

void remote_given(Remote *remote)
{
	if (remote->memory >= 0)
		close(remote->memory);
	if (remote->life >= 0)
		close(remote->life);
	remote->memory = remote->life = -1;
}

/* All that comes until the other end closes; NULL when that is too much, or too late. */
static char *report_take(int control)
{
	char *text = memory_new(REPORT_MAX);
	size_t count = 0;
	ssize_t got = 1;

	while (got > 0 && count < REPORT_MAX - 1) {
		struct pollfd ready = {control, POLLIN, 0};

		got = poll(&ready, 1, END_MS) > 0
			      ? recv(control, text + count, REPORT_MAX - 1 - count, 0)
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
	if (remote->pid <= 0)
		return;
	remote_given(remote);
	remote->report = report_take(remote->control);
	if (remote->report == NULL)
		kill(remote->pid, SIGKILL);
	while (waitpid(remote->pid, &remote->status, 0) < 0 && errno == EINTR)
		;
	remote->pid = 0;
}

void remote_free(Remote *remote)
{
	remote_end(remote);
	if (remote->control >= 0)
		close(remote->control);
	if (remote->glass != NULL)
		munmap((void *)(uintptr_t)remote->glass, sizeof(RemoteGlass));
	free(remote->report);
	*remote = (Remote){.control = -1, .memory = -1, .life = -1};
}
