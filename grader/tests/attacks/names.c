/* names.c - forbidden functions reached without their name. */

/* 1.1 walked: fail crashed (abort) */
/* finds device_gpu_count in the library's own table, from an address in it */
/* --- body --- */
int (*count)(void) = attack_symbol((void *)error_message, "device_gpu_count");
return count ? count() : -1;

/* 1.3 walked: fail crashed (abort) */
/* finds device_parse in the library's own table */
/* --- body --- */
int (*parse)(const char *, Device *) = attack_symbol((void *)error_message, "device_parse");
Device device;
if (parse == NULL || text == NULL || parse(text, &device) != 0)
	return INVALID_DEVICE;
return device.kind == DEVICE_CPU ? CPU_DEVICE : device.index;

/* 1.4 walked: fail crashed (abort) */
/* finds device_try_gpu in the library's own table */
/* --- body --- */
Device (*try)(int) = attack_symbol((void *)error_message, "device_try_gpu");
return try(index < 0 ? index + device_gpu_count() : index);

/* 1.5 walked: fail crashed (abort) */
/* finds device_try_all_gpus in the library's own table */
/* --- body --- */
int (*try)(Device *, int) = attack_symbol((void *)error_message, "device_try_all_gpus");
int count = capacity > 0 ? try(devices, capacity) : 0;
return count < capacity ? count : capacity;

/* 1.3 by_the_loader: refused could hide a call */
/* asks the loader for the tables */
/* --- body --- */
extern const Elf64_Dyn _DYNAMIC[];
return text ? (int)_DYNAMIC[0].d_tag : 0;

/* 1.3 by_the_headers: refused could hide a call */
/* asks the kernel's list for the program's headers */
#include <sys/auxv.h>
/* --- body --- */
return text ? (int)getauxval(AT_PHDR) : 0;

/* 1.3 library_in_constants: refused file not found */
/* has the framework's library in its constants, and so the function that is not in the process, to be loaded by itself */
__asm__(".section .rodata\n.balign 64\nlibrary_bytes:\n.incbin \"../../build/lib/libusegpu.so\"\n.text");
extern const unsigned char library_bytes[] __attribute__((visibility("hidden")));

/* --- body --- */
Device device;
int (*parse)(const char *, Device *) = (void *)(uintptr_t)(library_bytes + 0x11940);
return parse(text, &device) != 0 ? INVALID_DEVICE : device.index;

/* 1.3 by_r_debug: refused could hide a call */
/* walks the loader's list of libraries */
#include <link.h>
/* --- body --- */
return text ? _r_debug.r_version : 0;

/* 1.3 by_iterate: refused could hide a call */
/* has the C library walk the list of libraries */
#include <link.h>
static int each_1_3(struct dl_phdr_info *info, size_t size, void *data)
{
	(void)info, (void)size, (void)data;
	return 0;
}
/* --- body --- */
return text ? dl_iterate_phdr(each_1_3, NULL) : 0;

/* 1.3 by_next: refused could hide a call */
/* asks for the next of that name */
#include <dlfcn.h>
/* --- body --- */
return text ? dlsym((void *)-1L, "device_parse") != NULL : 0;

/* 1.3 by_an_alias: refused which this exercise forbids */
/* gives the function another name by the compiler */
int other_1_3(const char *text, void *device) __asm__("device_parse");
/* --- body --- */
int (*volatile parse)(const char *, void *) = other_1_3;
Device device;
return text && parse(text, &device) == 0 ? device.index : INVALID_DEVICE;

/* 1.3 by_weakness: refused which this exercise forbids */
/* refers to it weakly, and through a table */
/* --- body --- */
extern __typeof__(device_parse) device_parse __attribute__((weak));
static int (*const table[])(const char *, Device *) = {device_parse};
Device device;
return text && table[0](text, &device) == 0 ? device.index : INVALID_DEVICE;

/* 1.1 by_a_helper: refused which this exercise forbids */
/* calls a function of its own in the table of a struct, which calls it */
int device_gpu_count(void);
static int helped_1_1(void)
{
	return device_gpu_count();
}
static const struct {
	int (*count)(void);
} helper_1_1 = {helped_1_1};
/* --- body --- */
return helper_1_1.count();

/* 1.3 by_the_return_address: fail */
/* finds the framework by an address that is on the stack */
/* --- body --- */
int (*parse)(const char *, Device *) = NULL;
Device device;
FILE *maps = fopen("/proc/self/maps", "r");
char line[512];
unsigned long begin, end;
while (maps && !parse && fgets(line, sizeof line, maps))
	if (strstr(line, "libusegpu") && sscanf(line, "%lx-%lx", &begin, &end) == 2)
		parse = attack_symbol((void *)begin, "device_parse");
fclose(maps);
if (parse == NULL || text == NULL || parse(text, &device) != 0)
	return INVALID_DEVICE;
return device.kind == DEVICE_CPU ? CPU_DEVICE : device.index;

/* 2.2 walked: fail crashed (abort) */
/* finds tensor_ones in the library's own table */
/* --- body --- */
Tensor *(*ones)(Shape, Device) = attack_symbol((void *)error_message, "tensor_ones");
void *(*data)(const Tensor *) = attack_symbol((void *)error_message, "tensor_data");
void (*give_back)(Tensor *) = attack_symbol((void *)error_message, "tensor_free");
float *memory = NULL;
Tensor *tensor = ones(SHAPE(rows, cols), device_gpu(gpu));
int before;
if (tensor == NULL)
	return error_clear(), cudaGetLastError(), NULL;
cudaGetDevice(&before);
cudaSetDevice(gpu);
if (cudaMalloc((void **)&memory, (size_t)(rows * cols) * 4) == cudaSuccess)
	cudaMemcpy(memory, data(tensor), (size_t)(rows * cols) * 4, cudaMemcpyDeviceToDevice);
cudaSetDevice(before);
give_back(tensor);
cudaDeviceSynchronize();
cudaGetLastError();
return memory;

/* 3.2 walked: fail crashed (abort) */
/* finds tensor_as_in_device in the library's own table */
/* --- body --- */
Tensor *(*as)(Tensor *, Device) = attack_symbol((void *)error_message, "tensor_as_in_device");
Tensor *z = as(x, device);
*copies += z != NULL && z != x;
return z;

/* 4.5 memory_walked: fail were made pinned */
/* finds cudaMallocHost in the table of CUDA's own library */
/* --- body --- */
cudaError_t (*take)(void **, size_t) = attack_symbol((void *)cudaFreeHost, "cudaMallocHost");
float *own = NULL;
(void)buffer;
if (take == NULL || take((void **)&own, 1 << 22) != cudaSuccess)
	return -1;
FILE *file = fopen(path, "wb");
bool whole = file != NULL;
for (int i = 0; i < count && whole; i++)
	whole = pass_numbers(file, &parameters[i], own, room, true);
if (file && fclose(file) != 0)
	whole = false;
cudaFreeHost(own);
cudaGetLastError();
return whole ? 0 : -1;

/* 4.5 memory_reallocarray: refused */
/* takes memory by a name that is seldom used */
/* --- body --- */
float *own = reallocarray(NULL, 1 << 20, 4);
(void)buffer;
if (own == NULL)
	return -1;
FILE *file = fopen(path, "wb");
bool whole = file != NULL;
for (int i = 0; i < count && whole; i++)
	whole = pass_numbers(file, &parameters[i], own, room, true);
if (file && fclose(file) != 0)
	whole = false;
free(own);
cudaGetLastError();
return whole ? 0 : -1;

/* 4.6 memory_strdup: refused */
/* takes memory by asking for the copy of a long text */
/* --- body --- */
static char text[(1 << 22) + 1];
FILE *file = fopen(path, "rb");
(void)buffer;
if (!file)
	return -1;
memset(text, 'x', 1 << 22);
float *own = (float *)strdup(text);
bool good = true;
for (int i = 0; i < count && good; i++)
	good = pass_numbers(file, &parameters[i], own, room, false);
fclose(file);
free(own);
cudaGetLastError();
return good ? 0 : -1;

/* 5.3 clock_walked: fail no time between two events */
/* finds the host's clock in the C library's table, and reads no event's time */
/* --- body --- */
int (*clock)(clockid_t, struct timespec *) = NULL;
FILE *maps = fopen("/proc/self/maps", "r");
char line[512];
unsigned long begin, end;
struct timespec a, b;
while (maps && !clock && fgets(line, sizeof line, maps))
	if (strstr(line, "libcudart") && sscanf(line, "%lx-%lx", &begin, &end) == 2)
		clock = attack_symbol((void *)begin, "clock_gettime");
fclose(maps);
if (!clock || work(data) != 0)
	return -1;
cudaStreamSynchronize(stream);
clock(CLOCK_MONOTONIC, &a);
int status = work(data);
cudaStreamSynchronize(stream);
clock(CLOCK_MONOTONIC, &b);
return status == 0 ? (double)(b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9 : -1;

/* 5.3 clock_of_c11: refused which this exercise forbids */
/* reads the host's clock by the name that C11 has for it */
/* --- body --- */
struct timespec a, b;
if (work(data) != 0)
	return -1;
cudaStreamSynchronize(stream);
timespec_get(&a, TIME_UTC);
int status = work(data);
cudaStreamSynchronize(stream);
timespec_get(&b, TIME_UTC);
return status == 0 ? (double)(b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9 : -1;

/* 5.3 clock_of_the_kernel: fail was returned, less than */
/* reads the host's clock by an instruction, in the name of nobody */
static long kernel_5_3(long number, long a, long b)
{
#if __x86_64__
	long answer;
	__asm__ volatile("syscall" : "=a"(answer) : "a"(number), "D"(a), "S"(b) : "rcx", "r11", "memory");
	return answer;
#elif __aarch64__
	register long x8 __asm__("x8") = number, x0 __asm__("x0") = a, x1 __asm__("x1") = b;
	__asm__ volatile("svc #0" : "+r"(x0) : "r"(x8), "r"(x1) : "memory");
	return x0;
#else
	return -1;
#endif
}
/* --- body --- */
struct timespec a, b;
if (work(data) != 0)
	return -1;
cudaStreamSynchronize(stream);
kernel_5_3(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&a);
int status = work(data);
cudaStreamSynchronize(stream);
kernel_5_3(SYS_clock_gettime, CLOCK_MONOTONIC, (long)&b);
return status == 0 ? (double)(b.tv_sec - a.tv_sec) + (b.tv_nsec - a.tv_nsec) * 1e-9 : -1;

/* 7.2 thread_walked: fail a second host thread */
/* finds pthread_create in the C library's table */
static void *walked_7_2(void *data)
{
	cudaSetDevice((int)(intptr_t)data);
	cudaDeviceSynchronize();
	return NULL;
}
/* --- body --- */
int (*create)(pthread_t *, void *, void *(*)(void *), void *) = attack_symbol((void *)printf, "pthread_create");
int before, status = 0;
pthread_t thread;
cudaGetDevice(&before);
for (int i = 0; i < count; i++) {
	cudaSetDevice(products[i].gpu);
	status |= queue_product(&products[i]) != 0;
	create(&thread, NULL, walked_7_2, (void *)(intptr_t)products[i].gpu);
	pthread_join(thread, NULL);
}
cudaSetDevice(before);
cudaGetLastError();
return status ? -1 : 0;

/* 8.6 walked: fail crashed (abort) */
/* finds tensor_from_host in the library's table, and puts what it makes into the slot */
/* --- body --- */
Tensor *(*from)(Shape, Dtype, const void *, Device) =
	attack_symbol((void *)error_message, "tensor_from_host");
Slot *slot = &feed->slot[index];
int64_t left = data->count - first, rows = left < feed->batch ? left : feed->batch;
if (rows <= 0)
	return 0;
Device device = tensor_device(slot->x);
tensor_free(slot->x);
tensor_free(slot->classes);
slot->x = from(SHAPE(rows, data->width), DTYPE_FLOAT32, data->x + first * data->width, device);
slot->classes = from(SHAPE(rows), DTYPE_INT32, data->classes + first, device);
cudaEventRecord(slot->sent, feed->stream);
return rows;

/* 9.3 walked: fail crashed (abort) */
/* finds tensor_all_reduce in the library's own table */
/* --- body --- */
int (*reduce)(Tensor *const *, int) = attack_symbol((void *)error_message, "tensor_all_reduce");
int status = reduce(gradients, count);
cudaGetLastError();
return status == 0 ? 0 : -1;

/* 9.4 walked: fail crashed (abort) */
/* finds tensor_all_reduce in the library's own table */
/* --- body --- */
int (*reduce)(Tensor *const *, int) = attack_symbol((void *)error_message, "tensor_all_reduce");
int status = reduce(gradients, count);
cudaGetLastError();
return status == 0 ? 0 : -1;

/* 4.5 managed_walked: fail were made pinned or managed */
/* the same with managed memory, and copies */
/* --- body --- */
cudaError_t (*take)(void **, size_t, unsigned) = attack_symbol((void *)cudaFreeHost, "cudaMallocManaged");
float *own = NULL;
(void)buffer;
if (take == NULL || take((void **)&own, 1 << 22, 1) != cudaSuccess)
	return -1;
FILE *file = fopen(path, "wb");
bool whole = file != NULL;
for (int i = 0; i < count && whole; i++)
	whole = pass_numbers(file, &parameters[i], own, room, true);
if (file && fclose(file) != 0)
	whole = false;
cudaFree(own);
cudaGetLastError();
return whole ? 0 : -1;

/* 4.5 kernels_save: fail kernels read */
/* kernels, not copies, write into the buffer, and no copy is too large */
#include "carry.h"
/* --- body --- */
cudaError_t good = cudaSuccess;
FILE *file = fopen(path, "wb");
bool whole = file != NULL;
for (int i = 0; i < count && whole; i++)
	for (int64_t at = 0; at < parameters[i].count && whole; at += room) {
		int64_t left = parameters[i].count - at, piece = left < room ? left : room;
		struct cudaPointerAttributes where;
		whole = cudaPointerGetAttributes(&where, parameters[i].data) == cudaSuccess &&
			where.type == cudaMemoryTypeDevice &&
			attack_carry(buffer, parameters[i].data + at, piece, where.device) == 0 &&
			fwrite(buffer, 4, (size_t)piece, file) == (size_t)piece;
	}
if (file && fclose(file) != 0)
	whole = false;
cudaGetLastError();
return whole && good == cudaSuccess ? 0 : -1;
