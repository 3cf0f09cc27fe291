/* fork_server.h - a process that has everything loaded, and forks the process of a machine for each
 * order of a judge (judge_link.h). */
#ifndef FORK_SERVER_H
#define FORK_SERVER_H

#include "framework/simcuda/remote/judge_link.h"

/* Takes orders from the socket until nobody is left to send any. Each is carried out by
 * `serve(order, control)` in a new process, which exits with what that returns. 0, or 2 after a
 * line on stderr when that is no socket. */
int fork_server_run(int orders, int (*serve)(const RemoteOrder *order, int control));

/* confine.c: makes the filter of system calls, once; 0, or -1 with errno. */
int confine_prepare(void);

/* Gives up what serving does not take: the user's rights, time, files, system calls. 0,
 * or -1 with errno. */
int confine(const RemoteOrder *order);

#endif
