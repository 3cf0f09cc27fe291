/* properties.c - what a program can ask about a GPU.
 *
 * Size and speed come from the machine's figures, limits from the compute capability. What the simulator does not have, such as textures, is 0.
 * An attribute is mostly one field of the properties under another name. */
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "framework/simcuda/api/cudart/runtime.h"

static void fill_properties(struct cudaDeviceProp *prop, const SimMachine *machine, int device)
{
	const MachineLimits *limit = machine_limits(machine);
	const MachineGpu gpu = machine_gpu(machine, device);
	*prop = (struct cudaDeviceProp){
		.uuid = runtime_uuid(device),
		.totalGlobalMem = gpu.memory_bytes,
		.sharedMemPerBlock = 48 * 1024,
		.regsPerBlock = 65536,
		.warpSize = 32,
		.memPitch = RUNTIME_MAX_PITCH,
		.maxThreadsPerBlock = 1024,
		.maxThreadsDim = {1024, 1024, 64},
		.maxGridSize = {2147483647, 65535, 65535},
		.totalConstMem = 65536,
		.major = gpu.capability_major,
		.minor = gpu.capability_minor,
		.multiProcessorCount = gpu.multiprocessors,
		.canMapHostMemory = 1,
		.concurrentKernels = 1,
		.ECCEnabled = 1,
		.pciBusID = runtime_physical(device) + 1,
		.asyncEngineCount = 2,
		.unifiedAddressing = 1,
		.memoryBusWidth = machine->memory_bus_bits,
		.l2CacheSize = (int)machine->l2_bytes,
		.maxThreadsPerMultiProcessor = limit->threads,
		.globalL1CacheSupported = 1,
		.localL1CacheSupported = 1,
		.sharedMemPerMultiprocessor = (size_t)limit->shared_kib * 1024,
		.regsPerMultiprocessor = MACHINE_REGISTERS,
		.managedMemory = 1,
		.multiGpuBoardGroupID = runtime_physical(device),
		.concurrentManagedAccess = 1,
		.cooperativeLaunch = machine->capability_major >= 6,
		.canUseHostPointerForRegisteredMem = 1,
		.sharedMemPerBlockOptin = (size_t)limit->shared_optin_kib * 1024,
		.maxBlocksPerMultiProcessor = limit->blocks,
		.reservedSharedMemPerBlock = (size_t)limit->reserved_bytes,
		.hostRegisterSupported = 1,
		.memoryPoolsSupported = 1,
		.deviceNumaId = -1,
		.hostNumaId = -1,
	};
	memcpy(prop->name, gpu.name, sizeof gpu.name);
}

/* An attribute that is a field: an int, or a size_t that fits into one. */
typedef struct Attribute {
	enum cudaDeviceAttr attribute;
	size_t offset, size;
} Attribute;

#define PROPERTY(name)                                                                             \
	offsetof(struct cudaDeviceProp, name), sizeof(((struct cudaDeviceProp *)NULL)->name)

static const Attribute attributes[] = {
	{cudaDevAttrMaxThreadsPerBlock, PROPERTY(maxThreadsPerBlock)},
	{cudaDevAttrMaxBlockDimX, PROPERTY(maxThreadsDim[0])},
	{cudaDevAttrMaxBlockDimY, PROPERTY(maxThreadsDim[1])},
	{cudaDevAttrMaxBlockDimZ, PROPERTY(maxThreadsDim[2])},
	{cudaDevAttrMaxGridDimX, PROPERTY(maxGridSize[0])},
	{cudaDevAttrMaxGridDimY, PROPERTY(maxGridSize[1])},
	{cudaDevAttrMaxGridDimZ, PROPERTY(maxGridSize[2])},
	{cudaDevAttrMaxSharedMemoryPerBlock, PROPERTY(sharedMemPerBlock)},
	{cudaDevAttrTotalConstantMemory, PROPERTY(totalConstMem)},
	{cudaDevAttrWarpSize, PROPERTY(warpSize)},
	{cudaDevAttrMaxPitch, PROPERTY(memPitch)},
	{cudaDevAttrMaxRegistersPerBlock, PROPERTY(regsPerBlock)},
	{cudaDevAttrMultiProcessorCount, PROPERTY(multiProcessorCount)},
	{cudaDevAttrIntegrated, PROPERTY(integrated)},
	{cudaDevAttrCanMapHostMemory, PROPERTY(canMapHostMemory)},
	{cudaDevAttrConcurrentKernels, PROPERTY(concurrentKernels)},
	{cudaDevAttrEccEnabled, PROPERTY(ECCEnabled)},
	{cudaDevAttrPciBusId, PROPERTY(pciBusID)},
	{cudaDevAttrPciDeviceId, PROPERTY(pciDeviceID)},
	{cudaDevAttrPciDomainId, PROPERTY(pciDomainID)},
	{cudaDevAttrTccDriver, PROPERTY(tccDriver)},
	{cudaDevAttrGlobalMemoryBusWidth, PROPERTY(memoryBusWidth)},
	{cudaDevAttrL2CacheSize, PROPERTY(l2CacheSize)},
	{cudaDevAttrMaxThreadsPerMultiProcessor, PROPERTY(maxThreadsPerMultiProcessor)},
	{cudaDevAttrAsyncEngineCount, PROPERTY(asyncEngineCount)},
	{cudaDevAttrUnifiedAddressing, PROPERTY(unifiedAddressing)},
	{cudaDevAttrComputeCapabilityMajor, PROPERTY(major)},
	{cudaDevAttrComputeCapabilityMinor, PROPERTY(minor)},
	{cudaDevAttrStreamPrioritiesSupported, PROPERTY(streamPrioritiesSupported)},
	{cudaDevAttrGlobalL1CacheSupported, PROPERTY(globalL1CacheSupported)},
	{cudaDevAttrLocalL1CacheSupported, PROPERTY(localL1CacheSupported)},
	{cudaDevAttrMaxSharedMemoryPerMultiprocessor, PROPERTY(sharedMemPerMultiprocessor)},
	{cudaDevAttrMaxRegistersPerMultiprocessor, PROPERTY(regsPerMultiprocessor)},
	{cudaDevAttrManagedMemory, PROPERTY(managedMemory)},
	{cudaDevAttrIsMultiGpuBoard, PROPERTY(isMultiGpuBoard)},
	{cudaDevAttrMultiGpuBoardGroupID, PROPERTY(multiGpuBoardGroupID)},
	{cudaDevAttrHostNativeAtomicSupported, PROPERTY(hostNativeAtomicSupported)},
	{cudaDevAttrPageableMemoryAccess, PROPERTY(pageableMemoryAccess)},
	{cudaDevAttrConcurrentManagedAccess, PROPERTY(concurrentManagedAccess)},
	{cudaDevAttrComputePreemptionSupported, PROPERTY(computePreemptionSupported)},
	{cudaDevAttrCanUseHostPointerForRegisteredMem, PROPERTY(canUseHostPointerForRegisteredMem)},
	{cudaDevAttrCooperativeLaunch, PROPERTY(cooperativeLaunch)},
	{cudaDevAttrMaxSharedMemoryPerBlockOptin, PROPERTY(sharedMemPerBlockOptin)},
	{cudaDevAttrHostRegisterSupported, PROPERTY(hostRegisterSupported)},
	{cudaDevAttrPageableMemoryAccessUsesHostPageTables,
	 PROPERTY(pageableMemoryAccessUsesHostPageTables)},
	{cudaDevAttrDirectManagedMemAccessFromHost, PROPERTY(directManagedMemAccessFromHost)},
	{cudaDevAttrMaxBlocksPerMultiprocessor, PROPERTY(maxBlocksPerMultiProcessor)},
	{cudaDevAttrReservedSharedMemoryPerBlock, PROPERTY(reservedSharedMemPerBlock)},
	{cudaDevAttrMemoryPoolsSupported, PROPERTY(memoryPoolsSupported)},
	{cudaDevAttrClusterLaunch, PROPERTY(clusterLaunch)},
	{cudaDevAttrNumaId, PROPERTY(deviceNumaId)},
	{cudaDevAttrHostNumaId, PROPERTY(hostNumaId)},
};

/* The device must exist; asking costs what any small call costs. The machine counts who asks for all its properties: a
 * single one tells which model it is to whoever knows the others by heart. */
static cudaError_t check_device(int device, bool asks_all)
{
	const bool known = device >= 0 && device < simcuda_machine()->gpus;
	SimRequest request = {.code = SIM_GET_DEVICE};
	request.u.device = known && asks_all ? 1 + device : 0;
	cudaError_t error = runtime_call(&request, NULL);
	if (error == cudaSuccess && !known)
		error = runtime_return(cudaErrorInvalidDevice);
	return error;
}

cudaError_t cudaGetDeviceProperties(struct cudaDeviceProp *prop, int device)
{
	if (!prop)
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = check_device(device, true);
	if (error == cudaSuccess)
		fill_properties(prop, simcuda_machine(), device);
	return error;
}

cudaError_t cudaDeviceGetAttribute(int *value, enum cudaDeviceAttr attr, int device)
{
	if (!value || (int)attr < cudaDevAttrMaxThreadsPerBlock || attr >= cudaDevAttrMax)
		return runtime_return(cudaErrorInvalidValue);
	cudaError_t error = check_device(device, false);
	if (error != cudaSuccess)
		return error;
	const SimMachine *machine = simcuda_machine();
	if (attr == cudaDevAttrClockRate) {
		*value = machine->clock_khz;
	} else if (attr == cudaDevAttrMemoryClockRate) {
		*value = machine->memory_clock_khz;
	} else if (attr == cudaDevAttrGpuOverlap) {
		*value = 1;
	} else if (attr == cudaDevAttrSingleToDoublePrecisionPerfRatio) {
		*value = (int)(machine->peak_f32 / machine->peak_f64 + 0.5);
	} else {
		struct cudaDeviceProp prop;
		fill_properties(&prop, machine, device);
		*value = 0; /* textures and what else is not simulated */
		for (size_t i = 0; i < sizeof attributes / sizeof *attributes; i++) {
			if (attributes[i].attribute != attr)
				continue;
			const char *field = (const char *)&prop + attributes[i].offset;
			*value = attributes[i].size == sizeof(size_t) ? (int)*(const size_t *)field
								      : *(const int *)field;
		}
	}
	return cudaSuccess;
}
