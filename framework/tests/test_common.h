/* test_common.h - what the framework's tests share. Each program runs on one simulated machine,
 * which it chooses with setenv() before the first CUDA call. */
#ifndef TEST_COMMON_H
#define TEST_COMMON_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "simcuda.h"
#include "usegpu/usegpu.h"

/* The CPU and every GPU: a loop over them runs a test on each device. */
#define TEST_DEVICES 8
static Device test_devices[TEST_DEVICES];
static int test_device_count;

static inline void test_find_devices(void)
{
	int gpus = device_gpu_count();
	test_devices[0] = device_cpu();
	for (int i = 0; i < gpus && i + 1 < TEST_DEVICES; i++)
		test_devices[i + 1] = device_gpu(i);
	test_device_count = gpus + 1 < TEST_DEVICES ? gpus + 1 : TEST_DEVICES;
}

#define FOR_EACH_DEVICE(d)                                                                         \
	for (int d##_ = 0; d##_ < test_device_count; d##_++)                                       \
		for (Device d = test_devices[d##_], *d##_once = &d; d##_once; d##_once = NULL)

/* The last failure is this one: status, message, and a line of the calling file behind it: `line`,
 * or where the call is written over several lines one near it (compilers differ in which). */
static inline void test_failure_at(const char *file, int line, Status status, const char *message)
{
	char wanted[1024];
	const char *slash = strrchr(file, '/'), *colon = strrchr(error_message(), ':');
	int found = colon ? atoi(colon + 1) : 0;
	snprintf(wanted, sizeof(wanted), "%s (%s:%d)", message, slash ? slash + 1 : file, found);
	assert_string_equal(error_message(), wanted);
	assert_in_range(found, line - 4, line + 4);
	assert_int_equal(error_status(), status);
}

/* `expression` gives NULL, or the negative `status`, with this message. */
#define FAILS_NULL(status, message, expression)                                                    \
	do {                                                                                       \
		error_clear();                                                                     \
		assert_null(expression);                                                           \
		test_failure_at(__FILE__, __LINE__, status, message);                              \
	} while (0)
#define FAILS(status, message, expression)                                                         \
	do {                                                                                       \
		error_clear();                                                                     \
		assert_int_equal(expression, status);                                              \
		test_failure_at(__FILE__, __LINE__, status, message);                              \
	} while (0)

/* The elements of a tensor on the host; free() them. */
static inline void *test_elements(const Tensor *tensor)
{
	void *out = malloc(tensor_bytes(tensor) + 1);
	assert_non_null(out);
	assert_int_equal(tensor_to_host(tensor, out), 0);
	return out;
}

/* `tensor` has this shape and device and these elements, and gives its reference back. */
static inline void test_tensor_is(Tensor *tensor, Shape shape, Device device, Dtype dtype,
				  const void *wanted)
{
	assert_non_null(tensor);
	assert_int_equal(tensor_shape(tensor).rank, shape.rank);
	for (int i = 0; i < shape.rank; i++)
		assert_int_equal(tensor_shape(tensor).dim[i], shape.dim[i]);
	assert_true(device_equal(tensor_device(tensor), device));
	assert_int_equal(tensor_dtype(tensor), dtype);
	void *elements = test_elements(tensor);
	assert_memory_equal(elements, wanted, tensor_bytes(tensor));
	free(elements);
	tensor_free(tensor);
}

static inline uint64_t test_live_bytes(void)
{
	SimcudaCounters counters = {.live_bytes = UINT64_MAX};
	if (simcuda_counters)
		simcuda_counters(&counters);
	return counters.live_bytes;
}

/* An epoch in batches of 4 has so many rows. */
static inline bool all_rows_come(Tensor *x, Tensor *classes, Device device, int count)
{
	Tensor *bx, *bc;
	int got = -1, rows = 0;
	Batches *batches = batches_create(x, classes, 4, 1, device);
	if (batches && batches_start(batches, 1) == 0)
		while ((got = batches_next(batches, &bx, &bc)) == 1) {
			rows += (int)tensor_count(bc);
			tensor_free(bx);
			tensor_free(bc);
		}
	batches_free(batches);
	return got == 0 && rows == count;
}

#endif
