/* table.h - all commands of usegpu. */
#ifndef GRADER_COMMAND_TABLE_H
#define GRADER_COMMAND_TABLE_H

#include "grader/base/command_line.h"

typedef struct Entry {
	const char *name;
	const char *line;       /* what it does; NULL: not for people */
	const Command *command; /* NULL: its part of the kit is not here */
	const char *implied;    /* an option that it stands for; NULL: none */
} Entry;

extern const Entry entries[]; /* closed by one without a name */

const Entry *entry_find(const char *name); /* NULL: there is none */

/* The name among `names` (closed by NULL; `stride` bytes from one to the next) that differs least,
 * by two letters at most; NULL: none. */
const char *name_near(const char *name, const char *const *names, size_t stride);

/* Runs the command that argv[1] names. */
int entry_run(int argc, char **argv);

/* Print what is made of the table. */
void commands_print(void);
void man_print(void);
void completion_bash_print(void);
void completion_zsh_print(void);

#endif
