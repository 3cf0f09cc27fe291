/* smashed.h - a part of heap.c: a function of the lab's ends, and what lies behind the arrays on its stack is not what it was
 * (-fstack-protector-strong). */
#ifndef GRADER_DRIVE_SMASHED_H
#define GRADER_DRIVE_SMASHED_H

#include "grader/drive/heap.h"

/* Compilers call it. For the lab alone: libraries have the C library's. */
__attribute__((visibility("hidden"))) _Noreturn void
__stack_chk_fail(void); /* NOLINT: the compilers' name */

void __stack_chk_fail(void) /* NOLINT */
{
	const FrameHeap fault = {.act = HEAP_SMASHED};

	drive_heap_stop(&fault);
}

#endif
