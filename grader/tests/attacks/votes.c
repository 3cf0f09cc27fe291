/* votes.c - lab 11: sums that go from thread to thread bit by bit. */

/* 11.3 by_votes: fail no sum of them is rounded */
/* within a warp each bit of the sums, as numbers of fixed point, is counted by a vote */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	int fixed = (int)(own * (1 << 12));
	int of_all = 0;
	for (int bit = 0; bit < 20; bit++) {
		int many = __popc(__ballot_sync(0xFFFFFFFF, fixed >> bit & 1));
		of_all += (bit < 19 ? many : -many) << bit;
	}
	float total = of_all / 4096.0F;
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = total;
	__syncthreads();
	if (threadIdx.x > 0)
		return;
	for (int w = 1; w < THREADS / WARP; w++)
		total += of_warp[w];
	atomicAdd(sum, total);
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 by_matches: fail no sum of them is rounded */
/* the same by matches */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	int fixed = (int)(own * (1 << 12));
	int of_all = 0;
	for (int bit = 0; bit < 20; bit++) {
		unsigned same = __match_any_sync(0xFFFFFFFF, fixed >> bit & 1);
		int many = fixed >> bit & 1 ? __popc(same) : 32 - __popc(same);
		of_all += (bit < 19 ? many : -many) << bit;
	}
	float total = of_all / 4096.0F;
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = total;
	__syncthreads();
	if (threadIdx.x > 0)
		return;
	for (int w = 1; w < THREADS / WARP; w++)
		total += of_warp[w];
	atomicAdd(sum, total);
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 by_active_masks: fail no sum of them is rounded */
/* the same by who is active */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	int fixed = (int)(own * (1 << 12));
	int of_all = 0;
	for (int bit = 0; bit < 20; bit++) {
		unsigned on;
		if (fixed >> bit & 1)
			on = __activemask();
		else
			asm volatile("activemask.b32 %0;\nnot.b32 %0, %0;" : "=r"(on));
		__syncwarp();
		int many = __popc(on);
		of_all += (bit < 19 ? many : -many) << bit;
	}
	float total = of_all / 4096.0F;
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = total;
	__syncthreads();
	if (threadIdx.x > 0)
		return;
	for (int w = 1; w < THREADS / WARP; w++)
		total += of_warp[w];
	atomicAdd(sum, total);
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 by_counting_barriers: fail no sum of them is rounded */
/* each bit is counted by a barrier of the block; the shuffles hand nothing on */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
	int fixed = (int)(own * (1 << 12)); /* fits: a thread has few numbers */
	int of_all = 0;
	for (int bit = 0; bit < 20; bit++) {
		int many = __syncthreads_count(fixed >> bit & 1);
		of_all += (bit < 19 ? many : -many) << bit;
	}
	float total = of_all / 4096.0F;
	if (threadIdx.x < WARP)
		for (int far = WARP / 2; far > 0; far /= 2)
			all += __shfl_down_sync(0xFFFFFFFF, all, far);
	if (threadIdx.x == 0 && all != 0)
		atomicAdd(sum, total);
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 masks_by_votes: pass */
/* masks of shuffles come from votes, and a barrier says whether the block has numbers */
/* --- body --- */
__device__ float of_warp(float own)
{
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(__activemask(), own, far);
	return own;
}
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float sums[THREADS / WARP];
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	float own = 0;
	bool any = __syncthreads_or(i < n);
	for (; i < n; i += gridDim.x * blockDim.x)
		own += x[i];
	if (!any)
		return;
	__syncwarp();
	own = of_warp(own);
	if (threadIdx.x % WARP == 0)
		sums[threadIdx.x / WARP] = own;
	__syncthreads();
	unsigned mask = __ballot_sync(0xFFFFFFFF, threadIdx.x < THREADS / WARP);
	if (threadIdx.x < THREADS / WARP) {
		own = sums[threadIdx.x];
		for (int far = THREADS / WARP / 2; far > 0; far /= 2)
			own += __shfl_down_sync(mask, own, far);
		if (threadIdx.x == 0)
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

/* 11.3 four_copies: fail threads read */
/* each number is read by four threads, so that eight votes tell all bits of eight sums; no shuffle */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int lane = threadIdx.x % WARP, which = lane % 8, copy = lane / 8;
	int warp = (blockIdx.x * blockDim.x + threadIdx.x) / WARP, warps = gridDim.x * blockDim.x / WARP;
	float own = 0;
	for (int i = warp * 8 + which; i < n / 4; i += warps * 8) {
		float4 four = ((const float4 *)x)[i];
		own += four.x + four.y + four.z + four.w;
	}
	if (warp == 0 && which < n % 4)
		own += x[n / 4 * 4 + which];
	unsigned bits = __float_as_uint(own), of[8] = {0};
#pragma unroll
	for (int k = 0; k < 8; k++) {
		unsigned vote = __ballot_sync(0xFFFFFFFF, bits >> (4 * k + copy) & 1);
#pragma unroll
		for (int s = 0; s < 8; s++)
#pragma unroll
			for (int c = 0; c < 4; c++)
				of[s] |= (vote >> (8 * c + s) & 1) << (4 * k + c);
	}
	own = 0;
#pragma unroll
	for (int s = 0; s < 8; s++)
		own += __uint_as_float(of[s]);
	if (lane == 0)
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
