/* test_checkpoint_files.c - safetensors files that others wrote, good and bad, byte by byte. */
#include "framework/tests/test_files.h"

#include <sys/stat.h>

#define F32 "\"dtype\":\"F32\","

/* The file at `path` is refused with this message behind its name. */
static void open_fails(Status status, const char *rest)
{
	char message[512];
	snprintf(message, sizeof(message), "checkpoint_open: %s%s", path, rest);
	FAILS_NULL(status, message, checkpoint_open(path));
}

typedef struct Bad {
	const char *header;
	size_t data;
	const char *message;
} Bad;

static void check_bad(const Bad *bad, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		write_safetensors(bad[i].header, strlen(bad[i].header), bad[i].data);
		open_fails(STATUS_FORMAT, bad[i].message);
	}
}
#define CHECK_BAD(table) check_bad(table, sizeof(table) / sizeof((table)[0]))

/* What other writers may write. */
static void test_good_files(void **state)
{
	static const char *const good[] = {
		"{\"a\":{" F32 "\"shape\":[2,3],\"data_offsets\":[0,24]}}",
		"{\"a\":{" F32 "\"shape\":[2,3],\"data_offsets\":[0,24]}}          ",
		"{ \"a\" : {\n\t\"data_offsets\" : [ 0 , 24 ] , \"shape\" : [ 2 , 3 ] ,\r\n " F32
		"\"more\":{\"x\":[1.5,null]} } }\n",
		"{\"__metadata__\":{},\"a\":{" F32 "\"shape\":[2,3],\"data_offsets\":[0,24]}}",
		"{\"a\":{" F32 "\"shape\":[2,3],\"data_offsets\":[0,24]},"
		"\"__metadata__\":{\"format\":\"pt\",\"\":\"\",\"ü\":\"\\n\"}}",
		"{\"\\u0061\":{\"dtype\":\"F\\u00332\",\"shape\":[2,3],\"data_offsets\":[0,24]}}",
	};
	unsigned char data[24];
	float wanted[6];
	(void)state;
	for (unsigned i = 0; i < 24; i++)
		data[i] = (unsigned char)i;
	memcpy(wanted, data, 24);
	for (size_t i = 0; i < sizeof(good) / sizeof(good[0]); i++) {
		write_safetensors(good[i], strlen(good[i]), 24);
		Checkpoint *file = checkpoint_open(path);
		assert_non_null(file);
		assert_int_equal(checkpoint_count(file), 1);
		assert_int_equal(checkpoint_find(file, "a"), 0);
		test_tensor_is(checkpoint_read(file, 0, device_gpu(1)), SHAPE(2, 3), device_gpu(1),
			       DTYPE_FLOAT32, wanted);
		checkpoint_close(file);
	}
}

/* Tensors are numbered by the order of their bytes, not of their names. */
static void test_order_of_bytes(void **state)
{
	const char *header = "{\"z\":{" F32 "\"shape\":[1],\"data_offsets\":[8,12]},"
			     "\"e2\":{" F32 "\"shape\":[0],\"data_offsets\":[8,8]},"
			     "\"a\":{" F32 "\"shape\":[2],\"data_offsets\":[0,8]},"
			     "\"e1\":{" F32 "\"shape\":[7,0],\"data_offsets\":[8,8]},"
			     "\"last\":{" F32 "\"shape\":[0],\"data_offsets\":[12,12]}}";
	static const char *const order[] = {"a", "e2", "e1", "z", "last"};
	const unsigned char bytes[4] = {8, 9, 10, 11};
	(void)state;
	write_safetensors(header, strlen(header), 12);
	Checkpoint *file = checkpoint_open(path);
	assert_int_equal(checkpoint_count(file), 5);
	for (int i = 0; i < 5; i++) {
		assert_string_equal(checkpoint_name(file, i), order[i]);
		assert_int_equal(checkpoint_find(file, order[i]), i);
	}
	test_tensor_is(checkpoint_read(file, 3, device_gpu(0)), SHAPE(1), device_gpu(0),
		       DTYPE_FLOAT32, bytes);
	test_tensor_is(checkpoint_read(file, 2, device_gpu(0)), SHAPE(7, 0), device_gpu(0),
		       DTYPE_FLOAT32, bytes);
	checkpoint_close(file);
}

static void test_bad_json(void **state)
{
	static const Bad bad[] = {
		{"", 0, " is no safetensors file: its header does not begin with {"},
		{"  {}", 0, " is no safetensors file: its header does not begin with {"},
		{"[]", 0, " is no safetensors file: its header does not begin with {"},
		{"{", 0,
		 ": byte 1 of its header is wrong: string or '}' expected near end of file"},
		{"{} x", 0, ": byte 4 of its header is wrong: end of file expected near 'x'"},
		{"{\"a\"}", 0, ": byte 5 of its header is wrong: ':' expected near '}'"},
		{"{\"a\":{},\"a\":{}}", 0,
		 ": byte 11 of its header is wrong: duplicate object key near '\"a\"'"},
		{"{\"a\":{\"shape\":[],\"shape\":[]}}", 0,
		 ": byte 24 of its header is wrong: duplicate object key near '\"shape\"'"},
		{"{\"\\u0000\":{}}", 0,
		 ": byte 9 of its header is wrong: NUL byte in object key not supported near "
		 "'\"\\u0000\"'"},
		{"{\"a\":99999999999999999999}", 0,
		 ": byte 25 of its header is wrong: too big integer near '99999999999999999999'"},
		{"{\"a\":1e999}", 0,
		 ": byte 10 of its header is wrong: real number overflow near '1e999'"},
		{"{\"a\":NaN}", 0, ": byte 8 of its header is wrong: invalid token near 'NaN'"},
	};
	(void)state;
	CHECK_BAD(bad);
}

static void test_bad_tensors(void **state)
{
	static const Bad bad[] = {
		{"{\"a\":1}", 0, ": tensor \"a\" is a whole number; wanted an object"},
		{"{\"a\":null}", 0, ": tensor \"a\" is null; wanted an object"},
		{"{\"__metadata__\":[]}", 0,
		 ": __metadata__ is an array; wanted an object of strings"},
		{"{\"__metadata__\":{\"a\":1}}", 0,
		 ": __metadata__ has a whole number for \"a\"; wanted a string only"},
		{"{\"a\":{}}", 0,
		 ": tensor \"a\" has a dtype that is missing; wanted \"F32\" or \"I32\""},
		{"{\"a\":{\"dtype\":7}}", 0,
		 ": tensor \"a\" has a dtype that is a whole number; wanted \"F32\" or \"I32\""},
		{"{\"a\":{\"dtype\":\"BF16\",\"shape\":[],\"data_offsets\":[0,2]}}", 2,
		 ": tensor \"a\" is of dtype \"BF16\"; wanted \"F32\" or \"I32\""},
		{"{\"a\":{\"dtype\":\"f32\",\"shape\":[],\"data_offsets\":[0,4]}}", 4,
		 ": tensor \"a\" is of dtype \"f32\"; wanted \"F32\" or \"I32\""},
		{"{\"a\":{" F32 "\"data_offsets\":[0,4]}}", 4,
		 ": tensor \"a\" has a shape that is missing; wanted an array"},
		{"{\"a\":{" F32 "\"shape\":4,\"data_offsets\":[0,4]}}", 4,
		 ": tensor \"a\" has a shape that is a whole number; wanted an array"},
		{"{\"a\":{" F32 "\"shape\":[1,1,1,1,1],\"data_offsets\":[0,4]}}", 4,
		 ": tensor \"a\" has 5 dimensions; wanted 4 at most"},
		{"{\"a\":{" F32 "\"shape\":[1.0],\"data_offsets\":[0,4]}}", 4,
		 ": tensor \"a\" has a real number in its shape; wanted whole numbers"},
		{"{\"a\":{" F32 "\"shape\":[\"1\"],\"data_offsets\":[0,4]}}", 4,
		 ": tensor \"a\" has a string in its shape; wanted whole numbers"},
		{"{\"a\":{" F32 "\"shape\":[[1]],\"data_offsets\":[0,4]}}", 4,
		 ": tensor \"a\" has an array in its shape; wanted whole numbers"},
		{"{\"a\":{" F32 "\"shape\":[2,-3],\"data_offsets\":[0,24]}}", 24,
		 ": tensor \"a\" has -3 in its shape; wanted no negative number"},
		{"{\"a\":{" F32 "\"shape\":[4294967296,4294967296],\"data_offsets\":[0,0]}}", 0,
		 ": tensor \"a\" of shape (4294967296, 4294967296) has more elements than any "
		 "memory"},
		{"{\"a\":{" F32 "\"shape\":[4611686018427387904],\"data_offsets\":[0,0]}}", 0,
		 ": tensor \"a\" of shape (4611686018427387904,) has more elements than any "
		 "memory"},
		{"{\"a\":{" F32 "\"shape\":[1]}}", 0,
		 ": tensor \"a\" has data_offsets that are missing; wanted an array of two "
		 "numbers"},
		{"{\"a\":{" F32 "\"shape\":[1],\"data_offsets\":[0,4,8]}}", 8,
		 ": tensor \"a\" has 3 data_offsets; wanted two"},
		{"{\"a\":{" F32 "\"shape\":[1],\"data_offsets\":[0,4.0]}}", 4,
		 ": tensor \"a\" has a real number in its data_offsets; wanted whole numbers"},
		{"{\"a\":{" F32 "\"shape\":[1],\"data_offsets\":[true,4]}}", 4,
		 ": tensor \"a\" has true in its data_offsets; wanted whole numbers"},
		{"{\"a\":{" F32 "\"shape\":[1],\"data_offsets\":[-4,0]}}", 0,
		 ": tensor \"a\" has -4 in its data_offsets; wanted no negative number"},
		{"{\"a\":{" F32 "\"shape\":[1],\"data_offsets\":[4,0]}}", 4,
		 ": tensor \"a\" begins at byte 4, behind its end at byte 0"},
		{"{\"a\":{" F32 "\"shape\":[2],\"data_offsets\":[0,4]}}", 4,
		 ": tensor \"a\" of shape (2,) wants 8 bytes; its data_offsets give it 4"},
		{"{\"a\":{" F32 "\"shape\":[],\"data_offsets\":[0,0]}}", 0,
		 ": tensor \"a\" of shape () wants 4 bytes; its data_offsets give it 0"},
		{"{\"a\":{" F32 "\"shape\":[1],\"data_offsets\":[0,4]}}", 3,
		 ": tensor \"a\" ends at byte 4 of the data, of which there are only 3"},
		{"{\"a\":{" F32 "\"shape\":[1],\"data_offsets\":[9223372036854775803,"
		 "9223372036854775807]}}",
		 4,
		 ": tensor \"a\" ends at byte 9223372036854775807 of the data, of which there are "
		 "only 4"},
		{"{\"a\":{" F32 "\"shape\":[1],\"data_offsets\":[0,4]}}", 5,
		 " is too long: no tensor has its last 1 bytes"},
		{"{}", 4, " is too long: no tensor has its last 4 bytes"},
		{"{\"line\\nend\":7}", 0,
		 ": tensor \"line?end\" is a whole number; wanted an object"},
	};
	(void)state;
	CHECK_BAD(bad);
}

/* Two tensors of [a, b) and [c, d). */
#define TWO(m, a, b, n, c, d)                                                                      \
	"{\"x\":{" F32 "\"shape\":[" #m "],\"data_offsets\":[" #a "," #b "]},"                     \
	"\"y\":{" F32 "\"shape\":[" #n "],\"data_offsets\":[" #c "," #d "]}}"

static void test_bad_cover(void **state)
{
	static const Bad bad[] = {
		{TWO(2, 0, 8, 2, 4, 12), 12,
		 ": tensor \"y\" overlaps \"x\": it begins at byte 4, which ends at 8"},
		{TWO(2, 4, 12, 2, 0, 8), 12,
		 ": tensor \"x\" overlaps \"y\": it begins at byte 4, which ends at 8"},
		{TWO(2, 0, 8, 2, 0, 8), 8,
		 ": tensor \"y\" overlaps \"x\": it begins at byte 0, which ends at 8"},
		{TWO(2, 0, 8, 0, 4, 4), 8,
		 ": tensor \"y\" overlaps \"x\": it begins at byte 4, which ends at 8"},
		{TWO(1, 0, 4, 1, 8, 12), 12,
		 ": tensor \"y\" begins at byte 8; no tensor has the 4 before it"},
		{TWO(1, 4, 8, 1, 8, 12), 12,
		 ": tensor \"x\" begins at byte 4; no tensor has the 4 before it"},
		{TWO(1, 0, 4, 0, 8, 8), 8,
		 ": tensor \"y\" begins at byte 8; no tensor has the 4 before it"},
		{TWO(1, 0, 4, 1, 4, 8), 12, " is too long: no tensor has its last 4 bytes"},
		{TWO(1, 0, 4, 1, 4, 8), 7,
		 ": tensor \"y\" ends at byte 8 of the data, of which there are only 7"},
	};
	(void)state;
	CHECK_BAD(bad);
}

/* Long names are cut between two characters; what JSON and UTF-8 do not allow is named. */
static void test_hostile_text(void **state)
{
	char name[400], header[512], rest[512], message[900];
	(void)state;
	for (int i = 0; i < 60; i++)
		snprintf(name + 5 * i, 6, "ä€"); /* 2 and 3 bytes */
	/* byte 80 is the first of a character; with one more before it, the last of one */
	for (int shift = 0; shift < 2; shift++) {
		snprintf(header, sizeof(header), "{\"%.*s%s\":7}", shift, "b", name);
		snprintf(rest, sizeof(rest),
			 ": tensor \"%.*s%.*s...\" is a whole number; wanted an object", shift, "b",
			 shift ? 77 : 80, name);
		write_safetensors(header, strlen(header), 0);
		open_fails(STATUS_FORMAT, rest);
	}

	static const char *const invalid[] = {"{\"\xff\":{}}", "{\"\xc0\xaf\":{}}",
					      "{\"\xed\xa0\x80\":{}}", "{\"\xe2\x82\":{}}"};
	for (size_t i = 0; i < 4; i++) {
		write_safetensors(invalid[i], strlen(invalid[i]), 0);
		error_clear();
		assert_null(checkpoint_open(path));
		assert_int_equal(error_status(), STATUS_FORMAT);
		assert_non_null(strstr(error_message(), "unable to decode byte 0x"));
	}
	write_safetensors("{}\0\0\0\0\0\0", 8, 0); /* padded with zeros */
	snprintf(message, sizeof(message),
		 "checkpoint_open: %s: byte 3 of its header is wrong: ", path);
	assert_null(checkpoint_open(path));
	assert_memory_equal(error_message(), message, strlen(message));
}

/* Nesting, numbers of values and of tensors have limits, so that neither the stack nor the memory
 * can be filled with little. */
static void test_limits(void **state)
{
	const size_t room = 8000000;
	char *header = malloc(room), message[128];
	size_t length;
	(void)state;
	assert_non_null(header);
	length = (size_t)sprintf(header, "{\"a\":");
	memset(header + length, '[', 100000);
	write_safetensors(header, length + 100000, 0);
	assert_null(checkpoint_open(path));
	assert_non_null(strstr(error_message(), "maximum parsing depth reached"));
	length = (size_t)sprintf(header, "{\"a\":[[]");
	while (length + 4 < room)
		length += (size_t)sprintf(header + length, ",[]");
	write_safetensors(header, length, 0);
	size_t values = 0;
	for (size_t i = 0; i < length; i++)
		values += strchr(",[{", header[i]) != NULL;
	snprintf(message, sizeof(message),
		 " has a header of some %zu values; wanted 4194304 at most", values);
	open_fails(STATUS_FORMAT, message);
	for (int count = 65536; count <= 65537; count++) {
		length = (size_t)sprintf(header, "{\"__metadata__\":{}");
		for (int i = 0; i < count; i++)
			length += (size_t)sprintf(
				header + length,
				",\"%d\":{" F32 "\"shape\":[0],\"data_offsets\":[0,0]}", i);
		header[length++] = '}';
		write_safetensors(header, length, 0);
		if (count == 65536) {
			Checkpoint *file = checkpoint_open(path);
			assert_int_equal(checkpoint_count(file), 65536);
			for (int i = 0; i < 65536; i++)
				assert_int_equal(checkpoint_find(file, checkpoint_name(file, i)),
						 i);
			assert_string_equal(checkpoint_name(file, 65535), "65535");
			checkpoint_close(file);
		} else
			open_fails(STATUS_FORMAT, " has 65537 tensors; wanted 65536 at most");
	}
	free(header);
}

static void test_foreign_files(void **state)
{
	char message[512];
	static const unsigned char largest[8] = {0, 0xe1, 0xf5, 5}, more[8] = {1, 0xe1, 0xf5, 5},
				   most[8] = {255, 255, 255, 255, 255, 255, 255, 255};
	(void)state;
	write_bytes("", 0);
	open_fails(STATUS_FORMAT, " is no safetensors file: it has 0 bytes; wanted 8 at least");
	write_bytes("\2\0\0\0\0\0\0", 7);
	open_fails(STATUS_FORMAT, " is no safetensors file: it has 7 bytes; wanted 8 at least");
	write_bytes("\x93NUMPY\x01\0v\0", 10);
	open_fails(STATUS_FORMAT, " is no safetensors file: it begins with a header's length of "
				  "379676406402707 bytes; wanted 100000000 at most");
	write_bytes(most, 8);
	open_fails(STATUS_FORMAT, " is no safetensors file: it begins with a header's length of "
				  "18446744073709551615 bytes; wanted 100000000 at most");
	write_bytes(more, 8);
	open_fails(STATUS_FORMAT, " is no safetensors file: it begins with a header's length of "
				  "100000001 bytes; wanted 100000000 at most");
	write_bytes(largest, 8);
	open_fails(STATUS_FORMAT, " is cut short: its header has 0 of 100000000 bytes");
	unlink(path);
	open_fails(STATUS_IO, " cannot be opened: No such file or directory");
	snprintf(message, sizeof(message), "checkpoint_open: %s is not a regular file", folder);
	FAILS_NULL(STATUS_IO, message, checkpoint_open(folder));
	FAILS_NULL(STATUS_IO, "checkpoint_open: /dev/zero is not a regular file",
		   checkpoint_open("/dev/zero"));
	assert_int_equal(mkfifo(path, 0600), 0);
	open_fails(STATUS_IO, " is not a regular file"); /* and does not hang */
	unlink(path);
	if (geteuid() != 0) { /* root may read all */
		write_bytes("\2\0\0\0\0\0\0\0{}", 10);
		assert_int_equal(chmod(path, 0), 0);
		open_fails(STATUS_IO, " cannot be opened: Permission denied");
	}
	FAILS_NULL(STATUS_ARGUMENT, "checkpoint_open: path is NULL", checkpoint_open(NULL));
}

#define GOOD                                                                                       \
	"{\"a\":{" F32 "\"shape\":[2],\"data_offsets\":[0,8]},"                                    \
	"\"b\":{\"dtype\":\"I32\",\"shape\":[],\"data_offsets\":[8,12]}} "

/* Cut at every length a file is refused; so is one that grew. */
static void test_truncated(void **state)
{
	size_t whole, again;
	(void)state;
	whole = write_safetensors(GOOD, strlen(GOOD), 12);
	unsigned char *bytes = read_bytes(&again);
	assert_int_equal(again, whole);
	for (size_t length = 0; length <= whole + 1; length++) {
		unsigned char longer[512] = {0};
		memcpy(longer, bytes, whole);
		write_bytes(longer, length);
		error_clear();
		Checkpoint *file = checkpoint_open(path);
		assert_int_equal(file != NULL, length == whole);
		assert_int_equal(error_status(), file ? STATUS_OK : STATUS_FORMAT);
		assert_true(file || strstr(error_message(), path));
		checkpoint_close(file);
	}
	/* and one that is cut once it is open */
	write_bytes(bytes, whole);
	Checkpoint *file = checkpoint_open(path);
	assert_int_equal(truncate(path, (off_t)whole - 1), 0);
	char message[512];
	snprintf(message, sizeof(message),
		 "checkpoint_read: %s is cut short: its data has 3 of 4 bytes", path);
	FOR_EACH_DEVICE(d)
	{
		FAILS_NULL(STATUS_FORMAT, message, checkpoint_read(file, 1, d));
	}
	checkpoint_close(file);
	free(bytes);
}

/* Any byte of the head changed to anything gives a file that covers its data, or a message. */
static void test_changed_bytes(void **state)
{
	static const unsigned char values[] = {0,   1,   '"', '[', ']', '{', '}',  ',',  ':',
					       '0', '9', '-', '.', 'e', ' ', '\\', 0x7f, 0xff};
	size_t whole, again;
	int good = 0;
	(void)state;
	whole = write_safetensors(GOOD, strlen(GOOD), 12);
	unsigned char *bytes = read_bytes(&again);
	for (size_t at = 0; at < whole - 12; at++)
		for (size_t v = 0; v < sizeof(values); v++) {
			unsigned char kept = bytes[at];
			size_t covered = 0;
			bytes[at] = values[v];
			write_bytes(bytes, whole);
			bytes[at] = kept;
			error_clear();
			Checkpoint *file = checkpoint_open(path);
			assert_int_equal(file == NULL, error_message()[0] != '\0');
			assert_null(strchr(error_message(), '\n'));
			for (int i = 0; i < checkpoint_count(file); i++) {
				Tensor *read = checkpoint_read(file, i, test_devices[i % 3]);
				assert_non_null(read);
				covered += tensor_bytes(read);
				tensor_free(read);
			}
			assert_int_equal(covered, file ? 12 : 0);
			good += file != NULL;
			checkpoint_close(file);
		}
	assert_in_range(good, 20, 600); /* another name is fine */
	free(bytes);
}

static void test_misuse(void **state)
{
	char message[512];
	(void)state;
	write_safetensors(GOOD, strlen(GOOD), 12);
	Checkpoint *file = checkpoint_open(path);
	snprintf(message, sizeof(message), "checkpoint_read: %s has no tensor 2; it has 2", path);
	FAILS_NULL(STATUS_ARGUMENT, message, checkpoint_read(file, 2, device_cpu()));
	snprintf(message, sizeof(message), "checkpoint_read: %s has no tensor -1; it has 2", path);
	FAILS_NULL(STATUS_ARGUMENT, message, checkpoint_read(file, -1, device_cpu()));
	FAILS_NULL(STATUS_DEVICE,
		   "checkpoint_read: gpu:7 does not exist; there are 2 GPUs, gpu:0 to gpu:1",
		   checkpoint_read(file, 0, device_gpu(7)));
	FAILS_NULL(STATUS_ARGUMENT, "checkpoint_read: checkpoint is NULL",
		   checkpoint_read(NULL, 0, device_cpu()));
	assert_null(checkpoint_name(file, 2));
	assert_null(checkpoint_name(file, -1));
	assert_int_equal(checkpoint_shape(file, 2).rank, 0);
	assert_int_equal(checkpoint_dtype(file, 2), DTYPE_FLOAT32);
	assert_int_equal(checkpoint_find(file, "c"), -1);
	assert_int_equal(checkpoint_find(file, NULL), -1);
	checkpoint_close(file);
	assert_int_equal(checkpoint_count(NULL), 0);
	assert_null(checkpoint_name(NULL, 0));
	assert_int_equal(checkpoint_find(NULL, "a"), -1);
	checkpoint_close(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_teardown(test_good_files, nothing_left),
		cmocka_unit_test_teardown(test_order_of_bytes, nothing_left),
		cmocka_unit_test_teardown(test_bad_json, nothing_left),
		cmocka_unit_test_teardown(test_bad_tensors, nothing_left),
		cmocka_unit_test_teardown(test_bad_cover, nothing_left),
		cmocka_unit_test_teardown(test_hostile_text, nothing_left),
		cmocka_unit_test_teardown(test_limits, nothing_left),
		cmocka_unit_test_teardown(test_foreign_files, nothing_left),
		cmocka_unit_test_teardown(test_truncated, nothing_left),
		cmocka_unit_test_teardown(test_changed_bytes, nothing_left),
		cmocka_unit_test_teardown(test_misuse, nothing_left),
	};
	setenv("SIMCUDA_MACHINE", "2xa100", 1);
	return cmocka_run_group_tests_name("checkpoint files", tests, files_setup, files_teardown);
}
