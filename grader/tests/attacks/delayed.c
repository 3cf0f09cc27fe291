/* delayed.c - kernels in which a loop that takes long stands where threads have to wait for each other. */

/* 10.3 fence_and_loop: fail with no barrier between */
/* a fence, and a loop that takes long, where a barrier belongs */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i] * x[i];
	__shared__ float part[THREADS];
	part[threadIdx.x] = own;
	__threadfence_block();
	if (threadIdx.x == THREADS - 1) {
		unsigned x = n;
		for (int i = 0; i < 2000; i++)
			asm volatile("add.u32 %0, %0, 1;" : "+r"(x));
		float all = 0;
		for (int i = 0; i < THREADS; i++)
			all += part[i];
		atomicAdd(sum, all);
	}
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 atomics_and_loop: fail warps in another order: sum */
/* the same, and others' sums are taken by an atomic operation, which races with none */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i] * x[i];
	__shared__ float s;
	if (threadIdx.x == 0)
		s = 0;
	__syncthreads();
	atomicAdd(&s, own);
	if (threadIdx.x == THREADS - 1) {
		unsigned x = n;
		for (int i = 0; i < 2000; i++)
			asm volatile("add.u32 %0, %0, 1;" : "+r"(x));
		atomicAdd(sum, atomicExch(&s, 0));
	}
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 exchanged_sum: fail warps in another order: sum */
/* adds to the sum by a load and an exchange, each block some time behind the one before */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i] * x[i];
	__shared__ float s;
	if (threadIdx.x == 0)
		s = 0;
	__syncthreads();
	atomicAdd(&s, own);
	__syncthreads();
	if (threadIdx.x == 0) {
		unsigned x = n;
		for (int i = 0; i < 3000 * blockIdx.x; i++)
			asm volatile("add.u32 %0, %0, 1;" : "+r"(x));
		atomicExch(sum, *(volatile float *)sum + s);
	}
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int blocks = 4;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 atomics_and_loop: fail warps in another order: sum */
/* takes the sum of the warps by an atomic operation, with no barrier but a loop that takes long */
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
	if (threadIdx.x == 0) of_warp[0] = 0;
	__syncthreads();
	if (threadIdx.x % WARP == 0)
		atomicAdd(&of_warp[0], own);
	if (threadIdx.x == THREADS - WARP) {
		unsigned x = n;
		for (int i = 0; i < 2000; i++)
			asm volatile("add.u32 %0, %0, 1;" : "+r"(x));
		atomicAdd(sum, atomicExch(&of_warp[0], 0));
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

/* 11.5 tiles_overwritten_late: fail between */
/* a fence, and a loop that takes long, where the barrier behind a tile belongs */
/* --- body --- */
enum { TILE = 16 };

__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float of_a[TILE][TILE], of_b[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
	float sum = 0;
	for (int first = 0; first < k; first += TILE) {
		if (y >= 14) {
			unsigned w = n;
			for (int i = 0; first > 0 && i < 5000; i++)
				asm volatile("add.u32 %0, %0, 1;" : "+r"(w));
			for (int v = y - 14; v < TILE; v += 2) {
				int r = blockIdx.y * TILE + v;
				of_a[v][x] = r < n && first + x < k ? a[(size_t)r * k + first + x] : 0;
				of_b[v][x] = first + v < k && column < m ? b[(size_t)(first + v) * m + column] : 0;
			}
		}
		__syncthreads();
		for (int i = 0; i < TILE; i++)
			sum += of_a[y][i] * of_b[i][x];
		__threadfence_block();
	}
	if (row < n && column < m)
		c[(size_t)row * m + column] = sum;
}

extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	dim3 grid((m + TILE - 1) / TILE, (n + TILE - 1) / TILE), block(TILE, TILE);
	if (n == 0 || m == 0)
		return 0;
	product_kernel<<<grid, block>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
