/* engine_local.c - a pool of processes (job_pool.h). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "grader/base/diagnostic.h"
#include "grader/base/folder.h"
#include "grader/base/job_pool.h"
#include "grader/base/text.h"
#include "grader/class/engine/engine.h"
#include "grader/setup/work_dir.h"

typedef struct Here {
	const Class *class;
	Submission **list;
	PoolJob *jobs;
	const EngineHooks *hooks;
	int bad; /* 1: `done` failed; the run ends */
} Here;

/* A job that was killed could not clean up after the sandbox that it had started. */
static void job_killed(int pid)
{
	sandbox_sweep(sandbox_user_of(pid));
}

static void job_done(void *context, int i)
{
	Here *here = context;
	PoolJob *job = &here->jobs[i];
	JobAnswer answer = {.take = COLLECT_FAULT};
	char *room = text_new("%s/%s", here->class->work, here->list[i]->entry->key);

	if (job->answer_bytes == sizeof answer)
		memcpy(&answer, job->answer, sizeof answer);
	else if (job->timed_out)
		text_format(answer.why, sizeof answer.why, "it took longer than %.0f s",
			    job->seconds);
	else if (job->pid < 0)
		text_format(answer.why, sizeof answer.why,
			    "no process for it: too little memory, or too many processes or files");
	else
		text_format(answer.why, sizeof answer.why, "its process died (signal %d)",
			    job->signal);
	if (!here->bad)
		here->bad = here->hooks->done(here->hooks->context, here->list[i], &answer) < 0;
	folder_remove(room);
	free(room);
}

int engine_run_here(const Class *class, Submission **list, int count, double seconds,
		    void (*body)(void *, int), const EngineHooks *hooks)
{
	PoolJob *jobs = memory_new(((size_t)count + 1) * sizeof *jobs);
	Here here = {.class = class, .list = list, .jobs = jobs, .hooks = hooks};

	for (int i = 0; i < count; i++)
		jobs[i] = (PoolJob){.body = body,
				    .argument = list[i],
				    .killed = job_killed,
				    .seconds = seconds,
				    .answer_max = sizeof(JobAnswer)};
	job_pool_run_unordered(jobs, count, class->options.jobs, job_done, &here);
	free(jobs);
	return here.bad ? -1 : 0;
}

static int local_check(void)
{
	return 0;
}

static int local_grade(const Class *class, Submission **list, int count, const EngineHooks *hooks)
{
	return engine_run_here(class, list, count, GRADE_SECONDS, job_grade, hooks);
}

const Engine engine_local = {.name = "local", .check = local_check, .grade = local_grade};

const Engine *engine_find(const char *name)
{
	static const Engine *const engines[] = {&engine_local, &engine_slurm, NULL};

	for (const Engine *const *each = engines; *each; each++)
		if (strcmp((*each)->name, name) == 0)
			return *each;
	refuse("ENGINE=%s: wanted local or slurm", name);
	return NULL;
}
