/* child.h - for process.c alone. */
#ifndef GRADER_SANDBOX_CHILD_H
#define GRADER_SANDBOX_CHILD_H

#include <sys/types.h>

#include "grader/sandbox/process.h"

/* Called in a process just forked from `parent`: becomes the program. What it prints goes to
 * `output`, what its sandbox has to tell to `control`. */
_Noreturn void child_exec(const ProcessSpec *spec, int output, int control, pid_t parent);

/* Lets the terminal listen to that group of processes, so that Ctrl-C is its own. */
void terminal_give(pid_t group);

#endif
