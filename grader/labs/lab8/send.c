/* send.c - one send of a batch (8.6): what it does, and that nobody waits for it. */
#include "grader/labs/common/failing.h"
#include "grader/labs/lab8/send.h"

Run *make_send(Judge *j, const Send *s, const Digits *data)
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
	run_may_time_queueing(r);
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

Run *run_send(Judge *j, const Send *s, const Digits *data)
{
	Run *r = make_send(j, s, data);
	run_go(r);
	return r;
}

const char *say_longest_call(Judge *j, Run *r)
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

/* `when`: "" for what is found behind `sent`, "sent." for what the machine has when the call is over
 * and all copies are. */
static void judge_come(Judge *j, Run *r, const Send *s, const Digits *data, const char *when,
		       const char *slot, int64_t first)
{
	const RunTensor *x = run_get_tensor(r, judge_text(j, "%sx%s", when, slot)),
			*classes = run_get_tensor(r, judge_text(j, "%sclasses%s", when, slot));
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

void judge_arrived(Judge *j, Run *r, const Send *s, const Digits *data, const char *slot,
		   int64_t first)
{
	judge_come(j, r, s, data, "", slot, first);
	if (run_is_linked(r))
		judge_come(j, r, s, data, "sent.", slot, first);
}

bool sent_is_recorded(Run *r, const Send *s)
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

Run *judge_send(Judge *j, const Send *s, const Digits *data)
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

void judge_all_sent(Judge *j, Run *r, const Send *s, const Digits *data, int batches)
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

double work_us(Run *r, const Send *s, const Digits *data)
{
	return WORK_TIMES * run_product_us(r, s->batch, WORK_COLUMNS, data->width);
}

Run *judge_no_wait(Judge *j, const Digits *data, Send s)
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
			took, say_longest_call(j, r));
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
			took, copy, say_longest_call(j, r));
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
