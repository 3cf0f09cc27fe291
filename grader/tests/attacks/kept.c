/* kept.c - lab 11: numbers that go through shared memory, where no other thread takes them, or where they do not stay. */

/* 11.1 both_ends: fail numbers of x did not come out of shared memory */
/* half of the threads have both ends each, and exchange them with themselves: nothing is handed over, and nobody waits */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ volatile float own[2][THREADS];
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int there = min(n - first, THREADS) - 1 - here;
	if (here <= there) {
		own[0][here] = x[first + here];
		own[1][here] = x[first + there];
	}
	if (here <= there) {
		x[first + there] = own[0][here];
		x[first + here] = own[1][here];
	}
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.1 both_ends_and_a_barrier: fail numbers of x did not come out of shared memory */
/* the same with a barrier, and with other numbers that are handed over for show */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ volatile float own[2][THREADS];
	__shared__ volatile float shown[THREADS];
	int first = blockIdx.x * THREADS, here = threadIdx.x;
	int there = min(n - first, THREADS) - 1 - here;
	if (here <= there) {
		own[0][here] = x[first + here];
		own[1][here] = x[first + there];
	}
	shown[threadIdx.x] = 1;
	__syncthreads();
	if (shown[(here + 64) % THREADS] > 2)
		return;
	if (here <= there) {
		x[first + there] = own[0][here];
		x[first + here] = own[1][here];
	}
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n == 0)
		return 0;
	reverse_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 straight_into_registers: fail numbers of out did not come out of shared memory */
/* each number goes through one place of shared memory for each thread, and stays in a register */
/* --- body --- */
__device__ float of_block_straight(float own, bool largest)
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
	__shared__ volatile float place[THREADS];
	float mine[16], most = -INFINITY, sum = 0;
	size_t first = (size_t)blockIdx.x * columns;
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int i = threadIdx.x + THREADS * k;
		if (i < columns)
			place[threadIdx.x] = x[first + i];
		if (i < columns) {
			mine[k] = place[threadIdx.x];
			most = fmaxf(most, mine[k]);
		}
	}
	most = of_block_straight(most, true);
#pragma unroll
	for (int k = 0; k < 16; k++)
		if ((int)threadIdx.x + THREADS * k < columns) {
			mine[k] = expf(mine[k] - most);
			sum += mine[k];
		}
	sum = of_block_straight(sum, false);
#pragma unroll
	for (int k = 0; k < 16; k++)
		if ((int)threadIdx.x + THREADS * k < columns)
			out[first + threadIdx.x + THREADS * k] = mine[k] / sum;
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 into_registers_by_barriers: fail into shared memory; wanted all */
/* the same with a barrier for each number, and as much shared memory as the row takes, of which it uses a part */
/* --- body --- */
__device__ float of_block_barriers(float own, bool largest)
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
	extern __shared__ volatile float row[];
	float mine[16], most = -INFINITY, sum = 0;
	size_t first = (size_t)blockIdx.x * columns;
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int i = threadIdx.x + THREADS * k;
		if (i < columns)
			row[threadIdx.x] = x[first + i];
		__syncthreads();
		if (i < columns) {
			mine[k] = row[threadIdx.x];
			most = fmaxf(most, mine[k]);
		}
	}
	most = of_block_barriers(most, true);
#pragma unroll
	for (int k = 0; k < 16; k++)
		if ((int)threadIdx.x + THREADS * k < columns) {
			mine[k] = expf(mine[k] - most);
			sum += mine[k];
		}
	sum = of_block_barriers(sum, false);
#pragma unroll
	for (int k = 0; k < 16; k++)
		if ((int)threadIdx.x + THREADS * k < columns)
			out[first + threadIdx.x + THREADS * k] = mine[k] / sum;
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 row_of_a_row: fail numbers of out did not come out of shared memory */
/* the row is put into shared memory, and taken into registers at once */
/* --- body --- */
__device__ float of_block_row(float own, bool largest)
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
	extern __shared__ volatile float row[];
	float mine[16], most = -INFINITY, sum = 0;
	size_t first = (size_t)blockIdx.x * columns;
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int i = threadIdx.x + THREADS * k;
		if (i < columns)
			row[i] = x[first + i];
		if (i < columns) {
			mine[k] = row[i];
			most = fmaxf(most, mine[k]);
		}
	}
	most = of_block_row(most, true);
#pragma unroll
	for (int k = 0; k < 16; k++)
		if ((int)threadIdx.x + THREADS * k < columns) {
			mine[k] = expf(mine[k] - most);
			sum += mine[k];
		}
	sum = of_block_row(sum, false);
#pragma unroll
	for (int k = 0; k < 16; k++)
		if ((int)threadIdx.x + THREADS * k < columns)
			out[first + threadIdx.x + THREADS * k] = mine[k] / sum;
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 put_late: fail did not come out of shared memory */
/* the row stays in registers until all know its largest number, and is put into shared memory then */
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
		most = fmaxf(most, kept[k]);
	}
	most = of_block(most, true);
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int i = threadIdx.x + k * THREADS;
		if (i < columns)
			row[i] = kept[k]; /* for the barriers of the sum to find it there */
		sum += expf(kept[k] - most);
	}
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

/* 11.5 own_number_back: fail that other threads had put there */
/* each thread takes its own number of a out of shared memory again, and shuffles hand it on */
/* --- body --- */
enum { TILE = 16 };

__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ volatile float of_a[TILE][TILE];
	__shared__ float of_b[TILE][TILE];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
	float sum = 0;
	for (int first = 0; first < k; first += TILE) {
		of_a[y][x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
		float own = of_a[y][x];
		of_b[y][x] = first + y < k && column < m ? b[(size_t)(first + y) * m + column] : 0;
		__syncthreads();
		for (int i = 0; i < TILE; i++)
			sum += __shfl_sync(0xFFFFFFFF, own, i, TILE) * of_b[i][x];
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
