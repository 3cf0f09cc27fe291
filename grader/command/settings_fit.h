/* settings_fit.h - whether what was typed fits the command: a setting that a command does not know would
 * otherwise be passed over, and something else be done than was meant. */
#ifndef GRADER_COMMAND_SETTINGS_FIT_H
#define GRADER_COMMAND_SETTINGS_FIT_H

/* 0, or -1 with a line on stderr that names the setting and those that the command has. */
int settings_fit(const char *command);

#endif
