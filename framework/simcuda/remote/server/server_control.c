/* server_control.c - what a judge gets to start a program with. */
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "framework/simcuda/remote/server/server.h"

static int descriptors_send(int socket, const int *fd)
{
	char byte = 0;
	_Alignas(struct cmsghdr) char space[CMSG_SPACE(MACHINE_DESCRIPTORS * sizeof(int))] = {0};
	struct iovec one = {&byte, 1};
	struct msghdr message = {.msg_iov = &one,
				 .msg_iovlen = 1,
				 .msg_control = space,
				 .msg_controllen = sizeof space};
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(MACHINE_DESCRIPTORS * sizeof(int));
	memcpy(CMSG_DATA(head), fd, MACHINE_DESCRIPTORS * sizeof(int));
	return sendmsg(socket, &message, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

int server_link_open(Server *server, int trace, int socket)
{
	int sent = descriptors_send(socket, (int[]){server->memory, server->other_life,
						    trace < 0 ? server->memory : trace});
	close(server->other_life);
	server->judge = socket;
	return sent;
}
