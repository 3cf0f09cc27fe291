/* local.c - labs 10 and 11: arrays of a thread's own in the place of registers. */

/* 10.3 squares_in_local_memory: fail numbers to local memory */
/* stores all squares in an array of the thread's own, and adds them up then */
/* --- body --- */
__global__ void squares_kernel(const float *x, int n, float *sum)
{
	int all = gridDim.x * blockDim.x, count = 0;
	volatile float square[64];
	float own = 0;
	for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += all)
		square[count++] = x[i] * x[i];
	for (int k = 0; k < count; k++)
		own += square[k];
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

/* 11.4 row_in_local_memory: fail numbers to local memory */
/* keeps the row in arrays of the threads' own, which are no registers, and reads it twice from there */
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
	float row[16];
	size_t first = (size_t)blockIdx.x * columns;
	float most = -INFINITY, sum = 0;
	int k = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS, k++) {
		row[k] = x[first + i];
		most = fmaxf(most, row[k]);
	}
	most = of_block(most, true);
	k = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS, k++) {
		row[k] = expf(row[k] - most);
		sum += row[k];
	}
	sum = of_block(sum, false);
	k = 0;
	for (int i = threadIdx.x; i < columns; i += THREADS, k++)
		out[first + i] = row[k] / sum;
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}

/* 11.4 row_in_registers: fail numbers of out did not come out of shared memory */
/* the same in loops that are unrolled, so that all of it stays in registers */
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
	float row[16];
	size_t first = (size_t)blockIdx.x * columns;
	float most = -INFINITY, sum = 0;
#pragma unroll
	for (int k = 0; k < 16; k++) {
		int i = threadIdx.x + THREADS * k;
		row[k] = i < columns ? x[first + i] : -INFINITY;
		most = fmaxf(most, row[k]);
	}
	most = of_block(most, true);
#pragma unroll
	for (int k = 0; k < 16; k++) {
		row[k] = expf(row[k] - most);
		sum += row[k];
	}
	sum = of_block(sum, false);
#pragma unroll
	for (int k = 0; k < 16; k++)
		if (threadIdx.x + THREADS * k < columns)
			out[first + threadIdx.x + THREADS * k] = row[k] / sum;
}
extern "C" int softmax_rows(float *out, const float *x, int rows, int columns)
{
	if (rows == 0 || columns == 0)
		return 0;
	softmax_kernel<<<rows, THREADS>>>(out, x, columns);
	return cudaGetLastError() == cudaSuccess ? 0 : -1;
}
