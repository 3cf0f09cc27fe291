/* test_nogpu.c - the framework where there is no GPU: the CPU does it all, and whatever asks for a
 * GPU gets a plain answer. */
#include "framework/tests/test_common.h"

#include <math.h>

#include <cuda_runtime.h>

static void test_devices_without_gpu(void **state)
{
	Device found[2] = {{DEVICE_GPU, 9}, {DEVICE_GPU, 9}};
	DeviceInfo info;
	(void)state;
	assert_int_equal(device_gpu_count(), 0);
	assert_true(device_equal(device_try_gpu(0), device_cpu()));
	assert_int_equal(device_try_all_gpus(found, 2), 1);
	assert_true(device_equal(found[0], device_cpu()));
	assert_int_equal(found[1].index, 9);
	assert_int_equal(device_try_all_gpus(NULL, 2), 1);
	FAILS(STATUS_DEVICE, "device_check: gpu:0 does not exist; there is no GPU",
	      device_check(device_gpu(0)));
	FAILS(STATUS_DEVICE, "device_set_current: gpu:0 does not exist; there is no GPU",
	      device_set_current(device_gpu(0)));
	FAILS(STATUS_DEVICE, "device_push: gpu:0 does not exist; there is no GPU",
	      device_push(device_gpu(0)));
	FAILS(STATUS_DEVICE, "device_info: gpu:0 does not exist; there is no GPU",
	      device_info(device_gpu(0), &info));
	FAILS(STATUS_DEVICE, "device_synchronize: gpu:0 does not exist; there is no GPU",
	      device_synchronize(device_gpu(0)));
	FAILS(STATUS_DEVICE, "stream_reset_current: gpu:0 does not exist; there is no GPU",
	      stream_reset_current(device_gpu(0)));
	FAILS_NULL(STATUS_DEVICE, "stream_create: gpu:0 does not exist; there is no GPU",
		   stream_create(device_gpu(0)));
	FAILS_NULL(STATUS_DEVICE, "event_create: gpu:0 does not exist; there is no GPU",
		   event_create(device_gpu(0)));
	FAILS_NULL(STATUS_DEVICE, "tensor_zeros: gpu:0 does not exist; there is no GPU",
		   tensor_zeros(SHAPE(2), device_gpu(0)));
	assert_int_equal(device_info(device_cpu(), &info), 0);
	assert_int_equal(device_push(device_cpu()), 0);
	assert_int_equal(device_pop(), 0);
	assert_int_equal(device_synchronize(device_cpu()), 0);
}

static void test_work_without_gpu(void **state)
{
	double value;
	(void)state;
	Tensor *a = tensor_full(SHAPE(3, 4), 2, device_try_gpu(0));
	Tensor *b = tensor_ones(SHAPE(4, 5), device_try_gpu(1));
	Tensor *product = tensor_matmul(a, b);
	Tensor *norm = tensor_norm(product);
	assert_int_equal(tensor_item(norm, &value), 0);
	assert_true(fabs(value - sqrt(15 * 64.0)) < 1e-5);
	FAILS_NULL(STATUS_DEVICE, "tensor_copy_to: gpu:0 does not exist; there is no GPU",
		   tensor_copy_to(a, device_gpu(0)));
	tensor_free(norm);
	tensor_free(product);
	tensor_free(b);
	tensor_free(a);
}

static void test_streams_without_gpu(void **state)
{
	double elapsed = -1;
	(void)state;
	Stream *stream = stream_create(device_cpu());
	Event *start = event_create(device_cpu()), *stop = event_create(device_cpu());
	assert_non_null(stream);
	assert_null(stream_handle(stream));
	assert_int_equal(stream_set_current(stream), 0);
	assert_int_equal(event_record(start, stream), 0);
	assert_int_equal(event_record(stop, NULL), 0);
	assert_int_equal(stream_wait(stream, stop), 0);
	assert_int_equal(event_synchronize(stop), 0);
	assert_int_equal(stream_synchronize(stream), 0);
	assert_int_equal(event_elapsed_ms(start, stop, &elapsed), 0);
	assert_true(elapsed >= 0);
	assert_int_equal(stream_reset_current(device_cpu()), 0);
	event_free(stop);
	event_free(start);
	stream_free(stream);
}

/* The framework asked CUDA, and CUDA said no; the program must not find that answer later. */
static void test_no_error_is_left(void **state)
{
	(void)state;
	assert_int_equal(cudaPeekAtLastError(), cudaSuccess);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_devices_without_gpu),
		cmocka_unit_test(test_work_without_gpu),
		cmocka_unit_test(test_streams_without_gpu),
		cmocka_unit_test(test_no_error_is_left),
	};
	setenv("SIMCUDA_MACHINE", "0", 1);
	return cmocka_run_group_tests_name("no GPU", tests, NULL, NULL);
}
