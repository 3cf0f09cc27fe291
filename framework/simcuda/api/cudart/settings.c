/* settings.c - what a program sets for a GPU beforehand: flags, limits of kernels, preferences.
 *
 * All of it concerns how the driver waits or how kernels share a multiprocessor, which is not
 * simulated; so it is checked, remembered until the device is reset, and given back when asked for.
 * Also here: how GPUs are chosen and called (PCI addresses). */
#include <pthread.h>
#include <string.h>

#include "framework/simcuda/api/cudart/runtime.h"

#define LIMITS (cudaLimitPersistingL2CacheSize + 1)

typedef struct Settings {
	int known; /* 0: the defaults have to be filled in */
	unsigned flags;
	size_t limit[LIMITS];
	enum cudaFuncCache cache;
} Settings;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static Settings settings[MACHINE_MAX_GPUS];

/* The limits' defaults: stack, printf buffer, heap and pending launches as in NVIDIA's programming
 * guide; the granularity, which it does not give, as drivers answer (recalled, not measured). */
static const Settings defaults = {
	.known = 1,
	.limit = {[cudaLimitStackSize] = 1024,
		  [cudaLimitPrintfFifoSize] = 1 << 20,
		  [cudaLimitMallocHeapSize] = 8 << 20,
		  [cudaLimitDevRuntimeSyncDepth] = 2,
		  [cudaLimitDevRuntimePendingLaunchCount] = 2048,
		  [cudaLimitMaxL2FetchGranularity] = 64},
};

/* The settings of a device, with the lock taken; NULL when there is no such device. */
static Settings *open_settings(int device)
{
	if (device < 0 || device >= simcuda_machine()->gpus)
		return NULL;
	pthread_mutex_lock(&lock);
	if (!settings[device].known)
		settings[device] = defaults;
	return &settings[device];
}

static void close_settings(void)
{
	pthread_mutex_unlock(&lock);
}

/* Those of the current device; *error says why there are none. */
static Settings *open_current(cudaError_t *error)
{
	SimRequest request = {.code = SIM_GET_DEVICE};
	SimReply reply;
	*error = runtime_call(&request, &reply);
	return *error == cudaSuccess ? open_settings((int)reply.value[0]) : NULL;
}

void settings_reset(int device)
{
	Settings *own = open_settings(device);
	if (!own)
		return;
	*own = defaults;
	close_settings();
}

/* --- limits ----------------------------------------------------------------------------------- */

/* Kernels that launch kernels and wait for them went away with compute capability 9. */
static int has_limit(enum cudaLimit limit)
{
	const SimMachine *machine = simcuda_machine();
	if (limit == cudaLimitDevRuntimeSyncDepth)
		return machine->capability_major < 9;
	if (limit == cudaLimitPersistingL2CacheSize)
		return machine->capability_major >= 8;
	return 1;
}

static cudaError_t check_limit(enum cudaLimit limit)
{
	if ((unsigned)limit >= LIMITS)
		return cudaErrorInvalidValue;
	return has_limit(limit) ? cudaSuccess : cudaErrorUnsupportedLimit;
}

cudaError_t cudaDeviceSetLimit(enum cudaLimit limit, size_t value)
{
	cudaError_t error;
	Settings *own = open_current(&error);
	if (!own)
		return error;
	error = check_limit(limit);
	if (limit == cudaLimitMaxL2FetchGranularity && value > 128)
		value = 128; /* hints are cut to what there is */
	if (limit == cudaLimitPersistingL2CacheSize)
		value = 0;
	if (error == cudaSuccess)
		own->limit[limit] = value;
	close_settings();
	return runtime_return(error);
}

cudaError_t cudaDeviceGetLimit(size_t *pValue, enum cudaLimit limit)
{
	cudaError_t error;
	if (!pValue)
		return runtime_return(cudaErrorInvalidValue);
	const Settings *own = open_current(&error);
	if (!own)
		return error;
	error = check_limit(limit);
	if (error == cudaSuccess)
		*pValue = own->limit[limit];
	close_settings();
	return runtime_return(error);
}

/* --- preferences ------------------------------------------------------------------------------ */

cudaError_t cudaDeviceSetCacheConfig(enum cudaFuncCache cacheConfig)
{
	cudaError_t error;
	if ((unsigned)cacheConfig > cudaFuncCachePreferEqual)
		return runtime_return(cudaErrorInvalidValue);
	Settings *own = open_current(&error);
	if (!own)
		return error;
	own->cache = cacheConfig;
	close_settings();
	return cudaSuccess;
}

cudaError_t cudaDeviceGetCacheConfig(enum cudaFuncCache *pCacheConfig)
{
	cudaError_t error;
	if (!pCacheConfig)
		return runtime_return(cudaErrorInvalidValue);
	const Settings *own = open_current(&error);
	if (!own)
		return error;
	*pCacheConfig = own->cache;
	close_settings();
	return cudaSuccess;
}

cudaError_t cudaDeviceSetSharedMemConfig(enum cudaSharedMemConfig config)
{
	cudaError_t error;
	if ((unsigned)config > cudaSharedMemBankSizeEightByte)
		return runtime_return(cudaErrorInvalidValue);
	if (!open_current(&error))
		return error;
	close_settings();
	return cudaSuccess;
}

/* Banks are four bytes wide whatever is asked for, as on all GPUs since Maxwell. */
cudaError_t cudaDeviceGetSharedMemConfig(enum cudaSharedMemConfig *pConfig)
{
	cudaError_t error;
	if (!pConfig)
		return runtime_return(cudaErrorInvalidValue);
	if (!open_current(&error))
		return error;
	close_settings();
	*pConfig = cudaSharedMemBankSizeFourByte;
	return cudaSuccess;
}

/* --- flags ------------------------------------------------------------------------------------ */

/* How the host waits is one of four ways; it makes no difference here. */
static cudaError_t check_flags(unsigned flags)
{
	const unsigned known =
		cudaDeviceScheduleMask | cudaDeviceMapHost | cudaDeviceLmemResizeToMax;
	unsigned way = flags & cudaDeviceScheduleMask;
	if (flags & cudaDeviceSyncMemops)
		return unsupported_call("the flag cudaDeviceSyncMemops");
	if ((flags & ~known) || (way & (way - 1)))
		return runtime_return(cudaErrorInvalidValue);
	return cudaSuccess;
}

cudaError_t cudaSetDeviceFlags(unsigned int flags)
{
	cudaError_t error = check_flags(flags);
	if (error != cudaSuccess)
		return error;
	Settings *own = open_current(&error);
	if (!own)
		return error;
	own->flags = flags;
	close_settings();
	return cudaSuccess;
}

/* Host memory can always be mapped, and says so. */
cudaError_t cudaGetDeviceFlags(unsigned int *flags)
{
	cudaError_t error;
	if (!flags)
		return runtime_return(cudaErrorInvalidValue);
	const Settings *own = open_current(&error);
	if (!own)
		return error;
	*flags = own->flags | cudaDeviceMapHost;
	close_settings();
	return cudaSuccess;
}

cudaError_t cudaInitDevice(int device, unsigned int deviceFlags, unsigned int flags)
{
	SimRequest request = {.code = SIM_GET_DEVICE};
	cudaError_t error = runtime_call(&request, NULL);
	if (error != cudaSuccess)
		return error;
	if (flags & ~(unsigned)cudaInitDeviceFlagsAreValid)
		return runtime_return(cudaErrorInvalidValue);
	if (device < 0 || device >= simcuda_machine()->gpus)
		return runtime_return(cudaErrorInvalidDevice);
	error = flags ? check_flags(deviceFlags) : cudaSuccess;
	if (error != cudaSuccess || !flags)
		return error;
	open_settings(device)->flags = deviceFlags;
	close_settings();
	return cudaSuccess;
}
