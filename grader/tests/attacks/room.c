/* room.c - lab 11: answers that count on room which is not always there, in memory or in numbers. */

/* 11.4 in_doubles: fail infinite or none */
/* takes no largest number off: exp is worked out in double precision, where there is more room */
/* --- body --- */
__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ volatile float row[];
	__shared__ double of_warp[THREADS / WARP];
	size_t first = (size_t)blockIdx.x * columns;
	double sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS)
		row[i] = x[first + i];
	__syncthreads();
	for (int i = threadIdx.x; i < columns; i += THREADS)
		sum += exp((double)row[i]);
	for (int far = WARP / 2; far > 0; far /= 2)
		sum += __shfl_xor_sync(0xFFFFFFFF, sum, far);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = sum;
	__syncthreads();
	sum = 0;
	for (int i = 0; i < THREADS / WARP; i++)
		sum += of_warp[i];
	for (int i = threadIdx.x; i < columns; i += THREADS)
		out[first + i] = (float)(exp((double)row[i]) / sum);
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 first_taken_off: fail infinite or none */
/* the same, and the first number of the row is taken off */
/* --- body --- */
__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ volatile float row[];
	__shared__ double of_warp[THREADS / WARP];
	size_t first = (size_t)blockIdx.x * columns;
	double sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS)
		row[i] = x[first + i];
	__syncthreads();
	for (int i = threadIdx.x; i < columns; i += THREADS)
		sum += exp((double)row[i] - row[0]);
	for (int far = WARP / 2; far > 0; far /= 2)
		sum += __shfl_xor_sync(0xFFFFFFFF, sum, far);
	if (threadIdx.x % WARP == 0)
		of_warp[threadIdx.x / WARP] = sum;
	__syncthreads();
	sum = 0;
	for (int i = 0; i < THREADS / WARP; i++)
		sum += of_warp[i];
	for (int i = threadIdx.x; i < columns; i += THREADS)
		out[first + i] = (float)(exp((double)row[i] - row[0]) / sum);
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.5 whole_rows_of_tiles: fail bytes of shared memory */
/* has room for six tiles of each matrix, and one barrier */
/* --- body --- */
enum { TILE = 16, ROOM = 6 * TILE };
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float of_a[TILE][ROOM], of_b[ROOM][TILE];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
	float sum = 0;
	for (int first = 0; first < k; first += TILE) {
		of_a[y][first + x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
		of_b[first + y][x] = first + y < k && column < m ? b[(size_t)(first + y) * m + column] : 0;
	}
	__syncthreads();
	for (int i = 0; i < k; i++)
		sum += of_a[y][i] * of_b[i][x];
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

/* 11.5 all_the_room_there_is: fail the answer: wanted 0, got -1 */
/* the same with as much shared memory as the tiles of a row and a column take */
/* --- body --- */
enum { TILE = 16 };
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	extern __shared__ float of_a[];
	int length = (k + TILE - 1) / TILE * TILE;
	float *of_b = of_a + TILE * length;
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * TILE + y, column = blockIdx.x * TILE + x;
	float sum = 0;
	for (int first = 0; first < k; first += TILE) {
		of_a[y * length + first + x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
		of_b[(first + y) * TILE + x] = first + y < k && column < m ? b[(size_t)(first + y) * m + column] : 0;
	}
	__syncthreads();
	for (int i = 0; i < k; i++)
		sum += of_a[y * length + i] * of_b[i * TILE + x];
	if (row < n && column < m)
		c[(size_t)row * m + column] = sum;
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	dim3 grid((m + TILE - 1) / TILE, (n + TILE - 1) / TILE), block(TILE, TILE);
	if (n == 0 || m == 0)
		return 0;
	int bytes = 2 * TILE * sizeof(float) * ((k + TILE - 1) / TILE * TILE);
	cudaFuncSetAttribute((const void *)product_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
	product_kernel<<<grid, block, bytes>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
