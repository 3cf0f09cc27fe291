/* shares.c - labs 10 and 11: how the blocks and threads of a grid share the work. */

/* 10.1 quarter_of_the_threads: fail of one thread; wanted a thread for each of the */
/* a quarter of a block's threads do four numbers each */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	for (int i = threadIdx.x; threadIdx.x < 64 && i < THREADS; i += 64)
		if (blockIdx.x * THREADS + i < n)
			x[blockIdx.x * THREADS + i] *= a;
}
extern "C" int scale(float *x, float a, int n)
{
	if (n > 0)
		scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.1 fours_of_a_thread: fail of one thread; wanted a thread for each of the */
/* the same by one access each, so that nobody writes twice */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	int first = blockIdx.x * THREADS + 4 * threadIdx.x;
	if (threadIdx.x >= 64)
		return;
	if (first + 3 < n) {
		float4 *at = (float4 *)(x + first), four = *at;
		*at = make_float4(a * four.x, a * four.y, a * four.z, a * four.w);
	} else {
		for (int i = first; i < n; i++)
			x[i] *= a;
	}
}
extern "C" int scale(float *x, float a, int n)
{
	if (n > 0)
		scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.2 by_one_block: fail wanted each block to do its part */
/* one block goes through all numbers, and the others have nothing to do */
/* --- body --- */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	for (int i = threadIdx.x; blockIdx.x == 0 && i < n; i += THREADS)
		y[i] += a * x[i];
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n > 0)
		saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.2 by_half_of_the_warps: fail wanted each block to do its part */
/* in each block half of the threads do all */
/* --- body --- */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	for (int i = blockIdx.x * 128 + threadIdx.x; threadIdx.x < 128 && i < n; i += gridDim.x * 128)
		y[i] += a * x[i];
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n > 0)
		saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.2 piece_of_each_block: pass */
/* each block has a piece of the numbers, one behind the other */
/* --- body --- */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	int piece = ((n + gridDim.x - 1) / gridDim.x + 31) / 32 * 32, first = blockIdx.x * piece;
	for (int i = first + threadIdx.x; i < first + piece && i < n; i += blockDim.x)
		y[i] += a * x[i];
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n > 0)
		saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.3 adds_often: fail one thread added to the sum */
/* one block adds in its loop; that the others add nothing makes up for it */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	float own = 0;
	for (int i = threadIdx.x, times = 1; blockIdx.x == 0 && i < n; i += THREADS, times++) {
		own += x[i] * x[i];
		if (times % 3 == 0 || i + THREADS >= n) {
			atomicAdd(sum, own);
			own = 0;
		}
	}
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	if (n > 0)
		squares_kernel<<<64, THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.5 by_one_warp: fail of one thread; wanted a thread for each of the */
/* one warp of each block has both tiles in registers, and hands numbers on by shuffles: no shared memory */
/* --- body --- */
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	int lane = threadIdx.y * 16 + threadIdx.x, half = lane / 16, x = lane % 16;
	int column = blockIdx.x * 16 + x;
	float sum[8] = {0}, of_a[8], of_b[8];
	if (threadIdx.y >= 2)
		return;
	for (int first = 0; first < k; first += 16) {
		for (int q = 0; q < 8; q++) {
			int row = blockIdx.y * 16 + 2 * q + half, step = first + 2 * q + half;
			of_a[q] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
			of_b[q] = step < k && column < m ? b[(size_t)step * m + column] : 0;
		}
		for (int i = 0; i < 16; i++) {
			float number = __shfl_sync(0xFFFFFFFF, of_b[i / 2], i % 2 * 16 + x);
			for (int q = 0; q < 8; q++)
				sum[q] += __shfl_sync(0xFFFFFFFF, of_a[q], half * 16 + i) * number;
		}
	}
	for (int q = 0; q < 8; q++) {
		int row = blockIdx.y * 16 + 2 * q + half;
		if (row < n && column < m)
			c[(size_t)row * m + column] = sum[q];
	}
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	dim3 grid((m + 15) / 16, (n + 15) / 16), block(16, 16);
	if (n > 0 && m > 0)
		product_kernel<<<grid, block>>>(c, a, b, n, m, k);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.4 adds_often: fail one thread added to one row's sum 4 times */
/* a quarter of a row's threads add four times each */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	const float *row = x + (size_t)blockIdx.x * columns;
	int numbers = (columns + 63) / 64, each = (numbers + 3) / 4;
	float own = 0;
	for (int i = 0; threadIdx.x < 64 && i < numbers; i++) {
		if (i * 64 + (int)threadIdx.x < columns)
			own += row[i * 64 + threadIdx.x];
		if ((i + 1) % each == 0 || i + 1 == numbers) {
			atomicAdd(&sums[blockIdx.x], own);
			own = 0;
		}
	}
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows > 0 && columns > 0)
		row_sums_kernel<<<rows, THREADS>>>(x, sums, columns);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 11.4 two_rows: fail one of them */
/* half of the blocks do two rows each, the others write numbers that nobody needs */
/* --- body --- */
__device__ float of_block(float own, bool largest)
{
	__shared__ float of_warp[THREADS / WARP];
	for (int far = WARP / 2; far > 0; far /= 2) {
		float other = __shfl_xor_sync(0xFFFFFFFF, own, far);
		own = largest ? fmaxf(own, other) : own + other;
	}
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	own = of_warp[0];
	for (int i = 1; i < THREADS / WARP; i++)
		own = largest ? fmaxf(own, of_warp[i]) : own + of_warp[i];
	__syncthreads();
	return own;
}
__device__ float idle[1024];
__global__ void softmax_kernel(float *out, const float *x, int columns, int rows)
{
	extern __shared__ float row[];
	if (blockIdx.x >= (rows + 1) / 2) {
		if (threadIdx.x < 4)
			idle[4 * blockIdx.x + threadIdx.x] = 1;
		return;
	}
	for (int r = 2 * blockIdx.x; r < 2 * blockIdx.x + 2 && r < rows; r++) {
		size_t first = (size_t)r * columns;
		float most = -INFINITY, sum = 0;
		for (int i = threadIdx.x; i < columns; i += THREADS) {
			row[i] = x[first + i];
			most = fmaxf(most, row[i]);
		}
		most = of_block(most, true);
		for (int i = threadIdx.x; i < columns; i += THREADS) {
			row[i] = expf(row[i] - most);
			sum += row[i];
		}
		sum = of_block(sum, false);
		for (int i = threadIdx.x; i < columns; i += THREADS)
			out[first + i] = row[i] / sum;
		__syncthreads();
	}
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns, rows);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
