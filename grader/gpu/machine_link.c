/* machine_link.c - what a judge asks of a machine (framework/simcuda/remote/judge_link.h). */
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "grader/base/interrupt.h"
#include "grader/base/text.h"
#include "grader/gpu/machine_client.h"

/* How long it waits is the socket's own limit (remote_start()). With one a call that waits is not taken up again by
 * itself when this process was stopped (Ctrl-Z) and goes on. */
static ssize_t message_hear(int link, struct msghdr *message)
{
	ssize_t got;

	do
		got = recvmsg(link, message, 0);
	while (got < 0 && errno == EINTR && !interrupt_came());
	return got;
}

/* 0 when all bytes have come, else -1. */
static int link_hear(int link, void *to, size_t bytes)
{
	char *at = to;

	while (bytes > 0) {
		struct iovec part = {at, bytes};
		struct msghdr message = {.msg_iov = &part, .msg_iovlen = 1};
		ssize_t got = message_hear(link, &message);

		if (got <= 0)
			return -1;
		at += got;
		bytes -= (size_t)got;
	}
	return 0;
}

/* A call and the bytes that follow it, together: each message that comes alone is a signal in the machine. 0 when
 * all have gone, else -1. */
static int link_say(int link, const JudgeCall *call, const void *from, size_t bytes)
{
	struct iovec parts[2] = {{(void *)(uintptr_t)call, sizeof *call},
				 {(void *)(uintptr_t)from, bytes}};
	struct msghdr message = {.msg_iov = parts, .msg_iovlen = bytes > 0 ? 2 : 1};
	ssize_t put = sendmsg(link, &message, MSG_NOSIGNAL);
	const char *at = from;

	if (put < (ssize_t)sizeof *call)
		return -1;
	for (size_t gone = (size_t)put - sizeof *call; gone < bytes; gone += (size_t)put) {
		put = send(link, at + gone, bytes - gone, MSG_NOSIGNAL);
		if (put <= 0)
			return -1;
	}
	return 0;
}

/* A reply, and the bytes that follow one that says DONE, which come together as a rule. */
static int reply_hear(int link, JudgeReply *reply, void *to, size_t bytes)
{
	struct iovec parts[2] = {{reply, sizeof *reply}, {to, bytes}};
	struct msghdr message = {.msg_iov = parts, .msg_iovlen = bytes > 0 ? 2 : 1};
	ssize_t got = message_hear(link, &message);

	if (got < (ssize_t)sizeof *reply)
		return -1;

	size_t more = (size_t)got - sizeof *reply;

	if (reply->bytes != (reply->answer == JUDGE_DONE ? bytes : 0) || more > reply->bytes)
		return -1;
	return reply->bytes == 0 ? 0 : link_hear(link, (char *)to + more, reply->bytes - more);
}

/* `bytes`: so many follow an answer that it was done. */
static int machine_ask(const Remote *remote, const JudgeCall *call, JudgeReply *reply, void *to,
		       size_t bytes)
{
	return link_say(remote->link, call, NULL, 0) < 0
		       ? -1
		       : reply_hear(remote->link, reply, to, bytes);
}

static DeviceAnswer answer_of(const JudgeReply *reply)
{
	return reply->answer == JUDGE_DONE   ? DEVICE_DONE
	       : reply->answer == JUDGE_BUSY ? DEVICE_BUSY
					     : DEVICE_NOWHERE;
}

static DeviceAnswer plain_ask(const Remote *remote, const JudgeCall *call, JudgeReply *reply)
{
	return machine_ask(remote, call, reply, NULL, 0) < 0 ? DEVICE_GONE : answer_of(reply);
}

static DeviceAnswer arm_ask(void *context, const char *kind, int64_t at, int64_t times,
			    uint64_t what)
{
	JudgeCall call = {
		.kind = JUDGE_ARM, .address = (uint64_t)at, .bytes = (uint64_t)times, .seed = what};
	JudgeReply reply = {0};

	memcpy(call.failing, kind, strnlen(kind, sizeof call.failing));
	return plain_ask(context, &call, &reply);
}

static DeviceAnswer slow_ask(void *context, int gpu, int thousandths)
{
	const JudgeCall call = {
		.kind = JUDGE_SLOW, .address = (uint64_t)gpu, .bytes = (uint64_t)thousandths};
	JudgeReply reply = {0};

	return plain_ask(context, &call, &reply);
}

/* Of a call that bytes follow. */
static DeviceAnswer bytes_put(const Remote *remote, const JudgeCall *call, const void *from)
{
	JudgeReply reply = {0};

	if (link_say(remote->link, call, from, call->bytes) < 0 ||
	    reply_hear(remote->link, &reply, NULL, 0) < 0)
		return DEVICE_GONE;
	return answer_of(&reply);
}

static DeviceAnswer hand_ask(void *context, const PtxDye *dye, size_t dyes)
{
	const JudgeCall call = {.kind = JUDGE_HAND, .bytes = dyes * sizeof *dye};

	return bytes_put(context, &call, dye);
}

static DeviceAnswer order_ask(void *context, uint32_t order)
{
	const JudgeCall call = {.kind = JUDGE_ORDER, .address = order};
	JudgeReply reply = {0};

	return plain_ask(context, &call, &reply);
}

static DeviceAnswer go_ask(void *context, int single, uint64_t rough, SimcudaCounters *counters)
{
	const JudgeCall call = {.kind = JUDGE_GO, .bytes = (uint64_t)single, .seed = rough};
	JudgeReply reply = {0};
	DeviceAnswer answer = plain_ask(context, &call, &reply);

	if (answer == DEVICE_DONE)
		*counters = reply.counters;
	return answer;
}

static DeviceAnswer freeze_ask(void *context, SimcudaCounters *counters, int *second)
{
	const JudgeCall call = {.kind = JUDGE_FREEZE};
	JudgeReply reply = {0};
	DeviceAnswer answer = plain_ask(context, &call, &reply);

	if (answer == DEVICE_DONE) {
		*counters = reply.counters;
		*second = reply.second != 0;
	}
	return answer;
}

/* A list of records of that size, to be freed; NULL: the machine is gone. */
static void *list_ask(const Remote *remote, JudgeCall call, size_t size, size_t most,
		      JudgeReply *reply)
{
	void *list;

	if (link_say(remote->link, &call, NULL, 0) < 0 ||
	    link_hear(remote->link, reply, sizeof *reply) < 0 || reply->bytes > most * size ||
	    reply->bytes % size != 0)
		return NULL;
	list = memory_new(reply->bytes + 1);
	if (link_hear(remote->link, list, reply->bytes) == 0)
		return list;
	free(list);
	return NULL;
}

static DeviceAnswer marks_ask(void *context, SimcudaMark **marks, int *count, uint64_t *lost)
{
	JudgeReply reply = {0};

	*marks = list_ask(context, (JudgeCall){.kind = JUDGE_MARKS}, sizeof **marks, SIMCUDA_MARKS,
			  &reply);
	if (!*marks)
		return DEVICE_GONE;
	*count = (int)(reply.bytes / sizeof **marks);
	*lost = reply.lost;
	return answer_of(&reply);
}

static DeviceAnswer kernels_ask(void *context, SimKernelCounts **kernels, int *count,
				uint64_t *lost)
{
	JudgeReply reply = {0};

	*kernels = list_ask(context, (JudgeCall){.kind = JUDGE_KERNELS}, sizeof **kernels,
			    SIM_KERNEL_LOG, &reply);
	if (!*kernels)
		return DEVICE_GONE;
	*count = (int)(reply.bytes / sizeof **kernels);
	*lost = reply.lost;
	return answer_of(&reply);
}

static DeviceAnswer events_ask(void *context, uint64_t number, SimEvent **events, int *count)
{
	JudgeReply reply = {0};

	*events = list_ask(context, (JudgeCall){.kind = JUDGE_EVENTS, .address = number},
			   sizeof **events, SIM_EVENTS_TOLD, &reply);
	if (!*events)
		return DEVICE_GONE;
	*count = (int)(reply.bytes / sizeof **events);
	return answer_of(&reply);
}

static DeviceAnswer launched_ask(void *context, SimLaunched **launched, int *count, uint64_t *lost,
				 uint64_t *readings)
{
	JudgeReply reply = {0};

	*launched = list_ask(context, (JudgeCall){.kind = JUDGE_LAUNCHED}, sizeof **launched,
			     SIM_LAUNCH_LOG, &reply);
	if (!*launched)
		return DEVICE_GONE;
	*count = (int)(reply.bytes / sizeof **launched);
	*lost = reply.lost;
	*readings = reply.readings;
	return answer_of(&reply);
}

static DeviceAnswer notes_ask(void *context, SimNote **notes, int *count, uint64_t *lost,
			      uint64_t *rest)
{
	JudgeReply reply = {0};

	*notes = list_ask(context, (JudgeCall){.kind = JUDGE_NOTES}, sizeof **notes, SIM_NOTES,
			  &reply);
	if (!*notes)
		return DEVICE_GONE;
	*count = (int)(reply.bytes / sizeof **notes);
	*lost = reply.lost;
	*rest = reply.readings;
	return answer_of(&reply);
}

static DeviceAnswer thaw_ask(void *context)
{
	const JudgeCall call = {.kind = JUDGE_THAW};
	JudgeReply reply = {0};

	return plain_ask(context, &call, &reply);
}

static DeviceAnswer peek_ask(void *context, uint64_t address, void *to, size_t bytes,
			     DeviceBytes *about)
{
	const JudgeCall call = {.kind = JUDGE_PEEK, .address = address, .bytes = bytes};
	JudgeReply reply = {0};

	if (machine_ask(context, &call, &reply, to, bytes) < 0)
		return DEVICE_GONE;
	*about = (DeviceBytes){.gpu = reply.device, .late = reply.late != 0, .base = reply.base};
	return answer_of(&reply);
}

static DeviceAnswer poke_ask(void *context, uint64_t address, const void *from, size_t bytes)
{
	const JudgeCall call = {.kind = JUDGE_POKE, .address = address, .bytes = bytes};

	return bytes > JUDGE_POKE_MAX ? DEVICE_GONE : bytes_put(context, &call, from);
}

static DeviceAnswer draw_ask(void *context, uint64_t address, uint64_t first, uint64_t count,
			     uint64_t seed)
{
	const JudgeCall call = {.kind = JUDGE_DRAW,
				.address = address,
				.bytes = count * sizeof(float),
				.first = first,
				.seed = seed};
	JudgeReply reply = {0};

	return plain_ask(context, &call, &reply);
}

static DeviceAnswer number_ask(void *context, uint64_t address, float *value, DeviceBytes *about)
{
	const JudgeCall call = {.kind = JUDGE_NUMBER, .address = address};
	JudgeReply reply = {0};

	if (machine_ask(context, &call, &reply, value, sizeof *value) < 0)
		return DEVICE_GONE;
	*about = (DeviceBytes){.gpu = reply.device, .late = reply.late != 0, .base = reply.base};
	return answer_of(&reply);
}

DeviceLink remote_device_link(Remote *remote)
{
	return (DeviceLink){.context = remote,
			    .arm = arm_ask,
			    .slow = slow_ask,
			    .hand = hand_ask,
			    .order = order_ask,
			    .go = go_ask,
			    .freeze = freeze_ask,
			    .marks = marks_ask,
			    .kernels = kernels_ask,
			    .events = events_ask,
			    .launched = launched_ask,
			    .notes = notes_ask,
			    .thaw = thaw_ask,
			    .peek = peek_ask,
			    .poke = poke_ask,
			    .draw = draw_ask,
			    .number = number_ask};
}
