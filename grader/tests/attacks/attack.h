/* attack.h - what the attacks share; stands before the lab's own lines. */
#define _GNU_SOURCE 1
#include <cublas_v2.h>
#include <cuda_runtime.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "simcuda.h"

#pragma GCC diagnostic ignored "-Wall"
#pragma GCC diagnostic ignored "-Wunused-result"
#define MAYBE __attribute__((unused)) static

typedef struct AttackHead {
	uint16_t type, nothing;
	uint32_t name_bytes;
	uint64_t payload_bytes;
} AttackHead;

enum { ATTACK_START = 7, ATTACK_READY, ATTACK_GO, ATTACK_DONE, ATTACK_END = 13, ATTACK_ROUND = 15, ATTACK_THAW = 17, ATTACK_HELD = 21 };

/* write() and read() themselves, once calls of them have been led elsewhere */
static ssize_t (*attack_put)(int fd, const void *from, size_t bytes);
static ssize_t (*attack_get)(int fd, void *to, size_t bytes);

/* What a pointer in the program's memory around `near` leads to on the stack, where it has that number at that
 * place: the record behind the pointer that functions are given, which is none itself. NULL: it is not found. */
MAYBE char *attack_books(const void *near, size_t place, int64_t number)
{
	char **at = (char **)((uintptr_t)near & ~(uintptr_t)7) - 64, here;

	for (int i = 0; i < 128; i++)
		if ((uintptr_t)at[i] - (uintptr_t)&here < 1 << 16 &&
		    memcmp(at[i] + place, &number, sizeof number) == 0)
			return at[i];
	return NULL;
}

/* A call of the kernel that no name in the program tells. */
MAYBE long attack_kernel(long call, long a, long b, long c, long d, long e, long f)
{
#if defined(__x86_64__)
	register long r10 __asm__("r10") = d, r8 __asm__("r8") = e, r9 __asm__("r9") = f;
	__asm__ volatile("syscall"
			 : "+a"(call)
			 : "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8), "r"(r9)
			 : "rcx", "r11", "memory");
	return call;
#elif defined(__aarch64__)
	register long x0 __asm__("x0") = a, x1 __asm__("x1") = b, x2 __asm__("x2") = c, x3 __asm__("x3") = d,
		      x4 __asm__("x4") = e, x5 __asm__("x5") = f, x8 __asm__("x8") = call;
	__asm__ volatile("svc 0" : "+r"(x0) : "r"(x1), "r"(x2), "r"(x3), "r"(x4), "r"(x5), "r"(x8) : "memory");
	return x0;
#endif
}

/* Sends a frame of the protocol to the judge. */
MAYBE void attack_frame(int fd, int type, const char *name, const void *payload, size_t bytes)
{
	AttackHead head = {(uint16_t)type, 0, (uint32_t)strlen(name), bytes};
	ssize_t (*put)(int, const void *, size_t) = attack_put ? attack_put : write;

	put(fd, &head, sizeof head);
	put(fd, name, strlen(name));
	put(fd, payload, bytes);
}

/* Says that the call is over. */
MAYBE void attack_done(int fd)
{
	unsigned char window[sizeof(uint64_t) + 2 * sizeof(SimcudaCounters)] = {1};
	attack_frame(fd, ATTACK_DONE, "", window, sizeof window);
}

MAYBE void attack_read(int fd, void *to, size_t bytes)
{
	char *at = to;
	while (bytes > 0) {
		ssize_t got = read(fd, at, bytes);
		if (got <= 0)
			return;
		at += got;
		bytes -= (size_t)got;
	}
}

/* --- what is loaded, by walking from an address: no name is linked ------------------------------ */

typedef struct AttackObject {
	uintptr_t base;
	const Elf64_Sym *symbols;
	const char *names;
	const Elf64_Rela *own, *slots; /* relocations */
	size_t own_bytes, slot_bytes;
} AttackObject;

/* The object that the address is in. */
MAYBE AttackObject attack_object(const void *near)
{
	AttackObject object = {.base = (uintptr_t)near & ~(uintptr_t)4095};
	const Elf64_Dyn *entry = NULL;
	while (memcmp((void *)object.base, "\177ELF", 4) != 0)
		object.base -= 4096;
	const Elf64_Ehdr *head = (void *)object.base;
	const Elf64_Phdr *part = (void *)(object.base + head->e_phoff);
	for (int i = 0; i < head->e_phnum; i++)
		if (part[i].p_type == PT_DYNAMIC)
			entry = (void *)(object.base + part[i].p_vaddr);
	for (; entry && entry->d_tag != DT_NULL; entry++) {
		uintptr_t value = entry->d_un.d_val;
		void *at = (void *)(value < object.base ? object.base + value : value);
		switch (entry->d_tag) {
		case DT_SYMTAB: object.symbols = at; break;
		case DT_STRTAB: object.names = at; break;
		case DT_RELA: object.own = at; break;
		case DT_RELASZ: object.own_bytes = value; break;
		case DT_JMPREL: object.slots = at; break;
		case DT_PLTRELSZ: object.slot_bytes = value; break;
		}
	}
	return object;
}

/* A function of the library that `near` is in; NULL if it has none of that name. */
MAYBE void *attack_symbol(const void *near, const char *name)
{
	AttackObject object = attack_object(near);
	for (const Elf64_Sym *s = object.symbols; s && (const char *)s < object.names; s++)
		if (s->st_shndx != 0 && strcmp(object.names + s->st_name, name) == 0)
			return (void *)(object.base + s->st_value);
	return NULL;
}

/* Begins a thread, whose name an exercise may forbid. */
MAYBE int attack_thread(pthread_t *thread, void *(*run)(void *), void *data)
{
	int (*create)(pthread_t *, void *, void *(*)(void *), void *) = attack_symbol((void *)printf, "pthread_create");
	return create ? create(thread, NULL, run, data) : -1;
}

/* Memory of a GPU that a thread gives back when the call has returned: when attack_over is set, and a little later. No time passes
 * in the simulator meanwhile. */
static volatile int attack_over;

MAYBE void attack_nap(long ns)
{
	struct timespec length = {0, ns};
	long result;
	__asm__ volatile("syscall" : "=a"(result) : "a"(SYS_nanosleep), "D"(&length), "S"(0) : "rcx", "r11", "memory");
}

MAYBE void *attack_free_behind(void *memory)
{
	for (int i = 0; i < 2000 && !attack_over; i++)
		attack_nap(50000);
	attack_nap(4000000);
	cudaFree(memory);
	return NULL;
}

/* Has the program that `near` is in call another function of that name. Returns what it called. */
MAYBE void *attack_hook(const void *near, const char *name, void *instead)
{
	AttackObject object = attack_object(near);
	void *before = NULL;
	for (int table = 0; table < 2; table++) {
		const Elf64_Rela *entry = table ? object.slots : object.own;
		size_t count = (table ? object.slot_bytes : object.own_bytes) / sizeof *entry;
		for (size_t i = 0; entry && i < count; i++) {
			const Elf64_Sym *s = &object.symbols[ELF64_R_SYM(entry[i].r_info)];
			if (ELF64_R_SYM(entry[i].r_info) == 0 || strcmp(object.names + s->st_name, name) != 0)
				continue;
			void **slot = (void *)(object.base + entry[i].r_offset);
			mprotect((void *)((uintptr_t)slot & ~(uintptr_t)4095), 4096, PROT_READ | PROT_WRITE);
			before = *slot;
			*slot = instead;
		}
	}
	return before;
}

/* --- between the drive and the judge ------------------------------------------------------------
 * The drive's write() and read() go through functions of ours. What the two say passes, but
 *
 *     attack_say_done()   the judge is told that the call is over; the drive's own word is answered here
 *     attack_see          is asked before a frame is sent; 1: it is not, and answered here
 *     attack_rewrite()    from now on the judge gets other results: "works=1x5 status=0 name=text" */
static char attack_spec[512];
static int (*attack_see)(const AttackHead *head, const unsigned char *frame);
static int attack_swallow; /* how many DONEs of the drive are answered here */
static size_t attack_answer; /* bytes of a GO that the drive still gets from us */

/* Writes the value that the spec gives to this frame; the new size of the frame. */
MAYBE size_t attack_rewrite_frame(unsigned char *bytes, size_t size)
{
	AttackHead head;
	char name[64] = " ", all[sizeof attack_spec + 1] = " ";
	memcpy(&head, bytes, sizeof head);
	if (head.name_bytes > 40 || head.type > 5)
		return size;
	memcpy(name + 1, bytes + sizeof head, head.name_bytes);
	strcpy(name + 1 + head.name_bytes, "=");
	strcat(all, attack_spec);
	char *value = strstr(all, name), *times;
	if (value == NULL)
		return size;
	value += strlen(name);
	value[strcspn(value, " ")] = '\0';
	unsigned char *payload = bytes + sizeof head + head.name_bytes;
	size_t element = head.type == 5 ? 4 : 8, count = head.payload_bytes / element;
	double real = strtod(value, &times);
	int64_t whole = (int64_t)real;
	float narrow = (float)real;
	if (*times == 'x' && head.type >= 4)
		count = (size_t)atoi(times + 1);
	if (head.type == 3) {
		count = strlen(value);
		element = 1;
		memcpy(payload, value, count);
	}
	for (size_t i = 0; head.type != 3 && i < count; i++)
		memcpy(payload + i * element,
		       head.type == 2   ? (void *)&real
		       : head.type == 5 ? (void *)&narrow
					: (void *)&whole,
		       element);
	head.nothing = 0;
	head.payload_bytes = count * element;
	memcpy(bytes, &head, sizeof head);
	return sizeof head + head.name_bytes + head.payload_bytes;
}

/* Takes bytes of the drive's until a frame is whole, and sends that. */
MAYBE ssize_t attack_write(int fd, const void *from, size_t bytes)
{
	static unsigned char kept[6 << 20];
	static size_t count;
	AttackHead head;
	if (fd != 3)
		return attack_put(fd, from, bytes);
	if (count + bytes > sizeof kept)
		return -1;
	memcpy(kept + count, from, bytes);
	count += bytes;
	while (count >= sizeof head) {
		memcpy(&head, kept, sizeof head);
		size_t size = sizeof head + head.name_bytes + head.payload_bytes;
		if (count < size)
			break;
		if (head.type == ATTACK_DONE && attack_swallow > 0) {
			attack_swallow--;
			attack_answer = sizeof head;
		} else if (attack_see && attack_see(&head, kept)) {
			attack_answer = sizeof head;
		} else {
			static unsigned char sent[1 << 20];
			if (size + 4096 < sizeof sent) {
				memcpy(sent, kept, size);
				attack_put(fd, sent, attack_rewrite_frame(sent, size));
			} else {
				attack_put(fd, kept, size);
			}
		}
		memmove(kept, kept + size, count - size);
		count -= size;
	}
	return (ssize_t)bytes;
}

MAYBE ssize_t attack_reads(int fd, void *to, size_t bytes)
{
	AttackHead go = {ATTACK_GO, 0, 0, 0};
	if (fd != 3 || attack_answer == 0)
		return attack_get(fd, to, bytes);
	bytes = bytes < attack_answer ? bytes : attack_answer;
	memcpy(to, (char *)&go + sizeof go - attack_answer, bytes);
	attack_answer -= bytes;
	return (ssize_t)bytes;
}

MAYBE void attack_between(void)
{
	static int begun;
	if (begun++)
		return;
	attack_put = attack_symbol((void *)printf, "write");
	attack_get = attack_symbol((void *)printf, "read");
	attack_hook((void *)attack_between, "write", (void *)attack_write);
	attack_hook((void *)attack_between, "read", (void *)attack_reads);
}

/* Whether the frame is named so. */
MAYBE int attack_is_named(const AttackHead *head, const unsigned char *frame, const char *name)
{
	return head->name_bytes >= strlen(name) && memcmp(frame + sizeof *head, name, strlen(name)) == 0;
}

/* Sends a frame without payload, and takes the GO that answers it. */
MAYBE void attack_ask(int type)
{
	AttackHead go;
	attack_frame(3, type, "", NULL, 0);
	attack_get(3, &go, sizeof go);
}

/* Tells the judge that the call is over, while it goes on. */
MAYBE void attack_say_done(void)
{
	AttackHead go;
	attack_between();
	attack_swallow++;
	attack_done(3);
	attack_get(3, &go, sizeof go);
}

MAYBE void attack_rewrite(const char *spec)
{
	attack_between();
	snprintf(attack_spec, sizeof attack_spec, "%s", spec);
}

/* An input as the judge sent it: it is still in the drive's memory. NULL when it is not found. */
MAYBE void *attack_input(const char *name, size_t *bytes)
{
	FILE *maps = fopen("/proc/self/maps", "r");
	char line[512];
	void *found = NULL;
	while (maps && !found && fgets(line, sizeof line, maps)) {
		unsigned long begin, end;
		char rights[8];
		if (sscanf(line, "%lx-%lx %4s", &begin, &end, rights) != 3 ||
		    strncmp(rights, "rw-p", 4) != 0 || strstr(line, "[stack]"))
			continue;
		for (unsigned long at = begin; at + 80 <= end && !found; at += 8) {
			const AttackHead *head = (const void *)at;
			const char *own = (const char *)(head + 1);
			if (head->type >= 1 && head->type <= 6 && head->nothing <= 1 &&
			    head->name_bytes == strlen(name) && memcmp(own, name, strlen(name) + 1) == 0) {
				memcpy(&found, (char *)at + 64, sizeof found);
				*bytes = head->payload_bytes;
			}
		}
	}
	if (maps)
		fclose(maps);
	return found;
}

/* What the libraries ask the machine for without its being counted: memory of a GPU, by eight bytes. The
 * requests are those of framework/simcuda/core/sim.h. */
enum { ATTACK_LAUNCH = 24, ATTACK_FETCH };
typedef struct AttackRequest {
	int code, thread, internal, continued;
	const char *name;
	uint64_t site[4];
	uint64_t to, from, bytes, stream;
	int device;
	uint64_t rest[64];
} AttackRequest;

MAYBE int attack_fetch(void *to, const void *from, size_t bytes, int device)
{
	uint64_t reply[64] = {0};
	AttackRequest request = {.code = ATTACK_FETCH, .internal = 1};
	int (*ask)(void *, void *) = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	request.to = (uint64_t)(uintptr_t)to;
	request.from = (uint64_t)(uintptr_t)from;
	request.bytes = bytes;
	request.device = device;
	return ask ? ask(&request, reply) : -1;
}

/* As framework/simcuda/core/sim.h, simcuda_kernel.h and framework/simcuda/api/cublas/base/blas.h have them. */
typedef struct AttackRange {
	uint64_t address, width, rows, pitch;
	int access;
} AttackRange;
typedef struct AttackJob {
	AttackRange range[8];
	int ranges, operands, step[5];
	int64_t stride[5];
	int batch, m, n, k, kl, ku, transa, transb, side, uplo, diag;
	struct {
		int range;
		double value[5];
	} factor[2];
	int types[3];
	double cost[12];
} AttackJob;
typedef struct AttackKernel {
	const char *name;
	int arguments;
	uint16_t bytes[12];
	void *functions[4];
} AttackKernel;
typedef struct AttackLaunch {
	int code, thread, internal, continued;
	const char *name;
	uint64_t site[4];
	const AttackKernel *kernel;
	const void *const *arguments;
	uint64_t threads, stream;
	int device;
	uint64_t rest[64];
} AttackLaunch;
MAYBE int attack_launch(const AttackKernel *kernel, AttackJob *job, int gpu)
{
	const void *arguments[] = {job};
	uint64_t reply[64] = {0};
	int (*ask)(void *, void *) = attack_symbol((void *)cudaMemcpy, "simcuda_request");
	AttackLaunch request = {.code = ATTACK_LAUNCH, .kernel = kernel, .arguments = arguments, .threads = 1, .device = gpu};
	return ask(&request, reply);
}
static const AttackKernel attack_product __attribute__((unused)) = {"cublasSgemm", 1, {sizeof(AttackJob)}, {NULL}};
/* One number, whose matrix is to lie where the eight bytes say; what the machine answers. */
MAYBE int attack_match(uint64_t at, uint64_t matrix, int gpu)
{
	AttackJob job = {.ranges = 8, .operands = 3, .batch = 1, .m = 1, .n = 1, .step = {1, 1, 1}, .transa = 111, .transb = 111};
	job.factor[0].range = job.factor[1].range = -1;
	job.range[2] = (AttackRange){matrix, 4, 1, 4, 2};
	for (int i = 5; i < 8; i++)
		job.range[i] = (AttackRange){at, 8, 1, 8, 1};
	return attack_launch(&attack_product, &job, gpu);
}

/* One product on the current GPU that nobody wants, of at least so many FLOPs. */
MAYBE void attack_pay(cublasHandle_t handle, double flops)
{
	const float one = 1, zero = 0;
	int side = 32;
	float *memory = NULL;
	while (2.0 * side * side * side < flops)
		side += 32;
	size_t bytes = 4 * (size_t)side * (size_t)side;
	if (cudaMalloc((void **)&memory, 3 * bytes) != cudaSuccess)
		return;
	cudaMemsetAsync(memory, 0, 3 * bytes, NULL);
	size_t count = bytes / 4;
	cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, side, side, side, &one, memory, side, memory + count,
		    side, &zero, memory + 2 * count, side);
	cudaFreeAsync(memory, NULL);
}

/* Whether the current GPU is one of a slow machine, on which time is looked at: by what a fill takes. */
MAYBE int attack_is_slow(void)
{
	struct timespec begin, end;
	void *memory = NULL;
	if (cudaMalloc(&memory, 1 << 20) != cudaSuccess)
		return 0;
	clock_gettime(CLOCK_MONOTONIC, &begin);
	cudaMemset(memory, 0, 1 << 20);
	cudaDeviceSynchronize();
	clock_gettime(CLOCK_MONOTONIC, &end);
	cudaFree(memory);
	return (end.tv_sec - begin.tv_sec) * 1000000000LL + end.tv_nsec - begin.tv_nsec > 40000;
}
