/* text.c - escaping and cutting of text. */
#include "grader/base/text.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Noreturn void memory_missing(void)
{
	fprintf(stderr, "%s: out of memory\n", program_invocation_short_name);
	exit(MEMORY_MISSING);
}

void *memory_new(size_t count)
{
	void *memory = calloc(1, count > 0 ? count : 1);

	if (!memory)
		memory_missing();
	return memory;
}

void *memory_grow(void *memory, size_t count)
{
	void *bigger = realloc(memory, count > 0 ? count : 1);

	if (!bigger)
		memory_missing();
	return bigger;
}

char *text_listed(char *list, const char *word)
{
	char *longer = text_new("%s%s%s", list, *list != '\0' ? ", " : "", word);

	free(list);
	return longer;
}

void *list_grown(void *list, int count, size_t size)
{
	if (count == 0 || (count >= 8 && (count & (count - 1)) == 0))
		list = memory_grow(list, (count == 0 ? 8 : (size_t)count * 2) * size);
	memset((char *)list + (size_t)count * size, 0, size);
	return list;
}

size_t text_utf8_length(const char *bytes, size_t count)
{
	const unsigned char *s = (const unsigned char *)bytes;
	static const struct {
		unsigned char first, last, second_first, second_last;
		size_t length;
	} forms[] = {
		{0xc2, 0xc2, 0xa0, 0xbf, 2}, {0xc3, 0xdf, 0x80, 0xbf, 2},
		{0xe0, 0xe0, 0xa0, 0xbf, 3}, {0xe1, 0xec, 0x80, 0xbf, 3},
		{0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
		{0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4},
		{0xf4, 0xf4, 0x80, 0x8f, 4},
	};

	if (s[0] < 0x80)
		return 1;
	for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
		if (s[0] < forms[i].first || s[0] > forms[i].last)
			continue;
		if (count < forms[i].length || s[1] < forms[i].second_first ||
		    s[1] > forms[i].second_last)
			return 0;
		for (size_t k = 2; k < forms[i].length; k++)
			if (s[k] < 0x80 || s[k] > 0xbf)
				return 0;
		return forms[i].length;
	}
	return 0;
}

uint32_t text_character(const char *bytes, size_t length)
{
	static const unsigned char first[] = {0, 0x7f, 0x1f, 0x0f, 0x07};
	const unsigned char *s = (const unsigned char *)bytes;
	uint32_t number = s[0] & first[length];

	for (size_t i = 1; i < length; i++)
		number = number << 6 | (s[i] & 0x3f);
	return number;
}

/* Joiners (200c, 200d) are not: Persian and Indian names need them. */
bool text_is_hidden(uint32_t c)
{
	static const struct {
		uint32_t first, last;
	} ranges[] = {
		{0xad, 0xad},     {0x34f, 0x34f},   {0x61c, 0x61c},     {0x115f, 0x1160},
		{0x180e, 0x180e}, {0x200b, 0x200b}, {0x200e, 0x200f},   {0x2028, 0x202e},
		{0x2060, 0x206f}, {0x3164, 0x3164}, {0xfeff, 0xfeff},   {0xfff9, 0xfffb},
		{0xfffe, 0xffff}, {0xffa0, 0xffa0}, {0xe0000, 0xe0fff},
	};

	for (size_t i = 0; i < sizeof ranges / sizeof *ranges; i++)
		if (c >= ranges[i].first && c <= ranges[i].last)
			return true;
	return false;
}

size_t text_clean(char *out, size_t size, const char *bytes, size_t count)
{
	size_t at = 0, fits = 0; /* fits: how much can stay in front of "..." */

	for (size_t i = 0; i < count;) {
		char piece[8];
		size_t used = 1, length = 1;

		if (bytes[i] == '\n' || bytes[i] == '\t') {
			piece[0] = ' ';
		} else if (((unsigned char)bytes[i] >= 0x20 && bytes[i] != 0x7f) &&
			   (used = text_utf8_length(bytes + i, count - i)) > 0 &&
			   !text_is_hidden(text_character(bytes + i, used))) {
			memcpy(piece, bytes + i, used);
			length = used;
		} else {
			length = (size_t)snprintf(piece, sizeof piece, "\\x%02x",
						  (unsigned char)bytes[i]);
			used = 1;
		}
		if (at + length + 1 > size) {
			memcpy(out + fits, "...", 4);
			return fits + 3;
		}
		memcpy(out + at, piece, length);
		at += length;
		i += used;
		if (at + 4 <= size)
			fits = at;
	}
	out[at] = '\0';
	return at;
}

char *clean_copy(const char *text)
{
	size_t length = !text ? 0 : strlen(text);
	size_t room = 4 * length + 8; /* the longest that a byte can become is \xNN */
	char *copy = memory_new(room);

	text_clean(copy, room, !text ? "" : text, length);
	return copy;
}

char *text_quote(const char *word)
{
	static const char plain[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_@%+,-./:";
	size_t length = strlen(word);
	char *clean = clean_copy(word), *quoted, *at;

	if (length > 0 && strspn(word, plain) == length)
		return clean;
	at = quoted = memory_new(4 * strlen(clean) + 3);
	*at++ = '\'';
	for (const char *c = clean; *c != '\0'; c++) {
		if (*c == '\'')
			at = stpcpy(at, "'\\'");
		*at++ = *c;
	}
	*at = '\'';
	free(clean);
	return quoted;
}

void text_format(char *out, size_t size, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	int wanted = vsnprintf(out, size, format, arguments);
	va_end(arguments);
	if (wanted >= 0 && (size_t)wanted >= size && size > 4)
		memcpy(out + size - 4, "...", 4);
}

char *text_new(const char *format, ...)
{
	va_list arguments;
	char *text = NULL;

	va_start(arguments, format);
	int length = vasprintf(&text, format, arguments);
	va_end(arguments);
	if (length < 0)
		memory_missing();
	return text;
}

size_t text_clean_lines(char *out, size_t size, const char *text, size_t count)
{
	size_t at = 0;

	while (count > 0 && at + 8 < size) {
		size_t piece = 0;

		while (piece < count && text[piece] != '\n' && text[piece] != '\t')
			piece++;
		at += text_clean(out + at, size - at, text, piece);
		if (piece < count && at + 1 < size)
			out[at++] = text[piece++];
		text += piece;
		count -= piece;
	}
	out[at] = '\0';
	return at;
}
