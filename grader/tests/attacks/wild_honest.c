/* wild_honest.c - labs 10 and 11: honest answers that use what the contract leaves free. */

/* 10.2 blocks_along_y: pass */
/* there are 65535 at most */
/* --- body --- */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	int all = gridDim.y * blockDim.x;
	for (int i = blockIdx.y * blockDim.x + threadIdx.x; i < n; i += all)
		y[i] += a * x[i];
}

extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n == 0)
		return 0;
	saxpy_kernel<<<dim3(1, blocks, 1), THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 blocks_along_y: pass */
/* there are 65535 at most */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	const float *row = x + (size_t)blockIdx.y * columns;
	float own = 0;
	for (int column = threadIdx.x; column < columns; column += blockDim.x)
		own += row[column];
	atomicAdd(&sums[blockIdx.y], own);
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<dim3(1, rows), THREADS>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 by_shuffles: pass */
/* each warp turns a tile of its own, in registers */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	int lane = threadIdx.x % WARP, across = (columns + WARP - 1) / WARP, down = (rows + WARP - 1) / WARP;
	int t = blockIdx.x * (THREADS / WARP) + threadIdx.x / WARP;
	if (t >= across * down)
		return;
	int row = t / across * WARP, column = t % across * WARP;
	float own[WARP];
#pragma unroll
	for (int i = 0; i < WARP; i++)
		own[i] = row + i < rows && column + lane < columns ? x[(size_t)(row + i) * columns + column + lane] : 0;
#pragma unroll
	for (int far = WARP / 2; far > 0; far /= 2)
#pragma unroll
		for (int i = 0; i < WARP; i++)
			if (!(i & far)) {
				float sent = lane & far ? own[i] : own[i + far];
				sent = __shfl_xor_sync(0xFFFFFFFF, sent, far);
				if (lane & far)
					own[i] = sent;
				else
					own[i + far] = sent;
			}
#pragma unroll
	for (int i = 0; i < WARP; i++)
		if (column + i < columns && row + lane < rows)
			out[(size_t)(column + i) * rows + row + lane] = own[i];
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	int across = (columns + WARP - 1) / WARP, down = (rows + WARP - 1) / WARP;
	if (rows == 0 || columns == 0)
		return 0;
	transpose_kernel<<<(across * down + THREADS / WARP - 1) / (THREADS / WARP), THREADS>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 sum_of_registers: pass */
/* the row is in shared memory, and in registers for its largest number and its sum */
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
	float most = -INFINITY, sum = 0;
	float kept[16];
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int i = threadIdx.x + k * THREADS;
		kept[k] = i < columns ? x[first + i] : -INFINITY;
		if (i < columns)
			row[i] = kept[k];
		most = fmaxf(most, kept[k]);
	}
	most = of_block(most, true);
#pragma unroll
	for (int k = 0; k < 16; k++)
		sum += expf(kept[k] - most);
	sum = of_block(sum, false);
	for (int i = threadIdx.x; i < columns; i += THREADS)
		out[first + i] = expf(row[i] - most) / sum;
}

extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.5 last_tile_stays: pass */
/* behind the last row of b the tile before stays, and meets zeros of a */
/* --- body --- */
enum { TILE = 16 };

__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float of_a[TILE][TILE], of_b[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
	float sum = 0;
	for (int first = 0; first < k; first += TILE) {
		of_a[y][x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
		if (first == 0)
			of_b[y][x] = 0;
		if (first + y < k && column < m)
			of_b[y][x] = b[(size_t)(first + y) * m + column];
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

/* 11.5 all_shared_memory: pass */
/* asks for all that a block may have, which kernels of the other exercises take none of */
/* --- body --- */
enum { TILE = 16 };

__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	extern __shared__ float room[];
	float *of_a = room, *of_b = room + TILE * TILE;
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
	float sum = 0;
	for (int first = 0; first < k; first += TILE) {
		of_a[y * TILE + x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
		of_b[y * TILE + x] = first + y < k && column < m ? b[(size_t)(first + y) * m + column] : 0;
		__syncthreads();
		for (int i = 0; i < TILE; i++)
			sum += of_a[y * TILE + i] * of_b[i * TILE + x];
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
	product_kernel<<<grid, block, 48 << 10>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
