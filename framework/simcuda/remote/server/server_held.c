/* server_held.c - what copies behind a host function would read when the judge freezes the machine.
 *
 * Such a copy cannot be made then: the function may still write there. So the bytes are kept. A copy that is made later
 * and finds them unchanged has what was there at the freeze, and is told of; one that finds others is not. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/remote/server/server.h"

enum { HELD_MOST = 64 << 20 }; /* bytes in all: what is more is not kept, and so not told */

typedef struct Held {
	struct Held *next;
	uint64_t from;
	size_t bytes;
	unsigned char byte[];
} Held;

/* The kept bytes that begin at that address; NULL: so many are not kept. */
static const unsigned char *held_at(const Server *server, uint64_t from, size_t bytes)
{
	for (const Held *held = server->held; held; held = held->next) {
		const uint64_t offset = from - held->from;
		if (offset < held->bytes && bytes <= held->bytes - offset)
			return held->byte + offset;
	}
	return NULL;
}

void server_hold(Server *server, uint64_t from, const unsigned char *here, size_t bytes)
{
	if (!here || bytes > HELD_MOST - server->held_bytes || held_at(server, from, bytes))
		return;
	Held *held = malloc(sizeof *held + bytes);
	if (!held)
		return;
	*held = (Held){.next = server->held, .from = from, .bytes = bytes};
	memcpy(held->byte, here, bytes);
	server->held = held;
	server->held_bytes += bytes;
}

bool server_held(const Server *server, void *to, const unsigned char *here, uint64_t from,
		 size_t bytes)
{
	const unsigned char *held = held_at(server, from, bytes);
	if (!held || memcmp(held, here, bytes) != 0)
		return false;
	memcpy(to, held, bytes); /* the program may be writing there */
	return true;
}

void server_held_clear(Server *server)
{
	while (server->held) {
		Held *held = server->held;
		server->held = held->next;
		free(held);
	}
	server->held_bytes = 0;
}
