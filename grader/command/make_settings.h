/* make_settings.h - the settings NAME=value of make's command line. */
#ifndef GRADER_COMMAND_MAKE_SETTINGS_H
#define GRADER_COMMAND_MAKE_SETTINGS_H

#include <stdbool.h>

/* Reads them from `makeflags`, the variable MAKEFLAGS as make gives it to a recipe: behind " -- ",
 * with a backslash before blanks and backslashes, and each $ twice. 0, or -1 with a line on stderr
 * that names one that is no setting. NULL: there are none. */
int settings_read(const char *makeflags);

/* The name of the i-th setting that was typed; NULL: there are not so many. Kept here. */
const char *setting_name(int i);

/* What was typed; NULL: nothing, or the empty text. Kept here. */
const char *setting(const char *name);

/* Whether it is set to anything but 0. */
bool setting_is_on(const char *name);

/* Sets it; `name` may be in small letters, with a - for _, and end in "]". */
void setting_put(const char *name, const char *value);

void settings_forget(void);

#endif
