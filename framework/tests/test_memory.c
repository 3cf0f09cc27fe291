/* test_memory.c - too little memory: on a tiny GPU, and on a host whose allocations fail one by
 * one. */
#include "framework/tests/test_common.h"
#include "framework/tests/test_failing.h"

#include <cuda_runtime.h>
#include <sys/resource.h>
#include <signal.h>
#include <unistd.h>

#define MIB (1024 * 1024)

/* --- a tiny GPU ------------------------------------------------------------------------------- */

static size_t free_bytes(int gpu)
{
	DeviceInfo info;
	assert_int_equal(device_info(device_gpu(gpu), &info), 0);
	return info.memory_free;
}

/* "FUNCTION: gpu:N has A free, B needed" for so many MiB, at most 4 significant digits. */
static const char *no_memory(const char *function, int gpu, double needed)
{
	static char message[200];
	snprintf(message, sizeof(message), "%s: gpu:%d has %.4g MiB free, %.4g MiB needed",
		 function, gpu, (double)free_bytes(gpu) / MIB, needed);
	return message;
}

static void test_too_large(void **state)
{
	(void)state;
	for (int gpu = 0; gpu < 2; gpu++) {
		Device d = device_gpu(gpu);
		float element = 0;
		Shape shape = SHAPE(20 * MIB);
		FAILS_NULL(STATUS_MEMORY, no_memory("tensor_zeros", gpu, 80),
			   tensor_zeros(shape, d));
		FAILS_NULL(STATUS_MEMORY, no_memory("tensor_full_int", gpu, 80),
			   tensor_full_int(shape, 1, d));
		FAILS_NULL(STATUS_MEMORY, no_memory("tensor_uniform", gpu, 80),
			   tensor_uniform(shape, 1, d));
		FAILS_NULL(STATUS_MEMORY, no_memory("tensor_from_host", gpu, 80),
			   tensor_from_host(shape, DTYPE_FLOAT32, &element, d));
		Tensor *on_cpu = tensor_zeros(shape, device_cpu());
		FAILS_NULL(STATUS_MEMORY, no_memory("tensor_copy_to", gpu, 80),
			   tensor_copy_to(on_cpu, d));
		FAILS_NULL(STATUS_MEMORY, no_memory("tensor_as_in_device", gpu, 80),
			   tensor_as_in_device(on_cpu, d));
		tensor_free(on_cpu);
	}
	assert_int_equal(cudaPeekAtLastError(), cudaSuccess);
	FAILS_NULL(STATUS_MEMORY, "tensor_zeros: gpu:0 has 60 MiB free, 1.5 GiB needed",
		   tensor_zeros(SHAPE(384, MIB), device_gpu(0)));
}

/* The device is nearly full: results do not fit, inputs stay whole, and later there is room. */
static void test_no_room_for_result(void **state)
{
	(void)state;
	for (int gpu = 0; gpu < 2; gpu++) {
		Device d = device_gpu(gpu);
		Tensor *x = tensor_ones(SHAPE(3 * 1024, 1024), d), *y = tensor_copy_to(x, d);
		Tensor *row = tensor_ones(SHAPE(1, 1024), d),
		       *column = tensor_ones(SHAPE(1024, 1), d);
		tensor_free(tensor_matmul(column, row)); /* cuBLAS needs memory of its own, too */
		assert_int_equal(device_memory_release(d), 0);
		Tensor *rest = tensor_zeros(SHAPE((int64_t)(free_bytes(gpu) - MIB) / 4), d);
		assert_non_null(rest);
		uint64_t held = test_live_bytes();
		FAILS_NULL(STATUS_MEMORY, no_memory("tensor_add", gpu, 12), tensor_add(x, y));
		FAILS_NULL(STATUS_MEMORY, no_memory("tensor_scale", gpu, 12), tensor_scale(x, 2));
		FAILS_NULL(STATUS_MEMORY, no_memory("tensor_copy_to", gpu, 12),
			   tensor_copy_to(x, d));
		FAILS_NULL(STATUS_MEMORY, no_memory("tensor_matmul", gpu, 4),
			   tensor_matmul(column, row));
		assert_int_equal(test_live_bytes(), held);
		tensor_free(column);
		tensor_free(row);
		tensor_free(rest);
		Tensor *sum = tensor_add(x, y);
		float *elements = test_elements(sum);
		for (int i = 0; i < 3 * MIB; i++)
			assert_true(elements[i] == 2);
		free(elements);
		tensor_free(sum);
		tensor_free(y);
		tensor_free(x);
		assert_int_equal(test_live_bytes(), 0);
	}
}

static void test_cpu_too_large(void **state)
{
	DeviceInfo info;
	char message[200];
	(void)state;
	assert_int_equal(device_info(device_cpu(), &info), 0);
	snprintf(message, sizeof(message), "tensor_zeros: cpu has %.4g GiB in all, 4 EiB needed",
		 (double)info.memory_total / 1073741824);
	FAILS_NULL(STATUS_MEMORY, message, tensor_zeros(SHAPE(1LL << 60), device_cpu()));
	assert_null(tensor_normal(SHAPE((int64_t)(info.memory_total / 4) + MIB), 1, device_gpu(0)));
	assert_int_equal(error_status(), STATUS_MEMORY);
}

/* After cudaDeviceReset() the program starts anew; the framework's cuBLAS handle must follow. */
static void test_reset(void **state)
{
	(void)state;
	for (int round = 0; round < 3; round++) {
		double value;
		Tensor *x = tensor_ones(SHAPE(10, 10), device_gpu(1)), *y = tensor_matmul(x, x);
		Tensor *norm = tensor_norm(y);
		assert_int_equal(tensor_item(norm, &value), 0);
		assert_true(value == 100);
		tensor_free(norm);
		tensor_free(y);
		tensor_free(x);
		assert_int_equal(cudaSetDevice(1), cudaSuccess);
		assert_int_equal(cudaDeviceReset(), cudaSuccess);
		assert_int_equal(cudaSetDevice(0), cudaSuccess);
	}
}

/* --- a host without memory -------------------------------------------------------------------- */

static char path[] = "/tmp/usegpu-memory-XXXXXX";
static Device device;

/* Each makes something, frees it, and says whether that worked. */
static bool make_tensor(void)
{
	Tensor *t = tensor_ones(SHAPE(3, 3), device);
	tensor_free(t);
	return t != NULL;
}

static bool make_normal(void)
{
	Tensor *t = tensor_normal(SHAPE(3, 3), 1, device);
	tensor_free(t);
	return t != NULL;
}

static bool compute(void)
{
	Tensor *x = tensor_uniform(SHAPE(3, 3), 1, device), *y = tensor_matmul(x, x);
	Tensor *sum = tensor_add(x, y), *norm = tensor_norm(sum);
	bool good = norm != NULL;
	tensor_free(norm);
	tensor_free(sum);
	tensor_free(y);
	tensor_free(x);
	return good;
}

static bool move(void)
{
	Tensor *x = tensor_ones(SHAPE(3, 3), device_cpu()), *y = tensor_copy_to(x, device);
	Tensor *z = tensor_copy_to(y, device_gpu(1));
	bool good = z != NULL;
	tensor_free(z);
	tensor_free(y);
	tensor_free(x);
	return good;
}

static bool print(void)
{
	Tensor *x = tensor_ones(SHAPE(3, 3), device);
	FILE *out = fopen("/dev/null", "w");
	bool good = tensor_print(out, x) == 0;
	fclose(out);
	tensor_free(x);
	return good;
}

static bool save_and_load(void)
{
	Tensor *x = tensor_ones(SHAPE(3, 3), device);
	bool saved = tensor_save(path, x) == 0;
	Tensor *y = saved ? tensor_load(path, device) : NULL;
	bool good = y != NULL;
	tensor_free(y);
	tensor_free(x);
	return good;
}

static bool make_stream(void)
{
	Stream *stream = stream_create(device);
	Event *event = stream ? event_create(device) : NULL;
	bool good = event && stream_set_current(stream) == 0 && event_record(event, stream) == 0;
	event_free(event);
	stream_free(stream);
	return good;
}

static bool (*const actions[])(void) = {make_tensor, make_normal,   compute,    move,
					print,       save_and_load, make_stream};
#define ACTIONS (sizeof(actions) / sizeof(actions[0]))

static void test_host_allocations_fail(void **state)
{
	int failures = 0;
	(void)state;
	test_replace_allocations();
	FOR_EACH_DEVICE(d)
	{
		device = d;
		for (size_t i = 0; i < ACTIONS; i++) {
			failures += test_fail_one_by_one(actions[i]);
		}
	}
	assert_true(failures > 30);
}

/* The disk is full (a limit on the size of files, as an error): the old file stays, alone. */
static void test_disk_full(void **state)
{
	const float ones[3] = {1, 1, 1};
	struct rlimit before, limit;
	char message[200];
	(void)state;
	Tensor *old = tensor_ones(SHAPE(3), device_cpu());
	Tensor *new = tensor_zeros(SHAPE(5000), device_gpu(0));
	assert_int_equal(tensor_save(path, old), 0);
	assert_int_equal(getrlimit(RLIMIT_FSIZE, &before), 0);
	limit = before;
	limit.rlim_cur = 4096;
	void (*handler)(int) = signal(SIGXFSZ, SIG_IGN);
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
	snprintf(message, sizeof(message), "tensor_save: %s cannot be written: File too large",
		 path);
	FAILS(STATUS_IO, message, tensor_save(path, new));
	assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
	signal(SIGXFSZ, handler);
	test_tensor_is(tensor_load(path, device_cpu()), SHAPE(3), device_cpu(), DTYPE_FLOAT32,
		       ones);
	tensor_free(new);
	tensor_free(old);
}

static int setup(void **state)
{
	(void)state;
	test_find_devices();
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
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_too_large),     cmocka_unit_test(test_no_room_for_result),
		cmocka_unit_test(test_cpu_too_large), cmocka_unit_test(test_reset),
		cmocka_unit_test(test_disk_full),     cmocka_unit_test(test_host_allocations_fail),
	};
	setenv("SIMCUDA_MACHINE", "2xtiny", 1);
	return cmocka_run_group_tests_name("memory", tests, setup, teardown);
}
