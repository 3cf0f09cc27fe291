/* facts.c - what can be told without a machine: also by a program whose machine lives in another
 * process (remote/). */
#include "framework/simcuda/core/core.h"

/* Windows are several times the memory, and large enough for a small GPU's many allocations. */
#define WINDOW_FACTOR 4
#define WINDOW_LEAST  (UINT64_C(4) << 30)

uint64_t sim_address_bytes(const SimMachine *machine)
{
	uint64_t bytes = machine->memory_bytes * WINDOW_FACTOR;
	if (bytes < WINDOW_LEAST)
		bytes = WINDOW_LEAST;
	return (bytes + SIM_PAGE_BYTES - 1) / SIM_PAGE_BYTES * SIM_PAGE_BYTES;
}

const char *sim_finding_kind_name(SimFindingKind kind)
{
	static const char *const names[SIM_FINDING_KINDS] = {
		[SIM_FINDING_RACE] = "race",
		[SIM_FINDING_OUT_OF_BOUNDS] = "out-of-bounds",
		[SIM_FINDING_USE_AFTER_FREE] = "use-after-free",
		[SIM_FINDING_DOUBLE_FREE] = "double-free",
		[SIM_FINDING_UNINITIALISED_READ] = "uninitialised-read",
		[SIM_FINDING_WRONG_DEVICE] = "wrong-device",
		[SIM_FINDING_HOST_POINTER] = "host-pointer",
		[SIM_FINDING_DEVICE_POINTER] = "device-pointer",
		[SIM_FINDING_LEAK] = "leak",
		[SIM_FINDING_UNSYNCHRONISED_TIMING] = "unsynchronised-timing",
		[SIM_FINDING_NOT_INITIALISED] = "not-initialised",
		[SIM_FINDING_MISALIGNED] = "misaligned",
		[SIM_FINDING_DIVERGENT_BARRIER] = "divergent-barrier",
		[SIM_FINDING_ENDLESS_LOOP] = "endless-loop",
		[SIM_FINDING_TRAP] = "trap",
	};
	return (unsigned)kind < SIM_FINDING_KINDS ? names[kind] : "unknown";
}

const char *sim_limit_name(SimLimit limit)
{
	static const char *const names[SIM_LIMITS] = {[SIM_LIMIT_BLOCKS] = "blocks",
						      [SIM_LIMIT_WARPS] = "warps",
						      [SIM_LIMIT_REGISTERS] = "registers",
						      [SIM_LIMIT_SHARED] = "shared memory"};
	return limit < SIM_LIMITS ? names[limit] : "";
}

const char *sim_bound_name(SimBound bound)
{
	static const char *const names[SIM_BOUNDS] = {[SIM_BOUND_ISSUE] = "instructions",
						      [SIM_BOUND_L1] = "L1 and shared memory",
						      [SIM_BOUND_L2] = "L2",
						      [SIM_BOUND_DRAM] = "device memory",
						      [SIM_BOUND_ATOMICS] = "atomics",
						      [SIM_BOUND_LATENCY] = "latency"};
	return bound < SIM_BOUNDS ? names[bound] : "";
}
