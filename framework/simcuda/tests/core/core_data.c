/* When bytes appear: not before something that is ordered after the work is waited for. */
#include "framework/simcuda/tests/core/core_rig.h"

#include "framework/simcuda/core/core.h"

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

static void results_appear_when_waited_for(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint32_t in[4] = {1, 2, 3, 4}, out[4] = {0};
	pin(&rig, in, sizeof(in));
	pin(&rig, out, sizeof(out));
	uint64_t s = stream_new(&rig, cudaStreamNonBlocking), a = dev_malloc(&rig, 16);
	good(copy_later(&rig, a, address_of(in), 16, s));
	good(launch_accumulate(&rig, a, a, 1, 16, 0, s)); /* 2 * in + 1 */
	good(copy_later(&rig, address_of(out), a, 16, s));
	assert_int_equal(out[0], 0);
	assert_int_equal(word_at(&rig, a), POISON);
	/* Time passes, which by itself makes nothing visible. */
	good(ASK(&rig, .code = SIM_HOST_WORK, .u.work.flops = 1e9));
	assert_int_equal(out[0], 0);
	in[2] = 30; /* a pinned source is read as late as the order allows */
	good(stream_ask(&rig, SIM_STREAM_SYNC, s));
	for (uint32_t i = 0; i < 4; i++)
		assert_int_equal(out[i], 2 * in[i] + 1);
	rig_close(&rig);
}

static void pageable_sources_are_captured(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint64_t s = stream_new(&rig, cudaStreamNonBlocking), a = dev_malloc(&rig, 16);
	for (int async = 0; async < 2; async++) {
		uint32_t in = 5, out = 0;
		good(copy_on(&rig, a, address_of(&in), 4, cudaMemcpyHostToDevice, async, s));
		in = 6;
		good(copy_on(&rig, address_of(&out), a, 4, cudaMemcpyDeviceToHost, async, s));
		assert_int_equal(out, 5); /* pageable: the call waited */
	}
	/* The copy is staged, not finished: a stream without order still sees the old bytes. */
	uint64_t other = stream_new(&rig, cudaStreamNonBlocking);
	uint32_t in = 9, out = 0;
	good(copy_now(&rig, a, address_of(&in), 4));
	good(copy_on(&rig, address_of(&out), a, 4, cudaMemcpyDeviceToHost, 1, other));
	assert_int_equal(out, 5);
	good(sync_device(&rig));
	assert_int_equal(word_at(&rig, a), 9);
	rig_close(&rig);
}

/* A copy from pageable memory begins with a wait for the stream, which the host has seen then. */
static void pageable_copy_waits_for_its_stream(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint64_t a = dev_malloc(&rig, 16);
	for (int async = 0; async < 2; async++) {
		uint32_t in = 5, out = 0;
		pin(&rig, &out, sizeof(out));
		good(fill_later(&rig, a, 1, 16, 0));
		good(copy_later(&rig, address_of(&out), a, 4, 0));
		good(copy_on(&rig, a, address_of(&in), 4, cudaMemcpyHostToDevice, async, 0));
		assert_int_equal(out, async ? 0 : 0x01010101); /* Async promises nothing */
		good(ASK(&rig, .code = SIM_HOST_FREE, .u.host.address = address_of(&out)));
		assert_int_equal(out, 0x01010101);
	}
	rig_close(&rig);
}

static void large_pageable_copies_arrive_at_once(void **state)
{
	(void)state;
	SimMachine machine = rig_machine(1);
	machine.memory_bytes = 256 * MIB;
	Rig rig;
	rig_open_with(&rig, &machine);
	size_t bytes = SIM_STAGED_BYTES + 1;
	unsigned char *in = malloc(bytes);
	assert_non_null(in);
	memset(in, 3, bytes);
	uint64_t a = dev_malloc(&rig, bytes);
	good(copy_now(&rig, a, address_of(in), bytes));
	memset(in, 4, bytes);
	assert_int_equal(word_at(&rig, a), 0x03030303);
	assert_int_equal(word_at(&rig, a + bytes - 4), 0x03030303);
	free(in);
	rig_close(&rig);
}

static void independent_work_stays_pending(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint64_t s[2] = {stream_new(&rig, cudaStreamNonBlocking),
			 stream_new(&rig, cudaStreamNonBlocking)};
	uint64_t a = dev_malloc(&rig, 16), event = event_new(&rig, 0);
	uint32_t out = 1;
	good(fill_later(&rig, a, 0, 16, s[0]));
	good(stream_ask(&rig, SIM_STREAM_SYNC, s[0]));
	good(fill_later(&rig, a, 7, 16, s[0]));
	good(event_ask(&rig, SIM_EVENT_RECORD, event, s[0]));
	good(copy_on(&rig, address_of(&out), a, 4, cudaMemcpyDeviceToHost, 1, s[1]));
	assert_int_equal(out, 0); /* not ordered after the second fill */
	assert_int_equal(rig.sim->pending.count, 2);
	good(stream_wait_event(&rig, s[1], event));
	good(copy_on(&rig, address_of(&out), a, 4, cudaMemcpyDeviceToHost, 1, s[1]));
	assert_int_equal(out, 0x07070707); /* ordered by the event */
	assert_int_equal(rig.sim->pending.count, 0);
	rig_close(&rig);
}

static void default_stream_orders_data(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint64_t blocking = stream_new(&rig, 0), apart = stream_new(&rig, cudaStreamNonBlocking);
	uint64_t a = dev_malloc(&rig, 16);
	uint32_t out = 0;
	good(fill_later(&rig, a, 1, 16, blocking));
	good(copy_now(&rig, address_of(&out), a, 4));
	assert_int_equal(out, 0x01010101); /* the legacy stream waits for blocking ones */
	good(fill_later(&rig, a, 2, 16, 0));
	good(copy_later(&rig, address_of(&out), a, 4, blocking));
	assert_int_equal(out, 0x02020202); /* and they for it */
	good(fill_later(&rig, a, 3, 16, apart));
	good(copy_now(&rig, address_of(&out), a, 4));
	assert_int_equal(out, 0x02020202); /* but not the one that opted out */
	good(fill_later(&rig, a, 4, 16, SIM_STREAM_PER_THREAD));
	good(stream_ask(&rig, SIM_STREAM_SYNC, SIM_STREAM_LEGACY));
	assert_int_equal(word_at(&rig, a), 0x04040404);
	good(stream_ask(&rig, SIM_STREAM_SYNC, apart));
	assert_int_equal(word_at(&rig, a), 0x03030303); /* late: nothing ordered it */
	rig_close(&rig);
}

static void devices_are_independent(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	uint64_t a[2], event = 0;
	for (int i = 1; i >= 0; i--) {
		set_device(&rig, i);
		a[i] = dev_malloc(&rig, 16);
		good(fill_later(&rig, a[i], i + 1, 16, 0));
	}
	good(sync_device(&rig));
	assert_int_equal(word_at(&rig, a[0]), 0x01010101);
	assert_int_equal(word_at(&rig, a[1]), POISON);
	event = event_new(&rig, cudaEventDisableTiming);
	good(fill_later(&rig, a[0], 5, 16, 0));
	good(event_ask(&rig, SIM_EVENT_RECORD, event, 0));
	set_device(&rig, 1);
	good(stream_wait_event(&rig, 0, event));
	good(copy_peer(&rig, a[1], 1, a[0], 0, 8, 1, 0));
	good(sync_device(&rig)); /* brings GPU 0's part with it */
	assert_int_equal(word_at(&rig, a[0]), 0x05050505);
	assert_int_equal(word_at(&rig, a[1]), 0x05050505);
	assert_int_equal(word_at(&rig, a[1] + 8), 0x02020202);
	/* cudaMemcpyPeer is ordered with both: GPU 0's wait covers it. */
	good(fill_later(&rig, a[1], 6, 16, 0));
	good(copy_peer(&rig, a[0], 0, a[1], 1, 16, 0, 0));
	set_device(&rig, 0);
	good(sync_device(&rig));
	assert_int_equal(word_at(&rig, a[0]), 0x06060606);
	rig_close(&rig);
}

static void host_functions_run_in_order(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint64_t s = stream_new(&rig, cudaStreamNonBlocking);
	for (uint64_t i = 0; i < 3; i++)
		good(ASK(&rig, .code = SIM_HOST_FUNCTION, .u.function.function = 77,
			 .u.function.argument = i * i, .u.function.stream = s));
	assert_int_equal(rig.called, 0);
	good(stream_ask(&rig, SIM_STREAM_SYNC, s));
	assert_int_equal(rig.called, 3);
	for (uint64_t i = 0; i < 3; i++)
		assert_int_equal(rig.call_arguments[i], i * i);
	assert_int_equal(rig.inside, cudaErrorNotPermitted);
	good(sync_device(&rig)); /* outside again */
	assert_int_equal(ASK(&rig, .code = SIM_HOST_FUNCTION), cudaErrorInvalidValue);
	rig_close(&rig);
}

static void host_memory_to_host_and_fills(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	static unsigned char from[50000], to[50000], pinned[10000];
	for (size_t i = 0; i < sizeof(from); i++)
		from[i] = (unsigned char)(i * 31 >> 3);
	good(copy_on(&rig, address_of(to), address_of(from), sizeof(to), cudaMemcpyHostToHost, 1,
		     0));
	assert_memory_equal(to, from, sizeof(to));
	pin(&rig, pinned, sizeof(pinned));
	SimRequest request = {.code = SIM_MEMSET};
	request.u.memset.to = address_of(pinned);
	request.u.memset.value = 0x1AB; /* its low byte counts */
	request.u.memset.bytes = 9999;
	good(ask(&rig, request));
	for (size_t i = 0; i < sizeof(pinned); i++)
		assert_int_equal(pinned[i], i < 9999 ? 0xAB : 0);
	request.u.memset.async = 1;
	request.u.memset.value = 2;
	good(ask(&rig, request));
	assert_int_equal(pinned[0], 0xAB);
	good(sync_device(&rig));
	assert_int_equal(pinned[0], 2);
	assert_int_equal(counters(&rig).memsets, 2);
	assert_int_equal(counters(&rig).synchronizes, 2); /* the first fill, and the wait */
	assert_int_equal(counters(&rig).copies_h2d + counters(&rig).copies_d2h, 0);
	rig_close(&rig);
}

/* Two ranges of one allocation that overlap: as if the source had been read first. */
static void overlapping_copy(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	unsigned char bytes[64], out[64];
	for (int i = 0; i < 64; i++)
		bytes[i] = (unsigned char)i;
	uint64_t a = dev_malloc(&rig, 64);
	good(copy_now(&rig, a, address_of(bytes), 64));
	good(copy_now(&rig, a + 8, a, 48));
	good(copy_now(&rig, address_of(out), a, 64));
	memmove(bytes + 8, bytes, 48);
	assert_memory_equal(out, bytes, 64);
	rig_close(&rig);
}

/* Freeing pinned memory waits for the copies that still need it, and for no others. */
static void unpinning_waits(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint64_t s[2] = {stream_new(&rig, cudaStreamNonBlocking),
			 stream_new(&rig, cudaStreamNonBlocking)};
	uint64_t a = dev_malloc(&rig, 8000);
	char one[4000], two[4000];
	memset(one, 1, sizeof(one));
	pin(&rig, one, sizeof(one));
	pin(&rig, two, sizeof(two));
	good(fill_later(&rig, a + 4000, 5, 4000, s[1]));
	good(copy_later(&rig, address_of(two), a + 4000, 4000, s[1]));
	good(copy_later(&rig, a, address_of(one), 4000, s[0]));
	int64_t before = now(&rig);
	good(ASK(&rig, .code = SIM_HOST_FREE, .u.host.address = address_of(one)));
	assert_int_equal(now(&rig), before + 4100); /* the copy's time; it was queued just now */
	memset(one, 2, sizeof(one));
	assert_int_equal(word_at(&rig, a), 0x01010101);
	assert_int_equal(rig.sim->pending.count, 2);
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(results_appear_when_waited_for),
		cmocka_unit_test(pageable_sources_are_captured),
		cmocka_unit_test(pageable_copy_waits_for_its_stream),
		cmocka_unit_test(large_pageable_copies_arrive_at_once),
		cmocka_unit_test(independent_work_stays_pending),
		cmocka_unit_test(default_stream_orders_data),
		cmocka_unit_test(devices_are_independent),
		cmocka_unit_test(host_functions_run_in_order),
		cmocka_unit_test(host_memory_to_host_and_fills),
		cmocka_unit_test(overlapping_copy),
		cmocka_unit_test(unpinning_waits),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
