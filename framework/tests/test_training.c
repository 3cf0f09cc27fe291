/* test_training.c - the digits of datasets/ are learnt: on the CPU, on one GPU, and on two. */
#include "framework/tests/test_common.h"

#include <math.h>

enum { PIXELS = 64, DIGITS = 10, TRAIN = 1433, TEST = 364 };
enum { HIDDEN = 64, BATCH = 64, EPOCHS = 30, STEPS = (TRAIN + BATCH - 1) / BATCH };

static Tensor *train_x, *train_y, *test_x, *test_y;

static Tensor *load(const char *name)
{
	char path[100];
	snprintf(path, sizeof(path), "datasets/%s.npy", name);
	Tensor *tensor = tensor_load(path, device_cpu());
	if (!tensor)
		fail_msg("%s", error_message());
	return tensor;
}

static SimcudaCounters counters(void)
{
	SimcudaCounters now;
	simcuda_counters(&now);
	return now;
}

/* Shapes, ranges, and how many there are of each digit, as the README of datasets/ says. */
static void test_digits(void **state)
{
	const int wanted[2][DIGITS] = {{142, 145, 141, 146, 144, 145, 144, 143, 139, 144},
				       {36, 37, 36, 37, 37, 37, 37, 36, 35, 36}};
	const Tensor *x[] = {train_x, test_x}, *y[] = {train_y, test_y};
	(void)state;
	for (int part = 0; part < 2; part++) {
		int count[DIGITS] = {0}, rows = part ? TEST : TRAIN;
		assert_int_equal(tensor_shape(x[part]).rank, 2);
		assert_int_equal(tensor_shape(x[part]).dim[0], rows);
		assert_int_equal(tensor_shape(x[part]).dim[1], PIXELS);
		assert_int_equal(tensor_shape(y[part]).dim[0], rows);
		float *pixels = test_elements(x[part]);
		int32_t *digits = test_elements(y[part]);
		for (int i = 0; i < rows; i++) {
			assert_in_range(digits[i], 0, DIGITS - 1);
			count[digits[i]]++;
		}
		for (int i = 0; i < rows * PIXELS; i++)
			assert_true(pixels[i] >= 0 && pixels[i] <= 1 &&
				    pixels[i] * 16 == (float)(int)(pixels[i] * 16));
		assert_memory_equal(count, wanted[part], sizeof(count));
		free(pixels);
		free(digits);
	}
}

/* What a training gave. */
typedef struct Result {
	double loss[EPOCHS], accuracy;
	float *weights;
	int64_t count;
} Result;

static void keep_weights(Result *result, const Module *module)
{
	result->weights = NULL;
	result->count = 0;
	for (int i = 0; i < module_parameter_count(module); i++) {
		const Tensor *p = module_parameter(module, i);
		result->weights = realloc(
			result->weights, (size_t)(result->count + tensor_count(p)) * sizeof(float));
		assert_int_equal(tensor_to_host(p, result->weights + result->count), 0);
		result->count += tensor_count(p);
	}
}

/* The share of the test set that the module gets right; counted once more on the host. */
static double accuracy(Module *module)
{
	Device d = module_device(module);
	double correct;
	int counted = 0;
	Tensor *x = tensor_as_in_device(test_x, d), *y = tensor_as_in_device(test_y, d);
	Tensor *logits = module_forward(module, x), *right = loss_correct(logits, y);
	assert_int_equal(tensor_item(right, &correct), 0);
	float *all = test_elements(logits);
	int32_t *digits = test_elements(y);
	for (int i = 0; i < TEST; i++) {
		int best = 0;
		for (int k = 1; k < DIGITS; k++)
			best = all[i * DIGITS + k] > all[i * DIGITS + best] ? k : best;
		counted += best == digits[i];
	}
	assert_true(correct == counted);
	free(all);
	free(digits);
	Tensor *used[] = {right, logits, y, x};
	for (int i = 0; i < 4; i++)
		tensor_free(used[i]);
	return correct / TEST;
}

/* The loss of an epoch stays on the device until its end. */
static double train_epoch(Parallel *parallel, Batches *batches, uint64_t seed)
{
	double sum;
	Tensor *x, *y, *total = NULL;
	assert_int_equal(batches_start(batches, seed), 0);
	for (int steps = 0;; steps++) {
		int got = batches_next(batches, &x, &y);
		assert_in_range(got, 0, 1);
		if (got == 0) {
			assert_int_equal(steps, STEPS);
			break;
		}
		Tensor *loss = parallel_step(parallel, x, y);
		assert_non_null(loss);
		tensor_free(x);
		tensor_free(y);
		if (total)
			assert_int_equal(tensor_add_scaled(total, 1, loss), 0);
		else
			total = tensor_retain(loss);
		tensor_free(loss);
	}
	assert_int_equal(tensor_item(total, &sum), 0);
	tensor_free(total);
	return sum / STEPS;
}

/* Trains an MLP, and counts the copies and waits of each epoch. */
static Result train(const Device *devices, int count, int ahead)
{
	const int sizes[] = {PIXELS, HIDDEN, DIGITS};
	Result result;
	Module *module = module_mlp(sizes, 3, 1, devices[0]);
	Parallel *parallel = parallel_create(module, devices, count, 0.1F, 0.9F);
	Batches *batches = batches_create(train_x, train_y, BATCH, ahead, devices[0]);
	module_free(module);
	assert_non_null(parallel);
	assert_non_null(batches);
	bool gpu = devices[0].kind == DEVICE_GPU;
	for (int i = 0; i < EPOCHS; i++) {
		SimcudaCounters before = counters();
		result.loss[i] = train_epoch(parallel, batches, (uint64_t)i + 1);
		SimcudaCounters after = counters();
		assert_int_equal(after.copies_d2h - before.copies_d2h, gpu); /* the loss */
		assert_int_equal(after.bytes_d2h - before.bytes_d2h, gpu * 4);
		assert_int_equal(after.copies_h2d - before.copies_h2d, gpu * 2 * STEPS);
		assert_int_equal(after.bytes_h2d - before.bytes_h2d,
				 gpu * TRAIN * (PIXELS + 1) * 4);
		/* The loss, and the place of each batch in pinned memory, once it is used again. */
		assert_true(after.synchronizes - before.synchronizes <= gpu * (STEPS + 1));
	}
	result.accuracy = accuracy(parallel_replica(parallel, 0));
	keep_weights(&result, parallel_replica(parallel, 0));
	for (int i = 1; i < count; i++) {
		Result other = {.weights = NULL};
		keep_weights(&other, parallel_replica(parallel, i));
		assert_int_equal(other.count, result.count);
		assert_memory_equal(other.weights, result.weights,
				    (size_t)result.count * sizeof(float));
		free(other.weights);
	}
	batches_free(batches);
	parallel_free(parallel);
	return result;
}

static double farthest(const Result *a, const Result *b)
{
	double most = 0;
	assert_int_equal(a->count, b->count);
	for (int64_t i = 0; i < a->count; i++)
		most = fmax(most, fabs((double)a->weights[i] - b->weights[i]));
	return most;
}

static void test_training(void **state)
{
	const Device gpus[] = {device_gpu(0), device_gpu(1)}, cpu = device_cpu();
	(void)state;
	Result on_cpu = train(&cpu, 1, 2), on_gpu = train(gpus, 1, 2), direct = train(gpus, 1, 0);
	Result on_two = train(gpus, 2, 2);
	assert_true(on_cpu.accuracy >= 0.95);
	assert_true(on_gpu.accuracy >= 0.95);
	assert_true(on_two.accuracy >= 0.95);
	/* Rounding differs between BLAS calls, and sums of two parts from sums of the whole.
	 * Weights are below 2; what was measured is 0 and 6e-7. */
	assert_true(farthest(&on_cpu, &on_gpu) < 1e-4);
	assert_true(farthest(&on_gpu, &on_two) < 1e-4);
	for (int i = 0; i < EPOCHS; i++) {
		assert_true(fabs(on_cpu.loss[i] - on_gpu.loss[i]) < 1e-4);
		assert_true(fabs(on_two.loss[i] - on_gpu.loss[i]) < 1e-4);
	}
	assert_true(on_cpu.loss[EPOCHS - 1] < 0.1 * on_cpu.loss[0]);
	/* Sent ahead or not: the same bits. */
	assert_memory_equal(direct.loss, on_gpu.loss, sizeof(direct.loss));
	assert_memory_equal(direct.weights, on_gpu.weights, (size_t)direct.count * sizeof(float));
	Result *all[] = {&on_cpu, &on_gpu, &direct, &on_two};
	for (int i = 0; i < 4; i++)
		free(all[i]->weights);
}

static int setup(void **state)
{
	(void)state;
	train_x = load("digits_train_x");
	train_y = load("digits_train_y");
	test_x = load("digits_test_x");
	test_y = load("digits_test_y");
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	Tensor *all[] = {train_x, train_y, test_x, test_y};
	for (int i = 0; i < 4; i++)
		tensor_free(all[i]);
	return test_live_bytes() == 0 ? simcuda_finish() : -1;
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_digits),
		cmocka_unit_test(test_training),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("training", tests, setup, teardown);
}
