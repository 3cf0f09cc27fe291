/* slurm_answer.h - how a task of a cluster tells the class run what came of a submission: a file in
 * WORK/done, named by the submission's key, which is there when it is whole. */
#ifndef SLURM_ANSWER_H
#define SLURM_ANSWER_H

#include "job.h"

#define SLURM_DONE "done" /* folders in the work folder of the class run */
#define SLURM_RUNS "runs"
#define SLURM_LOGS "logs"

typedef struct SlurmAnswer {
	JobAnswer job;
	char kit[DIGEST_SIZE]; /* as it is on that node, its compiler included */
	char node[100];
	char run[60]; /* the folder WORK/runs/RUN has the files, in `output` */
} SlurmAnswer;

/* 0, or -1 with a line on stderr. */
int slurm_answer_write(const char *work, const char *key, const SlurmAnswer *answer);

/* 0, or -1 when it is not there, or not whole. */
int slurm_answer_read(const char *work, const char *key, SlurmAnswer *answer);

#endif
