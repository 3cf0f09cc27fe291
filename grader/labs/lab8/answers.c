/* answers.c - decides how many answers are right (8.4): that they are compared where they are, and that one number
 * comes to the host. */
#include <math.h>
#include <stdlib.h>

#include "grader/labs/common/failing_launches.h"
#include "grader/labs/lab8/judge.h"

typedef struct Answers {
	Digits data;
	int64_t count, width, batch, got, wanted, near;
	int device;
	bool there, narrow, many; /* many: rows of few drawn numbers */
	double flops;             /* of a right answer */
	double row_flops;         /* of a row in the first layer, */
	double most_flops;        /* and in the one that has the most */
} Answers;

/* Two answers of three are made right, that of the last row among them, so that no batch can be
 * left out unseen. */
static Run *make_answers(Judge *j, int gpus, Answers *a)
{
	Digits data = a->many ? rows_draw(j, a->count, judge_between(j, 1, 3)) : digits_test(j);
	int64_t sizes[] = {data.width, judge_between(j, 12, 24), 10};
	Mlp mlp = mlp_draw(j, sizes, 3);
	double ahead;
	data.count = a->count;
	a->width = data.width;
	a->data = data;
	for (int64_t i = 0; i < data.count; i++)
		if (judge_between(j, 0, 2) > 0 || i + 1 == data.count)
			data.classes[i] = mlp_answer(&mlp, &data, i, &ahead);
	a->wanted = mlp_right(&mlp, &data, &a->near);
	a->flops = mlp_flops(&mlp, a->count, false);
	a->row_flops = 2 * (double)(sizes[0] * sizes[1]);
	a->most_flops = fmax(a->row_flops, 2 * (double)(sizes[1] * sizes[2]));
	Run *r = judge_run(j, gpus);
	run_placed(r, &data, a->there ? a->device : CPU);
	run_net(r, j, &mlp, a->device);
	run_int(r, "batch", a->batch);
	run_int(r, "there", a->there);
	run_int(r, "narrow", a->narrow);
	run_touched(r);
	return r;
}

/* Whether the lesson is about these: some batches, the last one smaller. */
static bool is_told(const Answers *a)
{
	return !a->there && !a->many && a->batch > 20 && a->count > a->batch &&
	       a->count % a->batch > 0;
}

static Run *run_answers(Judge *j, int gpus, Answers *a)
{
	Run *r = make_answers(j, gpus, a);
	if (a->device != CPU)
		run_watch(r);
	if (is_told(a))
		run_shown(r);
	run_go(r);
	a->got = run_get_int(r, "right");
	return r;
}

/* `untold`: it fails in tensor_free(), which returns nothing; then the answer may be right all the same. */
static void judge_answers_fail(Judge *j, Answers a, const char *kind, int64_t which, bool untold)
{
	Run *r = make_answers(j, 2, &a);
	const char *at = run_fail_ordered(j, r, kind, which, failing_times_of(kind, untold));
	run_go(r);
	int64_t right = run_get_int(r, "right");
	judge_because(j, "failure-not-told");
	if (!untold || llabs(right - a.wanted) > a.near)
		judge_int(j, judge_text(j, "%s: what is returned", at), right, -1);
}

static void judge_failing_answers(Judge *j, const char *kind, int64_t which, const void *data)
{
	judge_answers_fail(j, *(const Answers *)data, kind, which, false);
}

static void judge_untold_answers(Judge *j, const char *kind, int64_t which, const void *data)
{
	judge_answers_fail(j, *(const Answers *)data, kind, which, true);
}

static void judge_failing_calls_of(Judge *j)
{
	/* as where nothing is let fail: no size tells */
	const int64_t batch = judge_between(j, 12, 70);
	Answers a = {.batch = batch, .device = 1};
	const int64_t whole = judge_between(j, 2, 4);
	a.count = whole * batch + judge_between(j, 1, batch - 1);
	Run *r = make_answers(j, 2, &a);
	if (!judge_is_simulated(j))
		return;
	run_watch(r);
	run_go(r);
	judge_that_for(
		j, run_get_int(r, "right") >= 0, "failure-without-reason",
		"%lld rows in batches of %lld, and nothing fails: what is returned: got %lld",
		(long long)a.count, (long long)batch, (long long)run_get_int(r, "right"));
	judge_failures_of(j, r, "copy", (int64_t)run_traffic(r).all.called, judge_failing_answers,
			  &a);
	judge_failures_of(j, r, "launch", (int64_t)run_counts(r)->launches, judge_failing_answers,
			  &a);
	judge_failures_of(j, r, "fill", (int64_t)run_counts(r)->memsets, judge_failing_answers, &a);
	judge_failing_rounds(j, r, judge_failing_answers, &a);
	/* the first batch may have no memory, and the last one some again */
	judge_failures_of(j, r, "memory", (int64_t)run_counts(r)->allocations,
			  judge_failing_answers, &a);
	judge_failing_waits_besides(j, r, judge_failing_answers, judge_untold_answers, &a);
	judge_failing_setup(j, r, judge_failing_answers, &a);
	a.there = true;
	r = make_answers(j, 2, &a);
	run_watch(r);
	run_go(r);
	judge_failing_shape(j, r, judge_failing_answers, &a);
}

/* So many rows go through the model at a time. */
static void judge_batches(Judge *j, Run *r, const Answers *a, const char *at)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	const double batch_flops = (double)a->batch * a->row_flops;
	int64_t whole = 0;
	for (int i = 0; i < count; i++) {
		if (ops[i].kind != RUN_OP_KERNEL)
			continue;
		judge_that_for(j, ops[i].flops < 1.001 * (double)a->batch * a->most_flops,
			       "batch-too-large",
			       "%s: a kernel had %.4g operations to do, as many as %.3g rows have "
			       "in a layer",
			       at, ops[i].flops, ops[i].flops / a->most_flops);
		whole += ops[i].flops > 0.999 * batch_flops;
	}
	judge_that_for(j, whole >= a->count / a->batch, "batch-too-small",
		       "%s: %lld times a whole batch went through the first layer, wanted %lld", at,
		       (long long)whole, (long long)(a->count / a->batch));
}

/* Each batch is sent by itself: several of them at once and the rest in small pieces are as many copies and bytes. */
static void judge_pieces(Judge *j, Run *r, const Answers *a, const char *at)
{
	int count;
	const RunOp *ops = run_ops(r, &count);
	const double rows = 4.0 * (double)(a->batch * a->width), classes = 4.0 * (double)a->batch;
	const int64_t whole = a->count / a->batch;
	int64_t of_rows = 0, of_classes = 0;
	for (int i = 0; i < count; i++) {
		of_rows += is_sent(&ops[i], NULL) && fabs(ops[i].bytes - rows) < 1;
		of_classes += is_sent(&ops[i], NULL) && fabs(ops[i].bytes - classes) < 1;
	}
	judge_that_for(j, of_rows == whole && of_classes == whole, "answers-copies",
		       "%s: %lld copies had the %lld rows of a whole batch and %lld their classes, "
		       "wanted %lld each: each batch by itself",
		       at, (long long)of_rows, (long long)a->batch, (long long)of_classes,
		       (long long)whole);
}

/* Of so many batches no more are on the GPU at a time, with all that their rows become in the model: who keeps a third of
 * many needs more, and a larger GPU for more rows. */
enum { BATCHES_MANY = 10, BATCHES_HELD = 7 };

static Run *judge_answers_of(Judge *j, int gpus, Answers a)
{
	const bool there = a.there;
	const int device = a.device;
	const int64_t count = a.count, batch = a.batch;
	Run *r = run_answers(j, gpus, &a);
	int64_t batches = (count + batch - 1) / batch;
	Traffic went = run_traffic(r);
	const char *at = judge_text(j, "%lld rows on %s in batches of %lld, the model on %s",
				    (long long)count, say_device(j, there ? device : CPU),
				    (long long)batch, say_device(j, device));
	judge_that_for(j, a.got >= 0, refused_cause(j, r), "%s: wanted %lld, got %lld%s", at,
		       (long long)a.wanted, (long long)a.got, say_reason(j, r));
	judge_that_for(
		j, went.d2h.copies <= 1 && went.d2h.bytes <= sizeof(float), "outputs-fetched",
		"%s: %d copies to the host with %lld bytes, wanted one number in all: compare and "
		"add up on the GPU",
		at, (int)went.d2h.copies, (long long)went.d2h.bytes);
	judge_because(j, "answers-copies");
	judge_at_most(j, judge_text(j, "%s: copies to the GPU", at), went.h2d.copies,
		      device == CPU || there ? 0 : 2 * (double)batches);
	/* a number of each batch, as into a log of them */
	judge_at_most(j, judge_text(j, "%s: bytes of copies within the GPU", at), went.d2d.bytes,
		      (double)(batches + 1) * sizeof(float));
	judge_that_for(j, llabs(a.got - a.wanted) <= a.near,
		       a.got == a.wanted - 1 ? "answers-cut-off"
		       : a.got > count       ? "answers-weighted"
		       : count % batch == 0  ? "answers-other"
					     : "answers-wrong",
		       "%s: wanted %lld right answers, got %lld", at, (long long)a.wanted,
		       (long long)a.got);
	judge_kept(j, r, &a.data, at);
	if (device != CPU)
		judge_worked(j, r, at, (RunWork){.flops = a.flops});
	if (device != CPU)
		judge_batches(j, r, &a, at);
	if (device == CPU || there)
		return r;
	int64_t bytes = count * (a.width + 1) * 4;
	double batch_bytes = (double)(batch * (a.width + 1) * 4);
	judge_that_for(
		j, batches < BATCHES_MANY || run_gpu_most(r, 0) < BATCHES_HELD * batch_bytes,
		"batches-kept",
		"%s: %s of the GPU were taken at one time, and all rows have %s, a batch %s: the "
		"GPU need not have room for all",
		at, say_bytes(j, run_gpu_most(r, 0)), say_bytes(j, (double)bytes),
		say_bytes(j, batch_bytes));
	judge_that_for(
		j, (int64_t)went.h2d.copies == 2 * batches && (int64_t)went.h2d.bytes == bytes,
		"answers-copies",
		"%s: %lld bytes went to the GPU in %d copies, wanted %lld in %d: each batch by "
		"itself, and no row twice",
		at, (long long)went.h2d.bytes, (int)went.h2d.copies, (long long)bytes,
		(int)(2 * batches));
	judge_pieces(j, r, &a, at);
	if (is_told(&a))
		judge_lesson(
			j,
			"Compare where the answers are, and fetch the number of right ones: "
			"yours brought %s to the host for %lld rows and found %lld right, %lld "
			"by ours; all answers' scores would be %s.",
			say_bytes(j, went.d2h.bytes), (long long)count, (long long)a.got,
			(long long)a.wanted, say_bytes(j, 10 * 4.0 * (double)count));
	return r;
}

static void judge_answers(Judge *j, int gpus, int device, bool there, int64_t count, int64_t batch)
{
	judge_answers_of(
		j, gpus,
		(Answers){.count = count, .batch = batch, .device = device, .there = there});
}

void judge_8_4(Judge *j)
{
	int64_t batch = judge_between(j, 40, 70);
	const int64_t many = judge_between(j, 300, 340), few = judge_between(j, 12, 14);
	const int64_t less = BATCHES_MANY * few + judge_between(j, 1, 10 * few);
	/* 4 KiB at most: of a larger tensor on the CPU the framework does not know that it was given back */
	judge_answers(j, 2, 1, false, judge_between(j, 11, 14), 5);
	judge_answers(j, 2, 1, false, 4 * batch + judge_between(j, 1, batch - 1), batch);
	judge_answers(j, 2, 1, true, 3 * batch + judge_between(j, 1, batch - 1), batch);
	judge_answers(j, 0, CPU, true, 2 * batch, batch);
	/* more than 16 bits count, in a batch and in all */
	const int64_t large = judge_between(j, 33000, 40000), one_batch = judge_between(j, 20, 30);
	const int64_t singles = judge_between(j, 2, 5), besides = judge_between(j, 33000, large);
	/* one of these shapes has calls that fail, too */
	const Answers shape[] = {{.count = many, .batch = few, .device = 1},
				 {.count = less, .batch = few, .device = 1},
				 {.count = one_batch, .batch = batch, .device = 0},
				 {.count = 2 * batch, .batch = batch, .device = 1},
				 {.count = singles, .batch = 1, .device = 1},
				 {.count = large + besides,
				  .batch = large,
				  .device = 1,
				  .there = true,
				  .many = true}};
	enum { SHAPES = sizeof shape / sizeof *shape };
	Run *of_shape[SHAPES];
	for (int i = 0; i < SHAPES; i++)
		of_shape[i] = judge_answers_of(j, 2, shape[i]);
	Answers a = {.count = 40, .batch = 16, .device = 1, .narrow = true};
	Run *r = run_answers(j, 2, &a);
	judge_that_for(j, run_get_tensor(r, "x") != NULL, "input-changed", "x is gone");
	judge_because(j, "failure-not-told");
	judge_int(j, "x has 63 numbers a row, the model takes 64: what is returned", a.got, -1);
	judge_failing_calls_of(j);
	const int64_t drawn = judge_between(j, 0, SHAPES - 1);
	judge_failing_once(j, of_shape[drawn], judge_failing_answers, &shape[drawn]);
}
