/* test_npy.c - .npy files, good and bad. The bad ones are written byte by byte. */
#include "framework/tests/test_common.h"

#include <dirent.h>
#include <math.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[] = "/tmp/usegpu npy XXXXXX"; /* with spaces, as paths may have */
static char path[256];

static void write_bytes(const void *bytes, size_t count)
{
	FILE *file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes, 1, count, file), count);
	assert_int_equal(fclose(file), 0);
}

static size_t read_bytes(void *bytes, size_t capacity)
{
	FILE *file = fopen(path, "rb");
	assert_non_null(file);
	size_t count = fread(bytes, 1, capacity, file);
	fclose(file);
	return count;
}

/* Copies the text without its end; returns its length. */
static size_t put_text(unsigned char *to, const char *text)
{
	size_t length = 0;
	for (; text[length]; length++)
		to[length] = (unsigned char)text[length];
	return length;
}

/* A file of that version with this header, as it stands, and `count` bytes 0, 1, 2, ... of data.
 * Returns how many bytes it has. */
static size_t write_npy(int major, const char *header, size_t count)
{
	unsigned char bytes[16384] = "\x93NUMPY";
	size_t length = strlen(header), at = 8;
	assert_true(length + count + 12 <= sizeof(bytes));
	bytes[6] = (unsigned char)major;
	for (int i = 0; i < (major == 1 ? 2 : 4); i++)
		bytes[at++] = (unsigned char)(length >> (8 * i));
	at += put_text(bytes + at, header);
	for (size_t i = 0; i < count; i++)
		bytes[at++] = (unsigned char)i;
	write_bytes(bytes, at);
	return at;
}

static int files_in_folder(void)
{
	int count = 0;
	DIR *opened = opendir(folder);
	assert_non_null(opened);
	for (struct dirent *entry; (entry = readdir(opened)) != NULL;)
		count += strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0;
	closedir(opened);
	return count;
}

static void test_round_trip(void **state)
{
	float floats[120];
	int32_t ints[120];
	const Shape shapes[] = {SHAPE_SCALAR,      SHAPE(5), SHAPE(2, 3),   SHAPE(2, 3, 4),
				SHAPE(2, 3, 4, 5), SHAPE(0), SHAPE(3, 0, 2)};
	(void)state;
	for (int i = 0; i < 120; i++) {
		floats[i] = i == 3 ? NAN : i == 4 ? -INFINITY : 1 / (float)(i + 1);
		ints[i] = INT32_MIN + i * 1000003;
	}
	FOR_EACH_DEVICE(from)
	{
		FOR_EACH_DEVICE(to)
		{
			for (size_t i = 0; i < sizeof(shapes) / sizeof(shapes[0]); i++) {
				Tensor *x =
					tensor_from_host(shapes[i], DTYPE_FLOAT32, floats, from);
				Tensor *y = tensor_from_host(shapes[i], DTYPE_INT32, ints, from);
				assert_int_equal(tensor_save(path, x), 0);
				test_tensor_is(tensor_load(path, to), shapes[i], to, DTYPE_FLOAT32,
					       floats);
				assert_int_equal(tensor_save(path, y), 0);
				test_tensor_is(tensor_load(path, to), shapes[i], to, DTYPE_INT32,
					       ints);
				tensor_free(y);
				tensor_free(x);
			}
		}
	}
	assert_int_equal(files_in_folder(), 1);
}

/* The bytes are those that NumPy 1.x and 2.x write for np.save(path, np.float32([[1, 2, 3]])). */
static void test_exact_bytes(void **state)
{
	const float x[3] = {1, 2, 3};
	unsigned char wanted[140], found[200];
	(void)state;
	memset(wanted, ' ', 128);
	put_text(wanted, "\x93NUMPY\x01");
	memset(wanted + 7, 0, 3);
	wanted[8] = 0x76;
	const char *header = "{'descr': '<f4', 'fortran_order': False, 'shape': (1, 3), }";
	put_text(wanted + 10, header);
	wanted[127] = '\n';
	memcpy(wanted + 128, x, 12);
	Tensor *t = tensor_from_host(SHAPE(1, 3), DTYPE_FLOAT32, x, device_cpu());
	assert_int_equal(tensor_save(path, t), 0);
	assert_int_equal(read_bytes(found, sizeof(found)), 140);
	assert_memory_equal(found, wanted, 140);
	tensor_free(t);
}

/* What other writers may have written. */
static void test_other_spellings(void **state)
{
	static const struct {
		int major;
		const char *header;
	} good[] = {
		{1, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n"},
		{2, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }     \n"},
		{3, "{'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }\n"},
		{1, "{'shape': (2, 3), 'fortran_order': False, 'descr': '<f4'}"},
		{1, "{\"descr\":\"=f4\",\"shape\":(2,3,),\"fortran_order\":False,}"},
		{1, " \t{ 'fortran_order' : False , 'shape' : ( 2 , 3 ) , 'descr' : 'f4' } \r\n"},
		{1, "{'descr': '|f4', 'fortran_order': False, 'shape': (2, 3)}"},
	};
	unsigned char bytes[24];
	float wanted[6];
	(void)state;
	for (unsigned i = 0; i < 24; i++)
		bytes[i] = (unsigned char)i;
	memcpy(wanted, bytes, 24);
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		write_npy(good[i].major, good[i].header, 24);
		test_tensor_is(tensor_load(path, device_cpu()), SHAPE(2, 3), device_cpu(),
			       DTYPE_FLOAT32, wanted);
	}
}

static void test_bad_headers(void **state)
{
#define HEAD "{'descr': '<f4', 'fortran_order': False, 'shape': "
	static const struct {
		const char *header, *message;
	} bad[] = {
		{"{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }",
		 " holds elements of type '<f8'; wanted '<f4' (float32) or '<i4' (int32)"},
		{"{'descr': '>f4', 'fortran_order': False, 'shape': (2, 3), }",
		 " holds elements of type '>f4'; wanted '<f4' (float32) or '<i4' (int32)"},
		{"{'descr': '', 'fortran_order': False, 'shape': (2, 3), }",
		 " holds elements of type ''; wanted '<f4' (float32) or '<i4' (int32)"},
		{"{'descr': '<f4', 'fortran_order': True, 'shape': (2, 3), }",
		 " is in Fortran order (column by column); wanted C order (row by row)"},
		{"{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (2, 3), }",
		 ": the header has \"[('a', '<f4')], 'fortran\" where a string for 'descr' was "
		 "wanted"},
		{"{'descr': '<f4', 'fortran_order': 0, 'shape': (2, 3), }",
		 ": the header has \"0, 'shape': (2, 3), }\" where True or False for "
		 "'fortran_order' "
		 "was wanted"},
		{"{'descr': '<f4', 'fortran_order': Falsehood, 'shape': (2, 3), }",
		 ": the header has \"hood, 'shape': (2, 3), }\" where a comma between two entries "
		 "was "
		 "wanted"},
		{HEAD "(6), }", ": the shape is a number in brackets; wanted a tuple such as (6,)"},
		{HEAD "6, }", ": the header has \"6, }\" where a tuple for 'shape' was wanted"},
		{HEAD "(-2, 3), }",
		 ": the header has \"-2, 3), }\" where a dimension of the shape was wanted"},
		{HEAD "(2 3), }",
		 ": the header has \"3), }\" where a comma between two dimensions of the shape was "
		 "wanted"},
		{HEAD "(,), }",
		 ": the header has \",), }\" where a dimension of the shape was wanted"},
		{HEAD "(2,,3), }",
		 ": the header has \",3), }\" where a dimension of the shape was wanted"},
		{HEAD "(02, 3), }",
		 ": the header has \"02, 3), }\" where a dimension of the shape was wanted"},
		{HEAD "(1, 1, 1, 2, 3), }", " has more than 4 dimensions"},
		{HEAD "(99999999999999999999, 3), }", ": a dimension of the shape is beyond 2^63"},
		{HEAD "(9223372036854775808,), }", ": a dimension of the shape is beyond 2^63"},
		{HEAD "(2, 3), 'more': 1}",
		 ": the header has the key 'more'; wanted 'descr', 'fortran_order' and 'shape'"},
		{HEAD "(2, 3), 'shape': (2, 3), }", ": the header has the key 'shape' twice"},
		{"{'descr': '<f4', 'shape': (2, 3), }",
		 ": the header lacks the key 'fortran_order'"},
		{"{}", ": the header lacks the key 'descr'"},
		{HEAD "(2, 3), } trailing",
		 ": the header has \"trailing\" where its end was wanted"},
		{HEAD "(2, 3),, }", ": the header has \", }\" where a key was wanted"},
		{HEAD "(2, 3), ", ": the header ends where a key was wanted"},
		{HEAD "(2, 3)", ": the header ends where a comma between two entries was wanted"},
		{HEAD "(2, ", ": the header ends where a dimension of the shape was wanted"},
		{"{'descr': '<f4",
		 ": the header has \"'<f4\" where a string for 'descr' was wanted"},
		{"{'descr' '<f4'}", ": the header has \"'<f4'}\" where a colon was wanted"},
		{"[]", ": the header has \"[]\" where a dictionary was wanted"},
		{"   ", ": the header ends where a dictionary was wanted"},
		{"", ": the header ends where a dictionary was wanted"},
	};
	(void)state;
	for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		char message[512];
		snprintf(message, sizeof(message), "tensor_load: %s%s", path, bad[i].message);
		write_npy(1, bad[i].header, 24);
		FAILS_NULL(STATUS_FORMAT, message, tensor_load(path, device_cpu()));
	}
}

static void load_fails(Status status, const char *rest)
{
	char message[512];
	snprintf(message, sizeof(message), "tensor_load: %s%s", path, rest);
	FAILS_NULL(status, message, tensor_load(path, device_cpu()));
}

static void test_foreign_files(void **state)
{
	char message[512];
	(void)state;
	write_bytes("just text\n", 10);
	load_fails(STATUS_FORMAT, " is no .npy file: it does not begin with \\x93NUMPY");
	write_bytes("PK\x03\x04", 4);
	load_fails(STATUS_FORMAT, " is no .npy file: it does not begin with \\x93NUMPY");
	write_bytes("", 0);
	load_fails(STATUS_FORMAT, " is no .npy file: it does not begin with \\x93NUMPY");
	write_npy(4, HEAD "(2, 3), }", 24);
	load_fails(STATUS_FORMAT, " is of .npy version 4.0; wanted 1.0, 2.0 or 3.0");
	write_npy(0, HEAD "(2, 3), }", 24);
	load_fails(STATUS_FORMAT, " is of .npy version 0.0; wanted 1.0, 2.0 or 3.0");
	write_bytes("\x93NUMPY\x02\x00\xff\xff\xff\xff", 12);
	load_fails(STATUS_FORMAT, " has a header of 4294967295 bytes; wanted 10000 at most");
	write_npy(1, HEAD "(2, 3), }", 25);
	load_fails(STATUS_FORMAT,
		   " is too long: shape (2, 3) of float32 wants 24 bytes of elements, found 25");
	/* Promises of a header are checked before memory is asked for. */
	write_npy(1, HEAD "(1000000000000,), }", 24);
	load_fails(STATUS_FORMAT, " is cut short: shape (1000000000000,) of float32 wants "
				  "4000000000000 bytes of elements, found 24");
	write_npy(1, HEAD "(4294967296, 4294967296), }", 24);
	FAILS_NULL(
		STATUS_MEMORY,
		"tensor_load: the shape (4294967296, 4294967296) has more elements than any memory",
		tensor_load(path, device_cpu()));
	unlink(path);
	load_fails(STATUS_IO, " cannot be opened: No such file or directory");
	snprintf(message, sizeof(message), "tensor_load: %s is not a regular file", folder);
	FAILS_NULL(STATUS_IO, message, tensor_load(folder, device_cpu()));
	assert_int_equal(mkfifo(path, 0600), 0);
	load_fails(STATUS_IO, " is not a regular file"); /* and does not hang */
	unlink(path);
	FAILS_NULL(STATUS_ARGUMENT, "tensor_load: path is NULL", tensor_load(NULL, device_cpu()));
	FAILS_NULL(STATUS_DEVICE,
		   "tensor_load: gpu:7 does not exist; there are 2 GPUs, gpu:0 to gpu:1",
		   tensor_load(path, device_gpu(7)));
}

/* Cut at every length, a file is refused with the right kind of message. */
static void test_truncated(void **state)
{
	unsigned char bytes[256];
	(void)state;
	for (int major = 1; major <= 3; major++) {
		size_t whole = write_npy(major, HEAD "(2, 3), }\n", 24);
		assert_int_equal(read_bytes(bytes, sizeof(bytes)), whole);
		for (size_t length = 0; length < whole; length++) {
			write_bytes(bytes, length);
			error_clear();
			assert_null(tensor_load(path, device_gpu(0)));
			assert_int_equal(error_status(), STATUS_FORMAT);
			assert_non_null(strstr(error_message(), path));
			if (length > 0)
				assert_true(strstr(error_message(), "is cut short") ||
					    (length < 6 && strstr(error_message(), "no .npy")));
			if (length >= whole - 24) {
				char counts[64];
				snprintf(counts, sizeof(counts),
					 "wants 24 bytes of elements, found %zu",
					 length - (whole - 24));
				assert_non_null(strstr(error_message(), counts));
			}
		}
		write_bytes(bytes, whole);
		Tensor *t = tensor_load(path, device_gpu(0));
		assert_non_null(t);
		tensor_free(t);
	}
}

/* Any single byte of the head changed to anything gives a tensor or a message, never a crash. */
static void test_changed_bytes(void **state)
{
	unsigned char bytes[256];
	(void)state;
	size_t whole = write_npy(1, HEAD "(2, 3), }\n", 24);
	assert_int_equal(read_bytes(bytes, sizeof(bytes)), whole);
	for (size_t at = 0; at < whole - 24; at++) {
		static const unsigned char values[] = {0,   1,    '\'', '"',  '(', ')',
						       '{', '}',  ',',  ':',  '0', '9',
						       ' ', '\n', '\\', 0x7f, 0xff};
		for (size_t v = 0; v < sizeof(values); v++) {
			unsigned char kept = bytes[at];
			bytes[at] = values[v];
			write_bytes(bytes, whole);
			bytes[at] = kept;
			error_clear();
			Tensor *t = tensor_load(path, device_cpu());
			assert_int_equal(t == NULL, error_message()[0] != '\0');
			assert_null(strchr(error_message(), '\n'));
			tensor_free(t);
		}
	}
}

/* A save that fails leaves the old file, and nothing else. */
static void test_save_failures(void **state)
{
	char long_name[6000], message[512];
	(void)state;
	Tensor *old = tensor_full(SHAPE(4), 1, device_cpu());
	Tensor *new = tensor_full(SHAPE(5), 2, device_gpu(0));
	FAILS(STATUS_ARGUMENT, "tensor_save: path is NULL", tensor_save(NULL, old));
	FAILS(STATUS_ARGUMENT, "tensor_save: tensor is NULL", tensor_save(path, NULL));
	FAILS(STATUS_IO,
	      "tensor_save: /nonexistent/x.npy cannot be written: No such file or directory",
	      tensor_save("/nonexistent/x.npy", new));
	memset(long_name, 'n', sizeof(long_name) - 1);
	long_name[0] = long_name[sizeof(long_name) - 2] = '/';
	long_name[sizeof(long_name) - 1] = '\0';
	assert_int_equal(tensor_save(long_name, old), STATUS_IO);
	assert_non_null(strstr(error_message(), "(test_npy.c:"));

	/* What is no plain file stays what it is. */
	snprintf(message, sizeof(message), "tensor_save: %s is not a regular file", path);
	assert_int_equal(mkdir(path, 0700), 0);
	FAILS(STATUS_IO, message, tensor_save(path, new));
	assert_int_equal(rmdir(path), 0);
	assert_int_equal(mkfifo(path, 0600), 0);
	FAILS(STATUS_IO, message, tensor_save(path, new));
	assert_int_equal(files_in_folder(), 1);
	assert_int_equal(unlink(path), 0);
	snprintf(message, sizeof(message),
		 "tensor_save: %s is a link to a file that does not exist", path);
	assert_int_equal(symlink("nowhere", path), 0);
	FAILS(STATUS_IO, message, tensor_save(path, new));
	assert_int_equal(files_in_folder(), 1);
	assert_int_equal(unlink(path), 0);

	/* And when all goes well the new one is there, alone. */
	assert_int_equal(tensor_save(path, old), 0);
	assert_int_equal(tensor_save(path, new), 0);
	assert_int_equal(files_in_folder(), 1);
	test_tensor_is(tensor_load(path, device_cpu()), SHAPE(5), device_cpu(), DTYPE_FLOAT32,
		       (float[]){2, 2, 2, 2, 2});
	tensor_free(new);
	tensor_free(old);
}

/* A link stays a link, the file behind it gets the elements and keeps its permissions. */
static void test_link(void **state)
{
	char link_path[300];
	struct stat found;
	(void)state;
	Tensor *t = tensor_full(SHAPE(3), 7, device_cpu());
	snprintf(link_path, sizeof(link_path), "%s/link.npy", folder);
	assert_int_equal(tensor_save(path, t), 0);
	assert_int_equal(chmod(path, 0604), 0);
	assert_int_equal(symlink("a.npy", link_path), 0);
	Tensor *other = tensor_full(SHAPE(2), 8, device_cpu());
	assert_int_equal(tensor_save(link_path, other), 0);
	assert_int_equal(lstat(link_path, &found), 0);
	assert_true(S_ISLNK(found.st_mode));
	assert_int_equal(lstat(path, &found), 0);
	assert_int_equal(found.st_mode & 07777, 0604);
	test_tensor_is(tensor_load(path, device_cpu()), SHAPE(2), device_cpu(), DTYPE_FLOAT32,
		       (float[]){8, 8});
	assert_int_equal(unlink(link_path), 0);
	tensor_free(other);
	tensor_free(t);
}

static void test_permissions(void **state)
{
	struct stat found;
	(void)state;
	mode_t before = umask(027);
	Tensor *t = tensor_ones(SHAPE(2), device_cpu());
	assert_int_equal(tensor_save(path, t), 0);
	umask(before);
	assert_int_equal(stat(path, &found), 0);
	assert_int_equal(found.st_mode & 0777, 0640);
	tensor_free(t);
}

static int remove_file(void **state)
{
	(void)state;
	unlink(path);
	return test_live_bytes() == 0 ? 0 : -1;
}

static int setup(void **state)
{
	(void)state;
	test_find_devices();
	if (test_device_count != 3 || !mkdtemp(folder))
		return -1;
	snprintf(path, sizeof(path), "%s/a.npy", folder);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	return rmdir(folder);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_round_trip, remove_file),
		cmocka_unit_test_teardown(test_exact_bytes, remove_file),
		cmocka_unit_test_teardown(test_other_spellings, remove_file),
		cmocka_unit_test_teardown(test_bad_headers, remove_file),
		cmocka_unit_test_teardown(test_foreign_files, remove_file),
		cmocka_unit_test_teardown(test_truncated, remove_file),
		cmocka_unit_test_teardown(test_changed_bytes, remove_file),
		cmocka_unit_test_teardown(test_save_failures, remove_file),
		cmocka_unit_test_teardown(test_link, remove_file),
		cmocka_unit_test_teardown(test_permissions, remove_file),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("npy", tests, setup, teardown);
}
