/* checkpoint_text.c - the header of a safetensors file, written.
 *
 * One line of JSON without white space, then spaces up to a multiple of 8 bytes, so that the
 * elements behind it are aligned for whoever maps the file into memory. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "framework/src/checkpoint/checkpoint_private.h"

static int no_memory(void)
{
	return error_set(STATUS_MEMORY, "the host has no memory for the header of a file");
}

/* A name that is there already would be replaced without a word. */
static int check_name(const json_t *root, const char *name, int index)
{
	if (!name)
		return error_set(STATUS_ARGUMENT, "the name of tensor %d is NULL", index);
	if (!name[0] || strcmp(name, METADATA_NAME) == 0)
		return error_set(STATUS_ARGUMENT, "tensor %d cannot have the name \"%s\"", index,
				 name);
	if (json_object_get(root, name))
		return error_set(STATUS_ARGUMENT, "two tensors have the name %s",
				 text_name(name).text);
	errno = 0; /* tells the two reasons of NULL apart */
	json_t *text = json_string(name);
	if (!text && errno == ENOMEM)
		return no_memory();
	if (!text)
		return error_set(STATUS_ARGUMENT, "the name of tensor %d, %s, is not UTF-8", index,
				 text_name(name).text);
	json_decref(text);
	return STATUS_OK;
}

static json_t *shape_json(Shape shape)
{
	json_t *array = json_array();
	for (int i = 0; array && i < shape.rank; i++)
		if (json_array_append_new(array, json_integer(shape.dim[i])) != 0) {
			json_decref(array);
			return NULL;
		}
	return array;
}

/* NULL when there is no memory. */
static json_t *entry_json(const Entry *entry)
{
	json_t *object = json_object(), *range = json_array();
	bool good = json_array_append_new(range, json_integer(entry->begin)) == 0 &&
		    json_array_append_new(range, json_integer(entry->end)) == 0 &&
		    json_object_set_new(object, "dtype",
					json_string(entry->dtype == DTYPE_INT32 ? "I32" : "F32")) ==
			    0 &&
		    json_object_set_new(object, "shape", shape_json(entry->shape)) == 0 &&
		    json_object_set(object, "data_offsets", range) == 0;
	json_decref(range);
	if (good)
		return object;
	json_decref(object);
	return NULL;
}

/* The object as text, between prefix and padding. */
static char *write_text(const json_t *root, size_t *bytes)
{
	size_t length = json_dumpb(root, NULL, 0, JSON_COMPACT);
	size_t padded = (length + 7) / 8 * 8;
	if (padded > HEADER_MOST) {
		error_set(STATUS_ARGUMENT, "the names make a header of %zu bytes; %zu at most",
			  padded, HEADER_MOST);
		return NULL;
	}
	char *out = length ? malloc(PREFIX_BYTES + padded) : NULL;
	if (!out || json_dumpb(root, out + PREFIX_BYTES, length, JSON_COMPACT) != length) {
		no_memory();
		free(out);
		return NULL;
	}
	memset(out + PREFIX_BYTES + length, ' ', padded - length);
	for (int i = 0; i < PREFIX_BYTES; i++)
		out[i] = (char)(padded >> (8 * i) & 0xff);
	*bytes = PREFIX_BYTES + padded;
	return out;
}

char *entries_write(const Entry *entry, int count, size_t *bytes)
{
	json_t *root = json_object();
	int status = root ? STATUS_OK : no_memory();
	for (int i = 0; i < count && status == STATUS_OK; i++) {
		status = check_name(root, entry[i].name, i);
		if (status == STATUS_OK &&
		    json_object_set_new(root, entry[i].name, entry_json(&entry[i])) != 0)
			status = no_memory();
	}
	char *out = status == STATUS_OK ? write_text(root, bytes) : NULL;
	json_decref(root);
	return out;
}
