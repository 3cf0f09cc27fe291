/* printed.c - what kernels printed comes to the program's own output when it waits for the GPU, as
 * CUDA's does: not when it ends without having waited. */
#include <stdio.h>

#include "framework/simcuda/api/cudart/runtime.h"

/* Room for the longest text of one call, and more. */
static char text[1 << 16];
static int due; /* a kernel was launched since */

static int waits(const SimRequest *request)
{
	return request->code == SIM_SYNC_DEVICE || request->code == SIM_STREAM_SYNC ||
	       request->code == SIM_EVENT_SYNC || request->code == SIM_RESET_DEVICE ||
	       (request->code == SIM_COPY && !request->u.copy.async);
}

void printed_launched(const SimRequest *request)
{
	if (request->code == SIM_LAUNCH && request->u.launch.budget > 0)
		due = 1;
}

void printed_show(Sim *sim, const SimRequest *request)
{
	SimRequest fetch = {.code = SIM_PRINTED, .thread = request->thread, .internal = 1};
	SimReply reply;
	fetch.u.printed.to = (uint64_t)(uintptr_t)text;
	fetch.u.printed.bytes = sizeof text;
	if (!due || !waits(request))
		return;
	due = 0;
	do {
		sim_call(sim, &fetch, &reply);
		if (reply.error == cudaSuccess)
			fwrite(text, 1, reply.value[0], reply.value[1] ? stderr : stdout);
	} while (reply.error == cudaSuccess && reply.value[0] > 0);
}
