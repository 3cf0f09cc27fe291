/* file.c - decides about 4.5 and 4.6: parameters that go from GPUs to a file and back,
 * through pinned memory, in one pass. */
#include <stdbool.h>
#include <string.h>

#include "grader/labs/lab4/judge.h"

#define MARK       "LAB4PARM"
#define BEFORE     (-1234.5f) /* the buffer is filled with it (lab4_drive_file.h) */
#define PATH_MOST  200        /* as the lab's file says */
#define WORD_BYTES 8          /* of the mark, and of each whole number of the head */

/* --- what has to be in a file ----------------------------------------------------------------- */

typedef struct Content {
	unsigned char *bytes;
	int64_t count, head; /* head: where the numbers begin */
} Content;

static Content content_of(Judge *j, const Model *m)
{
	Content c = {.head = (2 + m->count) * WORD_BYTES};
	int64_t number = m->count;
	c.count = c.head + m->total * (int64_t)sizeof(float);
	c.bytes = judge_memory(j, (size_t)c.count + 64); /* some tests send more than there is */
	memcpy(c.bytes, MARK, WORD_BYTES);
	memcpy(c.bytes + WORD_BYTES, &number, WORD_BYTES);
	memcpy(c.bytes + 2 * WORD_BYTES, m->counts, (size_t)m->count * WORD_BYTES);
	memcpy(c.bytes + c.head, m->values, (size_t)(c.count - c.head));
	return c;
}

/* Two usual mistakes: the string with the byte that ends it, and int where int64_t is wanted. */
static void judge_widths(Judge *j, const Model *m, const Content *wanted, const char *got,
			 const char *at)
{
	const char *behind = got + WORD_BYTES;
	const unsigned char *number = wanted->bytes + WORD_BYTES;
	int32_t narrow[2];
	memcpy(narrow, behind + WORD_BYTES, sizeof narrow);
	judge_that_for(j, *behind != '\0' || memcmp(behind + 1, number, WORD_BYTES) != 0,
		       "mark-wrong",
		       "%s: behind the 8 letters is the byte 0 that ends a string in C; wanted the "
		       "letters alone",
		       at);
	judge_that_for(j, memcmp(behind + sizeof narrow[0], number + WORD_BYTES, WORD_BYTES) != 0,
		       "width-wrong",
		       "%s: how many parameters there are takes 4 bytes in the file; wanted an "
		       "int64_t, so 8",
		       at);
	judge_that_for(j, narrow[0] != m->counts[0] || narrow[1] != m->counts[1], "width-wrong",
		       "%s: the counts take 4 bytes each in the file; wanted int64_t, so 8", at);
}

/* What is wrong with the head of a file, in the order in which it lies there. */
static void judge_head(Judge *j, const Model *m, const Content *wanted, const void *got,
		       const char *at)
{
	int64_t words[2 + MODEL_MOST];
	memcpy(words, got, (size_t)wanted->head);
	judge_that_for(j, memcmp(words, wanted->bytes, WORD_BYTES) == 0, "mark-wrong",
		       "%s: the file does not begin with %s", at, MARK);
	judge_widths(j, m, wanted, got, at);
	judge_because(j, "head-wrong");
	judge_int(j, judge_text(j, "%s: how many parameters the file names", at), words[1],
		  m->count);
	for (int i = 0; i < m->count; i++)
		judge_int(j,
			  judge_text(j, "%s: the count of %s in the file", at, say_parameter(j, i)),
			  words[2 + i], m->counts[i]);
}

/* --- what both exercises promise -------------------------------------------------------------- */

typedef struct Transfer {
	Model model;
	int64_t room;
	int current;
	const char *path, *at;
} Transfer;

static void transfer_send(Judge *j, Run *r, const Transfer *t)
{
	model_send(j, r, &t->model);
	run_int(r, "room", t->room);
	run_int(r, "current", t->current);
	run_text(r, "path", t->path);
	run_watch(r);
}

static void judge_left_clean(Judge *j, Run *r, const Transfer *t)
{
	judge_that_for(j, run_get_int(r, "open") == 0, "file-open", "%s: a file was not closed",
		       t->at);
	judge_that_for(
		j, run_get_int(r, "overrun") == 0, "buffer-overrun",
		"%s: the buffer has room for %lld numbers, and what lies behind it was changed",
		t->at, (long long)t->room);
	judge_no_error_left_at(j, r, t->at);
	judge_device_kept(j, r, t->current);
}

static bool all_same(Run *r, const Model *m)
{
	const int64_t *same = run_want_ints(r, "same", m->count);
	for (int i = 0; i < m->count; i++)
		if (!same[i])
			return false;
	return true;
}

/* Ideal are pieces as large as the buffer: n / room copies for n numbers, rounded up. Two halves
 * that take turns need twice as many; that is where the contract draws the line. Copies of single
 * numbers or of small pieces are far beyond it. */
static double most_copies(const Transfer *t)
{
	int64_t most = 0;
	for (int i = 0; i < t->model.count; i++)
		most += 2 * (t->model.counts[i] / t->room + 1);
	return (double)most;
}

/* With pieces as large as the buffer. */
static double least_copies(const Transfer *t)
{
	int64_t least = 0;
	for (int i = 0; i < t->model.count; i++)
		least += (t->model.counts[i] + t->room - 1) / t->room;
	return (double)least;
}

/* A buffer for so many numbers makes few and long copies. */
enum { LONG_ROOM = 50000 };

/* Each number goes once, in copies that have `buffer` at their host's end. */
static void judge_one_pass(Judge *j, Run *r, const Transfer *t, bool saving)
{
	const SimcudaCounters *c = run_counts(r);
	uint64_t bytes = saving ? c->bytes_d2h : c->bytes_h2d;
	uint64_t back = saving ? c->copies_h2d : c->copies_d2h;
	double wanted = (double)t->model.total * sizeof(float);
	int count;
	const RunOp *ops = run_ops(r, &count);
	judge_that_for(
		j, c->pinned_bytes == 0, "more-pinned-memory",
		"%s: %.4g bytes of memory were made pinned; the buffer is all the memory that "
		"it needs",
		t->at, (double)c->pinned_bytes);
	judge_that_for(j, back == 0, "way-back", "%s: %d cop%s the other way, %s; wanted none",
		       t->at, (int)back, back == 1 ? "y" : "ies",
		       saving ? "to a GPU" : "to the host");
	judge_that_for(j, c->copies_d2d + c->copies_p2p == 0, "way-back",
		       "%s: %d copies between places on GPUs, wanted none", t->at,
		       (int)(c->copies_d2d + c->copies_p2p));
	judge_that_for(j, (double)bytes <= wanted, "sent-twice",
		       "%s: %.4g bytes were copied, the parameters have %.4g: some went twice",
		       t->at, (double)bytes, wanted);
	for (int i = 0; i < count; i++) {
		if (ops[i].kind != RUN_OP_COPY)
			continue;
		judge_that_for(j, ops[i].bytes <= (double)t->room * sizeof(float),
			       "piece-too-large",
			       "%s: a copy of %.4g bytes, more than the %.4g of the buffer", t->at,
			       ops[i].bytes, (double)t->room * sizeof(float));
		judge_that_for(
			j, ops[i].pinned, "around-the-buffer",
			"%s: a copy of %.4g bytes %s ordinary memory of the host; wanted the "
			"pinned buffer",
			t->at, ops[i].bytes, saving ? "went to" : "came from");
	}
	judge_because(j, "small-pieces");
	judge_at_most(j, judge_text(j, "%s: copies", t->at), (double)copies_in_all(c),
		      most_copies(t));
	if (t->room < LONG_ROOM)
		return;
	judge_lesson(
		j,
		"A model of any size goes through one small pinned buffer: yours %s %s through "
		"one of %s in %s, %s; with pieces as large as the buffer it is %.4g.",
		saving ? "saved" : "loaded", say_bytes(j, wanted),
		say_bytes(j, 4.0 * (double)t->room),
		say_many(j, (double)copies_in_all(c), "copy", "copies"), say_us(j, run_us(r)),
		least_copies(t));
}

/* --- 4.5 -------------------------------------------------------------------------------------- */

typedef struct Saving {
	Transfer t;
	int64_t old_bytes; /* of the older file; -1: there is none */
	int64_t limit;     /* bytes that fit on the disk; -1: all do */
	int missing;       /* a parameter with NULL for data; -1: none */
	int failing;       /* which copy fails; 0: none */
	int folder;        /* 1: a folder has the file's name */
	int stale;         /* 1: there is a .part from before, as long as the older file */
	float *old;
} Saving;

static Run *run_save(Judge *j, Saving *s)
{
	int64_t floats = s->old_bytes < 0 ? 1 : s->old_bytes / (int64_t)sizeof(float) + 1;
	Run *r = judge_run(j, 2);
	s->old = draw_values(j, floats);
	transfer_send(j, r, &s->t);
	run_floats(r, "old", s->old, floats);
	run_int(r, "old.bytes", s->old_bytes);
	run_int(r, "limit", s->limit);
	run_int(r, "missing", s->missing);
	run_int(r, "folder", s->folder);
	run_int(r, "stale", s->stale);
	if (s->missing >= 0) /* the copy that fails is wanted here */
		run_allow(r, "host-pointer");
	if (s->failing > 0)
		run_fail(r, "copy", s->failing, 1);
	if (s->t.room >= LONG_ROOM)
		run_shown(r);
	run_go(r);
	return r;
}

static void judge_saved(Judge *j, Saving s)
{
	Run *r = run_save(j, &s);
	const Transfer *t = &s.t;
	Content wanted = content_of(j, &t->model);
	int64_t bytes = run_get_int(r, "file.bytes"), count;
	judge_that_for(j, run_get_int(r, "status") == 0, "failure-without-reason",
		       "%s: nothing fails here: wanted 0, got %d", t->at,
		       (int)run_get_int(r, "status"));
	judge_that_for(j, bytes >= 0, "no-file", "%s: there is no file afterwards", t->at);
	judge_that_for(j, bytes >= wanted.head, "file-length",
		       "%s: the file has %lld bytes, its head alone has %lld", t->at,
		       (long long)bytes, (long long)wanted.head);
	const float *got = run_get_floats(r, "file", &count);
	judge_complete(j, got && count * (int64_t)sizeof(float) >= bytes);
	judge_head(j, &t->model, &wanted, got, t->at);
	judge_because(j, "file-length");
	judge_int(j, judge_text(j, "%s: the bytes of the file", t->at), bytes, wanted.count);
	judge_that_for(
		j, got[wanted.head / (int64_t)sizeof(float)] != BEFORE, "piece-not-come",
		"%s: what was in the buffer before went into the file: a piece was written when "
		"its copy had not come yet",
		t->at);
	judge_because(j, "pieces-wrong");
	judge_floats(j, judge_text(j, "%s: the numbers in the file", t->at),
		     got + wanted.head / (int64_t)sizeof(float), t->model.values, t->model.total,
		     0);
	judge_that_for(j, run_get_int(r, "files") == (s.old_bytes < 0) - s.stale, "file-left",
		       "%s: besides the file, another one was left beside it", t->at);
	judge_that_for(j, all_same(r, &t->model), "data-replaced",
		       "%s: data of a parameter was changed", t->at);
	judge_because(j, "input-changed");
	judge_values(j, r, &t->model, t->model.values, judge_text(j, "%s, afterwards", t->at));
	judge_one_pass(j, r, t, true);
	judge_left_clean(j, r, t);
}

static void judge_not_saved(Judge *j, Saving s)
{
	Run *r = run_save(j, &s);
	const Transfer *t = &s.t;
	int64_t bytes = run_get_int(r, "file.bytes"), count;
	judge_that_for(j, run_get_int(r, "status") == -1, "failure-not-told",
		       "%s: wanted -1, got %d", t->at, (int)run_get_int(r, "status"));
	judge_because(j, s.old_bytes < 0 ? "file-left" : "old-file-lost");
	judge_that(j, bytes == s.old_bytes,
		   s.old_bytes < 0
			   ? "%s: a file was left behind; wanted none, there was none before"
			   : "%s: the older file is not as it was before",
		   t->at);
	judge_that_for(j, run_get_int(r, "files") == 0, "file-left",
		       "%s: a part of a file was left behind", t->at);
	judge_because(j, "old-file-lost");
	if (s.old_bytes >= 0)
		judge_floats(j, judge_text(j, "%s: the older file", t->at),
			     run_get_floats(r, "file", &count), s.old,
			     s.old_bytes / (int64_t)sizeof(float), 0);
	judge_because(j, "input-changed");
	judge_values(j, r, &t->model, t->model.values, judge_text(j, "%s, afterwards", t->at));
	judge_left_clean(j, r, t);
}

/* Parameters on GPUs 0 and 1: smaller than the buffer, as large as it, a little larger, and several
 * times as large. */
static Transfer draw_transfer(Judge *j, int layers, int64_t room)
{
	Transfer t = {.room = room, .path = "model.bin", .current = (int)judge_between(j, 0, 1)};
	t.model.count = 2 * layers;
	for (int i = 0; i < t.model.count; i++) {
		int64_t rest = judge_between(j, 1, room);
		t.model.counts[i] = i % 4 == 0 ? 2 * room + rest : i % 4 == 1 ? rest : room + i % 2;
		t.model.devices[i] = (t.current + i / 3) % 2;
	}
	model_draw(j, &t.model);
	return t;
}

static const char *say_transfer(Judge *j, const Transfer *t, const char *more)
{
	return judge_text(j, "%lld numbers, a buffer for %lld%s", (long long)t->model.total,
			  (long long)t->room, more);
}

/* A file in this folder, whose path is as long as one may be. */
static const char *long_path(Judge *j)
{
	const char *path = "model-01.bin";
	while (strlen(path) < PATH_MOST)
		path = judge_text(j, "./%s", path);
	return path;
}

/* The copies after it may well succeed. Each of the four parameters takes one copy at least. */
static void judge_failing_copy(Judge *j, Saving s, int failing)
{
	s.t = draw_transfer(j, 2, judge_between(j, 50, 100));
	s.failing = failing;
	s.t.at = judge_text(j, "copy number %d to the host fails, over an older file", failing);
	judge_not_saved(j, s);
}

void judge_4_5(Judge *j)
{
	Saving s = {.old_bytes = -1, .limit = -1, .missing = -1};
	s.t = draw_transfer(j, 2, judge_between(j, 50, 100));
	s.t.at = say_transfer(j, &s.t, "");
	judge_saved(j, s);

	s.t = draw_transfer(j, 3, judge_between(j, LONG_ROOM, 60000));
	s.t.at = say_transfer(j, &s.t, ", over an older file");
	s.old_bytes = 4 * judge_between(j, 300000, 400000); /* longer than the new one */
	judge_saved(j, s);

	s.t = draw_transfer(j, 1, 1);
	s.t.path = long_path(j);
	s.t.at = say_transfer(j, &s.t, ", a path of 200 characters");
	s.old_bytes = -1;
	judge_saved(j, s);

	/* What fails comes late: the head and the first parameters are written by then. */
	s.t = draw_transfer(j, 2, judge_between(j, 20000, 30000));
	s.old_bytes = 4 * judge_between(j, 100, 200);
	s.missing = 3;
	s.t.at = "the copy of the last parameter fails, over an older file";
	judge_not_saved(j, s);
	s.missing = -1;
	s.limit = 4 * s.t.model.total - judge_between(j, 1, 1000);
	s.t.at = "the disk is full before the last number";
	judge_not_saved(j, s);

	s.limit = -1;
	if (judge_is_simulated(j)) {
		judge_failing_copy(j, s, 1);
		judge_failing_copy(j, s, 4);
	}

	/* So small a file is written when it is closed, and not before. */
	s.t = draw_transfer(j, 1, judge_between(j, 50, 100));
	s.limit = judge_between(j, 0, 100);
	s.t.at = "the disk is full, and the file is small";
	judge_not_saved(j, s);
	s.limit = -1;
	s.old_bytes = -1;
	s.t.path = "no-such-folder/model.bin";
	s.t.at = "the folder does not exist";
	judge_not_saved(j, s);
	s.folder = 1;
	s.t.path = "model.bin";
	s.t.at = "there is a folder of that name";
	judge_not_saved(j, s);

	s.folder = 0;
	s.t = draw_transfer(j, 2, judge_between(j, 50, 100));
	s.t.at = say_transfer(j, &s.t, ", over an older file, and a .part of an earlier run");
	s.old_bytes = 4 * judge_between(j, 1000, 2000);
	s.stale = 1;
	judge_saved(j, s);
}

/* --- 4.6 -------------------------------------------------------------------------------------- */

static Run *run_load(Judge *j, const Transfer *t, const Content *c, int64_t bytes, int missing)
{
	Run *r = judge_run(j, 2);
	float *copy = judge_memory(j, (size_t)c->count + 64);
	memcpy(copy, c->bytes, (size_t)c->count);
	transfer_send(j, r, t);
	run_floats(r, "content", copy, c->count / (int64_t)sizeof(float) + 16);
	run_int(r, "content.bytes", bytes);
	run_int(r, "missing", missing);
	if (missing >= 0) /* the copy that fails is wanted here */
		run_allow(r, "host-pointer");
	if (t->room >= LONG_ROOM)
		run_shown(r);
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

static void judge_loaded(Judge *j, Transfer t)
{
	Model loaded = t.model;
	loaded.values = draw_values(j, loaded.total);
	Content c = content_of(j, &loaded);
	Run *r = run_load(j, &t, &c, c.count, -1);
	judge_that_for(j, run_get_int(r, "status") == 0, "failure-without-reason",
		       "%s: the file is whole: wanted 0, got %d", t.at,
		       (int)run_get_int(r, "status"));
	judge_that_for(j, all_same(r, &t.model), "data-replaced",
		       "%s: data of a parameter was changed", t.at);
	judge_arrived(j, r, &t, &loaded);
	judge_that_for(j, run_get_int(r, "files") == 0, "file-left",
		       "%s: another file was left behind", t.at);
	judge_one_pass(j, r, &t, false);
	judge_left_clean(j, r, &t);
}

/* `bytes` of a file that holds `c`: broken, or -1: there is none. */
static void judge_not_loaded(Judge *j, Transfer t, const Content *c, int64_t bytes, const char *at)
{
	t.at = at;
	Run *r = run_load(j, &t, c, bytes, -1);
	judge_that_for(j, run_get_int(r, "status") == -1, "failure-not-told",
		       "%s: wanted -1, got %d", at, (int)run_get_int(r, "status"));
	judge_because(j, "checked-too-late");
	judge_values(j, r, &t.model, t.model.values,
		     judge_text(j, "%s, and it was found out too late: old numbers are gone", at));
	judge_left_clean(j, r, &t);
}

/* The file is whole, but the last parameter has NULL for data. */
static void judge_copy_fails(Judge *j, Transfer t)
{
	Model other = t.model;
	other.values = draw_values(j, other.total);
	Content c = content_of(j, &other);
	t.at = "the copy of the last parameter fails";
	Run *r = run_load(j, &t, &c, c.count, t.model.count - 1);
	judge_that_for(j, run_get_int(r, "status") == -1, "failure-not-told",
		       "%s: wanted -1, got %d", t.at, (int)run_get_int(r, "status"));
	judge_left_clean(j, r, &t);
}

static void judge_broken(Judge *j, Transfer t)
{
	Model other = t.model;
	other.values = draw_values(j, other.total);
	Content c = content_of(j, &other);
	int64_t rest = c.count - c.head;
	judge_not_loaded(j, t, &c, -1, "there is no such file");
	judge_not_loaded(j, t, &c, c.count - judge_between(j, 1, 4),
			 "the last number is cut short");
	judge_not_loaded(j, t, &c, c.head + judge_between(j, rest / 4, rest / 2),
			 "half of the file is missing");
	judge_not_loaded(j, t, &c, judge_between(j, 8, c.head - 1), "the head is cut short");
	judge_not_loaded(j, t, &c, c.count + judge_between(j, 1, 8),
			 "there is more behind the last number");
	c.bytes[judge_between(j, 0, 7)] ^= 1;
	judge_not_loaded(j, t, &c, c.count, "it does not begin with " MARK);
	c = content_of(j, &other);
	c.bytes[7] ^= 1;
	judge_not_loaded(j, t, &c, c.count, "its last letter is not that of " MARK);

	c = content_of(j, &other);
	c.bytes[8]++;
	judge_not_loaded(j, t, &c, c.count, "it says that it has one parameter more");

	/* As many numbers in all, cut in another way: only the counts tell. */
	other.counts[0]--;
	other.counts[1]++;
	c = content_of(j, &other);
	judge_not_loaded(j, t, &c, c.count, "its counts are not those of the parameters");
	other = t.model;
	other.count--;
	other.total -= other.counts[other.count];
	c = content_of(j, &other);
	judge_not_loaded(j, t, &c, c.count, "it has one parameter less");
}

void judge_4_6(Judge *j)
{
	Transfer t = draw_transfer(j, 2, judge_between(j, 50, 100));
	t.at = say_transfer(j, &t, "");
	judge_loaded(j, t);
	judge_broken(j, t);
	judge_copy_fails(j, t);
	t = draw_transfer(j, 3, judge_between(j, LONG_ROOM, 60000));
	t.at = say_transfer(j, &t, "");
	judge_loaded(j, t);
	t = draw_transfer(j, 1, 1);
	t.at = say_transfer(j, &t, "");
	judge_loaded(j, t);
}
