/* stall.c - decides about the stall that 12.5 finds in a timeline. Times are whole microseconds, in
 * which the judge marks each one: what it finds is found in another way than by looking at ends. */
#include <stdbool.h>
#include <string.h>

#include "grader/labs/lab12/judge.h"

enum { SPAN = 400, BARS_MOST = 24, CASES = 12 };
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

/* The copies that end in the gap, one after the other: the last one stays. */
static void cause_find(Stall *stall, const Bar *bars, int64_t count, int64_t gpu)
{
	for (int64_t t = stall->start + 1; t <= stall->end; t++)
		for (const Bar *bar = bars; bar < bars + count; bar++)
			if (bar->end == t && bar->gpu == gpu && bar->kind != KERNEL)
				stall->cause = bar->kind;
}

static Stall stall_of(const Bar *bars, int64_t count, int64_t gpu)
{
	bool works[SPAN + 1] = {false};
	Stall longest = {STALL_NONE, 0, 0};
	int64_t last = -1; /* the microsecond after which nothing was computed so far */
	for (const Bar *bar = bars; bar < bars + count; bar++)
		if (bar->gpu == gpu && bar->kind == KERNEL)
			works_mark(works, bar);
	for (int64_t t = 0; t < SPAN; t++) {
		if (!works[t])
			continue;
		if (last >= 0 && t - last > longest.end - longest.start)
			longest = (Stall){STALL_HOST, last, t};
		last = t + 1;
	}
	cause_find(&longest, bars, count, gpu);
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

static int64_t bars_draw(Judge *j, Bar *bars, int64_t wanted)
{
	int64_t count;
	do {
		count = judge_between(j, 8, BARS_MOST);
		for (int64_t i = 0; i < count; i++) {
			bool other = judge_between(j, 0, 2) == 0;
			int64_t copy = judge_between(j, 1, 3);
			int64_t kind = judge_between(j, 0, 1) ? KERNEL : copy;
			int64_t start = judge_between(j, 0, SPAN - 60);
			int64_t takes = judge_between(j, 5, 50);
			bars[i] = (Bar){other, kind, start, start + takes};
		}
	} while (is_open(bars, count) || stall_of(bars, count, 0).cause != wanted);
	return count;
}

static const char *say_cause(int64_t cause)
{
	static const char *const names[] = {"STALL_NONE", "STALL_COPY_IN", "STALL_COPY_OUT",
					    "STALL_COPY_PEER", "STALL_HOST"};
	return cause >= 0 && cause <= STALL_HOST ? names[cause] : "no such cause";
}

static const char *say_bars(Judge *j, const Bar *bars, int64_t count)
{
	static const char *const names[] = {"kernel", "copy in", "copy out", "copy between GPUs"};
	const char *text = "";
	for (int64_t i = 0; i < count; i++)
		if (bars[i].gpu == 0)
			text = judge_text(j, "%s%s%s (%d, %d)", text, *text ? ", " : "",
					  names[bars[i].kind], (int)bars[i].start,
					  (int)bars[i].end);
	return text;
}

static const char *say_stall(Judge *j, Stall stall)
{
	return judge_text(j, "{%s, %d, %d}", say_cause(stall.cause), (int)stall.start,
			  (int)stall.end);
}

void judge_12_5(Judge *j)
{
	Bar bars[CASES][BARS_MOST];
	int64_t counts[CASES], gpus[CASES] = {0}, all[CASES * BARS_MOST * 4], room = 0, got_count;
	for (int i = 0; i < CASES; i++) {
		counts[i] = bars_draw(j, bars[i], i % 5);
		for (int64_t k = 0; k < counts[i]; k++, room += 4)
			memcpy(&all[room], &bars[i][k], 4 * sizeof *all);
	}
	Run *r = judge_run(j, 0);
	run_ints(r, "counts", counts, CASES);
	run_ints(r, "gpus", gpus, CASES);
	run_ints(r, "bars", all, room);
	run_go(r);
	const int64_t *got = run_get_ints(r, "answers", &got_count);
	judge_complete(j, got && got_count == 3 * (int64_t)CASES);
	int with_cause = 0;
	for (int i = 0; i < CASES; i++, got += 3) {
		Stall wanted = stall_of(bars[i], counts[i], 0), came = {got[0], got[1], got[2]};
		with_cause += wanted.cause != STALL_NONE;
		bool same_time = came.start == wanted.start && came.end == wanted.end;
		judge_that_for(j, same_time && came.cause == wanted.cause,
			       same_time ? "stall-cause" : "stall-time",
			       "find_stall: GPU 0 has %s: wanted %s, got %s",
			       say_bars(j, bars[i], counts[i]), say_stall(j, wanted),
			       say_stall(j, came));
	}
	judge_lesson(j,
		     "The longest time in which a GPU computes nothing is where a program can gain "
		     "most: in %d of %d timelines there is one, and what ends last in it is what "
		     "the next kernel waited for.",
		     with_cause, CASES);
}
