/* test_step.c - what a step of training costs: launches and memory counted, no copy, no wait, one
 * stream; and what is left when memory fails in the middle of one. */
#include "framework/tests/test_clean.h"
#include "framework/tests/test_failing.h"

#include <cuda_runtime.h>

typedef struct Training {
	Module *module;
	Sgd *sgd;
	Tensor *x, *classes;
} Training;

static Training new_training(const int *sizes, int count, int64_t batch, Device d)
{
	Training t = {.module = module_mlp(sizes, count, 1, d)};
	t.sgd = sgd_create(t.module, 0.1f, 0.9f);
	t.x = tensor_uniform(SHAPE(batch, sizes[0]), 2, d);
	t.classes = tensor_full_int(SHAPE(batch), 1, d);
	return t;
}

static void end_training(Training *t)
{
	tensor_free(t->classes);
	tensor_free(t->x);
	sgd_free(t->sgd);
	module_free(t->module);
}

/* One step; the loss, or NULL. */
static Tensor *step(const Training *t)
{
	Tensor *gradient = NULL, *loss = NULL;
	if (module_zero_gradients(t->module) < 0)
		return NULL;
	Tensor *logits = module_forward(t->module, t->x);
	loss = loss_softmax_cross_entropy(logits, t->classes, &gradient);
	tensor_free(logits);
	bool good = loss && module_backward_parameters(t->module, gradient) == 0 &&
		    sgd_step(t->sgd) == 0;
	tensor_free(gradient);
	if (good)
		return loss;
	tensor_free(loss);
	return NULL;
}

static SimcudaCounters counters(void)
{
	SimcudaCounters now;
	simcuda_counters(&now);
	return now;
}

/* Three layers: linear, relu, linear. */
static void test_counters(void **state)
{
	static const int sizes[] = {64, 32, 10};
	(void)state;
	for (int gpu = 0; gpu < 2; gpu++) {
		Training t = new_training(sizes, 3, 50, device_gpu(gpu));
		tensor_free(step(&t)); /* what is made on first use is made */
		SimcudaCounters a = counters();
		Tensor *loss = step(&t);
		SimcudaCounters b = counters();
		assert_non_null(loss);
		/* zeros 4; forward 2 + 1 + 2; loss 2; backward 3 + 1 + 2; step 4 */
		assert_int_equal(b.launches - a.launches, 4 + 5 + 2 + 6 + 4);
		/* outputs 3; rows of the loss, loss and gradient; gradients between layers 2 */
		assert_int_equal(b.allocations - a.allocations, 3 + 3 + 2);
		assert_int_equal(b.frees - a.frees, 3 + 2 + 2);
		assert_int_equal(b.live_bytes - a.live_bytes, 4); /* the loss */
		assert_int_equal(b.synchronizes, a.synchronizes);
		assert_int_equal(b.memsets, a.memsets);
		assert_int_equal(b.copies_h2d, a.copies_h2d);
		assert_int_equal(b.copies_d2h, a.copies_d2h);
		assert_int_equal(b.copies_d2d, a.copies_d2d);
		assert_int_equal(b.copies_p2p, a.copies_p2p);
		/* the gradient of the input as well: one product, and memory for it */
		Tensor *y = module_forward(t.module, t.x);
		a = counters();
		Tensor *dx = module_backward(t.module, y);
		b = counters();
		assert_int_equal(b.launches - a.launches, 6 + 1);
		assert_int_equal(b.allocations - a.allocations, 2 + 1);
		tensor_free(dx);
		tensor_free(y);
		tensor_free(loss);
		end_training(&t);
	}
}

/* A step that keeps the GPU busy for milliseconds is queued in a fraction of that, also several. */
static void test_host_does_not_wait(void **state)
{
	static const int sizes[] = {2048, 2048, 10};
	double busy;
	(void)state;
	Device d = device_gpu(0);
	Training t = new_training(sizes, 3, 2048, d);
	Event *start = event_create(d), *stop = event_create(d);
	tensor_free(step(&t));
	assert_int_equal(device_synchronize(d), 0);
	assert_int_equal(event_record(start, NULL), 0);
	SimcudaCounters a = counters();
	for (int i = 0; i < 3; i++)
		tensor_free(step(&t));
	SimcudaCounters b = counters();
	assert_int_equal(event_record(stop, NULL), 0);
	assert_int_equal(event_synchronize(stop), 0);
	assert_int_equal(event_elapsed_ms(start, stop, &busy), 0);
	assert_true(busy > 5);
	assert_true((double)(b.host_ns - a.host_ns) / 1e6 < 0.1 * busy);
	event_free(stop);
	event_free(start);
	end_training(&t);
}

/* With another stream current nothing lands on the default one. */
static void test_stays_on_stream(void **state)
{
	static const int sizes[] = {2048, 2048, 10};
	double value;
	(void)state;
	Device d = device_gpu(1);
	Training t = new_training(sizes, 3, 512, d);
	Stream *stream = stream_create(d);
	assert_int_equal(device_synchronize(d), 0);
	assert_int_equal(stream_set_current(stream), 0);
	Tensor *loss = step(&t);
	assert_int_equal(cudaSetDevice(1), cudaSuccess);
	assert_int_equal(cudaStreamQuery(stream_handle(stream)), cudaErrorNotReady);
	assert_int_equal(cudaStreamQuery(cudaStreamLegacy), cudaSuccess);
	assert_int_equal(cudaGetLastError(), cudaErrorNotReady);
	assert_int_equal(cudaSetDevice(0), cudaSuccess);
	assert_int_equal(tensor_item(loss, &value), 0);
	tensor_free(loss);
	assert_int_equal(stream_synchronize(stream), 0);
	assert_int_equal(stream_reset_current(d), 0);
	stream_free(stream);
	end_training(&t);
}

/* Freeing waits where it has to: an output that another stream still reads, through the framework
 * or through its pointer, is no use after free (the teardown looks at the findings). */
static void test_free_under_another_stream(void **state)
{
	static const int sizes[] = {256, 256, 256};
	(void)state;
	Device d = device_gpu(0);
	Training t = new_training(sizes, 3, 256, d);
	Stream *stream = stream_create(d);
	Event *made = event_create(d);
	float *host;
	assert_int_equal(cudaMallocHost((void **)&host, 256 * 256 * sizeof(float)), cudaSuccess);
	Tensor *y = module_forward(t.module, t.x);
	assert_int_equal(event_record(made, NULL), 0);
	assert_int_equal(stream_wait(stream, made), 0);
	assert_int_equal(stream_set_current(stream), 0);
	Tensor *norm = tensor_norm(y);
	assert_int_equal(stream_reset_current(d), 0);
	tensor_free(y); /* back on the stream that made it */
	assert_int_equal(stream_synchronize(stream), 0);

	y = module_forward(t.module, t.x);
	assert_int_equal(event_record(made, NULL), 0);
	assert_int_equal(stream_wait(stream, made), 0);
	assert_int_equal(cudaMemcpyAsync(host, tensor_data(y), tensor_bytes(y),
					 cudaMemcpyDeviceToHost, stream_handle(stream)),
			 cudaSuccess);
	tensor_free(y);
	assert_int_equal(stream_synchronize(stream), 0);

	/* made on a stream that is gone before it is freed, while a new one may have its name */
	assert_int_equal(stream_set_current(stream), 0);
	y = module_forward(t.module, t.x);
	stream_free(stream);
	stream = stream_create(d);
	assert_int_equal(stream_set_current(stream), 0);
	tensor_free(y);
	assert_int_equal(stream_reset_current(d), 0);
	assert_int_equal(device_synchronize(d), 0);
	assert_int_equal(cudaFreeHost(host), cudaSuccess);
	tensor_free(norm);
	event_free(made);
	stream_free(stream);
	end_training(&t);
}

/* --- memory that fails ------------------------------------------------------------------------ */

static const int small[] = {4, 3, 2};
static Device device;

static bool make_and_train(void)
{
	Training t = new_training(small, 3, 5, device);
	Tensor *loss = t.classes && t.x && t.sgd ? step(&t) : NULL;
	bool good = loss != NULL;
	tensor_free(loss);
	end_training(&t);
	return good;
}

static bool backward_to_input(void)
{
	Module *module = module_mlp(small, 3, 1, device);
	Tensor *x = tensor_ones(SHAPE(5, 4), device), *y = module_forward(module, x);
	Tensor *dx = module_backward(module, y);
	bool good = dx != NULL;
	tensor_free(dx);
	tensor_free(y);
	tensor_free(x);
	module_free(module);
	return good;
}

static bool copy_and_move(void)
{
	Module *module = module_mlp(small, 3, 1, device), *copy = module_copy_to(module, device);
	bool good =
		copy && module_to(copy, device_gpu(1)) == 0 && module_to(copy, device_cpu()) == 0;
	module_free(copy);
	module_free(module);
	return good;
}

static bool nest(void)
{
	Module *inner = module_sequential((Module *[]){module_linear(2, 2, 1, device)}, 1);
	Module *outer = module_sequential((Module *[]){module_relu(), inner}, 2);
	bool good = outer != NULL;
	module_free(outer);
	return good;
}

static bool count_correct(void)
{
	Tensor *x = tensor_ones(SHAPE(2000, 2), device);
	Tensor *y = tensor_full_int(SHAPE(2000), 1, device), *right = loss_correct(x, y);
	bool good = right != NULL;
	tensor_free(right);
	tensor_free(y);
	tensor_free(x);
	return good;
}

static bool sums_and_views(void)
{
	Tensor *x = tensor_uniform(SHAPE(50, 60), 1, device), *rows = tensor_rows(x, 1, 48);
	Tensor *sum = tensor_sum_rows(rows), *added = tensor_add_row(rows, sum);
	Tensor *relu = tensor_relu(added), *mean = tensor_mean(relu);
	Tensor *product = tensor_matmul_with(relu, true, rows, false);
	bool good = product && mean && tensor_add_scaled(relu, 2, rows) == 0;
	tensor_free(product);
	tensor_free(mean);
	tensor_free(relu);
	tensor_free(added);
	tensor_free(sum);
	tensor_free(rows);
	tensor_free(x);
	return good;
}

static void test_every_allocation_fails(void **state)
{
	static bool (*const actions[])(void) = {make_and_train, backward_to_input, copy_and_move,
						nest,           count_correct,     sums_and_views};
	int failures = 0;
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		device = d;
		for (size_t i = 0; i < sizeof(actions) / sizeof(actions[0]); i++)
			failures += test_fail_one_by_one(actions[i]);
	}
	assert_true(failures > 200);
}

/* A module whose move failed is whole and where it was. */
static void test_failed_move(void **state)
{
	(void)state;
	Module *module = module_mlp(small, 3, 1, device_gpu(0));
	Tensor *x = tensor_ones(SHAPE(5, 4), device_gpu(0)), *y = module_forward(module, x);
	float *wanted = test_elements(y);
	int failures = 0;
	for (int status = -1; status < 0; failures++) {
		calls_left = failures;
		status = module_to(module, device_gpu(1));
		calls_left = -1;
		if (status == 0)
			break;
		assert_int_equal(status, STATUS_MEMORY);
		for (int p = 0; p < 4; p++)
			assert_true(device_equal(tensor_device(module_parameter(module, p)),
						 device_gpu(0)));
		test_tensor_is(module_forward(module, x), SHAPE(5, 2), device_gpu(0), DTYPE_FLOAT32,
			       wanted);
	}
	assert_true(failures > 8);
	free(wanted);
	tensor_free(y);
	tensor_free(x);
	module_free(module);
}

/* Steps that fail change no parameter, and the next one that succeeds is as if they had not been.
 */
static void test_failed_steps(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Training good = new_training(small, 3, 5, d), bad = new_training(small, 3, 5, d);
		int failures = 0;
		tensor_free(step(&good));
		for (;; failures++) {
			calls_left = failures;
			Tensor *loss = step(&bad);
			calls_left = -1;
			if (loss) {
				tensor_free(loss);
				break;
			}
			assert_int_not_equal(error_status(), STATUS_OK);
		}
		assert_true(failures >= 8); /* as many tensors come and go in a step */
		for (int p = 0; p < 4; p++) {
			Tensor *value = module_parameter(good.module, p);
			float *wanted = test_elements(value);
			test_tensor_is(tensor_retain(module_parameter(bad.module, p)),
				       tensor_shape(value), d, DTYPE_FLOAT32, wanted);
			free(wanted);
		}
		end_training(&bad);
		end_training(&good);
	}
}

static int setup(void **state)
{
	(void)state;
	test_find_devices();
	test_replace_allocations();
	return test_device_count == 3 ? 0 : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_counters, test_nothing_left),
		cmocka_unit_test_teardown(test_host_does_not_wait, test_nothing_left),
		cmocka_unit_test_teardown(test_stays_on_stream, test_nothing_left),
		cmocka_unit_test_teardown(test_free_under_another_stream, test_nothing_left),
		cmocka_unit_test_teardown(test_every_allocation_fails, test_nothing_left),
		cmocka_unit_test_teardown(test_failed_move, test_nothing_left),
		cmocka_unit_test_teardown(test_failed_steps, test_nothing_left),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("step", tests, setup, test_no_findings);
}
