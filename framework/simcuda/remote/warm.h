/* warm.h - processes for machines, one for each order of a judge (glass.h). */
#ifndef WARM_H
#define WARM_H

#include "glass.h"

/* Takes orders from the socket until nobody is left to send any. Each is carried out by
 * `serve(order, control)` in a new process, which exits with what that returns. 0, or 2 after a
 * line on stderr when that is no socket. */
int warm_run(int orders, int (*serve)(const RemoteOrder *order, int control));

/* confine.c: makes the filter of system calls, once; 0, or -1 with errno. */
int confine_prepare(void);

/* Gives up what serving does not take: the user's rights, time, files, system calls. 0,
 * or -1 with errno. */
int confine(const RemoteOrder *order);

#endif
