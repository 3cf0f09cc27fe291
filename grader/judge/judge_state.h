/* judge_state.h - the inside of a Judge and of a Run, for the files that make up the judge. */
#ifndef GRADER_JUDGE_JUDGE_STATE_H
#define GRADER_JUDGE_JUDGE_STATE_H

#include <jansson.h>
#include <setjmp.h>
#include <stdbool.h>

#include "framework/simcuda/machine/machine.h"
#include "grader/base/rng.h"
#include "grader/compile/compile.h"
#include "grader/include/judge.h"
#include "grader/include/verdict.h"
#include "grader/judge/run_outcome.h"
#include "grader/setup/options.h"
#include "grader/wire/channel.h"
#include "grader/wire/findings.h"
#include "grader/wire/timeline.h"

#define COVERAGE_LINES 8192
enum { COVERAGE_MISSED = 1, COVERAGE_REACHED };

#define RUN_GIVEN_MAX 6

/* Of the lab's file, by line: 0 is no code, or not known. */
typedef struct LineCounts {
	unsigned char state[COVERAGE_LINES + 1];
	int blind; /* 1: a run left no counters that can be read */
} LineCounts;

typedef struct Block {
	struct Block *next;
	_Alignas(16) char bytes[];
} Block;

typedef struct Twice Twice;

/* A whole number that was drawn between two. */
typedef struct Drawn {
	int64_t least, most, value;
} Drawn;

typedef struct DrawnList {
	Drawn *drawn;
	int count, room;
} DrawnList;

/* What run_given() was told. */
typedef struct RunGiven {
	const char *begins, *words, *cause;
	const char *said;          /* in place of the beginning; or NULL */
	bool in_lab, is_elsewhere; /* also at a line of the lab; and that line is not told */
	bool is_earlier;           /* of the work that came before */
} RunGiven;

/* What run_block() was told. */
#define RUN_BLOCKS_MAX 4
typedef struct RunBlock {
	int64_t bytes;
	const char *words;
} RunBlock;

struct Judge {
	const Options *options;
	const LabChecks *lab;
	const Check *check;
	Rng random;
	Verdict verdict;
	const Cause *cause; /* of the next failure; NULL: not named */
	jmp_buf leave;
	Block *blocks;
	Run *runs;
	Twice *twice;           /* the other judge of this check (second_judge.h) */
	LineCounts coverage;    /* with options->coverage */
	int started;            /* processes so far; counted in the first judge, as is */
	uint64_t told;          /* how many bytes of results they told */
	bool expects_failure;   /* in judge_where_fails() */
	bool makes_other_calls; /* same_calls.h: so it has failed, whichever call was to fail */
	DrawnList drawn;        /* since the last run */
	const Run
		*repeats; /* whose numbers are drawn again, behind the first `repeated`; or NULL */
	int repeated;
	int attended;      /* the number of the one that is to run under gdb; 0: none */
	int function_line; /* where the exercise's function begins; 0: not known */
	int second_call;   /* 1: the verdict is about the second call in a process */
	int said_line;     /* the last that judge_line() was asked for; 0: none */
	bool unpictured;   /* judge_unpictured() was called since the last run */
	double began;      /* by clock_now() */
	char *details;     /* JSON text for options->details, to be freed; NULL */
	json_t *measured;  /* for the details: what was timed on real GPUs, or NULL */
	char refused[64];  /* a call of cuBLAS in the last process that grading does not know; "" */
};

/* The number of the check whose drive is run. */
static inline const char *check_drive(const Check *check)
{
	return check->drive ? check->drive : check->id;
}

struct Run {
	Judge *judge;
	int gpus;
	const char *model; /* NULL: the one that was asked for */
	int times;         /* as long as its file says work takes (run_slower); 0: once */
	Value *inputs;
	Orders orders;
	const char *about;              /* memory of the judge; NULL: the inputs tell */
	const char *refuses;            /* what run_refuses() was told; memory of the judge; NULL */
	RunBlock block[RUN_BLOCKS_MAX]; /* of the caller's, by size */
	int blocks;
	RunGiven given[RUN_GIVEN_MAX];
	int given_count;
	char *env[8]; /* "NAME=value" */
	int env_count;
	unsigned allowed;                 /* one bit a kind of finding, see findings.h */
	int finding_lines[FINDING_KINDS]; /* by the bit's number: of the first of an allowed kind */
	const SimMachine *machine;        /* NULL until a figure is asked for */
	int watched;                      /* 1: the timeline is wanted */
	bool shown;                       /* it is what the check is about */
	const char *later;                /* names that may be told after the thaw; or NULL */
	const char *behind;               /* and those that may be told behind a later window */
	int single;                       /* one host thread in the windows */
	uint64_t rough; /* the seed by which products of GPUs are rough in them; 0: they are not */
	int window;     /* which of the drive's is counted and timed, from 0 */
	int windows;    /* how many the drive has at most */
	int thaws;      /* the first one that may come behind a thaw; 0: none may */
	double returns_gpu;  /* bytes of GPUs: run_returns_gpu() */
	bool may_do_without; /* it need not make the call that fails */
	bool may_be_spared;
	bool spared;        /* nothing fails in it, for all that run_fail() said */
	bool beside_spared; /* that is so in the other call of its process */
	const Drawn *drawn; /* for it; memory of the judge */
	int drawn_count;
	const Run *before; /* the call before it in its process; NULL: it is the first */
	uint64_t shape;    /* what it asks for, but for the values of numbers (same_calls.h) */
	int alone;         /* 1: nothing can be called after it */
	bool optimised;    /* the kernels of the program are */
	Timeline timeline;
	json_t *findings; /* for the details: what the simulator found, or NULL */
	Answers answers;
	Ending ending; /* what was wrong with it */
	int is_second; /* 1: it was the second call in its process */
	int alike;     /* 1: its inputs have the shapes of the first judge's */
	int gone;      /* 1 after run_go */
	Run *next;
};

/* As the machine is ordered: "2xa100", "2xa100:500". */
const char *run_machine_name(const Run *r);

/* `facts` are those of the check, from when the lab was built. 1 when the check can go on, 0 when
 * judge->verdict is decided. */
int judge_begin(Judge *judge, const Options *options, const LabChecks *lab, const Check *check,
		const CheckFacts *facts);

/* Runs the check's judge function and returns with judge->verdict set. */
void judge_decide(Judge *judge);

/* Completes the verdict: no lesson for who failed, and whether the timeline shows why. */
void lesson_settle(Judge *judge);

/* Completes the verdict with what the run that the check is about did. */
void work_settle(Judge *judge);

/* Ends the check with this verdict. */
_Noreturn void judge_leave(Judge *judge, VerdictKind kind, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/* The path of the run's program, and of its table of lines (line_table.h), to be freed. */
char *run_program(const Run *run);
char *run_line_table(const Run *run);

/* Bytes from that place to the end of the result that it lies in; -1 when it lies in none. */
int64_t results_behind(const Judge *judge, const void *at);

/* Frees the check's runs, and all memory of the judge. */
void judge_release(Judge *judge);
void runs_free(Judge *judge);

/* Calls it once more on the real GPUs, alone; `run` has the inputs of one that was gone. Fills in
 * its answers, to be freed, and its ending. */
void run_on_hardware(Run *run);

/* Operations in a microsecond that a GPU of that name can do, by the kit's machine files; 0 where
 * none is of that name. */
double peak_of(Judge *judge, const char *gpu_name);

/* From now on *flag is 1 while a program of the student's is alive, else 0. It outlives this process,
 * which the program may manage to kill. */
void run_tell_alive(volatile unsigned char *flag);

/* Calls the student's function in one process, for one run or for two that fit together, one after
 * the other. Fills in their answers, timelines and endings. `first` keeps what was printed. */
void run_together(Judge *first, Run *const *runs, int count);

/* Whether the exercise calls nothing of CUDA: it needs no GPU in any run, so it is about numbers or a text alone. (An
 * instructor's check may be about tensors on the CPU.) Its runs have a GPU, whose machine counts calls. */
bool judge_without_calls(const Judge *j);

#endif
