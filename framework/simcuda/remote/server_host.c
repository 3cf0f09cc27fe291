/* server_host.c - how the machine reaches the program's memory from another process.
 *
 * Pinned memory is shared: its bytes are simply there. Other memory comes through the window of the
 * channel, piece by piece: the program copies. Pages are closed and opened by the program too, with
 * the answer to its call. */
#include <string.h>

#include "server.h"

/* Where the program's pinned bytes are here; NULL when they are not all pinned. */
static unsigned char *shared(const Server *server, uint64_t address, size_t bytes)
{
	uint64_t offset = address - server->pinned;
	if (offset >= server->page_bytes || bytes > server->page_bytes - offset)
		return NULL;
	return server->pages + offset;
}

/* Has the program do something, and waits until it is done. */
static void ask(Server *server, RemoteAsk what, uint64_t address, size_t bytes)
{
	RemoteChannel *channel = server->channel;
	if (server->gone)
		return;
	server->answer.ask = what;
	server->answer.address = address;
	server->answer.bytes = bytes;
	remote_copy_answer(&channel->answer, &server->answer, REMOTE_REQUEST);
	server->answer.protects = 0;
	remote_give(channel, REMOTE_PROGRAM);
	server->gone = remote_wait(channel, REMOTE_MACHINE, server->life) != 0;
}

/* From a program that has gone come zeros: nobody will see what is made of them. */
static void read_host(void *context, void *to, uint64_t from, size_t bytes)
{
	Server *server = context;
	const unsigned char *here = shared(server, from, bytes);
	if (here) {
		memcpy(to, here, bytes);
		return;
	}
	for (size_t done = 0; done < bytes;) {
		size_t part = bytes - done < REMOTE_WINDOW ? bytes - done : REMOTE_WINDOW;
		ask(server, REMOTE_READ, from + done, part);
		if (server->gone)
			memset((unsigned char *)to + done, 0, part);
		else
			memcpy((unsigned char *)to + done, server->channel->window, part);
		done += part;
	}
}

static void write_host(void *context, uint64_t to, const void *from, size_t bytes)
{
	Server *server = context;
	unsigned char *here = shared(server, to, bytes);
	if (here) {
		memcpy(here, from, bytes);
		return;
	}
	for (size_t done = 0; done < bytes && !server->gone;) {
		size_t part = bytes - done < REMOTE_WINDOW ? bytes - done : REMOTE_WINDOW;
		memcpy(server->channel->window, (const unsigned char *)from + done, part);
		ask(server, REMOTE_WRITE, to + done, part);
		done += part;
	}
}

/* Is refused before it comes here. */
static void call_host(void *context, uint64_t function, uint64_t argument)
{
	(void)context, (void)function, (void)argument;
}

static void protect_host(void *context, uint64_t address, uint64_t bytes, SimProtection protection)
{
	Server *server = context;
	RemoteAnswer *answer = &server->answer;
	if (answer->protects == REMOTE_CLOSED)
		ask(server, REMOTE_PROTECT, 0, 0);
	if (answer->protects < REMOTE_CLOSED)
		answer->protect[answer->protects++] = (RemoteProtect){address, bytes, protection};
}

SimHost server_host(Server *server)
{
	return (SimHost){.context = server,
			 .read = read_host,
			 .write = write_host,
			 .call = call_host,
			 .protect = protect_host,
			 .page_bytes = server->call.page};
}
