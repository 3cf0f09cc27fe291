/* process_become.h - for process.c alone. */
#ifndef PROCESS_BECOME_H
#define PROCESS_BECOME_H

#include <sys/types.h>

#include "process.h"

/* Called in a process just forked from `parent`: becomes the program. What it prints goes to
 * `output`, what its sandbox has to tell to `control`. */
_Noreturn void program_become(const ProcessSpec *spec, int output, int control, pid_t parent);

/* Lets the terminal listen to that group of processes, so that Ctrl-C is its own. */
void terminal_give(pid_t group);

#endif
