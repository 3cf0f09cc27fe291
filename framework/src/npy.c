/* npy.c - tensors in files: reading and writing .npy.
 *
 * A file is the prefix (magic, version, length of the header), the header (npy_header.c), and the
 * elements, to the last byte. Reading believes nothing before it is checked: the size of the file
 * is compared with what the header promises before memory is taken for it. Writing makes a file
 * with a name of its own beside the target, and renames it only when everything is on the disk. */
#include "npy.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tensor_private.h"

static int io_error(const char *path, const char *what)
{
	return error_set(STATUS_IO, "%s cannot be %s: %s", path, what, strerror(errno));
}

/* Reads `bytes` bytes unless the file ends or fails before that; returns how many came, -1 when
 * reading failed. */
static int64_t read_all(int file, void *to, size_t bytes)
{
	size_t done = 0;
	while (done < bytes) {
		ssize_t came = read(file, (char *)to + done, bytes - done);
		if (came == 0)
			break;
		if (came < 0 && errno != EINTR)
			return -1;
		done += came > 0 ? (size_t)came : 0;
	}
	return (int64_t)done;
}

static bool write_all(int file, const void *from, size_t bytes)
{
	size_t done = 0;
	while (done < bytes) {
		ssize_t went = write(file, (const char *)from + done, bytes - done);
		if (went < 0 && errno != EINTR)
			return false;
		done += went > 0 ? (size_t)went : 0;
	}
	return true;
}

/* Reads exactly `bytes` bytes; a shorter file is cut short. */
static int read_part(int file, const char *path, const char *part, void *to, size_t bytes)
{
	int64_t came = read_all(file, to, bytes);
	if (came < 0)
		return io_error(path, "read");
	if ((size_t)came < bytes)
		return error_set(STATUS_FORMAT, "%s is cut short: its %s has %lld of %zu bytes",
				 path, part, (long long)came, bytes);
	return STATUS_OK;
}

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
	int64_t came = read_all(file, prefix, 8);
	if (came < 0)
		return io_error(path, "read");
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
	if (read_part(file, path, "prefix", prefix + 8, (size_t)digits) < 0)
		return error_passed_on();
	unsigned length = number_at(prefix + 8, digits);
	if (length > NPY_HEADER_MOST)
		return error_set(STATUS_FORMAT, "%s has a header of %u bytes; wanted %d at most",
				 path, length, NPY_HEADER_MOST);
	if (read_part(file, path, "header", text, length) < 0)
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
	    read_part(file, path, "data", tensor->data, (size_t)wanted) < 0) {
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
	/* Without O_NONBLOCK, opening a pipe would wait for its other end. */
	int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (file < 0) {
		io_error(path, "opened");
		return NULL;
	}
	struct stat found;
	Tensor *tensor = NULL;
	if (fstat(file, &found) != 0)
		io_error(path, "read");
	else if (!S_ISREG(found.st_mode))
		error_set(STATUS_IO, "%s is not a regular file", path);
	else
		tensor = read_elements(file, path, found.st_size);
	close(file);
	return tensor_moved(tensor, device);
}

/* A new file beside `path`; its name is in out[]. Returns the open file, -1 when that failed. */
static int create_beside(const char *path, char *out, size_t size)
{
	static atomic_uint serial;
	const char *slash = strrchr(path, '/');
	int folder = slash ? (int)(slash + 1 - path) : 0;
	int length = snprintf(out, size, "%.*s.usegpu-%ld-%u", folder, path, (long)getpid(),
			      atomic_fetch_add(&serial, 1));
	if (length < 0 || (size_t)length >= size) {
		errno = ENAMETOOLONG;
		return -1;
	}
	return open(out, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
}

/* Header and elements, down to the disk. */
static bool write_file(int file, const Tensor *tensor, const void *elements)
{
	char header[NPY_WRITTEN_MOST];
	size_t bytes = npy_format_header(tensor->dtype, tensor->shape, header);
	return write_all(file, header, bytes) && write_all(file, elements, tensor_bytes(tensor)) &&
	       fsync(file) == 0;
}

/* Where a new file takes the place of an old one: behind a link, so that the link stays, and never
 * in place of a device, a pipe or a folder. *mode gets the old file's permissions, 0 for none. */
static int find_target(const char *path, char target[PATH_MAX], mode_t *mode)
{
	struct stat found;
	*mode = 0;
	if (stat(path, &found) == 0) {
		if (!S_ISREG(found.st_mode))
			return error_set(STATUS_IO, "%s is not a regular file", path);
		*mode = found.st_mode & 07777;
		return realpath(path, target) ? STATUS_OK : io_error(path, "written");
	}
	if (errno != ENOENT)
		return io_error(path, "written");
	if (lstat(path, &found) == 0)
		return error_set(STATUS_IO, "%s is a link to a file that does not exist", path);
	snprintf(target, PATH_MAX, "%s", path); /* one that is too long was an error of stat */
	return STATUS_OK;
}

static int save_elements(const char *path, const Tensor *tensor, const void *elements)
{
	char beside[PATH_MAX], target[PATH_MAX];
	mode_t mode;
	int status = find_target(path, target, &mode);
	if (status != STATUS_OK)
		return status;
	int file = create_beside(target, beside, sizeof(beside));
	if (file < 0)
		return io_error(path, "written");
	bool written = write_file(file, tensor, elements) && (!mode || fchmod(file, mode) == 0);
	int error = errno;
	if (close(file) != 0 && written) {
		written = false;
		error = errno;
	}
	if (written && rename(beside, target) == 0)
		return STATUS_OK;
	errno = written ? errno : error;
	status = io_error(path, "written");
	unlink(beside);
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
