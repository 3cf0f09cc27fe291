/* class.h - one run over a class: its options, its folders, and each submission.
 *
 * Theory of operation. This room is what lies between a submission and the gradebook: the folder of
 * the class with its lock (class_dir.h), the list of submissions with their students (students.h),
 * the job that looks at or grades one submission (job.h), and storing the results (store.h). The
 * sequence of a run is in cli/command_run.c. Jobs run in child processes, which close every file of
 * the run first; all else runs in the process of the class run. Only that process writes to the
 * gradebook and to students/, and it never opens a file that a student made. */
#ifndef GRADER_CLASS_RUN_CLASS_H
#define GRADER_CLASS_RUN_CLASS_H

#include <stdint.h>

#include "grader/base/digest.h"
#include "grader/class/book/book.h"
#include "grader/class/intake/entries.h"
#include "grader/class/intake/roster.h"
#include "grader/sandbox/sandbox.h"

#define SEED_SIZE 16

typedef struct Engine Engine; /* engine.h */

typedef struct ClassOptions {
	const char *submissions; /* the folder, as given */
	const char *build;
	const char *roster;     /* NULL: the copy that the last run kept, if there is one */
	const char *assignment; /* one of several of the class; NULL: it has one */
	const char *roster_id;  /* the heading of its ids; NULL: as last time, or the likeliest */
	const char *book;       /* NULL: in the folder of the class */
	const char *seed;       /* NULL: that of the assignment, or drawn at random */
	const char *due;        /* the deadline, as `rules` takes it; NULL: as it is */
	const char *hidden_source; /* what the hidden checks were built of; NULL: not known */
	const char *only;          /* the id of the only student to grade; NULL: all */
	const char *section;       /* the only section to grade; NULL: all */
	const char *show_hidden;   /* how pages show hidden checks: "announced" or "full" */
	const char *report;        /* the program that makes pages; NULL: make none */
	const Engine *engine;
	const char *slurm; /* further options of sbatch; NULL: none */
	int jobs;          /* the most local processes at once */
	int tasks;         /* the most tasks of a cluster at once; 0: no limit */
	int again;         /* 1: grade submissions that are graded already too */
	int own_seeds; /* 1: inputs from the seed of the submission's last grading, if it has one */
	int change_maximum;  /* 1: what marks are out of may change for everybody */
	int strict;          /* 1: exit with status 1 when a submission was not graded */
	char *const *grader; /* the command that grades, with its options; closed by NULL */
} ClassOptions;

typedef enum State {
	STATE_LEFT,    /* ignored: it is no submission, or a student's second one */
	STATE_TO_LOOK, /* not looked at yet */
	STATE_CURRENT, /* graded by an earlier run, and unchanged since */
	STATE_APART,   /* of another section than the one that is graded */
	STATE_TO_GRADE,
	STATE_GRADED,
	STATE_REFUSED, /* nothing in it can be graded */
	STATE_FAILED   /* the grader failed */
} State;

typedef struct Class Class;

typedef struct Submission {
	const Class *class;
	const Entry *entry;
	const char *id; /* of the student */
	State state;
	char content[DIGEST_SIZE];
	int64_t newest;       /* seconds since 1970 */
	char why[300];        /* why it was not graded, or a note; "" */
	int64_t row;          /* id in the gradebook; 0: not stored */
	char seed[SEED_SIZE]; /* of its inputs: the run's, or its own of last time */
	double score, max_score;
	double compile_s, check_s, total_s; /* negative: not known */
	SandboxTier tier;                   /* of its grading; full where that is not known */
	char other_tasks[120]; /* exercises whose task reads otherwise in its files: "2.2, 3.1" */
} Submission;

struct Class {
	ClassOptions options;
	char *folder; /* BUILD/class/NAME */
	char *work;   /* FOLDER/work-XXXXXX, of this run */
	int lock;     /* file descriptor of the lock file, held during the run */
	Entries entries;
	Roster roster;
	Book *book;
	char kit[DIGEST_SIZE];
	char settings[DIGEST_SIZE]; /* of the grader's command */
	char seed[SEED_SIZE];       /* of this run */
	char fresh[SEED_SIZE];      /* with own_seeds: of what was never graded */
	int64_t again_from; /* options.again: gradings newer than this one are of this run */
	char **words;       /* of the grader, with what is remembered; or NULL */
	char *labs;         /* that are graded, "1,2"; "": all; or NULL */
	char *kept_seed;    /* or NULL */
	char *seeds;        /* of this class's gradings, the newest first, separated by one space */
	SandboxTier tier;   /* for unpacking */
	Submission *list;   /* one for each entry */
};

#endif
