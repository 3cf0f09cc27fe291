/* interrupt.h - Ctrl-C and other signals that ask to end: what was started is ended first. */
#ifndef GRADER_BASE_INTERRUPT_H
#define GRADER_BASE_INTERRUPT_H

/* From now on SIGINT, SIGTERM and SIGHUP are noted instead of ending the process; its children do
 * the same. */
void interrupt_install(void);

/* The signal that came, or 0. To be asked before something is started, and while it is waited for. */
int interrupt_came(void);

/* Ends this process by that signal, so that its parent sees why. */
void interrupt_leave(void);

#endif
