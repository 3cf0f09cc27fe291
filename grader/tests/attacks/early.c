/* early.c - lab 11: what others have put into shared memory, got with no barrier between. */

/* 11.1 waits_by_the_clock: fail with no __syncthreads() between */
/* a fence, which makes nobody wait, and a loop that takes long, in place of a barrier */
/* --- body --- */
__device__ void pause_1_0(void)
{
	__threadfence_block();
	for (long long begin = clock64(); clock64() - begin < 10000;)
		continue;
	__threadfence_block();
}

__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS;
	int count = n - first < THREADS ? n - first : THREADS;
	if ((int)threadIdx.x < count)
		piece[threadIdx.x] = x[first + threadIdx.x];
	pause_1_0();
	if ((int)threadIdx.x < count)
		x[first + threadIdx.x] = piece[count - 1 - threadIdx.x];
}

extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 waits_by_the_clock: fail with no barrier between */
/* a fence, which makes nobody wait, and a loop that takes long, in place of a barrier */
/* --- body --- */
__device__ void pause_2_1(void)
{
	__threadfence_block();
	for (long long begin = clock64(); clock64() - begin < 10000;)
		continue;
	__threadfence_block();
}

/* A block of 32 x 8 threads moves a tile of 32 x 32 numbers. */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tile[WARP][WARP + 1]; /* one more, so that a column lies in 32 banks */
	int row = blockIdx.y * WARP + threadIdx.y, column = blockIdx.x * WARP + threadIdx.x;
	for (int i = 0; i < WARP; i += 8)
		if (row + i < rows && column < columns)
			tile[threadIdx.y + i][threadIdx.x] =
				x[(size_t)(row + i) * columns + column];
	pause_2_1();
	row = blockIdx.x * WARP + threadIdx.y;
	column = blockIdx.y * WARP + threadIdx.x;
	for (int i = 0; i < WARP; i += 8)
		if (row + i < columns && column < rows)
			out[(size_t)(row + i) * rows + column] = tile[threadIdx.x][threadIdx.y + i];
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	dim3 grid((columns + WARP - 1) / WARP, (rows + WARP - 1) / WARP), block(WARP, 8);
	if (rows == 0 || columns == 0)
		return 0;
	transpose_kernel<<<grid, block>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 waits_by_the_clock: fail with no barrier between */
/* a fence, which makes nobody wait, and a loop that takes long, in place of a barrier */
/* --- body --- */
__device__ void pause_3_2(void)
{
	__threadfence_block();
	for (long long begin = clock64(); clock64() - begin < 10000;)
		continue;
	__threadfence_block();
}

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
	pause_3_2();
	if (threadIdx.x >= WARP)
		return;
	own = threadIdx.x < THREADS / WARP ? of_warp[threadIdx.x] : 0;
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x == 0)
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

/* 11.4 waits_by_the_clock: fail of shared memory that nobody has written */
/* a fence, which makes nobody wait, and a loop that takes long, in place of a barrier */
/* --- body --- */
__device__ void pause_4_3(void)
{
	__threadfence_block();
	for (long long begin = clock64(); clock64() - begin < 40000;)
		continue;
	__threadfence_block();
}

/* The largest of the block's values, or their sum; for all threads. */
__device__ float of_block(float own, bool largest)
{
	__shared__ float of_warp[THREADS / WARP];
	for (int far = WARP / 2; far > 0; far /= 2) {
		float other = __shfl_xor_sync(0xFFFFFFFF, own, far);
		own = largest ? fmaxf(own, other) : own + other;
	}
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	pause_4_3();
	own = of_warp[0];
	for (int i = 1; i < THREADS / WARP; i++)
		own = largest ? fmaxf(own, of_warp[i]) : own + of_warp[i];
	pause_4_3();
	return own;
}

__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ float row[];
	size_t first = (size_t)blockIdx.x * columns;
	float most = -INFINITY, sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = x[first + i];
		most = fmaxf(most, row[i]);
	}
	__syncthreads();
	most = of_block(most, true);
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = expf(row[i] - most);
		sum += row[i];
	}
	sum = of_block(sum, false);
	for (int i = threadIdx.x; i < columns; i += THREADS)
		out[first + i] = row[i] / sum;
}

extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.5 waits_by_the_clock: fail between */
/* a fence, which makes nobody wait, and a loop that takes long, in place of a barrier */
/* --- body --- */
enum { TILE = 16, MANY = 78 };

__device__ void pause_5_4(void)
{
	__threadfence_block();
	for (long long begin = clock64(); clock64() - begin < (gridDim.x * gridDim.y > 6 ? 20000 : 50000);)
		continue;
	__threadfence_block();
}

__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	extern __shared__ float tiles[];
	float(*of_a)[TILE][TILE] = (float(*)[TILE][TILE])tiles, (*of_b)[TILE][TILE] = of_a + MANY;
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
	float sum = 0;
	for (int start = 0; start < k; start += MANY * TILE) {
		if (start > 0)
			pause_5_4();
		for (int t = 0; t < MANY && start + t * TILE < k; t++) {
			int first = start + t * TILE;
			of_a[t][y][x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
			of_b[t][y][x] = first + y < k && column < m ? b[(size_t)(first + y) * m + column] : 0;
		}
		pause_5_4();
		for (int t = 0; t < MANY && start + t * TILE < k; t++)
			for (int i = 0; i < TILE; i++)
				sum += of_a[t][y][i] * of_b[t][i][x];
	}
	if (row < n && column < m)
		c[(size_t)row * m + column] = sum;
}

extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	dim3 grid((m + TILE - 1) / TILE, (n + TILE - 1) / TILE), block(TILE, TILE);
	if (n == 0 || m == 0)
		return 0;
	const int bytes = MANY * TILE * TILE * 2 * sizeof(float);
	if (cudaFuncSetAttribute(product_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes + 2048) != cudaSuccess)
		return -1;
	product_kernel<<<grid, block, bytes>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 fence_in_a_warp: fail with no __syncthreads() between */
/* a warp turns a tile of its own, with a fence in place of __syncwarp() */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tiles[8][WARP][WARP + 1];
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
	int across = (columns + WARP - 1) / WARP, down = (rows + WARP - 1) / WARP;
	int t = blockIdx.x * 8 + warp;
	if (t >= across * down)
		return;
	int row = t / across * WARP, column = t % across * WARP;
	for (int i = 0; i < WARP; i++)
		if (row + i < rows && column + lane < columns)
			tiles[warp][i][lane] = x[(size_t)(row + i) * columns + column + lane];
	__threadfence_block();
	for (int i = 0; i < WARP; i++)
		if (column + i < columns && row + lane < rows)
			out[(size_t)(column + i) * rows + row + lane] = tiles[warp][lane][i];
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	int tiles = (columns + WARP - 1) / WARP * ((rows + WARP - 1) / WARP);
	if (rows == 0 || columns == 0)
		return 0;
	transpose_kernel<<<(tiles + 7) / 8, THREADS>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 each_lane_for_itself: fail with no __syncthreads() between */
/* the same, with a __syncwarp() of each lane alone */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tiles[8][WARP][WARP + 1];
	int warp = threadIdx.x / WARP, lane = threadIdx.x % WARP;
	int across = (columns + WARP - 1) / WARP, down = (rows + WARP - 1) / WARP;
	int t = blockIdx.x * 8 + warp;
	if (t >= across * down)
		return;
	int row = t / across * WARP, column = t % across * WARP;
	for (int i = 0; i < WARP; i++)
		if (row + i < rows && column + lane < columns)
			tiles[warp][i][lane] = x[(size_t)(row + i) * columns + column + lane];
	__threadfence_block();
	__syncwarp(1U << lane);
	for (int i = 0; i < WARP; i++)
		if (column + i < columns && row + lane < rows)
			out[(size_t)(column + i) * rows + row + lane] = tiles[warp][lane][i];
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	int tiles = (columns + WARP - 1) / WARP * ((rows + WARP - 1) / WARP);
	if (rows == 0 || columns == 0)
		return 0;
	transpose_kernel<<<(tiles + 7) / 8, THREADS>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.1 each_warp_for_itself: fail with no __syncthreads() between */
/* a barrier of each warp alone, and a loop that takes long */
/* --- body --- */
__device__ void pause_1_7(void)
{
	__threadfence_block();
	asm volatile("bar.sync %0, 32;" ::"r"(1 + threadIdx.x / WARP) : "memory");
	for (long long begin = clock64(); clock64() - begin < 10000;)
		continue;
	__threadfence_block();
}

__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS;
	int count = n - first < THREADS ? n - first : THREADS;
	if ((int)threadIdx.x < count)
		piece[threadIdx.x] = x[first + threadIdx.x];
	pause_1_7();
	if ((int)threadIdx.x < count)
		x[first + threadIdx.x] = piece[count - 1 - threadIdx.x];
}

extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 arrives_eight_times: fail with no __syncthreads() between */
/* warps wait for marks, and one of them arrives eight times at a named barrier */
/* --- body --- */
__device__ __forceinline__ void wait_for_all(unsigned *mark, unsigned round)
{
	__syncwarp();
	__threadfence_block();
	if (threadIdx.x % WARP == 0) {
		atomicAdd(mark, 1);
		while (atomicAdd(mark, 0) < 8 * round)
			;
	}
	__syncwarp();
	asm volatile("bar.arrive 1, 256;\n bar.arrive 1, 256;\n bar.arrive 1, 256;\n bar.arrive 1, 256;\n"
		     "bar.arrive 1, 256;\n bar.arrive 1, 256;\n bar.arrive 1, 256;\n bar.sync 1, 256;" ::: "memory");
}

__device__ float of_block(float own, bool largest, unsigned *mark, unsigned round, float *of_warp)
{
	for (int far = WARP / 2; far > 0; far /= 2) {
		float other = __shfl_xor_sync(0xFFFFFFFF, own, far);
		own = largest ? fmaxf(own, other) : own + other;
	}
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	wait_for_all(mark, round);
	own = of_warp[0];
	for (int i = 1; i < THREADS / WARP; i++)
		own = largest ? fmaxf(own, of_warp[i]) : own + of_warp[i];
	return own;
}

__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ float row[];
	__shared__ float a[8], b[8];
	__shared__ unsigned mark;
	size_t first = (size_t)blockIdx.x * columns;
	float most = -INFINITY, sum = 0;
	if (threadIdx.x == 0)
		mark = 0;
	__syncthreads();
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = x[first + i];
		most = fmaxf(most, row[i]);
	}
	most = of_block(most, true, &mark, 1, a);
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = expf(row[i] - most);
		sum += row[i];
	}
	sum = of_block(sum, false, &mark, 2, b);
	for (int i = threadIdx.x; i < columns; i += THREADS)
		out[first + i] = row[i] / sum;
}

extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
