/* npy.c - reads .npy files of format version 1.0, as the kit's data sets are: 6 bytes of magic, 2
 * of version, 2 of header length, a header like
 *
 *     {'descr': '<f4', 'fortran_order': False, 'shape': (1433, 64), }
 *
 * and then the elements, row by row. */
#include "npy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "judge_state.h"

#define MOST_BYTES (16 << 20)
#define START      10 /* bytes before the header */
#define ELEMENT    4  /* bytes */

/* What follows the key in the header; NULL if the key is not there. */
static const char *header_find(const char *header, const char *key)
{
	const char *at = strstr(header, key);

	if (at == NULL)
		return NULL;
	at += strlen(key);
	return at + strspn(at, ": ");
}

/* "(1433, 64)" or "(1433,)". */
static int shape_read(const char *text, int64_t *rows, int64_t *columns)
{
	char *end;

	if (text == NULL || *text != '(')
		return -1;
	*rows = strtoll(text + 1, &end, 10);
	if (end == text + 1 || *end != ',' || *rows < 0 || *rows > MOST_BYTES)
		return -1;
	text = end + 1 + strspn(end + 1, " ");
	*columns = 1;
	if (*text == ')')
		return 0;
	*columns = strtoll(text, &end, 10);
	return end != text && *end == ')' && *columns >= 0 && *columns <= MOST_BYTES ? 0 : -1;
}

const char *npy_parse(const char *bytes, size_t count, const char *type, int64_t *rows,
		      int64_t *columns, const char **elements)
{
	char header[512], quoted[8];
	size_t length;

	if (count < START || memcmp(bytes, "\x93NUMPY\x01\x00", 8) != 0)
		return "it is no .npy file of version 1.0";
	length = (size_t)(unsigned char)bytes[8] | (size_t)(unsigned char)bytes[9] << 8;
	if (length >= sizeof header || length > count - START)
		return "its header is cut short or too long";
	memcpy(header, bytes + START, length);
	header[length] = '\0';

	const char *descr = header_find(header, "'descr'");
	const char *order = header_find(header, "'fortran_order'");

	snprintf(quoted, sizeof quoted, "'%s'", type);
	if (descr == NULL || strncmp(descr, quoted, strlen(quoted)) != 0)
		return "its elements are of another type";
	if (order == NULL || strncmp(order, "False", 5) != 0)
		return "it is not in row order";
	if (shape_read(header_find(header, "'shape'"), rows, columns) < 0)
		return "its shape is not that of a vector or a matrix";
	if ((uint64_t)*rows * (uint64_t)*columns != (count - START - length) / ELEMENT ||
	    (count - START - length) % ELEMENT != 0)
		return "it has not as many elements as its shape says";
	*elements = bytes + START + length;
	return NULL;
}

/* The whole file in memory of the judge, *count bytes; NULL: it cannot be read. */
static char *file_read(Judge *j, const char *path, size_t *count)
{
	FILE *file = fopen(path, "rb");

	if (file == NULL)
		return NULL;
	char *bytes = judge_memory(j, MOST_BYTES);

	*count = fread(bytes, 1, MOST_BYTES, file);
	int bad = ferror(file);

	fclose(file);
	return bad ? NULL : bytes;
}

static const void *array_read(Judge *j, const char *path, const char *type, int64_t *rows,
			      int64_t *columns)
{
	const char *whole = judge_text(j, "%s/%s", j->options->root, path), *elements, *problem;
	size_t count;
	const char *bytes = file_read(j, whole, &count);

	if (bytes == NULL)
		judge_leave(j, VERDICT_ERROR, "%s cannot be read", path);
	problem = npy_parse(bytes, count, type, rows, columns, &elements);
	if (problem != NULL)
		judge_leave(j, VERDICT_ERROR, "%s: %s", path, problem);
	size_t size = (size_t)(*rows * *columns) * ELEMENT;
	void *copy = judge_memory(j, size + 1);

	return memcpy(copy, elements, size); /* aligned, as the bytes in the file may not be */
}

const float *judge_npy_floats(Judge *j, const char *path, int64_t *rows, int64_t *columns)
{
	return array_read(j, path, "<f4", rows, columns);
}

const int32_t *judge_npy_ints(Judge *j, const char *path, int64_t *rows, int64_t *columns)
{
	return array_read(j, path, "<i4", rows, columns);
}
