/* numbers.h - sorted sets of 64-bit numbers. Zero one before the first use. */
#ifndef GRADER_REPORT_ALIKE_NUMBERS_H
#define GRADER_REPORT_ALIKE_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Numbers {
	uint64_t *list;
	size_t count, room;
} Numbers;

void numbers_add(Numbers *numbers, uint64_t number);

/* Sorts them and keeps each once. To be called before numbers_has. */
void numbers_sort(Numbers *numbers);

/* Whether it is there; *at gets where. */
bool numbers_find(const Numbers *numbers, uint64_t number, size_t *at);
bool numbers_has(const Numbers *numbers, uint64_t number);
void numbers_release(Numbers *numbers);

/* For qsort. */
int number_order(const void *a, const void *b);

/* FNV-1a of the bytes, mixed. Never 0. */
uint64_t bytes_hash(const void *bytes, size_t count);

#endif
