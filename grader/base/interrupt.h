/* interrupt.h - Ctrl-C and requests to end: what runs is ended and swept up, then we go. */
#ifndef GRADER_BASE_INTERRUPT_H
#define GRADER_BASE_INTERRUPT_H

/* From now on SIGINT, SIGTERM and SIGHUP are noted instead of ending the process; its children do
 * the same. */
void interrupt_install(void);

/* The signal that came, or 0. Whoever starts or waits for something looks here. */
int interrupt_came(void);

/* Ends this process by that signal, so that its parent sees why. */
void interrupt_leave(void);

#endif
