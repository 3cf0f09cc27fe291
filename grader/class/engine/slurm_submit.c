/* slurm_submit.c - submits a round as one or more job arrays. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/base/diagnostic.h"
#include "grader/base/interrupt.h"
#include "grader/base/text.h"
#include "grader/class/engine/slurm_answer.h"
#include "grader/class/engine/slurm_cluster.h"
#include "grader/class/engine/slurm_script.h"

#define OPTIONS_MAX 60

void cluster_say(const Cluster *c, const char *format, ...)
{
	char line[600], clean[700];
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(line, sizeof line, format, arguments);
	va_end(arguments);
	text_clean(clean, sizeof clean, line, strlen(line));
	c->hooks->say(c->hooks->context, clean);
}

/* The name is a hash of the folder: the same for every run of this class, and unique to it. */
int cluster_name(Cluster *c)
{
	char *whole = realpath(c->class->folder, NULL), hex[DIGEST_SIZE];
	Digest digest;

	if (!whole)
		return refuse("%s: %s", c->class->folder, strerror(errno));
	digest_begin(&digest);
	digest_add_text(&digest, whole);
	digest_end(&digest, hex);
	snprintf(c->name, sizeof c->name, "usegpu-%.16s", hex);
	free(whole);
	return 0;
}

int cluster_folders(const Class *class)
{
	static const char *const parts[] = {SLURM_DONE, SLURM_RUNS, SLURM_LOGS};
	int bad = 0;

	for (size_t i = 0; !bad && i < sizeof parts / sizeof *parts; i++) {
		char *path = text_new("%s/%s", class->work, parts[i]);

		if (mkdir(path, 0711) < 0 && errno != EEXIST)
			bad = refuse("%s cannot be made: %s", path, strerror(errno)) < 0;
		free(path);
	}
	return bad ? -1 : 0;
}

/* Submits the tasks from `first` on, at most as many as an array may have. `after` is the array
 * before, so that the limit JOBS holds for all arrays together. Returns how many, or -1. */
static int array_submit(Cluster *c, int first, int most, long *after, const char *const *options)
{
	int count = c->count - first < most ? c->count - first : most;
	Submission **list = memory_new((size_t)count * sizeof(Submission *));
	char *script;
	long id = -1;

	for (int i = 0; i < count; i++)
		list[i] = c->tasks[first + i].submission;
	script = slurm_script_write(c->class, ++c->arrays, list, count);
	if (script)
		id = slurm_submit(c->name, count, c->class->options.tasks, *after, options, script);
	for (int i = 0; id > 0 && i < count; i++) {
		c->tasks[first + i].array = id;
		c->tasks[first + i].number = i;
	}
	if (id > 0)
		cluster_say(c, "  Slurm: array %ld with %d task%s, named %s", id, count,
			    count == 1 ? "" : "s", c->name);
	*after = c->class->options.tasks > 0 ? id : 0;
	free(script);
	free((void *)list);
	return id > 0 ? count : -1;
}

int round_submit(Cluster *c)
{
	char **options = slurm_options_make(c->class, OPTIONS_MAX);
	int most = !options ? 0 : slurm_array_max(), sent = 0;
	long after = 0;

	for (int first = 0; options && sent >= 0 && first < c->count && !interrupt_came();
	     first += sent)
		sent = array_submit(c, first, most, &after, (const char *const *)options);
	slurm_options_free(options);
	return !options || sent < 0 ? -1 : 0;
}
