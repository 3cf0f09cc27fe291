/* metrics.c - the figures of a kernel: under Nsight Compute's names where they mean the same, and in
 * words. It counts instructions of the GPU, and these are PTX's: so those have no name of its. */
#include <stdio.h>
#include <string.h>

#include "framework/simcuda/trace/tracing.h"

static double share(double part, double whole)
{
	return whole > 0 ? part / whole : 0;
}

static double whole_up(double number)
{
	double whole = (double)(int64_t)number;
	return whole < number ? whole + 1 : whole;
}

#define METRIC(function, expression)                                                               \
	static double function(const SimKernelCounts *of)                                          \
	{                                                                                          \
		const PtxCounts *c = &of->counts;                                                  \
		(void)c;                                                                           \
		return (double)(expression);                                                       \
	}
#define CLASS(function, which) METRIC(function, c->instructions[which])

METRIC(instructions, c->warp_instructions)
CLASS(class_f32, PTX_CLASS_F32)
CLASS(class_f64, PTX_CLASS_F64)
CLASS(class_half, PTX_CLASS_HALF)
CLASS(class_special, PTX_CLASS_SPECIAL)
CLASS(class_integer, PTX_CLASS_INTEGER)
CLASS(class_convert, PTX_CLASS_CONVERT)
CLASS(class_compare, PTX_CLASS_COMPARE)
CLASS(class_move, PTX_CLASS_MOVE)
CLASS(class_param, PTX_CLASS_PARAM)
CLASS(class_load, PTX_CLASS_LOAD)
CLASS(class_store, PTX_CLASS_STORE)
CLASS(class_atomic, PTX_CLASS_ATOMIC)
CLASS(class_exchange, PTX_CLASS_EXCHANGE)
CLASS(class_barrier, PTX_CLASS_BARRIER)
CLASS(class_control, PTX_CLASS_CONTROL)
METRIC(active, share((double)c->active_lanes, (double)c->warp_instructions))
METRIC(on, share((double)c->lane_instructions, (double)c->warp_instructions))
METRIC(branches, c->branches)
METRIC(divergent, c->divergent_branches)
METRIC(barriers, c->barriers)
METRIC(load_requests, c->requests[PTX_LOADS])
METRIC(load_sectors, c->sectors[PTX_LOADS])
METRIC(load_ratio, share((double)c->sectors[PTX_LOADS], (double)c->requests[PTX_LOADS]))
METRIC(store_requests, c->requests[PTX_STORES])
METRIC(store_sectors, c->sectors[PTX_STORES])
METRIC(store_ratio, share((double)c->sectors[PTX_STORES], (double)c->requests[PTX_STORES]))
METRIC(local_loads, c->local_requests[PTX_LOADS])
METRIC(local_stores, c->local_requests[PTX_STORES])
METRIC(local_load_sectors, c->local_sectors[PTX_LOADS])
METRIC(local_store_sectors, c->local_sectors[PTX_STORES])
METRIC(shared_loads, c->shared_requests[PTX_LOADS])
METRIC(shared_load_waves, c->shared_wavefronts[PTX_LOADS])
METRIC(shared_load_conflicts, c->shared_conflicts[PTX_LOADS])
METRIC(shared_stores, c->shared_requests[PTX_STORES])
METRIC(shared_store_waves, c->shared_wavefronts[PTX_STORES])
METRIC(shared_store_conflicts, c->shared_conflicts[PTX_STORES])
METRIC(shared_conflicts, c->shared_conflicts[PTX_LOADS] + c->shared_conflicts[PTX_STORES] +
				 c->shared_conflicts[PTX_ATOMICS])
METRIC(shared_atomics, c->shared_requests[PTX_ATOMICS])
METRIC(atomics, c->atomics)
METRIC(atomic_requests, c->requests[PTX_ATOMICS])
METRIC(atomic_rounds, c->atomic_rounds)
METRIC(l1_share, 100 * share((double)c->l1_hits, (double)c->sectors[PTX_LOADS]))
METRIC(l2_sectors,
       c->l2_sectors[PTX_LOADS] + c->l2_sectors[PTX_STORES] + c->l2_sectors[PTX_ATOMICS])
METRIC(l2_loads, c->l2_sectors[PTX_LOADS])
METRIC(l2_stores, c->l2_sectors[PTX_STORES])
METRIC(dram, of->dram_read + of->dram_written)
METRIC(dram_read, of->dram_read)
METRIC(dram_written, of->dram_written)
METRIC(limit_blocks, of->occupancy.allows[SIM_LIMIT_BLOCKS])
METRIC(limit_warps, of->occupancy.allows[SIM_LIMIT_WARPS])
METRIC(limit_registers, of->occupancy.allows[SIM_LIMIT_REGISTERS])
METRIC(limit_shared, of->occupancy.allows[SIM_LIMIT_SHARED])
METRIC(registers, of->occupancy.registers)
METRIC(theoretical, 100 * share(of->occupancy.warps, of->occupancy.warps_most))
/* the last wave fills the multiprocessors only in part */
METRIC(achieved, theoretical(of) * share(of->occupancy.waves, whole_up(of->occupancy.waves)))
METRIC(waves, of->occupancy.waves)
METRIC(grid, (double)of->grid[0] * of->grid[1] * of->grid[2])
METRIC(block, (double)of->block[0] * of->block[1] * of->block[2])
METRIC(static_shared, of->static_shared)
METRIC(dynamic_shared, of->dynamic_shared)
METRIC(duration, of->time)

#define SHARES(prefix, work)                                                                       \
	METRIC(prefix##_all, c->share[work].all)                                                   \
	METRIC(prefix##_blocks, c->share[work].blocks)                                             \
	METRIC(prefix##_block_most, c->share[work].block_most)                                     \
	METRIC(prefix##_threads, c->share[work].threads)                                           \
	METRIC(prefix##_thread_most, c->share[work].thread_most)
SHARES(read, PTX_WORK_READS)
SHARES(written, PTX_WORK_WRITES)
SHARES(calculated, PTX_WORK_FLOPS)
SHARES(added, PTX_WORK_ATOMICS)

#define L1(what)     "l1tex__t_" what
#define SHARED_WAVES "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_"
#define CONFLICTS    "l1tex__data_bank_conflicts_pipe_lsu_mem_shared"

/* clang-format off */
#define SHARE_ROWS(words, prefix) \
	{"", words, prefix##_all, METRIC_COUNT}, \
	{"", "... blocks that have a part in it", prefix##_blocks, METRIC_COUNT}, \
	{"", "... most of one block", prefix##_block_most, METRIC_COUNT}, \
	{"", "... threads that have a part in it", prefix##_threads, METRIC_COUNT}, \
	{"", "... most of one thread", prefix##_thread_most, METRIC_COUNT},

const TraceMetric trace_metrics[] = {
	{"Launch", NULL, NULL, 0},
	{"gpu__time_duration.sum", "time, ns (modelled: a guess)", duration, METRIC_COUNT},
	{"launch__grid_size", "blocks", grid, METRIC_COUNT},
	{"launch__block_size", "threads of a block", block, METRIC_COUNT},
	{"launch__shared_mem_per_block_static", "shared memory of a block: static", static_shared, METRIC_BYTES},
	{"launch__shared_mem_per_block_dynamic", "... dynamic", dynamic_shared, METRIC_BYTES},
	{"Occupancy: blocks that a multiprocessor holds", NULL, NULL, 0},
	{"launch__registers_per_thread", "registers of a thread (estimated)", registers, METRIC_COUNT},
	{"launch__occupancy_limit_blocks", "blocks that fit: by their number", limit_blocks, METRIC_COUNT},
	{"launch__occupancy_limit_warps", "... by warps", limit_warps, METRIC_COUNT},
	{"launch__occupancy_limit_registers", "... by registers (estimated)", limit_registers, METRIC_COUNT},
	{"launch__occupancy_limit_shared_mem", "... by shared memory", limit_shared, METRIC_COUNT},
	{"sm__maximum_warps_per_active_cycle_pct", "theoretical occupancy", theoretical, METRIC_SHARE},
	{"sm__warps_active.avg.pct_of_peak_sustained_active", "achieved occupancy (modelled)", achieved, METRIC_SHARE},
	{"launch__waves_per_multiprocessor", "waves of blocks", waves, METRIC_RATIO},
	{"Instructions: of PTX, by warps", NULL, NULL, 0},
	{"", "all", instructions, METRIC_COUNT},
	{"", "float", class_f32, METRIC_COUNT},
	{"", "double", class_f64, METRIC_COUNT},
	{"", "half", class_half, METRIC_COUNT},
	{"", "special functions and divisions", class_special, METRIC_COUNT},
	{"", "integers and bits", class_integer, METRIC_COUNT},
	{"", "conversions", class_convert, METRIC_COUNT},
	{"", "comparisons and choices", class_compare, METRIC_COUNT},
	{"", "moves", class_move, METRIC_COUNT},
	{"", "loads of parameters and constants", class_param, METRIC_COUNT},
	{"", "loads", class_load, METRIC_COUNT},
	{"", "stores", class_store, METRIC_COUNT},
	{"", "atomics", class_atomic, METRIC_COUNT},
	{"", "shuffles and votes", class_exchange, METRIC_COUNT},
	{"", "barriers", class_barrier, METRIC_COUNT},
	{"", "branches, calls, ends", class_control, METRIC_COUNT},
	{"smsp__thread_inst_executed_per_inst_executed.ratio", "active lanes, of 32", active, METRIC_RATIO},
	{"smsp__thread_inst_executed_pred_on_per_inst_executed.ratio", "... not switched off by a guard", on, METRIC_RATIO},
	{"", "branches", branches, METRIC_COUNT},
	{"smsp__sass_branch_targets_threads_divergent.sum", "branches at which lanes part", divergent, METRIC_COUNT},
	{"", "warps at barriers of a block", barriers, METRIC_COUNT},
	{"Shares of blocks and threads", NULL, NULL, 0},
	SHARE_ROWS("numbers read, of 4 bytes of global memory", read)
	SHARE_ROWS("numbers written there", written)
	SHARE_ROWS("operations with floats", calculated)
	SHARE_ROWS("atomics of global memory", added)
	{"Global memory", NULL, NULL, 0},
	{L1("requests_pipe_lsu_mem_global_op_ld.sum"), "loads: requests", load_requests, METRIC_COUNT},
	{L1("sectors_pipe_lsu_mem_global_op_ld.sum"), "... sectors of 32 bytes", load_sectors, METRIC_COUNT},
	{"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio", "... sectors of a request", load_ratio, METRIC_RATIO},
	{L1("requests_pipe_lsu_mem_global_op_st.sum"), "stores: requests", store_requests, METRIC_COUNT},
	{L1("sectors_pipe_lsu_mem_global_op_st.sum"), "... sectors of 32 bytes", store_sectors, METRIC_COUNT},
	{"l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio", "... sectors of a request", store_ratio, METRIC_RATIO},
	{"Local memory", NULL, NULL, 0},
	{L1("requests_pipe_lsu_mem_local_op_ld.sum"), "loads: requests", local_loads, METRIC_COUNT},
	{L1("sectors_pipe_lsu_mem_local_op_ld.sum"), "... sectors", local_load_sectors, METRIC_COUNT},
	{L1("requests_pipe_lsu_mem_local_op_st.sum"), "stores: requests", local_stores, METRIC_COUNT},
	{L1("sectors_pipe_lsu_mem_local_op_st.sum"), "... sectors", local_store_sectors, METRIC_COUNT},
	{"Shared memory", NULL, NULL, 0},
	{"smsp__inst_executed_op_shared_ld.sum", "loads: requests", shared_loads, METRIC_COUNT},
	{SHARED_WAVES "ld.sum", "... wavefronts", shared_load_waves, METRIC_COUNT},
	{CONFLICTS "_op_ld.sum", "... bank conflicts", shared_load_conflicts, METRIC_COUNT},
	{"smsp__inst_executed_op_shared_st.sum", "stores: requests", shared_stores, METRIC_COUNT},
	{SHARED_WAVES "st.sum", "... wavefronts", shared_store_waves, METRIC_COUNT},
	{CONFLICTS "_op_st.sum", "... bank conflicts", shared_store_conflicts, METRIC_COUNT},
	{CONFLICTS ".sum", "all bank conflicts", shared_conflicts, METRIC_COUNT},
	{"Atomics", NULL, NULL, 0},
	{"", "of lanes", atomics, METRIC_COUNT},
	{"", "requests to global memory", atomic_requests, METRIC_COUNT},
	{"", "requests to shared memory", shared_atomics, METRIC_COUNT},
	{"", "rounds: lanes at one address go one by one", atomic_rounds, METRIC_COUNT},
	{"Caches and device memory, by a simple model", NULL, NULL, 0},
	{"l1tex__t_sector_hit_rate.pct", "sectors of loads found in the L1", l1_share, METRIC_SHARE},
	{"lts__t_sectors_srcunit_tex.sum", "sectors asked of the L2", l2_sectors, METRIC_COUNT},
	{"lts__t_sectors_srcunit_tex_op_read.sum", "... by loads", l2_loads, METRIC_COUNT},
	{"lts__t_sectors_srcunit_tex_op_write.sum", "... by stores", l2_stores, METRIC_COUNT},
	{"dram__bytes.sum", "bytes of device memory", dram, METRIC_BYTES},
	{"dram__bytes_read.sum", "... read", dram_read, METRIC_BYTES},
	{"dram__bytes_write.sum", "... written", dram_written, METRIC_BYTES},
};
/* clang-format on */

const size_t trace_metric_count = sizeof trace_metrics / sizeof *trace_metrics;

void text_metric(char text[TRACE_TEXT], const TraceMetric *metric, const SimKernelCounts *of)
{
	double value = metric->value(of);
	switch (metric->unit) {
	case METRIC_BYTES:
		text_bytes(text, value);
		break;
	case METRIC_SHARE:
		snprintf(text, TRACE_TEXT, "%.1f %%", value);
		break;
	case METRIC_RATIO:
		snprintf(text, TRACE_TEXT, "%.2f", value);
		break;
	default:
		snprintf(text, TRACE_TEXT, "%.0f", value);
	}
}

size_t metric_shown(size_t number, const SimKernelCounts *of)
{
	const TraceMetric *metric = &trace_metrics[number];
	size_t shown = 0;
	if (metric->words)
		return *metric->name || metric->value(of) > 0;
	for (size_t i = number + 1; i < trace_metric_count && trace_metrics[i].words; i++)
		shown += trace_metrics[i].value(of) > 0;
	return shown;
}
