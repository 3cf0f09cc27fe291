/* gpu_lock.h - who measures on a real GPU is alone there: no other check of any grading with this
 * build folder runs a program meanwhile, on GPU or CPU. */
#ifndef GRADER_GPU_GPU_LOCK_H
#define GRADER_GPU_GPU_LOCK_H

#include "grader/setup/options.h"

/* Around a program that runs beside others. gpu_lock_shared() waits for a check that measures: 0,
 * or -1 with errno. Neither does anything in a process that has closed the gate. */
int gpu_lock_shared(const Options *options);
void gpu_unlock_shared(void);

/* Around measuring. gpu_lock_exclusive() waits until no program runs, and keeps others from
 * starting: 0, or -1 with errno. */
int gpu_lock_exclusive(const Options *options);
void gpu_unlock_exclusive(void);

#endif
