/* class.h - one run over a class: what was asked for, where things lie, and each submission. */
#ifndef CLASS_H
#define CLASS_H

#include <stdint.h>

#include "book.h"
#include "digest.h"
#include "entries.h"
#include "roster.h"
#include "sandbox.h"

#define SEED_SIZE 16

typedef struct Engine Engine; /* engine.h */

typedef struct ClassOptions {
	const char *submissions; /* the folder, as given */
	const char *build;
	const char *roster;      /* NULL: the one of the last time, if there was one */
	const char *book;        /* NULL: in the folder of the class */
	const char *seed;        /* NULL: drawn */
	const char *only;        /* the id of the only student to grade; NULL: all */
	const char *show_hidden; /* of hidden checks on pages: "announced" or "full" */
	const char *report;      /* the program that makes pages; NULL: none are made */
	const Engine *engine;
	const char *slurm;   /* further options of sbatch; NULL: none */
	int jobs;            /* so many processes at once here */
	int tasks;           /* and so many in a cluster; 0: as many as it gives */
	int again;           /* 1: also those that are graded already */
	int strict;          /* 1: exit status 1 when something was not graded */
	char *const *grader; /* the command that grades, with its options; closed by NULL */
} ClassOptions;

typedef enum State {
	STATE_LEFT,    /* alone: it is no submission, or a second one */
	STATE_TO_LOOK, /* nothing is known of it yet */
	STATE_CURRENT, /* graded by an earlier run, and nothing has changed */
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
	int64_t newest; /* seconds since 1970 */
	char why[300];  /* why it was not graded, or what is worth telling; "" */
	int64_t row;    /* in the gradebook; 0: not there */
	double score, max_score;
	double compile_s, check_s, total_s; /* negative: not known */
	SandboxTier tier; /* that it was graded in; full where that is not known */
} Submission;

struct Class {
	ClassOptions options;
	char *folder; /* BUILD/class/NAME */
	char *work;   /* FOLDER/work-XXXXXX, of this run */
	int lock;     /* held while this run lasts */
	Entries entries;
	Roster roster;
	Book *book;
	char kit[DIGEST_SIZE];
	char settings[DIGEST_SIZE]; /* of the grader's command */
	char seed[SEED_SIZE];       /* of this run */
	int64_t again_from; /* options.again: gradings newer than this one are of this run */
	char *seeds; /* with which this class was graded, the newest first, one space between */
	SandboxTier tier; /* for unpacking */
	Submission *list; /* one for each entry */
};

#endif
