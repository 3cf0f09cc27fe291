/* load.c - decides about 4.6: parameters that go from a file to GPUs. */
#include <string.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab4/transfer.h"

/* For `failing`: no read of the file goes well; or none from somewhere behind its first piece on. */
enum { UNREAD = -2, UNREAD_LATER = -3 };

/* The file has the first `bytes` bytes of the loaded model; -1: there is none. One copy fails, or data of one parameter
 * is NULL: 0, -1: none. */
static Run *make_load(Judge *j, const Transfer *t, const Model *loaded, int64_t bytes, int missing,
		      int failing)
{
	Run *r = judge_run(j, transfer_gpus(t));
	transfer_send(j, r, t);
	run_floats(r, "content", loaded->values, loaded->total);
	run_int(r, "content.bytes", bytes);
	run_int(r, "missing", missing);
	run_int(r, "readable",
		failing == UNREAD         ? 0
		: failing == UNREAD_LATER ? 4 * judge_between(j, t->room, t->model.total - 1)
					  : -1);
	if (failing > 0)
		run_fail(r, "copy", failing, 1);
	if (missing >= 0) /* the copy that fails is wanted here */
		run_allow(r, "host-pointer");
	run_given_called(r, "the program wrote pinned host memory",
			 "; the buffer was filled again before its copy had ended",
			 "piece-overwritten");
	if (is_told_of(t) && failing != UNREAD_LATER)
		run_shown(r);
	return r;
}

static Run *run_load(Judge *j, const Transfer *t, const Model *loaded, int64_t bytes, int missing,
		     int failing)
{
	Run *r = make_load(j, t, loaded, bytes, missing, failing);
	run_go(r);
	return r;
}

/* Two usual mistakes are named: nothing was sent, and a piece whose place another one took. */
static void judge_arrived(Judge *j, Run *r, const Transfer *t, const Model *loaded)
{
	int64_t count;
	const float *got = run_get_floats(r, "values0", &count);
	const float *old = t->model.values, *wanted = loaded->values;
	if (count == 0)
		got = NULL;
	judge_that_for(j, !got || got[0] != old[0] || got[0] == wanted[0], "not-arrived",
		       "%s: %s has its old numbers: the new ones did not come to the GPU", t->at,
		       say_parameter(j, 0));
	for (int64_t i = t->room; got && i < loaded->total; i++)
		judge_that_for(j, got[0] == wanted[0] || got[0] != wanted[i], "piece-overwritten",
			       "%s: a later piece is where the first one should be: the buffer was "
			       "filled again before its copy had ended",
			       t->at);
	judge_because(j, "pieces-wrong");
	judge_values(j, r, loaded, wanted, judge_text(j, "%s, afterwards", t->at));
}

static Model draw_loaded(Judge *j, const Model *like)
{
	Model loaded = *like;
	loaded.values = draw_values(j, loaded.total);
	return loaded;
}

static int64_t bytes_of(const Model *m)
{
	return m->total * (int64_t)sizeof(float);
}

/* It is somebody else's: there is none where there was none. `bytes`: -1, or how long it was. */
static void judge_file_kept(Judge *j, Run *r, const Transfer *t, const Model *loaded, int64_t bytes)
{
	int64_t now;
	const void *file = run_file(r, "path", &now);

	judge_that_for(j, bytes >= 0 || now < 0, "file-left",
		       "%s: a file of that name was made; wanted none, there was none before",
		       t->at);
	judge_that_for(
		j, now == bytes && (bytes <= 0 || memcmp(file, loaded->values, (size_t)bytes) == 0),
		"file-changed", "%s: the file is not as it was before", t->at);
}

static Run *judge_loaded(Judge *j, Transfer t)
{
	Model loaded = draw_loaded(j, &t.model);
	Run *r = run_load(j, &t, &loaded, bytes_of(&loaded), -1, 0);
	t.at = say_transfer(j, &t, "");
	judge_that_for(j, run_get_int(r, "status") == 0, "failure-without-reason",
		       "%s: the file is whole: wanted 0, got %d", t.at,
		       (int)run_get_int(r, "status"));
	judge_that_for(j, data_is_kept(j, r, &t.model), "data-replaced",
		       "%s: a field of a parameter was changed", t.at);
	judge_arrived(j, r, &t, &loaded);
	judge_that_for(j, run_new_names(r) == 0, "file-left", "%s: another file was left behind",
		       t.at);
	judge_file_kept(j, r, &t, &loaded, bytes_of(&loaded));
	judge_buffer_given_back(j, r, &t, false);
	judge_one_pass(j, r, &t, false);
	judge_left_clean(j, r, &t);
	return r;
}

static void judge_not_loaded(Judge *j, Transfer t, int64_t bytes, int missing, int failing,
			     const char *at)
{
	Model loaded = draw_loaded(j, &t.model);
	t.at = at;
	Run *r = run_load(j, &t, &loaded, bytes, missing, failing);
	if ((failing == UNREAD || failing == UNREAD_LATER) &&
	    file_calls_met(j, r) <= 0) /* by no call that reads */
		judge_arrived(j, r, &t, &loaded);
	else
		judge_that_for(j, run_get_int(r, "status") == -1, "failure-not-told",
			       "%s: wanted -1, got %d", at, (int)run_get_int(r, "status"));
	judge_that_for(j, data_is_kept(j, r, &t.model), "data-replaced",
		       "%s: a field of a parameter was changed", at);
	judge_file_kept(j, r, &t, &loaded, bytes);
	judge_buffer_given_back(j, r, &t, false);
	judge_left_clean(j, r, &t);
}

/* Of as many numbers as where all goes well. */
static void judge_unawaited_load(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Transfer *t = data;
	Model loaded = draw_loaded(j, &t->model);
	Run *r = make_load(j, t, &loaded, bytes_of(&loaded), -1, 0);
	const char *at = run_fail_ordered(j, r, kind, which, failing_asked_times(kind));
	run_may_be_done(r, kind);
	run_go(r);
	judge_because(j, "failure-not-told");
	if (failing_is_done(r, kind, run_get_int(r, "status") == -1))
		judge_values(j, r, &loaded, loaded.values, at);
	else
		judge_int(j, judge_text(j, "%s: what is returned", at), run_get_int(r, "status"),
			  -1);
	judge_left_clean(j, r, &(const Transfer){.room = t->room, .current = t->current, .at = at});
}

static void judge_failing_send(Judge *j, const char *kind, int64_t which, const void *data)
{
	const Transfer *t = data;
	(void)kind; /* a copy */
	judge_not_loaded(j, *t, bytes_of(&t->model), -1, (int)which,
			 judge_text(j, "copy number %d to the GPU fails", (int)which));
}

void judge_4_6(Judge *j)
{
	Transfer t = draw_transfer(j, 4, judge_between(j, 50, 100));
	int64_t bytes = bytes_of(&t.model);
	const Transfer well = t;
	Run *good = judge_loaded(j, t);
	judge_failing_awaits(j, good, judge_unawaited_load, &t);
	judge_failing_makers(j, good, judge_unawaited_load, &t);
	judge_not_loaded(j, t, -1, -1, 0, "there is no such file");
	judge_not_loaded(j, t, judge_between(j, bytes / 8, bytes / 4) * 2, -1, 0,
			 "half of the file is missing");
	judge_not_loaded(j, t, 0, -1, 0, "the file is empty");
	judge_not_loaded(j, t, bytes - 4 * t.model.counts[t.model.count - 1], -1, 0,
			 "the last parameter is missing");
	judge_not_loaded(j, t, bytes, -1, UNREAD, "the file cannot be read");
	t.model.counts[t.model.count - 1]++; /* its last piece has two numbers now */
	model_draw(j, &t.model);
	bytes = bytes_of(&t.model);
	judge_not_loaded(j, t, bytes - 4, -1, 0, "the last number is missing");
	judge_not_loaded(j, t, bytes - 1, -1, 0, "the last byte is missing");
	judge_not_loaded(j, t, bytes - 8, -1, 0, "the last piece is missing");
	if (judge_is_simulated(j))
		judge_failures_of(j, good, "copy", (int64_t)run_traffic(good).all.called,
				  judge_failing_send, &well);
	/* behind the others: who does not look makes a great many copies here */
	judge_not_loaded(j, t, bytes, t.model.count - 1, 0, "the copy of the last parameter fails");
	int64_t room = judge_between(j, LONG_ROOM, 60000);
	judge_loaded(j, draw_transfer(j, 5, room));
	/* more than a stream has in its buffer */
	room = judge_between(j, LONG_ROOM, 60000);
	t = draw_transfer(j, 5, room);
	judge_not_loaded(j, t, bytes_of(&t.model), -1, UNREAD_LATER,
			 "the file cannot be read behind its first piece");
	const Transfer deep = draw_transfer(j, draw_many_parameters(j), 1);
	Run *deep_well = judge_loaded(j, deep);
	judge_failing_some(j, deep_well, "copy", 1, judge_failing_send, &deep);
	const Transfer wider = draw_transfer(j, 1, judge_between(j, LONG_ROOM / 2, LONG_ROOM - 1));
	Run *wider_well = judge_loaded(j, wider);
	judge_failing_some(j, wider_well, "copy", 1, judge_failing_send, &wider);
	judge_loaded(j, draw_wide(j));
}
