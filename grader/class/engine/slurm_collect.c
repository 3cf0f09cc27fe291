/* slurm_collect.c - collects the answers of tasks, and their files. */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "grader/base/diagnostic.h"
#include "grader/base/folder.h"
#include "grader/base/interrupt.h"
#include "grader/base/text.h"
#include "grader/class/engine/slurm_answer.h"
#include "grader/class/engine/slurm_cluster.h"
#include "grader/setup/work_dir.h"

/* Ends the task for this round; the failure is final only in the second. */
int task_fail(Cluster *c, Task *task, JobAnswer *answer)
{
	if (c->round > 1)
		return c->hooks->done(c->hooks->context, task->submission, answer);
	cluster_say(c, "  %s: %s; it is graded once more", task->submission->entry->folder,
		    answer->why);
	c->again[c->again_count++] = task->submission;
	return 0;
}

/* Moves the task's files to job_output(), where a local job would have put them. */
static int files_take(const Class *class, const Submission *s, const char *run)
{
	char *from = text_new("%s/" SLURM_RUNS "/%s/output", class->work, run);
	char *to = job_output(s), *above = text_new("%s/%s", class->work, s->entry->key);
	int bad;

	folder_remove(above);
	bad = mkdir(above, 0711) < 0 || (rename(from, to) < 0 && errno != ENOENT);
	free(above);
	free(to);
	free(from);
	return bad ? -1 : 0;
}

static int answer_take(Cluster *c, Task *task)
{
	Submission *s = task->submission;
	SlurmAnswer answer;
	char *path = text_new("%s/" SLURM_DONE "/%s", c->class->work, s->entry->key);
	char *run, *room;
	int bad = slurm_answer_read(c->class->work, s->entry->key, &answer) < 0;

	if (bad) /* not readable completely yet: the next scan reads it again */
		return free(path), 0;
	run = text_new("%s/" SLURM_RUNS "/%s", c->class->work, answer.run);
	room = text_new("%s/%s", c->class->work, s->entry->key);
	if (files_take(c->class, s, answer.run) < 0) {
		answer.job.failed = 1;
		text_format(answer.job.why, sizeof answer.job.why, "%s: %s", room, strerror(errno));
	} else if (strcmp(answer.kit, c->class->kit) != 0) {
		answer.job.failed = 1;
		text_format(answer.job.why, sizeof answer.job.why,
			    "the node %s has another kit, or another compiler, than this computer",
			    answer.node);
	}
	remove(path);
	task->over = 1;
	c->left--;
	bad = answer.job.failed || answer.job.take == COLLECT_FAULT
		      ? task_fail(c, task, &answer.job)
		      : c->hooks->done(c->hooks->context, s, &answer.job);
	folder_remove(room);
	folder_remove(run);
	free(room);
	free(run);
	free(path);
	return bad;
}

static int by_key(const void *key, const void *task)
{
	return strcmp(key, ((const Task *)task)->submission->entry->key);
}

static int tasks_by_key(const void *a, const void *b)
{
	return by_key(((const Task *)a)->submission->entry->key, b);
}

void tasks_sort(Cluster *c)
{
	qsort(c->tasks, (size_t)c->count, sizeof *c->tasks, tasks_by_key);
}

/* Reads and stores all answers that have arrived. */
int answers_take(Cluster *c)
{
	char *path = text_new("%s/" SLURM_DONE, c->class->work);
	DIR *list = opendir(path);
	const struct dirent *each;
	int bad = 0;

	if (!list)
		bad = refuse("%s: %s", path, strerror(errno));
	while (list && bad == 0 && !interrupt_came() && (each = readdir(list))) {
		Task *task =
			bsearch(each->d_name, c->tasks, (size_t)c->count, sizeof *c->tasks, by_key);

		if (task && !task->over)
			bad = answer_take(c, task);
	}
	if (list)
		closedir(list);
	free(path);
	return bad;
}
