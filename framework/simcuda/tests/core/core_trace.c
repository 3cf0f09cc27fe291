/* The trace against what the replies say: random programs of streams, copies, kernels and events,
 * whose records are compared with the clocks, counters and elapsed times that the same requests
 * answered. */
#include "framework/simcuda/tests/core/core_rig.h"

#include "framework/simcuda/core/trace.h"

#define PROGRAMS 60
#define STEPS    200
#define STREAMS  5
#define BYTES    (UINT64_C(64) << 10)
#define MOST     4096 /* records of one program */

typedef struct Program {
	Rig rig;
	uint64_t seed;
	uint64_t memory[2], stream[STREAMS], event, base[2];
	int64_t base_time[2]; /* when the base event of each GPU was recorded */
	unsigned char pinned[BYTES], pageable[BYTES];
	/* what the requests said, one entry for each */
	struct Said {
		SimCode code;
		int thread;
		int64_t before, after;
		cudaError_t error;
		uint64_t site;
	} said[MOST];
	size_t count;
	/* ends of marks, from cudaEventElapsedTime */
	struct Mark {
		uint64_t call;
		int64_t end;
	} mark[MOST];
	size_t marks;
} Program;

static uint64_t draw(Program *p, uint64_t limit)
{
	p->seed = p->seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (p->seed >> 33) % limit;
}

/* Sends it, and writes down what was said. */
static cudaError_t say(Program *p, SimRequest request)
{
	p->rig.where = 1000 + p->count;
	int64_t before = now(&p->rig);
	cudaError_t error = ask(&p->rig, request);
	assert_true(p->count < MOST);
	p->said[p->count++] = (struct Said){request.code, p->rig.thread, before,
					    now(&p->rig), error,         p->rig.where};
	return error;
}

#define SAY(p, ...) say(p, (SimRequest){__VA_ARGS__})

static void program_open(Program *p, uint64_t seed, bool traced)
{
	memset(p, 0, sizeof(*p));
	p->seed = seed;
	rig_open(&p->rig, 2);
	pin(&p->rig, p->pinned, BYTES);
	for (int g = 0; g < 2; g++) {
		set_device(&p->rig, g);
		p->memory[g] = dev_malloc(&p->rig, BYTES);
	}
	for (int i = 0; i < STREAMS; i++) { /* 0: the default one, then in turns */
		set_device(&p->rig, i % 2);
		p->stream[i] = i == 0 ? 0 : stream_new(&p->rig, i > 2 ? cudaStreamNonBlocking : 0);
	}
	for (int g = 0; g < 2; g++) {
		set_device(&p->rig, g);
		p->base[g] = event_new(&p->rig, 0);
		assert_int_equal(event_ask(&p->rig, SIM_EVENT_RECORD, p->base[g], 0), cudaSuccess);
		p->base_time[g] = now(&p->rig); /* nothing is queued: it is over at once */
		assert_int_equal(sync_device(&p->rig), cudaSuccess);
	}
	set_device(&p->rig, 0);
	if (traced)
		assert_int_equal(sim_trace_start(p->rig.sim, MOST), 0);
}

/* The GPU of stream i; the default stream is used on GPU 0 only. */
static int gpu_of(int i)
{
	return i == 0 ? 0 : i % 2;
}

static void step_copy(Program *p, int i)
{
	SimRequest request = {.code = SIM_COPY};
	uint64_t at[4] = {address_of(p->pinned), address_of(p->pageable), p->memory[0],
			  p->memory[1]};
	request.u.copy.to = at[draw(p, 4)];
	request.u.copy.from = at[draw(p, 4)];
	request.u.copy.width = 1 + draw(p, BYTES);
	request.u.copy.rows = 1;
	request.u.copy.kind = cudaMemcpyDefault;
	request.u.copy.async = (int)draw(p, 2);
	request.u.copy.stream = p->stream[i];
	if (request.u.copy.to != request.u.copy.from)
		assert_int_equal(say(p, request), cudaSuccess);
}

static void step_launch(Program *p, int i)
{
	uint64_t to = p->memory[gpu_of(i)], from = to + 1024, rows = 1, pitch = 16;
	const void *arguments[] = {&to, &from, &rows, &pitch};
	SimRequest request = {.code = SIM_LAUNCH};
	request.u.launch.kernel = &accumulate;
	request.u.launch.arguments = arguments;
	request.u.launch.threads = draw(p, 5000);
	request.u.launch.stream = p->stream[i];
	request.u.launch.device = gpu_of(i);
	assert_int_equal(say(p, request), cudaSuccess);
}

static void step_fill(Program *p, int i)
{
	SimRequest request = {.code = SIM_MEMSET};
	request.u.memset.to = p->memory[gpu_of(i)];
	request.u.memset.bytes = 1 + draw(p, BYTES);
	request.u.memset.stream = p->stream[i];
	request.u.memset.async = 1;
	assert_int_equal(say(p, request), cudaSuccess);
}

/* A mark, its wait, and when it was: all from the replies. */
static void step_event(Program *p, int i)
{
	int gpu = gpu_of(i);
	assert_int_equal(SAY(p, .code = SIM_SET_DEVICE, .u.device = gpu), cudaSuccess);
	assert_int_equal(SAY(p, .code = SIM_EVENT_CREATE), cudaSuccess);
	uint64_t event = p->rig.reply.value[0];
	assert_int_equal(SAY(p, .code = SIM_EVENT_RECORD, .u.event.event = event,
			     .u.event.stream = p->stream[i]),
			 cudaSuccess);
	uint64_t call = p->count;
	int other = (int)draw(p, STREAMS);
	assert_int_equal(SAY(p, .code = SIM_STREAM_WAIT, .u.stream.event = event,
			     .u.stream.stream = p->stream[other]),
			 cudaSuccess);
	if (draw(p, 2))
		assert_int_equal(SAY(p, .code = SIM_EVENT_SYNC, .u.event.event = event),
				 cudaSuccess);
	cudaError_t error = SAY(p, .code = SIM_EVENT_ELAPSED, .u.event.event = p->base[gpu],
				.u.event.stop = event);
	if (error == cudaSuccess)
		p->mark[p->marks++] =
			(struct Mark){call, p->base_time[gpu] + (int64_t)p->rig.reply.value[0]};
	else
		assert_int_equal(error, cudaErrorNotReady);
	assert_int_equal(SAY(p, .code = SIM_EVENT_DESTROY, .u.event.event = event), cudaSuccess);
	assert_int_equal(SAY(p, .code = SIM_SET_DEVICE, .u.device = 0), cudaSuccess);
}

static void step_host(Program *p, int i)
{
	switch (draw(p, 6)) {
	case 0:
		assert_int_equal(SAY(p, .code = SIM_SYNC_DEVICE), cudaSuccess);
		break;
	case 1:
		assert_int_equal(SAY(p, .code = SIM_STREAM_SYNC, .u.stream.stream = p->stream[i]),
				 cudaSuccess);
		break;
	case 2:
		SAY(p, .code = SIM_STREAM_QUERY, .u.stream.stream = p->stream[i]);
		break;
	case 3:
		SAY(p, .code = SIM_HOST_WORK, .u.work.flops = (double)draw(p, 4000));
		break;
	case 4:
		SAY(p, .code = SIM_CLOCK);
		break;
	default:
		assert_int_equal(SAY(p, .code = SIM_STREAM_SYNC, .u.stream.stream = 12345),
				 cudaErrorInvalidResourceHandle);
	}
}

static void program_run(Program *p)
{
	static void (*const steps[])(Program *, int) = {step_copy,   step_copy,  step_launch,
							step_launch, step_fill,  step_event,
							step_host,   step_event, step_launch};
	for (int i = 0; i < STEPS; i++)
		steps[draw(p, sizeof(steps) / sizeof(*steps))](p, (int)draw(p, STREAMS));
}

/* --- checks ----------------------------------------------------------------------------------- */

/* What a request costs besides waiting, by the figures of the rig; -1: depends. */
static int64_t cost_of(SimCode code)
{
	switch (code) {
	case SIM_COPY:
	case SIM_MEMSET:
		return COPY_NS;
	case SIM_LAUNCH:
		return LAUNCH_NS;
	case SIM_SYNC_DEVICE:
	case SIM_STREAM_SYNC:
	case SIM_EVENT_SYNC:
		return SYNC_NS;
	case SIM_EVENT_RECORD:
	case SIM_STREAM_WAIT:
	case SIM_STREAM_QUERY:
		return EVENT_NS;
	case SIM_CLOCK:
		return CLOCK_NS;
	case SIM_HOST_WORK:
		return -1;
	default:
		return CALL_NS;
	}
}

static void check_call(const Program *p, const SimTraceRecord *r, size_t i)
{
	const struct Said *said = &p->said[i];
	assert_int_equal(r->call, i + 1);
	assert_int_equal(r->code, said->code);
	assert_int_equal(r->thread, said->thread);
	assert_int_equal(r->start, said->before);
	assert_int_equal(r->end, said->after);
	assert_int_equal(r->error, said->error);
	assert_int_equal(r->site.frame[0], said->site);
	assert_int_equal(r->internal, 0);
	assert_non_null(r->name);
	int64_t cost = cost_of(r->code);
	assert_int_equal(r->waited, cost < 0 ? 0 : r->end - r->start - cost);
	if (r->code == SIM_HOST_WORK) /* the rig's host does 2 in a nanosecond */
		assert_int_equal(r->end - r->start, ((int64_t)r->flops + 1) / 2);
}

static double sum_kind(const SimTraceRecord *r, size_t count, SimTraceKind kind, int way,
		       uint64_t *calls)
{
	double bytes = 0;
	*calls = 0;
	for (size_t i = 0; i < count; i++) {
		int of = r[i].kind != SIM_TRACE_COPY ? 0
			 : r[i].from < 0             ? (r[i].to < 0 ? 0 : 1)
			 : r[i].to < 0               ? 2
			 : r[i].to == r[i].from      ? 3
						     : 4;
		if (r[i].kind != kind || of != way)
			continue;
		++*calls;
		bytes += r[i].bytes;
	}
	return bytes;
}

static void check_counters(const Program *p, const SimTraceRecord *r, size_t count)
{
	SimcudaCounters c = counters(&p->rig);
	uint64_t calls;
	assert_true(sum_kind(r, count, SIM_TRACE_COPY, 1, &calls) == (double)c.bytes_h2d);
	assert_int_equal(calls, c.copies_h2d);
	assert_true(sum_kind(r, count, SIM_TRACE_COPY, 2, &calls) == (double)c.bytes_d2h);
	assert_int_equal(calls, c.copies_d2h);
	assert_true(sum_kind(r, count, SIM_TRACE_COPY, 4, &calls) == (double)c.bytes_p2p);
	assert_int_equal(calls, c.copies_p2p);
	sum_kind(r, count, SIM_TRACE_KERNEL, 0, &calls);
	assert_int_equal(calls, c.launches);
	sum_kind(r, count, SIM_TRACE_FILL, 0, &calls);
	assert_int_equal(calls, c.memsets);
}

static bool share_engine(const SimTraceRecord *a, const SimTraceRecord *b)
{
	for (int i = 0; i < a->engines; i++)
		for (int k = 0; k < b->engines; k++)
			if (a->on[i].gpu == b->on[k].gpu && a->on[i].engine == b->on[k].engine)
				return true;
	return false;
}

/* Which engines an operation of that kind needs. */
static void check_engines(const SimTraceRecord *r)
{
	if (r->kind == SIM_TRACE_KERNEL || r->kind == SIM_TRACE_FILL) {
		assert_int_equal(r->engines, 1);
		assert_int_equal(r->on[0].gpu, r->gpu);
		assert_int_equal(r->on[0].engine, SIM_ENGINE_COMPUTE);
	} else if (r->kind == SIM_TRACE_COPY && r->to != r->from) {
		assert_int_equal(r->engines, (r->to >= 0) + (r->from >= 0));
		for (int i = 0; i < r->engines; i++) {
			bool out = r->on[i].engine == SIM_ENGINE_OUT;
			assert_int_equal(r->on[i].gpu, out ? r->from : r->to);
			assert_int_not_equal(r->on[i].engine, SIM_ENGINE_COMPUTE);
		}
	} else {
		assert_int_equal(r->engines, 0);
	}
}

/* The link of a copy by the rig's figures: alpha + bytes / beta. */
static void check_duration(const SimTraceRecord *r)
{
	static const double links[2][2][2] = {{{300, 0.5}, {100, 1}}, {{400, 0.25}, {200, 2}}};
	if (r->kind != SIM_TRACE_COPY || (r->to < 0) == (r->from < 0))
		return;
	const double *link = links[r->to < 0][r->pinned != 0];
	double time = link[0] + r->bytes / link[1];
	assert_true((double)(r->end - r->start) >= time);
	assert_true((double)(r->end - r->start) < time + 1);
}

static void check_order(const SimTraceRecord *r, size_t count)
{
	uint64_t op = 0;
	for (size_t i = 0; i < count; i++) {
		if (r[i].kind == SIM_TRACE_CALL || r[i].kind == SIM_TRACE_MEMORY)
			continue;
		assert_true(r[i].op > op);
		assert_true(r[i].end >= r[i].start);
		assert_true(r[i].kind != SIM_TRACE_MARK || r[i].end == r[i].start);
		op = r[i].op;
		check_engines(&r[i]);
		check_duration(&r[i]);
		for (size_t k = 0; k < i; k++) {
			if (r[k].kind == SIM_TRACE_CALL || r[k].kind == SIM_TRACE_MEMORY)
				continue;
			bool same = r[k].gpu == r[i].gpu && r[k].stream == r[i].stream;
			if (same || share_engine(&r[k], &r[i]) || r[k].op == r[i].after)
				assert_true(r[k].end <= r[i].start);
		}
	}
}

/* The marks are where the elapsed times put them. */
static void check_marks(const Program *p, const SimTraceRecord *r, size_t count)
{
	size_t found = 0;
	for (size_t m = 0; m < p->marks; m++)
		for (size_t i = 0; i < count; i++)
			if (r[i].kind == SIM_TRACE_MARK && r[i].call == p->mark[m].call) {
				assert_int_equal(r[i].end, p->mark[m].end);
				found++;
			}
	assert_int_equal(found, p->marks);
}

/* Each wait is asked for right after its event is recorded, so its mark names the one before. */
static void check_waits(const SimTraceRecord *r, size_t count)
{
	const SimTraceRecord *recorded = NULL;
	size_t found = 0;
	for (size_t i = 0; i < count; i++) {
		if (r[i].kind != SIM_TRACE_MARK)
			continue;
		if (r[i].code == SIM_STREAM_WAIT) {
			if (!recorded) {
				fail_msg("a wait before any event");
				return;
			}
			assert_int_equal(r[i].call, recorded->call + 1);
			assert_int_equal(r[i].after, recorded->op);
			assert_true(r[i].end >= recorded->end);
			found++;
		} else {
			assert_int_equal(r[i].after, 0);
			recorded = &r[i];
		}
	}
	assert_true(found > 10);
}

static void random_programs(void **state)
{
	(void)state;
	static Program p, silent;
	size_t marks = 0;
	for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
		const SimTraceRecord *r;
		program_open(&p, seed, true);
		program_run(&p);
		size_t count = sim_trace(p.rig.sim, &r), calls = 0;
		for (size_t i = 0; i < count; i++) {
			if (r[i].kind == SIM_TRACE_CALL)
				check_call(&p, &r[i], calls++);
			else /* stands before its call, which issued it */
				assert_int_equal(r[i].call, calls + 1);
			if (r[i].kind != SIM_TRACE_CALL && r[i].kind != SIM_TRACE_MEMORY)
				assert_true(r[i].start >= p.said[calls].before);
		}
		assert_int_equal(calls, p.count);
		assert_int_equal(sim_trace_lost(p.rig.sim), 0);
		check_counters(&p, r, count);
		check_order(r, count);
		check_marks(&p, r, count);
		check_waits(r, count);
		marks += p.marks;

		/* the same program without a trace tells the same times */
		program_open(&silent, seed, false);
		program_run(&silent);
		assert_int_equal(silent.count, p.count);
		for (size_t i = 0; i < p.count; i++)
			assert_int_equal(silent.said[i].after, p.said[i].after);
		assert_int_equal(sim_trace(silent.rig.sim, &r), 0);
		rig_close(&p.rig);
		rig_close(&silent.rig);
	}
	assert_true(marks > 100);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_programs),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
