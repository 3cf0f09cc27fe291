/* server_judge.c - the judge's calls: what begins and ends a measured part, and a look at device
 * memory, which is read here, where the program cannot change it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "framework/simcuda/core/sim_judge.h"
#include "framework/simcuda/remote/server/server.h"
#include "framework/simcuda/remote/server/server_trace.h"

/* What has written device memory so far. */
static uint64_t writes(const Server *server)
{
	SimcudaCounters c = {0};
	if (server->sim)
		sim_counters(server->sim, 0, &c);
	return c.copies_h2d + c.copies_d2d + c.copies_p2p + c.memsets + c.launches;
}

static void counters_take(const Server *server, JudgeReply *reply)
{
	if (server->sim)
		sim_counters(server->sim, 0, &reply->counters);
	reply->counters.host_ns = server->latest;
	reply->counters.working = server->sim ? sim_working(server->sim, server->latest) : 0;
}

/* A copy of what is to follow the reply, to be freed. */
static unsigned char *list_copy(const void *list, size_t bytes, JudgeReply *reply)
{
	unsigned char *copy = malloc(bytes + 1);
	if (!copy || bytes == 0)
		return copy;
	reply->bytes = bytes;
	memcpy(copy, list, bytes);
	return copy;
}

static unsigned char *marks(const Server *server, JudgeReply *reply)
{
	const SimcudaMark *list = NULL;
	uint64_t kept = server->sim ? sim_marks(server->sim, &list, &reply->lost) : 0;
	return list_copy(list, kept * sizeof *list, reply);
}

/* A copy of them, to be freed. */
static unsigned char *kernels(const Server *server, JudgeReply *reply)
{
	SimKernelCounts *copy = malloc(SIM_KERNEL_LOG * sizeof *copy);
	uint64_t launched = 0;
	size_t kept =
		server->sim && copy ? sim_kernels(server->sim, copy, SIM_KERNEL_LOG, &launched) : 0;
	reply->bytes = kept * sizeof *copy;
	reply->lost = launched - kept;
	return (unsigned char *)copy;
}

/* A copy of them, to be freed. */
static unsigned char *events(const Server *server, const JudgeCall *call, JudgeReply *reply)
{
	SimEvent *copy = malloc(SIM_EVENTS_TOLD * sizeof *copy);
	if (server->sim && copy)
		reply->bytes = sizeof *copy *
			       sim_events(server->sim, call->address, copy, SIM_EVENTS_TOLD);
	return (unsigned char *)copy;
}

static unsigned char *launched(const Server *server, JudgeReply *reply)
{
	const SimLaunched *list = NULL;
	size_t kept =
		server->sim ? sim_launched(server->sim, &list, &reply->lost, &reply->readings) : 0;
	return list_copy(list, kept * sizeof *list, reply);
}

static unsigned char *notes(const Server *server, JudgeReply *reply)
{
	const SimNote *list = NULL;
	size_t kept =
		server->sim ? sim_notes(server->sim, &list, &reply->lost, &reply->readings) : 0;
	return list_copy(list, kept * sizeof *list, reply);
}

/* What the program writes to memory that it shares with the machine no longer counts for what it has queued. */
static void host_take(Server *server)
{
	server->unattended = server->takes = true;
	if (server->sim)
		sim_take_host(server->sim); /* what is left is not looked at: read_host */
	server->unattended = server->takes = false;
}

static void freeze(Server *server, JudgeReply *reply)
{
	server_held_clear(server);
	host_take(server);
	reply->second = server->second;
	server->frozen = true;
	server->over = true;
	server->single = false;
	server->failing = (SimFailing){.kind = NULL};
	server->order = 0;
	if (server->sim)
		sim_hand(server->sim, 0, NULL, 0);
	server->writes = writes(server);
	server_trace_part(server, false);
}

static void begin(Server *server, bool single, uint64_t rough)
{
	host_take(server);
	server_held_clear(server); /* in the part the program may write there */
	server->single = single;
	server->only = -1;
	server->second = false;
	server->frozen = server->over = server->misled = false;
	server->begun = true;
	server->given = false;
	server->floor = server->latest;
	server_trace_part(server, true);
	server->failing = server->next;
	server->next = (SimFailing){.kind = NULL};
	server->order = server->next_order;
	server->next_order = 0;
	if (server->sim) {
		sim_marks_clear(server->sim);
		sim_kernels_clear(server->sim);
		sim_launched_clear(server->sim);
		sim_counters(server->sim, 0, &server->at_go);
		sim_notes_clear(server->sim);
		sim_rough(server->sim, rough);
	}
}

static int arm(Server *server, const JudgeCall *call)
{
	char kind[sizeof call->failing + 1] = "";
	memcpy(kind, call->failing, sizeof call->failing);
	if (sim_failing_set(&server->next, kind, (int64_t)call->address, (int64_t)call->bytes) < 0)
		return JUDGE_NOWHERE;
	server->next.what = call->seed;
	return JUDGE_DONE;
}

/* To the freeze of the next part. */
static int hand(const Server *server, const JudgeCall *call, const unsigned char *bytes)
{
	bool good = bytes && server->sim && call->bytes % sizeof(PtxDye) == 0 &&
		    (!server->begun || server->over) &&
		    sim_hand(server->sim, 1, (const PtxDye *)(const void *)bytes,
			     call->bytes / sizeof(PtxDye)) == 0;
	return good ? JUDGE_DONE : JUDGE_NOWHERE;
}

static int slow(const Server *server, const JudgeCall *call)
{
	bool there = server->sim && sim_slow(server->sim, call->address, call->bytes) == 0;
	return there ? JUDGE_DONE : JUDGE_NOWHERE;
}

/* Whether they lie in one live allocation of a GPU, *device, which begins at *base and is no image of a module. */
static bool is_memory(const Server *server, uint64_t address, uint64_t bytes, int32_t *device,
		      uint64_t *base)
{
	uint64_t room;
	SimSite made;
	return server->sim && sim_describe(server->sim, address, device, base, &room, &made) == 1 &&
	       bytes <= room && address - *base <= room - bytes &&
	       !server_in_image(server, address);
}

/* `to`: memory for the bytes, to be freed. */
static void peek(Server *server, const JudgeCall *call, JudgeReply *reply, unsigned char **to)
{
	bool number = call->kind == JUDGE_NUMBER;
	size_t bytes = number ? sizeof(float) : call->bytes;
	float value = 0;
	reply->answer = JUDGE_NOWHERE;
	if (!is_memory(server, call->address, bytes, &reply->device, &reply->base))
		return;
	*to = malloc(bytes + 1);
	server->blind = false;
	server->unattended = true;
	if (*to && (number ? sim_number(server->sim, call->address, &value)
			   : sim_peek_queued(server->sim, call->address, *to, bytes)) == 0) {
		server->blind |= server->misled;
		reply->answer = server->blind ? JUDGE_BLIND : JUDGE_DONE;
		reply->bytes = server->blind ? 0 : bytes;
	}
	if (*to && number)
		memcpy(*to, &value, sizeof value);
	server->unattended = false;
	reply->late = server->over && writes(server) != server->writes;
}

/* Takes what follows the call; NULL: the judge is gone, or wants too much. */
static unsigned char *bytes_take(const Server *server, const JudgeCall *call)
{
	unsigned char *bytes = call->bytes <= JUDGE_POKE_MAX ? malloc(call->bytes + 1) : NULL;
	for (size_t at = 0; bytes && at < call->bytes;) {
		ssize_t got = recv(server->judge, bytes + at, call->bytes - at, 0);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			free(bytes);
			return NULL;
		}
		at += (size_t)got;
	}
	return bytes;
}

/* `bytes`: those that came with JUDGE_POKE. */
static int poke(Server *server, const JudgeCall *call, int *device, const unsigned char *bytes)
{
	bool draws = call->kind == JUDGE_DRAW;
	uint64_t base;
	if ((!bytes && !draws) || (server->begun && !server->over) ||
	    !is_memory(server, call->address, call->bytes, device, &base))
		return JUDGE_NOWHERE;
	server->blind = false;
	server->unattended = true;
	int bad = (draws ? sim_draw(server->sim, call->address, call->first,
				    call->bytes / sizeof(float), call->seed)
			 : sim_poke(server->sim, call->address, bytes, call->bytes)) < 0;
	server->unattended = false;
	server->given = true;
	return bad ? JUDGE_NOWHERE : server->blind ? JUDGE_BLIND : JUDGE_DONE;
}

/* A reply and what follows it. The judge may be gone; the error is then nobody's. */
static void reply_send(int socket, JudgeReply *reply, unsigned char *bytes)
{
	size_t left = sizeof *reply + reply->bytes;
	struct iovec parts[2] = {{reply, sizeof *reply}, {bytes, reply->bytes}}, *from = parts;
	while (left > 0) {
		struct msghdr message = {.msg_iov = from,
					 .msg_iovlen = left > from->iov_len ? 2 : 1};
		ssize_t sent = sendmsg(socket, &message, MSG_NOSIGNAL);
		if (sent < 0 && errno == EINTR)
			continue;
		if (sent <= 0)
			return;
		left -= (size_t)sent;
		for (size_t over = (size_t)sent; over > 0 && left > 0;) {
			size_t here = over < from->iov_len ? over : from->iov_len;
			from->iov_base = (char *)from->iov_base + here;
			from->iov_len -= here;
			over -= here;
			from += from->iov_len == 0;
		}
	}
}

static void answer(Server *server, const JudgeCall *call, bool busy)
{
	JudgeReply reply = {.answer = busy ? JUDGE_BUSY : JUDGE_DONE, .device = -1};
	bool follow = call->kind == JUDGE_POKE || call->kind == JUDGE_HAND;
	unsigned char *bytes = follow ? bytes_take(server, call) : NULL;
	if (!busy && call->kind == JUDGE_ARM)
		reply.answer = arm(server, call);
	else if (!busy && call->kind == JUDGE_SLOW)
		reply.answer = slow(server, call);
	else if (!busy && call->kind == JUDGE_HAND)
		reply.answer = hand(server, call, bytes);
	else if (!busy && call->kind == JUDGE_ORDER)
		server->next_order = (uint32_t)call->address;
	else if (!busy && call->kind == JUDGE_GO)
		begin(server, call->bytes & 1, call->seed);
	else if (!busy && call->kind == JUDGE_FREEZE)
		freeze(server, &reply);
	else if (!busy && call->kind == JUDGE_THAW)
		server->frozen = false;
	else if (!busy && (call->kind == JUDGE_PEEK || call->kind == JUDGE_NUMBER))
		peek(server, call, &reply, &bytes);
	else if (!busy && call->kind == JUDGE_MARKS)
		bytes = marks(server, &reply);
	else if (!busy && call->kind == JUDGE_KERNELS)
		bytes = kernels(server, &reply);
	else if (!busy && call->kind == JUDGE_LAUNCHED)
		bytes = launched(server, &reply);
	else if (!busy && call->kind == JUDGE_NOTES)
		bytes = notes(server, &reply);
	else if (!busy && call->kind == JUDGE_EVENTS)
		bytes = events(server, call, &reply);
	else if (!busy && (call->kind == JUDGE_POKE || call->kind == JUDGE_DRAW))
		reply.answer = poke(server, call, &reply.device, bytes);
	counters_take(server, &reply);
	reply_send(server->judge, &reply, bytes);
	free(bytes);
}

/* Asked before each sleep, so it looks only when there was a signal; and, to be sure, now and then. */
static void judge_serve(Server *server, bool busy)
{
	static unsigned looks;
	JudgeCall call;
	if (!server_signal_came() && ++looks % 64 != 0)
		return;
	do { /* of a further call comes a further signal */
		if (server->judge <= 0 ||
		    recv(server->judge, &call, sizeof call, MSG_DONTWAIT) != (ssize_t)sizeof call)
			return;
		answer(server, &call, busy);
	} while (server_signal_came());
}

void server_judge(void *server)
{
	judge_serve(server, false);
}

void server_judge_busy(void *server)
{
	judge_serve(server, true);
}
