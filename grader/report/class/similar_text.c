/* similar_text.c - lines as numbers: a hash of their characters without white space. */
#include "grader/report/class/similar_text.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/text.h"

#define SHORT 4 /* characters: a line of fewer says nothing about who wrote it */

/* FNV-1a; 0 for a line that is too short to count. Sets *length to that of the line. */
static uint64_t line_hash(const char *line, size_t *length)
{
	uint64_t hash = UINT64_C(14695981039346656037);
	int letters = 0;

	*length = strcspn(line, "\n");
	for (size_t i = 0; i < *length; i++) {
		unsigned char c = (unsigned char)line[i];

		if (c <= ' ')
			continue;
		hash = (hash ^ c) * UINT64_C(1099511628211);
		letters++;
	}
	return letters < SHORT ? 0 : hash == 0 ? 1 : hash;
}

static int hash_compare(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void hash_add(Lines *lines, uint64_t hash)
{
	lines->hash = list_grown(lines->hash, (int)lines->count, sizeof hash);
	lines->hash[lines->count++] = hash;
}

/* All lines of a text, sorted, each once. */
static void text_lines(Lines *own, const char *text)
{
	size_t length, kept = 0;

	*own = (Lines){0};
	for (; *text != '\0'; text += length + (text[length] == '\n')) {
		uint64_t hash = line_hash(text, &length);

		if (hash != 0)
			hash_add(own, hash);
	}
	lines_sort(own);
	for (size_t i = 0; i < own->count; i++)
		if (i == 0 || own->hash[i] != own->hash[i - 1])
			own->hash[kept++] = own->hash[i];
	own->count = kept;
}

static bool is_in(const Lines *lines, uint64_t hash)
{
	return lines->count > 0 &&
	       bsearch(&hash, lines->hash, lines->count, sizeof hash, hash_compare);
}

void lines_add(Lines *lines, const char *source, const char *stub)
{
	Lines own, given;

	text_lines(&own, source);
	text_lines(&given, stub);
	for (size_t i = 0; i < own.count; i++)
		if (!is_in(&given, own.hash[i]))
			hash_add(lines, own.hash[i]);
	lines_release(&own);
	lines_release(&given);
}

void lines_sort(Lines *lines)
{
	if (lines->count > 0)
		qsort(lines->hash, lines->count, sizeof *lines->hash, hash_compare);
}

void lines_release(Lines *lines)
{
	free(lines->hash);
	*lines = (Lines){0};
}

/* How many students have the line; stops counting above `most`. */
static size_t hash_count(const Lines *lines, uint64_t hash, size_t most)
{
	size_t low = 0, high = lines->count, count = 0;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (lines->hash[middle] < hash)
			low = middle + 1;
		else
			high = middle;
	}
	while (count <= most && low + count < lines->count && lines->hash[low + count] == hash)
		count++;
	return count;
}

char *lines_keep(const Lines *lines, const char *source, const char *stub, size_t most, int *kept)
{
	char *text = memory_new(strlen(source) + 2), *to = text;
	Lines given;
	size_t length;

	*kept = 0;
	text_lines(&given, stub);
	for (; *source != '\0'; source += length + (source[length] == '\n')) {
		uint64_t hash = line_hash(source, &length);

		if (hash != 0 && (is_in(&given, hash) || hash_count(lines, hash, most) > most))
			continue;
		memcpy(to, source, length);
		to[length] = '\n';
		to += length + 1;
		*kept += hash != 0;
	}
	lines_release(&given);
	return text;
}
