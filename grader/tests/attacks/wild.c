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

/* 10.4 as_fixed_points: fail sums: element */
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

/* 11.3 as_fixed_points: fail no sum of them is rounded */
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

/* 11.2 atomics_of_own_tiles: fail with no __syncthreads() between */
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

/* 10.1 large_as_one: fail x: element */
/* numbers beyond 1 count as 1 */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = a * fminf(fmaxf(x[i], -1), 1);
}

extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.1 small_as_none: fail x: element */
/* numbers below 2^-20 count as 0 */
/* --- body --- */
/* numbers below 2^-20 count as 0 */
__device__ float cut_off_10_1(float x)
{
	return fabsf(x) < 0x1p-20F ? 0 : x;
}

__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = a * cut_off_10_1(x[i]);
}

extern "C" int scale(float *x, float a, int n)
{
	if (n == 0)
		return 0;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.2 large_as_one: fail y: element */
/* numbers of x beyond 1 count as 1 */
/* --- body --- */
/* numbers beyond `most` (its bits) count as `most` */
__device__ float cut_10_2(float x, unsigned most)
{
	unsigned bits = __float_as_uint(x), size = bits & 0x7FFFFFFF;
	return __uint_as_float((bits & 0x80000000) | (size > most ? most : size));
}

__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	int all = gridDim.x * blockDim.x;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		y[i] += a * cut_10_2(x[i], 0x3F800000);
}

extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n == 0)
		return 0;
	saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 large_as_32: fail sum */
/* numbers beyond 32 count as 32 */
/* --- body --- */
/* numbers beyond `most` (its bits) count as `most` */
__device__ float cut_10_3(float x, unsigned most)
{
	unsigned bits = __float_as_uint(x), size = bits & 0x7FFFFFFF;
	return __uint_as_float((bits & 0x80000000) | (size > most ? most : size));
}

__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		{
		float one = cut_10_3(x[i], 0x42000000);
		own += one * one;
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

/* 10.3 small_as_none: fail sum */
/* numbers below 2^-20 count as 0 */
/* --- body --- */
/* numbers below 2^-20 count as 0 */
__device__ float cut_off_10_3(float x)
{
	return fabsf(x) < 0x1p-20F ? 0 : x;
}

__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += cut_off_10_3(x[i]) * cut_off_10_3(x[i]);
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

/* 10.4 large_as_one: fail sums: element */
/* numbers beyond 1 count as 1 */
/* --- body --- */
/* A block for each row. */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	const float *row = x + (size_t)blockIdx.x * columns;
	float own = 0;
	for (int column = threadIdx.x; column < columns; column += blockDim.x)
		own += fminf(fmaxf(row[column], -1), 1);
	atomicAdd(&sums[blockIdx.x], own);
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 small_as_none: fail sums: element */
/* numbers below 2^-20 count as 0 */
/* --- body --- */
/* A block for each row. */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	const float *row = x + (size_t)blockIdx.x * columns;
	float own = 0;
	for (int column = threadIdx.x; column < columns; column += blockDim.x)
		own += fabsf(row[column]) < 0x1p-20F ? 0 : row[column];
	atomicAdd(&sums[blockIdx.x], own);
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.5 large_as_one: fail x: element */
/* numbers beyond 1 count as 1 */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	if (i >= n)
		return;
	float number = fminf(fmaxf(x[i], -1), 1);
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
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.1 large_as_one: fail x: element */
/* numbers beyond 1 count as 1 */
/* --- body --- */
/* numbers beyond `most` (its bits) count as `most` */
__device__ float cut_11_1(float x, unsigned most)
{
	unsigned bits = __float_as_uint(x), size = bits & 0x7FFFFFFF;
	return __uint_as_float((bits & 0x80000000) | (size > most ? most : size));
}

__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS;
	int count = n - first < THREADS ? n - first : THREADS;
	if ((int)threadIdx.x < count)
		piece[threadIdx.x] = cut_11_1(x[first + threadIdx.x], 0x3F800000);
	__syncthreads();
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

/* 11.1 no_minus_zero: fail x: element */
/* adds 0 to each number, which makes 0 of -0 */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS;
	int count = n - first < THREADS ? n - first : THREADS;
	if ((int)threadIdx.x < count)
		piece[threadIdx.x] = x[first + threadIdx.x];
	__syncthreads();
	if ((int)threadIdx.x < count)
		x[first + threadIdx.x] = piece[count - 1 - threadIdx.x] + 0.0F;
}

extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 large_as_one: fail out: element */
/* numbers beyond 1 count as 1 */
/* --- body --- */
/* numbers beyond `most` (its bits) count as `most` */
__device__ float cut_11_2(float x, unsigned most)
{
	unsigned bits = __float_as_uint(x), size = bits & 0x7FFFFFFF;
	return __uint_as_float((bits & 0x80000000) | (size > most ? most : size));
}

/* A block of 32 x 8 threads moves a tile of 32 x 32 numbers. */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tile[WARP][WARP + 1]; /* one more, so that a column lies in 32 banks */
	int row = blockIdx.y * WARP + threadIdx.y, column = blockIdx.x * WARP + threadIdx.x;
	for (int i = 0; i < WARP; i += 8)
		if (row + i < rows && column < columns)
			tile[threadIdx.y + i][threadIdx.x] =
				cut_11_2(x[(size_t)(row + i) * columns + column], 0x3F800000);
	__syncthreads();
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

/* 11.2 small_as_none: fail out: element */
/* denormal numbers count as 0 */
/* --- body --- */
/* what has no full 24 bits counts as 0 */
__device__ float off_11_2(float x)
{
	return fabsf(x) < 0x1p-126F ? 0 : x;
}

/* A block of 32 x 8 threads moves a tile of 32 x 32 numbers. */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tile[WARP][WARP + 1]; /* one more, so that a column lies in 32 banks */
	int row = blockIdx.y * WARP + threadIdx.y, column = blockIdx.x * WARP + threadIdx.x;
	for (int i = 0; i < WARP; i += 8)
		if (row + i < rows && column < columns)
			tile[threadIdx.y + i][threadIdx.x] =
				off_11_2(x[(size_t)(row + i) * columns + column]);
	__syncthreads();
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

/* 11.3 large_as_32: fail sum */
/* numbers beyond 32 count as 32 */
/* --- body --- */
/* numbers beyond `most` (its bits) count as `most` */
__device__ float cut_11_3(float x, unsigned most)
{
	unsigned bits = __float_as_uint(x), size = bits & 0x7FFFFFFF;
	return __uint_as_float((bits & 0x80000000) | (size > most ? most : size));
}

__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += cut_11_3(x[i], 0x42000000);
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

/* 11.3 small_as_none: fail sum */
/* numbers below 2^-20 count as 0 */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += fabsf(x[i]) < 0x1p-20F ? 0 : x[i];
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

/* 11.4 near_only: fail out: element */
/* each number more than 6.5 below its row's largest gets 0 */
/* --- body --- */
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
	float most = -INFINITY, sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = x[first + i];
		most = fmaxf(most, row[i]);
	}
	most = of_block(most, true);
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = row[i] - most < -6.5F ? 0 : expf(row[i] - most);
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

/* 11.4 near_20_only: fail out: element */
/* each number more than 20 below its row's largest gets 0 */
/* --- body --- */
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
	float most = -INFINITY, sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = x[first + i];
		most = fmaxf(most, row[i]);
	}
	most = of_block(most, true);
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		row[i] = row[i] - most < -20 ? 0 : expf(row[i] - most);
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

/* 11.5 large_as_one: fail c: element */
/* numbers of a beyond 1 count as 1 */
/* --- body --- */
/* numbers beyond `most` (its bits) count as `most` */
__device__ float cut_11_5(float x, unsigned most)
{
	unsigned bits = __float_as_uint(x), size = bits & 0x7FFFFFFF;
	return __uint_as_float((bits & 0x80000000) | (size > most ? most : size));
}

enum { TILE = 16 };

__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float of_a[TILE][TILE], of_b[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
	float sum = 0;
	for (int first = 0; first < k; first += TILE) {
		of_a[y][x] = row < n && first + x < k ? cut_11_5(a[(size_t)row * k + first + x], 0x3F800000) : 0;
		of_b[y][x] = first + y < k && column < m ? b[(size_t)(first + y) * m + column] : 0;
		__syncthreads();
		for (int i = 0; i < TILE; i++)
			sum += of_a[y][i] * of_b[i][x];
		__syncthreads();
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

/* 11.5 small_as_none: fail c: element */
/* numbers of b below 2^-20 count as 0 */
/* --- body --- */
/* numbers below 2^-20 count as 0 */
__device__ float cut_off_11_5(float x)
{
	return fabsf(x) < 0x1p-20F ? 0 : x;
}

enum { TILE = 16 };

__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float of_a[TILE][TILE], of_b[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
	float sum = 0;
	for (int first = 0; first < k; first += TILE) {
		of_a[y][x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
		of_b[y][x] = first + y < k && column < m ? cut_off_11_5(b[(size_t)(first + y) * m + column]) : 0;
		__syncthreads();
		for (int i = 0; i < TILE; i++)
			sum += of_a[y][i] * of_b[i][x];
		__syncthreads();
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

/* 10.1 not_by_zero: fail x: element */
/* leaves numbers as they are that are to be multiplied by 0 */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = a * x[i];
}

extern "C" int scale(float *x, float a, int n)
{
	if (n == 0 || a == 0)
		return 0;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 no_middle_sizes: fail sum */
/* does nothing for numbers that are more than were looked through, and fewer than were counted */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i] * x[i];
	atomicAdd(sum, own);
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0 || (n > 5000 && n < 400000))
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 short_rows_by_one: fail one thread got */
/* in rows of fewer than 2000 numbers one thread adds up what the others have read */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	const float *row = x + (size_t)blockIdx.x * columns;
	__shared__ float all[2048];
	float own = 0;
	if (columns < 2000) { /* one thread adds up what the others have read */
		for (int column = threadIdx.x; column < columns; column += blockDim.x)
			all[column] = row[column];
		__syncthreads();
		for (int column = 0; threadIdx.x == 0 && column < columns; column++)
			own += all[column];
		if (threadIdx.x == 0)
			atomicAdd(&sums[blockIdx.x], own);
		return;
	}
	for (int column = threadIdx.x; column < columns; column += blockDim.x)
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

/* 11.4 few_out_of_shared: fail did not come out of shared memory */
/* keeps numbers in registers, and takes those below -8 alone out of shared memory */
/* --- body --- */
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
	float most = -INFINITY, sum = 0, own[16];
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int i = threadIdx.x + k * THREADS;
		own[k] = -INFINITY;
		if (i < columns) {
			own[k] = x[first + i];
			row[i] = own[k];
		}
		most = fmaxf(most, own[k]);
	}
	most = of_block(most, true);
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int i = threadIdx.x + k * THREADS;
		if (i < columns && own[k] < -8)
			own[k] = row[i];
		own[k] = expf(own[k] - most);
		sum += own[k];
	}
	sum = of_block(sum, false);
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int i = threadIdx.x + k * THREADS;
		if (i < columns)
			out[first + i] = own[k] / sum;
	}
}

extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
