/* bench_copy.c - tensor_copy_to() from the CPU to the CPU against memcpy().
 *
 * The framework's copy has new storage each time. So has the first memcpy() it is compared with
 * (malloc, memcpy, free); the second copies into memory that it has used before, which shows what
 * the system's handing out of fresh pages costs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "framework/bench/rounds.h"
#include "usegpu/tensor.h"

#define ROUND (64 * 1024 * 1024) /* bytes that a round copies, at least */

typedef struct Copy {
	Tensor *from;
	void *into;
	size_t bytes;
	int calls;
} Copy;

/* The compiler may not leave out a copy that nobody reads. */
static void use(void *memory)
{
	__asm__ volatile("" : : "r"(memory) : "memory");
}

static void into_new(void *argument)
{
	const Copy *copy = argument;
	for (int i = 0; i < copy->calls; i++) {
		void *memory = need(malloc(copy->bytes));
		use(memcpy(memory, tensor_data(copy->from), copy->bytes));
		free(memory);
	}
}

static void into_old(void *argument)
{
	const Copy *copy = argument;
	for (int i = 0; i < copy->calls; i++)
		use(memcpy(copy->into, tensor_data(copy->from), copy->bytes));
}

static void by_tensor(void *argument)
{
	const Copy *copy = argument;
	for (int i = 0; i < copy->calls; i++)
		tensor_free(need(tensor_copy_to(copy->from, device_cpu())));
}

int main(void)
{
	puts("tensor_copy_to from the CPU to the CPU against memcpy into new memory (malloc and "
	     "free");
	puts("with it), and against memcpy into memory in use");
	for (size_t kib = 4; kib <= 256 * 1024; kib *= 4) {
		Copy copy = {.bytes = kib * 1024};
		copy.calls = 1 + (int)(ROUND / copy.bytes);
		copy.from = need(tensor_uniform(SHAPE((int64_t)copy.bytes / 4), 1, device_cpu()));
		copy.into = need(malloc(copy.bytes));
		memset(copy.into, 0, copy.bytes);
		Way ways[] = {{"new", into_new, &copy, copy.calls, 0},
			      {"old", into_old, &copy, copy.calls, 0},
			      {"tensor", by_tensor, &copy, copy.calls, 0}};
		rounds_run(ways, 3, 15, 0);
		printf("  %7zu KiB %9s  %6.4g GB/s  %.3f of the time of a new copy, %.3f of one in "
		       "place\n",
		       kib, time_text(ways[2].ns), (double)copy.bytes / ways[2].ns,
		       ways[2].ns / ways[0].ns, ways[2].ns / ways[1].ns);
		free(copy.into);
		tensor_free(copy.from);
	}
	return 0;
}
