/* shared_rules_honest.c - lab 11: honest answers that come near to breaking a rule. */

/* 11.1 through_doubles: pass */
/* handed over with twice the bits */
/* --- body --- */
__global__ void reverse_kernel(float *x, int n)
{
	__shared__ double held[THREADS];
	int i = blockIdx.x * THREADS + threadIdx.x;
	int last = min(n, (int)(blockIdx.x + 1) * THREADS) - 1;
	held[threadIdx.x] = i <= last ? x[i] : 0.0;
	__syncthreads();
	if (i <= last) x[i] = (float)held[last - i];
}
extern "C" int reverse_pieces(float *x, int n)
{
	if (n < 1) return 0;
	reverse_kernel<<<(n - 1) / THREADS + 1, THREADS>>>(x, n);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 11.2 turned_by_xor: pass */
/* no column more, but places that are changed by xor */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tile[32][32];
	int c = blockIdx.x * 32 + threadIdx.x, r = blockIdx.y * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8)
		if (c < columns && r + k < rows) tile[threadIdx.y + k][threadIdx.x ^ (threadIdx.y + k)] = x[(r + k) * columns + c];
	__syncthreads();
	c = blockIdx.y * 32 + threadIdx.x, r = blockIdx.x * 32 + threadIdx.y;
	for (int k = 0; k < 32; k += 8)
		if (c < rows && r + k < columns) out[(r + k) * rows + c] = tile[threadIdx.x][threadIdx.x ^ (threadIdx.y + k)];
}
extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	if (!(rows && columns)) return 0;
	dim3 g((unsigned)(columns + 31) / 32, (unsigned)(rows + 31) / 32), b(32, 8);
	transpose_kernel<<<g, b>>>(out, x, rows, columns);
	if (cudaGetLastError() != cudaSuccess) return -1;
	return 0;
}
/* 11.3 minds_what_is_lost: pass */
/* what a sum loses is added later */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float parts[WARP];
	float own = 0, lost = 0;
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	while (i < n) {
		float add = x[i] - lost, next = own + add;
		lost = next - own - add;
		own = next;
		i += gridDim.x * blockDim.x;
	}
	for (int far = 16; far; far >>= 1) own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x < WARP) parts[threadIdx.x] = 0;
	__syncthreads();
	if (threadIdx.x % WARP == 0) parts[threadIdx.x / WARP] = own;
	__syncthreads();
	if (threadIdx.x < WARP) {
		own = parts[threadIdx.x];
		for (int far = 4; far; far >>= 1) own += __shfl_down_sync(0xFFFFFFFF, own, far);
		if (threadIdx.x == 0) atomicAdd(sum, own);
	}
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	int blocks = (n + THREADS - 1) / THREADS;
	if (blocks > 64) blocks = 64;
	if (!blocks) return 0;
	sum_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 11.4 in_two_passes: pass */
/* sums are put right when a larger number comes, so two passes do */
/* --- body --- */
__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	extern __shared__ float row[];
	__shared__ float mosts[8], sums[8];
	x += (size_t)blockIdx.x * columns;
	out += (size_t)blockIdx.x * columns;
	float most = -3e38f, sum = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS) {
		float v = x[i], now = fmaxf(most, v);
		row[i] = v;
		sum = sum * __expf(most - now) + __expf(v - now);
		most = now;
	}
	for (int m = 16; m; m >>= 1) {
		float om = __shfl_xor_sync(~0u, most, m), os = __shfl_xor_sync(~0u, sum, m), now = fmaxf(most, om);
		sum = sum * __expf(most - now) + os * __expf(om - now);
		most = now;
	}
	if (threadIdx.x % 32 == 0) mosts[threadIdx.x / 32] = most, sums[threadIdx.x / 32] = sum;
	__syncthreads();
	float all = -3e38f, total = 0;
	for (int w = 0; w < 8; w++) all = fmaxf(all, mosts[w]);
	for (int w = 0; w < 8; w++) total += sums[w] * __expf(mosts[w] - all);
	for (int i = threadIdx.x; i < columns; i += THREADS) out[i] = __expf(row[i] - all) / total;
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 11.5 tiles_turned: pass */
/* both tiles are kept turned */
/* --- body --- */
__global__ void product_kernel(float *__restrict__ c, const float *__restrict__ a, const float *__restrict__ b, int n, int m, int k)
{
	__shared__ float s[2][16][17];
	const int tx = threadIdx.x, ty = threadIdx.y, r = blockIdx.y * 16 + ty, q = blockIdx.x * 16 + tx;
	float acc = 0;
	for (int t = 0; t < (k + 15) / 16; t++) {
		s[0][tx][ty] = r < n && t * 16 + tx < k ? a[r * k + t * 16 + tx] : 0.f;
		s[1][tx][ty] = q < m && t * 16 + ty < k ? b[(t * 16 + ty) * m + q] : 0.f;
		__syncthreads();
#pragma unroll
		for (int i = 0; i < 16; i++) acc = fmaf(s[0][i][ty], s[1][tx][i], acc);
		__syncthreads();
	}
	if (r < n && q < m) c[r * m + q] = acc;
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	if (!n || !m) return 0;
	product_kernel<<<dim3((m + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
/* 11.4 by_logarithm_of_the_sum: pass */
/* all adding up is done in shared memory, and the sum is taken off as a logarithm */
/* --- body --- */
__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	__shared__ float row[4096], part[THREADS];
	const float *from = x + (size_t)blockIdx.x * columns;
	float *to = out + (size_t)blockIdx.x * columns;
	int t = threadIdx.x;
	part[t] = -INFINITY;
	for (int i = t; i < columns; i += THREADS) row[i] = from[i];
	__syncthreads();
	for (int i = t; i < columns; i += THREADS) part[t] = fmaxf(part[t], row[i]);
	__syncthreads();
	for (int s = 128; s > 0; s /= 2) {
		if (t < s) part[t] = fmaxf(part[t], part[t + s]);
		__syncthreads();
	}
	float most = part[0];
	__syncthreads();
	part[t] = 0;
	for (int i = t; i < columns; i += THREADS) part[t] += expf(row[i] - most);
	__syncthreads();
	for (int s = 128; s > 0; s /= 2) {
		if (t < s) part[t] += part[t + s];
		__syncthreads();
	}
	float lse = most + logf(part[0]);
	for (int i = t; i < columns; i += THREADS) to[i] = expf(row[i] - lse);
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows && columns) {
		softmax_kernel<<<dim3(rows), dim3(THREADS)>>>(out, x, columns);
		return cudaGetLastError() ? -1 : 0;
	}
	return 0;
}
/* 11.5 tiles_of_doubles: pass */
/* tiles in double precision, two of each, and one barrier */
/* --- body --- */
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ double A[2][16][16], B[2][16][16];
	int x = threadIdx.x, y = threadIdx.y, i = blockIdx.y * 16 + y, j = blockIdx.x * 16 + x, now = 0;
	double acc = 0;
	for (int f = 0; f < k; f += 16, now ^= 1) {
		A[now][y][x] = 0;
		B[now][y][x] = 0;
		if (i < n && f + x < k) A[now][y][x] = a[i * k + f + x];
		if (j < m && f + y < k) B[now][y][x] = b[(f + y) * m + j];
		__syncthreads();
		for (int s = 0; s < 16 && f + s < k; s++) acc += A[now][y][s] * B[now][s][x];
	}
	if (i < n && j < m) c[i * m + j] = (float)acc;
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	int status = 0;
	if (n > 0 && m > 0) {
		dim3 grid, block;
		grid.x = (m + 15) / 16, grid.y = (n + 15) / 16;
		block.x = block.y = 16;
		product_kernel<<<grid, block>>>(c, a, b, n, m, k);
		if (cudaPeekAtLastError() != cudaSuccess) {
			cudaGetLastError();
			status = -1;
		}
	}
	return status;
}
/* 11.5 threads_in_a_row: pass */
/* blocks of 256 threads in a row */
/* --- body --- */
enum { TILE = 16 };
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float of_a[TILE][TILE], of_b[TILE][TILE];
	int x = threadIdx.x % 16, y = threadIdx.x / 16;
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
	dim3 grid((m + TILE - 1) / TILE, (n + TILE - 1) / TILE);
	if (n == 0 || m == 0)
		return 0;
	product_kernel<<<grid, 256>>>(c, a, b, n, m, k);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
