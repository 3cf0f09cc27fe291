/* core_findings_freed.c - what the machine reports of memory that is freed wrongly or not at all, at a reset and at the end;
 * and how much it writes down. */
#include "framework/simcuda/tests/core/core_findings_rig.h"

static void frees(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	assert_int_equal(dev_free(&x.rig, x.gone), cudaErrorInvalidValue);
	assert_finding(&x.rig, SIM_FINDING_DOUBLE_FREE,
		       "cudaFree frees an allocation of 4000 bytes on GPU 0 that has been freed "
		       "already",
		       HERE, FREED);
	assert_int_equal(dev_free(&x.rig, x.a + 16), cudaErrorInvalidValue);
	assert_finding(&x.rig, SIM_FINDING_OUT_OF_BOUNDS,
		       "cudaFree is given offset 16 of an allocation of 4000 bytes on GPU 0; it "
		       "takes its beginning",
		       HERE, MADE);
	assert_int_equal(dev_free(&x.rig, rig_base(1) + 32 * MIB), cudaErrorInvalidValue);
	assert_finding(&x.rig, SIM_FINDING_OUT_OF_BOUNDS,
		       "cudaFree is given an address on GPU 1 where nothing is allocated", HERE, 0);
	assert_int_equal(dev_free(&x.rig, address_of(x.host)), cudaErrorInvalidValue);
	assert_finding(&x.rig, SIM_FINDING_HOST_POINTER,
		       "cudaFree is given host memory; it takes what cudaMalloc returned", HERE, 0);
	assert_int_equal(counters(&x.rig).frees, 1);
	set_close(&x);
}

/* cudaFree waits for its GPU; work that another GPU's stream still has to do is not waited for. */
static void free_while_in_use(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	set_device(&x.rig, 1);
	x.rig.where = 77;
	assert_int_equal(copy_peer(&x.rig, x.other, 1, x.a, 0, 8, 1, 0), cudaSuccess);
	x.rig.where = HERE;
	assert_int_equal(dev_free(&x.rig, x.a), cudaSuccess);
	assert_finding(&x.rig, SIM_FINDING_USE_AFTER_FREE,
		       "cudaFree frees an allocation of 4000 bytes on GPU 0 that unfinished work "
		       "still uses",
		       HERE, 77);
	assert_int_equal(sync_device(&x.rig), cudaSuccess);
	rig_close(&x.rig);
}

static void leaks(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 2);
	rig.where = 1;
	for (int i = 0; i < 3; i++)
		dev_malloc(&rig, 4096);
	rig.where = 2;
	dev_malloc(&rig, 1);
	rig.where = 3;
	assert_int_equal(dev_free(&rig, dev_malloc(&rig, 100)), cudaSuccess);
	rig.internal = 1;
	dev_malloc(&rig, 5000);
	rig.internal = 0;
	rig.where = 4;
	set_device(&rig, 1);
	dev_malloc(&rig, 3 * MIB / 2);
	const SimFinding *findings;
	for (int again = 0; again < 2; again++) {
		assert_int_equal(ASK(&rig, .code = SIM_FINISH), cudaSuccess);
		assert_int_equal(sim_findings(rig.sim, &findings), 3);
	}
	assert_string_equal(findings[0].message,
			    "3 allocations, 12 KiB in all, on GPU 0 were never freed");
	assert_int_equal(findings[0].site[0].frame[0], 1);
	assert_string_equal(findings[1].message, "1 allocation of 1 byte on GPU 0 was never freed");
	assert_string_equal(findings[2].message,
			    "1 allocation of 1.5 MiB on GPU 1 was never freed");
	assert_string_equal(sim_finding_kind_name(findings[2].kind), "leak");
	assert_string_equal(sim_finding_kind_name(SIM_FINDING_KINDS), "unknown");
	assert_int_equal(counters(&rig).live_bytes, 3 * 4096 + 1 + 3 * MIB / 2);
	rig_close(&rig);
}

/* Memory of a library's that the program uses as its own is its own. */
static void disowned(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	rig.where = 1;
	rig.internal = 1;
	uint64_t used = dev_malloc(&rig, 200), unused = dev_malloc(&rig, 100);
	assert_int_not_equal(unused, 0);
	rig.internal = 0;
	assert_int_equal(counters(&rig).library_bytes, 300);
	assert_int_equal(fill_later(&rig, used, 0, 4, 0), cudaSuccess);
	assert_int_equal(counters(&rig).library_bytes, 100);
	assert_int_equal(counters(&rig).live_bytes, 200);
	assert_int_equal(ASK(&rig, .code = SIM_FINISH), cudaSuccess);
	const SimFinding *findings;
	assert_int_equal(sim_findings(rig.sim, &findings), 1);
	assert_string_equal(findings[0].message,
			    "1 allocation of 200 bytes on GPU 0 was never freed");
	rig_close(&rig);
}

static void reset(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	Rig *rig = &x.rig;
	uint64_t stream = stream_new(rig, 0), event = event_new(rig, 0);
	set_device(rig, 1);
	uint64_t far = stream_new(rig, 0);
	set_device(rig, 0);
	assert_int_equal(fill_later(rig, x.a, 1, 8, stream), cudaSuccess);
	assert_int_equal(event_ask(rig, SIM_EVENT_RECORD, event, stream), cudaSuccess);
	assert_int_equal(stream_wait_event(rig, far, event), cudaSuccess);
	rig->where = 99;
	assert_int_equal(ASK(rig, .code = SIM_RESET_DEVICE), cudaSuccess);
	rig->where = HERE;
	assert_finding(rig, SIM_FINDING_LEAK, "1 allocation of 4000 bytes on GPU 0 was never freed",
		       MADE, 0);
	assert_int_equal(stream_ask(rig, SIM_STREAM_SYNC, stream), cudaErrorInvalidResourceHandle);
	assert_int_equal(event_ask(rig, SIM_EVENT_QUERY, event, 0), cudaErrorInvalidResourceHandle);
	assert_int_equal(copy_now(rig, x.a, address_of(x.host), 4), cudaErrorInvalidValue);
	assert_finding(
		rig, SIM_FINDING_USE_AFTER_FREE,
		"cudaMemcpy writes 4 bytes at offset 0 of an allocation of 4000 bytes on GPU "
		"0 that has been freed",
		HERE, 99);
	assert_int_equal(ASK(rig, .code = SIM_MEMORY_INFO), cudaSuccess);
	assert_int_equal(rig->reply.value[0], 62 * MIB);
	assert_int_equal(stream_ask(rig, SIM_STREAM_SYNC, far), cudaSuccess); /* GPU 1 goes on */
	assert_int_equal(dev_free(rig, x.other), cudaSuccess);
	assert_int_equal(counters(rig).live_bytes, 0);
	assert_int_equal(dev_free(rig, dev_malloc(rig, 64)), cudaSuccess); /* and GPU 0 again */
	rig_close(rig);
}

/* There is an end to what is written down, and none to what can go wrong. */
static void many_findings(void **state)
{
	(void)state;
	Set x;
	set_open(&x);
	for (uint64_t i = 0; i < 3000; i++)
		assert_int_equal(fill_later(&x.rig, x.a, 0, 4001 + i, 0), cudaErrorInvalidValue);
	const int many = finding_count(&x.rig);
	assert_in_range(many, 1000, 2999);
	dev_malloc(&x.rig, 64); /* and many of one kind hide none of another one */
	assert_int_equal(ASK(&x.rig, .code = SIM_FINISH), cudaSuccess);
	const SimFinding *findings;
	sim_findings(x.rig.sim, &findings);
	assert_true(finding_count(&x.rig) > many);
	assert_int_equal(findings[many].kind, SIM_FINDING_LEAK);
	set_close(&x);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(frees), cmocka_unit_test(free_while_in_use),
		cmocka_unit_test(leaks), cmocka_unit_test(disowned),
		cmocka_unit_test(reset), cmocka_unit_test(many_findings),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
