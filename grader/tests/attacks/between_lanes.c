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
