/* test_tensor.c - making, asking and moving tensors, on the CPU and on two GPUs. */
#include "framework/tests/test_clean.h"

#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#define ONLY_TWO "there are 2 GPUs, gpu:0 to gpu:1"

static void test_filled(void **state)
{
	const float zeros[6] = {0}, ones[6] = {1, 1, 1, 1, 1, 1},
		    halves[6] = {-.5f, -.5f, -.5f, -.5f, -.5f, -.5f};
	const int32_t ints[6] = {INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN, INT32_MIN};
	Shape shape = SHAPE(2, 3);
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		test_tensor_is(tensor_zeros(shape, d), shape, d, DTYPE_FLOAT32, zeros);
		test_tensor_is(tensor_ones(shape, d), shape, d, DTYPE_FLOAT32, ones);
		test_tensor_is(tensor_full(shape, -.5f, d), shape, d, DTYPE_FLOAT32, halves);
		test_tensor_is(tensor_full_int(shape, INT32_MIN, d), shape, d, DTYPE_INT32, ints);
	}
}

/* Who uses a tensor that is gone is told where it was given back, and of a view nothing is gone. */
static void test_given_back(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Tensor *x = tensor_ones(SHAPE(2, 3), d), *y = tensor_ones(SHAPE(2, 3), d);
		Tensor *view = tensor_rows(x, 0, 1);
		char wanted[200];
		float numbers[6];

		tensor_free(x);
		assert_int_equal(tensor_to_host(view, numbers), 0); /* it keeps x's memory alive */
		tensor_free(view);
		snprintf(wanted, sizeof(wanted),
			 "tensor_add: y is a tensor that was given back before, by tensor_free "
			 "(test_tensor.c:%d) (test_tensor.c:%d)",
			 __LINE__ - 4, __LINE__ + 1);
		assert_null(tensor_add(y, x));
		assert_string_equal(error_message(), wanted);
		assert_int_equal(error_status(), STATUS_ARGUMENT);
		assert_null(tensor_retain(x));
		assert_null(tensor_relu(x));
		assert_null(tensor_copy_to(x, device_cpu()));
		assert_null(tensor_as_in_device(x, d));
		assert_null(tensor_rows(x, 0, 1));
		assert_null(tensor_norm(x));
		assert_int_equal(tensor_to_host(x, numbers), STATUS_ARGUMENT);
		assert_int_equal(tensor_item(x, &(double){0}), STATUS_ARGUMENT);
		assert_int_equal(tensor_print(stdout, x), STATUS_ARGUMENT);
		assert_int_equal(tensor_add_scaled(y, 1, x), STATUS_ARGUMENT);
		tensor_free(y);
		tensor_forget_freed();
		tensor_forget_freed();
	}
}

/* Tensors and views are counted, references are not, and a tensor that cannot be made is none. */
static void test_living(void **state)
{
	(void)state;
	const int64_t before = tensor_living();
	FOR_EACH_DEVICE(d)
	{
		Tensor *x = tensor_zeros(SHAPE(2, 3), d), *view = tensor_rows(x, 0, 1);
		assert_int_equal(tensor_living() - before, 2);
		assert_ptr_equal(tensor_retain(x), x);
		assert_null(tensor_add(x, view)); /* their shapes do not fit */
		assert_int_equal(tensor_living() - before, 2);
		tensor_free(x);
		tensor_free(x); /* the view is another owner */
		assert_int_equal(tensor_living() - before, 2);
		tensor_free(view);
		assert_int_equal(tensor_living() - before, 0);
	}
}

/* A log: numbers of rank 0 go into their places. */
static void test_assign(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Tensor *log = tensor_zeros(SHAPE(4), d), *pair = tensor_rows(log, 1, 2);
		Tensor *three = tensor_full(SHAPE_SCALAR, 3, d), *last = tensor_rows(log, 3, 1);
		Tensor *row = tensor_full(SHAPE(1, 2), 7, d), *first = tensor_rows(log, 0, 2);
		float got[4];
		assert_int_equal(tensor_assign(last, three), 0);
		assert_int_equal(tensor_assign(pair, row), 0);
		assert_int_equal(tensor_assign(pair, pair), 0);
		assert_int_equal(tensor_to_host(log, got), 0);
		assert_memory_equal(got, ((float[]){0, 7, 7, 3}), sizeof got);
		FAILS(STATUS_SHAPE,
		      "tensor_assign: y is (4,), x is (1, 2); both must have as many elements",
		      tensor_assign(log, row));
		FAILS(STATUS_ARGUMENT,
		      "tensor_assign: y and x share some of their memory; wanted all or none of it",
		      tensor_assign(first, pair));
		Tensor *classes = tensor_full_int(SHAPE(2), 1, d);
		FAILS(STATUS_ARGUMENT, "tensor_assign: y and x are of two types",
		      tensor_assign(pair, classes));
		Tensor *all[] = {log, pair, three, last, row, first, classes};
		for (size_t i = 0; i < sizeof all / sizeof *all; i++)
			tensor_free(all[i]);
	}
	Tensor *here = tensor_ones(SHAPE(1), device_cpu());
	Tensor *there = tensor_ones(SHAPE(1), device_gpu(1));
	FAILS(STATUS_DEVICE,
	      "tensor_assign: y is on gpu:1, x is on cpu; both must be on one device",
	      tensor_assign(there, here));
	FAILS(STATUS_ARGUMENT, "tensor_assign: x is NULL", tensor_assign(there, NULL));
	tensor_free(there);
	tensor_free(here);
}

/* More than are kept; what is kept goes with the thread (a leak would be told in the ASan build).
 */
static void *free_many(void *told)
{
	Tensor *last = NULL;
	for (int i = 0; i < 200; i++) {
		last = tensor_ones(SHAPE(2, 3), device_cpu());
		tensor_free(last);
	}
	*(int *)told = tensor_relu(last) == NULL && strstr(error_message(), "given back before");
	return NULL;
}

static void test_given_back_in_threads(void **state)
{
	(void)state;
	pthread_t threads[4];
	int told[4] = {0};
	for (int i = 0; i < 4; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, free_many, &told[i]), 0);
	for (int i = 0; i < 4; i++) {
		assert_int_equal(pthread_join(threads[i], NULL), 0);
		assert_true(told[i]);
	}
}

/* Runs in a process of its own, whose end is an abort with a line that says why. */
static void test_given_back_twice(void **state)
{
	int ends[2], status;
	char text[400] = "", wanted[200];
	size_t got = 0;
	const int line = __LINE__ + 9;
	(void)state;
	assert_int_equal(pipe(ends), 0);
	fflush(NULL);
	pid_t child = fork();
	assert_true(child >= 0);
	if (child == 0) {
		Tensor *x = tensor_ones(SHAPE(4), device_cpu());
		dup2(ends[1], STDERR_FILENO);
		tensor_free(x);
		tensor_free(x);
		_exit(0);
	}
	close(ends[1]);
	for (ssize_t n; (n = read(ends[0], text + got, sizeof(text) - 1 - got)) > 0;)
		got += (size_t)n;
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
	snprintf(wanted, sizeof(wanted),
		 "usegpu: tensor_free (test_tensor.c:%d): this tensor was given back before, by "
		 "tensor_free (test_tensor.c:%d)\n",
		 line + 1, line);
	assert_string_equal(text, wanted);
}

/* Every legal rank, and sizes around a block of threads and around what one launch covers once. */
static void test_sizes(void **state)
{
	const Shape shapes[] = {SHAPE_SCALAR,      SHAPE(1),          SHAPE(255),
				SHAPE(256),        SHAPE(257),        SHAPE(3, 5),
				SHAPE(2, 3, 4),    SHAPE(2, 3, 4, 5), SHAPE(1, 1, 1, 1),
				SHAPE(17, 1, 129), SHAPE(256 * 4097)};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
			int64_t count = 1;
			for (int k = 0; k < shapes[i].rank; k++)
				count *= shapes[i].dim[k];
			Tensor *t = tensor_full(shapes[i], 2.5f, d);
			assert_non_null(t);
			assert_int_equal(tensor_count(t), count);
			assert_int_equal(tensor_bytes(t), 4 * count);
			assert_non_null(tensor_data(t));
			float *elements = test_elements(t);
			for (int64_t k = 0; k < count; k++)
				assert_true(elements[k] == 2.5f);
			free(elements);
			tensor_free(t);
		}
	}
}

static void test_empty(void **state)
{
	const Shape shapes[] = {SHAPE(0), SHAPE(2, 0), SHAPE(0, 3, 4),
				SHAPE(INT64_MAX, 0, INT64_MAX)};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
			double value;
			Tensor *made[] = {
				tensor_zeros(shapes[i], d),
				tensor_full_int(shapes[i], 3, d),
				tensor_uniform(shapes[i], 1, d),
				tensor_normal(shapes[i], 1, d),
				tensor_from_host(shapes[i], DTYPE_FLOAT32, NULL, d),
				NULL,
			};
			made[5] = tensor_copy_to(made[0], device_cpu());
			for (int k = 0; k < 6; k++) {
				assert_non_null(made[k]);
				assert_int_equal(tensor_count(made[k]), 0);
				assert_int_equal(tensor_bytes(made[k]), 0);
				assert_null(tensor_data(made[k]));
				assert_int_equal(tensor_to_host(made[k], NULL), 0);
				assert_int_equal(tensor_item(made[k], &value), STATUS_SHAPE);
				tensor_free(made[k]);
			}
		}
	}
}

static void test_bad_shapes(void **state)
{
	Shape deep = {5, {1, 1, 1, 1}}, negative_rank = {-1, {0}};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		FAILS_NULL(STATUS_SHAPE, "tensor_zeros: the shape has 5 dimensions; wanted 0 to 4",
			   tensor_zeros(deep, d));
		FAILS_NULL(STATUS_SHAPE, "tensor_ones: the shape has -1 dimensions; wanted 0 to 4",
			   tensor_ones(negative_rank, d));
		FAILS_NULL(STATUS_SHAPE,
			   "tensor_uniform: dimension 1 of the shape (2, -3) is negative",
			   tensor_uniform(SHAPE(2, -3), 1, d));
		FAILS_NULL(STATUS_MEMORY,
			   "tensor_full: the shape (4294967296, 4294967296) has more elements than "
			   "any memory",
			   tensor_full(SHAPE(1LL << 32, 1LL << 32), 1, d));
		FAILS_NULL(STATUS_MEMORY,
			   "tensor_normal: the shape (2305843009213693952,) has more elements than "
			   "any memory",
			   tensor_normal(SHAPE(1LL << 61), 1, d));
	}
	FAILS_NULL(STATUS_DEVICE, "tensor_zeros: gpu:2 does not exist; " ONLY_TWO,
		   tensor_zeros(SHAPE(2), device_gpu(2)));
	FAILS_NULL(STATUS_DEVICE, "tensor_normal: gpu:-1 does not exist; " ONLY_TWO,
		   tensor_normal(SHAPE(2), 1, device_gpu(-1)));
	FAILS_NULL(STATUS_DEVICE, "tensor_from_host: gpu:3 does not exist; " ONLY_TWO,
		   tensor_from_host(SHAPE(1), DTYPE_FLOAT32, &deep, device_gpu(3)));
}

static void test_from_host(void **state)
{
	int32_t ints[300];
	float floats[300];
	(void)state;
	for (int i = 0; i < 300; i++) {
		ints[i] = i * 7919 - 1000000;
		floats[i] = (float)i / 7 - 20;
	}
	FOR_EACH_DEVICE(d)
	{
		Shape shape = SHAPE(3, 10, 10);
		test_tensor_is(tensor_from_host(shape, DTYPE_FLOAT32, floats, d), shape, d,
			       DTYPE_FLOAT32, floats);
		test_tensor_is(tensor_from_host(shape, DTYPE_INT32, ints, d), shape, d, DTYPE_INT32,
			       ints);
		/* The source belongs to the caller again as soon as the call has returned. */
		float changed[300], kept[300];
		memcpy(changed, floats, sizeof(changed));
		memcpy(kept, floats, sizeof(kept));
		Tensor *t = tensor_from_host(shape, DTYPE_FLOAT32, changed, d);
		memset(changed, 0, sizeof(changed));
		test_tensor_is(t, shape, d, DTYPE_FLOAT32, kept);
		FAILS_NULL(STATUS_ARGUMENT, "tensor_from_host: data is NULL",
			   tensor_from_host(shape, DTYPE_FLOAT32, NULL, d));
		FAILS_NULL(STATUS_ARGUMENT,
			   "tensor_from_host: dtype 9 is unknown; wanted float32 or int32",
			   tensor_from_host(shape, (Dtype)9, floats, d));
	}
}

static void test_null(void **state)
{
	float out;
	double value;
	(void)state;
	assert_int_equal(tensor_shape(NULL).rank, 0);
	assert_true(device_equal(tensor_device(NULL), device_cpu()));
	assert_int_equal(tensor_dtype(NULL), DTYPE_FLOAT32);
	assert_int_equal(tensor_count(NULL), 0);
	assert_int_equal(tensor_bytes(NULL), 0);
	assert_null(tensor_data(NULL));
	assert_null(tensor_retain(NULL));
	tensor_free(NULL);
	FAILS(STATUS_ARGUMENT, "tensor_to_host: tensor is NULL", tensor_to_host(NULL, &out));
	FAILS(STATUS_ARGUMENT, "tensor_item: tensor is NULL", tensor_item(NULL, &value));
	FAILS_NULL(STATUS_ARGUMENT, "tensor_copy_to: tensor is NULL",
		   tensor_copy_to(NULL, device_gpu(0)));
	FAILS_NULL(STATUS_ARGUMENT, "tensor_as_in_device: tensor is NULL",
		   tensor_as_in_device(NULL, device_gpu(0)));
}

static void test_items(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		double value = 0;
		Tensor *single = tensor_full(SHAPE(1, 1), .1f, d);
		Tensor *scalar = tensor_full_int(SHAPE_SCALAR, INT32_MAX, d);
		Tensor *many = tensor_zeros(SHAPE(2, 3), d);
		assert_int_equal(tensor_item(single, &value), 0);
		assert_true(value == (double).1f);
		assert_int_equal(tensor_item(scalar, &value), 0);
		assert_true(value == 2147483647.0);
		FAILS(STATUS_SHAPE,
		      "tensor_item: the shape is (2, 3), 6 elements; only a tensor of one element "
		      "is a number",
		      tensor_item(many, &value));
		FAILS(STATUS_ARGUMENT, "tensor_item: value is NULL", tensor_item(single, NULL));
		FAILS(STATUS_ARGUMENT, "tensor_to_host: out is NULL", tensor_to_host(many, NULL));
		assert_true(value == 2147483647.0);
		tensor_free(many);
		tensor_free(scalar);
		tensor_free(single);
	}
}

static void test_moving(void **state)
{
	float elements[77];
	(void)state;
	for (int i = 0; i < 77; i++)
		elements[i] = sinf((float)i);
	Shape shape = SHAPE(7, 11);
	FOR_EACH_DEVICE(from)
	{
		Tensor *x = tensor_from_host(shape, DTYPE_FLOAT32, elements, from);
		FOR_EACH_DEVICE(to)
		{
			Tensor *copy = tensor_copy_to(x, to);
			assert_non_null(copy);
			assert_ptr_not_equal(copy, x);
			assert_ptr_not_equal(tensor_data(copy), tensor_data(x));
			test_tensor_is(copy, shape, to, DTYPE_FLOAT32, elements);

			Tensor *as = tensor_as_in_device(x, to);
			assert_int_equal(as == x, device_equal(from, to));
			test_tensor_is(as, shape, to, DTYPE_FLOAT32, elements);
		}
		FAILS_NULL(STATUS_DEVICE, "tensor_copy_to: gpu:2 does not exist; " ONLY_TWO,
			   tensor_copy_to(x, device_gpu(2)));
		FAILS_NULL(STATUS_DEVICE, "tensor_as_in_device: gpu:2 does not exist; " ONLY_TWO,
			   tensor_as_in_device(x, device_gpu(2)));
		test_tensor_is(x, shape, from, DTYPE_FLOAT32, elements);
	}
}

/* What moves is what is counted: nothing goes where nobody asked. */
static void test_copy_counts(void **state)
{
	SimcudaCounters a, b;
	(void)state;
	Tensor *x = tensor_ones(SHAPE(100), device_gpu(0));
	simcuda_counters(&a);
	Tensor *y = tensor_copy_to(x, device_gpu(1));
	Tensor *z = tensor_copy_to(x, device_gpu(0));
	Tensor *same = tensor_as_in_device(x, device_gpu(0));
	simcuda_counters(&b);
	assert_int_equal(b.copies_p2p - a.copies_p2p, 1);
	assert_int_equal(b.bytes_p2p - a.bytes_p2p, 400);
	assert_int_equal(b.copies_d2d - a.copies_d2d, 1);
	assert_int_equal(b.copies_h2d + b.copies_d2h, a.copies_h2d + a.copies_d2h);
	assert_int_equal(b.synchronizes, a.synchronizes);
	Tensor *host = tensor_copy_to(y, device_cpu());
	Tensor *back = tensor_copy_to(host, device_gpu(0));
	simcuda_counters(&a);
	assert_int_equal(a.copies_d2h - b.copies_d2h, 1);
	assert_int_equal(a.copies_h2d - b.copies_h2d, 1);
	Tensor *all[] = {x, y, z, same, host, back};
	for (int i = 0; i < 6; i++)
		tensor_free(all[i]);
}

/* Data that is still being computed is copied when it is done, and lives on after its source. */
static void test_pending_work(void **state)
{
	(void)state;
	for (int gpu = 0; gpu < 2; gpu++) {
		Tensor *x = tensor_full(SHAPE(300, 300), .5f, device_gpu(gpu));
		for (int i = 0; i < 3; i++) {
			Tensor *sum = tensor_add(x, x);
			Tensor *moved = tensor_copy_to(sum, device_gpu(1 - gpu));
			tensor_free(sum);
			tensor_free(x);
			x = tensor_copy_to(moved, device_gpu(gpu));
			tensor_free(moved);
		}
		float *elements = test_elements(x);
		for (int i = 0; i < 300 * 300; i++)
			assert_true(elements[i] == 4);
		free(elements);
		tensor_free(x);
	}
}

#define THREADS 4

static void *retain_and_free(void *tensor)
{
	for (int i = 0; i < 10000; i++)
		tensor_free(tensor_retain(tensor));
	return NULL;
}

static void test_references(void **state)
{
	pthread_t threads[THREADS];
	const float one = 1;
	(void)state;
	uint64_t before = test_live_bytes();
	Tensor *t = tensor_ones(SHAPE_SCALAR, device_gpu(0));
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_create(&threads[i], NULL, retain_and_free, t), 0);
	for (int i = 0; i < THREADS; i++)
		assert_int_equal(pthread_join(threads[i], NULL), 0);
	assert_ptr_equal(tensor_retain(t), t);
	tensor_free(t);
	assert_true(test_live_bytes() > before);
	test_tensor_is(t, SHAPE_SCALAR, device_gpu(0), DTYPE_FLOAT32, &one);
	assert_int_equal(test_live_bytes(), before);
}

/* The chain of failures names the first one, and the line of each. */
static void test_first_failure_is_kept(void **state)
{
	char wanted[512];
	(void)state;
	Tensor *a = tensor_zeros(SHAPE(2, 3), device_cpu());
	error_clear();
	Tensor *product = tensor_matmul(a, a);
	int first = __LINE__ - 1;
	Tensor *sum = tensor_add(product, a);
	Tensor *norm = tensor_norm(sum);
	snprintf(wanted, sizeof(wanted),
		 "tensor_norm: x is NULL (test_tensor.c:%d); the failure before it: tensor_matmul: "
		 "a is (2, 3), b is (2, 3); a has 3 columns, b has 2 rows (test_tensor.c:%d)",
		 first + 3, first);
	assert_null(norm);
	assert_string_equal(error_message(), wanted);
	tensor_free(a);
	error_clear();
	assert_string_equal(error_message(), "");
	assert_int_equal(error_status(), STATUS_OK);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_filled, test_nothing_left),
		cmocka_unit_test_teardown(test_given_back, test_nothing_left),
		cmocka_unit_test(test_given_back_twice),
		cmocka_unit_test(test_living),
		cmocka_unit_test(test_assign),
		cmocka_unit_test(test_given_back_in_threads),
		cmocka_unit_test_teardown(test_sizes, test_nothing_left),
		cmocka_unit_test_teardown(test_empty, test_nothing_left),
		cmocka_unit_test_teardown(test_bad_shapes, test_nothing_left),
		cmocka_unit_test_teardown(test_from_host, test_nothing_left),
		cmocka_unit_test_teardown(test_null, test_nothing_left),
		cmocka_unit_test_teardown(test_items, test_nothing_left),
		cmocka_unit_test_teardown(test_moving, test_nothing_left),
		cmocka_unit_test_teardown(test_copy_counts, test_nothing_left),
		cmocka_unit_test_teardown(test_pending_work, test_nothing_left),
		cmocka_unit_test_teardown(test_references, test_nothing_left),
		cmocka_unit_test_teardown(test_first_failure_is_kept, test_nothing_left),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("tensor", tests, test_three_devices, NULL);
}
