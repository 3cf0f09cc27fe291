/* lab11_wrong_tree: fail used shared memory */
/* all additions in shared memory */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float part[THREADS];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	part[threadIdx.x] = own;
	__syncthreads();
	for (unsigned far = THREADS / 2; far > 0; far /= 2) {
		if (threadIdx.x < far)
			part[threadIdx.x] += part[threadIdx.x + far];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		atomicAdd(sum, part[0]);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<8, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_atomic_of_warps: fail wanted one each */
/* each warp adds to what all share */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP == 0)
		atomicAdd(sum, own);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<8, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_first_warp: fail : sum: element */
/* the sums of the other warps are lost */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x == 0)
		atomicAdd(sum, own);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<8, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_right_one_adds: pass */
/* one thread adds up the sums of the warps, which came by __shfl_xor_sync */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	for (int far = 1; far < WARP; far *= 2)
		own += __shfl_xor_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int i = 1; i < THREADS / WARP; i++)
			own += of_warp[i];
		atomicAdd(sum, own);
	}
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<16, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_right_added_in_place: pass */
/* one thread adds the sums of all warps to that of the first, where it lies */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ double of_warp[THREADS / WARP];
	double own = 0;
	for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += gridDim.x * THREADS)
		own += x[i];
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	if (threadIdx.x > 0)
		return;
	for (int i = 1; i < THREADS / WARP; i++)
		of_warp[0] += of_warp[i];
	atomicAdd(sum, (float)of_warp[0]);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<min(64, (n + THREADS - 1) / THREADS), THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
