/* commands.h - the sub-commands of usegpu-class, one a file (command_NAME.c). */
#ifndef COMMANDS_H
#define COMMANDS_H

/* Each takes what followed the sub-command, with its own name in argv[0], and returns the exit
 * status: 0; 2 after one line on stderr. */
int command_run(int argc, char **argv);
int command_marks(int argc, char **argv);
int command_rules(int argc, char **argv);
int command_override(int argc, char **argv);
int command_regrade(int argc, char **argv);
int command_forget(int argc, char **argv);

/* As command_run, but a signal that stopped it does not end the program yet: interrupt_leave() is
 * still to be called. *begun: 0 when nothing could be graded, which a line on stderr has told. */
int class_run(int argc, char **argv, int *begun);

/* Not for people: one task of a cluster. */
int command_task(int argc, char **argv);

#endif
