/* npy_header.c - the dictionary that describes an .npy file's array.
 *
 * NumPy writes it as a Python literal,
 *
 *     {'descr': '<f4', 'fortran_order': False, 'shape': (2, 3), }
 *
 * padded with spaces to a multiple of 64 bytes with what comes before it, and a newline last. The
 * reader takes the three keys in any order, either kind of quotes, white space between tokens, and
 * a comma behind the last entry or none: what Python takes, and nothing else. */
#include "framework/src/data/npy.h"

#include <string.h>

#include "framework/src/base/fail.h"

#define FIELD_BYTES 48 /* of a key or a descr; no legal one is longer */

/* What is left of the text, and the file that it comes from. */
typedef struct Reader {
	const char *path, *at, *end;
} Reader;

static void skip_space(Reader *r)
{
	while (r->at < r->end && (*r->at == ' ' || *r->at == '\t' || *r->at == '\n' ||
				  *r->at == '\r' || *r->at == '\f'))
		r->at++;
}

/* Whether the next token is this character; if so it is read. */
static bool take(Reader *r, char wanted)
{
	skip_space(r);
	if (r->at == r->end || *r->at != wanted)
		return false;
	r->at++;
	return true;
}

static int wanted(const Reader *r, const char *what)
{
	int left = (int)(r->end - r->at);
	if (left == 0)
		return error_set(STATUS_FORMAT, "%s: the header ends where %s was wanted", r->path,
				 what);
	return error_set(STATUS_FORMAT, "%s: the header has \"%.*s\" where %s was wanted", r->path,
			 left < 24 ? left : 24, r->at, what);
}

/* A string without escapes, in either kind of quotes. */
static int read_string(Reader *r, const char *what, char out[FIELD_BYTES])
{
	skip_space(r);
	char quote = r->at < r->end ? *r->at : '\0';
	if (quote != '\'' && quote != '"')
		return wanted(r, what);
	const char *start = r->at + 1;
	const char *stop = memchr(start, quote, (size_t)(r->end - start));
	if (!stop || stop - start >= FIELD_BYTES || memchr(start, '\\', (size_t)(stop - start)))
		return wanted(r, what);
	memcpy(out, start, (size_t)(stop - start));
	out[stop - start] = '\0';
	r->at = stop + 1;
	return STATUS_OK;
}

static int read_descr(Reader *r, Dtype *dtype)
{
	char descr[FIELD_BYTES];
	if (read_string(r, "a string for 'descr'", descr) < 0)
		return error_passed_on();
	/* '=' and '|' mean this machine's byte order, which is '<'; so does no mark. */
	const char *type = descr + (strchr("<=|", descr[0]) && descr[0] ? 1 : 0);
	if (strcmp(type, "f4") == 0)
		*dtype = DTYPE_FLOAT32;
	else if (strcmp(type, "i4") == 0)
		*dtype = DTYPE_INT32;
	else
		return error_set(STATUS_FORMAT,
				 "%s holds elements of type '%s'; wanted '<f4' (float32) or '<i4' "
				 "(int32)",
				 r->path, descr);
	return STATUS_OK;
}

static bool take_word(Reader *r, const char *word)
{
	size_t length = strlen(word);
	skip_space(r);
	if ((size_t)(r->end - r->at) < length || memcmp(r->at, word, length) != 0)
		return false;
	r->at += length;
	return true;
}

static int read_order(Reader *r)
{
	if (take_word(r, "True"))
		return error_set(
			STATUS_FORMAT,
			"%s is in Fortran order (column by column); wanted C order (row by "
			"row)",
			r->path);
	return take_word(r, "False") ? STATUS_OK : wanted(r, "True or False for 'fortran_order'");
}

static bool is_digit(const Reader *r)
{
	return r->at < r->end && *r->at >= '0' && *r->at <= '9';
}

/* A dimension: a decimal number as Python writes it, without leading zeros. */
static int read_dimension(Reader *r, int64_t *out)
{
	const char *start = r->at;
	int64_t value = 0;
	if (!is_digit(r))
		return wanted(r, "a dimension of the shape");
	for (; is_digit(r); r->at++)
		if (__builtin_mul_overflow(value, 10, &value) ||
		    __builtin_add_overflow(value, *r->at - '0', &value))
			return error_set(STATUS_FORMAT,
					 "%s: a dimension of the shape is beyond 2^63", r->path);
	if (*start == '0' && r->at - start > 1) {
		r->at = start;
		return wanted(r, "a dimension of the shape");
	}
	*out = value;
	return STATUS_OK;
}

/* A tuple: (), (3,), (2, 3) or (2, 3,). (3) would be a number in brackets. */
static int read_shape(Reader *r, Shape *shape)
{
	Shape found = SHAPE_SCALAR;
	bool comma = true;
	if (!take(r, '('))
		return wanted(r, "a tuple for 'shape'");
	while (!take(r, ')')) {
		int64_t dimension = 0;
		if (!comma)
			return wanted(r, "a comma between two dimensions of the shape");
		if (read_dimension(r, &dimension) < 0)
			return error_passed_on();
		if (found.rank == TENSOR_MAX_RANK)
			return error_set(STATUS_FORMAT, "%s has more than %d dimensions", r->path,
					 TENSOR_MAX_RANK);
		found.dim[found.rank++] = dimension;
		comma = take(r, ',');
	}
	if (found.rank == 1 && !comma)
		return error_set(STATUS_FORMAT,
				 "%s: the shape is a number in brackets; wanted a "
				 "tuple such as (%lld,)",
				 r->path, (long long)found.dim[0]);
	*shape = found;
	return STATUS_OK;
}

enum { DESCR, ORDER, SHAPE_KEY, KEYS };
static const char *const key_names[KEYS] = {"descr", "fortran_order", "shape"};

static int read_entry(Reader *r, int *key, Dtype *dtype, Shape *shape)
{
	char name[FIELD_BYTES];
	if (read_string(r, "a key", name) < 0)
		return error_passed_on();
	for (*key = 0; *key < KEYS && strcmp(name, key_names[*key]) != 0; ++*key)
		;
	if (*key == KEYS)
		return error_set(STATUS_FORMAT,
				 "%s: the header has the key '%s'; wanted 'descr', 'fortran_order' "
				 "and 'shape'",
				 r->path, name);
	if (!take(r, ':'))
		return wanted(r, "a colon");
	if (*key == SHAPE_KEY)
		return read_shape(r, shape);
	return *key == DESCR ? read_descr(r, dtype) : read_order(r);
}

int npy_parse_header(const char *path, const char *text, size_t length, Dtype *dtype, Shape *shape)
{
	Reader r = {path, text, text + length};
	bool seen[KEYS] = {false}, comma = true;
	if (!take(&r, '{'))
		return wanted(&r, "a dictionary");
	while (!take(&r, '}')) {
		int key = 0;
		if (!comma)
			return wanted(&r, "a comma between two entries");
		if (read_entry(&r, &key, dtype, shape) < 0)
			return error_passed_on();
		if (seen[key])
			return error_set(STATUS_FORMAT, "%s: the header has the key '%s' twice",
					 path, key_names[key]);
		seen[key] = true;
		comma = take(&r, ',');
	}
	for (int key = 0; key < KEYS; key++)
		if (!seen[key])
			return error_set(STATUS_FORMAT, "%s: the header lacks the key '%s'", path,
					 key_names[key]);
	skip_space(&r);
	return r.at == r.end ? STATUS_OK : wanted(&r, "its end");
}

size_t npy_format_header(Dtype dtype, Shape shape, char out[NPY_WRITTEN_MOST])
{
	const size_t prefix = 10;
	int length = snprintf(out + prefix, NPY_WRITTEN_MOST - prefix,
			      "{'descr': '%s', 'fortran_order': False, 'shape': %s, }",
			      dtype == DTYPE_INT32 ? "<i4" : "<f4", text_shape(shape).text);
	size_t used = prefix + (size_t)length;
	size_t total = (used + 1 + 63) / 64 * 64;
	memset(out + used, ' ', total - used);
	out[total - 1] = '\n';
	memcpy(out, npy_magic, sizeof(npy_magic));
	out[6] = 1; /* version 1.0 */
	out[7] = 0;
	out[8] = (char)((total - prefix) & 0xff);
	out[9] = (char)((total - prefix) >> 8);
	return total;
}
