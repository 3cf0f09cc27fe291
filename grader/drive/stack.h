/* stack.h - what lies on the stack where an exercise will have its variables, and how much room there is. */
#ifndef GRADER_DRIVE_STACK_H
#define GRADER_DRIVE_STACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/resource.h>

enum { STACK_FILLED = 4096, STACK_LEFT = 256 << 10 };

/* Leaves `value` in the memory of the next calls' variables: one that nobody sets is not 0 then. */
__attribute__((noinline, unused)) static void stack_fill(int value)
{
	volatile int below[STACK_FILLED / sizeof(int)];
	for (size_t i = 0; i < sizeof below / sizeof *below; i++)
		below[i] = value;
}

__attribute__((weak)) size_t __sanitizer_get_heap_size(void);

/* From now on the stack is no larger than STACK_LEFT bytes, and nobody can give it more: that is the process's hard
 * limit, too. A sanitizer needs its room. */
static inline void stack_limit(void)
{
	const struct rlimit limit = {.rlim_cur = STACK_LEFT, .rlim_max = STACK_LEFT};
	if (!__sanitizer_get_heap_size && setrlimit(RLIMIT_STACK, &limit) != 0)
		abort();
}

#endif
