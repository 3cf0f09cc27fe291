/* engine.h - where submissions are graded: on this computer, or by a cluster. All engines run the
 * same job (job_grade), so they give the same marks. */
#ifndef ENGINE_H
#define ENGINE_H

#include "job.h"

/* What an engine tells while it works; in the process that called it. */
typedef struct EngineHooks {
	/* It is over; its new files lie in job_output(). -1 ends the run. */
	int (*done)(void *context, Submission *submission, const JobAnswer *answer);
	/* One clean line for the user. */
	void (*say)(void *context, const char *line);
	void *context;
} EngineHooks;

struct Engine {
	const char *name;
	/* Before anything is done: whether it works here. 0, or -1 with a line on stderr. */
	int (*check)(void);
	/* Grades them, and returns when all are over, or interrupt_came(). 0, or -1 with a line on
	 * stderr. */
	int (*grade)(const Class *class, Submission **list, int count, const EngineHooks *hooks);
};

extern const Engine engine_local, engine_slurm;

/* NULL with a line on stderr when there is none of that name. */
const Engine *engine_find(const char *name);

/* Runs one job for each, options.jobs at once, in processes of this computer; `say` is not used. */
int engine_run_here(const Class *class, Submission **list, int count, double seconds,
		    void (*body)(void *, int), const EngineHooks *hooks);

#define GRADE_SECONDS 14400.0 /* every check at its limit takes less */

#endif
