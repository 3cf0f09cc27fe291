/* dataset.c - reads .npy files of format version 1.0, as the kit's data sets are: 6 bytes of magic,
 * 2 of version, 2 of header length, a header, and then the elements, row by row. The header's text
 * is read by the framework's own npy_header.c. */
#include "grader/judge/dataset.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "framework/src/data/npy.h"
#include "grader/judge/judge_state.h"
#include "usegpu/error.h"

#define MOST_BYTES (16 << 20)
#define START      10 /* bytes before the header */
#define ELEMENT    4  /* bytes */

const char *dataset_parse(const char *bytes, size_t count, Dtype type, int64_t *rows,
			  int64_t *columns, const char **elements)
{
	Dtype dtype = DTYPE_FLOAT32;
	Shape shape = SHAPE_SCALAR;
	size_t length;
	int64_t wanted;

	if (count < START || memcmp(bytes, npy_magic, sizeof npy_magic) != 0 || bytes[6] != 1 ||
	    bytes[7] != 0)
		return "it is no .npy file of version 1.0";
	length = (size_t)(unsigned char)bytes[8] | (size_t)(unsigned char)bytes[9] << 8;
	if (length > NPY_HEADER_MOST || length > count - START)
		return "its header is cut short or too long";
	if (npy_parse_header("its text", bytes + START, length, &dtype, &shape) < 0)
		return error_message();
	if (dtype != type)
		return "its elements are of another type";
	if (shape.rank != 1 && shape.rank != 2)
		return "its shape is not that of a vector or a matrix";
	*rows = shape.dim[0];
	*columns = shape.rank == 2 ? shape.dim[1] : 1;
	if (__builtin_mul_overflow(*rows, *columns, &wanted) ||
	    (uint64_t)wanted != (count - START - length) / ELEMENT ||
	    (count - START - length) % ELEMENT != 0)
		return "it has not as many elements as its shape says";
	*elements = bytes + START + length;
	return NULL;
}

/* The whole file in memory of the judge, *count bytes; NULL: it cannot be read. */
static char *file_read(Judge *j, const char *path, size_t *count)
{
	FILE *file = fopen(path, "rbe");
	struct stat about;

	if (!file)
		return NULL;
	if (fstat(fileno(file), &about) < 0 || about.st_size > MOST_BYTES) {
		fclose(file);
		return NULL;
	}
	char *bytes = judge_memory(j, (size_t)about.st_size + 1);

	*count = fread(bytes, 1, (size_t)about.st_size, file);
	int bad = ferror(file);

	fclose(file);
	return bad ? NULL : bytes;
}

static const void *array_read(Judge *j, const char *path, Dtype type, int64_t *rows,
			      int64_t *columns)
{
	const char *whole = judge_text(j, "%s/%s", j->options->root, path), *elements = NULL,
		   *problem;
	size_t count = 0;
	const char *bytes = file_read(j, whole, &count);

	if (!bytes)
		judge_leave(j, VERDICT_ERROR, "%s cannot be read", path);
	problem = dataset_parse(bytes, count, type, rows, columns, &elements);
	if (!elements)
		judge_leave(j, VERDICT_ERROR, "%s: %s", path, problem);
	if ((uintptr_t)elements % ELEMENT == 0)
		return elements;
	size_t size = (size_t)(*rows * *columns) * ELEMENT;
	void *copy = judge_memory(j, size + 1);

	/* cppcheck-suppress nullPointerRedundantCheck ; judge_leave() does not return */
	return memcpy(copy, elements, size); /* aligned */
}

const float *dataset_floats(Judge *j, const char *path, int64_t *rows, int64_t *columns)
{
	return array_read(j, path, DTYPE_FLOAT32, rows, columns);
}

const int32_t *dataset_ints(Judge *j, const char *path, int64_t *rows, int64_t *columns)
{
	return array_read(j, path, DTYPE_INT32, rows, columns);
}
