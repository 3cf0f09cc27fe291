/* tar_bytes.h - builds tar archives header by header, also such as no tar program makes. Included by
 * one .c of each test program. */
#ifndef GRADER_CLASS_TESTS_TAR_BYTES_H
#define GRADER_CLASS_TESTS_TAR_BYTES_H

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#define TAR_BLOCK 512

/* The archive; what no longer fits is left out, which a test's own assertions notice. */
typedef struct Tar {
	char bytes[1 << 20];
	size_t size;
} Tar;

/* A number as GNU tar writes one that octal digits have no room for. */
static inline void tar_number(char *field, size_t size, uint64_t number)
{
	if (number >> (3 * (size - 1)) == 0) {
		snprintf(field, size, "%0*llo", (int)size - 1, (unsigned long long)number);
		return;
	}
	memset(field, 0, size);
	for (size_t i = 1; i <= 8; i++, number >>= 8)
		field[size - i] = (char)(number & 0xff);
	field[0] |= (char)0x80;
}

static inline void tar_block(Tar *tar, const void *bytes, size_t count)
{
	size_t all = (count + TAR_BLOCK - 1) / TAR_BLOCK * TAR_BLOCK;

	if (tar->size + all > sizeof tar->bytes)
		return;
	memset(tar->bytes + tar->size, 0, all);
	memcpy(tar->bytes + tar->size, bytes, count);
	tar->size += all;
}

static inline void tar_sum(char header[TAR_BLOCK])
{
	unsigned sum = 0;

	memset(header + 148, ' ', 8);
	for (int i = 0; i < TAR_BLOCK; i++)
		sum += (unsigned char)header[i];
	snprintf(header + 148, 8, "%06o", sum);
}

/* The fields that all kinds of members have, before the sum. */
static inline void tar_fields(char header[TAR_BLOCK], const char *name, char kind, const char *link,
			      uint64_t size)
{
	memset(header, 0, TAR_BLOCK);
	strncpy(header, name, 100);
	strncpy(header + 157, link, 100);
	tar_number(header + 100, 8, 0644);
	tar_number(header + 108, 8, 0);
	tar_number(header + 116, 8, 0);
	tar_number(header + 124, 12, size);
	tar_number(header + 136, 12, 1700000000);
	header[156] = kind;
	memcpy(header + 257, "ustar\00000", 8);
}

/* A header that claims `size` bytes; the caller adds as many, or not. */
static inline void tar_header(Tar *tar, const char *name, char kind, const char *link,
			      uint64_t size)
{
	char header[TAR_BLOCK];

	tar_fields(header, name, kind, link, size);
	tar_sum(header);
	tar_block(tar, header, sizeof header);
}

static inline void tar_member(Tar *tar, const char *name, char kind, const char *text)
{
	tar_header(tar, name, kind, "", strlen(text));
	tar_block(tar, text, strlen(text));
}

/* A name that has no room in a header, as GNU tar writes it. */
static inline void tar_long(Tar *tar, const char *name, const char *text)
{
	tar_member(tar, "././@LongLink", 'L', name);
	tar_member(tar, "short", '0', text);
}

/* GNU's old format: text of `count` bytes that lies behind a hole; the file is `real` bytes long. */
static inline void tar_hole(Tar *tar, const char *name, uint64_t hole, const char *text,
			    uint64_t count, uint64_t real)
{
	char header[TAR_BLOCK];

	tar_fields(header, name, 'S', "", strlen(text));
	memcpy(header + 257, "ustar  ", 8);
	tar_number(header + 386, 12, hole);
	tar_number(header + 398, 12, count);
	tar_number(header + 483, 12, real);
	tar_sum(header);
	tar_block(tar, header, sizeof header);
	tar_block(tar, text, strlen(text));
}

/* Adds "25 key=value\n" to the records of a PAX header; the number counts itself. */
static inline void pax_add(char *records, size_t room, const char *key, const char *value)
{
	size_t rest = strlen(key) + strlen(value) + 3, length = rest + 1;

	while (length != rest + (size_t)snprintf(NULL, 0, "%zu", length))
		length++;
	snprintf(records + strlen(records), room - strlen(records), "%zu %s=%s\n", length, key,
		 value);
}

/* A PAX header of these keys and values, closed by NULL: 'x' for the member behind it, 'g' for all. */
static inline void tar_pax_of(Tar *tar, char kind, const char *const *pairs)
{
	char records[2000] = "";

	for (; *pairs; pairs += 2)
		pax_add(records, sizeof records, pairs[0], pairs[1]);
	tar_member(tar, "PaxHeaders/x", kind, records);
}

static inline void tar_pax(Tar *tar, const char *const *pairs)
{
	tar_pax_of(tar, 'x', pairs);
}

#endif
