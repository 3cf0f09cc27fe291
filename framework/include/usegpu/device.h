/* device.h - the devices that tensors live on and operations run on.
 *
 * A Device is a small value, passed and compared by value. There is one CPU: it stands for all
 * cores and the whole main memory, whatever index is written behind it. A GPU stands for one card
 * and the memory on it; gpu:0 is the first one that CUDA shows (CUDA_VISIBLE_DEVICES decides which
 * those are). */
#ifndef USEGPU_DEVICE_H
#define USEGPU_DEVICE_H

#include <stdbool.h>
#include <stddef.h>

#include "usegpu/error.h"

typedef enum DeviceKind { DEVICE_CPU, DEVICE_GPU } DeviceKind;

typedef struct Device {
	DeviceKind kind;
	int index; /* 0 for the CPU */
} Device;

typedef struct DeviceText {
	char text[24];
} DeviceText;

typedef struct DeviceInfo {
	char name[256];       /* "NVIDIA A100-SXM4-40GB", or the CPU's model name */
	int capability_major; /* CUDA compute capability; 0.0 for the CPU */
	int capability_minor;
	int multiprocessors; /* SMs of a GPU, cores of the CPU */
	size_t memory_total; /* bytes */
	size_t memory_free;  /* bytes, at the moment of the call */
} DeviceInfo;

Device device_cpu(void);

/* The GPU with that index, whether it exists or not: using it says so if it does not. */
Device device_gpu(int index);

bool device_equal(Device a, Device b);

/* Reads every spelling that the chapter's frameworks take or print (letters in either case):
 *     cpu  cpu:N  gpu  gpu:N                       all of them
 *     cpu(N)  gpu(N)                               MXNet
 *     cuda  cuda:N  device(type='cuda', index=N)   PyTorch
 *     /CPU:N  /GPU:N  /device:GPU:N                TensorFlow, with or without
 *                                                  /job:localhost/replica:0/task:0 before /device
 *     Place(cpu)  Place(gpu:N)                     PaddlePaddle
 * gpu means gpu:0; any CPU index is the same CPU. It does not ask whether the device exists. 0, or
 * STATUS_ARGUMENT with *device untouched. */
int device_parse(const char *text, Device *device);

/* "cpu" or "gpu:1"; a value, so that device_text(d).text can be printed at once. */
DeviceText device_text(Device device);

/* How many GPUs there are; 0 without a GPU, or without a driver. Never fails. */
int device_gpu_count(void);

/* 0 if the device exists, else STATUS_DEVICE and a message that says how many GPUs there are. */
int device_check(Device device);

/* GPU `index` if it exists, else the CPU. */
Device device_try_gpu(int index);

/* Fills devices[] with all GPUs, or with the CPU alone when there is no GPU, up to `capacity`
 * entries. Returns how many there are in all (at least 1), which may be more than `capacity`. */
int device_try_all_gpus(Device *devices, int capacity);

/* 0, or STATUS_DEVICE / STATUS_GPU with *info untouched. */
int device_info(Device device, DeviceInfo *info);

/* What results of operations on a GPU come from: CUDA's own pool of that GPU (cudaMallocAsync). The
 * framework lets it keep what is freed, so that the next result of that size costs nearly nothing and
 * nobody waits for the GPU; cudaMemGetInfo() and memory_free above count what it keeps as taken. What
 * comes from another GPU by a copy, parameters and buffers have memory of their own (cudaMalloc). When
 * that finds none, the pool gives back what it keeps, and it is tried once more. */
typedef struct DeviceMemory {
	size_t allocated; /* bytes in use, of results that live */
	size_t reserved;  /* bytes that the pool holds, in use or kept */
	size_t peak;      /* the most that was in use at one time */
} DeviceMemory;

/* Of a GPU. 0; STATUS_DEVICE for the CPU or a GPU that is not there, STATUS_GPU. */
int device_memory(Device device, DeviceMemory *memory);

/* Gives back to the GPU what its pool keeps, once the work that uses it is done: waits for that. The
 * same errors. */
int device_memory_release(Device device);

/* The current device of this thread: where a program that does not care creates its tensors
 * (tensor_ones(SHAPE(2, 3), device_current())). It is the CPU until it is set. Setting it to a
 * GPU also makes it CUDA's current device. 0, or STATUS_DEVICE. */
Device device_current(void);
int device_set_current(Device device);

/* A scope: push makes `device` current, pop goes back to the one before. At most 16 deep.
 * 0, or STATUS_DEVICE (no such device) / STATUS_ARGUMENT (too deep, or nothing to pop). */
int device_push(Device device);
int device_pop(void);

/* What an operation does when its inputs live on two devices, for this thread; POLICY_ERROR until
 * it is set. The copy that the other two make goes to the device of the first input (for
 * module_forward() that of the module), because there the result is wanted most often; it is made
 * anew at every call and freed after it, and costs what any copy costs. POLICY_COPY exists so that
 * a program can show what silent copies cost. */
typedef enum DevicePolicy {
	POLICY_ERROR, /* fails with STATUS_DEVICE and a message that names both */
	POLICY_WARN,  /* copies, with one line on stderr for each place of the program */
	POLICY_COPY,  /* copies and says nothing */
} DevicePolicy;
DevicePolicy device_policy(void);
int device_set_policy(DevicePolicy policy); /* 0, or STATUS_ARGUMENT: no such policy */

/* Waits until the device has finished all work given to it so far. 0, or a negative Status;
 * an error of earlier asynchronous work shows up here. The CPU is always finished. */
int device_synchronize(Device device);

#ifndef USEGPU_INTERNAL
#define device_parse(...)          (USEGPU_HERE, device_parse(__VA_ARGS__))
#define device_check(...)          (USEGPU_HERE, device_check(__VA_ARGS__))
#define device_info(...)           (USEGPU_HERE, device_info(__VA_ARGS__))
#define device_memory(...)         (USEGPU_HERE, device_memory(__VA_ARGS__))
#define device_memory_release(...) (USEGPU_HERE, device_memory_release(__VA_ARGS__))
#define device_set_current(...)    (USEGPU_HERE, device_set_current(__VA_ARGS__))
#define device_set_policy(...)     (USEGPU_HERE, device_set_policy(__VA_ARGS__))
#define device_push(...)           (USEGPU_HERE, device_push(__VA_ARGS__))
#define device_pop(...)            (USEGPU_HERE, device_pop(__VA_ARGS__))
#define device_synchronize(...)    (USEGPU_HERE, device_synchronize(__VA_ARGS__))
#endif

#endif
