/* safe.c - decides about 4.9: a file that is saved whole, or the older one that stays. */
#include <string.h>

#include "grader/labs/common/failing.h"
#include "grader/labs/lab4/transfer.h"

#define PATH_MOST 200 /* as the lab's file says */

static void judge_stays(Judge *j, Run *r, const Saving *s, bool stays)
{
	const char *at = s->t.at;
	judge_that_for(j, !s->named || run_is_watched(r), "damaged-results",
		       "the program's results are damaged");
	judge_because(j, s->old_bytes < 0 ? "file-left" : "old-file-lost");
	judge_that(j, stays || s->old_bytes >= 0,
		   "%s: there was a file of that name before all of it was written; wanted it to "
		   "get its name when it is whole",
		   at);
	judge_that(j, stays,
		   "%s: the older file was written to, or gone, before the new one had its name; "
		   "wanted it "
		   "in its place until then",
		   at);
}

/* All goes well. */
static Run *judge_replaced(Judge *j, Saving s)
{
	s.named = true;
	Run *r = judge_saved(j, s);
	judge_stays(j, r, &s, !run_file_lost(r));
	/* nor does a folder that takes the place of this one */
	judge_that_for(j, run_file_touched(r), "other-part",
		       "%s: no file was renamed to that name in its folder; wanted that of the "
		       "same name with \".part\" behind, beside it",
		       s.t.at);
	judge_that_for(
		j, !run_file_other(r), "other-part",
		"%s: the file that took the name was called otherwise before; wanted the same "
		"name with \".part\" behind, beside it",
		s.t.at);
	return r;
}

static void judge_not_saved(Judge *j, Saving s)
{
	s.named = !s.folder;
	Run *r = judge_refused(j, &s);
	int64_t bytes;
	if (run_get_int(r, "status") == 0)
		return; /* there was room again, or nothing failed, and it is saved */
	const float *file = run_file(r, "path", &bytes);
	judge_because(j, s.old_bytes < 0 ? "file-left" : "old-file-lost");
	judge_that(j, bytes == s.old_bytes,
		   s.old_bytes < 0
			   ? "%s: a file was left behind; wanted none, there was none before"
			   : "%s: the older file is not as it was before",
		   s.t.at);
	judge_that_for(j, run_new_names(r) == -s.stale, "file-left",
		       "%s: a part of a file was left behind", s.t.at);
	judge_stays(j, r, &s, !run_file_touched(r));
	if (s.old_bytes >= 0)
		judge_floats(j, judge_text(j, "%s: the older file", s.t.at), file, s.old,
			     s.old_bytes / (int64_t)sizeof(float), 0);
	++*s.refused;
}

/* A file in a folder of this one, whose path is as long as one may be. */
static const char *long_path(Judge *j)
{
	const char *path = "/model-1%d%s.bin"; /* a text as others, and no format */
	const char *folder = draw_folder(j);
	while (strlen(path) + strlen(folder) + 2 <= PATH_MOST)
		path = judge_text(j, "/.%s", path);
	while (strlen(path) + strlen(folder) < PATH_MOST)
		path = judge_text(j, "/%s", path);
	return judge_text(j, "%s%s", folder, path);
}

static void judge_unawaited_safe(Judge *j, const char *kind, int64_t which, const void *data)
{
	Saving s = *(const Saving *)data;
	s.kind = kind;
	s.which = which;
	judge_not_saved(j, s);
}

enum { STALE = 2, NO_OLDER = 3 };

/* A .part of an earlier run is there, or no older file. */
static void saving_vary(Saving *s, int64_t which)
{
	s->stale = which == STALE;
	if (which == NO_OLDER)
		s->old_bytes = -1;
}

/* Of several that fail one has a .part of an earlier run, and one no older file. */
static void judge_failing_fetch(Judge *j, const char *kind, int64_t which, const void *data)
{
	Saving s = *(const Saving *)data;
	(void)kind; /* a copy */
	s.failing = (int)which;
	saving_vary(&s, which);
	s.t.at = judge_text(j, "copy number %d to the host fails, %s%s", s.failing,
			    s.old_bytes < 0 ? "and there is no older file" : "over an older file",
			    s.stale ? ", and a .part of an earlier run" : "");
	judge_not_saved(j, s);
}

static void judge_failing_deep(Judge *j, const char *kind, int64_t which, const void *data)
{
	Saving s = *(const Saving *)data;
	(void)kind; /* a copy */
	s.failing = (int)which;
	s.t.at = judge_text(j, "many parameters, and copy number %d to the host fails", s.failing);
	judge_not_saved(j, s);
}

/* What fails comes late: the first parameters are written by then. Sizes tell nothing: each is saved once, too. */
static void judge_late_failures(Judge *j, int *refused)
{
	Saving s = {.old_bytes = 4 * judge_between(j, 100, 200),
		    .limit = -1,
		    .missing = -1,
		    .refused = refused};
	s.t = draw_transfer(j, 4, judge_between(j, 20000, 30000));
	s.t.at = say_transfer(j, &s.t, ", over an older file");
	const Saving large = s;
	Run *saved = judge_replaced(j, s);
	for (int which = STALE; which <= NO_OLDER; which++) {
		s = large;
		saving_vary(&s, which);
		s.t.at =
			say_transfer(j, &s.t,
				     s.stale ? ", over an older file, and a .part of an earlier run"
					     : ", where there is no file yet");
		judge_repeat(j, saved);
		judge_replaced(j, s);
		judge_repeat(j, NULL);
	}
	s = large;
	s.missing = 3;
	s.t.at = "the copy of the last parameter fails, over an older file";
	judge_not_saved(j, s);
	s.missing = -1;
	if (judge_is_simulated(j))
		judge_failures_of(j, saved, "copy", (int64_t)run_traffic(saved).all.called,
				  judge_failing_fetch, &large);
	s.limit = 4 * (s.t.model.total - judge_between(j, 1, 1000));
	s.lifted = true;
	s.t.at = "the disk is full before the last number, and then has room again";
	judge_not_saved(j, s);
	s.t.at = "the disk is full before the last number, over an older file";
	s.lifted = false;
	judge_not_saved(j, s);

	/* So small a file is written when it is closed, and not before. */
	s.t = draw_transfer(j, 2, judge_between(j, 50, 100));
	s.limit = -1;
	s.t.at = say_transfer(j, &s.t, ", over an older file");
	const Saving well = s;
	Run *good = judge_replaced(j, s);
	judge_failing_awaits(j, good, judge_unawaited_safe, &well);
	judge_failing_makers(j, good, judge_unawaited_safe, &well);
	s.limit = judge_between(j, 1, 100);
	s.t.at = "the disk is full, and the file is small";
	judge_not_saved(j, s);
	s.limit = 0;
	s.t.at = "there is no room on the disk";
	judge_not_saved(j, s);
}

void judge_4_9(Judge *j)
{
	int refused = 0;
	Saving s = {.old_bytes = -1, .limit = -1, .missing = -1, .refused = &refused};
	s.t = draw_transfer(j, draw_many_parameters(j), 1);
	s.t.path = long_path(j);
	s.t.at = say_transfer(j, &s.t, ", a path of 200 characters");
	s.inside = true;
	s.old_bytes =
		4 * judge_between(j, 1, 9); /* what is renamed is looked at where there is one */
	const Saving deep = s;
	Run *deep_well = judge_replaced(j, s);
	judge_failing_some(j, deep_well, "copy", 1, judge_failing_deep, &deep);
	s.inside = false;
	s.old_bytes = -1;
	judge_late_failures(j, &refused);
	s.folder = true;
	s.t = draw_transfer(j, 2, judge_between(j, 50, 100));
	s.t.at = "there is a folder of that name";
	judge_not_saved(j, s);

	s.folder = false;
	s.unnamed = true;
	s.t.at = "the new file does not get its name";
	judge_not_saved(j, s);
	s.old_bytes = 4 * judge_between(j, 100, 200);
	s.t.at = "the new file does not get the older one's name";
	judge_not_saved(j, s);
	s.unnamed = false;
	s.old_bytes = -1;
	s.t.path = long_path(j);
	s.t.at = "the folder does not exist";
	judge_refused(j, &s);
	s.t = draw_transfer(j, 1, judge_between(j, 50, 100));
	s.t.at = say_transfer(j, &s.t, ", where there is no file yet");
	s.t.path = long_path(j); /* as where there is no folder */
	s.inside = true;
	s.old_bytes = -1;
	s.limit = -1;
	judge_replaced(j, s);
	s.inside = false;
	s.t = draw_transfer(j, 5, judge_between(j, 50, 100));
	s.t.at = say_transfer(j, &s.t, ", over an older file, and a .part of an earlier run");
	s.old_bytes = 4 * judge_between(j, 1000, 2000); /* longer than the new one */
	s.stale = true;
	judge_replaced(j, s);
	Saving wide = {.t = draw_wide(j), .old_bytes = -1, .limit = -1, .missing = -1};
	wide.t.at = say_transfer(j, &wide.t, ", where there is no file yet");
	judge_replaced(j, wide); /* the last: behind so many numbers no call is spared */
	judge_lesson(j,
		     "The older file stays until the new one is whole: in %d runs a copy, the "
		     "disk or rename() failed, and yours left nothing half written.",
		     refused);
}
