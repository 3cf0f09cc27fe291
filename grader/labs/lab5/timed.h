/* timed.h - what the two files of lab 5 share that judge the time of some work.
 *
 * The work is one or more equal products, so what it takes is known from the machine file. The
 * first time the drive makes three matrices besides (lab5_drive_task.h). */
#ifndef GRADER_LABS_LAB5_TIMED_H
#define GRADER_LABS_LAB5_TIMED_H

#include <stdbool.h>

#include "grader/labs/lab5/judge.h"

typedef struct Timed {
	Run *r;
	const char *at; /* "(1000, 1100) times (1100, 900)" */
	int64_t m, k, n;
	int current;    /* the GPU */
	double us;      /* what was returned */
	double product; /* microseconds of one product on the GPU */
	double flops;   /* of one product */
	double most;    /* what the calls around the work may add */
	int64_t calls;
	const int64_t *products; /* of each call; NULL: one */
	int repeats;             /* 5.4: how many times are asked for */
	double long_us;          /* what the host takes besides over the longest ones */
	const RunOp *ops;        /* of a run that was watched */
	int count;
} Timed;

/* A run with a product of drawn size on the current GPU, whose call `fails_at` fails (-1: none
 * does); fills in what is known of the time before it goes. */
Run *run_task(Judge *j, int current, int64_t fails_at, Timed *t);

/* Lets it go and takes what was returned, which must not be negative. */
void run_timed(Judge *j, Timed *t);

/* record.c, by the machine's record. How often the work was done is in memory of the program: the products of so many
 * calls have to have been made, all on the same matrices, and nothing else. */
void judge_calls_made(Judge *j, const Timed *t);

/* The clock was read on an idle GPU before and behind each of the last `measured` calls, `apart` calls from one to the
 * next; 0: somewhere before and behind one or more that were not the first. */
bool calls_are_clocked(Judge *j, const Timed *t, int measured, int apart);
void judge_calls_clocked(Judge *j, const Timed *t, int measured, int apart);

/* How many products there are before that call, which is also the number of its first one. */
int products_before(const Timed *t, int64_t call);

/* difference.c: a time that was told is one that lies between readings of the clock, of which the machine's record has the
 * shortest and the longest. `told`: what it is, "(9, 8): times->gpu is ". */
void judge_between_readings(Judge *j, const char *told, double us, double least, double most);

/* Of runs that were watched: the time lies between two readings of the clock, or is made of such times; or it
 * is the median of those. Where the clock was not read judge_calls_clocked() has said it. */
void judge_time_between(Judge *j, const Timed *t);
void judge_median_between(Judge *j, const Timed *t, int repeats, int apart);

/* median.c: sorts them. */
double median_in(double *times, int count);

/* How much time lies between two events was asked of a later call than the first. */
void judge_calls_between_events(Judge *j, const Timed *t);

/* Lets a run go in which call `fails_at` of the work fails, counted from 0. */
void judge_failure(Judge *j, Run *r, int64_t fails_at);

/* Makes a run like that one, and fills in what is known of it. */
typedef Run *TimedAgain(Judge *j, const Timed *like, Timed *t);

/* Runs like that one, in which the machine lets a product of some calls of the work fail: which one the program does not
 * know, nor whether one does. */
void judge_failing_work(Judge *j, const Timed *good, TimedAgain *again);

/* On real GPUs: is what came true of so many products on that GPU? `how`: "product" by the host's
 * clock, or "events". */
void judge_products_measured(Judge *j, const Timed *t, const char *how, int gpu, int products);

int time_within(double us, double least, double most);

/* Fails if the time would be right in milliseconds or microseconds. */
void judge_time_unit(Judge *j, const Timed *t, double least, double most);

#endif
