/* gate.h - who measures on a real GPU is alone there: no other check of any grading with this build
 * folder runs a program meanwhile, on GPU or CPU. */
#ifndef GATE_H
#define GATE_H

#include "options.h"

/* Around a program that runs beside others. gate_enter() waits for a check that measures: 0, or -1
 * with errno. Neither does anything in a process that has closed the gate. */
int gate_enter(const Options *options);
void gate_exit(void);

/* Around measuring. gate_close() waits until no program runs, and keeps others from starting: 0, or
 * -1 with errno. */
int gate_close(const Options *options);
void gate_open(void);

#endif
