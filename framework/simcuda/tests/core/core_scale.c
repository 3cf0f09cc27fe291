/* Long queues, many objects, and a system that has no more memory to give. */
#include "framework/simcuda/tests/core/core_rig.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "framework/simcuda/core/core.h"

static void good(cudaError_t error)
{
	assert_int_equal(error, cudaSuccess);
}

/* A chain of 50 000 operations over four streams, executed by one wait. */
static void long_queue(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint64_t a = dev_malloc(&rig, 16), zero = dev_malloc(&rig, 16), s[4], event;
	for (int i = 0; i < 4; i++)
		s[i] = stream_new(&rig, cudaStreamNonBlocking);
	event = event_new(&rig, cudaEventDisableTiming);
	good(fill_later(&rig, a, 0, 16, 0));
	good(fill_later(&rig, zero, 0, 16, 0));
	good(sync_device(&rig));
	for (int i = 0; i < 50000 / 3; i++) {
		uint64_t stream = s[i % 4];
		good(stream_wait_event(&rig, stream, event));
		good(launch_accumulate(&rig, a, zero, 1, 16, 0, stream));
		good(event_ask(&rig, SIM_EVENT_RECORD, event, stream));
	}
	assert_int_equal(word_at(&rig, a), 0);
	good(event_ask(&rig, SIM_EVENT_SYNC, event, 0));
	assert_int_equal(word_at(&rig, a), 50000 / 3);
	assert_int_equal(rig.sim->pending.count, 0);
	rig_close(&rig);
}

/* A program that never waits does not fill the memory: its oldest work is executed. */
static void endless_queue(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	uint64_t a = dev_malloc(&rig, 16), zero = dev_malloc(&rig, 16);
	good(fill_later(&rig, a, 0, 16, 0));
	good(fill_later(&rig, zero, 0, 16, 0));
	for (int i = 0; i < 200000; i++) {
		good(launch_accumulate(&rig, a, zero, 1, 16, 0, 0));
		assert_true(rig.sim->pending.count <= SIM_MAX_PENDING);
	}
	assert_true(word_at(&rig, a) < 200000);
	assert_int_equal(counters(&rig).synchronizes, 0); /* the program has not waited */
	assert_true(counters(&rig).full_queues > 0);
	good(sync_device(&rig));
	assert_int_equal(word_at(&rig, a), 200000);
	rig_close(&rig);
}

/* The machine may be freed at any moment: with work pending, events recorded, streams destroyed. */
static void freed_with_work_pending(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	char host[64] = {0};
	uint64_t a = dev_malloc(&rig, 64), event = event_new(&rig, 0), done = event_new(&rig, 0);
	good(event_ask(&rig, SIM_EVENT_RECORD, done, 0));
	good(sync_device(&rig));
	for (int i = 0; i < 100; i++) {
		uint64_t s = stream_new(&rig, i % 2 ? cudaStreamNonBlocking : 0);
		good(copy_later(&rig, a, address_of(host), 64, s));
		good(stream_wait_event(&rig, s, i % 3 ? event : done));
		good(launch_accumulate(&rig, a, a, 1, 16, 0, s));
		good(event_ask(&rig, SIM_EVENT_RECORD, event, s));
		if (i % 5 == 0)
			good(stream_ask(&rig, SIM_STREAM_DESTROY, s));
	}
	good(copy_on(&rig, a, a, 32, cudaMemcpyDeviceToDevice, 0, 0));
	assert_true(rig.sim->pending.count > 100);
	rig_close(&rig);
}

static void many_handles(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	static uint64_t handle[5000];
	for (int round = 0; round < 3; round++) {
		for (int i = 0; i < 5000; i++) {
			handle[i] = i % 2 ? event_new(&rig, 0) : stream_new(&rig, 0);
			assert_true(handle[i] > SIM_STREAM_PER_THREAD);
		}
		for (int i = 0; i < 5000; i++) {
			SimCode code = i % 2 ? SIM_EVENT_DESTROY : SIM_STREAM_DESTROY;
			SimCode other = i % 2 ? SIM_STREAM_DESTROY : SIM_EVENT_DESTROY;
			for (int again = 0; again < 2; again++) {
				assert_int_equal(event_ask(&rig, other, handle[i], 0) &&
							 stream_ask(&rig, other, handle[i]),
						 1);
				cudaError_t error = i % 2 ? event_ask(&rig, code, handle[i], 0)
							  : stream_ask(&rig, code, handle[i]);
				assert_int_equal(error, again ? cudaErrorInvalidResourceHandle
							      : cudaSuccess);
			}
		}
	}
	assert_int_equal(rig.sim->streams.count, 2500); /* slots are used again */
	assert_null(rig.sim->gpu[0].streams);
	rig_close(&rig);
}

/* Many allocations, freed in another order, with the contents of the rest intact. */
static void many_allocations(void **state)
{
	(void)state;
	enum { COUNT = 3000 };
	Rig rig;
	rig_open(&rig, 1);
	static uint64_t address[COUNT];
	for (int round = 0; round < 3; round++) {
		for (uint32_t i = 0; i < COUNT; i++) {
			address[i] = dev_malloc(&rig, 4 + i % 900);
			good(copy_now(&rig, address[i], address_of(&i), 4));
		}
		good(sync_device(&rig));
		for (uint32_t i = 0; i < COUNT; i++) {
			uint32_t k = i * 1009 % COUNT;
			assert_int_equal(word_at(&rig, address[k]), k);
			good(dev_free(&rig, address[k]));
		}
	}
	assert_int_equal(counters(&rig).live_bytes, 0);
	assert_int_equal(ASK(&rig, .code = SIM_FINISH), cudaSuccess);
	assert_int_equal(finding_count(&rig), 0);
	rig_close(&rig);
}

/* Sanitizers need the address space themselves, so there is nothing to limit. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#elif defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED
#endif

#ifndef SANITIZED
/* In a process of its own, whose memory the system limits; 0 when all was as it should be. */
static int without_memory(void)
{
	Rig rig;
	rig_open(&rig, 2);
	uint64_t a = dev_malloc(&rig, 16), zero = dev_malloc(&rig, 16);
	good(fill_later(&rig, a, 0, 16, 0));
	good(fill_later(&rig, zero, 0, 16, 0));
	good(sync_device(&rig));
	struct rlimit limit = {0, 0};
	void *spare = mmap(NULL, MIB, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	FILE *file = fopen("/proc/self/statm", "r");
	unsigned long pages;
	if (spare == MAP_FAILED || !file || fscanf(file, "%lu", &pages) != 1 || fclose(file) != 0)
		return 1;
	limit.rlim_cur = limit.rlim_max = (rlim_t)pages * (rlim_t)sysconf(_SC_PAGESIZE) + 2 * MIB;
	if (setrlimit(RLIMIT_AS, &limit) != 0)
		return 2;
	/* The other GPU's memory cannot be had. */
	set_device(&rig, 1);
	if (ASK(&rig, .code = SIM_MALLOC, .u.malloc.bytes = 4) != cudaErrorMemoryAllocation)
		return 3;
	if (counters(&rig).allocations != 2)
		return 4;
	/* Queueing comes to an end with an error, and what was queued is all there. */
	set_device(&rig, 0);
	cudaError_t error = cudaSuccess;
	uint32_t count = 0;
	for (; count < 60000 && !error; count++)
		error = launch_accumulate(&rig, a, zero, 1, 16, 0, 0);
	if (error != cudaErrorMemoryAllocation)
		return 5;
	count--;
	if (counters(&rig).launches != count)
		return 6;
	munmap(spare, MIB); /* waiting needs a little memory too */
	if (sync_device(&rig) != cudaSuccess || rig.sim->pending.count != 0)
		return 7;
	if (word_at(&rig, a) != count)
		return 8;
	rig_close(&rig);
	return 0;
}

static void no_memory_left(void **state)
{
	(void)state;
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0)
		_exit(without_memory());
	int status;
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	assert_int_equal(WEXITSTATUS(status), 0);
}
#endif

int main(void)
{
	const struct CMUnitTest tests[] = {
#ifndef SANITIZED
		cmocka_unit_test(no_memory_left), /* first, while the heap is small */
#endif
		cmocka_unit_test(long_queue),
		cmocka_unit_test(endless_queue),
		cmocka_unit_test(freed_with_work_pending),
		cmocka_unit_test(many_handles),
		cmocka_unit_test(many_allocations),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
