/* Random stream programs against a slow and obvious model.
 *
 * The model keeps every operation ever issued and compares each new one with all earlier ones by
 * CUDA's rules, pair by pair: no tails, no references, no lists. After each request the clock and
 * the answer must agree. Every other program is full of races: exactly those operations that race
 * with an earlier one must be reported, each with one that it really races with. The others are
 * free of races: nothing may be reported, and all bytes must agree, device memory as the machine
 * shows it and pinned host memory as the program sees it, although the model runs everything in
 * order and the machine only what is looked at.
 *
 * Longer than most files: the model and the program are one argument, and are read together. */
#include "framework/simcuda/tests/core/core_random_model.h"

/* --- one step: the same thing asked of both --------------------------------------------------- */

static uint64_t cell_address(const Program *p, int cell)
{
	if (cell / CELLS == HOST)
		return address_of(p->pinned[cell % CELLS]);
	return p->base[cell / CELLS] + (uint64_t)(cell % CELLS) * 16;
}

static Work work_on(const Program *p, Kind kind, int stream)
{
	return (Work){.kind = kind,
		      .stream = p->stream[stream].identity,
		      .gpu = p->stream[stream].gpu,
		      .legacy = p->stream[stream].legacy,
		      .blocking = p->stream[stream].blocking,
		      .after = -1};
}

/* The handles 0 and 2 mean streams of the current device. */
static void choose_device_of(Program *p, int stream)
{
	if (p->stream[stream].handle > 2)
		return;
	p->device = p->stream[stream].gpu;
	set_device(&p->rig, p->device);
	p->model.clock += CALL_NS;
}

/* Draws so many cells side by side, of those that begin with `first`. */
static int draw_cells(Program *p, int first, int all, int cells)
{
	int cell = first + draw(p, all);
	int last = (cell / CELLS + 1) * CELLS - cells;
	return cell < last ? cell : last;
}

/* Whether this may be issued: a race only where races are wanted. */
static bool allowed(const Program *p, const Work *work)
{
	Work w = *work;
	return p->racy || !model_compare(&p->model, &w);
}

static void step_fill(Program *p, int s)
{
	Work w = work_on(p, FILL, s);
	int value = draw(p, 256);
	w.cells = 1 + draw(p, 3);
	w.from = w.to = draw_cells(p, 0, 2 * CELLS, w.cells);
	w.value = (uint32_t)value * 0x01010101U;
	if (!allowed(p, &w))
		return;
	p->model.clock += COPY_NS;
	model_issue(&p->model, w, &p->model.engine[w.to / CELLS][ENGINE_COMPUTE], NULL, 1001);
	assert_int_equal(fill_later(&p->rig, cell_address(p, w.to), value, 16 * (uint64_t)w.cells,
				    p->stream[s].handle),
			 0);
}

static void step_kernel(Program *p, int s)
{
	Work w = work_on(p, ADD, s);
	int ns = draw(p, 3000);
	w.cells = 1;
	w.to = w.gpu * CELLS + draw(p, CELLS);
	w.from = w.gpu * CELLS + draw(p, CELLS);
	if (!allowed(p, &w))
		return;
	if (p->device != w.gpu) {
		set_device(&p->rig, w.gpu);
		p->device = w.gpu;
		p->model.clock += CALL_NS;
	}
	p->model.clock += LAUNCH_NS;
	model_issue(&p->model, w, &p->model.engine[w.gpu][ENGINE_COMPUTE], NULL, 1000 + ns);
	assert_int_equal(launch_accumulate(&p->rig, cell_address(p, w.to), cell_address(p, w.from),
					   1, 16, (uint64_t)ns, p->stream[s].handle),
			 0);
}

static void step_copy(Program *p, int s)
{
	Work w = work_on(p, COPY, s);
	Model *m = &p->model;
	w.cells = 1 + draw(p, 3);
	w.to = draw_cells(p, 0, 3 * CELLS, w.cells);
	w.from = draw_cells(p, 0, 3 * CELLS, w.cells);
	int to = w.to / CELLS, from = w.from / CELLS, async = draw(p, 2);
	int64_t bytes = 16 * (int64_t)w.cells;
	w.covers = !async && to != HOST && from != HOST && to != from ? 3 : 0;
	if ((to == HOST && from == HOST) || !allowed(p, &w))
		return;
	m->clock += COPY_NS;
	int index;
	if (to == HOST)
		index = model_issue(m, w, &m->engine[from][ENGINE_OUT], NULL, 200 + bytes / 2);
	else if (from == HOST)
		index = model_issue(m, w, &m->engine[to][ENGINE_IN], NULL, 100 + bytes);
	else if (to == from)
		index = model_issue(m, w, &m->engine[to][ENGINE_COMPUTE], NULL,
				    50 + (bytes + 9) / 10);
	else
		index = model_issue(m, w, &m->engine[from][ENGINE_OUT], &m->engine[to][ENGINE_IN],
				    1000 + bytes);
	if (!async && (to == HOST || from == HOST)) {
		bool wanted[STEPS] = {false};
		wanted[index] = true;
		model_wait(m, wanted);
	}
	assert_int_equal(copy_on(&p->rig, cell_address(p, w.to), cell_address(p, w.from),
				 (uint64_t)bytes, cudaMemcpyDefault, async, p->stream[s].handle),
			 0);
}

static void step_record(Program *p, int s)
{
	int e = draw(p, EVENTS);
	if (p->event[e].gpu != p->stream[s].gpu)
		return;
	p->model.clock += EVENT_NS;
	p->event[e].mark = model_issue(&p->model, work_on(p, MARK, s), NULL, NULL, 0);
	assert_int_equal(
		event_ask(&p->rig, SIM_EVENT_RECORD, p->event[e].handle, p->stream[s].handle), 0);
}

static void step_wait(Program *p, int s)
{
	int e = draw(p, EVENTS);
	Work w = work_on(p, MARK, s);
	w.after = p->event[e].mark;
	p->model.clock += EVENT_NS;
	if (w.after >= 0)
		model_issue(&p->model, w, NULL, NULL, 0);
	assert_int_equal(stream_wait_event(&p->rig, p->stream[s].handle, p->event[e].handle), 0);
}

/* What a wait for, or a question about, that stream, event or device means. */
static void want(const Program *p, SimCode code, int which, bool *wanted)
{
	const Model *m = &p->model;
	for (int i = 0; i < m->count; i++) {
		const Work *w = &m->work[i];
		if (code == SIM_SYNC_DEVICE)
			wanted[i] = w->gpu == which || w->covers >> which & 1;
		else if (code == SIM_EVENT_SYNC || code == SIM_EVENT_QUERY)
			wanted[i] = i == p->event[which].mark;
		else
			wanted[i] =
				w->stream == p->stream[which].identity ||
				(p->stream[which].legacy && w->gpu == p->stream[which].gpu &&
				 w->blocking) ||
				(p->stream[which].legacy && w->covers >> p->stream[which].gpu & 1);
	}
}

static void step_look(Program *p, int s)
{
	static const SimCode codes[] = {SIM_SYNC_DEVICE, SIM_STREAM_SYNC, SIM_STREAM_QUERY,
					SIM_EVENT_SYNC, SIM_EVENT_QUERY};
	SimCode code = codes[draw(p, 5)];
	int e = draw(p, EVENTS);
	bool event = code == SIM_EVENT_SYNC || code == SIM_EVENT_QUERY, wanted[STEPS] = {false};
	bool query = code == SIM_STREAM_QUERY || code == SIM_EVENT_QUERY;
	want(p, code, event ? e : code == SIM_SYNC_DEVICE ? p->device : s, wanted);
	cudaError_t expected = cudaSuccess;
	if (query) {
		p->model.clock += EVENT_NS;
		if (model_run(&p->model, wanted, false) > p->model.clock)
			expected = cudaErrorNotReady;
		else
			model_run(&p->model, wanted, true);
	} else {
		model_wait(&p->model, wanted);
		p->model.clock += SYNC_NS;
	}
	cudaError_t got = event ? event_ask(&p->rig, code, p->event[e].handle, 0)
			  : code == SIM_SYNC_DEVICE
				  ? sync_device(&p->rig)
				  : stream_ask(&p->rig, code, p->stream[s].handle);
	assert_int_equal(got, expected);
}

/* A stream is destroyed, and another one takes its place. */
static void step_replace(Program *p, int s)
{
	if (p->stream[s].handle <= 2)
		return;
	if (p->device != p->stream[s].gpu) {
		set_device(&p->rig, p->stream[s].gpu);
		p->device = p->stream[s].gpu;
		p->model.clock += CALL_NS;
	}
	assert_int_equal(stream_ask(&p->rig, SIM_STREAM_DESTROY, p->stream[s].handle), 0);
	p->stream[s].handle =
		stream_new(&p->rig, p->stream[s].blocking ? 0 : cudaStreamNonBlocking);
	p->stream[s].identity = p->identities++;
	p->model.clock += CALL_NS + CALL_NS;
}

static void step_host_writes(Program *p, int s)
{
	int cell = draw(p, CELLS);
	uint32_t value = (uint32_t)draw(p, 1 << 30);
	(void)s;
	for (int i = 0; i < p->model.count; i++) {
		const Work *w = &p->model.work[i];
		const Work host = {.kind = FILL, .to = HOST * CELLS + cell, .cells = 1};
		if (!p->racy && !w->settled && conflict(w, &host))
			return;
	}
	p->model.cell[HOST * CELLS + cell] = value;
	for (int i = 0; i < 4; i++)
		p->pinned[cell][i] = value;
	p->model.clock += 2 * (int64_t)(value % 500);
	assert_int_equal(
		ASK(&p->rig, .code = SIM_HOST_WORK, .u.work.flops = 4.0 * (double)(value % 500)),
		0);
}

static bool is_being_written(const Model *m, int cell)
{
	bool written = false;
	for (int i = 0; i < m->count; i++)
		written |= !m->work[i].settled && m->work[i].kind != MARK &&
			   overlap(m->work[i].to, cell, m->work[i].cells, 1);
	return written;
}

static void compare(const Program *p)
{
	assert_int_equal(now(&p->rig), p->model.clock);
	for (int cell = 0; !p->racy && cell < 3 * CELLS; cell++) {
		if (cell / CELLS != HOST && is_being_written(&p->model, cell))
			continue; /* what the host would find there is nobody's business */
		uint32_t word = cell / CELLS == HOST ? p->pinned[cell % CELLS][3]
						     : word_at(&p->rig, cell_address(p, cell) + 12);
		assert_int_equal(word, p->model.cell[cell]);
	}
}

/* Every operation that races has been reported, and no pair that does not race. */
static void compare_races(const Program *p)
{
	const SimFinding *finding;
	int count = sim_findings(p->rig.sim, &finding);
	bool reported[STEPS] = {false};
	assert_true(count < SIM_MAX_FINDINGS);
	for (int k = 0; k < count; k++) {
		assert_int_equal(finding[k].kind, SIM_FINDING_RACE);
		assert_int_equal(finding[k].sites, 2);
		uint64_t i = finding[k].site[0].frame[0] - 1, j = finding[k].site[1].frame[0] - 1;
		assert_true(i < (uint64_t)p->model.count && j < i && p->model.work[i].races[j]);
		reported[i] = true;
	}
	for (int i = 0; i < p->model.count; i++) {
		bool races = false;
		for (int j = 0; j < i; j++)
			races |= p->model.work[i].races[j];
		assert_int_equal(reported[i], races);
	}
}

static void program_open(Program *p, uint64_t seed)
{
	*p = (Program){.seed = seed, .racy = seed % 2};
	rig_open(&p->rig, 2);
	pin(&p->rig, p->pinned, sizeof(p->pinned));
	for (int gpu = 1; gpu >= 0; gpu--) {
		set_device(&p->rig, gpu);
		p->base[gpu] = dev_malloc(&p->rig, CELL_BYTES);
		assert_int_equal(fill_later(&p->rig, p->base[gpu], 0, CELL_BYTES, 0), 0);
		assert_int_equal(sync_device(&p->rig), 0);
		p->model.engine[gpu][ENGINE_COMPUTE] = now(&p->rig) - SYNC_NS;
		for (int i = 0; i < STREAMS / 2; i++) {
			int s = gpu * STREAMS / 2 + i;
			p->stream[s].identity = p->identities++;
			p->stream[s].gpu = gpu;
			p->stream[s].legacy = i == 0;
			p->stream[s].blocking = i > 0 && i < 4;
			p->stream[s].handle = i == 0   ? SIM_STREAM_DEFAULT
					      : i == 1 ? SIM_STREAM_PER_THREAD
					      : i < 4  ? stream_new(&p->rig, 0)
						       : stream_new(&p->rig, cudaStreamNonBlocking);
		}
		for (int e = gpu; e < EVENTS; e += 2) {
			p->event[e].handle = event_new(&p->rig, 0);
			p->event[e].gpu = gpu;
			p->event[e].mark = -1;
		}
	}
	p->model.clock = now(&p->rig);
}

static void random_programs(void **state)
{
	(void)state;
	static void (*const steps[])(Program *, int) = {
		step_fill, step_kernel, step_kernel, step_copy,        step_copy, step_copy,
		step_copy, step_record, step_wait,   step_host_writes, step_look, step_replace};
	static Program p;
	for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
		program_open(&p, seed);
		int looks = 1 + draw(&p, 4); /* some programs wait seldom */
		for (int i = 0; i < STEPS; i++) {
			void (*step)(Program *, int) = steps[draw(&p, 12)];
			int s = draw(&p, STREAMS);
			if (step == step_look && draw(&p, looks) != 0)
				continue;
			choose_device_of(&p, s);
			p.rig.where = (uint64_t)p.model.count + 1; /* a site for each operation */
			step(&p, s);
			compare(&p);
		}
		for (int gpu = 0; gpu < 2; gpu++) {
			bool wanted[STEPS] = {false};
			set_device(&p.rig, gpu);
			p.model.clock += CALL_NS;
			want(&p, SIM_SYNC_DEVICE, gpu, wanted);
			model_wait(&p.model, wanted);
			p.model.clock += SYNC_NS;
			assert_int_equal(sync_device(&p.rig), 0);
			compare(&p);
		}
		assert_int_equal(p.rig.sim->pending.count, 0);
		compare(&p);
		compare_races(&p);
		rig_close(&p.rig);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_programs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
