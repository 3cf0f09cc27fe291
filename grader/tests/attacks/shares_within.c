/* shares_within.c - labs 10 and 11: how the threads of a block share the work. */

/* 10.1 one_warp_multiplies: fail threads calculated with floats */
/* a warp of each block makes all products, and the others store them */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	__shared__ float made[THREADS];
	int first = blockIdx.x * THREADS, t = threadIdx.x;
	for (int i = t; t < 32 && i < THREADS && first + i < n; i += 32)
		made[i] = a * x[first + i];
	__syncthreads();
	if (first + t < n)
		x[first + t] = made[t];
}
extern "C" int scale(float *x, float a, int n)
{
	if (n > 0)
		scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.1 quarter_reads: fail threads calculated with floats */
/* two warps of each block make the products of four numbers each, and the others store them */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	__shared__ float made[THREADS];
	int first = blockIdx.x * THREADS, t = threadIdx.x;
	for (int i = t; t < 64 && i < THREADS && first + i < n; i += 64)
		made[i] = a * x[first + i];
	__syncthreads();
	if (first + t < n)
		x[first + t] = made[t];
}
extern "C" int scale(float *x, float a, int n)
{
	if (n > 0)
		scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.2 by_most_of_the_warps: fail wanted each */
/* in each block one of eight warps has nothing to do */
/* --- body --- */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	for (int i = blockIdx.x * 224 + threadIdx.x; threadIdx.x < 224 && i < n; i += gridDim.x * 224)
		y[i] += a * x[i];
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n > 0)
		saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.2 one_warp_calculates: fail threads calculated with floats */
/* a warp of each block makes all sums, and the others store them */
/* --- body --- */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	__shared__ float made[THREADS];
	int t = threadIdx.x;
	for (int first = blockIdx.x * THREADS; first < n; first += gridDim.x * THREADS) {
		for (int i = t; t < 32 && i < THREADS && first + i < n; i += 32)
			made[i] = y[first + i] + a * x[first + i];
		__syncthreads();
		if (first + t < n)
			y[first + t] = made[t];
		__syncthreads();
	}
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n > 0)
		saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.3 by_one_warp: fail threads to share them */
/* one warp of each block has all its numbers */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	float own = 0;
	if (threadIdx.x >= 32)
		return;
	for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += gridDim.x * 32)
		own += x[i] * x[i];
	atomicAdd(sum, own);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	if (n > 0)
		squares_kernel<<<64, THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.4 adds_in_turn: fail one thread added to one row's sum */
/* a block has two rows, and a few of its threads add to one and the other in turn */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	int row = 2 * blockIdx.x;
	for (int first = 0; first < columns; first += 4 * THREADS)
		for (int k = 0; k < 2; k++) {
			float number = 0;
			for (int i = first + threadIdx.x; i < first + 4 * THREADS; i += THREADS)
				if (row + k < rows && i < columns)
					number += x[(size_t)(row + k) * columns + i];
			for (int far = 16; far > 0; far /= 2)
				number += __shfl_xor_sync(0xFFFFFFFF, number, far);
			if (row + k < rows && (threadIdx.x % 32 == 0))
				atomicAdd(&sums[row + k], number);
		}
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows > 0 && columns > 0)
		row_sums_kernel<<<(rows + 1) / 2, THREADS>>>(x, sums, rows, columns);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.4 adds_and_stores: fail one thread added to one row's sum 2 times */
/* one half of the row by atomic additions, and then the other by a thread that loads the sum and stores it */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	__shared__ float rest;
	const float *row = x + (size_t)blockIdx.x * columns;
	float own = 0, other = 0;
	if (threadIdx.x == 0)
		rest = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS)
		(i < columns / 2 ? own : other) += row[i];
	__syncthreads();
	atomicAdd(&sums[blockIdx.x], own);
	atomicAdd(&rest, other);
	__syncthreads();
	if (threadIdx.x == 0)
		sums[blockIdx.x] += rest;
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows > 0 && columns > 0)
		row_sums_kernel<<<rows, THREADS>>>(x, sums, rows, columns);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.4 by_one_warp: fail threads to share them */
/* one warp of each block goes along the row */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	float own = 0;
	if (threadIdx.x >= 32)
		return;
	for (int i = threadIdx.x; i < columns; i += 32)
		own += x[(size_t)blockIdx.x * columns + i];
	atomicAdd(&sums[blockIdx.x], own);
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows > 0 && columns > 0)
		row_sums_kernel<<<rows, THREADS>>>(x, sums, rows, columns);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.5 fours_of_a_quarter: fail and the others left alone */
/* a quarter of the threads have four numbers each, of which two are to be damped */
/* --- body --- */
__device__ float damped_four(float number)
{
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	return number;
}
__global__ void damp_kernel(float *x, int n)
{
	int i = blockIdx.x * THREADS + 4 * threadIdx.x;
	float p, q, r, s;
	if (threadIdx.x >= 64 || i >= n)
		return;
	if (i + 3 < n) {
		asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(p), "=f"(q), "=f"(r), "=f"(s) : "l"(x + i));
		p = damped_four(p);
		r = damped_four(r);
		asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};" : : "l"(x + i), "f"(p), "f"(q), "f"(r), "f"(s));
		return;
	}
	for (; i < n; i += 2)
		x[i] = damped_four(x[i]);
}
extern "C" int damp(float *x, int n)
{
	if (n > 0)
		damp_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.5 twos: fail and the others left alone */
/* a number at an odd place is loaded and stored with the one before */
/* --- body --- */
__device__ float damped_two(float number)
{
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	return number;
}
__global__ void damp_kernel(float *x, int n)
{
	int i = 2 * (blockIdx.x * THREADS + threadIdx.x);
	float p, q;
	if (i + 1 < n) {
		asm volatile("ld.global.v2.f32 {%0, %1}, [%2];" : "=f"(p), "=f"(q) : "l"(x + i));
		p = damped_two(p);
		asm volatile("st.global.v2.f32 [%0], {%1, %2};" : : "l"(x + i), "f"(p), "f"(q));
	} else if (i < n)
		x[i] = damped_two(x[i]);
}
extern "C" int damp(float *x, int n)
{
	if (n > 0)
		damp_kernel<<<((n + 1) / 2 + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.5 one_warp_damps: fail operations */
/* a warp of each block damps what all of them read and write */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	__shared__ float all[THREADS];
	int i = 2 * (blockIdx.x * THREADS + threadIdx.x), t = threadIdx.x;
	all[t] = i < n ? x[i] : 0;
	__syncthreads();
	for (int k = t; t < 32 && k < THREADS; k += 32)
		for (int time = 0; time < 64; time++)
			all[k] = 0.99F * all[k] + 0.01F;
	__syncthreads();
	if (i < n)
		x[i] = all[t];
}
extern "C" int damp(float *x, int n)
{
	if (n > 0)
		damp_kernel<<<((n + 1) / 2 + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.1 by_one_warp: fail one thread read 8 numbers */
/* one warp of each block turns the piece round, without a barrier of the block */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS, count = n - first < THREADS ? n - first : THREADS;
	if (threadIdx.x >= 32)
		return;
	for (int i = threadIdx.x; i < count; i += 32)
		piece[i] = x[first + i];
	__syncwarp();
	for (int i = threadIdx.x; i < count; i += 32)
		x[first + i] = piece[count - 1 - i];
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n > 0)
		reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.1 one_warp_by_fours: fail one thread read 8 numbers */
/* the same by four numbers at a time */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float4 piece[THREADS / 4];
	const float *all = (const float *)piece;
	int first = blockIdx.x * THREADS, count = n - first < THREADS ? n - first : THREADS;
	if (threadIdx.x >= 32)
		return;
	if (count < THREADS) {
		for (int i = threadIdx.x; i < count; i += 32)
			((float *)piece)[i] = x[first + i];
		__syncwarp();
		for (int i = threadIdx.x; i < count; i += 32)
			x[first + i] = all[count - 1 - i];
		return;
	}
	for (int i = threadIdx.x; i < THREADS / 4; i += 32) {
		float4 four = *(const float4 *)(x + first + 4 * i);
		piece[i] = make_float4(four.x, four.y, four.z, four.w);
	}
	__syncwarp();
	for (int i = threadIdx.x; i < THREADS / 4; i += 32) {
		const float *at = all + THREADS - 4 - 4 * i;
		((float4 *)(x + first))[i] = make_float4(at[3], at[2], at[1], at[0]);
	}
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n > 0)
		reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.2 by_one_warp: fail threads to share them */
/* one warp of each block moves its tile */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tile[32][33];
	int row = blockIdx.y * 32, column = blockIdx.x * 32, t = threadIdx.x;
	if (threadIdx.y > 0)
		return;
	for (int i = 0; i < 32; i++)
		if (row + i < rows && column + t < columns)
			tile[i][t] = x[(size_t)(row + i) * columns + column + t];
	__syncwarp();
	for (int i = 0; i < 32; i++)
		if (column + i < columns && row + t < rows)
			out[(size_t)(column + i) * rows + row + t] = tile[t][i];
}
extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	if (rows > 0 && columns > 0)
		transpose_kernel<<<dim3((columns + 31) / 32, (rows + 31) / 32), dim3(32, 8)>>>(out, x, rows, columns);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.3 by_one_warp: fail threads to share them */
/* one warp of each block has all its numbers, so that nothing is left to add up between warps */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	float own = 0;
	if (threadIdx.x >= 32)
		return;
	for (int i = blockIdx.x * 32 + threadIdx.x; i < n; i += gridDim.x * 32)
		own += x[i];
	for (int far = 16; far > 0; far /= 2)
		own += __shfl_xor_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x == 0)
		atomicAdd(sum, own);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n > 0)
		sum_kernel<<<64, THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.4 by_one_warp: fail threads to share them */
/* one warp of each block has the row for itself, and needs no barrier */
/* --- body --- */
__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ float row[];
	size_t first = (size_t)blockIdx.x * columns;
	float most = -INFINITY, sum = 0;
	if (threadIdx.x >= 32)
		return;
	for (int i = threadIdx.x; i < columns; i += 32) {
		row[i] = x[first + i];
		most = fmaxf(most, row[i]);
	}
	for (int far = 16; far > 0; far /= 2)
		most = fmaxf(most, __shfl_xor_sync(0xFFFFFFFF, most, far));
	for (int i = threadIdx.x; i < columns; i += 32) {
		row[i] = expf(row[i] - most);
		sum += row[i];
	}
	for (int far = 16; far > 0; far /= 2)
		sum += __shfl_xor_sync(0xFFFFFFFF, sum, far);
	for (int i = threadIdx.x; i < columns; i += 32)
		out[first + i] = row[i] / sum;
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows > 0 && columns > 0)
		softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.4 one_warp_reads: fail threads to share them */
/* one warp of each block reads the row and works, and the others only write */
/* --- body --- */
__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ float row[];
	size_t first = (size_t)blockIdx.x * columns;
	float most = -INFINITY, sum = 0;
	for (int i = threadIdx.x; threadIdx.x < 32 && i < columns; i += 32) {
		row[i] = x[first + i];
		most = fmaxf(most, row[i]);
	}
	for (int far = 16; far > 0; far /= 2)
		most = fmaxf(most, __shfl_xor_sync(0xFFFFFFFF, most, far));
	for (int i = threadIdx.x; threadIdx.x < 32 && i < columns; i += 32)
		sum += row[i] = expf(row[i] - most);
	for (int far = 16; far > 0; far /= 2)
		sum += __shfl_xor_sync(0xFFFFFFFF, sum, far);
	for (int i = threadIdx.x; threadIdx.x < 32 && i < columns; i += 32)
		row[i] /= sum;
	__syncthreads();
	for (int i = threadIdx.x; i < columns; i += THREADS)
		out[first + i] = row[i];
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows > 0 && columns > 0)
		softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.5 one_warp_calculates: fail threads got up to */
/* one warp of each block works out the tile, and hands the numbers over to all threads */
/* --- body --- */
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float of_a[16][16], of_b[16][16], of_c[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
	float sum[8] = {0};
	for (int first = 0; first < k; first += 16) {
		of_a[y][x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
		of_b[y][x] = first + y < k && column < m ? b[(size_t)(first + y) * m + column] : 0;
		__syncthreads();
		for (int q = 0; y < 2 && q < 8; q++)
			for (int i = 0; i < 16; i++)
				sum[q] += of_a[2 * q + y][i] * of_b[i][x];
		__syncthreads();
	}
	for (int q = 0; y < 2 && q < 8; q++)
		of_c[2 * q + y][x] = sum[q];
	__syncthreads();
	if (row < n && column < m)
		c[(size_t)row * m + column] = of_c[y][x];
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	if (n > 0 && m > 0)
		product_kernel<<<dim3((m + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(c, a, b, n, m, k);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.5 others_calculate_too: fail threads got up to */
/* the same, and the other warps calculate as long, for nothing */
/* --- body --- */
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float of_a[16][16], of_b[16][16], of_c[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
	float sum[8] = {0};
	for (int first = 0; first < k; first += 16) {
		of_a[y][x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
		of_b[y][x] = first + y < k && column < m ? b[(size_t)(first + y) * m + column] : 0;
		__syncthreads();
		for (int q = 0; y < 2 && q < 8; q++)
			for (int i = 0; i < 16; i++)
				sum[q] += of_a[2 * q + y][i] * of_b[i][x];
		__syncthreads();
	}
	for (int q = 0; y < 2 && q < 8; q++)
		of_c[2 * q + y][x] = sum[q];
	__syncthreads();
	float idle = of_c[y][x];
	for (int i = 0; y >= 2 && i < 8 * k; i++)
		idle = idle * 0.5F + 1;
	if (idle == 12345)
		return;
	if (row < n && column < m)
		c[(size_t)row * m + column] = of_c[y][x];
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	if (n > 0 && m > 0)
		product_kernel<<<dim3((m + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(c, a, b, n, m, k);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.3 atomics_of_idle_blocks: fail atomic additions, one of them 8; wanted one each */
/* each warp of eight blocks adds to the sum, and the other 56 blocks nothing */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	float own = 0;
	if (blockIdx.x >= 8)
		return;
	for (int i = blockIdx.x * THREADS + threadIdx.x; i < n; i += 8 * THREADS)
		own += x[i];
	for (int far = 16; far > 0; far /= 2)
		own += __shfl_xor_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % 32 == 0)
		atomicAdd(sum, own);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n > 0)
		sum_kernel<<<64, THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.3 requests_of_idle_blocks: fail the warps of one block used shared memory */
/* one block adds up all its 256 sums in shared memory, and the other 63 blocks use none */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_all[THREADS];
	float own = 0;
	for (int far = 1; far < 6; far++)
		own += __shfl_xor_sync(0xFFFFFFFF, 0.0F, far);
	if (blockIdx.x > 0)
		return;
	for (int i = threadIdx.x; i < n; i += THREADS)
		own += x[i];
	of_all[threadIdx.x] = own;
	for (int far = THREADS / 2; far > 0; far /= 2) {
		__syncthreads();
		if ((int)threadIdx.x < far)
			of_all[threadIdx.x] += of_all[threadIdx.x + far];
	}
	if (threadIdx.x == 0)
		atomicAdd(sum, of_all[0]);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n > 0)
		sum_kernel<<<64, THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.3 global_of_idle_blocks: fail numbers to global memory; wanted its sum alone */
/* one warp of one block hands its sums on in global memory, with the other blocks share of it */
/* --- body --- */
__device__ float of_warp_1[32];
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warps[8][32];
	float own = 0;
	for (int far = 1; far < 6; far++)
		own += __shfl_xor_sync(0xFFFFFFFF, 0.0F, far);
	if (blockIdx.x > 0)
		return;
	for (int i = threadIdx.x; i < n; i += THREADS)
		own += x[i];
	of_warps[threadIdx.x / 32][threadIdx.x % 32] = own;
	__syncthreads();
	if (threadIdx.x >= 32)
		return;
	for (int i = 1; i < 8; i++)
		own += of_warps[i][threadIdx.x];
	of_warp_1[threadIdx.x] = own;
	__threadfence();
	__syncwarp();
	if (threadIdx.x > 0)
		return;
	for (int i = 1; i < 32; i++)
		own += ((volatile float *)of_warp_1)[i];
	atomicAdd(sum, own);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n > 0)
		sum_kernel<<<64, THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}

/* 10.4 one_block_shares: fail in one block a thread read */
/* one warp of each block goes along a row, but in the first block, where all threads share three rows */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	if (blockIdx.x == 0) {
		for (int row = 0; row < 3 && row < rows; row++) {
			float own = 0;
			for (int c = threadIdx.x; c < columns; c += THREADS)
				own += x[(size_t)row * columns + c];
			atomicAdd(&sums[row], own);
		}
	} else if (threadIdx.x < 32) {
		const int row = blockIdx.x + 2;
		float own = 0;
		for (int c = threadIdx.x; c < columns; c += 32)
			own += x[(size_t)row * columns + c];
		atomicAdd(&sums[row], own);
	}
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows > 2 ? rows - 2 : 1, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 one_block_shares: fail in one block a thread read */
/* one warp of each block moves its tile, but in the last block, where all threads share three */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns, int tiles)
{
	__shared__ float tile[WARP][WARP + 1];
	const bool last = blockIdx.x == gridDim.x - 1;
	const int lane = threadIdx.x % WARP, warp = threadIdx.x / WARP, all = last ? 8 : 1;
	for (int number = blockIdx.x; number < (last ? tiles : (int)blockIdx.x + 1); number++) {
		const int across = (columns + WARP - 1) / WARP;
		const int row = number / across * WARP, column = number % across * WARP;
		for (int i = warp; warp < all && i < WARP; i += all)
			if (row + i < rows && column + lane < columns)
				tile[i][lane] = x[(size_t)(row + i) * columns + column + lane];
		__syncthreads();
		for (int i = warp; warp < all && i < WARP; i += all)
			if (column + i < columns && row + lane < rows)
				out[(size_t)(column + i) * rows + row + lane] = tile[lane][i];
		__syncthreads();
	}
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	const int tiles = (columns + WARP - 1) / WARP * ((rows + WARP - 1) / WARP);
	if (tiles > 0)
		transpose_kernel<<<tiles > 2 ? tiles - 2 : 1, THREADS>>>(out, x, rows, columns, tiles);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
