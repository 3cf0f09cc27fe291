/* server_host.c - how the machine reaches the program's memory from another process.
 *
 * Pinned memory is shared: its bytes are simply there. Other memory comes through the window of the
 * channel: the program copies. The source of a plain copy has come with the call. What is to be
 * written goes with the next answer, as do changes of protection, so neither costs a message. */
#include <stdlib.h>
#include <string.h>

#include "framework/simcuda/remote/server/server.h"

/* Where the program's pinned bytes are here; NULL when they are not all pinned. */
static unsigned char *shared(const Server *server, uint64_t address, size_t bytes)
{
	uint64_t offset = address - server->pinned;
	if (offset >= server->page_bytes || bytes > server->page_bytes - offset)
		return NULL;
	return server->pages + offset;
}

/* Has the program do something, and waits until it is done. When it has gone, the call is left. */
static void ask(Server *server, RemoteAsk what, uint64_t address, uint64_t bytes)
{
	RemoteChannel *channel = server->channel;
	server->answer.ask = what;
	server->answer.address = address;
	server->answer.bytes = bytes;
	remote_copy_answer(&channel->answer, &server->answer, REMOTE_REQUEST);
	server->answer.protects = server->answer.writes = 0;
	server->answer.written = server->written = server->call.inlined;
	if (server->deaf)
		return;
	remote_give(channel, REMOTE_PROGRAM);
	while (remote_wait(channel, REMOTE_MACHINE, server->life, server_judge_busy, server) == 0) {
		const RemoteCall *call = &channel->call;
		if (what != REMOTE_CALL || call->kind != REMOTE_MARK)
			return;
		server_mark(server, call->number, call->address, call->bytes);
		remote_give(channel, REMOTE_PROGRAM);
	}
	server->gone = true;
	longjmp(server->leave, 1); /* whatever is being done: nobody waits for it */
}

/* Whether these bytes of the program's have come with the call. */
static bool is_inlined(const Server *server, uint64_t address, size_t bytes)
{
	uint64_t offset = address - server->call.request.u.copy.from;
	return offset < server->call.inlined && bytes <= server->call.inlined - offset;
}

static void read_host(void *context, void *to, uint64_t from, size_t bytes)
{
	Server *server = context;
	const unsigned char *here = shared(server, from, bytes);
	/* behind the freeze the program may have written anything there; and by what it may still call it has the copy made.
	 * Where it has not, what was held is what is there */
	if (server->frozen && !server->takes) {
		if (here && server_held(server, to, here, from, bytes))
			return;
		server->misled = true;
	}
	if (here) {
		memcpy(to, here, bytes);
		return;
	}
	if (server->unattended) {
		server->blind = true;
		memset(to, 0, bytes);
		return;
	}
	if (is_inlined(server, from, bytes)) {
		uint64_t offset = from - server->call.request.u.copy.from;
		memcpy(to, &server->channel->window[offset], bytes);
		return;
	}
	server->call.inlined = 0; /* its place in the window is needed */
	for (size_t done = 0; done < bytes;) {
		size_t part = bytes - done < REMOTE_WINDOW ? bytes - done : REMOTE_WINDOW;
		ask(server, REMOTE_READ, from + done, part);
		memcpy((unsigned char *)to + done, server->channel->window, part);
		done += part;
	}
}

static void hold_host(void *context, uint64_t from, size_t bytes)
{
	Server *server = context;
	server_hold(server, from, shared(server, from, bytes), bytes);
}

/* A library may look at memory of a GPU without its being a copy, for pointers to matrices. So it
 * gets nothing but pointers: what is none becomes 0, and is never where the program could see it. */
static void pointers_copy(const Server *server, unsigned char *to, const unsigned char *from,
			  size_t count)
{
	for (size_t at = 0; at + sizeof(uint64_t) <= count; at += sizeof(uint64_t)) {
		uint64_t word, good = 0;
		memcpy(&word, from + at, sizeof word);
		for (int i = 0; i < server->machine.gpus; i++)
			if (word - server->base[i] < server->window)
				good = word;
		memcpy(to + at, &good, sizeof good);
	}
}

/* Whether the program gets there what it fetches. Work that has to run before writes elsewhere. */
static bool is_fetch(const Server *server, uint64_t to, size_t bytes)
{
	const SimRequest *request = &server->call.request;
	uint64_t offset = to - request->u.fetch.to;
	return request->code == SIM_FETCH && offset < request->u.fetch.bytes &&
	       bytes <= request->u.fetch.bytes - offset;
}

static void write_now(Server *server, uint64_t to, const void *from, size_t bytes)
{
	RemoteAnswer *answer = &server->answer;
	bool fetches = is_fetch(server, to, bytes);
	unsigned char *here = fetches ? NULL : shared(server, to, bytes);
	if (here) {
		memcpy(here, from, bytes);
		return;
	}
	for (size_t done = 0; done < bytes;) {
		if (answer->writes == REMOTE_WRITTEN || server->written == REMOTE_WINDOW)
			ask(server, REMOTE_FLUSH, 0, 0);
		unsigned char *window = server->channel->window + server->written;
		size_t room = REMOTE_WINDOW - server->written;
		size_t part = bytes - done < room ? bytes - done : room;
		if (fetches && part < bytes - done)
			part -= part % sizeof(uint64_t);
		if (part == 0) {
			ask(server, REMOTE_FLUSH, 0, 0);
			continue;
		}
		if (fetches)
			pointers_copy(server, window, (const unsigned char *)from + done, part);
		else
			memcpy(window, (const unsigned char *)from + done, part);
		answer->write[answer->writes++] = (RemoteWritten){to + done, part};
		server->written += part;
		done += part;
	}
}

/* What is to be written has to be so while the pages are as they are. */
static void protect_now(Server *server, uint64_t address, uint64_t bytes, SimProtection protection)
{
	RemoteAnswer *answer = &server->answer;
	if (answer->protects == REMOTE_CLOSED || answer->writes > 0)
		ask(server, REMOTE_FLUSH, 0, 0);
	if (answer->protects < REMOTE_CLOSED)
		answer->protect[answer->protects++] = (RemoteProtect){address, bytes, protection};
}

/* --- deferred --------------------------------------------------------------------------------- */

typedef enum Wish { WISH_WRITE, WISH_PROTECT, WISH_CALL } Wish;

/* Something for the program's side to do, in the order in which the core wanted it. */
typedef struct Deferred {
	struct Deferred *next;
	Wish wish;
	SimProtection protection;
	uint64_t address, bytes; /* of a call: the function, its argument */
	unsigned char data[];    /* of a write */
} Deferred;

/* Without memory the wish is lost, as if the program had ended before it. */
static void defer(Server *server, const Deferred *wish, const void *data)
{
	size_t bytes = data ? wish->bytes : 0;
	Deferred *one = malloc(sizeof *one + bytes);
	if (!one)
		return;
	*one = *wish;
	if (bytes > 0)
		memcpy(one->data, data, bytes);
	if (!server->deferred)
		server->deferred_end = &server->deferred;
	*server->deferred_end = one;
	server->deferred_end = &one->next;
}

static void do_now(Server *server, const Deferred *one)
{
	if (one->wish == WISH_WRITE)
		write_now(server, one->address, one->data, one->bytes);
	else if (one->wish == WISH_PROTECT)
		protect_now(server, one->address, one->bytes, one->protection);
	else
		ask(server, REMOTE_CALL, one->address, one->bytes);
}

/* Protection of pages is no news of the GPUs: without it a program that touches its own memory
 * would wait for ever. */
void server_host_resume(Server *server)
{
	Deferred **at = &server->deferred;
	while (*at) {
		Deferred *one = *at;
		if (server->frozen && one->wish != WISH_PROTECT) {
			at = &one->next;
			continue;
		}
		*at = one->next;
		do_now(server, one);
		free(one);
	}
	server->deferred_end = at;
}

void server_host_forget(Server *server)
{
	while (server->deferred) {
		Deferred *one = server->deferred;
		server->deferred = one->next;
		free(one);
	}
}

/* --- what the machine reads for itself ---------------------------------------------------------- */

#define FETCHED (UINT64_C(1) << 63) /* no address of the program's */

bool server_fetch(Server *server, const SimRequest *launch, void *to, const void *from,
		  size_t bytes)
{
	SimRequest request = {.code = SIM_FETCH,
			      .thread = launch->thread,
			      .internal = SIM_OWN_READ,
			      .u.fetch = {.to = FETCHED,
					  .from = (uint64_t)(uintptr_t)from,
					  .bytes = bytes,
					  .stream = launch->u.launch.stream,
					  .device = launch->u.launch.device}};
	SimReply reply;
	server->fetched = to;
	server->fetched_bytes = bytes;
	sim_call(server->sim, &request, &reply);
	server->fetched = NULL;
	return reply.error == cudaSuccess;
}

static bool is_fetched(const Server *server, uint64_t to, size_t bytes)
{
	return server->fetched && to >= FETCHED && to - FETCHED <= server->fetched_bytes &&
	       bytes <= server->fetched_bytes - (to - FETCHED);
}

/* --- what the core calls ---------------------------------------------------------------------- */

static void write_host(void *context, uint64_t to, const void *from, size_t bytes)
{
	Server *server = context;
	if (is_fetched(server, to, bytes))
		memcpy(server->fetched + (to - FETCHED), from, bytes);
	else if (server->frozen || server->unattended)
		defer(server, &(Deferred){.wish = WISH_WRITE, .address = to, .bytes = bytes}, from);
	else
		write_now(server, to, from, bytes);
}

static void protect_host(void *context, uint64_t address, uint64_t bytes, SimProtection protection)
{
	Server *server = context;
	if (server->unattended)
		defer(server,
		      &(Deferred){.wish = WISH_PROTECT,
				  .protection = protection,
				  .address = address,
				  .bytes = bytes},
		      NULL);
	else
		protect_now(server, address, bytes, protection);
}

static void call_host(void *context, uint64_t function, uint64_t argument)
{
	Server *server = context;
	if (server->frozen || server->unattended)
		defer(server,
		      &(Deferred){.wish = WISH_CALL, .address = function, .bytes = argument}, NULL);
	else
		ask(server, REMOTE_CALL, function, argument);
}

SimHost server_host(Server *server)
{
	return (SimHost){.context = server,
			 .read = read_host,
			 .hold = hold_host,
			 .write = write_host,
			 .call = call_host,
			 .protect = protect_host,
			 .page_bytes = server->call.page};
}
