/* run.h - a run of the student's code: its machine, its inputs, what is to fail in it, what a finding in it means, and how
 * it is done. Part of judge.h. */
#ifndef GRADER_INCLUDE_RUN_H
#define GRADER_INCLUDE_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "grader/include/check.h"
#include "usegpu/device.h"
#include "usegpu/tensor.h" /* Shape; the judge never makes a Tensor */

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

/* What CUDA tells of one of its GPUs, which on a machine of unlike ones is its own. */
typedef struct RunGpu {
	const char *name;
	int capability, multiprocessors; /* 8.0 is 80 */
	int64_t memory_bytes;
} RunGpu;
RunGpu run_gpu(Run *r, int gpu);

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

/* Behind run_fail(): in that window of several, and not in the first one. Only with a link to the machine. */
void run_fail_in(Run *r, int window);

/* Of memory of GPUs the exercise returns so many bytes at the most (0 before): where it may leave no other (no_gpu_memory). */
void run_returns_gpu(Run *r, double bytes);

/* An exercise that does not make the call that fails has failed the check then: who says that it failed has to have
 * made it. But where one can do without; then its judge asks, where a failure is told. */
void run_may_do_without(Run *r);
void run_want_failed(Run *r);

/* Who knows which run has a call fail, by the clock or by what an earlier process has left in the computer's memory,
 * need not look at calls. So where a process is called twice, it is drawn in which of the two calls the operation of
 * run_fail() fails, in one or in both; the other call is spared. That may be so in a run of which this is said before
 * run_go(); behind it run_is_spared() tells. */
void run_may_be_spared(Run *r);
bool run_is_spared(const Run *r);

/* Until the next such call judge_between() gives what it gave for that run, as far as numbers between the same two are drawn
 * in the same order: what is asked for then is the same, but for the values of numbers. NULL: all is drawn anew. Where two
 * runs are so alike the exercise has to make the same calls in both, up to the first that fails (grader/judge/same_calls.h). */
void judge_repeat(Judge *j, const Run *r);

/* The same for a part of a judge function whose last run has a call fail, and which fails an exercise that does not say
 * so. Where that run was spared the exercise is wrong if `part` finds nothing wrong; after run_may_do_without() what it
 * finds counts in either case. */
typedef void JudgePart(Judge *j, const void *data);
void judge_where_fails(Judge *j, JudgePart *part, const void *data);

/* From go on kernels of that GPU take so many thousandths of their time, 1000 at least, as on a GPU that is
 * too warm: what was worked out from a model is not what was measured. And after run_go(), how many
 * times longer they took: 1 where the judge has no link to the machine. */
void run_slow(Run *r, int gpu, int thousandths);
double run_slowness(const Run *r, int gpu);

/* In the windows of this run products of float32 that GPUs compute are off by a thousandth here and there, as with
 * fewer digits (TF32): they are not what the CPU makes of the same matrices. */
void run_rough(Run *r);

/* The same, and all numbers of a product are off by one share: so are their sum and their norm. */
void run_rough_whole(Run *r);

/* After run_go(): what such a run has made of the one number of that product, of those that were queued from 1 on. Or of any
 * number of one that is off as a whole. The number itself where the judge has no link to the machine. */
float run_roughened(const Run *r, float number, int product);

/* In the run it is counted what threads of a block hand each other in shared memory (RunKernel.handed_...), and how
 * often each writes the same number of global memory (RunKernel.rewrites). And where a
 * thread gets a number out of there that is one of `from`, the one of `to` at
 * the same place comes instead: who takes a number by another way gets it as it is. Lists of the judge's memory; the
 * numbers of `from` differ. */
typedef enum RunDyed {
	RUN_DYED_ALL,    /* whoever has put the number there */
	RUN_DYED_OTHERS, /* another thread has */
	RUN_DYED_ACROSS, /* a thread of another warp has */
	RUN_DYED_KEPT    /* it was there when a barrier of the block ended */
} RunDyed;
void run_handed(Run *r, RunDyed of, const float *from, const float *to, int64_t count);
/* After run_go(): whether it was so. Not where the judge has no link to the machine. */
bool run_is_handed(const Run *r);

/* In the run warps and blocks of the file's kernels have another order, which is drawn, and take short turns: what hangs
 * on the usual one, where nothing is waited for, comes out otherwise. What is counted may do so, too. */
void run_any_order(Run *r);

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

/* The same for work of the student's that is in no order with what given code has queued before: that is called so. */
void run_given_before(Run *r, const char *earlier, const char *words, const char *cause);

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

/* The results of these names, written as above, are told behind a later window than the one that is
 * counted, but not behind the thaw: those of further calls that are counted, too. */
void run_behind(Run *r, const char *names);

/* In the windows of this run one host thread may use the GPUs, and the machine refuses a second one:
 * for what is timed, where the clocks of several threads need never meet. Where the exercise says so it
 * is in each run (.one_thread of Check). To be called before run_go(). */
void run_one_thread(Run *r);

/* Which of the drive's windows (drive_go to drive_end) is counted and timed; 0, the first, else. To
 * be called before run_go(). */
void run_window(Run *r, int window);

/* How many windows the drive has at most; 1 else. A program that begins another one, in which its work
 * would not be counted, has damaged results. To be called before run_go(). */
void run_windows(Run *r, int count);

/* Before that window, counted from 0, and those behind it the drive may call drive_thaw(). Else a
 * program that begins one behind a thaw, in which it may have done what it likes, has damaged
 * results. To be called before run_go(). */
void run_thawed_before(Run *r, int window);

/* The kernels of the program are optimised: for what they count and take. Else each access is as it was
 * written, which findings are about. To be called before run_go(). */
void run_optimised(Run *r);

/* After this run nothing can be called in the same process: it leaves a GPU broken. */
void run_alone(Run *r);

/* Calls the function in a fresh process, and after that once more, with the inputs of a second
 * judge that draws its own (second_judge.h). Fails the check when the process crashes, hangs, ends
 * early, or when the simulator found a mistake in it. */
void run_go(Run *r);

#endif
