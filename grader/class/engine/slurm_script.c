/* slurm_script.c - a task's command line repeats the arguments of the class run. */
#include "grader/class/engine/slurm_script.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "grader/base/diagnostic.h"
#include "grader/base/text.h"
#include "grader/class/engine/slurm_answer.h"

/* Prints a word quoted for the shell; names may hold any characters. */
static void word_print(FILE *file, const char *word)
{
	fputs(" '", file);
	for (; *word != '\0'; word++)
		if (*word == '\'')
			fputs("'\\''", file);
		else
			fputc(*word, file);
	fputc('\'', file);
}

static void script_print(FILE *file, const Class *class, const char *list)
{
	const ClassOptions *o = &class->options;
	char *program = text_new("%s/bin/usegpu", o->build);
	char *logs = text_new("%s/" SLURM_LOGS "/", class->work);

	fputs("#!/bin/sh\nexec", file);
	word_print(file, program);
	fputs(" task", file);
	word_print(file, class->work);
	word_print(file, list);
	fputs(" --build", file);
	word_print(file, o->build);
	if (o->report) {
		fputs(" --report", file);
		word_print(file, o->report);
		fputs(" --show-hidden", file);
		word_print(file, o->show_hidden);
	}
	word_print(file, o->submissions);
	fputs(" --", file);
	for (char *const *word = o->grader; *word; word++)
		word_print(file, *word);
	fputs(" </dev/null >", file);
	word_print(file, logs);
	fputs("\"${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\" 2>&1\n", file);
	free(logs);
	free(program);
}

char *slurm_script_write(const Class *class, int number, Submission *const *list, int count)
{
	char *keys = text_new("%s/list-%d", class->work, number);
	char *script = text_new("%s/task-%d.sh", class->work, number);
	FILE *file = fopen(keys, "we");
	int bad = !file;

	for (int i = 0; !bad && i < count; i++)
		bad = fprintf(file, "%s %s\n", list[i]->entry->key, list[i]->seed) < 0;
	bad = (file && fclose(file) != 0) || bad;
	file = bad ? NULL : fopen(script, "we");
	if (file) {
		script_print(file, class, keys);
		bad = ferror(file) || fclose(file) != 0;
	}
	bad |= !file;
	if (bad) {
		refuse("%s cannot be written: %s", script, strerror(errno));
		free(script);
		script = NULL;
	}
	free(keys);
	return script;
}

/* --- options --------------------------------------------------------------------------------- */

/* Refuses options of sbatch that the class run sets itself. */
static int word_check(const char *word)
{
	static const char *const ours[] = {"--array", "-a",         "--job-name",  "-J",
					   "--wrap",  "-W",         "--wait",      "--chdir",
					   "-D",      "--parsable", "--test-only", "--no-requeue"};

	for (size_t i = 0; i < sizeof ours / sizeof *ours; i++) {
		size_t length = strlen(ours[i]);

		if (strncmp(word, ours[i], length) == 0 &&
		    (word[length] == '\0' || word[length] == '=' || word[1] != '-'))
			return refuse("SLURM=%s: the class run sets that itself", word);
	}
	return 0;
}

static bool wants_gpu(char *const *grader)
{
	for (; *grader; grader++)
		if (strcmp(*grader, "--gpu") == 0 && grader[1])
			return strcmp(grader[1], "cuda") == 0;
	return false;
}

char **slurm_options_make(const Class *class, int max)
{
	char **options = memory_new(((size_t)max + 1) * sizeof *options);
	char *here = getcwd(NULL, 0), *rest, *word;
	char *words = text_new("%s", class->options.slurm ? class->options.slurm : "");
	int count = 0, bad = !here;

	if (bad)
		refuse("the current folder is not known: %s", strerror(errno));
	else
		options[count++] = text_new("--chdir=%s", here);
	if (wants_gpu(class->options.grader))
		options[count++] = text_new("--gres=gpu:1");
	for (rest = words; !bad && (word = strsep(&rest, " \t\n"));) {
		if (*word == '\0')
			continue;
		bad = word_check(word) < 0;
		if (!bad && count == max)
			bad = refuse("SLURM=...: more than %d words", max - 2) < 0;
		if (!bad)
			options[count++] = text_new("%s", word);
	}
	free(words);
	free(here);
	if (bad) {
		slurm_options_free(options);
		return NULL;
	}
	return options;
}

void slurm_options_free(char **options)
{
	for (char **each = options; each && *each; each++)
		free(*each);
	free((void *)options);
}
