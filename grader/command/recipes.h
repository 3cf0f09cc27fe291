/* recipes.h - what `make COMMAND` stands for. */
#ifndef GRADER_COMMAND_RECIPES_H
#define GRADER_COMMAND_RECIPES_H

#include "grader/command/words.h"

/* Does it with the settings of make's command line. Returns the exit status. */
int recipe_run(const char *name);

/* The same with the settings that are there already. */
int recipe_go(const char *name);

/* The setting, or what stands for it when it was not typed. */
const char *or_else(const char *name, const char *otherwise);

/* Adds how the grader is called, whatever it is to do. 0, or -1 with a line: its hidden checks cannot
 * be built. */
int grader_add(Words *words);

int recipe_see(const char *name);

#endif
