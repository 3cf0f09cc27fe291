/* job.h - the work on one submission, in a process of its own: jobs for a pool (job_pool.h). */
#ifndef GRADER_CLASS_RUN_JOB_H
#define GRADER_CLASS_RUN_JOB_H

#include "grader/class/intake/collect.h"
#include "grader/class/run/class.h"

/* The answer of both kinds of job. */
typedef struct JobAnswer {
	CollectOutcome take;
	int failed;                /* 1: the grader failed, twice */
	char content[DIGEST_SIZE]; /* digest of the files that were collected, or graded */
	char archive[DIGEST_SIZE]; /* digest of the archive that they were in, "" for none */
	int64_t newest;
	double total_s; /* of the grader */
	char why[300];
} JobAnswer;

/* Collects the submission (a Submission *) to compute its digest. */
void job_look(void *submission, int answer_fd);

/* Collects and grades it; the results are in job_output. */
void job_grade(void *submission, int answer_fd);

/* The work folder that holds a submission's new files until they are complete; to be freed. */
char *job_output(const Submission *submission);

#endif
