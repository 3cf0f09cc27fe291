/* within_warps.c - labs 10 and 11: lanes of one warp that nothing orders. They run at the same time here, and elsewhere need not. */

/* 10.3 fence_in_a_warp: fail with no __syncthreads() between */
/* a warp adds its numbers up in shared memory, with a fence in place of each __syncwarp() */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ volatile float s[256];
	int all = gridDim.x * blockDim.x, t = threadIdx.x, lane = t % 32;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + t; i < n; i += all)
		own += x[i] * x[i];
	s[t] = own;
	__threadfence_block();
	if (lane < 16) s[t] += s[t + 16];
	__threadfence_block();
	if (lane < 8) s[t] += s[t + 8];
	__threadfence_block();
	if (lane < 4) s[t] += s[t + 4];
	__threadfence_block();
	if (lane < 2) s[t] += s[t + 2];
	__threadfence_block();
	if (lane < 1) s[t] += s[t + 1];
	if (lane == 0)
		atomicAdd(sum, s[t]);
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 halves_meet_alone: fail with no barrier between */
/* the same with a __syncwarp() of each half of the warp, where one gets the other's numbers */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ volatile float s[256];
	int all = gridDim.x * blockDim.x, t = threadIdx.x, lane = t % 32;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + t; i < n; i += all)
		own += x[i] * x[i];
	s[t] = own;
	__syncwarp(lane < 16 ? 0xFFFFu : 0xFFFF0000u);
	if (lane < 16) s[t] += s[t + 16];
	__syncwarp(lane < 16 ? 0xFFFFu : 0xFFFF0000u);
	if (lane < 8) s[t] += s[t + 8];
	__syncwarp(lane < 16 ? 0xFFFFu : 0xFFFF0000u);
	if (lane < 4) s[t] += s[t + 4];
	__syncwarp(lane < 16 ? 0xFFFFu : 0xFFFF0000u);
	if (lane < 2) s[t] += s[t + 2];
	__syncwarp(lane < 16 ? 0xFFFFu : 0xFFFF0000u);
	if (lane < 1) s[t] += s[t + 1];
	if (lane == 0)
		atomicAdd(sum, s[t]);
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 halves_of_warps: pass */
/* each half of a warp meets alone as long as it adds up its own numbers, and then both */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ float s[THREADS];
	int all = gridDim.x * blockDim.x, t = threadIdx.x, lane = t % 32, place = lane % 16;
	unsigned half = lane < 16 ? 0xFFFFU : 0xFFFF0000U;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + t; i < n; i += all)
		own += x[i] * x[i];
	s[t] = own;
	for (int far = 8; far > 0; far /= 2) {
		__syncwarp(half);
		float other = place < far ? s[t + far] : 0;
		__syncwarp(half);
		s[t] += other;
	}
	__syncwarp();
	if (lane == 0)
		atomicAdd(sum, s[t] + s[t + 16]);
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 lanes_store_their_sums: fail nothing orders the two */
/* eight lanes store what they have as the sum, of which the last one's is right */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	__shared__ float s[8];
	int t = threadIdx.x, lane = t % 32;
	float own = 0;
	for (int i = t; i < n; i += 256)
		own += x[i] * x[i];
	for (int far = 16; far > 0; far /= 2)
		own += __shfl_down_sync(0xFFFFFFFF, own, far);
	if (lane == 0) s[t / 32] = own;
	__syncthreads();
	if (t < 8) {
		own = s[t];
		for (int far = 1; far < 8; far *= 2) {
			float v = __shfl_up_sync(0xFF, own, far);
			own += t >= far ? v : 0;
		}
		*sum = own;
	}
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	if (n == 0)
		return 0;
	squares_kernel<<<1, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.3 zero_and_a_fence: fail with no __syncthreads() between */
/* a lane sets its warp's sum to 0, and a fence alone stands between that and what the others add */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x;
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		own += x[i] * x[i];
	__shared__ float s[8];
	int w = threadIdx.x / 32, lane = threadIdx.x % 32;
	if (lane == 0) s[w] = 0;
	__threadfence_block();
	atomicAdd(&s[w], own);
	__syncthreads();
	if (lane == 0) atomicAdd(sum, s[w]);
}

extern "C" int sum_of_squares(const float *x, int n, float *sum)
{
	int needed = (n + THREADS - 1) / THREADS, blocks = needed < 64 ? needed : 64;
	if (n == 0)
		return 0;
	squares_kernel<<<blocks, THREADS>>>(x, n, sum);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 fence_in_a_warp: fail with no __syncthreads() between */
/* a warp adds a row up in shared memory, with a fence in place of each __syncwarp() */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	__shared__ volatile float s[256];
	int t = threadIdx.x, lane = t % 32, row = blockIdx.x * 8 + t / 32;
	float own = 0;
	if (row < rows)
		for (int c = lane; c < columns; c += 32)
			own += x[(size_t)row * columns + c];
	s[t] = own;
	for (int far = 16; far > 0; far /= 2) {
		__threadfence_block();
		if (lane < far) s[t] += s[t + far];
	}
	if (lane == 0 && row < rows)
		sums[row] = s[t];
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<(rows + 7) / 8, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 10.4 lanes_store_their_sums: fail nothing orders the two */
/* all lanes of a warp store what they have as the row's sum, of which the last one's is right */
/* --- body --- */
__global__ void row_sums_kernel(const float *x, float *sums, int rows, int columns)
{
	int row = blockIdx.x * 8 + threadIdx.x / 32, lane = threadIdx.x % 32;
	float own = 0;
	if (row < rows)
		for (int c = lane; c < columns; c += 32)
			own += x[(size_t)row * columns + c];
	for (int far = 1; far < 32; far *= 2) {
		float v = __shfl_up_sync(0xFFFFFFFF, own, far);
		own += lane >= far ? v : 0;
	}
	if (row < rows)
		sums[row] = own;
}

extern "C" int row_sums(const float *x, float *sums, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	row_sums_kernel<<<(rows + 7) / 8, THREADS>>>(x, sums, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 halves_leave_alone: fail with no barrier between */
/* the same behind the reading, before the next tile is put there */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tiles[8][32][33];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	int across = (columns + 31) / 32, down = (rows + 31) / 32;
	float (*tile)[33] = tiles[warp];
	for (int at = blockIdx.x * 8 + warp; at < across * down; at += gridDim.x * 8) {
		int r0 = at / across * 32, c0 = at % across * 32;
		for (int i = 0; i < 32; i++)
			if (r0 + i < rows && c0 + lane < columns)
				tile[i][lane] = x[(size_t)(r0 + i) * columns + c0 + lane];
		__syncwarp();
		for (int i = 0; i < 32; i++)
			if (c0 + i < columns && r0 + lane < rows)
				out[(size_t)(c0 + i) * rows + r0 + lane] = tile[lane][i];
		__syncwarp(lane < 16 ? 0xFFFFu : 0xFFFF0000u);
	}
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	int all = ((columns + 31) / 32) * ((rows + 31) / 32), blocks = (all + 15) / 16;
	transpose_kernel<<<blocks, THREADS>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 halves_meet_alone: fail with no barrier between */
/* a __syncwarp() of each half of the warp, where one gets the other's numbers */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tiles[8][32][33];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	int across = (columns + 31) / 32, down = (rows + 31) / 32;
	float (*tile)[33] = tiles[warp];
	for (int at = blockIdx.x * 8 + warp; at < across * down; at += gridDim.x * 8) {
		int r0 = at / across * 32, c0 = at % across * 32;
		for (int i = 0; i < 32; i++)
			if (r0 + i < rows && c0 + lane < columns)
				tile[i][lane] = x[(size_t)(r0 + i) * columns + c0 + lane];
		__syncwarp(lane < 16 ? 0xFFFFu : 0xFFFF0000u);
		for (int i = 0; i < 32; i++)
			if (c0 + i < columns && r0 + lane < rows)
				out[(size_t)(c0 + i) * rows + r0 + lane] = tile[lane][i];
		__syncwarp();
	}
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	int all = ((columns + 31) / 32) * ((rows + 31) / 32), blocks = (all + 15) / 16;
	transpose_kernel<<<blocks, THREADS>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 tile_anew_behind_a_fence: fail had just read */
/* a warp's next tile comes behind a fence, which makes no lane wait that still reads the one before */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tiles[8][32][33];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	int across = (columns + 31) / 32, down = (rows + 31) / 32;
	float (*tile)[33] = tiles[warp];
	for (int at = blockIdx.x * 8 + warp; at < across * down; at += gridDim.x * 8) {
		int r0 = at / across * 32, c0 = at % across * 32;
		for (int i = 0; i < 32; i++)
			if (r0 + i < rows && c0 + lane < columns)
				tile[i][lane] = x[(size_t)(r0 + i) * columns + c0 + lane];
		__syncwarp();
		for (int i = 0; i < 32; i++)
			if (c0 + i < columns && r0 + lane < rows)
				out[(size_t)(c0 + i) * rows + r0 + lane] = tile[lane][i];
		__threadfence_block();
	}
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	int all = ((columns + 31) / 32) * ((rows + 31) / 32), blocks = (all + 15) / 16;
	transpose_kernel<<<blocks, THREADS>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.2 tiles_of_warps: pass */
/* with a __syncwarp() of all lanes before the reading and behind it */
/* --- body --- */
__global__ void transpose_kernel(float *out, const float *x, int rows, int columns)
{
	__shared__ float tiles[8][32][33];
	int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
	int across = (columns + 31) / 32, down = (rows + 31) / 32;
	float (*tile)[33] = tiles[warp];
	for (int at = blockIdx.x * 8 + warp; at < across * down; at += gridDim.x * 8) {
		int r0 = at / across * 32, c0 = at % across * 32;
		for (int i = 0; i < 32; i++)
			if (r0 + i < rows && c0 + lane < columns)
				tile[i][lane] = x[(size_t)(r0 + i) * columns + c0 + lane];
		__syncwarp();
		for (int i = 0; i < 32; i++)
			if (c0 + i < columns && r0 + lane < rows)
				out[(size_t)(c0 + i) * rows + r0 + lane] = tile[lane][i];
		__syncwarp();
	}
}

extern "C" int transpose(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	int all = ((columns + 31) / 32) * ((rows + 31) / 32), blocks = (all + 15) / 16;
	transpose_kernel<<<blocks, THREADS>>>(out, x, rows, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 halves_meet_alone: fail with no barrier between */
/* the same with a __syncwarp() of each half of the warp */
/* --- body --- */
/* The largest of the block's values, or their sum; for all threads. */
__device__ float of_block(float own, bool largest)
{
	__shared__ float of_warp[THREADS / WARP];
	__shared__ float mine[THREADS];
	int t = threadIdx.x;
	for (int far = WARP / 2; far > 0; far /= 2) {
		mine[t] = own;
		__syncwarp(t % 32 < 16 ? 0xFFFFu : 0xFFFF0000u);
		float other = mine[t ^ far];
		own = largest ? fmaxf(own, other) : own + other;
		__syncwarp();
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

extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 next_step_behind_a_fence: fail had just read */
/* lanes hand on what they have in shared memory, and put the next there behind a fence alone */
/* --- body --- */
/* The largest of the block's values, or their sum; for all threads. */
__device__ float of_block(float own, bool largest)
{
	__shared__ float of_warp[THREADS / WARP];
	__shared__ float mine[THREADS];
	int t = threadIdx.x;
	for (int far = WARP / 2; far > 0; far /= 2) {
		mine[t] = own;
		__syncwarp();
		float other = mine[t ^ far];
		own = largest ? fmaxf(own, other) : own + other;
		__threadfence_block();
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

extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 steps_of_warps: pass */
/* the same with a __syncwarp() of all lanes twice in each step */
/* --- body --- */
/* The largest of the block's values, or their sum; for all threads. */
__device__ float of_block(float own, bool largest)
{
	__shared__ float of_warp[THREADS / WARP];
	__shared__ float mine[THREADS];
	int t = threadIdx.x;
	for (int far = WARP / 2; far > 0; far /= 2) {
		mine[t] = own;
		__syncwarp();
		float other = mine[t ^ far];
		own = largest ? fmaxf(own, other) : own + other;
		__syncwarp();
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

extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 zero_and_a_fence: fail with no __syncthreads() between */
/* a lane sets its warp's sum to 0, and a fence alone stands between that and what the others add */
/* --- body --- */
/* The largest of the block's values, or their sum; for all threads. */
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
	__shared__ float total[8];
	if (threadIdx.x % 32 == 0) total[threadIdx.x / 32] = 0;
	__threadfence_block();
	atomicAdd(&total[threadIdx.x / 32], sum);
	__syncthreads();
	sum = 0;
	for (int i = 0; i < 8; i++) sum += total[i];
	for (int i = threadIdx.x; i < columns; i += THREADS)
		out[first + i] = row[i] / sum;
}

extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS, columns * sizeof(float)>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
