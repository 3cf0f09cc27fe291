/* The cost formulas, recomputed with the figures written out. */
#include "framework/simcuda/tests/core/core_rig.h"

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

/* The time of a product beyond the 1000 ns of every kernel. One of the rig's four multiprocessors
 * reaches 125 flops a ns; a step of k takes it 16.384 ns in a tile of 32, 65.536 in one of 64, and
 * 262.144 in one of 128. */
static int64_t product(const SimMachine *m, double rows, double columns, double k)
{
	const SimCost cost = {.work = SIM_WORK_GEMM_F32,
			      .flops = 2 * rows * columns * k,
			      .m = rows,
			      .n = columns,
			      .k = k};
	return machine_kernel_time(m, &cost) - KERNEL_NS;
}

static int64_t kernel(const SimMachine *m, SimWork work, double flops, double bytes)
{
	const SimCost cost = {.work = work, .flops = flops, .bytes = bytes};
	return machine_kernel_time(m, &cost);
}

static void kernels(void **state)
{
	(void)state;
	SimMachine m = rig_machine(1);
	/* Bound by memory: 5000 bytes at half of 100 a ns. */
	assert_int_equal(kernel(&m, SIM_WORK_MEMORY, 0, 5000), 1100);
	/* Bound by arithmetic: 1e6 flops at 1000 a ns. */
	assert_int_equal(kernel(&m, SIM_WORK_MEMORY, 1e6, 5000), 2000);
	/* A product of unknown shape: half of the peak. */
	assert_int_equal(kernel(&m, SIM_WORK_GEMM_F32, 1e6, 0), 3000);
	assert_int_equal(kernel(&m, SIM_WORK_GEMM_F32, 1e6, 500000), 11000);
	/* Double precision: a quarter of 100. */
	assert_int_equal(kernel(&m, SIM_WORK_GEMM_F64, 1e6, 0), 41000);
	assert_int_equal(kernel(&m, SIM_WORK_GEMM_F32, 0, 0), 1000);
	assert_int_equal(kernel(&m, SIM_WORK_PART, 1e6, 5000), 0);
}

static void products_by_tiles(void **state)
{
	(void)state;
	SimMachine m = rig_machine(1);
	/* One tile of 32 keeps one multiprocessor busy for 63 steps, too few to be cut. */
	assert_int_equal(product(&m, 32, 32, 63), 1033);
	/* A tile that is filled in part takes as long. */
	assert_int_equal(product(&m, 17, 29, 63), 1033);
	/* Four tiles on four multiprocessors, and five, which take two waves. */
	assert_int_equal(product(&m, 128, 32, 63), 1033);
	assert_int_equal(product(&m, 160, 32, 63), 2065);
	/* Nothing else: with 32 flops of each value loaded, larger tiles are no better. */
	assert_int_equal(product(&m, 1024, 1024, 64), 268436);
	/* They are where loading counts: 262.144 * 1.25 a step, 16 waves of 128. */
	m.gemm_tile = 32;
	assert_int_equal(product(&m, 1024, 1024, 64), 335545);
	/* Filling and draining as long as 16 steps, at 16.384 * 2 a step. */
	m.gemm_ramp = 16;
	assert_int_equal(product(&m, 32, 32, 63), 2589);
}

/* One tile, 256 steps: four parts of 64 steps, then a kernel that reads four and writes one. */
static void products_in_parts(void **state)
{
	(void)state;
	SimMachine m = rig_machine(1);
	/* 64 * 16.384, 1000 for the kernel, 5 * 4096 bytes at 50 a ns. */
	assert_int_equal(product(&m, 32, 32, 256), 2459);
	/* Three parts of 64 or more: 67 * 16.384, and 4 * 4096 bytes. */
	assert_int_equal(product(&m, 32, 32, 200), 2426);
	/* With 128 steps whole: 2097.152; in two parts 1048.576 + 1000 + 245.76. */
	assert_int_equal(product(&m, 32, 32, 128), 2098);
	SimCost cost = {
		.work = SIM_WORK_GEMM_F64, .flops = 2 * 32 * 32 * 256, .m = 32, .n = 32, .k = 256};
	/* Twice the bytes: 64 * 327.68 at 6.25 a ns. */
	assert_int_equal(machine_kernel_time(&m, &cost), 1000 + 20972 + 1819);
}

static void products_of_other_kinds(void **state)
{
	(void)state;
	SimMachine m = rig_machine(1);
	SimCost cost = {.work = SIM_WORK_GEMM_F32,
			.flops = 8 * 2 * 32 * 32 * 63,
			.m = 32,
			.n = 32,
			.k = 63,
			.batch = 8};
	/* Eight of them on four multiprocessors. */
	assert_int_equal(machine_kernel_time(&m, &cost), 3065);
	/* Rows that start unevenly: half as fast. */
	cost.uneven = 1;
	assert_int_equal(machine_kernel_time(&m, &cost), 5129);
	/* A matrix times a vector has no tiles: 20000 flops at 500. */
	cost = (SimCost){.work = SIM_WORK_GEMM_F32, .flops = 20000, .m = 100, .n = 1, .k = 100};
	assert_int_equal(machine_kernel_time(&m, &cost), 1040);
	/* Without tensor cores their work is single precision's; with them, half of 8000. */
	for (int work = SIM_WORK_GEMM_TF32; work <= SIM_WORK_GEMM_F16; work++)
		assert_int_equal(kernel(&m, (SimWork)work, 1e6, 0), 3000);
	m.peak_tf32 = m.peak_f16 = 8000;
	m.gemm_tf32 = 0.5;
	m.gemm_f16 = 0.25;
	assert_int_equal(kernel(&m, SIM_WORK_GEMM_TF32, 1e6, 0), 1250);
	assert_int_equal(kernel(&m, SIM_WORK_GEMM_F16, 1e6, 0), 1500);
}

/* More of anything never takes less time, and absurd sizes stay in range. */
static void products_grow(void **state)
{
	(void)state;
	SimMachine m = rig_machine(1);
	m.gemm_tile = 8;
	m.gemm_ramp = 10;
	double size = 2;
	for (int i = 0; i < 66; i++, size *= 1.5) { /* to 6e11 */
		double more = 1.5 * size;
		assert_true(product(&m, 100, 100, more) >= product(&m, 100, 100, size));
		assert_true(product(&m, more, 100, 100) >= product(&m, size, 100, 100));
		assert_true(product(&m, size, size, size) >= 0);
		assert_int_equal(product(&m, size, 100, 100), product(&m, 100, size, 100));
	}
	assert_true(product(&m, 1e100, 1e100, 1) > 0);
	m.multiprocessors = 0; /* a machine that nobody filled in */
	assert_true(product(&m, 100, 100, 100) > 0);
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
		bool host = code == SIM_HOST_WORK || code == SIM_CLOCK || code == SIM_CLOCK_MOVE ||
			    code == SIM_CALL_NEXT || code == SIM_THREAD_START ||
			    code == SIM_THREAD_END || code == SIM_FINISH;
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
	assert_int_equal(finding_count(&rig), 1); /* SIM_BLAS_UNREADY is one in itself */
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
		cmocka_unit_test(products_by_tiles),
		cmocka_unit_test(products_in_parts),
		cmocka_unit_test(products_of_other_kinds),
		cmocka_unit_test(products_grow),
		cmocka_unit_test(host),
		cmocka_unit_test(clocks_do_not_overflow),
		cmocka_unit_test(a_machine_without_gpus),
		cmocka_unit_test(bad_requests),
	};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
