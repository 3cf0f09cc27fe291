/* channel.h - the judge's end of the channel to one process (protocol.h), which answers one round
 * or two.
 *
 * A Channel holds what is still to be sent and what has come. It never blocks: process.c polls its
 * descriptor and calls channel_step when something can move. Whatever arrives is checked against
 * the order of the protocol; the first byte that does not fit makes the channel `damaged`, and
 * nothing after it is read.
 *
 * Where the judge has a link to the machine, counters and what lies on a GPU come over that. Of such
 * results the program only says where they are. */
#ifndef GRADER_WIRE_CHANNEL_H
#define GRADER_WIRE_CHANNEL_H

#include "grader/wire/device_link.h"
#include "grader/wire/values.h"

#define CHANNEL_VALUES_MAX 1024
#define CHANNEL_BYTES_MAX  (UINT64_C(192) << 20) /* in a round */
#define CHANNEL_ROUNDS     2

/* What came in a round; all zero before. */
typedef struct Answers {
	Value *results;
	int count;
	int linked;       /* 1: counters and memory of GPUs are the machine's own word */
	int begun, ended; /* measured windows: by drive_go, by drive_end */
	int second;       /* 1: a second host thread was refused in one that is for one thread */
	FrameWindow window[FRAME_WINDOWS];
	struct {
		SimcudaMark *mark;
		int count;
		uint64_t lost;  /* how many more there were */
	} marks[FRAME_WINDOWS]; /* with a link */
	struct {
		SimKernelCounts *list;
		int count;
		uint64_t lost;
	} kernels[FRAME_WINDOWS]; /* with a link: launches of kernels in PTX */
	struct {
		SimEvent *list;
		int count;
	} events[FRAME_WINDOWS]; /* with a link: what became of those made last before it */
	struct {
		SimLaunched *list;
		int count;
		uint64_t lost, readings; /* readings: of the clock in the whole window */
	} launched[FRAME_WINDOWS];       /* with a link: launches of all others */
	struct {
		SimNote *list;
		int count;
		uint64_t lost, rest; /* how many more there were; a hash of them */
	} notes[FRAME_WINDOWS];      /* with a link: calls that may fail */
	FrameKept kept[KEPT_MAX];    /* as the program says */
	int kept_count;
} Answers;

#define ORDERS_GPUS 8

typedef struct Failing {
	const char *kind; /* NULL: nothing */
	int64_t at, times;
	uint64_t
		what; /* 0: the `at`-th of all; else of those that the machine notes so (SimNote) */
	int window;   /* in this one, from 0 on */
} Failing;

/* What the judge asks of the machine before a round's first window. */
typedef struct Orders {
	Failing failing;
	int hands;         /* 1: it is counted what threads hand each other in shared memory, */
	const PtxDye *dye; /* and these come out of there instead */
	size_t dyes;
	uint32_t order;        /* draws an order of warps and blocks; 0: the usual one */
	int slow[ORDERS_GPUS]; /* thousandths of their time that the kernels of a GPU take; 0: as ever */
} Orders;

typedef struct Channel {
	int fd;

	unsigned char *out; /* queued frames */
	size_t out_bytes, out_sent;
	unsigned char *later; /* those of a second round; they join the others when it begins */
	size_t later_bytes;   /* 0: there is one round */

	unsigned char *in; /* bytes of a frame that is not whole yet */
	size_t in_bytes, in_size;
	uint64_t received; /* bytes of this round, */
	uint64_t room;     /* and how many it may send: CHANNEL_BYTES_MAX, or less */

	int round;      /* that is under way: 0 or 1 */
	uint32_t found; /* how many findings are the first round's, as the program says */
	Answers answers[CHANNEL_ROUNDS];
	int ended, damaged;
	int is_deaf; /* 1: nothing can be sent any more: the program has left, or shut its side; */
	int is_shut; /* 1: the latter, as was seen before it left */
	const char *slip;     /* how a drive used drive.h wrongly; NULL: it is not that */
	DeviceLink link;      /* where counters and memory of GPUs come from; none: the program */
	SimcudaCounters seen; /* there, at the judge's go */
	int single;           /* in the windows one host thread may use the GPUs; */
	uint64_t rough[2];    /* of each round: products are rough, by that seed; 0: they are not */
	Value *inputs[CHANNEL_ROUNDS]; /* among them those that the judge puts on GPUs itself */
	Orders orders[CHANNEL_ROUNDS];
	int windows[CHANNEL_ROUNDS]; /* how many the drive has at most; 0: any */
	int thaws[CHANNEL_ROUNDS];   /* the first one that may come behind a thaw; 0: none may */
	/* What the program has for itself. 0, or -1: not known */
	int (*held)(void *context, int64_t held[HELD_PARTS]);
	/* A descriptor of a regular file in the program's folder; -1: there is none of that path */
	int (*file)(void *context, const char *path);
	/* Has it watched what becomes of such a file. 0, or -1: it cannot be */
	int (*watch)(void *context, const char *path);
	void *held_context;               /* of all three */
	int watching;                     /* 1: one is watched, in this round */
	int thawed;                       /* 1: the drive may use the GPUs again */
	int busy;                         /* 1: the link was busy when the judge needed it */
	char todo[FRAME_NAME_MAX + 1];    /* the exercise that is still to do, or "" */
	char missing[FRAME_NAME_MAX + 1]; /* the input that the drive missed, or "" */
	FrameType missing_type;
	uint64_t crash[CRASH_PLACES_MAX]; /* where the program was when a signal ended it */
	int crash_count;                  /* -1 before such a frame */
	FrameHeap heap;                   /* the block of memory that this is about, */
	int has_heap;                     /* if it is about one */
} Channel;

void channel_init(Channel *c, int fd);
void channel_free(Channel *c);
void answers_free(Answers *answers);

/* Queues a frame. 0, or -1 when the name or the size is out of range. */
typedef int ChannelQueue(Channel *c, FrameType type, int nothing, const char *name,
			 const void *payload, size_t bytes);
ChannelQueue channel_queue;

/* The same for a frame of a second round. With one such frame there will be that round: nothing of
 * it is sent before the program has ended the first, and answers that come before all of it is sent
 * are not taken. */
ChannelQueue channel_queue_later;

/* How many numbers of 4 bytes an input has that the judge puts on GPUs. */
uint64_t channel_input_count(const Value *value);

/* The poll() events that the channel waits for; 0 when it has nothing left to do. */
short channel_events(const Channel *c);

/* Sends and receives as much as goes without waiting. */
void channel_step(Channel *c);

/* The same when the other end is gone: all that it has left is taken. */
void channel_drain(Channel *c);

/* Takes bytes as if they had been received. For channel_step, and for tests. */
void channel_take(Channel *c, const unsigned char *bytes, size_t count);

#endif
