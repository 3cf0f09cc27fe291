/* text.h - makes any bytes into text that a terminal can show and that JSON allows. */
#ifndef GRADER_BASE_TEXT_H
#define GRADER_BASE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies `count` bytes to `out` (of `size` bytes, at least 8) as valid UTF-8 on one line: a newline or
 * tab becomes a space; other control characters, those that are hidden, and bytes that are not UTF-8
 * become \xNN. What does not fit is cut and ends in "...". There is always a NUL
 * behind it; returns the length. */
size_t text_clean(char *out, size_t size, const char *bytes, size_t count);

/* The whole text as text_clean makes it, "" for NULL. To be freed. */
char *clean_copy(const char *text);

/* A word for a shell's command line, in quotes where that is needed; to be freed. What text_clean
 * would change is changed as there: then it is for reading only. */
char *text_quote(const char *word);
/* How many of the `count` bytes (at least one) at `s` are one UTF-8 character; 0 when they are not
 * one. Overlong forms, surrogates, numbers beyond 0x10ffff and C1 control characters are not. */
size_t text_utf8_length(const char *s, size_t count);

/* The number of the UTF-8 character of that length. */
uint32_t text_character(const char *s, size_t length);

/* Whether it cannot be seen, or changes the order in which others are shown: two texts would look alike. */
bool text_is_hidden(uint32_t character);

/* Like snprintf, but a result that does not fit ends in "...". */
void text_format(char *out, size_t size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* An allocated, formatted string; the process ends when there is no memory. */
char *text_new(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Like calloc, and like realloc. When there is no memory the process ends with MEMORY_MISSING, which
 * whoever waits for it takes for the grader's own failure. */
void *memory_new(size_t count);
void *memory_grow(void *memory, size_t count);

/* The end of a process that gets no memory, as above. */
#define MEMORY_MISSING 2 /* its exit status */
_Noreturn void memory_missing(void);

/* As text_clean(), but newlines and tabs stay. */
size_t text_clean_lines(char *out, size_t size, const char *text, size_t count);

/* Adds a word to a list of words, ", " between them; `list`, from text_new(), is freed. */
char *text_listed(char *list, const char *word);

/* Makes room for one more element, all 0, in a list of `count` elements of that size. The list must
 * have come from here, or be NULL: it grows to 8, 16, 32 ... elements. */
void *list_grown(void *list, int count, size_t size);

#endif
