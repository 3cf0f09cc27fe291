/* Host functions and pinned memory: while one runs, the pages of work that nothing orders with it
 * are watched, and only those; a touch of one is a race. */
#include "framework/simcuda/tests/core/core_rig.h"

enum { PAGE = 4096, BUFFERS = 4, STREAMS = 3, FIRST = 10, FUNCTION = 20, TOUCH = 30 };

typedef struct Set {
	Rig rig;
	unsigned char *memory; /* BUFFERS of a page each, all pinned */
	uint64_t device, stream[STREAMS];
	SimProtection watched[BUFFERS]; /* of the next function; SIM_OPEN: not */
	SimProtection seen[BUFFERS];    /* while the last one ran */
	int ran;
} Set;

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

static void protect(void *context, uint64_t address, uint64_t bytes, SimProtection protection)
{
	Set *x = context;
	uint64_t first = (address - address_of(x->memory)) / PAGE;
	for (uint64_t i = first; i < first + bytes / PAGE; i++)
		if (protection >= SIM_WATCHED_READABLE)
			x->watched[i] = protection;
}

static void run(void *context, uint64_t function, uint64_t argument)
{
	Set *x = context;
	(void)function, (void)argument;
	memcpy(x->seen, x->watched, sizeof(x->seen));
	memset(x->watched, 0, sizeof(x->watched));
	x->ran++;
}

static void set_open(Set *x)
{
	*x = (Set){.memory = aligned_alloc(PAGE, BUFFERS * PAGE)};
	assert_non_null(x->memory);
	memset(x->memory, 0, BUFFERS * PAGE);
	rig_open(&x->rig, 1);
	sim_free(x->rig.sim);
	const SimHost host = {x, rig_read, rig_write, run, protect, PAGE, NULL};
	const uint64_t windows[] = {rig_base(0)};
	x->rig.sim = sim_create(&x->rig.machine, &host, windows);
	assert_non_null(x->rig.sim);
	for (int i = 0; i < BUFFERS; i++)
		pin(&x->rig, x->memory + (size_t)i * PAGE, PAGE);
	x->device = dev_malloc(&x->rig, BUFFERS * PAGE);
	good(fill_later(&x->rig, x->device, 0, BUFFERS * PAGE, 0));
	good(sync_device(&x->rig));
	for (int i = 0; i < STREAMS; i++)
		x->stream[i] = stream_new(&x->rig, cudaStreamNonBlocking);
}

static void set_close(Set *x, int findings)
{
	assert_int_equal(finding_count(&x->rig), findings);
	rig_close(&x->rig);
	free(x->memory);
}

/* Buffer i and its own part of the GPU's memory. */
static void transfer(Set *x, int i, int stream, bool to_gpu)
{
	uint64_t here = address_of(x->memory) + (uint64_t)i * PAGE;
	uint64_t there = x->device + (uint64_t)i * PAGE;
	x->rig.where = FIRST + (uint64_t)i;
	good(copy_later(&x->rig, to_gpu ? there : here, to_gpu ? here : there, PAGE,
			x->stream[stream]));
}

static void function(Set *x, int stream)
{
	x->rig.where = FUNCTION;
	good(ASK(&x->rig, .code = SIM_HOST_FUNCTION, .u.function.function = 77,
		 .u.function.stream = x->stream[stream]));
}

static void touch(Set *x, int buffer, int writes, int number)
{
	x->rig.where = TOUCH;
	good(ASK(&x->rig, .code = SIM_HOST_TOUCH,
		 .u.touch.address = address_of(x->memory) + (uint64_t)buffer * PAGE + 5,
		 .u.touch.writes = writes, .u.touch.function = number));
}

/* Sent before, filled after, in the same stream, and behind an event: the first two are watched. */
static void which_pages(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	uint64_t event = event_new(&x.rig, 0);
	transfer(&x, 3, 2, true);
	good(event_ask(&x.rig, SIM_EVENT_RECORD, event, x.stream[2]));
	good(stream_wait_event(&x.rig, x.stream[0], event));
	transfer(&x, 0, 1, true);
	transfer(&x, 2, 0, true);
	function(&x, 0);
	transfer(&x, 1, 1, false);
	transfer(&x, 2, 0, false);
	good(sync_device(&x.rig));
	assert_int_equal(x.ran, 1);
	assert_int_equal(x.seen[0], SIM_WATCHED_READABLE);
	assert_int_equal(x.seen[1], SIM_WATCHED);
	assert_int_equal(x.seen[2], SIM_OPEN);
	assert_int_equal(x.seen[3], SIM_OPEN);
	touch(&x, 0, 0, 1); /* reading what is read */
	touch(&x, 2, 1, 1);
	touch(&x, 3, 1, 1);
	touch(&x, 0, 1, 2); /* no such function */
	assert_int_equal(finding_count(&x.rig), 0);
	touch(&x, 0, 1, 1);
	assert_finding(&x.rig, SIM_FINDING_RACE,
		       "a host function writes pinned host memory that cudaMemcpyAsync in another "
		       "stream may still be reading: nothing orders the two",
		       TOUCH, FIRST);
	touch(&x, 1, 0, 1);
	assert_finding(&x.rig, SIM_FINDING_RACE,
		       "a host function reads pinned host memory that cudaMemcpyAsync in another "
		       "stream may still be writing: nothing orders the two",
		       TOUCH, FIRST + 1);
	set_close(&x, 2);
}

/* What the host has waited for is over, whether the function was queued before or after; and what
 * one request has run says nothing about the next one's functions. */
static void waits_count(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	function(&x, 0);
	transfer(&x, 0, 1, true);
	good(stream_ask(&x.rig, SIM_STREAM_SYNC, x.stream[1]));
	good(stream_ask(&x.rig, SIM_STREAM_SYNC, x.stream[0]));
	assert_int_equal(x.ran, 1);
	assert_int_equal(x.seen[0], SIM_OPEN);
	function(&x, 0);
	transfer(&x, 1, 1, true);
	function(&x, 0);
	good(stream_ask(&x.rig, SIM_STREAM_SYNC, x.stream[0]));
	assert_int_equal(x.ran, 3);
	assert_int_equal(x.seen[0], SIM_OPEN);
	assert_int_equal(x.seen[1], SIM_WATCHED_READABLE);
	touch(&x, 1, 1, 3);
	assert_int_equal(finding_count(&x.rig), 0);
	touch(&x, 1, 1, 2);
	assert_int_equal(finding_count(&x.rig), 1);
	good(sync_device(&x.rig));
	touch(&x, 1, 1, 1);
	set_close(&x, 1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(which_pages),
		cmocka_unit_test(waits_count),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
