/* api_rt_errors.c - tests of error codes: the last error of a thread, names, texts, what is not
 * simulated, and what launches answer. */
#include <dlfcn.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cuda_runtime.h"
#include "simcuda.h"
#include "simcuda_kernel.h"

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name,
			    int limit, uint3 *tid, uint3 *bid, dim3 *block, dim3 *grid, int *size);
cudaError_t __cudaPopCallConfiguration(dim3 *grid, dim3 *block, size_t *shared, void *stream);
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared, cudaStream_t stream);

static void test_last_error(void **state)
{
	(void)state;
	assert_int_equal(cudaGetLastError(), cudaSuccess);
	assert_int_equal(cudaSetDevice(99), cudaErrorInvalidDevice);
	assert_int_equal(cudaPeekAtLastError(), cudaErrorInvalidDevice);
	assert_int_equal(cudaSetDevice(0), cudaSuccess); /* does not clear it */
	assert_int_equal(cudaPeekAtLastError(), cudaErrorInvalidDevice);
	assert_int_equal(cudaMalloc(NULL, 1),
			 cudaErrorInvalidValue); /* a later one takes its place */
	assert_int_equal(cudaGetLastError(), cudaErrorInvalidValue);
	assert_int_equal(cudaGetLastError(), cudaSuccess);
}

/* The line of the call that set it, until it is taken away. */
static void test_last_error_place(void **state)
{
	char place[80] = "?", wanted[80], little[4] = "";
	(void)state;
	assert_int_equal(simcuda_error_place(place, sizeof place), 0);
	assert_string_equal(place, "");
	snprintf(wanted, sizeof wanted, "api_rt_errors.c:%d", __LINE__ + 1);
	assert_int_equal(cudaSetDevice(99), cudaErrorInvalidDevice);
	assert_int_equal(cudaSetDevice(0), cudaSuccess);
	assert_int_equal(simcuda_error_place(place, sizeof place), 1);
	assert_non_null(strstr(place, wanted));
	assert_int_equal(simcuda_error_place(place, 0), 0);
	assert_int_equal(simcuda_error_place(little, sizeof little), 1);
	assert_true(memchr(little, '\0', sizeof little) != NULL);
	assert_int_equal(cudaGetLastError(), cudaErrorInvalidDevice);
	assert_int_equal(simcuda_error_place(place, sizeof place), 0);
}

/* The first one, though its error was taken away and others came. */
static void test_first_failure(void **state)
{
	uint64_t places[6] = {1, 1, 1, 1, 1, 1}, other[6];
	(void)state;
	simcuda_failure(0, NULL, 0);
	assert_null(simcuda_failure(0, places, 6));
	assert_int_equal(places[0], 0);
	assert_int_equal(cudaSetDevice(0), cudaSuccess);
	assert_int_equal(cudaSetDevice(99), cudaErrorInvalidDevice);
	assert_int_equal(cudaGetLastError(), cudaErrorInvalidDevice);
	assert_string_equal(simcuda_failure(0, places, 6), "cudaErrorInvalidDevice");
	assert_true(places[0] - (uintptr_t)test_first_failure < 4096); /* it is in this function */
	assert_int_equal(places[5], 0);
	assert_int_equal(cudaMalloc(NULL, 1), cudaErrorInvalidValue);
	assert_int_equal(cudaGetLastError(), cudaErrorInvalidValue);
	assert_string_equal(simcuda_failure(0, other, 6), "cudaErrorInvalidDevice");
	assert_memory_equal(places, other, sizeof places);
	assert_null(simcuda_failure(0, NULL, 0));
	assert_null(simcuda_failure(0, places, 6));
}

/* To turn on what is on is an error by which nothing has failed: one behind it tells more. */
static void test_harmless_failure(void **state)
{
	(void)state;
	simcuda_failure(0, NULL, 0);
	assert_int_equal(cudaDeviceEnablePeerAccess(1, 0), cudaSuccess);
	assert_null(simcuda_failure(0, (uint64_t[1]){0}, 1));
	for (int i = 0; i < 2; i++)
		assert_int_equal(cudaDeviceEnablePeerAccess(1, 0),
				 cudaErrorPeerAccessAlreadyEnabled);
	assert_string_equal(simcuda_failure(0, (uint64_t[1]){0}, 1),
			    "cudaErrorPeerAccessAlreadyEnabled");
	assert_int_equal(cudaSetDevice(99), cudaErrorInvalidDevice);
	assert_int_equal(cudaMalloc(NULL, 1), cudaErrorInvalidValue);
	assert_string_equal(simcuda_failure(0, (uint64_t[1]){0}, 1), "cudaErrorInvalidDevice");
	assert_int_equal(cudaDeviceDisablePeerAccess(1), cudaSuccess);
	assert_int_equal(cudaGetLastError(), cudaErrorInvalidValue);
	simcuda_failure(0, NULL, 0);
}

/* Who does not have the key is told nothing, and changes nothing. */
static void test_failure_key(void **state)
{
	const uint64_t key = 41;
	uint64_t places[2] = {1, 1};
	(void)state;
	simcuda_failure(key, NULL, 0);
	assert_int_equal(cudaSetDevice(99), cudaErrorInvalidDevice);
	assert_int_equal(cudaGetLastError(), cudaErrorInvalidDevice);
	assert_null(simcuda_failure(0, places, 2));
	assert_int_equal(places[0], 0);
	assert_null(simcuda_failure(key + 1, places, 2));
	assert_null(simcuda_failure(0, NULL, 0));
	assert_string_equal(simcuda_failure(key, places, 2), "cudaErrorInvalidDevice");
	assert_true(places[0] - (uintptr_t)test_failure_key < 4096);
}

/* Of a launch by <<<>>> it is where the configuration was given: the rest is code that nvcc made.
 */
static void test_launch_place(void **state)
{
	dim3 one = {1, 1, 1}, grid, block;
	size_t shared;
	cudaStream_t stream;
	char place[80], wanted[80];
	(void)state;
	snprintf(wanted, sizeof wanted, "api_rt_errors.c:%d", __LINE__ + 1);
	assert_int_equal(__cudaPushCallConfiguration(one, one, 0, NULL), 0);
	assert_int_equal(__cudaPopCallConfiguration(&grid, &block, &shared, &stream), cudaSuccess);
	assert_int_equal(cudaLaunchKernel(&one, grid, block, NULL, shared, stream),
			 cudaErrorInvalidDeviceFunction);
	assert_int_equal(simcuda_error_place(place, sizeof place), 1);
	assert_string_equal(place, wanted);

	snprintf(wanted, sizeof wanted, "api_rt_errors.c:%d", __LINE__ + 1);
	cudaError_t direct = cudaLaunchKernel(&one, grid, block, NULL, shared, stream);
	assert_int_equal(direct, cudaErrorInvalidDeviceFunction);
	assert_int_equal(simcuda_error_place(place, sizeof place), 1);
	assert_string_equal(place, wanted);
	assert_int_equal(cudaGetLastError(), cudaErrorInvalidDeviceFunction);
}

static void test_names(void **state)
{
	(void)state;
	static const struct {
		int value;
		const char *name;
	} table[] = {
		{0, "cudaSuccess"},
		{1, "cudaErrorInvalidValue"},
		{2, "cudaErrorMemoryAllocation"},
		{35, "cudaErrorInsufficientDriver"},
		{98, "cudaErrorInvalidDeviceFunction"},
		{100, "cudaErrorNoDevice"},
		{101, "cudaErrorInvalidDevice"},
		{400, "cudaErrorInvalidResourceHandle"},
		{600, "cudaErrorNotReady"},
		{700, "cudaErrorIllegalAddress"},
		{712, "cudaErrorHostMemoryAlreadyRegistered"},
		{801, "cudaErrorNotSupported"},
		{999, "cudaErrorUnknown"},
		{77777, "unrecognized error code"},
		{-1, "unrecognized error code"},
	};
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		assert_string_equal(cudaGetErrorName((cudaError_t)table[i].value), table[i].name);
}

/* Every code that has a name has a text of one line (texts.test knows which). */
static void test_texts(void **state)
{
	(void)state;
	int known = 0;
	for (int code = 0; code < 1000; code++) {
		if (strncmp(cudaGetErrorName((cudaError_t)code), "cuda", 4) != 0)
			continue;
		const char *text = cudaGetErrorString((cudaError_t)code);
		assert_true(strlen(text) > 5);
		assert_null(strchr(text, '\n'));
		known++;
	}
	assert_int_equal(known, 133); /* as CUDA 13.0 has below 1000 */
}

/* What is not simulated is there, says so (surface.test), and leaves its arguments alone. The names
 * are the linker's, so that no header matters. */
cudaError_t graph_create(void **graph, unsigned flags) __asm__("cudaGraphCreate");
cudaError_t begin_capture(cudaStream_t stream, int mode) __asm__("cudaStreamBeginCapture_ptsz");

static void test_unsupported(void **state)
{
	(void)state;
	void *p = &state;
	assert_int_equal(graph_create(&p, 0), cudaErrorNotSupported);
	assert_ptr_equal(p, &state);
	assert_int_equal(cudaGetLastError(), cudaErrorNotSupported);
	for (int i = 0; i < 3; i++)
		assert_int_equal(begin_capture(NULL, 0), cudaErrorNotSupported);
	assert_int_equal(cudaGetLastError(), cudaErrorNotSupported);
	assert_int_equal(cudaGetLastError(), cudaSuccess);
}

#define UNSUPPORTED(name) #name,
static const char *const not_simulated[] = {
#include "framework/simcuda/api/cudart/unsupported_names.h"
};
#undef UNSUPPORTED

/* What `call` says on stderr when it is called twice, without arguments. */
static void call_twice(cudaError_t (*call)(void), char *said, size_t size)
{
	FILE *file = tmpfile();
	int kept = dup(STDERR_FILENO);
	assert_non_null(file);
	fflush(stderr);
	dup2(fileno(file), STDERR_FILENO);
	cudaError_t first = call(), second = call();
	fflush(stderr);
	dup2(kept, STDERR_FILENO);
	close(kept);
	ssize_t got = pread(fileno(file), said, size - 1, 0);
	fclose(file);
	assert_int_equal(first, cudaErrorNotSupported);
	assert_int_equal(second, cudaErrorNotSupported);
	assert_true(got >= 0);
	said[got] = '\0';
}

/* Every name of the table is there, fails, and says so once. */
static void test_all_unsupported(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof not_simulated / sizeof *not_simulated; i++) {
		cudaError_t (*call)(void);
		char said[400], wanted[200];
		*(void **)&call = dlsym(RTLD_DEFAULT, not_simulated[i]);
		if (!call) {
			fail_msg("%s is not there", not_simulated[i]);
			return;
		}
		call_twice(call, said, sizeof said);
		snprintf(wanted, sizeof wanted, "simcuda: %s is not simulated\n", not_simulated[i]);
		assert_string_equal(said, wanted);
		assert_int_equal(cudaGetLastError(), cudaErrorNotSupported);
		assert_int_equal(cudaGetLastError(), cudaSuccess);
	}
}

static char unregistered, registered;

static void test_unknown_kernels(void **state)
{
	(void)state;
	dim3 one = {1, 1, 1};
	__cudaRegisterFunction(NULL, &registered, NULL, "no_such_kernel", -1, NULL, NULL, NULL,
			       NULL, NULL);
	assert_int_equal(cudaLaunchKernel(&unregistered, one, one, NULL, 0, 0),
			 cudaErrorInvalidDeviceFunction);
	assert_int_equal(cudaLaunchKernel(&registered, one, one, NULL, 0, 0),
			 cudaErrorInvalidDeviceFunction);
	assert_int_equal(cudaGetLastError(), cudaErrorInvalidDeviceFunction);
}

static void test_configurations(void **state)
{
	(void)state;
	dim3 grid = {4, 3, 2}, block = {32, 2, 1}, got_grid, got_block;
	size_t shared;
	cudaStream_t stream;
	assert_int_equal(__cudaPushCallConfiguration(grid, block, 48, cudaStreamPerThread), 0);
	assert_int_equal(__cudaPopCallConfiguration(&got_grid, &got_block, &shared, &stream),
			 cudaSuccess);
	assert_memory_equal(&grid, &got_grid, sizeof grid);
	assert_memory_equal(&block, &got_block, sizeof block);
	assert_int_equal(shared, 48);
	assert_ptr_equal(stream, cudaStreamPerThread);
	assert_int_equal(__cudaPopCallConfiguration(&got_grid, &got_block, &shared, &stream),
			 cudaErrorMissingConfiguration);
	(void)cudaGetLastError();
}

int main(void)
{
	setenv("SIMCUDA_MACHINE", "2xtiny", 1);
	unsetenv("CUDA_VISIBLE_DEVICES");
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_last_error_place),
		cmocka_unit_test(test_first_failure),
		cmocka_unit_test(test_harmless_failure),
		cmocka_unit_test(test_failure_key), /* behind all that have none */
		cmocka_unit_test(test_last_error),
		cmocka_unit_test(test_launch_place),
		cmocka_unit_test(test_names),
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_all_unsupported),
		cmocka_unit_test(test_unsupported),
		cmocka_unit_test(test_unknown_kernels),
		cmocka_unit_test(test_configurations),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
