/* api_rt_clock.c - tests of the virtual clock: an ordinary program reads it through the C library's
 * functions. The figures are those of machines/tiny.json: 50 ns a reading. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>
#include <errno.h>
#include <sys/time.h>
#include <time.h>

#include "cuda_runtime.h"
#include "simcuda.h"

static int64_t read_clock(clockid_t id)
{
	struct timespec now;
	assert_int_equal(clock_gettime(id, &now), 0);
	assert_in_range(now.tv_nsec, 0, 999999999);
	return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

static void test_reading_costs(void **state)
{
	(void)state;
	int64_t first = read_clock(CLOCK_MONOTONIC);
	assert_int_equal(read_clock(CLOCK_MONOTONIC) - first, 50);
	assert_int_equal(read_clock(CLOCK_MONOTONIC_RAW) - first, 100);
	assert_int_equal(read_clock(CLOCK_MONOTONIC_COARSE) - first, 150);
	assert_int_equal(read_clock(CLOCK_BOOTTIME) - first, 200);
}

static void test_all_agree(void **state)
{
	(void)state;
	const int64_t epoch = INT64_C(1700000000);
	int64_t real = read_clock(CLOCK_REALTIME);
	assert_int_equal(read_clock(CLOCK_REALTIME_COARSE) - real, 50);
	assert_int_equal(real / 1000000000, epoch);
	assert_int_equal(time(NULL), epoch);
	time_t seconds;
	time_t returned = time(&seconds);
	assert_int_equal(returned, seconds);
	struct timeval tv;
	assert_int_equal(gettimeofday(&tv, NULL), 0);
	assert_int_equal(((int64_t)tv.tv_sec * 1000000 + tv.tv_usec) - real / 1000, 0);
	struct timespec ts;
	assert_int_equal(timespec_get(&ts, TIME_UTC), TIME_UTC);
	assert_int_equal(timespec_get(&ts, TIME_UTC + 50), 0);
	assert_int_equal(ts.tv_sec, epoch);
	SimcudaCounters counters;
	simcuda_counters(&counters);
	assert_int_equal(clock(), (counters.host_ns + 50) / 1000);
}

static void test_moves_with_work(void **state)
{
	(void)state;
	void *device;
	int64_t before = read_clock(CLOCK_MONOTONIC);
	simcuda_host_work(0, 4e6); /* 1 ms at 4 GB/s */
	int64_t between = read_clock(CLOCK_MONOTONIC);
	assert_int_equal(between - before, 1000000 + 50);
	assert_int_equal(cudaMalloc(&device, 256), cudaSuccess);
	assert_true(read_clock(CLOCK_MONOTONIC) - between >= 50000); /* malloc_time */
	assert_int_equal(cudaFree(device), cudaSuccess);
	int64_t used = read_clock(CLOCK_PROCESS_CPUTIME_ID);
	assert_int_equal(read_clock(CLOCK_THREAD_CPUTIME_ID) - used, 50);
}

/* A loop that waits for an event ends, because looking costs time. */
static void test_polling_ends(void **state)
{
	(void)state;
	cudaEvent_t event;
	void *device;
	int looks = 0;
	assert_int_equal(cudaMalloc(&device, 1 << 20), cudaSuccess);
	assert_int_equal(cudaEventCreate(&event), cudaSuccess);
	assert_int_equal(cudaMemsetAsync(device, 0, 1 << 20, 0), cudaSuccess);
	assert_int_equal(cudaEventRecord(event, 0), cudaSuccess);
	while (cudaEventQuery(event) == cudaErrorNotReady && looks < 1000000)
		looks++;
	assert_in_range(looks, 1, 1000);
	assert_int_equal(cudaEventDestroy(event), cudaSuccess);
	assert_int_equal(cudaFree(device), cudaSuccess);
}

static void test_other_clocks(void **state)
{
	(void)state;
	struct timespec now;
	assert_int_equal(clock_gettime(CLOCK_TAI, &now), 0); /* the kernel's */
	assert_int_not_equal(now.tv_sec, 0);
	errno = 0;
	assert_int_equal(clock_gettime((clockid_t)12345, &now), -1);
	assert_int_equal(errno, EINVAL);
}

int main(void)
{
	setenv("SIMCUDA_MACHINE", "1xtiny", 1);
	unsetenv("CUDA_VISIBLE_DEVICES");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reading_costs),   cmocka_unit_test(test_all_agree),
		cmocka_unit_test(test_moves_with_work), cmocka_unit_test(test_polling_ends),
		cmocka_unit_test(test_other_clocks),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
