/* peer.c - direct access of one GPU to the memory of another, enabled one way at a time. */
#include "framework/simcuda/core/core.h"

static unsigned char *peer_flag(const Sim *sim, int from, int to)
{
	return &sim->peer[(size_t)from * (size_t)sim->machine.gpus + (size_t)to];
}

static bool device_valid(const Call *call, int device)
{
	return device >= 0 && device < call->sim->machine.gpus;
}

bool peer_enabled(const Sim *sim, const Gpu *from, const Gpu *to)
{
	return *peer_flag(sim, from->index, to->index);
}

bool peer_direct(const Sim *sim, const Gpu *a, const Gpu *b)
{
	return peer_enabled(sim, a, b) || peer_enabled(sim, b, a);
}

uint64_t peer_mask(const Sim *sim)
{
	uint64_t mask = 0;
	for (int from = 0; from < sim->machine.gpus && from < 8; from++)
		for (int to = 0; to < sim->machine.gpus && to < 8; to++)
			mask |= (uint64_t)(*peer_flag(sim, from, to) != 0) << (8 * from + to);
	return mask;
}

void peer_forget(Sim *sim, const Gpu *gpu)
{
	for (int i = 0; i < sim->machine.gpus; i++)
		*peer_flag(sim, gpu->index, i) = *peer_flag(sim, i, gpu->index) = 0;
}

static bool peer_reaches(const Sim *sim, int device, int peer)
{
	return sim->machine.peer_possible == 2 ? device < peer
					       : device != peer && sim->machine.peer_possible;
}

cudaError_t peer_can_access(Call *call)
{
	int device = call->request->u.peer.device, peer = call->request->u.peer.peer;
	if (!device_valid(call, device) || !device_valid(call, peer))
		return cudaErrorInvalidDevice;
	call->reply->value[0] = peer_reaches(call->sim, device, peer);
	return cudaSuccess;
}

cudaError_t peer_enable(Call *call)
{
	int peer = call->request->u.peer.peer, device = call->gpu->index;
	if (call->request->u.peer.flags != 0)
		return cudaErrorInvalidValue;
	if (!device_valid(call, peer) || !peer_reaches(call->sim, device, peer))
		return cudaErrorInvalidDevice;
	if (*peer_flag(call->sim, device, peer))
		return cudaErrorPeerAccessAlreadyEnabled;
	*peer_flag(call->sim, device, peer) = 1;
	return cudaSuccess;
}

cudaError_t peer_disable(Call *call)
{
	int peer = call->request->u.peer.peer, device = call->gpu->index;
	if (!device_valid(call, peer))
		return cudaErrorInvalidDevice;
	if (!*peer_flag(call->sim, device, peer))
		return cudaErrorPeerAccessNotEnabled;
	*peer_flag(call->sim, device, peer) = 0;
	return cudaSuccess;
}
