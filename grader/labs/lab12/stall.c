/* stall.c - decides about the stall that 12.5 finds in a timeline. The judge draws whole slots of time, and marks each
 * one: what it finds is found in another way than by looking at ends. A slot of the timeline that the exercise gets is
 * some eighths of a microsecond long, and the first one begins anywhere. */
#include <stdbool.h>
#include <string.h>

#include "grader/labs/common/order.h"
#include "grader/labs/lab12/judge.h"

enum { SPAN = 40, BARS_MOST = 24, CASES = 15, CAUSES = 5, GPUS = 4 };

/* So often each bar of the last timeline is there: its list is longer than one of a fixed size may be. */
enum { MANY = 400 };
enum { KERNEL, COPY_IN, COPY_OUT, COPY_PEER };
enum { STALL_NONE, STALL_HOST = 4 };

typedef struct Bar {
	int64_t gpu, kind, start, end;
} Bar;

typedef struct Stall {
	int64_t cause, start, end;
} Stall;

static void works_mark(bool *works, const Bar *bar)
{
	for (int64_t t = bar->start; t < bar->end; t++)
		works[t] = true;
}

/* Where a stall is looked for in nearly the right way: of equally long ones it is the last, or a copy counts that
 * ends where the gap begins, or one does not that ends where the gap ends; a kernel that begins at time 0 is none, the first
 * bar of the list is no copy, or who follows kernels without a gap goes over the list once. */
typedef enum Slip {
	NO_SLIP,
	LAST_OF_EQUAL,
	BEGIN_COUNTS,
	END_LEFT_OUT,
	ZERO_IS_NONE,
	FIRST_LEFT_OUT,
	LOOKED_ONCE
} Slip;

/* The copies that end in the gap, one after the other: the last one stays. */
static void cause_find(Stall *stall, const Bar *bars, int64_t count, int64_t gpu, Slip slip)
{
	for (int64_t t = stall->start + (slip != BEGIN_COUNTS);
	     t <= stall->end - (slip == END_LEFT_OUT); t++)
		for (const Bar *bar = bars; bar < bars + count; bar++)
			if (bar->end == t && bar->gpu == gpu && bar->kind != KERNEL &&
			    (slip != FIRST_LEFT_OUT || bar != bars))
				stall->cause = bar->kind;
}

/* What is under way at `from` ends then, by one look at the list. */
static int64_t end_once(const Bar *bars, int64_t count, int64_t from)
{
	for (const Bar *bar = bars; bar < bars + count; bar++)
		if (bar->gpu == 0 && bar->kind == KERNEL && bar->start <= from && bar->end > from)
			from = bar->end;
	return from;
}

/* -1: no kernel begins there or later. */
static int64_t next_from(const Bar *bars, int64_t count, int64_t from)
{
	int64_t next = -1;
	for (const Bar *bar = bars; bar < bars + count; bar++)
		if (bar->gpu == 0 && bar->kind == KERNEL && bar->start >= from &&
		    (next < 0 || bar->start < next))
			next = bar->start;
	return next;
}

/* Where the longest gap begins for who makes the slip LOOKED_ONCE; 0: there is none. */
static int64_t begin_once(const Bar *bars, int64_t count)
{
	int64_t longest = 0, begin = 0;
	for (int64_t next = next_from(bars, count, 0); next >= 0;) {
		const int64_t end = end_once(bars, count, next);
		next = next_from(bars, count, end);
		if (next - end > longest) {
			longest = next - end;
			begin = end;
		}
	}
	return begin;
}

static Stall stall_of(const Bar *bars, int64_t count, int64_t gpu, Slip slip)
{
	bool works[SPAN + 1] = {false};
	Stall longest = {STALL_NONE, 0, 0};
	int64_t last = -1; /* the slot after which nothing was computed so far */
	for (const Bar *bar = bars; bar < bars + count; bar++)
		if (bar->gpu == gpu && bar->kind == KERNEL &&
		    (slip != ZERO_IS_NONE || bar->start > 0))
			works_mark(works, bar);
	for (int64_t t = 0; t < SPAN; t++) {
		if (!works[t])
			continue;
		if (last >= 0 && t > last &&
		    t - last + (slip == LAST_OF_EQUAL) > longest.end - longest.start)
			longest = (Stall){STALL_HOST, last, t};
		last = t + 1;
	}
	cause_find(&longest, bars, count, gpu, slip);
	return longest;
}

/* No two copies of a GPU end at once: which of them is the cause would be open. */
static bool is_open(const Bar *bars, int64_t count)
{
	for (int64_t i = 0; i < count; i++)
		for (int64_t k = 0; k < i; k++)
			if (bars[i].gpu == bars[k].gpu && bars[i].kind != KERNEL &&
			    bars[k].kind != KERNEL && bars[i].end == bars[k].end)
				return true;
	return false;
}

/* Whether who makes that slip finds another stall, or another cause. */
static bool is_told(const Bar *bars, int64_t count, Slip slip)
{
	Stall right = stall_of(bars, count, 0, NO_SLIP), other = stall_of(bars, count, 0, slip);
	if (slip == LOOKED_ONCE)
		other.start = begin_once(bars, count);
	return right.cause != other.cause || right.start != other.start;
}

static int64_t bars_draw(Judge *j, Bar *bars, int64_t most, int64_t wanted, Slip slip)
{
	int64_t count;
	do {
		count = judge_between(j, most < 8 ? 0 : 8, most);
		for (int64_t i = 0; i < count; i++) {
			bool other = judge_between(j, 0, 2) == 0;
			int64_t copy = judge_between(j, 1, 3);
			int64_t kind = judge_between(j, 0, 1) ? KERNEL : copy;
			int64_t start = judge_between(j, 0, SPAN - 6);
			int64_t takes = judge_between(j, 1, 5);
			bars[i] = (Bar){other, kind, start, start + takes};
		}
	} while (is_open(bars, count) || stall_of(bars, count, 0, NO_SLIP).cause != wanted ||
		 (slip != NO_SLIP && !is_told(bars, count, slip)));
	return count;
}

/* Where a timeline lies: which GPU is looked at, which is the other one, and what a slot is, in eighths of a
 * microsecond. */
typedef struct Place {
	int64_t gpu, other, slot, first;
} Place;

/* `brief`: a slot is a part of a microsecond; `zero`: the first one begins at time 0. */
static Place place_draw(Judge *j, bool late, bool brief, bool zero)
{
	/* a float has no eighths of such times, and an int not even the times */
	int64_t first = late ? INT64_C(1) << 36 : 0;
	int64_t gpu = judge_between(j, 0, GPUS - 1), next = judge_between(j, 1, GPUS - 1);
	int64_t slot = judge_between(j, brief ? 1 : 17, brief ? 2 : 99);
	first += judge_between(j, 0, 8000);
	return (Place){gpu, (gpu + next) % GPUS, slot, zero ? 0 : first};
}

static int64_t time_at(const Place *p, int64_t slot)
{
	return p->first + slot * p->slot;
}

static const char *say_cause(int64_t cause)
{
	static const char *const names[] = {"STALL_NONE", "STALL_COPY_IN", "STALL_COPY_OUT",
					    "STALL_COPY_PEER", "STALL_HOST"};
	return cause >= 0 && cause <= STALL_HOST ? names[cause] : "no such cause";
}

static const char *say_bars(Judge *j, const Bar *bars, int64_t count, const Place *p)
{
	static const char *const names[] = {"kernel", "copy in", "copy out", "copy between GPUs"};
	const char *text = "";
	for (int64_t i = 0; i < count; i++)
		if (bars[i].gpu == 0)
			text = judge_text(j, "%s%s%s (%.14g, %.14g)", text, *text ? ", " : "",
					  names[bars[i].kind],
					  (double)time_at(p, bars[i].start) / 8,
					  (double)time_at(p, bars[i].end) / 8);
	return *text ? text : "no bars";
}

/* Its times are eighths of a microsecond. */
static const char *say_stall(Judge *j, Stall stall)
{
	return judge_text(j, "{%s, %.14g, %.14g}", say_cause(stall.cause), (double)stall.start / 8,
			  (double)stall.end / 8);
}

void judge_12_5(Judge *j)
{
	static const Slip slips[CASES] = {
		NO_SLIP, LAST_OF_EQUAL, END_LEFT_OUT,   END_LEFT_OUT,   BEGIN_COUNTS,
		NO_SLIP, ZERO_IS_NONE,  FIRST_LEFT_OUT, LOOKED_ONCE,    ZERO_IS_NONE,
		NO_SLIP, LAST_OF_EQUAL, LOOKED_ONCE,    FIRST_LEFT_OUT, BEGIN_COUNTS};
	Bar bars[CASES][BARS_MOST];
	Place places[CASES];
	int64_t counts[CASES], sent[CASES], gpus[CASES], order[CASES] = {0}, room = 0, got_count;
	draw_order(j, order, CASES); /* the place of a timeline tells nothing of its stall */
	int64_t *all = judge_memory(j, sizeof *all * (CASES + MANY) * BARS_MOST * 4);
	for (int i = 0; i < CASES; i++) {
		const int64_t of = order[i];
		const bool zero = slips[of] == ZERO_IS_NONE;
		places[i] = place_draw(j, of % 3 == 1, of % 3 == 2, zero);
		gpus[i] = places[i].gpu;
		/* one after the other STALL_NONE, and so on; there may be no bar, or one */
		counts[i] = bars_draw(j, bars[i],
				      of == 0        ? 0
				      : of == CAUSES ? 1
						     : BARS_MOST,
				      of % CAUSES, slips[of]);
		sent[i] = counts[i] * (of == CASES - 1 ? MANY : 1);
		for (int64_t k = 0; k < sent[i]; k++) {
			const Bar *bar = &bars[i][k * counts[i] / sent[i]];
			all[room++] = bar->gpu ? places[i].other : places[i].gpu;
			all[room++] = bar->kind;
			all[room++] = time_at(&places[i], bar->start);
			all[room++] = time_at(&places[i], bar->end);
		}
	}
	Run *r = judge_run(j, 0);
	run_ints(r, "counts", sent, CASES);
	run_ints(r, "gpus", gpus, CASES);
	run_ints(r, "bars", all, room);
	run_go(r);
	const int64_t *got = run_get_ints(r, "answers", &got_count);
	judge_complete(j, got && got_count == 3 * (int64_t)CASES);
	judge_that_for(j, run_get_int(r, "kept") == 1, "input-changed",
		       "find_stall: the bars were changed; the list is its caller's");
	int with_cause = 0;
	for (int i = 0; i < CASES; i++, got += 3) {
		const Place *p = &places[i];
		Stall wanted = stall_of(bars[i], counts[i], 0, NO_SLIP),
		      came = {got[0], got[1], got[2]};
		if (wanted.cause != STALL_NONE)
			wanted = (Stall){wanted.cause, time_at(p, wanted.start),
					 time_at(p, wanted.end)};
		with_cause += wanted.cause != STALL_NONE;
		bool same_time = came.start == wanted.start && came.end == wanted.end;
		judge_that_for(j, same_time && came.cause == wanted.cause,
			       same_time ? "stall-cause" : "stall-time",
			       "find_stall: GPU %d has %s: wanted %s, got %s", (int)p->gpu,
			       say_bars(j, bars[i], counts[i], p), say_stall(j, wanted),
			       say_stall(j, came));
	}
	judge_lesson(j,
		     "The longest time in which a GPU computes nothing is where a program can gain "
		     "most: in %d of %d timelines there is one, and what ends last in it is what "
		     "the next kernel waited for.",
		     with_cause, CASES);
}
