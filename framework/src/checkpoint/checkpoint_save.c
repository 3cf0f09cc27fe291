/* checkpoint_save.c - tensors into a safetensors file, in the order in which they are given. */
#include <stdlib.h>

#include "framework/src/checkpoint/checkpoint_private.h"
#include "framework/src/checkpoint/checkpoint_stage.h"
#include "framework/src/base/file.h"
#include "framework/src/tensor/tensor_private.h"

/* What the tensors' bytes will be, one behind the other from 0 on. */
static int list_entries(Entry *entries, const char *const *names, const Tensor *const *tensors,
			int count)
{
	int64_t at = 0;
	for (int i = 0; i < count; i++) {
		if (!tensors[i])
			return error_set(STATUS_ARGUMENT, "tensor %d is NULL", i);
		entries[i] = (Entry){.name = names[i],
				     .dtype = tensors[i]->dtype,
				     .shape = tensors[i]->shape,
				     .begin = at};
		if (__builtin_add_overflow(at, (int64_t)tensor_bytes(tensors[i]), &at))
			return error_set(STATUS_ARGUMENT,
					 "the tensors have more bytes than any file");
		entries[i].end = at;
	}
	return STATUS_OK;
}

static int write_file(const char *path, const char *header, size_t header_bytes,
		      const Place *places, int count)
{
	NewFile new;
	if (new_file_create(&new, path) < 0)
		return error_passed_on();
	int status = file_write_at(new.file, header, header_bytes, 0) ? STATUS_OK
								      : file_error(path, "written");
	if (status == STATUS_OK)
		status = stage_write(new.file, path, places, count);
	if (status == STATUS_OK)
		return new_file_finish(&new);
	new_file_drop(&new);
	return status;
}

static int write_listed(const char *path, const Entry *entries, const Tensor *const *tensors,
			Place *places, int count)
{
	size_t header_bytes;
	char *header = entries_write(entries, count, &header_bytes);
	if (!header)
		return error_passed_on();
	for (int i = 0; i < count; i++) /* tensors are only read */
		places[i] = (Place){(Tensor *)(uintptr_t)tensors[i],
				    (int64_t)header_bytes + entries[i].begin};
	int status = write_file(path, header, header_bytes, places, count);
	free(header);
	return status;
}

int checkpoint_write(const char *path, const char *const *names, const Tensor *const *tensors,
		     int count)
{
	if (!path)
		return error_null("path");
	if (count < 0 || count > CHECKPOINT_MAX_TENSORS)
		return error_set(STATUS_ARGUMENT, "the count is %d; wanted 0 to %d", count,
				 CHECKPOINT_MAX_TENSORS);
	if (count > 0 && (!names || !tensors))
		return error_null(names ? "tensors" : "names");
	Entry *entries = calloc((size_t)count + 1, sizeof(*entries));
	Place *places = calloc((size_t)count + 1, sizeof(*places));
	int status = entries && places
			     ? list_entries(entries, names, tensors, count)
			     : error_set(STATUS_MEMORY, "the host has no memory to list %d tensors",
					 count);
	if (status == STATUS_OK)
		status = write_listed(path, entries, tensors, places, count);
	free(places);
	free(entries);
	return status;
}

int checkpoint_save(const char *path, const char *const *names, const Tensor *const *tensors,
		    int count)
{
	error_begin(__func__);
	return checkpoint_write(path, names, tensors, count);
}
