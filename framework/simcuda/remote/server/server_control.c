/* server_control.c - what a judge gets to start a program with, and to look through. */
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "framework/simcuda/remote/server/server.h"

static int descriptors_send(int socket, const int *fd)
{
	char byte = 0;
	_Alignas(struct cmsghdr) char space[CMSG_SPACE(GLASS_DESCRIPTORS * sizeof(int))] = {0};
	struct iovec one = {&byte, 1};
	struct msghdr message = {.msg_iov = &one,
				 .msg_iovlen = 1,
				 .msg_control = space,
				 .msg_controllen = sizeof space};
	struct cmsghdr *head = CMSG_FIRSTHDR(&message);
	head->cmsg_level = SOL_SOCKET;
	head->cmsg_type = SCM_RIGHTS;
	head->cmsg_len = CMSG_LEN(GLASS_DESCRIPTORS * sizeof(int));
	memcpy(CMSG_DATA(head), fd, GLASS_DESCRIPTORS * sizeof(int));
	return sendmsg(socket, &message, MSG_NOSIGNAL) == 1 ? 0 : -1;
}

int control_page_open(Server *server, int trace, int socket)
{
	int page = memfd_create("simcuda-glass", MFD_CLOEXEC);
	if (page < 0 || ftruncate(page, (off_t)sizeof(RemoteGlass)) != 0)
		return -1;
	void *at = mmap(NULL, sizeof(RemoteGlass), PROT_READ | PROT_WRITE, MAP_SHARED, page, 0);
	if (at == MAP_FAILED)
		return -1;
	server->glass = at;
	int sent = descriptors_send(socket, (int[]){server->memory, server->other_life, page,
						    trace < 0 ? page : trace, server->shown});
	close(server->other_life);
	close(page);
	return sent;
}
