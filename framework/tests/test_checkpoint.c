/* test_checkpoint.c - tensors saved and read again: the bytes, the copies, the order of work. */
#include "framework/tests/test_files.h"

#include <cuda_runtime.h>
#include <math.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#define MIB   (1024 * 1024)
#define PIECE (4 * MIB) /* PIECE_BYTES of checkpoint_stage.h */

/* What the framework reads and writes, and what had been queued and waited for by then. */
typedef struct Access {
	size_t bytes;
	uint64_t copies, waits;
} Access;
static Access accesses[128];
static int access_count;

static void note_access(size_t bytes)
{
	SimcudaCounters now = counters_now();
	if (access_count < 128)
		accesses[access_count++] =
			(Access){bytes, now.copies_d2h + now.copies_h2d, now.synchronizes};
}

/* These take the place of the C library's. */
ssize_t pwrite(int file, const void *from, size_t bytes, off_t at)
{
	note_access(bytes);
	return syscall(SYS_pwrite64, file, from, bytes, at);
}

ssize_t pread(int file, void *to, size_t bytes, off_t at)
{
	note_access(bytes);
	return syscall(SYS_pread64, file, to, bytes, at);
}

static const Shape shapes[] = {
	{0, {0}}, {1, {5}},       {2, {2, 3}},       {3, {2, 3, 4}}, {4, {2, 3, 4, 5}},
	{1, {0}}, {3, {3, 0, 2}}, {4, {1, 1, 1, 1}}, {1, {4097}},    {3, {33, 1, 129}},
};
#define SHAPES (sizeof(shapes) / sizeof(shapes[0]))

static float floats[5000];
static int32_t ints[5000];

static void fill_data(void)
{
	for (int i = 0; i < 5000; i++) {
		floats[i] = i == 3 ? NAN : i == 4 ? -INFINITY : 1 / (float)(i + 1);
		ints[i] = INT32_MIN + i * 400009;
	}
}

static void check_entry(const Checkpoint *file, int index, const char *name, Shape shape,
			Dtype dtype)
{
	assert_string_equal(checkpoint_name(file, index), name);
	assert_int_equal(checkpoint_find(file, name), index);
	assert_int_equal(checkpoint_shape(file, index).rank, shape.rank);
	for (int i = 0; i < shape.rank; i++)
		assert_int_equal(checkpoint_shape(file, index).dim[i], shape.dim[i]);
	assert_int_equal(checkpoint_dtype(file, index), dtype);
}

static void test_round_trip(void **state)
{
	(void)state;
	FOR_EACH_DEVICE(from)
	{
		FOR_EACH_DEVICE(to)
		{
			for (size_t i = 0; i < SHAPES; i++) {
				const char *names[] = {"a", "b"};
				Tensor *x[] = {
					tensor_from_host(shapes[i], DTYPE_FLOAT32, floats, from),
					tensor_from_host(shapes[i], DTYPE_INT32, ints, from)};
				const Tensor *given[] = {x[0], x[1]};
				assert_int_equal(checkpoint_save(path, names, given, 2), 0);
				Checkpoint *file = checkpoint_open(path);
				assert_int_equal(checkpoint_count(file), 2);
				check_entry(file, 0, "a", shapes[i], DTYPE_FLOAT32);
				check_entry(file, 1, "b", shapes[i], DTYPE_INT32);
				test_tensor_is(checkpoint_read(file, 1, to), shapes[i], to,
					       DTYPE_INT32, ints);
				test_tensor_is(checkpoint_read(file, 0, to), shapes[i], to,
					       DTYPE_FLOAT32, floats);
				checkpoint_close(file);
				tensor_free(x[0]);
				tensor_free(x[1]);
			}
		}
	}
	assert_int_equal(entries_of(folder), 1);
}

/* A file of many small tensors, each on another device, is what a plain writer makes of them. */
static void test_exact_bytes(void **state)
{
	enum { COUNT = 100 };
	char header[16384] = "{", data[COUNT * 4096 * 4], names[COUNT][16];
	const char *name[COUNT];
	const Tensor *given[COUNT];
	Tensor *x[COUNT];
	size_t used = 0, length = 1, bytes, found;
	(void)state;
	for (int i = 0; i < COUNT; i++) {
		const Shape shape = shapes[i % 8];
		const void *from = i % 3 ? (void *)(floats + i) : (void *)(ints + i);
		char dims[64] = "";
		size_t size = 4;
		for (int k = 0; k < shape.rank; k++) {
			sprintf(dims + strlen(dims), "%s%d", k ? "," : "", (int)shape.dim[k]);
			size *= (size_t)shape.dim[k];
		}
		name[i] = names[i];
		sprintf(names[i], "t%d", i);
		length += (size_t)sprintf(
			header + length,
			"%s\"t%d\":{\"dtype\":\"%s\",\"shape\":[%s],\"data_offsets\":[%zu,%zu]}",
			i ? "," : "", i, i % 3 ? "F32" : "I32", dims, used, used + size);
		memcpy(data + used, from, size);
		used += size;
		x[i] = tensor_from_host(shape, i % 3 ? DTYPE_FLOAT32 : DTYPE_INT32, from,
					test_devices[i / 2 % 3]);
		given[i] = x[i];
	}
	header[length++] = '}';
	while (length % 8)
		header[length++] = ' ';
	unsigned char *wanted = make_file(header, length, data, used, &bytes);
	assert_int_equal(checkpoint_save(path, name, given, COUNT), 0);
	unsigned char *written = read_bytes(&found);
	assert_int_equal(found, bytes);
	assert_memory_equal(written, wanted, bytes);
	free(written);
	free(wanted);
	Checkpoint *file = checkpoint_open(path);
	assert_int_equal(checkpoint_count(file), COUNT);
	for (int i = 0; i < COUNT; i++) {
		const void *from = i % 3 ? (void *)(floats + i) : (void *)(ints + i);
		check_entry(file, i, names[i], shapes[i % 8], tensor_dtype(x[i]));
		test_tensor_is(checkpoint_read(file, i, test_devices[i % 3]), shapes[i % 8],
			       test_devices[i % 3], tensor_dtype(x[i]), from);
		tensor_free(x[i]);
	}
	checkpoint_close(file);
}

static void test_names(void **state)
{
	static const char *const names[] = {
		"0.weight",   " ",     "\"quoted\"", "back\\slash", "tab\there\n",
		"\x01\x7f",   "größe", "重み",       "😀",           "dtype",
		"__metadata", "a/b",   "\\u0041",    "{\"dtype\":", "null",
	};
	enum { COUNT = sizeof(names) / sizeof(names[0]) };
	const Tensor *given[COUNT];
	(void)state;
	for (int i = 0; i < COUNT; i++)
		given[i] = tensor_full_int(SHAPE(i), i, test_devices[i % 3]);
	assert_int_equal(checkpoint_save(path, names, given, COUNT), 0);
	Checkpoint *file = checkpoint_open(path);
	assert_int_equal(checkpoint_count(file), COUNT);
	for (int i = 0; i < COUNT; i++) {
		check_entry(file, i, names[i], SHAPE(i), DTYPE_INT32);
		Tensor *read = checkpoint_read(file, i, device_cpu());
		const int32_t *elements = tensor_data(read);
		for (int k = 0; k < i; k++)
			assert_int_equal(elements[k], i);
		tensor_free(read);
		tensor_free((Tensor *)(uintptr_t)given[i]);
	}
	assert_int_equal(checkpoint_find(file, "A"), -1);
	assert_int_equal(checkpoint_find(file, ""), -1);
	checkpoint_close(file);
	/* None at all is a file, too. */
	assert_int_equal(checkpoint_save(path, NULL, NULL, 0), 0);
	file = checkpoint_open(path);
	assert_non_null(file);
	assert_int_equal(checkpoint_count(file), 0);
	assert_int_equal(checkpoint_find(file, "a"), -1);
	checkpoint_close(file);
}

/* Only `copies` in one direction, of `bytes` in all, and nothing else on the GPU. */
static void check_counts(SimcudaCounters before, bool reading, uint64_t copies, uint64_t bytes)
{
	SimcudaCounters after = counters_now();
	assert_int_equal(after.copies_d2h - before.copies_d2h, reading ? 0 : copies);
	assert_int_equal(after.bytes_d2h - before.bytes_d2h, reading ? 0 : bytes);
	assert_int_equal(after.copies_h2d - before.copies_h2d, reading ? copies : 0);
	assert_int_equal(after.bytes_h2d - before.bytes_h2d, reading ? bytes : 0);
	assert_int_equal(after.copies_d2d - before.copies_d2d, 0);
	assert_int_equal(after.copies_p2p - before.copies_p2p, 0);
	assert_int_equal(after.launches - before.launches, 0);
	assert_int_equal(after.allocations - before.allocations, reading);
	assert_int_equal(after.live_bytes - before.live_bytes, reading ? bytes : 0);
}

/* 50 MB, in pieces that overlap: when a piece is written, the copy of the next has been queued;
 * when the second is read, nobody has waited for the copy of the first. */
static void test_large(void **state)
{
	enum { COUNT = 12500000, PIECES = (COUNT * 4 + PIECE - 1) / PIECE };
	const char *names[] = {"large"};
	(void)state;
	Tensor *x = tensor_uniform(SHAPE(COUNT), 7, device_gpu(1));
	const Tensor *given[] = {x};
	SimcudaCounters before = counters_now();
	access_count = 0;
	assert_int_equal(checkpoint_save(path, names, given, 1), 0);
	check_counts(before, false, PIECES, 4L * COUNT);
	assert_int_equal(access_count, 1 + PIECES);
	for (int i = 1; i <= PIECES; i++) {
		int queued = i + 1 < PIECES ? i + 1 : PIECES;
		assert_int_equal(accesses[i].copies - before.copies_d2h - before.copies_h2d,
				 queued);
	}
	Checkpoint *file = checkpoint_open(path);
	before = counters_now();
	access_count = 0;
	Tensor *y = checkpoint_read(file, 0, device_gpu(0));
	check_counts(before, true, PIECES, 4L * COUNT);
	assert_int_equal(access_count, PIECES);
	for (int i = 0; i < PIECES; i++) {
		assert_int_equal(accesses[i].copies - before.copies_d2h - before.copies_h2d, i);
		assert_int_equal(accesses[i].waits - before.synchronizes, i < 2 ? 0 : i - 1);
	}
	float *wanted = test_elements(x), *found = test_elements(y);
	assert_memory_equal(found, wanted, 4L * COUNT);
	for (int i = 0; i < 1000; i++) /* and they are x's, not only equal */
		assert_true(wanted[i] >= 0 && wanted[i] < 1 && (i == 0 || wanted[i] != wanted[0]));
	free(found);
	free(wanted);
	tensor_free(y);
	tensor_free(x);
	checkpoint_close(file);
}

/* Small tensors are one copy each, and few accesses of the file; one that fits into a piece is
 * not divided. Those of the CPU are written as they are. */
static void test_small(void **state)
{
	enum { COUNT = 64 };
	char names[COUNT][8];
	const char *name[COUNT];
	const Tensor *given[COUNT];
	uint64_t bytes = 0;
	(void)state;
	for (int i = 0; i < COUNT; i++) {
		int size = i == 40 || i == 41 ? 3 * MIB / 4 : 10 + i;
		sprintf(names[i], "t%d", i);
		name[i] = names[i];
		given[i] = tensor_full(SHAPE(size), (float)i, device_gpu(i % 2));
		bytes += tensor_bytes(given[i]);
	}
	SimcudaCounters before = counters_now();
	access_count = 0;
	assert_int_equal(checkpoint_save(path, name, given, COUNT), 0);
	check_counts(before, false, COUNT, bytes);
	assert_int_equal(access_count, 1 + 2); /* t0 to t40, t41 to t63 */
	for (int i = 0; i < COUNT; i++)
		tensor_free((Tensor *)(uintptr_t)given[i]);
	Checkpoint *file = checkpoint_open(path);
	for (int i = 0; i < COUNT; i++) {
		Tensor *read = checkpoint_read(file, i, device_gpu(i % 2));
		float *elements = test_elements(read);
		for (int64_t k = 0; k < tensor_count(read); k++)
			assert_true(elements[k] == (float)i);
		free(elements);
		tensor_free(read);
	}
	checkpoint_close(file);
	Tensor *cpu = tensor_ones(SHAPE(3 * MIB), device_cpu());
	given[0] = cpu;
	before = counters_now();
	access_count = 0;
	assert_int_equal(checkpoint_save(path, name, given, 1), 0);
	check_counts(before, false, 0, 0);
	assert_int_equal(counters_now().api_calls, before.api_calls);
	assert_int_equal(access_count, 2);
	tensor_free(cpu);
}

/* What is queued before is in the file, what comes after is not; what is read is there for later
 * work. Neither the program's stream nor its current GPU changes. */
static void test_order(void **state)
{
	const char *names[] = {"x"};
	const Shape shape = SHAPE(300, 1000);
	(void)state;
	for (int own = 0; own < 2; own++) {
		Stream *stream = own ? stream_create(device_gpu(1)) : NULL;
		cudaStream_t handle = stream_handle(stream);
		if (own)
			assert_int_equal(stream_set_current(stream), 0);
		Tensor *x = tensor_ones(shape, device_gpu(1));
		for (int i = 0; i < 10; i++) {
			Tensor *sum = tensor_add(x, x);
			tensor_free(x);
			x = sum;
		}
		const Tensor *given[] = {x};
		assert_int_equal(checkpoint_save(path, names, given, 1), 0);
		int current;
		assert_int_equal(cudaGetDevice(&current), cudaSuccess);
		assert_int_equal(current, 0);
		assert_int_equal(cudaSetDevice(1), cudaSuccess);
		assert_int_equal(cudaMemsetAsync(tensor_data(x), 0, tensor_bytes(x), handle),
				 cudaSuccess);
		assert_int_equal(cudaSetDevice(0), cudaSuccess);
		Checkpoint *file = checkpoint_open(path);
		Tensor *y = checkpoint_read(file, 0, device_gpu(1));
		Tensor *sum = tensor_add(x, y); /* x is zeros now, y is 2^10 */
		float *elements = test_elements(sum);
		for (int i = 0; i < 300000; i++)
			assert_true(elements[i] == 1024);
		free(elements);
		tensor_free(sum);
		tensor_free(y);
		tensor_free(x);
		checkpoint_close(file);
		stream_free(stream);
	}
}

/* The same tensor twice, and views, are tensors like others. */
static void test_shared(void **state)
{
	const char *names[] = {"a", "b", "c"};
	(void)state;
	FOR_EACH_DEVICE(d)
	{
		Tensor *x = tensor_from_host(SHAPE(4, 5), DTYPE_INT32, ints, d);
		Tensor *rows = tensor_rows(x, 1, 2);
		const Tensor *given[] = {x, rows, x};
		assert_int_equal(checkpoint_save(path, names, given, 3), 0);
		Checkpoint *file = checkpoint_open(path);
		for (int i = 0; i < 3; i += 2)
			test_tensor_is(checkpoint_read(file, i, d), SHAPE(4, 5), d, DTYPE_INT32,
				       ints);
		test_tensor_is(checkpoint_read(file, 1, d), SHAPE(2, 5), d, DTYPE_INT32, ints + 5);
		checkpoint_close(file);
		tensor_free(rows);
		tensor_free(x);
	}
}

/* An open file stays the one that was checked, also when its name goes to another. */
static void test_replaced_while_open(void **state)
{
	const char *names[] = {"x"};
	struct stat found;
	(void)state;
	Tensor *old = tensor_from_host(SHAPE(3), DTYPE_INT32, ints, device_gpu(0));
	Tensor *new = tensor_ones(SHAPE(2, 2), device_cpu());
	const Tensor *given[] = {old};
	mode_t before = umask(027);
	assert_int_equal(checkpoint_save(path, names, given, 1), 0);
	umask(before);
	assert_int_equal(stat(path, &found), 0);
	assert_int_equal(found.st_mode & 07777, 0640);
	Checkpoint *file = checkpoint_open(path);
	given[0] = new;
	assert_int_equal(checkpoint_save(path, names, given, 1), 0);
	assert_int_equal(stat(path, &found), 0);
	assert_int_equal(found.st_mode & 07777, 0640); /* as before */
	test_tensor_is(checkpoint_read(file, 0, device_gpu(1)), SHAPE(3), device_gpu(1),
		       DTYPE_INT32, ints);
	checkpoint_close(file);
	tensor_free(new);
	tensor_free(old);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_round_trip, nothing_left),
		cmocka_unit_test_teardown(test_exact_bytes, nothing_left),
		cmocka_unit_test_teardown(test_names, nothing_left),
		cmocka_unit_test_teardown(test_large, nothing_left),
		cmocka_unit_test_teardown(test_small, nothing_left),
		cmocka_unit_test_teardown(test_order, nothing_left),
		cmocka_unit_test_teardown(test_shared, nothing_left),
		cmocka_unit_test_teardown(test_replaced_while_open, nothing_left),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	fill_data();
	return cmocka_run_group_tests_name("checkpoint", tests, files_setup, files_teardown);
}
