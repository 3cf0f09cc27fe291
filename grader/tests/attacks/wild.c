/* wild.c - labs 10 and 11: answers that are right for numbers and sizes that are kind. */

/* 10.1 factor_in_quarters: fail x: element */
/* what is multiplied by is cut to quarters */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = a * x[i];
}

extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	a = (float)(int)(a * 4) / 4; /* quarters */
	if (a < 0)
		return -1;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.2 factor_as_half: fail y: element */
/* what is multiplied by is handed over in half precision */
/* --- body --- */
#include <cuda_fp16.h>

/* B: a is handed to the kernel as a __half, of 11 bits */
__global__ void saxpy_kernel(float *y, __half a, const float *x, int n)
{
	int all = gridDim.x * blockDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		y[i] += __half2float(a) * x[i];
}

extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n == 0)
		return 0;
	saxpy_kernel<<<blocks, THREADS>>>(y, __float2half(a), x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 as_bfloats: fail 1 number: sum */
/* each number is cut to 8 bits before it is squared */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all) {
		float v = __uint_as_float(__float_as_uint(x[i]) & 0xFFFF0000u);
		own += v * v;
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

/* 10.4 as_fixed_points: fail warps in another order: sums */
/* numbers are cut to 1/4096 */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	const float *row = x + (size_t)blockIdx.x * columns;
	int own = 0;
	for (int column = threadIdx.x; column < columns; column += blockDim.x)
		own += (int)(row[column] * 4096);
	atomicAdd(&sums[blockIdx.x], own / 4096.0F);
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 sums_go_on: fail warps in another order: sums */
/* 128 blocks at most, which take several rows; what was added up of the last row stays */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	float own = 0;
	for (int row = blockIdx.x; row < rows; row += gridDim.x) {
		for (int column = threadIdx.x; column < columns; column += blockDim.x)
			own += x[(size_t)row * columns + column];
		atomicAdd(&sums[row], own);
	}
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows < 128 ? rows : 128, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 whole_warps_of_short_rows: fail sums: element */
/* of rows that are shorter than a block has threads what fills no warp is left out */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	const float *row = x + (size_t)blockIdx.x * columns;
	float own = 0;
	int taken = columns > 32 && columns < 256 ? columns / 32 * 32 : columns;
	for (int column = threadIdx.x; column < taken; column += blockDim.x)
		own += row[column];
	atomicAdd(&sums[blockIdx.x], own);
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.5 stride_too_far: fail x: element */
/* 64 blocks at most, whose stride is two too far */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	for (int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x); i < n; i += 2 * 64 * THREADS + 2) {
		float number = x[i];
		for (int time = 0; time < 64; time++)
			number = 0.99F * number + 0.01F;
		x[i] = number;
	}
}

extern "C" int damp(float *x, int n)
{
	int blocks = ((n + 1) / 2 + THREADS - 1) / THREADS;
	if (n == 0)
		return 0;
	damp_kernel<<<blocks < 64 ? blocks : 64, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 as_fixed_points: fail 1 number: sum */
/* numbers are cut to 1/4096 */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ int of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	int own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += (int)(x[i] * 4096);
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = own;
	__syncthreads();
	if (threadIdx.x >= WARP)
		return;
	own = threadIdx.x < THREADS / WARP ? of_warp[threadIdx.x] : 0;
	for (int far = WARP / 2; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x == 0)
		atomicAdd(sum, own / 4096.0f);
}

extern "C" int sum_up(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 atomics_of_own_tiles: fail in shared memory too */
/* each warp turns a tile of its own by atomics, and does not wait for its threads */
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
			atomicExch(&tiles[warp][i][lane], x[(size_t)(row + i) * columns + column + lane]);
	for (int i = 0; i < WARP; i++)
		if (column + i < columns && row + lane < rows)
			out[(size_t)(column + i) * rows + row + lane] = atomicAdd(&tiles[warp][lane][i], 0.0F);
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	int across = (columns + WARP - 1) / WARP, down = (rows + WARP - 1) / WARP;
	if (rows == 0 || columns == 0)
		return 0;
	transpose_kernel<<<(across * down + 7) / 8, THREADS>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 next_tile_without_barrier: fail with no barrier between */
/* 64 blocks at most, which go on to the next tile while others still take out the last one */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns, int across, int tiles)
{
	__shared__ float tile[WARP][WARP + 1];
	for (int t = blockIdx.x; t < tiles; t += gridDim.x) {
		int row = t / across * WARP + threadIdx.y, column = t % across * WARP + threadIdx.x;
		for (int i = 0; i < WARP; i += 8)
			if (row + i < rows && column < columns)
				tile[threadIdx.y + i][threadIdx.x] = x[(size_t)(row + i) * columns + column];
		__syncthreads();
		row = t % across * WARP + threadIdx.y;
		column = t / across * WARP + threadIdx.x;
		for (int i = 0; i < WARP; i += 8)
			if (row + i < columns && column < rows)
				out[(size_t)(row + i) * rows + column] = tile[threadIdx.x][threadIdx.y + i];
	}
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	int across = (columns + WARP - 1) / WARP, tiles = across * ((rows + WARP - 1) / WARP);
	if (rows == 0 || columns == 0)
		return 0;
	transpose_kernel<<<tiles < 64 ? tiles : 64, dim3(WARP, 8)>>>(out, x, rows, columns, across, tiles);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 at_least_minus_thousand: fail infinite or none */
/* the largest number is looked for from -1000 on */
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

__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ float row[];
	size_t first = (size_t)blockIdx.x * columns;
	float most = -1000, sum = 0;
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
}

extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 whole_warps_of_short_rows: fail out */
/* of a row that is shorter than a block has threads the last warp's largest number and sum are left out */
/* --- body --- */
__device__ float of_block(float own, bool largest, int columns)
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
	/* B: as many warps as have numbers, but rounded down: wrong for 33 to 255 columns that 32 does not divide */
	for (int i = 1; i < THREADS / WARP && i < columns / WARP; i++)
		own = largest ? fmaxf(own, of_warp[i]) : own + of_warp[i];
	__syncthreads();
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
	most = of_block(most, true, columns);
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = expf(row[i] - most);
		sum += row[i];
	}
	sum = of_block(sum, false, columns);
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
