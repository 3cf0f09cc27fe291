/* ragged.c - labs 10 and 11: work shared out well only where sizes come out even. */

/* 10.2 whole_warps_alone: fail a request of a warp took */
/* takes neighbouring numbers where n is a multiple of 32, and a piece for each thread elsewhere */
/* --- body --- */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	int all = gridDim.x * blockDim.x, me = blockIdx.x * blockDim.x + threadIdx.x;
	if (n % 32 == 0) {
		for (int i = me; i < n; i += all)
			y[i] += a * x[i];
		return;
	}
	int each = (n + all - 1) / all;
	for (int i = me * each; i < n && i < (me + 1) * each; i++)
		y[i] += a * x[i];
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n == 0)
		return 0;
	saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 whole_rounds_alone: fail times for global memory; to read each number once takes */
/* shares the numbers where the threads of some blocks have as many, and has one thread add up all elsewhere */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	if (n % 1024 == 0) {
		for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
			own += x[i] * x[i];
		atomicAdd(sum, own);
	} else if (blockIdx.x * blockDim.x + threadIdx.x == 0) {
		for (int i = 0; i < n; i++)
			own += x[i] * x[i];
		*sum = own;
	}
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	squares_kernel<<<n % 1024 == 0 ? 4 : 1, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 whole_blocks_alone: fail a request of a warp took */
/* a block goes along rows of whole blocks; elsewhere each thread goes along a row of its own */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	if (columns % 256 == 0) {
		float own = 0;
		for (int c = threadIdx.x; c < columns; c += THREADS)
			own += x[blockIdx.x * columns + c];
		atomicAdd(&sums[blockIdx.x], own);
		return;
	}
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float all = 0;
	for (int c = 0; row < rows && c < columns; c++)
		all += x[row * columns + c];
	if (row < rows)
		sums[row] = all;
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<columns % 256 == 0 ? rows : (rows + 255) / 256, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.5 whole_blocks_alone: fail of its 32 threads had work */
/* every second thread waits, but where no block is ragged */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (n % 1024 == 0)
		i *= 2;
	if (i < n && i % 2 == 0)
		for (int time = 0; time < 64; time++)
			x[i] = 0.99F * x[i] + 0.01F;
}
__global__ void damp_fast(float *x)
{
	int i = 2 * (blockIdx.x * blockDim.x + threadIdx.x);
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	if (n == 0)
		return 0;
	if (n % 1024 == 0)
		damp_fast<<<n / 512, THREADS>>>(x);
	else
		damp_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.1 whole_pieces_alone: fail numbers of x did not come out of shared memory */
/* hands numbers over where all pieces are whole, and reads from the other end elsewhere */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ float piece[THREADS];
	int first = blockIdx.x * THREADS;
	int count = n - first < THREADS ? n - first : THREADS;
	if (n % 256 == 0) {
		piece[threadIdx.x] = x[first + threadIdx.x];
		__syncthreads();
		x[first + threadIdx.x] = piece[255 - threadIdx.x];
		return;
	}
	piece[threadIdx.x] = 1;
	float other = 0;
	if ((int)threadIdx.x < count)
		other = x[first + count - 1 - threadIdx.x];
	__syncthreads();
	if ((int)threadIdx.x < count)
		x[first + threadIdx.x] = other;
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 whole_tiles_alone: fail a request of a warp took */
/* has tiles without bounds where they fit, and none elsewhere */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tile[WARP][WARP + 1];
	int row = blockIdx.y * WARP + threadIdx.y, column = blockIdx.x * WARP + threadIdx.x;
	for (int i = 0; i < WARP; i += 8)
		tile[threadIdx.y + i][threadIdx.x] = x[(row + i) * columns + column];
	__syncthreads();
	row = blockIdx.x * WARP + threadIdx.y;
	column = blockIdx.y * WARP + threadIdx.x;
	for (int i = 0; i < WARP; i += 8)
		out[(row + i) * rows + column] = tile[threadIdx.x][threadIdx.y + i];
}
__global__ void transpose_naive(float *out, const float *x, int rows, int columns)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < rows * columns)
		out[i % columns * rows + i / columns] = x[i];
}
extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	if (rows % 32 == 0 && columns % 32 == 0)
		transpose_kernel<<<dim3(columns / 32, rows / 32), dim3(32, 8)>>>(out, x, rows, columns);
	else
		transpose_naive<<<(rows * columns + 255) / 256, 256>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 whole_rounds_alone: fail warps read global memory */
/* has shuffles where all threads have as many numbers, and one thread add up all elsewhere */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[THREADS / WARP];
	int all = gridDim.x * blockDim.x;
	float own = 0;
	if (n % 1024 != 0) {
		if (threadIdx.x == 0) {
			for (int i = 0; i < n; i++)
				own += x[i];
			atomicAdd(sum, own);
		}
		return;
	}
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i];
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
	if (n == 0)
		return 0;
	sum_kernel<<<n % 1024 ? 1 : 8, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 whole_blocks_alone: fail warps read global memory */
/* keeps rows of whole blocks; of others one thread reads each number three times */
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
__global__ void softmax_naive(float *out, const float *x, int columns)
{
	if (threadIdx.x)
		return;
	float most = -INFINITY, sum = 0;
	x += (size_t)blockIdx.x * columns;
	out += (size_t)blockIdx.x * columns;
	for (int i = 0; i < columns; i++)
		most = fmaxf(most, x[i]);
	for (int i = 0; i < columns; i++)
		sum += expf(x[i] - most);
	for (int i = 0; i < columns; i++)
		out[i] = expf(x[i] - most) / sum;
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	if (columns % 256 == 0)
		softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	else
		softmax_naive<<<rows, THREADS>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.5 whole_tiles_alone: fail numbers were read from global memory */
/* has tiles without bounds where they fit, and none elsewhere */
/* --- body --- */
__global__ void product_kernel(float *c, const float *a, const float *b, int m, int k)
{
	__shared__ float of_a[16][16], of_b[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
	float sum = 0;
	for (int first = 0; first < k; first += 16) {
		of_a[y][x] = a[row * k + first + x];
		of_b[y][x] = b[(first + y) * m + column];
		__syncthreads();
		for (int i = 0; i < 16; i++)
			sum += of_a[y][i] * of_b[i][x];
		__syncthreads();
	}
	c[row * m + column] = sum;
}
__global__ void product_naive(float *c, const float *a, const float *b, int n, int m, int k)
{
	int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
	float sum = 0;
	if (row < n && column < m) {
		for (int i = 0; i < k; i++)
			sum += a[row * k + i] * b[i * m + column];
		c[row * m + column] = sum;
	}
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	dim3 grid((m + 15) / 16, (n + 15) / 16), block(16, 16);
	if (n == 0 || m == 0)
		return 0;
	if (n % 16 == 0 && m % 16 == 0 && k % 16 == 0)
		product_kernel<<<grid, block>>>(c, a, b, m, k);
	else
		product_naive<<<grid, block>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.5 down_the_columns: pass */
/* neighbouring threads have neighbouring rows of a: each number of a tile is read once, if not in whole sectors */
/* --- body --- */
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float A[16][17], B[16][17];
	int i = threadIdx.x, j = threadIdx.y;
	int row = blockIdx.x * 16 + i, col = blockIdx.y * 16 + j;
	float acc = 0;
	for (int t = 0; t < k; t += 16) {
		A[i][j] = row < n && t + j < k ? a[row * k + t + j] : 0;
		B[i][j] = t + i < k && col < m ? b[(t + i) * m + col] : 0;
		__syncthreads();
		for (int q = 0; q < 16; q++)
			acc += A[i][q] * B[q][j];
		__syncthreads();
	}
	if (row < n && col < m)
		c[row * m + col] = acc;
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	if (n == 0 || m == 0)
		return 0;
	product_kernel<<<dim3((n + 15) / 16, (m + 15) / 16), dim3(16, 16)>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.3 pieces_of_blocks: pass */
/* each block has a piece of the numbers, which begins anywhere */
/* --- body --- */
__device__ __noinline__ float warp_sum(float v)
{
	for (int d = 1; d < 32; d *= 2)
		v += __shfl_down_sync(__activemask(), v, d);
	return v;
}
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float block_sum;
	if (threadIdx.x == 0)
		block_sum = 0;
	__syncthreads();
	float own = 0;
	int chunk = (n + gridDim.x - 1) / gridDim.x;
	int end = min(n, (int)(blockIdx.x + 1) * chunk);
	for (int i = blockIdx.x * chunk + threadIdx.x; i < end; i += blockDim.x)
		own += x[i];
	own = warp_sum(own);
	if (threadIdx.x % 32 == 0)
		atomicAdd(&block_sum, own);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(sum, block_sum);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	sum_kernel<<<min(64, (n + 255) / 256), 256>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.2 from_the_end: pass */
/* goes from the last number to the first */
/* --- body --- */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	unsigned stride = gridDim.x * blockDim.x;
	for (long long i = (long long)n - 1 - (blockIdx.x * blockDim.x + threadIdx.x); i >= 0; i -= stride)
		*(y + i) += a * *(x + i);
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n == 0)
		return 0;
	saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 fours_where_whole: pass */
/* reads four numbers at a time where rows are multiples of four, and has a block for each piece of a row elsewhere */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	int c = blockIdx.x * 256 + threadIdx.x;
	float own = c < columns ? x[(long)blockIdx.y * columns + c] : 0;
	for (int d = 16; d > 0; d /= 2)
		own += __shfl_down_sync(0xffffffff, own, d);
	if (threadIdx.x % 32 == 0)
		atomicAdd(sums + blockIdx.y, own);
}
__global__ void row_sums_four(const float4 *x, float *sums, int columns)
{
	__shared__ float of_warp[8];
	float own = 0;
	for (int c = threadIdx.x; c < columns / 4; c += 256) {
		float4 f = x[(long)blockIdx.x * columns / 4 + c];
		own += (f.x + f.y) + (f.z + f.w);
	}
	for (int d = 16; d > 0; d /= 2)
		own += __shfl_down_sync(0xffffffff, own, d);
	if (threadIdx.x % 32 == 0)
		of_warp[threadIdx.x / 32] = own;
	__syncthreads();
	if (threadIdx.x == 0) {
		for (int i = 1; i < 8; i++)
			own += of_warp[i];
		sums[blockIdx.x] += own;
	}
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	if (columns % 4 == 0)
		row_sums_four<<<rows, 256>>>((const float4 *)x, sums, columns);
	else
		row_sums_kernel<<<dim3((columns + 255) / 256, rows), 256>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.5 one_warp_where_ragged: fail threads got up to */
/* where sizes do not come out even one warp works out the whole tile */
/* --- body --- */
enum { TILE = 16 };

__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float of_a[TILE][TILE], of_b[TILE][TILE], of_c[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y, t = y * TILE + x;
	int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
	bool few = n % TILE || m % TILE || k % TILE;
	float sum = 0, sums[8] = {0};
	for (int first = 0; first < k; first += TILE) {
		of_a[y][x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
		of_b[y][x] = first + y < k && column < m ? b[(size_t)(first + y) * m + column] : 0;
		__syncthreads();
		if (!few)
			for (int i = 0; i < TILE; i++)
				sum += of_a[y][i] * of_b[i][x];
		else if (t < 32)
#pragma unroll
			for (int s = 0; s < 8; s++)
				for (int i = 0; i < TILE; i++)
					sums[s] += of_a[y + 2 * s][i] * of_b[i][x];
		__syncthreads();
	}
	if (few) {
		if (t < 32)
#pragma unroll
			for (int s = 0; s < 8; s++)
				of_c[y + 2 * s][x] = sums[s];
		__syncthreads();
		sum = of_c[y][x];
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
