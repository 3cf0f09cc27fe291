/* device.c - which devices there are, and the current device of each thread. */
#include "usegpu/device.h"

#include "framework/src/device/backend.h"
#include "framework/src/device/gpu.h"
#include "framework/src/base/fail.h"

#define SCOPES 16

/* Where a thread creates its tensors, and the scopes that it is in: each remembers what was
 * current before it, for the framework and for CUDA. */
static _Thread_local struct {
	Device current; /* zero: the CPU */
	int depth;
	struct {
		Device device;
		int cuda; /* CUDA's current device, -1 when there is none */
	} before[SCOPES];
} scope;

Device device_cpu(void)
{
	return (Device){DEVICE_CPU, 0};
}

Device device_gpu(int index)
{
	return (Device){DEVICE_GPU, index};
}

bool device_equal(Device a, Device b)
{
	return a.kind == b.kind && (a.kind == DEVICE_CPU || a.index == b.index);
}

int device_gpu_count(void)
{
	return gpu_count();
}

int device_require(Device device)
{
	if (device.kind == DEVICE_CPU)
		return STATUS_OK;
	int count = gpu_count();
	if (device.kind == DEVICE_GPU && device.index >= 0 && device.index < count)
		return STATUS_OK;
	if (count == 0)
		return error_set(STATUS_DEVICE, "%s does not exist; there is no GPU",
				 device_text(device).text);
	return error_set(STATUS_DEVICE, "%s does not exist; there %s %d GPU%s, gpu:0%s%s",
			 device_text(device).text, count == 1 ? "is" : "are", count,
			 count == 1 ? "" : "s", count == 1 ? "" : " to ",
			 count == 1 ? "" : device_text(device_gpu(count - 1)).text);
}

int device_check(Device device)
{
	error_begin(__func__);
	return device_require(device);
}

Device device_try_gpu(int index)
{
	return index >= 0 && index < gpu_count() ? device_gpu(index) : device_cpu();
}

int device_try_all_gpus(Device *devices, int capacity)
{
	int count = gpu_count();
	if (devices && capacity > 0 && count == 0)
		devices[0] = device_cpu();
	for (int i = 0; devices && i < count && i < capacity; i++)
		devices[i] = device_gpu(i);
	return count > 0 ? count : 1;
}

static int require_gpu(Device device)
{
	if (device.kind != DEVICE_GPU)
		return error_set(STATUS_DEVICE, "%s has no pool of memory; wanted a GPU",
				 device_text(device).text);
	return device_require(device);
}

int device_memory(Device device, DeviceMemory *memory)
{
	error_begin(__func__);
	if (require_gpu(device) < 0)
		return error_passed_on();
	return memory ? gpu_pool_memory(device.index, memory) : error_null("memory");
}

int device_memory_release(Device device)
{
	error_begin(__func__);
	return require_gpu(device) < 0 ? error_passed_on() : gpu_pool_release(device.index);
}

int device_info(Device device, DeviceInfo *info)
{
	error_begin(__func__);
	if (!info)
		return error_null("info");
	if (device_require(device) < 0)
		return error_passed_on();
	DeviceInfo found;
	int status = backend_of(device)->info(device.index, &found);
	if (status == STATUS_OK)
		*info = found;
	return status;
}

Device device_current(void)
{
	return scope.current;
}

static int make_current(Device device)
{
	if (device_require(device) < 0)
		return error_passed_on();
	if (device.kind == DEVICE_GPU && gpu_set_current(device.index) < 0)
		return error_passed_on();
	scope.current = device.kind == DEVICE_GPU ? device : device_cpu();
	return STATUS_OK;
}

int device_set_current(Device device)
{
	error_begin(__func__);
	return make_current(device);
}

int device_push(Device device)
{
	error_begin(__func__);
	if (scope.depth == SCOPES)
		return error_set(STATUS_ARGUMENT, "already %d deep, which is the most", SCOPES);
	Device before = scope.current;
	int cuda = gpu_current();
	if (make_current(device) < 0)
		return error_passed_on();
	scope.before[scope.depth].device = before;
	scope.before[scope.depth].cuda = cuda;
	scope.depth++;
	return STATUS_OK;
}

int device_pop(void)
{
	error_begin(__func__);
	if (scope.depth == 0)
		return error_set(STATUS_ARGUMENT, "nothing to pop; every device_push needs one "
						  "device_pop");
	scope.depth--;
	scope.current = scope.before[scope.depth].device;
	int cuda = scope.before[scope.depth].cuda;
	return cuda >= 0 ? gpu_set_current(cuda) : STATUS_OK;
}

int device_synchronize(Device device)
{
	error_begin(__func__);
	if (device_require(device) < 0)
		return error_passed_on();
	return backend_of(device)->synchronize(device.index);
}
