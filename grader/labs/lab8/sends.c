/* sends.c - decides about 8.6: several sends, those that fail, and batches of all sizes. */
#include "grader/labs/common/failing.h"
#include "grader/labs/lab8/send.h"

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
		took, say_longest_call(j, r));
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
		took, both, say_longest_call(j, r));
	judge_arrived(j, r, &s, data, "", s.first);
	judge_arrived(j, r, &s, data, "_other", s.between);
}

typedef struct Sending {
	const Send *send;
	const Digits *data;
} Sending;

/* Whether the whole batch comes by what the call has queued: what is sent behind it may be anybody's. */
static bool is_there(Run *r, const Sending *s)
{
	const bool linked = run_is_linked(r);
	const RunTensor *x = run_get_tensor(r, linked ? "sent.x" : "x"),
			*classes = run_get_tensor(r, linked ? "sent.classes" : "classes");
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
			  .busy = BUSY_WITH_SLOT,
			  .at = "the last two rows, and a step still uses the slot"};
	judge_send(j, &row, &few);
}

/* Rows that 32 bits do not count, before the batch and from there on, in which nobody looks at a number (judge_far_batch). */
static void judge_far_send(Judge *j)
{
	const Digits one = rows_draw(j, 1, judge_between(j, 1, 3));
	Send s = {.batch = judge_between(j, 3, 15),
		  .before = NONE,
		  .at = "a batch behind 2^32 rows, and as many behind it"};
	s.first = FAR_ROWS + judge_between(j, 100, 1000);
	s.many = s.first + FAR_ROWS + judge_between(j, 1, s.batch - 1);
	Run *r = run_send(j, &s, &one);
	judge_because(j, "batch-rows");
	judge_int(j, judge_text(j, "%s: what is returned", s.at), run_get_int(r, "rows"), s.batch);
	judge_because(j, "sent-bytes");
	judge_int(j, judge_text(j, "%s: bytes sent", s.at), (int64_t)run_traffic(r).h2d.bytes,
		  s.batch * (one.width + 1) * 4);
}

void judge_8_6(Judge *j)
{
	enum { WHOLE = 4 };
	const int64_t batch = judge_between(j, 20, 30), last = WHOLE * batch;
	const int64_t count = last + judge_between(j, 1, batch - 1);
	Digits data =
		rows_draw(j, count, judge_between(j, 65, 90)); /* other rows than the digits have */
	const int slot =
		(int)judge_between(j, 0, 1); /* calls fail of either, and of the other one */
	const Send middle = {.batch = batch,
			     .index = slot,
			     .first = batch,
			     .before = NONE,
			     .at = judge_text(j, "the second batch, through slot %d", slot)};
	const Send end = {.batch = batch,
			  .first = last,
			  .other = true,
			  .busy = BUSY_WITH_SLOT,
			  .at = "the last batch, which is smaller"};
	const Send row = {.batch = batch,
			  .index = !slot,
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
			   .first = 1 + 2 * judge_between(j, 0, batch), /* others are even */
			   .before = NONE,
			   .busy = BUSY_WITH_SLOT,
			   .at = "a step still uses the slot"};
	const Send idle = {.batch = batch,
			   .first = batch,
			   .before = NONE,
			   .slow = true,
			   .at = "a batch on a slow machine"};
	const Send used = {.batch = batch,
			   .first = judge_between(j, 0, 3 * batch),
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
	judge_failing_shape(j, alone, judge_failing_send, &(Sending){&row, &data});
}
