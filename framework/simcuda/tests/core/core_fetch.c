/* Reading device memory as work that is queued now would find it, without a wait. */
#include "framework/simcuda/tests/core/core_rig.h"

#include "framework/simcuda/core/core.h"

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

static cudaError_t fetch(Rig *rig, void *to, uint64_t from, uint64_t bytes, uint64_t stream,
			 int device)
{
	return ASK(rig, .code = SIM_FETCH, .internal = 1,
		   .u.fetch = {address_of(to), from, bytes, stream, device});
}

/* What is ordered before is done, and no clock moves; what is not ordered is left alone. */
static void pending_work_is_seen_where_ordered(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint32_t in[2] = {7, 8}, out[2] = {0};
	pin(&rig, in, sizeof(in));
	uint64_t s = stream_new(&rig, cudaStreamNonBlocking);
	uint64_t other = stream_new(&rig, cudaStreamNonBlocking);
	uint64_t a = dev_malloc(&rig, 8), event = event_new(&rig, 0);
	good(copy_later(&rig, a, address_of(in), 8, s));
	int64_t before = now(&rig);
	good(fetch(&rig, out, a, 8, other, -1));
	assert_int_equal(out[0], POISON);
	good(fetch(&rig, out, a, 8, s, -1));
	assert_int_equal(out[0], 7);
	assert_int_equal(out[1], 8);
	assert_int_equal(now(&rig), before);
	assert_int_equal(stream_ask(&rig, SIM_STREAM_QUERY, s), cudaErrorNotReady);

	good(fill_later(&rig, a, 0x11, 8, s)); /* ordered by an event, too */
	good(event_ask(&rig, SIM_EVENT_RECORD, event, s));
	good(stream_wait_event(&rig, other, event));
	good(fetch(&rig, out, a, 8, other, 0));
	assert_int_equal(out[0], 0x11111111);
	good(fill_later(&rig, a, 0x22, 8, s));
	good(fetch(&rig, out, a, 8, other, 0));
	assert_int_equal(out[0], 0x11111111);
	good(sync_device(&rig));
	assert_int_equal(word_at(&rig, a), 0x22222222);
	rig_close(&rig);
}

/* Work that has to be done first, and that the program sees in its own memory, is waited for. */
static void what_is_seen_is_waited_for(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint32_t word = 0, out = 0;
	pin(&rig, &word, sizeof(word));
	uint64_t s = stream_new(&rig, cudaStreamNonBlocking), a = dev_malloc(&rig, 4);
	uint64_t waits = counters(&rig).synchronizes;
	good(fill_later(&rig, a, 0x11, 4, s));
	good(fetch(&rig, &out, a, 4, s, -1));
	assert_int_equal(counters(&rig).synchronizes, waits);
	good(copy_later(&rig, address_of(&word), a, 4, s));
	good(fill_later(&rig, a, 0x22, 4, s));
	good(fetch(&rig, &out, a, 4, s, -1));
	assert_int_equal(word, 0x11111111);
	assert_int_equal(counters(&rig).synchronizes, waits + 1);
	rig_close(&rig);
}

/* Where a judge looks, what a GPU has made is waited for, beside another purpose, and the time passes; not pointers that
 * the host has sent. */
static void what_a_gpu_made_is_waited_for(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint32_t in = 7, pinned = 0, out = 0;
	pin(&rig, &pinned, sizeof(pinned));
	uint64_t s = stream_new(&rig, cudaStreamNonBlocking), a = dev_malloc(&rig, 4);
	sim_launched_clear(rig.sim);
	good(copy_later(&rig, a, address_of(&in), 4, s));
	const uint64_t waits = counters(&rig).synchronizes;
	int64_t before = now(&rig);
	good(fetch(&rig, &out, a, 4, s, -1));
	assert_int_equal(out, 7);
	assert_int_equal(now(&rig), before);
	assert_int_equal(counters(&rig).synchronizes, waits);
	assert_false(counters(&rig).beside);

	good(fill_later(&rig, a, 0x11, 4, s));
	before = now(&rig);
	good(fetch(&rig, &out, a, 4, s, -1));
	assert_int_equal(out, 0x11111111);
	assert_true(now(&rig) > before);
	assert_int_equal(counters(&rig).synchronizes, waits + 1);
	assert_true(counters(&rig).beside);

	good(copy_later(&rig, address_of(&pinned), a, 4, s));
	good(fetch(&rig, &out, address_of(&pinned), 4, s, -1));
	assert_int_equal(pinned, 0x11111111);
	assert_int_equal(out, 0x11111111);
	assert_int_equal(counters(&rig).synchronizes, waits + 2);
	rig_close(&rig);
}

/* Only what touches the allocation makes anything happen. */
static void other_work_stays_pending(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint32_t in = 3, out = 0, back = 0;
	pin(&rig, &back, sizeof(back));
	uint64_t s = stream_new(&rig, cudaStreamNonBlocking);
	uint64_t a = dev_malloc(&rig, 4), b = dev_malloc(&rig, 4);
	good(copy_now(&rig, a, address_of(&in), 4));
	good(fill_later(&rig, b, 0x33, 4, s));
	good(sync_device(&rig));
	good(copy_later(&rig, address_of(&back), b, 4, s));
	good(fetch(&rig, &out, a, 4, s, -1));
	assert_int_equal(out, 3);
	assert_int_equal(counters(&rig).linked_d2h, 4); /* the host knows them now */
	assert_int_equal(counters(&rig).links_d2h, 1);
	rig.internal = SIM_OWN_READ;
	good(fetch(&rig, &out, a, 4, s, -1));
	rig.internal = 0;
	assert_int_equal(counters(&rig).links_d2h, 1); /* the machine alone */
	assert_int_equal(back, 0);
	rig_close(&rig);
}

/* More than one piece, from the other GPU's memory, and from pinned memory. */
static void places(void **state)
{
	(void)state;
	enum { COUNT = 5000 };
	static uint32_t in[COUNT], out[COUNT];
	Rig rig;
	rig_open(&rig, 2);
	for (uint32_t i = 0; i < COUNT; i++)
		in[i] = i * 2654435761u;
	set_device(&rig, 1);
	uint64_t a = dev_malloc(&rig, sizeof(in));
	good(copy_now(&rig, a, address_of(in), sizeof(in)));
	set_device(&rig, 0);
	good(fetch(&rig, out, a + 4, sizeof(in) - 4, 0, 1));
	assert_memory_equal(out, in + 1, sizeof(in) - 4);
	pin(&rig, in, sizeof(in));
	memset(out, 0, sizeof(out));
	good(fetch(&rig, out, address_of(in), sizeof(in), 0, 1));
	assert_memory_equal(out, in, sizeof(in));
	rig_close(&rig);
}

static void refused(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint32_t out = 0, plain = 1;
	uint64_t a = dev_malloc(&rig, 4), gone = dev_malloc(&rig, 4);
	good(dev_free(&rig, gone));
	good(fill_later(&rig, a, 1, 4, 0));
	assert_int_equal(fetch(&rig, &out, a, 8, 0, -1), cudaErrorInvalidValue);
	assert_int_equal(fetch(&rig, &out, gone, 4, 0, -1), cudaErrorInvalidValue);
	assert_int_equal(fetch(&rig, &out, address_of(&plain), 4, 0, -1), cudaErrorInvalidValue);
	assert_int_equal(fetch(&rig, &out, 0, 4, 0, -1), cudaErrorInvalidValue);
	assert_int_equal(fetch(&rig, &out, a, 4, 0, 1), cudaErrorInvalidDevice);
	assert_int_equal(fetch(&rig, &out, a, 4, 12345, -1), cudaErrorInvalidResourceHandle);
	assert_int_equal(out, 0);
	assert_int_equal(finding_count(&rig), 0);
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(pending_work_is_seen_where_ordered),
		cmocka_unit_test(what_is_seen_is_waited_for),
		cmocka_unit_test(what_a_gpu_made_is_waited_for),
		cmocka_unit_test(other_work_stays_pending),
		cmocka_unit_test(places),
		cmocka_unit_test(refused),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
