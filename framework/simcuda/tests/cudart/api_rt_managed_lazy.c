/* api_rt_managed_lazy.c - tests of managed memory that is computed when it is looked at, by the
 * program and by the system: products are not computed at a wait, and their numbers are right
 * wherever they are looked at first. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#include "cublas_v2.h"
#include "cuda_runtime.h"

#define GOOD(call) assert_int_equal(call, 0)

/* Enough work that the machine keeps it, and pages that a product has to itself. */
enum { N = 256, COUNT = N * N, BYTES = COUNT * 4 };

static cublasHandle_t handle;
static float *a, *b, *c;

/* a has i in row i, b is twice the identity: the product has 2 i in row i. */
static int setup(void **state)
{
	(void)state;
	GOOD(cublasCreate(&handle));
	GOOD(cudaMallocManaged((void **)&a, BYTES, cudaMemAttachGlobal));
	GOOD(cudaMallocManaged((void **)&b, BYTES, cudaMemAttachGlobal));
	GOOD(cudaMallocManaged((void **)&c, BYTES, cudaMemAttachGlobal));
	for (int i = 0; i < COUNT; i++) {
		a[i] = (float)(i % N);
		b[i] = i % N == i / N ? 2 : 0;
	}
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	GOOD(cublasDestroy(handle));
	GOOD(cudaFree(a));
	GOOD(cudaFree(b));
	GOOD(cudaFree(c));
	return 0;
}

static void multiply(float *result)
{
	const float one = 1, zero = 0;
	GOOD(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, b, N, &zero, result,
			 N));
	GOOD(cudaDeviceSynchronize());
}

static void assert_product(const float *got)
{
	for (int i = 0; i < COUNT; i++)
		assert_float_equal(got[i], (float)(2 * (i % N)), 0);
}

/* Whether anybody has written there: pages that nobody has touched are not in memory. */
static bool is_computed(const float *matrix)
{
	unsigned char page[BYTES / 4096];
	bool any = false;
	assert_int_equal(sysconf(_SC_PAGESIZE), 4096);
	GOOD(mincore((void *)matrix, BYTES, page));
	for (size_t i = 0; i < sizeof page; i++)
		any |= page[i] & 1;
	return any;
}

static void test_not_before(void **state)
{
	(void)state;
	for (int i = 0; i < 10; i++)
		multiply(c);
#ifdef __SANITIZE_THREAD__ /* it reads and writes by itself, so nothing waits to be touched */
	assert_true(is_computed(c));
#else
	assert_false(is_computed(c));
#endif
	assert_float_equal(c[N + 3], 6, 0);
	assert_true(is_computed(c));
	assert_product(c);
}

/* What a product reads is not changed under it. */
static void test_changed_after(void **state)
{
	(void)state;
	multiply(c);
	for (int i = 0; i < COUNT; i++)
		a[i] = -1;
	assert_product(c);
	multiply(c);
	for (int i = 0; i < COUNT; i++)
		assert_float_equal(c[i], -2, 0);
}

/* A result goes on as the source of a copy, and of another product. */
static void test_chain(void **state)
{
	(void)state;
	static float host[COUNT];
	float *device;
	const float one = 1, zero = 0;
	GOOD(cudaMalloc((void **)&device, BYTES));
	multiply(c);
	GOOD(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, c, N, b, N, &zero, device,
			 N));
	GOOD(cudaMemcpy(host, device, BYTES, cudaMemcpyDeviceToHost));
	for (int i = 0; i < COUNT; i++)
		assert_float_equal(host[i], (float)(4 * (i % N)), 0);
	GOOD(cudaFree(device));
}

/* Freed inputs, one after the other, and then the result is looked at. */
static void test_freed_inputs(void **state)
{
	(void)state;
	multiply(c);
	GOOD(cudaFree(a));
	GOOD(cudaMallocManaged((void **)&a, BYTES, cudaMemAttachGlobal));
	memset(a, 0, BYTES);
	assert_product(c);
}

/* --- the system looks ------------------------------------------------------------------------- */

static int file;
static FILE *stream;

static void by_write(void)
{
	assert_int_equal(write(file, c, BYTES), BYTES);
}

static void by_pwrite(void)
{
	assert_int_equal(pwrite(file, c, BYTES, 0), BYTES);
}

static void by_writev(void)
{
	const struct iovec pieces[] = {{c, 5000}, {(char *)c + 5000, BYTES - 5000}};
	assert_int_equal(writev(file, pieces, 2), BYTES);
}

static void by_fwrite(void)
{
	assert_int_equal(fwrite(c, 4, COUNT, stream), COUNT);
	GOOD(fflush(stream));
}

static void test_written_to_files(void **state)
{
	(void)state;
	static void (*const ways[])(void) = {by_write, by_pwrite, by_writev, by_fwrite};
	static float got[COUNT];
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		stream = tmpfile();
		assert_non_null(stream);
		file = fileno(stream);
		multiply(c);
		errno = 77;
		ways[i]();
		assert_int_equal(errno, 77);
		assert_int_equal(pread(file, got, BYTES, 0), BYTES);
		assert_product(got);
		memset(c, 0, BYTES);
		fclose(stream);
	}
}

static void in_read(void)
{
	assert_int_equal(read(file, a, BYTES), BYTES);
}

static void in_pread(void)
{
	assert_int_equal(pread(file, a, BYTES, 0), BYTES);
}

static void in_readv(void)
{
	const struct iovec pieces[] = {{a, 5000}, {(char *)a + 5000, BYTES - 5000}};
	assert_int_equal(readv(file, pieces, 2), BYTES);
}

static void in_fread(void)
{
	assert_int_equal(fread(a, 4, COUNT, stream), COUNT);
}

/* The next input is read over one that the last product has not used yet. */
static void test_read_from_files(void **state)
{
	(void)state;
	static void (*const ways[])(void) = {in_read, in_pread, in_readv, in_fread};
	static float ones[COUNT];
	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		for (int k = 0; k < COUNT; k++) {
			a[k] = (float)(k % N);
			ones[k] = 1;
		}
		stream = tmpfile();
		assert_non_null(stream);
		file = fileno(stream);
		assert_int_equal(write(file, ones, BYTES), BYTES);
		rewind(stream);
		multiply(c);
		ways[i]();
		assert_product(c);
		multiply(c);
		for (int k = 0; k < COUNT; k++)
			assert_float_equal(c[k], 2, 0);
		fclose(stream);
	}
}

/* --- several threads look --------------------------------------------------------------------- */

enum { THREADS = 4, ROUNDS = 20 };

static pthread_barrier_t go;
static int wrong[THREADS];

static void *look(void *argument)
{
	int self = *(int *)argument;
	pthread_barrier_wait(&go);
	for (int i = self; i < COUNT; i += THREADS)
		wrong[self] += c[i] != (float)(2 * (i % N));
	return NULL;
}

static void test_threads(void **state)
{
	(void)state;
	pthread_t thread[THREADS];
	int number[THREADS];
	for (int round = 0; round < ROUNDS; round++) {
		memset(c, 0, BYTES);
		multiply(c);
		GOOD(pthread_barrier_init(&go, NULL, THREADS));
		for (int i = 0; i < THREADS; i++) {
			number[i] = i;
			GOOD(pthread_create(&thread[i], NULL, look, &number[i]));
		}
		for (int i = 0; i < THREADS; i++) {
			GOOD(pthread_join(thread[i], NULL));
			assert_int_equal(wrong[i], 0);
		}
		GOOD(pthread_barrier_destroy(&go));
	}
}

/* --- host functions --------------------------------------------------------------------------- */

static void add_up(void *result)
{
	for (int i = 0; i < COUNT; i++)
		*(double *)result += c[i];
	c[0] = 99;
}

static void test_host_function(void **state)
{
	(void)state;
	const float one = 1, zero = 0;
	double sum = 0;
	multiply(c);
	GOOD(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, c, N, b, N, &zero, a, N));
	GOOD(cudaLaunchHostFunc(NULL, add_up, &sum));
	GOOD(cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, N, N, N, &one, a, N, b, N, &zero, c, N));
	GOOD(cudaDeviceSynchronize());
	assert_float_equal(sum, (double)N * N * (N - 1), 0);
	for (int i = 0; i < COUNT; i++) {
		assert_float_equal(a[i], (float)(4 * (i % N)), 0);
		assert_float_equal(c[i], (float)(8 * (i % N)), 0);
	}
}

int main(void)
{
	setenv("SIMCUDA_MACHINE", "2xtiny", 1);
	unsetenv("CUDA_VISIBLE_DEVICES");
#define TEST(test) cmocka_unit_test_setup_teardown(test, setup, teardown)
	const struct CMUnitTest tests[] = {
		TEST(test_not_before),   TEST(test_changed_after),    TEST(test_chain),
		TEST(test_freed_inputs), TEST(test_written_to_files), TEST(test_read_from_files),
		TEST(test_threads),      TEST(test_host_function),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
