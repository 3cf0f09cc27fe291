/* npy.c - tensors in files: reading and writing .npy.
 *
 * A file is the prefix (magic, version, length of the header), the header (npy_header.c), and the
 * elements, to the last byte. Reading believes nothing before it is checked: the size of the file
 * is compared with what the header promises before memory is taken for it. */
#include "framework/src/data/npy.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "framework/src/base/file.h"
#include "framework/src/tensor/tensor_private.h"

static unsigned number_at(const unsigned char *bytes, int count)
{
	unsigned value = 0;
	for (int i = count - 1; i >= 0; i--)
		value = value << 8 | bytes[i];
	return value;
}

/* Prefix and header; *start is where the elements begin. */
static int read_header(int file, const char *path, Dtype *dtype, Shape *shape, int64_t *start)
{
	unsigned char prefix[NPY_PREFIX_BYTES] = {0};
	char text[NPY_HEADER_MOST];
	int64_t came = file_read_at(file, prefix, 8, 0);
	if (came < 0)
		return file_error(path, "read");
	if (memcmp(prefix, npy_magic, came < 6 ? (size_t)came : 6) != 0 || came == 0)
		return error_set(STATUS_FORMAT,
				 "%s is no .npy file: it does not begin with "
				 "\\x93NUMPY",
				 path);
	if (came < 8)
		return error_set(STATUS_FORMAT, "%s is cut short: its prefix has %lld of 10 bytes",
				 path, (long long)came);
	int major = prefix[6], minor = prefix[7];
	if (major < 1 || major > 3 || minor != 0)
		return error_set(STATUS_FORMAT,
				 "%s is of .npy version %d.%d; wanted 1.0, 2.0 or 3.0", path, major,
				 minor);
	int digits = major == 1 ? 2 : 4;
	if (file_read_part(file, path, "prefix", prefix + 8, (size_t)digits, 8) < 0)
		return error_passed_on();
	unsigned length = number_at(prefix + 8, digits);
	if (length > NPY_HEADER_MOST)
		return error_set(STATUS_FORMAT, "%s has a header of %u bytes; wanted %d at most",
				 path, length, NPY_HEADER_MOST);
	if (file_read_part(file, path, "header", text, length, 8 + digits) < 0)
		return error_passed_on();
	*start = 8 + digits + (int64_t)length;
	return npy_parse_header(path, text, length, dtype, shape);
}

/* Reads the elements into a new tensor of the CPU. */
static Tensor *read_elements(int file, const char *path, int64_t file_bytes)
{
	Dtype dtype = DTYPE_FLOAT32;
	Shape shape = SHAPE_SCALAR;
	int64_t start = 0, count;
	if (read_header(file, path, &dtype, &shape, &start) < 0 || shape_count(shape, &count) < 0)
		return NULL;
	int64_t wanted = count * (int64_t)ELEMENT_BYTES, found = file_bytes - start;
	if (found != wanted) {
		error_set(STATUS_FORMAT,
			  "%s %s: shape %s of %s wants %lld bytes of elements, found %lld", path,
			  found < wanted ? "is cut short" : "is too long", text_shape(shape).text,
			  text_dtype(dtype), (long long)wanted, (long long)found);
		return NULL;
	}
	Tensor *tensor = tensor_create(shape, dtype, device_cpu());
	if (tensor && wanted > 0 &&
	    file_read_part(file, path, "data", tensor->data, (size_t)wanted, start) < 0) {
		tensor_free(tensor);
		return NULL;
	}
	return tensor;
}

Tensor *tensor_load(const char *path, Device device)
{
	error_begin(__func__);
	if (!path) {
		error_null("path");
		return NULL;
	}
	if (device_require(device) < 0)
		return NULL;
	int64_t bytes;
	int file = file_open(path, &bytes);
	if (file < 0)
		return NULL;
	Tensor *tensor = read_elements(file, path, bytes);
	close(file);
	return tensor_moved(tensor, device);
}

static int save_elements(const char *path, const Tensor *tensor, const void *elements)
{
	char header[NPY_WRITTEN_MOST];
	size_t length = npy_format_header(tensor->dtype, tensor->shape, header);
	NewFile new;
	if (new_file_create(&new, path) < 0)
		return error_passed_on();
	if (file_write_at(new.file, header, length, 0) &&
	    file_write_at(new.file, elements, tensor_bytes(tensor), (int64_t)length))
		return new_file_finish(&new);
	int status = file_error(path, "written");
	new_file_drop(&new);
	return status;
}

int tensor_save(const char *path, const Tensor *tensor)
{
	error_begin(__func__);
	if (!path || !tensor)
		return error_null(path ? "tensor" : "path");
	if (tensor->device.kind == DEVICE_CPU)
		return save_elements(path, tensor, tensor->data);
	void *elements = malloc(tensor->count ? tensor_bytes(tensor) : 1);
	if (!elements)
		return error_set(STATUS_MEMORY, "the host has no memory for a copy of %s",
				 text_bytes(tensor_bytes(tensor)).text);
	int status = tensor_fetch(tensor, elements);
	if (status == STATUS_OK)
		status = save_elements(path, tensor, elements);
	free(elements);
	return status;
}
