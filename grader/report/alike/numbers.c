/* numbers.c - lists that are sorted once and searched often. */
#include "grader/report/alike/numbers.h"

#include <stdlib.h>
#include <string.h>

#include "grader/base/hash.h"
#include "grader/base/text.h"

int number_order(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

void numbers_add(Numbers *numbers, uint64_t number)
{
	if (numbers->count == numbers->room) {
		numbers->room = numbers->room == 0 ? 64 : 2 * numbers->room;
		numbers->list = memory_grow(numbers->list, numbers->room * sizeof number);
	}
	numbers->list[numbers->count++] = number;
}

void numbers_sort(Numbers *numbers)
{
	size_t kept = 0;

	if (numbers->count == 0)
		return;
	qsort(numbers->list, numbers->count, sizeof *numbers->list, number_order);
	for (size_t i = 0; i < numbers->count; i++)
		if (i == 0 || numbers->list[i] != numbers->list[i - 1])
			numbers->list[kept++] = numbers->list[i];
	numbers->count = kept;
}

/* Hashes are spread evenly, so their size tells nearly where they are: from there in steps that double, then by halves. */
bool numbers_find(const Numbers *numbers, uint64_t number, size_t *at)
{
	size_t low = 0, high = numbers->count, step = 1;
	size_t guess = (size_t)((double)number / 0x1p64 * (double)high);

	if (guess >= high)
		guess = high - (high > 0);
	if (high > 0 && numbers->list[guess] < number) {
		low = guess + 1;
		for (; low + step < high && numbers->list[low + step] < number; step *= 2)
			;
		high = low + step + 1 < high ? low + step + 1 : high;
	} else if (high > 0) {
		high = guess + 1;
		for (; step <= guess && numbers->list[guess - step] >= number; step *= 2)
			;
		low = step <= guess ? guess - step : 0;
	}
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (numbers->list[middle] < number)
			low = middle + 1;
		else
			high = middle;
	}
	*at = low;
	return low < numbers->count && numbers->list[low] == number;
}

bool numbers_has(const Numbers *numbers, uint64_t number)
{
	size_t at;

	return numbers_find(numbers, number, &at);
}

void numbers_release(Numbers *numbers)
{
	free(numbers->list);
	*numbers = (Numbers){0};
}

uint64_t bytes_hash(const void *bytes, size_t count)
{
	uint64_t hash = hash_bytes(HASH_BEGIN, bytes, count);

	/* the smallest of several hashes is chosen: their upper bits have to be as good as the lower */
	hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
	hash = (hash ^ hash >> 32) * UINT64_C(0xd6e8feb86659fd93);
	hash ^= hash >> 32;
	return hash == 0 ? 1 : hash;
}
