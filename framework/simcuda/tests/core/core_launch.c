/* Kernels: arguments, ranges, poison, peer access, and the counters. */
#include "framework/simcuda/core/core.h"
#include "framework/simcuda/tests/core/core_rig.h"

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

/* Arguments are taken at the launch; what they point to may change afterwards. */
static void arguments_are_captured(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint32_t in[4] = {10, 20, 30, 40};
	uint64_t a = dev_malloc(&rig, 1024), b = dev_malloc(&rig, 16);
	uint64_t to = a + 32, from = b, rows = 3, pitch = 100;
	const void *arguments[] = {&to, &from, &rows, &pitch};
	good(fill_later(&rig, a, 0, 1024, 0));
	good(copy_now(&rig, b, address_of(in), 16));
	good(launch_on(&rig, &accumulate, arguments, 64, 0));
	to = from = rows = pitch = 0;
	arguments[0] = arguments[1] = NULL;
	good(sync_device(&rig));
	for (uint64_t at = 0; at < 1024; at += 4) {
		uint64_t row = at / 100, column = (at % 100) / 4 - 8;
		bool hit = row < 3 && at % 100 >= 32 && column < 4;
		assert_int_equal(word_at(&rig, a + at), hit ? in[column] + 1 : 0);
	}
	rig_close(&rig);
}

static void kernels_see_poison(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint64_t a = dev_malloc(&rig, 256), b = dev_malloc(&rig, 16);
	good(fill_later(&rig, b, 0, 16, 0));
	good(launch_accumulate(&rig, a, b, 2, 64, 0, 0));
	good(sync_device(&rig));
	for (uint64_t at = 0; at < 256; at += 4) {
		bool hit = at < 128 && at % 64 < 16;
		assert_int_equal(word_at(&rig, a + at), hit ? POISON + 1 : POISON);
	}
	/* What it has written stays, also between bytes that nobody has written. */
	good(launch_accumulate(&rig, a, b, 2, 64, 0, 0));
	good(sync_device(&rig));
	assert_int_equal(word_at(&rig, a + 64), POISON + 2);
	assert_int_equal(word_at(&rig, a + 60), POISON);
	rig_close(&rig);
}

static void endless_cost(const void *const *arguments, uint64_t threads, SimCost *cost)
{
	(void)arguments;
	*cost = (SimCost){.work = SIM_WORK_MEMORY,
			  .flops = threads == 0 ? 1e30 : (double)threads * 0x1p60};
}

/* Whoever asks for more work than can be counted has not asked for less. */
static void flops_do_not_wrap(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	SimKernel endless = accumulate;
	endless.cost = endless_cost;
	const uint64_t a = dev_malloc(&rig, 64), none = 0;
	const void *arguments[] = {&a, &a, &none, &none};
	good(fill_later(&rig, a, 0, 64, 0));
	good(launch_on(&rig, &endless, arguments, 3, 0));
	assert_true(counters(&rig).flops == UINT64_C(3) << 60);
	for (int i = 0; i < 7; i++)
		good(launch_on(&rig, &endless, arguments, 3, 0));
	assert_true(counters(&rig).flops == UINT64_MAX);
	good(launch_on(&rig, &endless, arguments, 0, 0));
	assert_true(counters(&rig).flops == UINT64_MAX);
	rig_close(&rig);
}

static void bad_launches(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	assert_int_equal(launch_on(&rig, NULL, NULL, 1, 0), cudaErrorInvalidDeviceFunction);
	assert_int_equal(launch_on(&rig, &accumulate, NULL, 1, 0), cudaErrorInvalidValue);
	SimKernel broken = accumulate;
	broken.arguments = SIM_MAX_ARGUMENTS + 1;
	const void *arguments[SIM_MAX_ARGUMENTS + 1] = {NULL};
	assert_int_equal(launch_on(&rig, &broken, arguments, 1, 0), cudaErrorInvalidDeviceFunction);
	rig.where = 7;
	uint64_t a = dev_malloc(&rig, 64), none = 0;
	rig.where = 8;
	assert_int_equal(launch_accumulate(&rig, a, a, 1, 16, 0, 4711),
			 cudaErrorInvalidResourceHandle);
	SimRequest request = {.code = SIM_LAUNCH};
	request.u.launch.kernel = &accumulate;
	request.u.launch.arguments = (const void *[]){&a, &a, &none, &none};
	request.u.launch.device = 1;
	assert_int_equal(ask(&rig, request), cudaErrorInvalidDevice);
	request.u.launch.device = 0;
	good(ask(&rig, request)); /* no rows: it touches only what it reads */
	assert_int_equal(counters(&rig).launches, 1);
	assert_finding(
		&rig, SIM_FINDING_UNINITIALISED_READ,
		"kernel accumulate reads 16 bytes that nothing has written, from offset 0 of "
		"an allocation of 64 bytes on GPU 0",
		8, 7);
	assert_int_equal(finding_count(&rig), 1);
	rig_close(&rig);
}

/* A library launches on the GPU of its handle, whichever is current. */
static void launches_on_a_named_device(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	set_device(&rig, 1);
	uint64_t a = dev_malloc(&rig, 16), one = 1, pitch = 16;
	good(fill_later(&rig, a, 0, 16, 0));
	set_device(&rig, 0);
	SimRequest request = {.code = SIM_LAUNCH};
	request.u.launch.kernel = &accumulate;
	request.u.launch.arguments = (const void *[]){&a, &a, &one, &pitch};
	request.u.launch.device = 1;
	good(ask(&rig, request)); /* into the default stream of GPU 1, behind the fill */
	good(sync_device(&rig));
	assert_int_equal(word_at(&rig, a), POISON);
	set_device(&rig, 1);
	good(sync_device(&rig));
	assert_int_equal(word_at(&rig, a), 1);
	rig_close(&rig);
}

static void peer_access_in_kernels(void **state)
{
	(void)state;
	SimMachine machine = rig_machine(2);
	machine.peer.alpha = 5000;
	Rig rig;
	rig_open_with(&rig, &machine);
	set_device(&rig, 1);
	uint64_t far = dev_malloc(&rig, 16);
	good(fill_later(&rig, far, 0, 16, 0));
	good(sync_device(&rig));
	set_device(&rig, 0);
	uint64_t near = dev_malloc(&rig, 16);
	good(fill_later(&rig, near, 0, 16, 0));
	good(enable_peer(&rig, 1, 0));
	good(sync_device(&rig));
	int64_t before = now(&rig);
	good(launch_accumulate(&rig, near, far, 1, 16, 0, 0));
	good(sync_device(&rig));
	assert_int_equal(word_at(&rig, near), 1);
	/* What it reads there comes over the link: 5000 + 16 / 4 ns, more than the kernel takes. */
	assert_int_equal(now(&rig), before + LAUNCH_NS + 5004 + SYNC_NS);
	assert_int_equal(counters(&rig).linked_p2p, 16);
	assert_int_equal(counters(&rig).links_p2p, 1);
	assert_int_equal(counters(&rig).links_h2d + counters(&rig).links_d2h, 0);
	assert_int_equal(counters(&rig).bytes_p2p, 0); /* no copy */
	/* The permission holds one way only. */
	set_device(&rig, 1);
	good(launch_accumulate(&rig, far, near, 1, 16, 0, 0));
	assert_int_equal(sync_device(&rig), cudaErrorIllegalAddress);
	assert_int_equal(finding_count(&rig), 1);
	rig_close(&rig);
}

/* What a kernel reads in another GPU's memory passes the link of that GPU, one thing after the other; what is written there
 * goes the other way. */
static void kernels_take_turns_on_a_link(void **state)
{
	(void)state;
	SimMachine machine = rig_machine(4);
	machine.peer.alpha = 5000;
	Rig rig;
	rig_open_with(&rig, &machine);
	uint64_t at[4];
	for (int i = 0; i < 4; i++) {
		set_device(&rig, i);
		at[i] = dev_malloc(&rig, 16);
		good(fill_later(&rig, at[i], 0, 16, 0));
		if (i > 0)
			good(enable_peer(&rig, 0, 0));
	}
	for (int i = 0; i < 4; i++) {
		set_device(&rig, i);
		good(sync_device(&rig));
	}
	for (int i = 1; i < 4; i++) {
		set_device(&rig, i);
		good(launch_accumulate(&rig, at[i], at[0], 1, 16, 0, 0)); /* all read on GPU 0 */
	}
	const Gpu *gpu = rig.sim->gpu;
	const int64_t start = gpu[1].legacy.tail->start;
	for (int i = 1; i < 4; i++)
		assert_int_equal(gpu[i].legacy.tail->end - start, i * (5000 + 4));
	set_device(&rig, 1);
	good(copy_later(&rig, at[1], at[0], 16, 0)); /* out of GPU 0, too: behind these */
	assert_int_equal(gpu[1].legacy.tail->start - start, 3 * (5000 + 4));
	good(sync_device(&rig));
	rig_close(&rig);
}

/* A judge lets a GPU be slower; others stay as they are, and so do copies. */
static void a_slow_gpu(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	int64_t took[2][2];
	for (int slow = 0; slow < 2; slow++) {
		for (int gpu = 0; gpu < 2; gpu++) {
			set_device(&rig, gpu);
			uint64_t a = dev_malloc(&rig, 64), b = dev_malloc(&rig, 64);
			good(fill_later(&rig, a, 0, 64, 0));
			good(fill_later(&rig, b, 0, 64, 0));
			good(sync_device(&rig));
			int64_t before = now(&rig);
			good(launch_accumulate(&rig, a, b, 1, 64, 0, 0));
			good(sync_device(&rig));
			took[slow][gpu] = now(&rig) - before - LAUNCH_NS - SYNC_NS;
		}
		assert_int_equal(sim_slow(rig.sim, 1, 2500), 0);
	}
	assert_true(took[0][0] > 100);
	assert_int_equal(took[1][0], took[0][0]);
	assert_int_equal(took[1][1], took[0][1] * 5 / 2);
	assert_int_equal(sim_slow(rig.sim, 2, 2500), -1);
	assert_int_equal(sim_slow(rig.sim, 1, 999), -1);
	rig_close(&rig);
}

static void counting(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	unsigned char host[64], pinned[64];
	uint64_t a = dev_malloc(&rig, 1000), b = dev_malloc(&rig, 500);
	set_device(&rig, 1);
	uint64_t c = dev_malloc(&rig, 64);
	set_device(&rig, 0);
	pin(&rig, pinned, sizeof(pinned));
	uint64_t h = address_of(host), p = address_of(pinned);
	good(copy_now(&rig, a, h, 60));             /* h2d, waits */
	good(copy_later(&rig, a, p, 50, 0));        /* h2d */
	good(copy_now(&rig, h, a, 40));             /* d2h, waits */
	good(copy_later(&rig, p, a, 30, 0));        /* d2h */
	good(copy_now(&rig, b, a, 20));             /* d2d */
	good(copy_now(&rig, c, a, 10));             /* p2p */
	good(copy_peer(&rig, c, 1, a, 0, 5, 1, 0)); /* p2p */
	good(copy_peer(&rig, b, 0, a, 0, 3, 0, 0)); /* d2d */
	good(copy_now(&rig, p, h, 64));             /* host to host: waits, and no copy */
	good(fill_later(&rig, b, 0, 500, 0));
	good(launch_accumulate(&rig, a, b, 1, 16, 0, 0));
	good(sync_device(&rig));
	good(stream_ask(&rig, SIM_STREAM_SYNC, 0));
	uint64_t event = event_new(&rig, 0);
	good(event_ask(&rig, SIM_EVENT_SYNC, event, 0));
	good(dev_free(&rig, b));
	dev_malloc(&rig, 100);
	uint64_t calls = counters(&rig).api_calls;
	/* A library's own work: copies, launches and waits count, calls and memory do not. */
	rig.internal = 1;
	uint64_t scratch = dev_malloc(&rig, 4096);
	good(copy_now(&rig, h, a, 8));
	good(sync_device(&rig));
	good(dev_free(&rig, scratch));
	rig.internal = 0;
	SimcudaCounters n = counters(&rig);
	assert_int_equal(n.copies_h2d, 2);
	assert_int_equal(n.bytes_h2d, 110);
	assert_int_equal(n.copies_d2h, 3);
	assert_int_equal(n.bytes_d2h, 78);
	assert_int_equal(n.copies_d2d, 2);
	assert_int_equal(n.bytes_d2d, 23);
	assert_int_equal(n.copies_p2p, 2);
	assert_int_equal(n.bytes_p2p, 15);
	assert_int_equal(n.memsets, 1);
	assert_int_equal(n.launches, 1);
	assert_int_equal(n.synchronizes, 2 + 1 + 3 + 2);
	assert_int_equal(n.allocations, 4);
	assert_int_equal(n.frees, 1);
	assert_int_equal(n.live_bytes, 1000 + 64 + 100);
	assert_int_equal(n.peak_bytes, 1000 + 500 + 64);
	assert_int_equal(calls, 3 + 2 + 1 + 9 + 2 + 2 + 2 + 2);
	assert_int_equal(n.api_calls, calls);
	good(ASK(&rig, .code = SIM_CLOCK));
	good(ASK(&rig, .code = SIM_HOST_WORK));
	assert_int_equal(counters(&rig).api_calls, calls);
	rig_close(&rig);
}

/* Pinned memory as a kernel's argument: read and written when the kernel runs, rows alone. */
static void kernels_use_pinned_memory(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint32_t pinned[32] = {0}, in[4] = {1, 2, 3, 4};
	uint64_t p = address_of(pinned), a = dev_malloc(&rig, 16);
	pin(&rig, pinned, sizeof(pinned));
	good(copy_now(&rig, a, address_of(in), 16));
	good(launch_accumulate(&rig, p, a, 2, 40, 0, 0));
	assert_int_equal(counters(&rig).linked_h2d, 4 * 4 + 4 * 4); /* += reads and writes */
	assert_int_equal(counters(&rig).linked_d2h, 4 * 4 + 4 * 4);
	assert_int_equal(counters(&rig).links_h2d, 1); /* a kernel that did */
	assert_int_equal(counters(&rig).links_d2h, 1);
	assert_int_equal(counters(&rig).bytes_d2h, 0); /* no copy */
	pinned[0] = 100;                               /* not yet read */
	assert_int_equal(pinned[10], 0);
	good(sync_device(&rig));
	for (int i = 0; i < 32; i++)
		assert_int_equal(pinned[i], i == 0              ? 102
					    : i < 4             ? in[i] + 1
					    : i >= 10 && i < 14 ? in[i - 10] + 1
								: 0);
	/* The same bytes under two arguments are the same bytes: to[i] += to[i] + 1. */
	good(launch_accumulate(&rig, p, p, 1, 0, 0, 0));
	good(sync_device(&rig));
	assert_int_equal(pinned[1], 7);
	good(launch_accumulate(&rig, a, p, 1, 0, 0, 0));
	good(sync_device(&rig));
	assert_int_equal(word_at(&rig, a + 4), 2 + 7 + 1);
	assert_int_equal(finding_count(&rig), 0);
	/* Unpinning waits for it. */
	good(launch_accumulate(&rig, p, a, 1, 0, 0, 0));
	uint32_t old = pinned[1];
	good(ASK(&rig, .code = SIM_HOST_FREE, .u.host.address = p));
	assert_int_equal(pinned[1], old + 10 + 1);
	assert_int_equal(launch_accumulate(&rig, p, a, 1, 0, 0, 0), cudaSuccess);
	assert_int_equal(sync_device(&rig), cudaErrorIllegalAddress);
	assert_int_equal(finding_count(&rig), 1);
	rig_close(&rig);
}

static void pinned_memory_is_as_slow_as_its_link(void **state)
{
	(void)state;
	Rig rig;
	SimMachine machine = rig_machine(1);
	machine.kernel_time = 1;
	rig_open_with(&rig, &machine);
	unsigned char *pinned = calloc(1, 16000);
	uint64_t p = address_of(pinned), a = dev_malloc(&rig, 16000);
	pin(&rig, pinned, 16000);
	good(fill_later(&rig, a, 0, 16000, 0));
	good(sync_device(&rig));
	int64_t t = now(&rig);
	good(launch_accumulate(&rig, a, p, 1, 0, 0, 0)); /* in: 100 + 16 / 1 */
	good(sync_device(&rig));
	assert_int_equal(now(&rig), t + LAUNCH_NS + 116 + SYNC_NS);
	t = now(&rig);
	good(launch_accumulate(&rig, p, a, 1000, 16, 0, 0)); /* in: 100 + 16000 / 1, out less */
	good(sync_device(&rig));
	assert_int_equal(now(&rig), t + LAUNCH_NS + 16100 + SYNC_NS);
	rig_close(&rig);
	free(pinned);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(arguments_are_captured),
		cmocka_unit_test(kernels_see_poison),
		cmocka_unit_test(flops_do_not_wrap),
		cmocka_unit_test(bad_launches),
		cmocka_unit_test(launches_on_a_named_device),
		cmocka_unit_test(peer_access_in_kernels),
		cmocka_unit_test(kernels_take_turns_on_a_link),
		cmocka_unit_test(kernels_use_pinned_memory),
		cmocka_unit_test(pinned_memory_is_as_slow_as_its_link),
		cmocka_unit_test(counting),
		cmocka_unit_test(a_slow_gpu),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
