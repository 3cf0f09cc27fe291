/* test_parallel.c - sums over GPUs, and a model on several of them: the same numbers as on one,
 * replicas that stay equal to the bit, and work that runs side by side. */
#include "framework/tests/test_clean.h"

#include <math.h>

#include <cuda_runtime.h>

#define GPUS 4

static SimcudaCounters counters(void)
{
	SimcudaCounters now;
	simcuda_counters(&now);
	return now;
}

/* --- tensor_all_reduce ------------------------------------------------------------------------ */

/* Element i of the tensor on GPU g; sums of these are exact in float32. */
static float element(int g, int i)
{
	return (float)((i * 7 + 1) % 31 + 100 * g);
}

static void all_reduce_once(int count, int first, Shape shape, int elements)
{
	Tensor *tensors[GPUS];
	float *values = malloc((size_t)elements * sizeof(float) + 1);
	float *wanted = calloc((size_t)elements + 1, sizeof(float));
	for (int g = 0; g < count; g++) {
		for (int i = 0; i < elements; i++) {
			values[i] = element(g, i);
			wanted[i] += values[i];
		}
		tensors[g] = tensor_from_host(shape, DTYPE_FLOAT32, values,
					      device_gpu((first + g) % GPUS));
	}
	SimcudaCounters before = counters();
	assert_int_equal(tensor_all_reduce(tensors, count), 0);
	SimcudaCounters after = counters();
	/* Each device sends 2 (count - 1) / count of its bytes, and nobody waits. */
	assert_int_equal(after.bytes_p2p - before.bytes_p2p,
			 2 * (count - 1) * elements * (int)sizeof(float));
	assert_int_equal(after.copies_h2d + after.copies_d2h + after.synchronizes,
			 before.copies_h2d + before.copies_d2h + before.synchronizes);
	for (int g = 0; g < count; g++)
		test_tensor_is(tensors[g], shape, device_gpu((first + g) % GPUS), DTYPE_FLOAT32,
			       wanted);
	free(values);
	free(wanted);
}

static void test_all_reduce(void **state)
{
	(void)state;
	for (int count = 1; count <= GPUS; count++)
		for (int first = 0; first < GPUS; first++) {
			const int sizes[] = {0, 1, 2, 3, 4, 5, 63, 64, 1000, 4097};
			for (size_t i = 0; i < sizeof(sizes) / sizeof(sizes[0]); i++)
				all_reduce_once(count, first, SHAPE(sizes[i]), sizes[i]);
			all_reduce_once(count, first, SHAPE(3, 5, 7), 105);
			all_reduce_once(count, first, SHAPE_SCALAR, 1);
		}
	Tensor *alone = tensor_ones(SHAPE(3), device_cpu());
	assert_int_equal(tensor_all_reduce(&alone, 1), 0);
	test_tensor_is(alone, SHAPE(3), device_cpu(), DTYPE_FLOAT32, (const float[]){1, 1, 1});
}

/* The inputs are results of queued work, on streams of their own, and are used further at once. */
static void test_all_reduce_in_order(void **state)
{
	Stream *streams[GPUS];
	Tensor *sums[GPUS];
	(void)state;
	for (int g = 0; g < GPUS; g++) {
		streams[g] = stream_create(device_gpu(g));
		assert_int_equal(stream_set_current(streams[g]), 0);
		Tensor *x = tensor_full(SHAPE(64, 64), (float)(g + 1), device_gpu(g));
		sums[g] = tensor_matmul(x, x);
		tensor_free(x);
	}
	for (int round = 0; round < 3; round++)
		assert_int_equal(tensor_all_reduce(sums, GPUS), 0);
	for (int g = 0; g < GPUS; g++) {
		Tensor *twice = tensor_add(sums[g], sums[g]);
		float *values = test_elements(twice);
		for (int i = 0; i < 64 * 64; i++) /* 64 (1 + 4 + 9 + 16), times 4 twice, times 2 */
			assert_true(values[i] == 64 * 30 * 16 * 2);
		free(values);
		tensor_free(twice);
		tensor_free(sums[g]);
		stream_free(streams[g]);
	}
}

static void test_all_reduce_misuse(void **state)
{
	(void)state;
	Tensor *a = tensor_ones(SHAPE(2), device_gpu(0)), *b = tensor_ones(SHAPE(2), device_gpu(1));
	Tensor *other = tensor_ones(SHAPE(3), device_gpu(2));
	Tensor *ints = tensor_full_int(SHAPE(2), 1, device_gpu(3));
	Tensor *on_cpu = tensor_ones(SHAPE(2), device_cpu());
	FAILS(STATUS_ARGUMENT, "tensor_all_reduce: tensors is NULL", tensor_all_reduce(NULL, 2));
	FAILS(STATUS_ARGUMENT, "tensor_all_reduce: 0 tensors; wanted at least one",
	      tensor_all_reduce(&a, 0));
	FAILS(STATUS_ARGUMENT, "tensor_all_reduce: tensors[1] is NULL",
	      tensor_all_reduce((Tensor *[]){a, NULL}, 2));
	FAILS(STATUS_SHAPE,
	      "tensor_all_reduce: tensors[0] is (2,), tensors[1] is (3,); all must have one shape",
	      tensor_all_reduce((Tensor *[]){a, other}, 2));
	FAILS(STATUS_SHAPE, "tensor_all_reduce: a tensor is int32; wanted float32",
	      tensor_all_reduce((Tensor *[]){a, ints}, 2));
	FAILS(STATUS_DEVICE, "tensor_all_reduce: devices 0 and 2 are both gpu:0",
	      tensor_all_reduce((Tensor *[]){a, b, a}, 3));
	FAILS(STATUS_DEVICE, "tensor_all_reduce: device 1 of 2 is the cpu; several have to be GPUs",
	      tensor_all_reduce((Tensor *[]){a, on_cpu}, 2));
	test_tensor_is(a, SHAPE(2), device_gpu(0), DTYPE_FLOAT32, (const float[]){1, 1});
	Tensor *rest[] = {b, other, ints, on_cpu};
	for (int i = 0; i < 4; i++)
		tensor_free(rest[i]);
}

/* --- parallel_step ---------------------------------------------------------------------------- */

static const int sizes[] = {6, 16, 5};
#define LAYERS 3

static const Device gpus[GPUS] = {
	{DEVICE_GPU, 0}, {DEVICE_GPU, 1}, {DEVICE_GPU, 2}, {DEVICE_GPU, 3}};

static void make_batch(int n, uint64_t seed, Device d, Tensor **x, Tensor **classes)
{
	int32_t numbers[64];
	for (int i = 0; i < n; i++)
		numbers[i] = (int32_t)((seed + (uint64_t)i * 3) % 5);
	*x = tensor_normal(SHAPE(n, 6), seed, d);
	*classes = tensor_from_host(SHAPE(n), DTYPE_INT32, numbers, d);
}

/* Parameters of replica `index`, one after the other; free() them. */
static float *parameters(const Module *module, int64_t *count)
{
	float *all = NULL;
	*count = 0;
	for (int i = 0; i < module_parameter_count(module); i++) {
		const Tensor *p = module_parameter(module, i);
		float *grown = realloc(all, (size_t)(*count + tensor_count(p)) * sizeof(float));
		assert_non_null(grown);
		all = grown;
		assert_int_equal(tensor_to_host(p, all + *count), 0);
		*count += tensor_count(p);
	}
	return all;
}

#define STEPS 6

/* Trains on batches of n rows that lie on `from`; gives losses and the parameters of replica 0, to
 * which all others must be equal. */
static float *train(const Device *devices, int count, int n, Device from, double *losses)
{
	int64_t all, others;
	Module *module = module_mlp(sizes, LAYERS, 3, devices[count - 1]);
	Parallel *parallel = parallel_create(module, devices, count, 0.2F, 0.9F);
	assert_non_null(parallel);
	module_free(module);
	assert_int_equal(parallel_count(parallel), count);
	for (int step = 0; step < STEPS; step++) {
		Tensor *x, *classes;
		make_batch(n, (uint64_t)step + 1, from, &x, &classes);
		Tensor *loss = parallel_step(parallel, x, classes);
		tensor_free(x);
		tensor_free(classes);
		assert_non_null(loss);
		assert_int_equal(tensor_shape(loss).rank, 0);
		assert_true(device_equal(tensor_device(loss), devices[0]));
		assert_int_equal(tensor_item(loss, &losses[step]), 0);
		tensor_free(loss);
	}
	float *result = parameters(parallel_replica(parallel, 0), &all);
	for (int i = 1; i < count; i++) {
		assert_true(device_equal(module_device(parallel_replica(parallel, i)), devices[i]));
		float *other = parameters(parallel_replica(parallel, i), &others);
		assert_int_equal(others, all);
		assert_memory_equal(other, result, (size_t)all * sizeof(float));
		free(other);
	}
	parallel_free(parallel);
	return result;
}

/* The same by hand, on one device. */
static float *train_plainly(Device d, int n, double *losses, int64_t *count)
{
	Module *module = module_mlp(sizes, LAYERS, 3, d);
	Sgd *sgd = sgd_create(module, 0.2F, 0.9F);
	for (int step = 0; step < STEPS; step++) {
		Tensor *x, *classes, *gradient;
		make_batch(n, (uint64_t)step + 1, d, &x, &classes);
		assert_int_equal(module_zero_gradients(module), 0);
		Tensor *logits = module_forward(module, x);
		Tensor *loss = loss_softmax_cross_entropy(logits, classes, &gradient);
		assert_int_equal(module_backward_parameters(module, gradient), 0);
		assert_int_equal(sgd_step(sgd), 0);
		assert_int_equal(tensor_item(loss, &losses[step]), 0);
		Tensor *all[] = {x, classes, gradient, logits, loss};
		for (int i = 0; i < 5; i++)
			tensor_free(all[i]);
	}
	float *result = parameters(module, count);
	sgd_free(sgd);
	module_free(module);
	return result;
}

/* Whatever the number of devices, of rows, and the place of the batch; with one device to the bit,
 * with more within rounding (sums of at most 4 parts of numbers below 10 over 6 steps). */
static void test_equal_to_one_device(void **state)
{
	const int batches[] = {1, 2, 3, 4, 7, 32, 61};
	(void)state;
	for (size_t k = 0; k < sizeof(batches) / sizeof(batches[0]); k++) {
		double wanted_loss[STEPS], loss[STEPS];
		int64_t count;
		int n = batches[k];
		float *wanted = train_plainly(device_gpu(0), n, wanted_loss, &count);
		for (int used = 1; used <= GPUS; used++)
			for (int from = -1; from < GPUS; from++) {
				Device d = from < 0 ? device_cpu() : device_gpu(from);
				float *found = train(gpus, used, n, d, loss);
				for (int64_t i = 0; i < count; i++)
					assert_true(used == 1
							    ? found[i] == wanted[i]
							    : fabsf(found[i] - wanted[i]) < 2e-6F);
				for (int i = 0; i < STEPS; i++)
					assert_true(fabs(loss[i] - wanted_loss[i]) < 1e-6 * used);
				free(found);
			}
		free(wanted);
		wanted = train_plainly(device_cpu(), n, wanted_loss, &count);
		for (int from = -1; from < 1; from++) {
			float *found = train((Device[]){device_cpu()}, 1, n,
					     from < 0 ? device_cpu() : device_gpu(from), loss);
			assert_memory_equal(found, wanted, (size_t)count * sizeof(float));
			assert_memory_equal(loss, wanted_loss, sizeof(loss));
			free(found);
		}
		free(wanted);
	}
}

static void test_part(void **state)
{
	(void)state;
	Module *module = module_linear(2, 2, 1, device_cpu());
	Parallel *parallel = parallel_create(module, gpus, GPUS, 0.1F, 0);
	for (int64_t n = 0; n < 40; n++) {
		int64_t next = 0, first, rows;
		for (int i = 0; i < GPUS; i++) {
			parallel_part(parallel, n, i, &first, &rows);
			assert_int_equal(first, next);
			assert_in_range(rows, n / GPUS, (n + GPUS - 1) / GPUS);
			next += rows;
		}
		assert_int_equal(next, n);
	}
	int64_t first = -1, rows = -1;
	parallel_part(parallel, 10, GPUS, &first, &rows);
	assert_true(first == 0 && rows == 0);
	assert_null(parallel_replica(parallel, GPUS));
	assert_null(parallel_replica(parallel, -1));
	assert_null(parallel_replica(NULL, 0));
	assert_int_equal(parallel_count(NULL), 0);
	parallel_free(parallel);
	parallel_free(NULL);
	module_free(module);
}

static void test_misuse(void **state)
{
	Tensor *x, *classes, *there, *classes_there;
	(void)state;
	Module *module = module_mlp(sizes, LAYERS, 3, device_cpu());
	FAILS_NULL(STATUS_ARGUMENT, "parallel_create: module is NULL",
		   parallel_create(NULL, gpus, 2, 0.1F, 0));
	FAILS_NULL(STATUS_ARGUMENT, "parallel_create: devices is NULL",
		   parallel_create(module, NULL, 2, 0.1F, 0));
	FAILS_NULL(STATUS_ARGUMENT, "parallel_create: 0 devices; wanted at least one",
		   parallel_create(module, gpus, 0, 0.1F, 0));
	FAILS_NULL(STATUS_DEVICE, "parallel_create: devices 0 and 1 are both gpu:2",
		   parallel_create(module, (Device[]){gpus[2], gpus[2]}, 2, 0.1F, 0));
	FAILS_NULL(STATUS_DEVICE,
		   "parallel_create: device 0 of 2 is the cpu; several have to be GPUs",
		   parallel_create(module, (Device[]){device_cpu(), gpus[2]}, 2, 0.1F, 0));
	FAILS_NULL(STATUS_DEVICE,
		   "parallel_create: gpu:7 does not exist; there are 4 GPUs, gpu:0 to gpu:3",
		   parallel_create(module, (Device[]){gpus[0], {DEVICE_GPU, 7}}, 2, 0.1F, 0));
	assert_null(parallel_create(module, gpus, 2, -1, 0));
	assert_int_equal(error_status(), STATUS_ARGUMENT);
	assert_int_equal(test_live_bytes(), 0);
	Parallel *parallel = parallel_create(module, gpus, 2, 0.1F, 0);
	make_batch(4, 1, device_cpu(), &x, &classes);
	make_batch(3, 1, device_gpu(3), &there, &classes_there);
	Tensor *none = tensor_zeros(SHAPE(0, 6), device_cpu());
	Tensor *no_classes = tensor_full_int(SHAPE(0), 0, device_cpu());
	Tensor *wide = tensor_zeros(SHAPE(4, 7), device_cpu());
	FAILS_NULL(STATUS_ARGUMENT, "parallel_step: parallel is NULL",
		   parallel_step(NULL, x, classes));
	FAILS_NULL(STATUS_ARGUMENT, "parallel_step: x is NULL",
		   parallel_step(parallel, NULL, classes));
	FAILS_NULL(STATUS_ARGUMENT, "parallel_step: classes is NULL",
		   parallel_step(parallel, x, NULL));
	FAILS_NULL(STATUS_DEVICE,
		   "parallel_step: x is on cpu, classes are on gpu:3; both must be on one device",
		   parallel_step(parallel, x, classes_there));
	FAILS_NULL(STATUS_SHAPE,
		   "parallel_step: x is float32, classes are float32; wanted float32 and int32",
		   parallel_step(parallel, x, x));
	FAILS_NULL(STATUS_SHAPE,
		   "parallel_step: x is (4, 6), classes are (0,); wanted a class a row, and a row "
		   "at least",
		   parallel_step(parallel, x, no_classes));
	FAILS_NULL(STATUS_SHAPE,
		   "parallel_step: x is (0, 6), classes are (0,); wanted a class a row, and a row "
		   "at least",
		   parallel_step(parallel, none, no_classes));
	FAILS_NULL(STATUS_SHAPE, "module_forward: x is (2, 7); the module takes (n, 6)",
		   parallel_step(parallel, wide, classes));
	/* After all that it still works. */
	Tensor *loss = parallel_step(parallel, x, classes);
	assert_non_null(loss);
	Tensor *all[] = {loss, x, classes, there, classes_there, none, no_classes, wide};
	for (int i = 0; i < 8; i++)
		tensor_free(all[i]);
	parallel_free(parallel);
	module_free(module);
}

/* The simulator has seen no race, no leak, no unwritten byte. */
static int finish(void **state)
{
	(void)state;
	return simcuda_finish();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_all_reduce, test_nothing_left),
		cmocka_unit_test_teardown(test_all_reduce_in_order, test_nothing_left),
		cmocka_unit_test_teardown(test_all_reduce_misuse, test_nothing_left),
		cmocka_unit_test_teardown(test_equal_to_one_device, test_nothing_left),
		cmocka_unit_test_teardown(test_part, test_nothing_left),
		cmocka_unit_test_teardown(test_misuse, test_nothing_left),
	};
	setenv("SIMCUDA_MACHINE", "4xa100", 1);
	return cmocka_run_group_tests_name("parallel", tests, NULL, finish);
}
