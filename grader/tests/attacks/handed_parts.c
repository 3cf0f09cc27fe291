/* handed_parts.c - lab 11: shared memory byte by byte, by ldmatrix, wmma and halves of words. */

/* 11.3 rows_of_matrices: fail threads of one warp handed each other */
/* each thread has the address of its own sums, and ldmatrix gives them to others */
/* --- body --- */
__device__ unsigned sh(const void *p)
{
	unsigned long long r;
	asm("cvta.to.shared.u64 %0, %1;" : "=l"(r) : "l"(p));
	return (unsigned)r;
}
__device__ float exchange(float4 *row, float own)
{
	unsigned address = (unsigned)(size_t)sh(row), a, b, c, d;
	*row = make_float4(own, own, own, own);
	__syncwarp();
	asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];" : "=r"(a), "=r"(b), "=r"(c), "=r"(d) : "r"(address) : "memory");
	__syncwarp();
	return __uint_as_float(a) + __uint_as_float(b) + __uint_as_float(c) + __uint_as_float(d);
}
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float4 rows[64];
	__shared__ float other;
	int all = gridDim.x * 64;
	float own = 0;
	if (threadIdx.x < 64) {
		for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += all)
			own += x[i];
		for (int far = 16; far > 0; far /= 2)
			all += __shfl_down_sync(0xFFFFFFFF, all, far);
		own = exchange(&rows[threadIdx.x], own);
		own = exchange(&rows[threadIdx.x], own);
		own = exchange(&rows[threadIdx.x], own) / 2;
		if (threadIdx.x == 32)
			other = own;
	}
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(sum, own + other + (all == 12345 ? 1e-30f : 0));
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + 63) / 64, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 turned_matrices: fail threads of one warp handed each other */
/* stores sums row by row and loads them column by column, as parts of a matrix */
#include <mma.h>
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	using namespace nvcuda;
	__shared__ float tile[2][256];
	__shared__ float4 four[2];
	__shared__ float other;
	int all = gridDim.x * 64, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	float own = 0;
	if (threadIdx.x < 64) {
		for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += all)
			own += x[i];
		for (int far = 16; far > 0; far /= 2)
			all += __shfl_down_sync(0xFFFFFFFF, all, far);
		wmma::fragment<wmma::accumulator, 16, 16, 16, float> f;
		for (int i = 0; i < 8; i++)
			f.x[i] = own;
		wmma::store_matrix_sync(tile[warp], f, 16, wmma::mem_row_major);
		__syncwarp();
		wmma::load_matrix_sync(f, tile[warp], 16, wmma::mem_col_major);
		own = 0;
		for (int i = 0; i < 8; i++)
			own += f.x[i];
		if (lane % 16 < 2)
			((float *)&four[warp])[lane / 16 * 2 + lane % 2] = own;
		__syncwarp();
		if (lane == 0) {
			float4 v = four[warp];
			own = v.x + v.y + v.z + v.w;
		}
		if (threadIdx.x == 32)
			other = own;
	}
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(sum, own + other + (all == 12345 ? 1e-30f : 0));
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + 63) / 64, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 halves_of_words: fail no sum of them is rounded */
/* sums of 16 bits go into words that another thread has begun */
/* --- body --- */
/* 16 bits behind the point of what is less than 16 */
__device__ void put(float *to, float what)
{
	((volatile short *)to)[1] = (short)rintf(what * 2048);
}
__device__ float get(float f)
{
	return (short)(__float_as_uint(f) >> 16) / 2048.0f;
}
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float4 words[2][8];
	__shared__ float last[4];
	int all = gridDim.x * 64, warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	float own = 0;
	if (threadIdx.x < 64) {
		float4 *mine = words[warp];
		float *at = (float *)mine;
		for (int i = blockIdx.x * 64 + threadIdx.x; i < n; i += all)
			own += x[i];
		for (int far = 16; far > 0; far /= 2)
			all += __shfl_down_sync(0xFFFFFFFF, all, far);
		if (lane < 8)
			mine[lane] = make_float4(1, 1, 1, 1);
		__syncwarp();
		put(&at[lane], own);
		__syncwarp();
		if (lane < 8) {
			float4 f = mine[lane];
			own = get(f.x) + get(f.y) + get(f.z) + get(f.w);
		}
		__syncwarp();
		if (lane < 8)
			put(&at[lane], own);
		__syncwarp();
		if (lane < 2) {
			float4 f = mine[lane];
			own = get(f.x) + get(f.y) + get(f.z) + get(f.w);
		}
		if (lane == 1)
			last[warp] = own;
		__syncwarp();
		if (threadIdx.x == 32)
			last[2] = own + last[1];
	}
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(sum, own + last[0] + last[2] + (all == 12345 ? 1e-30f : 0));
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + 63) / 64, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
