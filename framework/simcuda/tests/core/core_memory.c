/* Device memory: addresses, capacity, contents, and what is said about a pointer. */
#include "framework/simcuda/tests/core/core_rig.h"

#include <math.h>

#include "framework/simcuda/core/core.h"

static uint64_t free_now(Rig *rig)
{
	assert_int_equal(ASK(rig, .code = SIM_MEMORY_INFO), cudaSuccess);
	assert_int_equal(rig->reply.value[1], 64 * MIB);
	return rig->reply.value[0];
}

static void addresses_are_apart_and_aligned(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	uint64_t last_end = 0;
	for (int i = 0; i < 100; i++) {
		uint64_t bytes = 1 + (uint64_t)i * 37;
		uint64_t address = dev_malloc(&rig, bytes);
		assert_int_equal(address % 512, 0);
		assert_true(address > last_end); /* a gap behind each */
		assert_true(address - rig_base(0) < sim_address_bytes(&rig.machine));
		last_end = address + bytes;
	}
	set_device(&rig, 1);
	assert_true(dev_malloc(&rig, 4) >= rig_base(1));
	rig_close(&rig);
}

static void capacity_is_taken_in_pages(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	assert_int_equal(free_now(&rig), 62 * MIB);
	uint64_t small[4096];
	for (int i = 0; i < 4096; i++) /* 4096 of 512 bytes fill one page exactly */
		small[i] = dev_malloc(&rig, 1 + (uint64_t)(i % 512));
	assert_int_equal(free_now(&rig), 60 * MIB);
	uint64_t one_more = dev_malloc(&rig, 1);
	assert_int_equal(free_now(&rig), 58 * MIB);
	uint64_t large = dev_malloc(&rig, MIB);
	assert_int_equal(free_now(&rig), 56 * MIB);
	uint64_t larger = dev_malloc(&rig, 2 * MIB + 1);
	assert_int_equal(free_now(&rig), 52 * MIB);
	set_device(&rig, 1);
	assert_int_equal(free_now(&rig), 62 * MIB); /* each GPU has its own */
	set_device(&rig, 0);
	assert_int_equal(dev_free(&rig, larger), cudaSuccess);
	assert_int_equal(dev_free(&rig, large), cudaSuccess);
	assert_int_equal(dev_free(&rig, one_more), cudaSuccess);
	for (int i = 0; i < 4096; i++)
		assert_int_equal(dev_free(&rig, small[i]), cudaSuccess);
	assert_int_equal(free_now(&rig), 62 * MIB);
	rig_close(&rig);
}

static void what_does_not_fit_is_refused(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	const uint64_t sizes[] = {62 * MIB + 1, 65 * MIB, UINT64_MAX, UINT64_MAX - 511,
				  UINT64_C(1) << 63};
	for (int i = 0; i < 5; i++)
		assert_int_equal(ASK(&rig, .code = SIM_MALLOC, .u.malloc.bytes = sizes[i]),
				 cudaErrorMemoryAllocation);
	uint64_t all = dev_malloc(&rig, 62 * MIB);
	assert_int_equal(free_now(&rig), 0);
	assert_int_equal(ASK(&rig, .code = SIM_MALLOC, .u.malloc.bytes = 1),
			 cudaErrorMemoryAllocation);
	assert_int_equal(dev_free(&rig, all), cudaSuccess);
	assert_int_equal(dev_free(&rig, dev_malloc(&rig, 62 * MIB)), cudaSuccess); /* not sticky */
	assert_int_equal(ASK(&rig, .code = SIM_MALLOC, .u.malloc.bytes = 0), cudaSuccess);
	assert_int_equal(rig.reply.value[0], 0);
	assert_int_equal(dev_free(&rig, 0), cudaSuccess);
	assert_int_equal(counters(&rig).allocations, 2);
	assert_int_equal(counters(&rig).frees, 2);
	assert_int_equal(finding_count(&rig), 0);
	rig_close(&rig);
}

/* Freed addresses come back only when the window has been used up. */
static void addresses_are_reused_late(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint64_t window = sim_address_bytes(&rig.machine), step = 60 * MIB, taken = 0, last = 0;
	uint64_t keep = dev_malloc(&rig, 4);
	uint32_t word = 42;
	assert_int_equal(copy_now(&rig, keep, address_of(&word), 4), cudaSuccess);
	for (;; taken += step) {
		uint64_t address = dev_malloc(&rig, step);
		assert_int_equal(dev_free(&rig, address), cudaSuccess);
		if (address < last)
			break;
		last = address;
	}
	assert_true(taken > window - 2 * step);
	for (int i = 0; i < 300; i++) { /* several times around, never over the one that is kept */
		uint64_t address = dev_malloc(&rig, step);
		assert_true(address > keep || address + step <= keep);
		assert_int_equal(word_at(&rig, address), POISON);
		assert_int_equal(dev_free(&rig, address), cudaSuccess);
	}
	assert_int_equal(word_at(&rig, keep), 42);
	rig_close(&rig);
}

static void fresh_memory_is_poison(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint64_t a = dev_malloc(&rig, 64);
	unsigned char out[64], raw[3] = {1, 2, 3};
	assert_int_equal(copy_now(&rig, a + 9, address_of(raw), 3), cudaSuccess);
	assert_int_equal(copy_now(&rig, address_of(out), a, 64), cudaSuccess);
	for (int i = 0; i < 64; i++)
		assert_int_equal(out[i], i >= 9 && i < 12 ? i - 8 : i % 2 ? 0xFF : 0xF5);
	float number;
	double wide;
	memcpy(&number, out + 16, sizeof(number));
	memcpy(&wide, out + 16, sizeof(wide));
	assert_true(isnan(number) && isnan(wide));
	/* Memory that held something before shows nothing of it. */
	uint64_t big = dev_malloc(&rig, 8 * MIB);
	assert_int_equal(fill_later(&rig, big, 7, 8 * MIB, 0), cudaSuccess);
	assert_int_equal(dev_free(&rig, big), cudaSuccess);
	uint64_t fresh = dev_malloc(&rig, 32);
	assert_int_equal(word_at(&rig, fresh), POISON);
	/* Poison travels with a copy. */
	assert_int_equal(copy_now(&rig, fresh + 1, a, 8), cudaSuccess);
	assert_int_equal(sync_device(&rig), cudaSuccess);
	assert_int_equal(sim_peek(rig.sim, fresh + 1, out, 8), 0);
	for (int i = 0; i < 8; i++)
		assert_int_equal(out[i], i % 2 ? 0xFF : 0xF5);
	rig_close(&rig);
}

static void peek_and_describe(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	rig.where = 5;
	uint64_t a = dev_malloc(&rig, 100), word;
	int device = -1;
	uint64_t base = 0, bytes = 0;
	SimSite made;
	assert_int_equal(sim_peek(rig.sim, a + 93, &word, 7), 0);
	assert_int_equal(sim_peek(rig.sim, a + 93, &word, 8), -1);
	assert_int_equal(sim_peek(rig.sim, a + 100, &word, 1), -1);
	assert_int_equal(sim_peek(rig.sim, address_of(&word), &word, 1), -1);
	assert_int_equal(sim_describe(rig.sim, a + 99, &device, &base, &bytes, &made), 1);
	assert_int_equal(device, 0);
	assert_int_equal(base, a);
	assert_int_equal(bytes, 100);
	assert_int_equal(made.frame[0], 5);
	assert_int_equal(sim_describe(rig.sim, a + 100, &device, &base, &bytes, &made), 3);
	assert_int_equal(base, a);
	assert_int_equal(sim_describe(rig.sim, rig_base(1) + 8, &device, &base, &bytes, &made), 3);
	assert_int_equal(device, 1);
	assert_int_equal(bytes, 0);
	assert_int_equal(dev_free(&rig, a), cudaSuccess);
	assert_int_equal(sim_describe(rig.sim, a + 1, &device, &base, &bytes, &made), 2);
	assert_int_equal(base, a);
	assert_int_equal(made.frame[0], 5);
	assert_int_equal(sim_describe(rig.sim, address_of(&a), &device, &base, &bytes, &made), 0);
	assert_int_equal(sim_peek(rig.sim, a, &word, 4), -1);
	rig_close(&rig);
}

/* What is poked comes behind all that was queued, costs nothing, and counts as written. */
static void poke_is_last(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint64_t a = dev_malloc(&rig, 64), b = dev_malloc(&rig, 64), fresh = dev_malloc(&rig, 8);
	const uint32_t word = 0x12345678;
	assert_int_equal(fill_later(&rig, a, 7, 64, 0), cudaSuccess);
	assert_int_equal(copy_later(&rig, b, a, 64, 0), cudaSuccess); /* reads what was there */
	SimcudaCounters before = counters(&rig), after;
	assert_int_equal(sim_poke(rig.sim, a + 8, &word, 4), 0);
	assert_int_equal(sim_poke(rig.sim, fresh, &word, 4), 0);
	after = counters(&rig);
	assert_true(before.unsettled == 1 && after.unsettled == 0);
	before.unsettled = 0;
	assert_memory_equal(&before, &after, sizeof before);
	assert_int_equal(word_at(&rig, a + 8), word);
	assert_int_equal(word_at(&rig, a + 12), 0x07070707);
	assert_int_equal(sync_device(&rig), cudaSuccess);
	assert_int_equal(word_at(&rig, b + 8), 0x07070707);
	uint32_t read = 0;
	assert_int_equal(copy_now(&rig, address_of(&read), fresh, 4), cudaSuccess);
	assert_int_equal(read, word);
	assert_int_equal(finding_count(&rig), 0);
	assert_int_equal(sim_poke(rig.sim, a + 61, &word, 4), -1);
	assert_int_equal(sim_poke(rig.sim, address_of(&read), &word, 4), -1);
	assert_int_equal(dev_free(&rig, a), cudaSuccess);
	assert_int_equal(sim_poke(rig.sim, a, &word, 4), -1);
	rig_close(&rig);
}

static void pointers_are_classified(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	char memory[64];
	set_device(&rig, 1);
	uint64_t a = dev_malloc(&rig, 100);
	set_device(&rig, 0);
	pin(&rig, memory, sizeof(memory));
	assert_int_equal(ASK(&rig, .code = SIM_POINTER, .u.pointer.address = a + 5), cudaSuccess);
	assert_int_equal(rig.reply.value[0], cudaMemoryTypeDevice);
	assert_int_equal(rig.reply.value[1], 1);
	assert_int_equal(rig.reply.value[2], a);
	assert_int_equal(rig.reply.value[3], 100);
	assert_int_equal(
		ASK(&rig, .code = SIM_POINTER, .u.pointer.address = address_of(memory + 9)),
		cudaSuccess);
	assert_int_equal(rig.reply.value[0], cudaMemoryTypeHost);
	assert_int_equal(rig.reply.value[2], address_of(memory));
	assert_int_equal(rig.reply.value[3], 64);
	assert_int_equal(ASK(&rig, .code = SIM_POINTER, .u.pointer.address = address_of(&rig)),
			 cudaSuccess);
	assert_int_equal(rig.reply.value[0], cudaMemoryTypeUnregistered);
	rig_close(&rig);
}

static void pinned_ranges(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	static char memory[300];
	const struct {
		int from, bytes;
		cudaError_t error;
	} steps[] = {
		{100, 100, cudaSuccess},
		{150, 10, cudaErrorHostMemoryAlreadyRegistered},
		{50, 51, cudaErrorHostMemoryAlreadyRegistered},
		{199, 1, cudaErrorHostMemoryAlreadyRegistered},
		{0, 300, cudaErrorHostMemoryAlreadyRegistered},
		{200, 100, cudaSuccess},
		{0, 100, cudaSuccess},
		{0, 0, cudaErrorInvalidValue},
	};
	for (int i = 0; i < 8; i++)
		assert_int_equal(ASK(&rig, .code = SIM_HOST_ALLOC,
				     .u.host.address = address_of(memory + steps[i].from),
				     .u.host.bytes = (uint64_t)steps[i].bytes),
				 steps[i].error);
	const int bases[] = {0, 200, 100};
	assert_int_equal(
		ASK(&rig, .code = SIM_HOST_FREE, .u.host.address = address_of(memory + 101)),
		cudaErrorHostMemoryNotRegistered);
	for (int i = 0; i < 3; i++)
		for (int again = 0; again < 2; again++)
			assert_int_equal(ASK(&rig, .code = SIM_HOST_FREE,
					     .u.host.address = address_of(memory + bases[i])),
					 again ? cudaErrorHostMemoryNotRegistered : cudaSuccess);
	rig_close(&rig);
}

/* Two copies of a strided block, back and forth, against the same done by hand. */
static void strided_copies(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint64_t a = dev_malloc(&rig, 1000);
	unsigned char in[400], out[400], wanted[400];
	const size_t width = 11;
	for (int i = 0; i < 400; i++)
		in[i] = (unsigned char)(i * 7 + 1);
	SimRequest request = {.code = SIM_COPY};
	request.u.copy.to = a + 3;
	request.u.copy.from = address_of(in + 2);
	request.u.copy.width = 11;
	request.u.copy.rows = 9;
	request.u.copy.to_pitch = 100;
	request.u.copy.from_pitch = 40;
	request.u.copy.kind = cudaMemcpyHostToDevice;
	assert_int_equal(ask(&rig, request), cudaSuccess);
	request.u.copy.to = address_of(out);
	request.u.copy.from = a + 3;
	request.u.copy.to_pitch = 11; /* without gaps on one side, with gaps on the other */
	request.u.copy.from_pitch = 100;
	request.u.copy.kind = cudaMemcpyDeviceToHost;
	assert_int_equal(ask(&rig, request), cudaSuccess);
	for (size_t row = 0; row < 9; row++)
		memcpy(wanted + row * width, in + 2 + row * 40, width);
	assert_memory_equal(out, wanted, 99);
	unsigned char gap[2];
	assert_int_equal(sim_peek(rig.sim, a + 3 + 11, gap, 1), 0);
	assert_int_equal(gap[0], (a + 14) % 2 ? 0xFF : 0xF5); /* between the rows: untouched */
	request.u.copy.from_pitch = 10;
	assert_int_equal(ask(&rig, request), cudaErrorInvalidPitchValue);
	assert_int_equal(counters(&rig).bytes_h2d, 99);
	assert_int_equal(counters(&rig).bytes_d2h, 99);
	rig_close(&rig);
}

static void ordered_memory(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint64_t stream = stream_new(&rig, cudaStreamNonBlocking);
	uint32_t out = 0;
	pin(&rig, &out, sizeof(out));
	int64_t before = now(&rig);
	assert_int_equal(ASK(&rig, .code = SIM_MALLOC, .u.malloc.bytes = 64,
			     .u.malloc.stream = stream, .u.malloc.ordered = 1),
			 cudaSuccess);
	uint64_t a = rig.reply.value[0];
	assert_int_equal(now(&rig) - before, MALLOC_NS); /* the pool holds nothing yet */
	assert_int_equal(counters(&rig).from_pool, 0);
	assert_int_equal(ASK(&rig, .code = SIM_MALLOC, .u.malloc.bytes = 64,
			     .u.malloc.stream = stream, .u.malloc.ordered = 1),
			 cudaSuccess);
	assert_int_equal(now(&rig) - before, MALLOC_NS + CALL_NS);
	assert_int_equal(counters(&rig).from_pool, 1);
	assert_int_equal(counters(&rig).allocations, 2);
	assert_int_equal(ASK(&rig, .code = SIM_FREE, .u.free.address = rig.reply.value[0],
			     .u.free.stream = stream, .u.free.ordered = 1),
			 cudaSuccess);
	assert_int_equal(fill_later(&rig, a, 3, 64, stream), cudaSuccess);
	assert_int_equal(copy_later(&rig, address_of(&out), a, 4, stream), cudaSuccess);
	assert_int_equal(ASK(&rig, .code = SIM_FREE, .u.free.address = a, .u.free.stream = stream,
			     .u.free.ordered = 1),
			 cudaSuccess);
	assert_int_equal(out, 0); /* the free did not wait */
	assert_int_equal(fill_later(&rig, a, 3, 64, stream), cudaErrorInvalidValue);
	assert_finding(&rig, SIM_FINDING_USE_AFTER_FREE,
		       "cudaMemsetAsync writes 64 bytes at offset 0 of an allocation of 64 bytes "
		       "on GPU 0 that has been freed",
		       1, 1);
	assert_int_equal(stream_ask(&rig, SIM_STREAM_SYNC, stream), cudaSuccess);
	assert_int_equal(out, 0x03030303); /* what was queued before still had its bytes */
	assert_int_equal(counters(&rig).live_bytes, 0);
	assert_int_equal(rig.sim->gpu[0].alloc_count, 0); /* and then they went */
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(addresses_are_apart_and_aligned),
		cmocka_unit_test(capacity_is_taken_in_pages),
		cmocka_unit_test(what_does_not_fit_is_refused),
		cmocka_unit_test(addresses_are_reused_late),
		cmocka_unit_test(fresh_memory_is_poison),
		cmocka_unit_test(peek_and_describe),
		cmocka_unit_test(poke_is_last),
		cmocka_unit_test(pointers_are_classified),
		cmocka_unit_test(pinned_ranges),
		cmocka_unit_test(strided_copies),
		cmocka_unit_test(ordered_memory),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
