/* send.c - decides about 8.6: what one send of a batch does, and that nobody waits for
 * it. */
#include "grader/labs/common/failing.h"

#include <stdbool.h>
#include "grader/labs/lab8/judge.h"

/* On a machine so many times slower a copy takes longer than a call. */
enum { SLOWER = 4000 };

/* A batch takes longer than the host sleeps who looks again and again whether one is sent, a millisecond. */
enum { SLOWER_IN_TURN = 16000 };

enum Busy { IDLE, BUSY_WITH_SLOT, BUSY_WITH_OTHER };

enum { NONE = -1 }; /* no row */

typedef struct Send {
	int64_t batch, index, first, before; /* before: the row of an earlier batch, or NONE, */
	bool other;                          /* which goes through the other slot */
	bool slow;                           /* on a machine so slow that a copy takes long */
	enum Busy busy;                      /* what the default stream does meanwhile */
	int64_t many; /* rows that nobody makes: all are one page of zeros; 0: the data's */
	int64_t between; /* the row of a batch that goes through the other slot behind that one; 0: none does */
	const char *at;
} Send;

static Run *make_send(Judge *j, const Send *s, const Digits *data)
{
	Run *r = judge_run(j, 2);
	run_later(r, "under_way recorded used x* classes*");
	run_images(r, j, data);
	run_int(r, "device", 1);
	run_int(r, "batch", s->batch);
	run_int(r, "many", s->many);
	run_int(r, "index", s->index);
	run_int(r, "first", s->first);
	run_int(r, "before", s->before);
	run_int(r, "before_index", s->other ? !s->index : s->index);
	run_int(r, "busy", s->busy);
	run_int(r, "between", s->between);
	if (s->slow)
		run_slower(r, s->between > 0 ? SLOWER_IN_TURN : SLOWER);
	if (s->slow && s->busy == IDLE) /* sent in the wrong place is explained below */
		run_allow(r, "race");
	if (s->at)
		run_about(r, s->at);
	run_watch(r);
	run_given_called(
		r, "the program writes pinned host memory",
		": the slot's last copies read it. The host waits for `sent` of this slot, "
		"which is recorded behind both copies, in their stream",
		"pinned-overwritten");
	run_given_called(
		r, "cudaMemcpyAsync writes memory on GPU",
		": a step may still use the slot. Before the copies feed->stream waits for "
		"`used` of this slot, and both copies are in feed->stream",
		"used-not-awaited");
	run_given_called(
		r, "cudaMemcpyAsync reads memory on GPU",
		": it is the grader that reads the slot's tensors, behind `sent`. Record it "
		"behind both copies, in their stream",
		"sent-recorded-early");
	return r;
}

static Run *run_send(Judge *j, const Send *s, const Digits *data)
{
	Run *r = make_send(j, s, data);
	run_go(r);
	return r;
}

/* " (cudaStreamSynchronize, line 261)": the call that took longest. */
static const char *say_longest(Judge *j, Run *r)
{
	int count;
	const RunOp *ops = run_ops(r, &count), *longest = NULL;
	for (int i = 0; i < count; i++)
		if (ops[i].kind == RUN_OP_CALL &&
		    (!longest || ops[i].end - ops[i].start > longest->end - longest->start))
			longest = &ops[i];
	return longest ? judge_text(j, " (%s%s)", longest->name,
				    judge_line_in(j, ", ", longest->line, ""))
		       : "";
}

/* That the rows from `first` on are in a slot: in the one that was sent through, or ("_other") the other one. */
static void judge_arrived(Judge *j, Run *r, const Send *s, const Digits *data, const char *slot,
			  int64_t first)
{
	const RunTensor *x = run_get_tensor(r, judge_text(j, "x%s", slot)),
			*classes = run_get_tensor(r, judge_text(j, "classes%s", slot));
	int64_t rows = rows_of(data, first, s->batch);
	judge_that_for(j,
		       x && x->values && x->count == s->batch * data->width && classes &&
			       classes->int_values && classes->count == s->batch,
		       "result-missing", "%s: the slot's tensors cannot be read", s->at);
	judge_because(j, "sent-wrongly");
	judge_device(j, judge_text(j, "%s: the device of the slot's x", s->at), x->device,
		     device_of(1));
	judge_device(j, judge_text(j, "%s: the device of the slot's classes", s->at),
		     classes->device, device_of(1));
	judge_floats(j, judge_text(j, "%s: the slot's x", s->at), x->values,
		     data->x + first * data->width, rows * data->width, 0);
	for (int64_t i = 0; i < rows; i++)
		judge_int(j,
			  judge_text(j, "%s: element %lld of the slot's classes", s->at,
				     (long long)i),
			  classes->int_values[i], data->classes[first + i]);
}

/* Where no machine is asked the drive tells. */
static bool sent_is_recorded(Run *r, const Send *s)
{
	return run_is_linked(r) ? event_of(r, s->index, SENT).recorded : run_get_int(r, "recorded");
}

static bool sent_is_to_come(Run *r, const Send *s)
{
	const RunEvent sent = run_is_linked(r) ? event_of(r, s->index, SENT) : (RunEvent){0, 0, 0};

	return run_is_linked(r) ? sent.recorded && sent.over_us > run_us(r)
				: run_get_int(r, "under_way");
}

/* Fails a call behind which the feed's own `sent` does not stand. */
static void judge_recorded(Judge *j, Run *r, const Send *s, const char *at)
{
	judge_that_for(
		j, sent_is_recorded(r, s), "sent-not-recorded",
		"%s: `sent` of slot %d was not recorded%s", at, (int)s->index,
		run_counts(r)->events > 0
			? "; the call made an event of its own, but the slot has one: record that"
			: "");
}

/* `used` of a slot that a step uses was recorded behind that step, for which the last copy waits. */
static bool used_is_recorded(Run *r, const Send *s)
{
	if (!run_is_linked(r))
		return run_get_int(r, "used");
	for (int slot = 0; slot < 2; slot++) {
		const RunEvent used = event_of(r, slot, USED);
		bool by_step = s->busy == BUSY_WITH_SLOT && slot == s->index;
		if (used.recorded && !(by_step && used.over_us <= last_sent(r) + SENT_ROUNDING))
			return true;
	}
	return false;
}

/* The slot's pinned memory is the feed's: who gives it back waits for the copies that read it. */
static void judge_none_pinned(Judge *j, Run *r, const char *at)
{
	judge_that_for(j, calls_of_kind(r, "pinned") == 0, "sent-unpinned",
		       "%s: pinned memory was made; wanted copies from that of the slot, which "
		       "the feed has",
		       at);
}

static Run *judge_send(Judge *j, const Send *s, const Digits *data)
{
	Run *r = run_send(j, s, data);
	Traffic went = run_traffic(r);
	int64_t rows = rows_of(data, s->first, s->batch);
	int64_t earlier = s->before < 0 ? 0 : rows_of(data, s->before, s->batch);
	int64_t sends = (rows > 0) + (earlier > 0);
	judge_because(j, "batch-rows");
	judge_int(j, judge_text(j, "%s: what is returned", s->at), run_get_int(r, "rows"), rows);
	judge_no_error_left(j, r);
	judge_device_kept(j, r, 1);
	judge_not_carried(j, &went, s->at);
	judge_because(j, "batch-copies");
	judge_at_most(j, judge_text(j, "%s: copies to the GPU", s->at), went.h2d.copies,
		      2 * (double)sends);
	judge_at_most(j, judge_text(j, "%s: copies to the host or within the GPU", s->at),
		      went.d2h.copies + went.d2d.copies, 0);
	judge_because(j, "sent-bytes");
	judge_int(j, judge_text(j, "%s: bytes sent", s->at), (int64_t)went.h2d.bytes,
		  (rows + earlier) * (data->width + 1) * 4);
	judge_ways(j, r, s->at);
	judge_none_pinned(j, r, s->at);
	judge_images_kept(j, r, data, s->at);
	if (rows > 0)
		judge_recorded(j, r, s, s->at);
	judge_that_for(j, !used_is_recorded(r, s), "used-recorded-by-send",
		       "%s: `used` was recorded; wanted it left alone: it stands behind a step%s",
		       s->at, s->busy == IDLE ? ", and here is none" : "");
	judge_arrived(j, r, s, data, "", s->first);
	return r;
}

/* On such a machine a batch takes more than 100 us on every model; the calls take 8 to 20. Four products take
 * more still. Half of these times is far from both a call that waits and one that does not. */
enum { WORK_COLUMNS = 2048, WORK_TIMES = 4 };

/* Each call of so many was for a whole batch. */
static void judge_all_sent(Judge *j, Run *r, const Send *s, const Digits *data, int batches)
{
	judge_because(j, "failure-without-reason");
	judge_int(j, judge_text(j, "%s: what is returned", s->at), run_get_int(r, "rows"),
		  s->batch);
	const Traffic went = run_traffic(r);
	judge_not_carried(j, &went, s->at);
	judge_because(j, "sent-bytes");
	judge_int(j, judge_text(j, "%s: bytes sent", s->at), (int64_t)went.h2d.bytes,
		  batches * s->batch * (data->width + 1) * 4);
	judge_ways(j, r, s->at);
	judge_none_pinned(j, r, s->at);
}

static double work_us(Run *r, const Send *s, const Digits *data)
{
	return WORK_TIMES * run_product_us(r, s->batch, WORK_COLUMNS, data->width);
}

static Run *judge_no_wait(Judge *j, const Digits *data, Send s)
{
	const enum Busy busy = s.busy;
	Run *r = make_send(j, &s, data);
	if (busy == BUSY_WITH_SLOT)
		run_shown(r);
	run_go(r);
	judge_all_sent(j, r, &s, data, 1);
	double took = (double)run_counts(r)->host_ns / 1e3;
	double copy = run_copy_us(r, "h2d_pinned", 4.0 * (double)(s.batch * data->width));
	double work = work_us(r, &s, data);
	if (busy == BUSY_WITH_OTHER)
		judge_in_time(
			j, last_sent(r) < work / 2, "sent-in-step-queue",
			((TimeLimit){.wanted = work / 2,
				     .wanted_how = "until both copies have begun",
				     .measured = last_sent(r),
				     .measured_how =
					     judge_text(j, "the step takes %s", say_us(j, work))}),
			"both copies had begun %.4g us after the call: they waited for a step that "
			"does not use this slot; they belong into feed->stream, which waits for "
			"`used` of "
			"this slot alone",
			last_sent(r));
	else if (busy == BUSY_WITH_SLOT)
		judge_in_time(
			j, took < work / 2, "host-waits-for-step",
			((TimeLimit){.wanted = work / 2,
				     .wanted_how = "to queue, while the step runs",
				     .measured = took,
				     .measured_how =
					     judge_text(j, "the step takes %s", say_us(j, work))}),
			"the call took %.4g us: the host waited for the step that uses the slot's "
			"tensors%s; only feed->stream waits for it "
			"(cudaStreamWaitEvent)",
			took, say_longest(j, r));
	else
		judge_in_time(
			j, took < copy / 2, "host-waits-for-copy",
			((TimeLimit){.wanted = copy / 2,
				     .wanted_how = "to queue, while the copy runs",
				     .measured = took,
				     .measured_how =
					     judge_text(j, "the copy takes %s", say_us(j, copy))}),
			"the call took %.4g us, the copy %.4g us: the host waited for the copy%s "
			"instead of returning at once",
			took, copy, say_longest(j, r));
	if (busy == BUSY_WITH_SLOT)
		judge_lesson(
			j,
			"The stream waits for the step, the host for nobody: yours returned after "
			"%s, while the step that uses the slot takes %s (it was queued before, so "
			"the timeline does not show it) and the copy behind it %s.",
			say_us(j, took), say_us(j, work), say_us(j, copy));
	judge_recorded(j, r, &s, s.at);
	judge_that_for(j, busy != IDLE || sent_is_to_come(r, &s), "sent-recorded-early",
		       "`sent` of slot %d was reached while the copies were still on their way: "
		       "both copies are in feed->stream, and `sent` of this slot is recorded "
		       "behind them there",
		       (int)s.index);
	return r;
}

/* The other slot's batch waits for a step, and this slot's behind it: the host for neither. */
static void judge_other_slot(Judge *j, const Digits *data, int64_t batch)
{
	Send s = {.batch = batch,
		  .index = 1,
		  .first = batch,
		  .other = true,
		  .slow = true,
		  .busy = BUSY_WITH_OTHER,
		  .at = "a batch behind one in the other slot, on a slow machine"};
	Run *r = run_send(j, &s, data);
	judge_all_sent(j, r, &s, data, 2);
	double took = (double)run_counts(r)->host_ns / 1e3;
	double work = work_us(r, &s, data);
	judge_in_time(
		j, took < work / 2, "waits-for-other-slot",
		((TimeLimit){.wanted = work / 2,
			     .wanted_how = "to queue both, while the step runs",
			     .measured = took,
			     .measured_how = judge_text(j, "the step takes %s", say_us(j, work))}),
		"two calls for two slots took %.4g us: the host waited for a batch of the other "
		"slot%s; wait for `sent` of this slot alone, not for the stream",
		took, say_longest(j, r));
	judge_arrived(j, r, &s, data, "", s.first);
	judge_arrived(j, r, &s, data, "_other", s.before);
}

/* The slots in turn, as in a training: the pinned memory of the first one is free when its first copy has ended, while
 * the other slot's batch is still to be sent. The simulator sees who writes it before by pages that are closed, which the
 * program can open; the time that has passed is the machine's. */
static void judge_in_turn(Judge *j, const Digits *data, int64_t batch)
{
	Send s = {.batch = batch,
		  .index = 1,
		  .first = batch,
		  .between = 2 * batch,
		  .slow = true,
		  .at = "a third batch through two slots, on a slow machine"};
	Run *r = run_send(j, &s, data);
	judge_all_sent(j, r, &s, data, 3);
	double took = (double)run_counts(r)->host_ns / 1e3;
	double copy = run_copy_us(r, "h2d_pinned", 4.0 * (double)(batch * data->width)),
	       both = copy + run_copy_us(r, "h2d_pinned", 4.0 * (double)batch);
	judge_that_for(j, !judge_is_simulated(j) || took >= 0.9 * copy, "pinned-overwritten",
		       "three calls for two slots in turn took %.4g us, a copy %.4g us: pinned "
		       "memory was written while the slot's last copies read it",
		       took, copy);
	judge_in_time(
		j, took < 1.5 * both, "waits-for-other-slot",
		((TimeLimit){.wanted = 1.5 * both,
			     .wanted_how = "until the first batch is sent",
			     .measured = took,
			     .measured_how = judge_text(j, "a batch takes %s", say_us(j, both))}),
		"three calls for two slots in turn took %.4g us, a batch %.4g us: the host "
		"waited for a batch of the other slot%s; wait for `sent` of this slot alone, "
		"not for the stream",
		took, both, say_longest(j, r));
	judge_arrived(j, r, &s, data, "", s.first);
	judge_arrived(j, r, &s, data, "_other", s.between);
}

typedef struct Sending {
	const Send *send;
	const Digits *data;
} Sending;

/* Whether the whole batch has come. */
static bool is_there(Run *r, const Sending *s)
{
	const RunTensor *x = run_get_tensor(r, "x"), *classes = run_get_tensor(r, "classes");
	int64_t rows = rows_of(s->data, s->send->first, s->send->batch), width = s->data->width;
	if (!x || !x->values || x->count < rows * width || !classes || !classes->int_values ||
	    classes->count < rows)
		return false;
	size_t bytes = (size_t)(rows * width) * sizeof *x->values;
	size_t class_bytes = (size_t)rows * sizeof *classes->int_values;
	return memcmp(x->values, s->data->x + s->send->first * width, bytes) == 0 &&
	       memcmp(classes->int_values, s->data->classes + s->send->first, class_bytes) == 0;
}

/* Who makes a copy again, and has the batch on its way then, may say so. */
static void judge_failing_send(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Sending *s = data;
	Run *r = make_send(j, s->send, s->data);
	const char *at = run_fail_times(j, r, kind, which, 1);
	run_allow(r, "race"); /* a copy may be under way whose end is not marked */
	if (strcmp(kind, "copy") == 0)
		run_may_do_without(r);
	run_go(r);
	int64_t rows = rows_of(s->data, s->send->first, s->send->batch);
	judge_because(j, "failure-not-told");
	if (strcmp(kind, "copy") != 0 || run_get_int(r, "rows") != rows || !is_there(r, s))
		judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "rows"), -1);
	if (strcmp(kind, "copy") == 0 && run_get_int(r, "rows") == -1)
		run_want_failed(r);
	judge_no_error_left_at(j, r, at);
	judge_device_kept(j, r, 1);
}

/* Behind the last row there is nothing to do, not even to record `sent`: that would stand behind
 * the step that still uses the slot. */
static void judge_nothing_sent(Judge *j, const Digits *data, int64_t batch, int64_t past)
{
	Send s = {.batch = batch,
		  .first = data->count + past,
		  .before = NONE,
		  .slow = true,
		  .busy = BUSY_WITH_SLOT};
	Run *r = run_send(j, &s, data);
	const char *at = judge_text(j, "%lld rows, first %lld, on a slow machine",
				    (long long)data->count, (long long)s.first);
	judge_because(j, "batch-rows");
	judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "rows"), 0);
	judge_that_for(j, !sent_is_recorded(r, &s), "recorded-for-nothing",
		       "%s: `sent` was recorded; wanted nothing to be done when there are no rows",
		       at);
	judge_that_for(j, !has_waited(r, 1) && calls_of_kind(r, "wait") == 0,
		       "recorded-for-nothing",
		       "%s: the host or a stream waited; wanted nothing to be done when there are "
		       "no rows",
		       at);
}

/* Batches of one row, of one number. */
static void judge_small_send(Judge *j)
{
	const int64_t count = judge_between(j, 3, 9);
	const Digits data = rows_draw(j, count, 1);
	const Send s = {.batch = 1,
			.first = count - 1,
			.before = count - 2,
			.other = true,
			.at = "one row of one number behind another one"};
	Run *r = judge_send(j, &s, &data);
	judge_arrived(j, r, &s, &data, "_other", s.before);
	const int64_t width = judge_between(j, 2, 59);
	const Digits few = rows_draw(j, judge_between(j, 20, 40), width);
	const Send row = {.batch = judge_between(j, 2, 15),
			  .first = few.count - 2,
			  .before = NONE,
			  .at = "the last two rows"};
	judge_send(j, &row, &few);
}

/* Rows that 32 bits do not count: the last ones of the data, in which nobody looks at a number. */
static void judge_far_send(Judge *j)
{
	const Digits one = rows_draw(j, 1, judge_between(j, 1, 3));
	Send s = {.batch = 16, .before = NONE, .at = "a batch behind 2^31 rows"};
	s.many = ((int64_t)1 << 31) + judge_between(j, 100, 1000);
	const int64_t rows = judge_between(j, 2, 15);
	s.first = s.many - rows;
	Run *r = run_send(j, &s, &one);
	judge_because(j, "batch-rows");
	judge_int(j, judge_text(j, "%s: what is returned", s.at), run_get_int(r, "rows"), rows);
	judge_because(j, "sent-bytes");
	judge_int(j, judge_text(j, "%s: bytes sent", s.at), (int64_t)run_traffic(r).h2d.bytes,
		  rows * (one.width + 1) * 4);
}

void judge_8_6(Judge *j)
{
	enum { WHOLE = 4 };
	const int64_t batch = judge_between(j, 20, 30), last = WHOLE * batch;
	const int64_t count = last + judge_between(j, 1, batch - 1);
	Digits data =
		rows_draw(j, count, judge_between(j, 65, 90)); /* other rows than the digits have */
	const Send middle = {.batch = batch,
			     .index = 1,
			     .first = batch,
			     .before = NONE,
			     .at = "the second batch, through slot 1"};
	const Send end = {.batch = batch,
			  .first = last,
			  .other = true,
			  .busy = BUSY_WITH_SLOT,
			  .at = "the last batch, which is smaller"};
	const Send row = {.batch = batch,
			  .index = 1,
			  .first = data.count - 1,
			  .before = NONE,
			  .at = "the last row alone"};
	const Send none = {.batch = batch,
			   .index = 1,
			   .first = data.count,
			   .before = NONE,
			   .at = "first behind the last row"};
	const Send twice = {.batch = batch,
			    .first = last,
			    .before = batch,
			    .at = "two batches through one slot"};
	const Send busy = {.batch = batch,
			   .index = 1,
			   .before = NONE,
			   .busy = BUSY_WITH_SLOT,
			   .at = "a step still uses the slot"};
	const Send idle = {.batch = batch,
			   .first = batch,
			   .before = NONE,
			   .slow = true,
			   .at = "a batch on a slow machine"};
	const Send used = {.batch = batch,
			   .before = NONE,
			   .slow = true,
			   .busy = BUSY_WITH_SLOT,
			   .at = idle.at};
	const Send other = {.batch = batch,
			    .first = batch,
			    .before = NONE,
			    .slow = true,
			    .busy = BUSY_WITH_OTHER,
			    .at = idle.at};
	Run *first = judge_no_wait(j, &data, idle);
	Run *good = judge_send(j, &middle, &data);
	Run *smaller = judge_send(j, &end, &data), *alone = judge_send(j, &row, &data);
	judge_send(j, &none, &data);
	judge_send(j, &twice, &data);
	Run *behind = judge_send(j, &busy, &data);
	judge_arrived(j, first, &idle, &data, "", idle.first);
	judge_arrived(j, judge_no_wait(j, &data, used), &used, &data, "", used.first);
	judge_arrived(j, judge_no_wait(j, &data, other), &other, &data, "", other.first);
	judge_other_slot(j, &data, batch);
	judge_in_turn(j, &data, batch);
	judge_aside(j, good, 1, "host-waits-for-copy", middle.at);
	judge_aside(j, smaller, 2, "waits-for-other-slot", end.at);
	judge_arrived(j, smaller, &end, &data, "_other", end.before);
	judge_aside(j, alone, 1, "host-waits-for-copy", row.at);
	judge_aside(j, behind, 1, "host-waits-for-step", busy.at);
	judge_small_send(j);
	judge_far_send(j);
	judge_nothing_sent(j, &data, batch, 0);
	judge_nothing_sent(j, &data, batch, judge_between(j, 1, 9));
	judge_every_failure(j, good, judge_failing_send, &(Sending){&middle, &data});
	judge_failing_calls(j, good, "wait", judge_failing_send, &(Sending){&middle, &data});
	judge_failing_calls(j, good, "record", judge_failing_send, &(Sending){&middle, &data});
}
