/* checkpoint_header.c - the header of a safetensors file, read and checked.
 *
 * It is one JSON object: a tensor's name gives {"dtype": "F32", "shape": [2, 3], "data_offsets":
 * [0, 24]}, and "__metadata__", which may be missing, a map of strings. Source of the rules:
 * github.com/huggingface/safetensors, "Format" in its README. The ranges have to cover all bytes
 * behind the header, none of them twice, in whatever order the names come. Keys of a tensor beyond
 * the three are passed over, as the format's own reader does.
 *
 * The header may be hostile, so nothing is taken on trust: jansson refuses keys that come twice,
 * zero bytes in names, what is no UTF-8 and numbers beyond 64 bits, and limits how deep values
 * nest; how many values there are is limited here, before memory is taken for them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "framework/src/checkpoint/checkpoint_private.h"
#include "framework/src/tensor/tensor_private.h"

#define VALUES_MOST (64 * CHECKPOINT_MAX_TENSORS) /* some 10 for each tensor are usual */

/* The file and the tensor that messages are about. */
typedef struct Reader {
	const char *path, *name;
} Reader;

#define refuse(r, format, ...)                                                                     \
	error_set(STATUS_FORMAT, "%s: tensor %s " format, (r)->path, text_name((r)->name).text,    \
		  __VA_ARGS__)

static int no_memory(void)
{
	return error_set(STATUS_MEMORY, "the host has no memory for the header of a file");
}

Text text_name(const char *name)
{
	Text out;
	size_t most = 80, length = strlen(name);
	if (length > most) /* not in the middle of a character */
		for (length = most; length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80;)
			length--;
	snprintf(out.text, sizeof(out.text), "\"%.*s%s\"", (int)length, name,
		 name[length] ? "..." : "");
	return out;
}

static const char *type_of(const json_t *value)
{
	static const char *const names[] = {
		[JSON_OBJECT] = "an object",   [JSON_ARRAY] = "an array",
		[JSON_STRING] = "a string",    [JSON_INTEGER] = "a whole number",
		[JSON_REAL] = "a real number", [JSON_TRUE] = "true",
		[JSON_FALSE] = "false",        [JSON_NULL] = "null",
	};
	return value ? names[json_typeof(value)] : "missing";
}

/* Element i of the array that is called `what`: a whole number, not negative. */
static int read_number(const Reader *r, const char *what, const json_t *array, size_t i,
		       int64_t *out)
{
	const json_t *value = json_array_get(array, i);
	if (!json_is_integer(value))
		return refuse(r, "has %s in its %s; wanted whole numbers", type_of(value), what);
	*out = json_integer_value(value);
	if (*out < 0)
		return refuse(r, "has %lld in its %s; wanted no negative number", (long long)*out,
			      what);
	return STATUS_OK;
}

static int read_dtype(const Reader *r, const json_t *value, Dtype *dtype)
{
	const char *text = json_string_value(value);
	if (!text)
		return refuse(r, "has a dtype that is %s; wanted \"F32\" or \"I32\"",
			      type_of(value));
	if (strcmp(text, "F32") != 0 && strcmp(text, "I32") != 0)
		return refuse(r, "is of dtype %s; wanted \"F32\" or \"I32\"", text_name(text).text);
	*dtype = text[0] == 'F' ? DTYPE_FLOAT32 : DTYPE_INT32;
	return STATUS_OK;
}

static int read_shape(const Reader *r, const json_t *value, Shape *shape)
{
	size_t rank = json_array_size(value);
	if (!json_is_array(value))
		return refuse(r, "has a shape that is %s; wanted an array", type_of(value));
	if (rank > TENSOR_MAX_RANK)
		return refuse(r, "has %zu dimensions; wanted %d at most", rank, TENSOR_MAX_RANK);
	shape->rank = (int)rank;
	for (size_t i = 0; i < rank; i++)
		if (read_number(r, "shape", value, i, &shape->dim[i]) < 0)
			return error_passed_on();
	return STATUS_OK;
}

static int read_range(const Reader *r, const json_t *value, int64_t data_bytes, Entry *entry)
{
	if (!json_is_array(value))
		return refuse(r, "has data_offsets that are %s; wanted an array of two numbers",
			      type_of(value));
	if (json_array_size(value) != 2)
		return refuse(r, "has %zu data_offsets; wanted two", json_array_size(value));
	if (read_number(r, "data_offsets", value, 0, &entry->begin) < 0 ||
	    read_number(r, "data_offsets", value, 1, &entry->end) < 0)
		return error_passed_on();
	if (entry->begin > entry->end)
		return refuse(r, "begins at byte %lld, behind its end at byte %lld",
			      (long long)entry->begin, (long long)entry->end);
	if (entry->end > data_bytes)
		return refuse(r, "ends at byte %lld of the data, of which there are only %lld",
			      (long long)entry->end, (long long)data_bytes);
	return STATUS_OK;
}

static int read_entry(const Reader *r, const json_t *value, int64_t data_bytes, Entry *entry)
{
	int64_t count;
	if (!json_is_object(value))
		return refuse(r, "is %s; wanted an object", type_of(value));
	if (read_dtype(r, json_object_get(value, "dtype"), &entry->dtype) < 0 ||
	    read_shape(r, json_object_get(value, "shape"), &entry->shape) < 0 ||
	    read_range(r, json_object_get(value, "data_offsets"), data_bytes, entry) < 0)
		return error_passed_on();
	if (shape_count(entry->shape, &count) < 0)
		return refuse(r, "of shape %s has more elements than any memory",
			      text_shape(entry->shape).text);
	int64_t wanted = count * (int64_t)ELEMENT_BYTES, found = entry->end - entry->begin;
	if (found != wanted)
		return refuse(r, "of shape %s wants %lld bytes; its data_offsets give it %lld",
			      text_shape(entry->shape).text, (long long)wanted, (long long)found);
	return STATUS_OK;
}

static int check_metadata(const char *path, json_t *metadata)
{
	const char *key;
	json_t *value;
	if (!json_is_object(metadata))
		return error_set(STATUS_FORMAT, "%s: %s is %s; wanted an object of strings", path,
				 METADATA_NAME, type_of(metadata));
	json_object_foreach(metadata, key, value)
	{
		if (!json_is_string(value))
			return error_set(STATUS_FORMAT,
					 "%s: %s has %s for %s; wanted a string only", path,
					 METADATA_NAME, type_of(value), text_name(key).text);
	}
	return STATUS_OK;
}

/* By their bytes; entries of equal ranges, which are empty, stay as the header has them. */
static int compare_ranges(const void *a, const void *b)
{
	const Entry *x = a, *y = b;
	if (x->begin != y->begin)
		return x->begin < y->begin ? -1 : 1;
	if (x->end != y->end)
		return x->end < y->end ? -1 : 1;
	return x->place - y->place;
}

static int compare_names(const void *a, const void *b)
{
	const Entry *const *x = a, *const *y = b;
	return strcmp((*x)->name, (*y)->name);
}

/* All bytes behind the header belong to one tensor each. */
static int check_cover(const char *path, const Entries *entries, int64_t data_bytes)
{
	int64_t covered = 0;
	for (int i = 0; i < entries->count; i++) {
		const Entry *entry = &entries->entry[i];
		Reader r = {path, entry->name};
		if (entry->begin > covered)
			return refuse(&r, "begins at byte %lld; no tensor has the %lld before it",
				      (long long)entry->begin, (long long)(entry->begin - covered));
		if (entry->begin < covered)
			return refuse(&r, "overlaps %s: it begins at byte %lld, which ends at %lld",
				      text_name(entries->entry[i - 1].name).text,
				      (long long)entry->begin, (long long)covered);
		covered = entry->end;
	}
	if (covered < data_bytes)
		return error_set(STATUS_FORMAT, "%s is too long: no tensor has its last %lld bytes",
				 path, (long long)(data_bytes - covered));
	return STATUS_OK;
}

/* No more values than commas and brackets say; those in strings count as well. */
static int check_values(const char *path, const char *text, size_t length)
{
	size_t values = 0;
	for (size_t i = 0; i < length; i++)
		values += text[i] == ',' || text[i] == '[' || text[i] == '{';
	if (values > VALUES_MOST)
		return error_set(STATUS_FORMAT,
				 "%s has a header of some %zu values; wanted %d at most", path,
				 values, VALUES_MOST);
	return STATUS_OK;
}

static json_t *read_json(const char *path, const char *text, size_t length)
{
	json_error_t error;
	if (length == 0 || text[0] != '{') {
		error_set(STATUS_FORMAT,
			  "%s is no safetensors file: its header does not begin "
			  "with {",
			  path);
		return NULL;
	}
	if (check_values(path, text, length) < 0)
		return NULL;
	errno = 0; /* jansson's own code for a lack of memory is not set wherever that happens */
	json_t *json = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
	if (!json && errno == ENOMEM)
		no_memory();
	else if (!json)
		error_set(STATUS_FORMAT, "%s: byte %d of its header is wrong: %s", path,
			  error.position, error.text);
	return json;
}

static int read_all(Entries *entries, const char *path, int64_t data_bytes)
{
	const char *name;
	json_t *value;
	json_object_foreach(entries->json, name, value)
	{
		Reader r = {path, name};
		if (strcmp(name, METADATA_NAME) == 0) {
			if (check_metadata(path, value) < 0)
				return error_passed_on();
			continue;
		}
		Entry *entry = &entries->entry[entries->count++];
		*entry = (Entry){.name = name, .place = entries->count};
		if (read_entry(&r, value, data_bytes, entry) < 0)
			return error_passed_on();
	}
	size_t count = (size_t)entries->count;
	qsort(entries->entry, count, sizeof(*entries->entry), compare_ranges);
	if (check_cover(path, entries, data_bytes) < 0)
		return error_passed_on();
	for (size_t i = 0; i < count; i++)
		entries->by_name[i] = &entries->entry[i];
	qsort(entries->by_name, count, sizeof(const Entry *), compare_names);
	return STATUS_OK;
}

int entries_read(Entries *entries, const char *path, const char *text, size_t length,
		 int64_t data_bytes)
{
	*entries = (Entries){.json = read_json(path, text, length)};
	if (!entries->json)
		return error_passed_on();
	size_t metadata = json_object_get(entries->json, METADATA_NAME) != NULL;
	size_t count = json_object_size(entries->json) - metadata;
	int status;
	if (count > CHECKPOINT_MAX_TENSORS)
		status = error_set(STATUS_FORMAT, "%s has %zu tensors; wanted %d at most", path,
				   count, CHECKPOINT_MAX_TENSORS);
	else {
		entries->entry = calloc(count + 1, sizeof(*entries->entry));
		entries->by_name = calloc(count + 1, sizeof(const Entry *));
		status = entries->entry && entries->by_name ? read_all(entries, path, data_bytes)
							    : no_memory();
	}
	if (status < 0)
		entries_free(entries);
	return status;
}

void entries_free(Entries *entries)
{
	free(entries->by_name);
	free(entries->entry);
	json_decref(entries->json);
	*entries = (Entries){0};
}

const Entry *entries_find(const Entries *entries, const char *name)
{
	Entry wanted = {.name = name};
	const Entry *key = &wanted;
	const Entry **found = bsearch(&key, entries->by_name, (size_t)entries->count,
				      sizeof(const Entry *), compare_names);
	return found ? *found : NULL;
}
