/* test_batches.c - a data set in batches: every row once, the same on every device, and sent while
 * the device computes. */
#include "framework/tests/test_clean.h"

#define ROWS  45
#define WIDTH 6

static Tensor *x, *classes;

/* Row i of the set is i, i + 0.25, ...; its class is 3 i. */
static void make_set(void)
{
	float elements[ROWS][WIDTH];
	int32_t numbers[ROWS];
	for (int i = 0; i < ROWS; i++) {
		numbers[i] = 3 * i;
		for (int j = 0; j < WIDTH; j++)
			elements[i][j] = (float)i + 0.125F * (float)j;
	}
	x = tensor_from_host(SHAPE(ROWS, 2, 3), DTYPE_FLOAT32, elements, device_cpu());
	classes = tensor_from_host(SHAPE(ROWS), DTYPE_INT32, numbers, device_cpu());
}

/* Reads a batch back: checks that rows are whole and belong to their classes, and appends their
 * numbers to order[]. */
static int read_batch(const Tensor *bx, const Tensor *bc, Device device, int *order)
{
	int rows = (int)tensor_count(bc);
	assert_true(device_equal(tensor_device(bx), device));
	assert_true(device_equal(tensor_device(bc), device));
	assert_int_equal(tensor_dtype(bc), DTYPE_INT32);
	assert_int_equal(tensor_shape(bx).rank, 3);
	assert_int_equal(tensor_shape(bx).dim[0], rows);
	assert_int_equal(tensor_shape(bx).dim[1], 2);
	assert_int_equal(tensor_shape(bx).dim[2], 3);
	float *elements = test_elements(bx);
	int32_t *numbers = test_elements(bc);
	for (int i = 0; i < rows; i++) {
		order[i] = (int)elements[i * WIDTH];
		assert_int_equal(numbers[i], 3 * order[i]);
		for (int j = 0; j < WIDTH; j++)
			assert_true(elements[i * WIDTH + j] == (float)order[i] + 0.125F * (float)j);
	}
	free(elements);
	free(numbers);
	return rows;
}

/* The order in which an epoch gives the rows, each of which it must give once; in `batch` rows at a
 * time and a smaller rest. */
static void epoch(Batches *batches, int batch, Device device, uint64_t seed, int *order)
{
	int done = 0, got, seen[ROWS] = {0};
	Tensor *bx, *bc;
	memset(order, 0, ROWS * sizeof(*order));
	assert_int_equal(batches_start(batches, seed), 0);
	while ((got = batches_next(batches, &bx, &bc)) == 1) {
		int rows = read_batch(bx, bc, device, order + done);
		assert_int_equal(rows, batch < ROWS - done ? batch : ROWS - done);
		done += rows;
		tensor_free(bx);
		tensor_free(bc);
	}
	assert_int_equal(got, 0);
	assert_null(bx);
	assert_null(bc);
	assert_int_equal(batches_next(batches, &bx, &bc), 0); /* and stays at its end */
	assert_int_equal(done, ROWS);
	for (int i = 0; i < ROWS; i++)
		assert_int_equal(seen[order[i]]++, 0);
}

static void test_every_row_once(void **state)
{
	const int sizes[] = {1, 7, 9, ROWS - 1, ROWS, 1000};
	int wanted[ROWS], order[ROWS];
	(void)state;
	Batches *first = batches_create(x, classes, 4, 0, device_cpu());
	epoch(first, 4, device_cpu(), 5, wanted);
	int moved = 0;
	for (int i = 0; i < ROWS; i++)
		moved += wanted[i] != i;
	assert_true(moved > ROWS / 2);
	epoch(first, 4, device_cpu(), 6, order);
	assert_memory_not_equal(order, wanted, sizeof(order));
	batches_free(first);
	/* The order hangs on the seed alone: not on the device, the size of a batch or `ahead`. */
	FOR_EACH_DEVICE(d)
	{
		for (size_t k = 0; k < sizeof(sizes) / sizeof(sizes[0]); k++)
			for (int ahead = 0; ahead <= 8; ahead += ahead < 2 ? 1 : 6) {
				Batches *b = batches_create(x, classes, sizes[k], ahead, d);
				assert_non_null(b);
				epoch(b, sizes[k], d, 5, order);
				assert_memory_equal(order, wanted, sizeof(order));
				epoch(b, sizes[k], d, 0, order);
				for (int i = 0; i < ROWS; i++)
					assert_int_equal(order[i], i);
				batches_free(b);
			}
	}
}

/* Batches that the caller keeps stay as they are, also when an epoch is given up halfway and after
 * the Batches are gone. */
static void test_kept_batches(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Tensor *kept[2][12], *kept_classes[2][12];
		int order[ROWS];
		Batches *b = batches_create(x, classes, 5, 2, d);
		for (int round = 0; round < 2; round++) {
			assert_int_equal(batches_start(b, 0), 0);
			for (int i = 0; i < 4 + 5 * round; i++)
				assert_int_equal(
					batches_next(b, &kept[round][i], &kept_classes[round][i]),
					1);
		}
		batches_free(b);
		for (int round = 0; round < 2; round++)
			for (int i = 0; i < 4 + 5 * round; i++) {
				assert_int_equal(read_batch(kept[round][i], kept_classes[round][i],
							    d, order),
						 5);
				assert_int_equal(order[0], 5 * i);
				tensor_free(kept[round][i]);
				tensor_free(kept_classes[round][i]);
			}
	}
}

static void test_no_rows(void **state)
{
	(void)state;
	Tensor *none = tensor_zeros(SHAPE(0, 4), device_cpu());
	Tensor *no_classes = tensor_full_int(SHAPE(0), 0, device_cpu());
	Tensor *flat = tensor_zeros(SHAPE(3, 0), device_cpu());
	Tensor *three = tensor_full_int(SHAPE(3), 7, device_cpu());
	FOR_EACH_DEVICE(d)
	{
		Tensor *bx, *bc;
		Batches *b = batches_create(none, no_classes, 4, 1, d);
		assert_int_equal(batches_start(b, 1), 0);
		assert_int_equal(batches_next(b, &bx, &bc), 0);
		batches_free(b);
		b = batches_create(flat, three, 2, 1, d); /* rows, with nothing in them */
		assert_int_equal(batches_start(b, 1), 0);
		for (int i = 0; i < 2; i++) {
			const int32_t sevens[] = {7, 7};
			assert_int_equal(batches_next(b, &bx, &bc), 1);
			assert_int_equal(tensor_shape(bx).dim[0], 2 - i);
			test_tensor_is(bc, SHAPE(2 - i), d, DTYPE_INT32, sevens);
			tensor_free(bx);
		}
		batches_free(b);
	}
	tensor_free(none);
	tensor_free(no_classes);
	tensor_free(flat);
	tensor_free(three);
}

/* --- beside the computation ------------------------------------------------------------------- */

static SimcudaCounters counters(void)
{
	SimcudaCounters now;
	simcuda_counters(&now);
	return now;
}

/* A large set that nobody looks at: the simulator tells times without making the numbers. */
enum { BIG = 8 * 4096, BIG_WIDTH = 1024, BATCH = 4096, BATCHES = BIG / BATCH };

/* One epoch, in which the module, unless it is NULL, runs on each batch, or BATCHES times on
 * `always` if that is given. Returns virtual nanoseconds; *used counts what happened. */
static double time_epoch(Batches *b, Module *module, const Tensor *always, SimcudaCounters *used)
{
	Tensor *bx = NULL, *bc = NULL;
	SimcudaCounters before = counters(), after;
	if (!always)
		assert_int_equal(batches_start(b, 0), 0);
	for (int i = 0; i < BATCHES; i++) {
		if (!always)
			assert_int_equal(batches_next(b, &bx, &bc), 1);
		if (module)
			tensor_free(module_forward(module, always ? always : bx));
		tensor_free(bx);
		tensor_free(bc);
	}
	after = counters();
	used->synchronizes = after.synchronizes - before.synchronizes;
	used->allocations = after.allocations - before.allocations;
	used->copies_h2d = after.copies_h2d - before.copies_h2d;
	used->bytes_h2d = after.bytes_h2d - before.bytes_h2d;
	for (int i = 0; i < 2; i++)
		assert_int_equal(device_synchronize(device_gpu(i)), 0);
	return (double)(counters().host_ns - before.host_ns);
}

/* Without prefetch the device computes and copies by turns; with it the copies cost no time. */
static void test_overlap(void **state)
{
	(void)state;
	SimcudaCounters used;
	Tensor *big = tensor_zeros(SHAPE(BIG, BIG_WIDTH), device_cpu());
	Tensor *numbers = tensor_full_int(SHAPE(BIG), 1, device_cpu());
	for (int gpu = 0; gpu < 2; gpu++) {
		Device d = device_gpu(gpu);
		double time[4];
		Module *module = module_linear(BIG_WIDTH, 4096, 1, d);
		Tensor *always = tensor_zeros(SHAPE(BATCH, BIG_WIDTH), d);
		time_epoch(NULL, module, always, &used);
		double compute = time_epoch(NULL, module, always, &used);
		for (int ahead = 0; ahead < 4; ahead++) {
			Batches *b = batches_create(big, numbers, BATCH, ahead, d);
			time_epoch(b, module, NULL, &used); /* makes the room */
			time[ahead] = time_epoch(b, module, NULL, &used);
			assert_int_equal(used.copies_h2d, 2 * BATCHES);
			assert_int_equal(used.bytes_h2d, 4 * (int64_t)BIG * (BIG_WIDTH + 1));
			assert_int_equal(used.allocations, BATCHES); /* the module's outputs */
			/* only for the place in pinned memory to be free again */
			assert_int_equal(used.synchronizes, BATCHES);
			tensor_free(module_forward(module, always)); /* lets go of the batch */
			time_epoch(b, NULL, NULL, &used);
			assert_int_equal(used.allocations, 0);
			batches_free(b);
		}
		/* The machine copies 25.6 GB/s from pinned memory, and the host moves 80 GB/s. */
		double bytes = 4.0 * BIG * (BIG_WIDTH + 1), copies = bytes / 25.6;
		double gather = 2 * bytes / 80 / BATCHES;
		assert_true(compute > 1.5 * copies);
		assert_true(time[0] > compute + copies);
		/* Nothing computes until the first batch is there and `ahead` more are on their
		 * way. */
		for (int ahead = 1; ahead < 4; ahead++)
			assert_true(time[ahead] <
				    1.02 * compute + copies / BATCHES + (ahead + 1) * gather);
		tensor_free(always);
		module_free(module);
	}
	tensor_free(numbers);
	tensor_free(big);
}

static void test_misuse(void **state)
{
	Tensor *bx, *bc;
	Device cpu = device_cpu();
	(void)state;
	Tensor *on_gpu = tensor_zeros(SHAPE(ROWS, 2), device_gpu(1));
	Tensor *few = tensor_full_int(SHAPE(3), 0, cpu), *scalar = tensor_zeros(SHAPE_SCALAR, cpu);
	FAILS_NULL(STATUS_ARGUMENT, "batches_create: x is NULL",
		   batches_create(NULL, classes, 1, 0, cpu));
	FAILS_NULL(STATUS_ARGUMENT, "batches_create: classes is NULL",
		   batches_create(x, NULL, 1, 0, cpu));
	FAILS_NULL(STATUS_DEVICE,
		   "batches_create: x is on gpu:1, classes are on cpu; a data set stays on the cpu",
		   batches_create(on_gpu, classes, 1, 0, cpu));
	FAILS_NULL(STATUS_SHAPE,
		   "batches_create: x is float32, classes are float32; wanted float32 and int32",
		   batches_create(x, x, 1, 0, cpu));
	FAILS_NULL(STATUS_SHAPE,
		   "batches_create: x is (45, 2, 3), classes are (3,); wanted a class a row",
		   batches_create(x, few, 1, 0, cpu));
	FAILS_NULL(STATUS_SHAPE, "batches_create: x is (), classes are (3,); wanted a class a row",
		   batches_create(scalar, few, 1, 0, cpu));
	FAILS_NULL(STATUS_ARGUMENT, "batches_create: a batch has 0 rows; wanted at least 1",
		   batches_create(x, classes, 0, 0, cpu));
	FAILS_NULL(STATUS_ARGUMENT, "batches_create: 9 batches ahead; wanted 0 to 8",
		   batches_create(x, classes, 1, 9, cpu));
	FAILS_NULL(STATUS_ARGUMENT, "batches_create: -1 batches ahead; wanted 0 to 8",
		   batches_create(x, classes, 1, -1, cpu));
	FAILS_NULL(STATUS_DEVICE,
		   "batches_create: gpu:2 does not exist; there are 2 GPUs, gpu:0 to gpu:1",
		   batches_create(x, classes, 1, 0, device_gpu(2)));
	Batches *b = batches_create(x, classes, 4, 1, device_gpu(0));
	FAILS(STATUS_ARGUMENT, "batches_next: no epoch has begun; batches_start begins one",
	      batches_next(b, &bx, &bc));
	assert_null(bx);
	FAILS(STATUS_ARGUMENT, "batches_next: x is NULL", batches_next(b, NULL, &bc));
	FAILS(STATUS_ARGUMENT, "batches_next: classes is NULL", batches_next(b, &bx, NULL));
	FAILS(STATUS_ARGUMENT, "batches_next: batches is NULL", batches_next(NULL, &bx, &bc));
	FAILS(STATUS_ARGUMENT, "batches_start: batches is NULL", batches_start(NULL, 0));
	batches_free(b);
	batches_free(NULL);
	tensor_free(scalar);
	tensor_free(few);
	tensor_free(on_gpu);
}

static int setup(void **state)
{
	(void)state;
	test_find_devices();
	make_set();
	return test_device_count == 3 ? 0 : -1;
}

/* The simulator has seen no race, no leak, no unwritten byte. */
static int teardown(void **state)
{
	(void)state;
	tensor_free(classes);
	tensor_free(x);
	return simcuda_finish();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_every_row_once, test_nothing_left),
		cmocka_unit_test_teardown(test_kept_batches, test_nothing_left),
		cmocka_unit_test_teardown(test_no_rows, test_nothing_left),
		cmocka_unit_test_teardown(test_overlap, test_nothing_left),
		cmocka_unit_test_teardown(test_misuse, test_nothing_left),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("batches", tests, setup, teardown);
}
