/* slurm_answer.h - how a task on a cluster returns its result to the class run: a file in
 * WORK/done, named by the submission's key. It is renamed into place, so it is complete once it
 * exists. */
#ifndef GRADER_CLASS_ENGINE_SLURM_ANSWER_H
#define GRADER_CLASS_ENGINE_SLURM_ANSWER_H

#include "grader/class/run/job.h"

#define SLURM_DONE "done" /* folders in the work folder of the class run */
#define SLURM_RUNS "runs"
#define SLURM_LOGS "logs"

typedef struct SlurmAnswer {
	JobAnswer job;
	char kit[DIGEST_SIZE]; /* digest of the kit and the compiler on that node */
	char node[100];
	char run[60]; /* the files are in WORK/runs/RUN/output */
} SlurmAnswer;

/* 0, or -1 with a line on stderr. */
int slurm_answer_write(const char *work, const char *key, const SlurmAnswer *answer);

/* 0, or -1 when the file is missing or incomplete. */
int slurm_answer_read(const char *work, const char *key, SlurmAnswer *answer);

#endif
