/* fuzz_checkpoint.c - fuzz target: the reader of safetensors files.
 *
 * Input: a file. It is refused with a message, or its tensors are as large as the bytes behind the
 * header, are found by their names, and are read as they stand in the file; and their header,
 * written anew, is read as the same. */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "framework/src/checkpoint/checkpoint_private.h"
#include "framework/simcuda/fuzz/fuzz.h"

/* The file in memory that holds each input in turn, by a name that can be opened. */
static const char *put_file(const uint8_t *data, size_t size)
{
	static char path[64];
	static int file = -1;
	if (file < 0) {
		file = memfd_create("fuzz", MFD_CLOEXEC);
		snprintf(path, sizeof path, "/proc/self/fd/%d", file);
	}
	FUZZ_REQUIRE(file >= 0 && ftruncate(file, 0) == 0 &&
			     pwrite(file, data, size, 0) == (ssize_t)size,
		     "no file in memory");
	return path;
}

static uint64_t header_length(const uint8_t *data)
{
	uint64_t length = 0;
	for (int i = 7; i >= 0; i--)
		length = length << 8 | data[i];
	return length;
}

/* Each tensor has the next bytes of the file; all together have the last one. */
static void check_elements(const Checkpoint *file, const uint8_t *data, size_t size)
{
	size_t at = 8 + (size_t)header_length(data);
	for (int i = 0; i < checkpoint_count(file); i++) {
		Tensor *tensor = checkpoint_read(file, i, device_cpu());
		FUZZ_REQUIRE(tensor, "%s", error_message());
		size_t bytes = tensor_bytes(tensor);
		FUZZ_REQUIRE(at <= size && bytes <= size - at, "tensor %d", i);
		if (bytes > 0)
			FUZZ_REQUIRE(memcmp(tensor_data(tensor), data + at, bytes) == 0,
				     "elements of tensor %d", i);
		at += bytes;
		tensor_free(tensor);
	}
	FUZZ_REQUIRE(at == size, "%zu of %zu bytes", at, size);
}

static void check_same(const Entry *entry, const Checkpoint *file, int i)
{
	Shape shape = checkpoint_shape(file, i);
	FUZZ_REQUIRE(strcmp(entry->name, checkpoint_name(file, i)) == 0, "%s", entry->name);
	FUZZ_REQUIRE(entry->dtype == checkpoint_dtype(file, i), "%s", entry->name);
	FUZZ_REQUIRE(entry->shape.rank == shape.rank, "%s", entry->name);
	for (int k = 0; k < shape.rank; k++)
		FUZZ_REQUIRE(entry->shape.dim[k] == shape.dim[k], "%s", entry->name);
}

/* The entries, written and read again. */
static void check_written(const Checkpoint *file)
{
	int count = checkpoint_count(file);
	Entry *entry = calloc((size_t)count + 1, sizeof *entry);
	Entries again;
	int64_t at = 0;
	size_t bytes;
	FUZZ_REQUIRE(entry, "no memory");
	for (int i = 0; i < count; i++) {
		Shape shape = checkpoint_shape(file, i);
		int64_t size = 4;
		for (int k = 0; k < shape.rank; k++) /* an empty one may have any others */
			size = shape.dim[k] && size
				       ? (int64_t)((uint64_t)size * (uint64_t)shape.dim[k])
				       : 0;
		entry[i] = (Entry){.name = checkpoint_name(file, i),
				   .dtype = checkpoint_dtype(file, i),
				   .shape = shape,
				   .begin = at,
				   .end = at + size};
		at += size;
	}
	char *text = entries_write(entry, count, &bytes);
	if (!text) { /* a name without letters is read, never written */
		bool empty = false;
		for (int i = 0; i < count; i++)
			empty = empty || !entry[i].name[0];
		FUZZ_REQUIRE(empty, "%s", error_message());
		free(entry);
		return;
	}
	FUZZ_REQUIRE(bytes % 8 == 0 && header_length((uint8_t *)text) == bytes - 8, "length");
	FUZZ_REQUIRE(entries_read(&again, "written", text + 8, bytes - 8, at) == 0, "%s",
		     error_message());
	FUZZ_REQUIRE(again.count == count, "%d of %d tensors", again.count, count);
	for (int i = 0; i < count; i++)
		check_same(&again.entry[i], file, i);
	entries_free(&again);
	free(text);
	free(entry);
}

int fuzz_one(const uint8_t *data, size_t size)
{
	error_clear();
	Checkpoint *file = checkpoint_open(put_file(data, size));
	FUZZ_REQUIRE((file != NULL) == (error_message()[0] == '\0'), "%s", error_message());
	FUZZ_REQUIRE(!strchr(error_message(), '\n'), "%s", error_message());
	if (!file) {
		FUZZ_REQUIRE(error_status() == STATUS_FORMAT, "%s", error_message());
		return 0;
	}
	for (int i = 0; i < checkpoint_count(file); i++)
		FUZZ_REQUIRE(checkpoint_find(file, checkpoint_name(file, i)) == i, "tensor %d", i);
	check_elements(file, data, size);
	check_written(file);
	checkpoint_close(file);
	return 0;
}

const unsigned fuzz_examples = 3000;

static size_t put_tensor(char *to, uint64_t *state, int i, unsigned *used)
{
	static const char *const dtypes[] = {"F32", "I32", "F32", "I32", "F32", "I32", "F16", ""};
	unsigned rank = (unsigned)(fuzz_random(state) % 4), count = 1;
	size_t size = (size_t)sprintf(to, "%s\"t%d\":{\"dtype\":\"%s\",\"shape\":[", i ? "," : "",
				      i, dtypes[fuzz_random(state) % 64 / 8]);
	for (unsigned k = 0; k < rank; k++) {
		unsigned dimension = (unsigned)(fuzz_random(state) % 4);
		size += (size_t)sprintf(to + size, "%s%u", k ? "," : "", dimension);
		count *= dimension;
	}
	unsigned end = *used + 4 * count;
	size += (size_t)sprintf(to + size, "],\"data_offsets\":[%u,%u]}", *used, end);
	*used = end;
	return size;
}

/* A good file, of which one in two has some bytes changed. */
size_t fuzz_example(unsigned number, uint8_t *to, size_t room)
{
	static const char changes[] = "\"[]{},:0129-.eE \\\xff";
	uint64_t state = number;
	char header[2048] = "{";
	size_t length = 1;
	unsigned used = 0;
	(void)room; /* 8 + 6 * 100 + 6 * 4 * 27 bytes at most */
	for (int i = 0, count = (int)(fuzz_random(&state) % 6); i < count; i++)
		length += put_tensor(header + length, &state, i, &used);
	header[length++] = '}';
	for (int left = number % 2 ? (int)(fuzz_random(&state) % 3) + 1 : 0; left > 0; left--)
		header[fuzz_random(&state) % length] =
			changes[fuzz_random(&state) % (sizeof changes - 1)];
	for (int i = 0; i < 8; i++)
		to[i] = (uint8_t)(length >> (8 * i));
	memcpy(to + 8, header, length);
	for (unsigned i = 0; i < used; i++)
		to[8 + length + i] = (uint8_t)fuzz_random(&state);
	return 8 + length + used;
}
