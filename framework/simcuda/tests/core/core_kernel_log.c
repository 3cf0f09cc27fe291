/* The log of launches of kernels in PTX: what is in it, in which order, how many are kept; occupancy and
 * device memory, worked out by hand. */
#include "framework/simcuda/tests/core/core_rig.h"

#include <stdio.h>
#include <string.h>

#define SMS 4 /* of the machine */

/* Thread i reads float 2 i and writes float i. */
static const char text[] =
	".version 6.3\n.target sm_75\n.address_size 64\n"
	".visible .entry _Z4halfPfS_(.param .u64 from, .param .u64 to)\n{\n.reg .b32 %r<5>;\n"
	".reg .f32 %f<2>;\n.reg .b64 %rd<7>;\nld.param.u64 %rd1, [from];\nld.param.u64 %rd2, "
	"[to];\n"
	"mov.u32 %r1, %ctaid.x;\nmov.u32 %r2, %ntid.x;\nmov.u32 %r3, %tid.x;\n"
	"mad.lo.u32 %r4, %r1, %r2, %r3;\nmul.wide.u32 %rd3, %r4, 4;\nmul.wide.u32 %rd4, %r4, 8;\n"
	"add.s64 %rd5, %rd1, %rd4;\nadd.s64 %rd6, %rd2, %rd3;\nld.global.f32 %f1, [%rd5];\n"
	"st.global.f32 [%rd6], %f1;\nret;\n}\n";

static void open_machine(Rig *rig)
{
	SimMachine machine = rig_machine(1);
	machine.multiprocessors = SMS;
	machine.capability_major = 8;
	machine.clock_khz = 1000000;
	machine.peak_f32 = 2 * 64 * SMS;
	machine.peak_f64 = machine.peak_f32 / 2;
	machine.l2_rate = 100;
	rig_open_with(rig, &machine);
}

static void launch(Rig *rig, const SimKernel *kernel, uint64_t from, uint64_t to, uint32_t blocks,
		   uint32_t threads, uint32_t shared)
{
	const void *arguments[] = {&from, &to};
	SimRequest request = {.code = SIM_LAUNCH};
	request.u.launch.kernel = kernel;
	request.u.launch.arguments = arguments;
	request.u.launch.threads = (uint64_t)blocks * threads;
	request.u.launch.device = -1;
	request.u.launch.shared = shared;
	request.u.launch.budget = 1000000;
	for (int i = 0; i < 3; i++) {
		request.u.launch.grid[i] = i ? 1 : blocks;
		request.u.launch.block[i] = i ? 1 : threads;
	}
	assert_int_equal(ask(rig, request), cudaSuccess);
}

static void test_log(void **state)
{
	Rig rig;
	char problem[200] = "";
	static SimKernelCounts got[SIM_KERNEL_LOG + 1];
	uint64_t launched = 7;
	(void)state;
	open_machine(&rig);
	SimPtx *ptx = sim_ptx_load(text, strlen(text), NULL, problem, sizeof problem);
	assert_string_equal(problem, "");
	const SimKernel *kernel = sim_ptx_kernel(ptx, "_Z4halfPfS_");
	uint64_t from = dev_malloc(&rig, 8192), to = dev_malloc(&rig, 4096);
	assert_int_equal(fill_later(&rig, from, 0, 8192, 0), cudaSuccess);
	assert_int_equal(sim_kernels(rig.sim, got, 8, &launched), 0);
	assert_int_equal(launched, 0);

	launch(&rig, kernel, from, to, 4, 256, 0);
	launch(&rig, kernel, from, to, 2, 64, 40 * 1024);
	assert_int_equal(sim_kernels(rig.sim, got, 8, &launched), 2);
	assert_int_equal(launched, 2);
	const SimKernelCounts *one = &got[0], *two = &got[1];
	assert_string_equal(one->name, "half");
	assert_int_equal(one->number, 1);
	assert_int_equal(one->grid[0], 4);
	assert_int_equal(one->block[0], 256);
	/* 1024 threads: 32 warps, each reads 256 bytes and writes 128; every sector once */
	assert_int_equal(one->counts.warps, 32);
	assert_int_equal(one->counts.requests[PTX_LOADS], 32);
	assert_int_equal(one->counts.sectors[PTX_LOADS], 32 * 256 / 32);
	assert_int_equal(one->counts.sectors[PTX_STORES], 32 * 128 / 32);
	assert_int_equal(one->dram_read, 8192);
	assert_int_equal(one->dram_written, 4096);
	/* 2048 threads of a multiprocessor in blocks of 256; 164 KiB of shared memory, 1 KiB of which each
	 * block takes besides its own 40 */
	assert_int_equal(one->occupancy.allows[SIM_LIMIT_WARPS], 8);
	assert_int_equal(one->occupancy.blocks, 8);
	assert_int_equal(one->occupancy.warps, 64);
	assert_int_equal(one->occupancy.limited_by, SIM_LIMIT_WARPS);
	assert_int_equal(two->occupancy.allows[SIM_LIMIT_BLOCKS], 32);
	assert_int_equal(two->occupancy.allows[SIM_LIMIT_SHARED], 4);
	assert_int_equal(two->occupancy.blocks, 4);
	assert_int_equal(two->occupancy.limited_by, SIM_LIMIT_SHARED);
	assert_true(two->occupancy.waves == 2.0 / 4 / SMS);
	assert_int_equal(two->dynamic_shared, 40 * 1024);
	assert_true(one->time > 0 && two->time > 0);

	for (int i = 0; i < SIM_KERNEL_LOG; i++)
		launch(&rig, kernel, from, to, 1, 32, 0);
	assert_int_equal(sim_kernels(rig.sim, got, SIM_KERNEL_LOG + 1, &launched), SIM_KERNEL_LOG);
	assert_int_equal(launched, SIM_KERNEL_LOG + 2);
	for (uint64_t i = 0; i < SIM_KERNEL_LOG; i++)
		assert_int_equal(got[i].number, i + 3);
	/* the last ones are given where there is less room */
	assert_int_equal(sim_kernels(rig.sim, got, 1, NULL), 1);
	assert_int_equal(got[0].number, SIM_KERNEL_LOG + 2);
	sim_kernels_clear(rig.sim);
	assert_int_equal(sim_kernels(rig.sim, got, 8, &launched), 0);
	assert_int_equal(launched, 0);
	launch(&rig, kernel, from, to, 1, 32, 0);
	assert_int_equal(sim_kernels(rig.sim, got, 8, NULL), 1);
	assert_int_equal(got[0].number, SIM_KERNEL_LOG + 3);
	assert_int_equal(dev_free(&rig, from), cudaSuccess);
	assert_int_equal(dev_free(&rig, to), cudaSuccess);
	rig_close(&rig);
	sim_ptx_free(ptx);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_log)};
	return cmocka_run_group_tests(tests, NULL, NULL);
}
