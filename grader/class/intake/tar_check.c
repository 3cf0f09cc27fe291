/* tar_check.c - goes from header to header. Those of POSIX (pax), of GNU tar and of Solaris are known. */
#include "grader/class/intake/tar_check.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define BLOCK 512
#define RECORDS_MOST                                                                               \
	((size_t)64 << 10) /* bytes of a pax header; names and times take some hundred */

/* Where things lie in a header. */
enum {
	NAME_BYTES = 100,
	SIZE = 124,
	SIZE_BYTES = 12,
	TYPE = 156,
	MAGIC = 257,
	PREFIX = 345,
	MORE = 482,
	MORE_NEXT = 504
};

static const char two_names[] = "a file in the tar archive has two names; wanted one";
static const char two_sizes[] =
	"the tar archive has sizes that programs read differently; wanted one "
	"that a program for archives has made";
static const char odd_kind[] =
	"a part of a larger tar archive, or of a backup, is in it; wanted ordinary files";

typedef struct Walk {
	TarRead *read;
	void *context;
	size_t left; /* bytes that are looked at yet */
	bool over;
	/* of the member that comes: */
	int headers, names; /* pax headers; names besides its own, */
	bool is_folder;     /* of which the last one ends with "/" */
	uint64_t
		whole; /* 1 + the bytes that it has with its holes, as pax headers say; 0: they do not */
} Walk;

static bool bytes_read(Walk *w, void *to, size_t bytes)
{
	if (w->over || bytes > w->left || w->read(w->context, to, bytes) != bytes)
		w->over = true;
	else
		w->left -= bytes;
	return !w->over;
}

static void bytes_skip(Walk *w, uint64_t bytes)
{
	unsigned char block[BLOCK];

	for (uint64_t done = 0; done < bytes && bytes_read(w, block, BLOCK); done += BLOCK)
		;
}

/* False: it is no number that all programs read alike. */
static bool size_read(const unsigned char *field, uint64_t *size)
{
	size_t at = 0;

	*size = 0;
	if (field[0] == 0x80) { /* in 8 of the bytes behind it */
		for (at = 1; at < SIZE_BYTES; at++) {
			if (at < 4 && field[at] != 0)
				return false;
			*size = *size << 8 | field[at];
		}
		return *size <= INT64_MAX;
	}
	while (at < SIZE_BYTES && field[at] == ' ')
		at++;
	for (; at < SIZE_BYTES && field[at] >= '0' && field[at] <= '7'; at++)
		*size = *size << 3 | (uint64_t)(field[at] - '0');
	while (at < SIZE_BYTES && (field[at] == ' ' || field[at] == '\0'))
		at++;
	return at == SIZE_BYTES;
}

/* --- pax headers ------------------------------------------------------------------------------ */

static bool is_key(const char *key, size_t length, const char *name)
{
	return length == strlen(name) && memcmp(key, name, length) == 0;
}

/* Records are "25 key=value\n"; the number counts itself. */
static const char *records_look(Walk *w, const char *at, const char *end, bool is_global)
{
	while (at < end) {
		char *key;
		unsigned long bytes = *at >= '1' && *at <= '9' ? strtoul(at, &key, 10) : 0;

		if (bytes == 0 || bytes > (unsigned long)(end - at) || *key != ' ')
			return two_names;

		const char *cut = memchr(key, '=', (size_t)(at + bytes - key));
		size_t length = cut ? (size_t)(cut - ++key) : 0;

		if (!cut || at[bytes - 1] != '\n')
			return two_names;
		if (is_key(key, length, "path") || is_key(key, length, "GNU.sparse.name")) {
			w->names += is_global ? 2 : 1;
			w->is_folder = at[bytes - 2] == '/';
		}
		if (is_key(key, length, "size"))
			return two_sizes;
		if (is_key(key, length, "GNU.sparse.size") ||
		    is_key(key, length, "GNU.sparse.realsize") ||
		    is_key(key, length, "SCHILY.realsize"))
			w->whole = strtoull(cut + 1, NULL, 10) + 1;
		at += bytes;
	}
	return w->names > 1 ? two_names : NULL;
}

/* `is_global`: for all members from there on, which some programs do not know. */
static const char *records_take(Walk *w, uint64_t size, bool is_global)
{
	const uint64_t blocks = (size + BLOCK - 1) / BLOCK;
	const char *why = two_names;
	char *records;

	if (size > RECORDS_MOST)
		return two_names;
	records = calloc(blocks + 1, BLOCK);
	if (records && bytes_read(w, records, (size_t)blocks * BLOCK))
		why = records_look(w, records, records + size, is_global);
	else if (w->over)
		why = NULL;
	free(records);
	return why;
}

/* A name that has no room in a header, as GNU tar writes it. */
static void long_take(Walk *w, uint64_t size)
{
	unsigned char block[BLOCK], last = '\0';
	bool is_over = false;

	w->names++;
	for (uint64_t done = 0; done < size && bytes_read(w, block, BLOCK); done += BLOCK)
		for (size_t i = 0; i < BLOCK && done + i < size && !is_over; i++) {
			is_over = block[i] == '\0';
			last = is_over ? last : block[i];
		}
	w->is_folder = last == '/';
}

/* --- members ---------------------------------------------------------------------------------- */

/* Programs that know no more than POSIX put it before any name. */
static bool has_odd_prefix(const unsigned char *header)
{
	return memcmp(header + MAGIC, "ustar", 6) != 0 && header[TYPE] != 'S' &&
	       header[PREFIX] != 0;
}

/* A folder by its name, as before POSIX. */
static bool is_old_folder(const Walk *w, const unsigned char *header)
{
	size_t length = strnlen((const char *)header, NAME_BYTES);

	return w->names > 0 ? w->is_folder : length > 0 && header[length - 1] == '/';
}

static const char *member_look(Walk *w, const unsigned char *header, uint64_t size)
{
	static const char others[] = "123456", backups[] = "ADMNV";
	const char type = header[TYPE] == '\0' ? '0' : (char)header[TYPE];
	unsigned char more[BLOCK];

	if (strchr(backups, type))
		return odd_kind;
	if (has_odd_prefix(header) || w->names > 1)
		return two_names;
	if (size > 0 && (strchr(others, type) || is_old_folder(w, header)))
		return two_sizes;
	if (w->whole > 0 && w->whole - 1 < size) /* of holes it has more; else it is cut off */
		return two_sizes;
	for (bool is_more = type == 'S' && header[MORE] != 0; is_more && !w->over;
	     is_more = more[MORE_NEXT] != 0)
		if (!bytes_read(w, more, BLOCK))
			return NULL;
	bytes_skip(w, size);
	w->headers = w->names = 0;
	w->is_folder = false;
	w->whole = 0;
	return NULL;
}

static const char *header_look(Walk *w, const unsigned char *header)
{
	uint64_t size;

	if (!size_read(header + SIZE, &size))
		return two_sizes;
	switch (header[TYPE]) {
	case 'g':
		return records_take(w, size, true);
	case 'x':
	case 'X':
		return ++w->headers > 1 ? two_names : records_take(w, size, false);
	case 'L':
		long_take(w, size);
		return NULL;
	case 'K':
		bytes_skip(w, size);
		return NULL;
	default:
		return member_look(w, header, size);
	}
}

static bool is_empty(const unsigned char *block)
{
	for (int i = 0; i < BLOCK; i++)
		if (block[i] != 0)
			return false;
	return true;
}

const char *tar_check(TarRead *read, void *context, size_t most)
{
	Walk w = {.read = read, .context = context, .left = most};
	unsigned char header[BLOCK];
	const char *why = NULL;

	while (!why && bytes_read(&w, header, BLOCK) && !is_empty(header))
		why = header_look(&w, header);
	return why;
}
