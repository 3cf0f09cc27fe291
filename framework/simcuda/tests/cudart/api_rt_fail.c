/* api_rt_fail.c - tests of operations that fail because somebody asked for it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cublas_v2.h"
#include "cuda_runtime.h"
#include "simcuda.h"

static void test_copies(void **state)
{
	(void)state;
	int number = 7, *on_gpu = NULL;
	SimcudaCounters before, after;
	assert_int_equal(cudaMalloc((void **)&on_gpu, sizeof number), cudaSuccess);
	simcuda_counters(&before);
	assert_int_equal(simcuda_fail("copy", 2, 1), 0);
	assert_int_equal(cudaMemcpy(on_gpu, &number, sizeof number, cudaMemcpyHostToDevice),
			 cudaSuccess);
	number = 8;
	assert_int_equal(cudaMemset(on_gpu + 1, 0, 0), cudaSuccess); /* of another kind */
	assert_int_equal(cudaMemcpyAsync(on_gpu, &number, sizeof number, cudaMemcpyDefault, 0),
			 cudaErrorUnknown);
	assert_int_equal(cudaGetLastError(), cudaErrorUnknown);
	assert_int_equal(cudaMemcpy(&number, on_gpu, sizeof number, cudaMemcpyDeviceToHost),
			 cudaSuccess);
	assert_int_equal(number, 7); /* what failed did nothing */
	simcuda_counters(&after);
	assert_int_equal(after.copies_h2d - before.copies_h2d, 1);
	assert_int_equal(cudaFree(on_gpu), cudaSuccess);
	assert_int_equal(simcuda_fail(NULL, 0, 0), 1);
}

static void test_kinds(void **state)
{
	(void)state;
	float *x = NULL;
	cublasHandle_t handle;
	const float two = 2;
	assert_int_equal(cudaMalloc((void **)&x, 4 * sizeof *x), cudaSuccess);
	assert_int_equal(cublasCreate(&handle), CUBLAS_STATUS_SUCCESS);
	assert_int_equal(simcuda_fail("launch", 1, 1), 0);
	assert_int_equal(cudaMemset(x, 0, 4 * sizeof *x), cudaSuccess);
	assert_int_equal(cublasSscal(handle, 4, &two, x, 1), CUBLAS_STATUS_EXECUTION_FAILED);
	assert_int_equal(cublasSscal(handle, 4, &two, x, 1), CUBLAS_STATUS_SUCCESS);
	assert_int_equal(simcuda_fail("fill", 1, 1), 1); /* the launch */
	assert_int_equal(cudaMemset(x, 0, 4 * sizeof *x), cudaErrorUnknown);
	assert_int_equal(simcuda_fail("sync", 2, 1), 1);
	assert_int_equal(cudaDeviceSynchronize(), cudaSuccess);
	assert_int_equal(cudaStreamSynchronize(0), cudaErrorUnknown);
	assert_int_equal(simcuda_fail("memory", 1, 1), 1);
	void *more = NULL;
	assert_int_equal(cudaMalloc(&more, 16), cudaErrorMemoryAllocation);
	assert_int_equal(simcuda_fail("memory", 1, 1), 1);
	assert_int_equal(simcuda_fail(NULL, 0, 0), 0); /* nothing fails any more */
	assert_int_equal(cudaMalloc(&more, 16), cudaSuccess);
	cudaFree(more);
	cudaFree(x);
	cublasDestroy(handle);
	cudaGetLastError();
}

static void count_up(void *number)
{
	++*(int *)number;
}

/* What makes something, or puts it into order. */
static void test_calls(void **state)
{
	(void)state;
	void *pinned = NULL;
	cudaStream_t stream = NULL;
	cudaEvent_t event = NULL;
	int called = 0;
	assert_int_equal(simcuda_fail("pinned", 1, 1), 0);
	assert_int_equal(cudaMallocHost(&pinned, 16), cudaErrorMemoryAllocation);
	assert_int_equal(cudaMallocHost(&pinned, 16), cudaSuccess);
	assert_int_equal(simcuda_fail("stream", 1, 1), 1);
	assert_int_equal(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking),
			 cudaErrorUnknown);
	assert_int_equal(cudaStreamCreate(&stream), cudaSuccess);
	assert_int_equal(simcuda_fail("event", 1, 1), 1);
	assert_int_equal(cudaEventCreate(&event), cudaErrorUnknown);
	assert_int_equal(cudaEventCreate(&event), cudaSuccess);
	assert_int_equal(simcuda_fail("record", 1, 1), 1);
	assert_int_equal(cudaEventRecord(event, stream), cudaErrorUnknown);
	assert_int_equal(cudaEventRecord(event, stream), cudaSuccess);
	assert_int_equal(simcuda_fail("wait", 2, 1), 1);
	assert_int_equal(cudaStreamWaitEvent(0, event, 0), cudaSuccess);
	assert_int_equal(cudaStreamWaitEvent(0, event, 0), cudaErrorUnknown);
	assert_int_equal(simcuda_fail("query", 2, 2), 1);
	assert_int_not_equal(cudaEventQuery(event), cudaErrorUnknown);
	assert_int_equal(cudaEventQuery(event), cudaErrorUnknown);
	assert_int_equal(cudaStreamQuery(stream), cudaErrorUnknown);
	assert_int_not_equal(cudaStreamQuery(stream), cudaErrorUnknown);
	assert_int_equal(simcuda_fail("host", 1, 1), 2);
	assert_int_equal(cudaLaunchHostFunc(stream, count_up, &called), cudaErrorUnknown);
	assert_int_equal(cudaLaunchHostFunc(stream, count_up, &called), cudaSuccess);
	assert_int_equal(cudaStreamSynchronize(stream), cudaSuccess);
	assert_int_equal(called, 1);
	assert_int_equal(simcuda_fail(NULL, 0, 0), 1);
	assert_int_equal(cudaEventDestroy(event), cudaSuccess);
	assert_int_equal(cudaStreamDestroy(stream), cudaSuccess);
	assert_int_equal(cudaFreeHost(pinned), cudaSuccess);
	cudaGetLastError();
}

static void test_bad(void **state)
{
	(void)state;
	assert_int_equal(simcuda_fail("cup of tea", 1, 1), -1);
	assert_int_equal(simcuda_fail("copy", 0, 1), -1);
	assert_int_equal(simcuda_fail("copy", -3, 1), -1);
	assert_int_equal(simcuda_fail("copy", 1, 0), -1);
}

/* The program begun anew: bit i is set when its copy i failed, 9 means that it has no machine. */
static int copies_failed(void)
{
	int bad = 0, number = 1, *on_gpu = NULL;
	if (cudaMalloc((void **)&on_gpu, sizeof number) != cudaSuccess)
		return 9;
	for (int i = 0; i < 3; i++)
		bad |= (cudaMemcpy(on_gpu, &number, sizeof number, cudaMemcpyHostToDevice) !=
			cudaSuccess)
		       << i;
	cudaFree(on_gpu);
	return bad;
}

static int first_copies(const char *choice)
{
	int status = 0;
	pid_t child = fork();
	if (child == 0) {
		setenv("SIMCUDA_FAIL", choice, 1);
		if (!freopen("/dev/null", "w", stderr))
			_exit(8);
		execl("/proc/self/exe", "api_rt_fail", "copies", (char *)NULL);
		_exit(8);
	}
	assert_true(child > 0 && waitpid(child, &status, 0) == child && WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void test_environment(void **state)
{
	(void)state;
	assert_int_equal(first_copies("copy:1"), 1);
	assert_int_equal(first_copies("copy:3"), 4);
	assert_int_equal(first_copies("copy:2x2"), 6);
	assert_int_equal(first_copies("copy:1x2"), 3);
	assert_int_equal(first_copies("launch:1"), 0);
	assert_int_equal(first_copies(""), 0);
	const char *bad[] = {"copy",
			     "copy:",
			     "copy:0",
			     "copy:x",
			     "copy:1x",
			     "copy:1x0",
			     "copy:x2",
			     "copy:1y",
			     ":1",
			     "what:1",
			     "a kind whose name is far too long:1"};
	for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
		assert_int_equal(first_copies(bad[i]), 2); /* refused */
}

int main(int argc, char **argv)
{
	if (argc > 1 && strcmp(argv[1], "copies") == 0)
		return copies_failed();
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_environment), cmocka_unit_test(test_copies),
		cmocka_unit_test(test_kinds),       cmocka_unit_test(test_calls),
		cmocka_unit_test(test_bad),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
