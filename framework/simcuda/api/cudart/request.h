/* request.h - what the simulated libraries share: libcudart owns the one machine of this process,
 * and libcublas reaches it through these functions. They are exported under the version node
 * SIMCUDA, so no program links against them by accident. */
#ifndef SIMCUDA_API_H
#define SIMCUDA_API_H

#include "framework/simcuda/core/sim.h"

/* Sends one request to the machine of this process and waits for its reply: makes the machine on
 * first use (SIMCUDA_MACHINE, CUDA_VISIBLE_DEVICES), fills in request->thread, and request->site
 * (if it is empty) with the innermost frames that lie in the main program. Returns reply->error,
 * which is cudaErrorNoDevice on a machine without GPUs. Does not touch the runtime's last error.
 * Safe from several threads. */
cudaError_t simcuda_request(SimRequest *request, SimReply *reply);

/* The figures of the machine as the program sees it: .gpus counts the visible ones, 0 for none.
 * Never NULL. */
const SimMachine *simcuda_machine(void);

#endif
