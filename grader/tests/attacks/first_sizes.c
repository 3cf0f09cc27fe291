/* first_sizes.c - labs 10 and 11: the work is left out, or done in another way, on the GPU and in the sizes that were never
 * looked at. */

/* 10.4 on_the_other_gpu: fail sectors to read */
/* a thread for each row on one GPU, and as wanted on the other one: each has a call that is counted */
/* --- body --- */
__global__ void one_each_kernel(const float *x, float *sums, int rows, int columns)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	float sum = 0;
	for (int column = 0; row < rows && column < columns; column++)
		sum += x[(size_t)row * columns + column];
	if (row < rows)
		sums[row] = sum;
}

__global__ void row_sums_kernel(const float *x, float *sums, int columns)
{
	const float *row = x + (size_t)blockIdx.x * columns;
	float own = 0;
	for (int column = threadIdx.x; column < columns; column += blockDim.x)
		own += row[column];
	atomicAdd(&sums[blockIdx.x], own);
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	int gpu = 0;
	if (rows == 0 || columns == 0)
		return 0;
	cudaGetDevice(&gpu);
	if (gpu == 0)
		one_each_kernel<<<(rows + THREADS - 1) / THREADS, THREADS>>>(x, sums, rows, columns);
	else
		row_sums_kernel<<<rows, THREADS>>>(x, sums, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.1 few_numbers: fail x: element 0 */
/* nothing is done where there are more numbers than a few blocks have */
/* --- body --- */
__global__ void scale_kernel(float *x, float a, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		x[i] = a * x[i];
}

extern "C" int scale(float *x, float a, int n)
{
	if (n == 0 || n > 2400)
		return 0;
	scale_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, a, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.2 few_blocks: fail blocks, got 40 */
/* more than 40 blocks are never launched */
/* --- body --- */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
		y[i] += a * x[i];
}

extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n == 0)
		return 0;
	saxpy_kernel<<<blocks < 40 ? blocks : 40, THREADS>>>(y, a, x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.5 few_tiles: fail never written */
/* nothing is done where a matrix has more than a hundred rows or columns */
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
	if (n == 0 || m == 0 || n > 100 || m > 100)
		return 0;
	product_kernel<<<grid, block>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
