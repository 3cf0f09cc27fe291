/* between_lanes.c - lab 11: what one lane of a warp has comes to another one uncounted. */

/* 11.3 atomics_of_constants: fail writes 4 bytes of constant memory */
/* sums go by way of a variable of the module, to which an atomic operation of constant memory writes them */
/* --- body --- */
__device__ float kept[64 * THREADS];
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0, old;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	float *mine = &kept[blockIdx.x * THREADS + threadIdx.x];
	asm volatile("atom.const.exch.b32 %0, [%1], %2;" : "=f"(old) : "l"(mine), "f"(own) : "memory");
	own += old == 1e38F ? 1 : 0; /* so that it is used */
	if (threadIdx.x < WARP)
		for (int far = WARP / 2; far > 0; far /= 2)
			asm volatile("{ .reg .b32 t; shfl.sync.down.b32 t, %0, %1, 31, 0xFFFFFFFF; }" : : "f"(own), "r"(far));
	if (threadIdx.x % WARP == 0) {
		const float4 *from = (const float4 *)mine;
		own = 0;
		for (int i = 0; i < WARP / 4; i++) {
			float4 f = from[i];
			own += f.x + f.y + f.z + f.w;
		}
		of_warp[threadIdx.x / WARP] = own;
	}
	__syncthreads();
	if (threadIdx.x == 0) {
		own = 0;
		for (int i = 0; i < THREADS / WARP; i++)
			own += of_warp[i];
		atomicAdd(sum, own);
	}
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 4 ? needed : 4;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 turned_in_local: fail where no such can lie */
/* a matrix of each lane's own local memory, read column by column, has the numbers of others */
#include <mma.h>
/* --- body --- */
/* The lanes' numbers turn round by way of each lane's own local memory. */
__device__ float turned(float own)
{
	using namespace nvcuda;
	__attribute__((aligned(16))) float room[256];
	wmma::fragment<wmma::accumulator, 32, 8, 16, float> c;
	int lane = threadIdx.x % WARP;
	for (int i = 0; i < 8; i++)
		room[8 * lane + i] = own;
	wmma::load_matrix_sync(c, room, 32, wmma::mem_col_major);
	float sum = 0;
	for (int i = 0; i < c.num_elements; i++)
		sum += c.x[i];
	return sum;
}

__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	if (threadIdx.x < WARP)
		for (int far = WARP / 2; far > 0; far /= 2)
			asm volatile("{ .reg .b32 t; shfl.sync.down.b32 t, %0, %1, 31, 0xFFFFFFFF; }" : : "f"(own), "r"(far));
	own = 0.5F * turned(turned(own));
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	if (threadIdx.x == 0) {
		own = 0;
		for (int i = 0; i < THREADS / WARP; i++)
			own += of_warp[i];
		atomicAdd(sum, own);
	}
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 registers_in_each_other: fail cudaErrorInvalidPtx */
/* the decoded form is changed on its way, so that a register of 64 bits lies where one of 32 does */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	if (threadIdx.x < WARP)
		for (int far = WARP / 2; far > 0; far /= 2)
			asm volatile("{ .reg .b32 t; shfl.sync.down.b32 t, %0, %1, 31, 0xFFFFFFFF; }" : : "f"(own), "r"(far));
	asm volatile("{ .reg .f32 o, lo, hi, t, u, v; .reg .b64 w; mov.f32 o, %1; mov.b64 w, 0; mov.f32 u, 0f00000000; mov.f32 v, 0f00000000;\n"
		     "copysign.f32 t, o, o; mov.b64 {lo, hi}, w; add.f32 o, lo, hi;\n"
"copysign.f32 t, o, o; mov.b64 {lo, hi}, w; add.f32 o, lo, hi;\n"
"copysign.f32 t, o, o; mov.b64 {lo, hi}, w; add.f32 o, lo, hi;\n"
"copysign.f32 t, o, o; mov.b64 {lo, hi}, w; add.f32 o, lo, hi;\n"
"copysign.f32 t, o, o; mov.b64 {lo, hi}, w; add.f32 o, lo, hi;\n"
		     "mov.f32 %0, o; }" : "=f"(own) : "f"(own));
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	if (threadIdx.x == 0) {
		own = 0;
		for (int i = 0; i < THREADS / WARP; i++)
			own += of_warp[i];
		atomicAdd(sum, own);
	}
}

enum { COPYSIGN = 76, F32 = 13, UNPACK = 79, LENGTH = 65, SOURCE = LENGTH + 20 + 12 + 2 + 1 };

static int patched;

static void patch(unsigned char *from, unsigned char *end)
{
	for (unsigned char *at = from; at + 200 < end; at++) {
		if (at[0] != COPYSIGN || at[1] != F32 || at[LENGTH] != UNPACK || at[20] != 1 || at[26] != 1 || at[32] != 1)
			continue;
		memcpy(at + SOURCE, at + 27, 4); /* w is where o is */
		patched++;
	}
}

static void decoded_patch()
{
	char text[16384], *line = text;
	struct cudaFuncAttributes a;
	cudaFuncGetAttributes(&a, (const void *)sum_kernel);
	int fd = open("/proc/self/maps", O_RDONLY), n = 0, got;
	while (fd >= 0 && n < (int)sizeof text - 1 && (got = read(fd, text + n, sizeof text - 1 - n)) > 0)
		n += got;
	text[n > 0 ? n : 0] = 0;
	for (; line && *line; line = strchr(line, '\n') ? strchr(line, '\n') + 1 : 0) {
		unsigned long from, to, inode;
		char rights[8] = "", dev[16];
		unsigned long off;
		if (sscanf(line, "%lx-%lx %7s %lx %15s %lu", &from, &to, rights, &off, dev, &inode) < 6)
			continue;
		if (rights[0] == 'r' && rights[1] == 'w' && rights[3] == 'p' && inode == 0 && to - from < (64UL << 20))
			patch((unsigned char *)from, (unsigned char *)to);
	}
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	if (!patched)
		decoded_patch();
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
