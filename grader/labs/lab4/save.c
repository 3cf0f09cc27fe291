/* save.c - decides about 4.5, and about a call of 4.9 where all goes well: parameters that go from GPUs to a
 * file. */
#include "grader/labs/common/failing.h"
#include "grader/labs/lab4/transfer.h"

Run *run_save(Judge *j, Saving *s)
{
	int64_t floats = s->old_bytes < 0 ? 1 : s->old_bytes / (int64_t)sizeof(float) + 1;
	Run *r = judge_run(j, transfer_gpus(&s->t));
	s->old = draw_values(j, floats);
	transfer_send(j, r, &s->t);
	run_floats(r, "old", s->old, floats);
	run_int(r, "old.bytes", s->old_bytes);
	run_int(r, "limit", s->limit);
	run_int(r, "lifted", s->lifted);
	run_int(r, "unnamed", s->unnamed);
	run_int(r, "missing", s->missing);
	run_int(r, "inside", s->inside);
	run_int(r, "folder", s->folder);
	run_int(r, "watched", s->old_bytes >= 0 || s->named);
	run_int(r, "stale", s->stale);
	if (s->missing >= 0) /* the copy that fails is wanted here */
		run_allow(r, "host-pointer");
	if (s->failing > 0)
		run_fail(r, "copy", s->failing, 1);
	if (s->kind) {
		s->t.at = judge_text(
			j, "%s, and %s", s->t.at,
			run_fail_ordered(j, r, s->kind, s->which, failing_asked_times(s->kind)));
		run_may_be_done(r, s->kind);
	}
	if (is_told_of(&s->t))
		run_shown(r);
	run_go(r);
	return r;
}

static void judge_written(Judge *j, Run *r, const Saving *s)
{
	const Transfer *t = &s->t;
	int64_t wanted = t->model.total * (int64_t)sizeof(float);
	int64_t bytes;
	const float *got = run_file(r, "path", &bytes);
	judge_that_for(j, run_get_int(r, "status") == 0, "failure-without-reason",
		       "%s: nothing fails here: wanted 0, got %d", t->at,
		       (int)run_get_int(r, "status"));
	judge_that_for(j, bytes >= 0, "no-file", "%s: there is no file afterwards", t->at);
	judge_that_for(j, bytes >= wanted || run_open_files(r) <= 0, "file-open",
		       "%s: the file has %lld of its %lld bytes, and was not closed", t->at,
		       (long long)bytes, (long long)wanted);
	judge_because(j, "file-length");
	judge_int(j, judge_text(j, "%s: the bytes of the file", t->at), bytes, wanted);
	judge_that_for(
		j, got[0] != BEFORE, "piece-not-come",
		"%s: what was in the buffer before went into the file: a piece was written when "
		"its copy had not come yet",
		t->at);
	judge_because(j, "pieces-wrong");
	judge_floats(j, judge_text(j, "%s: the numbers in the file", t->at), got, t->model.values,
		     t->model.total, 0);
	judge_that_for(j, run_new_names(r) == (s->old_bytes < 0) - s->stale, "file-left",
		       "%s: besides the file, another one was left beside it", t->at);
	judge_that_for(j, data_is_kept(j, r, &t->model), "data-replaced",
		       "%s: a field of a parameter was changed", t->at);
	judge_because(j, "input-changed");
	judge_values(j, r, &t->model, t->model.values, judge_text(j, "%s, afterwards", t->at));
	judge_one_pass(j, r, t, true);
	judge_buffer_given_back(j, r, t, true);
	judge_left_clean(j, r, t);
}

Run *judge_saved(Judge *j, Saving s)
{
	Run *r = run_save(j, &s);
	judge_written(j, r, &s);
	return r;
}

Run *judge_refused(Judge *j, Saving *s)
{
	Run *r = run_save(j, s);
	const Transfer *t = &s->t;
	const int64_t met = file_calls_met(j, r);
	if ((s->limit >= 0 || s->unnamed) && met < 0)
		return r; /* this kernel lets no call fail */
	judge_that_for(
		j, !s->unnamed || met > 0, "other-part",
		"%s: by what the program itself has called, rename() did not fail here: wanted the "
		"new file to get its name by it, and not by another process or another call",
		t->at);
	const bool done = s->kind && failing_is_done(r, s->kind, run_get_int(r, "status") == -1);
	if ((s->lifted || done) && run_get_int(r, "status") == 0) {
		int64_t bytes, wanted = t->model.total * (int64_t)sizeof(float);
		run_file(r, "path", &bytes);
		judge_that_for(j, bytes == wanted, "failure-not-told",
			       "%s: wanted -1, got 0, and a file of %lld bytes in place of %lld",
			       t->at, (long long)bytes, (long long)wanted);
		judge_written(j, r, s);
		return r;
	}
	judge_that_for(j, run_get_int(r, "status") == -1, "failure-not-told",
		       "%s: wanted -1, got %d", t->at, (int)run_get_int(r, "status"));
	judge_that_for(j, data_is_kept(j, r, &t->model), "data-replaced",
		       "%s: a field of a parameter was changed", t->at);
	judge_because(j, "input-changed");
	judge_values(j, r, &t->model, t->model.values, judge_text(j, "%s, afterwards", t->at));
	if (!s->kind) /* who could not wait for a copy has not */
		judge_buffer_given_back(j, r, t, true);
	judge_left_clean(j, r, t);
	return r;
}

static void judge_unawaited_save(Judge *j, const char *kind, int64_t which, const void *data)
{
	Saving s = *(const Saving *)data;
	s.kind = kind;
	s.which = which;
	judge_refused(j, &s);
}

/* Those behind it may well succeed. */
static void judge_failing_fetch(Judge *j, const char *kind, int64_t which, const void *data)
{
	Saving s = *(const Saving *)data;
	(void)kind; /* a copy */
	s.failing = (int)which;
	s.t.at = judge_text(j, "copy number %d to the host fails", s.failing);
	judge_refused(j, &s);
}

void judge_4_5(Judge *j)
{
	Saving s = {.old_bytes = -1, .limit = -1, .missing = -1};
	s.t = draw_transfer(j, 4, judge_between(j, 50, 100));
	s.t.path = judge_text(j, "%s/model.bin", draw_folder(j));
	s.t.at = say_transfer(j, &s.t, "");
	s.inside = true;
	const Saving well = s;
	Run *good = judge_saved(j, s);
	s.inside = false;

	s.t = draw_transfer(j, 5, judge_between(j, LONG_ROOM, 60000));
	s.t.at = say_transfer(j, &s.t, ", over an older file");
	s.old_bytes =
		4 * (s.t.model.total + judge_between(j, 1, 100000)); /* longer than the new one */
	judge_saved(j, s);

	s.t = draw_transfer(j, draw_many_parameters(j), 1);
	s.t.at = say_transfer(j, &s.t, "");
	s.old_bytes = -1;
	const Saving deep = s;
	Run *deep_well = judge_saved(j, s);

	s.t = draw_transfer(j, 4, judge_between(j, 50, 100));
	s.t.path = judge_text(j, "%s/model.bin", draw_folder(j));
	s.t.at = "the folder does not exist";
	judge_refused(j, &s);
	s.t.path = "model.bin";
	s.t.at = "the disk is full before the last number";
	s.limit = 4 * s.t.model.total - 1;
	judge_refused(j, &s); /* so small a file is written when it is closed */
	s.limit = 0;
	s.t.at = "there is no room on the disk";
	judge_refused(j, &s);
	s.limit = -1;
	if (judge_is_simulated(j))
		judge_failures_of(j, good, "copy", (int64_t)run_traffic(good).all.called,
				  judge_failing_fetch, &well);
	judge_failing_some(j, deep_well, "copy", 1, judge_failing_fetch, &deep);
	Saving wider = s;
	wider.t = draw_transfer(j, 1, judge_between(j, LONG_ROOM / 2, LONG_ROOM - 1));
	wider.t.at = say_transfer(j, &wider.t, "");
	Run *wider_well = judge_saved(j, wider);
	judge_failing_some(j, wider_well, "copy", 1, judge_failing_fetch, &wider);
	s.t.at = "the copy of the last parameter fails";
	s.missing = 3; /* behind the others: who does not look makes a great many copies here */
	judge_refused(j, &s);
	s.missing = -1;
	Saving large = s;
	large.t = draw_transfer(j, 4, judge_between(j, 20000, 30000));
	large.t.at = "the disk is full in the midst of the file, and then has room again";
	/* in one of the first two pieces, which are not the last of the first parameter; neither where a piece begins nor
	 * where it ends, so that no stream has accepted what it loses then */
	const int64_t piece = judge_between(j, 0, 1);
	large.limit =
		4 * (large.t.room * piece + judge_between(j, large.t.room / 4, large.t.room / 2));
	large.lifted = true;
	judge_refused(j, &large);
	large.limit = 4 * judge_between(j, large.t.room / 2, large.t.model.total - 1);
	large.t.at = "the disk is full in the midst of the file";
	large.lifted = false;
	judge_refused(j, &large);
	judge_failing_awaits(j, good, judge_unawaited_save, &well);
	judge_failing_makers(j, good, judge_unawaited_save, &well);
	Saving wide = {.t = draw_wide(j), .old_bytes = -1, .limit = -1, .missing = -1};
	wide.t.at = say_transfer(j, &wide.t, "");
	judge_saved(j, wide); /* the last: behind so many numbers no call is spared */
}
