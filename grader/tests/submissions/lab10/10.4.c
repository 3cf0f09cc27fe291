/* lab10_wrong_thread_a_row: fail a request of a warp took */
/* each thread goes along a row of its own */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float own = 0;
	if (row >= rows)
		return;
	for (int column = 0; column < columns; column++)
		own += x[(size_t)row * columns + column];
	atomicAdd(&sums[row], own);
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<(rows + THREADS - 1) / THREADS, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_atomic_each: fail atomic additions, wanted at most */
/* adds each number to the row's sum */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	for (int column = threadIdx.x; column < columns; column += blockDim.x)
		atomicAdd(&sums[blockIdx.x], x[(size_t)blockIdx.x * columns + column]);
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_short_rows: fail : sums: element */
/* takes the first 256 numbers of a row alone */
__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	if (threadIdx.x < columns)
		atomicAdd(&sums[blockIdx.x], x[(size_t)blockIdx.x * columns + threadIdx.x]);
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_right_warp_a_row: pass */
/* a warp for each row, eight rows a block */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	int row = blockIdx.x * (THREADS / 32) + threadIdx.x / 32, lane = threadIdx.x % 32;
	float own = 0;
	if (row >= rows)
		return;
	for (int column = lane; column < columns; column += 32)
		own += x[(size_t)row * columns + column];
	atomicAdd(sums + row, own);
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	int blocks = (rows + 7) / 8;
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<blocks, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_right_stored_sum: pass */
/* a block for each row, one thread of which stores the sum */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	__shared__ float part[THREADS];
	float own = 0;
	for (int i = threadIdx.x; i < columns; i += blockDim.x)
		own += x[blockIdx.x * columns + i];
	part[threadIdx.x] = own;
	__syncthreads();
	if (threadIdx.x == 0) {
		float all = 0;
		for (int i = 0; i < THREADS; i++)
			all += part[i];
		sums[blockIdx.x] = all;
	}
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_right_block_atomics: pass */
/* atomic additions in shared memory, and one a block to the sum */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	__shared__ float all;
	if (threadIdx.x == 0)
		all = 0;
	__syncthreads();
	float own = 0;
	for (int i = threadIdx.x; i < columns; i += blockDim.x)
		own += x[blockIdx.x * columns + i];
	atomicAdd(&all, own);
	__syncthreads();
	if (threadIdx.x == 0)
		atomicAdd(&sums[blockIdx.x], all);
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<rows, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab10_wrong_thread_stores: fail a request of a warp took */
/* each thread goes along a row of its own, and stores the sum */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float own = 0;
	for (int column = 0; row < rows && column < columns; column++)
		own += x[(size_t)row * columns + column];
	if (row < rows)
		sums[row] = own;
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<(rows + THREADS - 1) / THREADS, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
