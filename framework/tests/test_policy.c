/* test_policy.c - inputs on two devices: refused, or copied with or without a word. What the copies
 * are is counted by the simulator. */
#include "framework/tests/test_clean.h"

#include <pthread.h>
#include <unistd.h>

static SimcudaCounters counters(void)
{
	SimcudaCounters now;
	simcuda_counters(&now);
	return now;
}

/* --- what goes to stderr while it is caught --------------------------------------------------- */

static int kept_stderr;
static FILE *caught;

static void catch_stderr(void)
{
	fflush(stderr);
	caught = tmpfile();
	assert_non_null(caught);
	kept_stderr = dup(STDERR_FILENO);
	assert_true(kept_stderr >= 0 && dup2(fileno(caught), STDERR_FILENO) >= 0);
}

/* All of it in text[]; returns how many lines that is. */
static int end_catch(char *text, size_t size)
{
	int lines = 0;
	fflush(stderr);
	assert_true(dup2(kept_stderr, STDERR_FILENO) >= 0);
	close(kept_stderr);
	rewind(caught);
	size_t got = fread(text, 1, size - 1, caught);
	text[got] = '\0';
	fclose(caught);
	for (size_t i = 0; i < got; i++)
		lines += text[i] == '\n';
	return lines;
}

/* --- the policies ----------------------------------------------------------------------------- */

static void test_setting(void **state)
{
	(void)state;
	assert_int_equal(device_policy(), POLICY_ERROR);
	FAILS(STATUS_ARGUMENT,
	      "device_set_policy: policy 7 is unknown; wanted POLICY_ERROR, POLICY_WARN or "
	      "POLICY_COPY",
	      device_set_policy((DevicePolicy)7));
	assert_int_equal(device_policy(), POLICY_ERROR);
	assert_int_equal(device_set_policy(POLICY_COPY), 0);
	assert_int_equal(device_policy(), POLICY_COPY);
	assert_int_equal(device_set_policy(POLICY_ERROR), 0);
}

static void *policy_of_thread(void *policy)
{
	*(DevicePolicy *)policy = device_policy();
	return NULL;
}

static void test_each_thread(void **state)
{
	pthread_t thread;
	DevicePolicy seen = POLICY_COPY;
	(void)state;
	assert_int_equal(device_set_policy(POLICY_COPY), 0);
	assert_int_equal(pthread_create(&thread, NULL, policy_of_thread, &seen), 0);
	assert_int_equal(pthread_join(thread, NULL), 0);
	assert_int_equal(seen, POLICY_ERROR);
	assert_int_equal(device_policy(), POLICY_COPY);
	assert_int_equal(device_set_policy(POLICY_ERROR), 0);
}

static void test_error_copies_nothing(void **state)
{
	(void)state;
	Tensor *x = tensor_ones(SHAPE(2, 2), device_gpu(0));
	Tensor *y = tensor_ones(SHAPE(2, 2), device_gpu(1));
	SimcudaCounters before = counters();
	FAILS_NULL(STATUS_DEVICE,
		   "tensor_add: x is on gpu:0, y is on gpu:1; both must be on one device",
		   tensor_add(x, y));
	SimcudaCounters after = counters();
	assert_int_equal(after.copies_p2p, before.copies_p2p);
	assert_int_equal(after.allocations, before.allocations);
	tensor_free(y);
	tensor_free(x);
}

/* Every pair of devices: the result lives where the first input does, one copy of the second is
 * made and freed, and the numbers are those of one device. */
static void test_copy(void **state)
{
	const float a[] = {1, 2, 3, 4}, b[] = {5, -6, 7, 0.5F};
	const struct {
		Tensor *(*operation)(const Tensor *, const Tensor *);
		float wanted[4];
	} rows[] = {{tensor_add, {1 + 5, 2 - 6, 3 + 7, 4 + 0.5F}},
		    {tensor_sub, {1 - 5, 2 + 6, 3 - 7, 4 - 0.5F}},
		    {tensor_mul, {1 * 5, 2 * -6, 3 * 7, 4 * 0.5F}},
		    {tensor_matmul,
		     {1 * 5 + 2 * 7, 1 * -6 + 2 * 0.5F, 3 * 5 + 4 * 7, 3 * -6 + 4 * 0.5F}}};
	(void)state;
	assert_int_equal(device_set_policy(POLICY_COPY), 0);
	FOR_EACH_DEVICE(first)
	FOR_EACH_DEVICE(second)
	{
		Tensor *x = tensor_from_host(SHAPE(2, 2), DTYPE_FLOAT32, a, first);
		Tensor *y = tensor_from_host(SHAPE(2, 2), DTYPE_FLOAT32, b, second);
		bool same = device_equal(first, second);
		for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
			SimcudaCounters before = counters();
			Tensor *out = rows[i].operation(x, y);
			SimcudaCounters after = counters();
			bool to_cpu = first.kind == DEVICE_CPU,
			     from_cpu = second.kind == DEVICE_CPU;
			assert_int_equal(after.copies_h2d - before.copies_h2d, !same && from_cpu);
			assert_int_equal(after.copies_d2h - before.copies_d2h, !same && to_cpu);
			assert_int_equal(after.copies_p2p - before.copies_p2p,
					 !same && !from_cpu && !to_cpu);
			assert_int_equal(after.copies_d2d, before.copies_d2d);
			assert_int_equal(after.live_bytes - before.live_bytes,
					 to_cpu ? 0 : sizeof(a));
			test_tensor_is(out, SHAPE(2, 2), first, DTYPE_FLOAT32, rows[i].wanted);
		}
		test_tensor_is(y, SHAPE(2, 2), second, DTYPE_FLOAT32, b);
		tensor_free(x);
	}
	assert_int_equal(device_set_policy(POLICY_ERROR), 0);
	assert_int_equal(test_live_bytes(), 0);
}

/* What cannot be computed is not copied first. */
static void test_checked_before_copying(void **state)
{
	(void)state;
	assert_int_equal(device_set_policy(POLICY_COPY), 0);
	Tensor *x = tensor_ones(SHAPE(2, 3), device_gpu(0));
	Tensor *y = tensor_ones(SHAPE(2, 2), device_gpu(1));
	SimcudaCounters before = counters();
	FAILS_NULL(STATUS_SHAPE, "tensor_add: x is (2, 3), y is (2, 2); both must have one shape",
		   tensor_add(x, y));
	FAILS_NULL(STATUS_SHAPE,
		   "tensor_matmul: a is (2, 3), b is (2, 2); a has 3 columns, b has 2 rows",
		   tensor_matmul(x, y));
	SimcudaCounters after = counters();
	assert_int_equal(after.copies_p2p, before.copies_p2p);
	assert_int_equal(after.allocations, before.allocations);
	tensor_free(y);
	tensor_free(x);
	assert_int_equal(device_set_policy(POLICY_ERROR), 0);
}

/* The copy does not fit: the message of any copy, and nothing is left behind. */
static void test_copy_too_large(void **state)
{
	(void)state;
	assert_int_equal(device_set_policy(POLICY_COPY), 0);
	Tensor *x = tensor_ones(SHAPE(6, 1024, 1024), device_gpu(0));
	Tensor *y = tensor_ones(SHAPE(6, 1024, 1024), device_gpu(1));
	Tensor *rest = tensor_zeros(SHAPE(6, 1024, 1024), device_gpu(0));
	assert_non_null(rest);
	uint64_t held = test_live_bytes();
	error_clear();
	assert_null(tensor_add(x, y));
	assert_int_equal(error_status(), STATUS_MEMORY);
	assert_int_equal(test_live_bytes(), held);
	tensor_free(rest);
	tensor_free(y);
	tensor_free(x);
	assert_int_equal(device_set_policy(POLICY_ERROR), 0);
}

static void test_warn(void **state)
{
	char text[4096], wanted[4096];
	(void)state;
	assert_int_equal(device_set_policy(POLICY_WARN), 0);
	Tensor *x = tensor_ones(SHAPE(2, 2), device_cpu());
	Tensor *y = tensor_full(SHAPE(2, 2), 2, device_gpu(1));
	const float three[] = {3, 3, 3, 3}, four[] = {4, 4, 4, 4};
	int line = 0;
	catch_stderr();
	SimcudaCounters before = counters();
	Tensor *sum[3];
	for (int i = 0; i < 3; i++)
		sum[i] = tensor_add(x, y), line = __LINE__;
	Tensor *product = tensor_matmul(y, x);
	SimcudaCounters after = counters();
	int lines = end_catch(text, sizeof(text));
	snprintf(wanted, sizeof(wanted),
		 "usegpu: warning: tensor_add: x is on cpu, y is on gpu:1; y is copied to cpu "
		 "(test_policy.c:%d)\n"
		 "usegpu: warning: tensor_matmul: a is on gpu:1, b is on cpu; b is copied to gpu:1 "
		 "(test_policy.c:%d)\n",
		 line, line + 1);
	assert_string_equal(text, wanted);
	assert_int_equal(lines, 2);
	assert_int_equal(after.copies_d2h - before.copies_d2h, 3);
	assert_int_equal(after.copies_h2d - before.copies_h2d, 1);
	for (int i = 0; i < 3; i++)
		test_tensor_is(sum[i], SHAPE(2, 2), device_cpu(), DTYPE_FLOAT32, three);
	test_tensor_is(product, SHAPE(2, 2), device_gpu(1), DTYPE_FLOAT32, four);
	tensor_free(y);
	tensor_free(x);
	assert_int_equal(device_set_policy(POLICY_ERROR), 0);
}

/* More places than the table holds: one line says that it is full, and copies go on. The places are
 * made up. */
static void test_warn_everywhere(void **state)
{
	static char text[100000];
	const float two[] = {2};
	(void)state;
	assert_int_equal(device_set_policy(POLICY_WARN), 0);
	Tensor *x = tensor_ones(SHAPE(1), device_cpu()), *y = tensor_ones(SHAPE(1), device_gpu(0));
	Tensor *last = NULL;
	catch_stderr();
	for (int i = 1; i <= 400; i++) {
		tensor_free(last);
		error_here("made/up.c", i);
		last = (tensor_add)(x, y);
	}
	int lines = end_catch(text, sizeof(text));
	test_tensor_is(last, SHAPE(1), device_cpu(), DTYPE_FLOAT32, two);
	assert_non_null(strstr(text, "y is copied to cpu (up.c:1)\n"));
	assert_non_null(strstr(text, "at more than 256 places; no more are named\n"));
	assert_null(strstr(text, "(up.c:400)"));
	/* those that other tests used up are missing from the 256 */
	assert_in_range(lines, 200, 257);
	tensor_free(y);
	tensor_free(x);
	assert_int_equal(device_set_policy(POLICY_ERROR), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_setting),
		cmocka_unit_test(test_each_thread),
		cmocka_unit_test(test_error_copies_nothing),
		cmocka_unit_test(test_copy),
		cmocka_unit_test(test_checked_before_copying),
		cmocka_unit_test(test_copy_too_large),
		cmocka_unit_test(test_warn),
		cmocka_unit_test(test_warn_everywhere),
	};
	setenv("SIMCUDA_MACHINE", "2xtiny", 1);
	return cmocka_run_group_tests_name("policy", tests, test_three_devices, NULL);
}
