/* checkpoint.c - a safetensors file opened, asked and read.
 *
 * The file stays open, so what was checked is what is read, also when another file has taken its
 * name since. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "framework/src/checkpoint/checkpoint_private.h"
#include "framework/src/checkpoint/checkpoint_stage.h"
#include "framework/src/base/file.h"
#include "framework/src/tensor/tensor_private.h"

struct Checkpoint {
	int file;
	char *path;
	int64_t start; /* of the bytes behind the header */
	Entries entries;
};

static int check_length(const char *path, uint64_t length, int64_t file_bytes)
{
	if (length > HEADER_MOST)
		return error_set(STATUS_FORMAT,
				 "%s is no safetensors file: it begins with a header's length of "
				 "%llu bytes; wanted %zu at most",
				 path, (unsigned long long)length, HEADER_MOST);
	if ((int64_t)length > file_bytes - PREFIX_BYTES)
		return error_set(
			STATUS_FORMAT, "%s is cut short: its header has %lld of %llu bytes", path,
			(long long)(file_bytes - PREFIX_BYTES), (unsigned long long)length);
	return STATUS_OK;
}

static int read_header(Checkpoint *checkpoint, int64_t file_bytes)
{
	unsigned char prefix[PREFIX_BYTES];
	uint64_t length = 0;
	const char *path = checkpoint->path;
	if (file_bytes < PREFIX_BYTES)
		return error_set(STATUS_FORMAT,
				 "%s is no safetensors file: it has %lld bytes; wanted 8 at least",
				 path, (long long)file_bytes);
	if (file_read_part(checkpoint->file, path, "prefix", prefix, PREFIX_BYTES, 0) < 0)
		return error_passed_on();
	for (int i = PREFIX_BYTES - 1; i >= 0; i--)
		length = length << 8 | prefix[i];
	if (check_length(path, length, file_bytes) < 0)
		return error_passed_on();
	char *text = malloc(length + 1);
	if (!text)
		return error_set(STATUS_MEMORY, "the host has no memory for the header of %s",
				 path);
	checkpoint->start = PREFIX_BYTES + (int64_t)length;
	int status = file_read_part(checkpoint->file, path, "header", text, length, PREFIX_BYTES);
	if (status == STATUS_OK)
		status = entries_read(&checkpoint->entries, path, text, length,
				      file_bytes - checkpoint->start);
	free(text);
	return status;
}

Checkpoint *checkpoint_start(const char *path)
{
	int64_t bytes;
	int file = file_open(path, &bytes);
	if (file < 0)
		return NULL;
	Checkpoint *checkpoint = calloc(1, sizeof(*checkpoint));
	char *copy = strdup(path);
	if (!checkpoint || !copy) {
		error_set(STATUS_MEMORY, "the host has no memory to open %s", path);
		free(copy);
		free(checkpoint);
		close(file);
		return NULL;
	}
	checkpoint->file = file;
	checkpoint->path = copy;
	if (read_header(checkpoint, bytes) < 0) {
		checkpoint_end(checkpoint);
		return NULL;
	}
	return checkpoint;
}

void checkpoint_end(Checkpoint *checkpoint)
{
	if (!checkpoint)
		return;
	entries_free(&checkpoint->entries);
	close(checkpoint->file);
	free(checkpoint->path);
	free(checkpoint);
}

Checkpoint *checkpoint_open(const char *path)
{
	error_begin(__func__);
	if (!path) {
		error_null("path");
		return NULL;
	}
	return checkpoint_start(path);
}

void checkpoint_close(Checkpoint *checkpoint)
{
	checkpoint_end(checkpoint);
}

int checkpoint_count(const Checkpoint *checkpoint)
{
	return checkpoint ? checkpoint->entries.count : 0;
}

static const Entry *entry_at(const Checkpoint *checkpoint, int index)
{
	return index >= 0 && index < checkpoint_count(checkpoint)
		       ? &checkpoint->entries.entry[index]
		       : NULL;
}

const char *checkpoint_name(const Checkpoint *checkpoint, int index)
{
	const Entry *entry = entry_at(checkpoint, index);
	return entry ? entry->name : NULL;
}

Shape checkpoint_shape(const Checkpoint *checkpoint, int index)
{
	const Entry *entry = entry_at(checkpoint, index);
	return entry ? entry->shape : SHAPE_SCALAR;
}

Dtype checkpoint_dtype(const Checkpoint *checkpoint, int index)
{
	const Entry *entry = entry_at(checkpoint, index);
	return entry ? entry->dtype : DTYPE_FLOAT32;
}

int checkpoint_find(const Checkpoint *checkpoint, const char *name)
{
	if (!checkpoint || !name)
		return -1;
	const Entry *entry = entries_find(&checkpoint->entries, name);
	return entry ? (int)(entry - checkpoint->entries.entry) : -1;
}

static Place place_of(const Checkpoint *checkpoint, int index, Tensor *tensor)
{
	return (Place){tensor, checkpoint->start + checkpoint->entries.entry[index].begin};
}

Tensor *checkpoint_read(const Checkpoint *checkpoint, int index, Device device)
{
	error_begin(__func__);
	if (!checkpoint) {
		error_null("checkpoint");
		return NULL;
	}
	const Entry *entry = entry_at(checkpoint, index);
	if (!entry) {
		error_set(STATUS_ARGUMENT, "%s has no tensor %d; it has %d", checkpoint->path,
			  index, checkpoint->entries.count);
		return NULL;
	}
	Tensor *tensor = tensor_create(entry->shape, entry->dtype, device);
	if (!tensor)
		return NULL;
	Place place = place_of(checkpoint, index, tensor);
	if (stage_read(checkpoint->file, checkpoint->path, &place, 1) < 0) {
		tensor_free(tensor);
		return NULL;
	}
	return tensor;
}

int checkpoint_fill(const Checkpoint *checkpoint, Tensor *const *tensors)
{
	int count = checkpoint->entries.count;
	Place *places = calloc((size_t)count + 1, sizeof(*places));
	if (!places)
		return error_set(STATUS_MEMORY, "the host has no memory to read %s",
				 checkpoint->path);
	for (int i = 0; i < count; i++)
		places[i] = place_of(checkpoint, i, tensors[i]);
	int status = stage_read(checkpoint->file, checkpoint->path, places, count);
	free(places);
	return status;
}
