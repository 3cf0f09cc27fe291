/* judge.h - what the files that judge lab 9 share. */
#ifndef GRADER_LABS_LAB9_JUDGE_H
#define GRADER_LABS_LAB9_JUDGE_H

#include <string.h>

#include "grader/include/judge.h"
#include "grader/labs/common/failing.h"
#include "grader/labs/common/left.h"
#include "grader/labs/common/order.h"

enum { GPUS_MOST = 8 }; /* MOST_GPUS of the lab's file */

/* Some GPUs of a machine, in an order of their own. No GPU at all: the CPU. */
typedef struct Team {
	int machine; /* how many GPUs the machine has */
	int count;   /* how many of them take part; 0: the CPU alone */
	int64_t gpu[GPUS_MOST];
	int current; /* the current device before the call */
} Team;

/* The replicas, parts or tensors that there are: with the CPU alone one. */
static inline int team_size(const Team *team)
{
	return team->count ? team->count : 1;
}

static inline const char *say_team(Judge *j, const Team *team)
{
	const char *text = team->count == 1 ? "GPU" : "GPUs";
	if (team->count == 0)
		return "the CPU alone";
	for (int i = 0; i < team->count; i++)
		text = judge_text(j, "%s%s %d", text, i ? "," : "", (int)team->gpu[i]);
	return text;
}

/* "GPU 2", or "the CPU". */
static inline const char *say_member(Judge *j, const Team *team, int i)
{
	return team->count ? judge_text(j, "GPU %d", (int)team->gpu[i]) : "the CPU";
}

static inline Run *run_team(Judge *j, const Team *team)
{
	Run *r = judge_run(j, team->machine);
	run_ints(r, "gpus", team->gpu, team->count);
	run_int(r, "current", team->current);
	return r;
}

/* Lets an operation of that kind fail, and says which one: "the 2nd copy fails". The framework
 * makes a launch that failed a second time. */
static inline const char *run_fail_at(Judge *j, Run *r, const char *kind, int64_t at)
{
	return run_fail_ordered(j, r, kind, at, failing_times(kind));
}

/* All GPUs of the largest machine, in any order. */
static inline Team draw_eight(Judge *j)
{
	Team team = {.machine = GPUS_MOST, .count = GPUS_MOST};
	draw_order(j, team.gpu, GPUS_MOST);
	team.current = (int)judge_between(j, 0, GPUS_MOST - 1);
	return team;
}

/* All GPUs of one that is neither small nor the largest. */
static inline Team draw_some(Judge *j)
{
	Team team = {.machine = (int)judge_between(j, 5, GPUS_MOST - 1)};
	team.count = team.machine;
	draw_order(j, team.gpu, team.count);
	team.current = (int)judge_between(j, 0, team.count - 1);
	return team;
}

/* One of so many; 0 when there is none. */
static inline uint64_t draw_one(Judge *j, uint64_t count)
{
	return count == 0 ? 0 : (uint64_t)judge_between(j, 1, (int64_t)count);
}

static inline void judge_left(Judge *j, Run *r, const Team *team, const char *at)
{
	judge_no_error_left_at(j, r, at);
	if (team->machine > 0)
		judge_device_kept(j, r, team->current);
}

/* The same where peer access is on before the call: it still is. On "oneway" a GPU reaches those with a higher number. */
static inline void judge_left_reached(Judge *j, Run *r, const Team *team, const char *at)
{
	const double possible = run_figure(r, "peer_possible");
	judge_left(j, r, team, at);
	for (int i = 0; i < team->count && run_is_linked(r); i++)
		for (int k = 0; k < team->count; k++) {
			const int from = (int)team->gpu[i], to = (int)team->gpu[k];
			if (i == k || possible == 0 || (possible == 2 && from > to))
				continue;
			judge_that_for(j, run_counts(r)->peers >> (8 * from + to) & 1,
				       "peers-closed",
				       "%s: GPU %d cannot reach the memory of GPU %d any more; "
				       "peer access was on before",
				       at, from, to);
		}
}

/* Nothing goes to or from the host in that window of the run. */
static inline void judge_no_bounce(Judge *j, Run *r, int window, const char *at)
{
	Traffic went = run_traffic_of(r, window);
	judge_host_not_carried(j, &went, at); /* between GPUs kernels may add up as well */
	judge_that_for(
		j, went.d2h.copies + went.h2d.copies <= 0, "bounced",
		"%s: by way of the host: %d %s to the host and %d back; wanted copies from GPU "
		"to GPU only",
		at, (int)went.d2h.copies, (int)went.d2h.copies == 1 ? "copy" : "copies",
		(int)went.h2d.copies);
}

/* The copies among what was counted that can be made to fail. */
static inline uint64_t copies_called(const SimcudaCounters *c)
{
	Traffic went = traffic_of(c);
	return (uint64_t)(went.p2p.called + went.d2d.called);
}

/* What one copy between two GPUs takes when peer access is on where it is possible. */
static inline double between_us(Run *r, double bytes)
{
	const char *link = run_figure(r, "peer_possible") != 0 ? "peer" : "peer_through_host";
	return run_copy_us(r, link, bytes);
}

/* That memory i of the results is on GPU i of the team. */
static inline void judge_place(Judge *j, const Team *team, int i, int64_t place, const char *what)
{
	int gpu = (int)team->gpu[i];
	judge_that_for(j, place != -1, "replica-missing", "%s: %s[%d] is NULL", say_team(j, team),
		       what, i);
	judge_that_for(j, place != -2, "wrong-gpu", "%s: %s[%d] does not point to memory of a GPU",
		       say_team(j, team), what, i);
	judge_that_for(
		j, place == gpu, "wrong-gpu",
		"%s: %s[%d] is on GPU %d, wanted GPU %d; cudaMalloc takes memory of the current "
		"device",
		say_team(j, team), what, i, (int)place, gpu);
}

/* That nothing was written behind the end of a list. */
static inline void judge_fence(Judge *j, Run *r, const char *at, const char *what, int count)
{
	judge_that_for(j, !run_get_int(r, "beyond"), "written-behind",
		       "%s: %s[%d] was changed, behind the end", at, what, count);
}

void judge_9_1(Judge *j);
void judge_9_2(Judge *j);
void judge_9_3(Judge *j);
void judge_9_4(Judge *j);
void judge_9_5(Judge *j);
void judge_9_6(Judge *j);
void judge_9_7(Judge *j);
void judge_9_8(Judge *j);

/* A step on so many GPUs of a slow machine: the part of 9.5 that is measured, by the timeline of its run. */
enum { LAYERS = 3 };
typedef struct Long {
	int64_t size[LAYERS], rows; /* rows: of each GPU */
	int gpus;
	bool later; /* the work of an earlier step may still be under way */
} Long;

/* On more GPUs than that it hangs on the way to the sum; there they have to compute at once, and no more. */
enum { EFFICIENT_MOST = 4 };

/* Fails a step that has waited, in whatever call, when some GPU with rows had a product to compute, and some had none. GPU
 * i's has so many FLOPs at least: 0: any. */
void judge_queued(Judge *j, Run *r, const Team *team, const double *least, const char *at);

bool is_product(const RunOp *op);

/* Of the products in the timeline of a run that was watched; and of those on one GPU. */
double products_flops(Run *r);
double products_flops_on(Run *r, int64_t gpu);
void judge_efficiency(Judge *j, Run *r, const Long *l, const char *at);

#endif
