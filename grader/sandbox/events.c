/* events.c - what a new process tells the one that forked it, over a socket of packets. */
#include <errno.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "grader/sandbox/sandbox_inside.h"

void sandbox_event_send(int control, const SandboxEvent *event, int fd)
{
	union {
		struct cmsghdr head;
		char bytes[CMSG_SPACE(sizeof(int))];
	} with;
	struct iovec part = {(void *)(uintptr_t)event, sizeof *event};
	struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};

	if (fd >= 0) {
		memset(&with, 0, sizeof with);
		message.msg_control = &with;
		message.msg_controllen = sizeof with;
		with.head.cmsg_level = SOL_SOCKET;
		with.head.cmsg_type = SCM_RIGHTS;
		with.head.cmsg_len = CMSG_LEN(sizeof fd);
		memcpy(CMSG_DATA(&with.head), &fd, sizeof fd);
	}
	while (sendmsg(control, &message, MSG_NOSIGNAL) < 0 && errno == EINTR)
		;
}

_Noreturn void sandbox_fault(int control, const char *format, ...)
{
	SandboxEvent event = {.kind = SANDBOX_EVENT_FAULT};
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(event.text, sizeof event.text, format, arguments);
	va_end(arguments);
	if (control >= 0)
		sandbox_event_send(control, &event, -1);
	_exit(125);
}

int sandbox_event_receive(int control, SandboxEvent *event, pid_t *pid, int *fd)
{
	union {
		struct cmsghdr head;
		char bytes[CMSG_SPACE(sizeof(int)) + CMSG_SPACE(sizeof(struct ucred))];
	} with;
	struct iovec part = {event, sizeof *event};
	struct msghdr message = {.msg_iov = &part,
				 .msg_iovlen = 1,
				 .msg_control = &with,
				 .msg_controllen = sizeof with};
	ssize_t got = recvmsg(control, &message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC);

	*pid = 0;
	*fd = -1;
	if (got != (ssize_t)sizeof *event)
		return 0;
	event->text[sizeof event->text - 1] = '\0';
	for (struct cmsghdr *each = CMSG_FIRSTHDR(&message); each;
	     each = CMSG_NXTHDR(&message, each)) {
		if (each->cmsg_level != SOL_SOCKET)
			continue;
		if (each->cmsg_type == SCM_RIGHTS) {
			memcpy(fd, CMSG_DATA(each), sizeof *fd);
		} else if (each->cmsg_type == SCM_CREDENTIALS) {
			struct ucred sender;
			memcpy(&sender, CMSG_DATA(each), sizeof sender);
			*pid = sender.pid;
		}
	}
	return 1;
}
