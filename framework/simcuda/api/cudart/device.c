/* device.c - which GPUs there are, which one this thread uses, and how two of them reach each
 * other. */
#include "cuda_profiler_api.h"
#include "framework/simcuda/api/cudart/binary.h"

#define CUDA_VERSION_13_0 13000

/* Versions can be asked on any machine, with or without a GPU. */
static cudaError_t answer_version(int *version)
{
	if (!version)
		return runtime_return(cudaErrorInvalidValue);
	*version = CUDA_VERSION_13_0;
	return cudaSuccess;
}

cudaError_t cudaDriverGetVersion(int *driverVersion)
{
	return answer_version(driverVersion);
}

cudaError_t cudaRuntimeGetVersion(int *runtimeVersion)
{
	return answer_version(runtimeVersion);
}

/* Without a GPU it is an error, and the count is 0: a program that forgets to look at the error
 * does the same thing on every run. */
cudaError_t cudaGetDeviceCount(int *count)
{
	if (!count)
		return runtime_return(cudaErrorInvalidValue);
	SimRequest request = {.code = SIM_GET_DEVICE};
	cudaError_t error = runtime_call(&request, NULL);
	if (error == cudaSuccess || error == cudaErrorNoDevice)
		*count = simcuda_machine()->gpus;
	return error;
}

cudaError_t cudaSetDevice(int device)
{
	SimRequest request = {.code = SIM_SET_DEVICE};
	request.u.device = device;
	return runtime_call(&request, NULL);
}

cudaError_t cudaGetDevice(int *device)
{
	if (!device)
		return runtime_return(cudaErrorInvalidValue);
	SimRequest request = {.code = SIM_GET_DEVICE};
	SimReply reply;
	cudaError_t error = runtime_call(&request, &reply);
	if (error == cudaSuccess)
		*device = (int)reply.value[0];
	return error;
}

cudaError_t cudaDeviceSynchronize(void)
{
	SimRequest request = {.code = SIM_SYNC_DEVICE};
	return runtime_call(&request, NULL);
}

static void after_reset(int device)
{
	settings_reset(device);
	binaries_reset(device);
}

cudaError_t cudaDeviceReset(void)
{
	SimRequest request = {.code = SIM_RESET_DEVICE};
	SimRequest current = {.code = SIM_GET_DEVICE, .internal = 1};
	SimReply reply;
	cudaError_t error = runtime_call(&request, NULL);
	if (error != cudaSuccess)
		return error;
	host_memory_after_reset();
	if (simcuda_request(&current, &reply) == cudaSuccess)
		after_reset((int)reply.value[0]);
	return cudaSuccess;
}

cudaError_t cudaProfilerStart(void)
{
	traced_window(1);
	return cudaSuccess;
}

cudaError_t cudaProfilerStop(void)
{
	traced_window(0);
	return cudaSuccess;
}

static int device_exists(int device)
{
	return device >= 0 && device < simcuda_machine()->gpus;
}

static cudaError_t can_access(int *value, int device, int peer)
{
	SimRequest request = {.code = SIM_CAN_ACCESS_PEER};
	request.u.peer.device = device;
	request.u.peer.peer = peer;
	SimReply reply;
	cudaError_t error = runtime_call(&request, &reply);
	if (error == cudaSuccess)
		*value = (int)reply.value[0];
	return error;
}

cudaError_t cudaDeviceCanAccessPeer(int *canAccessPeer, int device, int peerDevice)
{
	if (!canAccessPeer)
		return runtime_return(cudaErrorInvalidValue);
	return can_access(canAccessPeer, device, peerDevice);
}

cudaError_t cudaDeviceEnablePeerAccess(int peerDevice, unsigned int flags)
{
	SimRequest request = {.code = SIM_ENABLE_PEER};
	request.u.peer.peer = peerDevice;
	request.u.peer.flags = flags;
	return runtime_call(&request, NULL);
}

cudaError_t cudaDeviceDisablePeerAccess(int peerDevice)
{
	SimRequest request = {.code = SIM_DISABLE_PEER};
	request.u.peer.peer = peerDevice;
	return runtime_call(&request, NULL);
}

/* All links of a machine are equal, so the rank of each is 0, the best, and each carries all atomic
 * operations or none. */
cudaError_t cudaDeviceGetP2PAttribute(int *value, enum cudaDeviceP2PAttr attr, int srcDevice,
				      int dstDevice)
{
	if (!value || attr < cudaDevP2PAttrPerformanceRank ||
	    attr > cudaDevP2PAttrOnlyPartialNativeAtomicSupported)
		return runtime_return(cudaErrorInvalidValue);
	int possible = 0;
	cudaError_t error = can_access(&possible, srcDevice, dstDevice);
	if (error != cudaSuccess)
		return error;
	if (!device_exists(srcDevice) || !device_exists(dstDevice) || srcDevice == dstDevice)
		return runtime_return(cudaErrorInvalidDevice);
	int follows_access = attr == cudaDevP2PAttrAccessSupported ||
			     attr == cudaDevP2PAttrCudaArrayAccessSupported;
	int atomic = attr == cudaDevP2PAttrNativeAtomicSupported && simcuda_machine()->peer_atomics;
	*value = follows_access || atomic ? possible : 0;
	return cudaSuccess;
}
