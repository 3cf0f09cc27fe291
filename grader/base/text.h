/* text.h - bytes from anywhere, made fit to be shown on a terminal and put into JSON. */
#ifndef GRADER_BASE_TEXT_H
#define GRADER_BASE_TEXT_H

#include <stddef.h>

/* Copies `count` bytes to `out` (of `size` bytes, at least 8) as valid UTF-8 on one line: control
 * characters, those that turn the order of letters, and bytes that are no UTF-8 become \xNN, except
 * that a newline or tab becomes a space. What does not fit is cut and ends in "...". Always
 * terminates; returns the length. */
size_t text_clean(char *out, size_t size, const char *bytes, size_t count);

/* The whole text as text_clean makes it, "" for NULL. To be freed. */
char *clean_copy(const char *text);

/* A word for a shell's command line, to be freed: in quotes where that is needed. What could not be
 * shown on one line is shown as text_clean does, and is no word of a shell any more. */
char *text_quote(const char *word);
/* How many of the `count` bytes (at least one) at `s` are one UTF-8 character, 0 when they are
 * none: overlong forms, surrogates and numbers beyond 0x10ffff are none, and neither are the C1
 * control characters. */
size_t text_utf8_length(const char *s, size_t count);

/* Like snprintf, but a result that does not fit ends in "...". */
void text_format(char *out, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* An allocated, formatted string; the process ends when there is no memory. */
char *text_new(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* `count` bytes, all 0; and `memory`, or NULL, made that large. The process ends with exit status 2
 * when there is no memory: whoever waits for it takes that for the grader's own failure. */
void *memory_new(size_t count);
void *memory_grow(void *memory, size_t count);

/* As text_clean(), but newlines and tabs stay. */
size_t text_clean_lines(char *out, size_t size, const char *text, size_t count);

/* The list of `count` elements of that size with room for one more, which is all 0. It was NULL, or
 * has only ever grown by this: there is room for 8, 16, 32 ... */
void *list_grown(void *list, int count, size_t size);

#endif
