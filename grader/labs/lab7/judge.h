/* judge.h - what the files that judge lab 7 share: products to be drawn, and what a timeline
 * says about them. */
#ifndef GRADER_LABS_LAB7_JUDGE_H
#define GRADER_LABS_LAB7_JUDGE_H

#include <stdbool.h>

#include "grader/include/judge.h"
#include "grader/labs/common/left.h"

enum { WORK_MOST = 24, NONE = -1, LOOKS = 4, INPUT_LOOKS = 8 };

/* Products and the GPUs that they are on. a and b hold all matrices, one behind the other; where they are NULL, they
 * are too large for that, and are numbers of two seeds (run_drawn). Without these, too, the drive fills them. */
typedef struct Work {
	int count, gpus; /* gpus: how many the machine has */
	int64_t gpu[WORK_MOST], m[WORK_MOST], k[WORK_MOST], n[WORK_MOST];
	float *a, *b;
	uint64_t seed_a, seed_b; /* 0: none */
	bool begun;              /* the caller's work is still writing a and b */
	const char *at;          /* what messages begin with */
} Work;

typedef struct WorkRun {
	Run *run;
	Work work;
} WorkRun;

/* work.c */

/* `count` products of sizes up to `most`, with numbers, on the GPUs that the digits of `gpus` name
 * ("3110"). */
Work work_draw(Judge *j, int machine, const char *gpus, int64_t most);
void work_send(Judge *j, Run *r, const Work *work, int current, int null);

/* The matrices are for GPUs alone, each for so many products. */
void work_give(Run *r, int times);

/* Gives the work seeds, and the run lists of their numbers. */
void work_seed(Judge *j, Run *r, Work *work);

/* Large products of seeds: product i has `parts[i]`, a digit, quarters of k, where `side` is
 * m and n. */
Work work_large(Judge *j, Run *r, const char *gpus, const char *parts, const char *at);

/* Microseconds that all products take on one GPU (`gpu` NONE), or those of one GPU; and how many
 * are there. */
double products_us(Run *r, const Work *work, int gpu);
int products_on(const Work *work, int gpu);

/* A machine on which each GPU has one product, and one of these takes longest. As it is another one
 * from run to run, the first and the last in the list and those between, a wait for some of the
 * GPUs only ends too early in one run at least, whatever is drawn. */
enum { ALL_GPUS = 4 };

/* The largest machine, and a list of many products on it, more than it has GPUs: "7351..." */
enum { MOST_GPUS = 8 };
#define EQUAL_PARTS "44444444" /* one for each of its GPUs, as work_large() takes them */
const char *draw_many(Judge *j);

const char *draw_all_gpus(Judge *j, int gpus);  /* in any order, as work_draw() takes them */
const char *parts_longest(Judge *j, int place); /* the product there takes twice as long */
const char *say_longest(Judge *j, const char *gpus, int place);

/* times.c */

/* A run in which GPUs have to be fast. */
Run *run_work_timed(Judge *j, int gpus);

/* The machine is so slow that all calls take next to no time, beside one of the products, however small; `takes_memory`:
 * those that take memory of a GPU for each, too. To be called before run_go(). */
void run_calls_quick(Run *r, const Work *work, bool takes_memory);

/* All GPUs worked at the same time then: it took no longer than the one with the most to do, which is products, and where
 * their number is limited copies, too: others would make one work longer. */
void judge_side_by_side(Judge *j, Run *r, const Work *work, bool by_copies);

/* The side of a square product that takes so many slacks: a slack is twice what the calls cost that
 * two products on two GPUs need. */
int64_t large_side(Run *r, double slacks);

/* The exercise returned 0. */
void judge_status(Judge *j, Run *r, const char *at);

/* result, a and b of every product as they are on its GPU, or on the host. */
void judge_work(Judge *j, Run *r, const Work *work, bool on_host);

/* That the GPUs have what was sent, and have made the results that were fetched. */
void judge_work_there(Judge *j, Run *r, const Work *work);

/* Numbers of each large product's result, which the judge looks at under the drive's name for it, and with ".a" and ".b" behind
 * it some of a and b, where these are numbers of a seed; before and behind the run. */
typedef struct Looks {
	int64_t row[WORK_MOST][LOOKS], column[WORK_MOST][LOOKS];
	int64_t a[WORK_MOST][INPUT_LOOKS], b[WORK_MOST][INPUT_LOOKS];
} Looks;
Looks looks_send(Judge *j, Run *r, const Work *work, const char *name);
void judge_looks(Judge *j, Run *r, const Work *work, const char *name, const Looks *looks);

/* Of all products, once each. */
double work_flops(const Work *work);
double work_flops_on(const Work *work, int gpu); /* of those on that GPU */

/* The handles' streams are what they were, and no error is left. */
void judge_calls_kept(Judge *j, Run *r, const char *at);

/* The exercise told that it failed, and left all else as it was. */
void judge_failure_told(Judge *j, Run *r, const char *at, int current);

/* a (m, k) times b (k, n), in double precision. */
float *product_wanted(Judge *j, const float *a, const float *b, int64_t m, int64_t k, int64_t n);

/* Microseconds of the window. */
double window_us(Run *r);

/* Microseconds in which a GPU computed, and in which two of them did at the same time. */
double busy_us(Run *r, int gpu);
double both_us(Run *r, int gpu, int other);

/* So many times as fast as one GPU two of them are that work at the same time; `alone` is what one
 * takes for all of it. */
#define SPEED_LEAST 1.9
TimeLimit two_gpus_limit(Judge *j, Run *r, double alone);

/* Each GPU computed its own products, once each, and no others: so none looks as if it worked because of those. */
void judge_products_once(Judge *j, Run *r, const Work *work);

/* By the machine's record kernels computed each product once, into its result, which the drive has under `name`, and there
 * were no others, and no more fills than products: so no number of a result came there in another way. */
void judge_products_alone(Judge *j, Run *r, const Work *work, const char *name);
void judge_few_fills(Judge *j, Run *r, const Work *work);

/* Copies that put numbers on a GPU; some wait by a copy to the host. */
double copies_to_gpus(Run *r);

/* At least `kernels` products have begun on GPU `gpu`, and everything there is over when the
 * function returns. */
void judge_finished(Judge *j, Run *r, const char *at, int gpu, int kernels);

/* No GPU has anything left to do then, by what the machine says. */
void judge_all_idle(Judge *j, Run *r, const char *at, int gpus);

/* The same of all GPUs, each of which has one product. */
void judge_all_finished(Judge *j, Run *r, const char *at);

/* Two GPUs computed at the same time for 0.9 at least of the time of the one that had less to do:
 * the second one began while the first was at work. */
#define SAME_TIME 0.9
void judge_same_time(Judge *j, Run *r, const char *at, int gpu, int other);

/* Every two of so many GPUs, which have as much to do: some work while others wait for them where a program keeps no more
 * than a few at work. Half is far from both: the last one begins when all calls before it have been made. */
#define SOME_TIME 0.5
void judge_all_at_once(Judge *j, Run *r, const char *at, int gpus);

/* The same of any operations, and of two GPUs that have `less` microseconds each at least. */
void judge_beside(Judge *j, Run *r, const char *at, int gpu, int other, double less);

/* record.c: the clock was read on idle GPUs before and behind all products on GPU `home`, and before and behind all of
 * them each on its own GPU; or events tell the times. What was measured of the second side ran on all its GPUs at
 * once: times of single products, put together, are those of a program that nobody has run. By the machine's record. */
void judge_sides_measured(Judge *j, Run *r, const char *at, const Work *work, int machine,
			  int home);

void judge_7_1(Judge *j);
void judge_7_2(Judge *j);
void judge_7_3(Judge *j);
void judge_7_4(Judge *j);
void judge_7_5(Judge *j);

#endif
