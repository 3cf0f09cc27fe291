/* test_files.h - what the tests of safetensors files share: a folder of their own, and files
 * written byte by byte, by code that knows nothing of the framework's. */
#ifndef TEST_FILES_H
#define TEST_FILES_H

#include <dirent.h>
#include <unistd.h>

#include "framework/tests/test_common.h"

static char folder[] = "/tmp/usegpu st XXXXXX"; /* with spaces, as paths may have */
static char path[256];

static inline void write_bytes(const void *bytes, size_t count)
{
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, count, file), count);
	assert_int_equal(fclose(file), 0);
}

/* All bytes of the file; free() them. */
static inline unsigned char *read_bytes(size_t *count)
{
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	assert_int_equal(fseek(file, 0, SEEK_END), 0);
	*count = (size_t)ftell(file);
	rewind(file);
	unsigned char *bytes = malloc(*count + 1);
	assert_non_null(bytes);
	assert_int_equal(fread(bytes, 1, *count, file), *count);
	fclose(file);
	return bytes;
}

/* Length, header as it stands, and `count` bytes of data; free() it. */
static inline unsigned char *make_file(const char *header, size_t length, const void *data,
				       size_t count, size_t *bytes)
{
	unsigned char *out = malloc(8 + length + count);
	assert_non_null(out);
	for (int i = 0; i < 8; i++)
		out[i] = (unsigned char)((uint64_t)length >> (8 * i));
	memcpy(out + 8, header, length);
	if (count)
		memcpy(out + 8 + length, data, count);
	*bytes = 8 + length + count;
	return out;
}

/* The same, written; the data are 0, 1, 2, ... */
static inline size_t write_safetensors(const char *header, size_t length, size_t count)
{
	unsigned char *data = malloc(count + 1);
	size_t bytes;
	assert_non_null(data);
	for (size_t i = 0; i < count; i++)
		data[i] = (unsigned char)i;
	unsigned char *file = make_file(header, length, data, count, &bytes);
	write_bytes(file, bytes);
	free(file);
	free(data);
	return bytes;
}

static inline int entries_of(const char *directory)
{
	int count = 0;
	DIR *opened = opendir(directory);
	assert_non_null(opened);
	for (struct dirent *entry; (entry = readdir(opened)) != NULL;)
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	closedir(opened);
	return count;
}

static inline SimcudaCounters counters_now(void)
{
	SimcudaCounters counters;
	simcuda_counters(&counters);
	return counters;
}

static int files_open; /* before the first test */

/* After each test nothing is left: no memory on a GPU, no open file, no other file. */
static inline int nothing_left(void **state)
{
	(void)state;
	unlink(path);
	return test_live_bytes() == 0 && entries_of("/proc/self/fd") == files_open &&
			       entries_of(folder) == 0
		       ? 0
		       : -1;
}

static inline int files_setup(void **state)
{
	(void)state;
	test_find_devices();
	if (test_device_count != 3 || !mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/a.safetensors", folder);
	/* what opens files once and for all, such as cuBLAS, does so now */
	Tensor *x = tensor_ones(SHAPE(2, 2), device_gpu(0)), *y = tensor_matmul(x, x);
	bool good = y != NULL && device_synchronize(device_gpu(0)) == 0;
	tensor_free(y);
	tensor_free(x);
	files_open = entries_of("/proc/self/fd");
	return good ? 0 : -1;
}

/* The simulator has nothing to report: no race, no leak of pinned memory. */
static inline int files_teardown(void **state)
{
	(void)state;
	return simcuda_finish() == 0 ? rmdir(folder) : -1;
}

#endif
