/* server_show.c - device memory for the judge: read here, where the program cannot change it. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "framework/simcuda/remote/server/server.h"

int server_show_open(Server *server)
{
	server->shown = memfd_create("simcuda-shown", MFD_CLOEXEC);
	return server->shown;
}

/* What has written device memory so far. */
static uint64_t writes(const Server *server)
{
	SimcudaCounters c;
	sim_counters(server->sim, 0, &c);
	return c.copies_h2d + c.copies_d2d + c.copies_p2p + c.memsets + c.launches;
}

void server_show_note(Server *server)
{
	uint32_t ended = server->glass ? atomic_load(&server->glass->ended) : 0;
	if (ended == server->ended)
		return;
	server->ended = ended;
	server->writes = writes(server);
}

static int all_written(int file, const void *bytes, size_t count)
{
	const char *from = bytes;
	while (count > 0) {
		ssize_t wrote = write(file, from, count);
		if (wrote <= 0)
			return -1;
		from += wrote;
		count -= (size_t)wrote;
	}
	return 0;
}

cudaError_t server_show(Server *server)
{
	RemoteShown head = {.bytes = server->call.bytes};
	uint64_t base, bytes;
	SimSite made;
	server->call.name[sizeof head.name - 1] = '\0';
	memcpy(head.name, server->call.name, sizeof head.name);
	if (server->shown < 0 || server->shown_times == SHOWN_TIMES ||
	    head.bytes > SHOWN_MOST - server->shown_bytes ||
	    sim_describe(server->sim, server->call.address, &head.device, &base, &bytes, &made) !=
		    1)
		return cudaErrorInvalidValue;
	unsigned char *copy = malloc(head.bytes + 1);
	if (!copy)
		return cudaErrorMemoryAllocation;
	server_show_note(server);
	head.window = server->ended;
	head.late = server->ended > 0 && server->ended == atomic_load(&server->glass->begun) &&
		    writes(server) != server->writes;
	bool good = sim_peek(server->sim, server->call.address, copy, head.bytes) == 0 &&
		    all_written(server->shown, &head, sizeof head) == 0 &&
		    all_written(server->shown, copy, head.bytes) == 0;
	server->shown_bytes += head.bytes;
	server->shown_times++;
	free(copy);
	return good ? cudaSuccess : cudaErrorInvalidValue;
}
