/* transfer.c - what 4.5, 4.6 and 4.9 promise alike: parameters that go between GPUs and a file through pinned
 * memory, each number once. */
#include "grader/labs/lab4/transfer.h"

void transfer_send(Judge *j, Run *r, const Transfer *t)
{
	model_send(j, r, &t->model);
	run_int(r, "room", t->room);
	run_int(r, "guard", judge_between(j, -1000000, 1000000));
	run_int(r, "current", t->current);
	run_text(r, "path", t->path);
	run_watch(r);
}

int64_t file_calls_met(Judge *j, Run *r)
{
	const int64_t met = run_get_int(r, "met");
#if defined(__x86_64__) || defined(__aarch64__)
	/* the drive is locked down by the same call of the kernel, or it ends */
	judge_that_for(j, met >= 0 || !run_is_linked(r), "damaged-results",
		       "the program's results are damaged");
#endif
	return met;
}

void judge_left_clean(Judge *j, Run *r, const Transfer *t)
{
	judge_that_for(j, run_open_files(r) <= 0, "file-open", "%s: a file was not closed", t->at);
	judge_that_for(
		j, run_get_int(r, "overrun") == 0, "buffer-overrun",
		"%s: the buffer has room for %lld numbers, and what lies behind it was changed",
		t->at, (long long)t->room);
	judge_no_error_left_at(j, r, t->at);
	judge_device_kept(j, r, t->current);
}

void judge_buffer_given_back(Judge *j, Run *r, const Transfer *t, bool saving)
{
	const int gpus = transfer_gpus(t);
	for (int gpu = 0; gpu < gpus; gpu++)
		judge_that_for(
			j, !run_unawaited(r, 0, gpu), "returned-early",
			"%s: the function returned before the last copy %s GPU %d had ended, and "
			"the buffer is the caller's then",
			t->at, saving ? "from" : "to", gpu);
	for (int gpu = 0; gpu < gpus; gpu++)
		judge_awaited_well(j, r, t->at, 0, gpu);
}

bool data_is_kept(Judge *j, Run *r, const Model *m)
{
	const int64_t *same = run_want_ints(r, "same", m->count);
	const int64_t *said = run_want_ints(r, "said", m->count);
	for (int i = 0; i < m->count; i++)
		if (!in_old_memory(j, r, m, i, same[i]) || said[i] != m->devices[i])
			return false;
	return run_get_int(r, "renamed") == 0;
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

/* Each number goes once, in copies that have `buffer` at their host's end. */
void judge_one_pass(Judge *j, Run *r, const Transfer *t, bool saving)
{
	const SimcudaCounters *c = run_counts(r);
	Traffic went = run_traffic(r);
	double bytes = saving ? went.d2h.bytes : went.h2d.bytes;
	double back = saving ? went.h2d.copies : went.d2h.copies;
	double wanted = (double)t->model.total * sizeof(float);
	int count;
	const RunOp *ops = run_ops(r, &count);
	judge_that_for(j, c->pinned_bytes + c->managed_bytes == 0, "more-pinned-memory",
		       "%s: %.4g bytes of memory were made pinned or managed; the buffer is all "
		       "the memory "
		       "that it needs",
		       t->at, (double)(c->pinned_bytes + c->managed_bytes));
	judge_that_for(
		j, c->allocations == 0, "more-pinned-memory",
		"%s: %.4g allocations on GPUs, wanted none: the buffer is all the memory that it "
		"needs",
		t->at, (double)c->allocations);
	judge_not_carried(j, &went, t->at);
	judge_that_for(
		j, run_resident(r) < HELD_LEAST, "more-pinned-memory",
		"%s: %s more of the host's memory are in use; the buffer is all the memory that it "
		"needs",
		t->at, say_bytes(j, (double)run_resident(r)));
	judge_that_for(j, back == 0, "way-back", "%s: %d cop%s the other way, %s; wanted none",
		       t->at, (int)back, back == 1 ? "y" : "ies",
		       saving ? "to a GPU" : "to the host");
	judge_that_for(j, went.d2d.copies + went.p2p.copies == 0, "way-back",
		       "%s: %d copies between places on GPUs, wanted none", t->at,
		       (int)(went.d2d.copies + went.p2p.copies));
	judge_that_for(j, bytes <= wanted, "sent-twice",
		       "%s: %.4g bytes were copied, the parameters have %.4g: some went twice",
		       t->at, bytes, wanted);
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
	judge_at_most(j, judge_text(j, "%s: copies", t->at), went.all.copies, most_copies(t));
	if (!saving)
		judge_numbers_sent(j, r, t->at, t->model.total);
	if (!is_told_of(t))
		return;
	judge_lesson(
		j,
		"A model of any size goes through one small pinned buffer: yours %s %s through "
		"one of %s in %s, %s; with pieces as large as the buffer it is %.4g.",
		saving ? "saved" : "loaded", say_bytes(j, wanted),
		say_bytes(j, 4.0 * (double)t->room), say_many(j, went.all.copies, "copy", "copies"),
		say_us(j, run_us(r)), least_copies(t));
}

/* Parameters on GPUs 0 and 1, the first one not on the current one: smaller than the buffer, as large as it, a little
 * larger, and several times as large. */
Transfer draw_transfer(Judge *j, int count, int64_t room)
{
	Transfer t = {.room = room, .path = "model.bin", .current = (int)judge_between(j, 0, 1)};
	t.model.count = count;
	for (int i = 0; i < t.model.count; i++) {
		int64_t rest = judge_between(j, 1, room);
		t.model.counts[i] = i % 4 == 0 ? 2 * room + rest : i % 4 == 1 ? rest : room + i % 2;
		t.model.devices[i] = (t.current + 1 + (i + 1) / 2) % 2;
	}
	model_draw(j, &t.model);
	return t;
}

int transfer_gpus(const Transfer *t)
{
	int gpus = 2;
	for (int i = 0; i < t->model.count; i++)
		gpus = t->model.devices[i] > 1 ? 4 : gpus;
	return gpus;
}

Transfer draw_wide(Judge *j)
{
	Transfer t = draw_transfer(j, 2, judge_between(j, WIDE_ROOM, WIDE_ROOM + 10000));
	for (int i = 0; i < t.model.count && judge_is_simulated(j); i++)
		t.model.devices[i] += 2;
	return t;
}

const char *draw_folder(Judge *j)
{
	return judge_text(j, "models-%d", (int)judge_between(j, 100000, 999999));
}

const char *say_transfer(Judge *j, const Transfer *t, const char *more)
{
	return judge_text(j, "%lld numbers, a buffer for %lld%s", (long long)t->model.total,
			  (long long)t->room, more);
}
