/* judge.h - the half of a check that decides, in a process that no student's code enters.
 *
 * A check's judge function draws inputs, starts one or more runs of the student's code, and
 * compares what came back with what it computed itself:
 *
 *     static void judge_3_2(Judge *j)
 *     {
 *             int64_t n = judge_between(j, 2, 40), m = judge_between(j, 2, 40);
 *             float *x = judge_uniform(j, n * m, -1, 1), *y = judge_uniform(j, n * m, -1, 1);
 *             Run *r = judge_run(j, 2);
 *             run_tensor(r, "x", SHAPE(n, m), x, device_cpu());
 *             run_tensor(r, "y", SHAPE(n, m), y, device_gpu(1));
 *             run_go(r);
 *             const RunTensor *z = run_get_tensor(r, "z");
 *             judge_device(j, "the result's device", z->device, device_gpu(1));
 *             ...
 *             judge_floats(j, "x + y", z->values, wanted, n * m, 1e-6);
 *             judge_at_most(j, "copies", run_traffic(r).all.copies, 1);
 *     }
 *
 * Judging ends at the first thing that is wrong: every judge_... expectation, run_go and every
 * run_get_... leave the judge function (by longjmp) when it fails, and nothing has to be freed by
 * hand: memory of a Judge lives until its check is over. A judge function that returns has passed.
 *
 * A judge says why the expectations that follow would fail: judge_because(j, "stray-byte"). The hint and
 * the page under the message are those of that cause.
 *
 * Messages are one line, say what was wanted and what came, and hold at most 4 significant digits,
 * no addresses and no real times, so that the same seed gives the same bytes on every machine. */
#ifndef GRADER_INCLUDE_JUDGE_H
#define GRADER_INCLUDE_JUDGE_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/include/marks.h"
#include "simcuda.h"
#include "usegpu/device.h"
#include "usegpu/tensor.h" /* Shape and Dtype; the judge never makes a Tensor */

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
	const char *drive; /* the check whose drive is run; NULL: this one's own */
	const char *told;  /* of a hidden check: what students are told of it; NULL: nothing */
	bool no_handles;   /* no stream and no event may stay, whatever becomes of it later */
	bool slow;         /* it is one of those of its lab that take longest: it begins first */
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
	bool is_cuda;      /* its file is labN_name.cu, with kernels */
} LabChecks;

/* The ending of the lab's file. */
static inline const char *lab_ending(const LabChecks *lab)
{
	return lab->is_cuda ? ".cu" : ".c";
}

/* --- drawing inputs (all from the check's seed) ----------------------------------------------- */

/* A whole number in [least, most]. */
int64_t judge_between(Judge *j, int64_t least, int64_t most);

/* `count` numbers uniform in [low, high); memory of the judge. */
float *judge_uniform(Judge *j, int64_t count, double low, double high);

/* Zeroed memory that lives until the check is over. */
void *judge_memory(Judge *j, size_t bytes);

/* Text made like printf, in memory of the judge. */
const char *judge_text(Judge *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* "line 31", for a line of the lab's file; a message that has it stands at that line in the report.
 * "" when the line is not known: 0. */
const char *judge_line(Judge *j, int line);
/* The same with something before and after it, "" when the line is not known: " (", ")". */
const char *judge_line_in(Judge *j, const char *before, int line, const char *after);

/* --- running the student's code --------------------------------------------------------------- */

/* A run to be, on a simulated machine with `gpus` GPUs of the chosen model. */
Run *judge_run(Judge *j, int gpus);

/* Another model than the one that MACHINE chose, for this run; "t4". */
void run_model(Run *r, const char *model);

/* All work of the machine takes so many times as long: of its GPUs, their memory and the links, but no call. A short
 * run, whose numbers are all compared, has the times of a long one then, and nothing in it is larger than
 * in others. The figures and times below are those of that machine. */
void run_slower(Run *r, int times);

/* The model of the run ("a100"), the name of its GPUs ("NVIDIA A100-SXM4-40GB"), and one of its
 * figures, in the unit that framework/simcuda/machines/MODEL.json gives it. */
const char *run_model_name(const Run *r);
const char *run_gpu_name(Run *r);
double run_figure(Run *r, const char *name);

/* Microseconds that the model of the run gives for: a product of float32 matrices (m, k) and (k,
 * n), row by row without gaps, on a GPU; `bytes` over a link ("h2d_pinned", "d2h_pageable", "peer",
 * ...: the figures NAME_alpha and NAME_beta); arithmetic on the host. They are what the run's
 * timeline has for the same thing, made from the machine file alone, without what queueing and
 * waiting cost. */
double run_product_us(Run *r, int64_t m, int64_t n, int64_t k);
double run_copy_us(Run *r, const char *link, double bytes);
double run_host_us(Run *r, double flops, double bytes);

/* Whether results come from a simulated machine, so that its figures hold for them. Counts always
 * do. */
bool judge_is_simulated(const Judge *j);

/* Sets an environment variable of the run (CUDA_VISIBLE_DEVICES). */
void run_env(Run *r, const char *name, const char *value);

/* Inputs; what they point to is copied. */
void run_int(Run *r, const char *name, int64_t value);
void run_real(Run *r, const char *name, double value);
void run_text(Run *r, const char *name, const char *value);
void run_ints(Run *r, const char *name, const int64_t *values, int64_t count);
void run_floats(Run *r, const char *name, const float *values, int64_t count);
void run_tensor(Run *r, const char *name, Shape shape, const float *values, Device device);

/* The list of that name is for GPUs: the judge puts it into their memory, up to so many times, where the
 * drive says (drive_give), and the program never has it. So it is with the tensors on GPUs. Where the
 * judge has no link to the machine, the program gets both. */
void run_give(Run *r, const char *name, int times);

/* The same of a list of `count` floats that is too long to be made: number i is judge_number(seed, i). The machine
 * makes them when somebody needs them. Where there is no link they are 0. */
void run_drawn(Run *r, const char *name, uint64_t seed, int64_t count, int times);
uint64_t judge_seed(Judge *j); /* drawn; never 0 */
float judge_number(uint64_t seed, int64_t i);

/* Of the floats on a GPU that the drive names so (drive_put_some) the judge looks at these alone, and
 * run_get_floats_on() has them, in this order: a large product need not be computed for it. Where there is no link
 * none come. Of a tensor on a GPU it looks at none, whatever the places. */
void run_look(Run *r, const char *name, const int64_t *places, int count);

/* The `at`-th operation of that kind ("copy", "launch", "record" and others; simcuda.h) that
 * begins in the window fails, and `times` - 1 more behind it: the framework tries a product a
 * second time, in case that its GPU was reset. One kind in a run, and only on a simulated machine.
 */
void run_fail(Run *r, const char *kind, int64_t at, int64_t times);

/* An exercise that does not make the call that fails has failed the check then: who says that it failed has to have
 * made it. But where one can do without; then its judge asks, where a failure is told. */
void run_may_do_without(Run *r);
void run_want_failed(Run *r);

/* From go on kernels of that GPU take so many thousandths of their time, 1000 at least, as on a GPU that is
 * too warm: what was worked out from a model is not what was measured. And after run_go(), how many
 * times longer they took: 1 where the judge has no link to the machine. */
void run_slow(Run *r, int gpu, int thousandths);
double run_slowness(const Run *r, int gpu);

/* In the windows of this run products of float32 that GPUs compute are off by a thousandth here and there, as with
 * fewer digits (TF32): they are not what the CPU makes of the same matrices. */
void run_rough(Run *r);

/* In the run it is counted what threads of a block hand each other in shared memory (RunKernel.handed_...), and how
 * often each writes the same number of global memory (RunKernel.rewrites). And where a
 * thread gets a number out of there that is one of `from`, and that another thread has put there, the one of `to` at
 * the same place comes instead: who takes a number by another way gets it as it is. Lists of the judge's memory; the
 * numbers of `from` differ. */
void run_handed(Run *r, const float *from, const float *to, int64_t count);
/* After run_go(): whether it was so. Not where the judge has no link to the machine. */
bool run_is_handed(const Run *r);

/* Findings of that kind ("leak", "race", ...) do not fail this run. */
void run_allow(Run *r, const char *kind);

/* What this run is about, in a few words ("from cpu to gpu:0, and the copy fails"): a message about
 * what was found in it, a leak or a crash, ends with them. Without them that about a crash ends
 * with the run's inputs. */
void run_about(Run *r, const char *words);

/* " (from cpu to gpu:1)": the same words in parentheses, for a message about what holds in every run; "" without
 * them. */
const char *say_about(Judge *j, const Run *r);

/* The run asks for something that cannot be had, told in such words as "more host memory than there is":
 * a crash in it is told as what it most likely is, a NULL that was used. */
void run_refuses(Run *r, const char *words);

/* What the drive's block of so many bytes of host memory is for the exercise ("data->x, 200 rows of 64
 * numbers"): told when the exercise goes outside of it. */
void run_block(Run *r, int64_t bytes, const char *words);

/* A finding whose message begins so, and which is at no line of the student's, was made in code
 * that the student is given: it ends with these words, which say what the student had to do for it, and
 * has this cause.
 */
void run_given(Run *r, const char *begins, const char *words, const char *cause);

/* The same for a function that stands in the lab's file and is not to be changed: its line is not told, as it
 * is not where the mistake is. */
void run_given_in_lab(Run *r, const char *begins, const char *words, const char *cause);

/* The same for what given code does, and the student has to know of at the line that is told: of work that a
 * function queued that they called. */
void run_given_called(Run *r, const char *begins, const char *words, const char *cause);

/* The same for what given code does to what the exercise hands it: the beginning is told in other words
 * (`said`), as a student cannot know what that code is made of. */
void run_given_instead(Run *r, const char *begins, const char *said, const char *words,
		       const char *cause);

/* The run that the check is about: the pages and usegpu see show its timeline. Of several the last one
 * counts; without any it is the last one that was watched. To be called before run_go(). */
void run_shown(Run *r);

/* Keeps the timeline of this run, for run_ops(). To be called before run_go(). Every operation
 * takes about a kilobyte of a file that may have 16 MiB. */
void run_watch(Run *r);

/* The results of these names, separated by blanks (with a * at its end: a beginning of names), are
 * told after drive_thaw(), when the program can use the GPUs again, or after a later window than the one
 * that is counted: for what only later work can show. All others are those of the moment at which the exercise returned. To be called before
 * run_go(); `names` is not copied. */
void run_later(Run *r, const char *names);

/* In the windows of this run one host thread may use the GPUs, and the machine refuses a second one:
 * for what is timed, where the clocks of several threads need never meet. To be called before
 * run_go(). */
void run_one_thread(Run *r);

/* Which of the drive's windows (drive_go to drive_end) is counted and timed; 0, the first, else. To
 * be called before run_go(). */
void run_window(Run *r, int window);

/* How many windows the drive has at most; 1 else. A program that begins another one, in which its work
 * would not be counted, has damaged results. To be called before run_go(). */
void run_windows(Run *r, int count);

/* The kernels of the program are optimised: for what they count and take. Else each access is as it was
 * written, which findings are about. To be called before run_go(). */
void run_optimised(Run *r);

/* After this run nothing can be called in the same process: it leaves a GPU broken. */
void run_alone(Run *r);

/* Calls the function in a fresh process, and after that once more, with the inputs of a second
 * judge that draws its own (second_judge.h). Fails the check when the process crashes, hangs, ends
 * early, or when the simulator found a mistake in it. */
void run_go(Run *r);

/* What came back. A result that is missing or of another type fails the check. */
typedef struct RunTensor {
	Shape shape;
	Dtype dtype;
	Device device;
	const float *values;       /* for DTYPE_FLOAT32, else NULL */
	const int32_t *int_values; /* for DTYPE_INT32, else NULL */
	int64_t count;
} RunTensor;

int64_t run_get_int(Run *r, const char *name);
double run_get_real(Run *r, const char *name);
const char *run_get_text(Run *r, const char *name); /* may be NULL */
const int64_t *run_get_ints(Run *r, const char *name, int64_t *count);
const float *run_get_floats(Run *r, const char *name, int64_t *count); /* NULL: nothing came */

/* The same for floats that have to lie in the memory of that GPU, where the judge has read them
 * itself (-1: on the host); and, if it has put the input of that name on a GPU, where it has put that. NULL: the exercise gave NULL, or what is no memory. */
const float *run_get_floats_on(Run *r, const char *name, int64_t gpu, int64_t *count);

/* The same of one array, which lies where the judge has put the input of that name, if there is one: who names a
 * place of his own choice could have answers lie there beforehand. */
const float *run_get_floats_given(Run *r, const char *name, int64_t gpu, int64_t *count);
const int64_t *run_want_ints(Run *r, const char *name,
			     int64_t count);               /* fails unless so many came */
const RunTensor *run_get_tensor(Run *r, const char *name); /* NULL: the exercise returned NULL */

/* What was counted inside the window: differences between go and end, except live_bytes and
 * peak_bytes, which are the values at its end. host_ns is the virtual time that it took. With
 * GPU=cuda the counts come from a second run of the same inputs on the simulator. */
const SimcudaCounters *run_counts(Run *r);

/* The same of one of the drive's windows, the first of which is 0. */
const SimcudaCounters *run_counts_of(Run *r, int window);

/* How many bytes of GPUs' memory more the program had at the window's end than at its begin; and the most that it
 * had more at one time, 0 where as much had been taken before already. */
double run_gpu_held(Run *r, int window);
double run_gpu_most(Run *r, int window);
double
run_library_held(Run *r,
		 int window); /* the same of what libraries took for themselves, as for handles */

/* What went one way in a window: by copies, and by kernels that work themselves in the host's pinned or managed memory
 * or on another GPU. Such a kernel counts as a copy: it carries numbers as one does, and CUDA has no name for it. */
typedef struct Moved {
	double copies, bytes;
	double called;  /* of these copies: those that are calls, which run_fail() counts */
	double carried; /* of these bytes: what kernels moved */
} Moved;

typedef struct Traffic {
	Moved h2d, d2h, p2p, d2d; /* host to GPU, GPU to host, from GPU to GPU, within a GPU */
	Moved all;                /* their sum */
} Traffic;

/* The one answer to what went where in the window. A judge does not read the counters of copies themselves, which
 * know nothing of kernels (grader/tests/traffic.test). */
Traffic run_traffic(Run *r);
Traffic run_traffic_of(Run *r, int window);
Traffic traffic_of(const SimcudaCounters *counted); /* of a mark */

/* Fails a window in which a kernel read or wrote memory of the host. */
void judge_not_carried(Judge *j, const Traffic *t, const char *at);

/* Whether the machine itself said what was counted, and not the program. Then it also tells in what state the
 * window left the main thread: `device` and `peers` of run_counts(). */
bool run_is_linked(const Run *r);

/* Whether the process was called before, with the inputs of the other judge. What cannot change in a process may be
 * remembered from then. */
bool run_is_second(const Run *r);

/* The moments of that window that the drive had the machine note (drive_mark), in their order; their
 * counters are counted from its begin. What a moment is said to be anybody can say: what counts is
 * what the machine had seen by then. NULL where the judge has no link to the machine. */
const SimcudaMark *run_marks(Run *r, int *count);

/* How work of a launch was divided: how much there was, how many blocks and threads did any, and how much the one did
 * that did most. */
typedef struct RunShare {
	double all, blocks, threads, block_most, thread_most;
} RunShare;

/* What one launch of a kernel in the lab's file did (docs/kernels.md). Requests are instructions of a warp,
 * sectors are of 32 bytes. */
typedef struct RunKernel {
	char name[64];
	int gpu;
	int other_stream;                  /* 1: in another stream than the default one */
	int64_t grid[3], block[3], shared; /* shared: static and dynamic, bytes of a block */
	double us;                         /* modelled */
	double load_requests, load_sectors, store_requests, store_sectors; /* of global memory */
	double atomic_sectors;                                             /* the same */
	double load_lanes, store_lanes;  /* threads in these requests */
	RunShare calculated;             /* operations with floats, a multiply-add as two */
	RunShare read, written;          /* numbers of 4 bytes of global memory; atomics write */
	RunShare added;                  /* atomics of global memory */
	RunShare used_shared;            /* requests of shared memory; here `threads` are warps */
	double atomics, atomic_requests; /* of global memory and shared: of lanes; of warps */
	double global_atomics;           /* of lanes, of global memory alone */
	double shared_requests, shared_conflicts;
	double rewrites; /* with run_handed(): how often one thread wrote one number there, the most */
	/* With run_handed(), of words that are not 0: the most that threads of one warp handed others of it in shared
	 * memory; the most threads of one other warp of which a thread got words there. */
	double handed_within, handed_lanes;
	double barriers;            /* that a warp came to */
	double exchanges;           /* shuffles and votes, of warps */
	double branches, divergent; /* of warps */
	double active;              /* lanes, of the 32 of a warp, in an instruction */
	double dram_bytes;
	double flops; /* that warps had room for: of 32 threads, whether they had work or not */
} RunKernel;

/* The launches of the window, in their order. NULL where the judge has no link to the machine. */
const RunKernel *run_kernels(Run *r, int *count);

/* What the machine knows of an event that the drive has made. */
typedef struct RunEvent {
	int there;      /* 0: it was destroyed */
	int recorded;   /* 1: it was, */
	double over_us; /* and is reached then; since the window began */
} RunEvent;

/* Of the event that was made last before the window began, back = 1, or the one before it, 2, at most 16; as it
 * was when the window ended. Only where run_is_linked(). */
RunEvent run_event(Run *r, int back);

/* A kernel that was launched in the window and is not the file's own, such as a product of cuBLAS; or, without a name,
 * a question how much time lies between two events. */
typedef struct RunLaunched {
	char name[24]; /* "cublasSgemm" */
	struct {
		uint64_t address;
		double bytes;
	} operand[3]; /* what it reads and writes, in its own order */
	double flops;
	int gpu;
	bool working;      /* the GPU had other work when it was asked for */
	bool adds;         /* it reads an operand that it writes, as a product with beta does */
	double start, end; /* microseconds; of a question: where the two events stood */
	double readings;   /* of the clock in the window before it, with all GPUs idle */
} RunLaunched;

/* All of the window, in their order; *readings: of the clock in all of it. NULL where the judge has no link to the
 * machine. */
const RunLaunched *run_launched(Run *r, int *count, double *readings);

/* Whether the GPU had work that was not over when that window ended. */
bool run_working(Run *r, int window, int gpu);

/* How many bytes more of its own the program had at the drive's host_put() than at its host_begin(), as the
 * kernel says: mapped and resident both. 0 where that cannot be told. */
int64_t run_held(Run *r);

/* How many more files and folders the program had open then, likewise. */
int64_t run_open_files(Run *r);

/* How many more names there were in its folder then, likewise. */
int64_t run_new_names(Run *r);

/* What was in the file whose path is the input of that name, at the drive's drive_file(); behind it come zeros, so that
 * its last number is whole. *bytes: its length, -1 where there was no such file. */
const void *run_file(Run *r, const char *name, int64_t *bytes);

/* "cudaErrorInvalidValue, from lab5_matmul_timing.c:83": the first call in the run's windows that failed, if it
 * stands in the student's file; NULL: none did. A failure without a reason tells it by itself. */
const char *run_failed_call(const Run *r);

/* The line of the student's file that asked for a block from malloc() which the exercise has made and nobody gave
 * back; 0 when there is none. */
int run_kept_line(const Run *r);

/* The line of the student's file at which the first finding of an allowed kind was made; 0 when
 * there was none, or none in that file. */
int run_finding_line(Run *r, const char *kind);

/* What a GPU did, or the host, on the simulated machine. Times are in microseconds since the window
 * began. */
typedef enum RunOpKind {
	RUN_OP_COPY,
	RUN_OP_FILL,
	RUN_OP_KERNEL,    /* cuBLAS's included */
	RUN_OP_CALL,      /* of the CUDA runtime or cuBLAS: the host was busy, or waited */
	RUN_OP_HOST_WORK, /* arithmetic of the host that was declared to the simulator */
} RunOpKind;

typedef struct RunOp {
	RunOpKind kind;
	int gpu;       /* of the stream; -1 for CALL and HOST_WORK */
	char name[48]; /* of the call or the kernel; "copy H2D pinned" */
	double start, end;
	double called; /* when the call began that it belongs to */
	double waited; /* CALL: microseconds of it in which the host waited for work */
	double bytes, flops;
	int64_t stream; /* equal for two operations of one GPU if they are in one stream */
	int on_default; /* 1: that is the default stream */
	int from, to;   /* COPY: a GPU, or -1 for the host */
	int pinned;     /* COPY: no end of it is in pageable host memory */
	int line;       /* of the student's file where it was called, or 0 */
} RunOp;

/* What the calls of the window were and what they had the GPUs do, which may go on after its end,
 * in the order of their beginnings, calls before the operations they issue. */
const RunOp *run_ops(Run *r, int *count);

/* Microseconds in which at least one of the operations for which `takes` answers 1 was under way;
 * and in which one for which `takes` answers 1 and one for which `other` does were under way at the
 * same time. `data` is handed on. */
typedef int RunOpTakes(const RunOp *op, const void *data);
double ops_busy(const RunOp *ops, int count, RunOpTakes *takes, const void *data);
double ops_overlap(const RunOp *ops, int count, RunOpTakes *takes, RunOpTakes *other,
		   const void *data);

/* --- expectations: each returns when it holds and ends the check when it does not ------------- */

/* `what` completes "wanted ... ": judge_int(j, "the number of GPUs", got, 2) says
 * "the number of GPUs: wanted 2, got 3". */
void judge_int(Judge *j, const char *what, int64_t got, int64_t wanted);
void judge_real(Judge *j, const char *what, double got, double wanted, double tolerance);
void judge_text_is(Judge *j, const char *what, const char *got, const char *wanted);
void judge_device(Judge *j, const char *what, Device got, Device wanted);
void judge_shape(Judge *j, const char *what, Shape got, Shape wanted);
void judge_at_most(Judge *j, const char *what, double got, double most);
void judge_at_least(Judge *j, const char *what, double got, double least);

/* What the GPUs had to do in the window, as the machine counts it, is at least so many FLOPs in so many
 * kernels; and so many bytes went to GPUs, came from there, and went from one to another, by copies or because kernels
 * work in pinned memory and on other GPUs. The host may well come to
 * the same numbers: an answer of its own is none. */
typedef struct RunWork {
	double flops, launches, to_gpus, to_host, between; /* the last three: bytes */
	double numbers; /* that GPUs wrote as results, in far fewer kernels, fills and copies: by one for each
			 * number, or for each byte, the host writes what it likes and sends nothing */
} RunWork;
void judge_worked(Judge *j, Run *r, const char *at, RunWork least);
void judge_worked_in(Judge *j, Run *r, int window, const char *at, RunWork least);

/* The window cannot have been shorter than so many microseconds, which the machine needs for the
 * work: a time below them was made up. Nothing on real GPUs, whose figures these are not. */
void judge_possible(Judge *j, Run *r, const char *at, double least);

/* What a program measured on real GPUs, and who else can do that work: `reference` is the command
 * line of usegpu-reference (grader/reference/), which prints as many numbers as there are names. */
#define REAL_MAX 3
typedef struct RealWork {
	const char *at; /* what it was asked for; begins the messages */
	const char *reference;
	const char *names[REAL_MAX]; /* of the run's results */
	int count;
	double unit;           /* what a result is to be multiplied by, to be */
	const char *unit_name; /* in this unit: " us"; "" for a plain number */
	double flops;          /* of the work behind the first one, which is a time in microseconds;
				* 0: there is no limit that is known */
} RealWork;

/* On real GPUs: the program is run again, several times, in turn with the kit's own. Its numbers
 * have to be those of the kit's, within timing_stats.h's limits, and no time may beat the GPU's
 * peak. Where the times vary too much to tell, they are taken again, and then the check is
 * inconclusive. Nothing on a simulated machine, whose times are known. To be called last in a
 * check: it takes seconds. */
void judge_on_hardware(Judge *j, Run *r, const RealWork *work);

/* Compares element by element: |got - wanted| <= tolerance * max(1, |wanted|), and never for a NaN,
 * a missing array or a result that has fewer elements. Names the first index that differs, with
 * both values. */
void judge_floats(Judge *j, const char *what, const float *got, const float *wanted, int64_t count,
		  double tolerance);

/* The same for numbers that were copied and have to be the same: when the first quarter of them is right it
 * says so, as that is what comes of a size in numbers where bytes are counted. */
void judge_copied(Judge *j, const char *what, const float *got, const float *wanted, int64_t count);

/* Anything else: fails the check when `holds` is 0, with this message. */
#define judge_that(j, holds, ...) ((holds) ? (void)0 : judge_fail(j, __VA_ARGS__))

/* The share of the points that the check is worth if it fails from here on: for a guess that is near. */
void judge_share(Judge *j, double share);

/* What the check has just shown, for who passed it: one or two short sentences with their own figure
 * beside the one that the judge computes or the solution has. Of several calls the last one counts;
 * a check that fails has none. */
void judge_lesson(Judge *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Microseconds with 4 digits: "155.3 us", "12.71 ms". */
const char *say_us(Judge *j, double us);
/* The same in the unit of the longer of two times, for those that stand beside each other. */
const char *say_us_beside(Judge *j, double us, double other);

/* "1 copy", "3 copies"; "4 bytes", "2.4 MB". */
const char *say_many(Judge *j, double count, const char *one, const char *many);
const char *say_bytes(Judge *j, double bytes);

/* Microseconds of the window of that run, by its machine's clock. */
double run_us(Run *r);

/* The same until all that was queued on GPUs is over, too: what the exercise has left to do, and what the drive
 * waits for in the window, whether it has or not. */
double run_over_us(Run *r);

/* As judge_that_for(), of an expectation about time: below the message stands what was wanted beside what
 * was measured, and that the timeline can be seen. */
typedef struct TimeLimit {
	double wanted, measured; /* microseconds */
	const char *wanted_how;  /* in a few words: "both copies at once"; NULL: no more is known */
	const char *measured_how;
	bool at_least; /* the time that was wanted is the shortest that is right, not the longest */
} TimeLimit;
void judge_note_times(Judge *j, TimeLimit times);
/* What fails from here on no timeline shows. It holds until the next run_go(). */
void judge_unpictured(Judge *j);
/* Notes both times, whether the limit is kept or not: for who wants to see how a program became fast. */
void judge_note_limit(Judge *j, TimeLimit times);

/* So much of `wanted` microseconds two things have to be under way at once. */
TimeLimit time_at_once(double wanted, double measured, const char *what);
#define judge_in_time(j, holds, cause, times, ...)                                                 \
	(judge_note_limit(j, times),                                                               \
	 (holds) ? (void)0 : (judge_note_times(j, times), judge_fail_for(j, cause, __VA_ARGS__)))

/* Fails the check with this message. */
_Noreturn void judge_fail(Judge *j, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* --- causes ----------------------------------------------------------------------------------- */

/* What fails from here on fails for this cause: one of the lab's, or one of grader/judge/causes.c. It
 * holds until the next, or until the next run_go(). */
void judge_because(Judge *j, const char *cause);

/* judge_that() and judge_fail() for one cause, whichever the judge has named. */
#define judge_that_for(j, holds, cause, ...)                                                       \
	((holds) ? (void)0 : (judge_because(j, cause), judge_fail(j, __VA_ARGS__)))
#define judge_fail_for(j, cause, ...) (judge_because(j, cause), judge_fail(j, __VA_ARGS__))

/* The drives send all that the judges ask for: if not, the program forged it. */
#define judge_complete(j, holds)                                                                   \
	judge_that_for(j, holds, "damaged-results", "the results are not complete")

#endif
