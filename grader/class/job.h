/* job.h - what is done with one submission in a process of its own: a pool's jobs (pool.h). */
#ifndef JOB_H
#define JOB_H

#include "class.h"
#include "take.h"

/* The answer of both kinds of job. */
typedef struct JobAnswer {
	Take take;
	int failed;                /* 1: the grader failed, twice */
	char content[DIGEST_SIZE]; /* of what was taken, or graded */
	char archive[DIGEST_SIZE]; /* that it was in, "" for none */
	int64_t newest;
	double total_s; /* of the grader */
	char why[300];
} JobAnswer;

/* Takes the submission (a Submission *) to learn its digest. */
void job_look(void *submission, int answer_fd);

/* Takes it and grades it; what comes of it lies in job_output. */
void job_grade(void *submission, int answer_fd);

/* The folder of the run's own that a submission's new files lie in until they are whole; to be
 * freed. */
char *job_output(const Submission *submission);

#endif
