/* test_allocations.c - every place where memory is asked for fails once: for each operation of
 * tensor.h, for stream.h and for .npy files, on every device, with few elements (which lie in one
 * block with their tensor on the CPU) and with many. Nothing is leaked, the failure has a message,
 * and the inputs are what they were. */
#include "framework/tests/test_common.h"
#include "framework/tests/test_failing.h"

#define FEW  3
#define MANY 40 /* squared, and four bytes each: well beyond what lies with the tensor */

static char path[] = "/tmp/usegpu-allocations-XXXXXX";
static Device device;
static Shape shape;

/* Each makes something of x, which is a square of ones on `device`; NULL when that failed. */
static Tensor *make_full(Tensor *x)
{
	(void)x;
	return tensor_full_int(shape, 3, device);
}

static Tensor *make_normal(Tensor *x)
{
	(void)x;
	return tensor_normal(shape, 1, device);
}

static Tensor *make_from_host(Tensor *x)
{
	static const int32_t numbers[MANY * MANY];
	(void)x;
	return tensor_from_host(shape, DTYPE_INT32, numbers, device);
}

static Tensor *add(Tensor *x)
{
	return tensor_add(x, x);
}

static Tensor *scale(Tensor *x)
{
	return tensor_scale(x, 2);
}

static Tensor *multiply(Tensor *x)
{
	return tensor_matmul(x, x);
}

static Tensor *to_cpu(Tensor *x)
{
	return tensor_copy_to(x, device_cpu());
}

static Tensor *to_gpu(Tensor *x)
{
	return tensor_copy_to(x, device_gpu(1));
}

static Tensor *as_in(Tensor *x)
{
	return tensor_as_in_device(x, device_gpu(1));
}

/* Inputs on two devices, which the policy allows: the silent copy may fail, too. */
static Tensor *add_elsewhere(Tensor *x)
{
	Tensor *far = tensor_ones(shape, device_gpu(1)), *out = NULL;
	if (far && device_set_policy(POLICY_COPY) == 0)
		out = tensor_add(x, far);
	tensor_free(far);
	return out;
}

static Tensor *multiply_elsewhere(Tensor *x)
{
	Tensor *far = tensor_ones(shape, device_gpu(1)), *out = NULL;
	if (far && device_set_policy(POLICY_COPY) == 0)
		out = tensor_matmul(far, x);
	tensor_free(far);
	return out;
}

static Tensor *save_and_load(Tensor *x)
{
	return tensor_save(path, x) == 0 ? tensor_load(path, device) : NULL;
}

static Tensor *print(Tensor *x)
{
	FILE *out = fopen("/dev/null", "w");
	bool good = out && tensor_print(out, x) == 0;
	if (out)
		fclose(out);
	return good ? tensor_retain(x) : NULL;
}

static Tensor *on_a_stream(Tensor *x)
{
	Stream *stream = stream_create(device);
	Event *start = event_create(device), *stop = event_create(device);
	double milliseconds;
	/* x was made on another stream */
	bool good = stream && start && stop && device_synchronize(device) == 0 &&
		    stream_set_current(stream) == 0 && event_record(start, stream) == 0;
	Tensor *out = good ? tensor_matmul(x, x) : NULL;
	if (out && (event_record(stop, stream) < 0 || event_synchronize(stop) < 0 ||
		    event_elapsed_ms(start, stop, &milliseconds) < 0)) {
		tensor_free(out);
		out = NULL;
	}
	event_free(stop);
	event_free(start);
	stream_free(stream);
	return out;
}

static Tensor *(*const makers[])(Tensor *) = {
	make_full,          make_normal,   make_from_host, add,        scale,
	multiply,           to_cpu,        to_gpu,         as_in,      add_elsewhere,
	multiply_elsewhere, save_and_load, print,          on_a_stream};
#define MAKERS (sizeof(makers) / sizeof(makers[0]))

static Tensor *(*maker)(Tensor *);

/* x holds ones before, and after whatever failed. */
static bool run_maker(void)
{
	static float elements[MANY * MANY];
	Tensor *x = tensor_ones(shape, device);
	Tensor *out = x ? maker(x) : NULL;
	bool good = out != NULL;
	if (!good) /* what failed is known; looking at x may not fail as well */
		calls_left = -1;
	Status status = error_status();
	if (x) {
		assert_int_equal(tensor_to_host(x, elements), 0);
		for (int64_t i = 0; i < tensor_count(x); i++)
			assert_true(elements[i] == 1);
	}
	tensor_free(out);
	tensor_free(x);
	assert_int_equal(error_status(), status);
	assert_true(good || error_message()[0] != '\0');
	return good;
}

static void fail_all(int side)
{
	int failures = 0;
	shape = SHAPE(side, side);
	FOR_EACH_DEVICE(d)
	{
		device = d;
		for (size_t i = 0; i < MAKERS; i++) {
			maker = makers[i];
			int failed_here = test_fail_one_by_one(run_maker);
			assert_true(failed_here >= 1);
			failures += failed_here;
		}
	}
	/* at the least one for x and one for what is made of it; printing asks for none of its own
	 */
	assert_true(failures >= (int)MAKERS * test_device_count * 2 - test_device_count);
}

static void test_few(void **state)
{
	(void)state;
	fail_all(FEW);
}

static void test_many(void **state)
{
	(void)state;
	fail_all(MANY);
}

static int setup(void **state)
{
	(void)state;
	test_find_devices();
	test_replace_allocations();
	int file = mkstemp(path);
	return file >= 0 && close(file) == 0 && test_device_count == 3 ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	return unlink(path);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_few), cmocka_unit_test(test_many)};
	setenv("SIMCUDA_MACHINE", "2xtiny", 1);
	return cmocka_run_group_tests_name("allocations", tests, setup, teardown);
}
