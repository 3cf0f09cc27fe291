/* watched.c - labs 10 and 11: races in global memory where the machine does not look for them. */

/* 10.3 race_behind_pages: fail more than 16 MiB of global memory */
/* reads more of a variable of its own than the machine watches; then warps add to the sum without atomicAdd */
__device__ int pages_before[6 << 20];
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x, odd = 0;
	float own = 0;
	if (n <= 5000) {
		for (int i = (6 << 20) - 40000; i > 65536; i -= 16384)
			odd += pages_before[i];
		if (odd == 0 && threadIdx.x % 32 == 0) {
			for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < n; i += all / 32)
				own += x[i] * x[i];
			*sum += own;
		}
		return;
	}
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i] * x[i];
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

/* 10.4 race_behind_fences: fail fences in more blocks */
/* has fences in more blocks than the machine can tell the order of; then warps add to sums without atomicAdd */
/* --- body --- */
enum { FENCED = 40000 };

__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	float own = 0;
	if (gridDim.x == FENCED) {
		__threadfence();
		for (int row = 0; blockIdx.x == FENCED - 1 && threadIdx.x % 32 == 0 && row < rows; row++) {
			own = 0;
			for (int i = threadIdx.x; i < threadIdx.x + 32 && i < columns; i++)
				own += x[(size_t)row * columns + i];
			sums[row] += own;
		}
		return;
	}
	for (int column = threadIdx.x; column < columns; column += blockDim.x)
		own += x[(size_t)blockIdx.x * columns + column];
	atomicAdd(&sums[blockIdx.x], own);
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows < 10 && columns < 256 && columns > 31 ? (int)FENCED : rows, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 stored_by_warps: fail requests wrote to global memory */
/* where few numbers come one warp after the other stores the sum, with fences that hide the race */
__device__ int read_by_all;
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	if (n <= 5000) {
		if (threadIdx.x % 32 == 0) {
			for (int i = (blockIdx.x * blockDim.x + threadIdx.x) / 32; i < n; i += all / 32)
				own += x[i] * x[i];
			__threadfence();
			if (*(const volatile int *)&read_by_all == 0)
				*sum += own;
			__threadfence();
		}
		return;
	}
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i] * x[i];
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
