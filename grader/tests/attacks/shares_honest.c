/* shares_honest.c - labs 10 and 11: honest ways to share the work. */

/* 10.2 four_of_each_tile: pass */
/* a block takes 1024 numbers at a time, four of each thread */
/* --- body --- */
__global__ void saxpy_kernel(float *y, float a, const float *x, int n)
{
	for (int first = blockIdx.x * 1024; first < n; first += gridDim.x * 1024)
		for (int k = 0; k < 4; k++) {
			int i = first + k * THREADS + threadIdx.x;
			if (i < n)
				y[i] += a * x[i];
		}
}
extern "C" int saxpy(float *y, float a, const float *x, int n, int blocks)
{
	if (n > 0)
		saxpy_kernel<<<blocks, THREADS>>>(y, a, x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.3 few_of_the_blocks: pass */
/* blocks take 8192 numbers, so that most of the 64 have none: their number is free */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	float own = 0;
	for (int k = 0; k < 32; k++) {
		int i = blockIdx.x * 8192 + k * THREADS + threadIdx.x;
		if (i < n)
			own += x[i] * x[i];
	}
	if (blockIdx.x * 8192 < n)
		atomicAdd(sum, own);
}
extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	if (n > 0)
		squares_kernel<<<64, THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.4 warp_of_each_row: pass */
/* eight rows a block, and each by one warp */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	int row = blockIdx.x * 8 + threadIdx.x / 32;
	float own = 0;
	for (int i = threadIdx.x % 32; row < rows && i < columns; i += 32)
		own += x[(size_t)row * columns + i];
	if (row < rows)
		atomicAdd(&sums[row], own);
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows > 0 && columns > 0)
		row_sums_kernel<<<(rows + 7) / 8, THREADS>>>(x, sums, rows, columns);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.4 all_rows_in_turn: pass */
/* three blocks, of which each thread adds once to every row of theirs */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	for (int row = blockIdx.x; row < rows; row += gridDim.x) {
		float own = 0;
		for (int i = threadIdx.x; i < columns; i += THREADS)
			own += x[(size_t)row * columns + i];
		atomicAdd(&sums[row], own);
	}
}
extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows > 0 && columns > 0)
		row_sums_kernel<<<3, THREADS>>>(x, sums, rows, columns);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.5 other_warps_for_odd: pass */
/* half of the warps have the numbers at odd places, and nothing to do */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	int warp = threadIdx.x / 32, i = blockIdx.x * THREADS + 64 * (warp / 2) + 2 * (threadIdx.x % 32);
	if (warp % 2 == 1 || i >= n)
		return;
	float number = x[i];
	for (int time = 0; time < 64; time++)
		number = 0.99F * number + 0.01F;
	x[i] = number;
}
extern "C" int damp(float *x, int n)
{
	if (n > 0)
		damp_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.5 strides_of_two_blocks: pass */
/* two blocks damp all, in strides of the grid */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	for (int i = 2 * (blockIdx.x * THREADS + threadIdx.x); i < n; i += 2 * THREADS * gridDim.x) {
		float number = x[i];
		for (int time = 0; time < 64; time++)
			number = fmaf(0.99F, number, 0.01F);
		x[i] = number;
	}
}
extern "C" int damp(float *x, int n)
{
	if (n > 0)
		damp_kernel<<<2, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.3 few_of_the_blocks: pass */
/* blocks take 4096 numbers, so that most of the 64 have none: their number is free */
/* --- body --- */
__global__ void sum_kernel(const float *x, int n, float *sum)
{
	__shared__ float of_warp[8];
	float own = 0;
	if (blockIdx.x * 4096 >= n)
		return;
	for (int k = 0; k < 16; k++) {
		int i = blockIdx.x * 4096 + k * THREADS + threadIdx.x;
		own += i < n ? x[i] : 0;
	}
	for (int far = 16; far > 0; far /= 2)
		own += __shfl_xor_sync(0xFFFFFFFF, own, far);
	if (threadIdx.x % 32 == 0)
		of_warp[threadIdx.x / 32] = own;
	__syncthreads();
	for (int i = 1; threadIdx.x == 0 && i < 8; i++)
		own += of_warp[i];
	if (threadIdx.x == 0)
		atomicAdd(sum, own);
}
extern "C" int sum_up(const float *x, int n, float *sum)
{
	if (n > 0)
		sum_kernel<<<64, THREADS>>>(x, n, sum);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.5 tiles_by_fours: pass */
/* a quarter of the threads load the tiles, four numbers at a time */
/* --- body --- */
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ __align__(16) float of_a[16][16], of_b[16][16];
	int x = threadIdx.x, y = threadIdx.y, t = y * 16 + x, from = t % 4 * 4, at = t / 4;
	int row = blockIdx.y * 16, column = blockIdx.x * 16;
	bool whole = k % 4 == 0 && m % 4 == 0;
	float sum = 0;
	for (int first = 0; first < k; first += 16) {
		if (whole && t < 64) {
			float4 p = make_float4(0, 0, 0, 0), q = p;
			if (row + at < n && first + from < k)
				p = *(const float4 *)&a[(size_t)(row + at) * k + first + from];
			if (first + at < k && column + from < m)
				q = *(const float4 *)&b[(size_t)(first + at) * m + column + from];
			*(float4 *)&of_a[at][from] = make_float4(p.x, p.y, p.z, p.w);
			*(float4 *)&of_b[at][from] = make_float4(q.x, q.y, q.z, q.w);
		}
		if (!whole) {
			of_a[y][x] = row + y < n && first + x < k ? a[(size_t)(row + y) * k + first + x] : 0;
			of_b[y][x] = first + y < k && column + x < m ? b[(size_t)(first + y) * m + column + x] : 0;
		}
		__syncthreads();
		for (int i = 0; i < 16; i++)
			sum += of_a[y][i] * of_b[i][x];
		__syncthreads();
	}
	if (row + y < n && column + x < m)
		c[(size_t)(row + y) * m + column + x] = sum;
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	if (n > 0 && m > 0)
		product_kernel<<<dim3((m + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(c, a, b, n, m, k);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.5 minds_what_is_lost: pass */
/* each sum takes along what was lost in the one before (Kahan) */
/* --- body --- */
__global__ void product_kernel(float *c, const float *a, const float *b, int n, int m, int k)
{
	__shared__ float of_a[16][16], of_b[16][16];
	int x = threadIdx.x, y = threadIdx.y;
	int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
	float sum = 0, lost = 0;
	for (int first = 0; first < k; first += 16) {
		of_a[y][x] = row < n && first + x < k ? a[(size_t)row * k + first + x] : 0;
		of_b[y][x] = first + y < k && column < m ? b[(size_t)(first + y) * m + column] : 0;
		__syncthreads();
		for (int i = 0; i < 16; i++) {
			float next = of_a[y][i] * of_b[i][x] - lost, all = sum + next;
			lost = (all - sum) - next;
			sum = all;
		}
		__syncthreads();
	}
	if (row < n && column < m)
		c[(size_t)row * m + column] = sum;
}
extern "C" int product(float *c, const float *a, const float *b, int n, int m, int k)
{
	if (n > 0 && m > 0)
		product_kernel<<<dim3((m + 15) / 16, (n + 15) / 16), dim3(16, 16)>>>(c, a, b, n, m, k);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 10.5 quarter_of_the_threads: pass */
/* two numbers to be damped for each of a quarter of the threads, and no other is touched: how many have work is free */
/* --- body --- */
__global__ void damp_kernel(float *x, int n)
{
	for (int k = 0; threadIdx.x < 64 && k < 2; k++) {
		int i = blockIdx.x * THREADS + k * 128 + 2 * threadIdx.x;
		float number = i < n ? x[i] : 0;
		for (int time = 0; time < 64; time++)
			number = 0.99F * number + 0.01F;
		if (i < n)
			x[i] = number;
	}
}
extern "C" int damp(float *x, int n)
{
	if (n > 0)
		damp_kernel<<<(n + THREADS - 1) / THREADS, THREADS>>>(x, n);
	return -(cudaGetLastError() != cudaSuccess);
}
/* 11.4 words_of_four: pass */
/* four numbers at a time from memory to memory, and changed in a register of four */
/* --- body --- */
__global__ void softmax_kernel(float *out, const float *x, int columns)
{
	__shared__ __align__(16) float row[4096];
	__shared__ float eight[2][8];
	x += (size_t)blockIdx.x * columns;
	out += (size_t)blockIdx.x * columns;
	const bool by4 = ((size_t)x | (size_t)out | (size_t)columns * 4) % 16 == 0;
	if (by4)
		for (int c = 4 * threadIdx.x; c < columns; c += 4 * THREADS)
			*(float4 *)&row[c] = *(const float4 *)&x[c];
	else
		for (int c = threadIdx.x; c < columns; c += THREADS)
			row[c] = x[c];
	__syncthreads();
	float most = -INFINITY, sum = 0;
	for (int c = threadIdx.x; c < columns; c += THREADS)
		most = fmaxf(most, row[c]);
	for (int d = 16; d; d /= 2)
		most = fmaxf(most, __shfl_xor_sync(~0u, most, d));
	if (threadIdx.x % 32 == 0)
		eight[0][threadIdx.x / 32] = most;
	__syncthreads();
	for (int w = 0; w < 8; w++)
		most = fmaxf(most, eight[0][w]);
	for (int c = threadIdx.x; c < columns; c += THREADS)
		sum += expf(row[c] - most);
	for (int d = 16; d; d /= 2)
		sum += __shfl_xor_sync(~0u, sum, d);
	if (threadIdx.x % 32 == 0)
		eight[1][threadIdx.x / 32] = sum;
	__syncthreads();
	sum = 0;
	for (int w = 0; w < 8; w++)
		sum += eight[1][w];
	if (by4)
		for (int c = 4 * threadIdx.x; c < columns; c += 4 * THREADS) {
			float4 v = *(float4 *)&row[c];
			v.x = expf(v.x - most) / sum;
			v.y = expf(v.y - most) / sum;
			v.z = expf(v.z - most) / sum;
			v.w = expf(v.w - most) / sum;
			*(float4 *)&out[c] = v;
		}
	else
		for (int c = threadIdx.x; c < columns; c += THREADS)
			out[c] = expf(row[c] - most) / sum;
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows <= 0 || columns <= 0)
		return 0;
	softmax_kernel<<<rows, THREADS>>>(out, x, columns);
	return cudaGetLastError() ? -1 : 0;
}
