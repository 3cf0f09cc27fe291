/* sort.h - a part of heap.c: qsort() in the student's process. A comparison that never says "less", or never "more", is
 * none in C, but sorts all the same where a library merges. Here it has to say both. */
#ifndef GRADER_DRIVE_SORT_H
#define GRADER_DRIVE_SORT_H

#include <dlfcn.h>
#include <stddef.h>

/* So many are sorted here; more by the C library, in a time that is not quadratic. */
#define SORT_MOST 1000

static void sort_swap(unsigned char *a, unsigned char *b, size_t bytes)
{
	for (size_t i = 0; i < bytes; i++) {
		const unsigned char kept = a[i];

		a[i] = b[i];
		b[i] = kept;
	}
}

/* For the lab alone: libraries have the C library's. A program may have a function of that name, hence weak. */
__attribute__((weak, visibility("hidden"))) void qsort(void *array, size_t count, size_t size,
						       int (*compare)(const void *, const void *))
{
	static void (*next)(void *, size_t, size_t, int (*)(const void *, const void *));
	unsigned char *at = array;

	if (!next)
		*(void **)&next = dlsym(RTLD_NEXT, "qsort");
	if (count > SORT_MOST && next) {
		next(array, count, size, compare);
		return;
	}
	for (size_t i = 1; i < count; i++)
		for (size_t k = i; k > 0; k--) {
			unsigned char *here = at + k * size, *before = here - size;

			if (compare(here, before) >= 0 || compare(before, here) <= 0)
				break;
			sort_swap(here, before, size);
		}
}

#endif
