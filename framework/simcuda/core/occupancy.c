/* occupancy.c - how many blocks and warps of a kernel a multiprocessor holds at once. */
#include "framework/simcuda/core/ptx_launch.h"

#define REGISTER_UNIT 256 /* registers are given to warps in such portions */
#define SHARED_UNIT   128 /* bytes; to blocks */

static uint32_t rounded(uint32_t value, uint32_t unit)
{
	return (value + unit - 1) / unit * unit;
}

void ptx_occupancy(const SimMachine *machine, const PtxLaunch *launch, SimOccupancy *occupancy)
{
	const MachineLimits *limits = machine_limits(machine);
	const PtxKernel *kernel = launch->kernel;
	uint32_t threads = launch->block[0] * launch->block[1] * launch->block[2];
	uint32_t warps = (threads + PTX_LANES - 1) / PTX_LANES;
	uint32_t registers = ptx_registers_estimated(launch->module, kernel);
	uint32_t of_warp = rounded(registers * PTX_LANES, REGISTER_UNIT);
	uint32_t shared = rounded(ptx_shared_used(launch->module, kernel) + launch->dynamic_shared +
					  (uint32_t)limits->reserved_bytes,
				  SHARED_UNIT);
	uint32_t all_shared = (uint32_t)limits->shared_kib * 1024;
	uint32_t most = (uint32_t)limits->blocks;
	*occupancy = (SimOccupancy){
		.registers = registers,
		.allows = {[SIM_LIMIT_BLOCKS] = most,
			   [SIM_LIMIT_WARPS] = (uint32_t)limits->threads / PTX_LANES / warps,
			   [SIM_LIMIT_REGISTERS] = MACHINE_REGISTERS / of_warp / warps,
			   [SIM_LIMIT_SHARED] = shared ? all_shared / shared : most},
		.warps_most = (uint32_t)limits->threads / PTX_LANES};
	for (uint32_t i = 0; i < SIM_LIMITS; i++)
		if (occupancy->allows[i] < occupancy->allows[occupancy->limited_by])
			occupancy->limited_by = i;
	/* what runs fits at least once, whatever was estimated */
	uint32_t fits = occupancy->allows[occupancy->limited_by];
	occupancy->blocks = fits ? fits : 1;
	occupancy->warps = occupancy->blocks * warps;
	double grid = (double)launch->grid[0] * launch->grid[1] * launch->grid[2];
	occupancy->waves = grid / occupancy->blocks / machine->multiprocessors;
}
