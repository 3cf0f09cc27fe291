/* commands.h - the sub-commands of usegpu, one per file (command_NAME.c).
 *
 * Theory of operation. This room reads command lines and prints tables and summaries; it is the
 * only one that knows how a command is spelled. A sub-command runs in the process of usegpu,
 * opens the gradebook, and calls the other rooms. It decides no mark and touches no submission. */
#ifndef GRADER_CLASS_CLI_COMMANDS_H
#define GRADER_CLASS_CLI_COMMANDS_H

/* The command class, but a signal that stopped it does not end the program yet: interrupt_leave()
 * is still to be called. *begun: 0 when nothing could be graded, which a line on stderr has
 * told. */
int class_run(int argc, char **argv, int *begun);

#endif
