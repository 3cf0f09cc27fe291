/* lab11_wrong_without_tiles: fail numbers were read from global memory */
/* each thread reads a row and a column */
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
	float sum = 0;
	if (row >= n || column >= m)
		return;
	for (int i = 0; i < k; i++)
		sum += a[(size_t)row * k + i] * b[(size_t)i * m + column];
	c[(size_t)row * m + column] = sum;
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	dim3 grid((m + 15) / 16, (n + 15) / 16), block(16, 16);
	if (n == 0 || m == 0)
		return 0;
	product_kernel<<<grid, block>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_one_barrier: fail with no barrier between */
/* the next tile is loaded while some still use this one */
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float of_a[16][16], of_b[16][16];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
	float sum = 0;
	for (int first = 0; first < k; first += 16) {
		of_a[y][x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
		of_b[y][x] = first + y < k && column < m ? b[(size_t)(first + y) * m + column] : 0;
		__syncthreads();
		for (int i = 0; i < 16; i++)
			sum += of_a[y][i] * of_b[i][x];
	}
	if (row < n && column < m)
		c[(size_t)row * m + column] = sum;
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	dim3 grid((m + 15) / 16, (n + 15) / 16), block(16, 16);
	if (n == 0 || m == 0)
		return 0;
	product_kernel<<<grid, block>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_wrong_edge: fail reads 4 bytes at offset */
/* loads whole tiles, whether they are there or not */
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float of_a[16][16], of_b[16][16];
	int x = threadIdx.x, y = threadIdx.y, row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
	float sum = 0;
	for (int first = 0; first < k; first += 16) {
		of_a[y][x] = a[(size_t)row * k + first + x];
		of_b[y][x] = b[(size_t)(first + y) * m + column];
		__syncthreads();
		for (int i = 0; i < 16 && first + i < k; i++)
			sum += of_a[y][i] * of_b[i][x];
		__syncthreads();
	}
	if (row < n && column < m)
		c[(size_t)row * m + column] = sum;
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	dim3 grid((m + 15) / 16, (n + 15) / 16), block(16, 16);
	if (n == 0 || m == 0)
		return 0;
	product_kernel<<<grid, block>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* lab11_right_flat_blocks: pass */
/* one-dimensional blocks, and tiles whose rows are one number longer */
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float of_a[16 * 17], of_b[16 * 17];
	int x = threadIdx.x % 16, y = threadIdx.x / 16, across = (m + 15) / 16;
	int row = blockIdx.x / across * 16 + y, column = blockIdx.x % across * 16 + x;
	float sum = 0;
	for (int first = 0; first < k; first += 16) {
		float from_a = 0, from_b = 0;
		if (row < n && first + x < k)
			from_a = a[(size_t)row * k + first + x];
		if (first + y < k && column < m)
			from_b = b[(size_t)(first + y) * m + column];
		__syncthreads();
		of_a[y * 17 + x] = from_a;
		of_b[y * 17 + x] = from_b;
		__syncthreads();
		for (int i = 0; i < 16; i++)
			sum = fmaf(of_a[y * 17 + i], of_b[i * 17 + x], sum);
	}
	if (row < n && column < m)
		c[(size_t)row * m + column] = sum;
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	int tiles = (n + 15) / 16 * ((m + 15) / 16);
	if (tiles == 0)
		return 0;
	product_kernel<<<tiles, THREADS>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
