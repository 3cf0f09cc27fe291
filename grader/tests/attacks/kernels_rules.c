/* kernels_rules.c - answers of lab 10 that break one rule of a contract. */

/* 10.1 waits_when_empty: fail the call waited for the GPU */
/* where there is nothing to do, it waits for what the caller has queued */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] *= a;
}
extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return cudaDeviceSynchronize();
	scale_kernel<<<(n + 255) / 256, 256>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 10.2 one_block_given: fail 1 block: y: element 0 */
/* one block, which may be asked for, is none */
/* --- body --- */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		y[i] += a * x[i];
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n == 0 || blocks == 1)
		return 0;
	saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 10.3 last_left_out: fail no sum of them is rounded */
/* of many numbers the last is left out, which hardly changes the sum */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n - (n > 10000); i += all)
		own += x[i] * x[i];
	atomicAdd(sum, own);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 10.4 twice_where_ragged: fail one thread added to one row */
/* threads add twice where rows do not come out even, half of them each time */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	const float *row = x + (size_t)blockIdx.x * columns;
	float own = 0;
	if (columns % 256 == 0) {
	for (int column = threadIdx.x; column < columns; column += blockDim.x)
		own += row[column];
	atomicAdd(&sums[blockIdx.x], own);
	return;
	}
	int k = 0;
	for (int column = threadIdx.x; column < columns; column += blockDim.x, k++)
		if (k < 2) own += row[column];
	own += __shfl_down_sync(0xffffffff, own, 16);
	if (threadIdx.x % 32 < 16) atomicAdd(&sums[blockIdx.x], own);
	own = 0;
	k = 0;
	for (int column = threadIdx.x; column < columns; column += blockDim.x, k++)
		if (k >= 2) own += row[column];
	own += __shfl_down_sync(0xffffffff, own, 16);
	if (threadIdx.x % 32 < 16) atomicAdd(&sums[blockIdx.x], own);
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 10.5 reads_some_odd: fail and the others left alone */
/* a few of the numbers that are left as they are are read and written */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
	if (threadIdx.x < 16 && i + 1 < n && blockIdx.x) x[i + 1] = *(volatile float *)&x[i + 1];
}
extern "C" int damp(float *x, int n)
{
	int even = (n + 1) / 2;
	if (n == 0)
		return 0;
	damp_kernel<<<(even + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 10.1 again_when_refused: fail the launch is refused: a kernel was launched all the same */
/* a launch that is refused is made a second time */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] *= a;
}
extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	scale_kernel<<<(n + 255) / 256, 256>>>(x, a, n);
	if (cudaGetLastError() == cudaSuccess)
		return 0;
	scale_kernel<<<(n + 255) / 256, 256>>>(x, a, n);
	cudaGetLastError();
	return -1;
}
/* 10.2 many_blocks_given: fail blocks, got 7 */
/* never more than a few blocks */
/* --- body --- */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		y[i] += a * x[i];
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n == 0)
		return 0;
	if (blocks > 7) blocks = 7;
	saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 10.3 other_memory_by_call: fail and no other was to be used */
/* sums of blocks are made in a variable of the file, another part of it in each call */
/* --- body --- */
__device__ float part[4096];
__global__ void squares_kernel(const float *x, int n, float *sum, int call)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i] * x[i];
	if (threadIdx.x != 0)
		atomicAdd(&part[blockIdx.x + 64 * call], own);
	__threadfence();
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(sum, own + *(volatile float *)&part[blockIdx.x + 64 * call]);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	static int calls;
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum, calls++);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 10.5 writes_odd_small: fail of its 32 threads had work */
/* every other thread has work where there are few numbers */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (n > 4096) i *= 2;
	if (i >= n)
		return;
	float number = x[i];
	for (int time = 0; i % 2 == 0 && time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	if (n == 0)
		return 0;
	damp_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 10.1 other_rests: fail warps in another order: x: element */
/* a last block with more than one number is left out */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n && (n % 256 < 2 || i % 256 != 2))
		x[i] *= a;
}
extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	scale_kernel<<<n / 256 + (n % 256 == 1), 256>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 10.3 as_halves: fail no sum of them is rounded */
/* squares are rounded to half precision */
/* --- body --- */
#include <cuda_fp16.h>
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all) {
		float v = __half2float(__float2half(x[i] * x[i]));
		own += v;
	}
	atomicAdd(sum, own);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 10.5 waits_when_refused: fail besides the kernel there were */
/* where the launch is refused, the numbers are fetched */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	int even = (n + 1) / 2;
	if (n == 0)
		return 0;
	damp_kernel<<<(even + THREADS - 1) / THREADS, THREADS>>>(x, n);
	if (cudaGetLastError() == cudaSuccess) return 0;
	float *c = (float *)malloc(4 * n);
	cudaMemcpy(c, x, 4 * n, cudaMemcpyDefault);
	free(c);
	return -1;
}
/* 10.1 via_launch_kernel: pass */
/* launched by its name */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] *= a;
}
extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	void *args[] = {&x, &a, &n};
	return cudaLaunchKernel((const void *)scale_kernel, dim3((n + 255) / 256), dim3(256), args, 0, 0) == cudaSuccess ? 0 : (cudaGetLastError(), -1);
}
/* 10.3 of_doubles_in_shared_memory: pass */
/* threads add up in double precision, and a block in shared memory */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ float part[THREADS];
	double own = 0;
	for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS) {
		float v = x[i];
		own += (double)v * v;
	}
	part[threadIdx.x] = (float)own;
	__syncthreads();
	for (int s = THREADS / 2; s > 0; s >>= 1) {
		if (threadIdx.x < s) part[threadIdx.x] += part[threadIdx.x + s];
		__syncthreads();
	}
	if (threadIdx.x == 0) atomicAdd(sum, part[0]);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	squares_kernel<<<n < 16384 ? (n + THREADS - 1) / THREADS : 16384 / THREADS, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 10.4 warps_go_along_rows: pass */
/* a warp for each row, which stores its sum */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
	if (row >= rows) return;
	float own = 0;
	for (int c = lane; c < columns; c += 32) own += x[(size_t)row * columns + c];
	for (int d = 16; d; d >>= 1) own += __shfl_down_sync(0xffffffff, own, d);
	if (lane == 0) sums[row] = own;
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if ((long long)rows * columns == 0)
		return 0;
	row_sums_kernel<<<(rows + 7) / 8, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 10.5 through_a_reference: pass */
/* in place, by a function that takes a reference */
/* --- body --- */
__device__ void damp_one(float &v) { for (int k = 64; k--;) v = 0.99F * v + 0.01F; }
__global__ void damp_kernel(float *x, int n)
{
	for (int e = blockIdx.x * blockDim.x + threadIdx.x; 2 * e < n; e += gridDim.x * blockDim.x)
		damp_one(x[2 * e]);
}
extern "C" int damp(float *x, int n)
{
	if (n <= 0)
		return 0;
	damp_kernel<<<(n + 2 * THREADS - 1) / (2 * THREADS), THREADS>>>(x, n);
	return cudaGetLastError() ? -1 : 0;
}

/* 10.2 wide_pieces: fail cudaErrorInvalidPtx */
/* each thread has a piece of its own, and moves 32 bytes at a time, which GPUs before sm_100 do not */
/* --- body --- */
__device__ void eight(float *y, float a, const float *x)
{
	double from[4], to[4];
	float f[8], t[8];
	asm volatile("ld.global.v4.f64 {%0,%1,%2,%3}, [%4];" : "=d"(from[0]), "=d"(from[1]), "=d"(from[2]), "=d"(from[3]) : "l"(x));
	asm volatile("ld.global.v4.f64 {%0,%1,%2,%3}, [%4];" : "=d"(to[0]), "=d"(to[1]), "=d"(to[2]), "=d"(to[3]) : "l"(y));
	memcpy(f, from, sizeof f);
	memcpy(t, to, sizeof t);
	for (int i = 0; i < 8; i++)
		t[i] += a * f[i];
	memcpy(to, t, sizeof t);
	asm volatile("st.global.v4.f64 [%4], {%0,%1,%2,%3};" ::"d"(to[0]), "d"(to[1]), "d"(to[2]), "d"(to[3]), "l"(y) : "memory");
}

__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	int all = gridDim.x * blockDim.x, t = blockIdx.x * blockDim.x + threadIdx.x, piece = n / all / 8 * 8;
	for (int i = 0; i < piece; i += 8)
		eight(y + t * piece + i, a, x + t * piece + i);
	for (int i = all * piece + t; i < n; i += all)
		y[i] += a * x[i];
}

extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n == 0)
		return 0;
	saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 rows_by_atomics: fail atomics are no loads */
/* threads go along rows, and read most numbers by atomics that change nothing */
/* --- body --- */
__global__ void row_sums_kernel(float *x, float *sums, int rows, int columns)
{
	__shared__ float whole[1400];
	int tail = columns > 1100 ? 128 : 0, body = columns - tail, half = body / 2;
	for (int r = threadIdx.x; r < rows; r += THREADS)
		whole[r] = 0;
	__syncthreads();
	for (int r = threadIdx.x / 32; r < rows && tail; r += 8) {
		float own = 0;
		for (int c = threadIdx.x % 32; c < tail; c += 32)
			own += x[(size_t)r * columns + body + c];
		atomicAdd(&whole[r], own);
	}
	for (int r = threadIdx.x % 128; r < rows; r += 128) {
		float *row = x + (size_t)r * columns;
		float own = 0;
		int c = threadIdx.x < 128 ? 0 : half, end = threadIdx.x < 128 ? half : body, budget = 127;
		if (c < end && (size_t)(row + c) % 8) {
			own += row[c];
			c++;
		}
		for (; c + 1 < end && budget > 0; c += 2, budget--) {
			unsigned long long two = atomicOr((unsigned long long *)(row + c), 0ULL);
			own += __uint_as_float((unsigned)two) + __uint_as_float((unsigned)(two >> 32));
		}
		for (; c < end && (size_t)(row + c) % 16; c++)
			own += row[c];
		for (; c + 3 < end; c += 4) {
			float4 f = *(const float4 *)(row + c);
			own += f.x + f.y + f.z + f.w;
		}
		for (; c < end; c++)
			own += row[c];
		atomicAdd(&whole[r], own);
	}
	__syncthreads();
	for (int r = threadIdx.x; r < rows; r += THREADS)
		sums[r] = whole[r];
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<1, THREADS>>>((float *)x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.1 fewer_threads_declared: fail the answer: wanted 0, got -1 */
/* a kernel that says it has blocks of 128 threads at most, which CUDA believes */
/* --- body --- */
__global__ void __launch_bounds__(128) scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = a * x[i];
}

extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.1 as_many_threads_declared: pass */
/* the same with 256 */
/* --- body --- */
__global__ void __launch_bounds__(256) scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = a * x[i];
}

extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
