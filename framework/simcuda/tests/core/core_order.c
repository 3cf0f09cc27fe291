/* When operations run and how long the host waits: each time is worked out by hand from the figures
 * of core_rig.h. Times in comments count from the start of the test's work. */
#include "framework/simcuda/tests/core/core_rig.h"

#include "framework/simcuda/core/core.h"

static const Op *tail(const Rig *rig, uint64_t stream)
{
	if (stream == 0)
		return rig->sim->gpu[0].legacy.tail;
	const Stream *found = handle_find(&rig->sim->streams, stream);
	assert_non_null(found);
	return found->tail;
}

/* The last operation of that stream runs from `start` to `end`. */
static void assert_times(const Rig *rig, uint64_t stream, int64_t start, int64_t end)
{
	assert_int_equal(tail(rig, stream)->start, start);
	assert_int_equal(tail(rig, stream)->end, end);
}

typedef struct Set {
	Rig rig;
	uint64_t d[2];           /* 16 KiB on GPU 0, on GPU 1 */
	uint64_t s[3];           /* streams of GPU 0 */
	char *pinned, *pageable; /* 16 KiB */
	uint64_t h;              /* pinned, as an address */
	int64_t t0;
} Set;

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

#define SIZE 16384

static void set_open(Set *set, unsigned stream_flags)
{
	rig_open(&set->rig, 2);
	for (int i = 1; i >= 0; i--) {
		set_device(&set->rig, i);
		set->d[i] = dev_malloc(&set->rig, SIZE);
		good(fill_later(&set->rig, set->d[i], 0, SIZE, 0));
		good(sync_device(&set->rig));
	}
	for (int i = 0; i < 3; i++)
		set->s[i] = stream_new(&set->rig, stream_flags);
	set->pinned = calloc(1, SIZE);
	set->pageable = calloc(1, SIZE);
	assert_true(set->pinned && set->pageable);
	pin(&set->rig, set->pinned, SIZE);
	set->h = address_of(set->pinned);
	set->t0 = now(&set->rig);
}

/* Some programs race: times are what they test. (core_random.c says which pairs are reported.) */
static void set_close_after(Set *set, bool races)
{
	const SimFinding *finding;
	int count = sim_findings(set->rig.sim, &finding);
	assert_int_equal(count > 0, races);
	for (int i = 0; i < count; i++)
		assert_true(finding[i].kind == SIM_FINDING_RACE ||
			    finding[i].kind == SIM_FINDING_WRONG_DEVICE);
	rig_close(&set->rig);
	free(set->pinned);
	free(set->pageable);
}

static void set_close(Set *set)
{
	set_close_after(set, false);
}

static void engines_overlap_and_queue(void **state)
{
	(void)state;
	Set x;
	set_open(&x, cudaStreamNonBlocking);
	good(copy_later(&x.rig, x.d[0], x.h, 4000, x.s[0]));
	assert_times(&x.rig, x.s[0], x.t0 + 30, x.t0 + 30 + 4100);
	good(launch_accumulate(&x.rig, x.d[0], x.d[0], 1, 0, 500, x.s[1]));
	assert_times(&x.rig, x.s[1], x.t0 + 50, x.t0 + 1550);
	good(copy_later(&x.rig, x.h, x.d[0], 2000, x.s[2]));
	assert_times(&x.rig, x.s[2], x.t0 + 80, x.t0 + 80 + 1200);
	/* A second kernel waits for the engine, a second one in the same stream for both. */
	good(launch_accumulate(&x.rig, x.d[0], x.d[0], 1, 0, 500, x.s[2]));
	assert_times(&x.rig, x.s[2], x.t0 + 1550, x.t0 + 3050);
	good(launch_accumulate(&x.rig, x.d[0], x.d[0], 1, 0, 0, x.s[0]));
	assert_times(&x.rig, x.s[0], x.t0 + 4130, x.t0 + 5130);
	assert_int_equal(now(&x.rig), x.t0 + 120);
	good(stream_ask(&x.rig, SIM_STREAM_SYNC, x.s[1]));
	assert_int_equal(now(&x.rig), x.t0 + 1550 + SYNC_NS);
	good(sync_device(&x.rig));
	assert_int_equal(now(&x.rig), x.t0 + 5130 + SYNC_NS);
	good(sync_device(&x.rig)); /* nothing left to wait for */
	assert_int_equal(now(&x.rig), x.t0 + 5130 + SYNC_NS + SYNC_NS);
	set_close_after(&x, true);
}

static void how_long_copies_block(void **state)
{
	(void)state;
	Set x;
	set_open(&x, cudaStreamNonBlocking);
	const uint64_t pageable = address_of(x.pageable);
	const struct {
		uint64_t to, from;
		int64_t duration;
		int async, blocks;
	} rows[] = {
		{x.d[0], pageable, 300 + 8000, 0, 1},
		{x.d[0], pageable, 300 + 8000, 1, 1},
		{x.d[0], x.h, 100 + 4000, 0, 1},
		{x.d[0], x.h, 100 + 4000, 1, 0},
		{pageable, x.d[0], 400 + 16000, 0, 1},
		{pageable, x.d[0], 400 + 16000, 1, 1},
		{x.h, x.d[0], 200 + 2000, 0, 1},
		{x.h, x.d[0], 200 + 2000, 1, 0},
		{x.d[0] + 8000, x.d[0], 50 + 400, 0, 0},
		{x.d[0] + 8000, x.d[0], 50 + 400, 1, 0},
		{pageable, x.h, 2000, 0, 1},
		{pageable, x.h, 2000, 1, 1},
	};
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		int64_t before = now(&x.rig);
		good(copy_on(&x.rig, rows[i].to, rows[i].from, 4000, cudaMemcpyDefault,
			     rows[i].async, 0));
		assert_times(&x.rig, 0, before + COPY_NS, before + COPY_NS + rows[i].duration);
		assert_int_equal(now(&x.rig) - before,
				 COPY_NS + (rows[i].blocks ? rows[i].duration : 0));
		good(sync_device(&x.rig));
	}
	set_close(&x);
}

static void legacy_stream_and_blocking_streams(void **state)
{
	(void)state;
	Set x;
	set_open(&x, cudaStreamDefault);
	uint64_t apart = stream_new(&x.rig, cudaStreamNonBlocking);
	x.t0 = now(&x.rig);
	good(copy_later(&x.rig, x.d[0], x.h, 4000, x.s[0])); /* [30, 4130] */
	good(launch_accumulate(&x.rig, x.d[0], x.d[0], 1, 0, 0, 0));
	assert_times(&x.rig, 0, x.t0 + 4130, x.t0 + 5130);
	good(copy_later(&x.rig, x.h, x.d[0], 2000, x.s[1])); /* waits for the legacy stream */
	assert_times(&x.rig, x.s[1], x.t0 + 5130, x.t0 + 6330);
	good(copy_later(&x.rig, x.d[0], x.h, 1000,
			apart)); /* does not; the engine is free at 4130 */
	assert_times(&x.rig, apart, x.t0 + 4130, x.t0 + 5230);
	good(fill_later(&x.rig, x.d[0], 0, 5000, SIM_STREAM_LEGACY)); /* all but `apart` */
	assert_times(&x.rig, 0, x.t0 + 6330, x.t0 + 7430);
	good(copy_later(&x.rig, x.d[0], x.h, 1000, SIM_STREAM_PER_THREAD)); /* a blocking one */
	assert_int_equal(stream_ask(&x.rig, SIM_STREAM_QUERY, SIM_STREAM_PER_THREAD),
			 cudaErrorNotReady);
	good(stream_ask(&x.rig, SIM_STREAM_SYNC, SIM_STREAM_PER_THREAD));
	assert_int_equal(now(&x.rig), x.t0 + 7430 + 1100 + SYNC_NS);
	/* The legacy stream of another GPU knows nothing of all this. */
	int64_t before = now(&x.rig);
	good(fill_later(&x.rig, x.d[0], 0, 50000 / 4, x.s[0]));
	set_device(&x.rig, 1);
	good(fill_later(&x.rig, x.d[1], 0, 50, 0));
	assert_int_equal(x.rig.sim->gpu[1].legacy.tail->start,
			 before + COPY_NS + COPY_NS + CALL_NS);
	set_close_after(&x, true);
}

/* A mark in the legacy stream is an action in it, and orders the blocking streams through itself.
 */
static void marks_in_the_legacy_stream(void **state)
{
	(void)state;
	Set x;
	set_open(&x, cudaStreamDefault);
	uint64_t event = event_new(&x.rig, 0);
	x.t0 = now(&x.rig);
	good(copy_later(&x.rig, x.d[0], x.h, 4000, x.s[0]));
	good(event_ask(&x.rig, SIM_EVENT_RECORD, event, 0));
	assert_times(&x.rig, 0, x.t0 + 4130, x.t0 + 4130);
	good(copy_later(&x.rig, x.h, x.d[0], 2000, x.s[1]));
	assert_times(&x.rig, x.s[1], x.t0 + 4130, x.t0 + 4130 + 1200);
	good(event_ask(&x.rig, SIM_EVENT_SYNC, event, 0));
	assert_int_equal(now(&x.rig), x.t0 + 4130 + SYNC_NS);
	set_close(&x);
}

static void events(void **state)
{
	(void)state;
	Set x;
	set_open(&x, cudaStreamNonBlocking);
	Rig *rig = &x.rig;
	uint64_t a = event_new(rig, 0), b = event_new(rig, 0), never = event_new(rig, 0);
	uint64_t untimed = event_new(rig, cudaEventDisableTiming);
	x.t0 = now(rig);
	good(event_ask(rig, SIM_EVENT_QUERY, never, 0)); /* an empty set */
	good(event_ask(rig, SIM_EVENT_SYNC, never, 0));
	good(stream_wait_event(rig, x.s[0], never));
	assert_int_equal(now(rig), x.t0 + EVENT_NS + EVENT_NS + SYNC_NS);
	x.t0 = now(rig);
	good(event_ask(rig, SIM_EVENT_RECORD, a, x.s[0]));             /* at 5 */
	good(launch_accumulate(rig, x.d[0], x.d[0], 1, 0, 0, x.s[0])); /* [25, 1025] */
	good(event_ask(rig, SIM_EVENT_RECORD, b, x.s[0]));             /* 1025 */
	assert_int_equal(event_ask(rig, SIM_EVENT_QUERY, b, 0), cudaErrorNotReady);
	assert_int_equal(event_between(rig, a, b), cudaErrorNotReady);
	good(stream_wait_event(rig, x.s[1], b));
	good(copy_later(rig, x.h, x.d[0], 2000, x.s[1])); /* behind b: [1025, 2225] */
	assert_times(rig, x.s[1], x.t0 + 1025, x.t0 + 2225);
	/* Recorded again, b means another moment; who waited before still means the old one. */
	good(copy_later(rig, x.d[0], x.h, 4000, x.s[0])); /* [1025, 5125] */
	good(event_ask(rig, SIM_EVENT_RECORD, b, x.s[0]));
	good(copy_later(rig, x.h, x.d[0], 200, x.s[1]));
	assert_times(rig, x.s[1], x.t0 + 2225, x.t0 + 2525);
	good(event_ask(rig, SIM_EVENT_SYNC, b, 0));
	assert_int_equal(now(rig), x.t0 + 5125 + SYNC_NS);
	good(event_between(rig, a, b));
	assert_int_equal((int64_t)rig->reply.value[0], 5120);
	good(event_between(rig, b, a));
	assert_int_equal((int64_t)rig->reply.value[0], -5120);
	assert_int_equal(event_between(rig, a, never), cudaErrorInvalidResourceHandle);
	good(event_ask(rig, SIM_EVENT_RECORD, untimed, x.s[0]));
	assert_int_equal(event_between(rig, a, untimed), cudaErrorInvalidResourceHandle);
	/* Across GPUs: waiting works, recording and timing do not. */
	set_device(rig, 1);
	uint64_t other = event_new(rig, 0);
	assert_int_equal(event_ask(rig, SIM_EVENT_RECORD, other, x.s[0]),
			 cudaErrorInvalidResourceHandle);
	good(event_ask(rig, SIM_EVENT_RECORD, other, 0));
	assert_int_equal(event_between(rig, a, other), cudaErrorInvalidResourceHandle);
	good(stream_wait_event(rig, x.s[0], other));
	good(event_ask(rig, SIM_EVENT_SYNC, b, 0));
	good(event_ask(rig, SIM_EVENT_QUERY, b, 0));
	good(event_ask(rig, SIM_EVENT_DESTROY, a, 0));
	assert_int_equal(event_ask(rig, SIM_EVENT_DESTROY, a, 0), cudaErrorInvalidResourceHandle);
	assert_int_equal(event_ask(rig, SIM_EVENT_RECORD, a, 0), cudaErrorInvalidResourceHandle);
	assert_int_equal(event_ask(rig, SIM_EVENT_SYNC, x.s[0], 0), cudaErrorInvalidResourceHandle);
	assert_int_equal(stream_wait_event(rig, x.s[0], x.s[1]), cudaErrorInvalidResourceHandle);
	assert_int_equal(ASK(rig, .code = SIM_EVENT_CREATE, .u.event.flags = 4),
			 cudaErrorInvalidValue);
	assert_int_equal(ASK(rig, .code = SIM_EVENT_CREATE, .u.event.flags = 8),
			 cudaErrorInvalidValue);
	set_close_after(&x, true);
}

/* A loop that polls comes to an end, and what it waited for is visible then. */
static void polling_ends(void **state)
{
	(void)state;
	Set x;
	set_open(&x, cudaStreamNonBlocking);
	SimcudaCounters before = counters(&x.rig);
	good(fill_later(&x.rig, x.d[0], 9, 5000, x.s[0])); /* 1100 ns */
	good(copy_later(&x.rig, x.h, x.d[0], 4, x.s[0]));  /* 202 ns */
	int polls = 1;
	while (stream_ask(&x.rig, SIM_STREAM_QUERY, x.s[0]) == cudaErrorNotReady) {
		assert_int_equal(x.pinned[0], 0);
		polls++;
	}
	/* Queued at 30, over at 1332; two calls took 60 ns, each query 5. */
	assert_int_equal(polls, (1332 - 60 + 4) / 5);
	assert_int_equal(x.pinned[3], 9);
	assert_int_equal(counters(&x.rig).synchronizes, before.synchronizes + (uint64_t)polls);
	set_close(&x);
}

static void destroyed_streams_finish(void **state)
{
	(void)state;
	Set x;
	set_open(&x, cudaStreamDefault);
	good(copy_later(&x.rig, x.d[0], x.h, 4000, x.s[0])); /* [30, 4130] */
	good(stream_ask(&x.rig, SIM_STREAM_DESTROY, x.s[0]));
	assert_int_equal(now(&x.rig), x.t0 + COPY_NS + CALL_NS);
	assert_int_equal(stream_ask(&x.rig, SIM_STREAM_SYNC, x.s[0]),
			 cudaErrorInvalidResourceHandle);
	assert_int_equal(stream_ask(&x.rig, SIM_STREAM_DESTROY, x.s[0]),
			 cudaErrorInvalidResourceHandle);
	assert_int_equal(stream_ask(&x.rig, SIM_STREAM_DESTROY, 0), cudaErrorInvalidResourceHandle);
	good(launch_accumulate(&x.rig, x.d[0], x.d[0], 1, 0, 0, 0)); /* waits for it */
	assert_times(&x.rig, 0, x.t0 + 4130, x.t0 + 5130);
	uint64_t again = stream_new(&x.rig, 0); /* the old number stays dead */
	assert_true(again != x.s[0]);
	assert_int_equal(stream_ask(&x.rig, SIM_STREAM_QUERY, x.s[0]),
			 cudaErrorInvalidResourceHandle);
	good(sync_device(&x.rig));
	assert_int_equal(ASK(&x.rig, .code = SIM_STREAM_CREATE, .u.stream.flags = 2),
			 cudaErrorInvalidValue);
	good(stream_ask(&x.rig, SIM_STREAM_INFO, again));
	assert_int_equal(x.rig.reply.value[0], 0);
	set_close(&x);
}

static void peer_copies_and_their_engines(void **state)
{
	(void)state;
	Set x;
	set_open(&x, cudaStreamNonBlocking);
	Rig *rig = &x.rig;
	good(copy_peer(rig, x.d[1], 1, x.d[0], 0, 4000, 1, x.s[0])); /* through the host */
	assert_times(rig, x.s[0], x.t0 + 30, x.t0 + 30 + 1000 + 4000);
	good(copy_later(rig, x.h, x.d[0], 200, x.s[1])); /* GPU 0's way out is taken until 5030 */
	assert_times(rig, x.s[1], x.t0 + 5030, x.t0 + 5330);
	good(copy_later(rig, x.d[0], x.h, 200, x.s[2])); /* its way in is free */
	assert_times(rig, x.s[2], x.t0 + 90, x.t0 + 390);
	good(copy_later(rig, x.d[1], x.h, 200, x.s[2])); /* GPU 1's is not */
	assert_times(rig, x.s[2], x.t0 + 5030, x.t0 + 5330);
	good(sync_device(rig));
	good(enable_peer(rig, 1, 0));
	int64_t before = now(rig);
	good(copy_later(rig, x.d[0], x.d[1], 4000, x.s[0])); /* either direction is direct now */
	assert_times(rig, x.s[0], before + 30, before + 30 + 500 + 1000);
	assert_int_equal(now(rig), before + 30);
	good(sync_device(rig));
	before = now(rig);
	good(copy_later(rig, x.d[1], x.d[0], 4000, x.s[0]));
	assert_times(rig, x.s[0], before + 30, before + 30 + 500 + 1000);
	assert_int_equal(counters(rig).copies_p2p, 3);
	assert_int_equal(counters(rig).bytes_p2p, 12000);
	assert_int_equal(counters(rig).copies_h2d, 2);
	set_close_after(&x, true);
}

/* cudaMemcpyPeer does not hold up the host, but is ordered with all work on both GPUs. */
static void peer_copy_is_a_barrier(void **state)
{
	(void)state;
	Set x;
	set_open(&x, cudaStreamNonBlocking);
	Rig *rig = &x.rig;
	good(copy_later(rig, x.d[0], x.h, 4000, x.s[0])); /* [30, 4130] in a stream of its own */
	good(copy_peer(rig, x.d[1], 1, x.d[0], 0, 4000, 0, 0));
	assert_int_equal(now(rig), x.t0 + 60);
	assert_times(rig, 0, x.t0 + 4130, x.t0 + 9130);
	good(launch_accumulate(rig, x.d[0], x.d[0], 1, 0, 0, x.s[1]));
	assert_times(rig, x.s[1], x.t0 + 9130, x.t0 + 10130);
	set_device(rig, 1);
	uint64_t far = stream_new(rig, cudaStreamNonBlocking);
	good(fill_later(rig, x.d[1], 0, 50, far));
	assert_times(rig, far, x.t0 + 9130, x.t0 + 9130 + 1001);
	/* The other way to say it: cudaMemcpy between pointers of two GPUs. */
	good(copy_on(rig, x.d[0], x.d[1], 4000, cudaMemcpyDeviceToDevice, 0, 0));
	assert_int_equal(rig->sim->gpu[1].legacy.tail->start, x.t0 + 10131);
	assert_true(rig->sim->gpu[0].barrier == rig->sim->gpu[1].legacy.tail);
	assert_int_equal(counters(rig).copies_p2p, 2);
	assert_int_equal(counters(rig).copies_d2d, 0);
	set_close(&x);
}

static void peer_access_rules(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	assert_int_equal(enable_peer(&rig, 1, 1), cudaErrorInvalidValue);
	assert_int_equal(enable_peer(&rig, 0, 0), cudaErrorInvalidDevice);
	assert_int_equal(enable_peer(&rig, 2, 0), cudaErrorInvalidDevice);
	assert_int_equal(enable_peer(&rig, -1, 0), cudaErrorInvalidDevice);
	assert_int_equal(ASK(&rig, .code = SIM_DISABLE_PEER, .u.peer.peer = 1),
			 cudaErrorPeerAccessNotEnabled);
	good(enable_peer(&rig, 1, 0));
	assert_int_equal(enable_peer(&rig, 1, 0), cudaErrorPeerAccessAlreadyEnabled);
	set_device(&rig, 1);
	good(enable_peer(&rig, 0, 0)); /* the other way is another matter */
	good(ASK(&rig, .code = SIM_DISABLE_PEER, .u.peer.peer = 0));
	assert_int_equal(ASK(&rig, .code = SIM_DISABLE_PEER, .u.peer.peer = 0),
			 cudaErrorPeerAccessNotEnabled);
	good(ASK(&rig, .code = SIM_RESET_DEVICE)); /* ends what GPU 0 may do here */
	set_device(&rig, 0);
	good(enable_peer(&rig, 1, 0));
	for (int device = 0; device < 2; device++)
		for (int peer = 0; peer < 2; peer++) {
			good(ASK(&rig, .code = SIM_CAN_ACCESS_PEER, .u.peer.device = device,
				 .u.peer.peer = peer));
			assert_int_equal(rig.reply.value[0], device != peer);
		}
	assert_int_equal(
		ASK(&rig, .code = SIM_CAN_ACCESS_PEER, .u.peer.device = 0, .u.peer.peer = 2),
		cudaErrorInvalidDevice);
	rig_close(&rig);
	SimMachine machine = rig_machine(2);
	machine.peer_possible = 0;
	rig_open_with(&rig, &machine);
	assert_int_equal(enable_peer(&rig, 1, 0), cudaErrorInvalidDevice);
	rig_close(&rig);
}

static void what_calls_cost(void **state)
{
	(void)state;
	Set x;
	set_open(&x, 0);
	Rig *rig = &x.rig;
	int64_t t = now(rig);
	uint64_t a = dev_malloc(rig, 64);
	assert_int_equal(now(rig), t += MALLOC_NS);
	good(dev_free(rig, a));
	assert_int_equal(now(rig), t += FREE_NS);
	good(ASK(rig, .code = SIM_CLOCK));
	assert_int_equal(now(rig), t += CLOCK_NS);
	assert_int_equal((int64_t)rig->reply.value[0], t);
	good(ASK(rig, .code = SIM_HOST_WORK, .u.work.flops = 100, .u.work.bytes = 1000));
	assert_int_equal(now(rig), t += 250);
	good(ASK(rig, .code = SIM_GET_DEVICE));
	assert_int_equal(now(rig), t += CALL_NS);
	/* cudaFree waits for the GPU. */
	a = dev_malloc(rig, 64);
	t = now(rig);
	good(launch_accumulate(rig, x.d[0], x.d[0], 1, 0, 500, x.s[0])); /* [20, 1520] */
	good(dev_free(rig, a));
	assert_int_equal(now(rig), t + 1520);
	/* A library's own requests take no time of their own, but waiting is waiting. */
	rig->internal = 1;
	t = now(rig);
	good(fill_later(rig, x.d[0], 0, 50, x.s[0]));
	assert_int_equal(now(rig), t);
	good(stream_ask(rig, SIM_STREAM_SYNC, x.s[0]));
	assert_int_equal(now(rig), t + 1001);
	rig->internal = 0;
	/* A new thread does not begin in the past, and has its own clock and device. */
	set_device(rig, 1);
	t = now(rig);
	rig->thread = 3;
	good(ASK(rig, .code = SIM_GET_DEVICE));
	assert_int_equal(rig->reply.value[0], 0);
	assert_int_equal(now(rig), t + CALL_NS);
	rig->thread = 0;
	assert_int_equal(now(rig), t);
	assert_int_equal(ASK(rig, .code = SIM_SET_DEVICE, .u.device = 2), cudaErrorInvalidDevice);
	assert_int_equal(ASK(rig, .code = SIM_SET_DEVICE, .u.device = -1), cudaErrorInvalidDevice);
	good(ASK(rig, .code = SIM_GET_DEVICE));
	assert_int_equal(rig->reply.value[0], 1);
	set_close(&x);
}

/* The number of a thread that has ended belongs to a new one. */
static void thread_numbers_are_reused(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	good(ASK(&rig, .code = SIM_GET_DEVICE));
	rig.thread = 1;
	set_device(&rig, 1);
	uint64_t b = dev_malloc(&rig, 16);
	good(fill_later(&rig, b, 0, 16, SIM_STREAM_PER_THREAD));
	good(launch_accumulate(&rig, b, b, 1, 0, 500, SIM_STREAM_PER_THREAD));
	good(ASK(&rig, .code = SIM_THREAD_END));
	rig.thread = 0;
	good(ASK(&rig, .code = SIM_HOST_WORK, .u.work.flops = 1e6));
	int64_t t = now(&rig);
	rig.thread = 1;
	good(ASK(&rig, .code = SIM_GET_DEVICE));
	assert_int_equal(rig.reply.value[0], 0);
	assert_int_equal(now(&rig), t + CALL_NS);
	/* Its per-thread stream is its own: nothing of the old one's is waited for. */
	set_device(&rig, 1);
	good(fill_later(&rig, b, 0, 16, SIM_STREAM_LEGACY));
	good(sync_device(&rig));
	good(launch_accumulate(&rig, b, b, 1, 0, 1000000, SIM_STREAM_PER_THREAD));
	good(ASK(&rig, .code = SIM_THREAD_END));
	t = now(&rig);
	set_device(&rig, 1);
	good(stream_ask(&rig, SIM_STREAM_QUERY, SIM_STREAM_PER_THREAD));
	assert_true(now(&rig) < t + 1000);
	assert_int_equal(word_at(&rig, b), 0);
	/* Its work is still part of the device's. */
	good(sync_device(&rig));
	assert_true(now(&rig) > t + 999000);
	assert_int_equal(word_at(&rig, b), 1);
	assert_int_equal(finding_count(&rig), 0);
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(engines_overlap_and_queue),
		cmocka_unit_test(how_long_copies_block),
		cmocka_unit_test(legacy_stream_and_blocking_streams),
		cmocka_unit_test(marks_in_the_legacy_stream),
		cmocka_unit_test(events),
		cmocka_unit_test(polling_ends),
		cmocka_unit_test(destroyed_streams_finish),
		cmocka_unit_test(peer_copies_and_their_engines),
		cmocka_unit_test(peer_copy_is_a_barrier),
		cmocka_unit_test(peer_access_rules),
		cmocka_unit_test(what_calls_cost),
		cmocka_unit_test(thread_numbers_are_reused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
