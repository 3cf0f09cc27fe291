/* options.h - what the command line asked for. */
#ifndef GRADER_SETUP_OPTIONS_H
#define GRADER_SETUP_OPTIONS_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

#include "grader/include/judge.h"
#include "grader/sandbox/sandbox.h"

typedef enum GpuKind { GPU_SIM, GPU_CUDA, GPU_NONE } GpuKind;

typedef struct Options {
	const char *submission;    /* the folder, as given */
	char submission_name[256]; /* its last part, or --name */
	char *submission_whole;    /* its absolute path, without links */
	char *place;        /* the name of the folders of its artifacts, progress and hints */
	int submission_fd;  /* open, O_PATH */
	int labs_fd;        /* the folder whose labs are read: that one, or --copy; open, O_PATH */
	const char *output; /* the folder of the artifacts; NULL: BUILD/grade/NAME */
	int jobs;           /* how many checks run at once */
	int lab;            /* the only one; 0: all, or several */
	const char *labs;   /* those asked for, "1" or "1,2"; NULL: all of the chapter */
	const char *check;  /* "3.2", or several of one lab, "3.2,3.4"; NULL: all */
	uint32_t seed;      /* below 2^31 */
	GpuKind gpu;
	const char *machine; /* "2xa100" */
	const char *model;   /* "a100": what is behind the x */
	int seconds;         /* that a run may take, by the clock and of the processor */
	int remote;          /* 1: the simulated machine lives in a process of its own */
	int strict, quick, hint;
	int details;                    /* write details.json as well */
	int coverage;                   /* does not grade: tells which lines the checks reach */
	int covered;                    /* the same, in results.json too */
	int timelines;                  /* with the timelines of all runs of the timed labs */
	int see;                        /* with those of all runs: for usegpu see */
	int progress;                   /* print what was reached, check nothing */
	int debug;                      /* run the check under gdb */
	int absent;                     /* print what checks forbid, for absent.sh */
	int precompile;                 /* see cuda_precompile() */
	int announce;                   /* print what students are told of hidden checks */
	char *hidden;                   /* hidden checks, built; absolute; NULL: none */
	char *root;                     /* the kit's folder, absolute: the working directory */
	char *build;                    /* the build folder, absolute */
	char *work;                     /* build_begin's private folder, */
	char *copy;                     /* of the kit, which it lies in; NULL: none (kit_copy.h) */
	SandboxTier tier;               /* chosen by work_begin; */
	SandboxTier tier_wanted;        /* at most this one */
	int work_fd;                    /* open and locked while this process lives */
	char **cc, **cflags, **ldflags; /* lists closed by NULL; paths in them are absolute */
} Options;

/* The options of a grading, for all commands that grade. */
extern const struct argp grade_argp;

/* Reads the command line. On bad input prints one line to stderr that names it and what was
 * expected, and returns -1; returns 1 when --help was asked for and printed; else 0. */
int options_read(Options *options, int argc, char **argv);

void options_free(Options *options);

/* Whether this lab was asked for. */
bool options_have_lab(const Options *options, const LabChecks *lab);

/* Whether this check was asked for. */
int options_have_check(const Options *options, const char *id);

/* Whether the lab is compiled with a flag that begins so, such as "-fsanitize". */
int options_have_flag(const Options *options, const char *beginning);

/* Whether compilers are asked to add code of their own: counters, or a sanitizer's. */
int options_are_instrumented(const Options *options);

const char *gpu_kind_name(GpuKind gpu); /* "sim", "cuda", "none" */

/* "inside" when the simulated machine lives in the program, whose word its counts and times are then. NULL:
 * it does not, or there is none. */
const char *simulator_said(const Options *options);

#endif
