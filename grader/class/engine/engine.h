/* engine.h - where submissions are graded: on this computer, or on a cluster.
 *
 * Theory of operation. An engine gets a list of submissions from the class run and grades each with
 * the same job (job_grade), so all engines give the same marks. The local one forks a pool of
 * worker processes; the Slurm one submits job arrays and waits for answer files (engine_slurm.c).
 * An engine runs in the process of the class run, which calls grade() and is called back through
 * EngineHooks for each submission. It never writes to the gradebook; the hook `done` does. */
#ifndef GRADER_CLASS_ENGINE_ENGINE_H
#define GRADER_CLASS_ENGINE_ENGINE_H

#include "grader/class/run/job.h"

/* Callbacks of an engine, run in the process that called it. */
typedef struct EngineHooks {
	/* The submission is graded, or has failed; its new files lie in job_output(). -1 ends the
	 * run. */
	int (*done)(void *context, Submission *submission, const JobAnswer *answer);
	/* Shows the user one line, without control characters. */
	void (*say)(void *context, const char *line);
	void *context;
} EngineHooks;

struct Engine {
	const char *name;
	/* Called first: checks that the engine works here. 0, or -1 with a line on stderr. */
	int (*check)(void);
	/* Grades the submissions; returns when all are done or interrupt_came(). 0, or -1 with a
	 * line on stderr. */
	int (*grade)(const Class *class, Submission **list, int count, const EngineHooks *hooks);
};

extern const Engine engine_local, engine_slurm;

/* NULL with a line on stderr when there is none of that name. */
const Engine *engine_find(const char *name);

/* Runs one job per submission in local processes, options.jobs at a time; `say` is not used. */
int engine_run_here(const Class *class, Submission **list, int count, double seconds,
		    void (*body)(void *, int), const EngineHooks *hooks);

#define GRADE_SECONDS 14400.0 /* more than all checks take if each uses up its time limit */

#endif
