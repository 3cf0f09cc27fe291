/* scripts.h - what shell scripts do. */
#ifndef GRADER_COMMAND_SCRIPTS_H
#define GRADER_COMMAND_SCRIPTS_H

/* watch, reset, run, handout, stubs. Returns the exit status. */
int script_run(const char *name);

/* Builds the hidden checks of HIDDEN=; where they are then, kept until the end; NULL: not, as was
 * told. */
char *hidden_build(void);

/* The solutions' timelines for this machine and seed, once a build: of that check, or with "" of all. Exit
 * status. */
int reference_build(const char *check);

/* What a platform needs to grade by itself. Exit status. */
int package_make(const char *format);

#endif
