/* test_pool.c - memory for results of operations: it is kept, counted, and given back when it is wanted
 * elsewhere. */
#include "framework/tests/test_clean.h"

#include "simcuda.h"

static DeviceMemory memory_of(int gpu)
{
	DeviceMemory memory;
	assert_int_equal(device_memory(device_gpu(gpu), &memory), 0);
	return memory;
}

static SimcudaCounters counters(void)
{
	SimcudaCounters now;
	simcuda_counters(&now);
	return now;
}

static void test_counts(void **state)
{
	(void)state;
	const Device d = device_gpu(1);
	Tensor *x = tensor_ones(SHAPE(1000), d);
	size_t before = memory_of(1).allocated;
	Tensor *y = tensor_scale(x, 2), *z = tensor_scale(y, 2);
	assert_int_equal(memory_of(1).allocated - before, 8000);
	assert_true(memory_of(1).reserved >= memory_of(1).allocated);
	tensor_free(y);
	tensor_free(z);
	assert_int_equal(memory_of(1).allocated, before);
	assert_true(memory_of(1).peak >= before + 8000);
	assert_int_equal(memory_of(0).allocated, 0);
	tensor_free(x);
}

/* Once the pool has it, a result costs no more than its kernel's launch; and what is freed is there for
 * cudaMalloc() again when it is given back. */
static void test_keeps(void **state)
{
	(void)state;
	const Device d = device_gpu(0);
	DeviceInfo before, kept, after;
	Tensor *x = tensor_ones(SHAPE(1 << 20), d);
	assert_int_equal(device_memory_release(d), 0);
	assert_int_equal(device_info(d, &before), 0);
	int64_t took[2];
	for (int i = 0; i < 2; i++) {
		device_synchronize(d); /* by itself CUDA's pool would let go now */
		SimcudaCounters start = counters();
		Tensor *y = tensor_scale(x, 2);
		took[i] = counters().host_ns - start.host_ns;
		assert_int_equal(counters().allocations - start.allocations, 1);
		assert_int_equal(counters().from_pool - start.from_pool, i);
		tensor_free(y);
	}
	assert_true(took[0] > 5 * took[1]);
	assert_int_equal(device_info(d, &kept), 0);
	assert_true(before.memory_free - kept.memory_free >= (size_t)4 << 20);
	assert_int_equal(device_memory_release(d), 0);
	assert_int_equal(device_info(d, &after), 0);
	assert_int_equal(after.memory_free, before.memory_free);
	tensor_free(x);
}

/* A parameter's memory is not the pool's: what that keeps is given back for it. */
static void test_gives_way(void **state)
{
	(void)state;
	const Device d = device_gpu(0);
	DeviceInfo info;
	assert_int_equal(device_memory_release(d), 0);
	assert_int_equal(device_info(d, &info), 0);
	int wide = 1 << 12, high = (int)(info.memory_free / 2 / 4 / (1 << 12));
	Tensor *x = tensor_zeros(SHAPE(high, wide), d), *y = tensor_zeros(SHAPE(high / 2, wide), d);
	tensor_free(y);
	tensor_free(x); /* now most of the GPU is the pool's */
	assert_true(memory_of(0).reserved > info.memory_free / 2);
	Module *net = module_linear(wide, high / 3, 1, d);
	assert_non_null(net);
	module_free(net);
	assert_int_equal(device_memory_release(d), 0);
}

static void test_misuse(void **state)
{
	(void)state;
	DeviceMemory memory = {7, 7, 7};
	FAILS(STATUS_DEVICE, "device_memory: cpu has no pool of memory; wanted a GPU",
	      device_memory(device_cpu(), &memory));
	FAILS(STATUS_DEVICE,
	      "device_memory: gpu:5 does not exist; there are 2 GPUs, gpu:0 to gpu:1",
	      device_memory(device_gpu(5), &memory));
	assert_int_equal(memory.peak, 7);
	FAILS(STATUS_ARGUMENT, "device_memory: memory is NULL", device_memory(device_gpu(0), NULL));
	FAILS(STATUS_DEVICE, "device_memory_release: cpu has no pool of memory; wanted a GPU",
	      device_memory_release(device_cpu()));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_counts, test_nothing_left),
		cmocka_unit_test_teardown(test_keeps, test_nothing_left),
		cmocka_unit_test_teardown(test_gives_way, test_nothing_left),
		cmocka_unit_test_teardown(test_misuse, test_nothing_left),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
