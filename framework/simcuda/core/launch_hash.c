/* launch_hash.c - what a request for a launch says of itself, with no simulator at hand. */
#include "framework/simcuda/core/launch_hash.h"

int sim_launch_ranges(const SimRequest *request, SimRange range[SIM_MAX_RANGES])
{
	const SimKernel *kernel = request->u.launch.kernel;
	const void *const *arguments = request->u.launch.arguments;
	if (!kernel || !kernel->ranges || kernel->arguments < 0 ||
	    kernel->arguments > SIM_MAX_ARGUMENTS || (!arguments && kernel->arguments > 0))
		return -1;
	const int count = kernel->ranges(arguments, request->u.launch.threads, range);
	return count < SIM_MAX_RANGES ? count : SIM_MAX_RANGES;
}

uint64_t sim_launch_hash(const SimRequest *request)
{
	SimRange range[SIM_MAX_RANGES] = {{0}};
	uint64_t hash = 1;
	if (!request->u.launch.kernel)
		return hash;
	mix_text(&hash, request->u.launch.kernel->name);
	mix(&hash, request->u.launch.threads);
	const int ranges = sim_launch_ranges(request, range);
	for (int i = 0; i < ranges; i++) {
		mix(&hash, range[i].address);
		mix(&hash, range[i].width);
		mix(&hash, range[i].rows);
		mix(&hash, range[i].access);
	}
	return hash;
}
