/* check.h - what a lab's table says of its checks. Part of judge.h. */
#ifndef GRADER_INCLUDE_CHECK_H
#define GRADER_INCLUDE_CHECK_H

#include <stdbool.h>

typedef struct Judge Judge;
typedef struct Run Run;

#define CHECK_HINTS 3

/* Why a check failed: a mistake that its message and others may be about. */
typedef struct Cause {
	const char *id; /* "stray-byte" */
	const char *
		page; /* what explains it: a page of docs/ and its heading, "errors/memory.md#leak" */
	const char
		*hint; /* for this mistake alone: a question, in a sentence or two; NULL where the
			   * message says all */
} Cause;

typedef struct Check {
	const char *id;    /* "3.2" */
	const char *title; /* what the exercise asks, one line */
	double points;
	bool stretch;          /* for who has the time; the core of all labs takes ten hours */
	int gpus;              /* the most GPUs that one of its runs needs */
	int hidden;            /* 1: an instructor's; registry_extend sets it */
	const char *function;  /* the exercise's function, to be found in the student's object */
	const char *forbidden; /* symbols that this function must not reach, separated by spaces;
				* NULL for none */
	const char *rule;      /* why, one line: said when a forbidden symbol is found; NULL */
	const char
		*hints[CHECK_HINTS]; /* a question, a pointer, almost the line; NULL ends early */
	void (*judge)(Judge *j);
	const char *drive;  /* the check whose drive is run; NULL: this one's own */
	const char *told;   /* of a hidden check: what students are told of it; NULL: nothing */
	bool no_handles;    /* no stream and no event may stay, whatever becomes of it later */
	bool makes_handles; /* of a lab with no_handles: this exercise asks for streams or events */
	bool makes_blas;    /* of such a lab: this exercise asks for handles of cuBLAS */
	bool no_gpu_memory; /* a second call like the first leaves none of a GPU but what it returns (run_returns_gpu) */
	bool one_thread; /* one host thread alone may use the GPUs, in each of its runs */
	bool slow;       /* it is one of those of its lab that take longest: it begins first */
	bool no_children; /* the judge looks at what one process has, so the program makes no other */
} Check;

/* Each grader/labs/labN/judge.c defines one of these, named labN_judge. An instructor's hidden checks of that
 * lab are another one, named labN_hidden_judge (docs/hidden.md). */
typedef struct LabChecks {
	int number;       /* 3 */
	const char *name; /* "lab3_copies" */
	const Check *checks;
	int count;
	const Cause *causes; /* the lab's own, ended by one without an id; NULL: none */
	bool is_beyond;    /* the chapter: graded, with points of its own, only where it is named */
	bool moves_device; /* its exercises may leave another current device */
	bool no_handles; /* of all its checks: a second call that is like the first makes no stream, no event and
			    * no handle of cuBLAS that stay: what is kept for later calls is found again */
	bool is_cuda; /* its file is labN_name.cu, with kernels */
} LabChecks;

/* The ending of the lab's file. */
static inline const char *lab_ending(const LabChecks *lab)
{
	return lab->is_cuda ? ".cu" : ".c";
}

#endif
