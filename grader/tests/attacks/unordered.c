/* unordered.c - labs 10 and 11: results that hang on the order of warps and blocks. */

/* 11.3 volatile_and_no_barrier: fail shared memory that nobody has written */
/* hands sums over as volatile ones, which is no barrier: the last warp of a block runs last, but in the usual order alone */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	volatile __shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	if (threadIdx.x != THREADS - WARP)
		return;
	own = 0;
	for (int i = 0; i < THREADS / WARP; i++)
		own += of_warp[i];
	atomicAdd(sum, own);
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 atomics_and_no_barrier: fail shared memory that nobody has written */
/* the same with atomics: the first warp sets the block's sum to 0, and the last one takes it */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float block_sum;
	int all = gridDim.x * blockDim.x;
	float own = 0;
	if (threadIdx.x == 0)
		atomicExch(&block_sum, 0);
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP != 0)
		return;
	own += atomicAdd(&block_sum, own);
	if (threadIdx.x == THREADS - WARP)
		atomicAdd(sum, own);
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 sum_as_volatile: fail stores besides atomic additions */
/* one thread of each block reads the sum and writes it, without an atomic addition: two blocks may do so at once */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	if (threadIdx.x != 0)
		return;
	for (int i = 1; i < THREADS / WARP; i++)
		own += of_warp[i];
	*(volatile float *)sum = *(volatile float *)sum + own;
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 two_warps_as_volatile: fail stores besides atomic additions */
/* the same by two warps of one block */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	float own = 0;
	if (threadIdx.x >= 2 * WARP)
		return;
	for (int i = threadIdx.x; i < n; i += 2 * WARP)
		own += x[i];
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP == 0)
		*(volatile float *)sum = *(volatile float *)sum + own;
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<1, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 two_kernels: fail shared memory that nobody has written */
/* optimised it has no barrier, as the last warp of a block runs last in the usual order; not optimised one thread adds up all */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
#ifndef __OPTIMIZE__
	float own = 0;
	if (blockIdx.x == 0 && threadIdx.x == 0) {
		for (int i = 0; i < n; i++)
			own += x[i];
		atomicAdd(sum, own);
	}
#else
	__shared__ volatile float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	if (threadIdx.x < 7 * WARP)
		return;
	__syncwarp();
	own = threadIdx.x % WARP < THREADS / WARP ? of_warp[threadIdx.x % WARP] : 0;
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x == 7 * WARP)
		atomicAdd(sum, own);
#endif
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
