/* recipes.h - what `make COMMAND` stands for. */
#ifndef GRADER_COMMAND_RECIPES_H
#define GRADER_COMMAND_RECIPES_H

/* Does it with the settings of make's command line. Returns the exit status. */
int recipe_run(const char *name);

#endif
