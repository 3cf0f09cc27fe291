/* test_device.c - device.h on a machine with two GPUs. */
#include "framework/tests/test_common.h"

#include <cuda_runtime.h>
#include <pthread.h>
#include <unistd.h>

static void test_parse(void **state)
{
	static const struct {
		const char *text;
		DeviceKind kind;
		int index;
	} good[] = {
		{"cpu", DEVICE_CPU, 0},
		{"cpu:0", DEVICE_CPU, 0},
		{"cpu:7", DEVICE_CPU, 0},
		{"CPU", DEVICE_CPU, 0},
		{"/CPU:0", DEVICE_CPU, 0},
		{"/cpu:3", DEVICE_CPU, 0},
		{"gpu", DEVICE_GPU, 0},
		{"gpu:0", DEVICE_GPU, 0},
		{"gpu:1", DEVICE_GPU, 1},
		{"cuda", DEVICE_GPU, 0},
		{"cuda:12", DEVICE_GPU, 12},
		{"Cuda:1", DEVICE_GPU, 1},
		{"/GPU:1", DEVICE_GPU, 1},
		{"gpu:2147483647", DEVICE_GPU, 2147483647},
		{"cpu(0)", DEVICE_CPU, 0},
		{"cpu(3)", DEVICE_CPU, 0},
		{"gpu(0)", DEVICE_GPU, 0},
		{"gpu(1)", DEVICE_GPU, 1},
		{"device(type='cpu')", DEVICE_CPU, 0},
		{"device(type='cuda')", DEVICE_GPU, 0},
		{"device(type='cuda', index=1)", DEVICE_GPU, 1},
		{"/device:CPU:0", DEVICE_CPU, 0},
		{"/device:GPU:1", DEVICE_GPU, 1},
		{"/physical_device:GPU:1", DEVICE_GPU, 1},
		{"/job:localhost/replica:0/task:0/device:CPU:0", DEVICE_CPU, 0},
		{"/job:localhost/replica:0/task:0/device:GPU:1", DEVICE_GPU, 1},
		{"Place(cpu)", DEVICE_CPU, 0},
		{"Place(gpu:0)", DEVICE_GPU, 0},
		{"Place(gpu:1)", DEVICE_GPU, 1},
	};
	static const char *const bad[] = {"",
					  " ",
					  "gpu ",
					  " gpu",
					  "gpu:",
					  "gpu:-1",
					  "gpu:+1",
					  "gpu:01",
					  "gpu: 1",
					  "gpu:1 ",
					  "gpu:1x",
					  "gpux",
					  "gpu:2147483648",
					  "cpu:a",
					  "tpu",
					  "/GPU",
					  "/CPU",
					  "/cuda:0",
					  "//gpu:0",
					  "cuda::1",
					  "g",
					  "cpu:",
					  "gpu1",
					  "cpu:00",
					  "gpu:0x1",
					  "gpu:99999999999999999999",
					  "gpu(",
					  "gpu()",
					  "gpu(1",
					  "gpu(01)",
					  "gpu(-1)",
					  "gpu(1) ",
					  "cuda(1)",
					  "gpu#",
					  "gpu:#",
					  "/device:GPU",
					  "/device:cuda:0",
					  "device:GPU:1",
					  "/job:worker/replica:0/task:1/device:GPU:0",
					  "/job:localhost/replica:0/task:0/GPU:0",
					  "device(type='cuda', index=)",
					  "Place(gpu)",
					  "Place(cuda:0)",
					  "Place(gpu:1",
					  "Place(gpu:4294967297)"};
	(void)state;
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		Device d = {DEVICE_GPU, 99};
		assert_int_equal(device_parse(good[i].text, &d), 0);
		assert_int_equal(d.kind, good[i].kind);
		assert_int_equal(d.index, good[i].index);
	}
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		Device d = {DEVICE_GPU, 99};
		assert_int_equal(device_parse(bad[i], &d), STATUS_ARGUMENT);
		assert_int_equal(d.index, 99);
		assert_non_null(strstr(error_message(), "names no device"));
	}
	Device d;
	FAILS(STATUS_ARGUMENT,
	      "device_parse: \"tpu:?0\" names no device; wanted cpu, gpu or cuda, with :N behind "
	      "it for number N, or what a framework prints, such as /device:GPU:N",
	      device_parse("tpu:\n0", &d));
	FAILS(STATUS_ARGUMENT, "device_parse: text is NULL", device_parse(NULL, &d));
	FAILS(STATUS_ARGUMENT, "device_parse: device is NULL", device_parse("cpu", NULL));
}

static void test_text_and_equal(void **state)
{
	(void)state;
	assert_string_equal(device_text(device_cpu()).text, "cpu");
	assert_string_equal(device_text((Device){DEVICE_CPU, 5}).text, "cpu");
	assert_string_equal(device_text(device_gpu(1)).text, "gpu:1");
	assert_string_equal(device_text(device_gpu(-2147483647)).text, "gpu:-2147483647");
	assert_true(device_equal(device_cpu(), (Device){DEVICE_CPU, 5}));
	assert_true(device_equal(device_gpu(1), device_gpu(1)));
	assert_false(device_equal(device_gpu(1), device_gpu(0)));
	assert_false(device_equal(device_gpu(0), device_cpu()));
}

static void test_check(void **state)
{
	(void)state;
	assert_int_equal(device_gpu_count(), 2);
	assert_int_equal(device_check(device_cpu()), 0);
	assert_int_equal(device_check(device_gpu(0)), 0);
	assert_int_equal(device_check(device_gpu(1)), 0);
	FAILS(STATUS_DEVICE, "device_check: gpu:2 does not exist; there are 2 GPUs, gpu:0 to gpu:1",
	      device_check(device_gpu(2)));
	FAILS(STATUS_DEVICE,
	      "device_check: gpu:-1 does not exist; there are 2 GPUs, gpu:0 to gpu:1",
	      device_check(device_gpu(-1)));
	assert_int_equal(device_check((Device){(DeviceKind)7, 0}), STATUS_DEVICE);
}

static void test_try(void **state)
{
	Device found[4] = {{DEVICE_GPU, 9}, {DEVICE_GPU, 9}, {DEVICE_GPU, 9}, {DEVICE_GPU, 9}};
	(void)state;
	assert_true(device_equal(device_try_gpu(1), device_gpu(1)));
	assert_true(device_equal(device_try_gpu(2), device_cpu()));
	assert_true(device_equal(device_try_gpu(-1), device_cpu()));
	assert_int_equal(device_try_all_gpus(NULL, 0), 2);
	assert_int_equal(device_try_all_gpus(found, 1), 2);
	assert_true(device_equal(found[0], device_gpu(0)));
	assert_int_equal(found[1].index, 9);
	assert_int_equal(device_try_all_gpus(found, 4), 2);
	assert_true(device_equal(found[1], device_gpu(1)));
	assert_int_equal(found[2].index, 9);
}

static void test_info(void **state)
{
	DeviceInfo info, untouched;
	(void)state;
	assert_int_equal(device_info(device_cpu(), &info), 0);
	assert_int_equal(info.multiprocessors, sysconf(_SC_NPROCESSORS_ONLN));
	assert_int_equal(info.memory_total,
			 (size_t)sysconf(_SC_PHYS_PAGES) * (size_t)sysconf(_SC_PAGESIZE));
	assert_true(info.memory_free > 0 && info.memory_free <= info.memory_total);
	assert_true(strlen(info.name) > 0 && !strchr(info.name, '\n'));
	assert_int_equal(info.capability_major, 0);

	struct cudaDeviceProp properties;
	size_t free_bytes, total;
	assert_int_equal(cudaGetDeviceProperties(&properties, 1), cudaSuccess);
	assert_int_equal(cudaMemGetInfo(&free_bytes, &total), cudaSuccess);
	assert_int_equal(device_info(device_gpu(1), &info), 0);
	assert_string_equal(info.name, properties.name);
	assert_int_equal(info.capability_major, properties.major);
	assert_int_equal(info.capability_minor, properties.minor);
	assert_int_equal(info.multiprocessors, properties.multiProcessorCount);
	assert_int_equal(info.memory_total, total);
	assert_int_equal(info.memory_free, free_bytes); /* nothing is allocated on either */

	Tensor *held = tensor_zeros(SHAPE(1024, 1024), device_gpu(1));
	DeviceInfo after, other;
	assert_int_equal(device_info(device_gpu(1), &after), 0);
	assert_int_equal(device_info(device_gpu(0), &other), 0);
	assert_true(after.memory_free <= info.memory_free - 4 * 1024 * 1024);
	assert_int_equal(other.memory_free, free_bytes);
	tensor_free(held);

	memset(&info, 0x5a, sizeof(info));
	untouched = info;
	FAILS(STATUS_DEVICE, "device_info: gpu:5 does not exist; there are 2 GPUs, gpu:0 to gpu:1",
	      device_info(device_gpu(5), &info));
	assert_memory_equal(&info, &untouched, sizeof(info));
	FAILS(STATUS_ARGUMENT, "device_info: info is NULL", device_info(device_cpu(), NULL));
}

static int cuda_current(void)
{
	int device = -1;
	assert_int_equal(cudaGetDevice(&device), cudaSuccess);
	return device;
}

static void test_current(void **state)
{
	(void)state;
	assert_true(device_equal(device_current(), device_cpu()));
	assert_int_equal(cuda_current(), 0);
	assert_int_equal(device_set_current(device_gpu(1)), 0);
	assert_true(device_equal(device_current(), device_gpu(1)));
	assert_int_equal(cuda_current(), 1);
	FAILS(STATUS_DEVICE,
	      "device_set_current: gpu:2 does not exist; there are 2 GPUs, gpu:0 to gpu:1",
	      device_set_current(device_gpu(2)));
	assert_true(device_equal(device_current(), device_gpu(1)));

	assert_int_equal(device_push(device_gpu(0)), 0);
	assert_int_equal(cuda_current(), 0);
	assert_int_equal(device_push(device_cpu()), 0);
	assert_true(device_equal(device_current(), device_cpu()));
	assert_int_equal(cuda_current(), 0);
	assert_int_equal(device_pop(), 0);
	assert_true(device_equal(device_current(), device_gpu(0)));
	assert_int_equal(device_pop(), 0);
	assert_true(device_equal(device_current(), device_gpu(1)));
	assert_int_equal(cuda_current(), 1);

	assert_int_equal(device_set_current(device_cpu()), 0);
	assert_int_equal(cudaSetDevice(0), cudaSuccess);
	assert_int_equal(device_push(device_gpu(1)), 0);
	assert_int_equal(cuda_current(), 1);
	assert_int_equal(device_pop(), 0);
	assert_true(device_equal(device_current(), device_cpu()));
	assert_int_equal(cuda_current(), 0);
}

static void test_scopes(void **state)
{
	(void)state;
	FAILS(STATUS_ARGUMENT, "device_pop: nothing to pop; every device_push needs one device_pop",
	      device_pop());
	assert_int_equal(device_push(device_gpu(7)), STATUS_DEVICE);
	for (int i = 0; i < 16; i++)
		assert_int_equal(device_push(device_gpu(i % 2)), 0);
	FAILS(STATUS_ARGUMENT, "device_push: already 16 deep, which is the most",
	      device_push(device_cpu()));
	for (int i = 15; i >= 0; i--) {
		assert_true(device_equal(device_current(), device_gpu(i % 2)));
		assert_int_equal(device_pop(), 0);
	}
	assert_int_equal(device_pop(), STATUS_ARGUMENT);
}

static void *check_other_thread(void *argument)
{
	(void)argument;
	bool fresh = device_equal(device_current(), device_cpu()) && error_message()[0] == '\0';
	bool set = device_set_current(device_gpu(0)) == 0 && device_check(device_gpu(9)) < 0;
	return fresh && set ? argument : NULL;
}

static void test_threads(void **state)
{
	char passed;
	pthread_t thread;
	void *result;
	(void)state;
	assert_int_equal(device_set_current(device_gpu(1)), 0);
	error_clear();
	assert_int_equal(pthread_create(&thread, NULL, check_other_thread, &passed), 0);
	assert_int_equal(pthread_join(thread, &result), 0);
	assert_ptr_equal(result, &passed);
	assert_true(device_equal(device_current(), device_gpu(1)));
	assert_string_equal(error_message(), "");
	assert_int_equal(device_set_current(device_gpu(0)), 0);
	assert_int_equal(device_set_current(device_cpu()), 0);
}

static void test_synchronize(void **state)
{
	(void)state;
	for (int i = 0; i < 2; i++)
		assert_int_equal(device_synchronize(device_gpu(i)), 0);
	assert_int_equal(device_synchronize(device_cpu()), 0);
	assert_int_equal(cuda_current(), 0);
	FAILS(STATUS_DEVICE,
	      "device_synchronize: gpu:2 does not exist; there are 2 GPUs, gpu:0 to gpu:1",
	      device_synchronize(device_gpu(2)));
}

/* Whatever the framework does on another device, the program's own current device stays. */
static void test_current_is_kept(void **state)
{
	(void)state;
	for (int mine = 0; mine < 2; mine++) {
		assert_int_equal(cudaSetDevice(mine), cudaSuccess);
		for (int i = 0; i < 2; i++) {
			DeviceInfo info;
			double value;
			Tensor *x = tensor_uniform(SHAPE(5, 5), 3, device_gpu(i));
			Tensor *y = tensor_copy_to(x, device_gpu(1 - i));
			Tensor *z = tensor_matmul(y, y);
			Tensor *norm = tensor_norm(z);
			Stream *stream = stream_create(device_gpu(i));
			Event *event = event_create(device_gpu(i));
			assert_int_equal(event_record(event, NULL), 0);
			assert_int_equal(stream_wait(stream, event), 0);
			assert_int_equal(stream_synchronize(stream), 0);
			assert_int_equal(tensor_item(norm, &value), 0);
			assert_int_equal(device_info(device_gpu(i), &info), 0);
			assert_int_equal(device_synchronize(device_gpu(i)), 0);
			assert_null(tensor_zeros(SHAPE(1 << 20, 1 << 20), device_gpu(i)));
			event_free(event);
			stream_free(stream);
			tensor_free(norm);
			tensor_free(z);
			tensor_free(y);
			tensor_free(x);
			assert_int_equal(cuda_current(), mine);
		}
	}
	assert_int_equal(cudaSetDevice(0), cudaSuccess);
	assert_int_equal(test_live_bytes(), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_info),
		cmocka_unit_test(test_parse),
		cmocka_unit_test(test_text_and_equal),
		cmocka_unit_test(test_check),
		cmocka_unit_test(test_try),
		cmocka_unit_test(test_current),
		cmocka_unit_test(test_scopes),
		cmocka_unit_test(test_threads),
		cmocka_unit_test(test_synchronize),
		cmocka_unit_test(test_current_is_kept),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("device", tests, NULL, NULL);
}
