/* words.h - a command line in the making. */
#ifndef GRADER_COMMAND_WORDS_H
#define GRADER_COMMAND_WORDS_H

#define WORDS_MOST   96
#define OPTIONS_MOST 32
#define OPTION_SIZE  32 /* "--" and the longest name of a setting */

typedef struct Words {
	char *list[WORDS_MOST + 1]; /* closed by NULL; owned by others, or one of `option` */
	int count;
	char option[OPTIONS_MOST][OPTION_SIZE]; /* made by words_add_settings */
	int options;
} Words;

void words_add(Words *words, const char *word);

/* For each NAME of `names` (between spaces) that is set: its option --name and the value; of those
 * that are flags (named with a + before) the option alone. */
void words_add_settings(Words *words, const char *names);

/* Runs usegpu with these words, in this process; or in one of its own, which is waited for, with
 * its output thrown away if `quiet`. Returns its exit status. */
int words_run(Words *words);
int words_run_apart(Words *words, int quiet);

/* Runs another program in a process of its own; its output, if `said` is not NULL, is put there, to
 * be freed, without the newline at its end. Returns its exit status. */
int program_run(const char *const *words, char **said);

/* The signal that ended the last one; 0: it ended by itself. */
int program_signal(void);

#endif
