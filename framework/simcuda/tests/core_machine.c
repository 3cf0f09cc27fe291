/* The cost formulas, recomputed with the figures written out. */
#include "core_rig.h"

static void copies(void **state)
{
	(void)state;
	SimLink link = {1000, 4};
	assert_int_equal(machine_copy_time(&link, 0), 1000);
	assert_int_equal(machine_copy_time(&link, 4), 1001);
	assert_int_equal(machine_copy_time(&link, 5), 1002); /* rounded up */
	assert_int_equal(machine_copy_time(&link, UINT64_C(4000000000)), 1000001000);
	assert_int_equal(machine_copy_time(&(SimLink){0, 1e9}, 1), 1);
	assert_int_equal(machine_copy_time(&(SimLink){5, 0}, 100), 5);
}

static void kernels(void **state)
{
	(void)state;
	SimMachine m = rig_machine(1);
	/* Bound by memory: 5000 bytes at half of 100 a ns. */
	assert_int_equal(machine_kernel_time(&m, &(SimCost){SIM_WORK_MEMORY, 0, 5000}), 1100);
	/* Bound by arithmetic: 1e6 flops at 1000 a ns. */
	assert_int_equal(machine_kernel_time(&m, &(SimCost){SIM_WORK_MEMORY, 1e6, 5000}), 2000);
	/* 1e6 flops reach half of half of the peak: 250 a ns. */
	assert_int_equal(machine_kernel_time(&m, &(SimCost){SIM_WORK_GEMM_F32, 1e6, 0}), 5000);
	/* 3e6 reach three quarters of it: 375 a ns. */
	assert_int_equal(machine_kernel_time(&m, &(SimCost){SIM_WORK_GEMM_F32, 3e6, 0}), 9000);
	/* Double precision: a quarter of 100, of that half. */
	assert_int_equal(machine_kernel_time(&m, &(SimCost){SIM_WORK_GEMM_F64, 1e6, 0}), 81000);
	assert_int_equal(machine_kernel_time(&m, &(SimCost){SIM_WORK_GEMM_F32, 0, 0}), 1000);
}

static void host(void **state)
{
	(void)state;
	SimMachine m = rig_machine(1);
	assert_int_equal(machine_host_time(&m, 100, 40), 50);
	assert_int_equal(machine_host_time(&m, 10, 400), 100);
	assert_int_equal(machine_host_time(&m, 0, 0), 0);
	assert_int_equal(machine_host_time(&m, 3, 0), 2);
	assert_int_equal(machine_host_time(&m, -5, -5), 0);
	assert_true(machine_host_time(&m, 1e300, 0) > 0);
}

/* Absurd amounts of work stop the clock far in the future instead of wrapping it around. */
static void clocks_do_not_overflow(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	int64_t last = 0;
	uint64_t a = dev_malloc(&rig, 64);
	for (int i = 0; i < 8; i++) {
		assert_int_equal(ASK(&rig, .code = SIM_HOST_WORK, .u.work.flops = 1e300),
				 cudaSuccess);
		assert_int_equal(fill_later(&rig, a, 0, 64, 0), cudaSuccess);
		assert_int_equal(sync_device(&rig), cudaSuccess);
		assert_true(now(&rig) >= last);
		last = now(&rig);
	}
	rig_close(&rig);
}

static void a_machine_without_gpus(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 0);
	for (int code = 0; code < SIM_CODES; code++) {
		bool host = code == SIM_HOST_WORK || code == SIM_CLOCK || code == SIM_THREAD_END ||
			    code == SIM_FINISH;
		assert_int_equal(ASK(&rig, .code = (SimCode)code),
				 host ? cudaSuccess : cudaErrorNoDevice);
	}
	rig_close(&rig);
}

static void bad_requests(void **state)
{
	(void)state;
	Rig rig;
	rig_open(&rig, 1);
	assert_int_equal(ASK(&rig, .code = (SimCode)-1), cudaErrorInvalidValue);
	assert_int_equal(ASK(&rig, .code = SIM_CODES), cudaErrorInvalidValue);
	rig.thread = -1;
	assert_int_equal(ASK(&rig, .code = SIM_CLOCK), cudaErrorMemoryAllocation);
	rig.thread = 1 << 30;
	assert_int_equal(ASK(&rig, .code = SIM_CLOCK), cudaErrorMemoryAllocation);
	rig.thread = 0;
	/* Every request with nothing in it gets an answer. */
	for (int code = 0; code < SIM_CODES; code++)
		ASK(&rig, .code = (SimCode)code);
	assert_int_equal(finding_count(&rig), 0);
	rig_close(&rig);
	SimMachine machine = rig_machine(-1);
	SimHost none = {0};
	assert_null(sim_create(&machine, &none, NULL));
	sim_free(NULL);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(copies),
		cmocka_unit_test(kernels),
		cmocka_unit_test(host),
		cmocka_unit_test(clocks_do_not_overflow),
		cmocka_unit_test(a_machine_without_gpus),
		cmocka_unit_test(bad_requests),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
