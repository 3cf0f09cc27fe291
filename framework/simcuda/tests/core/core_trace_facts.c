/* Single facts of the trace: what is recorded, what is not, and under which names and numbers. */
#include "framework/simcuda/tests/core/core_rig.h"

#include "framework/simcuda/core/trace.h"

static const SimTraceRecord *last(const Rig *rig, size_t back)
{
	const SimTraceRecord *r;
	size_t count = sim_trace(rig->sim, &r);
	assert_true(count > back);
	return &r[count - 1 - back];
}

static void no_trace(void **state)
{
	(void)state;
	Rig rig;
	const SimTraceRecord *r;
	rig_open(&rig, 1);
	dev_free(&rig, dev_malloc(&rig, 16));
	assert_int_equal(sim_trace(rig.sim, &r), 0);
	assert_int_equal(sim_trace_lost(rig.sim), 0);
	sim_trace_drop(rig.sim);
	assert_int_equal(sim_trace_start(rig.sim, 10), 0);
	assert_int_equal(sim_trace_start(rig.sim, 10), -1);
	assert_int_equal(sim_trace(rig.sim, &r), 0); /* what was before is not in it */
	rig_close(&rig);
}

static void limit(void **state)
{
	(void)state;
	Rig rig;
	const SimTraceRecord *r;
	rig_open(&rig, 1);
	assert_int_equal(sim_trace_start(rig.sim, 3), 0);
	for (int i = 0; i < 5; i++)
		set_device(&rig, 0);
	assert_int_equal(sim_trace(rig.sim, &r), 3);
	assert_int_equal(sim_trace_lost(rig.sim), 2);
	assert_int_equal(r[2].call, 3);
	sim_trace_drop(rig.sim);
	assert_int_equal(sim_trace(rig.sim, &r), 0);
	set_device(&rig, 0);
	assert_int_equal(sim_trace(rig.sim, &r), 1);
	assert_int_equal(r[0].call, 6); /* lost calls keep their numbers */
	assert_int_equal(sim_trace_lost(rig.sim), 2);
	rig_close(&rig);
}

/* Memory in use follows what cudaMemGetInfo says, on whichever GPU it changes. */
static void memory(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	assert_int_equal(sim_trace_start(rig.sim, 100), 0);
	assert_int_equal(ASK(&rig, .code = SIM_MEMORY_INFO), cudaSuccess);
	uint64_t free_before = rig.reply.value[0];
	uint64_t a = dev_malloc(&rig, 5 * MIB);
	const SimTraceRecord *r = last(&rig, 1);
	assert_int_equal(r->kind, SIM_TRACE_MEMORY);
	assert_int_equal(r->gpu, 0);
	assert_int_equal(r->start, now(&rig));
	assert_int_equal(ASK(&rig, .code = SIM_MEMORY_INFO), cudaSuccess);
	r = last(&rig, 2);
	assert_true(r->bytes == (double)(free_before - rig.reply.value[0]));
	assert_true(r->bytes == (double)(6 * MIB)); /* pages of 2 MiB */
	set_device(&rig, 1);
	assert_int_equal(dev_free(&rig, a), cudaSuccess);
	r = last(&rig, 1);
	assert_int_equal(r->kind, SIM_TRACE_MEMORY);
	assert_int_equal(r->gpu, 0);
	assert_true(r->bytes == 0);
	rig_close(&rig);
}

static void names_and_streams(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	uint64_t a = dev_malloc(&rig, 64);
	uint64_t first = stream_new(&rig, 0), second = stream_new(&rig, 0);
	assert_int_equal(sim_trace_start(rig.sim, 100), 0);

	fill_later(&rig, a, 0, 64, second);
	assert_string_equal(last(&rig, 0)->name, "cudaMemsetAsync");
	assert_int_equal(last(&rig, 1)->kind, SIM_TRACE_FILL);
	assert_int_equal(last(&rig, 1)->stream, 2);
	assert_int_equal(last(&rig, 1)->stream_thread, -1);
	launch_accumulate(&rig, a, a + 16, 1, 16, 0, first);
	assert_string_equal(last(&rig, 0)->name, "cudaLaunchKernel");
	assert_string_equal(last(&rig, 1)->name, "accumulate");
	assert_int_equal(last(&rig, 1)->stream, 1);
	copy_now(&rig, a, a + 16, 16);
	assert_string_equal(last(&rig, 0)->name, "cudaMemcpy");
	assert_int_equal(last(&rig, 1)->stream, 0);
	rig.thread = 3;
	fill_later(&rig, a, 0, 64, SIM_STREAM_PER_THREAD);
	assert_int_equal(last(&rig, 1)->thread, 3);
	assert_int_equal(last(&rig, 1)->stream, 3);
	assert_int_equal(last(&rig, 1)->stream_thread, 3);

	/* the second GPU counts its own; a destroyed stream's number is not used again */
	rig.thread = 0;
	assert_int_equal(stream_ask(&rig, SIM_STREAM_DESTROY, first), cudaSuccess);
	uint64_t again = stream_new(&rig, 0);
	fill_later(&rig, a, 0, 64, again);
	assert_int_equal(last(&rig, 1)->stream, 4);
	set_device(&rig, 1);
	uint64_t there = stream_new(&rig, 0);
	assert_int_equal(event_ask(&rig, SIM_EVENT_RECORD, event_new(&rig, 0), there), cudaSuccess);
	assert_int_equal(last(&rig, 1)->kind, SIM_TRACE_MARK);
	assert_int_equal(last(&rig, 1)->gpu, 1);
	assert_int_equal(last(&rig, 1)->stream, 1);

	/* whoever sends a request may say which call it is, and that it is a part of one */
	assert_int_equal(ASK(&rig, .code = SIM_GET_DEVICE, .name = "cublasGetVector"), cudaSuccess);
	assert_string_equal(last(&rig, 0)->name, "cublasGetVector");
	assert_int_equal(last(&rig, 0)->internal, 0);
	assert_int_equal(ASK(&rig, .code = SIM_SYNC_DEVICE, .continued = 1), cudaSuccess);
	assert_int_equal(last(&rig, 0)->internal, 1);
	rig_close(&rig);
}

/* What a judge counts by its name has one of its kind, whatever it is said to be. */
static void names_of_kinds(void **state)
{
	static const struct {
		SimCode code;
		const char *said, *name;
	} calls[] = {
		{SIM_SYNC_DEVICE, "cudaGetDevice", "cudaDeviceSynchronize"},
		{SIM_STREAM_SYNC, "", "cudaStreamSynchronize"},
		{SIM_STREAM_SYNC, "cudaStreamSynchronize_ptsz", "cudaStreamSynchronize_ptsz"},
		{SIM_STREAM_QUERY, "cudaStreamSynchronize", "cudaStreamQuery"},
		{SIM_STREAM_CREATE, "cudaMalloc", "cudaStreamCreate"},
		{SIM_STREAM_CREATE, "cudaStreamCreateWithFlags", "cudaStreamCreateWithFlags"},
		{SIM_EVENT_CREATE, "cudaStreamCreate", "cudaEventCreate"},
		{SIM_HOST_FUNCTION, "cudaStreamAddCallback", "cudaStreamAddCallback"},
		{SIM_HOST_FUNCTION, "cudaLaunch", "cudaLaunchHostFunc"},
		{SIM_GET_DEVICE, "cudaEventDestroy", "cudaGetDevice"},
		{SIM_GET_DEVICE, "cudaHostRegister", "cudaGetDevice"},
		{SIM_EVENT_DESTROY, "cudaGetDevice", "cudaEventDestroy"},
		{SIM_GET_DEVICE, "no clock", "cudaGetDevice"},
		{SIM_GET_DEVICE, "no cudaStreamSynchronize", "cudaGetDevice"},
		{SIM_CLOCK, "gettimeofday", "clock"},
		{SIM_CLOCK, "clock of cudaEventSynchronize", "clock"},
		{SIM_CLOCK_MOVE, "nap", "sleep"},
		{SIM_CLOCK_MOVE, "sleep", "sleep"},
	};
	Rig rig;
	(void)state;
	rig_open(&rig, 1);
	assert_int_equal(sim_trace_start(rig.sim, 100), 0);
	for (size_t i = 0; i < sizeof calls / sizeof *calls; i++) {
		ASK(&rig, .code = calls[i].code, .name = calls[i].said);
		assert_string_equal(last(&rig, 0)->name, calls[i].name);
	}
	for (int i = SIM_HOST_PINNED; i <= SIM_HOST_MANAGED; i++) {
		static const char *const said[] = {"cudaMallocHost", "cudaHostRegister",
						   "cudaMallocManaged"};
		ASK(&rig, .code = SIM_HOST_ALLOC, .name = said[i], .u.host.kind = (SimHostKind)i);
		assert_string_equal(last(&rig, 0)->name, said[i]);
		ASK(&rig, .code = SIM_HOST_ALLOC, .name = said[(i + 1) % 3],
		    .u.host.kind = (SimHostKind)i);
		assert_string_equal(last(&rig, 0)->name, "cudaHostAlloc");
	}
	rig_close(&rig);
}

/* Threads that begin and end, and the end of the program, are no calls. */
static void bookkeeping(void **state)
{
	(void)state;
	Rig rig;
	const SimTraceRecord *r;
	rig_open(&rig, 1);
	assert_int_equal(sim_trace_start(rig.sim, 100), 0);
	assert_int_equal(ASK(&rig, .code = SIM_FINISH), cudaSuccess);
	assert_int_equal(ASK(&rig, .code = SIM_THREAD_END), cudaSuccess);
	assert_int_equal(sim_trace(rig.sim, &r), 0);
	set_device(&rig, 0);
	assert_int_equal(sim_trace(rig.sim, &r), 1);
	assert_int_equal(r->thread, 1); /* another thread than the one that has ended */
	rig_close(&rig);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(no_trace),       cmocka_unit_test(limit),
		cmocka_unit_test(memory),         cmocka_unit_test(names_and_streams),
		cmocka_unit_test(names_of_kinds), cmocka_unit_test(bookkeeping),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
