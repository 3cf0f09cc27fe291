/* move.c - decides about 4.3: a model moved to a device, or left as it was. */
#include <string.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab4/judge.h"

enum { HOST_FULL = -2 }; /* the host has no memory for what the call needs itself */

typedef struct Move {
	int gpus, to, current;
	int64_t room;      /* bytes left on `to`, or for the host; -1: all of it; or HOST_FULL */
	int64_t missing;   /* a parameter with NULL for data; -1: none */
	int often;         /* 0: called once, and judged; else called so often for what it keeps */
	const char *fails; /* an operation of that kind, and which one; NULL: none */
	int64_t which;
	const char *at;
} Move;

/* All of it goes from one GPU to the other. */
static bool crosses(const Model *m, const Move *move)
{
	return !move->fails && move->gpus == 2 && m->count > 4 && m->devices[0] >= 0 &&
	       move->to >= 0 && m->devices[0] != move->to;
}

static Run *run_move(Judge *j, const Model *m, Move *move)
{
	Run *r = judge_run(j, move->gpus);
	model_send(j, r, m);
	run_int(r, "to", move->to);
	run_int(r, "current", move->current);
	run_int(r, "room", move->room);
	run_int(r, "missing", move->missing);
	run_int(r, "often", move->often);
	if (move->room == HOST_FULL)
		run_refuses(r, "more host memory than there is");
	/* a copy may fail here: to memory that could not be had, or from NULL */
	if (move->fails) {
		run_fail_ordered(j, r, move->fails, move->which, failing_asked_times(move->fails));
		run_may_be_done(r, move->fails);
		run_allow(r, "race"); /* of who goes on all the same: told below */
	} else
		run_told_of_use(r);
	if (move->often ==
	    0) /* a simulator inside keeps its record in the memory that is looked at */
		run_watch(r);
	if (move->room >= 0 || move->missing >= 0 || move->often > 0)
		run_allow(r, "host-pointer");
	else if (crosses(m, move))
		run_shown(r);
	run_go(r);
	return r;
}

/* From where the first parameter that moves comes. */
static const char *say_move(Judge *j, const Model *m, const Move *move)
{
	int64_t from = m->devices[0];
	bool mixed = false;
	for (int i = 1; i < m->count; i++)
		mixed = mixed || m->devices[i] != from;
	return judge_text(j, "a model on %s, to %s%s",
			  mixed ? "several devices" : say_device(j, from), say_device(j, move->to),
			  move->gpus ? "" : " on a machine without a GPU");
}

/* Where each parameter is afterwards, and in which memory. */
static void judge_places(Judge *j, Run *r, const Model *m, const Move *move)
{
	const int64_t *on = run_want_ints(r, "on", m->count);
	const int64_t *said = run_want_ints(r, "said", m->count);
	const int64_t *same = run_want_ints(r, "same", m->count);
	for (int i = 0; i < m->count; i++) {
		const char *name = judge_text(j, "%s: %s", move->at, say_parameter(j, i));
		bool stays = m->devices[i] == move->to;
		judge_that_for(j, on[i] >= PINNED, "result-missing", "%s has no memory", name);
		judge_that_for(j, !stays || in_old_memory(j, r, m, i, same[i]), "moved-needlessly",
			       "%s was there already, but it is in other memory now", name);
		judge_that_for(j, on[i] == move->to, "left-in-place",
			       "%s is %s afterwards, wanted on %s", name, say_place(j, on[i]),
			       say_device(j, move->to));
		judge_that_for(j, stays || run_begins_memory(r, judge_text(j, "values%d", i)),
			       "left-in-place",
			       "%s is not where memory begins: each parameter has to be an "
			       "allocation of its own",
			       name);
		judge_that_for(j, said[i] == move->to, "field-not-set",
			       "%s: its field device says %d, wanted %d", name, (int)said[i],
			       move->to);
	}
}

/* One copy each: they are counted by their ways, so that a way round by the host is named. */
static void judge_one_pass(Judge *j, Run *r, const Model *m, const Move *move)
{
	const SimcudaCounters *c = run_counts(r);
	Traffic went = run_traffic(r);
	int up = 0, down = 0, across = 0;
	int64_t numbers_up = 0, numbers_down = 0;
	for (int i = 0; i < m->count; i++) {
		up += m->devices[i] < 0 && move->to >= 0;
		numbers_up += m->devices[i] < 0 && move->to >= 0 ? m->counts[i] : 0;
		down += m->devices[i] >= 0 && move->to < 0;
		numbers_down += m->devices[i] >= 0 && move->to < 0 ? m->counts[i] : 0;
		across += m->devices[i] >= 0 && move->to >= 0 && m->devices[i] != move->to;
	}
	judge_not_carried(j, &went, move->at);
	judge_that_for(
		j, across == 0 || went.d2h.copies == 0, "bounced",
		"%s: bounced through the host: %d cop%s to it; wanted one copy from GPU to GPU "
		"for each parameter",
		move->at, (int)went.d2h.copies, went.d2h.copies == 1 ? "y" : "ies");
	judge_because(j, "copies-of-a-move");
	judge_at_most(j, judge_text(j, "%s: copies from GPU to GPU", move->at), went.p2p.copies,
		      across);
	judge_at_most(j, judge_text(j, "%s: copies to GPUs", move->at), went.h2d.copies, up);
	judge_at_most(j, judge_text(j, "%s: copies to the host", move->at), went.d2h.copies, down);
	judge_at_most(j, judge_text(j, "%s: copies within a GPU", move->at), went.d2d.copies, 0);
	judge_numbers_sent(j, r, move->at, numbers_up);
	/* what stays of GPUs' memory is where numbers came from the host, and not where they went there */
	judge_that_for(
		j,
		!run_is_linked(r) || run_gpu_held(r, 0) <= 4 * (double)(numbers_up - numbers_down),
		"memory-too-large",
		"%s: more memory of GPUs is taken afterwards than the numbers need", move->at);
	judge_that_for(j, up + down + across > 0 || c->allocations == 0, "moved-needlessly",
		       "%s: it was there already, yet GPU memory was taken", move->at);
}

static Run *judge_moved(Judge *j, Model m, Move move)
{
	model_draw(j, &m);
	move.room = move.missing = -1;
	move.at = say_move(j, &m, &move);
	Run *r = run_move(j, &m, &move);
	judge_that_for(j, run_get_int(r, "status") == 0, "failure-without-reason",
		       "%s: wanted 0, got %d", move.at, (int)run_get_int(r, "status"));
	judge_places(j, r, &m, &move);
	judge_that_for(j, !run_get_int(r, "renamed"), "fields-changed",
		       "%s: the name or the count of a parameter was changed", move.at);
	judge_that_for(j, !run_get_int(r, "beyond"), "written-behind",
		       "%s: what lies behind the last one was changed", move.at);
	judge_because(j, "moved-wrongly");
	judge_values(j, r, &m, m.values, judge_text(j, "%s", move.at));
	judge_one_pass(j, r, &m, &move);
	judge_no_error_left_at(j, r, move.at);
	if (move.gpus > 0)
		judge_device_kept(j, r, move.current);
	if (crosses(&m, &move))
		judge_lesson(
			j,
			"A model moves parameter by parameter, each by one copy over the GPUs' "
			"own link: yours made %s for %d parameters, %s in all. By way of the "
			"host it would be %d.",
			say_many(j, run_traffic(r).all.copies, "copy", "copies"), m.count,
			say_us(j, run_us(r)), 2 * m.count);
	if (m.total >= LARGE)
		judge_host_given_back(j, r, move.at, LARGE * (int64_t)sizeof(float));
	return r;
}

static void judge_not_moved(Judge *j, Model m, Move move, const char *why)
{
	model_draw(j, &m);
	move.at = judge_text(j, "%s, %s", say_move(j, &m, &move), why);
	Run *r = run_move(j, &m, &move);
	if (move.room == HOST_FULL || (move.to < 0 && move.room >= 0))
		if (!host_is_limited(j, r))
			return;
	const int64_t status = run_get_int(r, "status");
	/* who needs no list may well have moved it */
	if ((move.room == HOST_FULL && status == 0) ||
	    (move.fails && failing_is_done(r, move.fails, status == -1))) {
		judge_places(j, r, &m, &move);
		judge_values(j, r, &m, m.values, move.at);
		judge_no_error_left_at(j, r, move.at);
		return;
	}
	judge_that_for(j, status == -1, "failure-not-told", "%s: wanted -1, got %d", move.at,
		       (int)status);
	const int64_t *said = run_want_ints(r, "said", m.count);
	const int64_t *same = run_want_ints(r, "same", m.count);
	for (int i = 0; i < m.count; i++) {
		const char *name = judge_text(j, "%s: %s", move.at, say_parameter(j, i));
		judge_that_for(j, in_old_memory(j, r, &m, i, same[i]), "half-moved",
			       "%s is not in its old memory afterwards", name);
		judge_that_for(j, said[i] == m.devices[i], "half-moved",
			       "%s: its field device was changed: %d, wanted %d", name,
			       (int)said[i], (int)m.devices[i]);
	}
	judge_that_for(j, !run_get_int(r, "renamed"), "fields-changed",
		       "%s: the name or the count of a parameter was changed", move.at);
	judge_because(j, "half-moved");
	judge_values(j, r, &m, m.values, judge_text(j, "%s", move.at));
	judge_no_error_left_at(j, r, move.at);
	judge_device_kept(j, r, move.current);
	if (m.total >= LARGE)
		judge_host_given_back(j, r, move.at, LARGE * (int64_t)sizeof(float));
}

/* A move that goes well where nothing fails. */
typedef struct GoesWell {
	Model m;
	Move move;
} GoesWell;

static void judge_failing_move(Judge *j, const char *kind, int64_t which, const void *data)
{
	GoesWell well = *(const GoesWell *)data;
	well.move.fails = kind;
	well.move.which = which;
	judge_not_moved(
		j, well.m, well.move,
		judge_text(j, "and the %s number %lld fails", say_failing(kind), (long long)which));
}

/* Each parameter of the model is one copy. */
static void judge_failing_moves(Judge *j, Model m, Move move, Run *good)
{
	const GoesWell well = {m, move};
	if (!judge_is_simulated(j))
		return;
	judge_failures_of(j, good, "copy", m.count, judge_failing_move, &well);
	judge_failing_awaits(j, good, judge_failing_move, &well);
	judge_failing_makers(j, good, judge_failing_move, &well);
}

/* `layers` layers with weights of up to `most` numbers, all on one device. */
static Model draw_model(Judge *j, int layers, int64_t most, int device)
{
	Model m = {.count = 2 * layers};
	for (int i = 0; i < m.count; i++) {
		m.counts[i] = judge_between(j, 1, i % 2 ? 40 : most);
		m.devices[i] = device;
	}
	return m;
}

/* A list that a call keeps takes 24 bytes and more of what malloc() has, however short it is; half
 * of that, so many times, is the line. What a program keeps to use it again does not grow. */
static void judge_nothing_kept(Judge *j, int gpu)
{
	enum { OFTEN = 64, KEPT_MOST = OFTEN * 12 };
	static const char *const names[] = {"kept.moved", "kept.nowhere", "kept.failed"};
	static const char *const cases[] = {"to a GPU and back", "to a GPU that does not exist",
					    "and the copy of its last parameter fails"};
	Model m = draw_model(j, 2, 40, CPU);
	m.count = 3;
	model_draw(j, &m);
	Move move = {.gpus = 2, .to = gpu, .current = gpu, .room = -1, .missing = -1};
	/* on the current GPU, so that the copies of all calls are in one stream */
	move.often = OFTEN;
	Run *r = run_move(j, &m, &move);
	for (int i = 0; i < 3; i++)
		judge_that_for(
			j, run_get_int(r, names[i]) < KEPT_MOST, "list-kept",
			"a model on cpu, %s, %d times: each call keeps some memory of the host "
			"(a list of its own?); wanted all of it given back by free()",
			cases[i], OFTEN);
	judge_because(j, "left-in-place");
	judge_at_least(j, judge_text(j, "a model on cpu, %s, %d times: copies", cases[0], OFTEN),
		       run_traffic(r).all.copies, 2 * m.count * OFTEN);
}

void judge_4_3(Judge *j)
{
	int gpu = (int)judge_between(j, 0, 1), other = !gpu;
	const Move up = {.gpus = 2, .to = gpu, .current = gpu, .room = -1, .missing = -1};
	const Move across = {.gpus = 2, .to = other, .current = gpu, .room = -1, .missing = -1};
	const Move down = {.gpus = 2, .to = CPU, .current = other, .room = -1, .missing = -1};
	const Model on_cpu = draw_model(j, 2, 2000, CPU), on_gpu = draw_model(j, 2, 50000, gpu);
	Run *up_well = judge_moved(j, on_cpu, up);
	Run *across_well = judge_moved(j, on_gpu, across);
	judge_moved(j, draw_model(j, 2, 2000, gpu), (Move){.gpus = 2, .to = gpu, .current = other});
	judge_moved(j, draw_model(j, 1, 2000, CPU), (Move){.gpus = 0, .to = CPU});

	Model mixed = draw_model(j, 3, 2000, 3);
	mixed.count = 5; /* odd: a list of so many pointers fills its memory to the end */
	mixed.devices[1] = 2;
	mixed.devices[2] = 0;
	mixed.devices[4] = CPU;
	const Move gather = {.gpus = 4, .to = 2, .current = 1, .room = -1, .missing = -1};
	Run *mixed_well = judge_moved(j, mixed, gather);

	Model deep = draw_model(j, (int)judge_between(j, 100, MODEL_MOST / 2), 20, gpu);
	deep.count--; /* the drive looks at a place behind the last one */
	const Move deeply = {.gpus = 2, .to = other, .current = other, .room = -1, .missing = -1};
	Run *deep_well = judge_moved(j, deep, deeply);

	Run *down_well = judge_moved(j, on_gpu, down);
	Model large = draw_model(j, 2, 2000, gpu);
	large.counts[2] = LARGE + judge_between(j, 1, 1000);
	judge_moved(j, large, down);
	Model larger = large; /* the first one that fits shows on the host if it is forgotten */
	larger.counts[0] = LARGE;
	larger.counts[2] = 3 * LARGE;
	for (int i = 0; i < large.count; i++)
		large.devices[i] = CPU;
	large.devices[3] = other;
	judge_moved(j, large, (Move){.gpus = 2, .to = gpu, .current = other});
	Move short_of = {.gpus = 2, .to = gpu, .current = other, .missing = -1};
	short_of.room = (int64_t)1 << 20;
	judge_not_moved(j, large, short_of, "too little memory for all of it");
	short_of.to = CPU;
	short_of.room = 2 * LARGE * (int64_t)sizeof(float);
	judge_not_moved(j, larger, short_of, "too little memory for all of it");

	Move from_null = {.gpus = 2, .to = CPU, .current = other, .room = -1};
	from_null.missing = judge_between(j, 1, 3);
	judge_not_moved(j, larger, from_null, "and data of one is NULL");
	from_null = (Move){.gpus = 2, .to = other, .current = gpu, .room = -1, .missing = 2};
	judge_not_moved(j, larger, from_null, "and data of one is NULL");
	Move nowhere = {.gpus = 2, .current = gpu, .room = -1, .missing = -1};
	nowhere.to = (int)judge_between(j, 2, 9);
	judge_not_moved(j, draw_model(j, 2, 2000, gpu), nowhere, "which does not exist");
	Move unlisted = up;
	unlisted.room = HOST_FULL;
	judge_not_moved(j, on_cpu, unlisted, "and the host has no memory for a list");
	judge_nothing_kept(j, gpu);
	judge_failing_moves(j, on_cpu, up, up_well);
	judge_failing_moves(j, on_gpu, across, across_well);
	judge_failing_moves(j, on_gpu, down, down_well);
	judge_failing_shape(j, mixed_well, judge_failing_move, &(const GoesWell){mixed, gather});
	judge_failing_some(j, deep_well, "copy", 1, judge_failing_move,
			   &(const GoesWell){deep, deeply});
}
