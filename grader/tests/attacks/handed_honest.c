/* handed_honest.c - lab 11: honest ways to hand numbers on in shared memory. */

/* 11.1 turned_when_stored: pass */
/* puts numbers in from the other end, as doubles */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ double piece[THREADS];
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int count = min(n - first, THREADS);
	if (here < count)
		piece[count - 1 - here] = x[first + here];
	__syncthreads();
	if (here < count)
		x[first + here] = (float)piece[here];
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.1 turned_in_place: pass */
/* half of the threads exchange numbers in shared memory, where they lie as bits */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	extern __shared__ volatile unsigned piece[];
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int count = min(n - first, THREADS);
	if (here < count)
		piece[here] = __float_as_uint(x[first + here]);
	__syncthreads();
	if (here < count / 2) {
		unsigned a = piece[here], b = piece[count - 1 - here];
		piece[here] = b;
		piece[count - 1 - here] = a;
	}
	__syncthreads();
	if (here < count)
		x[first + here] = __uint_as_float(piece[here]);
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS, THREADS * sizeof(float)>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.1 turned_by_fours: pass */
/* moves four numbers at a time where a piece is whole */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float4 piece[THREADS / 4];
	float *one = (float *)piece;
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int count = min(n - first, THREADS);
	if (count == THREADS) {
		if (here < THREADS / 4) {
			float4 v = ((float4 *)(x + first))[here];
			piece[here] = make_float4(v.w, v.z, v.y, v.x);
		}
		__syncthreads();
		if (here < THREADS / 4) {
			float4 v = piece[THREADS / 4 - 1 - here];
			((float4 *)(x + first))[here] = make_float4(v.x, v.y, v.z, v.w);
		}
		return;
	}
	if (here < count)
		one[here] = x[first + here];
	__syncthreads();
	if (here < count)
		x[first + here] = one[count - 1 - here];
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.1 turned_twice: pass */
/* turns each warp round by shuffles, and the warps in shared memory */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS / WARP][WARP];
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int count = min(n - first, THREADS), lane = here % WARP, warp = here / WARP;
	float own = here < count ? x[first + here] : 0;
	own = __shfl_xor_sync(0xFFFFFFFF, own, WARP - 1);
	piece[THREADS / WARP - 1 - warp][lane] = own;
	__syncthreads();
	if (here < count)
		x[first + here] = (&piece[0][0])[THREADS - count + here];
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 sums_for_all: pass */
/* each warp has its sum in all threads, which all write it down; all threads get the sum of the block */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[WARP], all;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += x[i];
	if (threadIdx.x < WARP)
		of_warp[threadIdx.x] = 0;
	__syncthreads();
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_xor_sync(0xFFFFFFFF, own, far);
	of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	if (threadIdx.x < WARP) {
		own = of_warp[threadIdx.x];
		for (int far = WARP / 2; far > 0; far /= 2)
			own += __shfl_xor_sync(0xFFFFFFFF, own, far);
		if (threadIdx.x == 0)
			all = own;
	}
	__syncthreads();
	own = all;
	if (threadIdx.x == 0)
		atomicAdd(sum, own);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<min((n + THREADS - 1) / THREADS, 64), THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 across_warps_first: pass */
/* adds up across warps in shared memory, then within one by shuffles */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float part[THREADS];
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += x[i];
	part[threadIdx.x] = own;
	__syncthreads();
	if (threadIdx.x >= WARP)
		return;
	own = 0;
	for (int i = threadIdx.x; i < THREADS; i += WARP)
		own += part[i];
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x == 0)
		atomicAdd(sum, own);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<min((n + THREADS - 1) / THREADS, 64), THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 one_number_of_the_block: pass */
/* each warp adds its sum to a number in shared memory; reads four numbers at a time */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float all;
	float own = 0;
	int me = blockIdx.x * blockDim.x + threadIdx.x, threads = gridDim.x * blockDim.x;
	for (int i = me; i < n / 4; i += threads) {
		float4 v = ((const float4 *)x)[i];
		own += v.x + v.y + v.z + v.w;
	}
	if (me < n % 4)
		own += x[n / 4 * 4 + me];
	if (threadIdx.x == 0)
		all = 0;
	__syncthreads();
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP == 0)
		atomicAdd(&all, own);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(sum, all);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<min((n + THREADS - 1) / THREADS, 64), THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 in_doubles: pass */
/* adds up doubles, and all threads add up what the warps have come to */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ double of_warp[THREADS / WARP];
	double own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += x[i];
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	own = 0;
	for (int i = 0; i < THREADS / WARP; i++)
		own += of_warp[i];
	if (threadIdx.x == 0)
		atomicAdd(sum, (float)own);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<min((n + THREADS - 1) / THREADS, 16), THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 scanned: pass */
/* adds up as a scan does, and the last thread of each warp has the sum */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ volatile float of_warp[THREADS / WARP];
	int lane = threadIdx.x % WARP;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += x[i];
	for (int far = 1; far < WARP; far *= 2) {
		float other = __shfl_up_sync(0xFFFFFFFF, own, far);
		own += lane >= far ? other : 0;
	}
	if (lane == WARP - 1)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	if (threadIdx.x == THREADS - 1) {
		for (int i = 0; i < THREADS / WARP - 1; i++)
			own += of_warp[i];
		atomicAdd(sum, own);
	}
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<min((n + THREADS - 1) / THREADS, 64), THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 in_one_block: pass */
/* a block alone, which needs no atomicAdd; each thread takes a piece of the warp's */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		own += x[i];
	for (int from = 1; from < WARP; from++) {
		float other = __shfl_sync(0xFFFFFFFF, own, from);
		own += threadIdx.x % WARP == 0 ? other : 0;
	}
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	own = threadIdx.x < THREADS / WARP ? of_warp[threadIdx.x] : 0;
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x == 0)
		*sum = own;
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<1, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
