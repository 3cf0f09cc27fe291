/* test_stream.c - streams and events on the CPU and on two GPUs, and timer.h. */
#include "framework/tests/test_clean.h"

#include <cuda_runtime.h>
#include <pthread.h>
#include <time.h>

static void test_stream_values(void **state)
{
	(void)state;
	assert_true(device_equal(stream_device(NULL), device_cpu()));
	assert_null(stream_handle(NULL));
	stream_free(NULL);
	event_free(NULL);
	FOR_EACH_DEVICE(d)
	{
		Stream *stream = stream_create(d);
		assert_non_null(stream);
		assert_true(device_equal(stream_device(stream), d));
		assert_int_equal(stream_handle(stream) != NULL, d.kind == DEVICE_GPU);
		if (d.kind == DEVICE_GPU) {
			unsigned flags = 0;
			assert_int_equal(cudaStreamGetFlags(stream_handle(stream), &flags),
					 cudaSuccess);
			assert_int_equal(flags, cudaStreamNonBlocking);
		}
		assert_int_equal(stream_synchronize(stream), 0);
		stream_free(stream);
	}
}

/* Every operation goes through the current stream: results are right and nothing races. */
static void test_operations_on_a_stream(void **state)
{
	const float ones[6] = {1, 1, 1, 1, 1, 1};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		double value;
		Stream *stream = stream_create(d);
		assert_int_equal(stream_set_current(stream), 0);
		Tensor *x = tensor_from_host(SHAPE(2, 3), DTYPE_FLOAT32, ones, d);
		Tensor *y = tensor_from_host(SHAPE(3, 2), DTYPE_FLOAT32, ones, d);
		Tensor *z = tensor_matmul(x, y);
		Tensor *w = tensor_scale(z, 2);
		Tensor *copy = tensor_copy_to(w, d);
		Tensor *norm = tensor_norm(copy);
		assert_int_equal(tensor_item(norm, &value), 0);
		assert_true(value == 12); /* the root of 4 times 6 squared */
		assert_ptr_equal(stream_current(d), stream_handle(stream));
		assert_int_equal(stream_reset_current(d), 0);
		assert_null(stream_current(d));
		Tensor *all[] = {norm, copy, w, z, y, x};
		for (int i = 0; i < 6; i++)
			tensor_free(all[i]);
		stream_free(stream);
	}
}

/* A copy between GPUs is ordered behind the work on the source and before work on the result,
 * whatever streams the two use. */
static void test_peer_copy_between_streams(void **state)
{
	(void)state;
	for (int from = 0; from < 2; from++) {
		Stream *a = stream_create(device_gpu(from));
		Stream *b = stream_create(device_gpu(1 - from));
		assert_int_equal(stream_set_current(a), 0);
		assert_int_equal(stream_set_current(b), 0);
		Tensor *x = tensor_full(SHAPE(200, 200), 1, device_gpu(from));
		Tensor *product = tensor_matmul(x, x);
		Tensor *there = tensor_copy_to(product, device_gpu(1 - from));
		Tensor *sum = tensor_add(there, there);
		float *elements = test_elements(sum);
		for (int i = 0; i < 200 * 200; i++)
			assert_true(elements[i] == 400);
		free(elements);
		tensor_free(sum);
		tensor_free(there);
		tensor_free(product);
		tensor_free(x);
		stream_free(a); /* both are current: freeing goes back to the default */
		stream_free(b);
		Tensor *after = tensor_ones(SHAPE(3), device_gpu(from));
		assert_non_null(after);
		tensor_free(after);
	}
}

/* Two streams side by side, ordered by an event where the second needs the first. */
static void test_event_orders_streams(void **state)
{
	(void)state;
	for (int gpu = 0; gpu < 2; gpu++) {
		Device d = device_gpu(gpu);
		Stream *first = stream_create(d), *second = stream_create(d);
		Event *made = event_create(d);
		assert_int_equal(stream_set_current(first), 0);
		Tensor *x = tensor_full(SHAPE(128, 128), .5f, d);
		Tensor *y = tensor_matmul(x, x);
		assert_int_equal(event_record(made, first), 0);
		assert_int_equal(stream_wait(second, made), 0);
		assert_int_equal(stream_set_current(second), 0);
		Tensor *z = tensor_add(y, y);
		float *elements = test_elements(z);
		for (int i = 0; i < 128 * 128; i++)
			assert_true(elements[i] == 64);
		free(elements);
		tensor_free(z);
		tensor_free(y);
		tensor_free(x);
		event_free(made);
		stream_free(second);
		stream_free(first);
	}
}

static void test_elapsed(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		double ms = -1;
		Event *start = event_create(d), *stop = event_create(d);
		FAILS(STATUS_ARGUMENT, "event_elapsed_ms: start was never recorded",
		      event_elapsed_ms(start, stop, &ms));
		assert_int_equal(event_record(start, NULL), 0);
		FAILS(STATUS_ARGUMENT, "event_elapsed_ms: stop was never recorded",
		      event_elapsed_ms(start, stop, &ms));
		assert_true(ms == -1);
		Tensor *x = tensor_uniform(SHAPE(300, 300), 1, d), *y = tensor_matmul(x, x);
		assert_int_equal(event_record(stop, NULL), 0);
		assert_int_equal(event_synchronize(stop), 0);
		assert_int_equal(event_elapsed_ms(start, stop, &ms), 0);
		assert_true(ms > 0);
		double whole = ms;
		assert_int_equal(event_elapsed_ms(stop, start, &ms), 0);
		assert_true(ms <= -whole * .999);
		tensor_free(y);
		tensor_free(x);
		event_free(stop);
		event_free(start);
	}
}

static void test_not_reached(void **state)
{
	double ms;
	(void)state;
	Tensor *x = tensor_uniform(SHAPE(1000, 1000), 1, device_gpu(1));
	Event *start = event_create(device_gpu(1)), *stop = event_create(device_gpu(1));
	assert_int_equal(event_record(start, NULL), 0);
	Tensor *y = tensor_matmul(x, x);
	assert_int_equal(event_record(stop, NULL), 0);
	FAILS(STATUS_GPU,
	      "event_elapsed_ms: gpu:1 has not reached both events yet; event_synchronize waits "
	      "for "
	      "one",
	      event_elapsed_ms(start, stop, &ms));
	assert_int_equal(cudaPeekAtLastError(), cudaSuccess);
	assert_int_equal(event_synchronize(stop), 0);
	assert_int_equal(event_elapsed_ms(start, stop, &ms), 0);
	event_free(stop);
	event_free(start);
	tensor_free(y);
	tensor_free(x);
}

static void test_stream_misuse(void **state)
{
	double ms;
	(void)state;
	Stream *on_gpu = stream_create(device_gpu(0)), *on_cpu = stream_create(device_cpu());
	Event *of_gpu = event_create(device_gpu(1)), *of_cpu = event_create(device_cpu());
	FAILS(STATUS_DEVICE,
	      "event_record: the event is of gpu:1, the stream of gpu:0; both must be of one "
	      "device",
	      event_record(of_gpu, on_gpu));
	FAILS(STATUS_DEVICE,
	      "event_record: the event is of cpu, the stream of gpu:0; both must be of one device",
	      event_record(of_cpu, on_gpu));
	assert_int_equal(event_record(of_gpu, NULL), 0);
	assert_int_equal(event_record(of_cpu, on_cpu), 0);
	FAILS(STATUS_DEVICE,
	      "event_elapsed_ms: start is of gpu:1, stop is of cpu; both must be of one device",
	      event_elapsed_ms(of_gpu, of_cpu, &ms));
	/* Across devices, CPU included, an event can be waited for. */
	assert_int_equal(stream_wait(on_gpu, of_gpu), 0);
	assert_int_equal(stream_wait(on_gpu, of_cpu), 0);
	assert_int_equal(stream_wait(on_cpu, of_gpu), 0);
	FAILS(STATUS_ARGUMENT, "event_record: event is NULL", event_record(NULL, on_gpu));
	FAILS(STATUS_ARGUMENT, "stream_wait: stream is NULL", stream_wait(NULL, of_gpu));
	FAILS(STATUS_ARGUMENT, "stream_wait: event is NULL", stream_wait(on_gpu, NULL));
	FAILS(STATUS_ARGUMENT, "stream_synchronize: stream is NULL", stream_synchronize(NULL));
	FAILS(STATUS_ARGUMENT, "stream_set_current: stream is NULL", stream_set_current(NULL));
	FAILS(STATUS_ARGUMENT, "event_synchronize: event is NULL", event_synchronize(NULL));
	FAILS(STATUS_ARGUMENT, "event_elapsed_ms: stop is NULL",
	      event_elapsed_ms(of_gpu, NULL, &ms));
	FAILS(STATUS_ARGUMENT, "event_elapsed_ms: milliseconds is NULL",
	      event_elapsed_ms(of_gpu, of_gpu, NULL));
	FAILS_NULL(STATUS_DEVICE,
		   "stream_create: gpu:2 does not exist; there are 2 GPUs, gpu:0 to gpu:1",
		   stream_create(device_gpu(2)));
	FAILS_NULL(STATUS_DEVICE,
		   "event_create: gpu:-3 does not exist; there are 2 GPUs, gpu:0 to gpu:1",
		   event_create(device_gpu(-3)));
	event_free(of_cpu);
	event_free(of_gpu);
	stream_free(on_cpu);
	stream_free(on_gpu);
}

/* Each thread has its own current streams and takes its own cuBLAS handle, which the next thread
 * gets when it has ended. */
static void *multiply_in_thread(void *argument)
{
	Device d = *(Device *)argument;
	double value = 0;
	Stream *stream = stream_create(d);
	bool good = stream_set_current(stream) == 0;
	for (int i = 0; good && i < 5; i++) {
		Tensor *x = tensor_ones(SHAPE(40, 40), d), *y = tensor_matmul(x, x);
		Tensor *norm = tensor_norm(y);
		good = tensor_item(norm, &value) == 0 && value == 1600;
		tensor_free(norm);
		tensor_free(y);
		tensor_free(x);
	}
	stream_free(stream);
	return good ? argument : NULL;
}

static void test_threads(void **state)
{
	(void)state;
	for (int round = 0; round < 3; round++) {
		pthread_t threads[4];
		Device devices[4] = {device_gpu(0), device_gpu(1), device_gpu(0), device_cpu()};
		for (int i = 0; i < 4; i++)
			assert_int_equal(
				pthread_create(&threads[i], NULL, multiply_in_thread, &devices[i]),
				0);
		for (int i = 0; i < 4; i++) {
			void *result;
			assert_int_equal(pthread_join(threads[i], &result), 0);
			assert_ptr_equal(result, &devices[i]);
		}
	}
}

static void test_timer(void **state)
{
	Timer timer = {0};
	(void)state;
	assert_true(timer_mean(&timer) == 0);
	assert_true(timer_mean(NULL) == 0);
	FAILS(STATUS_ARGUMENT, "timer_start: timer is NULL", timer_start(NULL));
	FAILS(-1, "timer_stop: timer is NULL", (int)timer_stop(NULL));
	FAILS(-1, "timer_stop: the timer is not running; timer_start begins an interval",
	      (int)timer_stop(&timer));
	double sum = 0, least = 1e9;
	for (int i = 0; i < 5; i++) {
		assert_int_equal(timer_start(&timer), 0);
		FAILS(STATUS_ARGUMENT,
		      "timer_start: the timer is running already; timer_stop ends an interval",
		      timer_start(&timer));
		double interval = timer_stop(&timer);
		assert_true(interval >= 0 && interval == timer.last);
		sum += interval;
		least = interval < least ? interval : least;
		assert_int_equal(timer.count, i + 1);
	}
	assert_true(timer.sum == sum && timer.least == least && timer_mean(&timer) == sum / 5);
}

/* The framework's clock is the program's: under the simulator both show virtual time. */
static void test_clock(void **state)
{
	struct timespec before, after;
	(void)state;
	clock_gettime(CLOCK_MONOTONIC, &before);
	double now = timer_now();
	clock_gettime(CLOCK_MONOTONIC, &after);
	assert_true(now >= (double)before.tv_sec + (double)before.tv_nsec * 1e-9 - 1e-6);
	assert_true(now <= (double)after.tv_sec + (double)after.tv_nsec * 1e-9 + 1e-6);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_stream_values, test_nothing_left),
		cmocka_unit_test_teardown(test_operations_on_a_stream, test_nothing_left),
		cmocka_unit_test_teardown(test_peer_copy_between_streams, test_nothing_left),
		cmocka_unit_test_teardown(test_event_orders_streams, test_nothing_left),
		cmocka_unit_test_teardown(test_elapsed, test_nothing_left),
		cmocka_unit_test_teardown(test_not_reached, test_nothing_left),
		cmocka_unit_test_teardown(test_stream_misuse, test_nothing_left),
		cmocka_unit_test_teardown(test_threads, test_nothing_left),
		cmocka_unit_test_teardown(test_timer, test_nothing_left),
		cmocka_unit_test_teardown(test_clock, test_nothing_left),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("stream", tests, test_three_devices, NULL);
}
